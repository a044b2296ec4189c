/* Words about scores, masks and weights: who looks at whom; and about measures of attention without
 * projections, of each head and of their mean, which stand in this order in the rows or columns of
 * a step. */
#include "model/words.h"
#include "trace/sentences.h"

/* ---- masks ---- */

/* How many cells of each row are not hidden. */
static Tensor seen_of_rows(const Look *s)
{
    Tensor seen = tensor_new(s->trace->arena, s->step->rows.count, 1);
    for (int i = 0; i < seen.rows; i++)
        seen.data[i] = (real)step_row_seen(s->step, i);
    return seen;
}

static bool is_padding(const Look *s, Place p)
{
    return !strncmp(s->step->rows.labels[p.row], "<pad>", strlen("<pad>"));
}

/* ---- what equal weights would be ---- */

/* The weights of rows that give all that they see the same: one node for all under one mask. */
static Node *even_weights(Graph *g, Node *weights)
{
    static const char no_mask[] = "no mask";
    Node *mask = (Node *)writing_of(g, weights)->mask;
    for (int i = g->count - 1; i >= 0; i--) {
        Node *n = g->nodes[i];
        if (!strcmp(n->op->name, "softmax_rows") && same_shape(n->value, weights->value) &&
            (mask ? n->inputs[0] == mask
                  : is_leaf(n->inputs[0]) && n->inputs[0]->parameter.given == no_mask))
            return n;
    }
    if (!mask)
        mask = constant(g, tensor_new(g->arena, rows_of(weights), cols_of(weights)), no_mask);
    return softmax_rows(g, mask);
}

/* ---- scores ---- */

static bool is_largest_of_row(const Look *s, Place p)
{
    (void)s;
    Tensor t = p.in;
    return at(t, p.row, p.col) >= at(t, p.row, largest_in_row(t, p.row));
}

/* By how much one place scores another above what that scores it. */
static Tensor gaps(const Look *s)
{
    Graph *g = s->trace->graph;
    Node *scores = (Node *)s->step->node;
    return subtract(g, scores, transpose(g, scores))->value;
}

static Place gap_back(const Look *s)
{
    Place p = word_place(s, "gap");
    return place_here(s, p.col, p.row);
}

/* The dot products of vectors with themselves: one and the same node on both sides. */
static double is_with_itself(const Look *s)
{
    const Node *n = s->step->node;
    return n->input_count == 2 && n->inputs[0] == n->inputs[1];
}

/* ---- weights ---- */

bool is_end(const Look *s, Place p)
{
    return !strcmp(s->step->rows.labels[p.row], "</s>");
}

/* ---- rows that give nearly everything to one key ---- */

/* Without a second key there is nothing to be sure of. */
static bool is_saturated(const Look *s, Place p)
{
    Tensor t = p.in;
    return (double)at(t, p.row, largest_in_row(t, p.row)) > 0.99 &&
           step_row_seen(s->step, p.row) > 1;
}

/* By how much the largest score of a row that the softmax was given is above the next. */
static double margin(const Look *s, Place p)
{
    Tensor scores = s->step->node->inputs[0]->value;
    int top = largest_in_row(scores, p.row);
    return (double)at(scores, p.row, top) - largest_but(scores, p.row, top);
}

/* ---- weights that are made or hidden otherwise than in the paper ---- */

/* What each row gives to keys that the mask hides. */
static Node *leaked(Graph *g, Node *weights, Node *mask)
{
    return row_sums(g, subtract(g, weights, zero_hidden(scope_of(g), weights, mask)));
}

/* The scores of weights that are shares of them, or of their squares; of the squares themselves. */
static Node *scores_behind(const Node *node)
{
    Node *a = node->inputs[0];
    bool is_square = !strcmp(a->op->name, "multiply") && a->inputs[0] == a->inputs[1];
    return is_square ? a->inputs[0] : a;
}

static bool was_negative(const Look *s, Place p)
{
    return at(scores_behind(s->step->node)->value, p.row, p.col) < 0;
}

/* What the softmax makes of the same scores. */
static Node *softmax_instead(Graph *g, Node *weights)
{
    Node *scores = scores_behind(weights), *mask = (Node *)writing_of(g, weights)->mask;
    return softmax_rows(g, mask ? add(g, scores, mask) : scores);
}

/* ---- outputs: what the last row was mixed from, by the weights of a weighted sum ---- */

static const Axis *mixed_axis(const Look *s)
{
    return &writing_of(s->trace->graph, s->step->node->inputs[1])->rows;
}

/* The whole of the last row: "0.24 v₁ + 0.76 v₂". */
static void say_mixture(const Look *s, Text *out)
{
    Place p = word_place(s, "most");
    for (int j = 0; j < p.in.cols; j++) {
        text_add(out, j ? " + " : "");
        say_number(out, DECIMAL, (double)at(p.in, p.row, j));
        text_add(out, " ");
        say_label(p.cols, j, out);
    }
}

/* ---- the mean of heads: where they disagree most ---- */

/* How far the heads are apart in each cell. */
static Tensor gaps_of_heads(const Look *s)
{
    const Node *mean = s->step->node;
    Tensor most = tensor_copied(s->trace->arena, mean->inputs[0]->value);
    Tensor least = tensor_copied(s->trace->arena, most);
    int size = (int)tensor_size(most);
    for (int h = 1; h < mean->input_count; h++)
        vector_widen(most.data, least.data, mean->inputs[h]->value.data, NULL, 1, size, size);
    vector_add_scaled(most.data, -1, least.data, size);
    return most;
}

/* What each head has where they are farthest apart. */
static Tensor heads_there(const Look *s)
{
    const Node *mean = s->step->node;
    Place p = word_place(s, "heads-gap");
    Tensor there = tensor_new(s->trace->arena, 1, mean->input_count);
    for (int h = 0; h < mean->input_count; h++)
        there.data[h] = at(mean->inputs[h]->value, p.row, p.col);
    return there;
}

/* ---- symmetry: a column, the first row being XXᵀ ---- */

/* What looks like 1.00 is called symmetric. */
static bool is_symmetric(const Look *s, Place p)
{
    (void)s;
    return p.row && look_equal(number_at(p), 1);
}

/* ---- a column for each side ---- */

/* The columns but the first, XXᵀ, and the last two, the mean and the control. */
static Node *mean_of_heads(Graph *g, Node *sides)
{
    return mean_of_all(g, columns(g, sides, 1, cols_of(sides) - 3));
}

/* ---- the largest weight of each row, and whose it is ---- */

/* The column in which a row's largest weight stands; −1 where all is masked. */
static int looks_at(const Look *s, int row)
{
    return at(seen_tensor(s), row, 0) > 0 ? s->step->node->parameter.cols[row] : -1;
}

static bool is_own(const Look *s, Place p)
{
    return looks_at(s, p.row) == p.row;
}

/* The words of the sentence, as the rows of its weights are called. */
static const Axis *words_of(const Look *s)
{
    return &look_there(s, "weights").step->rows;
}

/* ---- beside where it looks without projections ---- */

static bool is_redirected(const Look *s, Place p)
{
    Look raw = look_there(s, "/raw/most");
    return looks_at(s, p.row) != looks_at(&raw, p.row);
}

/* How well a word shows what the projections do: best one that turns from itself to another, a
   content word, with a large weight. */
static double redirection(const Look *s, Place p)
{
    Look raw = look_there(s, "/raw/most");
    const char *word = lowered(s->trace->arena, s->trace->texts[0].tokens[p.row]);
    return 4 * is_own(&raw, p) + 2 * !is_function_word(word) + number_at(p);
}

const Word attention_words[] = {
#include "trace/vocabulary_attention.list"
    {0}};
