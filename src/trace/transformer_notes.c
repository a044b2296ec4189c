#include "trace/transformer_notes.h"

#include "base/number.h"
#include "trace/measure.h"

#include <math.h>
#include <string.h>

enum { DECIMALS = 2 };

Seen seen_step(Arena *arena, const Step *step)
{
    return (Seen){arena, step->node, step->rows.labels, step->cols.labels};
}

static const char *number(Arena *arena, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(arena, number_fixed(digits, x, DECIMALS));
}

/* As a probability: rounded, but what is possible is not told as 0, and what is open not as 1. */
static const char *chance(Arena *arena, double p)
{
    return p > 0 && p < 0.005 ? "under 0.01" : p < 1 && p >= 0.995 ? "over 0.99" : number(arena, p);
}

static const char *tiny(Arena *arena, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(arena, number_digits(digits, x, DECIMALS));
}

static const char *cell(Seen s, int row, int col)
{
    return number(s.arena, (double)at(s.node->value, row, col));
}

static const char *quoted(Arena *arena, const char *label)
{
    return arena_format(arena, "“%s”", label);
}

static const char *row_name(Seen s, int row)
{
    return quoted(s.arena, s.rows[row]);
}

static const char *col_name(Seen s, int col)
{
    return quoted(s.arena, s.cols[col]);
}

/* The largest cell, the first of equals; −∞ is never it, for each row has a number. */
static Place largest_cell(Tensor t)
{
    Place best = {0, 0};
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            if (at(t, i, j) > at(t, best.row, best.col))
                best = (Place){i, j};
    return best;
}

static int longest_row(Tensor t)
{
    int best = 0;
    for (int i = 1; i < t.rows; i++)
        if (row_length(t, i) > row_length(t, best))
            best = i;
    return best;
}

/* ---- what goes in ---- */

const char *note_word_vectors(Seen s)
{
    int d = cols_of(s.node), longest = longest_row(s.node->value);
    return arena_format(s.arena,
                        "%d numbers for each word: its row of the table of words, times √%d = %s. "
                        "The longest is that of %s, %s.",
                        d, d, number(s.arena, sqrt(d)), row_name(s, longest),
                        number(s.arena, row_length(s.node->value, longest)));
}

const char *note_read_words(Seen s)
{
    return arena_format(s.arena,
                        "The words that have been read: first %s, the end of a sentence, "
                        "which stands before its beginning too. %s",
                        row_name(s, 0), note_word_vectors(s));
}

const char *note_position_vectors(Seen s)
{
    return arena_format(s.arena,
                        "One row for each place, whatever the word: sines and cosines of the "
                        "place, %s long. Attention alone knows no order.",
                        number(s.arena, row_length(s.node->value, 0)));
}

const char *note_placed_words(Seen s, const Node *embeddings)
{
    int last = rows_of(s.node) - 1;
    double moved = 0;
    for (int j = 0; j < cols_of(s.node); j++) {
        double gap = (double)at(s.node->value, last, j) - (double)at(embeddings->value, last, j);
        moved += gap * gap;
    }
    return arena_format(s.arena,
                        "Word and place in one row: the place moves %s by %s, whose vector was %s "
                        "long.",
                        row_name(s, last), number(s.arena, sqrt(moved)),
                        number(s.arena, row_length(embeddings->value, last)));
}

/* ---- attention ---- */

const char *note_learned(Seen s, const char *what)
{
    return arena_format(s.arena, "%s: %d × %d numbers, standard deviation %s.", what,
                        rows_of(s.node), cols_of(s.node),
                        number(s.arena, standard_deviation(s.node->value)));
}

const char *note_learned_row(Seen s, const char *what)
{
    double low = (double)at(s.node->value, 0, 0), high = low;
    for (int j = 1; j < cols_of(s.node); j++) {
        low = fmin(low, (double)at(s.node->value, 0, j));
        high = fmax(high, (double)at(s.node->value, 0, j));
    }
    return arena_format(s.arena, "%s: %d numbers from %s to %s.", what, cols_of(s.node),
                        number(s.arena, low), number(s.arena, high));
}

const char *note_longest_row(Seen s, const char *what)
{
    int longest = longest_row(s.node->value);
    return arena_format(s.arena, "%s: %d numbers each. The longest is that of %s, %s.", what,
                        cols_of(s.node), row_name(s, longest),
                        number(s.arena, row_length(s.node->value, longest)));
}

const char *note_largest_score(Seen s)
{
    Place p = largest_cell(s.node->value);
    return arena_format(s.arena,
                        "Dot products of queries and keys; the largest, %s, is what %s "
                        "has for %s.",
                        cell(s, p.row, p.col), row_name(s, p.row), col_name(s, p.col));
}

const char *note_divided(Seen s, const Node *scores, int d)
{
    double before = standard_deviation(scores->value), after = standard_deviation(s.node->value);
    return arena_format(s.arena,
                        "All divided by √%d = %s: their standard deviation was %s and is %s.", d,
                        number(s.arena, sqrt(d)), number(s.arena, before), number(s.arena, after));
}

const char *note_hidden(Seen s, const Node *mask)
{
    int hidden = masked_cells(mask), all = (int)tensor_size(mask->value);
    if (!hidden)
        return "One word alone: there is nothing after it that would have to be hidden.";
    return arena_format(s.arena,
                        "No word sees what comes after it: %d of %d scores become −∞, and their "
                        "weights 0.",
                        hidden, all);
}

/* The first word of a masked attention has only itself to look at. */
const char *note_largest_weight(Seen s, bool is_masked)
{
    Tensor t = s.node->value;
    Place p = largest_cell(t);
    for (int i = 1; is_masked && i < t.rows; i++) {
        int j = largest_in_row(t, i);
        if (p.row == 0 || at(t, i, j) > at(t, p.row, p.col))
            p = (Place){i, j};
    }
    if (is_masked && t.rows > 1)
        return arena_format(s.arena,
                            "Each row sums to 1. From %s on, the largest weight, %s, is what %s "
                            "gives %s.",
                            row_name(s, 1), cell(s, p.row, p.col), row_name(s, p.row),
                            col_name(s, p.col));
    return arena_format(s.arena, "Each row sums to 1. The largest weight, %s, is what %s gives %s.",
                        cell(s, p.row, p.col), row_name(s, p.row), col_name(s, p.col));
}

const char *note_own_weight(Seen s)
{
    const char *own = number(s.arena, mean_diagonal(s.node->value));
    const char *even = number(s.arena, 1.0 / rows_of(s.node));
    if (rows_of(s.node) == 1)
        return arena_format(s.arena, "%s is alone, and gives itself all.", row_name(s, 0));
    if (strcmp(own, even) == 0)
        return arena_format(s.arena,
                            "Every word asks every word, and gives %s to itself on average, as it "
                            "would if all were given the same.",
                            own);
    return arena_format(s.arena,
                        "Every word asks every word, and gives %s to itself on average; it would "
                        "be %s if all were given the same.",
                        own, even);
}

const char *note_masked_mean(Seen s)
{
    int last = rows_of(s.node) - 1, most = largest_in_row(s.node->value, last);
    if (!last)
        return arena_format(s.arena, "%s is alone, and gives itself all.", row_name(s, 0));
    return arena_format(s.arena,
                        "Each word asks itself and those before it: %s has only itself, %s gives "
                        "most to %s, %s.",
                        row_name(s, 0), row_name(s, last), col_name(s, most), cell(s, last, most));
}

const char *note_cross_mean(Seen s)
{
    Place p = largest_cell(s.node->value);
    return arena_format(s.arena,
                        "The words written so far ask the source: %s gives most to %s, %s.",
                        row_name(s, p.row), col_name(s, p.col), cell(s, p.row, p.col));
}

const char *note_weighted_values(Seen s, const Node *weights, const char *const *keys)
{
    int last = rows_of(s.node) - 1, most = largest_in_row(weights->value, last);
    return arena_format(
        s.arena,
        "Values averaged with the weights: in the row of %s the value of %s has the "
        "largest share, %s.",
        row_name(s, last), quoted(s.arena, keys[most]),
        number(s.arena, (double)at(weights->value, last, most)));
}

/* ---- around sublayers ---- */

const char *note_moved(Seen s, const Node *before)
{
    Tensor sum = s.node->value, old = before->value;
    int most = 0;
    for (int i = 1; i < sum.rows; i++)
        if (rows_apart(sum, i, old, i) > rows_apart(sum, most, old, most))
            most = i;
    return arena_format(s.arena,
                        "What goes in stays, and what the sublayer made is added: it moves %s "
                        "most, by %s, whose row was %s long.",
                        row_name(s, most), number(s.arena, rows_apart(sum, most, old, most)),
                        number(s.arena, row_length(old, most)));
}

/* "0.10 to 0.20"; "about 0.10" where the two look alike */
static const char *range_of(Seen s, int col)
{
    const char *from, *to;
    double low = (double)at(s.node->value, 0, col), high = low;
    for (int i = 1; i < rows_of(s.node); i++) {
        low = fmin(low, (double)at(s.node->value, i, col));
        high = fmax(high, (double)at(s.node->value, i, col));
    }
    from = number(s.arena, low);
    to = number(s.arena, high);
    if (strcmp(from, to) == 0)
        return low < high ? arena_format(s.arena, "about %s", from) : from;
    return arena_format(s.arena, "%s to %s", from, to);
}

const char *note_range(Seen s, const char *what)
{
    return arena_format(s.arena, "The %s of each row, over its features: %s.", what,
                        range_of(s, 0));
}

static bool is_all(const Node *node, double number)
{
    for (size_t i = 0; i < tensor_size(node->value); i++)
        if ((double)node->value.data[i] != number)
            return false;
    return true;
}

/* How far the rows are from mean 0 and variance 1 afterwards. */
static double unevenness(Tensor moments)
{
    double off = 0;
    for (int i = 0; i < moments.rows; i++)
        off = fmax(off, fmax(fabs((double)at(moments, i, 2)), fabs((double)at(moments, i, 3) - 1)));
    return off;
}

/* What became of the moments of rows: "Means of 0.10 to 0.20 become 0". */
static const char *became(Seen s, const char *one, const char *several, int col, const char *after)
{
    if (rows_of(s.node) == 1)
        return arena_format(s.arena, "%s %s becomes %s", one, range_of(s, col), after);
    return arena_format(s.arena, "%s of %s become %s", several, range_of(s, col), after);
}

const char *note_moments(Seen s, const Node *gain, const Node *bias)
{
    if (is_all(gain, 1) && is_all(bias, 0))
        return arena_format(s.arena, "%s and %s, but for %s at most: γ is 1 and β 0 throughout.",
                            became(s, "The mean", "Means", 0, "0"),
                            became(s, "the variance", "variances", 1, "1"),
                            tiny(s.arena, unevenness(s.node->value)));
    return arena_format(s.arena, "%s, %s: standardised they are 0 and 1, and γ and β move them.",
                        became(s, "The mean", "Means", 0, range_of(s, 2)),
                        became(s, "the variance", "variances", 1, range_of(s, 3)));
}

const char *note_norm_rows(Seen s)
{
    return arena_format(s.arena,
                        "Each row by its own mean and variance; that of %s is now %s "
                        "long.",
                        row_name(s, 0), number(s.arena, row_length(s.node->value, 0)));
}

/* ---- the feed-forward network ---- */

const char *note_silent(Seen s)
{
    int silent = 0, all = (int)tensor_size(s.node->value);
    for (int i = 0; i < all; i++)
        silent += s.node->value.data[i] == 0;
    return arena_format(s.arena,
                        "What is below 0 becomes 0: %d of %d, %s of all. Each row by itself, with "
                        "the same weights.",
                        silent, all, number(s.arena, (double)silent / all));
}

/* ---- the next word ---- */

const char *note_highest_scores(Seen s)
{
    Place p = largest_cell(s.node->value);
    return arena_format(s.arena,
                        "A score for each of %d words, after each word so far; the highest, %s, "
                        "is for %s after %s.",
                        cols_of(s.node), cell(s, p.row, p.col), col_name(s, p.col),
                        row_name(s, p.row));
}

const char *note_surest_word(Seen s)
{
    Place p = largest_cell(s.node->value);
    return arena_format(s.arena,
                        "Each row sums to 1 over all %d words; the surest is that of %s after %s, "
                        "%s.",
                        cols_of(s.node), col_name(s, p.col), row_name(s, p.row),
                        chance(s.arena, (double)at(s.node->value, p.row, p.col)));
}

const char *note_chosen(Arena *arena, const LikelyWords *likely, const Node *probabilities,
                        int step, int word, const char *const *vocabulary, bool forced)
{
    const char *name = quoted(arena, vocabulary[word]);
    const char *best = chance(arena, (double)likely->probabilities->value.data[0]);
    if (forced && word != likely->words[0])
        return arena_format(arena, "%s was asked for, with %s; the most probable is %s, %s.", name,
                            chance(arena, (double)at(probabilities->value, step, word)),
                            quoted(arena, vocabulary[likely->words[0]]), best);
    const char *verb = forced ? "was asked for, and is the most probable" : "is written";
    if (likely->count < 2)
        return arena_format(arena, "%s %s, %s.", name, verb, best);
    return arena_format(arena, "%s %s, %s; second is %s, %s.", name, verb, best,
                        quoted(arena, vocabulary[likely->words[1]]),
                        chance(arena, (double)likely->probabilities->value.data[1]));
}

const char *note_aligned(Seen s)
{
    Place p = largest_cell(s.node->value);
    int back = 0;
    for (int i = 1; i < rows_of(s.node); i++)
        back += largest_in_row(s.node->value, i) < largest_in_row(s.node->value, i - 1);
    return arena_format(s.arena,
                        "Where the source is looked at when each word is written: for %s most at "
                        "%s, %s. %d of %d words look%s to the left of where the word before "
                        "looked.",
                        row_name(s, p.row), col_name(s, p.col), cell(s, p.row, p.col), back,
                        rows_of(s.node), back == 1 ? "s" : "");
}
