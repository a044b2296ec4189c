/* `attnviz neighbours WORD…`: the words whose static vectors are nearest, and analogies. */
#ifndef CLI_NEIGHBOURS_H
#define CLI_NEIGHBOURS_H

#include "cli/commands.h"

bool neighbours_run(const Run *run, Error *error);

#endif
