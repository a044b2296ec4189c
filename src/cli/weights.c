#include "cli/weights.h"

#include "base/utf8.h"
#include "cli/terminal.h"
#include "load/builtin.h"
#include "load/safetensors.h"
#include "load/weights.h"
#include "write/text.h"

#include <stdio.h>
#include <string.h>

/* What a weights file holds, for `attnviz weights`: no command reads a larger one. */
static const size_t LARGEST_FILE = (size_t)4 << 30;

static void put(Arena *arena, const char *name, const char *text)
{
    printf("%s:\n", name);
    text_write_paragraph(stdout, arena, visible_text(arena, text), terminal_width());
}

/* All that the file says of itself, but for the list of its words. */
static void put_metadata(Arena *arena, const Safetensors *file)
{
    for (int i = 0; i < file->metadata_count; i++)
        if (strcmp(file->metadata[i].name, "vocabulary") != 0)
            put(arena, visible_text(arena, file->metadata[i].name), file->metadata[i].text);
}

static void put_weights(Arena *arena, const char *what, const Weights *w, const Safetensors *file)
{
    int words = w->embeddings.rows, features = w->embeddings.cols;
    put(arena, "weights", what);
    put(arena, "vectors",
        arena_format(arena, "%d word%s, %d feature%s each", words, words == 1 ? "" : "s", features,
                     features == 1 ? "" : "s"));
    put_metadata(arena, file);
}

bool weights_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const char *name = run->arguments->value[OPTION_WEIGHTS];
    bool builtin = !strcmp(name, "built-in");
    Bytes bytes = builtin_bytes();
    Safetensors file;
    Weights weights;
    if (!strcmp(name, "random")) {
        put(arena, "weights", "random, not learned: drawn anew from --seed for every sentence");
        return true;
    }
    if (!builtin && !file_read(arena, name, LARGEST_FILE, &bytes, error))
        return false;
    if (!safetensors_parse(arena, name, bytes, &file, error))
        return false;
    int *groups, count = weights_groups(arena, &file, &groups);
    if (!weights_of_file(arena, &file, count ? groups[0] : 0, &weights, error))
        return false;
    put_weights(arena, builtin ? "built in" : weights.origin, &weights, &file);
    return true;
}
