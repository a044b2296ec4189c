#include "graph/names.h"

/* ---- the list ---- */

void graph_name(Graph *g)
{
    g->names = arena_copy(g->arena, &(Names){.ids = lexicon_new(g->arena)}, sizeof(Names));
}

const Name *name_find(const Graph *g, const char *id)
{
    int index = g->names ? lexicon_find(&g->names->ids, id) : -1;
    return index >= 0 ? &g->names->items[index] : NULL;
}

const Name *name_of(const Graph *g, const Node *node)
{
    return g->names && node->first_name ? &g->names->items[node->first_name - 1] : NULL;
}

/* ---- scopes ---- */

Scope scope_of(Graph *g)
{
    return (Scope){.graph = g, .path = "", .of = ""};
}

bool words_are_columns(const Graph *g)
{
    return g->names && g->names->columns;
}

bool has_names(Scope s)
{
    return s.graph->names != NULL;
}

Node *node_within(Scope s, const char *id)
{
    const Name *name = name_find(s.graph, arena_format(s.graph->arena, "%s%s", s.path, id));
    CHECK(name, "no step %s%s", s.path, id);
    return name->node;
}

const char *format_number(Arena *arena, const char *text, int number)
{
    const char *digits = arena_format(arena, "%d", number);
    return respelled(arena, text, (const char *const[]){"%d", digits, NULL});
}

Scope with_row(Scope s, Axis row)
{
    s.row = arena_copy(s.graph->arena, &row, sizeof row);
    return s;
}

Scope within(Scope s, const char *name, const char *of, int number)
{
    Arena *arena = s.graph->arena;
    if (!s.graph->names)
        return s;
    s.path = arena_format(arena, "%s%s/", s.path, format_number(arena, name, number));
    s.of = arena_format(arena, "%s%s", format_number(arena, of, number), s.of);
    s.number = strstr(name, "%d") ? number : s.number;
    return s;
}

Scope ending_in(Scope s, const char *of)
{
    s.of = arena_format(s.graph->arena, "%s%s", of, s.of);
    return s;
}

/* ---- naming ---- */

static bool is_inside_a_symbol(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/* "H→" and "h̃" are not the symbols "H" and "h"; but "Hᵀ" contains H. */
static bool is_marked(const char *after)
{
    return begins_with(after, "→") || begins_with(after, "←") || begins_with(after, "̃");
}

/* Whether a formula contains this symbol: "X" is in "max(0, X W_1)", but "Q" is not in "X W_Q". */
static bool mentions(const char *formula, const char *symbol)
{
    size_t length = strlen(symbol);
    for (const char *c = strstr(formula, symbol); c; c = strstr(c + 1, symbol))
        if (!(c > formula && is_inside_a_symbol(c[-1])) && !is_inside_a_symbol(c[length]) &&
            !is_marked(c + length))
            return true;
    return false;
}

/* "Q = X W_Q"; "X ← X + PE" if the symbol is redefined. */
static const char *equation(Arena *arena, const char *symbol, const char *formula)
{
    if (!symbol)
        return formula ? formula : "";
    if (!formula || !strcmp(symbol, formula))
        return symbol;
    size_t length = strlen(symbol);
    if (!strncmp(formula, symbol, length) && formula[length] == '(') /* "PE(p, 2i) = …" */
        return formula;
    return arena_format(arena, "%s %s %s", symbol, mentions(formula, symbol) ? "←" : "=", formula);
}

static Node *add_name(Scope s, const char *id, const char *title, const char *symbol, Writing w,
                      Node *node)
{
    Graph *g = s.graph;
    Names *names = g->names;
    if (!names)
        return node;
    if (s.row && rows_of(node) == 1)
        w.rows = *s.row;
    symbol = symbol ? format_number(g->arena, symbol, s.number) : NULL;
    id = arena_format(g->arena, "%s%s", s.path, id);
    for (int i = 0; i < names->changes.count; i++)
        if (!strcmp(names->changes.items[i].id, id))
            set_numbers(g, node, &names->changes.items[i], &w);
    const char *formula = equation(g->arena, symbol, w.formula.text);
    if (w.each) /* "H = [h_1 ; h_2], h_i = tanh(x_i W)" */
        formula = arena_format(g->arena, "%s, %s", formula, w.each);
    if (symbol)
        w.formula = (Formula){symbol, BINDS_ATOM};
    Name name = {id, arena_format(g->arena, "%s%s", title, s.of), formula, node,
                 arena_copy(g->arena, &w, sizeof w)};
    CHECK(lexicon_add(&names->ids, id) == names->count, "two steps are called %s", id);
    names->items = arena_append(g->arena, names->items, &names->count, &name, sizeof name);
    if (symbol || !node->first_name)
        node->writing = name.writing;
    node->last_name = names->count;
    if (!node->first_name)
        node->first_name = names->count;
    return node;
}

/* What its operation derives, with the axes, kind and mask that the model set under an earlier
   name. */
static Writing writing_known(Graph *g, Node *node)
{
    Writing derived = writing_derived(g, node);
    if (!node->last_name)
        return derived;
    Writing w = *g->names->items[node->last_name - 1].writing;
    w.formula = derived.formula;
    return w;
}

Node *defined(Scope s, const char *id, const char *title, const char *symbol, Node *node)
{
    if (!s.graph->names)
        return node;
    return add_name(s, id, title, symbol, writing_known(s.graph, node), node);
}

Node *named(Scope s, const char *id, const char *title, Node *node)
{
    return defined(s, id, title, NULL, node);
}

Node *given(Scope s, const char *id, const char *title, const char *symbol, Axis rows, Axis cols,
            Node *node)
{
    return add_name(s, id, title, symbol, (Writing){.rows = rows, .cols = cols}, node);
}

Node *given_mask(Scope s, const char *id, const char *title, Axis rows, Axis cols, Node *node)
{
    Writing w = {.rows = rows, .cols = cols, .kind = VALUE_MASK, .mask = node};
    return add_name(s, id, title, "M", w, node);
}

Node *given_matrix(Scope s, const char *id, const char *title, const char *symbol, Node *node)
{
    return given(s, id, title, symbol, feature_axis(s.graph, rows_of(node)),
                 feature_axis(s.graph, cols_of(node)), node);
}

Node *given_row(Scope s, const char *id, const char *title, const char *symbol, const char *label,
                Node *node)
{
    return given(s, id, title, symbol, single_axis(s.graph, "learned", label),
                 feature_axis(s.graph, cols_of(node)), node);
}

/* ---- what the model knows and the operation does not ---- */

/* The Writing of the node's last name; for a node without a name, a dummy that is never read. */
static Writing *last_writing(Scope s, const Node *node)
{
    static _Thread_local Writing unread;
    bool is_named = s.graph->names && node->last_name;
    return is_named ? s.graph->names->items[node->last_name - 1].writing : &unread;
}

Node *with_axes(Scope s, Node *node, Axis rows, Axis cols)
{
    Writing *w = last_writing(s, node);
    if (rows.name)
        w->rows = rows;
    if (cols.name)
        w->cols = cols;
    return node;
}

Node *with_roles(Scope s, Node *node, const char *rows, const char *cols)
{
    const Writing *w = last_writing(s, node);
    return with_axes(s, node, axis_as(w->rows, rows), axis_as(w->cols, cols));
}

Node *with_measure(Scope s, Node *node, const char *label)
{
    return with_axes(s, node, (Axis){0}, single_axis(s.graph, "measure", label));
}

Node *with_width(Scope s, Node *node, const char *symbol)
{
    last_writing(s, node)->cols.symbol = symbol;
    return node;
}

Node *with_kind(Scope s, Node *node, ValueKind kind)
{
    last_writing(s, node)->kind = kind;
    return node;
}

Node *with_mask(Scope s, Node *node, Node *mask)
{
    last_writing(s, node)->mask = mask;
    return node;
}

Node *with_counts(Scope s, Node *node, const double *exact)
{
    last_writing(s, node)->counts = exact;
    return with_kind(s, node, VALUE_COUNT);
}

Node *with_symbol(Scope s, Node *node, const char *symbol, int number)
{
    if (!s.graph->names)
        return node;
    writing_of(s.graph, node);
    node->writing->formula = (Formula){format_number(s.graph->arena, symbol, number), BINDS_ATOM};
    return node;
}

Node *with_definition(Scope s, Node *node, const char *symbol)
{
    if (!s.graph->names)
        return node;
    Name *name = &s.graph->names->items[node->last_name - 1];
    name->formula = equation(s.graph->arena, symbol, name->formula);
    return with_symbol(s, node, symbol, 0);
}

const char *symbol_of(Scope s, Node *node)
{
    return s.graph->names ? writing_of(s.graph, node)->formula.text : NULL;
}
