/* Translations to test with, made the way the program makes them: words, a translator drawn from a
 * seed, a graph that names what it computes, its trace. The translator knows few words and has few
 * units. */
#pragma once

#include "support/scene.h"
#include "trace/traces.h"

enum { MOST_TRANSLATED = 8, TRANSLATED_EMBEDDING = 5, TRANSLATED_HIDDEN = 6, TRANSLATED_LAYER = 4 };

/* What is left out: Bahdanau's kind, "the cat sees a red cat", four words of the translator's own,
   the first told whole, soft attention, seed 1, D = 1. */
typedef struct TranslatedSettings {
    const char *kind;
    const char *source[MOST_TRANSLATED]; /* up to the first NULL: of the, cat, sees, a, red */
    const char *target[MOST_TRANSLATED]; /* of le, chat, voit, un, rouge, </s>: asked for */
    int whole;                           /* from 0 */
    Taking taking;
} TranslatedSettings;

typedef struct TranslatedSentence {
    Graph *graph;
    Model translator;
    TranslationTask task;
    Translation translation;
    TracedText source, target;
    int whole;
    Trace *trace;
} TranslatedSentence;

/* Lives in the scene's arena. */
const TranslatedSentence *translated_new(Scene *scene, TranslatedSettings settings);
