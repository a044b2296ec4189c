#include "model/layers.h"

void mask_hide(Tensor mask, int row, int col)
{
    tensor_row(mask, row)[col] = -INFINITY;
}

void mask_causal(Tensor mask)
{
    for (int i = 0; i < mask.rows; i++)
        for (int j = i + 1; j < mask.cols; j++)
            mask_hide(mask, i, j);
}

void mask_local(Tensor mask, int window)
{
    for (int i = 0; i < mask.rows; i++)
        for (int j = 0; j < mask.cols; j++)
            if (abs(i - j) > window)
                mask_hide(mask, i, j);
}

void mask_padding(Tensor mask, int count)
{
    for (int i = 0; i < mask.rows; i++)
        for (int j = mask.cols - count; j < mask.cols; j++)
            mask_hide(mask, i, j);
}

Node *causal_mask(Scope s, const char *title, Axis queries, Axis keys)
{
    Tensor mask = tensor_new(s.graph->arena, queries.count, keys.count);
    mask_causal(mask);
    return given_mask(s, "mask", title, queries, keys,
                      constant(s.graph, mask, "nobody looks ahead"));
}
