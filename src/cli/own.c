/* The user's own numbers from the command line: word vectors and projections. */
#include "cli/settings.h"

/* Vectors without words are named x1, x2, … */
static void read_vectors(Arena *arena, OwnNumbers *own)
{
    const VectorList *list = &own->vectors;
    Lexicon words = lexicon_new(arena);
    int count = list->vectors.rows;
    const char **numbered = arena_alloc(arena, (size_t)count, sizeof *numbered);
    for (int i = 0; i < count; i++)
        numbered[i] = arena_format(arena, "x%d", i + 1);
    own->words = list->labels ? list->tokens : tokens_labelled(arena, numbered, NULL, count);
    for (int i = 0; i < count; i++)
        if (lexicon_add(&words, own->words.keys[i]) < i)
            fail_usage("--vectors: '%s' is there twice; --sentence may repeat a word",
                       visible_label(arena, own->words.words[i]));
    own->weights = (Weights){.embeddings = list->vectors, .vocabulary = words};
}

/* A projection that is not given is the identity. */
static void read_projections(Arena *arena, OwnNumbers *own, int heads)
{
    own->weights.parameters = projections_declared(arena, own->weights.embeddings.cols);
    Parameter *p = own->weights.parameters->items;
    Text given = text_new(arena);
    int missing = 0;
    for (int i = 0; i < PROJECTIONS; i++) {
        bool is_last = i == PROJECTIONS - 1; /* W_O maps the output of W_V */
        int rows = is_last ? p[i - 1].value.cols : own->weights.embeddings.cols;
        Tensor t = own->projections[i].vectors;
        if (t.data)
            text_format(&given, ", --%s", p[i].name);
        missing += !t.data;
        t = t.data ? t : identity(graph_new(arena), rows)->value;
        p[i].value = t;
        if (t.rows != rows)
            fail_usage("--%s is %d × %d, but has to map %d number%s", p[i].name, t.rows, t.cols,
                       rows, plural(rows));
        if (!is_last && t.cols % heads)
            fail_usage("--heads %d does not divide the columns of %s: %d", heads, p[i].name,
                       t.cols);
    }
    own->weights.origin = arena_format(arena, "from --vectors%s%s", given.data,
                                       missing ? "; others the identity" : "");
    if (p[0].value.cols != p[1].value.cols)
        fail_usage("W_Q has %d columns and W_K %d: a score takes as many of both", p[0].value.cols,
                   p[1].value.cols);
}

void check_own(const Run *run)
{
    ModelSettings *s = &run->settings->model;
    OwnNumbers *own = &s->own;
    if (!own->vectors.vectors.data)
        return;
    s->heads = is_given(run, "heads") ? s->heads : 1;
    s->positions = is_given(run, "positions") ? s->positions : POSITIONS_NONE;
    read_vectors(run->arena, own);
    read_projections(run->arena, own, s->heads);
}
