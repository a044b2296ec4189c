/* Pieces of text to learn from, before they are cut into words: what a reader of one kind of file
 * hands to the corpus. They point into the file's bytes or the arena; the list grows in the arena.
 */
#ifndef TRAIN_PASSAGES_H
#define TRAIN_PASSAGES_H

#include "base/arena.h"

typedef struct Passage {
    const char *text;
    size_t length;
    int weight;        /* what each of its words counts when the vocabulary is chosen */
    int source;        /* passages of one source are held out together: they share words */
    const char *topic; /* NULL, or a word without which in the vocabulary it is left out */
} Passage;

typedef struct Passages {
    Arena *arena;
    int count, capacity;
    Passage *items;
} Passages;

Passages passages_new(Arena *arena);
void passages_add(Passages *passages, Passage passage);

#endif
