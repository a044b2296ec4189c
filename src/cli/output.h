/* What becomes of a trace: files in a folder, tables on the terminal, explanations of its numbers.
 * The same for every command that ends in one. And what standard input and output are, a terminal
 * of some width and colours or a pipe. */
#pragma once

#include "cli/commands.h"
#include "graph/names.h"
#include "write/formats.h"
#include "write/text.h"

/* ---- the terminal (terminal.c) ---- */

/* The terminal's columns; 80 in a pipe, so that a pipe's bytes do not depend on the window. */
int terminal_width(void);

/* Whether standard input is a pipe or a file; not where a person sits at it, or nothing is. */
bool input_is_piped(void);

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

/* How many colours to use: none in a pipe or with NO_COLOR, unless asked for. */
ColourDepth terminal_colours(ColourChoice choice);

/* ---- what becomes of a trace ---- */

typedef struct OutputSettings {
    Values explain;
    int depth; /* 0: all */
    bool cost;
    const char *only;                  /* patterns of steps and panels, or NULL */
    const char *versus;                /* the options of a second run, or NULL */
    Values set, ablate, swap, replace; /* what is changed in it */

    const char *out; /* the folder */
    WriteOptions write;
    bool features, all, quiet;
    ColourChoice color;
    int theme, colormap; /* places in their tables */
    bool no_values;
    int figure_for;
    bool no_title;
    const char *range;   /* of colours */
    const char *diagram; /* "links,word:bat"; or NULL */
    FigureStyle figure;  /* has the last three too, when all is checked */

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

/* Whether a second run is asked for: --set, --ablate, --versus, --swap or --replace. */
bool changes_asked(const Run *run);

/* Whether the command can run more than once: standard input is there once, and rows are said to be
   words. */
bool check_runs(const Run *run, const Arguments *arguments, Error *error);

/* The words that another run writes are those of the run before, unless they are given. */
void give_target(const Run *run, const Trace *before, Arguments *other);

/* A second run with these arguments, in this arena, of which this is changed: its trace, checked;
   what it warns of is among the warnings of the first. */
Trace *run_again(const Run *run, Arena *arena, const Arguments *arguments, Changes changes,
                 Error *error);

/* What the command makes of a run. If anything is to be changed: what moved in a second run, or,
   for --explain, that one. */
Trace *run_asked(const Run *run, Error *error);

/* ---- progress (terminal.c) ----
 *
 * How far long work is, told on standard error: a line that is drawn again on a terminal, at most
 * ten times a second; lines of their own in a pipe, one every ten seconds and a last one. */

/* The clock is given by the caller, in seconds from any start, and reaches nothing else. */
typedef struct Progress {
    FILE *stream; /* NULL: silent */
    bool terminal;
    int width; /* the terminal's columns */
    int total; /* steps */
    double started, shown;
    /* What there is to say of the steps so far, set by who knows it. */
    double loss;
    const char *measure; /* what is measured now and then: "held-out perplexity 123"; NULL: neither
                            this nor a loss */
} Progress;

/* For the process's standard error, from now on; silent if `quiet`. */
Progress progress_begin(int total, bool quiet, double now);

/* Shows it if it is time to. */
void progress_show(Progress *progress, int done, double now);

/* Shows it a last time and ends the line; without a measure only if it was shown before. */
void progress_end(Progress *progress, int done, double now);

double progress_clock(void);
