/* A string that grows, in an arena: always terminated, never fails; and how any string begins and
 * ends. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

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

/* A copy with the letters of ASCII in lower case, and all other bytes as they are. */
char *lowered(Arena *arena, const char *string);
