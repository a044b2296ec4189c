/* What standard output is: a terminal of some width and colours, or a pipe. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "cli/output.h"
#include "write/text.h"

/* The terminal's columns; 80 in a pipe, so that a pipe's bytes do not depend on the window. */
int terminal_width(void);

/* How many colours to use: none in a pipe or with NO_COLOR, unless asked for. */
ColourDepth terminal_colours(ColourChoice choice);

#endif
