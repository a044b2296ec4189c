/* Cells whose arithmetic is the same text, but for its numbers, share it as a template. Where their
 * operands lie is told by steps from those of the cell before, which are the same all along a row:
 * so a page has the arithmetic of ten thousand cells in little room, and its script computes no
 * number. */
#include "base/lexicon.h"
#include "base/number.h"
#include "document/arithmetic.h"
#include "write/html.h"

#include <math.h>
#include <string.h>

enum {
    DIGITS = 6,            /* as --explain has them */
    MATRIX_MOST = 1 << 20, /* operands of a matrix's cells … */
    PAGE_MOST = 1 << 23,   /* … and of all */
    KNOWN = 1 << 12
};

/* For other parts see graph/explanation.h. */
#define PART_NAME "\3" /* a cell's name */
#define LINE_END "\4"

/* A step, shown or not; or an operation's result that is none. */
typedef struct Matrix {
    const Node *node;
    const Step *step; /* or NULL */
    const char *name;
    bool is_there; /* its numbers, so that links can lead to them */
} Matrix;

/* A cell of a matrix; or, of matrix −1, a number: by its place among all. */
typedef struct Operand {
    int matrix, row, col;
} Operand;

typedef struct Told {
    int template, count;
    Operand *operands;
} Told;

typedef struct Encoder {
    FILE *out;
    Arena *arena, *scratch; /* of all, and of one matrix */
    const Trace *trace;
    Matrix *matrices;
    int count, known[KNOWN]; /* by a node's index: where its matrix was found last */
    Lexicon texts, steps, numbers;
    double room;
} Encoder;

/* ---- matrices ---- */

static int add_matrix(Encoder *e, const Node *node, const Step *step, bool is_there)
{
    int before = 0;
    for (int i = 0; i < e->count && !step; i++)
        before += !e->matrices[i].step && e->matrices[i].node->op == node->op;
    const char *name = step ? step->id : operation_name(e->arena, node, before);
    e->matrices = arena_grow(e->arena, e->matrices, e->count, sizeof *e->matrices);
    e->matrices[e->count] = (Matrix){node, step, name, is_there};
    return e->count++;
}

static int find_matrix(Encoder *e, const Node *node)
{
    int *known = &e->known[node->index % KNOWN], i = *known;
    for (int left = e->count; left; left--, i = i + 1 < e->count ? i + 1 : 0)
        if (e->matrices[i].node == node)
            return *known = i;
    return -1;
}

/* ---- cells ---- */

static Cell turned(const Step *step, Cell cell)
{
    return step && step->turned ? (Cell){cell.node, cell.col, cell.row} : cell;
}

static Operand operand_at(Encoder *e, const Teller *teller, Cell cell)
{
    int matrix = find_matrix(e, cell.node);
    if (matrix < 0) {
        cell = made_in(teller, cell);
        matrix = find_matrix(e, cell.node);
    }
    if (matrix < 0)
        matrix = add_matrix(e, cell.node, trace_step_of(e->trace, cell.node),
                            tensor_size(cell.node->value) <= TABLE_CELLS_MOST);
    cell = turned(e->matrices[matrix].step, cell);
    return (Operand){matrix, cell.row, cell.col};
}

/* The lines that the page shows under the cell's name, with parts in place of numbers. */
static Told tell(Encoder *e, const Teller *teller, Cell cell)
{
    bool computed;
    Explanation x = arithmetic_of(teller, cell);
    bool is_told = !x.copies || told_step(teller, x.uses->node);
    const Node *leaf = given_leaf(cell, &x);
    Text text = text_new(e->scratch);
    Told told = {.operands = arena_alloc(e->scratch, (size_t)x.part_count + 1, sizeof(Operand))};
    for (int i = 0; i < x.expression_count && is_told; i++)
        text_format(&text, "= %s" LINE_END, x.copies ? PART_NAME : x.expressions[i].data);
    for (int i = 0; i < x.part_count && is_told; i++) {
        const char *digits = x.parts[i].digits;
        told.operands[told.count++] = digits ? (Operand){-1, lexicon_add(&e->numbers, digits), 0}
                                             : operand_at(e, teller, x.uses[x.parts[i].use]);
    }
    if (x.remark)
        text_format(&text, "(%s)" LINE_END, text_turned(e->trace, x.remark));
    if (leaf) {
        const char *given = given_text(teller, cell.node, leaf, &computed);
        text_format(&text, "%s %s" LINE_END, given_headings[computed], given);
    }
    told.template = lexicon_add(&e->texts, text.data);
    return told;
}

/* A cell as the template, or −1 for that of the cell before, and each operand's step from there;
   and as the numbers that are not the same: how much further the next is among the operands and
   among all numbers, or + for as much again. */
static const char *steps_from(Encoder *e, const Told *before, const Told *told, Text *numbers)
{
    Text steps = text_new(e->scratch);
    bool same = before->operands && before->template == told->template;
    int place = 0, number = 0, further = 0, by = 0;
    text_format(&steps, "%d", same ? -1 : told->template);
    for (int i = 0; i < told->count; i++) {
        Operand o = told->operands[i], from = same ? before->operands[i] : (Operand){0};
        if (o.matrix < 0 && (!same || o.row != from.row)) {
            bool again = further == i - place && by == o.row - number && further;
            further = i - place;
            by = o.row - number;
            text_add(numbers, again ? "+" : arena_format(e->scratch, "%d,%d,", further, by));
            place = i;
            number = o.row;
        }
        int down = o.matrix < 0 ? 0 : o.row - from.row;
        text_format(&steps, ",%d,%d,%d", o.matrix - from.matrix, down, o.col - from.col);
    }
    text_add(numbers, ";");
    return steps.data;
}

/* Nothing where that would be too much, or where an operand is not there. */
static void put_cells(Encoder *e, const Matrix *m, Tensor value)
{
    Teller teller = {e->scratch, e->trace, m->step ? m->step : &(Step){0}, DIGITS, true};
    Text cells = text_new(e->scratch), numbers = text_new(e->scratch);
    Told before = {0};
    int same = 0, last = -1;
    for (int i = 0; i < value.rows * value.cols; i++) {
        Cell cell = {m->node, i / value.cols, i % value.cols};
        Told told = tell(e, &teller, turned(m->step, cell));
        for (int k = 0; k < told.count; k++)
            if (told.operands[k].matrix >= 0 && !e->matrices[told.operands[k].matrix].is_there)
                return;
        if (!i && (double)told.count * (double)tensor_size(value) > fmin(MATRIX_MOST, e->room))
            return;
        const char *text = steps_from(e, &before, &told, &numbers);
        int steps = lexicon_add(&e->steps, text);
        if (steps != last && i)
            text_format(&cells, "%d,%d,", last, same);
        same = steps == last ? same + 1 : 1;
        last = steps;
        before = told;
        e->room -= told.count;
    }
    fprintf(e->out, ",\"d\":[%s%d,%d],\"x\":\"%s\"", cells.data, last, same, numbers.data);
}

/* ---- the whole ---- */

/* The words, one a line, as a string of JSON that may stand in a <script>. */
static void put_words(Encoder *e, const char *name, const Lexicon *words)
{
    fprintf(e->out, ",\n\"%s\":\"", name);
    for (const char *c = lexicon_lines(e->arena, words); *c; c++)
        if (*c == '\n')
            fputs("\\n", e->out);
        else if ((unsigned char)*c < ' ' || strchr("\"\\<", *c))
            fprintf(e->out, "\\u%04x", *c);
        else
            putc(*c, e->out);
    putc('"', e->out);
}

static void put_text(Encoder *e, const char *name, const char *text)
{
    fprintf(e->out, ",\"%s\":%d", name, lexicon_add(&e->texts, text));
}

static void put_labels(Encoder *e, const char *name, const Axis *axis)
{
    put_text(e, name, join_strings(e->scratch, axis->labels, axis->count, "\t", "\t"));
}

static void put_matrix(Encoder *e, int index)
{
    Matrix m = e->matrices[index];
    Tensor value = (m.step ? m.step->node : m.node)->value;
    fprintf(e->out, "%s{\"h\":%d,\"w\":%d", index ? ",\n" : "", value.rows, value.cols);
    put_text(e, "n", m.name);
    if (m.step) {
        put_text(e, "t", m.step->title);
        put_labels(e, "r", &m.step->rows);
        put_labels(e, "c", &m.step->cols);
    }
    for (int i = 0; i < value.rows * value.cols && m.is_there; i++)
        fprintf(e->out, "%s%.*g", i ? " " : ",\"v\":\"", DIGITS, (double)value.data[i] + 0);
    if (m.is_there) {
        putc('"', e->out);
        put_cells(e, &m, value);
    }
    putc('}', e->out);
    arena_reset(e->scratch);
}

void html_put_cells(FILE *out, const Trace *trace, const bool *tabled)
{
    Arena *arena = arena_new();
    Encoder *e = arena_alloc(arena, 1, sizeof *e);
    *e = (Encoder){.out = out,
                   .arena = arena,
                   .scratch = arena_new(),
                   .trace = trace,
                   .texts = lexicon_new(arena),
                   .steps = lexicon_new(arena),
                   .numbers = lexicon_new(arena),
                   .room = PAGE_MOST};
    for (int i = 0; i < trace->step_count; i++)
        if (!trace->steps[i].unasked)
            add_matrix(e, trace->steps[i].made, &trace->steps[i], tabled[i]);
    fputs("{\"m\":[", out);
    for (int i = 0; i < e->count; i++) /* grows as operands are met */
        put_matrix(e, i);
    putc(']', out);
    put_words(e, "t", &e->texts);
    put_words(e, "s", &e->numbers);
    put_words(e, "d", &e->steps);
    putc('}', out);
    arena_free(e->scratch);
    arena_free(arena);
}
