#include "graph/ops.h"

/* ---- axes ---- */

/* Labels from a format: of the numbers first, first + 1, …, or of a list. */
static const char **labels_of(Graph *g, const char *format, const int *numbers, int first,
                              int count)
{
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = format_number(g->arena, format, numbers ? numbers[i] : first + i);
    return labels;
}

Axis feature_axis(Graph *g, int count)
{
    Names *names = g->names;
    if (names && count > names->feature_count) {
        names->feature_count = larger(count, 2 * names->feature_count);
        names->features = labels_of(g, "%d", NULL, 1, names->feature_count);
    }
    return (Axis){.name = "feature", .count = count, .labels = names ? names->features : NULL};
}

Axis label_axis(const char *name, const char *const *labels, int count)
{
    return (Axis){.name = name, .count = count, .labels = labels, .named = true};
}

Axis series_axis(Graph *g, const char *name, const char *format, int first, int count)
{
    return label_axis(name, labels_of(g, format, NULL, first, count), count);
}

Axis list_axis(Graph *g, const char *name, const int *numbers, int count)
{
    return axis_unquoted(label_axis(name, labels_of(g, "%d", numbers, 0, count), count));
}

Axis number_axis(Graph *g, const char *name, int first, int count)
{
    return axis_unquoted(series_axis(g, name, "%d", first, count));
}

Axis single_axis(Graph *g, const char *name, const char *label)
{
    return label_axis(name, arena_copy(g->arena, &label, sizeof label), 1);
}

Axis axis_unquoted(Axis axis)
{
    axis.unquoted = true;
    return axis;
}

Axis axis_extended(Graph *g, Axis axis, const char *first, const char *last)
{
    const char **labels = arena_alloc(g->arena, (size_t)axis.count + 2, sizeof *labels);
    int before = first != NULL;
    labels[0] = first;
    memcpy(labels + before, axis.labels, (size_t)axis.count * sizeof *labels);
    labels[before + axis.count] = last;
    axis.labels = labels;
    axis.count += before + (last != NULL);
    return axis;
}

Axis axis_itself(Axis axis)
{
    if (axis.role_of)
        axis.name = axis.role_of;
    axis.role_of = NULL;
    return axis;
}

Axis axis_as(Axis axis, const char *role)
{
    axis = axis_itself(axis);
    axis.role_of = axis.name;
    axis.name = role;
    return axis;
}

Axis axis_places(Graph *g, Axis axis, const int *places, int first, int count)
{
    if (!axis.named && axis.count != count)
        axis.labels = feature_axis(g, count).labels;
    if (axis.named) {
        const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
        for (int i = 0; i < count; i++)
            labels[i] = axis.labels[places ? places[i] : first + i];
        axis.labels = labels;
    }
    axis.count = count;
    return axis;
}

Axis axis_of(Graph *g, Node *node, bool rows)
{
    const Writing *w = writing_of(g, node);
    return rows ? w->rows : w->cols;
}

/* ---- formulas ---- */

const char *part_template(Graph *g, bool rows, int first, int count)
{
    const char *last = count > 1 ? arena_format(g->arena, "…%d", first + count) : "";
    const char *template = rows != words_are_columns(g) ? "{1!}[%d%s, ·]" : "{1!}[·, %d%s]";
    return arena_format(g->arena, template, first + 1, last);
}

/* An ASCII letter, or any byte of a non-ASCII one: "α". */
static bool is_letter(char c)
{
    return (unsigned char)c >= 0x80 || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether a formula is a single letter: "Q", "α"; such factors are written without a space. */
static bool is_one_letter(const char *text)
{
    size_t size = strlen(text);
    return is_letter(*text) && utf8_decode(text, size).length == size;
}

static bool ends_in_one_letter(const Text *text)
{
    size_t last = text->length;
    while (last > 0 && (text->data[last - 1] & 0xC0) == 0x80) /* a continuation byte */
        last--;
    if (!last || !is_letter(text->data[--last]))
        return false;
    return !last || strchr("( =+/", text->data[last - 1]);
}

static const char *text_of(const Writing *w)
{
    return w->formula.text ? w->formula.text : "…";
}

static void add_operand(Graph *g, const Node *node, int input, Binding most, bool close, Text *out)
{
    CHECK(input < node->input_count, "%s has no input %d", node->op->name, input + 1);
    const Writing *w = writing_of(g, node->inputs[input]);
    bool bare = w->formula.binding <= most;
    if (close && !(bare && is_one_letter(text_of(w)) && ends_in_one_letter(out)))
        text_add(out, " ");
    text_format(out, bare ? "%s" : "(%s)", text_of(w));
}

static void add_all(Graph *g, const Node *node, Text *out)
{
    for (int i = 0; i < node->input_count; i++)
        text_format(out, "%s%s", i ? ", " : "", text_of(writing_of(g, node->inputs[i])));
}

/* The binding of a template, from the operators outside its brackets. */
static Binding binding_of(const char *template)
{
    Binding binding = begins_with(template, "−") ? BINDS_SUM : BINDS_ATOM;
    int depth = 0;
    bool in_bars = false;
    for (const char *c = template; *c; c++) {
        depth += (strchr("([{", *c) != NULL) - (strchr(")]}", *c) != NULL);
        in_bars ^= *c == '|';
        if (depth || in_bars)
            continue;
        if (*c == '=' || begins_with(c, " + ") || begins_with(c, " − ") || begins_with(c, " ⊙ ") ||
            begins_with(c, " ⊕ "))
            return BINDS_SUM; /* ⊙ too: (r ⊙ h) U is not r ⊙ h U */
        if (strchr(" /~", *c))
            binding = binding > BINDS_PRODUCT ? binding : BINDS_PRODUCT;
    }
    return binding;
}

/* "{1}", "{1*}", "{1!}", "{1…}"; not "{1/2}", which is a superscript. */
static bool is_place(const char *c)
{
    return *c == '{' && c[1] >= '1' && c[1] <= '9' &&
           (strchr("}*!", c[2]) != NULL || begins_with(c + 2, "…"));
}

const char *told_number(Arena *arena, const Node *node)
{
    double x = node->parameter.told.number;
    if (!(x < 1e-4 && x > 1e-15))
        return arena_format(arena, "%g", x);
    char *digits = arena_format(arena, "%.17f", x);
    for (char *end = digits + strlen(digits); end[-1] == '0'; *end = '\0')
        end--;
    return digits;
}

Formula formula_filled(Graph *g, const Node *node, const char *template)
{
    if (!strcmp(template, "{1}"))
        return writing_of(g, node->inputs[0])->formula;
    Text out = text_new(g->arena);
    bool close = false;
    for (const char *c = template; *c; c++) {
        if (*c == '~') {
            close = true;
        } else if (is_place(c)) {
            Binding most = c[2] == '*' ? BINDS_PRODUCT : c[2] == '!' ? BINDS_ATOM : BINDS_SUM;
            if (begins_with(c + 2, "…"))
                add_all(g, node, &out);
            else
                add_operand(g, node, c[1] - '1', most, close, &out);
            close = false;
            c = strchr(c, '}');
        } else if (begins_with(c, "%g")) {
            text_add(&out, told_number(g->arena, node));
            c++;
        } else if (begins_with(c, "%d")) {
            text_format(&out, "%d", node->parameter.told.steps);
            c++;
        } else {
            text_add_bytes(&out, c, 1);
        }
    }
    return (Formula){out.data, binding_of(template)};
}

bool formulas_are_series(Graph *g, Node *const *nodes, int count)
{
    size_t stem = 0;
    for (int i = 0; i < count; i++) {
        const char *text = writing_of(g, nodes[i])->formula.text;
        const char *index = text ? strrchr(text, '_') : NULL;
        size_t length = index ? (size_t)(index - text) : 0;
        if (!length || (i && length != stem) || index[1 + strspn(index + 1, "{0123456789}")] ||
            strncmp(text, writing_of(g, nodes[0])->formula.text, length) != 0)
            return false;
        stem = length;
    }
    return true;
}

bool formulas_are_one(Graph *g, Node *const *nodes, int count)
{
    const char *first = writing_of(g, nodes[0])->formula.text;
    for (int i = 1; i < count; i++) {
        const char *text = writing_of(g, nodes[i])->formula.text;
        if (nodes[i] == nodes[0] || !text || !first || strcmp(text, first) != 0)
            return false;
    }
    return first != NULL;
}

/* ---- a series: its general formula ---- */

/* Writes the general form of two formulas: numbers that differ must both equal their index plus the
   same offset, and become "i" or "i−1". False if they differ otherwise. */
static bool add_common(Text *out, const char *a, int index_a, const char *b, int index_b)
{
    while (*a && *b) {
        char *end_a, *end_b;
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b) &&
            strtol(a, &end_a, 10) != strtol(b, &end_b, 10)) {
            int offset = atoi(a) - index_a;
            if (atoi(b) - index_b != offset)
                return false;
            text_add(out, "i");
            if (offset)
                text_format(out, "%s%d", offset < 0 ? "−" : "+", abs(offset));
            a = end_a;
            b = end_b;
        } else if (*a == *b) {
            text_add_bytes(out, a++, 1);
            b++;
        } else {
            return false;
        }
    }
    return *a == *b;
}

/* The value of a symbol's last index: 12 for "h_{12}"; −1 if it is empty. */
static int index_of(const char *symbol)
{
    const char *digits = strrchr(symbol, '_') + 1;
    digits += *digits == '{';
    return isdigit((unsigned char)*digits) ? atoi(digits) : -1;
}

const char *formula_of_each(Graph *g, Node *const *nodes, int count)
{
    if (!formulas_are_series(g, nodes, count))
        return NULL;
    Node *other = nodes[count > 1];
    const char *a = writing_of(g, nodes[0])->formula.text, *b = writing_of(g, other)->formula.text;
    const char *made_a = writing_derived(g, nodes[0]).formula.text;
    const char *made_b = writing_derived(g, other).formula.text;
    Text out = text_new(g->arena);
    if (!made_a || !made_b)
        return NULL;
    if (count == 1)
        return arena_format(g->arena, "%s = %s", a, made_a);
    text_format(&out, "%.*s_{i} = ", (int)(strrchr(a, '_') - a), a);
    return add_common(&out, made_a, index_of(a), made_b, index_of(b)) ? out.data : NULL;
}

/* ---- nodes ---- */

bool is_weight_kind(ValueKind kind)
{
    return kind == VALUE_PROBABILITY || kind == VALUE_FRACTION;
}

/* The axis of the first input that has the same letter. The role ("query") is dropped after a sum
   of products, or if it was the other axis or another input's. */
static Axis axis_made(Graph *g, Node *node, bool rows)
{
    char letter = shape_letters(node->op, node->input_count)[!rows];
    int i = 0, count = rows ? rows_of(node) : cols_of(node);
    while (i < node->input_count && !memchr(shape_letters(node->op, i), letter, 2))
        i++;
    if (i == node->input_count || letter == '1')
        return feature_axis(g, count);
    bool were_rows = *shape_letters(node->op, i) == letter;
    Axis axis = axis_of(g, node->inputs[i], were_rows);
    if (axis.count != count)
        return feature_axis(g, count);
    return !i && were_rows == rows && !node->op->sums_products ? axis : axis_itself(axis);
}

/* The first input's mask, if the result has the same rows and columns. */
static const Node *mask_kept(Graph *g, const Node *node)
{
    const Node *mask = node->input_count ? writing_of(g, node->inputs[0])->mask : NULL;
    bool is_kept =
        !memcmp(shape_letters(node->op, 0), shape_letters(node->op, node->input_count), 2);
    return is_kept && mask && same_shape(mask->value, node->value) ? mask : NULL;
}

/* The kind of the first part; but a mix of sizes and other numbers is signed, and cells picked from
   probabilities are fractions, since they do not sum to 1. */
static ValueKind common_kind(Graph *g, Node *node)
{
    ValueKind kind = writing_of(g, node->inputs[0])->kind;
    for (int i = 1; i < node->input_count && kind == VALUE_SIZE; i++)
        kind = writing_of(g, node->inputs[i])->kind == VALUE_SIZE ? VALUE_SIZE : VALUE_SIGNED;
    bool are_picked = shape_letters(node->op, node->input_count)[1] == '1';
    return are_picked && kind == VALUE_PROBABILITY ? VALUE_FRACTION : kind;
}

Writing writing_derived(Graph *g, Node *node)
{
    Writing w = {.kind = node->op->source ? common_kind(g, node) : node->op->kind,
                 .rows = axis_made(g, node, true),
                 .cols = axis_made(g, node, false),
                 .mask = mask_kept(g, node)};
    bool turned = node->op->turned_formula && words_are_columns(g);
    if (node->op->formula)
        w.formula = formula_filled(g, node, turned ? node->op->turned_formula : node->op->formula);
    if (node->op->write)
        node->op->write(g, node, &w);
    return w;
}

const Writing *writing_of(Graph *g, Node *node)
{
    if (!node->writing) {
        Writing w = writing_derived(g, node);
        node->writing = arena_copy(g->arena, &w, sizeof w);
    }
    return node->writing;
}
