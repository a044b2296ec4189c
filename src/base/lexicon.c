#include "base/base.h"

enum { SLOTS_PER_WORD = 2, FIRST_WORDS = 8 };

/* The slot of the word, or the free one where it would go. FNV-1a, linear probing. */
static int *slot_of(const Lexicon *l, const char *word)
{
    uint32_t hash = 0x811c9dc5;
    for (const char *c = word; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x01000193;
    for (unsigned i = hash % l->slot_count;; i = (i + 1) % l->slot_count)
        if (!l->slots[i] || strcmp(l->words[l->slots[i] - 1], word) == 0)
            return &l->slots[i];
}

/* Room for so many words, and a hash table that is then at most half full. */
static void make_room(Lexicon *l, unsigned words)
{
    const char **room = arena_alloc(l->arena, words, sizeof *room);
    l->slot_count = SLOTS_PER_WORD * words;
    l->slots = arena_alloc(l->arena, l->slot_count, sizeof *l->slots);
    for (int i = 0; i < l->count; i++) {
        room[i] = l->words[i];
        *slot_of(l, room[i]) = i + 1;
    }
    l->words = room;
}

Lexicon lexicon_for(Arena *arena, int words)
{
    Lexicon lexicon = {.arena = arena};
    make_room(&lexicon, (unsigned)larger(FIRST_WORDS, words));
    return lexicon;
}

Lexicon lexicon_new(Arena *arena)
{
    return lexicon_for(arena, 0);
}

Lexicon lexicon_prepared(Arena *arena, int count, const char *words, const uint8_t *slots)
{
    Lexicon lexicon = lexicon_for(arena, count);
    for (unsigned i = 0; i < lexicon.slot_count; i++)
        lexicon.slots[i] = slots[2 * i] | slots[2 * i + 1] << 8;
    for (; lexicon.count < count; words += strlen(words) + 1)
        lexicon.words[lexicon.count++] = words;
    return lexicon;
}

int lexicon_find(const Lexicon *lexicon, const char *word)
{
    return *slot_of(lexicon, word) - 1;
}

int lexicon_add(Lexicon *lexicon, const char *word)
{
    int *slot = slot_of(lexicon, word);
    if (*slot)
        return *slot - 1;
    if (SLOTS_PER_WORD * (unsigned)lexicon->count == lexicon->slot_count) {
        make_room(lexicon, lexicon->slot_count);
        slot = slot_of(lexicon, word);
    }
    lexicon->words[lexicon->count++] = arena_strdup(lexicon->arena, word);
    *slot = lexicon->count;
    return lexicon->count - 1;
}

const char *lexicon_lines(Arena *arena, const Lexicon *lexicon)
{
    return join_strings(arena, lexicon->words, lexicon->count, "\n", "\n");
}

Lexicon lexicon_of(Arena *arena, const char *const *words, int count)
{
    Lexicon lexicon = lexicon_new(arena);
    for (int i = 0; i < count; i++)
        lexicon_add(&lexicon, words[i]);
    return lexicon;
}

typedef struct Weighed {
    long weight;
    const char *word;
    int number;
} Weighed;

static int heaviest_first(const void *left, const void *right)
{
    const Weighed *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return strcmp(a->word, b->word);
}

void numbered_text_add(NumberedText *text, const char *word)
{
    text->tokens = arena_grow(text->words.arena, text->tokens, text->count, sizeof *text->tokens);
    text->tokens[text->count++] = lexicon_add(&text->words, word);
}

void numbered_text_choose(NumberedText *text, const long *weights, int most, int unknown,
                          Lexicon *vocabulary)
{
    const Lexicon *words = &text->words;
    size_t count = (size_t)words->count;
    Weighed *ranked = arena_alloc(words->arena, count, sizeof *ranked);
    int *numbers = arena_alloc(words->arena, count, sizeof *numbers);
    for (int i = 0; i < words->count; i++)
        ranked[i] = (Weighed){weights[i], words->words[i], i};
    qsort(ranked, count, sizeof *ranked, heaviest_first);
    for (int i = 0; i < words->count; i++) {
        bool kept = ranked[i].weight && vocabulary->count < most;
        numbers[ranked[i].number] = kept ? lexicon_add(vocabulary, ranked[i].word) : unknown;
    }
    for (int i = 0; i < text->count; i++)
        text->tokens[i] = numbers[text->tokens[i]];
}
