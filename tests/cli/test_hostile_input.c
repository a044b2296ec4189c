/* What a user or an attacker may give the program: one clear line and an exit code, nothing left
 * behind; or, where it is allowed, safely shown. */
#include "base/text.h"
#include "base/utf8.h"
#include "support/picture.h"
#include "support/program.h"
#include "support/sample.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

/* ---- refused ---- */

typedef struct Case {
    const char *arguments[12];
    int status;
    const char *message; /* behind "attnviz: " */
} Case;

static const Case cases[] = {
    /* options */
    {{"--hedas", "3"}, 2, "unknown option --hedas; did you mean --heads?"},
    {{"-s", "a", "-x"}, 2, "unknown option -x; attnviz --help lists all"},
    {{"-s"}, 2, "-s needs a value"},
    {{"-s", "a", "--cost=1"}, 2, "--cost takes no value"},
    {{"-s", "He", "hit"}, 2, "unexpected 'hit'; a sentence goes with --sentence, in quotes"},
    {{"wieghts"}, 2, "unknown command 'wieghts'; did you mean weights?"},
    {{"-s", "a", "-f", "pgn"},
     2,
     "--format: 'pgn' is none of text, png, csv, npy, json; did you mean png?"},
    {{"-s", "a", "--theme", "drak"},
     2,
     "--theme: 'drak' is none of light, dark; did you mean dark?"},
    {{"-s", "a", "-n", "3x"}, 2, "--heads: '3x' is not a whole number"},
    {{"-s", "a", "-n", "-1"}, 2, "--heads: -1 is not from 1 to 1024"},
    {{"-s", "a", "-n", "nan"}, 2, "--heads: 'nan' is not a whole number"},
    {{"-s", "a", "-d", "99999999999999999999"},
     2,
     "--dim: 99999999999999999999 is not from 1 to 4096"},
    {{"-s", "a", "--seed", "-1"}, 2, "--seed: -1 is not from 0 to 9223372036854775807"},
    {{"-s", "a", "--dpi", "1e3"}, 2, "--dpi: '1e3' is not a whole number"},
    {{"-s", "a", "--depth", "2"}, 2, "--depth says how far --explain goes: give that too"},
    {{"-s", "a", "-o", ""}, 2, "--out: the name of the folder is empty"},
    {{"-s", "a", "--completion", "tcsh"},
     2,
     "--completion: no shell 'tcsh'; there are bash, zsh and fish"},
    /* the sentence */
    {{"-s", ""}, 2, "--sentence: no text: attention needs at least one word"},
    {{"-s", " \t\n"}, 2, "--sentence: only white space: attention needs at least one word"},
    {{"-s", "caf\xe9 x"}, 2, "--sentence: not valid UTF-8 at byte offset 3 (0xE9)"},
    {{"-q"}, 1, "standard input: no text: attention needs at least one word"},
    /* dimensions */
    {{"-s", "a", "-w", "random", "-n", "5"},
     2,
     "--heads 5 does not divide the dimension 48; these do: 1, 2, 3, 4, 6, 8, 12, 16, 24, 48"},
    {{"-s", "a", "-n", "5"},
     2,
     "--heads 5: the built-in weights are for 1 2 3 4 6 8 12 16 24 48 heads, not for 5; --weights "
     "random takes any that divides --dim"},
    {{"-s", "a", "-w", "random", "-d", "8"},
     2,
     "--heads 3 (the default) does not divide the dimension 8; these do: 1, 2, 4, 8"},
    {{"-s", "a", "-w", "random", "-d", "7", "-n", "7"},
     2,
     "the dimension 7 is odd, but sinusoidal positions go in pairs of features: --positions none "
     "leaves them out"},
    /* masks */
    {{"-s", "a b", "-m", "casual"},
     2,
     "mask 'casual': neither a file nor one of none, causal, local:W, padding:N; did you mean "
     "'causal'?"},
    {{"-s", "a b", "-m", "local:-1"}, 2, "mask 'local:-1': -1 is not from 0 to 2147483647"},
    {{"-s", "a b", "-m", "padding:3"}, 2, "mask 'padding:3': 3 is not from 0 to 2"},
    {{"-s", "a b", "-m", "none.csv"}, 1, "none.csv: No such file or directory"},
    {{"-s", "a b", "-m", "bad/three.csv"}, 1, "bad/three.csv:1: 3 values, expected 2, one a token"},
    {{"-s", "a b", "-m", "bad/word.csv"}, 1, "bad/word.csv:1: 'yes' is not 0, 1 or -inf"},
    {{"-s", "a b", "-m", "bad/nan.csv"}, 1, "bad/nan.csv:1: 'nan' is not 0, 1 or -inf"},
    {{"-s", "a b", "-m", "bad"}, 1, "bad: Is a directory"},
    /* weights and fonts */
    {{"-s", "a b", "-w", "none.safetensors"}, 1, "none.safetensors: No such file or directory"},
    {{"-s", "a b", "-w", "bad/short.safetensors"},
     1,
     "bad/short.safetensors: 3 bytes are too few for a safetensors file"},
    {{"-s", "a b", "-w", "bad/lying.safetensors"},
     1,
     "bad/lying.safetensors: embeddings: data_offsets 0 to 99999999999 do not lie within the "
     "0 bytes of data"},
    {{"-s", "a b", "-w", "/dev/null"}, 1, "/dev/null: 0 bytes are too few for a safetensors file"},
    {{"-s", "a b", "-w", "bad"}, 1, "bad: Is a directory"},
    {{"-s", "a", "-w", "x", "--seed", "1"},
     2,
     "--seed draws random weights: it goes with --weights random"},
    {{"-s", "a", "--font", "none.ttf"}, 1, "none.ttf: No such file or directory"},
    {{"-s", "a", "--font", "bad/word.csv"},
     1,
     "bad/word.csv: not a font file (TrueType or OpenType)"},
    /* cells */
    {{"-s", "a b", "-e", "raw/wieghts[a,b]"},
     2,
     "--explain 'raw/wieghts[a,b]': no step 'raw/wieghts'; did you mean raw/weights?"},
    {{"-s", "a b", "-e", "raw/weights[a,c]"},
     2,
     "--explain 'raw/weights[a,c]': no key 'c'; there are 2: a b"},
    {{"-s", "a b", "-e", "mask[a,b]"},
     2,
     "--explain 'mask[a,b]': no step 'mask'; the tables name theirs, from embeddings to "
     "difference/weights"},
    /* names are quoted without their control characters */
    {{"-s", "a", "-m", "\x1b[31m\nred"},
     2,
     "mask '␛[31m␊red': neither a file nor one of none, causal, local:W, padding:N"},
    {{"-s", "a", "--\x1b[31m"}, 2, "unknown option --␛[31m; attnviz --help lists all"},
    {{"-s", "a", "-w", "\xff\u202e.st"}, 1, "⟨FF⟩⟨U+202E⟩.st: No such file or directory"},
};

static void prepare_bad_files(Scene *scene)
{
    static const char lying[] = "\x50\0\0\0\0\0\0\0"
                                "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[1,48],"
                                "\"data_offsets\":[0,99999999999]}}    ";
    assert_int_equal(mkdir("bad", 0755), 0);
    scene_write(scene, "bad/three.csv", "1,1,1\n1,1,1\n1,1,1\n");
    scene_write(scene, "bad/word.csv", "1,yes\n1,1\n");
    scene_write(scene, "bad/nan.csv", "nan,1\n1,1\n");
    scene_write_bytes(scene, "bad/short.safetensors", "\x10\0\0", 3);
    scene_write_bytes(scene, "bad/lying.safetensors", lying, sizeof lying - 1);
}

static void check_refused(Scene *scene, const Case *c, const char *files)
{
    Run run = program_run(scene, (Surroundings){.output = NULL}, c->arguments);
    const char *line = arena_format(scene->arena, "attnviz: %s\n", c->message);
    if (run.status != c->status || strcmp(run.errors, line) != 0)
        fail_msg("exit status %d, not %d; it said: %sinstead of: %s", run.status, c->status,
                 run.errors, line);
    assert_string_equal(run.output, "");
    assert_string_equal(scene_list(scene, "."), files);
}

static void bad_input_is_one_line_an_exit_code_and_nothing_else(void **state)
{
    Scene *scene = *state;
    prepare_bad_files(scene);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_refused(scene, &cases[i], "bad");
}

static void bad_input_leaves_an_earlier_run_as_it_was(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "-s", "a b", "-f", "csv,json", "-o", "attnviz-out", NULL);
    assert_int_equal(run.status, 0);
    const char *before = scene_list(scene, "attnviz-out");
    run = program(scene, "-s", "a b", "-m", "padding:3", NULL);
    assert_int_equal(run.status, 2);
    assert_string_equal(scene_list(scene, "attnviz-out"), before);
}

/* ---- too large ---- */

static Bytes repeated(Scene *scene, const char *piece, size_t size)
{
    size_t length = strlen(piece);
    char *text = arena_alloc(scene->arena, size, 1);
    for (size_t i = 0; i < size; i++)
        text[i] = piece[i % length];
    return (Bytes){text, size};
}

static void ten_megabytes_of_words_are_counted_and_refused(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = repeated(scene, "the bat, ", 10 << 20)};
    Run run = program_in(scene, piped, NULL);
    assert_int_equal(run.status, 1);
    assert_string_equal(run.errors,
                        "attnviz: standard input: 3495253 tokens, at most 4096 can be shown\n");
    assert_string_equal(scene_list(scene, "."), "");
}

static void a_megabyte_in_one_word_is_shown_in_part(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = repeated(scene, "supercalifragilistic", 1 << 20)};
    Run run = program_in(scene, piped, "-f", "text,csv,png", "-o", "out", NULL);
    assert_int_equal(run.status, 0);
    assert_true(strlen(run.output) < 100000);
    assert_true(scene_read(scene, "out/01-embeddings.csv").size < 10000);
    assert_true(scene_read(scene, "out/trace.txt").size < (2 << 20));
}

static void too_much_input_is_refused_unread(void **state)
{
    Scene *scene = *state;
    Run run =
        program_in(scene, (Surroundings){.input = repeated(scene, "a", (64 << 20) + 1)}, NULL);
    assert_int_equal(run.status, 1);
    assert_string_equal(run.errors,
                        "attnviz: standard input: larger than the limit of 67108864 bytes\n");
}

/* ---- allowed, and safely shown ---- */

static const char hostile[] =
    "\x1b[2J \x07 \x7f \r <script>alert(1)</script> ' \" \\ `id` $(id) "
    "%s %n | , ; שלום \u202eabc 👩‍👩‍👧 e\u0301 \u2028 x\u200dy \n日本";

static void check_safe(const char *text, const char *what)
{
    for (const char *c = text; *c; c++)
        if (((unsigned char)*c < 0x20 && *c != '\n' && *c != '\r') || *c == 0x7f)
            fail_msg("%s has a raw 0x%02x", what, (unsigned char)*c);
    assert_null(strstr(text, "\u202e"));
    assert_int_equal(utf8_valid_length(text, strlen(text)), strlen(text));
}

static void hostile_tokens_are_shown_safely_in_text_and_csv(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "-s", hostile, "-m", "causal", "-n", "1", "-w", "random", "-d", "4",
                      "-f", "text,csv", "-o", "out", NULL);
    assert_int_equal(run.status, 0);
    check_safe(run.output, "standard output");
    check_safe(scene_read(scene, "out/trace.txt").data, "trace.txt");
    check_safe(scene_read(scene, "out/05-raw-scores.csv").data, "the CSV file");
    run = program(scene, "-s", hostile, "-e", "raw/weights[1,2]", NULL);
    assert_int_equal(run.status, 0);
    check_safe(run.output, "the explanation");
}

static void hostile_tokens_come_back_from_json(void **state)
{
    Scene *scene = *state;
    json_error_t error;
    Run run = program(scene, "-s", hostile, "-n", "1", "-w", "random", "-d", "4", "-f", "json",
                      "-o", "out", NULL);
    assert_int_equal(run.status, 0);
    Bytes text = scene_read(scene, "out/trace.json");
    json_t *document = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(document);
    assert_string_equal(json_string_value(json_object_get(document, "sentence")), hostile);
    assert_string_equal(json_string_value(json_array_get(json_object_get(document, "command"), 2)),
                        hostile);
    json_decref(document);
}

static void hostile_tokens_are_drawn_and_what_cannot_be_is_told(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "-s", hostile, "-n", "1", "-w", "random", "-d", "4", "-f", "png", "-o",
                      "out", NULL);
    assert_int_equal(run.status, 0);
    check_safe(run.errors, "the warning");
    for (int i = 0; i < line_count(run.errors); i++)
        assert_int_equal(strncmp(line_at(scene, run.errors, i), "attnviz: warning: ", 18), 0);
    Picture picture = picture_read(scene, scene_read(scene, "out/00-overview.png"));
    for (int i = 0; i < picture.text_count; i++)
        check_safe(picture.texts[i], picture.keys[i]);
}

static void a_missing_glyph_is_one_warning_that_names_it(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "-q", "-s", "日 a 日", "-n", "1", "-w", "random", "-d", "2", NULL);
    assert_int_equal(run.status, 0);
    assert_string_equal(run.errors,
                        "attnviz: warning: no glyph in the font for U+65E5 (日): drawn as a box; "
                        "--font FILE.ttf names a font that has it\n");
}

static void a_mask_may_hide_a_whole_row_and_the_step_says_so(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "mask.csv", "0,0\n1,1\n");
    Run run = program(scene, "-s", "a b", "-m", "mask.csv", "-f", "text", NULL);
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.output, "    1 of 2 queries sees nothing at all: its weights are "
                                       "0.\n\n         key →\nquery ↓     a     b\n"
                                       "      a  ·     ·      Σ = 0.00\n"));
}

static void a_sentence_that_looks_like_an_option_is_a_sentence(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "-s", "--help me", "-f", "text", "-o", "out", NULL);
    assert_int_equal(run.status, 0);
    assert_string_equal(line_at(scene, run.output, 0), "“--help me”");
}

/* ---- the environment ---- */

static void a_mistaken_environment_is_no_reason_to_fail(void **state)
{
    static const char *const variables[] = {
        "ATTNVIZ_THREADS=0",  "ATTNVIZ_THREADS=many", "ATTNVIZ_KERNEL=avx9000",
        "LC_ALL=tr_TR.UTF-8", "COLUMNS=-5",           "TERM="};
    Scene *scene = *state;
    Run plain = program(scene, "-s", "a b", "-f", "text", "-o", "out", NULL);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        Run run = program_in(scene, (Surroundings){.variable = variables[i]}, "-s", "a b", "-f",
                             "text", "-o", "out", NULL);
        assert_int_equal(run.status, 0);
        assert_string_equal(run.output, plain.output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_one_line_an_exit_code_and_nothing_else),
        cmocka_unit_test(bad_input_leaves_an_earlier_run_as_it_was),
        cmocka_unit_test(ten_megabytes_of_words_are_counted_and_refused),
        cmocka_unit_test(a_megabyte_in_one_word_is_shown_in_part),
        cmocka_unit_test(too_much_input_is_refused_unread),
        cmocka_unit_test(hostile_tokens_are_shown_safely_in_text_and_csv),
        cmocka_unit_test(hostile_tokens_come_back_from_json),
        cmocka_unit_test(hostile_tokens_are_drawn_and_what_cannot_be_is_told),
        cmocka_unit_test(a_missing_glyph_is_one_warning_that_names_it),
        cmocka_unit_test(a_mask_may_hide_a_whole_row_and_the_step_says_so),
        cmocka_unit_test(a_sentence_that_looks_like_an_option_is_a_sentence),
        cmocka_unit_test(a_mistaken_environment_is_no_reason_to_fail),
    };
    return run_scenes(tests);
}
