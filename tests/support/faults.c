#include "support/faults.h"

#include "support/program.h"
#include "support/sample.h"
#include "support/small_corpus.h"

#include <dirent.h>

typedef struct Faulty {
    const char *line;   /* arguments, as support/program.h takes them */
    const char *before; /* of a run before it, whose files are there; NULL for none */
    int sample;         /* calls that `make test` tries */
} Faulty;

/* The commands, each briefly; the main job and what is written at length. */
static const Faulty lines[] = {
#include "faults/lines.list"
};

typedef struct Campaign {
    Scene *scene;
    const Faulty *faulty;
    const char *kind;
    const char *told;           /* the file in which the shim tells */
    const char *before, *after; /* the folder */
    Run right;
    int runs, refused, wrong;
} Campaign;

/* ---- the folder ---- */

static void add_folder(Scene *scene, Text *all, const char *path, bool temporaries);

static void add_one(Scene *scene, Text *all, const char *path, const char *name, bool temporaries)
{
    struct stat status;
    const char *file = arena_format(scene->arena, "%s/%s", path, name);
    assert_int_equal(lstat(file, &status), 0);
    if (S_ISDIR(status.st_mode)) {
        text_format(all, "%s/\n", file);
        add_folder(scene, all, file, temporaries);
    } else if (temporaries || strncmp(name, ".attnviz-", 9) != 0) {
        Bytes bytes = scene_read(scene, file);
        uint64_t hash = 14695981039346656037u; /* FNV-1a */
        for (size_t i = 0; i < bytes.size; i++)
            hash = (hash ^ (unsigned char)bytes.data[i]) * 1099511628211u;
        text_format(all, "%s %zu %jx\n", file, bytes.size, (uintmax_t)hash);
    }
}

static void add_folder(Scene *scene, Text *all, const char *path, bool temporaries)
{
    const char *names = scene_list(scene, path);
    while (*names) {
        size_t length = strcspn(names, " ");
        add_one(scene, all, path, arena_strndup(scene->arena, names, length), temporaries);
        names += length + (names[length] == ' ');
    }
}

/* Names and bytes, with or without temporary files. */
static char *snapshot(Scene *scene, bool temporaries)
{
    Text all = text_new(scene->arena);
    add_folder(scene, &all, ".", temporaries);
    return all.data;
}

/* ---- one run ---- */

static Run run_at(const Campaign *c, long at)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", at);
    setenv("LD_PRELOAD", FAULTS_SHIM, 1);
    setenv("FAULT", c->kind, 1);
    setenv("FAULT_AT", number, 1);
    setenv("FAULT_TOLD", c->told, 1);
    Run run = attnviz(c->scene, "%s", c->faulty->line);
    unsetenv("LD_PRELOAD");
    return run;
}

/* An empty folder, or one with the files of the run before. */
static void prepare(const Campaign *c)
{
    int status = system("rm -rf attnviz-out learned.safetensors translator.safetensors .attnviz-*");
    assert_int_equal(status, 0);
    if (c->faulty->before)
        check_success(attnviz(c->scene, "%s", c->faulty->before));
}

static bool says_why(const Campaign *c, const char *errors)
{
    const char *end = strchr(errors, '\n');
    return end && !end[1] && !strncmp(errors, "attnviz: ", 9) &&
           (!strcmp(c->kind, "memory") ? strstr(errors, "out of memory") != NULL
                                       : strstr(errors, "Input/output error") ||
                                             strstr(errors, "standard output: not all"));
}

/* A training puts its weights where they belong before it draws: whole ones, even if it came no
   further. The line of a snapshot that has them, and how long it is. */
static char *weights_in(char *all, size_t *length)
{
    char *line = strstr(all, "./learned.safetensors ");
    line = line ? line : strstr(all, "./translator.safetensors ");
    *length = line ? strcspn(line, "\n") + 1 : 0;
    return line;
}

/* Takes them out of both snapshots; whether they are what they should be, or what was said. */
static bool weights_are_whole(const Campaign *c, char *now, char *after, const char *errors)
{
    size_t length, expected;
    char *found = weights_in(now, &length), *right = weights_in(after, &expected);
    bool whole = !found || (right && length == expected && !memcmp(found, right, length)) ||
                 (strstr(errors, "; what was learned is in ") &&
                  !attnviz(c->scene, "weights -w %.*s", (int)strcspn(found, " "), found).status);
    if (found)
        memmove(found, found + length, strlen(found + length) + 1);
    if (right)
        memmove(right, right + expected, strlen(right + expected) + 1);
    return whole;
}

/* NULL if the run was as it should be. `call`: which one failed. */
static const char *what_is_wrong(const Campaign *c, Run run, const char *call)
{
    /* a temporary file that could not be removed is for the next run */
    char *now = snapshot(c->scene, strncmp(call, "unlink", 6) != 0);
    char *after = arena_strdup(c->scene->arena, c->after);
    if (run.status == 0)
        return strcmp(run.output, c->right.output) ? "other output"
               : strcmp(run.said, c->right.said)   ? "other errors"
               : strcmp(now, after)                ? "other files"
                                                   : NULL;
    return run.status != EXIT_FAILURE                               ? "the exit status"
           : !says_why(c, run.said)                                 ? "the message"
           : !weights_are_whole(c, now, after, run.said)            ? "the weights"
           : strcmp(now, c->before) != 0 && strcmp(now, after) != 0 ? "what is left behind"
                                                                    : NULL;
}

static void try(Campaign *c, long at)
{
    Run run = run_at(c, at);
    const char *call = scene_read(c->scene, c->told).data;
    const char *wrong = what_is_wrong(c, run, strchr(call, ' ') + 1);
    c->runs++;
    c->refused += run.status != 0;
    c->wrong += wrong != NULL;
    if (wrong)
        print_message("%s: %s %ld (%s): wrong: %s; status %d: %s%s\n", c->faulty->line, c->kind, at,
                      call, wrong, run.status, run.said, snapshot(c->scene, true));
    if (strcmp(snapshot(c->scene, true), c->before) != 0)
        prepare(c);
}

/* ---- all ---- */

static int wrong_runs(Scene *scene, const char *kind, bool stays, const Faulty *faulty)
{
    Campaign c = {.scene = scene, .faulty = faulty, .kind = kind};
    Arena *kept = scene->arena;
    c.told = arena_format(scene->arena, "%s-told", scene->folder); /* not among what is looked at */
    scene_write(scene, c.told, "");
    unsetenv("FAULT_ON");
    prepare(&c);
    c.before = snapshot(scene, true);
    c.right = check_success(run_at(&c, 0));
    c.after = snapshot(scene, true);
    long calls = atol(scene_read(scene, c.told).data);
    const char *asked = getenv("FAULTS");
    long sample = asked ? atol(asked) : faulty->sample; /* "all": 0 */
    long step = sample && calls > sample ? calls / sample : 1;
    if (stays)
        setenv("FAULT_ON", "1", 1);
    scene->arena = arena_new();
    for (long at = step; at <= calls; at += step) {
        try(&c, at);
        arena_reset(scene->arena);
    }
    arena_free(scene->arena);
    scene->arena = kept;
    unlink(c.told);
    print_message("%s: %s%s: %d of %ld calls failed: %d refused, %d right, %d wrong\n",
                  faulty->line, kind, stays ? " from then on" : "", c.runs, calls, c.refused,
                  c.runs - c.refused, c.wrong);
    return c.wrong;
}

void check_faults(Scene *scene, const char *kind, bool stays)
{
    small_corpus(scene); /* small.txt */
    sample_picture(scene);
    scene_write(scene, "pairs.txt", "a b\tc d\nb a\td c\na a\tc c\nb b\td d\n");
    scene_write(scene, "class.txt", "Ada\n=Grace\n");
    check_success(attnviz(scene, "worksheet --level 2 --students class.txt -o forms"));
    int wrong = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        wrong += wrong_runs(scene, kind, stays, &lines[i]);
    assert_int_equal(wrong, 0);
}
