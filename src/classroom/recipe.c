#include "classroom/recipe.h"

#include "model/attention.h"

const char *base_name(const char *id)
{
    const char *slash = strchr(id, '/');
    return slash ? slash + 1 : id;
}

int table_index(const Worksheet *sheet, const char *id)
{
    for (int i = 0; i < sheet->count; i++)
        if (!strcmp(sheet->tables[i].id, id))
            return i;
    return -1;
}

Node *at_hand(Bench *b, const char *id)
{
    const char *own = b->sheet->tables[b->table].id;
    int head = (int)(base_name(own) - own);
    int i = table_index(b->sheet, arena_format(b->graph->arena, "%.*s%s", head, own, id));
    if (i < 0 || i >= b->table)
        i = table_index(b->sheet, id);
    if (i < 0 || i >= b->table)
        return NULL;
    if (!b->walk)
        return b->sheet->tables[i].node;
    if (!b->leaves[i])
        b->leaves[i] = parameter(b->graph, b->walk->carried[i], "written before");
    return b->leaves[i];
}

static bool fits(const Recipe *r, const Node *a, const Node *b)
{
    if (r->two == matmul)
        return cols_of(a) == rows_of(b);
    return r->two == divide_rows || cols_of(a) == cols_of(b);
}

Node *recipe_make(Bench *b, const Recipe *r)
{
    if (r->other)
        return r->other(b);
    Node *first = at_hand(b, r->of[0]), *second = r->of[1] ? at_hand(b, r->of[1]) : NULL;
    if (!first || (r->two && (!second || !fits(r, first, second))))
        return NULL;
    if (r->two)
        return r->two(b->graph, first, second);
    return r->one ? r->one(b->graph, first) : first;
}

/* ---- as it should be ---- */

/* The scores that a softmax is taken of. */
static Node *last_scores(Bench *b)
{
    static const char *const ids[] = {"masked", "scaled", "scores", "energies"};
    Node *found = NULL;
    for (int i = 0; !found && i < 4; i++)
        found = at_hand(b, ids[i]);
    return found;
}

static Node *exponentials(Bench *b)
{
    return exp_of(b->graph, last_scores(b));
}

static Node *over_root(Bench *b, Node *a, int times)
{
    for (; a && times; times--)
        a = divide_by_root(b->graph, a, b->sheet->d_k);
    return a;
}

static Node *scaled_scores(Bench *b)
{
    return over_root(b, at_hand(b, "scores"), 1);
}

static Node *causal_mask(Bench *b)
{
    Tensor mask = tensor_new(b->graph->arena, 3, 3);
    mask_causal(mask);
    return constant(b->graph, mask, "0 where a query may look, −∞ where it may not");
}

/* The row of place 3, the middle one of five. */
static Node *window_of(Bench *b, int width)
{
    Tensor mask = tensor_new(b->graph->arena, 5, 5);
    mask_local(mask, width);
    return constant(b->graph, (Tensor){1, 5, tensor_row(mask, 2)}, "0 in the window, −∞ outside");
}

static Node *window_mask(Bench *b)
{
    return window_of(b, 1);
}

/* Half turns and quarter turns: in columns 2i and 2i+1 sine and cosine of 180° p/2ⁱ, i ≤ 1. */
static Node *turns(Bench *b, int first_place, int first_column)
{
    static const int sines[] = {0, 1, 0, -1}; /* of quarter turns */
    Tensor t = tensor_new(b->graph->arena, 3, 4);
    for (int c = 0; c < (int)tensor_size(t); c++) {
        int quarters = (first_place + c / 4) * (c % 4 < 2 ? 2 : 1) + (c + first_column) % 2;
        t.data[c] = (real)sines[quarters % 4];
    }
    return constant(b->graph, t, "sine and cosine of half and quarter turns");
}

static Node *positions_of_turns(Bench *b)
{
    return turns(b, 0, 0);
}

static Node *scores_of_cat(Bench *b)
{
    Node *y = at_hand(b, "placed");
    return matmul_transposed(b->graph, row_range(b->graph, y, 1, 1), y);
}

static Node *hard_weights(Bench *b)
{
    return take_one(b->graph, softmax_rows(b->graph, at_hand(b, "scaled")), NULL);
}

static Node *heads_side_by_side(Bench *b)
{
    Node *heads[] = {at_hand(b, "head-1/output"), at_hand(b, "head-2/output")};
    return concat(b->graph, heads, 2);
}

static Node *gradient_of_scaled(Bench *b)
{
    Node *dw = at_hand(b, "d-weights");
    Node *means = matmul(b->graph, at_hand(b, "dot"), number_node(b->graph, 1, cols_of(dw), 1));
    return multiply(b->graph, at_hand(b, "weights"), subtract(b->graph, dw, means));
}

static Node *gradient_of_query(Bench *b)
{
    return over_root(b, matmul(b->graph, at_hand(b, "d-scaled"), at_hand(b, "K")), 1);
}

/* ---- as it should not be ---- */

static Node *scaled_by_d_k(Bench *b)
{
    return over_root(b, at_hand(b, "scores"), 2);
}

static Node *back_by_d_k(Bench *b)
{
    return over_root(b, matmul(b->graph, at_hand(b, "d-scaled"), at_hand(b, "K")), 2);
}

static Node *sums_of_columns(Bench *b)
{
    return row_totals(b->graph, transpose(b->graph, at_hand(b, "exp")));
}

static Node *shares_of_columns(Bench *b)
{
    Node *e = at_hand(b, "exp"), *sum = at_hand(b, "sum");
    if (cols_of(e) != rows_of(sum))
        return NULL;
    return transpose(b->graph, divide_rows(b->graph, transpose(b->graph, e), sum));
}

/* 0 where the mask hides, if there is one. */
static Node *zero_where_hidden(Bench *b, Node *a)
{
    Node *mask = at_hand(b, "mask");
    if (!mask)
        return a;
    Tensor finite = tensor_copied(b->graph->arena, a->value);
    for (size_t i = 0; i < tensor_size(finite); i++)
        finite.data[i] = isinf(finite.data[i]) ? 0 : finite.data[i];
    bool same = !memcmp(finite.data, a->value.data, tensor_size(finite) * sizeof(real));
    return multiply(b->graph, same ? a : constant(b->graph, finite, ""), exp_of(b->graph, mask));
}

static Node *mask_zero(Bench *b)
{
    return zero_where_hidden(b, at_hand(b, "scaled"));
}

static Node *mask_late(Bench *b)
{
    if (!at_hand(b, "mask"))
        return NULL;
    return zero_where_hidden(b, divide_rows(b->graph, at_hand(b, "exp"), at_hand(b, "sum")));
}

static Node *no_exp(Bench *b)
{
    return zero_where_hidden(b, last_scores(b));
}

static Node *less_largest(Bench *b)
{
    Node *a = last_scores(b);
    Tensor largest = tensor_new(b->graph->arena, rows_of(a), cols_of(a));
    for (int c = 0; c < (int)tensor_size(largest); c++)
        largest.data[c] = vector_max(tensor_row(a->value, c / cols_of(a)), cols_of(a));
    return exp_of(b->graph, subtract(b->graph, a, constant(b->graph, largest, "")));
}

static Node *no_v(Bench *b)
{
    return transpose(b->graph, row_totals(b->graph, at_hand(b, "tanh")));
}

static Node *diagonal_only(Bench *b)
{
    Node *w = at_hand(b, "weights");
    Node *ones = number_node(b->graph, 1, cols_of(w), 1);
    Node *slope = multiply(b->graph, w, subtract(b->graph, ones, w));
    return multiply(b->graph, at_hand(b, "d-weights"), slope);
}

static Node *positions_from_one(Bench *b)
{
    return turns(b, 1, 0);
}

static Node *positions_swapped(Bench *b)
{
    return turns(b, 0, 1);
}

static Node *wide_window(Bench *b)
{
    return window_of(b, 2);
}

static Node *hard_in_window(Bench *b)
{
    return take_one(b->graph, at_hand(b, "weights"), NULL);
}

/* ---- all of them ---- */

const char *const row_numbers[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const only[] = {"query"}, *const two_words[] = {"it", "rains"},
                         *const three_words[] = {"the", "cat", "sat"},
                         *const three_keys[] = {"key 1", "key 2", "key 3"},
                         *const five_keys[] = {"key 1", "key 2", "key 3", "key 4", "key 5"},
                         *const cat_only[] = {"cat"},
                         *const three_places[] = {"the (0)", "cat (1)", "the (2)"};

const TableRow table_rows[] = {
#include "classroom/tables.list"
};
const int table_row_count = sizeof table_rows / sizeof *table_rows;

const Level levels[LEVELS] = {
#include "classroom/levels.list"
};

const Mistake mistakes[] = {
#include "classroom/mistakes.list"
};
const int mistake_count = sizeof mistakes / sizeof *mistakes;
