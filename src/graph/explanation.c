#include "graph/explanation.h"

#include "base/number.h"
#include "graph/node.h"

#include <math.h>

Explanation explanation_new(Arena *arena, int digits)
{
    return (Explanation){.arena = arena, .digits = digits};
}

Cell used_cell(const CellUse *use)
{
    return (Cell){use->node, use->row, use->col};
}

void explanation_begin(Explanation *e)
{
    CHECK(e->expression_count < MAX_EXPRESSIONS, "already %d", e->expression_count);
    e->expressions[e->expression_count++] = text_new(e->arena);
}

static Text *current(Explanation *e)
{
    return &e->expressions[e->expression_count - 1];
}

void explanation_text(Explanation *e, const char *text)
{
    text_add(current(e), text);
}

void explanation_number(Explanation *e, double number)
{
    char digits[NUMBER_SIZE];
    Text *text = current(e);
    bool begins = !text->length || text->data[text->length - 1] == '(';
    bool bracket = !begins && signbit(number) && number != 0;
    text_format(text, bracket ? "(%s)" : "%s", number_digits(digits, number, e->digits));
}

static void add_use(Explanation *e, CellUse use)
{
    e->uses = arena_grow(e->arena, e->uses, e->use_count, &e->use_capacity, sizeof use);
    e->uses[e->use_count++] = use;
}

void explanation_use(Explanation *e, const Node *node, int row, int col)
{
    add_use(e, (CellUse){.node = node, .row = row, .col = col, .expression = -1});
}

void explanation_cell(Explanation *e, const Node *node, int row, int col)
{
    size_t start = current(e)->length;
    explanation_number(e, (double)at(node->value, row, col));
    add_use(e,
            (CellUse){node, row, col, e->expression_count - 1, start, current(e)->length - start});
}

void explanation_square(Explanation *e, const Node *node, int row, int col)
{
    bool negative = at(node->value, row, col) < 0;
    Text *text = current(e);
    bool bracketed = text->length && text->data[text->length - 1] != '(';
    explanation_text(e, negative && !bracketed ? "(" : "");
    explanation_cell(e, node, row, col);
    explanation_text(e, negative && !bracketed ? ")^2" : "^2");
}

void explanation_dot(Explanation *e, const Node *a, int i, const Node *b, int j)
{
    for (int k = 0; k < cols_of(a); k++) {
        explanation_text(e, k ? " + " : "");
        explanation_cell(e, a, i, k);
        explanation_text(e, " × ");
        explanation_cell(e, b, j, k);
    }
}

void explanation_copy(Explanation *e, const Node *node, int row, int col)
{
    explanation_begin(e);
    explanation_cell(e, node, row, col);
    e->copies = true;
}
