#include "base/file.h"
#include "load/tokens.h"
#include "train/corpus.h"

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

typedef struct Synset {
    int source;
    int word_count;
    Bytes words[MOST_WORDS];
    Bytes gloss;
} Synset;

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The next of the fields, which a single space separates; empty at the end. */
static Bytes next_field(const char **at, const char *end)
{
    Bytes field = {*at, 0};
    while (*at < end && **at != ' ')
        (*at)++;
    field.size = (size_t)(*at - field.data);
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
        Bytes number = next_field(&at, bar);
        if (!synset->words[i].size || number.size != 1 || hex_digit(*number.data) < 0)
            return false;
    }
    synset->gloss = (Bytes){bar + 1, (size_t)(end - bar - 1)};
    return synset->word_count > 0;
}

/* A word of letters alone, in lower case: no compound ("fruit_bat"), no name, no number. */
static bool is_plain_word(Bytes word)
{
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] < 'a' || word.data[i] > 'z')
            return false;
    return word.size < WORD_SIZE;
}

static Bytes trimmed(Bytes piece)
{
    while (piece.size && *piece.data == ' ')
        piece.data++, piece.size--;
    return piece;
}

/* Without the field that it belongs to: "(baseball) a turn" is "a turn". */
static Bytes without_field(Bytes clause)
{
    const char *close =
        bytes_begin_with(clause, "(") ? memchr(clause.data, ')', clause.size) : NULL;
    if (!close)
        return clause;
    size_t skipped = (size_t)(close + 1 - clause.data);
    return trimmed((Bytes){close + 1, clause.size - skipped});
}

static const char *article_of(Bytes clause)
{
    static const char *const determined[] = {"a ", "an ", "the ", "any ", "one ", "some "};
    for (size_t i = 0; i < sizeof determined / sizeof *determined; i++)
        if (bytes_begin_with(clause, determined[i]))
            return "";
    return clause.size && strchr("aeiou", *clause.data) ? "an " : "a ";
}

/* "a bat is a nocturnal mouselike mammal", for every plain word of the synset. */
static void add_topics(Passages *passages, const Kind *kind, const Synset *synset, Bytes clause)
{
    clause = without_field(clause);
    const char *article = kind->articles ? article_of(clause) : "";
    for (int i = 0; i < synset->word_count; i++) {
        if (!is_plain_word(synset->words[i]))
            continue;
        Arena *arena = passages->arena;
        const char *word = arena_strndup(arena, synset->words[i].data, synset->words[i].size);
        const char *before = kind->articles ? article_of(synset->words[i]) : kind->before;
        const char *text = arena_format(arena, "%s%s%s%s%.*s", before, word, kind->between, article,
                                        (int)clause.size, clause.data);
        passages_add(passages,
                     (Passage){text, strlen(text), TOPIC_WEIGHT, synset->source, word, 0});
    }
}

/* The gloss up to the next mark (';' or '"'), which is skipped too. */
static Bytes next_clause(Bytes *rest, const char *marks)
{
    Bytes clause = {rest->data, 0};
    while (clause.size < rest->size && !strchr(marks, clause.data[clause.size]))
        clause.size++;
    size_t taken = clause.size + (clause.size < rest->size);
    rest->data += taken;
    rest->size -= taken;
    return clause;
}

/* Clauses end at a semicolon or where a quotation begins; an example ends with its quotation. */
static void add_gloss(Passages *passages, const Kind *kind, const Synset *synset)
{
    bool quoted = false, first = true;
    for (Bytes rest = synset->gloss; rest.size;) {
        Bytes clause = trimmed(next_clause(&rest, quoted ? "\"" : ";\""));
        int weight = quoted ? EXAMPLE_WEIGHT : GLOSS_WEIGHT;
        if (clause.size)
            passages_add(passages,
                         (Passage){clause.data, clause.size, weight, synset->source, NULL, 0});
        if (clause.size && !quoted && first)
            add_topics(passages, kind, synset, clause);
        first = first && !clause.size;
        quoted = rest.data[-1] == '"' ? !quoted : quoted;
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
    Synset *synset = arena_alloc(arena, 1, sizeof *synset);
    int number = 1;
    for (Bytes line; take_line(&bytes, &line); number++) {
        if (*line.data == ' ') /* the licence is indented */
            continue;
        synset->source = (*source)++;
        if (!parse_synset(line.data, line.data + line.size, synset))
            return fail(error, "%s:%d: not a line of WordNet's database", path, number);
        add_gloss(passages, kind, synset);
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
