/* What every trace needs: texts, settings and steps that are added one by one. Everything lives in
 * the trace's arena. */
#ifndef TRACE_NARRATION_H
#define TRACE_NARRATION_H

#include "trace/trace.h"

/* Room for so many; more is a bug, for panels point at steps, which must not move. */
Trace *trace_new(Arena *arena, int most_steps, int most_panels, int most_settings, int most_texts);

void add_step(Trace *trace, Step step);

/* Where all words have a vector as they are. */
TracedText traced_text(const char *text, int count, const char *const *tokens);

void add_text(Trace *trace, TracedText text);

/* "word" or "words": "" for one, else "s". */
const char *plural(int count);

/* A name and a value, NULL for one that is not there. */
void add_setting(Trace *trace, const char *name, const char *value, bool is_number);

/* The same of a whole number. */
void add_number_setting(Trace *trace, const char *name, int number);

/* "10,100,1000" */
const char *listed(Arena *arena, int count, const int *numbers);

/* Where the weights come from; NULL for what there is not. */
typedef struct Origin {
    const char *weights;  /* "random, not learned", "learned from WordNet 3.0" */
    const char *seed;     /* "1", where something was drawn */
    const char *measure;  /* "held-out perplexity"; NULL of weights that nobody learns */
    const char *measured; /* how well they do on text held out */
    const char *recipe;   /* how they were learned */
} Origin;

/* Settings, at the end of the trace's provenance, and its source where that is known. */
void add_origin(Trace *trace, const Origin *origin);

#endif
