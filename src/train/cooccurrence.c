#include "base/elementary.h"
#include "base/number.h"
#include "train/static_vectors.h"

/* A word's place in the corpus's tokens, and what stands near it in its sentence: from … to − 1. */
typedef struct Occurrence {
    int place, from, to;
    const struct Occurrence *next; /* of the same word */
} Occurrence;

/* The first occurrence of each word, or NULL. */
static const Occurrence **occurrences_of(Arena *arena, const Corpus *corpus, int window)
{
    int total = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++)
        total += corpus->counts[i];
    const Occurrence **firsts =
        arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof(Occurrence *));
    Occurrence *o = arena_alloc(arena, (size_t)total, sizeof *o);
    for (int i = corpus->training.count - 1; i >= 0; i--) {
        int first = corpus->training.items[i].first, end = first + corpus->training.items[i].length;
        for (int place = end - 1; place >= first; place--, o++) {
            const Occurrence **list = &firsts[corpus->tokens[place]];
            *o = (Occurrence){place, larger(place - window, first),
                              smaller(place + window + 1, end), *list};
            *list = o;
        }
    }
    return firsts;
}

/* One row being counted: dense, and which of its cells are not zero, in the order of meeting. */
typedef struct Counts {
    int *count, *met, met_count;
} Counts;

static void count_neighbours(const Corpus *corpus, const Occurrence *o, Counts *counts)
{
    for (int place = o->from; place < o->to; place++) {
        int word = corpus->tokens[place];
        if (place == o->place || word < SPECIAL_WORDS)
            continue;
        if (!counts->count[word]++)
            counts->met[counts->met_count++] = word;
    }
}

/* Moves the counts into a row of their own and clears them. */
static SparseRow row_of(Arena *arena, Counts *counts)
{
    SparseRow row = {.count = counts->met_count};
    row.columns = arena_alloc(arena, (size_t)row.count, sizeof *row.columns);
    row.values = arena_alloc(arena, (size_t)row.count, sizeof *row.values);
    for (int k = 0; k < row.count; k++) {
        row.columns[k] = counts->met[k];
        row.values[k] = (real)counts->count[counts->met[k]];
        counts->count[counts->met[k]] = 0;
    }
    counts->met_count = 0;
    return row;
}

static SparseMatrix count_pairs(Arena *arena, const Corpus *corpus, int window)
{
    const Occurrence **firsts = occurrences_of(arena, corpus, window);
    SparseMatrix m = {.size = corpus->vocabulary.count};
    m.rows = arena_alloc(arena, (size_t)m.size, sizeof *m.rows);
    Counts counts = {.count = arena_alloc(arena, (size_t)m.size, sizeof(int)),
                     .met = arena_alloc(arena, (size_t)m.size, sizeof(int))};
    for (int i = SPECIAL_WORDS; i < m.size; i++) {
        for (const Occurrence *o = firsts[i]; o; o = o->next)
            count_neighbours(corpus, o, &counts);
        m.rows[i] = row_of(arena, &counts);
    }
    return m;
}

static double row_sum(SparseRow row)
{
    double sum = 0;
    for (int k = 0; k < row.count; k++)
        sum += (double)row.values[k];
    return sum;
}

/* Counts to mutual information; what is not positive is dropped from the row. */
static void inform(SparseRow *row, double total, double own, const double *sums)
{
    int kept = 0;
    for (int k = 0; k < row->count; k++) {
        int column = row->columns[k];
        double information = portable_log((double)row->values[k] * total / (own * sums[column]));
        if (information > 0) {
            row->columns[kept] = column;
            row->values[kept++] = (real)information;
        }
    }
    row->count = kept;
}

SparseMatrix positive_mutual_information(Arena *arena, const Corpus *corpus, int window)
{
    SparseMatrix m = count_pairs(arena, corpus, window);
    double *sums = arena_alloc(arena, (size_t)m.size, sizeof *sums), total = 0;
    for (int i = 0; i < m.size; i++)
        total += sums[i] = row_sum(m.rows[i]);
    for (int i = 0; i < m.size; i++)
        inform(&m.rows[i], total, sums[i], sums);
    return m;
}
