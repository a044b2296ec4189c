#include "model/model.h"

/* ---- default sizes ---- */

/* D of local attention: French words are mostly within 3 positions of the English ones. */
enum { WINDOW = 3 };

/* Each encoder direction has 32 units in all kinds, so all have annotations of 64. */
enum { UNITS = 32, LUONGS_UNITS = 2 * UNITS };

static const TranslatorSizes bahdanaus_sizes = {
    .embedding = 24, .hidden = UNITS, .alignment = 24, .window = WINDOW};
static const TranslatorSizes luongs_sizes = {
    .embedding = 24, .hidden = LUONGS_UNITS, .alignment = 24, .window = WINDOW};

/* ---- kinds ---- */

#define KIND(name, paper, family, ...) {name, paper, &family##_family, __VA_ARGS__},
const ModelKind model_kinds[] = {
#include "model/kinds.list"
};
const int model_kind_count = COUNT_OF(model_kinds);

const ModelKind *model_kind(const char *name)
{
    return find_named(model_kinds, model_kind_count, sizeof *model_kinds, name);
}

bool kind_is_cloze(const ModelKind *kind)
{
    const TranslatorDesign *d = kind->design;
    return kind->family->predicts_source && d->both_ways;
}

/* ---- configuration ---- */

static const ModelField *field_named(const ModelKind *kind, const char *name)
{
    const ModelField *field = find_named(kind->family->fields, -1, sizeof *field, name);
    CHECK(field, "a %s has no %s", kind->name, name);
    return field;
}

bool field_is_used(const ModelKind *kind, const ModelField *field)
{
    return !field->is_used || field->is_used(kind->design);
}

int *field_in(void *sizes, const ModelField *field)
{
    return (int *)(void *)((char *)sizes + field->at);
}

void *model_sizes(Arena *arena, const ModelKind *kind, const void *sizes, int sources, int targets)
{
    void *copy = arena_copy(arena, sizes ? sizes : kind->sizes, kind->family->sizes_size);
    *field_in(copy, field_named(kind, "source words")) = sources;
    *field_in(copy, field_named(kind, "target words")) = targets;
    return copy;
}

int model_size(const Model *model, const char *field)
{
    return *field_in(model->sizes, field_named(model->kind, field));
}

/* ---- models ---- */

static void declare(Scope s, const void *data)
{
    const Model *model = data;
    model->kind->family->declare(s, model);
}

Model model_new(Arena *arena, const ModelKind *kind, const void *sizes)
{
    Model m = {.kind = kind, .sizes = arena_copy(arena, sizes, kind->family->sizes_size)};
    m.parameters = parameters_declared(arena, declare, &m);
    return m;
}

Model model_random(Arena *arena, const ModelKind *kind, const void *sizes, uint64_t seed)
{
    Model m = model_new(arena, kind, sizes);
    parameters_draw(m.parameters, seed);
    return m;
}

void *model_in(Scope s, const Model *model, bool is_learning)
{
    graph_use(s.graph, parameters_shared(s.graph->arena, model->parameters, is_learning));
    return model->kind->family->declare(s, model);
}

/* ---- the next word ---- */

int *words_before(Arena *arena, const int *target, int length, int sentences, int end)
{
    int *words = arena_alloc(arena, (size_t)(length * sentences), sizeof *words);
    for (int i = 0; i < length * sentences; i++)
        words[i] = i < sentences ? end : target[i - sentences];
    return words;
}

Node *predictions_loss(Graph *g, Predictions p, double weight)
{
    double *weights = arena_alloc(g->arena, (size_t)rows_of(p.scores), sizeof *weights);
    for (int i = 0; i < rows_of(p.scores); i++)
        weights[i] = weight;
    return cross_entropy(g, p.scores, p.words, weights);
}

Scope step_scope(Scope s, const char *const *labels, int index)
{
    if (!has_names(s))
        return s;
    s = with_row(within(s, "step-%d", "", index + 1), label_axis("output word", labels + index, 1));
    return ending_in(s, arena_format(s.graph->arena, " for “%s”", labels[index]));
}

void name_probabilities(Scope s, const TranslationTask *task, Node *scores, Node *probabilities)
{
    if (!has_names(s))
        return;
    const char *word = task->is_cloze ? "missing word" : "next word";
    Axis words = {word, cols_of(scores), task->vocabulary, .named = true};
    with_axes(s, scores, (Axis){0}, words);
    defined(s, "probabilities", arena_format(s.graph->arena, "Probabilities of the %s", word),
            "p(y_{%d})", probabilities);
    s.of = arena_format(s.graph->arena, " at step %d", s.number);
    if (task->likely)
        likely_words(s, probabilities, "words", task);
}

Node *right_words(Scope s, const TranslationTask *task, Node *const *probabilities, int count)
{
    Graph *g = s.graph;
    Node *all = stack(g, probabilities, count);
    Node *right = named(s, "right", "How probable each right word was", pick(g, all, task->target));
    return with_measure(s, right, "probability");
}

void right_beside(Scope s, Node *without, Node *with)
{
    static const char *const names[] = {"without", "with attention"};
    Node *both =
        named(s, "compared", "How probable each right word is, without attention and with it",
              concat(s.graph, (Node *[]){without, with}, 2));
    with_axes(s, both, (Axis){0}, axis_unquoted(label_axis("model", names, 2)));
}

Node *likely_words(Scope s, Node *probabilities, const char *called, const TranslationTask *task)
{
    Graph *g = s.graph;
    int count = smaller(task->likely, cols_of(probabilities));
    int *words = arena_alloc(g->arena, (size_t)count, sizeof *words);
    Axis all = label_axis(writing_of(g, probabilities)->cols.name, task->vocabulary,
                          cols_of(probabilities));
    largest_places(node_value(probabilities).data, cols_of(probabilities), NULL, count, words);
    Node *list = named(s, "words", arena_format(g->arena, "The most probable %s", called),
                       pick(g, repeated_row(g, probabilities, 0, count), words));
    with_axes(s, list, axis_places(g, all, words, 0, count), (Axis){0});
    return with_measure(s, list, "probability");
}
