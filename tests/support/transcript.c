#include "support/transcript.h"

#include <glob.h>

const char *first_word(Scene *scene, const char **rest)
{
    bool quoted = **rest == '\'';
    size_t length = strcspn(*rest + quoted, quoted ? "'" : " ");
    const char *word = arena_strndup(scene->arena, *rest + quoted, length);
    *rest += length + 2 * quoted;
    *rest += **rest == ' ';
    return word;
}

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

bool take_statement(Scene *scene, Bytes *lines, const char **word, Text *text)
{
    Bytes line;
    while (take_line(lines, '\n', &line))
        if (line.size) {
            const char *rest = arena_strndup(scene->arena, line.data, line.size);
            *word = first_word(scene, &rest);
            *text = unescaped(scene->arena, rest);
            return true;
        }
    return false;
}

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
        return begins_with(where, text);
    default:
        return ends_with(where, text);
    }
}

void check_so(const char *word, const char *where, Relation relation, const char *text)
{
    fail_if(!is_so(where, relation, text), "not so: %s %s\nbut: %s", word, text, where);
}

/* ---- all of them ---- */

enum { MOST_TESTS = 500 };

typedef struct Given {
    CheckTranscript *check;
    Bytes lines;
} Given;

static void a_transcript_is_as_it_says(void **state)
{
    Scene *scene = *state;
    const Given *given = scene->given;
    if (!is_done(scene, given->check(scene, given->lines)))
        fail_msg("%s", scene->error.message);
}

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

/* Adds the tests of a file: what lies between two headings. */
static void add_tests(Arena *arena, const char *name, Bytes file, CheckTranscript *check,
                      struct CMUnitTest *tests, size_t *count)
{
    Given *given = NULL;
    Bytes line;
    while (take_line(&file, '\n', &line)) {
        if (line.size > 2 && *line.data == '#') {
            CHECK(*count < MOST_TESTS, "too many transcripts");
            given = arena_alloc(arena, 1, sizeof *given);
            *given = (Given){check, {file.data, 0}};
            tests[(*count)++] = (struct CMUnitTest){.name = test_name(arena, name, line),
                                                    .test_func = a_transcript_is_as_it_says,
                                                    .initial_state = given};
        } else if (given) {
            given->lines.size = (size_t)(file.data - given->lines.data);
        }
    }
}

int run_transcripts(const char *files, CheckTranscript *check)
{
    struct CMUnitTest tests[MOST_TESTS];
    Arena *arena = arena_new();
    size_t count = 0;
    glob_t found;
    const char *pattern = arena_format(arena, TESTS_FOLDER "/%s", files);
    CHECK(glob(pattern, 0, NULL, &found) == 0, "no transcripts");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        Bytes file = file_read(arena, path, 1 << 24);
        add_tests(arena, strrchr(path, '/') + 1, file, check, tests, &count);
    }
    globfree(&found);
    int failures = run_tests_in_scenes(tests, count);
    arena_free(arena);
    return failures;
}
