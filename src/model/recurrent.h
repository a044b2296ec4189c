/* Recurrent networks: a state that reads a sentence word by word.
 *
 * G sentences of one length are read side by side, a state being a matrix [G,n]; a trace reads one,
 * G = 1. What holds all places of all sentences has row t·G + g for place t of sentence g, so that
 * with G = 1 row t is place t. Nodes belong to the graph.
 */
#pragma once

#include "graph/ops.h"

typedef enum CellKind { CELL_TANH, CELL_GRU } CellKind;

/* How a cell's states are called; symbols have the number of the place. */
typedef struct CellWords {
    const char *title;     /* "State" */
    const char *state;     /* "h→_{%d}" */
    const char *candidate; /* "h̃_{%d}" */
} CellWords;

/* What a cell has learned. A GRU's W and b stand side by side for z, r and the candidate. */
typedef struct RecurrentCell {
    CellKind kind;
    CellWords words;
    Node *W;       /* [d,n]; of a GRU [d,3n] */
    Node *U;       /* [n,n] */
    Node *U_gates; /* of a GRU, for z and r: [n,2n] */
    Node *b;       /* [1,n]; of a GRU [1,3n] */
} RecurrentCell;

/* Declares W, U, U_zr and b, of d inputs and n units. */
RecurrentCell recurrent_cell(Scope s, CellKind kind, int d, int n, CellWords words);

/* One that reads a sentence in this direction: its W, U, … are in "forward" or "backward". */
RecurrentCell reading_cell(Scope s, CellKind kind, int d, int n, bool backwards);

/* How many columns W and b have for n units. */
int cell_width(CellKind kind, int n);

/* xW + b for all rows of x[…,d] at once: the part of every step that waits for no state. `product`
   is the id of xW. */
Node *cell_input(Scope s, const RecurrentCell *cell, Node *x, const char *product);

/* The next state hₜ [G,n] from the previous one, given this step's xₜW + b.

   plain:  hₜ = tanh(xₜW + hₜ₋₁U + b)                   Elman 1990
   GRU:    z, r = σ(xₜW_zr + hₜ₋₁U_zr + b_zr)           Cho et al. 2014, eq. 5–8
           h̃ₜ = tanh(xₜW + (r ⊙ hₜ₋₁)U + b)
           hₜ = z ⊙ h̃ₜ + (1 − z) ⊙ hₜ₋₁                 in the form of Bahdanau et al. 2015, A.1.1

   z, the update gate, is how much of the candidate is taken; r, the reset gate, how much of the old
   state the candidate sees. The reset gate comes before the product with U, as in both papers;
   torch.nn.GRU puts it after, and has z and 1 − z the other way round. */
Node *cell_step(Scope s, const RecurrentCell *cell, Node *input, Node *previous);

/* How a sentence is read. */
typedef struct ReadingOrder {
    const char *product; /* the id of what all words bring: "forward/products" */
    const char *place;   /* where the steps of a place are named: "forward-%d" */
    const char *how;     /* how their titles end: ", read forwards" */
    bool backwards;
} ReadingOrder;

/* The states of all places of x[T·G,d], the first first. The initial state stands beside the place
   that is read first: at −1, or backwards at T. */
Node **read_places(Scope s, const RecurrentCell *cell, Node *x, int sentences,
                   ReadingOrder reading);

/* A sentence read forwards, and backwards too where there is a cell for it. */
typedef struct Encoding {
    int length;      /* T */
    Node **forward;  /* h→ of places 0 … T−1 [G,n], and the initial one at −1 */
    Node **backward; /* h← of places 0 … T−1, read from the initial one at T; NULL without */
    Node *all[2];    /* h→ of all places [T·G,n], and h←; the latter NULL without */
    Node *annotations; /* hⱼ = [h→ⱼ ; h←ⱼ] [T·G,2n]; the forward states alone without */
} Encoding;

/* x[T·G,d]: the vectors of the words. `backward` may be NULL.      Bahdanau et al. 2015, §3.2 */
Encoding encode(Scope s, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences);
