/* What a user or an attacker may give the program: one clear line and an exit code, nothing left
 * behind; or, where it is allowed, safely shown. */
#include "base/text.h"
#include "base/utf8.h"
#include "support/document.h"
#include "support/picture.h"
#include "support/program.h"
#include "support/sample.h"

#include <string.h>
#include <sys/stat.h>

/* ---- refused ---- */

static const Refusal refusals[] = {
    /* options */
    {"--hedas 3", 2, "unknown option --hedas; did you mean --heads?"},
    {"-s a -x", 2, "unknown option -x; attnviz --help lists all"},
    {"-s", 2, "-s needs a value"},
    {"-s a --cost=1", 2, "--cost takes no value"},
    {"-s He hit", 2, "unexpected 'hit'; a sentence goes with --sentence, in quotes"},
    {"wieghts", 2, "unknown command 'wieghts'; did you mean weights?"},
    {"-s a -f pgn", 2, "--format: 'pgn' is none of text, png, csv, npy, json; did you mean png?"},
    {"-s a --theme drak", 2, "--theme: 'drak' is none of light, dark; did you mean dark?"},
    {"-s a -n 3x", 2, "--heads: '3x' is not a whole number"},
    {"-s a -n -1", 2, "--heads: -1 is not from 1 to 1024"},
    {"-s a -n nan", 2, "--heads: 'nan' is not a whole number"},
    {"-s a -d 99999999999999999999", 2, "--dim: 99999999999999999999 is not from 1 to 4096"},
    {"-s a --seed -1", 2, "--seed: -1 is not from 0 to 9223372036854775807"},
    {"-s a --dpi 1e3", 2, "--dpi: '1e3' is not a whole number"},
    {"-s a --depth 2", 2, "--depth says how far --explain goes: give that too"},
    {"-s a -o ''", 2, "--out: the name of the folder is empty"},
    {"-s a --completion tcsh", 2, "--completion: no shell 'tcsh'; there are bash, zsh and fish"},
    /* the sentence */
    {"-s ''", 2, "--sentence: no text: attention needs at least one word"},
    {"-s ' \t\n'", 2, "--sentence: only white space: attention needs at least one word"},
    {"-s 'caf\xe9 x'", 2, "--sentence: not valid UTF-8 at byte offset 3 (0xE9)"},
    {"-q", 1, "standard input: no text: attention needs at least one word"},
    /* dimensions */
    {"-s a -w random -n 5", 2,
     "--heads 5 does not divide the dimension 48; these do: 1, 2, 3, 4, 6, 8, 12, 16, 24, 48"},
    {"-s a -n 5", 2,
     "--heads 5: the built-in weights are for 1 2 3 4 6 8 12 16 24 48 heads, not for 5; --weights "
     "random takes any that divides --dim"},
    {"-s a -w random -d 8", 2,
     "--heads 3 (the default) does not divide the dimension 8; these do: 1, 2, 4, 8"},
    {"-s a -w random -d 7 -n 7", 2,
     "the dimension 7 is odd, but sinusoidal positions go in pairs of features: --positions none "
     "leaves them out"},
    /* masks */
    {"-s 'a b' -m casual", 2,
     "mask 'casual': neither a file nor one of none, causal, local:W, padding:N; did you mean "
     "'causal'?"},
    {"-s 'a b' -m local:-1", 2, "mask 'local:-1': -1 is not from 0 to 2147483647"},
    {"-s 'a b' -m padding:3", 2, "mask 'padding:3': 3 is not from 0 to 2"},
    {"-s 'a b' -m none.csv", 1, "none.csv: No such file or directory"},
    {"-s 'a b' -m bad/three.csv", 1, "bad/three.csv:1: 3 values, expected 2, one a token"},
    {"-s 'a b' -m bad/word.csv", 1, "bad/word.csv:1: 'yes' is not 0, 1 or -inf"},
    {"-s 'a b' -m bad/nan.csv", 1, "bad/nan.csv:1: 'nan' is not 0, 1 or -inf"},
    {"-s 'a b' -m bad", 1, "bad: Is a directory"},
    /* weights and fonts */
    {"-s 'a b' -w none.safetensors", 1, "none.safetensors: No such file or directory"},
    {"-s 'a b' -w bad/short.safetensors", 1,
     "bad/short.safetensors: 3 bytes are too few for a safetensors file"},
    {"-s 'a b' -w bad/lying.safetensors", 1,
     "bad/lying.safetensors: embeddings: data_offsets 0 to 99999999999 do not lie within the "
     "0 bytes of data"},
    {"-s 'a b' -w /dev/null", 1, "/dev/null: 0 bytes are too few for a safetensors file"},
    {"-s 'a b' -w bad", 1, "bad: Is a directory"},
    {"-s a -w x --seed 1", 2, "--seed draws random weights: it goes with --weights random"},
    {"-s a --font none.ttf", 1, "none.ttf: No such file or directory"},
    {"-s a --font bad/word.csv", 1, "bad/word.csv: not a font file (TrueType or OpenType)"},
    /* cells */
    {"-s 'a b' -e raw/wieghts[a,b]", 2,
     "--explain 'raw/wieghts[a,b]': no step 'raw/wieghts'; did you mean raw/weights?"},
    {"-s 'a b' -e raw/weights[a,c]", 2,
     "--explain 'raw/weights[a,c]': no key 'c'; there are 2: a b"},
    {"-s 'a b' -e mask[a,b]", 2,
     "--explain 'mask[a,b]': no step 'mask'; the tables name theirs, from embeddings to "
     "difference/weights"},
    /* compare */
    {"compare -s 'a bat' -s bat", 2, "no word to compare: give one with --word"},
    {"compare --word", 2, "--word needs a value"},
    {"compare -W '' -s 'a bat' -s bat", 2, "--word: the word is empty"},
    {"compare -W bat:0 -s 'a bat' -s bat", 2,
     "--word: the number behind the colon: 0 is not from 1 to 4096"},
    {"compare -W bat:x -s 'a bat' -s bat", 2,
     "--word: the number behind the colon: 'x' is not a whole number"},
    {"compare -W bat: -s 'a bat' -s bat", 2,
     "--word: the number behind the colon: '' is not a whole number"},
    {"compare -W bat:3 -s 'bat, bat' -s bat", 2,
     "--word bat:3: sentence 1 has bat only 2 times, “bat, bat”"},
    {"compare -W bat:2 -s 'bat, bat' -s 'a bat'", 2,
     "--word bat:2: sentence 2 has bat only once, “a bat”"},
    {"compare -W mammal -s 'a mammal' -s 'a bat'", 2,
     "--word mammal is not in sentence 2, “a bat”"},
    {"compare -W 'bat ball' -s 'a bat' -s bat", 2, "--word 'bat ball' is 2 words: one is compared"},
    {"compare -W a -W b -s 'a b' -s a", 2, "--word is given 2 times: one word is compared"},
    {"compare -W bat -s 'a bat'", 2, "1 sentence: give 2 to 16, each with --sentence"},
    {"compare -W bat", 2, "0 sentences: give 2 to 16, each with --sentence"},
    {"compare -W bat -s 'a bat' -s ''", 2,
     "sentence 2: no text: attention needs at least one word"},
    {"compare -W bat -s 'a bat' -s 'bat \xff'", 2,
     "sentence 2: not valid UTF-8 at byte offset 4 (0xFF)"},
    {"compare -W b\xff -s 'a bat' -s bat", 2, "--word: not valid UTF-8 at byte offset 1 (0xFF)"},
    {"compare -W \x1b -s 'a bat' -s bat", 2, "--word ␛ is not in sentence 1, “a bat”"},
    {"compare -W wug -s \x1b[2J -s wug", 2, "--word wug is not in sentence 1, “␛[2J”"},
    {"compare -W bat -s - -s -", 2, "standard input can be one sentence, not 2"},
    {"compare -W bat -s 'a bat' -s !? -w built-in", 1,
     "sentence 2: no word in the text, only marks that have no vector: \"!\" \"?\""},
    {"compare -W bat -s 'a bat' -s bat -m padding:2", 2,
     "sentence 2: mask 'padding:2': 2 is not from 0 to 1"},
    {"compare -W bat -s 'a bat' -s bat --top 0", 2, "--top: 0 is not from 1 to 1000"},
    {"compare -W bat -s 'a bat' -s bat -k 1001", 2, "--top: 1001 is not from 1 to 1000"},
    {"compare -W bat -s 'a bat' -s bat -n 5 -w built-in", 2,
     "--heads 5: the built-in weights are for 1 2 3 4 6 8 12 16 24 48 heads, not for 5; --weights "
     "random takes any that divides --dim"},
    {"compare -W bat -s 'a bat' -s bat -e sentence-3/after[1,1]", 2,
     "--explain 'sentence-3/after[1,1]': no step 'sentence-3/after'; did you mean "
     "sentence-1/after?"},
    /* neighbours */
    {"neighbours", 2, "no word to begin with: attnviz neighbours WORD..."},
    {"neighbours --minus man", 2,
     "no word to begin with: attnviz neighbours WORD --minus WORD --plus WORD"},
    {"neighbours king queen --plus man", 2,
     "a sum begins with one word, not 2: the others go with --plus"},
    {"neighbours king --minus ''", 2, "--minus: the word is empty"},
    {"neighbours ''", 2, "WORD: the word is empty"},
    {"neighbours \xff", 2, "WORD: not valid UTF-8 at byte offset 0 (0xFF)"},
    {"neighbours \x1b[31m -w built-in", 1, "the built-in weights have no vector for '␛[31m'"},
    {"neighbours flurble -w built-in", 1, "the built-in weights have no vector for 'flurble'"},
    {"neighbours king - man + woman", 2,
     "'-' is no word: a sum is attnviz neighbours WORD --minus WORD --plus WORD"},
    {"neighbours king − man", 2,
     "'−' is no word: a sum is attnviz neighbours WORD --minus WORD --plus WORD"},
    {"neighbours king -w random", 2, "random vectors have no neighbours worth a look"},
    {"neighbours king -w x -E y", 2, "--weights and --embeddings are both vectors: give one"},
    {"neighbours king -k 0", 2, "--top: 0 is not from 1 to 1000"},
    {"neighbours king -s a", 2, "-s (--sentence) is no option of attnviz neighbours"},
    /* embeddings */
    {"-s 'he bat' -E bad/five.csv", 2,
     "--heads 3 (the default) does not divide the dimension 5 of bad/five.csv; these do: 1, 5; and "
     "as it is odd, --positions none"},
    {"-s 'he bat' -E bad/five.csv -p none", 2,
     "--heads 3 (the default) does not divide the dimension 5 of bad/five.csv; these do: 1, 5"},
    {"-s 'he bat' -E bad/five.csv -n 5", 2,
     "the dimension 5 of bad/five.csv is odd, but sinusoidal positions go in pairs of features: "
     "--positions none leaves them out"},
    {"-s 'he bat' -E bad/five.csv -n 5 -d 6 -p none", 2,
     "--dim 6, but bad/five.csv has 5 features a word"},
    {"-s 'he bat' -E bad/five.csv -w built-in", 1,
     "bad/five.csv has 5 numbers a word, but the weights (learned from WordNet 3.0 (built in)) "
     "have 48"},
    {"-s wug -E bad/five.csv", 1, "bad/five.csv: no vector for any word of the text"},
    {"-s 'he bat' -E bad/five.csv -w built-in -S 1", 2,
     "--seed draws random weights: it goes with --weights random"},
    /* weights and what is no command */
    {"weights -w bad/word.csv", 1,
     "bad/word.csv: not a safetensors file: its header would be 3184337902267608113 bytes, at most "
     "100000000"},
    {"weights -w bad/short.safetensors", 1,
     "bad/short.safetensors: 3 bytes are too few for a safetensors file"},
    {"weights -w bad", 1, "bad: Is a directory"},
    {"weights -w none", 1, "none: No such file or directory"},
    {"weights now", 2, "unexpected 'now'; this command takes options only"},
    {"weights -s a", 2, "-s (--sentence) is no option of attnviz weights"},
    {"projections -s a --word b", 2, "--word is no option of attnviz projections"},
    {"projections a bat", 2, "unexpected 'a'; a sentence goes with --sentence, in quotes"},
    {"projections --source 'a bat'", 2,
     "--source is no option of attnviz projections; a sentence goes with --sentence"},
    {"transformer 'the house is small'", 2,
     "unexpected 'the house is small'; a sentence goes with --source, in quotes"},
    {"bahdanau -s 'the house is small'", 2,
     "-s (--sentence) is no option of attnviz bahdanau; a sentence goes with --source"},
    {"bahdanau --sentence 'the house is small'", 2,
     "--sentence is no option of attnviz bahdanau; a sentence goes with --source"},
    {"help", 2, "'help' is an option: attnviz --help, and each command's --help"},
    {"comp", 2, "unknown command 'comp'; did you mean compare?"},
    {"neighbors bat", 2, "unknown command 'neighbors'; did you mean neighbours?"},
    /* names are quoted without their control characters */
    {"-s a -m '\x1b[31m\nred'", 2,
     "mask '␛[31m␊red': neither a file nor one of none, causal, local:W, padding:N"},
    {"-s a --\x1b[31m", 2, "unknown option --␛[31m; attnviz --help lists all"},
    {"-s a -w \xff\u202e.st", 1, "⟨FF⟩⟨U+202E⟩.st: No such file or directory"},
};

/* Of every command that takes word vectors. */
static const Refusal bad_vectors[] = {
    {"-E none.txt", 1, "none.txt: No such file or directory"},
    {"-E bad", 1, "bad: Is a directory"},
    {"-E bad/short.txt", 1, "bad/short.txt:2: 2 numbers, expected 4"},
    {"-E bad/garbage.txt", 1,
     "bad/garbage.txt: not a table of word vectors: a word and its numbers a line, with blanks or "
     "commas between, or word2vec's binary format"},
    {"-E /dev/null", 1, "/dev/null: empty file"},
};

static const char *const with_vectors[] = {"-s 'he bat'", "neighbours bat",
                                           "compare -W bat -s 'he bat' -s bat",
                                           "projections -s 'he bat'"};

static void prepare_bad_files(Scene *scene)
{
    static const char lying[] = "\x50\0\0\0\0\0\0\0"
                                "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[1,48],"
                                "\"data_offsets\":[0,99999999999]}}    ";
    static const char garbage[] = "\x7f\x45LF\x02\x01\0\0\xff\xfe\x80\0\n\0\x9c\xc3\x28";
    assert_int_equal(mkdir("bad", 0755), 0);
    scene_write(scene, "bad/five.csv", "he,1,2,3,4,5\nbat,2,3,1,0,1\n");
    scene_write(scene, "bad/short.txt", "he 1 2 3 4\nbat 2 3");
    scene_write_bytes(scene, "bad/garbage.txt", garbage, sizeof garbage - 1);
    scene_write(scene, "bad/three.csv", "1,1,1\n1,1,1\n1,1,1\n");
    scene_write(scene, "bad/word.csv", "1,yes\n1,1\n");
    scene_write(scene, "bad/nan.csv", "nan,1\n1,1\n");
    scene_write_bytes(scene, "bad/short.safetensors", "\x10\0\0", 3);
    scene_write_bytes(scene, "bad/lying.safetensors", lying, sizeof lying - 1);
}

static void bad_input_is_one_line_an_exit_code_and_nothing_else(void **state)
{
    Scene *scene = *state;
    prepare_bad_files(scene);
    check_refusals(scene, NULL, refusals, sizeof refusals / sizeof *refusals);
    for (int i = 0; i < 4; i++)
        check_refusals(scene, with_vectors[i], bad_vectors,
                       sizeof bad_vectors / sizeof *bad_vectors);
}

/* So many of the same argument, behind these. */
static Run run_with_many(Scene *scene, const char *const *first, const char *const *again,
                         int times)
{
    const char *arguments[40];
    int count = 0;
    while (first[count]) {
        arguments[count] = first[count];
        count++;
    }
    for (int i = 0; i < times; i++)
        for (int k = 0; again[k]; k++)
            arguments[count++] = again[k];
    arguments[count] = NULL;
    return program_run(scene, (Surroundings){.output = NULL}, arguments);
}

static void too_many_words_or_sentences_are_refused(void **state)
{
    Scene *scene = *state;
    Run run = run_with_many(scene, (const char *[]){"compare", "-W", "a", NULL},
                            (const char *[]){"-s", "a", NULL}, 17);
    check_refused(run, EXIT_USAGE, "17 sentences: give 2 to 16, each with --sentence");
    run = run_with_many(scene, (const char *[]){"neighbours", NULL}, (const char *[]){"bat", NULL},
                        17);
    check_refused(run, EXIT_USAGE, "more than 16 words: give fewer");
    assert_string_equal(scene_list(scene, "."), "");
}

static void bad_input_leaves_an_earlier_run_as_it_was(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' -f csv,json -o attnviz-out");
    check_success(run);
    const char *before = scene_list(scene, "attnviz-out");
    run = attnviz(scene, "-s 'a b' -m padding:3");
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
    Run run = attnviz_in(scene, piped, " ");
    check_refused(run, EXIT_FAILURE, "standard input: 3495253 tokens, at most 4096 can be shown");
    assert_string_equal(scene_list(scene, "."), "");
}

static void a_megabyte_in_one_word_is_refused(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = repeated(scene, "supercalifragilistic", 1 << 20)};
    check_refused(attnviz_in(scene, piped, "%s", ""), EXIT_FAILURE,
                  "standard input: a token of 1048576 bytes, at most 1024: "
                  "'supercalifragilisticsupercalifragilistic…'");
    assert_string_equal(scene_list(scene, "."), "");
}

static void a_long_word_is_shown_in_part(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = repeated(scene, "supercalifragilistic", 1024)};
    Run run = attnviz_in(scene, piped, "-f text,csv,png -o out");
    check_finished(run);
    assert_true(strlen(run.output) < 100000);
    assert_true(scene_read(scene, "out/01-embeddings.csv").size < 1500);
    assert_true(scene_read(scene, "out/trace.txt").size < 200000);
}

static void too_much_input_is_refused_unread(void **state)
{
    Scene *scene = *state;
    Run run = attnviz_in(scene, (Surroundings){.input = repeated(scene, "a", (64 << 20) + 1)}, " ");
    check_refused(run, EXIT_FAILURE, "standard input: larger than the limit of 67108864 bytes");
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
    Run run = attnviz(scene, "-s \1%s\1 -m causal -n 1 -w random -d 4 -f text,csv -o out", hostile);
    check_finished(run);
    check_safe(run.output, "standard output");
    check_safe(scene_read(scene, "out/trace.txt").data, "trace.txt");
    check_safe(scene_read(scene, "out/05-raw-scores.csv").data, "the CSV file");
    run = attnviz(scene, "-s \1%s\1 -e raw/weights[1,2]", hostile);
    check_finished(run);
    check_safe(run.output, "the explanation");
}

static void hostile_tokens_come_back_from_json(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s \1%s\1 -n 1 -w random -d 4 -f json -o out", hostile);
    check_success(run);
    json_t *document = document_of(scene, "out/trace.json");
    assert_string_equal(json_string_value(json_object_get(document, "sentence")), hostile);
    assert_string_equal(json_string_value(json_array_get(json_object_get(document, "command"), 2)),
                        hostile);
    json_decref(document);
}

static void hostile_tokens_are_drawn_and_what_cannot_be_is_told(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s \1%s\1 -n 1 -w random -d 4 -f png -o out", hostile);
    check_finished(run);
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
    Run run = attnviz(scene, "-q -s '日 a 日' -n 1 -w random -d 2");
    check_warned(run, "no glyph in the font for U+65E5 (日): drawn as a box; "
                      "--font FILE.ttf names a font that has it");
}

static void a_mask_may_hide_a_whole_row_and_the_step_says_so(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "mask.csv", "0,0\n1,1\n");
    Run run = attnviz(scene, "-s 'a b' -m mask.csv -f text");
    check_success(run);
    assert_non_null(strstr(run.output, "    1 of 2 queries sees nothing at all: its weights are "
                                       "0.\n\n         key →\nquery ↓     a     b\n"
                                       "      a  ·     ·      Σ = 0.00\n"));
}

static void a_sentence_that_looks_like_an_option_is_a_sentence(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s '--help me' -f text -o out");
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“--help me”");
}

/* ---- the environment ---- */

static void a_mistaken_environment_is_no_reason_to_fail(void **state)
{
    static const char *const variables[] = {
        "ATTNVIZ_THREADS=0",  "ATTNVIZ_THREADS=many", "ATTNVIZ_KERNEL=avx9000",
        "LC_ALL=tr_TR.UTF-8", "COLUMNS=-5",           "TERM="};
    Scene *scene = *state;
    Run plain = attnviz(scene, "-s 'a b' -f text -o out");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        Run run =
            attnviz_in(scene, (Surroundings){.variable = variables[i]}, "-s 'a b' -f text -o out");
        check_success(run);
        assert_string_equal(run.output, plain.output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_one_line_an_exit_code_and_nothing_else),
        cmocka_unit_test(too_many_words_or_sentences_are_refused),
        cmocka_unit_test(bad_input_leaves_an_earlier_run_as_it_was),
        cmocka_unit_test(ten_megabytes_of_words_are_counted_and_refused),
        cmocka_unit_test(a_megabyte_in_one_word_is_refused),
        cmocka_unit_test(a_long_word_is_shown_in_part),
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
