#include "load/embeddings.h"

#include "graph/ops.h"
#include "load/tokens.h"
#include "load/vector_file.h"
#include "model/neighbours.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 }; /* rows whose cosines are taken at once */

typedef char Word[LONGEST_TOKEN + 1];

/* The nearest to one vector so far, the nearest first, of equally near ones the first word. */
typedef struct Nearest {
    FoundWord *items; /* of each the word has room for a Word */
    int count;
} Nearest;

typedef struct Search {
    Arena *arena, *scratch; /* for all this; and for a batch, emptied with every one */
    Tensor vectors;
    Nearest *lists; /* one for each vector */
    int most;
    Tensor rows; /* the batch */
    Word *words;
    int *numbers, count;
} Search;

static bool is_before(real cosine, int number, const FoundWord *other)
{
    return cosine > other->cosine || (cosine == other->cosine && number < other->number);
}

/* Puts row i of the batch where it belongs in a list, whose last item gives way if it is full. */
static void consider(Search *s, Nearest *list, int i, real cosine)
{
    int last = list->count < s->most ? list->count : s->most - 1, number = s->numbers[i];
    FoundWord found = list->items[last];
    if ((found.word && !is_before(cosine, number, &found)) ||
        !is_listed_word(token_key(s->scratch, s->words[i])))
        return;
    if (!found.word) {
        list->count++;
        found.word = arena_alloc(s->arena, 1, sizeof(Word));
        found.vector = arena_alloc(s->arena, (size_t)s->rows.cols, sizeof *found.vector);
    }
    found.cosine = cosine;
    found.number = number;
    strcpy(found.word, s->words[i]);
    memcpy(found.vector, tensor_row(s->rows, i), (size_t)s->rows.cols * sizeof *found.vector);
    for (; last > 0 && is_before(cosine, number, &list->items[last - 1]); last--)
        list->items[last] = list->items[last - 1];
    list->items[last] = found;
}

static void end_batch(Search *s)
{
    arena_reset(s->scratch);
    Graph *g = graph_new(s->scratch);
    Tensor rows = {s->count, s->rows.cols, s->rows.data};
    Tensor all = cosines(g, constant(g, rows, ""), constant(g, s->vectors, ""))->value;
    for (int k = 0; k < s->vectors.rows; k++)
        for (int i = 0; i < s->count; i++)
            consider(s, &s->lists[k], i, at(all, i, k));
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

/* ---- what is kept ---- */

static int by_number(const void *left, const void *right)
{
    return ((const FoundWord *)left)->number - ((const FoundWord *)right)->number;
}

/* What was wanted and what was found, each word once. */
static Embeddings gather_found(Arena *arena, const char *path, const Search *s,
                               const FirstReading *survey)
{
    int count = survey->wanted.table.rows, distinct = 0;
    for (int k = 0; k < s->vectors.rows; k++)
        count += s->lists[k].count;
    FoundWord *found = arena_alloc(s->arena, (size_t)count, sizeof *found);
    count = 0;
    for (; count < survey->wanted.table.rows; count++)
        found[count] = (FoundWord){.number = survey->wanted_numbers[count],
                                   .word = arena_strdup(s->arena, survey->wanted.words[count]),
                                   .vector = tensor_row(survey->wanted.table, count)};
    for (int k = 0; k < s->vectors.rows; k++)
        for (int i = 0; i < s->lists[k].count; i++)
            found[count++] = s->lists[k].items[i];
    qsort(found, (size_t)count, sizeof *found, by_number);
    for (int i = 0; i < count; i++)
        if (!distinct || found[distinct - 1].number != found[i].number)
            found[distinct++] = found[i];
    return embeddings_of(arena, path, found, distinct, s->vectors.cols);
}

bool embeddings_nearest(Arena *arena, const char *path, const FirstReading *survey, Tensor vectors,
                        int most, Embeddings *embeddings, Error *error)
{
    VectorFile file;
    Arena *own = arena_new();
    Search s = {.arena = own,
                .scratch = arena_new(),
                .vectors = vectors,
                .lists = arena_alloc(own, (size_t)vectors.rows, sizeof *s.lists),
                .most = most,
                .rows = tensor_new(own, BATCH, vectors.cols),
                .words = arena_alloc(own, BATCH, sizeof *s.words),
                .numbers = arena_alloc(own, BATCH, sizeof *s.numbers)};
    for (int i = 0; i < vectors.rows; i++)
        s.lists[i].items = arena_alloc(own, (size_t)most, sizeof(FoundWord));
    bool read = vector_file_open(own, path, &file, error) && search_rows(&s, &file, survey, error);
    vector_file_close(&file);
    if (read)
        *embeddings = gather_found(arena, path, &s, survey);
    arena_free(s.scratch);
    arena_free(own);
    return read;
}
