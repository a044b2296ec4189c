/* The options' side of a command: where their values go, the lists of their rows
 * (cli/options.list), and what is checked when all values are in their places. It brings what
 * commands are written with: strings, numbers, and all that they share. */
#pragma once

#include "cli/model.h"
#include "cli/training.h"
#include "cli/translating.h"
#include "graph/ops.h"

/* ---- values ---- */

/* Trained models side by side, in the order of the words of --models. */
enum { TRAINED_FIXED, TRAINED_BAHDANAU, TRAINED_TRANSFORMER, TRAINED_MODELS };

typedef struct CompareTrainingSettings {
    bool models[TRAINED_MODELS], norms[NORM_PLACES];
    Numbers layers, heads, dims; /* a size of 0 is that of the built-in models */
    int seeds, steps, points, sentences, longest;
    int timed; /* all get the same time, not steps */
    double seconds;
} CompareTrainingSettings;

typedef struct GradientSettings {
    FlowSettings flow; /* but for the gains */
    Numbers gains;
    bool models[TRAINED_MODELS];
} GradientSettings;

typedef struct RetrieveSettings {
    const char *query_text, *keys_text, *values_text; /* the last may be NULL */
    VectorList query, keys, values;                   /* what they say */
    const char *image, *grid_text;                    /* of a picture, or NULL */
    Patches grid;                                     /* its keys; 0 × 0 without one */
    RetrievalScore score;
    uint64_t seed;
} RetrieveSettings;

typedef enum DrawnKind { DRAWN_AUTO, DRAWN_WEIGHTS, DRAWN_SCORES, DRAWN_DIFFERENCE } DrawnKind;

typedef struct DrawSettings {
    const char *rows, *cols, *title; /* each may be NULL */
    DrawnKind kind;
} DrawSettings;

struct Settings {
    /* that several commands share */
    OutputSettings output;
    ModelSettings model;
    VariationSettings variation;
    TranslatingSettings translating;
    LearningSettings learning;

    /* of one command each */
    struct {
        Numbers dims;
        int sentences, longest;
    } bottleneck;
    CompareTrainingSettings compare_training;
    struct {
        Numbers lengths;
        LayerSizes sizes;
    } cost;
    DrawSettings draw;
    GradientSettings gradients;
    struct {
        int sample;
        bool choices;
        uint64_t seed;
    } language;
    const char *pair[2]; /* of mechanisms: sentences */
    Values plus, minus;  /* of neighbours: words */
    PositionSettings positions;
    RetrieveSettings retrieve;
    struct {
        Numbers dims;
        ScoreVarianceSettings drawn; /* but for the dims */
    } variance;
};

/* ---- lists ---- */

extern const OptionList what_if_options, output_options, file_options, picture_options, cost_option,
    /* of self-attention */
    sentence_option, sentences_option, given_options, word_option, nearest_option, model_options,
    input_options, vector_options, variation_options, normalise_option, attention_options,
    neighbours_options, mechanisms_options, heads_option, draw_options, retrieve_options,
    /* of translators and language models */
    source_options, translator_options, hard_options, seed_option, weights_option, bahdanau_options,
    luong_options, batch_options, transformer_options, drawn_size_options, size_options,
    recurrence_options, rnn_options, language_options,
    /* of learning */
    training_options, watch_options, train_attention_options, pair_options, train_bahdanau_options,
    train_rnn_options, train_transformer_options, compare_training_options,
    /* of what is measured */
    bottleneck_options, layer_cost_options, gradients_options, positions_options, variance_options;

/* Each is of a list, and stands beside the command or what commands share. */
OptionsCheck check_output, check_own, check_model, check_sources, check_seed, check_transformer,
    check_sizes, check_retrieve, check_watch, check_threads, check_compare_training,
    check_gradient_options, check_positions;
