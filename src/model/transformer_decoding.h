/* A transformer's translation word by word: what comes next after the words so far.
 *
 * Under the causal mask a word changes nothing of those before it. So every layer remembers their
 * keys and values (the “KV cache”), and the next word is one row: of n words each costs the same
 * d² products, instead of those of all before it again. The scores have the bits that
 * transformer_decode gives of all words at once.
 */
#ifndef MODEL_TRANSFORMER_DECODING_H
#define MODEL_TRANSFORMER_DECODING_H

#include "model/transformer.h"

typedef struct TransformerDecoding {
    const TransformerNodes *nodes;
    Node *positions;     /* PE [longest,d] */
    DecoderPast *layers; /* of each layer */
    int length;          /* of the words read so far */
} TransformerDecoding;

/* Before the first word. It lives in the graph, and the source's pass outlives it. */
TransformerDecoding transformer_decoding(Graph *g, const TransformerNodes *nodes,
                                         const EncoderPass *source, int longest);

/* Reads a word, the end before the first one: the scores of the word after it [1,target words].
   Nothing of `scratch` is needed for the words that follow. */
Node *transformer_next(Graph *scratch, TransformerDecoding *decoding, int word);

/* The most probable words, the first of equals; the last of them may be the end. Returns how many
   of `longest`. */
int transformer_words(const TransformerNodes *nodes, const EncoderPass *source, int longest,
                      int *words);

#endif
