#include "train/wordnet.h"

#include "base/file.h"
#include "load/tokens.h"

#include <string.h>

const char wordnet_licence[] =
    "Derived from WordNet 3.0. WordNet 3.0 Copyright 2006 by Princeton University. All rights "
    "reserved. This software and database is provided \"as is\"; see LICENSE.WordNet.";

static const size_t LARGEST_FILE = (size_t)1 << 30;

/* An example counts more towards the vocabulary than a gloss: it holds the words of every day. */
enum { GLOSS_WEIGHT = 1, EXAMPLE_WEIGHT = 4, TOPIC_WEIGHT = 0 };

enum { MOST_WORDS = 255, WORD_SIZE = 256, KIND_AT = 12, FIELDS_LENGTH = 17 };

/* How a definition becomes a sentence about its word. */
typedef struct Kind {
    const char *file, *before, *between;
    bool articles; /* word and definition have one: a, an */
} Kind;

static const Kind kinds[] = {
    {"data.noun", "", " is ", true},
    {"data.verb", "to ", " is to ", false},
    {"data.adj", "", " is ", false},
    {"data.adv", "", " is ", false},
};

/* A stretch of a line. */
typedef struct Piece {
    const char *text;
    size_t length;
} Piece;

typedef struct Synset {
    int source;
    int word_count;
    Piece words[MOST_WORDS];
    Piece gloss;
} Synset;

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The next of the fields, which a single space separates; empty at the end. */
static Piece next_field(const char **at, const char *end)
{
    Piece field = {*at, 0};
    while (*at < end && **at != ' ')
        (*at)++;
    field.length = (size_t)(*at - field.text);
    *at += *at < end;
    return field;
}

/* "02139199 05 n 02 bat 0 chiropteran 0 005 … | gloss": the number of words is hexadecimal. */
static bool parse_synset(const char *line, const char *end, Synset *synset)
{
    const char *bar = memchr(line, '|', (size_t)(end - line)), *at = line + FIELDS_LENGTH;
    if (!bar || bar - line < FIELDS_LENGTH)
        return false;
    int high = hex_digit(line[FIELDS_LENGTH - 3]), low = hex_digit(line[FIELDS_LENGTH - 2]);
    if (high < 0 || low < 0 || line[KIND_AT] == ' ' || line[FIELDS_LENGTH - 1] != ' ')
        return false;
    synset->word_count = 16 * high + low;
    for (int i = 0; i < synset->word_count; i++) {
        synset->words[i] = next_field(&at, bar);
        Piece number = next_field(&at, bar);
        if (!synset->words[i].length || number.length != 1 || hex_digit(*number.text) < 0)
            return false;
    }
    synset->gloss = (Piece){bar + 1, (size_t)(end - bar - 1)};
    return synset->word_count > 0;
}

/* A word of letters alone, in lower case: no compound ("fruit_bat"), no name, no number. */
static bool is_plain_word(Piece word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < 'a' || word.text[i] > 'z')
            return false;
    return word.length < WORD_SIZE;
}

static bool begins_with(Piece text, const char *word)
{
    size_t length = strlen(word);
    return text.length > length && memcmp(text.text, word, length) == 0;
}

static Piece trimmed(Piece piece)
{
    while (piece.length && *piece.text == ' ')
        piece.text++, piece.length--;
    return piece;
}

/* Without the field that it belongs to: "(baseball) a turn" is "a turn". */
static Piece without_field(Piece clause)
{
    const char *close = begins_with(clause, "(") ? memchr(clause.text, ')', clause.length) : NULL;
    if (!close)
        return clause;
    size_t skipped = (size_t)(close + 1 - clause.text);
    return trimmed((Piece){close + 1, clause.length - skipped});
}

static const char *article_of(Piece clause)
{
    static const char *const determined[] = {"a ", "an ", "the ", "any ", "one ", "some "};
    for (size_t i = 0; i < sizeof determined / sizeof *determined; i++)
        if (begins_with(clause, determined[i]))
            return "";
    return clause.length && strchr("aeiou", *clause.text) ? "an " : "a ";
}

/* "a bat is a nocturnal mouselike mammal", for every plain word of the synset. */
static void add_topics(Passages *passages, const Kind *kind, const Synset *synset, Piece clause)
{
    clause = without_field(clause);
    const char *article = kind->articles ? article_of(clause) : "";
    for (int i = 0; i < synset->word_count; i++) {
        if (!is_plain_word(synset->words[i]))
            continue;
        Arena *arena = passages->arena;
        const char *word = arena_strndup(arena, synset->words[i].text, synset->words[i].length);
        const char *before = kind->articles ? article_of(synset->words[i]) : kind->before;
        const char *text = arena_format(arena, "%s%s%s%s%.*s", before, word, kind->between, article,
                                        (int)clause.length, clause.text);
        passages_add(passages, (Passage){text, strlen(text), TOPIC_WEIGHT, synset->source, word});
    }
}

/* The gloss up to the next mark (';' or '"'), which is skipped too. */
static Piece next_clause(Piece *rest, const char *marks)
{
    Piece clause = {rest->text, 0};
    while (clause.length < rest->length && !strchr(marks, clause.text[clause.length]))
        clause.length++;
    size_t taken = clause.length + (clause.length < rest->length);
    rest->text += taken;
    rest->length -= taken;
    return clause;
}

/* Clauses end at a semicolon or where a quotation begins; an example ends with its quotation. */
static void add_gloss(Passages *passages, const Kind *kind, const Synset *synset)
{
    bool quoted = false, first = true;
    for (Piece rest = synset->gloss; rest.length;) {
        Piece clause = trimmed(next_clause(&rest, quoted ? "\"" : ";\""));
        int weight = quoted ? EXAMPLE_WEIGHT : GLOSS_WEIGHT;
        if (clause.length)
            passages_add(passages,
                         (Passage){clause.text, clause.length, weight, synset->source, NULL});
        if (clause.length && !quoted && first)
            add_topics(passages, kind, synset, clause);
        first = first && !clause.length;
        quoted = rest.text[-1] == '"' ? !quoted : quoted;
    }
}

static bool read_file(const char *folder, const Kind *kind, Passages *passages, int *source,
                      Error *error)
{
    Bytes bytes;
    Arena *arena = passages->arena;
    const char *path = arena_format(arena, "%s/%s", folder, kind->file);
    if (!file_read(arena, path, LARGEST_FILE, &bytes, error) ||
        !check_text(path, bytes.data, bytes.size, error))
        return false;
    const char *line = bytes.data, *end = bytes.data + bytes.size;
    Synset *synset = arena_alloc(arena, 1, sizeof *synset);
    for (int number = 1; line < end; number++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next : end;
        if (*line != ' ') { /* the licence is indented */
            synset->source = (*source)++;
            if (!parse_synset(line, next, synset))
                return fail(error, "%s:%d: not a line of WordNet's database", path, number);
            add_gloss(passages, kind, synset);
        }
        line = next + 1;
    }
    return true;
}

bool wordnet_read(const char *folder, Passages *passages, Error *error)
{
    int source = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!read_file(folder, &kinds[i], passages, &source, error))
            return false;
    return true;
}
