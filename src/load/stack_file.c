#include "load/pretrained.h"

#include <glob.h>

/* How a tensor is stored: as it is (0), transposed, or as the i-th of three side by side. */
enum { LINEAR = 4 };
#define PART(i) (i)
enum { PARTS = 3, MOST_HEADS = 1 << 12 }; /* of each head as many numbers at most */

static const struct Family {
    const char *name, *names;
    StackSizes sizes; /* fixed by the family, or defaults */
} families[] = {
#include "load/stack_families.list"
};

static const struct TensorName {
    const char *family, *parameter, *tensor;
    int stored;
} tensor_names[] = {
#include "load/stack_tensors.list"
};

/* ---- the files ---- */

typedef struct StackFolder {
    Arena *arena;
    const char *path;
    const struct Family *family;
    Safetensors *files;
    int count;
} StackFolder;

/* All .safetensors files in the order of their names. */
static void open_files(StackFolder *f)
{
    ENDED_BY(globfree) glob_t found = {0};
    Text pattern = text_new(f->arena);
    for (const char *c = f->path; *c; c++)
        text_format(&pattern, strchr("*?[\\", *c) ? "\\%c" : "%c", *c);
    text_add(&pattern, "/*.safetensors");
    if (glob(pattern.data, 0, NULL, &found) != 0)
        fail("%s: there is no .safetensors file", f->path);
    f->files = arena_alloc(f->arena, found.gl_pathc, sizeof *f->files);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Safetensors *file = &f->files[f->count++];
        file->descriptor = -1;
        safetensors_read(f->arena, arena_strdup(f->arena, found.gl_pathv[i]), file);
        file->takes_rows = true;
    }
}

static void close_files(StackFolder *f)
{
    for (int i = 0; i < f->count; i++)
        safetensors_close(&f->files[i]);
}

/* A parameter's tensor. */
typedef struct Place {
    const struct TensorName *row;
    const Safetensors *file; /* NULL if there is no tensor */
    const char *name;        /* in the file, or the last one sought */
} Place;

/* The tensor of this name, with or without a prefix ("transformer."). */
static Place place_called(const StackFolder *f, const struct TensorName *row, const char *name)
{
    const char *end = arena_format(f->arena, ".%s", name);
    for (const Safetensors *file = f->files; file < f->files + f->count; file++)
        for (int i = 0; i < file->count; i++) {
            const char *found = file->tensors[i].name;
            if (!strcmp(found, name) || ends_with(found, end))
                return (Place){row, file, found};
        }
    return (Place){row, NULL, name};
}

/* "layer-12/self/W_Q" is in layer 11 of the file. */
static Place place_of(const StackFolder *f, const char *parameter)
{
    int layer = 0, end = 0;
    Place found = {.name = parameter};
    if (sscanf(parameter, "layer-%d%n", &layer, &end) == 1)
        parameter = arena_format(f->arena, "layer-%%d%s", parameter + end);
    for (int i = 0; i < COUNT_OF(tensor_names) && !found.file; i++) {
        const struct TensorName *row = &tensor_names[i];
        if (!strcmp(row->parameter, parameter) && id_matches(row->family, f->family->names))
            found = place_called(f, row, format_number(f->arena, row->tensor, layer - 1));
    }
    return found;
}

/* ---- the configuration ---- */

/* A whole number that is required, optional, or required if the family learns such vectors; a
   positive number; the name of an activation; a feature that is not supported. */
typedef enum EntryKind { NEEDED, OPTIONAL, OF_LEARNED, DECIMAL, NAME, REFUSED } EntryKind;

/* Newer files have the entries of rotary positions in this one. */
#define ROPE "rope_parameters"

static const struct Entry {
    EntryKind kind;
    int most;
    size_t at; /* offset in StackSizes */
    const char *names[3];
} entries[] = {
#include "load/stack_entries.list"
};

static const struct ActivationName {
    const char *name;
    Activation activation;
} activations[] = {
#include "load/activations.list"
};

/* Whether an unsupported feature is switched off. */
static bool is_off(const json_t *value)
{
    const char *type = json_string_value(json_object_get(value, "rope_type"));
    const char *text = type ? type : json_string_value(value);
    return !value || json_is_false(value) ||
           (text && (!strcmp(text, "default") || !strcmp(text, "absolute")));
}

static void read_entry(const json_t *config, const struct Entry *entry, StackSizes *z)
{
    void *place = (char *)z + entry->at;
    const json_t *value = json_object_get(json_object_get(config, ROPE), entry->names[0]);
    for (int i = 0; i < 3 && entry->names[i] && !value; i++)
        value = json_object_get(config, entry->names[i]);
    value = json_is_null(value) ? NULL : value;
    json_int_t number = json_integer_value(value);
    const char *name = json_string_value(value);
    if (entry->kind == REFUSED && !is_off(value))
        fail("%s asks for what is not computed here", entry->names[0]);
    if (entry->kind == REFUSED ||
        (entry->kind == OF_LEARNED ? !*(int *)place : !value && entry->kind != NEEDED))
        return;
    if (entry->kind == DECIMAL) {
        *(double *)place = json_number_value(value);
        if (json_number_value(value) <= 0)
            fail("%s is no number above 0", entry->names[0]);
    } else if (entry->kind == NAME) {
        const struct ActivationName *found =
            find_named(activations, COUNT_OF(activations), sizeof *found, name ? name : "");
        if (!found)
            fail("%s is no activation that is computed here", entry->names[0]);
        *(Activation *)place = found->activation;
    } else {
        *(int *)place = (int)number;
        if (number < 1 || number > entry->most)
            fail("%s is not a whole number that a model can have", entry->names[0]);
    }
}

/* Sizes that the model's operations require of each other; sets d_k. */
static void check_sizes_fit(StackSizes *z)
{
    const TransformerSizes *layers = &z->layers;
    LayerDesign *d = &z->layers.design;
    if (!d->d_k && layers->d_model % layers->heads)
        fail("%d numbers of a word cannot be split among %d heads", layers->d_model, layers->heads);
    if (d->key_heads && layers->heads % d->key_heads)
        fail("%d heads cannot share %d of keys", layers->heads, d->key_heads);
    d->d_k = d->d_k ? d->d_k : layers->d_model / layers->heads;
    if (d->rotary_base > 0 && d->d_k % 2 != 0)
        fail("heads of %d numbers cannot be turned in pairs", d->d_k);
}

/* Sets the family, too. */
static StackSizes read_config(StackFolder *f)
{
    const char *path = arena_format(f->arena, "%s/config.json", f->path);
    json_auto_t *config = json_read(f->arena, path);
    FAILS_WITH(arena_format(f->arena, "%s: ", path));
    const char *known[COUNT_OF(families)],
        *type = json_string_value(json_object_get(config, "model_type"));
    for (int i = 0; i < COUNT_OF(families); i++)
        known[i] = families[i].name;
    f->family = find_named(families, COUNT_OF(families), sizeof *families, type ? type : "");
    if (!f->family)
        fail("model_type: '%s' is not %s", visible_label(f->arena, type ? type : ""),
             join_strings(f->arena, known, COUNT_OF(families), ", ", " or "));
    StackSizes z = f->family->sizes;
    for (int i = 0; i < COUNT_OF(entries); i++)
        read_entry(config, &entries[i], &z);
    z.layers.ffn = z.layers.ffn ? z.layers.ffn : 4 * z.layers.d_model;
    if (z.layers.design.key_heads == z.layers.heads)
        z.layers.design.key_heads = 0;
    check_sizes_fit(&z);
    return z;
}

/* ---- the tensors ---- */

static Tensor read_parameter(const StackFolder *f, const Parameter *p)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Place from = place_of(f, p->name);
    if (!from.file)
        fail("%s: there is no tensor %s", f->path, from.name);
    int stored = from.row->stored;
    bool turns = stored == LINEAR, is_part = stored && !turns;
    Tensor t = safetensors_rows(stored ? scratch : f->arena, from.file, from.name, NULL, 0);
    int rows = turns ? p->cols : p->rows, cols = turns ? p->rows : p->cols * (is_part ? PARTS : 1);
    if (t.rows != rows || t.cols != cols)
        fail("%s: %s is %d × %d, expected %d × %d", from.file->path, from.name, t.rows, t.cols,
             rows, cols);
    if (!stored)
        return t;
    Tensor own = tensor_unset(f->arena, p->rows, p->cols);
    if (turns)
        copy_turned(view_of(own), view_transposed(t));
    for (int i = 0; i < own.rows && is_part; i++)
        memcpy(tensor_row(own, i), tensor_row(t, i) + (stored - 1) * own.cols,
               (size_t)own.cols * sizeof(real));
    return own;
}

/* Whether there are scores, and by which matrix, depends on the tensors in the files. */
static Model read_tensors(const StackFolder *f, StackSizes *z)
{
    z->transforms &= place_of(f, "output/W").file != NULL;
    z->predicts = z->is_causal || z->transforms;
    z->is_tied = !place_of(f, "output/E").file;
    Model model = model_new(f->arena, &stack_kind, z);
    Parameters *p = model.parameters;
    p->origin = arena_format(f->arena, "from %s", visible_text(f->arena, f->path));
    parameters_check_memory(p, 1);
    for (int i = 0; i < p->count; i++)
        p->items[i].value = read_parameter(f, &p->items[i]);
    return model;
}

Model stack_file_read(Arena *arena, const char *folder, const char **kind)
{
    ENDED_BY(close_files) StackFolder f = {.arena = arena, .path = folder};
    StackSizes sizes = read_config(&f);
    open_files(&f);
    *kind = f.family->name;
    return read_tensors(&f, &sizes);
}
