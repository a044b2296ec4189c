#include "train/pair_source.h"

#include "base/file.h"
#include "load/tokens.h"

#include <stdlib.h>
#include <string.h>

static const size_t LARGEST_FILE = (size_t)1 << 28;

enum { MOST_PAIRS = 1000000 };

/* Words that stand one after the other in a side's tokens. */
typedef struct Span {
    int first, length;
} Span;

/* One language of the file. While it is read, words are numbered as they come. */
typedef struct Side {
    const char *name; /* "source" */
    NumberedText text;
    Span *sentences;
} Side;

/* What a source's `data` points to. */
typedef struct PairFile {
    Side sides[2]; /* source, target */
    int count;     /* of pairs */
    int *training, training_count;
    int *held_out, held_out_count; /* each source sentence once */
} PairFile;

/* ---- reading ---- */

static bool is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strchr(" \t\r\v\f", text[i]))
            return false;
    return true;
}

static bool read_side(Arena *scratch, const char *where, Bytes text, Side *side, Span *sentence,
                      Error *error)
{
    int count;
    const char **words;
    if (is_blank(text.data, text.size))
        return fail(error, "%s: the %s sentence is empty", where, side->name);
    if (!split_words(scratch, where, text.data, text.size, &count, &words, error))
        return false;
    *sentence = (Span){side->text.count, count};
    for (int i = 0; i < count; i++)
        numbered_text_add(&side->text, words[i]);
    return true;
}

static bool read_pair(Arena *scratch, const char *where, Bytes line, PairFile *file, Error *error)
{
    const char *end = line.data + line.size;
    const char *tab = memchr(line.data, '\t', line.size);
    if (!tab)
        return fail(error, "%s: no tab between a sentence and its translation", where);
    if (memchr(tab + 1, '\t', (size_t)(end - tab - 1)))
        return fail(error, "%s: more than one tab", where);
    if (file->count == MOST_PAIRS)
        return fail(error, "%s: more than %d pairs", where, MOST_PAIRS);
    Bytes texts[2] = {{line.data, (size_t)(tab - line.data)}, {tab + 1, (size_t)(end - tab - 1)}};
    for (int i = 0; i < 2; i++) {
        Side *side = &file->sides[i];
        if (!read_side(scratch, where, texts[i], side, &side->sentences[file->count], error))
            return false;
    }
    file->count++;
    return true;
}

/* Without the byte order mark that some editors begin a file with. */
static Bytes without_mark(Bytes text)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t size = sizeof mark - 1;
    bool marked = text.size >= size && memcmp(text.data, mark, size) == 0;
    return marked ? (Bytes){text.data + size, text.size - size} : text;
}

static int count_lines(Bytes text)
{
    int count = 0;
    for (Bytes line; count <= MOST_PAIRS && take_line(&text, &line);)
        count++;
    return count;
}

static bool read_lines(Arena *arena, Arena *scratch, const char *name, Bytes text, PairFile *file,
                       Error *error)
{
    int capacity = count_lines(text);
    for (int i = 0; i < 2; i++)
        file->sides[i].sentences = arena_alloc(arena, (size_t)capacity, sizeof(Span));
    int number = 1;
    for (Bytes line; take_line(&text, &line); number++) {
        const char *where = arena_format(scratch, "%s:%d", name, number);
        if (!check_text(where, line.data, line.size, error))
            return false;
        bool blank = is_blank(line.data, line.size) && !memchr(line.data, '\t', line.size);
        if (!blank && !read_pair(scratch, where, line, file, error))
            return false;
        arena_reset(scratch);
    }
    return file->count || fail(error, "%s: no pairs of sentences", name);
}

/* ---- what is held out ---- */

static uint64_t hash_of(const Side *side, int pair)
{
    Span sentence = side->sentences[pair];
    return sentence_hash(&side->text.words, side->text.tokens + sentence.first, sentence.length);
}

typedef struct Hashed {
    uint64_t hash;
    int pair;
} Hashed;

static int by_hash(const void *left, const void *right)
{
    const Hashed *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->pair < b->pair ? -1 : a->pair > b->pair;
}

/* The pairs of one source sentence stand together then. */
static Hashed *sort_pairs(Arena *arena, const PairFile *file)
{
    Hashed *sorted = arena_alloc(arena, (size_t)file->count, sizeof *sorted);
    for (int i = 0; i < file->count; i++)
        sorted[i] = (Hashed){hash_of(&file->sides[0], i), i};
    qsort(sorted, (size_t)file->count, sizeof *sorted, by_hash);
    return sorted;
}

/* The greatest hash never is, so that there is something to learn from; and where no other is by
   its hash, the least one. */
static void hold_out(Arena *arena, PairFile *file)
{
    const Hashed *sorted = sort_pairs(arena, file);
    uint64_t least = sorted[0].hash, greatest = sorted[file->count - 1].hash;
    int chosen = 0;
    for (int i = 0; i < file->count; i++)
        chosen += is_held_out(sorted[i].hash) && sorted[i].hash != greatest;
    file->training = arena_alloc(arena, (size_t)file->count, sizeof *file->training);
    file->held_out = arena_alloc(arena, (size_t)file->count, sizeof *file->held_out);
    for (int i = 0; i < file->count; i++) {
        uint64_t hash = sorted[i].hash;
        if (hash == greatest || !(chosen ? is_held_out(hash) : hash == least))
            file->training[file->training_count++] = sorted[i].pair;
        else if (i == 0 || sorted[i - 1].hash != hash)
            file->held_out[file->held_out_count++] = sorted[i].pair;
    }
}

/* ---- vocabularies ---- */

/* The most frequent words of the sentences to learn from. Renumbers the tokens of the side by it.
   "<s>" is never a token. */
static Lexicon choose_vocabulary(Arena *arena, const PairFile *file, Side *side, int most)
{
    const Lexicon *words = &side->text.words;
    long *counts = arena_alloc(arena, (size_t)words->count, sizeof *counts);
    for (int i = 0; i < file->training_count; i++) {
        Span sentence = side->sentences[file->training[i]];
        for (int k = 0; k < sentence.length; k++)
            counts[side->text.tokens[sentence.first + k]]++;
    }
    Lexicon vocabulary = pair_vocabulary(arena);
    numbered_text_choose(&side->text, counts, most, UNKNOWN_PAIR_WORD, &vocabulary);
    return vocabulary;
}

/* ---- the source ---- */

static void copy_pair(const PairFile *file, int number, Pair *pair)
{
    const Side *source = &file->sides[0], *target = &file->sides[1];
    Span from = source->sentences[number], to = target->sentences[number];
    *pair = (Pair){.source_length = from.length, .target_length = to.length};
    memcpy(pair->source, source->text.tokens + from.first,
           (size_t)from.length * sizeof *pair->source);
    memcpy(pair->target, target->text.tokens + to.first, (size_t)to.length * sizeof *pair->target);
}

static void draw(const PairSource *source, Random *random, Pair *pair)
{
    const PairFile *file = source->data;
    uint32_t at = random_below(random, (uint32_t)file->training_count);
    copy_pair(file, file->training[at], pair);
}

static int held_out(const PairSource *source, int most, Pair *pairs)
{
    const PairFile *file = source->data;
    int count = file->held_out_count < most ? file->held_out_count : most;
    for (int i = 0; i < count; i++)
        copy_pair(file, file->held_out[i], &pairs[i]);
    return count;
}

static bool pairs_parse(Arena *arena, const char *name, Bytes bytes, int vocabulary,
                        PairSource *source, Error *error)
{
    CHECK(vocabulary > SPECIAL_PAIR_WORDS, "a vocabulary of %d", vocabulary);
    PairFile *file = arena_alloc(arena, 1, sizeof *file);
    file->sides[0] = (Side){.name = "source", .text = {.words = lexicon_new(arena)}};
    file->sides[1] = (Side){.name = "target", .text = {.words = lexicon_new(arena)}};
    Arena *scratch = arena_new();
    bool read = read_lines(arena, scratch, name, without_mark(bytes), file, error);
    arena_free(scratch);
    if (!read)
        return false;
    hold_out(arena, file);
    *source = (PairSource){.origin = arena_strdup(arena, name),
                           .source = choose_vocabulary(arena, file, &file->sides[0], vocabulary),
                           .target = choose_vocabulary(arena, file, &file->sides[1], vocabulary),
                           .draw = draw,
                           .held_out = held_out,
                           .data = file};
    return true;
}

bool pairs_read(Arena *arena, const char *path, int vocabulary, PairSource *source, Error *error)
{
    Bytes bytes;
    return file_read(arena, path, LARGEST_FILE, &bytes, error) &&
           pairs_parse(arena, path, bytes, vocabulary, source, error);
}
