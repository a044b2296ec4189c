#include "load/weights.h"

enum { TEXT_COLUMNS = 40 }; /* the longest untrusted text in a message */

/* ---- sizes ---- */

static int read_choice(Arena *arena, const Safetensors *file, const ModelField *field)
{
    const char *text = safetensors_text(file, field->name);
    int choice = find_string(field->choices, field->most, text);
    if (choice < 0)
        fail("%s: %s: '%s' is not %s", file->path, field->name,
             visible_within(arena, text, TEXT_COLUMNS),
             join_strings(arena, field->choices, field->most, ", ", " or "));
    return choice;
}

/* The size given by the rows or columns of the first of the field's tensors that the model has. */
static int read_extent(const Safetensors *file, const ModelField *field, const Parameters *declared)
{
    int i = 0, last = COUNT_OF(field->tensors) - 1;
    while (i < last && !parameter_find(declared, field->tensors[i]))
        i++;
    const char *name = field->tensors[i];
    bool counts_rows = field->source == FROM_ROWS;
    const StoredTensor *stored = safetensors_find(file, name);
    int size = (int)(counts_rows ? stored->rows : stored->cols);
    if (size < 1 || size > field->most)
        fail("%s: %s is %ju × %ju, expected 1 to %d %s", file->path, name, stored->rows,
             stored->cols, field->most, counts_rows ? "rows" : "columns");
    return size;
}

/* A field that the kind does not use defaults to 0, or to one column. */
static int read_field(Arena *arena, const Safetensors *file, const ModelKind *kind,
                      const ModelField *field, const Parameters *declared)
{
    bool used = field_is_used(kind, field);
    if (field->source != FROM_METADATA)
        return used ? read_extent(file, field, declared) : 1;
    if (!used && !safetensors_metadata(file, field->name))
        return 0;
    return field->choices ? read_choice(arena, file, field)
                          : safetensors_number(arena, file, field->name, field->most);
}

/* A model without values. Takes the sizes from the metadata and one tensor each; all other tensors
   are checked against them later. */
static Model model_of_sizes(Arena *arena, const Safetensors *file, const ModelKind *kind)
{
    void *sizes = arena_alloc(arena, 1, kind->family->sizes_size);
    Model usual = model_new(arena, kind, model_sizes(arena, kind, NULL, 1, 1));
    for (const ModelField *field = kind->family->fields; field->name; field++)
        *field_in(sizes, field) = read_field(arena, file, kind, field, usual.parameters);
    FAILS_WITH(arena_format(arena, "%s: ", file->path));
    return model_new(arena, kind, sizes);
}

/* ---- the rest ---- */

void parameters_read(const Safetensors *file, const char *prefix, Parameters *parameters)
{
    for (int i = 0; i < parameters->count; i++) {
        Parameter *p = &parameters->items[i];
        const char *name = arena_format(parameters->arena, "%s%s", prefix, p->name);
        p->value = safetensors_rows(parameters->arena, file, name, NULL, 0);
        if (p->value.rows != p->rows || p->value.cols != p->cols)
            fail("%s: %s is %d × %d, expected %d × %d", file->path, name, p->value.rows,
                 p->value.cols, p->rows, p->cols);
    }
}

Model model_of_file(Arena *arena, const Safetensors *file)
{
    const char *name = safetensors_metadata(file, "kind");
    if (!name)
        fail("%s: not the file of a translating model: the metadata has no kind", file->path);
    const ModelKind *kind = model_kind(name);
    if (!kind)
        fail("%s: unknown kind of model '%s'", file->path,
             visible_within(arena, name, TEXT_COLUMNS));
    Model m = model_of_sizes(arena, file, kind);
    parameters_read(file, "", m.parameters);
    m.source = word_lines(arena, file, "source vocabulary", "source/E",
                          model_size(&m, "source words"), false);
    m.target = word_lines(arena, file, "target vocabulary", "target/E",
                          model_size(&m, "target words"), false);
    m.end = lexicon_find(&m.target, "</s>");
    if (m.end < 0)
        fail("%s: target vocabulary: there is no </s>, the end of a sentence", file->path);
    m.parameters->origin = file_origin(arena, file);
    m.corpus = safetensors_metadata(file, "corpus");
    m.recipe = safetensors_metadata(file, "recipe");
    m.score = safetensors_metadata(file, "held-out");
    return m;
}

Model model_file_read(Arena *arena, const char *path)
{
    ENDED_BY(safetensors_close) Safetensors file = {.descriptor = -1};
    safetensors_read(arena, path, &file);
    return model_of_file(arena, &file);
}

/* ---- the built-in models ---- */

Model builtin_model(Arena *arena, const char *name)
{
    return model_of_file(arena, builtin_file(arena, name));
}

Model swept_model(Arena *arena, int sort, int seed)
{
    static const char *const sorts[SWEPT_SORTS] = {"bahdanau-64", "fixed-64", "fixed-32",
                                                   "fixed-16"};
    return builtin_model(arena, arena_format(arena, "%s-%d", sorts[sort], seed + 1));
}
