/* `attnviz retrieve`: one query, a few keys and values, all given as numbers. */
#ifndef CLI_RETRIEVE_H
#define CLI_RETRIEVE_H

#include "cli/commands.h"

bool retrieve_run(const Run *run, Error *error);

#endif
