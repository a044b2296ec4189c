#include "train/language_line.h"

#include <stddef.h>
#include <string.h>

/* By the sound: an old man, a european city. */
static bool begins_with_vowel(const char *word)
{
    return strchr("aeiou", *word) && strncmp(word, "eu", 2) != 0;
}

/* "on the european economic area" */
static void say_phrase(Line *line, const Phrase *phrase)
{
    if (phrase->preposition)
        for (int i = 0; i < MOST_PARTS && phrase->preposition->english[i]; i++)
            say(line, phrase->preposition->english[i], NULL, phrase, PREPOSITION);
    if (phrase->determiner)
        say(line, phrase->determiner->english[phrase->number],
            phrase->number == SINGULAR && is_indefinite(phrase->determiner) ? "an" : NULL, phrase,
            DETERMINER);
    for (int i = 0; i < phrase->adjective_count; i++)
        say(line, phrase->adjectives[i]->english, NULL, phrase, FIRST_ADJECTIVE + (Role)i);
    say(line, phrase->noun->english[phrase->number], NULL, phrase, NOUN);
    if (phrase->complement)
        say_phrase(line, phrase->complement);
}

static void say_party(Line *line, const Party *party)
{
    for (int i = 0; i < party->count; i++) {
        if (i)
            say(line, "and", NULL, party->phrases[i], AND);
        say_phrase(line, party->phrases[i]);
    }
}

static void say_adverb(Line *line, const Clause *clause)
{
    if (clause->adverb)
        say(line, clause->adverb->english, NULL, NULL, ADVERB);
}

/* "signs", "never signs", "does not sign" */
static void say_what_is_done(Line *line, const Clause *clause, Number number)
{
    static const char *const auxiliary[2] = {"does", "do"};
    bool helped = clause->adverb == &adverbs[NOT];
    if (helped)
        say(line, auxiliary[number], NULL, NULL, AUXILIARY);
    say_adverb(line, clause);
    say(line, clause->verb->english[helped ? PLURAL : number], NULL, NULL, VERB);
}

static void say_verb(Line *line, const Clause *clause)
{
    static const char *const was[2] = {"was", "were"}, *const is[2] = {"is", "are"};
    Number number = party_number(&clause->subject);
    if (clause->kind == SOMEBODY_DOES) {
        say_what_is_done(line, clause, number);
        return;
    }
    say(line, clause->kind == SOMETHING_IS ? is[number] : was[number], NULL, NULL, AUXILIARY);
    say_adverb(line, clause);
    if (clause->kind == SOMETHING_WAS_DONE)
        say(line, clause->verb->participle, NULL, NULL, VERB);
}

static void say_predicates(Line *line, const Clause *clause)
{
    for (int i = 0; i < clause->predicate_count; i++) {
        if (i)
            say(line, "and", NULL, NULL, AND);
        say(line, clause->predicates[i]->english, NULL, NULL, FIRST_PREDICATE + (Role)i);
    }
}

static void say_date(Line *line, const Clause *clause)
{
    if (clause->month || clause->year)
        say(line, "in", NULL, NULL, DATE);
    if (clause->month)
        say(line, clause->month->english, NULL, NULL, MONTH);
    if (clause->year)
        say(line, clause->year->english, NULL, NULL, YEAR);
}

Line say_in_english(const Clause *clause)
{
    Line line = {0};
    say_party(&line, &clause->subject);
    say_verb(&line, clause);
    say_predicates(&line, clause);
    say_party(&line, &clause->object);
    if (clause->agent)
        say_phrase(&line, clause->agent);
    if (clause->place)
        say_phrase(&line, clause->place);
    say_date(&line, clause);
    say_before_vowels(&line, begins_with_vowel);
    return line;
}
