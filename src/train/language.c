#include "train/language.h"

#include "train/language_line.h"
#include "train/language_parse.h"

#include <string.h>

/* The chance of a complement that makes lengths spread over the usual ones, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

enum { MOST_IN_VAIN = 100 };

/* ---- vocabularies ---- */

static void add(Lexicon *vocabulary, const char *word)
{
    if (word)
        lexicon_add(vocabulary, word);
}

static void add_forms(Lexicon *vocabulary, const char *const forms[2][2])
{
    for (int i = 0; i < 4; i++)
        add(vocabulary, forms[i / 2][i % 2]);
}

static void add_small_words(PairSource *s)
{
    static const char *const english[] = {"an", "and", "does", "do", "is", "are", "was", "were"};
    static const char *const french[] = {"et", "est", "sont", "a",  "ont", "été",
                                         "ne", "n'",  "d'",   "du", "des", "en"};
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        add(&s->source, english[i]);
    for (size_t i = 0; i < sizeof french / sizeof *french; i++)
        add(&s->target, french[i]);
    for (int i = 0; i < DETERMINERS; i++) {
        add(&s->source, determiners[i].english[SINGULAR]);
        add(&s->source, determiners[i].english[PLURAL]);
        add_forms(&s->target, determiners[i].french);
        add(&s->target, determiners[i].before_vowel[MASCULINE]);
        add(&s->target, determiners[i].before_vowel[FEMININE]);
    }
    for (int i = 0; i < ADVERBS; i++) {
        add(&s->source, adverbs[i].english);
        add(&s->target, adverbs[i].french);
    }
}

static void add_preposition(PairSource *s, const Preposition *preposition)
{
    for (int i = 0; i < MOST_PARTS; i++) {
        add(&s->source, preposition->english[i]);
        add(&s->target, preposition->french[i]);
    }
}

static void add_noun(PairSource *s, const Noun *noun)
{
    for (int number = SINGULAR; number <= PLURAL; number++) {
        add(&s->source, noun->english[number]);
        add(&s->target, noun->french[number]);
    }
}

static void add_verb(PairSource *s, const Verb *verb)
{
    for (int number = SINGULAR; number <= PLURAL; number++) {
        add(&s->source, verb->english[number]);
        add(&s->target, verb->french[number]);
    }
    add(&s->source, verb->participle);
    add_forms(&s->target, verb->participles);
}

static void add_adjective(PairSource *s, const Adjective *adjective)
{
    add(&s->source, adjective->english);
    add_forms(&s->target, adjective->french);
    add(&s->target, adjective->before_vowel);
}

static void add_times(PairSource *s, const Time *times, int count)
{
    for (int i = 0; i < count; i++) {
        add(&s->source, times[i].english);
        add(&s->target, times[i].french);
    }
}

static void add_content_words(PairSource *s)
{
    for (int i = 0; i < NOUNS; i++)
        add_noun(s, &nouns[i]);
    for (int i = 0; i < ADJECTIVES; i++)
        add_adjective(s, &adjectives[i]);
    for (int i = 0; i < VERBS; i++)
        add_verb(s, &verbs[i]);
    add_times(s, months, MONTHS);
    add_times(s, years, YEARS);
}

/* Function words first, so that the others are those from some number on. */
static void add_words(Arena *arena, PairSource *s)
{
    s->source = pair_vocabulary(arena);
    s->target = pair_vocabulary(arena);
    add_small_words(s);
    for (int i = 0; i < PREPOSITIONS; i++)
        add_preposition(s, &prepositions[i]);
    add_preposition(s, &by_whom);
    for (int i = 0; i < PRONOUNS; i++)
        add_noun(s, &pronouns[i]);
    int first = s->target.count;
    add_content_words(s);
    bool *content = arena_alloc(arena, (size_t)s->target.count, sizeof *content);
    for (int i = first; i < s->target.count; i++)
        content[i] = true;
    s->content = content;
}

/* ---- pairs ---- */

static void number_english(const PairSource *s, const Line *line, Pair *pair)
{
    CHECK(line->count <= LONGEST_SIDE, "%d words", line->count);
    pair->source_length = line->count;
    for (int i = 0; i < line->count; i++)
        pair->source[i] = lexicon_find(&s->source, line->words[i].text);
}

static bool share_a_part(const LineWord *english, const LineWord *french)
{
    int part = english->parts[0];
    return part == french->parts[0] || part == french->parts[1];
}

static void number_french(const PairSource *s, const Line *english, const Line *french, Pair *pair)
{
    CHECK(french->count <= LONGEST_SIDE, "%d words", french->count);
    pair->target_length = french->count;
    for (int i = 0; i < french->count; i++) {
        pair->target[i] = lexicon_find(&s->target, french->words[i].text);
        pair->origins[i] = 0;
        for (int k = 0; k < english->count; k++)
            if (share_a_part(&english->words[k], &french->words[i]))
                pair->origins[i] |= (uint64_t)1 << k;
    }
}

/* A pair of the right length that is, or is not, held out. */
static void draw_either(const PairSource *s, Random *random, bool held_out, Pair *pair)
{
    const Lengths *lengths = s->data;
    double more = lengths->most > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    for (;;) {
        Clause clause;
        if (!clause_draw(random, more, &clause))
            continue;
        Line english = say_in_english(&clause);
        if (english.count < lengths->least || english.count > lengths->most)
            continue;
        number_english(s, &english, pair);
        if (is_held_out(sentence_hash(&s->source, pair->source, pair->source_length)) != held_out)
            continue;
        Line french = say_in_french(&clause);
        number_french(s, &english, &french, pair);
        return;
    }
}

static void draw(const PairSource *s, Random *random, Pair *pair)
{
    draw_either(s, random, false, pair);
}

static bool same_sentence(const Pair *a, const Pair *b)
{
    return a->source_length == b->source_length &&
           memcmp(a->source, b->source, (size_t)a->source_length * sizeof *a->source) == 0;
}

static bool is_among(const Pair *pair, const Pair *others, int count)
{
    for (int i = 0; i < count; i++)
        if (same_sentence(pair, &others[i]))
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

/* ---- the source ---- */

PairSource language_source(Arena *arena, Lengths lengths)
{
    CHECK(lengths.least >= SHORTEST_SENTENCE && lengths.least <= lengths.most &&
              lengths.most <= LONGEST_LANGUAGE_SENTENCE,
          "%d to %d words", lengths.least, lengths.most);
    PairSource s = {.origin = "the toy language", .draw = draw, .held_out = held_out};
    add_words(arena, &s);
    Lengths *kept = arena_alloc(arena, 1, sizeof *kept);
    *kept = lengths;
    s.data = kept;
    return s;
}

bool language_translate(const PairSource *language, const int *words, int length, Pair *pair)
{
    const char *strings[LONGEST_SIDE];
    if (length < 1 || length > LONGEST_LANGUAGE_SENTENCE)
        return false;
    for (int i = 0; i < length; i++)
        strings[i] = language->source.words[words[i]];
    Clause clause;
    if (!clause_parse(strings, length, &clause))
        return false;
    Line english = say_in_english(&clause), french = say_in_french(&clause);
    number_english(language, &english, pair);
    number_french(language, &english, &french, pair);
    return true;
}
