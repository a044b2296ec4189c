/* What holds of every model: how it starts, its gradients, and that it goes on with its own words.
 */

#include "support/gradient.h"
#include "support/reference.h"
#include "support/sentence_group.h"

enum { SOURCE_WORDS = 5, TARGET_WORDS = 6, LONGEST = 7 };

static const TranslatorSizes translator_sizes = {
    .embedding = 3, .hidden = 4, .alignment = 3, .window = 2};
static const TransformerSizes transformer_sizes = {
    .d_model = 4, .heads = 2, .ffn = 6, .encoder_layers = 1, .decoder_layers = 2};

/* Every kind, small; behind the last the transformer once more with its norms before the sublayers,
   and without. False behind those. */
static bool small_new(Scene *scene, int i, Model *model)
{
    TransformerSizes transformer = transformer_sizes;
    int last = model_kind_count - 1;
    if (i >= last + NORM_PLACES)
        return false;
    const ModelKind *kind = &model_kinds[i < last ? i : last];
    transformer.norm = i < last ? NORM_POST : (NormPlace)(i - last);
    const void *sizes = &transformer;
    if (kind->family != &transformer_family)
        sizes = &translator_sizes;
    sizes = model_sizes(scene->arena, kind, sizes, SOURCE_WORDS, TARGET_WORDS);
    *model = model_new(scene->arena, kind, sizes);
    return true;
}

static bool small(Scene *scene, int i, uint64_t seed, Model *model)
{
    bool found = small_new(scene, i, model);
    if (found)
        parameters_draw(model->parameters, seed);
    return found;
}

TEST(kinds_are_found_by_name)
{
    assert_ptr_equal(model_kind("bahdanau"), &model_kinds[0]);
    assert_string_equal(model_kind("local-p")->paper, "Luong et al. 2015");
    assert_ptr_equal(model_kind("transformer")->family, &transformer_family);
    assert_null(model_kind("bahdana"));
}

/* ---- writing ---- */

static void check_greedy(Scene *scene, const Model *m)
{
    static const int source[] = {0, 3, 1};
    int words[LONGEST];
    TranslationTask task = {.source = source, .source_length = 3, .target_length = LONGEST};
    task.target_length = m->kind->family->write(m, &task, words);
    Graph *g = graph_new(scene->arena);
    SentencePairs pair = {1, 3, task.target_length, source, words, 1};
    Tensor scores = m->kind->family->predict(g, m, &pair, false).scores->value;
    assert_int_equal(scores.rows, task.target_length);
    for (int i = 0; i < scores.rows; i++) {
        for (int j = 0; j < TARGET_WORDS; j++)
            assert_true(at(scores, i, j) <= at(scores, i, words[i]));
        assert_true((words[i] == m->end) <= (i == scores.rows - 1));
    }
    assert_true(scores.rows == LONGEST || words[scores.rows - 1] == m->end);
}

TEST(greedy_translation_goes_on_with_its_own_words)
{
    Model m;
    for (uint64_t seed = 1; seed < 6; seed++)
        for (int i = 0; small(scene, i, seed, &m); i++)
            if (m.kind->family->write)
                check_greedy(scene, &m);
}

/* The end is a word like another: where it is the most probable, the sentence ends. */
TEST(a_translation_stops_at_the_end_or_at_the_longest)
{
    TranslationTask task = {.source = (int[]){0}, .source_length = 1, .target_length = 4};
    Model m;
    for (int i = 0; small_new(scene, i, &m); i++) {
        int words[4];
        if (!m.kind->family->write)
            continue;
        parameters_clear(m.parameters);
        m.end = 5; /* all scores are equal: the first word is taken */
        assert_int_equal(m.kind->family->write(&m, &task, words), 4);
        assert_int_equal(words[3], 0);
        m.end = 0;
        assert_int_equal(m.kind->family->write(&m, &task, words), 1);
    }
}

/* ---- gradients ---- */

static Node *loss_of_group(Graph *g, const void *model)
{
    const Model *m = model;
    return predictions_loss(g, m->kind->family->predict(g, m, &sentence_group, true),
                            sentence_group.weight);
}

/* float32's difference quotients are too rough for a whole transformer. */
TEST(every_tensors_gradient_is_the_difference_quotient)
{
    Model m;
    for (int i = 0; small(scene, i, 6, &m); i++)
        if (sizeof(real) == sizeof(double) || m.kind->family != &transformer_family)
            check_learned_gradients(scene, loss_of_group, &m);
}

/* ---- how it starts ---- */

/* Mean and deviation that a number starts with, as the name says: a translator's words are of
   length 1 in each feature, a transformer's as a whole. */
static double mean_of(const Parameter *p)
{
    return strstr(p->name, "gain") != NULL;
}

static double deviation_of(const Model *m, const Parameter *p)
{
    bool is_translator = m->kind->family == &translator_family;
    if (strstr(p->name, "/E"))
        return is_translator ? 1 : 1 / sqrt(p->cols);
    if (strstr(p->name, "/v_"))
        return 1 / sqrt(p->cols);
    return p->rows == 1 ? 0 : 1 / sqrt(p->rows);
}

/* The variance of n drawn numbers is off by √(2/n) on average. */
static void check_drawn(const Model *a, const Model *b, const Model *other)
{
    for (int i = 0; i < a->parameters->count; i++) {
        const Parameter *p = &a->parameters->items[i];
        double squares = 0, variance = pow(deviation_of(a, p), 2);
        double count = (double)tensor_size(p->value), tolerance = 3 * sqrt(2 / count);
        assert_close(p->value, b->parameters->items[i].value, 0, p->name);
        for (size_t k = 0; k < tensor_size(p->value); k++)
            squares += pow((double)p->value.data[k] - mean_of(p), 2);
        fail_if(!(fabs(squares / count - variance) <= tolerance * variance),
                "%s: %s has a mean square of %g, not %g", a->kind->name, p->name, squares / count,
                variance);
        assert_true((p->value.data[0] != other->parameters->items[i].value.data[0]) ==
                    (variance > 0));
    }
}

TEST(a_seed_draws_the_same_model_again)
{
    static const TranslatorSizes translator = {100, 100, 24, 32, 24, 0};
    static const TransformerSizes transformer = {100, 100, 48, 3, 96, 1, 1, .norm = NORM_POST};
    static const struct {
        const char *kind;
        const void *sizes;
        long learned;
    } all[] = {{"bahdanau", &translator, 42812}, {"transformer", &transformer, 56448}};
    for (int i = 0; i < 2; i++) {
        const ModelKind *kind = model_kind(all[i].kind);
        Model a = model_random(scene->arena, kind, all[i].sizes, 1);
        Model b = model_random(scene->arena, kind, all[i].sizes, 1);
        Model other = model_random(scene->arena, kind, all[i].sizes, 2);
        assert_int_equal(parameters_size(a.parameters), all[i].learned);
        check_drawn(&a, &b, &other);
    }
}
