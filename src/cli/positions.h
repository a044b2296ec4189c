/* `attnviz positions`: sinusoidal positions. */
#ifndef CLI_POSITIONS_H
#define CLI_POSITIONS_H

#include "cli/commands.h"

bool positions_run(const Run *run, Error *error);

#endif
