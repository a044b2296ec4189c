#include "model/words.h"

/* ---- near a vector ---- */

bool is_listed_word(const char *key)
{
    return !is_function_word(key) && strcmp(key, "<unk>") != 0 && strcmp(key, "<mask>") != 0;
}

WordTable word_table(Graph *g, const Weights *weights)
{
    size_t rows = (size_t)weights->embeddings.rows;
    WordTable t = {.vectors = parameter(g, weights->embeddings, weights->origin),
                   .keys = weights->vocabulary.words,
                   .left_out = arena_alloc(g->arena, rows, sizeof *t.left_out)};
    for (int i = 0; i < weights->vocabulary.count; i++)
        t.left_out[i] = !is_listed_word(t.keys[i]);
    return t;
}

/* The cosines of the whole table are made in a graph that is thrown away; only the rows stay. */
static int rank(const WordTable *table, Tensor vector, const int *own, int own_count, int most,
                int *best)
{
    Arena *arena = arena_new();
    Graph *g = graph_new(arena);
    Tensor all = cosines(g, constant(g, table->vectors->value, ""), constant(g, vector, ""))->value;
    bool *left_out = arena_alloc(arena, (size_t)all.rows, sizeof *left_out);
    memcpy(left_out, table->left_out, (size_t)all.rows * sizeof *left_out);
    for (int i = 0; i < own_count; i++)
        if (own[i] >= 0)
            left_out[own[i]] = true;
    int count = largest_places(all.data, all.rows, left_out, most, best);
    arena_free(arena);
    return count;
}

Node *nearest_words(Scope s, const WordTable *table, const char *title, Node *vector,
                    const int *own, int own_count, int most)
{
    CHECK(rows_of(vector) == 1 && most > 0, "%d words near %d rows", most, rows_of(vector));
    if (vector_size(vector->value.data, cols_of(vector)) == 0)
        return NULL;
    most = smaller(most, rows_of(table->vectors));
    int *rows = arena_alloc(s.graph->arena, (size_t)most, sizeof *rows);
    int count = rank(table, vector->value, own, own_count, most, rows);
    if (!count)
        return NULL;
    Node *vectors = defined(s, "nearest/vectors", "The static vectors of these words", "w",
                            gather(s.graph, table->vectors, rows, count));
    const char **words = arena_alloc(s.graph->arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = visible_label(s.graph->arena, table->keys[rows[i]]);
    with_axes(s, vectors, label_axis("word", words, count), (Axis){0});
    Node *list = named(s, "nearest", title, cosines(s.graph, vectors, vector));
    return with_axes(s, list, (Axis){0}, single_axis(s.graph, "measure", "cosine"));
}

/* ---- near words, or near their sum ---- */

static Node *word_vector(Scope s, const WordTable *table, const Term *term)
{
    Graph *g = s.graph;
    const char *title = arena_format(g->arena, "The static vector of %s", term->word);
    Node *vector = defined(s, "vector", title, "x", row_range(g, table->vectors, term->row, 1));
    return with_axes(s, vector, single_axis(g, "word", term->word), (Axis){0});
}

/* "king − man + woman" */
static const char *written_sum(Arena *arena, const Term *terms, int count)
{
    Text text = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%s", !i ? "" : terms[i].minus ? " − " : " + ", terms[i].word);
    return visible_label(arena, text.data);
}

/* The sum so far: the whole after the last term. */
static void name_sum(Scope s, const Term *terms, int so_far, int count, Node *sum)
{
    Arena *arena = s.graph->arena;
    if (so_far == count)
        defined(s, "sum", written_sum(arena, terms, count), "s", sum);
    else if (so_far > 1)
        named(s, arena_format(arena, "sum-of-%d", so_far),
              arena_format(arena, "The first %d of them", so_far), sum);
    if (so_far > 1)
        with_axes(s, sum, single_axis(s.graph, "word", "sum"), (Axis){0});
}

Node *neighbours(Scope s, const Weights *weights, const Term *terms, int count, bool is_sum,
                 int most)
{
    Graph *g = s.graph;
    WordTable table = word_table(g, weights);
    int *rows = arena_alloc(g->arena, (size_t)count, sizeof *rows);
    Node *sum = NULL; /* x₁ ± x₂ ± … at length 1 each */
    CHECK(!is_sum || (count > 1 && !terms[0].minus), "a sum of %d terms", count);
    for (int i = 0; i < count; i++) {
        Scope word = within(s, "word-%d", "", i + 1);
        Node *vector = word_vector(word, &table, &terms[i]);
        rows[i] = terms[i].row;
        if (!is_sum && most)
            nearest_words(word, &table, arena_format(g->arena, "Nearest to %s", terms[i].word),
                          vector, &rows[i], 1, most);
        if (!is_sum)
            continue;
        with_symbol(word, vector, "x_{%d}", i + 1);
        Node *unit = named(word, "unit", arena_format(g->arena, "%s at length 1", terms[i].word),
                           unit_rows(g, vector));
        sum = !i ? unit : (terms[i].minus ? subtract : add)(g, sum, unit);
        name_sum(s, terms, i + 1, count, sum);
    }
    if (is_sum && most)
        nearest_words(s, &table,
                      arena_format(g->arena, "Nearest to %s", written_sum(g->arena, terms, count)),
                      sum, rows, count, most);
    return is_sum ? sum : gather(g, table.vectors, rows, count);
}
