/* Translators: an encoder, attention and a decoder, each word being read and written as the row of
 * a table of vectors.
 *
 * Bahdanau et al. 2015 ("context first"): the old state asks, and the answer enters the new one.
 *
 *     c_i = attention(s_i−1, h)    s_i = GRU(s_i−1, [y_i−1 ; c_i])    s_0 = tanh(W_s h←_1)
 *     scores of the next word = [s_i ; c_i ; y_i−1] W_o + b_o
 *
 * The last line is simpler than the paper's maxout of U_o s + V_o y + C_o c: a score is then the
 * sum of what the state, the context and the last word say to it, and each can be read off.
 *
 * Luong et al. 2015: the new state asks, and the answer enters the output only.
 *
 *     s_i = GRU(s_i−1, y_i−1)      c_i = attention(s_i, h)            s_0 = [h→_T ; h←_1]
 *     h̃_i = tanh([c_i ; s_i] W_c)    scores of the next word = h̃_i W_s        eq. 5, 6
 *
 * without input feeding, and with an encoder that reads both ways, as Bahdanau's does.
 *
 * Without attention (Cho et al. 2014) it is Bahdanau's decoder with one c, [h→_T ; h←_1], for all
 * words: the bottleneck that attention removes, and nothing else is removed.
 *
 * Bahdanau's kind comes with plain cells too (-rnn), and with an encoder that only reads forwards
 * (-causal): its annotation of a word knows nothing of the words to come, and it aligns less well.
 *
 * The same functions train on G sentences of one length side by side and trace one (see
 * model/recurrent.h for the rows). A graph owns its nodes; the tensors live in the caller's arena.
 */
#ifndef MODEL_TRANSLATOR_H
#define MODEL_TRANSLATOR_H

#include "model/alignment.h"
#include "model/recurrent.h"

#include <stdint.h>

typedef struct TranslatorKind {
    const char *name;   /* "bahdanau" */
    const char *source; /* "Bahdanau et al. 2015" */
    CellKind cell;      /* of encoder and decoder */
    bool attends;       /* else one context for all words */
    bool both_ways;     /* the encoder reads backwards too */
    bool context_first; /* Bahdanau's decoder, else Luong's */
    Score score;
    Reach reach;
} TranslatorKind;

/* All kinds; the first is Bahdanau's. */
extern const TranslatorKind translator_kinds[];
extern const int translator_kind_count;

/* NULL for none of that name. */
const TranslatorKind *translator_kind(const char *name);

typedef struct TranslatorSizes {
    int source_words, target_words;
    int embedding; /* features of a word */
    int hidden;    /* units of the decoder's state, and of each direction of the encoder; with
                      Luong's decoder half of them in each direction, so that a state and an
                      annotation are equally long */
    int alignment; /* units of the alignment model's layer */
    int window;    /* D of local attention; else not looked at */
} TranslatorSizes;

/* What is learned, in this order everywhere: in files, in the optimiser, in tests. */
enum {
    LEARNS_SOURCE_WORDS,
    LEARNS_TARGET_WORDS,
    LEARNS_FORWARD_W, /* the encoder's cells */
    LEARNS_FORWARD_U,
    LEARNS_FORWARD_U_GATES,
    LEARNS_FORWARD_B,
    LEARNS_BACKWARD_W,
    LEARNS_BACKWARD_U,
    LEARNS_BACKWARD_U_GATES,
    LEARNS_BACKWARD_B,
    LEARNS_FIRST_STATE,
    LEARNS_DECODER_W, /* the decoder's cell */
    LEARNS_DECODER_U,
    LEARNS_DECODER_U_GATES,
    LEARNS_DECODER_B,
    LEARNS_DECODER_CONTEXT, /* C: what a context adds to the cell's input */
    LEARNS_ADDITIVE_W_A,
    LEARNS_GENERAL_W_A,
    LEARNS_CONCAT_W_A,
    LEARNS_U_A,
    LEARNS_V_A,
    LEARNS_W_P,
    LEARNS_V_P,
    LEARNS_OUTPUT, /* W_o and b_o, or W_c and W_s */
    LEARNS_OUTPUT_B,
    LEARNS_W_C,
    LEARNS_W_S,
    TRANSLATOR_TENSORS
};

typedef struct Translator {
    const TranslatorKind *kind;
    TranslatorSizes sizes;
    int end;            /* the target word that ends a sentence, and stands before its first word */
    const char *origin; /* "random, not learned" */
    Tensor tensors[TRANSLATOR_TENSORS]; /* no data where the kind has none */
} Translator;

/* The name of a tensor in files: "decoder/W". */
const char *translator_tensor_name(int index);

/* Of a kind's tensor; false if it has none. */
bool translator_tensor_shape(const TranslatorKind *kind, TranslatorSizes sizes, int index,
                             int *rows, int *cols);

/* Whether the units of a kind that halves them can be halved. */
bool translator_sizes_fit(const TranslatorKind *kind, TranslatorSizes sizes);

/* All tensors of the kind, zero. */
Translator translator_zero(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes);

/* Drawn from a seed: words' vectors from N(0, 1), matrices from N(0, 1/rows), vₐ and v_p from
   N(0, 1/a), biases zero. Each tensor has a stream of its own. */
Translator translator_random(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes,
                             uint64_t seed);

/* How many numbers are learned: 42,812 for 100 words a side, embedding 24, hidden 32, alignment
   24, Bahdanau's kind. */
long translator_parameters(const Translator *translator);

/* ---- in a graph ---- */

/* The tensors as nodes, put together. Those that the kind has none of are NULL. */
typedef struct TranslatorNodes {
    const Translator *translator;
    Node *tensors[TRANSLATOR_TENSORS];
    RecurrentCell forward, backward, decoder;
    Aligner aligner;
} TranslatorNodes;

/* From nodes for the tensors, NULL where the kind has none. */
TranslatorNodes translator_assembled(const Translator *translator, Node *const *tensors);

/* The same from the translator's own tensors, with gradients if `is_learned`. Nothing is copied. */
TranslatorNodes translator_nodes(Graph *g, const Translator *translator, bool is_learned);

/* G source sentences as read. */
typedef struct SourceReading {
    Node *embeddings; /* of the words [T·G,e] */
    Encoding encoding;
    AlignmentKeys keys; /* without attention no keys */
    Node *summary;      /* without attention the one context [G,m], else NULL */
    Node *first_state;  /* s_0 [G,n] */
} SourceReading;

/* words[t·G + g]: word t of sentence g, a row of the source table; not copied. */
SourceReading read_source(Graph *g, const TranslatorNodes *nodes, const int *words, int length,
                          int sentences);

/* One step of the decoder. */
typedef struct DecoderStep {
    Node *context_input; /* c_i C, context first; else NULL */
    Alignment alignment; /* its query is s_i−1 or s_i; all NULL without attention */
    Node *context;       /* c_i */
    CellStep cell;       /* its state is s_i */
} DecoderStep;

/* Scores of the next word, of as many states as there are rows. */
typedef struct Readout {
    Node *joined;      /* [s ; c ; y], or Luong's [c ; s] */
    Node *attentional; /* h̃ of Luong; else NULL */
    Node *scores;      /* [rows,target words] */
} Readout;

/* ---- training ---- */

/* Sentences of one length with translations of one length, side by side. */
typedef struct SentencePairs {
    int sentences;                    /* G */
    int source_length, target_length; /* T and L; the target's counts its end */
    const int *source;                /* source[t·G + g] */
    const int *target; /* target[i·G + g], the end last; what stands before the first
                          word is not there */
    double weight;     /* of each target word's surprise in the loss */
} SentencePairs;

/* Every word after the true words before it. */
typedef struct ForcedDecoding {
    SourceReading source;
    Node *embeddings;   /* y_i−1 of all steps: row i·G + g */
    DecoderStep *steps; /* L of them */
    Readout readout;    /* of all steps, likewise */
    Node *loss;         /* weight · Σ −log p(word) [1,1] */
} ForcedDecoding;

/* The arrays of `pairs` are not copied. */
ForcedDecoding decode_forced(Graph *g, const TranslatorNodes *nodes, const SentencePairs *pairs);

/* ---- translating one sentence ---- */

typedef struct TranslatedWord {
    Node *embedding; /* y_i−1 [1,e] */
    DecoderStep step;
    Readout readout;
    Node *probabilities; /* of every target word [1,v] */
    int word;            /* the most probable, the first of equals; or the one asked for */
} TranslatedWord;

typedef struct Translation {
    SourceReading source;
    int length; /* of words, with the end if it came */
    TranslatedWord *words;
} Translation;

/* Word by word until the end or `longest` words. With `asked`, an array of `longest` target words,
   each step goes on with these instead of the most probable, all of them. */
Translation translate(Graph *g, const TranslatorNodes *nodes, const int *words, int length,
                      int longest, const int *asked);

#endif
