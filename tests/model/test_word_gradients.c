/* How scores move with the words of the source: against difference quotients of whole translations,
   whose arithmetic is the forward pass alone. */
#include "model/studies.h"

#include "support/nodes.h"

#ifdef ATTNVIZ_DOUBLE
static const double step = 1e-5, tolerance = 1e-6;
#else
static const double step = 1e-2, tolerance = 2e-3;
#endif

enum { WORDS = 8, SOURCE = 4, TARGET = 3, END = 1 };

static const int source[SOURCE] = {3, 5, 4, 6}, target[TARGET] = {4, 3, END};
static const char *const words[WORDS] = {"<s>", "</s>", "<unk>", "a", "b", "c", "d", "e"};
static const char *const read_words[SOURCE] = {"a", "c", "b", "d"};
static const char *const written[TARGET] = {"b", "a", "</s>"};

static TranslationTask task_of(int source_length)
{
    return (TranslationTask){.source = source,
                             .source_length = source_length,
                             .target = target,
                             .target_length = TARGET,
                             .source_labels = read_words,
                             .target_labels = written,
                             .read_labels = written,
                             .source_vocabulary = words,
                             .vocabulary = words};
}

static Model drawn_model(Scene *scene, const char *kind)
{
    static const TranslatorSizes sizes = {WORDS, WORDS, 3, 4, 3, 1};
    static const TransformerSizes layers = {WORDS, WORDS, 4, 2, 6, 2, 2, .norm = NORM_POST};
    bool is_transformer = model_kind(kind)->family == &transformer_family;
    const void *z = is_transformer ? (const void *)&layers : &sizes;
    Model m = model_random(scene->arena, model_kind(kind), z, 1);
    m.end = END;
    return m;
}

/* A translation of the first words, in a graph with names. */
typedef struct Scored {
    TranslationTask task;
    Node *scores;
    Translation by;
} Scored;

static Scored scored(Graph *g, const Model *m, int count)
{
    Scored w = {.task = task_of(count)};
    graph_name(g);
    if (m->kind->family == &transformer_family) {
        const TransformerParameters *p = model_in(scope_of(g), m, false);
        w.scores = transformer_translate(scope_of(g), p, &w.task).scores;
    } else {
        w.by = translate_aligned(scope_of(g), m, &w.task);
    }
    return w;
}

static Node *derive(Graph *g, const Scored *w)
{
    bool attends = w->by.steps.weights && w->by.steps.weights[0];
    return word_gradients(scope_of(g), &w->task, w->scores, attends ? &w->by : NULL);
}

/* The score of each word of the target. */
static void scores_of(const Model *m, double *scores)
{
    Arena *arena = arena_new();
    Graph *g = graph_new(arena);
    Scored w = scored(g, m, SOURCE);
    for (int i = 0; i < TARGET; i++)
        scores[i] = w.scores ? cell(w.scores->value, i, target[i])
                             : cell(value_of(g, "step-%d/scores", i + 1), 0, target[i]);
    arena_free(arena);
}

static Tensor vectors_of(const Model *m)
{
    for (int i = 0; i < m->parameters->count; i++)
        if (!strcmp(m->parameters->items[i].name, "source/E"))
            return m->parameters->items[i].value;
    fail_msg("no vectors");
    return (Tensor){0};
}

/* Σₖ (∂scoreᵢ/∂xₖ)² of the j-th source word, by what the scores become when it is moved. */
static void squares_of(const Model *m, int j, double factor, double *squares)
{
    Tensor E = vectors_of(m);
    for (int k = 0; k < E.cols; k++) {
        real *number = &tensor_row(E, source[j])[k], kept = *number;
        double up[TARGET], down[TARGET];
        *number = (real)((double)kept + step);
        scores_of(m, up);
        *number = (real)((double)kept - step);
        scores_of(m, down);
        *number = kept;
        for (int i = 0; i < TARGET; i++)
            squares[i] += pow((up[i] - down[i]) / (2 * step * factor), 2);
    }
}

TEST(every_length_is_that_of_the_difference_quotients)
{
    static const char *const kinds[] = {"bahdanau", "bahdanau-causal", "bahdanau-rnn",
                                        "dot",      "general",         "concat",
                                        "fixed",    "transformer"};
    for (int n = 0; n < 8; n++) {
        Model m = drawn_model(scene, kinds[n]);
        Graph *g = graph_new(scene->arena);
        Scored w = scored(g, &m, SOURCE);
        derive(g, &w);
        /* √d: a transformer's words are the vectors times it */
        double factor = m.kind->family == &transformer_family ? 2 : 1;
        for (int j = 0; j < SOURCE; j++) {
            double squares[TARGET] = {0};
            squares_of(&m, j, factor, squares);
            for (int i = 0; i < TARGET; i++)
                fail_if(
                    !(fabs(cell(value_of(g, "gradients"), i, j) - sqrt(squares[i])) < tolerance),
                    "%s, %s by %s: %g, not %g", kinds[n], written[i], read_words[j],
                    cell(value_of(g, "gradients"), i, j), sqrt(squares[i]));
        }
    }
}

TEST_OF_GRAPH(shares_are_parts_of_a_row_and_the_context_hands_on_by_weight)
{
    Model m = drawn_model(scene, "bahdanau");
    Scored w = scored(g, &m, SOURCE);
    derive(g, &w);
    for (int i = 0; i < TARGET; i++) {
        Tensor by_context = value_of(g, "step-%d/by-context", i + 1);
        double length = 0, sum = 0, shares = 0;
        for (int k = 0; k < by_context.cols; k++)
            length += pow(cell(by_context, 0, k), 2);
        for (int j = 0; j < SOURCE; j++) {
            sum += cell(value_of(g, "gradients"), i, j);
            shares += cell(value_of(g, "shares"), i, j);
        }
        assert_near(shares, 1, 1e-6);
        for (int j = 0; j < SOURCE; j++) {
            assert_near(cell(value_of(g, "shares"), i, j),
                        cell(value_of(g, "gradients"), i, j) / sum, 1e-6);
            assert_near(cell(value_of(g, "direct"), i, j),
                        cell(value_of(g, "alignment"), i, j) * sqrt(length), 1e-6);
        }
    }
}

/* The only word has all the weight, whatever is asked: its annotation counts through contexts
   alone, and at first through one. */
TEST_OF_GRAPH(the_only_annotation_is_the_first_context)
{
    Model m = drawn_model(scene, "bahdanau");
    Scored w = scored(g, &m, 1);
    Tensor shares = derive(g, &w)->value;
    Tensor annotations = value_of(g, "by-annotations"), direct = value_of(g, "direct");
    assert_true(cell(direct, 0, 0) > 0.01);
    assert_near(cell(annotations, 0, 0), cell(direct, 0, 0), 1e-6);
    assert_true(fabs(cell(annotations, 1, 0) - cell(direct, 1, 0)) > 1e-4);
    assert_close(shares, tensor_filled(g->arena, TARGET, 1, 1), 1e-6, "shares");
}

TEST_OF_NAMES(the_strongest_word_is_that_of_the_largest_share)
{
    Tensor a = tensor_new(g->arena, 2, 3);
    a.data[1] = a.data[5] = 1;
    Node *matrix = given_matrix(scope_of(g), "m", "M", "M", constant(g, a, "given"));
    Node *places = named_looks(scope_of(g), "strongest", "Most", single_axis(g, "by", "one"),
                               (Node *[]){matrix});
    assert_true(places->value.data[0] == 2 && places->value.data[1] == 3);
}
