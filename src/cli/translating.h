/* A sentence from the command line → its translation by a recurrent translator and the trace of it.
 * What the commands of these translators share. */
#ifndef CLI_TRANSLATING_H
#define CLI_TRANSLATING_H

#include "cli/commands.h"
#include "cli/sentences.h"
#include "cli/translator_choice.h"
#include "trace/translation.h"

typedef struct TranslatingSettings {
    const char *source; /* NULL: the sentence of Bahdanau et al. 2015, figure 3; "-": standard
                           input */
    const char *target; /* the words to go on with, or NULL */
    int longest;        /* of a translation, in words; 0: by the source */
    int step;           /* the word that is told whole, from 1 */
    int sample;         /* how many sentences to print instead; 0 for none */
    Taking taking;
    TranslatorChoice choice; /* but for the kind and the window */
} TranslatingSettings;

/* Those that the command has no option for have their default. */
bool translating_settings_read(Arena *arena, const Arguments *arguments,
                               TranslatingSettings *settings, Error *error);

/* A translation, chosen or asked for. */
typedef struct Translated {
    Graph *graph; /* has names */
    TranslationTask task;
    Translation translation;
    Sentence target;
    bool forced;
} Translated;

enum { MOST_LIKELY = 5 }; /* words that a list of the most probable has */

/* The words that a translator chooses. */
Sentence translating_choose(Arena *arena, const TranslatingSettings *settings,
                            const KnownTranslator *known, const Sentence *source);

/* What a translator is to do: to go on with these words. */
TranslationTask translating_task(Arena *arena, const TranslatingSettings *settings,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *target);

/* With `asked`, after these words; NULL: the translator's own. */
Translated translating_translate(Graph *g, const TranslatingSettings *settings,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *asked);

/* The trace of one translator. */
Trace *translating_narrate(const Run *run, const TranslatingSettings *settings,
                           const KnownTranslator *known, const Sentence *source,
                           const Translated *t);

/* The seed as a trace tells it; NULL where nothing is drawn. */
const char *translating_seed(Arena *arena, const TranslatingSettings *settings);

/* A trace of one translator, from the options to its output. */
bool translating_run(const Run *run, const TranslatingSettings *settings, Error *error);

#endif
