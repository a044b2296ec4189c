/* Traces to test with, made the way the program makes them: a text, tokens, weights drawn from a
 * seed, the model, its trace. */
#pragma once

#include "load/tokens.h"
#include "support/scene.h"
#include "trace/traces.h"

/* What is left out is as the program's defaults: 3 heads, 48 features, seed 1, no mask, positions,
   scores divided by √dₖ. */
typedef struct SampleSettings {
    const char *text;
    int heads, dim;
    uint64_t seed;
    const char *mask; /* as --mask takes it */
    bool no_positions, no_scale;
} SampleSettings;

typedef struct Sample {
    Tokens tokens;
    Subject subject;
    Graph *graph; /* has names */
    SentenceAttention model;
    Trace *trace;
} Sample;

/* So many words with a blank behind each, of which so many are different at most: "w0 w7 w14 ". */
const char *many_words(Scene *scene, int count, int different);

/* A text's tokens. */
Tokens sample_tokens(Scene *scene, const char *text);

/* examples/picture/beach.png in the scene's folder, under its name. */
void sample_picture(Scene *scene);

/* A mask as --mask takes it, for n words; none for NULL. */
Mask sample_mask(Scene *scene, const char *spec, int n);

/* All but the trace: the subject can still be changed. Lives in the scene's arena. */
Sample sample_untold(Scene *scene, SampleSettings settings);

/* The same with the trace. */
Sample sample_new(Scene *scene, SampleSettings settings);

/* The trace of a sample that has none. */
Trace *sample_told(const Sample *sample);

/* The trace alone. */
Trace *sample_trace(Scene *scene, SampleSettings settings);

/* The step with this id, which there must be. */
const Step *step_named(const Trace *trace, const char *id);

/* Features, numbered from 1. */
Axis numbered_axis(Arena *arena, int count);

/* A step by itself, its numbers row after row: queries × keys with the same labels, or, where the
   kind is VALUE_SIGNED and the matrix not square, tokens × features. `mask` may be NULL. */
Step step_of_numbers(Scene *scene, ValueKind kind, int rows, int cols, const char *const *labels,
                     const double *numbers, const double *mask);

/* What is written to a stream, in memory. A recording stays where it is while it is open. */
typedef struct Recording {
    FILE *stream;
    char *data;
    size_t size;
} Recording;

void recording_begin(Recording *recording);

/* Closes the stream and returns all that was written. */
Bytes recording_end(Arena *arena, Recording *recording);

/* What a statement writes to `recorder`. */
#define recorded(arena, ...)                                                                       \
    __extension__({                                                                                \
        Recording own_recording;                                                                   \
        recording_begin(&own_recording);                                                           \
        FILE *recorder = own_recording.stream;                                                     \
        __VA_ARGS__;                                                                               \
        recording_end(arena, &own_recording);                                                      \
    })

/* The number of lines in a text, and line `index` from 0 without its end. */
int line_count(const char *text);
const char *line_at(Scene *scene, const char *text, int index);

/* That no line is wider than so many columns, and none ends in a blank. */
void check_narrow(Scene *scene, const char *text, int width);
