/* The sentence under a step: short, and true of the step's actual numbers.
 *
 * Sentences are data: one *.list file per trace, and shared.list for all traces. A row gives where,
 * made by which operation, and when; below it, indented, is a sentence with measured words:
 *
 *     *weights | softmax_rows | own>0.5
 *         On average a word keeps {own} for itself.
 *
 * `where` is an id pattern in which * matches any text, or several separated by |; the operation is
 * the one that must have computed the step, or one of several separated by |, so that no sentence
 * about an operation outlives it. A step gets the sentence of the first row that fits, and then the
 * sentence of every fitting row that begins with +.
 *
 * `when` lists conditions separated by blanks, negated by !; if left out, the row always fits. A
 * condition compares a word with a number or another word, both as printed (rows=1, own<even,
 * mean=mean@scores); or it tests that a place or text exists (twin, unknown), that a step
 * (has@mask) or a setting (seed@/) exists, or what a setting is (target@/=given). A comparison with
 * something that does not exist is false.
 *
 * Words in braces are measured on the step: {largest}, {rows}. A word may be asked for in another
 * form: {row of largest} is the label of its row, {col of …} of its column, {place of …} of the
 * place that the number stands for; {number of …}, {whole of …}, {chance of …}, {digits of …} and
 * {measure of …} format the number differently. {smallest to largest} is a range.
 * {[encoder,last]} is one cell, by its labels or as the first or last of its axis; {[largest]@x} is
 * the cell of another step at the position of {largest} on this one.
 *
 * {deviation@scores} is measured on a sibling step; @../x is one level up, and @/x from the top;
 * {heads@/} is a setting of the trace. {is|are:hidden} is "is" if {hidden} is 1, else "are";
 * {?note@x} adds a blank and the word if that step exists. A word that needs arithmetic is an
 * operation on the step's node, named after both ("embeddings/lengths"), so that it too can be
 * explained. All traces share the words below.
 *
 * A phrase used by several sentences is defined under its name in braces, with or without
 * conditions; the first definition whose conditions hold is used:
 *
 *     {first-two} | rows=1
 *         {first}
 *
 * Lines above the sentences say how steps are shown. The first line whose pattern matches an id is
 * used; a step that none matches is shown as a heatmap:
 *
 *     = detail bars: *norm/mean|*norm/variance | when
 *
 * A line has one of behind (not shown, but available to explanations), detail, minor (as in Step)
 * or none of these, and bars, curves or neither; `shown` if there is nothing else. Curves name
 * their axes and which are logarithmic: curves (log dₖ; bits). The steps to read first in a long
 * trace, about two pages (all, if there is no such line):
 *
 *     = first: *weights | when
 *
 * The phrase {provenance} becomes the trace's provenance, and {try-next} what to try next; a brace
 * after _ or ^ belongs to a formula: d_{model}. Panels are phrases, too (trace/build.h).
 *
 * A line that begins with # is a comment; the first names the file. */
#pragma once

#include "trace/build.h"

typedef enum NoteKind {
    NOTE_TOLD,  /* a sentence or a phrase */
    NOTE_ADDED, /* a sentence that begins with +: appended to the first */
    NOTE_VIEW,  /* how a step is shown */
    NOTE_FIRST, /* steps that a terminal shows unless all is asked for */
} NoteKind;

typedef struct Note {
    const char *where, *op, *when, *text; /* for a phrase, `where` is its name and `op` is empty */
    NoteKind kind;
    const char *row; /* its position in the list's text */
} Note;

/* What a sentence is about: a step of a trace. */
typedef struct Look {
    Trace *trace;
    const Step *step;
    bool absent;              /* no step of that name exists: every condition fails */
    const struct Place *here; /* the current place of a list; NULL outside one */
} Look;

/* Stands for the whole trace: not a step, and paths begin at the top. */
extern const Step the_whole;

/* Parses lists into one array of rows, terminated by one without `where`. A syntax error is a bug.
 */
Note *notes_read(Arena *arena, const char *const *lists, int count);

/* How a step is shown: "shown", "detail bars". */
const char *view_of_step(Trace *trace, const Step *step);

/* Whether the list names steps to show first, and this is not one of them. */
bool step_comes_later(Trace *trace, const Step *step);

/* The phrase of this name, "{provenance}", whose conditions hold for the whole trace; or NULL. */
const Note *phrase_of(Trace *trace, const char *name);

/* Replaces the words in braces by what they measure on a step. */
const char *sentence_filled(Trace *trace, const Step *step, const char *sentence);
void sentence_say(const Look *s, const char *sentence, Text *out);

/* Whether a row matches the step's id and operation; and whether its conditions hold, too. */
bool note_is_about(const Look *s, const Note *note);
bool note_fits(const Look *s, const Note *note);

/* One condition of `when`, without its !. */
bool condition_holds(const Look *s, const char *condition);

/* Resolves a path relative to this step: "scores", "../mean/weights", "/raw/weights", "./least" for
   a child; % in "/step-0/%" is this step's id after its first slash. "" is the step itself. */
Look look_at(const Look *s, const char *path);

/* ==== words ====
 *
 * The vocabulary of sentences.
 *
 * A word is a row: its name, its default form, and how it is found on a step. Most words are a
 * place, the argmax over the cells that count:
 *
 *     {"between", DECIMAL, .in = OFF_DIAGONAL, .seen = true},
 *
 * One row serves every form: {between} is the number there, 0.31, {row of between} the label of its
 * row, “ball”. As a condition, `between` tests that such a place exists, and `between>0.5` compares
 * its number. What needs arithmetic (a length, a cosine, an entropy) is an operation on the step's
 * node, so that it can be explained; all else is searching, counting and choosing.
 */

/* The form in which a word is printed unless the sentence asks for another. */
#define FORM(form, asked) form,
typedef enum WordForm {
#include "trace/vocabulary_forms.list"
} WordForm;
#undef FORM

/* A cell, the matrix in which it was found (or NULL), and that matrix's axes. */
typedef struct Place {
    int row, col; /* −1 if none was found */
    const Node *in;
    const double *counts;    /* the exact numbers of a step of counts; or NULL */
    double value;            /* the value that was maximised */
    const Axis *rows, *cols; /* NULL: those of the step */
} Place;

/* Evaluates a recipe on a step, whose matrix is x, in reverse Polish notation.
 *
 *     "x lengths"                          the length of each row
 *     "x @scores −"                        minus a sibling step's matrix; paths as in look_at
 *     "#1 lengths"                         of its operation's first input
 *     "x largest 0.99 >"                   1 where true, else 0
 *     "x lengths :lengths"                 named "<id>/lengths", so that it can be explained
 *
 * Operators, signs and slices are those of all recipes (trace/build.h). Further operands are in
 * vocabulary_operands.list; and there are
 *
 *     [gap]  [twin@source]                 the cell at the place of a word, here or on another step
 *     ~</s>                                1 for rows with this label, else 0
 *     0.99  cols  longest                  a literal, the number of a word, or a setting
 */
Node *recipe_made(const Look *s, const char *recipe); /* NULL if a step does not exist */

/* x sign y; a comparison gives 1 or 0. */
double combined(char sign, double x, double y);

/* The cells that are searched. */
typedef enum Region {
    EVERYWHERE,
    OFF_DIAGONAL, /* all cells if rows and columns have different labels */
    ABOVE_DIAGONAL,
    ON_DIAGONAL,
    BESIDE_FIRST, /* all but the first column */
    AMONG_OTHERS, /* above the diagonal, without the first row */
} Region;

/* Restricts the search to one row or one column. */
typedef enum Which { ANY, FIRST, SECOND, LAST = -1, LAST_BUT_ONE = -2, LAST_BUT_TWO = -3 } Which;

/* Which cell is found: the largest, the smallest, the largest in absolute value; or the first or
   last in row-major order, whatever its number. */
typedef enum Extreme { LARGEST, SMALLEST, FARTHEST, EARLIEST, LATEST } Extreme;

/* A condition on a cell's number: '<', '=' or '>' `number`; sign 0: any number. */
typedef struct Bound {
    char sign;
    real number;
} Bound;

/* A word is found by a function, or by a search for the place with the largest number (the first,
   if tied). Members that are NULL or 0 leave the default. */
typedef struct Word {
    const char *name;
    WordForm form;
    double (*number)(const Look *s);
    void (*text)(const Look *s, Text *out);
    /* Or the offset of an int, or of a string (NULL: absent), in the step, its node or its text. */
    size_t in_step, in_node, in_text;
    Place (*place)(const Look *s);
    Region in;
    Which row, col;
    bool seen; /* unmasked cells only */
    Bound is;
    const char *among; /* a recipe: only cells where it is positive */
    const char *by;    /* a recipe: the value to maximise instead of the number */
    Extreme extreme;
    bool by_value;               /* the word is the maximised value, not the number */
    const char *after;           /* excludes the place of this word */
    const char *row_of, *col_of; /* only the row, or the column, of the place of this word */
    const char *ties;            /* the word is the number of ties of this word */
    double within;               /* what differs by no more ties, however small it is */
    const char *at;              /* search another step (look_there) */
    const char *of;              /* a recipe: the matrix to search; NULL: the step's */
    const char *called_as;       /* a recipe: its row labels name both rows and columns */
    /* Makes the word a list: this sentence for each place that counts, with {here} its number and
       {column} its column's label. */
    const char *each;
    const char *between;    /* separator instead of ", " */
    bool and;               /* "and" before the last */
    const char *formula_of; /* a recipe: the word is the formula symbol of its result */
    bool numbered;          /* places are printed as numbers from 1; with AMONG_OTHERS from 0 */
} Word;

/* Names are unique; the last row has none. */
extern const Word vocabulary[];

/* The word of this name; or NULL. */
const Word *word_named(const char *name);

/* Appends a word in its own form or another, or a range: "between", "row of between", "smallest to
   largest". False if there is no such word. */
bool word_say(const Look *s, const char *asked, Text *out);

/* A word as a condition: true if its place exists, its number is positive, or its text exists. */
bool word_holds(const Look *s, const char *name);

/* The places of a word that is a list, each as a Look with `here` set. */
Look *word_places(const Look *s, const Word *word, int *count);

/* The place of a word, which is cached while a sentence is made; and the number of a word, or at
   its place, NaN if there is none. */
Place word_place(const Look *s, const char *name);
double word_number(const Look *s, const char *name);

/* ---- printing ---- */

/* Appends x in one of the forms of numbers. */
void say_number(Text *out, WordForm form, double x);

/* Whether two numbers are equal as printed. */
bool look_equal(double x, double y);

/* ---- finding ---- */

static inline Tensor seen_tensor(const Look *s)
{
    return node_value(s->step->node);
}

Place place_here(const Look *s, int row, int col);
double number_at(Place p);

/* The first of several steps that exists, "input|embeddings". look_there requires that one does: an
   absent step would be taken for the step itself and compared with itself. */
Look look_first(const Look *s, const char *paths);
Look look_there(const Look *s, const char *paths);

/* The largest number of a matrix of one row, excluding one column; −∞ if there is none. */
double largest_but(Tensor row, int col);

/* The text that a step belongs to: the second for sentence-2/… or word-2/…. */
const TracedText *text_of(const Look *s);

/* The number after `part` in the step's id: 3 for "step-" in "step-3/words"; 0 if there is none. */
int number_in_id(const Look *s, const char *part);

/* The base of the waves of a step's sinusoids or rotations. */
double wave_base(const Look *s);

/* The first two rows of an embedding look-up that took the same row of the table; −1 if none. */
Place twins_of(const Node *node);
