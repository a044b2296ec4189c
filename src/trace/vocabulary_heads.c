/* Words about measures of attention without projections, of each head and of their mean, which
 * stand in this order in the rows or columns of a step; and about where each word looks most. */
#include "model/words.h"
#include "trace/vocabulary.h"

/* ---- symmetry: a column, the first row being XXᵀ ---- */

/* What looks like 1.00 is called symmetric. */
static bool is_symmetric(const Look *s, Place p)
{
    (void)s;
    return p.row && look_equal(number_at(p), 1);
}

/* ---- a column for each side ---- */

/* The columns but the first, XXᵀ, and the last two, the mean and the control. */
static Node *mean_of_heads(Graph *g, Node *sides)
{
    return mean_of_all(g, columns(g, sides, 1, cols_of(sides) - 3));
}

/* ---- the largest weight of each row, and whose it is ---- */

/* The column in which a row's largest weight stands; −1 where all is masked. */
static int looks_at(const Look *s, int row)
{
    return at(seen_tensor(s), row, 0) > 0 ? s->step->node->parameter.cols[row] : -1;
}

static bool is_own(const Look *s, Place p)
{
    return looks_at(s, p.row) == p.row;
}

/* The words of the sentence, as the rows of its weights are called. */
static const Axis *words_of(const Look *s)
{
    return &look_there(s, "weights").step->rows;
}

/* ---- beside where it looks without projections ---- */

static bool is_redirected(const Look *s, Place p)
{
    Look raw = look_there(s, "/raw/most");
    return looks_at(s, p.row) != looks_at(&raw, p.row);
}

/* How well a word shows what the projections do: best one that turns from itself to another, a
   content word, with a large weight. */
static double redirection(const Look *s, Place p)
{
    Look raw = look_there(s, "/raw/most");
    const char *word = lowered(s->trace->arena, s->trace->texts[0].tokens[p.row]);
    return 4 * is_own(&raw, p) + 2 * !is_function_word(word) + number_at(p);
}

/* What that word looks at most, in these weights. */
static Place target_in(const Look *s, const Look *weights)
{
    int row = word_place(s, "redirected").row;
    Place p = place_here(weights, row, looks_at(weights, row));
    p.rows = p.cols = words_of(weights);
    return p;
}

static Place redirected_to(const Look *s)
{
    return target_in(s, s);
}

static Place redirected_from(const Look *s)
{
    Look raw = look_there(s, "/raw/most");
    return target_in(s, &raw);
}

const Word head_words[] = {
#include "trace/vocabulary_heads.list"
    {0}};
