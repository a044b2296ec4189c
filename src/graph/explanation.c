#include "graph/node.h"

void explanation_use(Explanation *e, Cell cell)
{
    e->uses = arena_append(e->arena, e->uses, &e->use_count, &cell, sizeof cell);
}

static Text *current(Explanation *e)
{
    return &e->expressions[e->expression_count - 1];
}

/* Whether the next number would be the first of the expression or of a bracket. */
static bool is_at_start(const Text *text)
{
    return !text->length || text->data[text->length - 1] == '(';
}

/* Adds a number, or the cell of the next use. If it is raised to a power, a negative number is
   always bracketed. */
static void add_number(Explanation *e, double number, bool is_raised, bool is_use)
{
    char digits[NUMBER_SIZE];
    Text *text = current(e);
    bool has_brackets = is_raised || !is_at_start(text);
    if (!e->in_parts) {
        text_format(text, has_brackets && number < 0 ? "(%s)" : "%s",
                    number_digits(digits, number, e->digits));
        return;
    }
    text_add(text, has_brackets ? PART_BRACKETED : PART_BARE);
    NumberPart part = {is_use ? NULL : digits_text(e->arena, number, e->digits), e->use_count};
    e->parts = arena_append(e->arena, e->parts, &e->part_count, &part, sizeof part);
}

/* A sum over the cells of a row or of all rows, each raised to `power`: "^2" or nothing. */
static void add_cells(Explanation *e, Cell cell, bool all, const char *power, size_t length)
{
    const char *term = arena_format(e->arena, " + @%.*s", (int)length, power);
    int end = all ? rows_of(cell.node) : cell.row + 1;
    for (cell.row = all ? 0 : cell.row; cell.row < end; cell.row++)
        for (cell.col = 0; cell.col < cols_of(cell.node); cell.col++)
            explanation_add(e, term, cell);
}

/* aᵢ₁ × bⱼ₁ + aᵢ₂ × bⱼ₂ + … */
static void add_dot(Explanation *e, Cell a, Cell b)
{
    for (a.col = b.col = 0; a.col < cols_of(a.node); a.col++, b.col++)
        explanation_add(e, " + @ × @", a, b);
}

/* The next operand of the text: an argument, or for {1} the input's cell at the explained cell's
   position, modulo the input's size. */
static Cell take_operand(const Explanation *e, const char **text, va_list *arguments)
{
    if (*(*text)++ == '@')
        return va_arg(*arguments, Cell);
    const Node *input = e->cell.node->inputs[**text - '1'];
    *text = strchr(*text, '}') + 1;
    return (Cell){input, e->cell.row % rows_of(input), e->cell.col % cols_of(input)};
}

/* Fills the placeholders of a text. If a plus sign is already there, its leading " + " is
   dropped. */
static void fill(Explanation *e, const char *text, va_list *arguments)
{
    static const char plus[] = " + ", row[] = "Σ", all[] = "ΣΣ", dot[] = "·";
    const Text *before = current(e);
    if (begins_with(text, plus) && (is_at_start(before) || ends_with(before->data, plus)))
        text += strlen(plus);
    while (*text) {
        bool is_all = begins_with(text, all), is_row = begins_with(text, row);
        text += is_all ? strlen(all) : is_row ? strlen(row) : 0;
        if (*text == '@' || *text == '{') {
            Cell a = take_operand(e, &text, arguments);
            size_t power = *text == '^' ? strlen("^2") : 0;
            if (is_row) {
                add_cells(e, a, is_all, text, power);
                text += power;
            } else if (begins_with(text, dot)) {
                text += strlen(dot);
                add_dot(e, a, take_operand(e, &text, arguments));
            } else {
                add_number(e, (double)node_row(a.node, a.row).data[a.col], power > 0, true);
                explanation_use(e, a);
            }
        } else if (*text == '#') {
            add_number(e, va_arg(*arguments, double), false, false);
            text++;
        } else if (*text == '%') {
            text_format(current(e), "%d", va_arg(*arguments, int));
            text += strlen("%d");
        } else {
            size_t plain = 1 + strcspn(text + 1, "Σ@{#%");
            text_add_bytes(current(e), text, plain);
            text += plain;
        }
    }
}

void explanation_begin(Explanation *e, const char *text, ...)
{
    va_list arguments;
    CHECK(e->expression_count < MAX_EXPRESSIONS, "already %d", e->expression_count);
    e->expressions[e->expression_count++] = text_new(e->arena);
    va_start(arguments, text);
    fill(e, text, &arguments);
    va_end(arguments);
}

void explanation_add(Explanation *e, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    fill(e, text, &arguments);
    va_end(arguments);
}

void explanation_copy(Explanation *e, Cell cell)
{
    explanation_begin(e, "@", cell);
    e->copies = true;
}

bool explained_as_constant(Explanation *e, bool is_constant, const char *why)
{
    if (is_constant) {
        explanation_begin(e, "%d", (int)node_row(e->cell.node, e->cell.row).data[e->cell.col]);
        e->remark = why;
    }
    return is_constant;
}
