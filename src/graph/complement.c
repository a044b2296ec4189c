#include "graph/ops.h"

FORWARD_BY(1 - x[i])

ON_ONE(complement, "complement", "1 − {1*}", .rows = {forward, .as_one = true}, .steps = 1);
