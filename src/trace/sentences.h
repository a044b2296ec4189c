/* The sentence under a step: short, and true of these very numbers.
 *
 * Sentences are data: a file *.list for each trace, and shared.list for what all of them say. A row
 * is where, made by which operation, when; and under it, indented, a sentence with measured words:
 *
 *     *weights | softmax_rows | own>0.5
 *         On average a word keeps {own} for itself.
 *
 * `where` is an id in which * stands for any text, or several separated by |; the operation is the
 * one that must have made the step, or one of several separated by |, so that no sentence about an
 * operation outlives it. The first row that fits a step is told. A sentence that begins with + is
 * added to that; each of these that fits is.
 *
 * `when` names conditions, separated by blanks, ! in front of one that must not hold (left out:
 * always). One compares a word with a number or with another word, as both look (rows=1, own<even,
 * mean=mean@scores); or it says that there is such a place or anything to say (twin, unknown), that
 * there is a step (has@mask) or a setting (seed@/), what a setting is (target@/=given). With what
 * there is not, no comparison holds.
 *
 * Words in braces are measured on the step: {largest}, {rows}. A word may be asked for in another
 * form: {row of largest} is what the row is called where it stands, {col of …} the column, {place
 * of …} the place that the number stands for; {number of …}, {whole of …}, {chance of …}, {digits
 * of …} and {measure of …} write it otherwise. {smallest to largest} is what lies between.
 * {[encoder,last]} is one cell, by its labels or as the first or last of its axis; {[largest]@x} is
 * the cell of another step that stands where {largest} is found on this one.
 *
 * {deviation@scores} is measured on another step, next to this one; @../x is one level up, and @/x
 * from the top; {heads@/} is a setting of the trace. {is|are:hidden} is the first where {hidden} is
 * 1, else the second; {?note@x} is said, behind a blank, only where there is such a step. What a
 * word measures by arithmetic is an operation on the step's node, named after both
 * ("embeddings/lengths"), so that it too can be explained. All traces share the words
 * below.
 *
 * A phrase that several sentences have stands under its name in braces, as they say it, with or
 * without conditions; the first that holds is said:
 *
 *     {first-two} | rows=1
 *         {first}
 *
 * How steps are shown stands above the sentences, a line for those whose ids match; the first that
 * matches counts, and what none matches is shown as a heatmap:
 *
 *     = detail bars: *norm/mean|*norm/variance | when
 *
 * It names one of behind (not shown: it has a name for explanations), detail and minor (as in
 * Step), or none, and bars, curves, or neither; `shown` where that is all. Curves name their axes,
 * and which is logarithmic: curves (log dₖ; bits). What comes first (all, where no line says it) is
 * what one would read of a long trace, about two pages:
 *
 *     = first: *weights | when
 *
 * What the phrase {provenance} says is the trace's provenance, and {try-next} what to try next; a
 * brace after _ or ^ is of a formula: d_{model}. Panels are phrases, too (trace/trace.h).
 *
 * A line that begins with # is a comment; the first names the file. */
#pragma once

#include "trace/build.h"

typedef enum NoteKind {
    NOTE_TOLD,  /* or a phrase */
    NOTE_ADDED, /* to what was told before */
    NOTE_VIEW,  /* its text says how a step is shown */
    NOTE_FIRST, /* what a terminal shows unless all is asked for */
} NoteKind;

typedef struct Note {
    const char *where, *op, *when, *text; /* of a phrase `where` is its name, and `op` empty */
    NoteKind kind;
    const char *row; /* where it stands in its list */
} Note;

/* What is looked at. */
typedef struct Look {
    Trace *trace;
    const Step *step;
    bool absent;              /* no step of that name: every condition fails */
    const struct Place *here; /* in a list of places, the one of which something is said; or NULL */
} Look;

/* No step: what is said of it is said of the whole trace, and paths begin at the top. */
extern const Step the_whole;

/* Their rows, one list behind the other, ended by one without `where`. A list that cannot be read
   is a bug. */
Note *notes_read(Arena *arena, const char *const *lists, int count);

/* How a step is shown: "shown", "detail bars". */
const char *view_of_step(Trace *trace, const Step *step);

/* Whether the list says what comes first, and a step is none of it. */
bool step_comes_later(Trace *trace, const Step *step);

/* The phrase of a name, "{provenance}", that holds for the whole trace; or NULL. */
const Note *phrase_of(Trace *trace, const char *name);

/* A sentence with words in braces, said of a step. */
const char *sentence_filled(Trace *trace, const Step *step, const char *sentence);
void sentence_say(const Look *s, const char *sentence, Text *out);

/* Whether a row is about such a step, made by such an operation; and whether it fits these numbers.
 */
bool note_is_about(const Look *s, const Note *note);
bool note_fits(const Look *s, const Note *note);

/* One condition of `when`, without its !. */
bool condition_holds(const Look *s, const char *condition);

/* Another step seen from this one: "scores", "../mean/weights", "/raw/weights", "./least" for one
   below; the % of "/step-0/%" is its own id from its first slash on. "" is itself. */
Look look_at(const Look *s, const char *path);

/* ==== words ====
 *
 * The words of sentences.
 *
 * A word is a row: its name, how it is said, and how it is found on a step. Most are a place, that
 * of the largest number among those that count:
 *
 *     {"between", DECIMAL, .in = OFF_DIAGONAL, .seen = true},
 *
 * and one row serves all that a sentence says of the place: {between} is the number there, 0.31,
 * {row of between} what its row is called, “ball”. As a condition `between` says that there is such
 * a place, `between>0.5` compares its number. What is measured by arithmetic (a length, a cosine,
 * an entropy) is an operation on the step's node, so that it can be explained; all else is
 * searched, counted and chosen.
 */

/* How a word is said, where the sentence does not ask for another form of it. */
#define FORM(form, asked) form,
typedef enum WordForm {
#include "trace/vocabulary_forms.list"
} WordForm;
#undef FORM

/* A cell, the matrix in which it was found, and what that matrix's places are called. */
typedef struct Place {
    int row, col; /* −1 when there is none */
    Tensor in;
    const double *counts;    /* of its cells, where they count something; or NULL */
    double value;            /* what was large */
    int ties;                /* other places where it is as large, but for rounding */
    const Axis *rows, *cols; /* NULL: those of the step */
} Place;

/* What is measured on a step: what a recipe makes of its matrix, x, in reverse Polish notation.
 *
 *     "x lengths"                          the length of each row
 *     "x @scores −"                        less another step's matrix, next to it; paths as above,
 *                                          @./x further down, @/step-0/% with the rest of its id
 *     "#1 lengths"                         of its operation's first input
 *     "x largest 0.99 >"                   1 where that is so, else 0
 *     "x lengths :lengths"                 called "<id>/lengths", so that it can be explained
 *
 * Operators, signs and parts are those of all recipes (trace/build.h). What else there is of a
 * step is in vocabulary_operands.list; and there are
 *
 *     [gap]  [twin@source]                 its cell at the place of a word, here or on another step
 *     ~</s>                                1 for the rows that are called so
 *     0.99  cols  longest                  a number, that of a word, or of a setting
 */
Node *recipe_made(const Look *s, const char *recipe); /* NULL where a step is not there */

/* Two numbers by one of the signs; 1 for what is so, else 0. */
double combined(char sign, double x, double y);

/* The cells that count. */
typedef enum Region {
    EVERYWHERE,
    OFF_DIAGONAL, /* all where columns are others than rows */
    ABOVE_DIAGONAL,
    ON_DIAGONAL,
    BESIDE_FIRST, /* but for the first column */
    AMONG_OTHERS, /* above the diagonal, but for the first row */
} Region;

/* One row of them, or one column. */
typedef enum Which { ANY, FIRST, SECOND, LAST = -1, LAST_BUT_ONE = -2, LAST_BUT_TWO = -3 } Which;

/* Which of them is found: that with the largest number, the smallest, the one farthest from 0; or
   the first or last row by row, whatever its number. */
typedef enum Extreme { LARGEST, SMALLEST, FARTHEST, EARLIEST, LATEST } Extreme;

/* How a cell's number compares with another: '<', '=' or '>'; without a sign it may be any. */
typedef struct Bound {
    char sign;
    real number;
} Bound;

/* Found by a function, or a search: for the place with the largest number, the first of equals.
   What is NULL or 0 is as usual. */
typedef struct Word {
    const char *name;
    WordForm form;
    double (*number)(const Look *s);
    void (*text)(const Look *s, Text *out);
    /* Or where it stands in the step, in its node, or in its text: a whole number, or a string, of
       which NULL says nothing. */
    size_t in_step, in_node, in_text;
    Place (*place)(const Look *s);
    Region in;
    Which row, col;
    bool seen; /* those that are not masked */
    Bound is;
    const char *among;           /* a recipe: those where it is more than 0 */
    const char *by;              /* a recipe: what is large, if not the number … */
    Extreme extreme;             /* … or what it is */
    bool by_value;               /* and the word is that value */
    const char *after;           /* other than the place of this word */
    const char *row_of, *col_of; /* in the row that this word found, in the column that … */
    const char *ties;            /* how many ties the place of this word has */
    const char *at;              /* on another step (look_there) */
    const char *of;              /* a recipe: the numbers that are searched; NULL: the step's */
    const char *called_as;       /* a recipe: as whose rows both rows and columns are called */
    /* A list: of each place that counts what this sentence says of it, {here} being its number and
       {column} what its column is called. */
    const char *each;
    const char *between;    /* instead of ", " */
    bool and;               /* and before the last */
    const char *formula_of; /* a recipe: what formulas call what it makes */
    bool numbered; /* places are told by numbers, from 1; the first that others stand beside is 0 */
} Word;

/* All of them: no name stands twice, and the last row has none. */
extern const Word vocabulary[];

/* The word of this name; or NULL. */
const Word *word_named(const char *name);

/* Says a word, in its own form or in one that is asked for, or what lies between two: "between",
   "row of between", "smallest to largest". False where there is no such word. */
bool word_say(const Look *s, const char *asked, Text *out);

/* A word as a condition: there is such a place, more than 0 of them, something to say. */
bool word_holds(const Look *s, const char *name);

/* Of a word that is a list: its places, each as what is looked at there. */
Look *word_places(const Look *s, const Word *word, int *count);

/* Of a word that is a place, searched once in a sentence; of any that is a number, or has one where
   its place is: NaN where that is not there. */
Place word_place(const Look *s, const char *name);
double word_number(const Look *s, const char *name);

/* ---- how things are said ---- */

/* In one of the forms of numbers. */
void say_number(Text *out, WordForm form, double x);

/* Two numbers that are written alike are called the same. */
bool look_equal(double x, double y);

/* ---- how things are found ---- */

static inline Tensor seen_tensor(const Look *s)
{
    return s->step->node->value;
}

Place place_here(const Look *s, int row, int col);
double number_at(Place p);

/* The first of several steps that there is, "input|embeddings". For look_there one must be there:
   what is absent would be taken for the step itself, and compared with itself. */
Look look_first(const Look *s, const char *paths);
Look look_there(const Look *s, const char *paths);

/* The largest number of a row, one column left aside; −∞ for none. */
double largest_but(Tensor t, int row, int col);

/* What a step is about: sentence-2/… or word-2/… about the second text. */
const TracedText *text_of(const Look *s);

/* The number behind a part of the step's id: 3 for "step-" in "step-3/words"; 0 where there is
   none. */
int number_in_id(const Look *s, const char *part);

/* The first two places with the same row of the table that a node was looked up in; −1 for none. */
Place twins_of(const Node *node);
