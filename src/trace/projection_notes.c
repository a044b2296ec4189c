#include "trace/projection_notes.h"

#include "base/number.h"
#include "model/word_lists.h"
#include "trace/measure.h"

#include <math.h>
#include <string.h>

enum { DECIMALS = 2 };

/* A number as the notes write it. */
static const char *number(const ProjectionNotes *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

static bool look_equal(const ProjectionNotes *n, double x, double y)
{
    return !strcmp(number(n, x), number(n, y));
}

/* "0.12 to 0.31"; "0.12" where both look the same. */
static const char *range(const ProjectionNotes *n, double low, double high)
{
    if (look_equal(n, low, high))
        return number(n, low);
    return arena_format(n->arena, "%s to %s", number(n, low), number(n, high));
}

static int head_count(const ProjectionNotes *n)
{
    return n->model->multi.head_count;
}

/* How many keys a query sees. */
static int visible_keys(const ProjectionNotes *n, int query)
{
    const Node *mask = n->model->mask;
    int count = 0;
    for (int j = 0; j < n->model->n; j++)
        count += !mask || !isinf(at(mask->value, query, j));
    return count;
}

static int blind_queries(const ProjectionNotes *n)
{
    return n->model->mask ? masked_rows(n->model->mask) : 0;
}

/* ---- symmetry ---- */

/* How the heads' scores are, `least` and `most` being of those that are not symmetric. */
static const char *symmetry_of_heads(const ProjectionNotes *n, int symmetric, double least,
                                     double most)
{
    int heads = head_count(n);
    if (symmetric == heads)
        return heads == 1 ? "and so are the head's" : "and so are those of every head";
    if (symmetric)
        return arena_format(n->arena, "and so are those of %d of the %d heads, the others not: %s",
                            symmetric, heads, range(n, least, most));
    return arena_format(n->arena, "those of the head%s are not: %s", heads == 1 ? "" : "s",
                        range(n, least, most));
}

/* What looks like 1.00 is called symmetric. */
const char *note_symmetry(const ProjectionNotes *n)
{
    Tensor s = n->measures->symmetry->value;
    int symmetric = 0;
    double least = 1, most = -1;
    for (int h = 1; h <= head_count(n); h++) {
        double x = (double)at(s, h, 0);
        if (look_equal(n, x, 1)) {
            symmetric++;
            continue;
        }
        least = fmin(least, x);
        most = fmax(most, x);
    }
    if (n->model->n == 1)
        return "One score is always symmetric.";
    return arena_format(n->arena, "The scores XXᵀ are symmetric (%s), %s%s.",
                        number(n, (double)s.data[0]), symmetry_of_heads(n, symmetric, least, most),
                        n->model->mask ? " (before the mask)" : "");
}

/* ---- the weight a word keeps ---- */

/* What a word would keep if it gave all the keys it sees the same. */
static double equal_share(const ProjectionNotes *n)
{
    double sum = 0;
    for (int i = 0; i < n->model->n; i++) {
        bool sees_itself = !n->model->mask || !isinf(at(n->model->mask->value, i, i));
        sum += sees_itself ? 1.0 / visible_keys(n, i) : 0;
    }
    return sum / n->model->n;
}

const char *note_diagonal(const ProjectionNotes *n)
{
    Tensor d = n->measures->diagonal->value;
    double raw = (double)at(d, 0, 0), heads = (double)at(d, 1 + head_count(n), 0);
    if (blind_queries(n) == n->model->n)
        return "Every key is masked: no word has weight to keep.";
    const char *of_heads = head_count(n) == 1 ? "the head" : "the heads on average";
    if (look_equal(n, raw, heads))
        return arena_format(n->arena, "XXᵀ and %s leave a word the same of its weight, %s.",
                            of_heads, number(n, raw));
    return arena_format(n->arena,
                        "XXᵀ leaves a word %s of its weight, %s %s; equal weights would leave it "
                        "%s.",
                        number(n, raw), of_heads, number(n, heads), number(n, equal_share(n)));
}

/* ---- entropy ---- */

static double column_mean(Tensor t, int col)
{
    double sum = 0;
    for (int i = 0; i < t.rows; i++)
        sum += (double)at(t, i, col);
    return sum / t.rows;
}

/* The mean over the words of what the keys that each sees allow. */
static double most_bits(const ProjectionNotes *n)
{
    double sum = 0;
    for (int i = 0; i < n->model->n; i++)
        sum += visible_keys(n, i) > 1 ? log2(visible_keys(n, i)) : 0;
    return sum / n->model->n;
}

const char *note_entropy(const ProjectionNotes *n)
{
    Tensor e = n->measures->entropy->value;
    double raw = column_mean(e, 0), heads = 0, limit = most_bits(n);
    for (int h = 1; h <= head_count(n); h++)
        heads += column_mean(e, h) / head_count(n);
    if (limit <= 0)
        return "No word has more than one to look at: 0 bits.";
    const char *words = look_equal(n, raw, heads) ? "as many" : heads > raw ? "more" : "fewer";
    return arena_format(n->arena,
                        "A row of weights has %s bits on average in XXᵀ, %s in the head%s, of at "
                        "most %s: projections spread it over %s words.",
                        number(n, raw), number(n, heads), head_count(n) == 1 ? "" : "s",
                        number(n, limit), words);
}

/* ---- where words look ---- */

/* How many words look at one, and how many most at themselves. */
typedef struct Gazes {
    int seeing, own;
} Gazes;

static Gazes gazes(const ProjectionNotes *n, const int *looks_at)
{
    Gazes g = {0, 0};
    for (int i = 0; i < n->model->n; i++) {
        g.seeing += looks_at[i] >= 0;
        g.own += looks_at[i] == i;
    }
    return g;
}

/* "6 of 7 words look most at themselves" */
static const char *own_gazes(const ProjectionNotes *n, Gazes g)
{
    bool all_see = g.seeing == n->model->n;
    return arena_format(n->arena, "%d of %s%d word%s%s look%s most at %s", g.own,
                        all_see ? "" : "the ", g.seeing, g.seeing == 1 ? "" : "s",
                        all_see         ? ""
                        : g.seeing == 1 ? " that sees anything"
                                        : " that see anything",
                        g.own == 1 ? "s" : "", g.own == 1 ? "itself" : "themselves");
}

/* The word that looks elsewhere with the largest weight; −1 when all look at themselves. */
static int farthest_gaze(const ProjectionNotes *n, const int *looks_at, Tensor most)
{
    int best = -1;
    for (int i = 0; i < n->model->n; i++)
        if (looks_at[i] >= 0 && looks_at[i] != i &&
            (best < 0 || at(most, i, 0) > at(most, best, 0)))
            best = i;
    return best;
}

const char *note_raw_most(const ProjectionNotes *n)
{
    const int *looks_at = n->measures->raw_looks_at;
    Tensor most = n->measures->raw_most->value;
    Gazes g = gazes(n, looks_at);
    int other = farthest_gaze(n, looks_at, most);
    if (!g.seeing)
        return "Every key is masked: no word looks anywhere.";
    if (other < 0)
        return arena_format(n->arena, "Without projections %s.", own_gazes(n, g));
    return arena_format(n->arena, "Without projections %s; %s looks at %s (%s).", own_gazes(n, g),
                        n->labels[other], n->labels[looks_at[other]],
                        number(n, (double)at(most, other, 0)));
}

/* Whether a word says what the sentence is about; by its ASCII letters in lower case. */
static bool is_content_word(const ProjectionNotes *n, int word)
{
    char *key = arena_strdup(n->arena, n->tokens[word]);
    for (char *c = key; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return !is_function_word(key);
}

/* How well a word shows what the projections do: best one that turns from itself to another, a
   content word, with a large weight. Below 0 when it is not turned. */
static double turn(const ProjectionNotes *n, int word)
{
    const ProjectionMeasures *m = n->measures;
    if (m->mean_looks_at[word] == m->raw_looks_at[word])
        return -1;
    return 4 * (m->raw_looks_at[word] == word) + 2 * is_content_word(n, word) +
           (double)at(m->mean_most->value, word, 0);
}

/* The word to speak of; −1 when the projections turn none. */
static int turned_word(const ProjectionNotes *n)
{
    int best = -1;
    double most = -1;
    for (int i = 0; i < n->model->n; i++)
        if (turn(n, i) > most) {
            most = turn(n, i);
            best = i;
        }
    return best;
}

/* "hit", or "itself" */
static const char *target(const ProjectionNotes *n, int word, int looks_at)
{
    return looks_at == word ? "itself" : n->labels[looks_at];
}

const char *note_mean_most(const ProjectionNotes *n)
{
    const ProjectionMeasures *m = n->measures;
    Gazes g = gazes(n, m->mean_looks_at);
    int word = turned_word(n);
    if (!g.seeing)
        return "Every key is masked: no word looks anywhere.";
    if (word < 0)
        return arena_format(n->arena, "With projections %s; each looks most where it does without.",
                            own_gazes(n, g));
    return arena_format(n->arena, "With projections %s; %s looks at %s (%s), without at %s.",
                        own_gazes(n, g), n->labels[word], target(n, word, m->mean_looks_at[word]),
                        number(n, (double)at(m->mean_most->value, word, 0)),
                        target(n, word, m->raw_looks_at[word]));
}

/* ---- distances ---- */

/* "0.90 to 0.93 from XXᵀ" */
static const char *from_raw(const ProjectionNotes *n, Tensor d)
{
    double low = 1, high = 0;
    for (int h = 1; h <= head_count(n); h++) {
        low = fmin(low, (double)at(d, 0, h));
        high = fmax(high, (double)at(d, 0, h));
    }
    return arena_format(n->arena, "%s from XXᵀ", range(n, low, high));
}

/* The two heads that are closest or farthest apart, as row and column. */
static Place extreme_pair(Tensor d, bool farthest)
{
    Place best = {1, 2};
    for (int i = 1; i < d.rows; i++)
        for (int j = i + 1; j < d.cols; j++)
            if (farthest ? at(d, i, j) > at(d, best.row, best.col)
                         : at(d, i, j) < at(d, best.row, best.col))
                best = (Place){i, j};
    return best;
}

/* "; 2 and 3 are closest (0.15), 1 and 3 farthest apart (0.43)" */
static const char *between_heads(const ProjectionNotes *n, Tensor d)
{
    Place near = extreme_pair(d, false), far = extreme_pair(d, true);
    double low = (double)at(d, near.row, near.col), high = (double)at(d, far.row, far.col);
    if (look_equal(n, low, high))
        return arena_format(n->arena, " and %s from each other", number(n, low));
    return arena_format(n->arena, "; %d and %d are closest (%s), %d and %d farthest apart (%s)",
                        near.row, near.col, number(n, low), far.row, far.col, number(n, high));
}

const char *note_distances(const ProjectionNotes *n)
{
    Tensor d = n->measures->distances->value;
    double widest = 0;
    for (size_t i = 0; i < tensor_size(d); i++)
        widest = fmax(widest, (double)d.data[i]);
    if (widest <= 0)
        return "Nothing differs: not a weight would have to move.";
    if (head_count(n) == 1)
        return arena_format(n->arena, "The head is %s: so much of a row's weight lies elsewhere.",
                            from_raw(n, d));
    return arena_format(n->arena, "The heads are %s%s.", from_raw(n, d), between_heads(n, d));
}
