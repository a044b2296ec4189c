/* Models that learn. From pairs of a sentence and its translation: the translators
 * (model/translator.h) and the transformer (model/transformer.h). From sentences alone: language
 * models, for which they are their own translations (model/language_model.c), and attention
 * (model/context_model.h), which guesses hidden words, and has what is particular to pairs as NULL.
 *
 * What is particular to a model stands in its row of model_kinds, and in the functions and tables
 * of its family. Drawing, loading, training, scoring and writing are the same for all: another
 * model is a file of its own with a ModelFamily, and a row.
 *
 * A Model is a value; what it points to lives in the arena that it was made in. */
#pragma once

#include "model/alignment.h"

/* ---- configuration ---- */

/* Where the file of a model says how large it is. */
typedef enum FieldSource { FROM_METADATA, FROM_ROWS, FROM_COLS } FieldSource;

/* Of models that anybody would train; three times as many units still count in an int. */
enum { MOST_MODEL_WORDS = 1 << 24, MOST_UNITS = 1 << 16, MOST_LAYERS = 100, MOST_WINDOW = 1000 };

/* A number of a configuration, in the struct of its family ("TransformerSizes"). */
typedef struct ModelField {
    const char *name;                    /* "encoder layers": in files too; NULL ends a table */
    size_t at;                           /* the offset of its int */
    int most;                            /* it is from 1 to this; a choice is below it */
    FieldSource source;                  /* metadata, unless it says something else */
    const char *tensors[3];              /* of these the one that the model has */
    const char *const *choices;          /* written instead of the number, or NULL */
    bool (*is_used)(const void *design); /* NULL: always; what is not may be missing in a file */
} ModelField;

/* ---- recipe ---- */

/* How much of a parameter's value is taken off per unit of the learning rate in each step. Those
   whose names match (fnmatch); the first row that does counts. */
typedef struct WeightDecay {
    const char *names;  /* NULL ends a table */
    double early, late; /* in the first part of the steps, and after it */
} WeightDecay;

/* A longer gradient is scaled down to this norm. */
enum { CLIP_NORM = 1 };

/* How a model is trained. The learning rate rises in a straight line through the warm-up, and falls
   to 0 in another. */
typedef struct ModelRecipe {
    int steps, warm_up;   /* the last step of the warm-up has the full learning rate */
    int batch;            /* examples in a step: sentences, or pairs of them */
    double learning_rate; /* of Adam: the highest */
    double early_part;    /* the share of the steps whose weight decay is the early one */
    const WeightDecay *decays;
} ModelRecipe;

/* ---- kinds ---- */

struct Model;
struct SentencePairs;
struct TranslationTask;

/* What a model would write after the true words before each of the target's. */
typedef struct Predictions {
    Node *scores; /* of the next word: the first largest of a row is taken [L·G,target words] */
    const int *words; /* the true one of each row */
    Node *weights;    /* α of one sentence: where each word looks [L,T]; NULL where one head cannot
                         tell, or the graph learns */
} Predictions;

typedef struct ModelFamily {
    const ModelField *fields; /* in the order of a file's metadata */
    size_t sizes_size;        /* of the struct of its sizes */
    ModelRecipe recipe;
    bool predicts_source; /* the words of the source itself: both sides of a pair are the same */
    Declares *declares;   /* the parameters of a Model */
    /* What is wrong with sizes that do not go together, or NULL; NULL: they always do. */
    const char *(*misfit)(Arena *arena, const void *design, const void *sizes);
    /* Sizes in the words of a recipe: "…, 32 units". */
    const char *(*described)(Arena *arena, const struct Model *model);
    /* In a graph that learns, or only looks. The arrays of `pairs` are not copied. */
    Predictions (*predict)(Graph *g, const struct Model *model, const struct SentencePairs *pairs,
                           bool is_learning);
    /* The most probable words; see model_words. NULL: it writes none by itself. */
    int (*write)(const struct Model *model, const struct TranslationTask *task, int *words);
} ModelFamily;

typedef struct ModelKind {
    const char *name;  /* "bahdanau" */
    const char *paper; /* "Bahdanau et al. 2015" */
    const ModelFamily *family;
    const void *design; /* what else sets it apart in its family, or NULL */
    const void *sizes;  /* of its recipe, but for the vocabularies' */
} ModelKind;

/* Every model: the translators, Bahdanau's first, those of language, the transformer. */
extern const ModelKind model_kinds[];
extern const int model_kind_count;

/* NULL for none of that name. */
const ModelKind *model_kind(const char *name);

/* Whether it predicts each word of a sentence from those on both sides, the end being none. */
bool kind_is_cloze(const ModelKind *kind);

/* Whether a field means something to a kind. */
bool field_is_used(const ModelKind *kind, const ModelField *field);

/* Its number in the sizes of a kind. */
int *field_in(void *sizes, const ModelField *field);

/* ---- models ---- */

typedef struct Model {
    const ModelKind *kind;
    void *sizes; /* the struct of its family */
    Parameters *parameters;
    int end; /* the target word that ends a sentence, and stands before its first word */
    /* As many words as its sizes say, all different; NULL where nobody has named them. */
    const char **source_words, **target_words;
    const char *corpus, *recipe, *score; /* what its file says of how it was learned, or NULL */
} Model;

/* A copy of these sizes of a kind, NULL for those of its recipe, for so many words a side. */
void *model_sizes(Arena *arena, const ModelKind *kind, const void *sizes, int source_words,
                  int target_words);

/* A number of the configuration by its name: "source words". */
int model_size(const Model *model, const char *field);

/* With its parameters declared, but without values. The sizes are copied. */
Model model_new(Arena *arena, const ModelKind *kind, const void *sizes);

/* Drawn from a seed: see Start in graph/names.h. */
Model model_random(Arena *arena, const ModelKind *kind, const void *sizes, uint64_t seed);

/* The graph's `learned` answers from the model's parameters; graphs of several threads can use one
   model. Nothing is copied but nodes. */
void model_in(Graph *g, const Model *model, bool is_learning);

/* ---- what it learns from ---- */

/* Sentences of one length with translations of one length, side by side. */
typedef struct SentencePairs {
    int sentences;                    /* G */
    int source_length, target_length; /* T and L; the target's counts its end if it has one */
    const int *source;                /* source[t·G + g] */
    const int *target; /* target[i·G + g], the end last, unless a word is left out of a sentence
                          known to end; what stands before the first word is not there */
    double weight;     /* of each target word's −log p in the loss */
} SentencePairs;

/* The word before each of the targets, in their order: `end` before the first. */
int *words_before(Arena *arena, const SentencePairs *pairs, int end);

/* weight · Σ −log p of the true words [1,1], in the order of the rows. */
Node *predictions_loss(Graph *g, Predictions p, double weight);

/* The same of what a model predicts, in a graph that learns. */
Node *model_loss(Graph *g, const Model *model, const SentencePairs *pairs);

/* ---- translating one sentence ---- */

/* What is to be translated, and how. Not copied. */
typedef struct TranslationTask {
    const int *source; /* words, rows of the source table */
    int source_length;
    int source_padding, target_padding; /* so many of the last words only fill up; where all are
                                           given */
    const int *target; /* the words to go on with, all of them; NULL: the most probable each, the
                          first of equals, up to the end */
    int target_length; /* of words at most */
    Taking taking;     /* of attention that is a translator's */
    uint64_t seed;     /* of what is drawn */
    /* Where the graph has names; then the target's words are given. */
    int likely;    /* so many of the most probable words are listed for each */
    bool is_cloze; /* each is a missing word, not the next one */
    /* Labels of the words; of the target's, and of the words that stand before each of them. */
    const char *const *source_labels, *const *target_labels, *const *read_labels;
    const char *const *source_vocabulary, *const *vocabulary; /* of the target */
} TranslationTask;

/* The most probable words, the first of equals, until the end or `target_length`: into room for so
   many; returns how many. Their graph is given back. */
int model_words(const Model *model, const TranslationTask *task, int *words);

/* ---- names ---- */

/* The names of an output word's steps, from 0; the labels of all words may be NULL where the graph
   has no names. */
Scope step_scope(Scope s, const char *const *labels, int index);

/* Of a word's scores, [1,v] as their probabilities: axes, "probabilities", and the task's likely
   words. */
void name_probabilities(Scope s, const TranslationTask *task, Node *scores, Node *probabilities);

/* "right": how probable the first words of the task's target are, a row each [count,1]. */
Node *right_words(Scope s, const TranslationTask *task, Node *const *probabilities, int count);

/* "compared": the same by two models, without attention and with it [count,2]. */
void right_beside(Scope s, Node *without, Node *with);

/* The task's `likely` most probable words, the first first, of a row of probabilities [1,v]: theirs
   [count,1], named "words" in a graph with names. */
Node *likely_words(Scope s, Node *probabilities, const TranslationTask *task);
