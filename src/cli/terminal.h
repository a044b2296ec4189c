/* What standard input and output are, a terminal of some width and colours or a pipe; and how far
 * long work is, told on standard error: a line that is drawn again on a terminal, at most ten times
 * a second; lines of their own in a pipe, one every ten seconds and a last one.
 */
#pragma once

#include "write/text.h"

/* The terminal's columns; 80 in a pipe, so that a pipe's bytes do not depend on the window. */
int terminal_width(void);

/* Whether standard input is a pipe or a file; not where a person sits at it, or nothing is. */
bool input_is_piped(void);

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

/* How many colours to use: none in a pipe or with NO_COLOR, unless asked for. */
ColourDepth terminal_colours(ColourChoice choice);

/* ---- progress ---- */

/* The clock is given by the caller, in seconds from any start, and reaches nothing else. */
typedef struct Progress {
    FILE *stream; /* NULL: silent */
    bool terminal;
    int width; /* the terminal's columns */
    int total; /* steps */
    double started, shown;
} Progress;

/* What there is to say of the steps so far. */
typedef struct ProgressState {
    int done;
    double loss;
    const char *measure; /* what is measured now and then: "held-out perplexity 123" */
} ProgressState;

/* For the process's standard error, from now on; silent if `quiet`. */
Progress progress_begin(int total, bool quiet, double now);

/* Shows it if it is time to. */
void progress_show(Progress *progress, ProgressState state, double now);

/* Shows it a last time and ends the line. */
void progress_end(Progress *progress, ProgressState state, double now);

double progress_clock(void);
