/* A disk that fails, at any one call. */
#include "support/faults.h"

TEST(a_call_that_fails)
{
    check_faults(scene, "file", false);
}
