/* What becomes of a trace: files in a folder, tables on the terminal, explanations of its numbers.
 * The same for every command that ends in one. */
#pragma once

#include "cli/commands.h"
#include "cli/terminal.h"
#include "write/formats.h"

typedef struct OutputSettings {
    Values explain;
    int depth; /* 0: all */
    bool cost;
    const char *only;   /* patterns of steps and panels, or NULL */
    Values set, ablate; /* what is changed, and … */
    const char *versus; /* … the options of the second run, or NULL */

    const char *out;            /* the folder */
    bool formats[FORMAT_COUNT]; /* which of format_table */
    bool features;
    int precision; /* decimals */
    bool all, full, quiet;
    ColourChoice color;
    int theme, colormap; /* places in their tables */
    bool no_values;
    int figure_for;
    bool no_title;
    const char *range;  /* of colours */
    FigureStyle figure; /* has the last three too, when all is checked */

    /* what follows from them */
    bool writes_files; /* not when only --explain was asked for */
    int digits;        /* significant digits of an explanation */

    const char *preface;   /* said before all else; or NULL */
    const char *elsewhere; /* which option shows what these tables left out, or NULL: a command that
                              has such a one sets it */
} OutputSettings;

/* The beginning of the trace of what the run's graph names: its settings are the values of the
   options that have a name there. */
Trace *output_begin(const Run *run);

/* Ends the trace with the panels that its list describes, checks the numbers, writes the files,
   then the tables or explanations on standard output; the run's warnings go to standard error.
   Nothing is left behind when it fails. */
bool output_trace(const Run *run, Trace *trace, Error *error);

/* On standard error, each line once: several sentences may lack the same word. */
void print_warnings(Arena *arena, const Text *warnings);

/* ---- what if (what_if.c) ---- */

/* Whether --set, --ablate or --versus is given. */
bool changes_asked(const Run *run);

/* What the command makes of a run. If anything is to be changed: what moved in a second run, or,
   for --explain, that one. */
Trace *run_asked(const Run *run, Error *error);
