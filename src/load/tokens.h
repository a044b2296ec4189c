/* Text → tokens: words and punctuation marks.
 *
 * A word is a run of letters, marks and digits; an apostrophe or hyphen inside it belongs to it
 * (don't, well-known), as does a point or comma between two digits (3.14). Every punctuation
 * mark is a token, and so is every other symbol, emoji, ideograph, kana and control character,
 * each with what Unicode joins to it. White space separates.
 *
 * All strings live in the arena. The text is hostile: what is not UTF-8, blank or too long fails.
 */
#pragma once

#include "base/base.h"

/* In bytes. No word is longer, nor any character; a line of every table and file would be. */
enum { LONGEST_TOKEN = 1024 };

typedef struct Tokens {
    int count;
    const char **words;  /* as written, in Unicode's composed form (NFC) */
    const char **keys;   /* for look-up; see token_key */
    const char **labels; /* safe to show, at most 100 columns; a repeated word is the₁, the₂ */
} Tokens;

/* `what` names the source in messages ("--sentence"). More than `limit` tokens are an error, and
   one that is longer than LONGEST_TOKEN. */
bool tokenize(Arena *arena, const char *what, const char *text, size_t size, int limit,
              Tokens *tokens, Error *error);

/* Tokens of these words and their keys (NULL: to be found), labelled. The arrays are not copied. */
Tokens tokens_labelled(Arena *arena, const char **words, const char **keys, int count);

/* These words, and "<pad>" behind them up to n. */
Tokens tokens_padded(Arena *arena, const char *const *words, int count, int n);

/* Whether a token has neither a letter nor a digit: a punctuation mark, a symbol, an emoji. */
bool is_mark(const char *word);

/* What any text from outside must be before it is normalised: valid UTF-8 without NUL bytes, and
   without heaps of combining marks, which take time that grows with their square. */
bool check_text(const char *what, const char *text, size_t size, Error *error);

/* How long the run of letters and digits is that begins here, with apostrophes inside it; 0 for
 * none.
 */
size_t letters_length(const char *text, size_t size);

/* What a word is looked up by: without case, composed (NFC), and with the typewriter's
   apostrophe. `word` has passed check_text. */
const char *token_key(Arena *arena, const char *word);
