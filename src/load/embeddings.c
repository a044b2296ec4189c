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

/* The slot that wants this row, or NULL: none does, or the word is none that a text could hold. */
static Slot *slot_for(Reading *r, Bytes word, bool *exact)
{
    Error ignored;
    arena_reset(r->row);
    if (!word.size || word.size > LONGEST_TOKEN || !check_text("", word.data, word.size, &ignored))
        return NULL;
    const char *spelled = arena_strndup(r->row, word.data, word.size);
    const char *key = token_key(r->row, spelled);
    if (!r->all && lexicon_find(&r->keys, key) < 0)
        return NULL;
    Slot *slot = slot_of(r, key);
    *exact = strcmp(key, spelled) == 0;
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

static Embeddings table_of(Arena *arena, const Reading *r)
{
    int count = r->found_count, d = r->file.d_model;
    Tensor table = tensor_new(arena, count, d);
    const char **keys = arena_alloc(arena, (size_t)count, sizeof *keys);
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++) {
        const Slot *slot = r->found[i];
        memcpy(tensor_row(table, i), slot->vector, (size_t)d * sizeof(real));
        keys[i] = slot->key;
        words[i] = arena_strdup(arena, slot->word);
    }
    return (Embeddings){arena_strdup(arena, r->file.stream.path), table,
                        lexicon_of(arena, keys, count), words};
}

bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                     Embeddings *embeddings, Error *error)
{
    Reading r = {.arena = arena_new(), .row = arena_new(), .all = !keys};
    if (keys)
        want_forms(&r, keys, count);
    else
        make_slots(&r, count);
    bool read = vector_file_open(r.arena, path, &r.file, error) && read_rows(&r, error);
    vector_file_close(&r.file);
    if (read)
        *embeddings = table_of(arena, &r);
    arena_free(r.row);
    arena_free(r.arena);
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
