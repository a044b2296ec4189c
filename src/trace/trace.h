/* What a reader follows: the nodes of a model that are worth looking at, in order, each with its
 * name, formula, labels and one true sentence; and which of them belong side by side.
 *
 * A trace points into a graph and owns nothing that the graph's arena does not. Writers
 * (figure/, write/) read it and compute nothing.
 */
#pragma once

#include "graph/node.h"

/* What a picture of a step is. */
typedef enum StepForm {
    FORM_CELLS,  /* a heatmap */
    FORM_BARS,   /* one row or one column of numbers, a bar each from zero */
    FORM_CURVES, /* a curve for each column, over numbers that stand for the rows */
} StepForm;

/* The axes of curves, over the numbers by which the rows are called: they ascend. */
typedef struct Curves {
    const char *x_name, *y_name;
    bool log_x, log_y;        /* logarithmic; what is not positive then has no place */
    const Node *least, *most; /* a band around each curve, of the step's shape; NULL: none */
    const char *mark_name;    /* what there is to see at … */
    double mark;              /* … this place on the x axis; NULL for no such place */
} Curves;

typedef struct Step {
    const char *id;      /* "head-2/weights": names its file, its key in JSON, and --explain */
    const char *title;   /* "Attention weights of head 2" */
    const char *formula; /* "softmax(QKᵀ/√dₖ + M)"; _Q is a subscript */
    const char *note;    /* one sentence, true of these numbers */
    Axis rows, cols;
    ValueKind kind;
    StepForm form;
    Curves *curves;          /* of FORM_CURVES, else NULL */
    const Node *node, *made; /* the same, but where the step is turned */
    const double *counts;    /* of VALUE_COUNT, row after row, where a node's numbers have too few
                                 digits to tell them to the last one; else NULL */
    const Node *mask; /* M of 0 and −∞ when cells of this step can be masked, else NULL */
    int decimals;     /* at least so many, where fewer would show a small factor as 0; else 0 */
    bool detail;      /* one of many alike: left out where tables are cut to fit, and not drawn */
    bool minor;       /* drawn only where all pictures are asked for */
    bool later;       /* drawn, but left out of what a terminal shows first */
    bool turned;      /* shown transposed: its node is a copy of `made` whose numbers are turned */
    bool unasked;     /* neither told nor drawn nor written: see trace_keep_only */
    /* Of FORM_CELLS: each cell is the patch of a picture, in its colour; column after column as
       red, green and blue from 0 to 1. Else NULL. */
    const Node *patches;
    bool lit;                  /* patches are the brighter, the larger the cell's number */
    const char *const *places; /* the numbers are places in this list, from 1 (0: none), and tables
                                  show what stands there; else NULL */
    int place_count;
    bool texts;           /* its cells are texts: no place is cut, and files have them in words */
    const Survey *survey; /* of its numbers, kept by trace_is_sound; NULL until then */
} Step;

/* One number of a trace. */
typedef struct StepCell {
    const Step *step;
    int row, col;
} StepCell;

/* What stands in a place of a panel. */
typedef struct PanelPlace {
    const Step *step;  /* NULL leaves the place empty */
    const char *title; /* over it ("QKᵀ", "head 2"), or NULL */
    const char *arrow; /* the word on the arrow from the place before it to this one ("softmax", ""
                          for a bare arrow); NULL for no arrow */
    bool elsewhere;    /* in another part of the panel, which has a picture of its own */
} PanelPlace;

/* Steps to be seen together, in a grid: the heads, the stages of one head, the overview. */
typedef struct Panel {
    const char *id; /* "heads", "head-1/stages", "overview" */
    const char *title, *formula;
    const char *note; /* one sentence, also the picture's alternative text */
    int after;        /* index of the last step it shows: orders its file among the steps; −1: it
                         stands before them, as the overview does */
    int rows, cols;
    const PanelPlace *places;      /* rows × cols */
    const char *const *row_titles; /* "head 1"; NULL when there is one row */
    bool quotes;                   /* its titles are the user's words, no formulas */
    bool unasked;                  /* as in Step */
    bool large;          /* of matrices of features too, yet drawn large enough for numbers */
    bool own_ranges;     /* matrices of signed numbers are not compared by size: each has its own
                            range of colours … */
    bool row_ranges;     /* … or each row, but for differences of weights */
    bool minor;          /* has a picture only where lesser ones are asked for, or itself */
    const char *diagram; /* of an overview: as which it is drawn, where it can be; or NULL … */
    const char *small;   /* … and as which where room is bounded */
    const struct Sketch *sketch; /* its places' steps are drawn as a diagram
                                    (document/document.h); NULL: as plots */
} Panel;

/* One line of provenance: numbers as such, the rest as words. */
typedef struct Setting {
    const char *name, *value;
    bool is_number;
} Setting;

/* What is looked at: a sentence, one side of a translation, a list of words. */
typedef struct TracedText {
    const char *text;
    int token_count;
    const char *const *tokens;              /* as written */
    const char *unknown, *forms, *left_out; /* words that have no vector, that were looked up in
                                               another form, that are left out; or NULL */
    const char *const *lacking; /* labels of the tokens that have no vector, then NULL; or NULL */
} TracedText;

typedef struct Trace Trace;

struct Trace {
    Arena *arena;
    int argc; /* the command that made it, set by whoever knows it */
    const char *const *argv;
    TracedText *texts;
    int text_count; /* 0 where no text is traced */
    Setting *settings;
    int setting_count;
    const char *provenance; /* "d_k = 16, mask causal, weights random, not learned" */
    const char *next;       /* what to try next; or NULL */
    const char *judgement;  /* "By the toy language's grammar the translation is right"; or NULL */
    const char *source;     /* how the weights were learned and how well, or NULL */
    Step *steps;
    int step_count;
    Panel *panels; /* the first is the overview */
    int panel_count;
    bool is_partial;          /* some of both are unasked */
    const Trace *behind;      /* steps that are not shown but have names, for explanations that pass
                                 through them; or NULL */
    Graph *graph;             /* what it is a trace of; where sentences measure */
    Lexicon cell_texts;       /* of tables whose cells are texts */
    const struct Note *notes; /* its own sentences, and then those that all share */
    const char *flaw;         /* see trace_is_sound; NULL for none */
    const struct Memory *memory; /* what the sentence being made has found: trace/vocabulary.c */
};

/* Whether a cell is hidden by the step's mask. */
bool step_is_masked(const Step *step, int row, int col);

/* What there is among its numbers, behind its mask: looked at once, and kept. */
Survey step_survey(const Step *step);

/* The row of the mask that hides a row's cells, or NULL. */
const real *step_mask_row(const Step *step, int row);

/* How many cells of a row the mask lets see. */
int step_row_seen(const Step *step, int row);

/* The number of a cell: the count where there is one, else the node's. */
double step_number(const Step *step, int row, int col);

/* The number that a row is called by. */
double step_row_number(const Step *step, int row);

/* How many significant digits give it exactly. */
int step_digits(const Step *step);

/* Steps of more cells are large: of tables in files the beginning and the end are shown, and scores
   of a whole text are drawn beside others only, unless all is asked for (docs/formats.md). */
enum { TABLE_CELLS_MOST = 1 << 14, PICTURE_CELLS_MOST = 1 << 18 };

/* None of what is not asked for. */
double step_cells(const Step *step);

/* Whether its picture is left out unless all are asked for. */
bool step_is_minor(const Step *step);

/* Whether it is drawn unless it is minor: bars, curves, and matrices whose places all have names;
   but no details, and no places. */
bool step_is_drawn(const Step *step);

/* The step with this id, or NULL. Of a trace that was told it can be given decimals, a mark and the
   like. */
Step *trace_step(const Trace *trace, const char *id);

/* The same, shown or not. */
const Step *trace_any_step(const Trace *trace, const char *id);

/* The step of this node, shown or not; or NULL. */
const Step *trace_step_of(const Trace *trace, const Node *node);

/* Where words are columns (graph/names.h): all steps, those behind too, transposed. Sentences,
   which are told of rows, have "column" for "row" then already. */
void trace_turn(Trace *trace);

/* One step, whose matrix becomes its transpose. */
void step_turn(Trace *trace, Step *step);

/* There, "column" for "row" and the other way round, but for what stands in braces; NULL for NULL.
 */
const char *text_turned(const Trace *trace, const char *text);

/* Leaves steps and panels alone whose ids match one of the patterns, "Q,heads*" (see
   id_matches), or whose numbers are there, "30"; details too, as all others. False where there is
   no such one. */
bool trace_keep_only(Trace *trace, const char *patterns);

/* Whether a token with this label has no vector. */
bool trace_lacks(const Trace *trace, const char *label);

/* The value of the setting with this name, or NULL. */
const char *trace_setting(const Trace *trace, const char *name);

/* Looks at every number once: false when one left float32's range (NaN, ∞, or a −∞ no mask made).
   Then there is nothing to be said of the trace but that, which names the step and the cell. */
bool trace_is_sound(Trace *trace);

/* What was found. */
bool trace_check(const Trace *trace, Error *error);

/* Whether an id fits a pattern in which * stands for any text, or one of several: "*Q|*K|*V". */
bool id_matches(const char *patterns, const char *id);

/* The text in front of a separator, which is taken away with it; all of it where there is none. */
const char *next_part(Arena *arena, const char **text, const char *separator);

/* ==== formulas ====
 *
 * Formulas are strings with two marks: `_` lowers and `^` raises the character, or the {group},
 * that follows: "softmax(QKᵀ/√d_k)", "10000^{2i/d}", "head_{12}". Figures typeset them; everything
 * else shows the plain form.
 */

/* Unicode's own subscripts where there are such (dₖ, head₁₂), and σ²; else the mark stays (W_Q,
   d_model), with round brackets about what is no word: 10000^(2i/d). A figure's √(a + b) has a bar
   instead of the brackets. */
const char *formula_plain(Arena *arena, const char *formula);

/* ---- how a formula is read ---- */

/* A part of a formula between brackets: without them, and how many bytes it takes with them. */
typedef struct FormulaGroup {
    const char *text;
    size_t size, length;
} FormulaGroup;

/* What stands between `open`, ( or {, and what closes it, or the end where nothing does; no bytes
   long where the text does not begin with it. */
FormulaGroup group_at(const char *text, size_t size, char open);

/* The group in either brackets behind √. */
FormulaGroup radicand_at(const char *text, size_t size);

/* Whether letters are variables: one is, and so is each of a product, QK, XX or xW, of indices, ij,
   and of a cost, knd. All others are a name. */
bool is_product(const char *letters, size_t size);

/* What stands raised or lowered: what is behind a mark, or a script of Unicode's as the character
   that it is a form of. */
typedef struct Script {
    bool raised;
    const char *text; /* … which is `plain` */
    size_t size;
    size_t length; /* of the source, with its mark and braces */
    char plain[4];
} Script;

/* Whether it is a group that nothing closes. */
static inline bool is_open(const Script *script)
{
    return script->text != script->plain && script->length == script->size + 2;
}

/* The script that a text begins with, if it does. */
bool script_at(const char *text, size_t size, Script *script);
