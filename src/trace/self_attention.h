/* The trace of the main job. */
#ifndef TRACE_SELF_ATTENTION_H
#define TRACE_SELF_ATTENTION_H

#include "model/sentence_attention.h"
#include "trace/build.h"

/* What the numbers are about: known to the command line, not to the model. Not copied. */
typedef struct Subject {
    const char *sentence;
    const char *const *tokens; /* as written */
    const char *const *labels; /* safe to show, repeated words numbered */
    const char *mask;          /* as asked for: "causal,local:2", "none" */
    const char *seed;          /* "1"; NULL when nothing was drawn */
    const char *recipe;        /* how the weights were learned, or NULL */
    const char *perplexity;    /* on text held out of that, or NULL */
    /* What became of the words when they were looked up; NULL when there is none such. */
    const char *unknown;  /* "flurble, wug": words without a vector */
    const char *forms;    /* "bats as bat": words looked up in another form */
    const char *left_out; /* "." ",": marks without a vector, no tokens of the trace */
} Subject;

/* A subject's sentence of so many words. */
TracedText subject_text(const Subject *subject, int count);

/* How a sentence is attended to, and where the weights come from: as settings, and in the trace's
   provenance one after the other. */
void add_attention_settings(Trace *trace, const SelfAttentionSettings *settings, int d_model,
                            const Subject *subject);
void add_weights_settings(Trace *trace, const char *origin, const Subject *subject);

/* The settings, steps and pictures of a sentence: from the graph that names them. */
Trace *trace_sentence_attention(Graph *g, const SentenceAttention *model, const Subject *subject);

#endif
