/* `attnviz compare`: one word in several sentences, and the vector that each makes of it. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/commands.h"

bool compare_run(const Run *run, Error *error);

#endif
