#include "figure/drawing.h"

#include <string.h>

Drawing *drawing_new(Arena *arena, int dpi, Colour background)
{
    Drawing *drawing = arena_alloc(arena, 1, sizeof *drawing);
    *drawing = (Drawing){.arena = arena, .dpi = dpi, .background = background};
    return drawing;
}

void drawing_add(Drawing *drawing, Item item)
{
    if (drawing->count == drawing->capacity) {
        int capacity = drawing->capacity ? 2 * drawing->capacity : 128;
        Item *items = arena_alloc(drawing->arena, (size_t)capacity, sizeof *items);
        if (drawing->count)
            memcpy(items, drawing->items, (size_t)drawing->count * sizeof *items);
        drawing->items = items;
        drawing->capacity = capacity;
    }
    drawing->items[drawing->count++] = item;
}
