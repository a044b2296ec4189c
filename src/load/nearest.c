#include "load/embeddings.h"

#include "graph/ops.h"
#include "load/tokens.h"
#include "load/vector_file.h"
#include "model/neighbours.h"

#include <string.h>

enum { BATCH = 64 }; /* rows whose cosines are taken at once */

typedef char Word[LONGEST_TOKEN + 1];

typedef struct Search {
    Arena *arena, *scratch; /* for all this; and for a batch, emptied with every one */
    Tensor vectors;
    int most;
    FoundWord *lists; /* for each vector the `most` nearest so far, the nearest first, of equally
                         near ones the first word; each word has room for a Word, or is NULL */
    Tensor rows;      /* the batch */
    Word *words;
    int *numbers, count;
} Search;

static bool is_before(real cosine, int number, const FoundWord *other)
{
    return !other->word || cosine > other->cosine ||
           (cosine == other->cosine && number < other->number);
}

/* Puts row i of the batch where it belongs in a list, whose last item gives way. */
static void consider(Search *s, FoundWord *list, int i, real cosine)
{
    int last = s->most - 1, number = s->numbers[i];
    FoundWord found = list[last];
    if (!is_before(cosine, number, &found) || !is_listed_word(token_key(s->scratch, s->words[i])))
        return;
    if (!found.word) {
        found.word = arena_alloc(s->arena, 1, sizeof(Word));
        found.vector = arena_alloc(s->arena, (size_t)s->rows.cols, sizeof *found.vector);
    }
    found.cosine = cosine;
    found.number = number;
    strcpy(found.word, s->words[i]);
    memcpy(found.vector, tensor_row(s->rows, i), (size_t)s->rows.cols * sizeof *found.vector);
    for (; last > 0 && is_before(cosine, number, &list[last - 1]); last--)
        list[last] = list[last - 1];
    list[last] = found;
}

static void end_batch(Search *s)
{
    arena_reset(s->scratch);
    Graph *g = graph_new(s->scratch);
    Tensor rows = {s->count, s->rows.cols, s->rows.data};
    Tensor all = cosines(g, constant(g, rows, ""), constant(g, s->vectors, ""))->value;
    for (int k = 0; k < s->vectors.rows; k++)
        for (int i = 0; i < s->count; i++)
            consider(s, &s->lists[k * s->most], i, at(all, i, k));
    s->count = 0;
}

static bool fail_changed(const VectorFile *file, Error *error)
{
    return fail(error, "%s: changed while it was read", file->stream.path);
}

/* Every row, as far as the survey came. */
static bool search_rows(Search *s, VectorFile *file, const FirstReading *survey, Error *error)
{
    VectorRow row;
    if (file->d_model != s->rows.cols)
        return fail_changed(file, error);
    for (int i = 0; i < survey->count; i++) {
        real *numbers = tensor_row(s->rows, s->count);
        if (!vector_file_next(file, &row, error))
            return false;
        if (!row.word.data || (survey->numbers[i] >= 0 && row.word.size > LONGEST_TOKEN))
            return fail_changed(file, error);
        if (!vector_file_numbers(file, &row, numbers, error))
            return false;
        if (survey->numbers[i] < 0)
            continue;
        s->numbers[s->count] = survey->numbers[i];
        memcpy(s->words[s->count], row.word.data, row.word.size);
        s->words[s->count++][row.word.size] = '\0';
        if (s->count == BATCH)
            end_batch(s);
    }
    end_batch(s);
    return true;
}

/* What was wanted and what was found. */
static Embeddings gather_found(Arena *arena, const char *path, const Search *s,
                               const FirstReading *survey)
{
    const Embeddings *wanted = &survey->wanted;
    int first = wanted->table.rows, listed = s->vectors.rows * s->most;
    FoundWord *found = arena_alloc(s->arena, (size_t)(first + listed), sizeof *found);
    for (int i = 0; i < first; i++)
        found[i] = (FoundWord){.number = wanted->numbers[i],
                               .word = arena_strdup(s->arena, wanted->words[i]),
                               .vector = tensor_row(wanted->table, i)};
    memcpy(found + first, s->lists, (size_t)listed * sizeof *found);
    return embeddings_of(arena, path, found, first + listed, s->vectors.cols);
}

bool embeddings_nearest(Arena *arena, const char *path, const FirstReading *survey, Tensor vectors,
                        int most, Embeddings *embeddings, Error *error)
{
    VectorFile file;
    Arena *own = arena_new();
    Search s = {.arena = own,
                .scratch = arena_new(),
                .vectors = vectors,
                .most = most,
                .lists = arena_alloc(own, (size_t)(vectors.rows * most), sizeof *s.lists),
                .rows = tensor_new(own, BATCH, vectors.cols),
                .words = arena_alloc(own, BATCH, sizeof *s.words),
                .numbers = arena_alloc(own, BATCH, sizeof *s.numbers)};
    bool read = vector_file_open(own, path, &file, error) && search_rows(&s, &file, survey, error);
    vector_file_close(&file);
    if (read)
        *embeddings = gather_found(arena, path, &s, survey);
    arena_free(s.scratch);
    arena_free(own);
    return read;
}
