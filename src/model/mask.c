#include "model/layers.h"

void mask_hide(Tensor mask, int row, int col)
{
    tensor_row(mask, row)[col] = -INFINITY;
}

Node *causal_mask(Scope s, const char *title, Axis queries, Axis keys)
{
    return given_mask(
        s, "mask", title, queries, keys,
        window_mask(s.graph, queries.count, keys.count, causal_window, "nobody looks ahead"));
}
