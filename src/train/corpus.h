/* Text to learn from: sentences of numbered words, and the vocabulary that numbers them.
 *
 * A word is a run of letters and digits, with the apostrophes inside it, in the form in which words
 * are looked up (token_key in load/tokens.h); a possessive 's is cut off, a hyphen separates, and
 * punctuation is dropped. What the vocabulary lacks is UNKNOWN_WORD. All lives in the arena.
 *
 * One source (a line, a synset) in fifty is held out: it is never learned from, and shows how well
 * a model does on what it has not seen.
 */
#pragma once

#include "base/base.h"

enum {
    UNKNOWN_WORD,            /* "<unk>" */
    MASKED_WORD,             /* "<mask>": where a word is to be guessed */
    SPECIAL_WORDS,           /* how many there are of these */
    LONGEST_SENTENCE = 24,   /* words; what is longer is cut into several */
    LARGEST_CORPUS = 1 << 30 /* bytes of a file */
};

typedef struct Sentence {
    int first, length; /* in the corpus's tokens */
} Sentence;

typedef struct Sentences {
    int count;
    Sentence *items;
} Sentences;

typedef struct Corpus {
    const char *origin;  /* "WordNet 3.0", or the file's name */
    const char *licence; /* what weights learned from it say, or NULL */
    Lexicon vocabulary;  /* the special words, then the others, the most frequent first */
    int *counts;         /* how often each word is in the sentences to learn from */
    bool *content;       /* a word to be asked for: neither special nor a function word */
    int *tokens;         /* of all sentences, one after the other */
    Sentences training, held_out;
} Corpus;

/* ---- what it is made of ---- */

/* A piece of text, before it is cut into words: what a reader of one kind of file hands on. It
   points into the file's bytes or the arena. */
typedef struct Passage {
    Bytes text;
    int weight;        /* what each of its words counts when the vocabulary is chosen */
    int source;        /* passages of one source are held out together: they share words */
    const char *topic; /* NULL, or a word without which in the vocabulary it is left out */
    int end;           /* in the tokens, once it is cut into words */
} Passage;

/* A list that grows in the arena; otherwise empty at first. */
typedef struct Passages {
    Arena *arena;
    int count;
    Passage *items;
} Passages;

void passages_add(Passages *passages, Bytes text, int weight, int source, const char *topic);

/* WordNet's database files (wndb(5WN), as Debian's wordnet-base installs them): data.noun,
   data.verb, data.adj and data.adv in `folder`.

       02139199 05 n 02 bat 0 chiropteran 0 005 … | nocturnal mouselike mammal with …; "an example"

   A line is a synset: words of one meaning and, behind the bar, a gloss of definitions and quoted
   example sentences. From each come the definitions' clauses, the examples, and the definition as
   a sentence about each of its words ("a bat is a nocturnal mouselike mammal with …"). Fails,
   naming file and line, if a file is missing or a line is no synset. */
bool wordnet_read(const char *folder, Passages *passages, Error *error);

extern const char wordnet_licence[];

/* ---- reading it ---- */

/* A text file in UTF-8 with a sentence a line. The vocabulary is at most `vocabulary` words, the
   most frequent, special ones included. Fails if the file cannot be read, is no UTF-8, or has too
   little in it to learn from. */
bool corpus_read_text(Arena *arena, const char *path, int vocabulary, Corpus *corpus, Error *error);

/* WordNet's database in a folder. */
bool corpus_read_wordnet(Arena *arena, const char *folder, int vocabulary, Corpus *corpus,
                         Error *error);
