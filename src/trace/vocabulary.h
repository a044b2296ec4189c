/* What the words of sentences are made of: how a number and a label are said, and what several
 * words measure. */
#ifndef TRACE_VOCABULARY_H
#define TRACE_VOCABULARY_H

#include "trace/measure.h"
#include "trace/sentences.h"

/* With two decimals, or whole. */
void say_decimal(Text *out, double x);
void say_whole(Text *out, long n);

/* With three digits: for numbers of any size. */
void say_digits(Text *out, double x);

/* A probability: what is possible is not told as 0, and what is open not as 1. */
void say_chance(Text *out, double p);

/* A number of the step as it is: in groups of three digits where it counts something. */
void say_as_it_is(const Look *s, int row, int col, Text *out);

/* The same of a cell told by its labels, "[encoder,last]". */
void say_cell(const Look *s, const char *cell, Text *out);

/* A label of the step's rows or columns, in quotes where places have names: “bat”. */
void say_row(const Look *s, int row, Text *out);
void say_col(const Look *s, int col, Text *out);

/* The same of any axis. */
void say_label(const Axis *axis, int place, Text *out);

/* Conditions on the words of a sentence: one stands twice; some have no vector, were looked up in
   another form, are left out. */
bool has_repeated_words(const Look *s);
bool has_unknown_words(const Look *s);
bool has_other_forms(const Look *s);
bool has_left_out(const Look *s);

/* The longest row, the first of equals. */
int longest_row(const Look *s);
/* Of a standardized matrix: rows whose numbers were all equal. */
bool all_are_flat(const Look *s);
bool some_are_flat(const Look *s);

/* The first two places with the same row of the table: the same word; −1 for none. */
Place repeated_words(const Look *s);

/* Of every row to every other. */
Node *cosines_of_rows(Graph *g, Node *a);

static inline Tensor seen_tensor(const Look *s)
{
    return s->step->node->value;
}

#endif
