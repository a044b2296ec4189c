#include "load/weights.h"

/* ---- vocabularies ---- */

enum { WORD_COLUMNS = 40 }; /* the longest word in a message */

Lexicon word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                   int rows, bool keys)
{
    const char *text = safetensors_text(file, name);
    int lines = 1;
    const char *what = arena_format(arena, "%s: %s", file->path, name);
    check_text(what, text, strlen(text));
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    if (lines != rows)
        fail("%s: %d word%s for the %d rows of %s", what, lines, plural(lines), rows, table);
    const char **words = arena_alloc(arena, (size_t)rows, sizeof *words);
    char *rest = arena_strdup(arena, text);
    Lexicon vocabulary = lexicon_for(arena, rows);
    for (int i = 0; i < rows; i++) {
        words[i] = strsep(&rest, "\n");
        if (!*words[i])
            fail("%s: word %d is empty", what, i + 1);
        int number = lexicon_add(&vocabulary, keys ? token_key(arena, words[i]) : words[i]);
        if (number < i)
            fail("%s: words %d and %d are the same: '%s' and '%s'", what, number + 1, i + 1,
                 visible_within(arena, words[number], WORD_COLUMNS),
                 visible_within(arena, words[i], WORD_COLUMNS));
    }
    return vocabulary;
}

/* ---- the weights of attention ---- */

static const char EMBEDDINGS[] = "embeddings", VOCABULARY[] = "vocabulary", UNKNOWN[] = "<unk>";

const void *bytes_of_builtin(const Safetensors *file, const char *name)
{
    const StoredTensor *t = find_named(file->tensors, file->count, sizeof *t, name);
    return t ? file->bytes + file->data_begin + t->begin : NULL;
}

/* Selects the rows used by these keys: for each key that of its first form in the vocabulary, and
   that of "<unk>". Returns their words. */
static Lexicon find_rows(Arena *arena, const Lexicon *all, const char *const *keys, int count,
                         int *rows)
{
    Lexicon found = lexicon_new(arena);
    for (int i = 0; i <= count; i++) {
        const char *form = UNKNOWN;
        int row = i < count ? vocabulary_row_of_form(arena, all, keys[i], &form)
                            : lexicon_find(all, UNKNOWN);
        int known = found.count;
        if (row >= 0 && lexicon_add(&found, form) == known)
            rows[known] = row;
    }
    return found;
}

/* Reads the embeddings of the keys, or all if keys is NULL. */
static void read_embeddings(Arena *arena, const Safetensors *file, const char *const *keys,
                            int count, Weights *w)
{
    const StoredTensor *table = safetensors_find(file, EMBEDDINGS);
    int *rows = NULL;
    if (!table->rows || !table->cols)
        fail("%s: embeddings is empty: %ju × %ju", file->path, table->rows, table->cols);
    int words = (int)table->rows;
    Lexicon all = file->built_in ? lexicon_prepared(arena, words, bytes_of_builtin(file, "words"),
                                                    bytes_of_builtin(file, "slots of words"))
                                 : word_lines(arena, file, VOCABULARY, EMBEDDINGS, words, true);
    w->vocabulary = all;
    if (keys) {
        rows = arena_alloc(arena, (size_t)count + 1, sizeof *rows);
        w->vocabulary = find_rows(arena, &all, keys, count, rows);
    }
    w->embeddings = safetensors_rows(arena, file, EMBEDDINGS, rows, w->vocabulary.count);
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
    return heads > 0 && !strcmp(name, arena_format(arena, "heads-%d/W_Q", heads)) ? heads : 0;
}

/* The group for this number of heads, or the first for 0; 0 if the file has no groups. */
static int choose_group(Arena *arena, const Safetensors *file, int heads)
{
    int count = 0, last = 0, group = 0;
    Text list = text_new(arena);
    for (int i = 0; i < file->count; i++) {
        int found = group_of(arena, file->tensors[i].name);
        if (!found)
            continue;
        last = found;
        if (found == heads || (!heads && !count))
            group = found;
        text_format(&list, " %d", found);
        count++;
    }
    if (!count || group)
        return group;
    if (file->built_in)
        fail_usage("--heads %d: the built-in weights are for%s heads, not for %d; --weights random "
                   "takes any that divides --dim",
                   heads, list.data, heads);
    fail("%s has projections for%s head%s, not for %d", file->path, list.data,
         plural(count == 1 ? last : count), heads);
}

const char *file_origin(Arena *arena, const Safetensors *file)
{
    return file->built_in ? arena_format(arena, "learned from %s (built in)",
                                         safetensors_metadata(file, "corpus"))
                          : arena_format(arena, "from %s", file->path);
}

Weights weights_of_file(Arena *arena, const Safetensors *file, int heads, const char *const *keys,
                        int count)
{
    int group = choose_group(arena, file, heads);
    Weights w = {.origin = file_origin(arena, file), .heads = group};
    const char *prefix = group ? arena_format(arena, "heads-%d/", group) : "";
    read_embeddings(arena, file, keys, count, &w);
    int d = w.embeddings.cols;
    w.parameters = projections_declared(arena, d);
    parameters_read(file, prefix, w.parameters);
    if (!group && safetensors_metadata(file, "heads"))
        w.heads = safetensors_number(arena, file, "heads", d);
    if (!group && w.heads && d % w.heads != 0)
        fail("%s: %d heads do not divide D = %d", file->path, w.heads, d);
    w.recipe = safetensors_metadata(file, "recipe");
    w.perplexity = perplexity_of(arena, safetensors_metadata(file, "held-out perplexity"), group);
    return w;
}

Weights weights_read(Arena *arena, const char *path, int heads, const char *const *keys, int count)
{
    ENDED_BY(safetensors_close) Safetensors file = {.descriptor = -1};
    safetensors_read(arena, path, &file);
    return weights_of_file(arena, &file, heads, keys, count);
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
    Safetensors *file = arena_alloc(arena, 1, sizeof *file);
    *file = (Safetensors){.path = name, .built_in = true, .descriptor = -1, .bytes = found->bytes};
    safetensors_header(arena, (size_t)(found->end - found->bytes), file);
    return file;
}
