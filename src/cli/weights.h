/* `attnviz weights`: what weights are in use, and what is known of them. */
#ifndef CLI_WEIGHTS_H
#define CLI_WEIGHTS_H

#include "cli/commands.h"

bool weights_run(const Run *run, Error *error);

#endif
