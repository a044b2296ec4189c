/* There is no memory, at one call or from one on. */
#include "support/faults.h"

TEST(memory_that_is_refused_once)
{
    check_faults(scene, "memory", false);
}

TEST(memory_that_runs_out)
{
    check_faults(scene, "memory", true);
}
