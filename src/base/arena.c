#include "base/base.h"

enum { BLOCK_SIZE = 1 << 20, FIRST_CAPACITY = 8 };

/* Under AddressSanitizer every allocation is its own block, so that an overrun by a single element
   is caught. */
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

/* Blocks before `current` are considered full, those after it are empty. */
struct Arena {
    Block *first, *current;
    Arena *inner, *next; /* the arenas within it; the next one beside it */
};

Arena *arena_new(void)
{
    Arena *arena = memory_take(sizeof *arena);
    *arena = (Arena){0};
    return arena;
}

Arena *arena_within(Arena *outer)
{
    Arena *inner = arena_new();
    inner->next = outer->inner;
    return outer->inner = inner;
}

static void free_inner(Arena *arena)
{
    for (Arena *next; arena->inner; arena->inner = next) {
        next = arena->inner->next;
        arena_free(arena->inner);
    }
}

static void free_blocks(Arena *arena)
{
    for (Block *next; arena->first; arena->first = next) {
        next = arena->first->next;
        free(arena->first);
    }
}

void arena_free(Arena *arena)
{
    free_inner(arena);
    free_blocks(arena);
    free(arena);
}

void arena_end(Arena **arena)
{
    arena_free(*arena);
}

void arena_reset(Arena *arena)
{
    free_inner(arena);
    if (separate)
        free_blocks(arena);
    arena->current = NULL;
}

/* Makes the next empty block current if it is large enough; otherwise the first that is, or a new
   one, is moved in front of it. */
static Block *next_block(Arena *arena, size_t size)
{
    Block **place = arena->current ? &arena->current->next : &arena->first, **link = place;
    while (*link && (*link)->size < size)
        link = &(*link)->next;
    Block *block = *link;
    if (block) {
        *link = block->next;
    } else {
        size = separate || size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = memory_take(sizeof *block + size);
        block->size = size;
    }
    block->next = *place;
    *place = block;
    return arena->current = block;
}

/* `bytes` bytes at a multiple of `alignment`, a power of two. */
static void *take(Arena *arena, size_t bytes, size_t alignment)
{
    Block *block = arena->current;
    size_t begin = block ? (block->used + alignment - 1) & -alignment : 0;
    if (!block || separate || begin > block->size || block->size - begin < bytes) {
        block = next_block(arena, bytes);
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

/* Doubles a list that was allocated last, if its block has room. */
static bool double_in_place(Arena *arena, void *items, size_t bytes)
{
    Block *block = arena->current;
    unsigned char *end = (unsigned char *)items + bytes;
    if (separate || !block || end != block->data + block->used || block->size - block->used < bytes)
        return false;
    memset(end, 0, bytes);
    block->used += bytes;
    return true;
}

/* Capacities are FIRST_CAPACITY and then powers of two. */
void *arena_grow(Arena *arena, void *items, int count, size_t size)
{
    if (count % FIRST_CAPACITY || (count & (count - 1)))
        return items;
    CHECK(count <= INT_MAX / 2, "%d items", count);
    size_t bytes = (size_t)count * size;
    if (count && double_in_place(arena, items, bytes))
        return items;
    void *longer = arena_alloc(arena, count ? 2 * (size_t)count : FIRST_CAPACITY, size);
    if (count)
        memcpy(longer, items, bytes);
    return longer;
}

void *arena_append(Arena *arena, void *items, int *count, const void *item, size_t size)
{
    char *all = arena_grow(arena, items, *count, size);
    memcpy(all + (size_t)(*count)++ * size, item, size);
    return all;
}

void *arena_copy(Arena *arena, const void *object, size_t size)
{
    return memcpy(arena_alloc_unset(arena, 1, size), object, size);
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
