/* What loading takes, for tests/bench/run:
 *
 *     loading builtin                 seconds until the built-in weights of seven words are there
 *     loading weights FILE            writes a weights file with 2 GB that no trace uses: a hole
 *     loading vectors FILE MB D       writes so many megabytes of word vectors as text
 *     loading run COMMAND...          seconds of processor, and peak memory in bytes, of a command
 *                                     whose output goes nowhere
 */
#include "load/weights.h"

#include "support/bench.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first time that the process asks, as a run does. */
static int builtin(Arena *arena)
{
    static const char *const keys[] = {"he", "hit", "the", "ball", "with", "the", "bat"};
    double begin = seconds();
    weights_of_file(arena, builtin_file(arena, "builtin"), 3, keys, 7);
    printf("round %.9f\n", seconds() - begin);
    return EXIT_SUCCESS;
}

/* "unused" comes first, so that all that is used lies behind it. */
static int write_weights(Arena *arena, const char *path)
{
    enum { D = 48, WORDS = 4 };
    static const long long hole = 2000000000;
    static const char *const names[] = {"W_Q", "W_K", "W_V", "W_O"};
    const long long square = 4LL * D * D, used = 4LL * WORDS * D;
    const char *header = arena_format(
        arena,
        "{\"__metadata__\":{\"vocabulary\":\"the\\nbat\\nhit\\nball\"},"
        "\"unused\":{\"dtype\":\"U8\",\"shape\":[%lld],\"data_offsets\":[0,%lld]},"
        "\"embeddings\":{\"dtype\":\"F32\",\"shape\":[%d,%d],\"data_offsets\":[%lld,%lld]}",
        hole, hole, WORDS, D, hole, hole + used);
    for (int i = 0; i < 4; i++)
        header = arena_format(
            arena, "%s,\"%s\":{\"dtype\":\"F32\",\"shape\":[%d,%d],\"data_offsets\":[%lld,%lld]}",
            header, names[i], D, D, hole + used + i * square, hole + used + (i + 1) * square);
    size_t length = strlen(header) + 1;
    FILE *stream = fopen(path, "wb");
    if (!stream)
        return EXIT_FAILURE;
    for (int i = 0; i < 8; i++)
        putc((int)(length >> 8 * i & 0xff), stream);
    fprintf(stream, "%s}", header);
    bool made = fflush(stream) == 0 &&
                ftruncate(fileno(stream), (off_t)(8 + length) + hole + used + 4 * square) == 0;
    return fclose(stream) == 0 && made ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Numbers as GloVe's, from a stock: printing each would take a minute. */
static int write_vectors(Arena *arena, const char *path, long megabytes, int d)
{
    enum { STOCK = 10007 };
    Random random = random_new(1);
    const char **numbers = arena_alloc(arena, STOCK, sizeof *numbers);
    FILE *stream = fopen(path, "wb");
    for (int i = 0; i < STOCK; i++)
        numbers[i] = arena_format(arena, " %.5f", 0.4 * random_normal(&random));
    for (long row = 0, place = 0; stream && ftell(stream) < megabytes * 1000000; row++) {
        fprintf(stream, "w%ld", row);
        for (int i = 0; i < d; i++, place++)
            fputs(numbers[place % STOCK], stream);
        putc('\n', stream);
    }
    return stream && fclose(stream) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static int run(char **command)
{
    struct rusage usage;
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout))
            execvp(command[0], command);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
        return EXIT_FAILURE;
    printf("round %.6f\npeak %ld\n", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
           usage.ru_maxrss * 1024);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    Arena *arena = arena_new();
    int result = EXIT_USAGE;
    if (argc == 2 && !strcmp(argv[1], "builtin"))
        result = builtin(arena);
    else if (argc == 3 && !strcmp(argv[1], "weights"))
        result = write_weights(arena, argv[2]);
    else if (argc == 5 && !strcmp(argv[1], "vectors"))
        result = write_vectors(arena, argv[2], atol(argv[3]), atoi(argv[4]));
    else if (argc > 2 && !strcmp(argv[1], "run"))
        result = run(argv + 2);
    arena_free(arena);
    return result;
}
