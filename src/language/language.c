#include "language/language.h"

#include "base/error.h"
#include "language/grammar.h"

#include <string.h>

/* The chance of a complement that makes lengths spread over the usual ones, or over all. */
static const double COMPLEMENT_USUAL = .25, COMPLEMENT_LONG = .6;

/* ---- vocabularies ---- */

static void list_forms(const Language *language, Tongue tongue, const Entry *entry, WordList *list)
{
    const Forms *forms = &entry->forms[tongue];
    const char *const *parts = forms->parts[0];
    for (int i = 0; i < forms->count * MOST_PARTS; i++)
        if (parts[i])
            list->words[list->count++] = parts[i];
    for (int i = 0; i < forms->count; i++) {
        const char *other = *forms->parts[i] ? elided(language, tongue, *forms->parts[i]) : NULL;
        if (other)
            list->words[list->count++] = other;
    }
}

WordList language_words(Arena *arena, const Language *language, Tongue tongue)
{
    const size_t most = MOST_ENTRIES * MOST_FORMS * (MOST_PARTS + 1);
    WordList list = {.words = arena_alloc(arena, most, sizeof *list.words)};
    for (int i = 0; i < language->count; i++) {
        const Entry *entry = &language->entries[i];
        if (entry->symbol == NOUN && !list.first_content)
            list.first_content = list.count;
        if (entry->symbol != ELISION && entry->symbol != CONTRACTION)
            list_forms(language, tongue, entry, &list);
    }
    return list;
}

/* ---- pairs ---- */

static bool share_a_source(const LineWord *english, const LineWord *french)
{
    int source = english->sources[0];
    return source == french->sources[0] || source == french->sources[1];
}

static void pair_lines(const Line lines[TONGUES], SentencePair *pair)
{
    for (Tongue tongue = ENGLISH; tongue <= FRENCH; tongue++) {
        const Line *line = &lines[tongue];
        CHECK(line->count <= LONGEST_SAID, "%d words", line->count);
        pair->length[tongue] = line->count;
        for (int i = 0; i < line->count; i++)
            pair->words[tongue][i] = line->words[i].text;
    }
    for (int i = 0; i < lines[FRENCH].count; i++) {
        pair->origins[i] = 0;
        for (int k = 0; k < lines[ENGLISH].count; k++)
            if (share_a_source(&lines[ENGLISH].words[k], &lines[FRENCH].words[i]))
                pair->origins[i] |= (uint64_t)1 << k;
    }
}

void language_draw(const Language *language, Random *random, Lengths lengths, SentencePair *pair)
{
    double more = lengths.most > LONGEST_USUAL ? COMPLEMENT_LONG : COMPLEMENT_USUAL;
    Clause clause;
    Line lines[TONGUES] = {{0}};
    do
        if (clause_draw(language, random, more, &clause))
            clause_say(&clause, ENGLISH, &lines[ENGLISH]);
    while (lines[ENGLISH].count < lengths.least || lines[ENGLISH].count > lengths.most);
    clause_say(&clause, FRENCH, &lines[FRENCH]);
    pair_lines(lines, pair);
}

bool language_translate(const Language *language, const char *const *words, int count,
                        SentencePair *pair)
{
    Clause clause;
    Line lines[TONGUES];
    if (count < 1 || count > LONGEST_LANGUAGE_SENTENCE ||
        !clause_parse(language, words, count, &clause))
        return false;
    clause_say(&clause, ENGLISH, &lines[ENGLISH]);
    clause_say(&clause, FRENCH, &lines[FRENCH]);
    pair_lines(lines, pair);
    return true;
}
