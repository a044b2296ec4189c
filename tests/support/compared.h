/* Comparisons to test with, made the way the program makes them: sentences, a word, weights drawn
 * from a seed or built in, the model, its trace. */
#pragma once

#include "load/tokens.h"
#include "support/scene.h"
#include "trace/traces.h"

enum { MOST_COMPARED = 16 };

/* What is left out: 3 heads, 48 features, seed 1, no mask, positions, 8 words a list. The word is
   the last of its kind in each sentence, or the first word where there is none. */
typedef struct ComparedSettings {
    const char *word;
    const char *sentences[MOST_COMPARED]; /* up to the first NULL */
    int heads, dim, nearest;
    uint64_t seed;
    const char *mask; /* as --mask takes it */
    bool builtin;     /* the built-in weights instead of drawn ones */
    bool no_positions, no_scale;
    bool unknown;   /* drawn weights lack the word */
    bool no_values; /* W_V is zero: attention adds nothing */
} ComparedSettings;

typedef struct Compared {
    int count;
    Tokens tokens[MOST_COMPARED];
    Weights weights;
    Trace *trace;
} Compared;

/* Lives in the scene's arena. */
const Compared *compared_new(Scene *scene, ComparedSettings settings);
