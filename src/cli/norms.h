/* `attnviz norms`: layer norm beside batch norm. */
#ifndef CLI_NORMS_H
#define CLI_NORMS_H

#include "cli/commands.h"

bool norms_run(const Run *run, Error *error);

#endif
