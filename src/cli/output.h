/* Output of a trace, the same for every command: files in a folder, tables on the terminal,
 * explanations of its numbers. Also the properties of standard input and output (terminal or pipe,
 * width, colours) and progress lines. */
#pragma once

#include "cli/commands.h"
#include "graph/names.h"
#include "write/formats.h"

/* ---- the terminal (terminal.c) ---- */

/* The terminal's columns; 80 in a pipe, whose bytes must not depend on the window. */
int terminal_width(void);

/* Whether standard input is a pipe or a file, neither a terminal nor closed. */
bool input_is_piped(void);

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

/* The colour depth to use: none in a pipe or with NO_COLOR, unless asked for. */
ColourDepth terminal_colours(ColourChoice choice);

/* ---- output of a trace ---- */

typedef struct OutputSettings {
    Strings explain;
    int depth; /* 0: all */
    bool cost;
    const char *only;                   /* patterns of steps and panels, or NULL */
    const char *versus;                 /* the options of a second run, or NULL */
    Strings set, ablate, swap, replace; /* interventions in a second run */

    const char *out; /* the folder */
    WriteOptions write;
    bool features, all, quiet;
    ColourChoice color;
    int theme, colormap; /* indices into their tables */
    bool no_values;
    int figure_for;
    bool no_title;
    const char *range;   /* of colours */
    const char *diagram; /* "links,word:bat"; or NULL */
    FigureStyle figure;  /* complete after check_output */

    /* derived from them */
    bool writes_files; /* false if only --explain was asked for */
    int digits;        /* significant digits of an explanation */
    bool minor_unread; /* only pictures are asked for, and none of a minor step */

    const char *preface;   /* printed first; or NULL */
    const char *elsewhere; /* the option that shows what the tables left out; set by commands that
                              have one, else NULL */
} OutputSettings;

/* Begins the trace of the run's graph, with the values of all options that have `setting` as its
   settings. */
Trace *output_begin(const Run *run);

/* Completes the trace with its panels, checks its numbers, writes the files, then prints tables or
   explanations on standard output and the run's warnings on standard error. Where it fails, no file
   is left behind. */
void output_trace(const Run *run, Trace *trace);

/* Prints each distinct line once on standard error: several sentences may lack the same word. */
void print_warnings(Arena *arena, const Text *warnings);

/* ---- what if (what_if.c) ---- */

/* Whether a second run is asked for: --set, --ablate, --versus, --swap or --replace. */
bool changes_asked(const Run *run);

/* Fails if the command cannot run more than once: standard input can be read only once, and
   comparisons assume that rows are words. */
void check_runs(const Run *run, const Arguments *arguments);

/* Makes another run write the words of the run before, unless a target is given. */
void give_target(const Run *run, const Trace *before, Arguments *other);

/* Runs the command again with these arguments and changes, in this arena; returns its
   trace. Its warnings are added to those of the first run. */
Trace *run_again(const Run *run, Arena *arena, const Arguments *arguments, Changes changes);

/* The trace of the command; with interventions, the comparison with a second run, or for --explain
   the second run itself. */
Trace *run_asked(const Run *run);

/* ---- progress (terminal.c) ----
 *
 * Progress of long work on standard error: on a terminal a line that is redrawn at most ten times a
 * second; in a pipe a new line every ten seconds and at the end. */

/* Times are seconds from any origin. */
typedef struct Progress {
    FILE *stream; /* NULL: silent */
    bool terminal;
    int width;       /* the terminal's columns */
    int total, done; /* steps */
    double started, now, shown;
    /* Set by the caller. */
    double loss;
    const char *measure; /* measured now and then: "held-out perplexity 123"; NULL: neither this nor
                            the loss is shown */
} Progress;

/* Starts progress on standard error; silent if `quiet`. */
Progress progress_begin(int total, bool quiet);

/* Sets how many steps are done, and when; shows the progress if enough time has passed. The last
   step is left to progress_end. */
void progress_show(Progress *progress, int done, double now);

/* Shows the final state and ends the line; without a measure only if something was shown before. */
void progress_end(Progress *progress);

double progress_clock(void);
