#include "train/pair_source.h"

#include <string.h>

enum { MOST_IN_VAIN = 100 };

/* What the source's `data` points to. */
typedef struct Toy {
    const Language *language;
    Lengths lengths;
} Toy;

static int number_words(const Lexicon *vocabulary, const SentencePair *said, Tongue tongue,
                        int *words)
{
    for (int i = 0; i < said->length[tongue]; i++)
        words[i] = lexicon_find(vocabulary, said->words[tongue][i]);
    return said->length[tongue];
}

static void number_pair(const PairSource *s, const SentencePair *said, Pair *pair)
{
    pair->source_length = number_words(&s->source, said, ENGLISH, pair->source);
    pair->target_length = number_words(&s->target, said, FRENCH, pair->target);
    memcpy(pair->origins, said->origins, sizeof pair->origins);
}

/* A pair that is, or is not, held out. */
static void draw_either(const PairSource *s, Random *random, bool held_out, Pair *pair)
{
    const Toy *toy = s->data;
    SentencePair said;
    do {
        language_draw(toy->language, random, toy->lengths, &said);
        number_pair(s, &said, pair);
    } while (is_held_out(sentence_hash(&s->source, pair->source, pair->source_length)) != held_out);
}

static void draw(const PairSource *s, Random *random, Pair *pair)
{
    draw_either(s, random, false, pair);
}

static bool is_among(const Pair *pair, const Pair *others, int count)
{
    size_t size = (size_t)pair->source_length * sizeof *pair->source;
    for (int i = 0; i < count; i++)
        if (pair->source_length == others[i].source_length &&
            memcmp(pair->source, others[i].source, size) == 0)
            return true;
    return false;
}

/* Ends early when nothing new comes any more, as there are few sentences of three words. */
static int held_out(const PairSource *s, int most, Pair *pairs)
{
    Random random = random_named(0, "held out");
    int count = 0;
    for (int in_vain = 0; count < most && in_vain < MOST_IN_VAIN; in_vain++) {
        draw_either(s, &random, true, &pairs[count]);
        if (!is_among(&pairs[count], pairs, count)) {
            count++;
            in_vain = 0;
        }
    }
    return count;
}

/* Returns how many words come before the content words. */
static int add_words(Arena *arena, const Language *language, Tongue tongue, Lexicon *vocabulary)
{
    WordList list = language_words(arena, language, tongue);
    int first = 0;
    *vocabulary = pair_vocabulary(arena);
    for (int i = 0; i < list.count; i++) {
        if (i == list.first_content)
            first = vocabulary->count;
        lexicon_add(vocabulary, list.words[i]);
    }
    return first;
}

PairSource language_source(Arena *arena, Lengths lengths)
{
    CHECK(lengths.least >= SHORTEST_SENTENCE && lengths.least <= lengths.most &&
              lengths.most <= LONGEST_LANGUAGE_SENTENCE,
          "%d to %d words", lengths.least, lengths.most);
    Toy *toy = arena_alloc(arena, 1, sizeof *toy);
    *toy = (Toy){language_new(arena), lengths};
    PairSource s = {.origin = "the toy language", .draw = draw, .held_out = held_out, .data = toy};
    add_words(arena, toy->language, ENGLISH, &s.source);
    int first = add_words(arena, toy->language, FRENCH, &s.target);
    bool *content = arena_alloc(arena, (size_t)s.target.count, sizeof *content);
    for (int i = first; i < s.target.count; i++)
        content[i] = true;
    s.content = content;
    return s;
}

bool language_pair(const PairSource *source, const int *words, int length, Pair *pair)
{
    const Toy *toy = source->data;
    const char *strings[LONGEST_LANGUAGE_SENTENCE];
    SentencePair said;
    if (length > LONGEST_LANGUAGE_SENTENCE)
        return false;
    for (int i = 0; i < length; i++)
        strings[i] = source->source.words[words[i]];
    if (!language_translate(toy->language, strings, length, &said))
        return false;
    number_pair(source, &said, pair);
    return true;
}
