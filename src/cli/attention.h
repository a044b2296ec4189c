/* The main command: one sentence through self-attention, stage by stage. */
#ifndef CLI_ATTENTION_H
#define CLI_ATTENTION_H

#include "cli/commands.h"

bool attention_run(const Run *run, Error *error);

#endif
