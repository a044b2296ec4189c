/* A string that grows, in an arena: always terminated, never fails; and what is asked of any
 * string, or of several. */
#pragma once

#include "base/memory.h"

typedef struct Text {
    Arena *arena;
    char *data; /* "" when nothing was added */
    size_t length, capacity;
} Text;

Text text_new(Arena *arena);
void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text);

bool begins_with(const char *string, const char *beginning);
bool ends_with(const char *string, const char *ending);

/* The first of `count` structs that is called so; `count` −1: of those before one without a name.
   Each struct begins with its name. NULL for none. */
void *find_named(const void *structs, int count, size_t size, const char *name);

/* The first place of a string; −1 for none. */
int find_string(const char *const *strings, int count, const char *string);

bool same_strings(const char *const *a, int count, const char *const *b, int other_count);

/* "a, b or c": the strings with ", " between them, and " or " before the last one. */
char *join_strings(Arena *arena, const char *const *strings, int count, const char *between,
                   const char *last);

/* "word" or "words": "" for one, else "s". */
const char *plural(long count);

/* A copy with the letters of ASCII in lower case, and all other bytes as they are. */
char *lowered(Arena *arena, const char *string);
