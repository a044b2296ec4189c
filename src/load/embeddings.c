#include "load/weights.h"

static const char UNKNOWN[] = "<unk>";

/* ---- words by their keys ---- */

/* The row found for a key. Kept small, for a large file has many. */
typedef struct Slot {
    long row;   /* from 1; 0 if none */
    bool exact; /* the row is spelled exactly like the key */
    bool own;   /* the key of a word of the text, not of another form of it */
} Slot;

/* The state while reading; from it the table is made. */
typedef struct Reading {
    VectorFile *file;
    Arena *arena, *row; /* for everything here; for one row, reset at each */
    int most;           /* the limit of words, wanted or not; 0: read the wanted ones only */
    Lexicon keys;       /* the wanted ones first */
    int wanted;         /* the number of wanted keys */
    Slot *slots;        /* one per key */
    FoundWord *found;   /* one per wanted key */
    int served;         /* the number of keys with a row */
    int missing;        /* the number of `own` slots without an exact row */
} Reading;

/* The slot of a key, added if it is new. */
static Slot *slot_of(Reading *r, const char *key)
{
    int count = r->keys.count, number = lexicon_add(&r->keys, key);
    if (number == count)
        r->slots = arena_grow(r->arena, r->slots, count, sizeof *r->slots);
    if (number == count && number < r->wanted)
        r->found = arena_grow(r->arena, r->found, count, sizeof *r->found);
    return &r->slots[number];
}

/* Adds these keys and all their other forms to the wanted ones. */
static void want(Reading *r, const char *const *keys, int count)
{
    slot_of(r, UNKNOWN);
    for (int i = 0; i < count; i++) {
        Lexicon forms = word_forms(r->arena, keys[i]);
        Slot *slot = slot_of(r, keys[i]);
        r->missing += !slot->own;
        slot->own = true;
        for (int j = 1; j < forms.count; j++)
            slot_of(r, forms.words[j]);
    }
    r->wanted = r->keys.count;
}

/* ---- reading ---- */

/* Assigns the row to its word's key, if that is wanted and has no row that matches as well. */
static void serve(Reading *r, const VectorRow *row)
{
    Bytes word = row->word;
    if (!word.size || word.size > LONGEST_TOKEN || !is_text(word.data, word.size))
        return; /* no text can contain it */
    arena_reset(r->row);
    const char *spelled = arena_strndup(r->row, word.data, word.size);
    const char *key = token_key(r->row, spelled);
    bool exact = strcmp(key, spelled) == 0;
    if (!r->most && lexicon_find(&r->keys, key) < 0)
        return;
    Slot *slot = slot_of(r, key);
    if (slot->row && (!exact || slot->exact))
        return;
    r->served += !slot->row;
    r->missing -= exact && slot->own;
    slot->exact = exact;
    slot->row = r->file->rows;
    if (slot - r->slots >= r->wanted)
        return;
    FoundWord *found = &r->found[slot - r->slots];
    found->row = slot->row;
    if (!found->word)
        found->vector = arena_alloc(r->arena, (size_t)r->file->d_model, sizeof *found->vector);
    found->word = arena_strdup(r->arena, spelled);
    vector_file_numbers(r->file, row, found->vector);
}

static void read_rows(Reading *r)
{
    while (r->most ? r->served < r->most : r->missing > 0) {
        VectorRow row = vector_file_next(r->file);
        if (!row.word.data)
            break;
        serve(r, &row);
    }
    if (r->most && !r->served)
        fail("%s: no row with a word", r->file->stream.path);
    /* "<unk>" is not a word of the text */
    if (!r->most && r->served <= (slot_of(r, UNKNOWN)->row > 0))
        fail("%s: no vector for any word of the text", r->file->stream.path);
}

/* ---- the table ---- */

static int by_row(const void *left, const void *right)
{
    const FoundWord *a = left, *b = right;
    return (a->row > b->row) - (a->row < b->row);
}

Embeddings embeddings_of(Arena *arena, const char *path, FoundWord *found, int count, int d_model)
{
    int rows = 0;
    qsort(found, (size_t)count, sizeof *found, by_row);
    for (int i = 0; i < count; i++)
        if (found[i].word && (!rows || found[rows - 1].row != found[i].row))
            found[rows++] = found[i];
    Tensor table = tensor_new(arena, rows, d_model);
    const char **keys = arena_alloc(arena, (size_t)rows, sizeof *keys);
    FoundWord *kept = arena_alloc(arena, (size_t)rows, sizeof *kept);
    for (int i = 0; i < rows; i++) {
        FoundWord *word = &found[i];
        memcpy(tensor_row(table, i), word->vector, (size_t)d_model * sizeof(real));
        keys[i] = token_key(arena, word->word);
        kept[i] = (FoundWord){word->row, arena_strdup(arena, word->word), tensor_row(table, i), 0};
    }
    return (Embeddings){arena_strdup(arena, path), table, lexicon_of(arena, keys, rows), kept};
}

Embeddings embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                           int most, FirstReading *survey)
{
    ENDED_BY(arena_end) Arena *own = arena_new(), *row = arena_new();
    ENDED_BY(vector_file_close) VectorFile file;
    vector_file_open(own, path, &file);
    Reading r = {&file, own, row, most, lexicon_new(own), .wanted = INT_MAX};
    if (keys)
        want(&r, keys, count);
    read_rows(&r);
    if (survey) {
        survey->count = file.rows;
        survey->serves = arena_alloc(arena, (size_t)file.rows, sizeof *survey->serves);
    }
    for (int i = 0; survey && i < r.keys.count; i++)
        if (r.slots[i].row)
            survey->serves[r.slots[i].row - 1] = true;
    return embeddings_of(arena, path, r.found, smaller(r.wanted, r.keys.count), file.d_model);
}

void embeddings_replace(Arena *arena, const Embeddings *embeddings, Weights *weights)
{
    int d = embeddings->table.cols;
    if (weights->embeddings.cols != d)
        fail("%s has %d numbers a word, but the weights (%s) have %d", embeddings->path, d,
             weights->origin, weights->embeddings.cols);
    weights->embeddings = embeddings->table;
    weights->vocabulary = embeddings->vocabulary;
    weights->recipe = weights->perplexity = NULL; /* those described its own embeddings */
    weights->origin = arena_format(arena, "embeddings from %s; projections %s", embeddings->path,
                                   weights->origin);
}
