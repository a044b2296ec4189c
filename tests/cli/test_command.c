/* The command line as a user sees it: arguments in; tables, files and exit codes out. */
#include "base/text.h"
#include "base/version.h"
#include "support/program.h"
#include "support/sample.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char bats[] = "He hit the ball with the bat";

/* ---- the main job ---- */

static void the_main_job_writes_its_tables_and_pictures(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "--sentence '%s' --heads 3 --mask causal", bats));
    assert_string_equal(
        scene_list(scene, "attnviz-out"),
        ".attnviz 00-overview.png 04-mask.png 05-raw-scores.png 06-raw-scaled.png "
        "07-raw-masked.png 08-raw-weights.png 16-head-1-scores.png 17-head-1-scaled.png "
        "18-head-1-masked.png 19-head-1-stages.png 19-head-1-weights.png 27-head-2-scores.png "
        "28-head-2-scaled.png 29-head-2-masked.png 30-head-2-stages.png 30-head-2-weights.png "
        "38-head-3-scores.png 39-head-3-scaled.png 40-head-3-masked.png 41-head-3-stages.png "
        "41-head-3-weights.png 46-heads.png 46-mean-weights.png 47-difference-weights.png "
        "47-xxt-beside-heads.png trace.txt");
}

static void the_main_job_shows_its_tables_and_says_where_to_look(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s '%s' -n 3 -m causal", bats);
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“He hit the ball with the bat”");
    assert_non_null(strstr(run.output, "\n41. Attention weights of head 3\n"));
    assert_true(ends_with(
        run.output, "Tables were cut to fit; whole ones: --full, or attnviz-out/trace.txt.\n"
                    "Wrote 26 files to attnviz-out (weights learned from WordNet 3.0 (built in)).\n"
                    "Open attnviz-out/00-overview.png first.\n"));
    check_narrow(scene, run.output);
}

static void full_tables_are_what_trace_txt_holds(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s '%s' --full --cost", bats);
    check_success(run);
    const char *file = scene_read(scene, "attnviz-out/trace.txt").data;
    assert_int_equal(strncmp(run.output, file, strlen(file)), 0);
    assert_non_null(strstr(file, "\nCost in multiply-adds, n = 7, d = 48\n"));
    assert_null(strstr(file, "…  "));
    assert_null(strstr(run.output, "Tables were cut"));
}

static void features_are_pictures_too_when_asked_for(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-s 'a b' -f png -o out --features"));
    const char *list = scene_list(scene, "out");
    static const char *const names[] = {
        "01-embeddings.png",  "03-input.png", "-head-1-W_Q.png", "-head-1-Q.png",
        "-head-1-output.png", "-concat.png",  "-W_O.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(strstr(list, names[i]));
    check_success(attnviz(scene, "-s 'a b' -f png -o out"));
    assert_null(strstr(scene_list(scene, "out"), "embeddings"));
}

/* ---- formats ---- */

static void csv_and_npy_are_a_file_a_step(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' -n 1 -w random -d 4 -p none -f npy,csv -o out");
    check_success(run);
    assert_string_equal(run.output, "Wrote 40 files to out (weights random, not learned).\n");
    assert_string_equal(
        scene_list(scene, "out"),
        ".attnviz 01-embeddings.csv 01-embeddings.npy 02-raw-scores.csv 02-raw-scores.npy "
        "03-raw-scaled.csv 03-raw-scaled.npy 04-raw-weights.csv 04-raw-weights.npy "
        "05-raw-output.csv 05-raw-output.npy 06-head-1-W_Q.csv 06-head-1-W_Q.npy "
        "07-head-1-W_K.csv 07-head-1-W_K.npy 08-head-1-W_V.csv 08-head-1-W_V.npy 09-head-1-Q.csv "
        "09-head-1-Q.npy 10-head-1-K.csv 10-head-1-K.npy 11-head-1-V.csv 11-head-1-V.npy "
        "12-head-1-scores.csv 12-head-1-scores.npy 13-head-1-scaled.csv 13-head-1-scaled.npy "
        "14-head-1-weights.csv 14-head-1-weights.npy 15-head-1-output.csv 15-head-1-output.npy "
        "16-concat.csv 16-concat.npy 17-W_O.csv 17-W_O.npy 18-output.csv 18-output.npy "
        "19-mean-weights.csv 19-mean-weights.npy 20-difference-weights.csv "
        "20-difference-weights.npy");
}

static void json_is_one_file_that_knows_its_command(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-qs 'a \"b\"' -o out -f json -w random"));
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
    const char *text = scene_read(scene, "out/trace.json").data;
    assert_non_null(strstr(text, "\"command\": [\"attnviz\", \"-qs\", \"a \\\"b\\\"\", \"-o\", "
                                 "\"out\", \"-f\", \"json\", \"-w\", \"random\"],\n"));
}

static void quiet_prints_nothing_and_writes_all_the_same(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' --quiet --cost");
    check_success(run);
    assert_string_equal(run.output, "");
    assert_non_null(strstr(scene_list(scene, "attnviz-out"), "00-overview.png"));
}

static void only_the_chosen_formats_are_written_and_only_text_is_printed(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' -f text -o out");
    check_success(run);
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.txt");
    assert_true(ends_with(run.output,
                          "Wrote 1 file to out (weights learned from WordNet 3.0 (built in)).\n"));
    run = attnviz(scene, "-s 'a b' -f csv -o out");
    assert_int_equal(line_count(run.output), 1);
}

static void colours_reach_the_terminal_but_no_file(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' --color=always -f text -o out");
    check_success(run);
    assert_non_null(strchr(run.output, '\033'));
    assert_null(strchr(scene_read(scene, "out/trace.txt").data, '\033'));
    run = attnviz(scene, "-s 'a b' -f text -o out");
    assert_null(strchr(run.output, '\033'));
}

/* ---- the folder ---- */

static void a_second_run_leaves_exactly_its_own_files(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-s '%s' -f text,csv -o out", bats));
    check_success(attnviz(scene, "-s a -n 1 -f json -o out"));
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
}

static void a_file_of_the_users_is_kept(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-s 'a b' -f csv -o out"));
    scene_write(scene, "out/notes.txt", "mine");
    scene_write(scene, "out/05-raw-scores.csv", "changed by hand");
    check_success(attnviz(scene, "-s 'a b' -f json -o out"));
    assert_string_equal(scene_list(scene, "out"),
                        ".attnviz 05-raw-scores.csv notes.txt trace.json");
    assert_string_equal(scene_read(scene, "out/05-raw-scores.csv").data, "changed by hand");
}

static void a_file_of_the_users_is_never_overwritten(void **state)
{
    Scene *scene = *state;
    assert_int_equal(mkdir("out", 0755), 0);
    scene_write(scene, "out/trace.json", "mine");
    Run run = attnviz(scene, "-s 'a b' -f text,json -o out");
    assert_int_equal(run.status, 1);
    assert_string_equal(run.output, "");
    assert_string_equal(run.errors, "attnviz: out/trace.json: not written by attnviz, or changed "
                                    "since; move it away or choose another folder\n");
    assert_string_equal(scene_list(scene, "out"), "trace.json");
    assert_string_equal(scene_read(scene, "out/trace.json").data, "mine");
}

static void folders_are_made_with_their_parents(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-q -s a -f json -o x/y/z"));
    assert_string_equal(scene_list(scene, "x/y/z"), ".attnviz trace.json");
}

static void a_folder_that_cannot_be_is_named(void **state)
{
    static const struct {
        const char *path, *message;
    } cases[] = {
        {"file", "file: Not a directory"},
        {"file/out", "file/out: Not a directory"},
        {"/proc/out", "/proc/out: No such file or directory"},
    };
    Scene *scene = *state;
    scene_write(scene, "file", "mine");
    for (int i = 0; i < 3; i++) {
        Run run = attnviz(scene, "-s a -o '%s'", cases[i].path);
        check_refused(run, EXIT_FAILURE, cases[i].message);
    }
    assert_string_equal(scene_list(scene, "."), "file");
}

static void a_folders_name_is_shown_safely(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "m_2\033[31m.csv", "1");
    Run run = attnviz(scene, "-s a -f text -m m_2\033[31m.csv -o \033[2Jout");
    check_success(run);
    assert_null(strchr(run.output, '\033'));
    check_shows(run, "mask m_2␛[31m.csv", "Wrote 1 file to ␛[2Jout (", NULL);
    assert_null(strchr(scene_read(scene, "\033[2Jout/trace.txt").data, '\033'));
}

/* ---- the sentence ---- */

static void a_sentence_may_come_from_standard_input(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = {"He hit\nthe ball\n", 16}};
    Run run = attnviz_in(scene, piped, "-f text -o out");
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 0), "“He hit␊the ball”");
    Run dash = attnviz_in(scene, piped, "-f text -o out -s -");
    assert_string_equal(dash.output, run.output);
    Run given = attnviz(scene, "-s 'He hit\nthe ball' -f text -o out");
    assert_string_equal(given.output, run.output);
}

static void a_sentence_given_is_not_read_from_standard_input(void **state)
{
    Scene *scene = *state;
    Surroundings piped = {.input = {"other", 5}};
    Run run = attnviz_in(scene, piped, "-s mine -f text -o out");
    assert_string_equal(line_at(scene, run.output, 0), "“mine”");
}

static void one_and_two_tokens_are_enough(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-s bat -m causal -f text,png,csv,npy,json"));
    Run run = attnviz(scene, "-s 'bat ball' -f text,png,csv,npy,json");
    check_success(run);
    assert_non_null(strstr(run.output, "\n    2 tokens; "));
}

static void a_thousand_tokens_are_not_too_many(void **state)
{
    Scene *scene = *state;
    Text text = text_new(scene->arena);
    for (int i = 0; i < 1024; i++)
        text_format(&text, "w%d ", i * 7 % 300);
    Surroundings piped = {.input = {text.data, text.length}};
    Run run = attnviz_in(scene, piped, "-n 1 -w random -d 2 -m causal -f png");
    check_success(run);
    run = attnviz_in(scene, piped, "-w random -e head-1/weights[1024,1] --depth 1");
    check_success(run);
    assert_int_equal(strncmp(line_at(scene, run.output, 1), "head-1/weights[w", 16), 0);
}

/* ---- weights of one's own ---- */

enum { WORDS = 3, D = 4 };

/* Adds a tensor of so many numbers, all `number`, to a header and its data. */
static void add_tensor(Text *header, Text *data, const char *name, int rows, float number)
{
    size_t begin = data->length;
    for (int i = 0; i < rows * D; i++)
        text_add_bytes(data, (const char *)&number, sizeof number);
    text_format(header, ",\"%s\":{\"dtype\":\"F32\",\"shape\":[%d,%d],\"data_offsets\":[%zu,%zu]}",
                name, rows, D, begin, data->length);
}

/* A safetensors file for the words the, bat and ball, with two heads. */
static void write_weights(Scene *scene, const char *path, float number)
{
    Text header = text_new(scene->arena), data = text_new(scene->arena);
    text_add(&header, "{\"__metadata__\":{\"vocabulary\":\"the\\nbat\\nball\",\"heads\":\"2\"}");
    add_tensor(&header, &data, "embeddings", WORDS, number);
    add_tensor(&header, &data, "W_Q", D, number);
    add_tensor(&header, &data, "W_K", D, number);
    add_tensor(&header, &data, "W_V", D, number);
    add_tensor(&header, &data, "W_O", D, number);
    text_add(&header, "}");
    Text file = text_new(scene->arena);
    uint64_t size = header.length;
    text_add_bytes(&file, (const char *)&size, sizeof size);
    text_add_bytes(&file, header.data, header.length);
    text_add_bytes(&file, data.data, data.length);
    scene_write_bytes(scene, path, file.data, file.length);
}

static void weights_of_ones_own_bring_their_heads_and_dimension(void **state)
{
    Scene *scene = *state;
    write_weights(scene, "w.safetensors", 0.5f);
    Run run = attnviz(scene, "-s 'The bat' -w w.safetensors -f text -o out");
    check_success(run);
    assert_string_equal(line_at(scene, run.output, 1),
                        "    2 tokens; d_model = 4, dₖ = 2, mask none, sinusoidal positions, "
                        "weights from");
    assert_string_equal(line_at(scene, run.output, 2), "    w.safetensors");
    assert_true(ends_with(run.output, "Wrote 1 file to out (weights from w.safetensors).\n"));
    check_success(attnviz(scene, "-q -s bat -w w.safetensors -n 4 -d 4"));
}

static void a_word_the_weights_do_not_know_is_a_warning(void **state)
{
    Scene *scene = *state;
    write_weights(scene, "w.safetensors", 0.5f);
    Run run = attnviz(scene, "-q -s 'the wug hit the wug' -w w.safetensors");
    check_warned(run, "w.safetensors has no vector for: wug, hit");
}

static void unknown_words_are_named_as_long_as_they_fit_a_line(void **state)
{
    Scene *scene = *state;
    write_weights(scene, "w.safetensors", 0.5f);
    Run run = attnviz(scene, "-q -s 'a b c d e f g h i j k l m n o' -w w.safetensors -f text");
    assert_string_equal(run.errors, "attnviz: warning: w.safetensors has no vector for: a, b, c, "
                                    "d, e, f, g, h, i, j, k, l and 3 more\n");
    assert_non_null(
        strstr(scene_read(scene, "attnviz-out/trace.txt").data,
               "    Not in the vocabulary: a, b, c, d, e, f, g, h, i, j, k, l and 3 more.\n"));
}

static void a_dimension_that_the_weights_have_not_is_refused(void **state)
{
    Scene *scene = *state;
    write_weights(scene, "w.safetensors", 0.5f);
    Run run = attnviz(scene, "-s bat -w w.safetensors -d 48");
    check_refused(run, EXIT_USAGE, "--dim 48, but w.safetensors has 4 features a word");
    run = attnviz(scene, "-s bat -w w.safetensors -n 3");
    check_refused(run, EXIT_USAGE, "--heads 3 does not divide the dimension 4; these do: 1, 2, 4");
}

static void numbers_that_grow_too_large_are_refused(void **state)
{
    Scene *scene = *state;
    write_weights(scene, "w.safetensors", 1e30f);
    Run run = attnviz(scene, "-s 'bat ball' -w w.safetensors");
    check_refused(run, EXIT_FAILURE,
                  "raw/scores[bat,bat] is beyond the range of float32: the weights "
                  "or the embeddings are too large");
    assert_string_equal(scene_list(scene, "."), "w.safetensors");
}

/* ---- explanations and costs ---- */

static void an_explanation_alone_writes_no_files(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s '%s' --explain head-2/weights[bat,ball]", bats);
    check_success(run);
    assert_int_equal(strncmp(run.output,
                             "Attention weights of head 2   softmax(QKᵀ/√dₖ)\n"
                             "head-2/weights[bat,ball] = 0.",
                             strlen("Attention weights of head 2   softmax(QKᵀ/√dₖ)\n"
                                    "head-2/weights[bat,ball] = 0.")),
                     0);
    assert_non_null(strstr(run.output, "\nGiven, not computed:\n"));
    assert_null(strstr(run.output, "Wrote"));
    assert_string_equal(scene_list(scene, "."), "");
}

static void several_cells_are_explained_one_after_the_other(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' -e mask[a,b] -e output[b,1] --depth 1 -m causal");
    check_success(run);
    const char *first = strstr(run.output, "mask[a,b] = −∞\n");
    const char *second =
        strstr(run.output, "\n\nOutput   Concat(head₁, …, head₃) W_O\noutput[b,1] = ");
    assert_true(first && second && first < second);
}

static void an_explanation_beside_files_is_no_table(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "-s 'a b' -e mean/weights[a,b] --depth 1 -f text -o out");
    check_success(run);
    assert_null(strstr(run.output, "1. Embeddings"));
    assert_true(ends_with(run.output,
                          "Wrote 1 file to out (weights learned from WordNet 3.0 (built in)).\n"));
    assert_non_null(strstr(scene_read(scene, "out/trace.txt").data, "1. Embeddings"));
}

static void a_cost_is_shown_with_or_without_tables(void **state)
{
    static const char heading[] = "Cost in multiply-adds, n = 2, d = 48\n";
    Scene *scene = *state;
    Run tables = attnviz(scene, "-s 'a b' --cost -f text -o out");
    Run none = attnviz(scene, "-s 'a b' --cost -f csv -o out");
    Run explained = attnviz(scene, "-s 'a b' --cost -e input[a,1]");
    check_success(tables);
    check_success(none);
    check_success(explained);
    assert_non_null(strstr(tables.output, heading));
    assert_int_equal(strncmp(none.output, heading, strlen(heading)), 0);
    assert_non_null(strstr(explained.output, heading));
    assert_true(strstr(explained.output, "input[a,1] = ") < strstr(explained.output, heading));
}

/* ---- about itself ---- */

static void help_and_its_like_need_no_sentence(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "--help");
    check_success(run);
    assert_int_equal(strncmp(run.output, "Usage: attnviz --sentence TEXT [OPTION]...\n", 43), 0);
    run = attnviz(scene, "-V");
    check_success(run);
    assert_string_equal(run.output, "attnviz " ATTNVIZ_VERSION "\n");
    run = attnviz(scene, "--man");
    check_success(run);
    assert_int_equal(strncmp(run.output, ".TH ATTNVIZ 1 ", 14), 0);
    run = attnviz(scene, "--completion zsh");
    check_success(run);
    assert_int_equal(strncmp(run.output, "#compdef attnviz\n", 17), 0);
    assert_string_equal(scene_list(scene, "."), "");
}

/* ---- outputs that fail ---- */

static void a_closed_pipe_is_one_line_and_the_files_are_there(void **state)
{
    Scene *scene = *state;
    Run run =
        attnviz_in(scene, (Surroundings){.closed_pipe = true}, "-s '%s' -f text -o out", bats);
    check_refused(run, EXIT_FAILURE, "standard output: Broken pipe");
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.txt");
}

static void a_full_disk_is_one_line(void **state)
{
    static const char message[] = "standard output: No space left on device";
    Scene *scene = *state;
    Surroundings full = {.output = "/dev/full"};
    Run run = attnviz_in(scene, full, "-s '%s' -f text -o out", bats);
    check_refused(run, EXIT_FAILURE, message);
    run = attnviz_in(scene, full, "--help");
    check_refused(run, EXIT_FAILURE, message);
}

/* ---- interruption ---- */

/* Waits until something happens in the folder, for some seconds at most. */
static bool changes(Scene *scene, const char *folder, const char *before)
{
    for (int i = 0; i < 3000; i++) {
        if (strcmp(scene_list(scene, folder), before) != 0)
            return true;
        usleep(5000);
    }
    return false;
}

/* Starts a run that takes a while, and sends a signal when it has begun to write. */
static void interrupt_in_the_middle(Scene *scene, int signal)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < 700; i++)
        text_format(&text, "w%d ", i);
    const char *before = scene_list(scene, "out");
    pid_t process = program_start(
        scene, arena_format(scene->arena, "-f csv,npy,json,text -o out -s '%s'", text.data));
    bool begun = changes(scene, "out", before);
    usleep(50000);
    assert_int_equal(kill(process, signal), 0);
    assert_int_equal(program_wait(process), -signal);
    assert_true(begun);
}

static void an_interrupted_run_leaves_nothing_behind(void **state)
{
    Scene *scene = *state;
    interrupt_in_the_middle(scene, SIGINT);
    assert_string_equal(scene_list(scene, "."), "");
    interrupt_in_the_middle(scene, SIGTERM);
    assert_string_equal(scene_list(scene, "."), "");
}

static void an_interrupted_run_leaves_the_files_of_the_one_before(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "-s a -f json -o out"));
    const char *before = scene_read(scene, "out/trace.json").data;
    interrupt_in_the_middle(scene, SIGINT);
    assert_string_equal(scene_list(scene, "out"), ".attnviz trace.json");
    assert_string_equal(scene_read(scene, "out/trace.json").data, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_main_job_writes_its_tables_and_pictures),
        cmocka_unit_test(the_main_job_shows_its_tables_and_says_where_to_look),
        cmocka_unit_test(full_tables_are_what_trace_txt_holds),
        cmocka_unit_test(features_are_pictures_too_when_asked_for),
        cmocka_unit_test(csv_and_npy_are_a_file_a_step),
        cmocka_unit_test(json_is_one_file_that_knows_its_command),
        cmocka_unit_test(quiet_prints_nothing_and_writes_all_the_same),
        cmocka_unit_test(only_the_chosen_formats_are_written_and_only_text_is_printed),
        cmocka_unit_test(colours_reach_the_terminal_but_no_file),
        cmocka_unit_test(a_second_run_leaves_exactly_its_own_files),
        cmocka_unit_test(a_file_of_the_users_is_kept),
        cmocka_unit_test(a_file_of_the_users_is_never_overwritten),
        cmocka_unit_test(folders_are_made_with_their_parents),
        cmocka_unit_test(a_folder_that_cannot_be_is_named),
        cmocka_unit_test(a_folders_name_is_shown_safely),
        cmocka_unit_test(a_sentence_may_come_from_standard_input),
        cmocka_unit_test(a_sentence_given_is_not_read_from_standard_input),
        cmocka_unit_test(one_and_two_tokens_are_enough),
        cmocka_unit_test(a_thousand_tokens_are_not_too_many),
        cmocka_unit_test(weights_of_ones_own_bring_their_heads_and_dimension),
        cmocka_unit_test(a_word_the_weights_do_not_know_is_a_warning),
        cmocka_unit_test(unknown_words_are_named_as_long_as_they_fit_a_line),
        cmocka_unit_test(a_dimension_that_the_weights_have_not_is_refused),
        cmocka_unit_test(numbers_that_grow_too_large_are_refused),
        cmocka_unit_test(an_explanation_alone_writes_no_files),
        cmocka_unit_test(several_cells_are_explained_one_after_the_other),
        cmocka_unit_test(an_explanation_beside_files_is_no_table),
        cmocka_unit_test(a_cost_is_shown_with_or_without_tables),
        cmocka_unit_test(help_and_its_like_need_no_sentence),
        cmocka_unit_test(a_closed_pipe_is_one_line_and_the_files_are_there),
        cmocka_unit_test(a_full_disk_is_one_line),
        cmocka_unit_test(an_interrupted_run_leaves_nothing_behind),
        cmocka_unit_test(an_interrupted_run_leaves_the_files_of_the_one_before),
    };
    return run_scenes(tests);
}
