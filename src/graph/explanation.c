#include "graph/explanation.h"

#include "base/number.h"
#include "graph/node.h"

#include <math.h>
#include <string.h>

Explanation explanation_new(Arena *arena, int digits)
{
    return (Explanation){.arena = arena, .digits = digits};
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

void explanation_use(Explanation *e, const Node *node, int row, int col)
{
    if (e->use_count == e->use_capacity) {
        int capacity = e->use_capacity ? 2 * e->use_capacity : 8;
        Cell *uses = arena_alloc(e->arena, (size_t)capacity, sizeof *uses);
        if (e->use_count)
            memcpy(uses, e->uses, (size_t)e->use_count * sizeof *uses);
        e->uses = uses;
        e->use_capacity = capacity;
    }
    e->uses[e->use_count++] = (Cell){node, row, col};
}

void explanation_cell(Explanation *e, const Node *node, int row, int col)
{
    explanation_number(e, (double)at(node->value, row, col));
    explanation_use(e, node, row, col);
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
