/* Compresses the arithmetic of cells for the page's script. Cells whose explanations differ only in
 * numbers share a template; the places of their operands are delta-coded against the previous cell,
 * which is the same all along a row. So a page holds the arithmetic of ten thousand cells in little
 * space, and its script computes no number. */
#include "write/formats.h"

enum {
    DIGITS = 6,            /* as in --explain */
    MATRIX_MOST = 1 << 20, /* operands of all cells of a matrix … */
    PAGE_MOST = 1 << 23    /* … and of the page */
};

/* For other parts see graph/node.h. */
#define PART_NAME "\3" /* a cell's name */
#define LINE_END "\4"

/* The place of an operand: its index among the cells of all matrices, or one of these. */
enum { A_NUMBER = -1, NOT_THERE = -2 };

/* The matrix of a step, shown or not; or of an operation without a step. */
typedef struct Matrix {
    const Node *node;
    const Step *step; /* or NULL */
    const char *name;
    const Node *shown; /* its numbers on the page */
    int first;         /* index of its first cell */
} Matrix;

typedef struct Operand {
    int place;
    const char *digits; /* of a number */
} Operand;

typedef struct Told {
    int template, count, move;
    Operand *operands;
} Told;

typedef struct Encoder {
    FILE *out;
    Arena *arena, *scratch; /* for the page, and for one matrix */
    const Trace *trace;
    Matrix *matrices;
    int count, cells; /* matrices, and their cells, on the page */
    Lexicon templates, moves;
    double room;
} Encoder;

/* ---- matrices ---- */

static const Matrix *add_matrix(Encoder *e, const Node *node, const Step *step, bool is_there)
{
    int before = 0;
    for (int i = 0; i < e->count && !step; i++)
        before += !e->matrices[i].step && e->matrices[i].node->op == node->op;
    const char *name = step ? step->id : operation_name(e->arena, node, before);
    const Node *shown = step ? step->node : node;
    Matrix m = {node, step, name, shown, is_there ? e->cells : NOT_THERE};
    e->cells += is_there ? (int)tensor_size(shown->value) : 0;
    e->matrices = arena_append(e->arena, e->matrices, &e->count, &m, sizeof m);
    return &e->matrices[e->count - 1];
}

static const Matrix *find_matrix(const Encoder *e, const Node *node)
{
    for (int i = 0; i < e->count; i++)
        if (e->matrices[i].node == node)
            return &e->matrices[i];
    return NULL;
}

/* ---- cells ---- */

static int place_of(Encoder *e, const Teller *teller, Cell cell)
{
    const Matrix *m = find_matrix(e, cell.node);
    if (!m) {
        cell = made_in(teller, cell);
        m = find_matrix(e, cell.node);
    }
    if (!m)
        m = add_matrix(e, cell.node, trace_step_of(e->trace, cell.node),
                       tensor_size(cell.node->value) <= TABLE_CELLS_MOST);
    cell = cell_turned(m->step, cell);
    return m->first < 0 ? NOT_THERE : m->first + cell.row * cols_of(m->shown) + cell.col;
}

/* The lines shown under the cell's name, with placeholders for numbers. */
static Told tell(Encoder *e, const Teller *teller, Cell cell)
{
    Explanation x = arithmetic_of(teller, cell);
    bool is_told = !x.copies || told_step(teller, x.uses->node);
    const Node *leaf = given_leaf(cell, &x);
    Text text = text_new(e->scratch);
    Told told = {.operands = arena_alloc(e->scratch, (size_t)x.part_count + 1, sizeof(Operand))};
    for (int i = 0; i < x.expression_count && is_told; i++)
        text_format(&text, "= %s" LINE_END, x.copies ? PART_NAME : x.expressions[i].data);
    for (int i = 0; i < x.part_count && is_told; i++) {
        const char *digits = x.parts[i].digits;
        int place = digits ? A_NUMBER : place_of(e, teller, x.uses[x.parts[i].use]);
        told.operands[told.count++] = (Operand){place, digits};
    }
    if (x.remark)
        text_format(&text, "(%s)" LINE_END, text_turned(e->trace, x.remark));
    if (leaf)
        text_format(&text, "%s %s" LINE_END, given_headings[is_given_computed(leaf)],
                    given_text(teller, cell.node, leaf));
    told.template = lexicon_add(&e->templates, text.data);
    return told;
}

/* Appends a cell: the index of its delta string, unless it is that of the previous cell; it gives
   the differences of its operands' places to the previous cell's (or, after a change of template,
   the template and the absolute places); and its numbers: "~12" for twelve that are unchanged, and
   nothing for those at the end. */
static void add_cell(Encoder *e, Text *cells, const Told *before, Told *told)
{
    Text moves = text_new(e->scratch), numbers = text_new(e->scratch);
    bool same = before->operands && before->template == told->template;
    int unchanged = 0;
    if (!same)
        text_format(&moves, "%d", told->template);
    for (int i = 0; i < told->count; i++) {
        Operand o = told->operands[i], from = same ? before->operands[i] : (Operand){0};
        bool again = o.digits && from.digits && !strcmp(o.digits, from.digits);
        text_format(&moves, " %d", o.place - from.place);
        unchanged = again ? unchanged + 1 : unchanged;
        if (!o.digits || again)
            continue;
        if (unchanged)
            text_format(&numbers, " ~%d", unchanged);
        text_format(&numbers, " %s", o.digits);
        unchanged = 0;
    }
    told->move = lexicon_add(&e->moves, moves.data);
    text_add(cells, ";");
    if (!before->operands || before->move != told->move)
        text_format(cells, "%d", told->move);
    text_add(cells, numbers.data);
}

/* Writes nothing if that would be too much, or an operand is not on the page. */
static void put_cells(Encoder *e, const Matrix *m)
{
    Teller teller = {e->scratch, e->trace, m->step ? m->step : &(Step){0}, DIGITS, true};
    Text cells = text_new(e->scratch);
    Told before = {0};
    for (int i = 0; i < (int)tensor_size(m->shown->value); i++) {
        Cell cell = {m->node, i / cols_of(m->shown), i % cols_of(m->shown)};
        Told told = tell(e, &teller, cell_turned(m->step, cell));
        for (int k = 0; k < told.count; k++)
            if (told.operands[k].place == NOT_THERE)
                return;
        if (!i &&
            (double)told.count * (double)tensor_size(m->shown->value) > fmin(MATRIX_MOST, e->room))
            return;
        add_cell(e, &cells, &before, &told);
        before = told;
        e->room -= told.count;
    }
    fprintf(e->out, ",\"d\":\"%s\"", cells.data + 1);
}

/* ---- the whole ---- */

/* A string of JSON that may stand in a <script>. */
static void put_string(Encoder *e, const char *name, const char *text)
{
    fprintf(e->out, ",\n\"%s\":\"", name);
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || strchr("\"\\<", *text))
            fprintf(e->out, "\\u%04x", *text);
        else
            putc(*text, e->out);
    putc('"', e->out);
}

static void put_matrix(Encoder *e, const Matrix *m)
{
    Tensor value = node_value(m->shown);
    const Step *step = m->step;
    fprintf(e->out, "%s{\"h\":%d,\"w\":%d", m->first ? ",\n" : "", value.rows, value.cols);
    put_string(e, "n", m->name);
    if (step) {
        put_string(e, "t", step->title);
        put_string(e, "r", join_strings(e->scratch, step->rows.labels, value.rows, "\t", "\t"));
        put_string(e, "c", join_strings(e->scratch, step->cols.labels, value.cols, "\t", "\t"));
    }
    for (size_t i = 0; i < tensor_size(value); i++)
        fprintf(e->out, "%s%.*g", i ? " " : ",\"v\":\"", DIGITS, (double)value.data[i] + 0);
    putc('"', e->out);
    put_cells(e, m);
    putc('}', e->out);
    arena_reset(e->scratch);
}

void html_put_cells(FILE *out, const Trace *trace, const bool *tabled)
{
    Arena *arena = trace->arena;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Lexicon templates = lexicon_new(arena), moves = lexicon_new(arena);
    Encoder e = {out, arena, scratch, trace, NULL, 0, 0, templates, moves, PAGE_MOST};
    for (int i = 0; i < trace->step_count; i++)
        if (!trace->steps[i].unasked && !trace->steps[i].places)
            add_matrix(&e, trace->steps[i].made, &trace->steps[i], tabled[i]);
    fputs("{\"m\":[", out);
    for (int i = 0; i < e.count; i++) { /* grows, and moves, as operands are met */
        Matrix m = e.matrices[i];
        if (m.first >= 0)
            put_matrix(&e, &m);
    }
    putc(']', out);
    put_string(&e, "t", lexicon_lines(arena, &e.templates));
    put_string(&e, "d", lexicon_lines(arena, &e.moves));
    putc('}', out);
}
