/* Worksheets: attention on small numbers to compute by hand, the answers, and their marks.
 *
 *     Worksheet *sheet = worksheet_new(arena, 3, sheet_variant(seed, "Ada", 1));
 *     Walk key = sheet_key(arena, sheet, LENIENT);
 *     Marks marks = mark(arena, sheet, &answers, &key);
 *
 * A sheet is a graph, some nodes of which are shown as tables: given, partly worked as examples, or
 * left for the student. Its code holds level and variant, which reproduce the sheet exactly. A
 * sheet allocates from an arena of its own inside the caller's. Only code_read can fail.
 */
#pragma once

#include "graph/ops.h"

enum { LEVELS = 9, MAX_TABLES = 24, MAX_NAMED = 3, MAX_SLIPS = 24, MAX_TASKS = 5 };
enum { D_K = 4, DECIMALS = 2, MOST_WORKED = 2, CODE_SIZE = 16, MAX_FIGURES = 3 };

/* HALF_UNIT is half a unit of the last decimal. A written number may be off by STRICT half units of
   its last digit (rounding), or by LENIENT ones (truncation too). */
#define HALF_UNIT 0.005
#define STRICT 1.0
#define LENIENT 2.0

typedef struct Table {
    const char *id;      /* "scores", "head-1/scores" */
    const char *title;   /* "Scaled scores"; "" if given */
    const char *formula; /* "QKᵀ/√d_k", as formula_tex reads it */
    Node *node; /* its numbers; its arithmetic: cell_told((Explanation){…}, (Cell){…}) */
    const char *const *rows, *const *cols; /* labels, which may be "" */
    const struct TableRow *row;            /* how it is made (classroom/recipe.h) */
    bool is_given;
    int worked;   /* the first so many cells, row-major, are printed as examples */
    Tensor shown; /* the values rounded to two decimals at each step: printed in worked cells and in
                     the key */
} Table;

/* ---- the other kinds of tasks ---- */

typedef enum TaskKind { PREDICT, FIND_ERROR, CHOOSE, MATCH, WHY } TaskKind;

typedef struct Task {
    const char *id; /* "predict": its block in an answer file */
    TaskKind kind;
    const char *title;  /* "Before you compute" */
    const char *text;   /* the question; PREDICT is printed before the tables, all others after */
    const char *answer; /* for the key */
    const char *rubric; /* WHY: the grading points, one a line; else NULL */
    /* FIND_ERROR: one table, with rows and columns numbered; MATCH: heatmaps A, B and C */
    Table figures[MAX_FIGURES];
    const char *const *choices; /* PREDICT, MATCH: one is the answer */
    int choice_count;
    const Table *of; /* CHOOSE: the keys */
} Task;

typedef struct Worksheet {
    Arena *arena;
    Graph *graph;
    int level;
    unsigned variant;
    char code[CODE_SIZE]; /* "A3-053NN5" */
    const char *title, *intro;
    int products; /* multiplications by hand: those with no factor 0 */
    Table tables[MAX_TABLES];
    int count;
    Task tasks[MAX_TASKS];
    int task_count;
} Worksheet;

/* The variant of a student: 25 bits, drawn from seed and name, but for two that hold `worked`: how
   many rows of each table are worked examples (0 to MOST_WORKED; never the last row, nor a second
   one on level 2). It does not depend on the other students. */
unsigned sheet_variant(uint64_t seed, const char *name, int worked);

/* Level is 1 to LEVELS. The same level and variant give the same sheet in every version. */
Worksheet *worksheet_new(Arena *arena, int level, unsigned variant);

/* The commands that show how the sheet's numbers are computed, one a line. None for gradients and
   hard attention, which no command takes from user input. */
const char *sheet_commands(const Worksheet *sheet);

/* Reads a code in any case, with or without spaces and hyphens, O for 0, I and L for 1. False if it
   is no sheet's; a check digit catches every single wrong letter. */
bool code_read(const char *text, int *level, unsigned *variant);

/* Index of the table with this id; −1 if there is none. */
int table_index(const Worksheet *sheet, const char *id);

static inline int table_size(const Table *table)
{
    return (int)tensor_size(table->node->value);
}

/* Whether a student is asked for a cell. */
static inline bool is_asked(const Table *table, int cell)
{
    return !table->is_given && cell >= table->worked;
}

/* ---- answers ---- */

/* What a student wrote. value[i][c]: cell c of table i, NaN if empty or unreadable; half: half a
   unit of its last digit. */
typedef struct Answers {
    double *value[MAX_TABLES], *half[MAX_TABLES];
    const char *task[MAX_TASKS]; /* what was written, or NULL */
} Answers;

/* All empty. */
Answers answers_new(Arena *arena, const Worksheet *sheet);

/* ---- marks ---- */

typedef enum Verdict { EMPTY, RIGHT, FOLLOWED, COARSE, WRONG, VERDICTS } Verdict;

/* A pass over all tables in order, each computed from the student's own earlier numbers, so that
   one error is marked once. Arrays are by table, each of the table's shape. */
typedef struct Walk {
    double leniency;
    Tensor expected[MAX_TABLES]; /* from the numbers carried so far */
    Tensor slack[MAX_TABLES]; /* how far earlier rounding may move it: Σ|∂cell/∂x| doubt(x) */
    Tensor carried[MAX_TABLES]; /* used by later tables: what was written, else expected */
    Tensor doubt[MAX_TABLES];   /* error bound of what is carried: half a unit, 0 if exact */
    Tensor fault[MAX_TABLES];   /* 1 where what is carried is not right */
    unsigned char *verdict[MAX_TABLES];
    int asked, counts[VERDICTS]; /* cells asked, and how many got each verdict */
} Walk;

/* The correct walk. */
Walk sheet_key(Arena *arena, const Worksheet *sheet, double leniency);

/* How a table is made from others: "exp sum ÷" (trace/build.h). */
typedef struct Recipe {
    const char *id; /* of the table; in a mistake the part after the slash */
    const char *made;
} Recipe;

/* A known mistake: recipes that replace the right ones. */
typedef struct Mistake {
    const char *id;     /* "columns" */
    const char *levels; /* where it can be made and changes at least two asked cells: "237" */
    const char *says;   /* "Your weights sum to 1 down each column; …" */
    bool is_right;      /* an equally correct method: nothing to correct */
    Recipe wrong[2];    /* the second may have no id */
} Mistake;

extern const Mistake mistakes[];
extern const int mistake_count;

/* The effect of a mistake on the key: the first asked cell that differs, and that no other mistake
   makes the same. */
typedef struct Sign {
    const Mistake *mistake;
    int table, cell;
    double seen, instead_of;
} Sign;

/* The signs of all mistakes that can be made on the sheet, in the order of `mistakes`. */
Sign *sheet_signs(Arena *arena, const Worksheet *sheet, int *count);

/* A cell that would be right if one product had the other sign: a hint, not a verdict. */
typedef struct Slip {
    int table, cell;
    const char *text; /* "2 × −3 is −6" */
} Slip;

typedef struct Marks {
    Walk walk;                           /* its verdicts */
    const Mistake *named[MAX_NAMED + 1]; /* the mistakes that explain wrong cells, the one with the
                                            most first; NULL-terminated … */
    int explained[MAX_NAMED + 1];        /* … and how many cells each explains */
    int named_count;
    Slip slips[MAX_SLIPS];
    int slip_count;
    int unexplained;         /* wrong cells without mistake or slip */
    Verdict task[MAX_TASKS]; /* EMPTY, RIGHT or WRONG; WHY stays EMPTY: a teacher grades it */
} Marks;

/* Marks the answers with the key's leniency. */
Marks mark(Arena *arena, const Worksheet *sheet, const Answers *answers, const Walk *key);

/* The answers of a student who rounds to two decimals and makes this one mistake (NULL: none). The
   walk then carries them. */
Answers careful_work(Arena *arena, const Worksheet *sheet, const Mistake *made, Walk *walk);
