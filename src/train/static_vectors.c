#include "train/texts.h"

/* ---- co-occurrence ---- */

/* The non-zero cells of a row of M. */
typedef struct SparseRow {
    int count;
    int *columns;
    real *values;
} SparseRow;

typedef struct Occurrence {
    Sentence sentence;
    int place; /* index into the corpus's tokens */
} Occurrence;

/* All occurrences grouped by word (counting sort); ends[w] becomes the end of word w's. */
static Occurrence *occurrences_of(Arena *arena, const Corpus *corpus, int *ends)
{
    int total = 0;
    for (int i = 0; i < corpus->vocabulary.count; i++) {
        ends[i] = total;
        total += corpus->counts[i];
    }
    Occurrence *found = arena_alloc(arena, (size_t)total, sizeof *found);
    for (int i = 0; i < corpus->training.count; i++) {
        Sentence s = corpus->training.items[i];
        for (int place = s.first; place < s.first + s.length; place++)
            found[ends[corpus->tokens[place]]++] = (Occurrence){s, place};
    }
    return found;
}

/* Counts the neighbours of the word with occurrences o … end − 1. Work arrays: a count per column,
   all 0 between calls, and the columns met. */
static SparseRow count_neighbours(Arena *arena, const Corpus *corpus, const Occurrence *o,
                                  const Occurrence *end, int *counts, int *met)
{
    SparseRow row = {0};
    for (; o < end; o++) {
        int last = smaller(o->place + STATIC_WINDOW, o->sentence.first + o->sentence.length - 1);
        for (int i = larger(o->place - STATIC_WINDOW, o->sentence.first); i <= last; i++) {
            int word = corpus->tokens[i];
            if (i != o->place && word >= SPECIAL_WORDS && !counts[word]++)
                met[row.count++] = word;
        }
    }
    row.columns = arena_alloc(arena, (size_t)row.count, sizeof *row.columns);
    row.values = arena_alloc(arena, (size_t)row.count, sizeof *row.values);
    for (int k = 0; k < row.count; k++) {
        row.columns[k] = met[k];
        row.values[k] = (real)counts[met[k]];
        counts[met[k]] = 0;
    }
    return row;
}

/* Turns counts into PPMI; cells that are not positive are dropped. */
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

static SparseRow *positive_mutual_information(Arena *arena, const Corpus *corpus)
{
    int words = corpus->vocabulary.count;
    SparseRow *rows = arena_alloc(arena, (size_t)words, sizeof *rows);
    int *ends = arena_alloc(arena, (size_t)words, sizeof *ends);
    const Occurrence *all = occurrences_of(arena, corpus, ends);
    int *counts = arena_alloc(arena, (size_t)words, sizeof *counts);
    int *met = arena_alloc(arena, (size_t)words, sizeof *met);
    for (int i = SPECIAL_WORDS; i < words; i++)
        rows[i] = count_neighbours(arena, corpus, all + ends[i - 1], all + ends[i], counts, met);
    double *sums = arena_alloc(arena, (size_t)words, sizeof *sums), total = 0;
    for (int i = 0; i < words; i++) {
        for (int k = 0; k < rows[i].count; k++)
            sums[i] += (double)rows[i].values[k];
        total += sums[i];
    }
    for (int i = 0; i < words; i++)
        inform(&rows[i], total, sums[i], sums);
    return rows;
}

/* ---- the leading subspace ---- */

typedef struct Product {
    const SparseRow *rows;
    Tensor vectors, result;
} Product;

/* Rows of M·Q. */
static void multiply_share(const void *job, int part, int parts)
{
    const Product *p = job;
    int d = p->vectors.cols;
    for (int i = part; i < p->vectors.rows; i += parts) {
        real *sum = tensor_row(p->result, i);
        SparseRow row = p->rows[i];
        memset(sum, 0, (size_t)d * sizeof *sum);
        for (int k = 0; k < row.count; k++)
            vector_add_scaled(sum, row.values[k], tensor_row(p->vectors, row.columns[k]), d);
    }
}

static void normalize(real *vector, int n)
{
    real length = (real)sqrt((double)vector_dot(vector, vector, n));
    if (length > 0)
        vector_scale(vector, vector, 1 / length, n);
}

/* Modified Gram–Schmidt: each row loses its component along the previous ones. */
static void orthonormalize_rows(Tensor t)
{
    for (int i = 0; i < t.rows; i++) {
        normalize(tensor_row(t, i), t.cols);
        for (int j = i + 1; j < t.rows; j++)
            vector_add_scaled(tensor_row(t, j), -dot_of_rows(t, j, t, i), tensor_row(t, i), t.cols);
    }
}

Tensor static_vectors(Arena *arena, const Corpus *corpus, int d, uint64_t seed)
{
    int words = corpus->vocabulary.count;
    Random random = random_named(seed, "static vectors");
    Tensor vectors = tensor_drawn(arena, &random, words, d, 1),
           turned = tensor_new(arena, d, words);
    Product product = {positive_mutual_information(arena, corpus), vectors,
                       tensor_new(arena, words, d)};
    for (int i = 0; i < STATIC_ITERATIONS; i++) {
        run_shares(multiply_share, &product, thread_limit());
        copy_turned(view_of(turned), view_transposed(product.result));
        orthonormalize_rows(turned);
        copy_turned(view_of(vectors), view_transposed(turned));
    }
    for (int i = 0; i < words; i++)
        normalize(tensor_row(vectors, i), d);
    return vectors;
}
