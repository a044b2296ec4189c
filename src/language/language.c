#include "language/language.h"

#include "language/grammar.h"

/* The chance of a complement that makes lengths spread over the usual ones, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

/* Of a French word, the English ones that say the same. */
static void find_origins(const Line lines[TONGUES], uint64_t *origins)
{
    uint64_t said_by[SOURCES] = {0};
    for (int i = 0; i < lines[ENGLISH].count; i++)
        said_by[lines[ENGLISH].words[i].sources[0]] |= (uint64_t)1 << i;
    for (int i = 0; i < lines[FRENCH].count; i++) {
        const int *sources = lines[FRENCH].words[i].sources;
        origins[i] = said_by[sources[0]] | said_by[sources[1]];
    }
}

static int number_words(const Line *line, int numbers[LONGEST_SAID])
{
    CHECK(line->count <= LONGEST_SAID, "%d words", line->count);
    for (int i = 0; i < line->count; i++)
        numbers[i] = line->words[i].word->number;
    return line->count;
}

void language_draw(const Language *language, Random *random, Lengths lengths, Pair *english)
{
    double more = lengths.most > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    Clause clause;
    Line line;
    line.count = 0;
    while (line.count < lengths.least || line.count > lengths.most)
        if (clause_draw(language, random, more, &clause))
            clause_say(&clause, ENGLISH, 0, &line);
    english->source_length = number_words(&line, english->source);
}

int language_translate(const Language *language, const int *words, int count, int choice,
                       Pair *pair)
{
    Clause clause;
    Line lines[TONGUES];
    if (count < 1 || count > LONGEST_LANGUAGE_SENTENCE ||
        !clause_parse(language, words, count, &clause, &lines[ENGLISH]))
        return 0;
    clause_say(&clause, FRENCH, choice, &lines[FRENCH]);
    pair->source_length = number_words(&lines[ENGLISH], pair->source);
    pair->target_length = number_words(&lines[FRENCH], pair->target);
    find_origins(lines, pair->origins);
    return lines[FRENCH].choices;
}
