/* The main command: one sentence through self-attention. */
#ifndef CLI_ATTENTION_H
#define CLI_ATTENTION_H

#include "cli/settings.h"

/* Computes, writes the files, then the tables on standard output; argc and argv are recorded in
   the trace. Nothing is left behind when it fails. */
bool attention_run(Arena *arena, int argc, const char *const *argv, const Settings *settings,
                   Error *error);

#endif
