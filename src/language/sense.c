#include "language/grammar.h"

/* ---- nodes ---- */

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

/* ---- selectional restrictions ---- */

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

static bool is_used(const Clause *clause, const Entry *noun)
{
    for (int i = 1; i < clause->count; i++)
        if (clause->nodes[i].words[NOUN] == noun)
            return true;
    return false;
}

/* A possessive excludes a genitive: not "my school of the teacher". */
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
        return (word->kinds & wanted) && !is_used(clause, word);
    case PREPOSITION:
        return may_follow(node, word, wanted);
    case DETERMINER:
        return !node || (word->forms[ENGLISH]->parts[node->number][0] &&
                         !((word->traits & POSSESSIVE) && (head(node)->traits & UNOWNED)) &&
                         !((word->traits & INDEFINITE) && (wanted & STATIVE)));
    case ADJECTIVE:
        return !node || (word->name & head(node)->adjectives);
    default:
        return true;
    }
}

bool adjectives_agree(const Language *language, Set names)
{
    int preceding = 0;
    for (const Entry *e = language->first[ADJECTIVE]; e; e = e->next)
        if (e->name & names) {
            preceding += (e->traits & PRECEDES) != 0;
            if (e->apart & names)
                return false;
        }
    return preceding <= 1;
}

/* ---- the clause ---- */

static bool contradict(const Language *language, Set names)
{
    for (const Entry *e = language->first[ADJECTIVE]; e; e = e->next)
        if ((e->name & names) && (e->opposites & names))
            return true;
    return false;
}

/* Predicates fit the subject's nouns, and neither repeat nor contradict their adjectives. */
static bool predicates_make_sense(const Language *language, const Constituent *clause)
{
    const Entry *const *said = clause->predicates;
    Set names = said[0]->name | (said[1] ? said[1]->name : 0);
    for (int i = 0; i < MOST_JOINED && clause->parts[SUBJECT][i]; i++) {
        const Constituent *phrase = clause->parts[SUBJECT][i];
        if ((names & ~head(phrase)->adjectives) || (names & phrase->adjectives) ||
            contradict(language, names | phrase->adjectives))
            return false;
    }
    return !(said[0]->traits & ATTRIBUTIVE) &&
           (!said[1] ||
            (!(said[1]->traits & ATTRIBUTIVE) && !clause->words[ADVERB] && said[0] != said[1]));
}

bool clause_makes_sense(const Clause *clause)
{
    const Constituent *node = &clause->nodes[0];
    const Entry *adverb = node->words[ADVERB], *verb = node->words[VERB];
    bool stative = verb && (verb->traits & STATIVE);
    bool dated = node->words[MONTH] || node->words[YEAR];
    return (!adverb || (adverb->name & node->rule->adverbs)) &&
           !(stative && has_adverb(clause, REPEATED)) && !(dated && has_adverb(clause, UNDATED)) &&
           (!node->predicates[0] || predicates_make_sense(clause->language, node));
}
