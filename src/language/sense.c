#include "language/grammar.h"

#include <stddef.h>

/* ---- nodes ---- */

Constituent *clause_add_phrase(Clause *clause)
{
    if (clause->count > MOST_PHRASES)
        return NULL;
    Constituent *phrase = &clause->nodes[clause->count];
    *phrase = (Constituent){.id = clause->count++};
    return phrase;
}

Number grammatical_number(const Constituent *node)
{
    const Constituent *const *subject = node->parts[SUBJECT];
    return subject[1] ? PLURAL : subject[0] ? subject[0]->number : node->number;
}

static const Entry *head(const Constituent *node)
{
    return node->words[NOUN] ? node->words[NOUN] : node->words[PRONOUN];
}

bool is_masculine(const Constituent *node)
{
    const Constituent *const *subject = node->parts[SUBJECT];
    if (!subject[0])
        return head(node)->traits & MASCULINE;
    return is_masculine(subject[0]) || (subject[1] && is_masculine(subject[1]));
}

bool has_adverb(const Clause *clause, Set trait)
{
    const Entry *adverb = clause->nodes[0].words[ADVERB];
    return adverb && (adverb->traits & trait);
}

/* ---- words that go with each other ---- */

Set wanted_kinds(const Clause *clause, Symbol part, const Entry *preposition)
{
    const Entry *rule = clause->nodes[0].rule, *verb = clause->nodes[0].words[VERB];
    if (part == AGENT)
        return preposition->before & verb->subjects;
    if (preposition)
        return preposition->before;
    if (part == OBJECT)
        return verb->objects | (verb->traits & STATIVE);
    return !verb                        ? rule->subjects | (rule->traits & STATIVE)
           : rule_has(rule, PARTICIPLE) ? verb->objects
                                        : verb->subjects;
}

static bool is_used(const Clause *clause, const Constituent *but, const Entry *noun)
{
    for (int i = 1; i < clause->count; i++)
        if (&clause->nodes[i] != but && clause->nodes[i].words[NOUN] == noun)
            return true;
    return false;
}

/* What is mine is not also the teacher's. */
static bool may_follow(const Constituent *node, const Entry *preposition, Set deed)
{
    const Entry *determiner = node->words[DETERMINER];
    bool possessive = determiner && (determiner->traits & POSSESSIVE);
    return (preposition->after & (determiner ? head(node)->kinds : deed)) &&
           !(possessive && (preposition->traits & WHOSE));
}

bool word_fits(const Clause *clause, const Constituent *node, const Entry *word, Set wanted)
{
    switch (word->symbol) {
    case NOUN:
    case PRONOUN:
        return (word->kinds & wanted) && !is_used(clause, node, word);
    case PREPOSITION:
        return may_follow(node, word, wanted);
    case DETERMINER:
        return word->forms[ENGLISH].parts[node->number][0] &&
               !((word->traits & POSSESSIVE) && (head(node)->traits & UNOWNED)) &&
               !((word->traits & INDEFINITE) && (wanted & STATIVE));
    case ADJECTIVE:
        return !node || (word->name & head(node)->adjectives);
    default:
        return true;
    }
}

static Set names_of(const Entry *const *adjectives, int count)
{
    Set names = 0;
    for (int i = 0; i < count; i++)
        names |= adjectives[i]->name;
    return names;
}

bool adjectives_agree(const Entry *const *adjectives, int count)
{
    Set names = names_of(adjectives, count);
    int preceding = 0;
    for (int i = 0; i < count; i++) {
        preceding += (adjectives[i]->traits & PRECEDES) != 0;
        if (adjectives[i]->apart & names)
            return false;
    }
    return preceding <= 1;
}

/* ---- the clause ---- */

static bool contradicts(const Constituent *node, Set names)
{
    for (int i = 0; i < node->adjective_count; i++)
        if (node->adjectives[i]->opposites & names)
            return true;
    return false;
}

/* What is said of a phrase goes with its noun, and neither repeats nor contradicts its adjectives.
 */
static bool is_news(const Constituent *clause, const Constituent *phrase)
{
    Set said = names_of(clause->adjectives, clause->adjective_count);
    Set known = names_of(phrase->adjectives, phrase->adjective_count);
    return !(said & ~head(phrase)->adjectives) && !(said & known) &&
           !contradicts(clause, said | known) && !contradicts(phrase, said | known);
}

static bool predicates_make_sense(const Constituent *clause)
{
    for (int i = 0; i < MOST_JOINED && clause->parts[SUBJECT][i]; i++)
        if (!is_news(clause, clause->parts[SUBJECT][i]))
            return false;
    for (int i = 0; i < clause->adjective_count; i++)
        if (clause->adjectives[i]->traits & ATTRIBUTIVE)
            return false;
    return clause->adjective_count < 2 ||
           (!clause->words[ADVERB] && clause->adjectives[0] != clause->adjectives[1]);
}

bool clause_makes_sense(const Clause *clause)
{
    const Constituent *node = &clause->nodes[0];
    const Entry *adverb = node->words[ADVERB], *verb = node->words[VERB];
    bool stative = verb && (verb->traits & STATIVE);
    bool dated = node->words[MONTH] || node->words[YEAR];
    return (!adverb || (adverb->name & node->rule->adverbs)) &&
           !(stative && has_adverb(clause, REPEATED)) && !(dated && has_adverb(clause, UNDATED)) &&
           predicates_make_sense(node);
}
