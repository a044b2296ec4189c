/* Shared by the command files: settings and functions of the commands for attention, translation
 * and training; then struct Settings, which holds the values of all options (cli/options.list), and
 * their checks. Everything belongs to the run's arena. */
#pragma once

#include "cli/output.h"
#include "load/arguments.h"
#include "train/pairs.h"

/* ==== attention ====
 *
 * Shared by the commands of self-attention: one or several sentences from the command line, and the
 * weights for all of them.
 */

typedef enum PositionChoice { POSITIONS_SINUSOIDAL, POSITIONS_NONE } PositionChoice;

enum { PROJECTIONS = 4 }; /* W_Q, W_K, W_V, W_O */

/* Vectors and projections given on the command line. */
typedef struct OwnNumbers {
    VectorList vectors, projections[PROJECTIONS]; /* empty if not given */
    Tokens words;                                 /* of the vectors; empty without them */
    Weights weights;                              /* made from them */
} OwnNumbers;

typedef struct ModelSettings {
    Strings sentences; /* none: standard input */
    int heads, dim;
    const char *mask;
    PositionChoice positions;
    SelfAttentionSettings attention; /* variations of the paper's attention */
    int convention;                  /* 0: words are rows; 1: columns */
    const char *weights;             /* "built-in", "random" or a path */
    const char *embeddings;          /* a path, or NULL */
    OwnNumbers own;
    const char *word; /* the word to follow, or NULL */
    uint64_t seed;
    bool heads_given, dim_given, weights_given;
    int nearest; /* length of lists of nearest words; if > 0, all vectors are loaded, not only those
                    of the sentences */
} ModelSettings;

/* Maxima: vectors read from a file if all are loaded; sentences that are compared. */
enum { MOST_VECTORS = 2000000, MOST_SENTENCES = 16 };

/* A sentence, ready for the model. */
typedef struct ReadSentence {
    const char *text; /* as given, without trailing white space */
    Tokens tokens;    /* all tokens; `words` are those with a vector */
    Words words;
    Subject subject;
} ReadSentence;

/* The word of --word, and which occurrence of it. */
typedef struct WantedWord {
    const char *word, *key;
    int occurrence; /* 1-based; 0: not given, take the first */
} WantedWord;

/* All sentences of a command. */
typedef struct Readings {
    Weights weights;
    ReadSentence *items;
    int count;
    WantedWord wanted;           /* of --word; its word is NULL if not given */
    ComparedSentence *sentences; /* the model's input, with the place of that word in each */
} Readings;

/* Loads or draws the weights for these words. */
Weights model_weights(Arena *arena, const ModelSettings *settings, const char *const *keys,
                      int count);

/* How messages name the source of the vectors: "w.safetensors has". */
const char *model_vectors_have(Arena *arena, const ModelSettings *settings);

/* Reads and tokenizes all sentences, and looks up their vectors; a word without a vector is a
   warning. Also finds the word of --word in each sentence, for "bat:2" the second occurrence; it is
   tokenized like the sentences, and ambiguity is a warning. */
Readings model_read(const Run *run);

/* Attention over the first sentence. */
SentenceAttention model_attend(Graph *g, const Readings *readings);

/* ==== translating ====
 *
 * Shared by the commands of recurrent translators and transformers: sentences from the command
 * line, their translation by a model, and its trace.
 */

/* ---- options ---- */

/* A step of the alignment model with the user's own numbers. */
enum { ANNOTATIONS, STATE, W_A, U_A, V_A, OWN_ALIGNMENT };

typedef struct TranslatingSettings {
    const char *source; /* NULL: the sentence of Bahdanau et al. 2015, figure 3; "-": standard
                           input */
    Strings sources;    /* the whole batch; `source` is its first */
    const char *target; /* the words to output (teacher forcing), or NULL */
    int longest;        /* maximum words of a translation; 0: depends on the source */
    int sample;         /* number of sentences to print instead (language.c); 0 for none */

    const char *weights; /* "built-in", "random" or a path */
    uint64_t seed;       /* of random weights, and of hard attention's samples */

    /* of a translator */
    int window;                /* D of local attention; 0: as trained */
    int step;                  /* 1-based word to show in full */
    int encoder, score, reach; /* indices among the options' names */
    int attention, hard;       /* the same; attention 2: none */
    Taking taking;             /* derived from them */

    /* of a transformer */
    TransformerSizes sizes; /* of random weights, without the vocabulary sizes */
    int layer;              /* 1-based layer to show in full */

    int cell;                /* of a translator or language model: index among the option's names */
    bool attends, both_ways; /* of a language model */
    bool choices;            /* the built-in translator trained on French in any correct order */

    VectorList own[OWN_ALIGNMENT]; /* numbers given on the command line instead of a model */
} TranslatingSettings;

enum { LONGEST_TRANSLATION = 200 };

/* The words of a vocabulary without the special ones at its beginning: "an and does …". */
const char *words_listed(Arena *arena, const Lexicon *vocabulary);

/* ---- language models ---- */

/* "gru-attention" */
const char *language_kind(Arena *arena, const TranslatingSettings *settings, bool both_ways,
                          bool attends);

/* ---- models ---- */

/* The words of one side: a source sentence, or a translation with its end-of-sentence token if it
   has one. All models asked share their vocabulary. */
typedef struct TracedSentence {
    TracedText text; /* no tokens: no sentence */
    const int *numbers;
    const char *const *labels;
    int padding; /* number of padding words at the end, up to the longest sentence of a batch */
} TracedSentence;

/* A model with its vocabularies, special words first (train/pairs.h), and its input. */
typedef struct KnownModel {
    Arena *arena;
    TranslatingSettings settings;
    Model model;
    TracedSentence source, target; /* set by source_read, target_read */
} KnownModel;

/* The command that shows a model of this kind, without --weights: "attnviz luong --score dot". NULL
   if there is none. */
const char *model_command(const ModelKind *kind);

/* Loads or draws the model of this kind (a name of model/model.h) with the settings' weights,
   window, sizes and seed. Random models have the vocabulary of the toy language. */
KnownModel model_find(Arena *arena, const TranslatingSettings *settings, const char *name);

/* Fails if there is not enough memory for so many copies of the model's parameters. */
void model_check_memory(Arena *arena, const ModelKind *kind, const void *sizes, int copies);

/* ---- sentences ---- */

/* Reads the source sentence, with the end-of-sentence token if `ends`. what: "--source" */
void source_read(KnownModel *known, const char *what, bool ends);

/* Sets the target: the words of --target with the end-of-sentence token, or else the model's own
   translation, with a warning if that did not reach the end. what: "the translation" */
void target_read(const Run *run, const char *what, KnownModel *known);

/* Both, from the options --source and --target. */
void sentences_read(const Run *run, KnownModel *known);

/* The toy language's translation of the source, with the end-of-sentence token; if there are
   several, the one nearest to the known target. False if the source is not a sentence of the
   language. */
bool sentence_translated(const KnownModel *known, const PairSource *language,
                         TracedSentence *target);

/* Appends the verdict of the toy language's grammar on a translation ("the translation") to
   trace->judgement, if the model has exactly the vocabulary of that language. */
void sentence_judge(Trace *trace, const char *what, const KnownModel *known);

/* ---- translating ---- */

enum { MOST_LIKELY = 5 }; /* length of lists of the most probable words */

typedef struct Translated {
    TranslationTask task;
    Translation by_translator; /* set for a recurrent translator; else the transformer's members */
    const TransformerParameters *transformer;
    TransformerTranslation by_transformer;
} Translated;

/* Runs the model with the target's words (teacher forcing), in the scope's graph, which has names.
 */
const Translated *translating_translate(Scope scope, const KnownModel *known);

/* The gradients of a translation's scores with respect to its source words, as shares
   (model/studies.h). */
Node *translating_gradients(Scope scope, const Translated *translated);

/* The task of translating the source into the target's words. */
TranslationTask translating_task(const KnownModel *known);

/* The seed, or NULL if nothing is random. */
const uint64_t *translating_seed(const TranslatingSettings *settings);

/* Adds where the weights come from to a trace's settings. */
void translating_origin(Trace *trace, const KnownModel *known);

/* The whole command, with a model of this kind. A model without attention also gets the gradients
   of its scores ("shares", model/studies.h), and with built-in weights the probabilities of the
   words that the toy language expects, or else of the translation's, with and without attention
   ("compared", model/model.h): "fixed/right" and "bahdanau/right". */
Trace *translating_run(const Run *run, const char *kind);

/* ==== training ====
 *
 * Shared by the commands that train weights: threads, seed, output file; and by those that train on
 * pairs of sentences.
 */

enum { MOST_TRAINING_STEPS = 1000000 };

typedef struct LearningSettings {
    const char *corpus; /* a path, or the name of a built-in corpus */
    int steps;          /* 0: the recipe's */
    int longest;        /* maximum words of a sentence of the toy language */
    bool choices;       /* its French in any correct order */
    int kind;           /* of a translator: index into model_kinds */
    int heads, dim;     /* of self-attention; dim of a translator, where 0 is the recipe's */
    int vocabulary;     /* size; 0: all words that are frequent enough */
    int threads;        /* 0: one per processor; they do not affect any result */
    uint64_t seed;
    const char *out;
    const char *watch; /* the sentence, or NULL */
} LearningSettings;

/* The kinds of translator that can be trained, by index; NULL after the last. */
const char *translator_kind_name(int index);

/* Fails unless dim is even (positions) and divisible by the number of heads. */
void training_check_dimension(int dim, int heads);

/* The sizes of a translator's recipe, with annotations of dimension dim (--dim) unless 0. */
const void *training_translator_sizes(Arena *arena, const ModelKind *kind, int dim);

/* Copies per parameter: value, Adam's two moments, and at least two gradients. */
enum { TRAINED_COPIES = 5 };

/* Fails if the weights or the folder cannot be written, or if the file exists but holds no weights,
   so that a typo cannot overwrite a user's novel. */
void training_check_out(const Run *run);

/* A training run with progress on standard error, up to its weights file. */
typedef struct ToldTraining {
    const Run *run;
    Training *training;
    Watch *watch;
    const TracedText *texts; /* the watched sentences */
    int text_count;
    /* Measures the final model; returns a sentence for the terminal. */
    const char *(*measure)(void *data);
    Attempted *write; /* writes the file, measured or not */
    void *data;

    /* state of training_run */
    Progress progress;
    const char *score;
    TrainingHistory history;
} ToldTraining;

/* Trains until the last step, an interrupt, or out of memory, and in each case measures and writes
   the weights so far. After training an interrupt ends the program as usual. Fails if no step was
   taken or memory ran out. Returns the trace if one is asked for; else NULL. */
Trace *training_run(ToldTraining *told);

/* Trains a model of this kind and sizes (NULL: its recipe's) on pairs, from reading the corpus to
   writing the file. Fails and returns like training_run. */
Trace *train_pairs(const Run *run, const ModelKind *kind, const void *sizes);

/* ==== all settings ==== */

/* ---- values ---- */

/* The trained models to compare, in the order of --models. */
enum { TRAINED_FIXED, TRAINED_BAHDANAU, TRAINED_TRANSFORMER, TRAINED_MODELS };
extern const char *const trained_kinds[TRAINED_MODELS];

/* The models to compare, and the sentences to compare them on. */
typedef struct ComparisonSettings {
    bool models[TRAINED_MODELS], norms[NORM_PLACES];
    Numbers layers, heads, dims; /* 0: the size of the built-in models */
    int seeds, steps, points, sentences, longest;
    int timed; /* equal time instead of equal steps */
    double seconds;
} ComparisonSettings;

typedef struct RetrieveSettings {
    VectorList query, keys, values;
    const char *image, *grid_text; /* a picture and its grid, or NULL */
    Patches grid;                  /* its patches are the keys; 0 × 0 without a picture */
    RetrievalScore score;
    uint64_t seed;
} RetrieveSettings;

/* An axis of keys or values, labelled as given or by letter and number: k₁, k₂, … */
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
    bool formats[4]; /* by PaperFormat (classroom/paper.h), and PDF */
    int is_letter;
    const char *out;
} WorksheetSettings;

/* Whether this is the name of a file that attnviz worksheet writes. */
bool worksheet_paper(const char *path);

struct Settings {
    /* shared by several commands */
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
        double pause;         /* seconds; 0: until Enter is pressed */
    } tour;
    const char *pair[2]; /* of mechanisms: sentences */
    int pretrained_top;
    Strings plus, minus; /* of neighbours: words */
    PositionSettings positions;
    RetrieveSettings retrieve;
    struct {
        int is_strict;
        double follow_through;
        const char *out;
    } check;
    WorksheetSettings worksheet;
    Strings measures; /* of sweep */
    ScoreVarianceSettings variance;
    FlowSettings flow;
};

/* ---- checks ---- */

/* Each belongs to a list of options and is defined beside the command that uses it. */
OptionsCheck check_output, check_own, check_own_alignment, check_model, check_seed, check_sizes,
    check_retrieve, check_watch, check_threads, check_compare_training, check_positions;
