/* `attnviz train transformer`: a transformer learned from the toy language, or from pairs of one's
 * own. */
#ifndef CLI_TRAIN_TRANSFORMER_H
#define CLI_TRAIN_TRANSFORMER_H

#include "cli/commands.h"

bool train_transformer_run(const Run *run, Error *error);

#endif
