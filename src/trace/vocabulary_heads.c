/* Words about measures of attention without projections, of each head and of their mean, which
 * stand in this order in the rows or columns of a step; and about where each word looks most. */
#include "graph/ops.h"
#include "model/word_form.h"
#include "trace/vocabulary.h"

/* ---- symmetry: a column, the first row being XXᵀ ---- */

/* What looks like 1.00 is called symmetric. */
static bool is_symmetric_head(const Look *s, int row)
{
    return row && look_equal((double)at(seen_tensor(s), row, 0), 1);
}

static bool is_asymmetric_head(const Search *how, int row, int col)
{
    (void)col;
    return row && !is_symmetric_head(how->s, row);
}

/* Of the heads that are not. */
static void say_asymmetries(const Look *s, Text *out)
{
    Place high = search(s, (Search){.among = is_asymmetric_head});
    Place low = search(s, (Search){.among = is_asymmetric_head, .value = smallness});
    say_between(number_at(low), number_at(high), out);
}

static bool is_symmetric(const Look *s, int row)
{
    return !row || is_symmetric_head(s, row);
}

/* ---- a column for each side ---- */

static double raw_mean(const Look *s)
{
    return (double)measured(s, "column-means", column_means).data[0];
}

/* The columns but the first, XXᵀ, and the last, the mean. */
static Node *mean_of_heads(Graph *g, Node *sides)
{
    return mean_of_all(g, columns(g, sides, 1, cols_of(sides) - 2));
}

static double heads_mean(const Look *s)
{
    return (double)measured(s, "mean-of-heads", mean_of_heads).data[0];
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

static bool sees(const Look *s, int row)
{
    return looks_at(s, row) >= 0;
}

static bool looks_at_itself(const Look *s, int row)
{
    return looks_at(s, row) == row;
}

/* "7 words"; "the 5 words that see anything" */
static void say_seeing_words(const Look *s, Text *out)
{
    int seeing = count_rows(s, sees);
    const char *words = seeing == 1 ? "word" : "words";
    if (seeing == s->step->rows.count)
        text_format(out, "%d %s", seeing, words);
    else
        text_format(out, "the %d %s that %s anything", seeing, words, seeing == 1 ? "sees" : "see");
}

/* The words of the sentence, as the rows of its weights are called. */
static const Axis *words_of(const Look *s)
{
    return &look_at(s, "weights").step->rows;
}

static void say_target(const Look *s, int word, Text *out)
{
    if (looks_at_itself(s, word))
        text_add(out, "itself");
    else
        say_label(words_of(s), looks_at(s, word), out);
}

static bool looks_elsewhere(const Search *how, int row, int col)
{
    (void)col;
    return sees(how->s, row) && !looks_at_itself(how->s, row);
}

/* The word that looks elsewhere with the largest weight. */
static const Search farthest_gaze = {.among = looks_elsewhere, .rows = words_of};

static void say_gazed(const Look *s, Text *out)
{
    say_target(s, sought(s, &farthest_gaze).row, out);
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

static bool is_redirected(const Search *how, int row, int col)
{
    Look raw = look_at(how->s, "/raw/most");
    (void)col;
    return looks_at(how->s, row) != looks_at(&raw, row);
}

/* How well a word shows what the projections do: best one that turns from itself to another, a
   content word, with a large weight. */
static double redirection(const Search *how, int row, int col)
{
    Look raw = look_at(how->s, "/raw/most");
    return 4 * looks_at_itself(&raw, row) + 2 * is_content_word(how->s, row) +
           (double)at(how->numbers, row, col);
}

/* The word to speak of. */
static const Search redirected = {.among = is_redirected, .value = redirection, .rows = words_of};

static void say_redirected_to(const Look *s, Text *out)
{
    say_target(s, sought(s, &redirected).row, out);
}

static void say_redirected_from(const Look *s, Text *out)
{
    Look raw = look_at(s, "/raw/most");
    say_target(&raw, sought(s, &redirected).row, out);
}

/* ---- distances between the sides ---- */

/* "0.90 to 0.93": of the heads from the first side. */
static void say_from_raw(const Look *s, Text *out)
{
    Place high = search(s, (Search){.in = BESIDE_FIRST});
    Place low = search(s, (Search){.in = BESIDE_FIRST, .value = smallness});
    say_between(number_at(low), number_at(high), out);
}

static const Search closest = {.in = AMONG_OTHERS, .value = smallness};

static const Search farthest = {.in = AMONG_OTHERS};

/* "1 and 3" */
static void say_closest(const Look *s, Text *out)
{
    text_format(out, "%d and %d", sought(s, &closest).row, sought(s, &closest).col);
}

static void say_farthest(const Look *s, Text *out)
{
    text_format(out, "%d and %d", sought(s, &farthest).row, sought(s, &farthest).col);
}

static bool are_equally_apart(const Look *s)
{
    return look_equal(number_at(sought(s, &closest)), number_at(sought(s, &farthest)));
}

const Word head_words[] = {
    {"symmetric-heads", WHOLE, {.rows_that = is_symmetric_head}},
    {"asymmetries", TEXT, {.text = say_asymmetries}},
    {"raw-mean", DECIMAL, {.number = raw_mean}},
    {"mean-of-heads", DECIMAL, {.number = heads_mean}},
    {"more-or-fewer", TEXT, {.text = say_more_or_fewer}},
    {"own-gazes", WHOLE, {.rows_that = looks_at_itself}},
    {"seeing-words", TEXT, {.text = say_seeing_words}},
    {"gazer", ROW, {.search = &farthest_gaze}},
    {"gazed", TEXT, {.text = say_gazed}},
    {"gaze", DECIMAL, {.search = &farthest_gaze}},
    {"redirected", ROW, {.search = &redirected}},
    {"redirected-to", TEXT, {.text = say_redirected_to}},
    {"redirected-from", TEXT, {.text = say_redirected_from}},
    {"redirected-weight", DECIMAL, {.search = &redirected}},
    {"from-raw", TEXT, {.text = say_from_raw}},
    {"closest", TEXT, {.text = say_closest}},
    {"closest-distance", DECIMAL, {.search = &closest}},
    {"farthest", TEXT, {.text = say_farthest}},
    {"farthest-distance", DECIMAL, {.search = &farthest}},
    {0},
};

const Condition head_conditions[] = {
    {"all-symmetric", ALL, {.rows_that = is_symmetric}},
    {"some-symmetric", SOME, {.rows_that = is_symmetric_head}},
    {"no-word-sees", NONE, {.rows_that = sees}},
    {"looks-elsewhere", FOUND, {.search = &farthest_gaze}},
    {"redirects-a-word", FOUND, {.search = &redirected}},
    {"equally-apart", HOLDS, {.holds = are_equally_apart}},
    {0},
};
