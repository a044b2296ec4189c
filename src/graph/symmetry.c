#include "graph/ops.h"

/* ⟨A, Aᵀ⟩ and ⟨A, A⟩. */
typedef struct Products {
    double across, squares;
} Products;

/* Summed pair by pair, so that for a symmetric matrix the two sums are exactly equal. */
static Products products(Tensor a)
{
    Products p = {0, 0};
    for (int i = 0; i < a.rows; i++) {
        double own = (double)at(a, i, i);
        p.across += own * own;
        p.squares += own * own;
        for (int j = i + 1; j < a.cols; j++) {
            double x = (double)at(a, i, j), y = (double)at(a, j, i);
            p.across += 2 * (x * y);
            p.squares += x * x + y * y;
        }
    }
    return p;
}

static void forward(Node *node)
{
    Products p = products(node->inputs[0]->value);
    node->value.data[0] = (real)(p.squares > 0 ? p.across / p.squares : 1);
}

/* The squares on the diagonal, and twice each product of mirrored cells. */
static void explain_across(Explanation *e, const Node *a)
{
    for (int i = 0; i < rows_of(a); i++)
        explanation_add(e, " + @^2", (Cell){a, i, i});
    for (int i = 0; i < rows_of(a); i++)
        for (int j = i + 1; j < cols_of(a); j++)
            explanation_add(e, " + 2 × @ × @", (Cell){a, i, j}, (Cell){a, j, i});
}

static void explain(Explanation *e, Cell c)
{
    const Node *a = c.node->inputs[0];
    Products p = products(a->value);
    if (explained_as_constant(e, !(p.squares > 0), "a matrix of zeros equals its transpose"))
        return;
    if (tensor_size(a->value) <= EXPLAINED_TERMS) {
        explanation_begin(e, "(");
        explain_across(e, a);
        explanation_add(e, ") / (ΣΣ{1}^2)");
    }
    explanation_begin(e, "# / #", p.across, p.squares);
    e->remark = "each cell times the one across the diagonal, over each cell times itself: 1 when "
                "the two are always equal";
}

/* Two products per cell. */
ON_ONE(symmetry, "symmetry", "⟨{1}, {1!}ᵀ⟩/⟨{1}, {1}⟩", explain, forward, .kind = VALUE_COSINE,
       .shapes = "nn>11", .input_steps = 2);
