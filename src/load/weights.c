#include "load/weights.h"

#include "base/file.h"
#include "base/text.h"
#include "load/word_lines.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const size_t LARGEST_FILE = (size_t)4 << 30;

static bool read_embeddings(Arena *arena, const Safetensors *file, Tensor *embeddings, Error *error)
{
    if (!safetensors_matrix(arena, file, "embeddings", embeddings, error))
        return false;
    return (embeddings->rows && embeddings->cols) ||
           fail(error, "%s: embeddings is empty: %d × %d", file->path, embeddings->rows,
                embeddings->cols);
}

static bool read_heads(Arena *arena, const Safetensors *file, int d_model, int *heads, Error *error)
{
    *heads = 0;
    if (safetensors_metadata(file, "heads") &&
        !safetensors_number(arena, file, "heads", d_model, heads, error))
        return false;
    return !*heads || d_model % *heads == 0 ||
           fail(error, "%s: %d heads do not divide D = %d", file->path, *heads, d_model);
}

/* The matrices whose names begin with `prefix`. */
static bool read_projections(Arena *arena, const Safetensors *file, const char *prefix, Weights *w,
                             Error *error)
{
    const struct {
        const char *name;
        Tensor *matrix;
    } all[] = {{"W_Q", &w->W_Q}, {"W_K", &w->W_K}, {"W_V", &w->W_V}, {"W_O", &w->W_O}};
    int d = w->embeddings.cols;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!safetensors_matrix_of(arena, file, arena_format(arena, "%s%s", prefix, all[i].name), d,
                                   d, all[i].matrix, error))
            return false;
    return true;
}

/* Of "unigram: 3839; 1 heads: 1052, causal 1677; …" what is said of so many heads: "1052, causal
   1677; unigram 3839". Another text is taken as it is. */
static const char *perplexity_of(Arena *arena, const char *text, int heads)
{
    static const char unigram[] = "unigram: ";
    const char *wanted = arena_format(arena, "; %d heads: ", heads);
    const char *found = text ? strstr(text, wanted) : NULL;
    if (!heads || !found || strncmp(text, unigram, strlen(unigram)) != 0)
        return text;
    found += strlen(wanted);
    text += strlen(unigram);
    return arena_format(arena, "%.*s; unigram %.*s", (int)strcspn(found, ";"), found,
                        (int)strcspn(text, ";"), text);
}

/* H of "heads-H/W_Q", 0 of another name. */
static int group_of(Arena *arena, const char *name)
{
    static const char before[] = "heads-";
    bool begins = strncmp(name, before, strlen(before)) == 0;
    long heads = begins ? strtol(name + strlen(before), NULL, 10) : 0;
    bool is_one = heads > 0 && heads <= INT_MAX &&
                  strcmp(name, arena_format(arena, "%s%ld/W_Q", before, heads)) == 0;
    return is_one ? (int)heads : 0;
}

int weights_groups(Arena *arena, const Safetensors *file, int **groups)
{
    int count = 0;
    *groups = arena_alloc(arena, (size_t)file->count, sizeof **groups);
    for (int i = 0; i < file->count; i++) {
        (*groups)[count] = group_of(arena, file->tensors[i].name);
        count += (*groups)[count] > 0;
    }
    return count;
}

/* Which group is read for so many heads; 0 where there are none. */
static bool choose_group(Arena *arena, const Safetensors *file, int heads, int *group, Error *error)
{
    int *groups, count = weights_groups(arena, file, &groups);
    Text list = text_new(arena);
    *group = 0;
    for (int i = 0; i < count; i++) {
        if (groups[i] == heads)
            *group = heads;
        text_format(&list, " %d", groups[i]);
    }
    return !count || *group ||
           fail(error, "%s has projections for%s head%s, not for %d", file->path, list.data,
                count == 1 && groups[0] == 1 ? "" : "s", heads);
}

bool weights_of_file(Arena *arena, const Safetensors *file, int heads, Weights *weights,
                     Error *error)
{
    Weights w = {.origin = arena_format(arena, "from %s", file->path), .heads = heads};
    const char *prefix = heads ? arena_format(arena, "heads-%d/", heads) : "", **words;
    if (!read_embeddings(arena, file, &w.embeddings, error) ||
        !read_projections(arena, file, prefix, &w, error) ||
        !word_lines(arena, file, "vocabulary", "embeddings", w.embeddings.rows, &words,
                    &w.vocabulary, error) ||
        (!heads && !read_heads(arena, file, w.embeddings.cols, &w.heads, error)))
        return false;
    w.recipe = safetensors_metadata(file, "recipe");
    w.perplexity = perplexity_of(arena, safetensors_metadata(file, "held-out perplexity"), heads);
    *weights = w;
    return true;
}

bool weights_read(Arena *arena, const char *path, int heads, Weights *weights, Error *error)
{
    Bytes bytes;
    Safetensors file;
    int group;
    return file_read(arena, path, LARGEST_FILE, &bytes, error) &&
           safetensors_parse(arena, path, bytes, &file, error) &&
           choose_group(arena, &file, heads, &group, error) &&
           weights_of_file(arena, &file, group, weights, error);
}

/* ---- the weights that come with the program ---- */

/* src/load/builtin_bytes.S */
extern const char builtin_begin[], builtin_end[];

static const char NAME[] = "built-in weights";

Bytes builtin_bytes(void)
{
    return (Bytes){builtin_begin, (size_t)(builtin_end - builtin_begin)};
}

static Safetensors parse(Arena *arena)
{
    Safetensors file;
    Error error;
    CHECK(safetensors_parse(arena, NAME, builtin_bytes(), &file, &error), "%s", error.message);
    return file;
}

const char *builtin_metadata(Arena *arena, const char *name)
{
    Safetensors file = parse(arena);
    return safetensors_metadata(&file, name);
}

bool builtin_weights(Arena *arena, int heads, Weights *weights, Error *error)
{
    Safetensors file = parse(arena);
    int *groups, count = weights_groups(arena, &file, &groups);
    while (count > 0 && groups[count - 1] != heads)
        count--;
    if (!count)
        return fail(error, "the built-in weights are for %s heads, not for %d",
                    safetensors_metadata(&file, "heads"), heads);
    if (!weights_of_file(arena, &file, heads, weights, error))
        return false;
    weights->origin =
        arena_format(arena, "learned from %s (built in)", safetensors_metadata(&file, "corpus"));
    return true;
}
