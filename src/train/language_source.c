#include "train/pairs.h"

enum { MOST_IN_VAIN = 100, MOST_CHOICES = 1 << 20 };

const char free_order[] = ", in free word order";

/* Draws a held-out or a training pair, by rejection. */
static void draw_one(const PairSource *s, Random *random, bool is_test, Pair *pair)
{
    do
        language_draw(s->language, random, s->longest, pair);
    while (is_held_out(sentence_hash(&s->source, pair->source, pair->source_length)) != is_test);
    Random next = *random; /* a copy, so that choices do not change the sentences to come */
    int choice = s->has_choices ? (int)random_below(&next, MOST_CHOICES) : 0;
    bool is_parsed =
        language_translate(s->language, pair->source, pair->source_length, choice, pair);
    CHECK(is_parsed, "a sentence that is drawn is none");
}

static void draw(const PairSource *s, Random *random, Pair *pair)
{
    draw_one(s, random, false, pair);
}

/* Gives up when no new pairs come: there are only few sentences of three words. */
static int held_out(const PairSource *s, uint64_t seed, int most, Pair *pairs)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Lexicon sentences = lexicon_new(arena);
    Random random = random_named(seed, "held out");
    for (int in_vain = 0; sentences.count < most && in_vain < MOST_IN_VAIN; in_vain++) {
        int count = sentences.count;
        Pair *pair = &pairs[count];
        draw_one(s, &random, true, pair);
        lexicon_add(&sentences,
                    sentence_text(arena, &s->source, pair->source, pair->source_length));
        if (sentences.count > count)
            in_vain = 0;
    }
    return sentences.count;
}

PairSource language_source(Arena *arena, int longest, bool choices)
{
    const Language *language = language_new(arena);
    const WordList *french = language_words(language, FRENCH);
    const char *lengths = "";
    if (longest != LONGEST_USUAL)
        lengths = arena_format(arena, ", sentences of %d to %d words", SHORTEST_SENTENCE, longest);
    return (PairSource){
        .origin = arena_format(arena, "the toy language%s%s", lengths, choices ? free_order : ""),
        .source = language_words(language, ENGLISH)->words,
        .target = french->words,
        .content = french->content,
        .draw = draw,
        .held_out = held_out,
        .language = language,
        .longest = longest,
        .has_choices = choices};
}

static int agreeing(const Pair *pair, const int *said, int count)
{
    int i = 0;
    while (i < pair->target_length && i < count && pair->target[i] == said[i])
        i++;
    return i;
}

bool language_pair(const PairSource *source, const int *words, int length, const int *said,
                   int said_length, Pair *pair)
{
    int choices = language_translate(source->language, words, length, 0, pair);
    for (int i = 1; source->has_choices && i < choices; i++) {
        Pair other;
        language_translate(source->language, words, length, i, &other);
        if (agreeing(&other, said, said_length) > agreeing(pair, said, said_length))
            *pair = other;
    }
    return choices;
}
