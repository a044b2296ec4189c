/* `attnviz compare-scores`: one sentence, and what each alignment model makes of it. */
#ifndef CLI_COMPARE_SCORES_H
#define CLI_COMPARE_SCORES_H

#include "cli/commands.h"

bool compare_scores_run(const Run *run, Error *error);

#endif
