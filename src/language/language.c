#include "language/language.h"

#include "base/error.h"
#include "language/grammar.h"

#include <string.h>

/* The chance of a complement that makes lengths spread over the usual ones, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

/* Of a French word, the English ones that say the same. */
static void find_origins(const Line lines[TONGUES], uint64_t *origins)
{
    uint64_t said_by[SOURCES];
    for (Tongue tongue = ENGLISH; tongue <= FRENCH; tongue++)
        for (int i = 0; i < lines[tongue].count; i++)
            for (int k = 0; k < 2; k++)
                said_by[lines[tongue].words[i].sources[k]] = 0;
    for (int i = 0; i < lines[ENGLISH].count; i++)
        said_by[lines[ENGLISH].words[i].sources[0]] |= (uint64_t)1 << i;
    for (int i = 0; i < lines[FRENCH].count; i++) {
        const int *sources = lines[FRENCH].words[i].sources;
        origins[i] = said_by[sources[0]] | said_by[sources[1]];
    }
}

static void copy_words(const Line *line, Tongue tongue, SentencePair *pair)
{
    CHECK(line->count <= LONGEST_SAID, "%d words", line->count);
    pair->length[tongue] = line->count;
    for (int i = 0; i < line->count; i++)
        pair->words[tongue][i] = line->words[i].word;
}

static void add_translation(const Clause *clause, Line lines[TONGUES], SentencePair *pair)
{
    clause_say(clause, FRENCH, &lines[FRENCH]);
    copy_words(&lines[FRENCH], FRENCH, pair);
    find_origins(lines, pair->origins);
}

void language_draw(const Language *language, Random *random, Lengths lengths, SentenceTest *wanted,
                   const void *asker, SentencePair *pair)
{
    double more = lengths.most > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    Clause clause;
    Line lines[TONGUES], *english = &lines[ENGLISH];
    do {
        english->count = 0;
        while (english->count < lengths.least || english->count > lengths.most)
            if (clause_draw(language, random, more, &clause))
                clause_say(&clause, ENGLISH, english);
        copy_words(english, ENGLISH, pair);
    } while (wanted && !wanted(asker, pair));
    add_translation(&clause, lines, pair);
}

bool language_translate(const Language *language, const LanguageWord *const *words, int count,
                        SentencePair *pair)
{
    Clause clause;
    Line lines[TONGUES];
    if (count < 1 || count > LONGEST_LANGUAGE_SENTENCE ||
        !clause_parse(language, words, count, &clause))
        return false;
    clause_say(&clause, ENGLISH, &lines[ENGLISH]);
    copy_words(&lines[ENGLISH], ENGLISH, pair);
    add_translation(&clause, lines, pair);
    return true;
}
