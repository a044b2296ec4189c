/* A worksheet: attention on small numbers, to be computed by hand, and what was written on it.
 *
 *     Worksheet *sheet = worksheet_new(arena, 3, sheet_variant(seed, "Ada", 1));
 *     Walk key = sheet_key(arena, sheet, LENIENT);
 *     mark(arena, sheet, &answers, &key, &marks);
 *
 * A sheet is a graph some of whose nodes are shown as tables: given, worked as an example, or left
 * for a student. Its code says all: level and variant make the same sheet again. A sheet has its
 * own memory within the arena it was given; nothing here fails but the reading of a code.
 */
#pragma once

#include "graph/ops.h"

enum { LEVELS = 9, MAX_TABLES = 24, MAX_NAMED = 3, MAX_SLIPS = 24, MAX_TASKS = 5 };
enum { D_K = 4, DECIMALS = 2, MOST_WORKED = 2, CODE_SIZE = 16, MAX_FIGURES = 3 };

/* Half a unit of the last of DECIMALS; and how many half units of its last digit a written number
   may be off: as many as rounding makes, or as cutting off does, too. */
#define HALF_UNIT 0.005
#define STRICT 1.0
#define LENIENT 2.0

typedef struct Table {
    const char *id;      /* "scores", "head-1/scores" */
    const char *title;   /* "Scaled scores"; "" of what is given */
    const char *formula; /* "QKᵀ/√d_k", as formula_tex reads it */
    Node *node; /* its numbers; its arithmetic: cell_told((Explanation){…}, (Cell){…}) */
    const char *const *rows, *const *cols; /* labels, which may be "" */
    const struct TableRow *row;            /* how it is made (classroom/recipe.h) */
    bool is_given;
    int worked;   /* so many cells, row after row, are printed as examples */
    Tensor shown; /* what careful work in two decimals writes: for worked cells, and for the key */
} Table;

/* ---- the other kinds of tasks ---- */

typedef enum TaskKind { PREDICT, FIND_ERROR, CHOOSE, MATCH, WHY } TaskKind;

typedef struct Task {
    const char *id; /* "predict": its block in an answer file */
    TaskKind kind;
    const char *title;  /* "Before you compute" */
    const char *text;   /* the question; PREDICT stands before the tables, all others behind */
    const char *answer; /* for the key */
    const char *rubric; /* WHY: what a sentence needs, a line for each point; else NULL */
    /* FIND_ERROR: a table, its rows and columns numbered; MATCH: heatmaps A, B and C */
    Table figures[MAX_FIGURES];
    const Table *of; /* CHOOSE: the keys; MATCH: the weights */
} Task;

typedef struct Worksheet {
    Arena *arena;
    Graph *graph;
    int level;
    unsigned variant;
    char code[CODE_SIZE]; /* "A3-053NN5" */
    const char *title, *intro;
    int products; /* to be made by hand, neither factor 0 */
    Table tables[MAX_TABLES];
    int count;
    Task tasks[MAX_TASKS];
    int task_count;
} Worksheet;

/* What a student with this name gets: 25 bits, of which two say how many rows of each table are
   worked (0 to MOST_WORKED; the last one never is, nor a second one on level 2). It depends on no
   other name. */
unsigned sheet_variant(uint64_t seed, const char *name, int worked);

/* The same level (1 to LEVELS) and variant give the same sheet for ever. */
Worksheet *worksheet_new(Arena *arena, int level, unsigned variant);

/* What to type to see how its numbers come about, a command a line, without gradients and hard
   attention: no command has those of one's own. */
const char *sheet_commands(const Worksheet *sheet);

/* Reads a code in any case, with or without spaces and hyphens, O for 0, I and L for 1; false where
   there is no such sheet: no two codes differ in one letter only. */
bool code_read(const char *text, int *level, unsigned *variant);

/* Of a table's id; −1 if there is none. */
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

/* What a student wrote in each cell of each table: NaN where nothing stands; half a unit of its
   last digit. What cannot be read is nothing. */
typedef struct Answers {
    double *value[MAX_TABLES], *half[MAX_TABLES];
    const char *task[MAX_TASKS]; /* what was written, or NULL */
} Answers;

/* None. */
Answers answers_new(Arena *arena, const Worksheet *sheet);

/* ---- marks ---- */

typedef enum Verdict { EMPTY, RIGHT, FOLLOWED, COARSE, WRONG, VERDICTS } Verdict;

/* All tables in order, each computed from the numbers carried from those before. */
typedef struct Walk {
    double leniency;
    Tensor expected[MAX_TABLES]; /* from the numbers carried so far */
    Tensor slack[MAX_TABLES]; /* how far earlier roundings may move it: Σ|∂cell/∂x| doubt(x) */
    Tensor carried[MAX_TABLES]; /* what is gone on with: what was written, else as expected */
    Tensor doubt[MAX_TABLES];   /* of what is carried: half a unit, 0 for what is exact */
    Tensor fault[MAX_TABLES];   /* 1 where what is carried is not right */
    unsigned char *verdict[MAX_TABLES];
    int asked, counts[VERDICTS]; /* cells that are asked, and of each verdict so many */
} Walk;

/* The numbers of the key. */
Walk sheet_key(Arena *arena, const Worksheet *sheet, double leniency);

/* How a table is made from others: "exp sum ÷" (trace/build.h). */
typedef struct Recipe {
    const char *id; /* of the table; in a mistake without what stands before its slash */
    const char *made;
} Recipe;

/* Recipes in the place of the right ones. */
typedef struct Mistake {
    const char *id; /* "columns" */
    const char
        *levels;      /* on which it can be made, and is seen in two asked cells at least: "237" */
    const char *says; /* "Your weights sum to 1 down each column; …" */
    bool is_right;    /* another right way: nothing to put right */
    Recipe wrong[2];  /* the second may have no id */
} Mistake;

extern const Mistake mistakes[];
extern const int mistake_count;

/* What a mistake makes of the key: the first asked cell that shows it. */
typedef struct Sign {
    const Mistake *mistake;
    int table, cell;
    double seen, instead_of;
} Sign;

/* Of all mistakes that can be made on the sheet, in their order. */
Sign *sheet_signs(Arena *arena, const Worksheet *sheet, int *count);

/* A cell that would be right with one product's sign turned: a hint, no verdict. */
typedef struct Slip {
    int table, cell;
    const char *text; /* "2 × −3 is −6" */
} Slip;

typedef struct Marks {
    Walk walk;                           /* its verdicts */
    const Mistake *named[MAX_NAMED + 1]; /* what explains wrong cells, those with the most first,
                                            and NULL behind the last … */
    int explained[MAX_NAMED + 1];        /* … and how many each */
    int named_count;
    Slip slips[MAX_SLIPS];
    int slip_count;
    int unexplained;         /* wrong cells that neither explains */
    Verdict task[MAX_TASKS]; /* EMPTY, RIGHT or WRONG; EMPTY for WHY, which a teacher reads */
} Marks;

/* By the key's leniency. */
void mark(Arena *arena, const Worksheet *sheet, const Answers *answers, const Walk *key,
          Marks *marks);

/* What careful work with two decimals writes, but for a mistake, or NULL; the walk carries it. */
Answers careful_work(Arena *arena, const Worksheet *sheet, const Mistake *made, Walk *walk);
