/* `attnviz gradients`: gradients on their way back through a recurrent network. */
#ifndef CLI_GRADIENTS_H
#define CLI_GRADIENTS_H

#include "cli/commands.h"

bool gradients_run(const Run *run, Error *error);

#endif
