/* Words about measures of attention without projections, of each head and of their mean, which
 * stand in this order in the rows or columns of a step; and about where each word looks most. */
#include "base/number.h"
#include "graph/ops.h"
#include "model/word_lists.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* Two numbers that are written alike are called the same. */
static bool look_equal(double x, double y)
{
    char a[NUMBER_SIZE], b[NUMBER_SIZE];
    return !strcmp(number_fixed(a, x, 2), number_fixed(b, y, 2));
}

/* "0.12 to 0.31"; "0.12" where both look the same. */
static void say_range(double low, double high, Text *out)
{
    say_decimal(out, low);
    if (look_equal(low, high))
        return;
    text_add(out, " to ");
    say_decimal(out, high);
}

/* ---- symmetry: a column, the first row being XXᵀ ---- */

/* What looks like 1.00 is called symmetric; `low` and `high` are of the heads that are not. */
typedef struct Symmetries {
    int symmetric;
    double low, high;
} Symmetries;

static void find_symmetries(const Look *s, void *found)
{
    Tensor t = seen_tensor(s);
    Symmetries heads = {.low = 1, .high = -1};
    for (int h = 1; h < t.rows; h++) {
        double x = (double)at(t, h, 0);
        if (look_equal(x, 1)) {
            heads.symmetric++;
            continue;
        }
        heads.low = fmin(heads.low, x);
        heads.high = fmax(heads.high, x);
    }
    *(Symmetries *)found = heads;
}

static const Symmetries *symmetries(const Look *s)
{
    return remembered(s, sizeof(Symmetries), find_symmetries);
}

static void say_symmetric_heads(const Look *s, Text *out)
{
    say_whole(out, symmetries(s)->symmetric);
}

static void say_asymmetries(const Look *s, Text *out)
{
    say_range(symmetries(s)->low, symmetries(s)->high, out);
}

static bool are_all_symmetric(const Look *s)
{
    return symmetries(s)->symmetric == s->step->rows.count - 1;
}

static bool are_some_symmetric(const Look *s)
{
    return symmetries(s)->symmetric > 0;
}

/* ---- what equal weights would be ---- */

/* How many keys a query sees. */
static int keys_seen(const Look *s, int query)
{
    int count = 0;
    for (int j = 0; j < s->step->cols.count; j++)
        count += !step_is_masked(s->step, query, j);
    return count;
}

/* The weight for itself of a word that gives all the keys it sees the same; the mean. */
static void say_even_own(const Look *s, Text *out)
{
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += step_is_masked(s->step, i, i) ? 0 : 1.0 / keys_seen(s, i);
    say_decimal(out, sum / s->step->rows.count);
}

/* The bits of such a row; the mean. */
static double even_bits(const Look *s)
{
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += keys_seen(s, i) > 1 ? log2(keys_seen(s, i)) : 0;
    return sum / s->step->rows.count;
}

static void say_even_bits(const Look *s, Text *out)
{
    say_decimal(out, even_bits(s));
}

static bool sees_one_key_each(const Look *s)
{
    return even_bits(s) <= 0;
}

/* ---- a column for each side ---- */

static Node *column_means(Graph *g, Node *a)
{
    return row_mean(g, transpose(g, a));
}

static double raw_mean(const Look *s)
{
    return (double)measured(s, "column-means", column_means)->value.data[0];
}

static double heads_mean(const Look *s)
{
    Tensor means = measured(s, "column-means", column_means)->value;
    double sum = 0;
    for (int h = 1; h < means.rows - 1; h++)
        sum += (double)means.data[h];
    return sum / (means.rows - 2);
}

static void say_raw_mean(const Look *s, Text *out)
{
    say_decimal(out, raw_mean(s));
}

static void say_mean_of_heads(const Look *s, Text *out)
{
    say_decimal(out, heads_mean(s));
}

static void say_more_or_fewer(const Look *s, Text *out)
{
    double raw = raw_mean(s), heads = heads_mean(s);
    text_add(out, look_equal(raw, heads) ? "as many" : heads > raw ? "more" : "fewer");
}

/* ---- the largest weight of each row, and whose it is ---- */

/* The column in which a row's largest weight stands; −1 where all is masked. */
static int looks_at(const Look *s, int row)
{
    return at(seen_tensor(s), row, 0) > 0 ? s->step->node->parameter.cols[row] : -1;
}

static int count_seeing(const Look *s)
{
    int count = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        count += looks_at(s, i) >= 0;
    return count;
}

static void say_own_gazes(const Look *s, Text *out)
{
    int count = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        count += looks_at(s, i) == i;
    say_whole(out, count);
}

/* "7 words"; "the 5 words that see anything" */
static void say_seeing_words(const Look *s, Text *out)
{
    int seeing = count_seeing(s);
    const char *words = seeing == 1 ? "word" : "words";
    if (seeing == s->step->rows.count)
        text_format(out, "%d %s", seeing, words);
    else
        text_format(out, "the %d %s that %s anything", seeing, words, seeing == 1 ? "sees" : "see");
}

static bool no_word_sees(const Look *s)
{
    return count_seeing(s) == 0;
}

/* A word of the sentence, as its rows of weights are called. */
static void say_word(const Look *s, int word, Text *out)
{
    Look weights = look_at(s, "weights");
    say_row(&weights, word, out);
}

static void say_target(const Look *s, int word, Text *out)
{
    if (looks_at(s, word) == word)
        text_add(out, "itself");
    else
        say_word(s, looks_at(s, word), out);
}

/* The word that looks elsewhere with the largest weight; −1 when all look at themselves. */
static int farthest_gaze(const Look *s)
{
    int best = -1;
    for (int i = 0; i < s->step->rows.count; i++)
        if (looks_at(s, i) >= 0 && looks_at(s, i) != i &&
            (best < 0 || at(seen_tensor(s), i, 0) > at(seen_tensor(s), best, 0)))
            best = i;
    return best;
}

static bool looks_elsewhere(const Look *s)
{
    return farthest_gaze(s) >= 0;
}

static void say_gazer(const Look *s, Text *out)
{
    say_word(s, farthest_gaze(s), out);
}

static void say_gazed(const Look *s, Text *out)
{
    say_target(s, farthest_gaze(s), out);
}

static void say_gaze(const Look *s, Text *out)
{
    say_decimal(out, (double)at(seen_tensor(s), farthest_gaze(s), 0));
}

/* ---- beside where it looks without projections ---- */

/* Whether a word says what the sentence is about; by its ASCII letters in lower case. */
static bool is_content_word(const Look *s, int word)
{
    char *key = arena_strdup(s->trace->arena, s->trace->texts[0].tokens[word]);
    for (char *c = key; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return !is_function_word(key);
}

/* How well a word shows what the projections do: best one that turns from itself to another, a
   content word, with a large weight. Below 0 when it is not turned. */
static double turn(const Look *s, const Look *raw, int word)
{
    if (looks_at(s, word) == looks_at(raw, word))
        return -1;
    return 4 * (looks_at(raw, word) == word) + 2 * is_content_word(s, word) +
           (double)at(seen_tensor(s), word, 0);
}

/* The word to speak of; −1 when the projections turn none. */
static int redirected_word(const Look *s)
{
    Look raw = look_at(s, "/raw/most");
    int best = -1;
    double most = -1;
    for (int i = 0; i < s->step->rows.count; i++) {
        double by = turn(s, &raw, i);
        best = by > most ? i : best;
        most = fmax(most, by);
    }
    return best;
}

static bool redirects_a_word(const Look *s)
{
    return redirected_word(s) >= 0;
}

static void say_redirected(const Look *s, Text *out)
{
    say_word(s, redirected_word(s), out);
}

static void say_redirected_to(const Look *s, Text *out)
{
    say_target(s, redirected_word(s), out);
}

static void say_redirected_from(const Look *s, Text *out)
{
    Look raw = look_at(s, "/raw/most");
    say_target(&raw, redirected_word(s), out);
}

static void say_redirected_weight(const Look *s, Text *out)
{
    say_decimal(out, (double)at(seen_tensor(s), redirected_word(s), 0));
}

/* ---- distances between the sides ---- */

/* "0.90 to 0.93": of the heads from the first side. */
static void say_from_raw(const Look *s, Text *out)
{
    Tensor d = seen_tensor(s);
    double low = 1, high = 0;
    for (int h = 1; h < d.cols; h++) {
        low = fmin(low, (double)at(d, 0, h));
        high = fmax(high, (double)at(d, 0, h));
    }
    say_range(low, high, out);
}

/* The two heads that are closest or farthest apart, as row and column. */
static Place extreme_pair(const Look *s, bool farthest)
{
    Tensor d = seen_tensor(s);
    Place best = {1, 2};
    for (int i = 1; i < d.rows; i++)
        for (int j = i + 1; j < d.cols; j++)
            if (farthest ? at(d, i, j) > at(d, best.row, best.col)
                         : at(d, i, j) < at(d, best.row, best.col))
                best = (Place){i, j};
    return best;
}

static double apart(const Look *s, bool farthest)
{
    Place p = extreme_pair(s, farthest);
    return (double)at(seen_tensor(s), p.row, p.col);
}

/* "1 and 3" */
static void say_pair(const Look *s, bool farthest, Text *out)
{
    Place p = extreme_pair(s, farthest);
    text_format(out, "%d and %d", p.row, p.col);
}

static void say_closest(const Look *s, Text *out)
{
    say_pair(s, false, out);
}

static void say_farthest(const Look *s, Text *out)
{
    say_pair(s, true, out);
}

static void say_closest_distance(const Look *s, Text *out)
{
    say_decimal(out, apart(s, false));
}

static void say_farthest_distance(const Look *s, Text *out)
{
    say_decimal(out, apart(s, true));
}

static bool are_equally_apart(const Look *s)
{
    return look_equal(apart(s, false), apart(s, true));
}

/* ---- a column of numbers ---- */

static void say_final_cell(const Look *s, Text *out)
{
    say_decimal(out, (double)at(seen_tensor(s), s->step->rows.count - 1, 0));
}

static bool is_first_like_last(const Look *s)
{
    Tensor t = seen_tensor(s);
    return look_equal((double)at(t, 0, 0), (double)at(t, t.rows - 1, 0));
}

const Word head_words[] = {
    {"symmetric-heads", say_symmetric_heads},
    {"asymmetries", say_asymmetries},
    {"even-own", say_even_own},
    {"even-bits", say_even_bits},
    {"raw-mean", say_raw_mean},
    {"mean-of-heads", say_mean_of_heads},
    {"more-or-fewer", say_more_or_fewer},
    {"own-gazes", say_own_gazes},
    {"seeing-words", say_seeing_words},
    {"gazer", say_gazer},
    {"gazed", say_gazed},
    {"gaze", say_gaze},
    {"redirected", say_redirected},
    {"redirected-to", say_redirected_to},
    {"redirected-from", say_redirected_from},
    {"redirected-weight", say_redirected_weight},
    {"from-raw", say_from_raw},
    {"closest", say_closest},
    {"closest-distance", say_closest_distance},
    {"farthest", say_farthest},
    {"farthest-distance", say_farthest_distance},
    {"final-cell", say_final_cell},
    {0},
};

const Condition head_conditions[] = {
    {"all-symmetric", are_all_symmetric},
    {"some-symmetric", are_some_symmetric},
    {"one-key-each", sees_one_key_each},
    {"no-word-sees", no_word_sees},
    {"looks-elsewhere", looks_elsewhere},
    {"redirects-a-word", redirects_a_word},
    {"equally-apart", are_equally_apart},
    {"first-like-last", is_first_like_last},
    {0},
};
