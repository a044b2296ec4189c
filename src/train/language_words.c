#include "train/language_words.h"

#include <stddef.h>

enum {
    OF_AGE = 1 << OLD | 1 << YOUNG,
    OF_SIZE = 1 << SMALL | 1 << LARGE,
    OF_DATE = 1 << NEW | 1 << OLD,
    OF_STATE = 1 << IMPORTANT | 1 << EUROPEAN,
};

/* clang-format off */

const Noun nouns[NOUNS] = {
    {{"agreement", "agreements"}, {"accord", "accords"}, MASCULINE, TEXT | CONTRACT,
     OF_DATE | OF_STATE | 1 << PUBLIC | 1 << ECONOMIC},
    {{"law", "laws"}, {"loi", "lois"}, FEMININE, TEXT | CONTRACT,
     OF_DATE | OF_STATE | 1 << ECONOMIC},
    {{"letter", "letters"}, {"lettre", "lettres"}, FEMININE, TEXT | CONTRACT,
     OF_DATE | 1 << SMALL | 1 << IMPORTANT | 1 << PUBLIC},
    {{"newspaper", "newspapers"}, {"journal", "journaux"}, MASCULINE, TEXT,
     OF_DATE | OF_SIZE | OF_STATE | 1 << PUBLIC | 1 << ECONOMIC},
    {{"area", "areas"}, {"zone", "zones"}, FEMININE, PLACE | REGION,
     OF_SIZE | OF_STATE | 1 << NEW | 1 << PUBLIC | 1 << ECONOMIC},
    {{"city", "cities"}, {"ville", "villes"}, FEMININE, PLACE | REGION,
     OF_SIZE | OF_DATE | OF_STATE},
    {{"school", "schools"}, {"école", "écoles"}, FEMININE, PLACE,
     OF_SIZE | OF_DATE | OF_STATE | 1 << RED | 1 << PUBLIC},
    {{"garden", "gardens"}, {"jardin", "jardins"}, MASCULINE, PLACE,
     OF_SIZE | OF_DATE | 1 << IMPORTANT | 1 << PUBLIC},
    {{"house", "houses"}, {"maison", "maisons"}, FEMININE, PLACE | THING,
     OF_SIZE | OF_DATE | 1 << RED},
    {{"minister", "ministers"}, {"ministre", "ministres"}, MASCULINE, PERSON,
     OF_AGE | OF_STATE | 1 << NEW},
    {{"teacher", "teachers"}, {"professeur", "professeurs"}, MASCULINE, PERSON,
     OF_AGE | OF_STATE | 1 << NEW},
    {{"student", "students"}, {"étudiant", "étudiants"}, MASCULINE, PERSON,
     OF_AGE | OF_STATE | 1 << NEW},
    {{"child", "children"}, {"enfant", "enfants"}, MASCULINE, PERSON,
     1 << SMALL | 1 << YOUNG},
    {{"man", "men"}, {"homme", "hommes"}, MASCULINE, PERSON | NOBODYS_OWN,
     OF_AGE | 1 << IMPORTANT},
    {{"woman", "women"}, {"femme", "femmes"}, FEMININE, PERSON | NOBODYS_OWN,
     OF_AGE | 1 << IMPORTANT},
    {{"cat", "cats"}, {"chat", "chats"}, MASCULINE, ANIMAL,
     OF_SIZE | OF_AGE},
    {{"dog", "dogs"}, {"chien", "chiens"}, MASCULINE, ANIMAL,
     OF_SIZE | OF_AGE},
    {{"bird", "birds"}, {"oiseau", "oiseaux"}, MASCULINE, ANIMAL,
     OF_SIZE | OF_AGE | 1 << RED},
    {{"tree", "trees"}, {"arbre", "arbres"}, MASCULINE, THING,
     OF_SIZE | 1 << OLD | 1 << RED},
    {{"car", "cars"}, {"voiture", "voitures"}, FEMININE, THING,
     OF_SIZE | OF_DATE | 1 << RED | 1 << EUROPEAN},
};

const Noun pronouns[PRONOUNS] = {
    {{"he", NULL}, {"il", NULL}, MASCULINE, PERSON, OF_AGE | 1 << IMPORTANT},
    {{"she", NULL}, {"elle", NULL}, FEMININE, PERSON, OF_AGE | 1 << IMPORTANT},
    {{NULL, "they"}, {NULL, "ils"}, MASCULINE, PERSON, OF_AGE | 1 << IMPORTANT},
};

/* Those after the noun are drawn more often, because their order is what attention has to reverse. */
const Adjective adjectives[ADJECTIVES] = {
    [IMPORTANT] = {"important", {{"important", "importants"}, {"importante", "importantes"}},
                   NULL, false, true, 1},
    [SMALL] = {"small", {{"petit", "petits"}, {"petite", "petites"}}, NULL, true, true, 1},
    [LARGE] = {"large", {{"grand", "grands"}, {"grande", "grandes"}}, NULL, true, true, 1},
    [NEW] = {"new", {{"nouveau", "nouveaux"}, {"nouvelle", "nouvelles"}}, "nouvel", true, true, 1},
    [OLD] = {"old", {{"vieux", "vieux"}, {"vieille", "vieilles"}}, "vieil", true, true, 1},
    [YOUNG] = {"young", {{"jeune", "jeunes"}, {"jeune", "jeunes"}}, NULL, true, true, 1},
    [RED] = {"red", {{"rouge", "rouges"}, {"rouge", "rouges"}}, NULL, false, true, 2},
    [EUROPEAN] = {"european", {{"européen", "européens"}, {"européenne", "européennes"}},
                  NULL, false, true, 3},
    [PUBLIC] = {"public", {{"public", "publics"}, {"publique", "publiques"}}, NULL, false, true, 2},
    [ECONOMIC] = {"economic", {{"économique", "économiques"}, {"économique", "économiques"}},
                  NULL, false, false, 3},
};

const Determiner determiners[DETERMINERS] = {
    {{"the", "the"}, {{"le", "les"}, {"la", "les"}}, {"l'", "l'"}, true, false, 10},
    {{"a", NULL}, {{"un", NULL}, {"une", NULL}}, {NULL, NULL}, false, false, 4},
    {{"this", "these"}, {{"ce", "ces"}, {"cette", "ces"}}, {"cet", NULL}, true, false, 3},
    {{"my", "my"}, {{"mon", "mes"}, {"ma", "mes"}}, {NULL, "mon"}, true, true, 2},
    {{"our", "our"}, {{"notre", "nos"}, {"notre", "nos"}}, {NULL, NULL}, true, true, 2},
    {{NULL, "two"}, {{NULL, "deux"}, {NULL, "deux"}}, {NULL, NULL}, false, false, 2},
    {{NULL, "three"}, {{NULL, "trois"}, {NULL, "trois"}}, {NULL, NULL}, false, false, 2},
};

const Verb verbs[VERBS] = {
    {{"signs", "sign"}, "signed", {"signe", "signent"},
     {{"signé", "signés"}, {"signée", "signées"}}, PERSON, CONTRACT, false},
    {{"accepts", "accept"}, "accepted", {"accepte", "acceptent"},
     {{"accepté", "acceptés"}, {"acceptée", "acceptées"}}, PERSON, CONTRACT, false},
    {{"reads", "read"}, "read", {"lit", "lisent"},
     {{"lu", "lus"}, {"lue", "lues"}}, PERSON, TEXT, false},
    {{"visits", "visit"}, "visited", {"visite", "visitent"},
     {{"visité", "visités"}, {"visitée", "visitées"}}, PERSON, PLACE, false},
    {{"sees", "see"}, "seen", {"voit", "voient"},
     {{"vu", "vus"}, {"vue", "vues"}}, PERSON | ANIMAL, PERSON | ANIMAL | THING | PLACE, false},
    {{"likes", "like"}, NULL, {"aime", "aiment"},
     {{NULL, NULL}, {NULL, NULL}}, PERSON | ANIMAL, PERSON | ANIMAL | THING | PLACE, true},
    {{"sleeps", "sleep"}, NULL, {"dort", "dorment"},
     {{NULL, NULL}, {NULL, NULL}}, PERSON | ANIMAL, 0, false},
    {{"works", "work"}, NULL, {"travaille", "travaillent"},
     {{NULL, NULL}, {NULL, NULL}}, PERSON, 0, false},
};

const Preposition prepositions[PREPOSITIONS] = {
    {{"of"}, {"de"}, TEXT | ANIMAL | THING, PERSON, true},
    {{"of"}, {"de"}, PERSON | PLACE, REGION, true},
    {{"on"}, {"sur"}, CONTRACT, PLACE | ANIMAL | THING, false},
    {{"for"}, {"pour"}, CONTRACT, PERSON, false},
    {{"with"}, {"avec"}, PERSON, ANIMAL, false},
    {{"in"}, {"dans"}, PERSON | ANIMAL | THING | ACTION, PLACE, false},
    {{"near"}, {"près", "de"}, PERSON | ANIMAL | THING | ACTION, PLACE | THING | PERSON, false},
    {{"next", "to"}, {"à", "côté", "de"}, PERSON | ANIMAL | THING | ACTION, PLACE | THING | PERSON, false},
    {{"in", "front", "of"}, {"devant"}, PERSON | ANIMAL | THING | ACTION, PLACE | THING, false},
    {{"under"}, {"sous"}, ANIMAL | ACTION, THING, false},
    {{"because", "of"}, {"à", "cause", "de"}, ACTION, ANYTHING, false},
};

const Preposition by_whom = {{"by"}, {"par"}, 0, PERSON | ANIMAL, false};

/* clang-format on */

const Adverb adverbs[ADVERBS] = {
    [NOT] = {"not", "pas", true},
    [NEVER] = {"never", "jamais", true},
    [OFTEN] = {"often", "souvent", false},
};

const Time months[MONTHS] = {{"january", "janvier"}, {"june", "juin"}, {"august", "août"}};
const Time years[YEARS] = {{"1957", "1957"}, {"1992", "1992"}, {"2015", "2015"}};

bool determiner_fits(const Determiner *determiner, const Noun *noun, Number number)
{
    return determiner->english[number] && !(determiner->possessive && (noun->kinds & NOBODYS_OWN));
}

bool is_indefinite(const Determiner *determiner)
{
    return determiner && determiner->english[SINGULAR] && !determiner->known;
}

bool adjectives_agree(unsigned set)
{
    int first = 0;
    for (int i = 0; i < ADJECTIVES; i++)
        first += (set >> i & 1) && adjectives[i].comes_first;
    return first <= 1 && !((set >> PUBLIC & 1) && (set >> ECONOMIC & 1));
}

bool adjectives_contradict(unsigned set)
{
    static const unsigned opposites[] = {1u << SMALL | 1u << LARGE, 1u << OLD | 1u << NEW,
                                         1u << OLD | 1u << YOUNG};
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++)
        if ((set & opposites[i]) == opposites[i])
            return true;
    return false;
}
