#include "load/embeddings.h"

#include "load/tokens.h"
#include "load/vector_file.h"
#include "model/word_form.h"

#include <string.h>

static const char UNKNOWN[] = "<unk>";

/* ---- words by their keys ---- */

/* Of a key that is wanted. */
typedef struct Slot {
    FoundWord *found; /* NULL until a row serves it */
    bool exact;       /* that row spells it as the key */
    bool own;         /* the key of a word of the text, not another form of it */
} Slot;

/* By which row a word is served. */
typedef struct Serving {
    int row;
    bool exact;
} Serving;

/* Until the table is made. */
typedef struct Reading {
    VectorFile file;
    Arena *arena, *row; /* for all this; and for a row, emptied with every one */
    bool all;           /* every word is wanted, up to `most` */
    Lexicon keys;       /* that are wanted */
    Slot *slots;        /* of each */
    FoundWord *found;   /* in the order of the file */
    int found_count, most;
    int missing; /* of the slots that are `own`: without an exact word */
    /* Of all words, wanted or not, where the file is surveyed: */
    Arena *kept; /* for what the survey says */
    FirstReading *survey;
    Lexicon met; /* their keys */
    Serving *servings;
    int capacity;
} Reading;

static void make_slots(Reading *r, int most)
{
    r->most = most;
    r->slots = arena_alloc(r->arena, (size_t)most, sizeof *r->slots);
    r->found = arena_alloc(r->arena, (size_t)most, sizeof *r->found);
}

/* These keys and all their other forms. */
static void want(Reading *r, const char *const *keys, int count)
{
    lexicon_add(&r->keys, UNKNOWN);
    for (int i = 0; i < count; i++) {
        int form_count;
        const char *const *forms = word_forms(r->arena, keys[i], &form_count);
        for (int j = 0; j < form_count; j++)
            lexicon_add(&r->keys, forms[j]);
    }
    make_slots(r, r->keys.count);
    for (int i = 0; i < count; i++) {
        Slot *slot = &r->slots[lexicon_find(&r->keys, keys[i])];
        r->missing += !slot->own;
        slot->own = true;
    }
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

/* The slot that wants a row of this key, or NULL. */
static Slot *slot_for(Reading *r, const char *key, bool exact)
{
    if (!r->all && lexicon_find(&r->keys, key) < 0)
        return NULL;
    Slot *slot = &r->slots[lexicon_add(&r->keys, key)];
    return !slot->found || (exact && !slot->exact) ? slot : NULL;
}

static bool keep(Reading *r, Slot *slot, const VectorRow *row, bool exact, int number, Error *error)
{
    if (!slot->found) {
        slot->found = &r->found[r->found_count++];
        slot->found->number = number;
        slot->found->vector = arena_alloc(r->arena, (size_t)r->file.d_model, sizeof(real));
    }
    slot->found->word = arena_strndup(r->arena, row->word.data, row->word.size);
    slot->exact = exact;
    r->missing -= exact && slot->own;
    return vector_file_numbers(&r->file, row, slot->found->vector, error);
}

/* Notes in the survey whether the next row serves its word, whose number is returned; −1 if not.
   The key of a row without a word is NULL. */
static int meet(Reading *r, const char *key, bool exact)
{
    FirstReading *s = r->survey;
    int known = r->met.count, number = key ? lexicon_add(&r->met, key) : -1;
    if (number == known)
        r->servings = arena_grow(r->arena, r->servings, known, &r->capacity, sizeof *r->servings);
    else if (number >= 0 && exact && !r->servings[number].exact)
        s->numbers[r->servings[number].row] = -1;
    else
        number = -1;
    if (number >= 0)
        r->servings[number] = (Serving){s->count, exact};
    s->numbers = arena_grow(r->kept, s->numbers, s->count, &s->capacity, sizeof *s->numbers);
    return s->numbers[s->count++] = number;
}

static bool is_done(const Reading *r)
{
    return r->survey ? r->met.count == r->survey->most
           : r->all  ? r->found_count == r->most
                     : r->missing == 0;
}

static bool read_rows(Reading *r, Error *error)
{
    VectorRow row;
    bool exact = false;
    while (!is_done(r)) {
        if (!vector_file_next(&r->file, &row, error))
            return false;
        if (!row.word.data)
            break;
        const char *key = key_of(r, row.word, &exact);
        int number = r->survey ? meet(r, key, exact) : 0;
        Slot *slot = key ? slot_for(r, key, exact) : NULL;
        if (slot && !keep(r, slot, &row, exact, number, error))
            return false;
    }
    if (r->all || r->survey)
        return r->found_count || r->met.count ||
               fail(error, "%s: no row with a word", r->file.stream.path);
    /* the vector of unknown words is none of the text's */
    return r->found_count > (r->slots[lexicon_find(&r->keys, UNKNOWN)].found != NULL) ||
           fail(error, "%s: no vector for any word of the text", r->file.stream.path);
}

Embeddings embeddings_of(Arena *arena, const char *path, const FoundWord *found, int count,
                         int d_model)
{
    Tensor table = tensor_new(arena, count, d_model);
    const char **keys = arena_alloc(arena, (size_t)count, sizeof *keys);
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++) {
        memcpy(tensor_row(table, i), found[i].vector, (size_t)d_model * sizeof(real));
        keys[i] = token_key(arena, found[i].word);
        words[i] = arena_strdup(arena, found[i].word);
    }
    return (Embeddings){arena_strdup(arena, path), table, lexicon_of(arena, keys, count), words};
}

/* `survey` may be NULL. */
static bool read_file(Arena *arena, const char *path, const char *const *keys, int count,
                      FirstReading *survey, Embeddings *embeddings, Error *error)
{
    Reading r = {.arena = arena_new(), .row = arena_new(), .all = !keys};
    r.keys = lexicon_new(r.arena);
    if (keys)
        want(&r, keys, count);
    else
        make_slots(&r, count);
    r.kept = arena;
    r.survey = survey;
    r.met = lexicon_new(r.arena);
    bool read = vector_file_open(r.arena, path, &r.file, error) && read_rows(&r, error);
    if (read)
        *embeddings = embeddings_of(arena, path, r.found, r.found_count, r.file.d_model);
    if (read && survey) {
        survey->wanted_numbers = arena_alloc(arena, (size_t)r.found_count, sizeof(int));
        for (int i = 0; i < r.found_count; i++)
            survey->wanted_numbers[i] = r.found[i].number;
    }
    vector_file_close(&r.file);
    arena_free(r.row);
    arena_free(r.arena);
    return read;
}

bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                     Embeddings *embeddings, Error *error)
{
    return read_file(arena, path, keys, count, NULL, embeddings, error);
}

bool embeddings_survey(Arena *arena, const char *path, const char *const *keys, int count, int most,
                       FirstReading *survey, Error *error)
{
    *survey = (FirstReading){.most = most};
    return read_file(arena, path, keys, count, survey, &survey->wanted, error);
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
