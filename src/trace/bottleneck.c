#include "trace/traces.h"

void tell_bottleneck(Trace *t, const Bottleneck *b)
{
    trace_tell(t, bottleneck_list);
    Curves *accuracy = trace_step_edited(t, "accuracy")->curves;
    accuracy->mark = b->longest;
    if (b->longest && b->lengths[b->length_count - 1] > b->longest)
        accuracy->mark_name = "learned up to here";
}
