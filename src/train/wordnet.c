#include "train/texts.h"

/* An example counts more towards the vocabulary than a gloss: it holds the words of every day. */
enum { GLOSS_WEIGHT = 1, EXAMPLE_WEIGHT = 4, TOPIC_WEIGHT = 0 };

enum { MOST_WORDS = 255 };

typedef struct Kind {
    const char *file, *before, *between;
} Kind;

static const Kind kinds[] = {
#include "train/wordnet_files.list"
};

typedef struct Synset {
    int source;
    int word_count;
    Bytes words[MOST_WORDS];
    Bytes gloss;
} Synset;

/* A number of so many hexadecimal digits; −1 for anything else. */
static int hexadecimal(Bytes field, size_t digits)
{
    char text[3];
    bool is_number = field.size == digits && field_string(field, text, sizeof text) &&
                     strspn(text, "0123456789abcdef") == digits;
    return is_number ? (int)strtol(text, NULL, 16) : -1;
}

/* Empty at the end. */
static Bytes next_field(Bytes *rest)
{
    return rest->data ? cut_field(rest, ' ') : *rest;
}

/* "02139199 05 n 02 bat 0 chiropteran 0 005 … | gloss" */
static bool parse_synset(Bytes line, Synset *synset)
{
    Bytes rest = cut_field(&line, '|');
    if (!line.data)
        return false;
    for (int i = 0; i < 3; i++) /* where it stands, and what kind it is */
        next_field(&rest);
    synset->word_count = hexadecimal(next_field(&rest), 2);
    synset->gloss = line;
    for (int i = 0; i < synset->word_count; i++) {
        synset->words[i] = next_field(&rest);
        if (hexadecimal(next_field(&rest), 1) < 0)
            return false;
    }
    return synset->word_count > 0;
}

static const char *article_of(Bytes clause)
{
    static const char *const determined[] = {"a ", "an ", "the ", "any ", "one ", "some "};
    for (size_t i = 0; i < sizeof determined / sizeof *determined; i++)
        if (bytes_begin_with(clause, determined[i]))
            return "";
    return clause.size && strchr("aeiou", *clause.data) ? "an " : "a ";
}

/* "a bat is a nocturnal mouselike mammal", for every word of the synset that is of letters alone,
   in lower case: no compound ("fruit_bat"), no name, no number. */
static void add_topics(Passages *passages, const Kind *kind, const Synset *synset, Bytes clause)
{
    Arena *arena = passages->arena;
    const char *field =
        bytes_begin_with(clause, "(") ? memchr(clause.data, ')', clause.size) : NULL;
    if (field) /* "(baseball) a turn" is "a turn" */
        clause = trimmed(piece(field + 1, clause.data + clause.size));
    const char *article = kind->before ? "" : article_of(clause);
    for (int i = 0; i < synset->word_count; i++) {
        const char *word = arena_strndup(arena, synset->words[i].data, synset->words[i].size);
        if (word[strspn(word, "abcdefghijklmnopqrstuvwxyz")])
            continue;
        const char *before = kind->before ? kind->before : article_of(synset->words[i]);
        const char *text = arena_format(arena, "%s%s%s%s%.*s", before, word, kind->between, article,
                                        (int)clause.size, clause.data);
        passages_add(passages, (Bytes){text, strlen(text)}, TOPIC_WEIGHT, synset->source, word);
    }
}

/* The gloss up to the next mark (';' or '"'), which is skipped too. */
static Bytes next_clause(Bytes *rest, const char *marks)
{
    Bytes clause = {rest->data, 0};
    while (clause.size < rest->size && !strchr(marks, clause.data[clause.size]))
        clause.size++;
    size_t taken = clause.size + (clause.size < rest->size);
    *rest = (Bytes){rest->data + taken, rest->size - taken};
    return trimmed(clause);
}

/* Clauses end at a semicolon or where a quotation begins; an example ends with its quotation. */
static void add_gloss(Passages *passages, const Kind *kind, const Synset *synset)
{
    bool quoted = false, first = true;
    for (Bytes rest = synset->gloss; rest.size;) {
        Bytes clause = next_clause(&rest, quoted ? "\"" : ";\"");
        if (clause.size)
            passages_add(passages, clause, quoted ? EXAMPLE_WEIGHT : GLOSS_WEIGHT, synset->source,
                         NULL);
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
    if (!file_read(arena, path, LARGEST_CORPUS, &bytes, error) ||
        !check_text(path, bytes.data, bytes.size, error))
        return false;
    Synset *synset = arena_alloc(arena, 1, sizeof *synset);
    int number = 1;
    for (Bytes line; take_line(&bytes, &line); number++) {
        if (*line.data == ' ') /* the licence is indented */
            continue;
        synset->source = (*source)++;
        if (!parse_synset(line, synset))
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
