#include "train/passages.h"

#include "base/error.h"

#include <limits.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024 };

Passages passages_new(Arena *arena)
{
    Passages p = {.arena = arena, .capacity = FIRST_CAPACITY};
    p.items = arena_alloc(arena, FIRST_CAPACITY, sizeof *p.items);
    return p;
}

void passages_add(Passages *passages, Passage passage)
{
    if (passages->count == passages->capacity) {
        CHECK(passages->capacity <= INT_MAX / 2, "%d passages", passages->count);
        Passage *items =
            arena_alloc(passages->arena, 2 * (size_t)passages->capacity, sizeof *items);
        memcpy(items, passages->items, (size_t)passages->count * sizeof *items);
        passages->items = items;
        passages->capacity *= 2;
    }
    passages->items[passages->count++] = passage;
}
