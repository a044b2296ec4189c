/* `attnviz train bahdanau` and `attnviz bottleneck` as a user sees them. Pairs of one's own keep
   training quick: of the toy language, a thousand sentences are translated after the last step. */
#include "load/model_file.h"
#include "support/program.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char pairs[] = "the cat\tle chat\nthe dog\tle chien\nthe red cat\tle chat rouge\n"
                            "the red dog\tle chien rouge\nthe small cat\tle petit chat\n"
                            "the small dog\tle petit chien\n";

#define TRAIN "train bahdanau -C pairs.txt "

static void the_same_training_writes_the_same_bytes_with_any_number_of_threads(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    check_finished(attnviz(scene, TRAIN "--steps 12 -o a -j 1"));
    check_finished(attnviz(scene, TRAIN "--steps 12 -o b -j 2"));
    check_finished(attnviz(scene, TRAIN "--steps 12 -o c -S 2"));
    check_same_file(scene, "a", "b");
    Bytes a = scene_read(scene, "a"), c = scene_read(scene, "c");
    assert_true(a.size != c.size || memcmp(a.data, c.data, a.size) != 0);
}

static void what_was_learned_translates(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    Run run = attnviz(scene, TRAIN "--steps 150 -o w");
    check_finished(run);
    check_shows(
        run, "Learned in 150 of 150 steps. Held out: ", "Wrote w. It goes with --weights.\n", NULL);
    assert_non_null(strstr(run.errors, "step 150 of 150, loss "));
    run = attnviz(scene, "bahdanau -w w --source 'the small cat' -f text");
    check_finished(run);
    assert_non_null(strstr(run.output, "“le petit chat”"));
    run = attnviz(scene, "bahdanau -w w --source 'the large cat'");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.errors, "--source: not in the vocabulary: 'large'"));
}

static void one_sentence_leaves_nothing_to_hold_out(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "one.tsv", "the cat\tle chat\nthe cat\tun chat\n");
    Run run = check_finished(attnviz(scene, "train bahdanau -C one.tsv --steps 2"));
    assert_non_null(strstr(run.output, "Learned in 2 of 2 steps. Nothing was held out: there is "
                                       "one source sentence, to learn from.\n"));
    assert_non_null(strstr(run.errors, ", nothing held out, "));
    run = check_finished(attnviz(
        scene, "bahdanau -w translator.safetensors --source 'the cat' --target 'le chat' --full"));
    assert_non_null(strstr(run.output, " none: nothing was held out\n"));
}

static void every_kind_is_learned_and_a_translator_of_another_is_refused(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    check_finished(attnviz(scene, TRAIN "--kind dot --steps 2 -qo w"));
    check_finished(attnviz(scene, "luong --score dot -w w --source 'the cat' -f csv -q"));
    check_refused(attnviz(scene, "bahdanau -w w"), 2,
                  "--weights w is a model of the kind dot, but bahdanau is asked for; it goes "
                  "with attnviz luong --score dot");
    Run run = attnviz(scene, "luong --score dot -w w");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.errors, "attnviz: the paper's sentence, without --source: not in "));
    check_refused(attnviz(scene, "train bahdanau --kind dott"), 2,
                  "--kind: 'dott' is none of bahdanau, bahdanau-rnn, bahdanau-causal, "
                  "bahdanau-rnn-causal, dot, general, concat, local-m, local-p, fixed; did you "
                  "mean dot?");
}

static void what_cannot_be_learned_from_is_named(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "empty.txt", "");
    scene_write(scene, "cut.txt", "the cat\tle chat\nthe dog\n");
    scene_write(scene, "novel.txt", "It was a dark and stormy night.\n");
    mkdir("folder", 0755);
    check_refused(attnviz(scene, "train bahdanau -C none.txt"), 1,
                  "none.txt: No such file or directory");
    check_refused_with(attnviz(scene, "train bahdanau -C empty.txt"), 1, "empty.txt: ");
    check_refused_with(attnviz(scene, "train bahdanau -C cut.txt"), 1, "cut.txt:2: ");
    check_refused(attnviz(scene, "train bahdanau --steps 0"), 2,
                  "--steps: 0 is not from 1 to 1000000");
    check_refused(attnviz(scene, "train bahdanau -j 0"), 2, "--threads: 0 is not from 1 to 8");
    check_refused(attnviz(scene, "train bahdanau -o novel.txt"), 1,
                  "novel.txt: there is a file of that name that holds no weights; choose "
                  "another");
    assert_int_not_equal(attnviz(scene, "train bahdanau -o folder").status, 0);
    assert_int_not_equal(attnviz(scene, "train bahdanau -o no/w").status, 0);
    assert_string_equal(scene_list(scene, "."), "cut.txt empty.txt folder novel.txt");
}

static void training_broken_off_keeps_what_is_learned(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    program_break_off(scene, TRAIN "--steps 1000000 -o w", "w");
    assert_string_equal(scene_list(scene, "."), "pairs.txt w");
    check_finished(attnviz(scene, "bahdanau -w w --source 'the cat' -f csv -q"));
}

/* The recipe says the steps that were to be, and how many were done. */
static void the_defaults_are_those_of_the_built_in_one(void **state)
{
    Scene *scene = *state;
    Model built_in = builtin_model(scene->arena, model_kind("bahdanau")), m;
    program_break_off(scene, "train bahdanau -o w", "w");
    if (!model_file_read(scene->arena, "w", &m, &scene->error))
        fail_msg("%s", scene->error.message);
    assert_ptr_equal(m.kind, built_in.kind);
    assert_string_equal(m.corpus, built_in.corpus);
    size_t length = strlen(built_in.recipe);
    assert_int_equal(strncmp(m.recipe, built_in.recipe, length), 0);
    assert_int_equal(strncmp(m.recipe + length, "; broken off after ", 19), 0);
}

static void the_seed_is_1_unless_another_is_given(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    check_finished(attnviz(scene, TRAIN "--steps 1 -qo a"));
    check_finished(attnviz(scene, TRAIN "--steps 1 -qo b -S 1"));
    check_same_file(scene, "a", "b");
}

static void without_attention_long_sentences_are_lost(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "bottleneck -n 200 -f text,csv,png -o out");
    check_finished(run);
    assert_string_equal(scene_list(scene, "out"),
                        ".attnviz 00-overview.png 01-right.csv 01-right.png 02-accuracy.csv "
                        "02-accuracy.png trace.txt");
    int length, lost = 0, kept = 0, with, without;
    for (const char *line = strchr(scene_read(scene, "out/01-right.csv").data, '\n'); line;
         line = strchr(line + 1, '\n'))
        if (sscanf(line, "\n%d,%d,%d", &length, &with, &without) == 3 && length >= 12 &&
            length <= 14) {
            kept += with;
            lost += with - without;
        }
    assert_true(kept >= 10);
    assert_true(lost > kept * 3 / 4);
    check_refused(attnviz(scene, "bottleneck -n 0"), 2, "--sentences: 0 is not from 1 to 10000");
    check_refused(attnviz(scene, "bottleneck -l 25"), 2, "--longest: 25 is not from 3 to 24");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_training_writes_the_same_bytes_with_any_number_of_threads),
        cmocka_unit_test(what_was_learned_translates),
        cmocka_unit_test(one_sentence_leaves_nothing_to_hold_out),
        cmocka_unit_test(every_kind_is_learned_and_a_translator_of_another_is_refused),
        cmocka_unit_test(what_cannot_be_learned_from_is_named),
        cmocka_unit_test(training_broken_off_keeps_what_is_learned),
        cmocka_unit_test(the_defaults_are_those_of_the_built_in_one),
        cmocka_unit_test(the_seed_is_1_unless_another_is_given),
        cmocka_unit_test(without_attention_long_sentences_are_lost),
    };
    return run_scenes(tests);
}
