/* Describes a weights file. */
#include "cli/settings.h"
#include "trace/sentences.h"

static void put(Arena *arena, const char *name, const char *text)
{
    printf("%s:\n", name);
    text_write_paragraph(stdout, arena, "    ", visible_text(arena, text), terminal_width());
}

/* With the plural in a file's text corrected. */
static void put_text(Arena *arena, const NamedText *text)
{
    static const char *const plurals[] = {"; 1 heads: ", "; 1 head: ", NULL};
    if (!ends_with(text->name, "vocabulary") && !begins_with(text->name, "heads-"))
        put(arena, visible_text(arena, text->name), respelled(arena, text->text, plurals));
}

/* ---- the heads ---- */

static const char *measures_of(Arena *arena, const Safetensors *file, int heads)
{
    const char *name = arena_format(arena, "heads-%d", heads);
    return file->built_in ? bytes_of_builtin(file, name) : safetensors_metadata(file, name);
}

enum { MOST_COLUMNS = 16, NUMBER_WIDTH = 4 };

extern const char heads_list[]; /* the phrase {columns} names the columns (trace/sentences.h) */

/* lines: tab-separated cells, the column names first. A column is as wide as its name, or a number.
 */
static void put_table(Arena *arena, char *lines)
{
    int widths[MOST_COLUMNS] = {0};
    bool first = true;
    for (char *line; (line = strsep(&lines, "\n")); first = false) {
        char *cell;
        for (int i = 0; i < MOST_COLUMNS && (cell = strsep(&line, "\t")); i++) {
            const char *shown = visible_text(arena, cell);
            if (first)
                widths[i] = larger(utf8_width(shown), NUMBER_WIDTH) + 2;
            bool is_empty_end = !line && !*shown;
            printf("%*s%s", is_empty_end ? 0 : larger(0, widths[i] - utf8_width(shown)), "", shown);
        }
        putchar('\n');
    }
}

/* Prints a file's text about a number of heads: a sentence and a table. */
static void put_heads(Arena *arena, int heads, const char *text)
{
    char *table = arena_strdup(arena, text), *sentence = strsep(&table, "\n");
    put(arena, arena_format(arena, heads == 1 ? "%d head" : "%d heads", heads), sentence);
    put_table(arena, table);
    const Note *columns = notes_read(arena, (const char *const[]){heads_list}, 1);
    text_write_paragraph(stdout, arena, "    ", columns->text, terminal_width());
}

static void says_nothing_of_heads(const Run *run, const char *what)
{
    if (is_given(run, "heads"))
        fail_usage("--heads: %s: nothing is said of heads", what);
}

/* Describes the weights for --heads heads; by default 3, or the number they were trained with. */
static void put_weights(const Run *run, const Weights *w, const Safetensors *file)
{
    Arena *arena = run->arena;
    int words = w->embeddings.rows, features = w->embeddings.cols;
    int heads = run->settings->model.heads;
    bool asked = is_given(run, "heads");
    if (!asked && w->heads && !measures_of(arena, file, heads))
        heads = w->heads;
    const char *measures = measures_of(arena, file, heads);
    if (asked && !measures)
        fail_usage("--heads %d: nothing is said of %d heads in %s", heads, heads,
                   file->built_in ? "built-in weights" : file->path);
    put(arena, "weights", file->built_in ? "built in" : w->origin);
    put(arena, "vectors",
        arena_format(arena, "%d word%s, %d feature%s each", words, plural(words), features,
                     plural(features)));
    for (int i = 0; i < file->metadata_count; i++)
        put_text(arena, &file->metadata[i]);
    if (measures)
        put_heads(arena, heads, measures);
}

/* Describes a model trained on pairs: those of its sizes that its kind uses. */
static void put_model(Arena *arena, const Safetensors *file, const Model *m)
{
    const char *target =
        arena_format(arena, " in the source, %d in the target", model_size(m, "target words"));
    put(arena, "weights", m->parameters->origin);
    put(arena, "vocabulary",
        arena_format(arena, "%d words%s, special ones included", model_size(m, "source words"),
                     m->kind->family->predicts_source ? "" : target));
    put(arena, "learned numbers", arena_format(arena, "%ld", parameters_size(m->parameters)));
    for (int i = 0; i < file->metadata_count; i++) {
        const NamedText *text = &file->metadata[i];
        const ModelField *field =
            find_named(m->kind->family->fields, -1, sizeof *field, text->name);
        if (!field || field_is_used(m->kind, field))
            put_text(arena, text);
    }
    const char *command = model_command(m->kind);
    const char *path = shell_command(arena, 1, &file->path);
    put(arena, "shown by",
        command ? arena_format(arena, "%s --weights %s", command, path) : "no command");
}

/* Reads, and thereby checks, all of a file. */
Trace *weights_command(const Run *run)
{
    const char *name = run->settings->translating.weights;
    ENDED_BY(safetensors_close) Safetensors file = {.descriptor = -1};
    if (weights_are_random(name)) {
        says_nothing_of_heads(run, "random weights");
        put(run->arena, "weights",
            "random, not learned: drawn anew from --seed for every sentence");
        return NULL;
    }
    if (weights_are_builtin(name))
        file = *builtin_file(run->arena, "builtin");
    else
        safetensors_read(run->arena, name, &file);
    if (safetensors_metadata(&file, "kind")) {
        says_nothing_of_heads(run, file.path);
        Model m = model_of_file(run->arena, &file);
        put_model(run->arena, &file, &m);
    } else {
        Weights weights = weights_of_file(run->arena, &file, 0, NULL, 0);
        put_weights(run, &weights, &file);
    }
    return NULL;
}
