/* `attnviz train bahdanau`: a translator learned from the toy language, or from pairs of one's own.
 */
#ifndef CLI_TRAIN_BAHDANAU_H
#define CLI_TRAIN_BAHDANAU_H

#include "cli/commands.h"

bool train_bahdanau_run(const Run *run, Error *error);

#endif
