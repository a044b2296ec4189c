/* Commands, run the way a reader of the documentation runs them: by sh, with attnviz on the PATH.
 * In the scene's folder bin/attnviz is the program under test, and examples/ a copy of the
 * repository's. */
#pragma once

#include "support/scene.h"

void shell_prepare(Scene *scene);

/* All that the command prints, on both of its outputs, but how far it is; `status` is its exit
   status. */
const char *shell_run(Scene *scene, const char *command, int *status);

/* The same where the test fails unless the command succeeds. */
const char *shell_succeed(Scene *scene, const char *command);
