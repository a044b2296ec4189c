/* What attnviz says of itself, all from the table of commands and their options. The caller checks
 * the stream. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/commands.h"

#include <stdio.h>

/* The options of a command; the main job lists the other commands too. */
void help_write(FILE *out, Arena *arena, const Command *command);

void man_write(FILE *out, Arena *arena);

/* Completions for bash, zsh or fish. */
bool completion_write(FILE *out, Arena *arena, const char *shell, Error *error);

#endif
