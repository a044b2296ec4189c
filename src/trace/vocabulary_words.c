/* Words about the words of a sentence: those that stand twice, those without a vector. */
#include "base/number.h"
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

void say_decimal(Text *out, double x)
{
    char digits[NUMBER_SIZE];
    text_add(out, number_fixed(digits, x, 2));
}

void say_chance(Text *out, double p)
{
    if (p > 0 && p < 0.005)
        text_add(out, "under 0.01");
    else if (p < 1 && p >= 0.995)
        text_add(out, "over 0.99");
    else
        say_decimal(out, p);
}

void say_whole(Text *out, long n)
{
    text_format(out, "%ld", n);
}

void say_label(const Axis *axis, int place, Text *out)
{
    bool is_word = axis->named && !axis->unquoted;
    text_format(out, is_word ? "“%s”" : "%s", axis->labels[place]);
}

void say_row(const Look *s, int row, Text *out)
{
    say_label(&s->step->rows, row, out);
}

void say_col(const Look *s, int col, Text *out)
{
    say_label(&s->step->cols, col, out);
}

/* ---- the text ---- */

/* Of a comparison step sentence-2/… is about the second text. */
static const TracedText *text_of(const Look *s)
{
    static const char folder[] = "sentence-";
    size_t length = sizeof folder - 1;
    bool numbered = !strncmp(s->step->id, folder, length);
    int index = numbered ? (int)strtol(s->step->id + length, NULL, 10) - 1 : 0;
    return index >= 0 && index < s->trace->text_count ? &s->trace->texts[index] : NULL;
}

bool has_unknown_words(const Look *s)
{
    return text_of(s) && text_of(s)->unknown;
}

bool has_other_forms(const Look *s)
{
    return text_of(s) && text_of(s)->forms;
}

bool has_left_out(const Look *s)
{
    return text_of(s) && text_of(s)->left_out;
}

static void say_unknown(const Look *s, Text *out)
{
    text_add(out, text_of(s)->unknown);
}

static void say_forms(const Look *s, Text *out)
{
    text_add(out, text_of(s)->forms);
}

static void say_left_out(const Look *s, Text *out)
{
    text_add(out, text_of(s)->left_out);
}

/* ---- words that stand twice ---- */

/* The look-up that a step was made from. */
static const Node *look_up(const Node *node)
{
    while (node && strcmp(node->op->name, "gather") != 0)
        node = node->input_count ? node->inputs[0] : NULL;
    return node;
}

/* The first two places with the same row of the table: the same word; −1 for none. */
Place repeated_words(const Look *s)
{
    const Node *node = look_up(s->step->node);
    for (int i = 0; node && i < rows_of(node); i++)
        for (int j = i + 1; j < rows_of(node); j++)
            if (node->parameter.rows[i] == node->parameter.rows[j])
                return (Place){i, j};
    return (Place){-1, -1};
}

bool has_repeated_words(const Look *s)
{
    return repeated_words(s).row >= 0;
}

static void say_twin(const Look *s, Text *out)
{
    say_row(s, repeated_words(s).row, out);
}

static void say_other_twin(const Look *s, Text *out)
{
    say_row(s, repeated_words(s).col, out);
}

/* How far apart they are in this step. */
static void say_twins_apart(const Look *s, Text *out)
{
    Place p = repeated_words(s);
    say_decimal(out, row_distance(seen_tensor(s), p.row, p.col));
}

/* ---- what came out, beside what went in ---- */

static void say_turned_cosine(const Look *s, Text *out)
{
    Tensor t = measured_pair(s, "turned", "input", cosines)->value;
    say_decimal(out, (double)at(t, smallest_on_diagonal(t), smallest_on_diagonal(t)));
}

static void say_turned(const Look *s, Text *out)
{
    say_row(s, smallest_on_diagonal(measured_pair(s, "turned", "input", cosines)->value), out);
}

/* ---- the texts ---- */

static void say_others(const Look *s, Text *out)
{
    say_whole(out, s->trace->text_count - 1);
}

const Word sentence_words[] = {
    {"others", say_others},
    {"unknown", say_unknown},
    {"forms", say_forms},
    {"left-out", say_left_out},
    {"twin", say_twin},
    {"other-twin", say_other_twin},
    {"twins-apart", say_twins_apart},
    {"turned", say_turned},
    {"turned-cosine", say_turned_cosine},
    {0},
};
