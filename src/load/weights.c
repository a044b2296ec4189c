#include "load/weights.h"

/* ---- vocabularies ---- */

enum { WORD_COLUMNS = 40 }; /* the longest word in a message */

bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, bool keys, Lexicon *vocabulary, Error *error)
{
    const char *text;
    int lines = 1;
    if (!safetensors_text(file, name, &text, error))
        return false;
    const char *what = arena_format(arena, "%s: %s", file->path, name);
    if (!check_text(what, text, strlen(text), error))
        return false;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    if (lines != rows)
        return fail(error, "%s: %d word%s for the %d rows of %s", what, lines, plural(lines), rows,
                    table);
    const char **words = arena_alloc(arena, (size_t)rows, sizeof *words);
    char *rest = arena_strdup(arena, text);
    *vocabulary = lexicon_new(arena);
    for (int i = 0; i < rows; i++) {
        words[i] = strsep(&rest, "\n");
        if (!*words[i])
            return fail(error, "%s: word %d is empty", what, i + 1);
        int number = lexicon_add(vocabulary, keys ? token_key(arena, words[i]) : words[i]);
        if (number < i)
            return fail(error, "%s: words %d and %d are the same: '%s' and '%s'", what, number + 1,
                        i + 1, visible_within(arena, words[number], WORD_COLUMNS),
                        visible_within(arena, words[i], WORD_COLUMNS));
    }
    return true;
}

/* ---- the weights of attention ---- */

static const char EMBEDDINGS[] = "embeddings", VOCABULARY[] = "vocabulary", UNKNOWN[] = "<unk>";

/* Selects the rows used by these keys: for each key that of its first form in the vocabulary, and
   that of "<unk>". Their words become the vocabulary. */
static int find_rows(Arena *arena, const Lexicon *all, const char *const *keys, int count,
                     Lexicon *found, int *rows)
{
    *found = lexicon_new(arena);
    for (int i = 0; i <= count; i++) {
        const char *form = UNKNOWN;
        int row = i < count ? vocabulary_row_of_form(arena, all, keys[i], &form)
                            : lexicon_find(all, UNKNOWN);
        int known = found->count;
        if (row >= 0 && lexicon_add(found, form) == known)
            rows[known] = row;
    }
    return found->count;
}

/* Reads the embeddings of the keys, or all if keys is NULL. */
static bool read_embeddings(Arena *arena, const Safetensors *file, const char *const *keys,
                            int count, Weights *w, Error *error)
{
    const StoredTensor *table;
    int *rows = NULL;
    Lexicon all;
    if (!safetensors_find(file, EMBEDDINGS, &table, error))
        return false;
    if (!table->rows || !table->cols)
        return fail(error, "%s: embeddings is empty: %zu × %zu", file->path, table->rows,
                    table->cols);
    if (!word_lines(arena, file, VOCABULARY, EMBEDDINGS, (int)table->rows, true, &all, error))
        return false;
    w->vocabulary = all;
    if (keys) {
        rows = arena_alloc(arena, (size_t)count + 1, sizeof *rows);
        count = find_rows(arena, &all, keys, count, &w->vocabulary, rows);
    }
    return safetensors_rows(arena, file, EMBEDDINGS, rows, count, &w->embeddings, error);
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

/* Selects one number of heads from "unigram: 3839; 1 heads: 1052, causal 1677; …": "1052, causal
   1677; unigram 3839". Any other text is returned unchanged. */
static const char *perplexity_of(Arena *arena, const char *text, int heads)
{
    static const char unigram[] = "unigram: ";
    const char *wanted = arena_format(arena, "; %d heads: ", heads);
    const char *found = text ? strstr(text, wanted) : NULL;
    if (!heads || !found || !begins_with(text, unigram))
        return text;
    found += strlen(wanted);
    text += strlen(unigram);
    return arena_format(arena, "%.*s; unigram %.*s", (int)strcspn(found, ";"), found,
                        (int)strcspn(text, ";"), text);
}

/* H of "heads-H/W_Q", 0 for any other name. */
static int group_of(Arena *arena, const char *name)
{
    int heads = 0;
    sscanf(name, "heads-%9d", &heads);
    bool is_one = heads > 0 && !strcmp(name, arena_format(arena, "heads-%d/W_Q", heads));
    return is_one ? heads : 0;
}

/* The group for this number of heads, or the first for 0; 0 if the file has no groups. */
static bool choose_group(Arena *arena, const Safetensors *file, int heads, int *group, Error *error)
{
    int count = 0, last = 0;
    Text list = text_new(arena);
    *group = 0;
    for (int i = 0; i < file->count; i++) {
        int found = group_of(arena, file->tensors[i].name);
        if (!found)
            continue;
        last = found;
        if (found == heads || (!heads && !count))
            *group = found;
        text_format(&list, " %d", found);
        count++;
    }
    const char *there = file->built_in ? "the built-in weights are for"
                                       : arena_format(arena, "%s has projections for", file->path);
    return !count || *group ||
           fail(error, "%s%s head%s, not for %d", there, list.data,
                plural(count == 1 ? last : count), heads);
}

const char *file_origin(Arena *arena, const Safetensors *file)
{
    return file->built_in ? arena_format(arena, "learned from %s (built in)",
                                         safetensors_metadata(file, "corpus"))
                          : arena_format(arena, "from %s", file->path);
}

bool weights_of_file(Arena *arena, const Safetensors *file, int heads, const char *const *keys,
                     int count, Weights *weights, Error *error)
{
    int group;
    if (!choose_group(arena, file, heads, &group, error))
        return false;
    Weights w = {.origin = file_origin(arena, file), .heads = group};
    const char *prefix = group ? arena_format(arena, "heads-%d/", group) : "";
    if (!read_embeddings(arena, file, keys, count, &w, error))
        return false;
    w.parameters = projections_declared(arena, w.embeddings.cols);
    if (!parameters_read(arena, file, prefix, w.parameters, error) ||
        (!group && !read_heads(arena, file, w.embeddings.cols, &w.heads, error)))
        return false;
    w.recipe = safetensors_metadata(file, "recipe");
    w.perplexity = perplexity_of(arena, safetensors_metadata(file, "held-out perplexity"), group);
    *weights = w;
    return true;
}

bool weights_read(Arena *arena, const char *path, int heads, const char *const *keys, int count,
                  Weights *weights, Error *error)
{
    ENDED_BY(safetensors_close) Safetensors file;
    return safetensors_read(arena, path, &file, error) &&
           weights_of_file(arena, &file, heads, keys, count, weights, error);
}

/* ---- the built-in weights ---- */

/* The Makefile names them. */
#define DECLARED(name, bytes) extern const char bytes[], bytes##_end[];
BUILTIN_FILES(DECLARED)

const Safetensors *builtin_file(Arena *arena, const char *name)
{
#define LISTED(name, bytes) {name, bytes, bytes##_end},
    static const struct {
        const char *name, *bytes, *end;
    } files[] = {BUILTIN_FILES(LISTED){.name = NULL}}, *found;
    found = find_named(files, -1, sizeof *files, name);
    CHECK(found, "no file %s", name);
    Error error;
    Safetensors *file = arena_alloc(arena, 1, sizeof *file);
    *file = (Safetensors){.path = name, .built_in = true, .descriptor = -1, .bytes = found->bytes};
    bool read = safetensors_header(arena, (size_t)(found->end - found->bytes), file, &error);
    CHECK(read, "%s", error.message);
    return file;
}
