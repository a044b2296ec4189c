#include "load/stack_file.h"

#include "load/subwords.h"

#include <glob.h>
#include <jansson.h>

/* How a tensor is stored: as it is (0), transposed, or as the i-th of three side by side. */
enum { LINEAR = 4 };
#define PART(i) (i)
enum { PARTS = 3 };

typedef struct Family {
    const char *name, *names;
    StackSizes sizes; /* fixed by the family, or defaults */
} Family;

static const Family families[] = {
#include "load/stack_families.list"
};

static const struct TensorName {
    const char *family, *parameter, *tensor;
    int stored;
} tensor_names[] = {
#include "load/stack_tensors.list"
};

enum { FAMILIES = sizeof families / sizeof *families };
enum { TENSORS = sizeof tensor_names / sizeof *tensor_names };

/* ---- the files ---- */

typedef struct StackFolder {
    Arena *arena;
    const char *path;
    const Family *family;
    Safetensors *files;
    int count;
} StackFolder;

/* All .safetensors files in the order of their names. Must be closed also if this fails. */
static bool open_files(StackFolder *f, Error *error)
{
    glob_t found;
    const char *pattern = arena_format(f->arena, "%s/*.safetensors", f->path);
    int status = glob(pattern, 0, NULL, &found), count = status ? 0 : (int)found.gl_pathc;
    f->files = arena_alloc(f->arena, (size_t)count, sizeof *f->files);
    bool ok = count > 0 || fail(error, "%s: there is no .safetensors file", f->path);
    for (int i = 0; ok && i < count; i++) {
        const char *path = arena_strdup(f->arena, found.gl_pathv[i]);
        ok = safetensors_read(f->arena, path, &f->files[f->count++], error);
        f->files[i].takes_rows = true;
    }
    globfree(&found);
    return ok;
}

static void close_files(StackFolder *f)
{
    for (int i = 0; i < f->count; i++)
        safetensors_close(&f->files[i]);
}

/* The tensor of this name, with or without a prefix ("transformer."), and its file; or NULL. */
static const char *tensor_called(const StackFolder *f, const char *name, const Safetensors **file)
{
    const char *end = arena_format(f->arena, ".%s", name);
    for (*file = f->files; *file < f->files + f->count; ++*file)
        for (int i = 0; i < (*file)->count; i++) {
            const char *found = (*file)->tensors[i].name;
            if (!strcmp(found, name) || ends_with(found, end))
                return found;
        }
    return NULL;
}

/* The tensor of a parameter ("layer-12/self/W_Q" is in layer 11 of the file) and its file; or NULL.
   row: its row in the list, or the last possible one if there is no tensor. */
static const char *tensor_of(const StackFolder *f, const char *parameter,
                             const struct TensorName **row, const Safetensors **file)
{
    int layer = 0, end = 0;
    const char *found = NULL;
    if (sscanf(parameter, "layer-%d%n", &layer, &end) == 1)
        parameter = arena_format(f->arena, "layer-%%d%s", parameter + end);
    *row = NULL;
    for (int i = 0; i < TENSORS && !found; i++)
        if (!strcmp(tensor_names[i].parameter, parameter) &&
            id_matches(tensor_names[i].family, f->family->names)) {
            *row = &tensor_names[i];
            found = tensor_called(f, format_number(f->arena, (*row)->tensor, layer - 1), file);
        }
    return found;
}

static bool has_tensor(const StackFolder *f, const char *parameter)
{
    const struct TensorName *row;
    const Safetensors *file;
    return tensor_of(f, parameter, &row, &file) != NULL;
}

/* ---- the configuration ---- */

/* A whole number that is required, optional, or required if the family learns such vectors; a
   positive number; the name of an activation; a feature that is not supported. */
typedef enum EntryKind { NEEDED, OPTIONAL, OF_LEARNED, DECIMAL, NAME, REFUSED } EntryKind;

static const struct Entry {
    EntryKind kind;
    size_t at; /* offset in StackSizes */
    const char *names[3];
} entries[] = {
#include "load/stack_entries.list"
};

static const struct {
    const char *name;
    Activation activation;
} activations[] = {
#include "load/activations.list"
};

static bool fail_entry(const char *path, const struct Entry *entry, const char *why, Error *error)
{
    return fail(error, "%s: %s %s", path, entry->names[0], why);
}

/* Whether an unsupported feature is switched off. */
static bool is_off(const json_t *value)
{
    const char *type = json_string_value(json_object_get(value, "rope_type"));
    const char *text = type ? type : json_string_value(value);
    return !value || json_is_false(value) ||
           (text && (!strcmp(text, "default") || !strcmp(text, "absolute")));
}

static bool read_entry(const char *path, const json_t *config, const struct Entry *entry,
                       StackSizes *z, Error *error)
{
    void *place = (char *)z + entry->at;
    const json_t *value = NULL;
    for (int i = 0; i < 3 && entry->names[i] && !value; i++)
        value = json_object_get(config, entry->names[i]);
    value = json_is_null(value) ? NULL : value;
    json_int_t number = json_integer_value(value);
    if (entry->kind == REFUSED)
        return is_off(value) ||
               fail_entry(path, entry, "asks for what is not computed here", error);
    if ((!value && entry->kind != NEEDED && entry->kind != OF_LEARNED) ||
        (entry->kind == OF_LEARNED && !*(int *)place))
        return true;
    if (entry->kind == DECIMAL) {
        *(double *)place = json_number_value(value);
        return json_number_value(value) > 0 ||
               fail_entry(path, entry, "is no number above 0", error);
    }
    if (entry->kind == NAME) {
        size_t i = 0, count = sizeof activations / sizeof *activations;
        const char *name = json_string_value(value);
        while (i < count && strcmp(activations[i].name, name ? name : "") != 0)
            i++;
        *(Activation *)place = i < count ? activations[i].activation : 0;
        return i < count ||
               fail_entry(path, entry, "is no activation that is computed here", error);
    }
    *(int *)place = (int)number;
    return (number >= 1 && number <= MOST_MODEL_WORDS) ||
           fail_entry(path, entry, "is not a whole number that a model can have", error);
}

/* Sizes that the model's operations require of each other. */
static bool check_sizes_fit(const char *path, const StackSizes *z, Error *error)
{
    const TransformerSizes *layers = &z->layers;
    const LayerDesign *d = &layers->design;
    int d_k = d->d_k ? d->d_k : layers->d_model / layers->heads;
    if (!d->d_k && layers->d_model % layers->heads)
        return fail(error, "%s: %d numbers of a word cannot be split among %d heads", path,
                    layers->d_model, layers->heads);
    if (d->key_heads && layers->heads % d->key_heads)
        return fail(error, "%s: %d heads cannot share %d of keys", path, layers->heads,
                    d->key_heads);
    return !(d->rotary_base > 0) || d_k % 2 == 0 ||
           fail(error, "%s: heads of %d numbers cannot be turned in pairs", path, d_k);
}

static bool read_sizes(StackFolder *f, const char *path, const json_t *config, StackSizes *z,
                       Error *error)
{
    const char *known[FAMILIES], *type = json_string_value(json_object_get(config, "model_type"));
    for (int i = 0; i < FAMILIES; i++)
        known[i] = families[i].name;
    int family = find_string(known, FAMILIES, type ? type : "");
    if (family < 0)
        return fail(error, "%s: model_type: '%s' is not %s", path,
                    visible_label(f->arena, type ? type : ""),
                    join_strings(f->arena, known, FAMILIES, ", ", " or "));
    f->family = &families[family];
    *z = f->family->sizes;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (!read_entry(path, config, &entries[i], z, error))
            return false;
    z->layers.ffn = z->layers.ffn ? z->layers.ffn : 4 * z->layers.d_model;
    if (z->layers.design.key_heads == z->layers.heads)
        z->layers.design.key_heads = 0;
    return check_sizes_fit(path, z, error);
}

static bool read_config(StackFolder *f, StackSizes *z, Error *error)
{
    const char *path = arena_format(f->arena, "%s/config.json", f->path);
    json_auto_t *config = json_read(f->arena, path, error);
    return config && read_sizes(f, path, config, z, error);
}

/* ---- the tensors ---- */

static Tensor transposed(Arena *arena, Tensor t)
{
    Tensor turned = tensor_unset(arena, t.cols, t.rows);
    copy_turned(view_of(turned), view_transposed(t));
    return turned;
}

/* `count` columns from `first` on. */
static Tensor columns_of(Arena *arena, Tensor t, int first, int count)
{
    Tensor part = tensor_unset(arena, t.rows, count);
    for (int i = 0; i < t.rows; i++)
        memcpy(tensor_row(part, i), tensor_row(t, i) + first, (size_t)count * sizeof(real));
    return part;
}

static bool read_parameter(const StackFolder *f, Arena *arena, Parameter *p, Error *error)
{
    const struct TensorName *row;
    const Safetensors *file;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Tensor t;
    const char *name = tensor_of(f, p->name, &row, &file);
    if (!name)
        return fail(error, "%s: there is no tensor %s", f->path, row ? row->tensor : p->name);
    bool turns = row->stored == LINEAR, is_part = row->stored && !turns;
    if (!safetensors_rows(row->stored ? scratch : arena, file, name, NULL, 0, &t, error))
        return false;
    int rows = turns ? p->cols : p->rows, cols = turns ? p->rows : p->cols * (is_part ? PARTS : 1);
    if (t.rows != rows || t.cols != cols)
        return fail(error, "%s: %s is %d × %d, expected %d × %d", file->path, name, t.rows, t.cols,
                    rows, cols);
    p->value = turns     ? transposed(arena, t)
               : is_part ? columns_of(arena, t, (row->stored - 1) * p->cols, p->cols)
                         : t;
    return true;
}

/* Whether there are scores, and by which matrix, depends on the tensors in the files. */
static bool read_tensors(const StackFolder *f, StackSizes *z, Model *model, Error *error)
{
    z->transforms &= has_tensor(f, "output/W");
    z->predicts = z->is_causal || z->transforms;
    z->is_tied = !has_tensor(f, "output/E");
    *model = model_new(f->arena, &stack_kind, z);
    model->parameters->origin = arena_format(f->arena, "from %s", visible_text(f->arena, f->path));
    bool ok = parameters_check_memory(model->parameters, 1, error);
    for (int i = 0; ok && i < model->parameters->count; i++)
        ok = read_parameter(f, f->arena, &model->parameters->items[i], error);
    return ok;
}

bool stack_file_read(Arena *arena, const char *folder, Model *model, const char **kind,
                     Error *error)
{
    ENDED_BY(close_files) StackFolder f = {.arena = arena, .path = folder};
    StackSizes sizes;
    if (!read_config(&f, &sizes, error) || !open_files(&f, error))
        return false;
    *kind = f.family->name;
    return read_tensors(&f, &sizes, model, error);
}
