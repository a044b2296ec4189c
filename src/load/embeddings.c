#include "load/embeddings.h"

#include "load/tokens.h"
#include "load/vector_file.h"
#include "model/word_form.h"

#include <string.h>

static const char UNKNOWN[] = "<unk>";

/* ---- words by their keys ---- */

typedef struct Slot {
    const char *key, *word; /* the word as the file spells it; NULL until it is found */
    real *vector;
    bool exact; /* the word is its key */
    bool own;   /* the key of a word of the text, not another form of it */
    int number; /* of the word in the file, where it is surveyed */
} Slot;

/* Until the table is made. */
typedef struct Reading {
    VectorFile file;
    Arena *arena, *row; /* for all this; and for a row, emptied with every one */
    bool all;           /* every word is wanted, up to `most` */
    Lexicon keys;
    Slot *slots, **found; /* one a key; and in the order of the file */
    int found_count, most;
    int missing; /* of the slots that are `own`: without an exact word */
} Reading;

static void make_slots(Reading *r, int most)
{
    r->most = most;
    r->keys = lexicon_new(r->arena);
    r->slots = arena_alloc(r->arena, (size_t)most, sizeof *r->slots);
    r->found = arena_alloc(r->arena, (size_t)most, sizeof *r->found);
}

static Slot *slot_of(Reading *r, const char *key)
{
    int number = lexicon_add(&r->keys, key);
    r->slots[number].key = r->keys.words[number];
    return &r->slots[number];
}

static void want(Reading *r, const char *key, bool own)
{
    Slot *slot = slot_of(r, key);
    r->missing += own && !slot->own;
    slot->own = slot->own || own;
}

/* All forms of these keys; a key is its own first form. */
static void want_forms(Reading *r, const char *const *keys, int count)
{
    const char *const **forms = arena_alloc(r->arena, (size_t)count, sizeof *forms);
    int *counts = arena_alloc(r->arena, (size_t)count, sizeof *counts), most = 1;
    for (int i = 0; i < count; i++) {
        forms[i] = word_forms(r->arena, keys[i], &counts[i]);
        most += counts[i];
    }
    make_slots(r, most);
    want(r, UNKNOWN, false);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < counts[i]; j++)
            want(r, forms[i][j], j == 0);
}

/* ---- reading ---- */

/* A row's word by its key, until the next row is asked for; NULL: it is none that a text could
   hold. */
static const char *key_of(Reading *r, Bytes word, bool *exact)
{
    Error ignored;
    arena_reset(r->row);
    if (!word.size || word.size > LONGEST_TOKEN || !check_text("", word.data, word.size, &ignored))
        return NULL;
    const char *spelled = arena_strndup(r->row, word.data, word.size);
    const char *key = token_key(r->row, spelled);
    *exact = strcmp(key, spelled) == 0;
    return key;
}

/* The slot that wants this row, or NULL. */
static Slot *slot_for(Reading *r, Bytes word, bool *exact)
{
    const char *key = key_of(r, word, exact);
    if (!key || (!r->all && lexicon_find(&r->keys, key) < 0))
        return NULL;
    Slot *slot = slot_of(r, key);
    return !slot->vector || (*exact && !slot->exact) ? slot : NULL;
}

static bool keep(Reading *r, Slot *slot, const VectorRow *row, bool exact, Error *error)
{
    if (!slot->vector) {
        slot->vector = arena_alloc(r->arena, (size_t)r->file.d_model, sizeof *slot->vector);
        r->found[r->found_count++] = slot;
    }
    slot->word = arena_strndup(r->arena, row->word.data, row->word.size);
    slot->exact = exact;
    r->missing -= exact && slot->own;
    return vector_file_numbers(&r->file, row, slot->vector, error);
}

static bool read_rows(Reading *r, Error *error)
{
    VectorRow row;
    bool exact;
    while (r->all ? r->found_count < r->most : r->missing > 0) {
        if (!vector_file_next(&r->file, &row, error))
            return false;
        if (!row.word.data)
            break;
        Slot *slot = slot_for(r, row.word, &exact);
        if (slot && !keep(r, slot, &row, exact, error))
            return false;
    }
    if (r->all)
        return r->found_count || fail(error, "%s: no row with a word", r->file.stream.path);
    /* the vector of unknown words is none of the text's */
    return r->found_count > (slot_of(r, UNKNOWN)->vector != NULL) ||
           fail(error, "%s: no vector for any word of the text", r->file.stream.path);
}

Embeddings embeddings_of(Arena *arena, const char *path, const char *const *words,
                         const real *const *rows, int count, int d_model)
{
    Tensor table = tensor_new(arena, count, d_model);
    const char **keys = arena_alloc(arena, (size_t)count, sizeof *keys);
    const char **spelled = arena_alloc(arena, (size_t)count, sizeof *spelled);
    for (int i = 0; i < count; i++) {
        memcpy(tensor_row(table, i), rows[i], (size_t)d_model * sizeof(real));
        keys[i] = token_key(arena, words[i]);
        spelled[i] = arena_strdup(arena, words[i]);
    }
    return (Embeddings){arena_strdup(arena, path), table, lexicon_of(arena, keys, count), spelled};
}

static Embeddings table_of(Arena *arena, const Reading *r)
{
    size_t count = (size_t)r->found_count;
    const char **words = arena_alloc(r->arena, count, sizeof *words);
    const real **rows = arena_alloc(r->arena, count, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        words[i] = r->found[i]->word;
        rows[i] = r->found[i]->vector;
    }
    return embeddings_of(arena, r->file.stream.path, words, rows, r->found_count, r->file.d_model);
}

static Reading reading_new(const char *const *keys, int count)
{
    Reading r = {.arena = arena_new(), .row = arena_new(), .all = !keys};
    if (keys)
        want_forms(&r, keys, count);
    else
        make_slots(&r, count);
    return r;
}

static void reading_end(Reading *r)
{
    vector_file_close(&r->file);
    arena_free(r->row);
    arena_free(r->arena);
}

bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                     Embeddings *embeddings, Error *error)
{
    Reading r = reading_new(keys, count);
    bool read = vector_file_open(r.arena, path, &r.file, error) && read_rows(&r, error);
    if (read)
        *embeddings = table_of(arena, &r);
    reading_end(&r);
    return read;
}

/* ---- a file in two readings ---- */

/* By which row a word is served. */
typedef struct Serving {
    int row;
    bool exact;
} Serving;

/* While the words are met for the first time. */
typedef struct Meeting {
    Lexicon words; /* the keys of all */
    Serving *servings;
    int capacity;
} Meeting;

/* The number of the word, in the order in which words are first met, if the row of this number
   serves it; else −1. */
static int meet(Meeting *m, FirstReading *survey, const char *key, bool exact, int row)
{
    int known = m->words.count, number = lexicon_add(&m->words, key);
    if (number == known)
        m->servings =
            arena_grow(m->words.arena, m->servings, known, &m->capacity, sizeof *m->servings);
    else if (exact && !m->servings[number].exact)
        survey->numbers[m->servings[number].row] = -1;
    else
        return -1;
    m->servings[number] = (Serving){row, exact};
    return number;
}

/* A row of a word that is wanted and has this number. */
static bool keep_surveyed(Reading *r, const char *key, const VectorRow *row, bool exact, int number,
                          Error *error)
{
    if (number < 0 || lexicon_find(&r->keys, key) < 0)
        return true;
    Slot *slot = slot_of(r, key);
    slot->number = number;
    return keep(r, slot, row, exact, error);
}

static bool survey_rows(Arena *arena, Reading *r, int most, FirstReading *survey, Error *error)
{
    Meeting m = {.words = lexicon_new(r->arena)};
    VectorRow row;
    bool exact = false;
    while (m.words.count < most) {
        if (!vector_file_next(&r->file, &row, error))
            return false;
        if (!row.word.data)
            break;
        const char *key = key_of(r, row.word, &exact);
        int number = key ? meet(&m, survey, key, exact, survey->count) : -1;
        if (key && !keep_surveyed(r, key, &row, exact, number, error))
            return false;
        survey->numbers = arena_grow(arena, survey->numbers, survey->count, &survey->capacity,
                                     sizeof *survey->numbers);
        survey->numbers[survey->count++] = number;
    }
    return m.words.count || fail(error, "%s: no row with a word", r->file.stream.path);
}

bool embeddings_survey(Arena *arena, const char *path, const char *const *keys, int count, int most,
                       FirstReading *survey, Error *error)
{
    Reading r = reading_new(keys, count);
    *survey = (FirstReading){0};
    bool read = vector_file_open(r.arena, path, &r.file, error) &&
                survey_rows(arena, &r, most, survey, error);
    if (read) {
        survey->wanted = table_of(arena, &r);
        survey->wanted_numbers = arena_alloc(arena, (size_t)r.found_count, sizeof(int));
        for (int i = 0; i < r.found_count; i++)
            survey->wanted_numbers[i] = r.found[i]->number;
    }
    reading_end(&r);
    return read;
}

bool embeddings_replace(Arena *arena, const Embeddings *embeddings, Weights *weights, Error *error)
{
    int d = embeddings->table.cols;
    if (weights->embeddings.cols != d)
        return fail(error, "%s has %d numbers a word, but the weights (%s) have %d",
                    embeddings->path, d, weights->origin, weights->embeddings.cols);
    weights->embeddings = embeddings->table;
    weights->vocabulary = embeddings->vocabulary;
    weights->recipe = weights->perplexity = NULL; /* those were of its own vectors */
    weights->origin = arena_format(arena, "embeddings from %s; projections %s", embeddings->path,
                                   weights->origin);
    return true;
}
