/* The same command gives the same bytes, with any number of threads and by every kernel that the
 * processor has; what it has not is done by the best that it has. */
#include "support/program.h"

/* Compares two folders name by name and byte by byte. */
static void check_same_folder(Scene *scene, const char *a, const char *b)
{
    const char *names = scene_list(scene, a);
    assert_string_equal(names, scene_list(scene, b));
    assert_true(strlen(names) > 100);
    while (*names) {
        int length = (int)strcspn(names, " ");
        Bytes first = scene_read(scene, arena_format(scene->arena, "%s/%.*s", a, length, names));
        Bytes second = scene_read(scene, arena_format(scene->arena, "%s/%.*s", b, length, names));
        fail_if(first.size != second.size || memcmp(first.data, second.data, first.size) != 0,
                "%.*s differs between %s and %s", length, names, a, b);
        names += length + (names[length] == ' ');
    }
}

static const char *const variables[] = {
    "ATTNVIZ_THREADS=1",       "ATTNVIZ_THREADS=2",     "ATTNVIZ_KERNEL=avx2",
    "ATTNVIZ_KERNEL=baseline", "ATTNVIZ_KERNEL=avx512",
};

enum { VARIABLES = sizeof variables / sizeof *variables };

/* Runs the command as it is, then with each variable, and compares all that they write. */
static void check_same_bytes(Scene *scene, const char *const *arguments, const char *text)
{
    const char *plain = NULL;
    for (int i = -1; i < VARIABLES; i++) {
        Surroundings with = {.input = {text, strlen(text)},
                             .variable = i < 0 ? NULL : variables[i]};
        Run run = program_run(scene, with, arguments);
        fail_if(run.status != 0, "%s: %s", i < 0 ? "plain" : variables[i], run.errors);
        const char *kept = i < 0 ? "plain" : variables[i];
        assert_int_equal(rename("out", kept), 0);
        if (i < 0)
            plain = run.output;
        assert_string_equal(run.output, plain);
        check_same_folder(scene, "plain", kept);
    }
}

TEST(the_main_job_is_the_same_with_all_threads_and_kernels)
{
    check_same_bytes(scene,
                     (const char *const[]){"--heads", "3", "--mask", "causal", "--out", "out",
                                           "--format", "text,png,csv,npy,json", "--features",
                                           "--cost", NULL},
                     "He hit the ball with the bat");
}

/* So many words, some of them again and again. */
static const char *words(Scene *scene, int count)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "w%d ", i * i % 151);
    return text.data;
}

TEST(two_hundred_tokens_are_the_same_with_all_threads_and_kernels)
{
    check_same_bytes(scene,
                     (const char *const[]){"--heads", "1", "--weights", "random", "--dim", "64",
                                           "--mask", "local:40", "--out", "out", "--format",
                                           "text,png,csv,npy,json", NULL},
                     words(scene, 200));
}

/* Below some tens of millions of multiply-adds a product is not worth a thread. */
TEST(products_that_are_worth_threads_are_the_same)
{
    check_same_bytes(scene,
                     (const char *const[]){"--heads", "1", "--weights", "random", "--dim", "128",
                                           "--out", "out", "--format", "npy", NULL},
                     words(scene, 600));
}

TEST(a_second_run_is_the_same)
{
    static const char *const arguments[] = {"-s", "Bat is a mammal",       "-o", "out",
                                            "-f", "text,png,csv,npy,json", NULL};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(program_run(scene, (Surroundings){.output = NULL}, arguments).status, 0);
        assert_int_equal(rename("out", i ? "second" : "first"), 0);
    }
    check_same_folder(scene, "first", "second");
}
