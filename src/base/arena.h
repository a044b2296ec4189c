/* Memory that is freed all at once.
 *
 * Every object of a run lives in one arena; nothing else frees. Memory comes zeroed and aligned
 * for vectors. Where there is none, the caller is left (base/memory.h): no caller can do better.
 */
#pragma once

#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* Forgets everything allocated but keeps the memory for the next round (a training step). */
void arena_reset(Arena *arena);

/* count × size zeroed bytes, aligned to 64. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* The same, but what was there before is left: for who writes all of it. */
void *arena_alloc_unset(Arena *arena, size_t count, size_t size);

/* An array with room behind its `count` items, or a copy of it that is twice as long: for a list
   that grows. */
void *arena_grow(Arena *arena, void *items, int count, int *capacity, size_t size);

char *arena_strdup(Arena *arena, const char *string);
char *arena_strndup(Arena *arena, const char *string, size_t length);

/* The printf of strings that stay. */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
