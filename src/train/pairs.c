#include "train/pairs.h"

static const size_t LARGEST_FILE = (size_t)1 << 28;

enum { MOST_PAIRS = 1000000 };

enum { SOURCE, TARGET, SIDES };

static const char *const side_names[SIDES] = {"source", "target"};

/* The two sentences of a line as token ranges, and the hash of the source. */
typedef struct FilePair {
    uint64_t hash;
    Sentence sides[SIDES];
} FilePair;

/* PairSource.data of a file. While reading, words are numbered in order of appearance. */
typedef struct PairFile {
    Arena *arena;
    NumberedText texts[SIDES];
    int count;       /* of pairs */
    FilePair *pairs; /* sorted by hash: pairs of one source sentence are adjacent */
    const FilePair **training, **held_out; /* held_out has each source sentence once */
    int training_count, held_out_count;
} PairFile;

/* ---- reading ---- */

/* A tab does not count as blank: it separates the sentences. */
static bool is_blank_text(const char *text)
{
    return !text[strspn(text, " \r\v\f")];
}

static Sentence read_side(Arena *scratch, const char *where, const char *text, int side,
                          PairFile *file)
{
    NumberedText *all = &file->texts[side];
    if (is_blank_text(text))
        fail("%s: the %s sentence is empty", where, side_names[side]);
    Strings words = split_words(scratch, where, text, strlen(text));
    for (int i = 0; i < words.count; i++)
        numbered_text_add(all, words.items[i]);
    return (Sentence){all->count - words.count, words.count};
}

static void read_pair(Arena *scratch, const char *where, char *target, PairFile *file)
{
    const char *source = strsep(&target, "\t");
    if (!target)
        fail("%s: no tab between a sentence and its translation", where);
    if (strchr(target, '\t'))
        fail("%s: more than one tab", where);
    if (file->count == MOST_PAIRS)
        fail("%s: more than %d pairs", where, MOST_PAIRS);
    const NumberedText *text = &file->texts[SOURCE];
    Sentence read = read_side(scratch, where, source, SOURCE, file);
    FilePair pair = {sentence_hash(&text->words, text->tokens + read.first, read.length),
                     {read, read_side(scratch, where, target, TARGET, file)}};
    file->pairs = arena_append(file->arena, file->pairs, &file->count, &pair, sizeof pair);
}

static void read_lines(const char *name, Bytes text, PairFile *file)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    int number = 1;
    for (Bytes line; take_line(&text, '\n', &line); number++) {
        const char *where = arena_format(scratch, "%s:%d", name, number);
        check_text(where, line.data, line.size);
        char *pair = arena_strndup(scratch, line.data, line.size);
        if (!is_blank_text(pair))
            read_pair(scratch, where, pair, file);
        arena_reset(scratch);
    }
    if (!file->count)
        fail("%s: no pairs of sentences", name);
}

/* ---- the held-out set ---- */

static int by_hash(const void *left, const void *right)
{
    const FilePair *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->sides[SOURCE].first - b->sides[SOURCE].first; /* ties in file order */
}

/* Splits the pairs. The greatest hash is never held out, so that the training set is not empty; if
   no other is, the least one is. */
static void hold_out(PairFile *file)
{
    FilePair *pairs = file->pairs;
    size_t count = (size_t)file->count;
    qsort(pairs, count, sizeof *pairs, by_hash);
    uint64_t least = pairs[0].hash, greatest = pairs[count - 1].hash;
    bool chosen = false;
    for (size_t i = 0; i < count; i++)
        chosen |= is_held_out(pairs[i].hash) && pairs[i].hash != greatest;
    file->training = arena_alloc(file->arena, count, sizeof *file->training);
    file->held_out = arena_alloc(file->arena, count, sizeof *file->held_out);
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = pairs[i].hash;
        if (hash == greatest || !(chosen ? is_held_out(hash) : hash == least))
            file->training[file->training_count++] = &pairs[i];
        else if (i == 0 || pairs[i - 1].hash != hash)
            file->held_out[file->held_out_count++] = &pairs[i];
    }
}

/* ---- vocabularies ---- */

/* Chooses the most frequent words of the training sentences and renumbers the side's tokens. "<s>"
   is never a token. */
static Lexicon choose_vocabulary(Arena *arena, PairFile *file, int side, int most)
{
    NumberedText *text = &file->texts[side];
    long *counts = arena_alloc(arena, (size_t)text->words.count, sizeof *counts);
    for (int i = 0; i < file->training_count; i++) {
        Sentence sentence = file->training[i]->sides[side];
        for (int k = 0; k < sentence.length; k++)
            counts[text->tokens[sentence.first + k]]++;
    }
    Lexicon vocabulary = pair_vocabulary(arena);
    numbered_text_choose(text, counts, most, UNKNOWN_PAIR_WORD, &vocabulary);
    return vocabulary;
}

/* ---- the source ---- */

static int copy_side(const PairFile *file, const FilePair *from, int side, int *words)
{
    Sentence sentence = from->sides[side];
    memcpy(words, file->texts[side].tokens + sentence.first,
           (size_t)sentence.length * sizeof *words);
    return sentence.length;
}

static void copy_pair(const PairFile *file, const FilePair *from, Pair *pair)
{
    *pair = (Pair){0};
    pair->source_length = copy_side(file, from, SOURCE, pair->source);
    pair->target_length = copy_side(file, from, TARGET, pair->target);
}

static void draw(const PairSource *source, Random *random, Pair *pair)
{
    const PairFile *file = source->data;
    copy_pair(file, file->training[random_below(random, (uint32_t)file->training_count)], pair);
}

/* A file has only one held-out set, whatever the seed. */
static int held_out(const PairSource *source, UNUSED uint64_t seed, int most, Pair *pairs)
{
    const PairFile *file = source->data;
    int count = smaller(file->held_out_count, most);
    for (int i = 0; i < count; i++)
        copy_pair(file, file->held_out[i], &pairs[i]);
    return count;
}

PairSource pairs_read(Arena *arena, const char *path, int vocabulary)
{
    Bytes bytes = file_read(arena, path, LARGEST_FILE);
    check_type(path, bytes);
    PairFile file = {.arena = arena,
                     .texts = {{.words = lexicon_new(arena)}, {.words = lexicon_new(arena)}}};
    read_lines(path, without_byte_order_mark(bytes), &file);
    hold_out(&file);
    return (PairSource){.origin = arena_strdup(arena, path),
                        .source = choose_vocabulary(arena, &file, SOURCE, vocabulary),
                        .target = choose_vocabulary(arena, &file, TARGET, vocabulary),
                        .draw = draw,
                        .held_out = held_out,
                        .data = arena_copy(arena, &file, sizeof file)};
}
