/* Sentences from the command line → their translation by a model and the trace of it: by a
 * recurrent translator or a transformer. What the commands of both share.
 */
#pragma once

#include "cli/output.h"
#include "train/pairs.h"

/* ---- options ---- */

typedef struct TranslatingSettings {
    const char *source; /* NULL: the sentence of Bahdanau et al. 2015, figure 3; "-": standard
                           input */
    Values sources;     /* all of a batch; the one above is its first */
    const char *target; /* the words to go on with, or NULL */
    int longest;        /* of a translation, in words; 0: by the source */
    int sample;         /* how many sentences to print instead; 0 for none */

    const char *weights; /* "built-in", "random" or a path */
    uint64_t seed;       /* of random weights, and of what hard attention draws */

    /* of a translator */
    int window;                /* D of local attention; 0: as it was learned */
    int step;                  /* the word that is told whole, from 1 */
    int encoder, score, reach; /* places among the options' names */
    int attention, hard;       /* the same; attention 2: none */
    Taking taking;             /* what they mean */

    /* of a transformer */
    TransformerSizes sizes; /* of random weights, but for those of the vocabularies */
    int layer;              /* that is told whole, from 1 */

    int cell; /* of a translator or a language model: place among the option's names */
    bool attends, both_ways; /* of a language model */
    bool choices;            /* the built-in translator that learned French in any right order */
} TranslatingSettings;

enum { LONGEST_TRANSLATION = 200 };

/* Sentences of the toy language that no built-in translator has learned from, a line each, with a
   tab and the translation if wanted: of --sample, and all that a command does then. With seed 0
   they are the first of those that scores are measured on. */
void sentences_print_sample(Arena *arena, int count, uint64_t seed, bool translated, bool choices);

/* Words of a vocabulary, but for the special ones at its beginning: "an and does …". */
const char *words_listed(Arena *arena, const char *const *words, int count);

/* ---- language models ---- */

/* "gru-attention" */
const char *language_kind(Arena *arena, const TranslatingSettings *settings, bool both_ways,
                          bool attends);

/* ---- by a model ---- */

/* A model, the words that it knows, special ones first (train/pairs.h), and what is asked of
   it. */
typedef struct KnownModel {
    Arena *arena;
    TranslatingSettings settings;
    Model model;
    Lexicon source, target;
    bool watched; /* as it learns: the sentence is that of --watch */
} KnownModel;

/* The command that shows a model of this kind, but for its weights: "attnviz luong --score dot".
   NULL: none does. */
const char *model_command(Arena *arena, const ModelKind *kind);

/* The model of this kind (a name of model/model.h), of the settings' weights, window, sizes and
   seed. Random weights have the words of the toy language. */
bool model_find(Arena *arena, const TranslatingSettings *settings, const char *name,
                KnownModel *known, Error *error);

/* Fails if too little memory is left for so many copies of all that a model of these sizes
   learns. */
bool model_check_memory(Arena *arena, const ModelKind *kind, const void *sizes, int copies,
                        Error *error);

/* ---- sentences ---- */

/* Words of one side: a sentence to translate, or a translation with its end if it came to one.
   Whatever models are asked know them all, by the same numbers. */
typedef struct TracedSentence {
    TracedText text; /* no tokens: there is none */
    const int *numbers;
    const char *const *labels;
    int padding; /* so many of the words, the last, fill it up to the longest of a batch */
} TracedSentence;

/* The sentence to translate. */
bool source_read(const KnownModel *known, TracedSentence *source, Error *error);

/* What it becomes: the words of --target with the end; where that is not given those that the model
   chooses, and a warning if they came to no end: more might have followed. `what`: "the
   translation" */
bool target_read(const Run *run, const char *what, const KnownModel *known,
                 const TracedSentence *source, TracedSentence *target, Error *error);

/* Words of one vocabulary, those of a target with the end behind them; `what` names them
   ("--target"). */
bool sentence_read(const KnownModel *known, const char *what, Bytes text, bool is_target,
                   TracedSentence *sentence, Error *error);

/* Of words of a vocabulary, which are not copied. Labels are safe to show, repeated words numbered.
 */
TracedSentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary,
                           const int *words, int length);

/* The same, filled up to so many words: a model's own word for padding is the end. */
TracedSentence sentence_padded(const KnownModel *known, TracedSentence sentence, int length);

/* What the toy language has for it, with the end; false if it is no sentence of that. With choices
   as near to what is said as can be, which may be NULL. */
bool sentence_translated(Arena *arena, const PairSource *language, const TracedSentence *source,
                         const TracedSentence *said, TracedSentence *target);

/* Adds to a trace what the toy language's grammar says of a translation ("the translation"), by a
   model that knows the words of that language and no others; behind what it says of the one before.
 */
void sentence_judge(Trace *trace, const char *what, const KnownModel *known,
                    const TracedSentence *source, const TracedSentence *target);

/* ---- translating ---- */

enum { MOST_LIKELY = 5 }; /* words that a list of the most probable has */

typedef struct Translated {
    TranslationTask task;
    Translation by_translator; /* one of these, as the model is */
    const TransformerParameters *transformer;
    TransformerTranslation by_transformer;
} Translated;

/* Into the words of the target. In a graph with names, and in its arena. */
const Translated *translating_translate(Scope scope, const KnownModel *known,
                                        const TracedSentence *source, const TracedSentence *target);

/* How the scores of a translation in this scope move with the words of its source: the shares
   (model/studies.h). */
Node *translating_gradients(Scope scope, const Translated *translated);

/* What a model is to do: to go on with these words. */
TranslationTask translating_task(const KnownModel *known, const TracedSentence *source,
                                 const TracedSentence *target);

/* The words that a model chooses: at most the settings' `longest`; else twice those of the source
   and ten, more than any good translation has, but no more than a pair to learn from. */
TracedSentence translating_choose(const KnownModel *known, const TracedSentence *source);

/* The seed of what is drawn; NULL where nothing is. */
const uint64_t *translating_seed(const TranslatingSettings *settings);

/* Where its weights come from, as settings of a trace. */
void translating_origin(Trace *trace, const KnownModel *known);

/* The whole, by a model of this kind: without attention also how the scores move with the words of
   the source ("shares", model/studies.h), and of built-in weights, how probable the words
   that the toy language expects are ("compared", model/model.h), or else those of the translation:
   "fixed/right" and "bahdanau/right". */
Trace *translating_run(const Run *run, const char *kind, Error *error);
