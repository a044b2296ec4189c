#include "train/texts.h"

/* Examples count more than glosses when the vocabulary is chosen: they use everyday words. */
enum { GLOSS_WEIGHT = 1, EXAMPLE_WEIGHT = 4, TOPIC_WEIGHT = 0 };

enum { MOST_WORDS = 255 };

static const struct Kind {
    const char *file, *before, *between;
} kinds[] = {
#include "train/wordnet_files.list"
};

typedef struct Synset {
    int source;
    int word_count;
    const char *words[MOST_WORDS];
    char *gloss;
} Synset;

/* Parses a number of exactly `digits` hexadecimal digits; −1 for anything else. */
static int hexadecimal(const char *field, size_t digits)
{
    bool is_number = field && strlen(field) == digits && !field[strspn(field, "0123456789abcdef")];
    return is_number ? (int)strtol(field, NULL, 16) : -1;
}

/* Parses "02139199 05 n 02 bat 0 chiropteran 0 005 … | gloss", modifying the line. */
static bool parse_synset(char *line, Synset *synset)
{
    char *fields = strsep(&line, "|");
    synset->gloss = line;
    for (int i = 0; i < 3; i++) /* file offset, file number and part of speech */
        strsep(&fields, " ");
    synset->word_count = hexadecimal(strsep(&fields, " "), 2);
    for (int i = 0; i < synset->word_count; i++) {
        synset->words[i] = strsep(&fields, " ");
        if (hexadecimal(strsep(&fields, " "), 1) < 0)
            return false;
    }
    return synset->gloss && synset->word_count > 0;
}

static const char *article_of(const char *clause)
{
    static const char *const determined[] = {"a ", "an ", "the ", "any ", "one ", "some "};
    for (int i = 0; i < COUNT_OF(determined); i++)
        if (begins_with(clause, determined[i]))
            return "";
    return *clause && strchr("aeiou", *clause) ? "an " : "a ";
}

/* Adds "a bat is a nocturnal mouselike mammal" for every word of the synset that consists of
   lower-case letters: no compound ("fruit_bat"), name or number. */
static void add_topics(Passages *passages, const struct Kind *kind, const Synset *synset,
                       const char *clause)
{
    const char *field = *clause == '(' ? strchr(clause, ')') : NULL;
    if (field) /* "(baseball) a turn" becomes "a turn" */
        clause = field + 1 + strspn(field + 1, " ");
    const char *article = kind->before ? "" : article_of(clause);
    for (int i = 0; i < synset->word_count; i++) {
        const char *word = synset->words[i];
        if (word[strspn(word, "abcdefghijklmnopqrstuvwxyz")])
            continue;
        const char *before = kind->before ? kind->before : article_of(word);
        const char *text = arena_format(passages->scratch, "%s%s%s%s%s", before, word,
                                        kind->between, article, clause);
        passages_add(passages, (Bytes){text, strlen(text)}, TOPIC_WEIGHT, synset->source, word);
    }
}

/* Clauses end at a semicolon or where a quotation begins; an example ends with its quotation. */
static void add_gloss(Passages *passages, const struct Kind *kind, const Synset *synset)
{
    bool quoted = false, first = true;
    for (char *rest = synset->gloss; rest;) {
        const char *marks = quoted ? "\"" : ";\"";
        bool turns = rest[strcspn(rest, marks)] == '"';
        char *clause = strsep(&rest, marks);
        clause += strspn(clause, " ");
        if (*clause)
            passages_add(passages, (Bytes){clause, strlen(clause)},
                         quoted ? EXAMPLE_WEIGHT : GLOSS_WEIGHT, synset->source, NULL);
        if (*clause && !quoted && first)
            add_topics(passages, kind, synset, clause);
        first = first && !*clause;
        quoted ^= turns;
    }
}

static void read_file(const char *folder, const struct Kind *kind, Passages *passages, int *source)
{
    Arena *arena = passages->arena;
    const char *path = arena_format(arena, "%s/%s", folder, kind->file);
    Bytes bytes = file_read(arena, path, LARGEST_CORPUS);
    check_text(path, bytes.data, bytes.size);
    Synset *synset = arena_alloc(arena, 1, sizeof *synset);
    int number = 1;
    for (Bytes line; take_line(&bytes, '\n', &line); number++) {
        if (*line.data == ' ') /* the licence is indented */
            continue;
        synset->source = (*source)++;
        if (!parse_synset(arena_strndup(arena, line.data, line.size), synset))
            fail("%s:%d: not a line of WordNet's database", path, number);
        add_gloss(passages, kind, synset);
    }
}

void wordnet_read(const char *folder, Passages *passages)
{
    int source = 0;
    for (int i = 0; i < COUNT_OF(kinds); i++)
        read_file(folder, &kinds[i], passages, &source);
}
