#include "load/safetensors.h"

#include "base/number.h"
#include "load/fields.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_SIZE = 8, MOST_HEADER_SIZE = 100000000 /* as in the reference implementation */ };

static const char METADATA[] = "__metadata__";

/* ---- Numbers ---- */

/* A number as it is stored, little-endian. Types that attnviz has no use for have no functions,
   those that it does not write no second one. */
struct NumberType {
    const char *name;
    int size;
    double (*number)(uint64_t bits);
    uint64_t (*bits)(double number);
};

static double number_of_f64(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double number_of_f32(uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float number;
    memcpy(&number, &half, sizeof number);
    return (double)number;
}

/* The upper half of a float32. */
static double number_of_bf16(uint64_t bits)
{
    return number_of_f32(bits << 16);
}

/* A sign, 5 bits of exponent, 10 of fraction; exponent 31 is infinite, 0 subnormal. A float32 of
   the same bits has an exponent 112 less. */
static double number_of_f16(uint64_t bits)
{
    double size = number_of_f32((bits & 0x7fff) << 13) * 0x1p112;
    if ((bits >> 10 & 31) == 31)
        size = bits & 1023 ? NAN : INFINITY;
    return bits >> 15 ? -size : size;
}

static uint64_t bits_of_f32(double number)
{
    float single = (float)number;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

/* The nearest float16, the even one of two: a number is as many units as its exponent (or the
   smallest one, −14) leaves room for. frexp's exponent is one more: its fraction f is below 1. */
static uint64_t bits_of_f16(double number)
{
    int exponent;
    double size = fabs(number);
    uint64_t sign = signbit(number) ? 0x8000 : 0;
    frexp(size, &exponent);
    exponent = size > 0 && exponent > -13 ? exponent : -13;
    double units = nearbyint(ldexp(size, 11 - exponent));
    /* adding 1024 units or more carries into the exponent's bits */
    double bits = units + 1024 * (exponent + 13);
    return sign | (bits < 0x7c00 ? (uint64_t)bits : 0x7c00);
}

/* The first two in the order of Precision. */
static const NumberType types[] = {
    {"F32", 4, number_of_f32, bits_of_f32},
    {"F16", 2, number_of_f16, bits_of_f16},
    {"F64", 8, number_of_f64, NULL},
    {"BF16", 2, number_of_bf16, NULL},
    {"I64", 8, NULL, NULL},
    {"I32", 4, NULL, NULL},
    {"I16", 2, NULL, NULL},
    {"I8", 1, NULL, NULL},
    {"U64", 8, NULL, NULL},
    {"U32", 4, NULL, NULL},
    {"U16", 2, NULL, NULL},
    {"U8", 1, NULL, NULL},
    {"BOOL", 1, NULL, NULL},
    {"F8_E4M3", 1, NULL, NULL},
    {"F8_E5M2", 1, NULL, NULL},
};

real float16_nearest(real number)
{
    return (real)number_of_f16(bits_of_f16((double)number));
}

static const NumberType *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/* ---- The header ---- */

/* In this and the next, `what` begins the messages: the file and the tensor. */
static bool parse_shape(const char *what, const json_t *shape, StoredTensor *tensor, Error *error)
{
    if (!json_is_array(shape))
        return fail(error, "%s: no shape", what);
    size_t dimensions = json_array_size(shape);
    if (dimensions > SAFETENSORS_MOST_DIMENSIONS)
        return fail(error, "%s: %zu dimensions, at most %d", what, dimensions,
                    SAFETENSORS_MOST_DIMENSIONS);
    for (size_t i = 0; i < dimensions; i++) {
        const json_t *extent = json_array_get(shape, i);
        if (!json_is_integer(extent) || json_integer_value(extent) < 0)
            return fail(error, "%s: shape[%zu] is not a whole number", what, i);
        tensor->shape[i] = (size_t)json_integer_value(extent);
    }
    tensor->dimensions = (int)dimensions;
    return true;
}

/* Whether the offsets fit together is for check_layout. */
static bool parse_tensor(const char *what, json_t *value, StoredTensor *tensor, Error *error)
{
    const char *type = json_string_value(json_object_get(value, "dtype"));
    json_int_t begin, end;
    if (!type)
        return fail(error, "%s: no dtype", what);
    tensor->type = find_type(type);
    if (!tensor->type)
        return fail(error, "%s: unknown dtype '%s'", what, type);
    if (!parse_shape(what, json_object_get(value, "shape"), tensor, error))
        return false;
    if (json_unpack(value, "{s:[II!]}", "data_offsets", &begin, &end) != 0 || begin < 0 || end < 0)
        return fail(error, "%s: data_offsets are not two whole numbers", what);
    tensor->begin = (size_t)begin;
    tensor->end = (size_t)end;
    return true;
}

static bool parse_metadata(Arena *arena, json_t *object, Safetensors *file, Error *error)
{
    const char *name;
    json_t *text;
    if (!json_is_object(object))
        return fail(error, "%s: %s is not an object", file->path, METADATA);
    file->metadata = arena_alloc(arena, json_object_size(object), sizeof *file->metadata);
    json_object_foreach(object, name, text)
    {
        if (!json_is_string(text))
            return fail(error, "%s: %s: %s is not a string", file->path, METADATA, name);
        file->metadata[file->metadata_count++] =
            (NamedText){arena_strdup(arena, name), arena_strdup(arena, json_string_value(text))};
    }
    return true;
}

static bool parse_header(Arena *arena, json_t *header, Safetensors *file, Error *error)
{
    const char *name;
    json_t *value;
    file->tensors = arena_alloc(arena, json_object_size(header), sizeof *file->tensors);
    json_object_foreach(header, name, value)
    {
        if (strcmp(name, METADATA) == 0) {
            if (!parse_metadata(arena, value, file, error))
                return false;
            continue;
        }
        StoredTensor *tensor = &file->tensors[file->count++];
        tensor->name = arena_strdup(arena, name);
        if (!parse_tensor(arena_format(arena, "%s: %s", file->path, name), value, tensor, error))
            return false;
    }
    return true;
}

/* ---- The layout ---- */

static int compare_places(const void *left, const void *right)
{
    const StoredTensor *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Whether these are the bytes that shape and type ask for, and not what overflowed to them. */
static bool holds(const StoredTensor *tensor, size_t size)
{
    size_t bytes = (size_t)tensor->type->size;
    for (int i = 0; i < tensor->dimensions; i++)
        if (__builtin_mul_overflow(bytes, tensor->shape[i], &bytes))
            return false;
    return bytes == size;
}

static bool check_place(const Safetensors *file, const StoredTensor *t, size_t expected,
                        Error *error)
{
    if (t->end < t->begin || t->end > file->data_size)
        return fail(error,
                    "%s: %s: data_offsets %zu to %zu do not lie within the %zu bytes of data",
                    file->path, t->name, t->begin, t->end, file->data_size);
    if (!holds(t, t->end - t->begin))
        return fail(error, "%s: %s: data_offsets %zu to %zu do not hold its shape in %s",
                    file->path, t->name, t->begin, t->end, t->type->name);
    return t->begin == expected ||
           fail(error, "%s: %s: its data begin at %zu, expected %zu: %s", file->path, t->name,
                t->begin, expected,
                t->begin < expected ? "they overlap others" : "there is a hole");
}

/* Each tensor begins where the last one ended, and the last one ends the file. */
static bool check_layout(Safetensors *file, Error *error)
{
    size_t expected = 0;
    if (file->count)
        qsort(file->tensors, (size_t)file->count, sizeof *file->tensors, compare_places);
    for (int i = 0; i < file->count; i++) {
        if (!check_place(file, &file->tensors[i], expected, error))
            return false;
        expected = file->tensors[i].end;
    }
    return expected == file->data_size || fail(error, "%s: %zu bytes after the last tensor",
                                               file->path, file->data_size - expected);
}

/* ---- The file ---- */

static bool check_header_size(const char *path, Bytes bytes, uint64_t size, Error *error)
{
    if (size > MOST_HEADER_SIZE)
        return check_kind(path, bytes, error) &&
               fail(error, "%s: not a safetensors file: its header would be %ju bytes, at most %d",
                    path, (uintmax_t)size, MOST_HEADER_SIZE);
    if (size > bytes.size - LENGTH_SIZE)
        return fail(error, "%s: truncated: %zu bytes, but the header alone is %ju", path,
                    bytes.size, (uintmax_t)size);
    if (!size || bytes.data[LENGTH_SIZE] != '{')
        return fail(error, "%s: not a safetensors file: its header is no JSON object", path);
    return true;
}

bool safetensors_parse(Arena *arena, const char *path, Bytes bytes, Safetensors *file, Error *error)
{
    *file = (Safetensors){.path = path};
    if (bytes.size < LENGTH_SIZE)
        return fail(error, "%s: %zu bytes are too few for a safetensors file", path, bytes.size);
    uint64_t size = little_endian(bytes.data, LENGTH_SIZE);
    if (!check_header_size(path, bytes, size, error))
        return false;
    const char *text = bytes.data + LENGTH_SIZE;
    file->data = text + size;
    file->data_size = bytes.size - LENGTH_SIZE - (size_t)size;
    json_error_t reason;
    json_t *header = json_loadb(text, (size_t)size, JSON_REJECT_DUPLICATES, &reason);
    if (!header)
        return fail(error, "%s: the header is not valid JSON: %s", path, reason.text);
    bool ok = parse_header(arena, header, file, error) && check_layout(file, error);
    json_decref(header);
    return ok;
}

const char *safetensors_metadata(const Safetensors *file, const char *name)
{
    for (int i = 0; i < file->metadata_count; i++)
        if (strcmp(file->metadata[i].name, name) == 0)
            return file->metadata[i].text;
    return NULL;
}

/* ---- A tensor's numbers ---- */

/* A tensor that is a matrix. */
static bool find_matrix(const Safetensors *file, const char *name, const StoredTensor **stored,
                        Error *error)
{
    const StoredTensor *tensor = file->tensors, *end = tensor + file->count;
    while (tensor < end && strcmp(tensor->name, name) != 0)
        tensor++;
    *stored = tensor;
    if (tensor == end)
        return fail(error, "%s: there is no tensor %s", file->path, name);
    if (!tensor->type->number)
        return fail(error, "%s: %s is of dtype %s, expected F32, F16, BF16 or F64", file->path,
                    name, tensor->type->name);
    if (tensor->dimensions != 2)
        return fail(error, "%s: %s has %d dimension%s, expected 2", file->path, name,
                    tensor->dimensions, tensor->dimensions == 1 ? "" : "s");
    return (tensor->shape[0] <= INT_MAX && tensor->shape[1] <= INT_MAX) ||
           fail(error, "%s: %s is too large: %zu × %zu", file->path, name, tensor->shape[0],
                tensor->shape[1]);
}

bool safetensors_shape(const Safetensors *file, const char *name, int *rows, int *cols,
                       Error *error)
{
    const StoredTensor *stored;
    if (!find_matrix(file, name, &stored, error))
        return false;
    *rows = (int)stored->shape[0];
    *cols = (int)stored->shape[1];
    return true;
}

bool safetensors_matrix(Arena *arena, const Safetensors *file, const char *name, Tensor *matrix,
                        Error *error)
{
    const StoredTensor *stored;
    if (!find_matrix(file, name, &stored, error))
        return false;
    const char *bytes = file->data + stored->begin;
    int size = stored->type->size;
    *matrix = tensor_new(arena, (int)stored->shape[0], (int)stored->shape[1]);
    for (size_t i = 0; i < tensor_size(*matrix); i++, bytes += size) {
        double number = stored->type->number(little_endian(bytes, size));
        matrix->data[i] = (real)number;
        if (!isfinite(matrix->data[i]))
            return fail(error, "%s: %s[%zu, %zu] is %s", file->path, name, i / stored->shape[1],
                        i % stored->shape[1],
                        isfinite(number) ? arena_format(arena, "%g, beyond float32's range", number)
                                         : "not a finite number");
    }
    return true;
}

bool safetensors_matrix_of(Arena *arena, const Safetensors *file, const char *name, int rows,
                           int cols, Tensor *matrix, Error *error)
{
    if (!safetensors_matrix(arena, file, name, matrix, error))
        return false;
    return (matrix->rows == rows && matrix->cols == cols) ||
           fail(error, "%s: %s is %d × %d, expected %d × %d", file->path, name, matrix->rows,
                matrix->cols, rows, cols);
}

bool safetensors_number(Arena *arena, const Safetensors *file, const char *name, int most,
                        int *number, Error *error)
{
    const char *text = safetensors_metadata(file, name);
    long value;
    if (!text)
        return fail(error, "%s: the metadata has no %s", file->path, name);
    if (!parse_whole(arena_format(arena, "%s: %s", file->path, name), text, 1, most, &value, error))
        return false;
    *number = (int)value;
    return true;
}

/* ---- Writing ---- */

/* Offsets follow from the shapes, in the order given. The strings come from us: valid UTF-8. */
static char *print_header(const NamedTensor *tensors, int count, const NamedText *metadata,
                          int metadata_count)
{
    json_t *header = json_object(), *texts = json_object();
    for (int i = 0; i < metadata_count; i++)
        json_object_set_new(texts, metadata[i].name, json_string(metadata[i].text));
    json_object_set_new(header, METADATA, texts);
    json_int_t begin = 0;
    for (int i = 0; i < count; i++) {
        Tensor t = tensors[i].tensor;
        const NumberType *type = &types[tensors[i].precision];
        json_int_t end = begin + (json_int_t)tensor_size(t) * type->size;
        json_object_set_new(header, tensors[i].name,
                            json_pack("{s:s, s:[i,i], s:[I,I]}", "dtype", type->name, "shape",
                                      t.rows, t.cols, "data_offsets", begin, end));
        begin = end;
    }
    char *text = json_dumps(header, JSON_COMPACT);
    CHECK(text && json_object_size(texts) == (size_t)metadata_count &&
              json_object_size(header) == (size_t)count + 1,
          "names differ and are UTF-8");
    json_decref(header);
    return text;
}

static void write_little_endian(FILE *stream, uint64_t word, int count)
{
    for (int i = 0; i < count; i++)
        putc((int)(word >> 8 * i & 0xff), stream);
}

void safetensors_write(FILE *stream, const NamedTensor *tensors, int count,
                       const NamedText *metadata, int metadata_count)
{
    char *header = print_header(tensors, count, metadata, metadata_count);
    size_t size = strlen(header), padding = (8 - size % 8) % 8; /* aligns the numbers */
    write_little_endian(stream, size + padding, LENGTH_SIZE);
    fprintf(stream, "%s%*s", header, (int)padding, "");
    free(header);
    for (int i = 0; i < count; i++) {
        const NumberType *type = &types[tensors[i].precision];
        for (size_t k = 0; k < tensor_size(tensors[i].tensor); k++)
            write_little_endian(stream, type->bits((double)tensors[i].tensor.data[k]), type->size);
    }
}
