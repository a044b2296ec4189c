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

/* The rows of the table as words. */
static Axis words_at(Scope s, const WordTable *table, const int *rows, int count)
{
    Arena *arena = s.graph->arena;
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = visible_label(arena, table->keys[rows[i]]);
    return label_axis("word", words, count);
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
    with_axes(s, vectors, words_at(s, table, rows, count), (Axis){0});
    Node *list = named(s, "nearest", title, cosines(s.graph, vectors, vector));
    return with_axes(s, list, (Axis){0}, single_axis(s.graph, "measure", "cosine"));
}

/* ---- near words ---- */

static Node *word_vector(Scope s, const WordTable *table, const Term *term)
{
    Graph *g = s.graph;
    const char *title = arena_format(g->arena, "The static vector of %s", term->word);
    Node *vector = defined(s, "vector", title, "x", row_range(g, table->vectors, term->row, 1));
    return with_axes(s, vector, single_axis(g, "word", term->word), (Axis){0});
}

void neighbours(Scope s, const Weights *weights, const Term *words, int count, int most)
{
    WordTable table = word_table(s.graph, weights);
    for (int i = 0; i < count; i++) {
        Scope word = within(s, "word-%d", "", i + 1);
        nearest_words(word, &table, arena_format(s.graph->arena, "Nearest to %s", words[i].word),
                      word_vector(word, &table, &words[i]), &words[i].row, 1, most);
    }
}

/* ---- a sum ---- */

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

/* x₁ ± x₂ ± … at length 1 each; rows[count] are theirs. */
static Node *sum_of_words(Scope s, const WordTable *table, const Term *terms, int count, int *rows)
{
    CHECK(count > 1 && !terms[0].minus, "a sum of %d terms", count);
    Node *sum = NULL;
    for (int i = 0; i < count; i++) {
        Scope word = within(s, "word-%d", "", i + 1);
        Node *vector = with_symbol(word, word_vector(word, table, &terms[i]), "x_{%d}", i + 1);
        const char *title = arena_format(s.graph->arena, "%s at length 1", terms[i].word);
        Node *unit = named(word, "unit", title, unit_rows(s.graph, vector));
        rows[i] = terms[i].row;
        sum = !i ? unit : terms[i].minus ? subtract(s.graph, sum, unit) : add(s.graph, sum, unit);
        name_sum(s, terms, i + 1, count, sum);
    }
    return sum;
}

void neighbours_of_sum(Scope s, const Weights *weights, const Term *terms, int count, int most)
{
    WordTable table = word_table(s.graph, weights);
    int *rows = arena_alloc(s.graph->arena, (size_t)count, sizeof *rows);
    Node *sum = sum_of_words(s, &table, terms, count, rows);
    const char *title =
        arena_format(s.graph->arena, "Nearest to %s", written_sum(s.graph->arena, terms, count));
    nearest_words(s, &table, title, sum, rows, count, most);
}

Tensor neighbours_sought(Arena *arena, const Weights *w, const Term *terms, int count, bool is_sum)
{
    Graph *g = graph_new(arena);
    WordTable table = word_table(g, w);
    int *rows = arena_alloc(arena, (size_t)count, sizeof *rows);
    if (is_sum)
        return sum_of_words(scope_of(g), &table, terms, count, rows)->value;
    for (int i = 0; i < count; i++)
        rows[i] = terms[i].row;
    return gather(g, table.vectors, rows, count)->value;
}
