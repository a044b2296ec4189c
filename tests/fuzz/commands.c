/* Whole command lines, in this process: the program's main (src/main.c, compiled under another
 * name), in a folder with a few files. By the linker's --wrap pictures are not drawn, all files go
 * to one folder, and no training begins. */
#include "fuzz/targets.h"

#include "base/folder.h"
#include "write/formats.h"

#include <ctype.h>
#include <fcntl.h>
#include <unistd.h>

int attnviz_main(int argc, char **argv);

Folder *__real_folder_open(Arena *arena, const char *path, FileKinds *kinds);
Folder *__wrap_folder_open(Arena *arena, const char *path, FileKinds *kinds);
void __wrap_whole_file_check(Arena *arena, const char *path);
void __real_format_write(int index, const Document *document, const WriteOptions *options,
                         Folder *folder);
void __wrap_format_write(int index, const Document *document, const WriteOptions *options,
                         Folder *folder);

void __wrap_format_write(int index, const Document *document, const WriteOptions *options,
                         Folder *folder)
{
    if (strcmp(format_name(index), "png") != 0)
        __real_format_write(index, document, options, folder);
}

Folder *__wrap_folder_open(Arena *arena, const char *path, FileKinds *kinds)
{
    /* command lines have no path from the root: see is_harmless */
    return __real_folder_open(arena, *path == '/' ? path : "out", kinds);
}

void __wrap_whole_file_check(Arena *arena, const char *path)
{
    (void)arena;
    (fail)("%s: nothing is learned here", path);
}

static const char *const files[][2] = {
    {"mask.csv", "1,0,0\n1,1,0\n1,1,1\n"},
    {"vectors.txt", "the 1 2\ncat 0.5 -1\nbat 1e3 0\n<unk> 0 0\n"},
    {"vectors.csv", "w,x,y\nthe,1,2\ncat,3,4\n"},
    {"pairs.txt", "the cat\tle chat\nthe dog\tle chien\n"},
};

/* Paths elsewhere are not for strangers; and what takes long in number or size is left out. */
static bool is_harmless(const char *argument)
{
    enum { LARGEST = 40, LARGE_ENOUGH_TO_BE_REFUSED = 100000 };
    if (*argument == '/' || strstr(argument, "=/") || strstr(argument, ",/") ||
        strstr(argument, "..") || strstr(argument, "o/"))
        return false;
    for (const char *c = argument; *c; c++) {
        if (!isdigit((unsigned char)*c))
            continue;
        char *end;
        long number = strtol(c, &end, 10);
        if (number > LARGEST && number < LARGE_ENOUGH_TO_BE_REFUSED)
            return false;
        c = end - 1;
    }
    return true;
}

static void enter_folder(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(chdir(fuzz_folder()) == 0 && dup2(nothing, STDIN_FILENO) >= 0, "no folder to work in");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(files[i][0], "w");
        CHECK(file, "%s", files[i][0]);
        fputs(files[i][1], file);
        fclose(file);
    }
}

/* The program's main, with nothing to read or to be seen. */
static int run(int argc, char **argv)
{
    static FILE *nowhere;
    if (!nowhere) {
        enter_folder();
        nowhere = fopen("/dev/null", "w");
    }
    FILE *out = stdout, *errors = stderr;
    stdout = stderr = nowhere;
    int status = attnviz_main(argc, argv);
    stdout = out;
    stderr = errors;
    CHECK(0 <= status && status <= 2, "exit status %d", status);
    return status;
}

/* A line of the input is an argument. */
void fuzz_commands(Arena *arena, Bytes input)
{
    enum { MOST = 24, LONGEST = 300 };
    char *argv[MOST + 2] = {arena_strdup(arena, "attnviz")};
    int argc = 1;
    Bytes rest = input;
    for (Bytes line; argc <= MOST && take_line(&rest, '\n', &line); argc++) {
        argv[argc] = arena_strndup(arena, line.data, line.size);
        if (!is_harmless(argv[argc]))
            return;
    }
    if (input.size <= LONGEST)
        run(argc, argv);
}

/* Students get their sheets, whatever they are called, and no name is a formula in codes.csv. */
void fuzz_rosters(Arena *arena, Bytes input)
{
    enum { MOST = 6 };
    Bytes rest = input, line;
    int students = 0;
    while (take_line(&rest, '\n', &line))
        students++;
    if (students > MOST)
        return;
    char *argv[] = {arena_strdup(arena, "attnviz"),
                    arena_strdup(arena, "worksheet"),
                    arena_strdup(arena, "--level=1"),
                    arena_strdup(arena, "--format=markdown"),
                    arena_format(arena, "--students=%s", fuzz_path(input)),
                    arena_strdup(arena, "--out=class"),
                    NULL};
    if (run(6, argv))
        return;
    Bytes codes = file_read(arena, "out/codes.csv", 1 << 20);
    for (int i = 0; take_line(&codes, '\n', &line); i++) {
        size_t quote = line.size && *line.data == '"';
        CHECK(line.size > quote && !memchr("=+-@\t", line.data[quote], 5),
              "line %d of codes.csv is a formula or nothing", i + 1);
    }
}
