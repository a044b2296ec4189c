/* Text to learn from: sentences of numbered words, and the vocabulary that numbers them.
 *
 * A word is a run of letters and digits, with the apostrophes inside it, in the form in which words
 * are looked up (token_key in load/tokens.h); a possessive 's is cut off, a hyphen separates, and
 * punctuation is dropped. What the vocabulary lacks is UNKNOWN_WORD. All lives in the arena.
 *
 * One source (a line, a synset) in fifty is held out: it is never learned from, and shows how well
 * a model does on what it has not seen.
 */
#ifndef TRAIN_CORPUS_H
#define TRAIN_CORPUS_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

enum {
    UNKNOWN_WORD,         /* "<unk>" */
    HIDDEN_WORD,          /* "<mask>": where a word is to be guessed */
    SPECIAL_WORDS,        /* how many there are of these */
    LONGEST_SENTENCE = 24 /* words; what is longer is cut into several */
};

typedef struct Sentence {
    int first, length; /* in the corpus's tokens */
} Sentence;

typedef struct Sentences {
    int count;
    Sentence *items;
} Sentences;

typedef struct Corpus {
    const char *origin; /* "WordNet 3.0", or the file's name */
    int word_count;     /* the special words, then the others, the most frequent first */
    const char **words;
    int *counts;   /* how often each word is in the sentences to learn from */
    bool *content; /* a word to be asked for: neither special nor a function word */
    int *tokens;   /* of all sentences, one after the other */
    Sentences training, held_out;
} Corpus;

/* A text file in UTF-8 with a sentence a line. The vocabulary is at most `vocabulary` words, the
   most frequent, special ones included. Fails if the file cannot be read, is no UTF-8, or has too
   little in it to learn from. */
bool corpus_read_text(Arena *arena, const char *path, int vocabulary, Corpus *corpus, Error *error);

/* WordNet's database in a folder; see train/wordnet.h. */
bool corpus_read_wordnet(Arena *arena, const char *folder, int vocabulary, Corpus *corpus,
                         Error *error);

#endif
