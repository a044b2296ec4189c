/* What attnviz says of itself, all from the options table. The caller checks the stream. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/error.h"

#include <stdio.h>

void help_write(FILE *out);
void man_write(FILE *out);

/* Completions for bash, zsh or fish. */
bool completion_write(FILE *out, const char *shell, Error *error);

#endif
