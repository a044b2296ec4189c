/* What is told of layers that are not followed; traces/cost.list has the rest. */

#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

/* From that on words are not followed through layers, as the sentence says. */
TEST(the_sentence_tells_where_formulas_begin)
{
    const char *beyond = arena_format(((Scene *)scene)->arena, "Beyond n = %d the", REACHED_MOST);
    assert_lacks(step_named(traced(scene, "cost --length 4"), "layers")->note, beyond);
    check_told(traced(scene, "cost -l 1000,1001"), "layers", beyond);
}
