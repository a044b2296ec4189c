#include "load/weights.h"

typedef struct Search {
    Arena *arena, *scratch; /* for everything here; for one word */
    Tensor vectors;
    double *squares; /* their squared lengths */
    int most;
    FoundWord *lists; /* the `most` nearest so far for each vector, in decreasing order, ties in
                         file order; entries without a word are free. They own their vectors */
} Search;

static bool is_before(const FoundWord *a, const FoundWord *b)
{
    return !b->word || a->cosine > b->cosine || (a->cosine == b->cosine && a->row < b->row);
}

/* Inserts a row into a sorted list, dropping the last item. */
static void consider(Search *s, FoundWord *list, Bytes word, const FoundWord *row)
{
    int last = s->most - 1;
    FoundWord found = list[last];
    if (!is_before(row, &found))
        return;
    arena_reset(s->scratch);
    const char *spelled = arena_strndup(s->scratch, word.data, word.size);
    if (!is_listed_word(token_key(s->scratch, spelled)))
        return;
    if (!found.word) {
        found.word = arena_alloc(s->arena, LONGEST_TOKEN + 1, 1);
        found.vector = arena_alloc(s->arena, (size_t)s->vectors.cols, sizeof *found.vector);
    }
    found.row = row->row;
    found.cosine = row->cosine;
    strcpy(found.word, spelled);
    memcpy(found.vector, row->vector, (size_t)s->vectors.cols * sizeof *found.vector);
    for (; last > 0 && is_before(row, &list[last - 1]); last--)
        list[last] = list[last - 1];
    list[last] = found;
}

static void consider_everywhere(Search *s, Bytes word, FoundWord *row)
{
    int d = s->vectors.cols;
    double square = (double)vector_dot(row->vector, row->vector, d);
    for (int k = 0; k < s->vectors.rows; k++) {
        row->cosine =
            vector_cosine(row->vector, square, tensor_row(s->vectors, k), s->squares[k], d);
        consider(s, &s->lists[k * s->most], word, row);
    }
}

/* Visits every row that the first pass covered. */
static void search_rows(Search *s, VectorFile *file, const FirstReading *survey)
{
    FoundWord row = {.vector = arena_alloc(s->arena, (size_t)s->vectors.cols, sizeof *row.vector)};
    for (row.row = 1; row.row <= survey->count; row.row++) {
        bool serves = survey->serves[row.row - 1];
        VectorRow next = vector_file_next(file);
        if (!next.word.data || file->d_model != s->vectors.cols ||
            (serves && next.word.size > LONGEST_TOKEN))
            fail("%s: changed while it was read", file->stream.path);
        vector_file_numbers(file, &next, row.vector);
        if (serves)
            consider_everywhere(s, next.word, &row);
    }
}

Embeddings embeddings_nearest(Arena *arena, const FirstReading *survey, Tensor vectors, int most)
{
    ENDED_BY(arena_end) Arena *own = arena_new(), *scratch = arena_new();
    ENDED_BY(vector_file_close) VectorFile file;
    vector_file_open(own, survey->wanted.path, &file);
    Search s = {own, scratch, vectors, .most = most};
    s.squares = arena_alloc(own, (size_t)vectors.rows, sizeof *s.squares);
    int wanted = survey->wanted.table.rows, listed = vectors.rows * most, d = vectors.cols;
    FoundWord *found = arena_alloc(own, (size_t)(wanted + listed), sizeof *found);
    memcpy(found, survey->wanted.found, (size_t)wanted * sizeof *found);
    s.lists = found + wanted;
    for (int k = 0; k < vectors.rows; k++)
        s.squares[k] = (double)dot_of_rows(vectors, k, vectors, k);
    search_rows(&s, &file, survey);
    return embeddings_of(arena, survey->wanted.path, found, wanted + listed, d);
}
