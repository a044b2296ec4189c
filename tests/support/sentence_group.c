#include "support/sentence_group.h"

static const int sources[] = {0, 4, 2, 1, 1, 3, 3, 0, 2, 2, 2, 4};
static const int targets[] = {1, 5, 3, 3, 1, 2, 4, 1, 1, 2, 3, 5, 0, 0, 0};

const SentencePairs sentence_group = {.sentences = SENTENCES,
                                      .source_length = SOURCE_LENGTH,
                                      .target_length = TARGET_LENGTH,
                                      .source = sources,
                                      .target = targets,
                                      .weight = 0.25};

/* Word after word. */
static int *words_of(Arena *arena, const int *words, int length, int i)
{
    int *own = arena_alloc(arena, (size_t)length, sizeof *own);
    for (int t = 0; t < length; t++)
        own[t] = words[t * SENTENCES + i];
    return own;
}

SentencePairs sentence_alone(Arena *arena, int i)
{
    SentencePairs pair = sentence_group;
    pair.sentences = 1;
    pair.source = words_of(arena, sources, SOURCE_LENGTH, i);
    pair.target = words_of(arena, targets, TARGET_LENGTH, i);
    return pair;
}
