#include "graph/work.h"

double graph_work(NodeNumbers *counted, const Node *node)
{
    if (node_number(counted, node, 0))
        return 0;
    node_number_set(counted, node, 1);
    double sum = node_cost(node);
    for (int i = 0; i < node->input_count; i++)
        sum += graph_work(counted, node->inputs[i]);
    return sum;
}
