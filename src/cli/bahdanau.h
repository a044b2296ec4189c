/* `attnviz bahdanau`: a sentence translated, and the inside of the alignment model. */
#ifndef CLI_BAHDANAU_H
#define CLI_BAHDANAU_H

#include "cli/commands.h"

bool bahdanau_run(const Run *run, Error *error);

#endif
