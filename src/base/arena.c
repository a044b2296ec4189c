#include "base/base.h"

#include <limits.h>
#include <stdarg.h>

enum { BLOCK_SIZE = 1 << 20, FIRST_CAPACITY = 64 };

/* Under AddressSanitizer every allocation is a block of its own, so that an overrun of a single
   element is caught. */
#ifdef ATTNVIZ_SANITIZE
static const bool separate = true;
#else
static const bool separate = false;
#endif

typedef struct Block {
    struct Block *next;
    size_t size, used;
    _Alignas(MEMORY_ALIGNMENT) unsigned char data[];
} Block;

struct Arena {
    Block *first;   /* the block allocated from; the others are full enough */
    Block *resting; /* blocks kept by a reset, empty */
};

static void blocks_free(Block *block)
{
    while (block) {
        Block *next = block->next;
        free(block);
        block = next;
    }
}

Arena *arena_new(void)
{
    Arena *arena = memory_take(sizeof *arena);
    *arena = (Arena){0};
    return arena;
}

void arena_free(Arena *arena)
{
    if (arena) {
        blocks_free(arena->first);
        blocks_free(arena->resting);
        free(arena);
    }
}

void arena_reset(Arena *arena)
{
    while (arena->first) {
        Block *block = arena->first;
        arena->first = block->next;
        if (separate) {
            free(block);
        } else {
            block->used = 0;
            block->next = arena->resting;
            arena->resting = block;
        }
    }
}

/* The first resting block that is large enough, or a new one. */
static Block *next_block(Arena *arena, size_t size)
{
    for (Block **link = &arena->resting; *link; link = &(*link)->next) {
        Block *block = *link;
        if (block->size >= size) {
            *link = block->next;
            return block;
        }
    }
    size = separate || size > BLOCK_SIZE ? size : BLOCK_SIZE;
    Block *block = memory_take(sizeof *block + size);
    *block = (Block){.size = size};
    return block;
}

/* Bytes that begin at a multiple of `alignment`, a power of two. */
static void *take(Arena *arena, size_t bytes, size_t alignment)
{
    Block *block = arena->first;
    size_t begin = block ? (block->used + alignment - 1) & -alignment : 0;
    if (!block || separate || begin > block->size || block->size - begin < bytes) {
        block = next_block(arena, bytes);
        block->next = arena->first;
        arena->first = block;
        begin = 0;
    }
    block->used = begin + bytes;
    return block->data + begin;
}

void *arena_alloc_unset(Arena *arena, size_t count, size_t size)
{
    if (size && count > ((size_t)PTRDIFF_MAX - MEMORY_ALIGNMENT) / size) /* no object is larger */
        out_of_memory();
    return take(arena, count * size, MEMORY_ALIGNMENT);
}

void *arena_alloc(Arena *arena, size_t count, size_t size)
{
    return memset(arena_alloc_unset(arena, count, size), 0, count * size);
}

/* There is room for FIRST_CAPACITY, and then for powers of two. */
void *arena_grow(Arena *arena, void *items, int count, size_t size)
{
    if (count % FIRST_CAPACITY || (count & (count - 1)))
        return items;
    CHECK(count <= INT_MAX / 2, "%d items", count);
    void *longer = arena_alloc(arena, count ? 2 * (size_t)count : FIRST_CAPACITY, size);
    if (count)
        memcpy(longer, items, (size_t)count * size);
    return longer;
}

char *arena_strndup(Arena *arena, const char *string, size_t length)
{
    char *copy = take(arena, length + 1, 1);
    copy[length] = '\0';
    return memcpy(copy, string, length);
}

char *arena_strdup(Arena *arena, const char *string)
{
    return arena_strndup(arena, string, strlen(string));
}

char *arena_format(Arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = take(arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
