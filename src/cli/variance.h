/* `attnviz variance`: why scores are divided by √dₖ. */
#ifndef CLI_VARIANCE_H
#define CLI_VARIANCE_H

#include "cli/commands.h"

bool variance_run(const Run *run, Error *error);

#endif
