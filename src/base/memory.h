/* Memory, and what happens when there is no more.
 *
 * attnviz's own comes from memory_take, which escapes (base/error.h) when there is none.
 * Libraries, the C library among them, call malloc and its kin; base/memory.c stands in
 * front of those and remembers that one was refused. A library may then report an error, or quietly
 * do without: draw no glyph, place no accent. So a refusal is not forgotten: from then on whatever
 * fails says "out of memory", a CHECK does not take it for a bug, and nothing is published: no file
 * gets its name, and the program does not end well.
 *
 * (Under the sanitizers, which bring their own malloc, only memory_take notices.)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MEMORY_ALIGNMENT = 64 };

extern const char memory_message[]; /* "out of memory; …" */

/* So many bytes, aligned for vectors, to be given back by free. */
void *memory_take(size_t size);

/* For what nobody can have. */
_Noreturn void out_of_memory(void);

/* Whether somebody was refused memory. */
bool memory_refused(void);

/* Escapes if so. To be asked before what a library made is used. */
void memory_check(void);

/* From here on a refusal ends the program at once, as a signal does: before libraries are called
   that without memory abort, crash, or wait for ever, when they are tidied up at its end, too. */
void memory_ends_program(void);

/* Forgets it: for work that can end without what was not to be had. */
void memory_forgive(void);

/* Bytes of memory that this process can still get, by what the machine has left, its control group
   and its own limit allow; ∞ where nobody says. To be asked before a run begins. */
double memory_left(void);

/* ---- memory that is freed all at once ----
 *
 * Every object of a run lives in one arena; nothing else frees. Memory comes zeroed and aligned
 * for vectors. Where there is none, memory_take escapes: no caller can do better. */

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* Forgets everything allocated but keeps the memory for the next round (a training step). */
void arena_reset(Arena *arena);

/* count × size zeroed bytes, aligned to 64. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* The same, but what was there before is left: for who writes all of it. */
void *arena_alloc_unset(Arena *arena, size_t count, size_t size);

/* A list with room behind its `count` items: it, or where it is full a copy that has twice the
   room. How much that is, the count tells, so a list must have grown from its first item on by
   this. */
void *arena_grow(Arena *arena, void *items, int count, size_t size);

/* Strings lie side by side: a word aligned as numbers are would take several times its length. */
char *arena_strdup(Arena *arena, const char *string);
char *arena_strndup(Arena *arena, const char *string, size_t length);

/* The printf of strings that stay. */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
