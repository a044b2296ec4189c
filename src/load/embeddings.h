/* A file of word vectors (load/vector_file.h) → a table of the vectors that are wanted.
 *
 * The file is read once, with memory for what is wanted only, and no further than until every
 * wanted word is there as it is. A key (load/tokens.h) is served by the row that is spelled so; if
 * there is none, by the first row that is the same without regard to case ("Paris" for paris).
 * Rows whose word is not valid UTF-8 or longer than 1,024 bytes are passed over. All lives in the
 * arena.
 */
#pragma once

#include "model/words.h"

/* A word of a file. */
typedef struct FoundWord {
    long row;     /* from 1 */
    char *word;   /* as the file spells it */
    real *vector; /* [D] */
    real cosine;  /* with the vector that it is among the nearest to */
} FoundWord;

typedef struct Embeddings {
    const char *path;
    Tensor table;           /* [words, D], in the order of the file */
    Lexicon vocabulary;     /* of their keys */
    const FoundWord *found; /* of each row of the table, which has the vector */
} Embeddings;

/* Of these words and vectors, which are copied, in the order of their rows, where they are put:
   each row once, and none without a word (NULL). */
Embeddings embeddings_of(Arena *arena, const char *path, FoundWord *found, int count, int d_model);

/* Reads the vectors of these keys and of their other forms (model/words.h), and that of
   "<unk>". Without keys (NULL) it reads all words up to `count`: the first, which most files have
   in the order of frequency. Fails with one line that names the file and the place; also when none
   of the keys is found in any form, or no word at all. */
bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                     Embeddings *embeddings, Error *error);

/* ---- the vectors nearest to some, of a file that is read twice ---- */

/* What a first reading has found. */
typedef struct FirstReading {
    long count;        /* of rows */
    bool *serves;      /* of each: not where another serves its word, or it has none */
    Embeddings wanted; /* the vectors of the keys and of their other forms: those there are */
} FirstReading;

/* Reads a regular file, up to `most` different words, in memory for the words alone. */
bool embeddings_survey(Arena *arena, const char *path, const char *const *keys, int count, int most,
                       FirstReading *survey, Error *error);

/* Reads it again: what was wanted, and of the words that can be listed (model/words.h) the
   `most` nearest to each of the vectors by cosine; in the order of the file. Memory is what is
   kept. Checks all numbers of the file. */
bool embeddings_nearest(Arena *arena, const char *path, const FirstReading *survey, Tensor vectors,
                        int most, Embeddings *embeddings, Error *error);

/* Gives weights these vectors in place of their own. Fails if they have another D. */
bool embeddings_replace(Arena *arena, const Embeddings *embeddings, Weights *weights, Error *error);
