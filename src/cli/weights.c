/* What a weights file says of itself. */
#include "load/weights.h"
#include "base/utf8.h"
#include "cli/settings.h"
#include "document/document.h"
#include "load/model_file.h"
#include "load/safetensors.h"
#include "write/text.h"

#include <stdio.h>
#include <string.h>

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

static void put_text(Arena *arena, const NamedText *text)
{
    if (!ends_in(text->name, "vocabulary"))
        put(arena, visible_text(arena, text->name), text->text);
}

static void put_weights(Arena *arena, const char *what, const Weights *w, const Safetensors *file)
{
    int words = w->embeddings.rows, features = w->embeddings.cols;
    put(arena, "weights", what);
    put(arena, "vectors",
        arena_format(arena, "%d word%s, %d feature%s each", words, words == 1 ? "" : "s", features,
                     features == 1 ? "" : "s"));
    for (int i = 0; i < file->metadata_count; i++)
        put_text(arena, &file->metadata[i]);
}

/* Whether a model looks at what its file says so. */
static bool is_looked_at(const ModelKind *kind, const char *name)
{
    for (const ModelField *field = kind->family->fields; field->name; field++)
        if (strcmp(field->name, name) == 0)
            return field_is_used(kind, field);
    return true;
}

/* Of a model that learned from pairs of sentences. */
static void put_model(Arena *arena, const Safetensors *file, const Model *m)
{
    put(arena, "weights", m->parameters->origin);
    put(arena, "vocabulary",
        arena_format(arena, "%d words in the source, %d in the target, special ones included",
                     model_size(m, "source words"), model_size(m, "target words")));
    put(arena, "learned numbers", arena_format(arena, "%ld", parameters_size(m->parameters)));
    for (int i = 0; i < file->metadata_count; i++)
        if (is_looked_at(m->kind, file->metadata[i].name))
            put_text(arena, &file->metadata[i]);
    const char *command = model_command(arena, m->kind);
    put(arena, "shown by",
        command
            ? arena_format(arena, "%s --weights %s", command, shell_command(arena, 1, &file->path))
            : "no command");
}

/* Everything is read, and so everything is checked. */
static bool show(Arena *arena, bool builtin, const Safetensors *file, Error *error)
{
    Weights weights;
    Model m;
    if (safetensors_metadata(file, "kind")) { /* learned from pairs of sentences */
        if (!model_of_file(arena, file, &m, error))
            return false;
        put_model(arena, file, &m);
        return true;
    }
    int *groups, count = weights_groups(arena, file, &groups);
    if (!weights_of_file(arena, file, count ? groups[0] : 0, &weights, error))
        return false;
    put_weights(arena, builtin ? "built in" : weights.origin, &weights, file);
    return true;
}

static bool run_weights(const Run *run, Trace **trace, Error *error)
{
    Arena *arena = run->arena;
    const char *name = run->settings->translating.weights;
    (void)trace;
    Safetensors file;
    if (weights_are_random(name)) {
        put(arena, "weights", "random, not learned: drawn anew from --seed for every sentence");
        return true;
    }
    if (weights_are_builtin(name))
        return show(arena, true, builtin_file("builtin"), error);
    bool shown = safetensors_read(arena, name, &file, error) && show(arena, false, &file, error);
    safetensors_close(&file);
    return shown;
}

const Command weights_command = {
    .title = "attnviz weights",
    .summary = "What weights were learned from, and how well.",
    .examples = {{"attnviz weights", "The built-in ones."}},
    .options = {&weights_option},
    .run = run_weights,
};
