/* The sentences of a translation, whichever model makes it: the one to translate and the words to
 * go on with, as the command line has them; how long the translation may become; sentences to try.
 */
#ifndef CLI_SENTENCES_H
#define CLI_SENTENCES_H

#include "cli/options.h"
#include "trace/translation.h"
#include "train/lexicon.h"

/* Numbered words of one side. */
typedef struct Sentence {
    const char *text;
    int length;
    const int *words;
    const char *const *strings, *const *labels;
} Sentence;

/* With labels: safe to show, repeated words numbered. */
Sentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary, const int *words,
                     int length);

/* Words that a translator chose; the end is none of its text. */
Sentence sentence_chosen(Arena *arena, const Lexicon *vocabulary, const int *words, int length,
                         int end);

/* A warning if it came to no end by itself: more words might have followed. `what`: "the
   translation" */
void sentence_warn_if_cut(const char *what, const Sentence *target, int end, Text *warnings);

/* Its words as another translator numbers them, which learned all of them too. */
Sentence sentence_renumbered(Arena *arena, const Lexicon *vocabulary, Sentence sentence);

/* As a trace has it. */
TranslatedText sentence_shown(const Sentence *sentence);

/* All words of a vocabulary, safe to show. */
const char *const *sentences_visible_words(Arena *arena, const Lexicon *vocabulary);

/* ---- read from the command line ---- */

/* The sentence to translate. `text`: NULL for the sentence of Bahdanau et al. 2015, figure 3; "-"
   for standard input. */
bool sentence_read_source(Arena *arena, const char *text, const Lexicon *vocabulary,
                          Sentence *source, Error *error);

/* The words of --target and the end. */
bool sentence_read_target(Arena *arena, const char *text, const Lexicon *vocabulary, int end,
                          Sentence *target, Error *error);

/* ---- how long a translation may be ---- */

enum { LONGEST_TRANSLATION = 200 }; /* in words, whoever asks */

/* --max-steps, 0 for auto; it does not go with --target. */
bool sentences_read_longest(const Arguments *arguments, int *longest, Error *error);

/* How many words a translation may have, its end included; 0: twice those of the source and ten,
   more than any good one has, but no more than a pair to learn from. */
int sentences_longest(int longest, const Sentence *source);

/* ---- sentences of the toy language to try ---- */

/* --sample, 0 where it is not given; it goes with no other option. */
bool sentences_read_sample(const Arguments *arguments, int *count, Error *error);

/* Those that no built-in translator has learned from, a line each. */
void sentences_print_sample(Arena *arena, int count);

#endif
