/* Recurrent networks: a state that reads a sentence word by word.
 *
 * G sentences of one length are read side by side, a state being a matrix [G,n]; a trace reads one,
 * G = 1. What holds all places of all sentences has row t·G + g for place t of sentence g, so that
 * with G = 1 row t is place t. Nodes belong to the graph.
 */
#ifndef MODEL_RECURRENT_H
#define MODEL_RECURRENT_H

#include "graph/node.h"

typedef enum CellKind { CELL_TANH, CELL_GRU } CellKind;

/* What a cell has learned. A GRU's W and b stand side by side for z, r and the candidate. */
typedef struct RecurrentCell {
    CellKind kind;
    Node *W;       /* [d,n]; of a GRU [d,3n] */
    Node *U;       /* [n,n] */
    Node *U_gates; /* of a GRU, for z and r: [n,2n] */
    Node *b;       /* [1,n]; of a GRU [1,3n] */
} RecurrentCell;

/* One step with everything between; what only a GRU has is NULL in a plain cell. */
typedef struct CellStep {
    Node *input;     /* xₜW + b */
    Node *gates;     /* z and r side by side [G,2n] */
    Node *z;         /* update gate: how much of the candidate is taken */
    Node *r;         /* reset gate: how much of the old state the candidate sees */
    Node *kept;      /* r ⊙ hₜ₋₁ */
    Node *candidate; /* h̃ₜ */
    Node *state;     /* hₜ [G,n] */
} CellStep;

/* xW + b for all rows of x[…,d] at once: the part of every step that waits for no state. */
Node *cell_input(Graph *g, const RecurrentCell *cell, Node *x);

/* The step from the previous state, given this step's xₜW + b.

   plain:  hₜ = tanh(xₜW + hₜ₋₁U + b)                   Elman 1990
   GRU:    z, r = σ(xₜW_zr + hₜ₋₁U_zr + b_zr)           Cho et al. 2014, eq. 5–8
           h̃ₜ = tanh(xₜW + (r ⊙ hₜ₋₁)U + b)
           hₜ = z ⊙ h̃ₜ + (1 − z) ⊙ hₜ₋₁                 in the form of Bahdanau et al. 2015, A.1.1

   The reset gate comes before the product with U, as in both papers; torch.nn.GRU puts it after,
   and has z and 1 − z the other way round. */
CellStep cell_step(Graph *g, const RecurrentCell *cell, Node *input, Node *previous);

/* Place t of all sentences: rows t·G … t·G + G − 1 of a. */
Node *place_of(Graph *g, Node *a, int place, int sentences);

/* A sentence read forwards, and backwards too where there is a cell for it. */
typedef struct Encoding {
    int length, sentences; /* T and G */
    CellStep *forward;     /* of places 0 … T−1 */
    CellStep *backward;    /* of places 0 … T−1, read from the last; NULL without */
    Node *forward_states;  /* h→ [T·G,n] */
    Node *backward_states; /* h← [T·G,n] or NULL */
    Node *annotations; /* hⱼ = [h→ⱼ ; h←ⱼ] [T·G,2n]; the forward states alone without */
} Encoding;

/* x[T·G,d]: the vectors of the words.      Bahdanau et al. 2015, §3.2 */
Encoding encode(Graph *g, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences);

#endif
