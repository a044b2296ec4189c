/* What commands are written with: what those of attention, of translators and of learning share;
 * then where the values of all options go, the lists of their rows (cli/options.list), and what is
 * checked when all values are in their places. */
#pragma once

#include "cli/output.h"
#include "load/arguments.h"
#include "train/pairs.h"

/* ==== attention ====
 *
 * Sentences and weights from the command line, and what there is to say of them. What attention's
 * commands share: one sentence or several, the same weights for all.
 */

typedef enum PositionChoice { POSITIONS_SINUSOIDAL, POSITIONS_NONE } PositionChoice;

enum { PROJECTIONS = 4 }; /* W_Q, W_K, W_V, W_O */

/* Numbers of one's own. */
typedef struct OwnNumbers {
    VectorList vectors, projections[PROJECTIONS]; /* without numbers where they are not given */
    Tokens words;                                 /* of the vectors; none without them */
    Weights weights;                              /* what they all say */
} OwnNumbers;

typedef struct ModelSettings {
    Values sentences; /* none: standard input */
    int heads, dim;
    const char *mask;
    PositionChoice positions;
    SelfAttentionSettings attention; /* how it is done otherwise than in the paper: of a sentence */
    int convention;                  /* words are rows, 0, or columns */
    const char *weights;             /* "built-in", "random" or a path */
    const char *embeddings;          /* a path, or NULL */
    OwnNumbers own;
    const char *word; /* that is looked at, or NULL */
    uint64_t seed;
    bool heads_given, dim_given, weights_given;
    int nearest; /* how many words are listed by a vector: then all there are are wanted, not only
                    those of the sentences */
} ModelSettings;

/* So many vectors of a file are read at most, where all are wanted; so many sentences where they
   are compared. */
enum { MOST_VECTORS = 2000000, MOST_SENTENCES = 16 };

/* A sentence, ready for the model. */
typedef struct ReadSentence {
    const char *text; /* as it was given, but for white space at its end */
    Tokens tokens;    /* of all of it; `words` are those that are kept */
    Words words;
    Subject subject;
} ReadSentence;

/* The word of --word: which, and which of several in a sentence. */
typedef struct WantedWord {
    const char *word, *key;
    int occurrence; /* from 1; 0: none was given, and the first is meant */
} WantedWord;

/* All sentences of a command. */
typedef struct Readings {
    Weights weights;
    ReadSentence *items;
    int count;
    WantedWord wanted;           /* of --word, or without a word … */
    ComparedSentence *sentences; /* … and its place in each of them, as the model is given them */
} Readings;

/* The weights for these words. */
bool model_weights(Arena *arena, const ModelSettings *settings, const char *const *keys, int count,
                   Weights *weights, Error *error);

/* How messages name the source of the vectors: "w.safetensors has". */
const char *model_vectors_have(Arena *arena, const ModelSettings *settings);

/* All the sentences, ready for the model. What lacks a vector is a warning. Of --word one word,
   split from what is given as the sentences are, of "bat:2" the second; and its place in each, with
   a warning where it stands there several times and none was said. */
bool model_read(const Run *run, Readings *readings, Error *error);

/* Attention over the first of them. */
SentenceAttention model_attend(Graph *g, const Readings *readings);

/* ---- one word of a sentence: parts of that (word.c) ---- */

bool word_read(Arena *arena, const char *text, WantedWord *wanted, Error *error);
bool word_find(const Run *run, Readings *readings, Error *error);

/* ==== translating ====
 *
 * Sentences from the command line → their translation by a model and the trace of it: by a
 * recurrent translator or a transformer. What the commands of both share.
 */

/* ---- options ---- */

enum { OWN_ALIGNMENT = 5 }; /* annotations, state, W_a, U_a, v_a */

typedef struct TranslatingSettings {
    const char *source; /* NULL: the sentence of Bahdanau et al. 2015, figure 3; "-": standard
                           input */
    Values sources;     /* all of a batch; the one above is its first */
    const char *target; /* the words to go on with, or NULL */
    int longest;        /* of a translation, in words; 0: by the source */
    int sample;         /* how many sentences to print instead (language.c); 0 for none */

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

    VectorList own[OWN_ALIGNMENT]; /* numbers of one's own instead of all that */
} TranslatingSettings;

enum { LONGEST_TRANSLATION = 200 };

/* Words of a vocabulary, but for the special ones at its beginning: "an and does …". */
const char *words_listed(Arena *arena, const Lexicon *vocabulary);

/* ---- language models ---- */

/* "gru-attention" */
const char *language_kind(Arena *arena, const TranslatingSettings *settings, bool both_ways,
                          bool attends);

/* ---- by a model ---- */

/* A model, which knows its words, special ones first (train/pairs.h), and what is asked of it. */
typedef struct KnownModel {
    Arena *arena;
    TranslatingSettings settings;
    Model model;
} KnownModel;

/* The command that shows a model of this kind, but for its weights: "attnviz luong --score dot".
   NULL: none does. */
const char *model_command(const ModelKind *kind);

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

/* The sentence to translate, or to go through word by word up to its end. `what`: "--source" */
bool source_read(const KnownModel *known, const char *what, bool ends, TracedSentence *source,
                 Error *error);

/* What it becomes: the words of --target with the end; where that is not given those that the model
   chooses, and a warning if they came to no end: more might have followed. `what`: "the
   translation" */
bool target_read(const Run *run, const char *what, const KnownModel *known,
                 const TracedSentence *source, TracedSentence *target, Error *error);

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

/* One step of the alignment model, of numbers of one's own. */
Trace *own_alignment(const Run *run);

/* The whole, by a model of this kind: without attention also how the scores move with the words of
   the source ("shares", model/studies.h), and of built-in weights, how probable the words
   that the toy language expects are ("compared", model/model.h), or else those of the translation:
   "fixed/right" and "bahdanau/right". */
Trace *translating_run(const Run *run, const char *kind, Error *error);

/* ==== learning ====
 *
 * What the commands share that learn weights: how the work is shared and drawn, and which file may
 * be written; and what those share that learn from pairs of sentences, but for the model.
 */

enum { MOST_TRAINING_STEPS = 1000000 };

typedef struct LearningSettings {
    const char *corpus; /* a path, or the name of one that every copy of the program has */
    int steps;          /* 0: as many as suit it */
    int longest;        /* words of the toy language's longest sentence */
    bool choices;       /* its French in any right order */
    int kind;           /* of a translator: place in model_kinds */
    int heads, dim;     /* of self-attention; the dim of a translator: 0 is the recipe's */
    int vocabulary;     /* 0: the words that are frequent enough */
    int threads;        /* 0: as many as there are processors; they change no number */
    uint64_t seed;
    const char *out;
    const char *watch; /* the sentence, or NULL */
} LearningSettings;

/* Translators of pairs that a training may make, by index; NULL behind the last. */
const char *translator_kind_name(int index);

/* Whether positions and heads can share so many features. */
bool training_check_dimension(int dim, int heads, Error *error);

/* The sizes of a translator's recipe with annotations of so many numbers (--dim); 0 leaves them as
   they are. */
bool training_translator_sizes(const ModelKind *kind, int dim, TranslatorSizes *sizes,
                               Error *error);

/* Of each number its value, two moments and at least two gradients. */
enum { TRAINED_COPIES = 5 };

/* Fails if the weights or the folder cannot be written there, or if there is a file of that name
   that holds none: a user's novel is not written over by a slip of the keyboard. */
bool training_check_out(const Run *run, Error *error);

/* A training that is told of on standard error, up to the file of its weights. */
typedef struct ToldTraining {
    const Run *run;
    Training *training;
    Watch *watch;
    const TracedText *texts; /* of what is watched */
    int text_count;
    /* All there is to measure in the end; returns a sentence for the terminal. */
    const char *(*measure)(void *data);
    bool (*write)(void *data, Error *error); /* the file, whether that was done or not */
    void *data;

    /* of its way, from training_run */
    Progress progress;
    bool measures; /* a signal waits until that is done */
    bool starved;  /* memory ran out */
    const char *score;
    TrainingHistory history;
} ToldTraining;

/* Until the last step, until it is broken off or until memory runs out: what was learned so far is
   measured and written then, too. From there on an interrupt ends the program again. Fails if there
   was no step, and if memory ran out, at any time. The trace, if one is asked for; else NULL. */
Trace *training_run(ToldTraining *told, Error *error);

/* Trains a model of this kind and these sizes, NULL for those of its recipe, from the pairs to the
   file. As training_run. */
Trace *train_pairs(const Run *run, const ModelKind *kind, const void *sizes, Error *error);

/* ==== what the options fill ==== */

/* ---- values ---- */

/* Trained models side by side, in the order of the words of --models. */
enum { TRAINED_FIXED, TRAINED_BAHDANAU, TRAINED_TRANSFORMER, TRAINED_MODELS };
extern const char *const trained_kinds[TRAINED_MODELS];

/* What is compared, and on how many sentences of which length. */
typedef struct ComparisonSettings {
    bool models[TRAINED_MODELS], norms[NORM_PLACES];
    Numbers layers, heads, dims; /* a size of 0 is that of the built-in models */
    int seeds, steps, points, sentences, longest;
    int timed; /* all get the same time, not steps */
    double seconds;
} ComparisonSettings;

typedef struct RetrieveSettings {
    VectorList query, keys, values;
    const char *image, *grid_text; /* of a picture, or NULL */
    Patches grid;                  /* its keys; 0 × 0 without one */
    RetrievalScore score;
    uint64_t seed;
} RetrieveSettings;

/* Keys or values by their labels, or by a letter and a number where there are none: k₁, k₂, … */
Axis vector_axis(Arena *arena, const char *name, const char *letter, const VectorList *list);

typedef enum DrawnKind { DRAWN_AUTO, DRAWN_WEIGHTS, DRAWN_SCORES, DRAWN_DIFFERENCE } DrawnKind;

typedef struct DrawSettings {
    const char *rows, *cols, *title; /* each may be NULL */
    DrawnKind kind;
} DrawSettings;

typedef struct WorksheetSettings {
    int level, copies, worked;
    const char *roster; /* or NULL */
    uint64_t seed;
    bool formats[4]; /* of PaperFormat (classroom/paper.h), and as PDF */
    int is_letter;
    const char *out;
} WorksheetSettings;

/* Whether attnviz worksheet gives this name to what is printed, or to the list of codes. */
bool worksheet_paper(const char *path);

struct Settings {
    /* that several commands share */
    OutputSettings output;
    ModelSettings model;
    TranslatingSettings translating;
    LearningSettings learning;

    /* of one command each */
    int ablate_draws;
    ComparisonSettings comparison;
    struct {
        Numbers lengths;
        LayerSizes sizes;
    } cost;
    DrawSettings draw;
    struct {
        const char *stations; /* "3-5", "1,4,9" */
        double pause;         /* in seconds; 0: until Enter is pressed */
    } tour;
    const char *pair[2]; /* of mechanisms: sentences */
    int pretrained_top;
    Values plus, minus;  /* of neighbours: words */
    PositionSettings positions;
    RetrieveSettings retrieve;
    struct {
        int is_strict;
        double follow_through;
        const char *out;
    } check;
    WorksheetSettings worksheet;
    Values measures; /* of sweep */
    ScoreVarianceSettings variance;
    FlowSettings flow;
};

/* ---- checks ---- */

/* Each is of a list, and stands beside the command or what commands share. */
OptionsCheck check_output, check_own, check_own_alignment, check_model, check_seed, check_sizes,
    check_retrieve, check_watch, check_threads, check_compare_training, check_positions;
