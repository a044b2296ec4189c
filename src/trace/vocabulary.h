/* The words of sentences, and the conditions on them.
 *
 * A word is a row: its name, how it is said, and how it is found on a step. What is found serves
 * several words:
 *
 *     static const Search top_between = {.seen = true, .in = OFF_DIAGONAL};
 *
 *     {"between", DECIMAL, {.search = &top_between}},       0.31, the number of the cell
 *     {"between-from", ROW, {.search = &top_between}},      “ball”, what its row is called
 *     {"between-to", COL, {.search = &top_between}},        “hit”
 *
 * and a condition, which is a row like it: {"sees-another", FOUND, {.search = &top_between}}. What
 * is measured by arithmetic (a length, a cosine, an entropy) is an operation on the step's node, so
 * that it can be explained; all else is searched, counted and chosen. */
#ifndef TRACE_VOCABULARY_H
#define TRACE_VOCABULARY_H

#include "trace/sentences.h"

/* A cell, the matrix in which it was found, and what that matrix's places are called. */
typedef struct Place {
    int row, col; /* −1 when there is none */
    Tensor in;
    const Axis *rows, *cols; /* NULL: those of the step */
} Place;

/* How something is found: by one of these. */
typedef struct Finder {
    double (*number)(const Look *s);
    Node *(*measure)(Graph *g, Node *a); /* an operation on the step's node; what it makes is called
                                            as the word is */
    const struct Search *search;         /* once in a sentence, as the next */
    Place (*place)(const Look *s);
    bool (*rows_that)(const Look *s, int row); /* how many of the step's rows are so */
    void (*text)(const Look *s, Text *out);
    bool (*holds)(const Look *s); /* of conditions only */
} Finder;

typedef enum WordKind {
    DECIMAL, /* a number, of a cell where a place was found, with two decimals */
    WHOLE,   /* without decimals */
    CHANCE,  /* a probability: what is possible is not told as 0, and what is open not as 1 */
    DIGITS,  /* with three digits: for numbers of any size; from 1000 on whole */
    MEASURE, /* with three digits, however large it is */
    COUNT,   /* in groups of three digits */
    ROW,     /* what the row of a place is called, in quotes where it is a word: “bat” */
    COL,
    NUMBERED, /* its number is a place in the columns of the first step, from 1: what that is
                 called; 0 is nothing */
    TEXT,     /* all else */
} WordKind;

typedef struct Word {
    const char *name;
    WordKind kind;
    Finder by;
} Word;

typedef enum ConditionKind {
    NONE, /* a number is 0, or no row is so */
    ONE,
    TWO,
    SOME,
    SEVERAL,
    ALL,   /* every row of the step is so */
    FOUND, /* there is such a place, or a text to say */
    HOLDS, /* all else */
} ConditionKind;

typedef struct Condition {
    const char *name;
    ConditionKind kind;
    Finder by;
} Condition;

/* All of them, ended by NULL: one vocabulary, in which no name stands twice. Each list is ended by
   a row without a name. */
extern const Word *const word_lists[];
extern const Condition *const condition_lists[];

/* By its name; NULL where there is none. */
const Word *word_named(const char *name);
const Condition *condition_named(const char *name);

/* What is found on a step, as a sentence has it. */
void word_say(const Word *word, const Look *s, Text *out);
bool condition_is_met(const Condition *condition, const Look *s);

/* ---- how things are said ---- */

void say_decimal(Text *out, double x);
void say_digits(Text *out, double x);
void say_measure(Text *out, double x);

/* A label, in quotes where places have names: “bat”. */
void say_label(const Axis *axis, int place, Text *out);
void say_row(const Look *s, int row, Text *out);

/* "0.12 to 0.31"; "0.12" where both look the same. */
void say_between(double low, double high, Text *out);

/* Two numbers that are written alike are called the same. */
bool look_equal(double x, double y);

/* A cell told by its labels, "[encoder,last]". */
void say_cell(const Look *s, const char *cell, Text *out);

/* ---- how things are found ---- */

static inline Tensor seen_tensor(const Look *s)
{
    return s->step->node->value;
}

Place place_in(Tensor t, int row, int col);
Place place_here(const Look *s, int row, int col);
double number_at(Place p);

/* The cells that count. */
typedef enum Region {
    EVERYWHERE,
    OFF_DIAGONAL,
    ABOVE_DIAGONAL,
    ON_DIAGONAL,
    IN_FIRST_ROW,
    IN_LAST_ROW,
    IN_LAST_COL,
    BESIDE_FIRST, /* in the first row, but for its first cell */
    AMONG_OTHERS, /* above the diagonal, but for the first row */
} Region;

/* For the place with the largest number, the first of equals. */
typedef struct Search {
    Tensor (*of)(const Look *s);                                 /* NULL: the step's numbers */
    const Axis *(*rows)(const Look *s), *(*cols)(const Look *s); /* NULL: called as in the step */
    double (*value)(const struct Search *how, int row, int col); /* what is large; NULL: they are */
    Region in;
    bool (*among)(const struct Search *how, int row, int col); /* NULL: all of the region */
    bool seen;                                                 /* that are not masked */
    const struct Search *after; /* other than what this finds; or NULL */
    /* while it goes on: */
    const Look *s;
    Tensor numbers;
} Search;

/* −1, −1 where no cell counts. */
Place search(const Look *s, Search how);

/* What is searched for, or what a word's function finds; once in a sentence. */
Place sought(const Look *s, const Search *what);
Place found(const Look *s, Place (*find)(const Look *s));

/* What is large: how far from zero a number is; how small. */
double size_of(const Search *how, int row, int col);
double smallness(const Search *how, int row, int col);

/* What the rows of a weighted sum are mixed from; what the step's own rows are. */
const Axis *mixed_axis(const Look *s);
const Axis *row_axis(const Look *s);

/* How many rows of a step are so. */
int count_rows(const Look *s, bool (*is_so)(const Look *s, int row));

/* The cell that is farthest from zero and not masked. */
extern const Search largest_size;

/* The first two places with the same row of the table: the same word; −1 for none. */
Place repeated_words(const Look *s);

/* The number behind a part of the step's id: 3 for "step-" in "step-3/words"; 0 where there is
   none. */
int number_in_id(const Look *s, const char *part);

/* ---- what is measured ---- */

/* A quantity measured on the step: the node called "<id>/<name>", made when it is first asked for.
   `make` is an operation on the step's node. */
Tensor measured(const Look *s, const char *name, Node *(*make)(Graph *g, Node *a));

/* The same of two steps' nodes. */
Tensor measured_pair(const Look *s, const char *name, const char *path,
                     Node *(*make)(Graph *g, Node *a, Node *b));

/* Of every row to every other; how far rows are from those of another matrix; the mean of each
   column, and of all cells. */
Node *cosines_of_rows(Graph *g, Node *a);
Node *rows_apart(Graph *g, Node *a, Node *b);
Node *column_means(Graph *g, Node *a);
Node *mean_of_all(Graph *g, Node *a);

/* ---- the lists ---- */

extern const Word matrix_words[], vector_words[], attention_words[], head_words[], text_words[],
    training_words[], translation_words[], gradient_words[];
extern const Condition matrix_conditions[], vector_conditions[], attention_conditions[],
    head_conditions[], text_conditions[], training_conditions[], translation_conditions[],
    gradient_conditions[];

#endif
