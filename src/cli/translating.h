/* Sentences from the command line → their translation by a model and the trace of it: by a
 * recurrent translator or a transformer. What the commands of both share.
 */
#ifndef CLI_TRANSLATING_H
#define CLI_TRANSLATING_H

#include "base/lexicon.h"
#include "cli/output.h"
#include "model/transformer.h"
#include "trace/traces.h"

/* ---- options ---- */

typedef struct TranslatingSettings {
    const char *source; /* NULL: the sentence of Bahdanau et al. 2015, figure 3; "-": standard
                           input */
    const char *target; /* the words to go on with, or NULL */
    int longest;        /* of a translation, in words; 0: by the source */
    int sample;         /* how many sentences to print instead; 0 for none */

    const char *weights; /* "built-in", "random" or a path */
    uint64_t seed;       /* of random weights, and of what hard attention draws */

    /* of a translator */
    int window;          /* D of local attention; 0: as it was learned */
    int step;            /* the word that is told whole, from 1 */
    int attention, hard; /* places among the options' names … */
    Taking taking;       /* … and what they mean */

    /* of a transformer */
    TransformerSizes sizes; /* of random weights, but for those of the vocabularies */
    int layer;              /* that is told whole, from 1 */
} TranslatingSettings;

enum { LONGEST_TRANSLATION = 200 };

/* All fill TranslatingSettings: the sentences; everything else of a translator; what of that is of
   all alignment models; whose weights alone. */
extern const OptionList sentence_options, translator_options, hard_options, weights_option;

/* Both fill its sizes: of weights that are to be learned, or that are drawn. */
extern const OptionList size_options, drawn_size_options;

/* Whether they go together; the decoder gets as many layers as the encoder. */
bool transformer_check_sizes(const Run *run, Error *error);

/* Sentences of the toy language that no built-in translator has learned from, a line each: of
   --sample, and all that a command does then. */
void sentences_print_sample(Arena *arena, int count);

/* ---- numbered words ---- */

/* The words that a model knows, special ones first (train/pair_source.h). */
typedef struct Vocabularies {
    Lexicon source, target;
    int end; /* the target's word that ends a sentence */
} Vocabularies;

/* Numbered words of one side. */
typedef struct NumberedSentence {
    int length;       /* 0: there is none … */
    const int *words; /* … and this is NULL */
    TracedText shown; /* as a trace has it */
    const char *const *labels;
} NumberedSentence;

/* The sentence to translate, and the words of --target with the end, none where it is not given. */
bool sentences_read(Arena *arena, const TranslatingSettings *settings, const Vocabularies *known,
                    NumberedSentence *source, NumberedSentence *asked, Error *error);

/* With labels: safe to show, repeated words numbered. */
NumberedSentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary,
                             const int *words, int length);

/* Words of a target that a model chose; the end is none of its text. */
NumberedSentence sentence_chosen(Arena *arena, const Vocabularies *known, const int *words,
                                 int length);

/* Its words as another model numbers them, which learned all of them too. */
NumberedSentence sentence_renumbered(Arena *arena, const Lexicon *vocabulary,
                                     NumberedSentence sentence);

/* A warning if it came to no end by itself: more words might have followed. `what`: "the
   translation" */
void sentence_warn_if_cut(const Run *run, const char *what, const NumberedSentence *target,
                          int end);

/* ---- by a model ---- */

typedef struct KnownModel {
    Model model;
    Vocabularies words;
} KnownModel;

/* The command that shows a model of this kind, but for its weights: "attnviz luong --score dot".
   NULL: none does. */
const char *model_command(Arena *arena, const ModelKind *kind);

/* The model of this kind (a name of model/model.h), of the settings' weights, window, sizes and
   seed. Random weights have the words of the toy
   language. */
bool model_find(Arena *arena, const TranslatingSettings *settings, const char *name,
                KnownModel *known, Error *error);

/* Fails if this machine's memory is too small for so many copies of all that a model learns. */
bool model_check_memory(const Model *model, int copies, Error *error);

enum { MOST_LIKELY = 5 }; /* words that a list of the most probable has */

/* A translation, chosen or asked for. */
typedef struct Translated {
    TranslationTask task;
    NumberedSentence target;
    bool forced;
    Translation by_translator; /* one of these, as the model is */
    TransformerParameters transformer;
    TransformerTranslation by_transformer;
} Translated;

/* After the words of `asked`; if it has none, the model's own. In a graph with names, and in its
   arena. */
const Translated *translating_translate(Scope scope, const TranslatingSettings *settings,
                                        const KnownModel *known, const NumberedSentence *source,
                                        const NumberedSentence *asked);

/* What a model is to do: to go on with these words. */
TranslationTask translating_task(Arena *arena, const TranslatingSettings *settings,
                                 const KnownModel *known, const NumberedSentence *source,
                                 const NumberedSentence *target);

/* The words that a model chooses: at most the settings' `longest`; else twice those of the source
   and ten, more than any good translation has, but no more than a pair to learn from. */
NumberedSentence translating_choose(Arena *arena, const TranslatingSettings *settings,
                                    const KnownModel *known, const NumberedSentence *source);

/* The seed as a trace tells it; NULL where nothing is drawn. */
const char *translating_seed(Arena *arena, const TranslatingSettings *settings);

/* The whole, by a model of this kind. */
Trace *translating_run(const Run *run, const char *kind, Error *error);

#endif
