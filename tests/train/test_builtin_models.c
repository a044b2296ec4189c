/* What the models that come with the program have learned. */
#include "load/weights.h"

#include "support/scene.h"
#include "train/pairs.h"

/* Of Bahdanau et al. 2015, figure 3: held out, so never seen in training. */
static const char english[] =
    "the agreement on the european economic area was signed in august 1992";
static const char french[] = "l'accord sur la zone économique européenne a été signé en août 1992";

TEST(every_kind_is_the_recipes_and_has_the_words_of_the_toy_language)
{
    for (int kind = 0; kind < model_kind_count; kind++) {
        PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
        if (model_kinds[kind].family->predicts_source)
            source.target = source.source;
        TrainingPlan plan = pair_plan(scene->arena, &model_kinds[kind], NULL, &source, 0, 1);
        Model m = builtin_model(scene->arena, plan.kind->name);
        assert_ptr_equal(m.kind, plan.kind);
        assert_string_equal(m.recipe, recipe_text(scene->arena, &plan.recipe, &m));
        for (const ModelField *field = plan.kind->family->fields; field->name; field++)
            if (field_is_used(plan.kind, field))
                assert_int_equal(*field_in(m.sizes, field), *field_in(plan.sizes, field));
        assert_int_equal(m.end, END_WORD);
        for (int i = 0; i < source.source.count; i++)
            assert_string_equal(m.source.words[i], source.source.words[i]);
        for (int i = 0; i < source.target.count; i++)
            assert_string_equal(m.target.words[i], source.target.words[i]);
        assert_string_equal(m.parameters->origin, "learned from the toy language (built in)");
    }
}

/* Of sentences that nothing was learned from, and nothing chosen by. */
static TranslationScore score_of(Scene *scene, const PairSource *source, const Model *model)
{
    Measured held_out = measured_pairs(scene->arena, source);
    return translation_score(source, model, held_out.pairs, held_out.count);
}

TEST(every_kind_does_as_well_as_its_file_says)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    for (int kind = 0; kind < model_kind_count; kind++) {
        Model m = builtin_model(scene->arena, model_kinds[kind].name);
        assert_string_equal(translation_score_text(scene->arena, score_of(scene, &source, &m)),
                            m.score);
    }
}

/* Those of `attnviz bottleneck` differ in their sort and in nothing else but their seed. */
TEST(the_swept_translators_do_as_well_as_their_files_say)
{
    static const struct {
        const char *kind, *recipe;
        int units;
    } sorts[SWEPT_SORTS] = {
        {"bahdanau", "24 numbers, 32 units, 24 in the alignment layer; 8000 steps", 32},
        {"fixed", "24 numbers, 32 units; 16000 steps", 32},
        {"fixed", "24 numbers, 16 units; 16000 steps", 16},
        {"fixed", "24 numbers, 8 units; 16000 steps", 8},
    };
    PairSource source = language_source(scene->arena, 20, false);
    for (int i = 0; i < SWEPT_SORTS * SWEPT_SEEDS; i++) {
        int sort = i / SWEPT_SEEDS;
        Model m = swept_model(scene->arena, sort, i % SWEPT_SEEDS);
        assert_string_equal(m.kind->name, sorts[sort].kind);
        assert_int_equal(model_size(&m, "units"), sorts[sort].units);
        assert_has(m.recipe, sorts[sort].recipe);
        assert_string_equal(m.corpus, "the toy language, sentences of 3 to 20 words");
        assert_string_equal(translation_score_text(scene->arena, score_of(scene, &source, &m)),
                            m.score);
    }
}

TEST(the_best_translate_nearly_everything_and_bahdanaus_looks_at_the_right_words)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    Model bahdanau = builtin_model(scene->arena, "bahdanau");
    Model transformer = builtin_model(scene->arena, "transformer");
    TranslationScore score = score_of(scene, &source, &bahdanau);
    assert_int_equal(score.sentences, MEASURED_PAIRS);
    assert_true(score.right >= score.sentences - 1);
    assert_true(score.words > 4000);
    assert_true(score.aligned > 0.99 * score.words);
    assert_int_equal(score_of(scene, &source, &transformer).right, MEASURED_PAIRS);
}

/* ---- the sentence of figure 3 ---- */

typedef struct Figure {
    const PairSource *source;
    NumberedWords words;
    Translation translation;
} Figure;

static Figure figure(Scene *scene, const PairSource *source)
{
    Figure f = {.source = source};
    f.words = words_parse(scene->arena, "test", english, strlen(english), &source->source);
    Model m = builtin_model(scene->arena, "bahdanau");
    TranslationTask task = {
        .source = f.words.numbers, .source_length = f.words.count, .target_length = LONGEST_SIDE};
    f.translation = translate(scope_of(graph_new(scene->arena)), &m, &task);
    return f;
}

/* How much of the attention of a French word goes to an English one. */
static double weight(const Figure *f, const char *to, const char *from)
{
    int target = lexicon_find(&f->source->target, to);
    int source = lexicon_find(&f->source->source, from);
    for (int i = 0; i < f->translation.length; i++)
        for (int j = 0; j < f->words.count; j++)
            if (f->translation.words[i] == target && f->words.numbers[j] == source)
                return (double)at(f->translation.steps.weights[i]->value, 0, j);
    fail_msg("%s or %s is not there", to, from);
    return 0;
}

TEST(the_sentence_of_figure_3_is_translated)
{
    static const char *const kinds[] = {"bahdanau", "transformer"};
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    Figure f = figure(scene, &source);
    for (int k = 0; k < 2; k++) {
        Model m = builtin_model(scene->arena, kinds[k]);
        TranslationTask task = {.source = f.words.numbers,
                                .source_length = f.words.count,
                                .target_length = LONGEST_SIDE};
        int words[LONGEST_SIDE], length = m.kind->family->write(&m, &task, words);
        assert_int_equal(words[length - 1], END_WORD);
        assert_string_equal(sentence_text(scene->arena, &source.target, words, length - 1), french);
    }
}

TEST(its_adjectives_cross)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    Figure f = figure(scene, &source);
    assert_true(weight(&f, "zone", "area") > 0.9);
    assert_true(weight(&f, "économique", "economic") > 0.9);
    assert_true(weight(&f, "européenne", "european") > 0.9);
    assert_true(weight(&f, "accord", "agreement") > 0.9);
    assert_true(weight(&f, "signé", "signed") > 0.9);
}

/* ---- where French leaves a choice ---- */

/* Of the words that a model writes, but for ends: the mean largest weight, and for how many hard
   attention writes another, by the largest weight or drawn. */
typedef struct Softness {
    int words, by_largest, by_draw;
    double largest;
} Softness;

static int others(const Translation *soft, const Translation *hard, int i)
{
    return largest_in_row(hard->steps.probabilities[i]->value, 0) != soft->words[i];
}

static void add_softness(Arena *arena, const Model *m, const Pair *pair, int number, Softness *of)
{
    Graph *g = graph_new(arena);
    TranslationTask task = {.source = pair->source,
                            .source_length = pair->source_length,
                            .target_length = LONGEST_SIDE + 1};
    Translation soft = translate(scope_of(g), m, &task), hard[2];
    task.target = soft.words;
    task.target_length = soft.length;
    task.seed = (uint64_t)number;
    for (int k = 0; k < 2; k++) {
        task.taking = k ? TAKE_DRAWN : TAKE_LARGEST;
        hard[k] = translate(scope_of(g), m, &task);
    }
    for (int i = 0; i < soft.length && soft.words[i] != m->end; i++) {
        Tensor weights = soft.steps.weights[i]->value;
        of->words++;
        of->largest += (double)at(weights, 0, largest_in_row(weights, 0));
        of->by_largest += others(&soft, &hard[0], i);
        of->by_draw += others(&soft, &hard[1], i);
    }
}

/* Of the same English sentences: the usual translator, and the one of --choices. */
TEST(where_french_leaves_a_choice_attention_is_soft)
{
    static const char *const names[] = {"bahdanau", "choices"};
    static const char *const found[] = {
        "9729 words: 0.983; another for 1 by the largest weight, for 278 drawn",
        "9727 words: 0.922; another for 328 by the largest weight, for 1020 drawn"};
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    Measured held_out = measured_pairs(scene->arena, &source);
    for (int k = 0; k < 2; k++) {
        Model m = builtin_model(scene->arena, names[k]);
        Softness of = {0};
        Arena *scratch = arena_new();
        for (int i = 0; i < held_out.count; i++) {
            add_softness(scratch, &m, &held_out.pairs[i], i, &of);
            arena_reset(scratch);
        }
        arena_free(scratch);
        assert_string_equal(arena_format(scene->arena,
                                         "%d words: %.3f; another for %d by the largest weight, "
                                         "for %d drawn",
                                         of.words, of.largest / of.words, of.by_largest,
                                         of.by_draw),
                            found[k]);
    }
}

TEST(the_one_of_choices_does_as_well_as_its_file_says)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, true);
    Model m = builtin_model(scene->arena, "choices");
    assert_string_equal(m.corpus, "the toy language, in free word order");
    assert_ptr_equal(m.kind, model_kind("bahdanau"));
    assert_string_equal(translation_score_text(scene->arena, score_of(scene, &source, &m)),
                        m.score);
}
