/* What attnviz says of itself, all from the tables of commands and options. The caller checks the
 * stream. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/error.h"
#include "cli/commands.h"

#include <stdio.h>

/* The options of a command; the main job lists the other commands too. */
void help_write(FILE *out, CommandId command);

void man_write(FILE *out);

/* Completions for bash, zsh or fish. */
bool completion_write(FILE *out, const char *shell, Error *error);

#endif
