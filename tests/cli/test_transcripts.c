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
 */
#include "support/draft.h"
#include "support/program.h"
#include "support/sample.h"
#include "support/small_corpus.h"
#include "support/transcript.h"

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

/* "input-words 600 300": so many words, of which so many are different. */
static void has_words(Transcript *t, const char *numbers)
{
    int count = atoi(first_word(t->scene, &numbers)), different = atoi(numbers);
    has_input(t, many_words(t->scene, count, different));
}

/* "input-bytes 1024 abc": so many bytes of the text again and again. */
static void has_bytes(Transcript *t, const char *text)
{
    size_t size = (size_t)atol(first_word(t->scene, &text)), length = strlen(text);
    char *bytes = arena_alloc(t->scene->arena, size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = text[i % length];
    t->next.input = (Bytes){bytes, size};
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
    const char *path = first_word(t->scene, &text);
    scene_write_bytes(t->scene, path, text, (size_t)(t->end - text));
}

static void is_made(Transcript *t, const char *path)
{
    (void)t;
    assert_int_equal(mkdir(path, 0755), 0);
}

static void is_renamed(Transcript *t, const char *name)
{
    const char *path = first_word(t->scene, &name);
    assert_int_equal(rename(path, name), 0);
}

/* "broken-off w train attention": the line, interrupted as soon as there is a file w. */
static void is_broken_off(Transcript *t, const char *line)
{
    settle(t);
    const char *file = first_word(t->scene, &line);
    program_break_off(t->scene, line, file);
}

/* A folder with a small pretrained model (tests/load/pretrained). */
static void is_pretrained(Transcript *t, const char *name)
{
    const char *copy = "cp -r " TESTS_FOLDER "/load/pretrained/%s .";
    assert_int_equal(system(arena_format(t->scene->arena, copy, name)), 0);
}

static void is_built_in(Transcript *t, const char *kind)
{
    const char *path = first_word(t->scene, &kind);
    Bytes bytes = scene_read(t->scene, arena_format(t->scene->arena,
                                                    "%s/../src/load/translators/%s.safetensors",
                                                    TESTS_FOLDER, kind));
    scene_write_bytes(t->scene, path, bytes.data, bytes.size);
}

/* A file for the words the, bat and ball, with two heads, in which all numbers are the same. */
static void are_weights(Transcript *t, const char *number)
{
    static const char *const names[] = {"embeddings", "W_Q", "W_K", "W_V", "W_O"};
    Draft draft = {.arena = t->scene->arena};
    const char *path = first_word(t->scene, &number);
    draft_text(&draft, "vocabulary", "the\nbat\nball");
    draft_text(&draft, "heads", "2");
    for (int i = 0; i < 5; i++)
        draft_tensor(&draft, names[i],
                     tensor_filled(draft.arena, i ? 4 : 3, 4, (real)strtod(number, NULL)));
    draft_write(&draft, path);
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
    int status = atoi(first_word(t->scene, &message));
    check_refused(t->run, status, message);
    assert_string_equal(scene_list(t->scene, "."), t->files);
    t->judged = true;
}

static void is_refused_with(Transcript *t, const char *beginning)
{
    int status = atoi(first_word(t->scene, &beginning));
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
    int index = atoi(first_word(t->scene, &text));
    assert_string_equal(line_at(t->scene, t->run.output, index), text);
}

static void has_lines(Transcript *t, const char *count)
{
    assert_int_equal(line_count(t->run.output), atoi(count));
}

static void file_has_lines(Transcript *t, const char *count)
{
    const char *path = first_word(t->scene, &count);
    assert_int_equal(line_count(scene_read(t->scene, path).data), atoi(count));
}

static void is_narrow(Transcript *t, const char *none)
{
    (void)none;
    check_narrow(t->scene, t->run.output, 80);
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
    fail_if(!found, "not there, or not in its place: %s", text);
    t->behind = found;
}

static void files_differ(Transcript *t, const char *other)
{
    Bytes a = scene_read(t->scene, first_word(t->scene, &other)), b = scene_read(t->scene, other);
    assert_true(a.size != b.size || memcmp(a.data, b.data, a.size) != 0);
}

static void files_are_the_same(Transcript *t, const char *other)
{
    const char *path = first_word(t->scene, &other);
    check_same_file(t->scene, path, other);
}

/* Name by name and byte by byte. */
static void folders_are_the_same(Transcript *t, const char *other)
{
    const char *folder = first_word(t->scene, &other), *names = scene_list(t->scene, folder);
    int count;
    assert_string_equal(names, scene_list(t->scene, other));
    for (char **name = words_of_line(t->scene, names, &count); *name; name++)
        check_same_file(t->scene, arena_format(t->scene->arena, "%s/%s", folder, *name),
                        arena_format(t->scene->arena, "%s/%s", other, *name));
}

/* What is printed first is what the file holds. */
static void begins_with_file(Transcript *t, const char *path)
{
    assert_true(begins_with(t->run.output, scene_read(t->scene, path).data));
}

/* "file-below 200000 trace.txt": smaller than that. */
static void file_is_small(Transcript *t, const char *path)
{
    size_t most = (size_t)atol(first_word(t->scene, &path));
    assert_true(scene_read(t->scene, path).size < most);
}

static const struct {
    const char *word;
    void (*heed)(Transcript *t, const char *text);
} words[] = {
    /* before a run */
    {"write", is_written},
    {"mkdir", is_made},
    {"rename", is_renamed},
    {"broken-off", is_broken_off},
    {"built-in", is_built_in},
    {"pretrained", is_pretrained},
    {"small-corpus", is_small_corpus},
    {"weights", are_weights},
    {"picture", is_picture},
    {"input", has_input},
    {"input-words", has_words},
    {"input-bytes", has_bytes},
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
    {"file-below", file_is_small},
    {"begins-with-file", begins_with_file},
    {"narrow", is_narrow},
    {"same", is_the_same},
    {"other", is_another},
    {"then", shows_then},
    {"same-file", files_are_the_same},
    {"same-folder", folders_are_the_same},
    {"other-file", files_differ},
};

/* ---- texts that are looked at ---- */

typedef enum Place { OUTPUT, ERRORS, FILE_NAMED, FOLDER_NAMED } Place;

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
    {"file-begins", FILE_NAMED, BEGINS},
    {"file-ends", FILE_NAMED, ENDS},
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
        return scene_read(t->scene, first_word(t->scene, text)).data;
    default:
        return scene_list(t->scene, first_word(t->scene, text));
    }
}

/* ---- a transcript ---- */

static void check_statement(Transcript *t, const char *word, const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].word, word)) {
            words[i].heed(t, text);
            return;
        }
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].word, word)) {
            const char *where = looked_at(t, looks[i].place, &text);
            check_so(word, where, looks[i].relation, text);
            return;
        }
    fail_msg("no such word: %s", word);
}

static void check_transcript(Scene *scene, Bytes lines)
{
    Transcript t = {.scene = scene, .judged = true};
    const char *word;
    Text text;
    while (take_statement(scene, &lines, &word, &text)) {
        t.end = text.data + text.length;
        check_statement(&t, word, text.data);
    }
    settle(&t);
}

int main(void)
{
    return run_transcripts("cli/*.list", check_transcript);
}
