/* Which of a row's numbers is the largest: where a word looks, which word comes next. */
#ifndef GRAPH_LARGEST_H
#define GRAPH_LARGEST_H

#include "tensor/tensor.h"

/* Its column, the first of equals. */
int largest_in_row(Tensor t, int row);

#endif
