#include "model/words.h"

/* ---- near a vector ---- */

/* Cosines with the whole table are computed in a temporary graph; only the ranked rows are kept. */
static int rank(const Weights *weights, Tensor vector, const int *own, int own_count, int most,
                int *best)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Graph *g = graph_new(arena);
    Tensor all = cosines(g, constant(g, weights->embeddings, ""), constant(g, vector, ""))->value;
    bool *left_out = arena_alloc(arena, (size_t)all.rows, sizeof *left_out);
    for (int i = 0; i < all.rows; i++)
        left_out[i] = !is_listed_word(weights->vocabulary.words[i]);
    for (int i = 0; i < own_count; i++)
        if (own[i] >= 0)
            left_out[own[i]] = true;
    return largest_places(all.data, all.rows, left_out, most, best);
}

Node *nearest_words(Scope s, const Weights *weights, const char *to, Node *vector, const int *own,
                    int own_count, int most)
{
    Graph *g = s.graph;
    CHECK(rows_of(vector) == 1 && most > 0, "%d words near %d rows", most, rows_of(vector));
    if (vector_size(node_value(vector).data, cols_of(vector)) == 0)
        return NULL;
    most = smaller(most, weights->embeddings.rows);
    int *rows = arena_alloc(g->arena, (size_t)most, sizeof *rows);
    int count = rank(weights, node_value(vector), own, own_count, most, rows);
    if (!count)
        return NULL;
    Node *all = parameter(g, weights->embeddings, weights->origin);
    Node *vectors = defined(s, "nearest/vectors", "The static vectors of these words", "w",
                            gather(g, all, rows, count));
    const char **words = arena_alloc(g->arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = visible_label(g->arena, weights->vocabulary.words[rows[i]]);
    with_axes(s, vectors, label_axis("word", words, count), (Axis){0});
    Node *list = named(s, "nearest", arena_format(g->arena, "Nearest to %s", to),
                       cosines(g, vectors, vector));
    return with_measure(s, list, "cosine");
}

/* ---- near words, or near their sum ---- */

/* "king − man + woman" */
static const char *written_sum(Arena *arena, const Term *terms, int count)
{
    Text text = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%s", !i ? "" : terms[i].minus ? " − " : " + ", terms[i].word);
    return visible_label(arena, text.data);
}

/* Names the partial sum, "sum" after the last term. */
static void name_sum(Scope s, const Term *terms, int so_far, int count, Node *sum)
{
    Arena *arena = s.graph->arena;
    if (so_far == count)
        defined(s, "sum", written_sum(arena, terms, count), "s", sum);
    else
        named(s, arena_format(arena, "sum-of-%d", so_far),
              arena_format(arena, "The first %d of them", so_far), sum);
    with_axes(s, sum, single_axis(s.graph, "word", "sum"), (Axis){0});
}

Node *neighbours(Scope s, const Weights *weights, const Term *terms, int count, bool is_sum,
                 int most)
{
    Graph *g = s.graph;
    Node *all = parameter(g, weights->embeddings, weights->origin);
    int *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    Node *sum = NULL; /* x₁ ± x₂ ± …, unit vectors */
    CHECK(!is_sum || (count > 1 && !terms[0].minus), "a sum of %d terms", count);
    for (int i = 0; i < count; i++) {
        Scope word = within(s, "word-%d", "", i + 1);
        const char *title = arena_format(g->arena, "The static vector of %s", terms[i].word);
        Node *vector = defined(word, "vector", title, "x", row_range(g, all, terms[i].row, 1));
        with_axes(word, vector, single_axis(g, "word", terms[i].word), (Axis){0});
        rows[i] = terms[i].row;
        if (!is_sum && most)
            nearest_words(word, weights, terms[i].word, vector, &rows[i], 1, most);
        if (!is_sum)
            continue;
        with_symbol(word, vector, "x_{%d}", i + 1);
        Node *unit = named(word, "unit", arena_format(g->arena, "%s at length 1", terms[i].word),
                           unit_rows(g, vector));
        sum = !i ? unit : (terms[i].minus ? subtract : add)(g, sum, unit);
        if (i)
            name_sum(s, terms, i + 1, count, sum);
    }
    if (is_sum && most)
        nearest_words(s, weights, written_sum(g->arena, terms, count), sum, rows, count, most);
    return is_sum ? sum : gather(g, all, rows, count);
}
