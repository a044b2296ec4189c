#include "trace/measure.h"

#include <math.h>

static bool is_masked(const Node *mask, int row, int col)
{
    return mask && isinf(at(mask->value, row, col));
}

Place largest_between(Tensor t, const Node *mask)
{
    Place best = {-1, -1};
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            if (i != j && !is_masked(mask, i, j) &&
                (best.row < 0 || at(t, i, j) > at(t, best.row, best.col)))
                best = (Place){i, j};
    return best;
}

Place largest_above_diagonal(Tensor t)
{
    Place best = {-1, -1};
    for (int i = 0; i < t.rows; i++)
        for (int j = i + 1; j < t.cols; j++)
            if (best.row < 0 || at(t, i, j) > at(t, best.row, best.col))
                best = (Place){i, j};
    return best;
}

int smallest_on_diagonal(Tensor t)
{
    int best = 0;
    for (int i = 1; i < t.rows; i++)
        if (at(t, i, i) < at(t, best, best))
            best = i;
    return best;
}

Place least_symmetric(Tensor t, const Node *mask)
{
    Place best = {-1, -1};
    double widest = -1;
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++) {
            double gap = (double)at(t, i, j) - (double)at(t, j, i);
            if (i != j && gap > widest && !is_masked(mask, i, j) && !is_masked(mask, j, i)) {
                widest = gap;
                best = (Place){i, j};
            }
        }
    return best;
}

Place largest_size(Tensor t, const Node *mask)
{
    Place best = {-1, -1};
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            if (!is_masked(mask, i, j) &&
                (best.row < 0 ||
                 fabs((double)at(t, i, j)) > fabs((double)at(t, best.row, best.col))))
                best = (Place){i, j};
    return best;
}

double widest_along_diagonals(Tensor t)
{
    double widest = 0;
    for (int away = 1 - t.rows; away < t.rows; away++) {
        double least = INFINITY, most = -INFINITY;
        for (int i = 0; i < t.rows; i++)
            if (i + away >= 0 && i + away < t.cols) {
                least = fmin(least, (double)at(t, i, i + away));
                most = fmax(most, (double)at(t, i, i + away));
            }
        widest = fmax(widest, most - least);
    }
    return widest;
}

static int masked_in_row(const Node *mask, int row)
{
    int count = 0;
    for (int j = 0; j < cols_of(mask); j++)
        count += is_masked(mask, row, j);
    return count;
}

int masked_cells(const Node *mask)
{
    int count = 0;
    for (int i = 0; i < rows_of(mask); i++)
        count += masked_in_row(mask, i);
    return count;
}

int masked_rows(const Node *mask)
{
    int count = 0;
    for (int i = 0; i < rows_of(mask); i++)
        count += masked_in_row(mask, i) == cols_of(mask);
    return count;
}

double mean_diagonal(Tensor t)
{
    double sum = 0;
    for (int i = 0; i < t.rows; i++)
        sum += (double)at(t, i, i);
    return sum / t.rows;
}

double standard_deviation(Tensor t)
{
    double sum = 0, squares = 0, size = (double)tensor_size(t);
    for (size_t i = 0; i < tensor_size(t); i++)
        sum += (double)t.data[i];
    for (size_t i = 0; i < tensor_size(t); i++) {
        double deviation = (double)t.data[i] - sum / size;
        squares += deviation * deviation;
    }
    return sqrt(squares / size);
}

double row_dot(Tensor t, int a, int b)
{
    double sum = 0;
    for (int k = 0; k < t.cols; k++)
        sum += (double)at(t, a, k) * (double)at(t, b, k);
    return sum;
}

double row_length(Tensor t, int row)
{
    return sqrt(row_dot(t, row, row));
}

double row_distance(Tensor t, int a, int b)
{
    double sum = 0;
    for (int k = 0; k < t.cols; k++) {
        double gap = (double)at(t, a, k) - (double)at(t, b, k);
        sum += gap * gap;
    }
    return sqrt(sum);
}

double row_cosine(Tensor t, int a, int b)
{
    double lengths = row_length(t, a) * row_length(t, b);
    return lengths > 0 ? row_dot(t, a, b) / lengths : 0;
}
