/* `attnviz train attention`: weights learned from text, and one sentence's attention meanwhile. */
#ifndef CLI_TRAIN_ATTENTION_H
#define CLI_TRAIN_ATTENTION_H

#include "cli/commands.h"

/* Writes the weights file whole or not at all. When a signal breaks it off, it saves what is
   learned so far and says so; the program then ends by the signal. */
bool train_attention_run(const Run *run, Error *error);

#endif
