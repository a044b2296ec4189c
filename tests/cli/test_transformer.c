/* `attnviz transformer` as a user sees it, with drawn weights, whose translations are nonsense. */
#include "support/program.h"
#include "support/sample.h"

#include <stdlib.h>
#include <string.h>

static void a_sentence_goes_through_encoder_and_decoder(void **state)
{
    Scene *scene = *state;
    Run run = check_success(attnviz(
        scene, "transformer --source 'the european economic area' --target 'la zone économique'"));
    static const char *const steps[] = {
        "source/positional   4 × 48",
        "encoder-1/self/head-1/weights   4 × 4",
        "encoder-1/self/residual   4 × 48",
        "encoder-1/self/norm/moments   4 × 4",
        "encoder-1/ffn/active   4 × 96",
        "target/mask   4 × 4",
        "decoder-1/self/head-1/masked   4 × 4",
        "decoder-1/cross/head-1/weights   4 × 4",
        "step-4/words   5 × 1",
        "alignment   4 × 4",
    };
    const char *at = run.output;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const char *found = strstr(at, steps[i]);
        if (!found)
            fail_msg("no %s, or not in its place", steps[i]);
        at = found;
    }
    assert_null(strstr(run.output, "\n    encoder-2/self/Q   "));
    assert_non_null(strstr(run.output, "\nShown here: layer 1 of 2. Another: --layer 2.\n"));
    check_narrow(scene, run.output);
}

static void three_pictures_show_the_heads_of_the_three_kinds(void **state)
{
    Scene *scene = *state;
    check_success(attnviz(scene, "transformer --source 'the cat sleeps' --target 'le chat' -q"));
    const char *files = scene_list(scene, "attnviz-out");
    assert_non_null(strstr(files, "000-overview.png "));
    assert_non_null(strstr(files, "-encoder-1-self-heads.png "));
    assert_non_null(strstr(files, "-decoder-1-self-heads.png "));
    assert_non_null(strstr(files, "-decoder-1-cross-heads.png "));
    assert_non_null(strstr(files, "-decoder-1-cross-head-1-stages.png "));
    assert_non_null(strstr(files, "-words.png "));
    assert_null(strstr(files, "-step-1-words.png "));
}

static void sizes_and_norms_are_chosen(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "transformer -w random --source 'the cat sleeps' --layers 6 --layer 5 "
                             "--heads 8 --dim 32 --ffn 20 --norm pre --max-steps 2 -f text");
    check_shows(run, "6 + 6 layers, 8 heads, d_model = 32, dₖ = 4, d_ff = 20,",
                "\n    encoder-5/self/norm/output   3 × 32   ",
                "\n    decoder/norm/output   2 × 32   ",
                "\nShown here: layer 5 of 6. Another: --layer 6.\n", NULL);
    check_warned(run, "the translation did not end within 2 words (--max-steps)");
    Run bare = check_warned(
        attnviz(
            scene,
            "transformer -w random --source 'the cat sleeps' --norm none --max-steps 1 -f text"),
        "the translation did not end within 1 word (--max-steps)");
    assert_null(strstr(bare.output, "layer norm"));
}

/* A side of a pair to learn from has 50 words, and the end. */
static void words_are_at_most_twice_as_many_as_the_source_has_and_ten(void **state)
{
    static const char *const commands[] = {"transformer", "bahdanau", "compare-scores"};
    static const char *const sources[] = {"the cat sleeps",
                                          "the cat sleeps the cat sleeps the cat sleeps the cat "
                                          "sleeps the cat sleeps the cat sleeps the cat sleeps"};
    static const int most[] = {16, 51};
    Scene *scene = *state;
    for (int i = 0; i < 6; i++)
        check_warned(attnviz(scene, "'%s' -w random --source '%s' -q -f text", commands[i % 3],
                             sources[i / 3]),
                     arena_format(scene->arena,
                                  "the translation did not end within %d words (--max-steps)",
                                  most[i / 3]));
}

/* What the help says of them. */
static void random_weights_have_the_sizes_of_the_built_in_ones(void **state)
{
    static const char *const ways[] = {"built-in", "random"};
    for (int i = 0; i < 2; i++) {
        Run run = check_success(attnviz(
            *state, "transformer -w '%s' --source 'the cat sleeps' --target 'le chat' -f text",
            ways[i]));
        assert_non_null(strstr(run.output, "2 + 2 layers, 3 heads, d_model = 48, dₖ = 16, d_ff = "
                                           "96, norm\n    post,"));
    }
}

static void a_weight_is_explained_through_the_encoder(void **state)
{
    Run run = check_success(
        attnviz(*state, "transformer --source 'the cat sleeps' --target 'le chat' --explain "
                        "decoder-1/cross/head-1/weights[le,cat] --depth 5"));
    check_shows(run, "decoder-1/cross/head-1/weights[le,cat] = ",
                "\ndecoder-1/cross/head-1/K[cat,1] = ", "\ndecoder-1/cross/K[cat,1] = ", NULL);
}

static void a_vector_is_explained_by_the_table_of_words(void **state)
{
    Run run = check_success(
        attnviz(*state, "transformer --source 'the cat sleeps' --explain source/words[cat,2]"));
    check_shows(run, "\nsource/words[cat,2] = ",
                "\n  source/E: learned from the toy language (built in)\n", NULL);
}

static void the_cost_is_told_by_sublayers(void **state)
{
    Run run =
        check_success(attnviz(*state, "transformer --source 'the cat sleeps' --cost -f text"));
    check_shows(run, "\nencoder-1/self/head-1/scores                      144\n",
                "\ndecoder-2/cross ", NULL);
    check_narrow(*state, run.output);
}

static void seeds_change_numbers_and_runs_do_not(void **state)
{
    Scene *scene = *state;
    const char *first = NULL;
    for (int i = 0; i < 3; i++) {
        Run run = check_success(attnviz(scene,
                                        "transformer --source 'the cat sleeps' --target 'le chat' "
                                        "-w random --seed '%s' -f text",
                                        i < 2 ? "3" : "4"));
        if (i == 1)
            assert_string_equal(run.output, first);
        else if (first)
            assert_string_not_equal(run.output, first);
        first = run.output;
    }
}

static void sentences_to_try_are_printed(void **state)
{
    Run run = check_success(attnviz(*state, "transformer --sample 2"));
    assert_int_equal(line_count(run.output), 2);
    check_refused(attnviz(*state, "transformer --sample 2 --source 'the cat sleeps'"), EXIT_USAGE,
                  "--sample prints sentences and does nothing else: it does not go with --source");
}

static void what_is_wrong_is_said_in_one_line(void **state)
{
    static const Refusal wrong[] = {
        {"-w random --layers 0", 2, "--layers: 0 is not from 1 to 100"},
        {"-w random --layer 3", 2, "--layer 3: there are 2 layers"},
        {"-w random --heads 5", 2, "--heads 5 does not divide --dim 48"},
        {"-w random --dim 47", 2,
         "--dim 47 is odd, but sinusoidal positions go in pairs of features"},
        {"-w random --ffn 0", 2, "--ffn: 0 is not from 1 to 65536"},
        {"-w random --norm batch", 2, "--norm: 'batch' is none of post, pre, none"},
        {"-w random --max-steps 201", 2, "--max-steps: 201 is not from 1 to 200"},
        {"-w random --sample 3", 2,
         "--sample prints sentences and does nothing else: it does not go with --weights"},
        {"-w random --source ''", 2, "--source: no text: attention needs at least one word"},
        {"--target 'le chat' --max-steps 3", 2,
         "--max-steps ends the translator's own words; --target gives them all"},
    };
    check_refusals(*state, "transformer", wrong, sizeof wrong / sizeof *wrong);
}

static void what_is_learned_has_its_sizes(void **state)
{
    Scene *scene = *state;
    check_refused(attnviz(scene, "transformer --layers 2"), EXIT_USAGE,
                  "--layers is of random weights: it goes with --weights random");
    check_refused(attnviz(scene, "transformer --layer 3"), EXIT_USAGE,
                  "--layer 3: there are 2 layers");
    Run run = attnviz(scene, "transformer -w none.safetensors");
    check_refused(run, EXIT_FAILURE, "none.safetensors: No such file or directory");
}

static void the_built_in_one_translates(void **state)
{
    Run run =
        check_success(attnviz(*state, "transformer --source 'the european economic area' -f text"));
    check_shows(run, "“la zone économique européenne”", "learned from the toy language (built in)",
                NULL);
}

static void unknown_words_and_too_many_are_refused(void **state)
{
    Scene *scene = *state;
    check_refused_with(attnviz(scene, "transformer --source 'the bat sleeps'"), EXIT_USAGE,
                       "--source: not in the vocabulary: 'bat'");
    Text text = text_new(scene->arena);
    for (int i = 0; i < 51; i++)
        text_add(&text, "le ");
    check_refused(attnviz(scene, "transformer --target '%s'", text.data), EXIT_USAGE,
                  "--target: 51 words, at most 50 can be translated");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_goes_through_encoder_and_decoder),
        cmocka_unit_test(three_pictures_show_the_heads_of_the_three_kinds),
        cmocka_unit_test(sizes_and_norms_are_chosen),
        cmocka_unit_test(words_are_at_most_twice_as_many_as_the_source_has_and_ten),
        cmocka_unit_test(random_weights_have_the_sizes_of_the_built_in_ones),
        cmocka_unit_test(a_weight_is_explained_through_the_encoder),
        cmocka_unit_test(a_vector_is_explained_by_the_table_of_words),
        cmocka_unit_test(the_cost_is_told_by_sublayers),
        cmocka_unit_test(seeds_change_numbers_and_runs_do_not),
        cmocka_unit_test(sentences_to_try_are_printed),
        cmocka_unit_test(what_is_learned_has_its_sizes),
        cmocka_unit_test(the_built_in_one_translates),
        cmocka_unit_test(what_is_wrong_is_said_in_one_line),
        cmocka_unit_test(unknown_words_and_too_many_are_refused),
    };
    return run_scenes(tests);
}
