/* What is not counted, and what is told of it; traces/cost.list has the rest. */
#include "model/layer_costs.h"

#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

#include <string.h>

TEST(what_is_not_counted_is_masked)
{
    Trace *trace = traced(scene, "cost --length 40,20000 --dim 16 --kernel 3 --window 2");
    const Step *difference = step_named(trace, "difference");
    assert_false(step_is_masked(difference, 0, 0));
    assert_true(step_is_masked(difference, 0, 1));
}

/* From that on words are not followed through layers, as the sentence says. */
TEST(the_sentence_tells_where_formulas_begin)
{
    const char *beyond = arena_format(((Scene *)scene)->arena, "Beyond n = %d the", REACHED_MOST);
    assert_null(strstr(step_named(traced(scene, "cost --length 4"), "layers")->note, beyond));
    check_told(traced(scene, "cost -l 1000,1001"), "layers", beyond);
}
