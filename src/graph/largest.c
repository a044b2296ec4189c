#include "graph/largest.h"

int largest_in_row(Tensor t, int row)
{
    int best = 0;
    for (int j = 1; j < t.cols; j++)
        if (at(t, row, j) > at(t, row, best))
            best = j;
    return best;
}
