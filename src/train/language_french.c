#include "train/language_line.h"

#include <stddef.h>
#include <string.h>

/* Every h of the language is mute, and every word that begins beyond ASCII begins with a vowel. */
static bool begins_with_vowel(const char *word)
{
    return strchr("aeiouh", *word) || (unsigned char)*word >= 0x80;
}

static void say_preposition(Line *line, const Phrase *phrase)
{
    for (int i = 0; i < MOST_PARTS && phrase->preposition->french[i]; i++) {
        const char *text = phrase->preposition->french[i];
        say(line, text, strcmp(text, "de") == 0 ? "d'" : NULL, phrase, PREPOSITION);
    }
}

/* What is denied loses its article: ne signe pas de loi. */
static void say_determiner(Line *line, const Phrase *phrase, bool denied)
{
    const Determiner *determiner = phrase->determiner;
    Gender gender = phrase->noun->gender;
    if (denied && is_indefinite(determiner))
        say(line, "de", "d'", phrase, DETERMINER);
    else
        say(line, determiner->french[gender][phrase->number],
            phrase->number == SINGULAR ? determiner->before_vowel[gender] : NULL, phrase,
            DETERMINER);
}

static void say_adjective(Line *line, const Phrase *phrase, int i)
{
    const Adjective *adjective = phrase->adjectives[i];
    Gender gender = phrase->noun->gender;
    bool varies = adjective->comes_first && gender == MASCULINE && phrase->number == SINGULAR;
    say(line, adjective->french[gender][phrase->number], varies ? adjective->before_vowel : NULL,
        phrase, FIRST_ADJECTIVE + (Role)i);
}

/* Adjectives after the noun stand in the reverse order: the one nearest to it stays so. */
static void say_phrase(Line *line, const Phrase *phrase, bool denied)
{
    if (phrase->preposition)
        say_preposition(line, phrase);
    if (phrase->determiner)
        say_determiner(line, phrase, denied);
    for (int i = 0; i < phrase->adjective_count; i++)
        if (phrase->adjectives[i]->comes_first)
            say_adjective(line, phrase, i);
    say(line, phrase->noun->french[phrase->number], NULL, phrase, NOUN);
    for (int i = phrase->adjective_count - 1; i >= 0; i--)
        if (!phrase->adjectives[i]->comes_first)
            say_adjective(line, phrase, i);
    if (phrase->complement)
        say_phrase(line, phrase->complement, false);
}

static void say_party(Line *line, const Party *party, bool denied)
{
    for (int i = 0; i < party->count; i++) {
        if (i)
            say(line, "et", NULL, party->phrases[i], AND);
        say_phrase(line, party->phrases[i], denied);
    }
}

/* "ne signe pas", "n' a jamais été signée", "est": the adverb follows the verb that is inflected.
 */
static void say_verb(Line *line, const Clause *clause)
{
    static const char *const est[2] = {"est", "sont"}, *const a[2] = {"a", "ont"};
    Number number = party_number(&clause->subject);
    if (clause->adverb && clause->adverb->negative)
        say(line, "ne", "n'", NULL, ADVERB);
    if (clause->kind == SOMEBODY_DOES)
        say(line, clause->verb->french[number], NULL, NULL, VERB);
    else
        say(line, clause->kind == SOMETHING_IS ? est[number] : a[number], NULL, NULL, AUXILIARY);
    if (clause->adverb)
        say(line, clause->adverb->french, NULL, NULL, ADVERB);
    if (clause->kind == SOMETHING_WAS_DONE) {
        say(line, "été", NULL, NULL, AUXILIARY);
        say(line, clause->verb->participles[party_gender(&clause->subject)][number], NULL, NULL,
            VERB);
    }
}

static void say_predicates(Line *line, const Clause *clause)
{
    for (int i = 0; i < clause->predicate_count; i++) {
        if (i)
            say(line, "et", NULL, NULL, AND);
        const Adjective *adjective = clause->predicates[i];
        Gender gender = party_gender(&clause->subject);
        say(line, adjective->french[gender][party_number(&clause->subject)], NULL, NULL,
            FIRST_PREDICATE + (Role)i);
    }
}

static void say_date(Line *line, const Clause *clause)
{
    if (clause->month || clause->year)
        say(line, "en", NULL, NULL, DATE);
    if (clause->month)
        say(line, clause->month->french, NULL, NULL, MONTH);
    if (clause->year)
        say(line, clause->year->french, NULL, NULL, YEAR);
}

/* de + le is du, de + les is des. */
static void contract(Line *line)
{
    int count = 0;
    for (int i = 0; i < line->count; i++) {
        LineWord word = line->words[i];
        LineWord *last = count ? &line->words[count - 1] : NULL;
        bool le = strcmp(word.text, "le") == 0, les = strcmp(word.text, "les") == 0;
        if (last && strcmp(last->text, "de") == 0 && (le || les)) {
            last->text = le ? "du" : "des";
            last->parts[1] = word.parts[0];
        } else {
            line->words[count++] = word;
        }
    }
    line->count = count;
}

Line say_in_french(const Clause *clause)
{
    Line line = {0};
    bool denied = clause->adverb && clause->adverb->negative;
    say_party(&line, &clause->subject, false);
    say_verb(&line, clause);
    say_predicates(&line, clause);
    say_party(&line, &clause->object, denied);
    if (clause->agent)
        say_phrase(&line, clause->agent, false);
    if (clause->place)
        say_phrase(&line, clause->place, false);
    say_date(&line, clause);
    say_before_vowels(&line, begins_with_vowel);
    contract(&line);
    return line;
}
