/* `attnviz transformer`: a sentence through the transformer of Vaswani et al. 2017. */
#ifndef CLI_TRANSFORMER_H
#define CLI_TRANSFORMER_H

#include "cli/commands.h"

bool transformer_run(const Run *run, Error *error);

#endif
