#include "load/weights.h"

enum { TEXT_COLUMNS = 40 }; /* the longest untrusted text in a message */

static bool read_kind(Arena *arena, const Safetensors *file, const ModelKind **kind, Error *error)
{
    const char *name = safetensors_metadata(file, "kind");
    if (!name)
        return fail(error, "%s: not the file of a translating model: the metadata has no kind",
                    file->path);
    *kind = model_kind(name);
    return *kind || fail(error, "%s: unknown kind of model '%s'", file->path,
                         visible_within(arena, name, TEXT_COLUMNS));
}

/* ---- sizes ---- */

static bool read_choice(Arena *arena, const Safetensors *file, const ModelField *field, int *choice,
                        Error *error)
{
    const char *text;
    if (!safetensors_text(file, field->name, &text, error))
        return false;
    *choice = find_string(field->choices, field->most, text);
    return *choice >= 0 || fail(error, "%s: %s: '%s' is not %s", file->path, field->name,
                                visible_within(arena, text, TEXT_COLUMNS),
                                join_strings(arena, field->choices, field->most, ", ", " or "));
}

/* The size given by the rows or columns of the first of the field's tensors that the model has. */
static bool read_extent(const Safetensors *file, const ModelField *field,
                        const Parameters *declared, int *size, Error *error)
{
    int i = 0, last = sizeof field->tensors / sizeof *field->tensors - 1;
    const StoredTensor *stored;
    while (i < last && !parameter_find(declared, field->tensors[i]))
        i++;
    const char *name = field->tensors[i];
    bool counts_rows = field->source == FROM_ROWS;
    if (!safetensors_find(file, name, &stored, error))
        return false;
    *size = (int)(counts_rows ? stored->rows : stored->cols);
    return (*size >= 1 && *size <= field->most) ||
           fail(error, "%s: %s is %zu × %zu, expected 1 to %d %s", file->path, name, stored->rows,
                stored->cols, field->most, counts_rows ? "rows" : "columns");
}

/* A field that the kind does not use defaults to 0, or to one column. */
static bool read_field(Arena *arena, const Safetensors *file, const ModelKind *kind,
                       const ModelField *field, const Parameters *declared, int *size, Error *error)
{
    bool used = field_is_used(kind, field);
    if (field->source != FROM_METADATA) {
        *size = 1;
        return !used || read_extent(file, field, declared, size, error);
    }
    *size = 0;
    if (!used && !safetensors_metadata(file, field->name))
        return true;
    return field->choices ? read_choice(arena, file, field, size, error)
                          : safetensors_number(arena, file, field->name, field->most, size, error);
}

/* Takes the sizes from the metadata and one tensor each; all other tensors are checked against them
   later. */
static bool read_sizes(Arena *arena, const Safetensors *file, const ModelKind *kind, void *sizes,
                       Error *error)
{
    Model usual = model_new(arena, kind, model_sizes(arena, kind, NULL, 1, 1));
    for (const ModelField *field = kind->family->fields; field->name; field++)
        if (!read_field(arena, file, kind, field, usual.parameters, field_in(sizes, field), error))
            return false;
    const char *misfit = kind->family->misfit(arena, kind->design, sizes);
    return !misfit || fail(error, "%s: %s", file->path, misfit);
}

/* ---- the rest ---- */

bool parameters_read(Arena *arena, const Safetensors *file, const char *prefix,
                     Parameters *parameters, Error *error)
{
    for (int i = 0; i < parameters->count; i++) {
        Parameter *p = &parameters->items[i];
        const char *name = arena_format(arena, "%s%s", prefix, p->name);
        if (!safetensors_rows(arena, file, name, NULL, 0, &p->value, error))
            return false;
        if (p->value.rows != p->rows || p->value.cols != p->cols)
            return fail(error, "%s: %s is %d × %d, expected %d × %d", file->path, name,
                        p->value.rows, p->value.cols, p->rows, p->cols);
    }
    return true;
}

static bool read_words(Arena *arena, const Safetensors *file, Model *m, Error *error)
{
    if (!word_lines(arena, file, "source vocabulary", "source/E", model_size(m, "source words"),
                    false, &m->source, error) ||
        !word_lines(arena, file, "target vocabulary", "target/E", model_size(m, "target words"),
                    false, &m->target, error))
        return false;
    m->end = lexicon_find(&m->target, "</s>");
    return m->end >= 0 ||
           fail(error, "%s: target vocabulary: there is no </s>, the end of a sentence",
                file->path);
}

bool model_of_file(Arena *arena, const Safetensors *file, Model *model, Error *error)
{
    const ModelKind *kind = NULL;
    if (!read_kind(arena, file, &kind, error))
        return false;
    void *sizes = arena_alloc(arena, 1, kind->family->sizes_size);
    if (!read_sizes(arena, file, kind, sizes, error))
        return false;
    Model m = model_new(arena, kind, sizes);
    if (!parameters_read(arena, file, "", m.parameters, error) ||
        !read_words(arena, file, &m, error))
        return false;
    m.parameters->origin = file_origin(arena, file);
    m.corpus = safetensors_metadata(file, "corpus");
    m.recipe = safetensors_metadata(file, "recipe");
    m.score = safetensors_metadata(file, "held-out");
    *model = m;
    return true;
}

bool model_file_read(Arena *arena, const char *path, Model *model, Error *error)
{
    ENDED_BY(safetensors_close) Safetensors file;
    return safetensors_read(arena, path, &file, error) && model_of_file(arena, &file, model, error);
}

/* ---- the built-in models ---- */

Model builtin_model(Arena *arena, const char *name)
{
    Model m;
    Error error;
    CHECK(model_of_file(arena, builtin_file(arena, name), &m, &error), "%s", error.message);
    return m;
}

Model swept_model(Arena *arena, int sort, int seed)
{
    static const char *const sorts[SWEPT_SORTS] = {"bahdanau-64", "fixed-64", "fixed-32",
                                                   "fixed-16"};
    CHECK(sort < SWEPT_SORTS && seed < SWEPT_SEEDS, "translator %d, seed %d", sort, seed);
    return builtin_model(arena, arena_format(arena, "%s-%d", sorts[sort], seed + 1));
}
