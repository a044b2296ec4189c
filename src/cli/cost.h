/* `attnviz cost`: what layers of several kinds take, by the length of the sentence. */
#ifndef CLI_COST_H
#define CLI_COST_H

#include "cli/commands.h"

bool cost_run(const Run *run, Error *error);

#endif
