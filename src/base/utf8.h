/* UTF-8 from outside: checked, measured, and made safe to show. Nothing here fails. */
#pragma once

#include "base/text.h"

#include <stdint.h>

enum { ZERO_WIDTH_NON_JOINER = 0x200c, ZERO_WIDTH_JOINER = 0x200d };

/* A code point and how many bytes it takes; a byte that begins none is −1 and one byte long. */
typedef struct CodePoint {
    int32_t value;
    size_t length;
} CodePoint;

/* The first code point of `size` bytes (of none: −1). Overlong forms, surrogates and what lies
   above U+10FFFF are not code points. */
CodePoint utf8_decode(const char *bytes, size_t size);

/* The next code point of a string, which goes on behind it; false at the end. */
bool utf8_next(const char **string, CodePoint *c);

static inline bool is_between(int32_t c, int32_t first, int32_t last)
{
    return first <= c && c <= last;
}

/* How many of the first bytes are valid: `size` when all are, else the offset of the first bad
   one. */
size_t utf8_valid_length(const char *bytes, size_t size);

/* The length in bytes of the first grapheme cluster (Unicode's Standard Annex 29): what a reader
   takes for one character. A flag or a family of emoji is one. */
size_t utf8_cluster(const char *bytes, size_t size);

/* The columns that a terminal needs: 2 for a wide character or an emoji, 0 for a combining mark. */
int utf8_width(const char *string);

/* A string as something every terminal and viewer can be given. Control characters become
   their pictures (␊), invalid bytes ⟨FF⟩; what is invisible, reorders the line or has no agreed
   meaning becomes its number (⟨U+202E⟩), except where spelling or an emoji needs it; a mark with
   nothing to sit on gets a dotted circle. */
const char *visible_text(Arena *arena, const char *string);

/* The same, its middle left out beyond so many columns; and as a label, of at most 100. */
const char *visible_within(Arena *arena, const char *string, int columns);
const char *visible_label(Arena *arena, const char *string);

/* A string made to fit `width` columns, its middle replaced by …; the string itself if it fits. */
const char *elide_middle(Arena *arena, const char *string, int width);
