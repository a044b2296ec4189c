/* Numbers of one's own, from the command line: vectors of words, and projections. */
#include "base/utf8.h"
#include "cli/settings.h"
#include "trace/formula.h"

static const char *const names[PROJECTIONS] = {"W_Q", "W_K", "W_V", "W_O"};

/* Vectors without words are x₁, x₂, … */
static bool take_vectors(Arena *arena, const VectorList *list, OwnNumbers *own, Error *error)
{
    Weights *w = &own->weights;
    int count = list->vectors.rows;
    const char **numbered = arena_alloc(arena, (size_t)count, sizeof *numbered);
    for (int i = 0; i < count; i++)
        numbered[i] = formula_plain(arena, arena_format(arena, "x_{%d}", i + 1));
    own->words = list->labels ? list->tokens : tokens_labelled(arena, numbered, NULL, count);
    w->embeddings = list->vectors;
    w->given = "--vectors";
    w->vocabulary = lexicon_new(arena);
    for (int i = 0; i < count; i++)
        if (lexicon_add(&w->vocabulary, own->words.keys[i]) < i)
            return fail_usage(error, "--vectors: '%s' is there twice; --sentence may repeat a word",
                              visible_label(arena, own->words.words[i]));
    return true;
}

/* One that maps so many numbers, which are those of `of`. */
static bool read_projection(Arena *arena, const char *text, int rows, const char *of, Parameter *p,
                            Error *error)
{
    VectorList list = {.vectors = tensor_new(arena, rows, rows)};
    p->given = arena_format(arena, text ? "--%s" : "the identity, without --%s", p->name);
    for (int i = 0; i < rows; i++)
        tensor_row(list.vectors, i)[i] = 1;
    if (text && !vector_list_read(arena, p->given, text, &list, error))
        return false;
    p->value = list.vectors;
    return p->value.rows == rows ||
           fail_usage(error, "%s is %d × %d, but %s %d number%s: as many rows are needed", p->given,
                      p->value.rows, p->value.cols, of, rows, plural(rows));
}

static bool read_projections(Arena *arena, OwnNumbers *own, int heads, Error *error)
{
    Parameter *p = arena_alloc(arena, PROJECTIONS, sizeof *p);
    const char *given[PROJECTIONS];
    int count = 0;
    int d = own->weights.embeddings.cols;
    for (int i = 0; i < PROJECTIONS; i++) {
        bool is_last = i == PROJECTIONS - 1; /* W_O maps what W_V makes */
        p[i].name = names[i];
        if (!read_projection(arena, own->projections[i], is_last ? p[2].value.cols : d,
                             is_last ? "values have" : "--vectors have", &p[i], error))
            return false;
        if (own->projections[i])
            given[count++] = names[i];
        if (!is_last && p[i].value.cols % heads)
            return fail_usage(error, "--heads %d does not divide the %d column%s of %s (%s)", heads,
                              p[i].value.cols, plural(p[i].value.cols), names[i], p[i].given);
    }
    const char *list = join_strings(arena, given, count, ", ", ", ");
    own->weights.origin = !count ? "the identity"
                          : count == PROJECTIONS
                              ? "given"
                              : arena_format(arena, "%s given, others the identity", list);
    own->weights.parameters = arena_alloc(arena, 1, sizeof *own->weights.parameters);
    own->weights.parameters->items = p;
    own->weights.parameters->count = PROJECTIONS;
    return p[0].value.cols == p[1].value.cols ||
           fail_usage(error, "W_Q (%s) and W_K (%s) have %d and %d columns: as many make a score",
                      p[0].given, p[1].given, p[0].value.cols, p[1].value.cols);
}

bool check_own(const Run *run, Error *error)
{
    ModelSettings *s = &run->settings->model;
    OwnNumbers *own = &s->own;
    VectorList list;
    for (int i = 0; i < PROJECTIONS && !own->vectors; i++)
        if (own->projections[i])
            return fail_usage(error, "--%s goes with --vectors", names[i]);
    if (!own->vectors)
        return true;
    if (is_given(run, "embeddings") || is_given(run, "weights") || is_given(run, "dim"))
        return fail_usage(error, "--vectors takes the place of --weights, --embeddings and --dim");
    s->heads = is_given(run, "heads") ? s->heads : 1;
    s->positions = is_given(run, "positions") ? s->positions : POSITIONS_NONE;
    return vector_list_read(run->arena, "--vectors", own->vectors, &list, error) &&
           take_vectors(run->arena, &list, own, error) &&
           read_projections(run->arena, own, s->heads, error);
}
