#include "base/elementary.h"
#include "train/static_vectors.h"

#include <string.h>

typedef struct Occurrence {
    Sentence sentence;
    int place; /* in the corpus's tokens */
} Occurrence;

/* Where each word occurs: those of word i are first[i] … first[i + 1] − 1. */
typedef struct Index {
    int *first;
    Occurrence *occurrences;
} Index;

static Index index_of(Arena *arena, const Corpus *corpus)
{
    Index index = {.first = arena_alloc(arena, (size_t)corpus->vocabulary.count + 1, sizeof(int))};
    for (int i = 0; i < corpus->vocabulary.count; i++)
        index.first[i + 1] = index.first[i] + corpus->counts[i];
    index.occurrences = arena_alloc(arena, (size_t)index.first[corpus->vocabulary.count],
                                    sizeof *index.occurrences);
    int *next = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *next);
    memcpy(next, index.first, (size_t)corpus->vocabulary.count * sizeof *next);
    for (int i = 0; i < corpus->training.count; i++) {
        Sentence s = corpus->training.items[i];
        for (int place = s.first; place < s.first + s.length; place++)
            index.occurrences[next[corpus->tokens[place]]++] = (Occurrence){s, place};
    }
    return index;
}

/* One row being counted: dense, and which of its cells are not zero, in the order of meeting. */
typedef struct Counts {
    int *count, *met, met_count;
} Counts;

static void count_neighbours(const Corpus *corpus, Occurrence o, int window, Counts *counts)
{
    int end = o.sentence.first + o.sentence.length;
    int from = o.place - window > o.sentence.first ? o.place - window : o.sentence.first;
    int to = o.place + window + 1 < end ? o.place + window + 1 : end;
    for (int place = from; place < to; place++) {
        int word = corpus->tokens[place];
        if (place == o.place || word < SPECIAL_WORDS)
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
    Index index = index_of(arena, corpus);
    SparseMatrix m = {.size = corpus->vocabulary.count};
    m.rows = arena_alloc(arena, (size_t)m.size, sizeof *m.rows);
    Counts counts = {.count = arena_alloc(arena, (size_t)m.size, sizeof(int)),
                     .met = arena_alloc(arena, (size_t)m.size, sizeof(int))};
    for (int i = SPECIAL_WORDS; i < m.size; i++) {
        for (int k = index.first[i]; k < index.first[i + 1]; k++)
            count_neighbours(corpus, index.occurrences[k], window, &counts);
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
