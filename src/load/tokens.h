/* The tokenizer: text → words and punctuation marks.
 *
 * A word is a run of letters, marks and digits; an apostrophe or hyphen inside it belongs to it
 * (don't, well-known), as does a point or comma between two digits (3.14). Every punctuation mark
 * is a token, and so is every other symbol, emoji, ideograph, kana and control character, each with
 * what Unicode joins to it. White space separates tokens.
 *
 * All strings live in the arena. The text is untrusted: invalid UTF-8, a blank text and one that is
 * too long are errors.
 */
#pragma once

#include "base/base.h"

/* In bytes, for words and for single characters; a longer one would be a whole line of a file. */
enum { LONGEST_TOKEN = 1024 };

typedef struct Tokens {
    int count;
    const char **words; /* as written, in Unicode's composed form (NFC) */
    const char **keys;  /* for the vocabulary look-up; see token_key */
    const char **labels; /* safe to show, at most 100 columns; repeated words become the₁, the₂ */
} Tokens;

/* `what` names the source in messages ("--sentence"). Fails if there are more than `limit` tokens,
   or one is longer than LONGEST_TOKEN. */
Tokens tokenize(Arena *arena, const char *what, const char *text, size_t size, int limit);

/* Labelled tokens from words and their keys (NULL: computed here). The arrays are not copied. */
Tokens tokens_labelled(Arena *arena, const char **words, const char **keys, int count);

/* These words, padded to n tokens with "<pad>". */
Tokens tokens_padded(Arena *arena, const char *const *words, int count, int n);

bool is_white_space(int32_t c);

/* Whether a token has no letter or digit: a punctuation mark, a symbol, an emoji. */
bool is_mark(const char *word);

/* Validates text from outside, which must happen before it is normalised: valid UTF-8 without NUL
   bytes, and without long runs of combining marks, whose normalisation takes quadratic time. */
void check_text(const char *what, const char *text, size_t size);

/* Whether it would pass. */
bool is_text(const char *text, size_t size);

/* Text that has passed check_text, as utf8proc's options say, after mapping each code point
   (NULL: none). */
typedef int32_t Mapping(int32_t c, void *unused);
const char *normalised(Arena *arena, const char *text, size_t size, int options, Mapping *mapping);

/* The length of the run of letters and digits at the start, including apostrophes inside it; 0 if
   there is none. */
size_t letters_length(const char *text, size_t size);

/* The vocabulary key of a word: case-folded, composed (NFC), with the ASCII apostrophe. `word` must
   have passed check_text. */
const char *token_key(Arena *arena, const char *word);
