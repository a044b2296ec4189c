/* A trace: the named nodes of a model in order, each as a step with its title, formula, axis labels
 * and a sentence that is true of its numbers; and panels that show several steps side by side.
 *
 * A trace points into a graph; everything in it belongs to the graph's arena. figure/ and write/
 * read it and compute nothing.
 */
#pragma once

#include "graph/node.h"

/* How a step is drawn. */
typedef enum StepForm {
    FORM_CELLS,  /* a heatmap */
    FORM_BARS,   /* a single row or column, one bar from zero per number */
    FORM_CURVES, /* one curve per column; the row labels are the x values */
} StepForm;

/* The axes of curves. The x values are the row labels as numbers, in ascending order. */
typedef struct Curves {
    const char *x_name, *y_name;
    bool log_x, log_y;        /* logarithmic; non-positive points are not drawn */
    const Node *least, *most; /* bounds of a band around each curve, in the step's shape; or NULL */
    const char *mark_name;    /* name of a vertical mark; NULL for none … */
    double mark;              /* … and its x value */
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
    const Node *node, *made; /* the node shown and the node computed; they differ if `turned` */
    const double *counts;    /* exact counts of a VALUE_COUNT step, row-major, where float32 has too
                                 few digits; else NULL */
    const Node *mask; /* M of 0 and −∞ when cells of this step can be masked, else NULL */
    int decimals;     /* minimum, where fewer would show a small factor as 0; else 0 */
    bool detail;      /* one of many alike: not drawn, and left out of shortened output */
    bool minor;       /* drawn only if all pictures, or this one, are asked for */
    bool later;       /* drawn, but left out of what a terminal shows first */
    bool turned;      /* shown transposed: `node` is a transposed copy of `made` */
    bool unasked;     /* excluded by trace_keep_only: not described, drawn or written */
    /* For FORM_CELLS whose cells are patches of a picture: their colours, one row per patch in
       column-major order of the cells, with red, green and blue from 0 to 1. Else NULL. */
    const Node *patches;
    bool lit;                  /* the larger a cell's number, the brighter its patch */
    const char *const *places; /* the numbers are 1-based indices into this list (0: none), and
                                  tables show the strings; else NULL */
    int place_count;
    bool texts; /* cells are texts: never elided, and written to files as text */
    Survey
        *surveys; /* of the numbers of each row of `made`; set by trace_survey, NULL until then */
} Step;

/* One number of a trace. */
typedef struct StepCell {
    const Step *step;
    int row, col;
} StepCell;

/* One place in the grid of a panel. */
typedef struct PanelPlace {
    const Step *step;  /* NULL leaves the place empty */
    const char *title; /* above it ("QKᵀ", "head 2"), or NULL */
    const char *arrow; /* label of the arrow from the previous place ("softmax", "" for a bare
                          arrow); NULL for no arrow */
    bool elsewhere;    /* in another part of the panel, drawn as a separate picture */
} PanelPlace;

/* Steps shown together in a grid: the heads, the stages of one head, the overview. */
typedef struct Panel {
    const char *id; /* "heads", "head-1/stages", "overview" */
    const char *title, *formula;
    const char *note; /* one sentence, also the picture's alternative text */
    int after; /* index of the last step it shows, which orders its file among the steps; −1:
                  before all of them, like the overview */
    int rows, cols;
    const PanelPlace *places;      /* rows × cols */
    const char *const *row_titles; /* "head 1"; NULL when there is one row */
    bool quotes;                   /* titles are the user's words, not formulas */
    bool unasked;                  /* as in Step */
    bool large;          /* cells large enough for numbers although it shows feature matrices */
    bool own_ranges;     /* each matrix of signed numbers has its own colour range … */
    bool row_ranges;     /* … or each row of places, except for differences of weights */
    bool minor;          /* drawn only if minor pictures, or this one, are asked for */
    const char *diagram; /* for an overview: the diagram that replaces it if possible, or NULL … */
    const char *small;   /* … and the diagram to use if the picture's size is bounded */
    const struct Sketch *sketch; /* draws the places' steps as a diagram (document/document.h);
                                    NULL: as plots */
} Panel;

/* One line of provenance. is_number: files write the value as a number, not as a string. */
typedef struct Setting {
    const char *name, *value;
    bool is_number;
} Setting;

/* A text that is traced: a sentence, one side of a translation, a list of words. */
typedef struct TracedText {
    const char *text;
    int token_count;
    const char *const *tokens;              /* as written */
    const char *unknown, *forms, *left_out; /* words without a vector, words looked up in another
                                               form, words left out; or NULL */
    const char *const *lacking; /* labels of tokens without a vector, NULL-terminated; or NULL */
} TracedText;

typedef struct Trace {
    Arena *arena;
    int argc; /* the command that made it, set by the caller */
    const char *const *argv;
    TracedText *texts;
    int text_count; /* 0 where no text is traced */
    Setting *settings;
    int setting_count;
    const char *provenance; /* "d_k = 16, mask causal, weights random, not learned" */
    const char *next;       /* what to try next; or NULL */
    const char *judgement;  /* "By the toy language's grammar the translation is right"; or NULL */
    const char *source;     /* how the weights were trained and how good they are, or NULL */
    Step *steps;
    int step_count;
    Panel *panels; /* the first is the overview */
    int panel_count;
    bool is_partial;             /* some steps or panels are unasked */
    bool minor_unread;           /* nobody reads what is said of minor steps: it is not */
    const struct Trace *behind;  /* named steps that are not shown, for explanations that pass
                                    through them; or NULL */
    Graph *graph;                /* the graph traced; sentences add their measurements to it */
    Lexicon lacking;             /* all labels of tokens without a vector */
    Lexicon cell_texts;          /* strings of the tables of texts */
    const struct Note *notes;    /* its own sentences, followed by the shared ones */
    const struct Memory *memory; /* places cached while a sentence is made (trace/vocabulary.c) */
} Trace;

/* Whether a cell is hidden by the step's mask. */
bool step_is_masked(const Step *step, int row, int col);

/* A survey of its numbers: of what trace_survey kept of each row, else of all of them. */
Survey step_survey(const Step *step);

/* The row of the mask that applies to a row, or NULL. */
const real *step_mask_row(const Step *step, int row);

/* A survey of one row's numbers. */
Survey step_row_survey(const Step *step, int row);

/* How many cells of a row are not masked. */
int step_row_seen(const Step *step, int row);

/* Whether all numbers are ±∞ or whole with at most six digits. */
bool step_is_whole(const Step *step);

/* The number in a cell: from `counts` if set, else from the node. */
double step_number(const Step *step, int row, int col);

/* The label of a row as a number. */
double step_row_number(const Step *step, int row);

/* The significant digits that represent its numbers exactly. */
int step_digits(const Step *step);

/* Larger steps are shortened unless all is asked for (docs/formats.md): tables in files show only
   their beginning and end; the scores of a whole text are drawn only in panels, unless
   trace_keep_only names them. */
enum { TABLE_CELLS_MOST = 1 << 14, PICTURE_CELLS_MOST = 1 << 18 };

/* The number of cells; 0 for a step that is not asked for. */
double step_cells(const Step *step);

/* Whether it is drawn only if all pictures, or this one, are asked for. */
bool step_is_minor(const Step *step);

/* Whether it is drawn, unless minor: bars, curves, and matrices whose rows and columns are named;
   but neither details nor steps with `places`. */
bool step_is_drawn(const Step *step);

/* The step with this id, or NULL. After trace_tell, the caller may set its decimals, mark, etc. */
Step *trace_step(const Trace *trace, const char *id);

/* The same, also among the steps behind the trace. */
const Step *trace_any_step(const Trace *trace, const char *id);

/* The step of this node, also among those behind the trace; or NULL. */
const Step *trace_step_of(const Trace *trace, const Node *node);

/* The step of the trace that a place of a panel shows, perhaps transposed for it; or NULL. */
const Step *step_shown(const Trace *trace, const Step *step);

/* Where words are columns (graph/names.h): transposes all steps, those behind the trace too.
   Sentences already say "column" for "row" by then. */
void trace_turn(Trace *trace);

/* Transposes the matrix of one step. */
void step_turn(Trace *trace, Step *step);

/* Where words are columns: swaps "row" and "column" in a text, except inside braces. NULL for NULL.
 */
const char *text_turned(const Trace *trace, const char *text);

/* Keeps only the steps and panels whose ids match one of the patterns, "Q,heads*" (see id_matches),
   or whose numbers are listed, "30"; details that match are kept too. False if none matches. */
bool trace_keep_only(Trace *trace, const char *patterns);

/* Whether a token with this label has no vector. */
bool trace_lacks(const Trace *trace, const char *label);

/* The value of the setting with this name, or NULL. */
const char *trace_setting(const Trace *trace, const char *name);

/* Surveys every number. Fails if one left float32's range (NaN, ∞, or a −∞ that no mask made), for
   then nothing else should be said of the trace. */
void trace_survey(Trace *trace);

/* Whether an id matches one of the patterns separated by |, in which * matches any text:
   "*Q|*K|*V". */
bool id_matches(const char *patterns, const char *id);

/* Splits off and returns the text before the separator, or all of it if there is none; *text moves
   past the separator. */
const char *next_part(Arena *arena, const char **text, const char *separator);

/* ==== formulas ====
 *
 * Formulas are strings with two marks, as in TeX: `_` and `^` make the next character or {group} a
 * subscript or superscript: "softmax(QKᵀ/√d_k)", "10000^{2i/d}", "head_{12}". Figures typeset them;
 * everything else shows the plain form.
 */

/* Uses Unicode's subscripts where they exist (dₖ, head₁₂), and σ²; else keeps the mark (W_Q,
   d_model), with parentheses around a group that is not a word: 10000^(2i/d). √(a + b) keeps its
   parentheses, which figures replace by a bar. */
const char *formula_plain(Arena *arena, const char *formula);

/* ---- parsing formulas ---- */

/* A bracketed part of a formula: `text` and `size` without the brackets, `length` with them. */
typedef struct FormulaGroup {
    const char *text;
    size_t size, length;
} FormulaGroup;

/* The group that begins with `open`, ( or {, up to its closing bracket or the end of the text;
   length 0 if the text does not begin with it. */
FormulaGroup group_at(const char *text, size_t size, char open);

/* The group after √, in either kind of bracket. */
FormulaGroup radicand_at(const char *text, size_t size);

/* Whether letters are variables rather than a name: a single letter, a product (QK, XX, xW),
   indices (ij) or a cost (knd). */
bool is_product(const char *letters, size_t size);

/* A subscript or superscript: the text after a mark, or the base character of a Unicode script. */
typedef struct Script {
    bool raised;
    const char *text; /* `plain` for a Unicode script */
    size_t size;
    size_t length; /* in the source, with mark and braces */
    char plain[4];
} Script;

/* Whether it is a group without its closing brace. */
static inline bool is_open(const Script *script)
{
    return script->text != script->plain && script->length == script->size + 2;
}

/* Parses the script that a text begins with; false if there is none. */
bool script_at(const char *text, size_t size, Script *script);
