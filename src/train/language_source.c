#include "train/pair_source.h"

#include <string.h>

enum { MOST_IN_VAIN = 100 };

/* What the source's `data` points to. */
typedef struct Toy {
    const Language *language;
    Lengths lengths;
} Toy;

static int number_words(const SentencePair *said, Tongue tongue, int *words)
{
    for (int i = 0; i < said->length[tongue]; i++)
        words[i] = SPECIAL_PAIR_WORDS + said->words[tongue][i]->number;
    return said->length[tongue];
}

static void number_pair(const SentencePair *said, Pair *pair)
{
    pair->source_length = number_words(said, ENGLISH, pair->source);
    pair->target_length = number_words(said, FRENCH, pair->target);
    memcpy(pair->origins, said->origins, sizeof pair->origins);
}

static bool is_sentence_held_out(const void *source, const SentencePair *english)
{
    const PairSource *s = source;
    int words[LONGEST_SAID], count = number_words(english, ENGLISH, words);
    return is_held_out(sentence_hash(&s->source, words, count));
}

static bool may_be_learned(const void *source, const SentencePair *english)
{
    return !is_sentence_held_out(source, english);
}

static void draw_wanted(const PairSource *s, Random *random, SentenceTest *wanted, Pair *pair)
{
    const Toy *toy = s->data;
    SentencePair said;
    language_draw(toy->language, random, toy->lengths, wanted, s, &said);
    number_pair(&said, pair);
}

static void draw(const PairSource *s, Random *random, Pair *pair)
{
    draw_wanted(s, random, may_be_learned, pair);
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
        draw_wanted(s, &random, is_sentence_held_out, &pairs[count]);
        if (!is_among(&pairs[count], pairs, count)) {
            count++;
            in_vain = 0;
        }
    }
    return count;
}

static Lexicon vocabulary_of(Arena *arena, const WordList *list)
{
    Lexicon vocabulary = pair_vocabulary(arena);
    for (int i = 0; i < list->count; i++)
        lexicon_add(&vocabulary, list->words[i]->text);
    return vocabulary;
}

PairSource language_source(Arena *arena, Lengths lengths)
{
    CHECK(lengths.least >= SHORTEST_SENTENCE && lengths.least <= lengths.most &&
              lengths.most <= LONGEST_LANGUAGE_SENTENCE,
          "%d to %d words", lengths.least, lengths.most);
    Toy *toy = arena_alloc(arena, 1, sizeof *toy);
    *toy = (Toy){language_new(arena), lengths};
    const WordList *english = language_words(toy->language, ENGLISH),
                   *french = language_words(toy->language, FRENCH);
    bool *content = arena_alloc(arena, SPECIAL_PAIR_WORDS + (size_t)french->count, sizeof *content);
    for (int i = french->first_content; i < french->count; i++)
        content[SPECIAL_PAIR_WORDS + i] = true;
    return (PairSource){.origin = "the toy language",
                        .source = vocabulary_of(arena, english),
                        .target = vocabulary_of(arena, french),
                        .content = content,
                        .draw = draw,
                        .held_out = held_out,
                        .data = toy};
}

bool language_pair(const PairSource *source, const int *words, int length, Pair *pair)
{
    const Toy *toy = source->data;
    const LanguageWord *const *all = language_words(toy->language, ENGLISH)->words;
    const LanguageWord *english[LONGEST_LANGUAGE_SENTENCE];
    SentencePair said;
    if (length > LONGEST_LANGUAGE_SENTENCE)
        return false;
    for (int i = 0; i < length; i++)
        english[i] = words[i] < SPECIAL_PAIR_WORDS ? NULL : all[words[i] - SPECIAL_PAIR_WORDS];
    if (!language_translate(toy->language, english, length, &said))
        return false;
    number_pair(&said, pair);
    return true;
}
