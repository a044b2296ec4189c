/* A sentence from the command line → its translation and the trace of it. What the commands of
 * translators share. */
#ifndef CLI_TRANSLATING_H
#define CLI_TRANSLATING_H

#include "cli/commands.h"
#include "cli/translators.h"
#include "model/translation_summary.h"
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

/* --max-steps, 0 for auto; it does not go with --target. */
bool translating_read_longest(const Arguments *arguments, int *longest, Error *error);

/* --sample, 0 where it is not given; it does not go with --source and --target. */
bool translating_read_sample(const Arguments *arguments, int *sample, Error *error);

/* Prints sentences of the toy language that no built-in translator has learned from, a line each.
 */
void translating_print_sample(Arena *arena, int count);

/* Numbered words of one side. */
typedef struct Sentence {
    const char *text;
    int length;
    const int *words;
    const char *const *strings, *const *labels;
} Sentence;

/* How many words a translation may have, its end included; 0: twice those of the source and ten,
   more than any good one has, but no more than a pair to learn from. */
int translating_longest(int longest, const Sentence *source);

/* With labels: safe to show, repeated words numbered. */
Sentence translating_sentence(Arena *arena, const char *text, const Lexicon *vocabulary,
                              const int *words, int length);

/* The sentence to translate; `text` as TranslatingSettings has it. */
bool translating_read_source(Arena *arena, const char *text, const Lexicon *vocabulary,
                             Sentence *source, Error *error);

/* The words of --target and the end. */
bool translating_read_target(Arena *arena, const char *text, const Lexicon *vocabulary, int end,
                             Sentence *target, Error *error);

/* Words that a translator chose; the end is none of its text. */
Sentence translating_chosen(Arena *arena, const Lexicon *vocabulary, const int *words, int length,
                            int end);

/* A warning if it came to no end by itself: more words might have followed. */
void translating_warn_if_cut(const Sentence *target, int end, Text *warnings);

/* The words of a sentence as another translator numbers them, which learned all of them too. */
const int *translating_renumbered(Arena *arena, const Lexicon *vocabulary,
                                  const Sentence *sentence);

/* All words of a vocabulary, safe to show. */
const char *const *translating_visible_words(Arena *arena, const Lexicon *vocabulary);

/* A translation, chosen or asked for. */
typedef struct Translated {
    Graph *graph;
    TranslatorNodes nodes;
    Translation translation;
    TranslationSummary summary;
    Sentence target;
    bool forced;
} Translated;

enum { MOST_LIKELY = 5 }; /* words that a list of the most probable has */

/* With `asked`, after these words; NULL: the translator's own. `likely`: how many of the most
   probable words the summary has for each. */
Translated translating_translate(Graph *g, const TranslatingSettings *settings,
                                 const KnownTranslator *known, const Sentence *source,
                                 const Sentence *asked, int likely);

/* The trace of one translator, which points to `t`. */
Trace *translating_narrate(const Run *run, const TranslatingSettings *settings,
                           const KnownTranslator *known, const Sentence *source,
                           const Translated *t);

/* The seed as a trace tells it; NULL where nothing is drawn. */
const char *translating_seed(Arena *arena, const TranslatingSettings *settings);

/* A trace of one translator, from the options to its output. */
bool translating_run(const Run *run, const TranslatingSettings *settings, Error *error);

#endif
