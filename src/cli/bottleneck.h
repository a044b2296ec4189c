/* `attnviz bottleneck`: translators with and without attention, by the length of sentences. */
#ifndef CLI_BOTTLENECK_H
#define CLI_BOTTLENECK_H

#include "cli/commands.h"

bool bottleneck_run(const Run *run, Error *error);

#endif
