/* The program as a user sees it, by the transcripts that lie beside this file (*.list):
 *
 *     # a mask hides what comes later
 *     write keep.csv 1,0\n1,1\n
 *     $ -s 'a b' -m keep.csv -f text
 *     shows mask keep.csv
 *     $ -s 'a b' -m none.csv
 *     refused 1 none.csv: No such file or directory
 *
 * Below a # each transcript is a test in a folder of its own. A $ runs attnviz, and what follows is
 * said of that run; one of which nothing else is said ends well and says nothing on standard error.
 * Behind "terminal 80" it runs on a terminal so wide, else its input is empty and its output kept.
 * In all texts \n, \t, \e, \\ and \xFF stand for a byte.
 */
#include "base/text.h"
#include "support/program.h"
#include "support/sample.h"
#include "support/small_corpus.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Transcript {
    Scene *scene;
    Surroundings next;  /* of the run to come */
    Run run, before;    /* the latest, and the one before it */
    const char *files;  /* before the latest */
    bool judged;        /* how the latest ended was told */
    const char *behind; /* what it printed behind the last text that was looked for in order */
    const char *end;    /* of the text of this line, in which there may be zeros */
} Transcript;

/* ---- the words of a transcript ---- */

/* The text up to the first space, or between quotes; `rest` then is behind it. */
static const char *first_word(Transcript *t, const char **rest)
{
    bool quoted = **rest == '\'';
    size_t length = strcspn(*rest + quoted, quoted ? "'" : " ");
    const char *word = arena_strndup(t->scene->arena, *rest + quoted, length);
    *rest += length + 2 * quoted;
    *rest += **rest == ' ';
    return word;
}

static void settle(Transcript *t)
{
    if (!t->judged)
        check_success(t->run);
    t->judged = true;
}

static void runs(Transcript *t, const char *line)
{
    settle(t);
    t->before = t->run;
    t->files = scene_list(t->scene, ".");
    t->run = attnviz_in(t->scene, t->next, "%s", line);
    t->next = (Surroundings){0};
    t->behind = t->run.output;
    t->judged = false;
}

static void has_input(Transcript *t, const char *text)
{
    t->next.input = (Bytes){text, strlen(text)};
}

static void has_output(Transcript *t, const char *path)
{
    t->next.output = path;
}

static void has_variable(Transcript *t, const char *variable)
{
    t->next.variable = variable;
}

static void is_on_terminal(Transcript *t, const char *columns)
{
    t->next.columns = atoi(columns);
}

static void is_written(Transcript *t, const char *text)
{
    const char *path = first_word(t, &text);
    scene_write_bytes(t->scene, path, text, (size_t)(t->end - text));
}

static void is_made(Transcript *t, const char *path)
{
    (void)t;
    assert_int_equal(mkdir(path, 0755), 0);
}

static void is_built_in(Transcript *t, const char *kind)
{
    const char *path = first_word(t, &kind);
    Bytes bytes = scene_read(t->scene, arena_format(t->scene->arena,
                                                    "%s/../src/load/translators/%s.safetensors",
                                                    TESTS_FOLDER, kind));
    scene_write_bytes(t->scene, path, bytes.data, bytes.size);
}

static void is_picture(Transcript *t, const char *none)
{
    (void)none;
    sample_picture(t->scene);
}

static void is_small_corpus(Transcript *t, const char *none)
{
    (void)none;
    small_corpus(t->scene);
}

static void is_refused(Transcript *t, const char *message)
{
    int status = atoi(first_word(t, &message));
    check_refused(t->run, status, message);
    assert_string_equal(scene_list(t->scene, "."), t->files);
    t->judged = true;
}

static void is_refused_with(Transcript *t, const char *beginning)
{
    int status = atoi(first_word(t, &beginning));
    check_refused_with(t->run, status, beginning);
    assert_string_equal(scene_list(t->scene, "."), t->files);
    t->judged = true;
}

static void warns(Transcript *t, const char *warning)
{
    check_warned(t->run, warning);
    t->judged = true;
}

static void has_line(Transcript *t, const char *text)
{
    int index = atoi(first_word(t, &text));
    assert_string_equal(line_at(t->scene, t->run.output, index), text);
}

static void has_lines(Transcript *t, const char *count)
{
    assert_int_equal(line_count(t->run.output), atoi(count));
}

static void file_has_lines(Transcript *t, const char *count)
{
    const char *path = first_word(t, &count);
    assert_int_equal(line_count(scene_read(t->scene, path).data), atoi(count));
}

static void is_narrow(Transcript *t, const char *none)
{
    (void)none;
    check_narrow(t->scene, t->run.output);
}

static void is_the_same(Transcript *t, const char *none)
{
    (void)none;
    assert_string_equal(t->run.output, t->before.output);
}

static void is_another(Transcript *t, const char *none)
{
    (void)none;
    assert_string_not_equal(t->run.output, t->before.output);
}

static void shows_then(Transcript *t, const char *text)
{
    const char *found = strstr(t->behind, text);
    if (!found)
        fail_msg("not there, or not in its place: %s", text);
    t->behind = found;
}

static void files_differ(Transcript *t, const char *other)
{
    Bytes a = scene_read(t->scene, first_word(t, &other)), b = scene_read(t->scene, other);
    assert_true(a.size != b.size || memcmp(a.data, b.data, a.size) != 0);
}

static void files_are_the_same(Transcript *t, const char *other)
{
    const char *path = first_word(t, &other);
    check_same_file(t->scene, path, other);
}

static const struct {
    const char *word;
    void (*heed)(Transcript *t, const char *text);
} words[] = {
    /* before a run */
    {"write", is_written},
    {"mkdir", is_made},
    {"built-in", is_built_in},
    {"small-corpus", is_small_corpus},
    {"picture", is_picture},
    {"input", has_input},
    {"output", has_output},
    {"variable", has_variable},
    {"terminal", is_on_terminal},
    {"$", runs},
    /* how it ended, and what it printed */
    {"refused", is_refused},
    {"refused-with", is_refused_with},
    {"warns", warns},
    {"line", has_line},
    {"lines", has_lines},
    {"file-lines", file_has_lines},
    {"narrow", is_narrow},
    {"same", is_the_same},
    {"other", is_another},
    {"then", shows_then},
    {"same-file", files_are_the_same},
    {"other-file", files_differ},
};

/* ---- texts that are looked at ---- */

typedef enum Place { OUTPUT, ERRORS, FILE_NAMED, FOLDER_NAMED } Place;
typedef enum Relation { IS, HAS, LACKS, BEGINS, ENDS } Relation;

/* Where what, by which word. A file's or folder's name stands before the text. */
static const struct {
    const char *word;
    Place place;
    Relation relation;
} looks[] = {
    {"prints", OUTPUT, IS},
    {"shows", OUTPUT, HAS},
    {"lacks", OUTPUT, LACKS},
    {"begins", OUTPUT, BEGINS},
    {"ends", OUTPUT, ENDS},
    {"errors", ERRORS, IS},
    {"says", ERRORS, HAS},
    {"says-not", ERRORS, LACKS},
    {"file", FILE_NAMED, IS},
    {"file-has", FILE_NAMED, HAS},
    {"file-lacks", FILE_NAMED, LACKS},
    {"folder", FOLDER_NAMED, IS},
    {"folder-has", FOLDER_NAMED, HAS},
    {"folder-lacks", FOLDER_NAMED, LACKS},
};

static const char *looked_at(Transcript *t, Place place, const char **text)
{
    switch (place) {
    case OUTPUT:
        return t->run.output;
    case ERRORS:
        check_finished(t->run);
        t->judged = true;
        return t->run.errors;
    case FILE_NAMED:
        return scene_read(t->scene, first_word(t, text)).data;
    default:
        return scene_list(t->scene, first_word(t, text));
    }
}

/* Whether a text is, has, lacks, begins or ends with another. */
static bool is_so(const char *where, Relation relation, const char *text)
{
    switch (relation) {
    case IS:
        return !strcmp(where, text);
    case HAS:
        return strstr(where, text);
    case LACKS:
        return !strstr(where, text);
    case BEGINS:
        return !strncmp(where, text, strlen(text));
    default:
        return ends_with(where, text);
    }
}

/* ---- a transcript ---- */

static Text unescaped(Arena *arena, const char *text)
{
    static const char letters[] = "nte\\", bytes[] = "\n\t\x1b\\";
    Text out = text_new(arena);
    for (; *text; text++) {
        char byte = *text;
        const char *letter = byte == '\\' && text[1] ? strchr(letters, text[1]) : NULL;
        if (letter) {
            byte = bytes[letter - letters];
            text++;
        } else if (byte == '\\' && text[1] == 'x') {
            byte = (char)strtol((char[]){text[2], text[3], '\0'}, NULL, 16);
            text += 3;
        }
        text_add_bytes(&out, &byte, 1);
    }
    return out;
}

static void check_line(Transcript *t, const char *line)
{
    const char *word = first_word(t, &line);
    Text unescaped_line = unescaped(t->scene->arena, line);
    const char *text = unescaped_line.data;
    t->end = text + unescaped_line.length;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].word, word)) {
            words[i].heed(t, text);
            return;
        }
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].word, word)) {
            const char *where = looked_at(t, looks[i].place, &text);
            if (!is_so(where, looks[i].relation, text))
                fail_msg("not so: %s %s\nbut: %s", word, line, where);
            return;
        }
    fail_msg("no such word: %s", word);
}

static void a_transcript_is_as_it_says(void **state)
{
    Scene *scene = *state;
    const Bytes *lines = scene->given;
    Bytes rest = *lines, line;
    Transcript t = {.scene = scene, .judged = true};
    while (take_line(&rest, &line))
        if (line.size)
            check_line(&t, arena_strndup(scene->arena, line.data, line.size));
    settle(&t);
}

/* ---- all of them ---- */

enum { MOST_TESTS = 500 };

/* cmocka's name for it: "compare_a_mask_hides_what_comes_later". */
static const char *test_name(Arena *arena, const char *file, Bytes heading)
{
    char *name = arena_format(arena, "%.*s_%.*s", (int)strcspn(file, "."), file,
                              (int)heading.size - 2, heading.data + 2);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789", *c))
            *c = '_';
    return name;
}

/* Adds the transcripts of a file: what lies between two headings. */
static void add_tests(Arena *arena, const char *name, Bytes file, struct CMUnitTest *tests,
                      size_t *count)
{
    Bytes *lines = NULL, line;
    while (take_line(&file, &line)) {
        if (line.size > 2 && *line.data == '#') {
            CHECK(*count < MOST_TESTS, "too many transcripts");
            lines = arena_alloc(arena, 1, sizeof *lines);
            *lines = (Bytes){file.data, 0};
            tests[(*count)++] = (struct CMUnitTest){.name = test_name(arena, name, line),
                                                    .test_func = a_transcript_is_as_it_says,
                                                    .initial_state = lines};
        } else if (lines) {
            lines->size = (size_t)(file.data - lines->data);
        }
    }
}

int main(void)
{
    static struct CMUnitTest tests[MOST_TESTS];
    Arena *arena = arena_new();
    size_t count = 0;
    glob_t found;
    CHECK(glob(TESTS_FOLDER "/cli/*.list", 0, NULL, &found) == 0, "no transcripts");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Error error;
        Bytes file;
        const char *path = found.gl_pathv[i];
        CHECK(file_read(arena, path, 1 << 24, &file, &error), "%s", error.message);
        add_tests(arena, strrchr(path, '/') + 1, file, tests, &count);
    }
    globfree(&found);
    int failures = run_tests_in_scenes(tests, count);
    arena_free(arena);
    return failures;
}
