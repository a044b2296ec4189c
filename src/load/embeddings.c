#include "load/embeddings.h"

#include "load/tokens.h"
#include "load/vector_file.h"
#include "model/word_form.h"

#include <string.h>

enum { LONGEST_WORD = 1024 };

/* ---- words by their keys ---- */

typedef struct Slot {
    const char *key, *word; /* the word as the file spells it; NULL until it is found */
    real *vector;
    bool exact; /* the word is its key */
    bool own;   /* the key of a word of the text, not another form of it */
} Slot;

/* A hash table, at most half full, and its slots in the order in which they were filled. */
typedef struct Slots {
    Arena *arena;
    size_t capacity; /* a power of two */
    Slot *slots;
    Slot **found;
    int found_count, most;
    int missing; /* of those that are `own`: without an exact word */
} Slots;

static Slots slots_new(Arena *arena, int most)
{
    Slots s = {.arena = arena, .capacity = 16, .most = most};
    while (s.capacity < 2 * (size_t)most)
        s.capacity *= 2;
    s.slots = arena_alloc(arena, s.capacity, sizeof *s.slots);
    s.found = arena_alloc(arena, (size_t)most, sizeof *s.found);
    return s;
}

/* FNV-1a. */
static uint64_t hash(const char *key, size_t size)
{
    uint64_t h = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)key[i]) * 0x100000001b3;
    return h;
}

/* The slot of a key, or the free one where it would be. */
static Slot *slot_of(const Slots *s, const char *key, size_t size)
{
    size_t mask = s->capacity - 1, i = (size_t)hash(key, size) & mask;
    while (s->slots[i].key &&
           (strncmp(s->slots[i].key, key, size) != 0 || s->slots[i].key[size] != '\0'))
        i = (i + 1) & mask;
    return &s->slots[i];
}

static void want(Slots *s, const char *key, bool own)
{
    Slot *slot = slot_of(s, key, strlen(key));
    slot->key = key;
    s->missing += own && !slot->own;
    slot->own = slot->own || own;
}

/* The slots of all forms of these keys. */
static Slots wanted(Arena *arena, const char *const *keys, int count)
{
    const char *const **forms = arena_alloc(arena, (size_t)count, sizeof *forms);
    int *counts = arena_alloc(arena, (size_t)count, sizeof *counts), most = 1;
    for (int i = 0; i < count; i++) {
        forms[i] = word_forms(arena, keys[i], &counts[i]);
        most += counts[i];
    }
    Slots s = slots_new(arena, most);
    want(&s, "<unk>", false);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < counts[i]; j++)
            want(&s, forms[i][j], j == 0);
    return s;
}

/* ---- reading ---- */

typedef struct Reading {
    VectorFile file;
    Slots slots;
    Arena *keys; /* emptied with every row */
    bool all;    /* every word is wanted */
} Reading;

/* The key of a word; NULL if it is none that a text could hold. */
static const char *key_of(Arena *arena, Bytes word)
{
    Error ignored;
    if (!word.size || word.size > LONGEST_WORD || !check_text("", word.data, word.size, &ignored))
        return NULL;
    return token_key(arena, arena_strndup(arena, word.data, word.size));
}

/* The slot that wants this row, or NULL. */
static Slot *slot_for(Reading *r, Bytes word, bool *exact)
{
    arena_reset(r->keys);
    const char *key = key_of(r->keys, word);
    if (!key)
        return NULL;
    size_t size = strlen(key);
    Slot *slot = slot_of(&r->slots, key, size);
    *exact = size == word.size && memcmp(key, word.data, size) == 0;
    if (!slot->key && r->all)
        slot->key = arena_strdup(r->slots.arena, key);
    if (!slot->key || (slot->vector && (slot->exact || !*exact)))
        return NULL;
    return slot;
}

static bool keep(Reading *r, Slot *slot, const VectorRow *row, bool exact, Error *error)
{
    Slots *s = &r->slots;
    if (!slot->vector) {
        slot->vector = arena_alloc(s->arena, (size_t)r->file.d_model, sizeof *slot->vector);
        s->found[s->found_count++] = slot;
    }
    slot->word = arena_strndup(s->arena, row->word.data, row->word.size);
    slot->exact = exact;
    s->missing -= exact && slot->own;
    return vector_file_numbers(&r->file, row, slot->vector, error);
}

static bool is_done(const Reading *r)
{
    return r->all ? r->slots.found_count == r->slots.most : !r->slots.missing;
}

static bool read_rows(Reading *r, Error *error)
{
    while (!is_done(r)) {
        VectorRow row;
        bool exact;
        if (!vector_file_next(&r->file, &row, error))
            return false;
        if (!row.word.data)
            return true;
        Slot *slot = slot_for(r, row.word, &exact);
        if (slot && !keep(r, slot, &row, exact, error))
            return false;
    }
    return true;
}

/* ---- the table ---- */

static Embeddings table_of(Arena *arena, const Reading *r, const char *path)
{
    int count = r->slots.found_count, d = r->file.d_model;
    Tensor table = tensor_new(arena, count, d);
    const char **keys = arena_alloc(arena, (size_t)count, sizeof *keys);
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++) {
        const Slot *slot = r->slots.found[i];
        memcpy(tensor_row(table, i), slot->vector, (size_t)d * sizeof(real));
        keys[i] = arena_strdup(arena, slot->key);
        words[i] = arena_strdup(arena, slot->word);
    }
    return (Embeddings){path, table, vocabulary_new(arena, keys, count), words};
}

/* Whether a word was found; the vector of unknown words is none. */
static bool check_found(const Reading *r, Error *error)
{
    int count = r->slots.found_count;
    if (count > 1 || (count == 1 && (r->all || strcmp(r->slots.found[0]->key, "<unk>") != 0)))
        return true;
    return fail(error, r->all ? "%s: no row with a word" : "%s: no vector for any word of the text",
                r->file.stream.path);
}

/* `scratch` holds what is needed while reading, the slots among it. */
static bool read_into(Arena *arena, Arena *scratch, const char *path, Slots slots, bool all,
                      Embeddings *embeddings, Error *error)
{
    Reading r = {.slots = slots, .keys = arena_new(), .all = all};
    bool read = vector_file_open(scratch, path, &r.file, error) && read_rows(&r, error) &&
                check_found(&r, error);
    vector_file_close(&r.file);
    arena_free(r.keys);
    if (read)
        *embeddings = table_of(arena, &r, arena_strdup(arena, path));
    return read;
}

bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                     Embeddings *embeddings, Error *error)
{
    Arena *scratch = arena_new();
    bool read =
        read_into(arena, scratch, path, wanted(scratch, keys, count), false, embeddings, error);
    arena_free(scratch);
    return read;
}

bool embeddings_read_all(Arena *arena, const char *path, int limit, Embeddings *embeddings,
                         Error *error)
{
    Arena *scratch = arena_new();
    bool read = read_into(arena, scratch, path, slots_new(scratch, limit), true, embeddings, error);
    arena_free(scratch);
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
