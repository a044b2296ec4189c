/* Every operation: its values, its gradient against finite differences, its explanation evaluated
   back to the cell, its cost and its formula. */
#include "graph/ops.h"

#include "support/arithmetic.h"
#include "support/gradient.h"

/* ---- one of each, from parameters a and b ---- */

static Node *square_of(Graph *g, Node *const *p)
{
    return matmul_transposed(g, p[0], p[0]); /* one node as both inputs */
}

static Node *divide_by_root_of(Graph *g, Node *const *p)
{
    return divide_by_root(g, p[0], 7);
}

static Node *multiply_by_root_of(Graph *g, Node *const *p)
{
    return multiply_by_root(g, p[0], 7);
}

static Node *cross_entropy_of(Graph *g, Node *const *p)
{
    static const int targets[] = {3, 0, 0};
    static const double weights[] = {0.5, 0, 2};
    return cross_entropy(g, p[0], targets, weights);
}

static Node *cross_entropy_without_a_candidate_of(Graph *g, Node *const *p)
{
    Tensor mask = tensor_new(g->arena, rows_of(p[0]), cols_of(p[0]));
    mask.data[1] = -(real)INFINITY;
    return cross_entropy_of(g, (Node *[]){add(g, p[0], constant(g, mask, "a mask"))});
}

static Node *masked_softmax_of(Graph *g, Node *const *p)
{
    Tensor mask = tensor_new(g->arena, rows_of(p[0]), cols_of(p[0]));
    for (int j = 0; j < mask.cols; j++)
        mask.data[j] = -(real)INFINITY; /* the first row sees nothing */
    tensor_row(mask, 1)[2] = -(real)INFINITY;
    return softmax_rows(g, add(g, p[0], constant(g, mask, "a mask")));
}

/* Columns 1 and 2 of four, of which the first row hides one. */
static Node *placed_of(Graph *g, Node *const *p)
{
    Tensor mask = tensor_new(g->arena, 3, 4);
    for (int i = 0; i < 3; i++)
        tensor_row(mask, i)[0] = tensor_row(mask, i)[3] = -(real)INFINITY;
    tensor_row(mask, 0)[1] = -(real)INFINITY;
    return softmax_rows(g, place_columns(g, p[0], constant(g, mask, "a mask"), 1));
}

/* Of the first row a number is halved, and one is replaced. */
static Node *set_of(Graph *g, Node *const *p)
{
    Node *node = tanh_of(g, p[0]);
    Change *change = arena_alloc(g->arena, 1, sizeof *change);
    *change =
        (Change){"tanh", "--set", tensor_filled(g->arena, 3, 4, 1), tensor_new(g->arena, 3, 4)};
    change->kept.data[1] = (real)0.5;
    change->kept.data[2] = 0;
    change->put.data[2] = 7;
    Writing w = *writing_of(g, node);
    set_numbers(g, node, change, &w);
    return node;
}

static const int groups[] = {0, 0, 1, 2, 2, 2};

static Node *group_softmax_of(Graph *g, Node *const *p)
{
    return group_softmax(g, p[0], groups);
}

static Node *group_sums_of(Graph *g, Node *const *p)
{
    return group_sums(g, p[0], p[1], groups);
}

static Node *concat_of(Graph *g, Node *const *p)
{
    return concat(g, (Node *[]){p[0], p[1], p[0]}, 3);
}

static Node *columns_of(Graph *g, Node *const *p)
{
    return columns(g, p[0], 1, 2);
}

static Node *mean_of(Graph *g, Node *const *p)
{
    return mean(g, (Node *[]){p[0], p[1], p[1]}, 3);
}

static Node *sum_of(Graph *g, Node *const *p)
{
    Part *parts = arena_alloc(g->arena, 2, sizeof *parts);
    parts[0] = (Part){.dy = p[0], .next = &parts[1]};
    parts[1] = (Part){.dy = p[1]};
    return sum(g, p[0], parts);
}

/* Of columns 2 and 3, what comes back to four. */
static Node *sum_in_places_of(Graph *g, Node *const *p)
{
    Part *parts = arena_alloc(g->arena, 2, sizeof *parts);
    parts[0] = (Part){.dy = p[0], .next = &parts[1]};
    parts[1] = (Part){.dy = p[1], .mover = columns(g, p[0], 2, 2)};
    return sum(g, p[0], parts);
}

static Node *gather_of(Graph *g, Node *const *p)
{
    static const int rows[] = {2, 0, 2, 1, 2};
    return gather(g, p[0], rows, 5);
}

static Node *sinusoids_of(Graph *g, Node *const *p)
{
    (void)p;
    return sinusoids(g, 5, 6, 100);
}

static Node *stack_of(Graph *g, Node *const *p)
{
    return stack(g, (Node *[]){p[0], p[1], p[0]}, 3);
}

static Node *cosines_of_itself_of(Graph *g, Node *const *p)
{
    return cosines(g, p[0], p[0]);
}

/* Two rows that do not turn with a: the first is zero. */
static Node *cosines_with_zero_of(Graph *g, Node *const *p)
{
    Tensor fixed = tensor_new(g->arena, 2, cols_of(p[0]));
    tensor_row(fixed, 1)[0] = 2;
    return cosines(g, constant(g, fixed, "by hand"), p[0]);
}

static Node *shares_of_nothing_of(Graph *g, Node *const *p)
{
    return shares(g, p[0], constant(g, tensor_new(g->arena, 1, cols_of(p[0])), "zero"));
}

static Node *unit_rows_of_nothing_of(Graph *g, Node *const *p)
{
    return unit_rows(g, subtract(g, p[0], p[0]));
}

static Node *symmetry_of_zeros_of(Graph *g, Node *const *p)
{
    (void)p;
    return symmetry(g, constant(g, tensor_new(g->arena, 3, 3), "zeros"));
}

static Node *rows_alike_of_zeros_of(Graph *g, Node *const *p)
{
    return rows_alike(g, subtract(g, p[0], p[0]));
}

static Node *row_entropy_of(Graph *g, Node *const *p)
{
    return row_entropy(g, softmax_rows(g, p[0]));
}

static Node *row_entropy_behind_a_mask_of(Graph *g, Node *const *p)
{
    return row_entropy(g, masked_softmax_of(g, p));
}

static Node *pick_of(Graph *g, Node *const *p)
{
    static const int cols[] = {3, 0, 3};
    return pick(g, p[0], cols);
}

static Node *total_variation_of_itself(Graph *g, Node *const *p)
{
    return total_variation(g, p[0], p[0]);
}

static Node *multiply_itself_of(Graph *g, Node *const *p)
{
    return multiply(g, p[0], p[0]);
}

static Node *interpolate_of(Graph *g, Node *const *p)
{
    return interpolate(g, sigmoid(g, p[0]), p[1], tanh_of(g, p[0]));
}

static Node *gaussian_of(Graph *g, Node *const *p)
{
    return gaussian(g, p[0], 4, 1.5);
}

static Node *batch_rows_of(Graph *g, Node *const *p)
{
    return batch_rows(g, p[0], 2);
}

static Node *row_lengths_of_nothing_of(Graph *g, Node *const *p)
{
    return row_lengths(g, subtract(g, p[0], p[0]));
}

static Node *clip_factor_of(Graph *g, Node *const *p)
{
    return clip_factor(g, row_lengths(g, p[0]), 1.5);
}

/* Of positive numbers. */
static Node *growth_of(Graph *g, Node *const *p)
{
    return growth(g, sigmoid(g, p[0]));
}

static Node *growth_of_what_ends_of(Graph *g, Node *const *p)
{
    Node *nothing = constant(g, tensor_new(g->arena, 2, cols_of(p[0])), "zeros");
    return growth(g, stack(g, (Node *[]){sigmoid(g, p[0]), nothing}, 2));
}

static Node *take_largest_of(Graph *g, Node *const *p)
{
    return take_one(g, softmax_rows(g, p[0]), NULL);
}

static Node *take_drawn_of(Graph *g, Node *const *p)
{
    static const double draws[] = {0, 0.4, 0.99};
    return take_one(g, masked_softmax_of(g, p), draws);
}

static Node *argmax_rows_of(Graph *g, Node *const *p)
{
    return argmax_rows(g, masked_softmax_of(g, p));
}

static Node *blockwise_of(Graph *g, Node *const *p)
{
    return blockwise_matmul(g, p[0], p[1], 2);
}

static Node *blockwise_transposed_of(Graph *g, Node *const *p)
{
    return blockwise_matmul_transposed(g, p[0], p[1], 2);
}

/* About a mean that moves with the row. */
static Node *own_variance_of(Graph *g, Node *const *p)
{
    return row_variance(g, p[0], row_mean(g, p[0]));
}

static Node *standardize_of(Graph *g, Node *const *p)
{
    return standardize(g, p[0], p[1], multiply(g, p[1], p[1]));
}

static Node *rotations_of(Graph *g, Node *const *p)
{
    (void)p;
    return rotations(g, 3, 6, 100);
}

static Node *softmax_slope_of(Graph *g, Node *const *p)
{
    return softmax_slope(g, softmax_rows(g, p[0]));
}

/* Where all are equal nothing moves it. */
static Node *deviation_of_equals_of(Graph *g, Node *const *p)
{
    return deviation(g, subtract(g, p[0], p[0]));
}

static Node *agreement_of(Graph *g, Node *const *p)
{
    Node *a = argmax_rows(g, p[0]), *b = argmax_rows(g, p[1]);
    return agreement(g, concat(g, (Node *[]){a, b}, 2), a);
}

/* Of two sentences and two heads, under a mask that leaves a query of the second without a key. */
static Node *attend_of(Graph *g, Node *const *p)
{
    Tensor mask = tensor_new(g->arena, 4, 3);
    for (int i = 0; i < 3; i++)
        tensor_row(mask, 3)[i] = tensor_row(mask, i)[2 - i] = -(real)INFINITY;
    AttendShape shape = {2, 2, 2, true, {p[0], 0, 2}, {p[1], 6, -4}, {p[1], 4, -4}};
    return attend_heads(g, shape, constant(g, mask, "a mask"));
}

static Node *attend_to_itself_of(Graph *g, Node *const *p)
{
    return attend_heads(g, (AttendShape){1, 3, 1, false, {p[0], 0, 0}, {p[0], 0, 0}, {p[0], 0, 0}},
                        NULL);
}

static const struct {
    const char *name;
    int rows_a, cols_a, rows_b, cols_b;
    double multiply_adds;
    bool sums_products;
    const char *formula; /* of A and B; NULL of what stands in no trace */
    /* Of A, of A and B, or of them and more. */
    Node *(*one)(Graph *g, Node *a);
    Node *(*two)(Graph *g, Node *a, Node *b);
    Node *(*build)(Graph *g, Node *const *parameters);
} ops[] = {
    {"matmul", 3, 4, 4, 5, 3 * 4 * 5, true, "AB", .two = matmul},
    {"matmul_transposed", 3, 4, 5, 4, 3 * 4 * 5, true, "ABᵀ", .two = matmul_transposed},
    {"matmul_transposed of itself", 3, 4, 1, 1, 3 * 3 * 4, true, "AAᵀ", .build = square_of},
    {"add", 3, 4, 3, 4, 12, false, "A + B", .two = add},
    {"subtract", 3, 4, 3, 4, 12, false, "A − B", .two = subtract},
    {"divide_by_root", 3, 4, 1, 1, 12, false, "A/√7", .build = divide_by_root_of},
    {"multiply_by_root", 3, 4, 1, 1, 12, false, "√7 · A", .build = multiply_by_root_of},
    {"multiply_by", 3, 4, 1, 1, 12, false, "A · B", .two = multiply_by},
    {"row_dots", 3, 4, 3, 4, 12, true, "Σ_j A_j B_j", .two = row_dots},
    {"layer_norm", 3, 4, 1, 1, 48, false, NULL, .one = layer_norm},
    {"cross_entropy", 3, 4, 1, 1, 24, false, NULL, .build = cross_entropy_of},
    {"cross_entropy without a candidate", 3, 4, 1, 1, 24, false, NULL,
     .build = cross_entropy_without_a_candidate_of},
    {"softmax_rows", 3, 4, 1, 1, 36, false, "softmax(A)", .one = softmax_rows},
    {"softmax_rows of one column", 3, 1, 1, 1, 9, false, "softmax(A)", .one = softmax_rows},
    {"softmax_rows behind a mask", 3, 4, 1, 1, 36, false, "softmax(A + …)",
     .build = masked_softmax_of},
    {"place_columns", 3, 2, 1, 1, 36, false, "softmax(A where … is 0, else −∞)",
     .build = placed_of},
    {"group_softmax", 6, 1, 1, 1, 18, false, NULL, .build = group_softmax_of},
    {"group_sums", 6, 1, 6, 4, 6 * 4, true, "Σ_{k ∈ i} A_k B_k", .build = group_sums_of},
    {"concat", 3, 4, 3, 2, 0, false, "[A ; B ; A]", .build = concat_of},
    {"columns", 3, 4, 1, 1, 0, false, "A[·, 2…3]", .build = columns_of},
    {"mean", 3, 4, 3, 4, 36, false, "mean(A, B, B)", .build = mean_of},
    {"gather", 3, 4, 1, 1, 0, false, "A[rows]", .build = gather_of},
    {"sinusoids", 1, 1, 1, 1, 30, false,
     "PE(p, 2i) = sin(p/100^{2i/d}), PE(p, 2i+1) = cos(p/100^{2i/d})", .build = sinusoids_of},
    {"stack", 3, 4, 2, 4, 0, false, "[A, B, A]", .build = stack_of},
    {"weigh_rows", 3, 4, 1, 3, 12, false, "diag(B) A", .two = weigh_rows},
    {"cosines", 3, 4, 2, 4, (2 * 3 + 1) * 2 * 4, true, "cos(A, B)", .two = cosines},
    {"cosines of itself", 3, 4, 1, 1, (2 * 3 + 1) * 3 * 4, true, "cos(A_i, A_j)",
     .build = cosines_of_itself_of},
    {"cosines with zero", 3, 4, 1, 1, (2 * 2 + 1) * 3 * 4, true, "cos(…, A)",
     .build = cosines_with_zero_of},
    {"shares", 3, 4, 1, 4, 16, true, "A · B/(B · B)", .two = shares},
    {"shares of nothing", 3, 4, 1, 1, 16, true, "A · …/(… · …)", .build = shares_of_nothing_of},
    {"row_shares", 3, 4, 1, 1, 24, false, "A_{ij}/Σ_j A_{ij}", .one = row_shares},
    {"unit_rows", 3, 4, 1, 1, 24, false, "A/|A|", .one = unit_rows},
    {"unit_rows of nothing", 3, 4, 1, 1, 24, false, "(A − A)/|A − A|",
     .build = unit_rows_of_nothing_of},
    {"symmetry", 4, 4, 1, 1, 32, false, "⟨A, Aᵀ⟩/⟨A, A⟩", .one = symmetry},
    {"symmetry of many cells", 21, 21, 1, 1, 882, false, "⟨A, Aᵀ⟩/⟨A, A⟩", .one = symmetry},
    {"symmetry of zeros", 1, 1, 1, 1, 18, false, "⟨…, …ᵀ⟩/⟨…, …⟩", .build = symmetry_of_zeros_of},
    {"rows_alike", 3, 4, 1, 1, 60, false, "n Σ_j c̄_j²/Σ_{ij} c_{ij}², c = A − mean_j",
     .one = rows_alike},
    {"rows_alike of zeros", 3, 3, 1, 1, 45, false, "n Σ_j c̄_j²/Σ_{ij} c_{ij}², c = A − A − mean_j",
     .build = rows_alike_of_zeros_of},
    {"diagonal_mean", 4, 4, 1, 1, 4, false, "tr(A)/n", .one = diagonal_mean},
    {"row_entropy", 3, 4, 1, 1, 24, false, "−Σ_j (softmax(A) ⊙ log₂ softmax(A))_{ij}",
     .build = row_entropy_of},
    {"row_entropy behind a mask", 3, 4, 1, 1, 24, false,
     "−Σ_j (softmax(A + …) ⊙ log₂ softmax(A + …))_{ij}", .build = row_entropy_behind_a_mask_of},
    {"pick", 3, 4, 1, 1, 0, false, "A[i, t_i]", .build = pick_of},
    {"total_variation", 3, 4, 3, 4, 24, false, "Σ |A − B|/2n", .two = total_variation},
    {"total_variation of itself", 3, 4, 1, 1, 24, false, "Σ |A − A|/2n",
     .build = total_variation_of_itself},
    {"tanh", 3, 4, 1, 1, 36, false, "tanh(A)", .one = tanh_of},
    {"sigmoid", 3, 4, 1, 1, 36, false, "σ(A)", .one = sigmoid},
    {"relu", 3, 4, 1, 1, 12, false, "max(0, A)", .one = relu},
    {"multiply", 3, 4, 3, 4, 12, false, "A ⊙ B", .two = multiply},
    {"multiply by itself", 3, 4, 1, 1, 12, false, "A ⊙ A", .build = multiply_itself_of},
    {"interpolate", 3, 4, 3, 4, 36, false, "σ(A) ⊙ B + (1 − σ(A)) ⊙ tanh(A)",
     .build = interpolate_of},
    {"add_row, a bias", 6, 4, 1, 4, 24, false, "A + B", .two = add_row},
    {"add_row, two in turns", 6, 4, 2, 4, 24, false, "A + B", .two = add_row},
    {"gaussian", 3, 1, 1, 1, 36, false, "exp(−(j − A)²/(2 · 1.5²))", .build = gaussian_of},
    {"batch_rows", 1, 6, 1, 1, 0, false, "A", .build = batch_rows_of},
    {"batched_dots", 2, 3, 8, 3, 2 * 4 * 3, true, "ABᵀ", .two = batched_dots},
    {"batched_dots of one sentence", 1, 3, 4, 3, 4 * 3, true, "ABᵀ", .two = batched_dots},
    {"batched_sums", 2, 3, 6, 4, 2 * 3 * 4, true, "AB", .two = batched_sums},
    {"row_lengths", 3, 4, 1, 1, 12, true, "|A|", .one = row_lengths},
    {"row_lengths of nothing", 3, 4, 1, 1, 12, true, "|A − A|", .build = row_lengths_of_nothing_of},
    {"row_lengths of many cells", 1, 401, 1, 1, 401, true, "|A|", .one = row_lengths},
    {"transpose", 3, 4, 1, 1, 0, false, "Aᵀ", .one = transpose},
    {"clip_factor", 6, 2, 1, 1, 6, false, "min(1, 1.5/|A|)", .build = clip_factor_of},
    {"growth", 4, 3, 1, 1, 12, false, "(σ(A)_l/σ(A)_1)^{1/(l − 1)}", .build = growth_of},
    {"growth of what ends", 4, 3, 1, 1, 12, false, "([σ(A), …]_l/[σ(A), …]_1)^{1/(l − 1)}",
     .build = growth_of_what_ends_of},
    {"growth of what ends at once", 1, 3, 1, 1, 12, false, "([σ(A), …]_l/[σ(A), …]_1)^{1/(l − 1)}",
     .build = growth_of_what_ends_of},
    {"take_one, the largest", 3, 4, 1, 1, 12, false, "one-hot(argmax softmax(A))",
     .build = take_largest_of},
    {"take_one, drawn", 3, 4, 1, 1, 12, false, "one-hot(draw softmax(A + …))",
     .build = take_drawn_of},
    {"argmax_rows", 3, 4, 1, 1, 12, false, "argmax_j softmax(A + …)", .build = argmax_rows_of},
    {"blockwise_matmul", 6, 2, 4, 5, 2 * 3 * 2 * 5, true, "AB", .build = blockwise_of},
    {"blockwise_matmul_transposed", 6, 4, 4, 4, 2 * 3 * 4 * 2, true, "ABᵀ",
     .build = blockwise_transposed_of},
    {"multiply_row", 3, 4, 1, 4, 12, false, "A ⊙ B", .two = multiply_row},
    {"row_mean", 3, 4, 1, 1, 12, false, "mean_j A[i, j]", .one = row_mean},
    {"column_mean", 3, 4, 1, 1, 12, false, "mean_i A[i, j]", .one = column_mean},
    {"column_mean of many rows", 401, 1, 1, 1, 401, false, "mean_i A[i, j]", .one = column_mean},
    {"row_variance", 3, 4, 3, 1, 24, false, "mean_j (A[i, j] − B)²", .two = row_variance},
    {"row_variance about its own mean", 3, 4, 1, 1, 24, false, "mean_j (A[i, j] − mean_j A[i, j])²",
     .build = own_variance_of},
    {"standardize", 3, 4, 3, 1, 24, false, "(A − B)/√(B ⊙ B + 0.00001)", .build = standardize_of},
    {"rotations", 1, 1, 1, 1, 12, false, "rotation of features 2i, 2i+1 by 3/100^{2i/d}",
     .build = rotations_of},
    {"softmax_slope", 3, 4, 1, 1, 24, false, "√(Σ_{ij} (∂w_i/∂x_j)²), w = softmax(A)",
     .build = softmax_slope_of},
    {"agreement", 3, 4, 3, 4, 6, false, "Σ_i [[argmax_j A ; argmax_j B] = argmax_j A]/n",
     .build = agreement_of},
    {"exp", 3, 4, 1, 1, 12, false, "exp(A)", .one = exp_of},
    {"row_totals", 3, 4, 1, 1, 12, false, "Σ_j A[i, j]", .one = row_totals},
    {"row_totals of many cells", 1, 401, 1, 1, 401, false, "Σ_j A[i, j]", .one = row_totals},
    {"divide_rows", 3, 4, 3, 1, 12, false, "A/B", .two = divide_rows},
    {"deviation", 3, 4, 1, 1, 36, false, "√(mean (x − mean x)²), x = A", .one = deviation},
    {"deviation of one number", 1, 1, 1, 1, 3, false, "√(mean (x − mean x)²), x = A",
     .one = deviation},
    {"deviation of equals", 3, 4, 1, 1, 36, false, "√(mean (x − mean x)²), x = A − A",
     .build = deviation_of_equals_of},
    {"attend_heads", 4, 4, 6, 8, 4 * 3 * 2 * 9, false, NULL, .build = attend_of},
    {"attend_heads to itself", 4, 3, 1, 1, 4 * 4 * 9, false, NULL, .build = attend_to_itself_of},
    {"complement", 3, 4, 1, 1, 12, false, "1 − A", .one = complement},
    {"diagonal", 1, 4, 1, 1, 0, false, "diag(A)", .one = diagonal},
    {"sum", 3, 4, 3, 4, 24, false, "A + B", .build = sum_of},
    {"sum, each in its place", 3, 4, 3, 2, 18, false, "A ⊕ B", .build = sum_in_places_of},
    {"deviation of many cells", 21, 21, 1, 1, 1323, false, "√(mean (x − mean x)²), x = A",
     .one = deviation},
    {"set", 3, 4, 1, 1, 12, false, "tanh(A), then set", .build = set_of},
};

enum { OPS = sizeof ops / sizeof *ops };

static Node *build_of(Graph *g, int i, Node *const *p)
{
    return ops[i].one   ? ops[i].one(g, p[0])
           : ops[i].two ? ops[i].two(g, p[0], p[1])
                        : ops[i].build(g, p);
}

/* The values of A and B. */
static void draw_values(Arena *arena, int i, Tensor values[2])
{
    values[0] = random_tensor(arena, ops[i].rows_a, ops[i].cols_a, "a");
    values[1] = random_tensor(arena, ops[i].rows_b, ops[i].cols_b, "b");
}

static void draw_parameters(Graph *g, int i, Node *p[2])
{
    Tensor values[2];
    draw_values(g->arena, i, values);
    for (int k = 0; k < 2; k++)
        p[k] = parameter(g, values[k], "drawn");
}

/* Operation i of A and B, or of them the other way round, as they are called in formulas. */
static Node *build_op(Scene *scene, int i, bool swapped)
{
    Graph *g = graph_new(scene->arena);
    Node *p[2];
    draw_parameters(g, i, p);
    graph_name(g);
    given_matrix(scope_of(g), "a", "A", "A", p[0]);
    given_matrix(scope_of(g), "b", "B", "B", p[1]);
    Node *node = build_of(g, i, swapped ? (Node *[]){p[1], p[0]} : p);
    writing_of(g, node);
    return node;
}

static int checked;

static Node *loss_of_checked(Graph *g, Node *const *p)
{
    return weighted_sum(g, build_of(g, checked, p));
}

/* What only measures, or writes a gradient: nothing is learned through it. */
static bool has_backward(const char *op)
{
    static const char *const without[] = {
        "clip_factor",   "column_mean",     "complement", "cosines", "deviation",     "diagonal",
        "diagonal_mean", "group_softmax",   "growth",     "mean",    "row_entropy",   "row_lengths",
        "row_shares",    "rows_alike",      "set",        "shares",  "softmax_slope", "sum",
        "symmetry",      "total_variation", "unit_rows"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (!strcmp(op, without[i]))
            return false;
    return true;
}

static int differentiate_checked(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    Node *p[2];
    draw_parameters(g, checked, p);
    graph_backward(g, loss_of_checked(g, p));
    return 0;
}

TEST(every_gradient_is_the_difference_quotient_or_aborts)
{
    for (checked = 0; checked < OPS; checked++) {
        const Node *node = build_op(scene, checked, false);
        Tensor values[2];
        draw_values(scene->arena, checked, values);
        if (node->wants_grad && !has_backward(node->op->name))
            check_aborts(differentiate_checked, scene);
        else
            check_gradients(scene, loss_of_checked, values, 2);
    }
}

/* A step of training uses the memory of the one before. */
TEST(no_value_has_anything_of_what_stood_in_its_memory)
{
    enum { ENOUGH = 1 << 16 };
    Scene used = {.arena = arena_new()};
    for (int i = 0; i < OPS; i++) {
        const Node *fresh = build_op(scene, i, false);
        memset(arena_alloc_unset(used.arena, ENOUGH, 1), 0x7F, ENOUGH);
        arena_reset(used.arena);
        const Node *again = build_op(&used, i, false);
        if (memcmp(again->value.data, fresh->value.data, tensor_size(fresh->value) * sizeof(real)))
            fail_msg("%s is not made anew", ops[i].name);
        arena_reset(used.arena);
    }
    arena_free(used.arena);
}

/* Every expression, evaluated, gives the cell; the operands it names are cells of the inputs. */
static void check_explanation(Arena *arena, const char *name, const Node *node, int row, int col)
{
    enum { DIGITS = 9 };
    Explanation e =
        cell_told((Explanation){.arena = arena, .digits = DIGITS}, (Cell){node, row, col});
    assert_in_range(e.expression_count, 1, MAX_EXPRESSIONS);
    double expected = (double)at(node->value, row, col);
    for (int i = 0; i < e.expression_count; i++) {
        double found = evaluate(e.expressions[i].data);
        if (!(fabs(found - expected) <= 2e-6 * (1 + fabs(expected))))
            fail_msg("%s: [%d,%d] is %.9g, but %s is %.9g", name, row, col, expected,
                     e.expressions[i].data, found);
    }
    for (int i = 0; i < e.use_count; i++) {
        bool is_input = false;
        for (int k = 0; k < node->input_count; k++)
            is_input |= node->inputs[k] == e.uses[i].node;
        assert_true(is_input);
        assert_in_range(e.uses[i].row, 0, rows_of(e.uses[i].node) - 1);
        assert_in_range(e.uses[i].col, 0, cols_of(e.uses[i].node) - 1);
    }
}

TEST(every_explanation_evaluates_to_its_cell)
{
    for (int i = 0; i < OPS; i++) {
        const Node *node = build_op(scene, i, false);
        for (int row = 0; ops[i].formula && row < rows_of(node); row++)
            for (int col = 0; col < cols_of(node); col++)
                check_explanation(scene->arena, ops[i].name, node, row, col);
    }
}

static int explain_checked(Scene *scene)
{
    cell_told((Explanation){.arena = scene->arena, .digits = 6},
              (Cell){build_op(scene, checked, false), 0, 0});
    return 0;
}

TEST(what_stands_in_no_trace_is_not_explained)
{
    for (checked = 0; checked < OPS; checked++)
        if (!ops[checked].formula)
            check_aborts(explain_checked, scene);
}

/* ---- gradients as nodes ---- */

/* Batches have one, of one sentence: see tests/model. */
static bool has_derivatives(const Graph *g)
{
    for (int i = 0; i < g->count; i++) {
        const Node *node = g->nodes[i];
        bool is_batch = (!strncmp(node->op->name, "batched", 7) && rows_of(node) > 1) ||
                        (!strcmp(node->op->name, "matmul") && node->parameter.blocks.count > 1) ||
                        (!strcmp(node->op->name, "add_row") && rows_of(node->inputs[1]) > 1);
        if (node->input_count && (is_batch || !(node->op->derive || node->op->source)))
            return false;
    }
    return true;
}

static void check_derivative(const char *name, Node *by, const Node *found)
{
    for (int k = 0; k < (int)tensor_size(by->value); k++) {
        double expected = (double)by->grad.data[k],
               other = found ? (double)found->value.data[k] : 0;
        if (!(fabs(other - expected) <= 2e-6 * (1 + fabs(expected))))
            fail_msg("%s: the derivative is %.9g, the gradient %.9g", name, other, expected);
    }
}

TEST(the_derivative_of_a_number_that_is_set_is_what_is_kept_of_it)
{
    Node *p[2], *of_set, *of_kept;
    Graph *g = graph_new(scene->arena);
    int i = 0;
    while (strcmp(ops[i].name, "set"))
        i++;
    draw_parameters(g, i, p);
    Node *set = set_of(g, p);
    Tensor kept = set->parameter.change->kept;
    Node *other = multiply(g, tanh_of(g, p[0]), constant(g, kept, "kept"));
    derivatives(scope_of(g), weighted_sum(g, set), number_node(g, 1, 1, 1), "L", p, 1, &of_set);
    derivatives(scope_of(g), weighted_sum(g, other), number_node(g, 1, 1, 1), "L", p, 1, &of_kept);
    for (int k = 0; k < 12; k++)
        assert_true(fabs((double)(of_set->value.data[k] - of_kept->value.data[k])) <= 1e-6);
}

/* What was made on the way explains itself, too. */
TEST(every_derivative_is_the_gradient_and_explains_itself)
{
    int found = 0;
    for (int i = 0; i < OPS; i++) {
        Node *ends[2];
        Graph *g = graph_new(scene->arena);
        Node *by[2];
        draw_parameters(g, i, by);
        Node *node = build_of(g, i, by);
        if (!has_derivatives(g) || !has_backward(node->op->name))
            continue;
        Node *loss = weighted_sum(g, node);
        graph_backward(g, loss);
        int before = g->count;
        derivatives(scope_of(g), loss, number_node(g, 1, 1, 1), "L", by, 2, ends);
        for (int k = 0; k < 2; k++)
            check_derivative(ops[i].name, by[k], ends[k]);
        for (int k = before; k < g->count; k++)
            for (int cell = 0; cell < (int)tensor_size(g->nodes[k]->value); cell++)
                if (g->nodes[k]->input_count)
                    check_explanation(g->arena, g->nodes[k]->op->name, g->nodes[k],
                                      cell / cols_of(g->nodes[k]), cell % cols_of(g->nodes[k]));
        found += ends[0] != NULL;
    }
    assert_in_range(found, 25, OPS);
}

TEST(costs_are_those_of_the_formulas)
{
    for (int i = 0; i < OPS; i++) {
        const Node *node = build_op(scene, i, false);
        assert_true(node_cost(node) == ops[i].multiply_adds);
        assert_int_equal(node->op->sums_products, ops[i].sums_products);
    }
}

/* ---- formulas ---- */

static const char *formula_of(Scene *scene, int i, bool swapped)
{
    return build_op(scene, i, swapped)->writing->formula.text;
}

TEST(every_formula_is_made_of_those_of_the_inputs)
{
    for (int i = 0; i < OPS; i++)
        if (ops[i].formula)
            assert_string_equal(formula_of(scene, i, false), ops[i].formula);
        else
            assert_null(formula_of(scene, i, false));
}

TEST(a_formula_tells_its_operands_apart)
{
    for (int i = 0; i < OPS; i++) {
        bool same = ops[i].rows_a == ops[i].rows_b && ops[i].cols_a == ops[i].cols_b;
        if (same && ops[i].formula && strstr(ops[i].formula, "B"))
            assert_string_not_equal(formula_of(scene, i, true), ops[i].formula);
    }
}

/* What differs in how rows are laid out alone may have one formula. */
static const char *family_of(const char *op)
{
    static const char *const families[] = {"add add_row sum", "multiply multiply_row",
                                           "matmul batched_dots batched_sums"};
    for (int i = 0; i < 3; i++)
        if (strstr(families[i], op))
            return families[i];
    return op;
}

TEST(a_formula_tells_its_operation_apart)
{
    for (int i = 0; i < OPS; i++)
        for (int k = 0; k < i; k++)
            if (ops[i].formula && ops[k].formula && !strcmp(ops[i].formula, ops[k].formula))
                assert_string_equal(family_of(build_op(scene, i, false)->op->name),
                                    family_of(build_op(scene, k, false)->op->name));
}

/* ---- values ---- */

static Tensor tensor_of(Arena *arena, int rows, int cols, const double *numbers)
{
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)numbers[i];
    return t;
}

static Node *by_hand(Graph *g, int rows, int cols, const double *numbers)
{
    return constant(g, tensor_of(g->arena, rows, cols, numbers), "by hand");
}

static void check_values(const Node *node, int rows, int cols, const double *expected)
{
    assert_int_equal(rows_of(node), rows);
    assert_int_equal(cols_of(node), cols);
    for (int i = 0; i < rows * cols; i++)
        if (!(fabs((double)node->value.data[i] - expected[i]) < 1e-6))
            fail_msg("cell %d is %.9g, expected %.9g", i, (double)node->value.data[i], expected[i]);
}

TEST(products_sums_and_selections_are_right_by_hand)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){1, 2, 3, 4});
    Node *b = by_hand(g, 2, 2, (double[]){5, 6, 7, 8});
    check_values(matmul(g, a, b), 2, 2, (double[]){19, 22, 43, 50});
    check_values(matmul_transposed(g, a, b), 2, 2, (double[]){17, 23, 39, 53});
    check_values(add(g, a, b), 2, 2, (double[]){6, 8, 10, 12});
    check_values(subtract(g, a, b), 2, 2, (double[]){-4, -4, -4, -4});
    check_values(divide_by_root(g, a, 4), 2, 2, (double[]){0.5, 1, 1.5, 2});
    check_values(multiply_by_root(g, a, 4), 2, 2, (double[]){2, 4, 6, 8});
    check_values(multiply_by(g, a, columns(g, gather(g, a, (int[]){1}, 1), 0, 1)), 2, 2,
                 (double[]){3, 6, 9, 12});
    check_values(row_dots(g, a, b), 2, 1, (double[]){17, 53});
    check_values(concat(g, (Node *[]){a, b}, 2), 2, 4, (double[]){1, 2, 5, 6, 3, 4, 7, 8});
    check_values(columns(g, a, 1, 1), 2, 1, (double[]){2, 4});
    check_values(mean(g, (Node *[]){a, b}, 2), 2, 2, (double[]){3, 4, 5, 6});
    check_values(gather(g, a, (int[]){1, 1, 0}, 3), 3, 2, (double[]){3, 4, 3, 4, 1, 2});
    check_values(row_range(g, a, 1, 1), 1, 2, (double[]){3, 4});
    check_values(repeated_row(g, a, 1, 2), 2, 2, (double[]){3, 4, 3, 4});
}

TEST(measures_are_right_by_hand)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){0.5, 0.5, 0.25, 0.75});
    Node *b = by_hand(g, 2, 2, (double[]){1, 0, 0, 0});
    check_values(stack(g, (Node *[]){a, b}, 2), 4, 2, (double[]){0.5, 0.5, 0.25, 0.75, 1, 0, 0, 0});
    check_values(symmetry(g, a), 1, 1, (double[]){(0.25 + 0.125 + 0.125 + 0.5625) / 1.125});
    check_values(diagonal_mean(g, a), 1, 1, (double[]){0.625});
    check_values(rows_alike(g, a), 1, 1, (double[]){0.5}); /* c = 0 0 / −¼ ¼ */
    check_values(rows_alike(g, stack(g, (Node *[]){a, a}, 2)), 1, 1, (double[]){0.5});
    check_values(rows_alike(g, repeated_row(g, b, 0, 3)), 1, 1, (double[]){1});
    check_values(row_entropy(g, a), 2, 1, (double[]){1, 2 - 0.75 * log2(3)});
    check_values(row_entropy(g, b), 2, 1, (double[]){0, 0});
    check_values(pick(g, a, (int[]){1, 0}), 2, 1, (double[]){0.5, 0.25});
    check_values(total_variation(g, a, b), 1, 1, (double[]){(0.5 + 0.5) / 2});
}

TEST(symmetry_is_exactly_1_of_symmetric_and_minus_1_of_antisymmetric_matrices)
{
    enum { N = 9 };
    Graph *g = graph_new(scene->arena);
    Tensor x = random_tensor(g->arena, N, N, "x"), even = tensor_new(g->arena, N, N),
           odd = tensor_new(g->arena, N, N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            tensor_row(even, i)[j] = at(x, i, j) + at(x, j, i);
            tensor_row(odd, i)[j] = at(x, i, j) - at(x, j, i);
        }
    assert_true(symmetry(g, constant(g, even, "x"))->value.data[0] == 1);
    assert_true(symmetry(g, constant(g, odd, "x"))->value.data[0] == -1);
    assert_true(symmetry(g, constant(g, tensor_new(g->arena, N, N), "x"))->value.data[0] == 1);
    assert_true(fabs((double)symmetry(g, constant(g, x, "x"))->value.data[0]) < 0.5);
}

TEST(symmetry_of_huge_scores_does_not_overflow)
{
    Graph *g = graph_new(scene->arena);
    Tensor x = tensor_of(g->arena, 2, 2, (double[]){1e30, 1e30, -1e30, 1e30});
    check_values(symmetry(g, constant(g, x, "huge")), 1, 1, (double[]){0});
}

TEST(a_sum_over_many_cells_is_written_by_its_parts)
{
    Graph *g = graph_new(scene->arena);
    for (int n = 20; n <= 21; n++) {
        Node *a = constant(g, random_tensor(g->arena, n, n, "a"), "drawn");
        Node *b = constant(g, random_tensor(g->arena, n, n, "b"), "drawn");
        Node *nodes[] = {symmetry(g, a), total_variation(g, a, b)};
        for (int i = 0; i < 2; i++) {
            check_explanation(g->arena, nodes[i]->op->name, nodes[i], 0, 0);
            Explanation e =
                cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){nodes[i], 0, 0});
            assert_int_equal(e.expression_count, n * n > EXPLAINED_TERMS ? 1 : 2);
        }
    }
}

/* The last as numpy.std has it in its documentation. */
TEST(the_standard_deviation_is_that_of_all_cells)
{
    Graph *g = graph_new(scene->arena);
    Tensor a = tensor_of(g->arena, 2, 4, (double[]){2, 4, 4, 4, 5, 5, 7, 9});
    Tensor b = tensor_of(g->arena, 2, 2, (double[]){1, 2, 3, 4});
    check_values(deviation(g, constant(g, a, "by hand")), 1, 1, (double[]){2});
    check_values(deviation(g, constant(g, b, "by hand")), 1, 1, (double[]){1.1180339887498949});
}

TEST(sinusoids_are_those_of_the_paper)
{
    const Node *pe = sinusoids(graph_new(scene->arena), 50, 8, 10000);
    for (int p = 0; p < 50; p++)
        for (int i = 0; i < 4; i++) {
            double angle = p / pow(10000, 2 * i / 8.0);
            assert_true(fabs((double)at(pe->value, p, 2 * i) - sin(angle)) < 1e-6);
            assert_true(fabs((double)at(pe->value, p, 2 * i + 1) - cos(angle)) < 1e-6);
        }
}

TEST(layer_norm_leaves_mean_0_and_variance_1_and_survives_equal_numbers)
{
    Graph *g = graph_new(scene->arena);
    Tensor x = tensor_of(g->arena, 2, 4, (double[]){1, 3, 5, 7, 2, 2, 2, 2});
    double unit = 1 / sqrt(5 + 1e-5);
    check_values(layer_norm(g, constant(g, x, "by hand")), 2, 4,
                 (double[]){-3 * unit, -unit, unit, 3 * unit, 0, 0, 0, 0});
}

TEST(cross_entropy_is_the_weighted_surprise_and_survives_huge_scores)
{
    Graph *g = graph_new(scene->arena);
    Tensor x = tensor_of(g->arena, 3, 2, (double[]){0, 0, 1e30, 1e30, 3, -INFINITY});
    double weights[] = {1, 2, 5};
    const Node *loss = cross_entropy(g, constant(g, x, "by hand"), (int[]){0, 1, 0}, weights);
    check_values(loss, 1, 1, (double[]){3 * log(2)});
}

TEST(softmax_rows_sum_to_one_and_ignore_a_shift)
{
    Graph *g = graph_new(scene->arena);
    Tensor x = random_tensor(g->arena, 6, 9, "x"), shifted = tensor_new(g->arena, 6, 9);
    for (size_t i = 0; i < tensor_size(x); i++)
        shifted.data[i] = x.data[i] + 64;
    const Node *y = softmax_rows(g, constant(g, x, "x"));
    const Node *z = softmax_rows(g, constant(g, shifted, "x + 64"));
    for (int i = 0; i < 6; i++) {
        double sum = 0;
        for (int j = 0; j < 9; j++) {
            assert_true(at(y->value, i, j) > 0);
            assert_true(fabs((double)(at(y->value, i, j) - at(z->value, i, j))) < 1e-5);
            sum += (double)at(y->value, i, j);
        }
        assert_true(fabs(sum - 1) < 1e-6);
    }
}

TEST(softmax_of_huge_scores_does_not_overflow)
{
    Graph *g = graph_new(scene->arena);
    Tensor x = tensor_of(g->arena, 1, 3, (double[]){1e30, 1e30, -1e30});
    check_values(softmax_rows(g, constant(g, x, "huge")), 1, 3, (double[]){0.5, 0.5, 0});
}

TEST(a_masked_weight_is_exactly_zero_and_a_masked_row_too)
{
    Graph *g = graph_new(scene->arena);
    Node *a = constant(g, random_tensor(g->arena, 3, 4, "a"), "drawn");
    const Node *weights = masked_softmax_of(g, &a);
    for (int j = 0; j < 4; j++)
        assert_true(at(weights->value, 0, j) == 0);
    assert_true(at(weights->value, 1, 2) == 0);
    assert_true(at(weights->value, 1, 1) > 0);
}

TEST(a_masked_cell_is_explained_by_its_mask_alone)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 1, 1, (double[]){2});
    Node *m = constant(g, tensor_of(g->arena, 1, 1, (double[]){-INFINITY}), "a mask");
    const Node *sum = add(g, a, m);
    Explanation e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){sum, 0, 0});
    assert_string_equal(e.expressions[0].data, "2 + (−∞)");
    assert_int_equal(e.use_count, 1);
    assert_ptr_equal(e.uses[0].node, m);
    assert_non_null(e.remark);
}

TEST(a_leaf_says_where_it_comes_from)
{
    Graph *g = graph_new(scene->arena);
    const Node *leaf = constant(g, tensor_new(g->arena, 1, 1), "drawn from seed 1");
    Explanation e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){leaf, 0, 0});
    assert_string_equal(e.given, "drawn from seed 1");
    assert_int_equal(e.expression_count, 0);
}

TEST(stacks_and_weighted_rows_are_right_by_hand)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){1, 2, 3, 4});
    Node *b = by_hand(g, 1, 2, (double[]){5, -6});
    check_values(stack(g, (Node *[]){a, b}, 2), 3, 2, (double[]){1, 2, 3, 4, 5, -6});
    check_values(weigh_rows(g, a, b), 2, 2, (double[]){5, 10, -18, -24});
}

TEST(cosines_are_right_by_hand_and_exactly_one_for_equal_vectors)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 3, 2, (double[]){3, 4, -6, -8, 0, 0});
    Node *b = by_hand(g, 2, 2, (double[]){1, 0, 30, 40});
    check_values(cosines(g, a, b), 3, 2, (double[]){0.6, 1, -0.6, -1, 0, 0});
    Node *drawn = constant(g, random_tensor(g->arena, 40, 48, "drawn"), "drawn");
    const Node *own = cosines(g, drawn, drawn);
    for (int i = 0; i < 40; i++)
        assert_true(at(own->value, i, i) == 1);
}

TEST(shares_of_parts_sum_to_one_and_those_of_nothing_are_zero)
{
    Graph *g = graph_new(scene->arena);
    Node *parts = by_hand(g, 3, 2, (double[]){1, 2, 4, 2, -1, 0});
    Node *whole = by_hand(g, 1, 2, (double[]){4, 4});
    Node *zero = constant(g, tensor_new(g->arena, 1, 2), "by hand");
    check_values(shares(g, parts, whole), 1, 3, (double[]){0.375, 0.75, -0.125});
    check_values(shares(g, parts, zero), 1, 3, (double[]){0, 0, 0});
}

TEST(unit_rows_have_the_length_one_unless_they_are_zero)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){3, -4, 0, 0});
    check_values(unit_rows(g, a), 2, 2, (double[]){0.6, -0.8, 0, 0});
}

static int multiply_misfits(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    matmul(g, constant(g, tensor_new(g->arena, 2, 3), ""),
           constant(g, tensor_new(g->arena, 2, 3), ""));
    return 0;
}

TEST(shapes_that_do_not_fit_abort)
{
    check_aborts(multiply_misfits, scene);
}

TEST(gates_and_rows_are_right_by_hand)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){1, -2, 0, 4});
    Node *b = by_hand(g, 2, 2, (double[]){5, 6, 7, 8});
    Node *z = by_hand(g, 2, 2, (double[]){0, 1, 0.25, 0.5});
    Node *row = by_hand(g, 1, 2, (double[]){10, 20});
    check_values(relu(g, a), 2, 2, (double[]){1, 0, 0, 4});
    check_values(multiply(g, a, b), 2, 2, (double[]){5, -12, 0, 32});
    check_values(interpolate(g, z, a, b), 2, 2, (double[]){5, -2, 5.25, 6});
    check_values(add_row(g, a, row), 2, 2, (double[]){11, 18, 10, 24});
    check_values(add_row(g, stack(g, (Node *[]){a, a}, 2), b), 4, 2,
                 (double[]){6, 4, 7, 12, 6, 4, 7, 12});
    check_values(stack(g, (Node *[]){row, a}, 2), 3, 2, (double[]){10, 20, 1, -2, 0, 4});
    check_values(gaussian(g, columns(g, a, 0, 1), 3, 1), 2, 3,
                 (double[]){exp(-0.5), 1, exp(-0.5), 1, exp(-0.5), exp(-2)});
}

static void assert_explained(Arena *arena, const Node *node, int col, const char *expected)
{
    Explanation e = cell_told((Explanation){.arena = arena, .digits = 6}, (Cell){node, 0, col});
    assert_string_equal(e.expressions[0].data, expected);
}

TEST(gates_are_explained_as_one_would_write_them)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 1, 2, (double[]){0.25, -2});
    Node *b = by_hand(g, 1, 2, (double[]){4, 0.5});
    assert_explained(g->arena, tanh_of(g, a), 0, "tanh(0.25)");
    assert_explained(g->arena, tanh_of(g, a), 1, "tanh(−2)");
    assert_explained(g->arena, sigmoid(g, a), 0, "1 / (1 + exp(−0.25))");
    assert_explained(g->arena, sigmoid(g, a), 1, "1 / (1 + exp(−(−2)))");
    assert_explained(g->arena, relu(g, a), 1, "max(0, (−2))");
    assert_explained(g->arena, multiply(g, b, a), 1, "0.5 × (−2)");
    assert_explained(g->arena, interpolate(g, a, b, a), 0, "0.25 × 4 + (1 − 0.25) × 0.25");
    assert_explained(g->arena, add_row(g, b, a), 1, "0.5 + (−2)");
    assert_explained(g->arena, gaussian(g, columns(g, a, 0, 1), 3, 1.5), 2,
                     "exp(−0.5 × ((2 − 0.25) / 1.5)^2)");
}

TEST(a_batch_is_read_place_by_place)
{
    Graph *g = graph_new(scene->arena);
    Node *numbers = by_hand(g, 1, 6, (double[]){1, 2, 3, 4, 5, 6});
    check_values(batch_rows(g, numbers, 2), 2, 3, (double[]){1, 3, 5, 2, 4, 6});
    check_values(batch_rows(g, numbers, 3), 3, 2, (double[]){1, 4, 2, 5, 3, 6});
    Node *queries = by_hand(g, 2, 1, (double[]){1, 10});
    Node *keys = by_hand(g, 6, 1, (double[]){1, 2, 3, 4, 5, 6});
    Node *dots = batched_dots(g, queries, keys);
    check_values(dots, 2, 3, (double[]){1, 3, 5, 20, 40, 60});
    check_values(batched_sums(g, dots, keys), 2, 1, (double[]){35, 560});
}

TEST(one_is_taken_the_largest_or_in_proportion)
{
    Graph *g = graph_new(scene->arena);
    Node *weights = by_hand(g, 3, 3, (double[]){1, 2, 1, 0, 0, 0, 2, 0, 2});
    check_values(take_one(g, weights, NULL), 3, 3, (double[]){0, 1, 0, 0, 0, 0, 1, 0, 0});
    check_values(take_one(g, weights, (double[]){0.24, 0.5, 0.5}), 3, 3,
                 (double[]){1, 0, 0, 0, 0, 0, 0, 0, 1});
    check_values(take_one(g, weights, (double[]){0.25, 0, 0.999}), 3, 3,
                 (double[]){0, 1, 0, 0, 0, 0, 0, 0, 1});
    check_values(take_one(g, weights, (double[]){0.75, 0, 0}), 3, 3,
                 (double[]){0, 0, 1, 0, 0, 0, 1, 0, 0});
    check_values(argmax_rows(g, weights), 3, 1, (double[]){2, 0, 1});
}

TEST(what_was_taken_is_explained_by_the_weights)
{
    Graph *g = graph_new(scene->arena);
    Node *weights = by_hand(g, 1, 3, (double[]){0.25, 0.5, 0.25});
    const Node *drawn = take_one(g, weights, (double[]){0.3}), *top = take_one(g, weights, NULL);
    Explanation e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){drawn, 0, 1});
    assert_string_equal(e.remark, "drawn 0.3 of the row's sum: column 2 begins at 0.25 and ends at "
                                  "0.75");
    assert_int_equal(e.use_count, 3);
    e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){top, 0, 0});
    assert_string_equal(e.remark, "the largest weight, 0.5, is that of column 2");
}

/* Across where the formula changes, and where it saturates. */
TEST(tanh_and_sigmoid_are_those_of_the_c_library)
{
    enum { COUNT = 4001 };
    Graph *g = graph_new(scene->arena);
    Tensor x = tensor_new(g->arena, 1, COUNT);
    for (int i = 0; i < COUNT; i++)
        x.data[i] = (real)(i - COUNT / 2) / 100;
    x.data[COUNT / 2 + 1] = (real)1e-7;
    x.data[0] = -1000;
    x.data[COUNT - 1] = 1000;
    const Node *y = tanh_of(g, constant(g, x, "a ramp")), *s = sigmoid(g, y->inputs[0]);
    const double relative = sizeof(real) == sizeof(float) ? 4e-7 : 1e-15;
    for (int i = 0; i < COUNT; i++) {
        double expected = tanh((double)x.data[i]), other = 1 / (1 + exp(-(double)x.data[i]));
        assert_true(fabs((double)y->value.data[i] - expected) <= relative * fabs(expected));
        assert_true(fabs((double)s->value.data[i] - other) <= relative * other);
    }
}

TEST(a_vector_of_zeros_has_a_cosine_of_zero)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){3, 4, 0, 0});
    Node *c = cosines(g, a, by_hand(g, 3, 2, (double[]){6, 8, -4, 3, 0, 0}));
    check_values(c, 2, 3, (double[]){1, 0, 0, 0, 0, 0});
    check_explanation(g->arena, "cosines", c, 1, 0);
}

TEST(lengths_clipping_and_growth_are_right_by_hand)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 3, 2, (double[]){3, -4, 0, 0, 0x1p100, 0});
    Node *b = by_hand(g, 3, 2, (double[]){1, 2, 0.5, 6, 0.25, 0});
    check_values(row_lengths(g, a), 3, 1, (double[]){5, 0, 0x1p100});
    check_values(transpose(g, b), 2, 3, (double[]){1, 0.5, 0.25, 2, 6, 0});
    check_values(clip_factor(g, b, 1.5), 3, 2, (double[]){1, 0.75, 1, 0.25, 1, 1});
    check_values(growth(g, b), 1, 2, (double[]){0.5, 3});
    real tiny = (real)(sizeof(real) == sizeof(float) ? 0x1p-149 : 0x1p-1074);
    b->value.data[5] = tiny;
    check_values(growth(g, b), 1, 2, (double[]){0.5, 3});
}

TEST(clipping_and_growth_are_explained_as_one_would_write_them)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 1, 2, (double[]){3, -4});
    Node *b = by_hand(g, 3, 2, (double[]){1, 2, 0.5, 6, 0.25, 0});
    assert_explained(g->arena, row_lengths(g, a), 0, "√(3 × 3 + (−4) × (−4))");
    assert_explained(g->arena, clip_factor(g, b, 1.5), 0, "1");
    assert_explained(g->arena, clip_factor(g, b, 1.5), 1, "1.5 / 2");
    assert_explained(g->arena, growth(g, b), 0, "(0.25 / 1)^(1 / 2)");
    assert_explained(g->arena, growth(g, b), 1, "(6 / 2)^(1 / 1)");
}

TEST(blocks_are_multiplied_each_with_its_own)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 2, (double[]){1, 2, 3, 4});
    Node *b = by_hand(g, 4, 1, (double[]){5, 6, 7, 8});
    check_values(blockwise_matmul(g, a, b, 2), 2, 1, (double[]){17, 53});
    Node *c = by_hand(g, 4, 2, (double[]){1, 0, 0, 1, 1, 1, 2, 0});
    check_values(blockwise_matmul_transposed(g, a, c, 2), 2, 2, (double[]){1, 2, 7, 6});
    Node *x = constant(g, random_tensor(g->arena, 14, 5, "x"), "drawn");
    Node *y = constant(g, random_tensor(g->arena, 10, 9, "y"), "drawn");
    Node *second = matmul(g, gather(g, x, (int[]){7, 8, 9, 10, 11, 12, 13}, 7),
                          gather(g, y, (int[]){5, 6, 7, 8, 9}, 5));
    Node *both = blockwise_matmul(g, x, y, 2);
    for (size_t i = 0; i < tensor_size(second->value); i++)
        assert_true(tensor_row(both->value, 7)[i] == second->value.data[i]);
}

/* 1 3 5 7 has mean 4 and variance (9 + 1 + 1 + 9)/4 = 5. */
TEST(a_row_less_its_mean_over_its_deviation_is_a_layer_norm)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 2, 4, (double[]){1, 3, 5, 7, 2, 2, 2, 2});
    Node *mean = row_mean(g, a), *variance = row_variance(g, a, mean);
    check_values(mean, 2, 1, (double[]){4, 2});
    check_values(variance, 2, 1, (double[]){5, 0});
    double s = sqrt(5.00001);
    check_values(standardize(g, a, mean, variance), 2, 4,
                 (double[]){-3 / s, -1 / s, 1 / s, 3 / s, 0, 0, 0, 0});
    Node *gain = by_hand(g, 1, 4, (double[]){1, 0, -1, 2});
    check_values(multiply_row(g, a, gain), 2, 4, (double[]){1, 0, -5, 14, 2, 0, -2, 4});
    Node *x = constant(g, random_tensor(g->arena, 3, 200, "x"), "drawn"), *m = row_mean(g, x);
    Node *apart = standardize(g, x, m, row_variance(g, x, m)), *together = layer_norm(g, x);
    for (size_t i = 0; i < tensor_size(x->value); i++)
        assert_true(fabs((double)(apart->value.data[i] - together->value.data[i])) < 1e-6);
}

TEST(the_mean_of_a_column_is_to_the_bit_that_of_a_row_of_the_transpose)
{
    Graph *g = graph_new(scene->arena);
    Node *a = constant(g, random_tensor(g->arena, 130, 67, "x"), "drawn");
    Node *mean = column_mean(g, a), *of_rows = row_mean(g, transpose(g, a));
    assert_true(same_shape(mean->value, of_rows->value));
    assert_memory_equal(mean->value.data, of_rows->value.data, 67 * sizeof(real));
}

TEST(long_rows_are_explained_by_their_sums)
{
    Graph *g = graph_new(scene->arena);
    Node *x = constant(g, random_tensor(g->arena, 1, EXPLAINED_TERMS + 1, "x"), "drawn");
    Node *mean = row_mean(g, x);
    check_explanation(g->arena, "row_mean", mean, 0, 0);
    check_explanation(g->arena, "row_variance", row_variance(g, x, mean), 0, 0);
}

TEST(a_rotation_takes_each_position_to_a_later_one)
{
    Graph *g = graph_new(scene->arena);
    Node *pe = sinusoids(g, 20, 8, 100);
    for (int steps = 0; steps < 5; steps++) {
        Tensor turned = matmul_transposed(g, pe, rotations(g, steps, 8, 100))->value;
        for (int p = 0; p + steps < 20; p++)
            for (int j = 0; j < 8; j++)
                assert_true(fabs((double)(at(turned, p, j) - at(pe->value, p + steps, j))) < 1e-6);
    }
}

/* Even weights of two: derivatives of ¼ and −¼. A weight of 1 moves no more. */
TEST(a_softmax_has_its_slope_where_its_weights_are_even)
{
    Graph *g = graph_new(scene->arena);
    Node *slope = softmax_slope(g, by_hand(g, 2, 2, (double[]){0.5, 0.5, 1, 0}));
    check_values(slope, 2, 1, (double[]){0.5, 0});
    check_values(transpose(g, slope), 1, 2, (double[]){0.5, 0});
}

TEST(agreement_is_the_part_of_the_rows_that_are_the_same)
{
    Graph *g = graph_new(scene->arena);
    Node *a = by_hand(g, 4, 2, (double[]){1, 1, 2, 0, 3, 4, 4, 4});
    Node *b = by_hand(g, 4, 1, (double[]){1, 2, 3, 4});
    Node *share = agreement(g, a, b);
    check_values(share, 1, 2, (double[]){1, 0.5});
    assert_explained(g->arena, share, 1, "(1 + 0 + 0 + 1) / 4");
    Explanation e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){share, 0, 1});
    assert_int_equal(e.use_count, 8);
    for (int i = 0; i < 4; i++) {
        Cell left = e.uses[2 * i], right = e.uses[2 * i + 1];
        assert_true(left.node == a && left.row == i && left.col == 1);
        assert_true(right.node == b && right.row == i && right.col == 0);
    }
}

static int agree_with(Scene *scene, int rows_a, int rows_b, int cols_b)
{
    Graph *g = graph_new(scene->arena);
    agreement(g, constant(g, tensor_new(g->arena, rows_a, 2), ""),
              constant(g, tensor_new(g->arena, rows_b, cols_b), ""));
    return 0;
}

static int agree_in_no_row(Scene *scene)
{
    return agree_with(scene, 0, 0, 1);
}

static int agree_in_other_rows(Scene *scene)
{
    return agree_with(scene, 3, 2, 1);
}

static int agree_with_two_columns(Scene *scene)
{
    return agree_with(scene, 3, 3, 2);
}

TEST(agreement_is_with_one_column_of_as_many_rows)
{
    check_aborts(agree_in_no_row, scene);
    check_aborts(agree_in_other_rows, scene);
    check_aborts(agree_with_two_columns, scene);
}
