/* The loop that trains models: it learns, its bits depend on nothing but its seed, and what it
   learned is scored, written to a file and read back. */
#include "train/pairs.h"

#include "load/weights.h"
#include "support/reference.h"

enum { FEW = 4, MEASURED = 50 };

static Pair held_out[MEASURED];

static const TranslatorSizes translator_sizes = {
    .embedding = 12, .hidden = 16, .alignment = 8, .window = 3};
static const TransformerSizes transformer_sizes = {
    .d_model = 24, .heads = 3, .ffn = 32, .encoder_layers = 1, .decoder_layers = 1};

/* Small models, one of each family. */
static const struct {
    const char *kind;
    const void *sizes;
} families[] = {{"bahdanau", &translator_sizes}, {"transformer", &transformer_sizes}};

enum { FAMILIES = sizeof families / sizeof *families };

/* The toy language in the scene's arena. */
static const PairSource *language_of(Scene *scene)
{
    PairSource *source = arena_alloc(scene->arena, 1, sizeof *source);
    *source = language_source(scene->arena, LONGEST_USUAL, false);
    return source;
}

static TrainingPlan small_plan(Scene *scene, const PairSource *source, int family, int steps,
                               uint64_t seed)
{
    return pair_plan(scene->arena, model_kind(families[family].kind), families[family].sizes,
                     source, steps, seed);
}

static Model trained(Scene *scene, const PairSource *source, const TrainingPlan *plan,
                     double *last_loss)
{
    Training *t = pair_training(scene->arena, source, plan);
    while (t->steps_done < plan->recipe.steps)
        *last_loss = training_step(t);
    training_end(t);
    parameters_round(t->model.parameters);
    return t->model;
}

static void assert_same_bits(const Model *a, const Model *b)
{
    const Parameters *p = a->parameters, *q = b->parameters;
    assert_int_equal(p->count, q->count);
    for (int i = 0; i < p->count; i++)
        fail_if(!same_bits(p->items[i].value, q->items[i].value), "%s: %s differs", a->kind->name,
                p->items[i].name);
}

/* ---- training ---- */

TEST(any_number_of_threads_and_any_kernel_learns_the_same_bits)
{
    static const char *const ways[][2] = {{"1", ""}, {"2", ""}, {"5", ""}, {"2", "baseline"}};
    const PairSource *source = language_of(scene);
    for (int family = 0; family < FAMILIES; family++) {
        TrainingPlan plan = small_plan(scene, source, family, FEW, 1);
        double loss[4];
        Model found[4];
        for (int i = 0; i < 4; i++) {
            setenv("ATTNVIZ_THREADS", ways[i][0], 1);
            setenv("ATTNVIZ_KERNEL", ways[i][1], 1);
            find_instruction_set();
            found[i] = trained(scene, source, &plan, &loss[i]);
        }
        unsetenv("ATTNVIZ_THREADS");
        unsetenv("ATTNVIZ_KERNEL");
        find_instruction_set();
        for (int i = 1; i < 4; i++) {
            assert_same_bits(&found[i], &found[0]);
            assert_true(loss[i] == loss[0]);
        }
    }
}

/* Each tensor that there is moves by a step. */
static void check_all_learned(Scene *scene, const PairSource *source, const ModelKind *kind,
                              const void *sizes)
{
    TrainingPlan plan = pair_plan(scene->arena, kind, sizes, source, 1, 1);
    double loss;
    Model m = trained(scene, source, &plan, &loss);
    Model start = model_random(scene->arena, kind, plan.sizes, 1);
    parameters_round(start.parameters);
    for (int i = 0; i < m.parameters->count; i++)
        fail_if(same_bits(m.parameters->items[i].value, start.parameters->items[i].value),
                "%s: %s stayed as it was", kind->name, m.parameters->items[i].name);
}

TEST(every_tensor_of_every_kind_is_learned)
{
    const PairSource *source = language_of(scene);
    for (int kind = 0; model_kinds[kind].family == &translator_family; kind++)
        check_all_learned(scene, source, &model_kinds[kind], &translator_sizes);
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerSizes sizes = transformer_sizes;
        sizes.norm = (NormPlace)place;
        check_all_learned(scene, source, model_kind("transformer"), &sizes);
    }
}

/* A model that knows nothing is surprised more than one that takes all words for equally likely. */
TEST(it_learns)
{
    const PairSource *source = language_of(scene);
    int count = source->held_out(source, 0, MEASURED, held_out);
    static const int steps[FAMILIES] = {600, 400};
    for (int family = 0; family < FAMILIES; family++) {
        TrainingPlan one = small_plan(scene, source, family, 1, 1);
        TrainingPlan plan = small_plan(scene, source, family, steps[family], 1);
        double first = 0, last = 0;
        plan.recipe.batch = 16 * (2 - family);
        plan.recipe.learning_rate *= 1 + 2 * family;
        Model untrained = model_random(scene->arena, plan.kind, plan.sizes, 1);
        untrained.end = END_WORD;
        trained(scene, source, &one, &first);
        Model m = trained(scene, source, &plan, &last);
        assert_true(first > log(source->target.count));
        assert_true(last < (family ? 1 : first / 2));
        TranslationScore before = translation_score(source, &untrained, held_out, count);
        TranslationScore after = translation_score(source, &m, held_out, count);
        assert_int_equal(after.sentences, MEASURED);
        assert_int_equal(before.right, 0);
        assert_int_equal(before.words, after.words);
        assert_true(after.right < MEASURED);
        assert_true(family ? after.right > 0 : after.aligned > before.aligned);
    }
}

/* ---- the score ---- */

static bool is_translated(const Model *m, const Pair *pair)
{
    int words[LONGEST_SIDE];
    TranslationTask task = {.source = pair->source,
                            .source_length = pair->source_length,
                            .target_length = LONGEST_SIDE};
    int length = m->kind->family->write(m, &task, words);
    return length == pair->target_length + 1 && words[pair->target_length] == END_WORD &&
           memcmp(words, pair->target, (size_t)pair->target_length * sizeof(int)) == 0;
}

/* One pass over the true words tells what going on with its own words would give. */
TEST(right_is_what_greedy_translation_gives)
{
    const PairSource *source = language_of(scene);
    int count = source->held_out(source, 0, MEASURED, held_out);
    for (int family = 0; family < FAMILIES; family++) {
        TrainingPlan plan = small_plan(scene, source, family, 700, 1);
        plan.recipe.batch = 16;
        plan.recipe.learning_rate = 1e-2;
        double loss;
        int right = 0;
        Model m = trained(scene, source, &plan, &loss);
        for (int i = 0; i < count; i++) {
            int is_right = translation_score(source, &m, &held_out[i], 1).right;
            assert_int_equal(is_right, is_translated(&m, &held_out[i]));
            right += is_right;
        }
        assert_int_equal(translation_score(source, &m, held_out, count).right, right);
        assert_true(right > 0 && right < count);
    }
}

/* ---- the file ---- */

static const TranslationScore score = {.sentences = 8, .right = 7, .words = 300, .aligned = 299};

/* A training that was broken off at once, and its model as read back. */
static Training *written(Scene *scene, const PairSource *source, const ModelKind *kind,
                         const void *sizes, Model *read)
{
    PairSource *own = arena_alloc(scene->arena, 1, sizeof *own);
    *own = *source;
    if (kind->family->predicts_source)
        own->target = own->source;
    TrainingPlan plan = pair_plan(scene->arena, kind, sizes, own, 0, 1);
    Training *t = pair_training(scene->arena, own, &plan);
    training_end(t);
    parameters_round(t->model.parameters);
    t->steps_done = 5;
    t->model.score = translation_score_text(scene->arena, score);
    pair_file_write(t, own, "m.safetensors");
    *read = model_file_read(scene->arena, "m.safetensors");
    return t;
}

TEST(what_is_rounded_is_read_back_to_the_bit)
{
    const PairSource *source = language_of(scene);
    for (int kind = 0; kind < model_kind_count; kind++) {
        Model read;
        const Model *m = &written(scene, source, &model_kinds[kind], NULL, &read)->model;
        assert_ptr_equal(read.kind, m->kind);
        assert_int_equal(read.end, END_WORD);
        assert_same_bits(&read, m);
    }
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerSizes sizes = transformer_sizes;
        sizes.norm = (NormPlace)place;
        Model read;
        assert_same_bits(&written(scene, source, model_kind("transformer"), &sizes, &read)->model,
                         &read);
        assert_int_equal(model_size(&read, "norm"), place);
        assert_int_equal(model_size(&read, "heads"), sizes.heads);
        assert_has(read.recipe, norm_place_names[place]);
    }
}

TEST(the_file_says_where_it_comes_from)
{
    const PairSource *source = language_of(scene);
    Model m;
    written(scene, source, model_kind("local-m"), NULL, &m);
    assert_string_equal(m.corpus, "the toy language");
    assert_string_equal(m.score, "7 of 8 sentences, 99.67 % of 300 content words aligned");
    assert_has(m.recipe, "steps of 32 sentences");
    assert_has(m.recipe, "; broken off after 5 steps");
    assert_int_equal(model_size(&m, "source words"), source->source.count);
    assert_int_equal(model_size(&m, "target words"), source->target.count);
    for (int i = 0; i < source->target.count; i++)
        assert_string_equal(m.target.words[i], source->target.words[i]);
}

/* Half a unit of 11 binary digits. */
TEST(rounding_keeps_three_digits)
{
    TranslatorSizes sizes = {9, 9, 4, 4, 4, 1};
    Model m = model_random(scene->arena, model_kind("dot"), &sizes, 1);
    Tensor after = parameter_find(m.parameters, "source/E")->value;
    Tensor before = tensor_copied(scene->arena, after);
    parameters_round(m.parameters);
    int changed = 0;
    for (size_t i = 0; i < tensor_size(after); i++) {
        double was = (double)before.data[i], is = (double)after.data[i];
        assert_true(fabs(is - was) <= 0x1p-11 * fabs(was));
        changed += is != was;
    }
    assert_true(changed > 0);
}

/* Of the loss that training has on the same pairs, each by itself, with any number of threads. */
TEST(the_surprise_of_a_score_is_the_loss_of_its_pairs)
{
    const PairSource *source = language_of(scene);
    int count = source->held_out(source, 0, FEW, held_out), words = 0;
    for (int family = 0; family < FAMILIES; family++) {
        TrainingPlan plan = small_plan(scene, source, family, FEW, 1);
        double loss, sum = 0;
        Model m = trained(scene, source, &plan, &loss);
        words = 0;
        for (int i = 0; i < count; i++) {
            SentencePairs pair = pair_group(scene->arena, m.kind, &held_out[i], 1);
            Graph *g = graph_new(scene->arena);
            Predictions p = m.kind->family->predict(g, &m, &pair, true);
            sum += (double)predictions_loss(g, p, pair.weight)->value.data[0];
            words += pair.target_length;
        }
        for (int threads = 1; threads <= 3; threads += 2) {
            setenv("ATTNVIZ_THREADS", threads == 1 ? "1" : "3", 1);
            TranslationScore found = translation_score(source, &m, held_out, count);
            assert_true(found.surprise == sum);
            assert_int_equal(found.surprises, words);
        }
        unsetenv("ATTNVIZ_THREADS");
    }
}
