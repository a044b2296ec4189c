/* What a weights file says of itself. */
#include "load/weights.h"
#include "base/utf8.h"
#include "cli/terminal.h"
#include "cli/translating.h"
#include "document/document.h"
#include "load/safetensors.h"
#include "load/transformer.h"
#include "load/translator.h"
#include "write/text.h"

#include <stdio.h>
#include <string.h>

/* What a weights file holds, for `attnviz weights`: no command reads a larger one. */
static const size_t LARGEST_FILE = (size_t)4 << 30;

typedef struct Settings {
    const char *weights;
} Settings;

static const Option own_rows[] = {
    {"weights", 'w', "FILE", "built-in", "built-in, random, or a .safetensors file", OPTION_TEXT,
     .at = offsetof(Settings, weights), .words = "built-in random @file"},
    {0},
};

static const OptionList own_options = {.rows = own_rows};

static void put(Arena *arena, const char *name, const char *text)
{
    printf("%s:\n", name);
    text_write_paragraph(stdout, arena, visible_text(arena, text), terminal_width());
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && !strcmp(text + length - end_length, end);
}

/* All that the file says of itself, but for the lists of its words, and what is said in vain. */
static void put_metadata(Arena *arena, const Safetensors *file, const char *vain)
{
    for (int i = 0; i < file->metadata_count; i++)
        if (!ends_in(file->metadata[i].name, "vocabulary") &&
            strcmp(file->metadata[i].name, vain) != 0)
            put(arena, visible_text(arena, file->metadata[i].name), file->metadata[i].text);
}

static void put_weights(Arena *arena, const char *what, const Weights *w, const Safetensors *file)
{
    int words = w->embeddings.rows, features = w->embeddings.cols;
    put(arena, "weights", what);
    put(arena, "vectors",
        arena_format(arena, "%d word%s, %d feature%s each", words, words == 1 ? "" : "s", features,
                     features == 1 ? "" : "s"));
    put_metadata(arena, file, "");
}

/* ---- what learned from pairs ---- */

/* A model that learned from pairs of sentences. */
typedef struct PairModel {
    const char *origin, *command; /* the command that shows it, but for its weights; or NULL */
    int source_words, target_words;
    long learned;     /* numbers */
    const char *vain; /* metadata that this kind does not look at */
} PairModel;

static void put_pair_model(Arena *arena, const Safetensors *file, const PairModel *m)
{
    put(arena, "weights", m->origin);
    put(arena, "vocabulary",
        arena_format(arena, "%d words in the source, %d in the target, special ones included",
                     m->source_words, m->target_words));
    put(arena, "learned numbers", arena_format(arena, "%ld", m->learned));
    put_metadata(arena, file, m->vain);
    const char *path = shell_command(arena, 1, &file->path);
    put(arena, "shown by",
        m->command ? arena_format(arena, "%s --weights %s", m->command, path) : "no command");
}

static bool read_transformer(Arena *arena, const char *path, Bytes bytes, PairModel *m,
                             Error *error)
{
    LoadedTransformer l;
    if (!transformer_parse(arena, path, bytes, &l, error))
        return false;
    const Transformer *t = &l.transformer;
    *m = (PairModel){t->parameters->origin, "attnviz transformer",          t->sizes.source_words,
                     t->sizes.target_words, parameters_size(t->parameters), ""};
    return true;
}

static bool read_translator(Arena *arena, const char *path, Bytes bytes, PairModel *m, Error *error)
{
    LoadedTranslator l;
    if (!translator_parse(arena, path, bytes, &l, error))
        return false;
    const Translator *t = &l.translator;
    *m =
        (PairModel){t->parameters->origin,          translator_command(arena, t->kind),
                    t->sizes.source_words,          t->sizes.target_words,
                    parameters_size(t->parameters), t->kind->reach == REACH_GLOBAL ? "window" : ""};
    return true;
}

static bool run_weights(const Run *run, Trace **trace, Error *error)
{
    Arena *arena = run->arena;
    const char *name = ((const Settings *)run->settings)->weights;
    (void)trace;
    bool builtin = weights_are_builtin(name);
    Bytes bytes = builtin_bytes();
    Safetensors file;
    Weights weights;
    if (weights_are_random(name)) {
        put(arena, "weights", "random, not learned: drawn anew from --seed for every sentence");
        return true;
    }
    if (!builtin && !file_read(arena, name, LARGEST_FILE, &bytes, error))
        return false;
    if (!safetensors_parse(arena, name, bytes, &file, error))
        return false;
    const char *kind = safetensors_metadata(&file, "kind");
    if (kind) { /* a file of `attnviz train bahdanau` or `train transformer` */
        PairModel m;
        if (!(strcmp(kind, "transformer") ? read_translator : read_transformer)(arena, name, bytes,
                                                                                &m, error))
            return false;
        put_pair_model(arena, &file, &m);
        return true;
    }
    int *groups, count = weights_groups(arena, &file, &groups);
    if (!weights_of_file(arena, &file, count ? groups[0] : 0, &weights, error))
        return false;
    put_weights(arena, builtin ? "built in" : weights.origin, &weights, &file);
    return true;
}

const Command weights_command = {
    .title = "attnviz weights",
    .summary = "What weights were learned from, and how well.",
    .examples = {{"attnviz weights", "The built-in ones."}},
    .options = {{&own_options, 0}},
    .settings_size = sizeof(Settings),
    .run = run_weights,
};
