/* Safetensors files, held against a second reader; weights and models in them. */
#include "fuzz/targets.h"

#include "load/pretrained.h"

#include <jansson.h>

/* ---- a second reader ---- */

/* It has nothing in common with load/safetensors.c but the JSON library, and is written after the
   format's description: a number by powers of two, the layout by comparing every two tensors. */

enum { LENGTH_SIZE = 8 };

static const struct {
    const char *name;
    int size, exponent_bits, fraction_bits; /* 0: not floating */
} dtypes[] = {
    {"BOOL", 1, 0, 0},    {"U8", 1, 0, 0},  {"I8", 1, 0, 0},  {"F8_E5M2", 1, 0, 0},
    {"F8_E4M3", 1, 0, 0}, {"I16", 2, 0, 0}, {"U16", 2, 0, 0}, {"F16", 2, 5, 10},
    {"BF16", 2, 8, 7},    {"I32", 4, 0, 0}, {"U32", 4, 0, 0}, {"F32", 4, 8, 23},
    {"F64", 8, 11, 52},   {"I64", 8, 0, 0}, {"U64", 8, 0, 0},
};

enum { DTYPES = sizeof dtypes / sizeof *dtypes };

static int dtype_of(const json_t *tensor)
{
    const char *name = json_string_value(json_object_get(tensor, "dtype"));
    for (int i = 0; name && i < DTYPES; i++)
        if (!strcmp(dtypes[i].name, name))
            return i;
    return -1;
}

/* The bits of a sign, an exponent and a fraction, from the last byte to the first. */
static double number_at(const unsigned char *bytes, int dtype)
{
    int e = dtypes[dtype].exponent_bits, f = dtypes[dtype].fraction_bits;
    uint64_t bits = 0;
    for (int i = dtypes[dtype].size - 1; i >= 0; i--)
        bits = bits * 256 + bytes[i];
    uint64_t fraction = bits % (UINT64_C(1) << f), rest = bits >> f;
    int exponent = (int)(rest % (UINT64_C(1) << e)), bias = (1 << (e - 1)) - 1;
    double size = exponent == (1 << e) - 1 ? (fraction ? NAN : INFINITY)
                  : exponent               ? ldexp(1 + ldexp((double)fraction, -f), exponent - bias)
                                           : ldexp((double)fraction, 1 - bias - f);
    return rest >> e ? -size : size;
}

/* Where a tensor begins and ends; false if that is not said, or not what its shape takes. */
static bool extent_of(const json_t *tensor, json_int_t data_size, json_int_t *begin,
                      json_int_t *end)
{
    const json_t *shape = json_object_get(tensor, "shape"), *at;
    int dtype = dtype_of(tensor);
    at = json_object_get(tensor, "data_offsets");
    if (dtype < 0 || !json_is_array(shape))
        return false;
    if (json_array_size(at) != 2 || !json_is_integer(json_array_get(at, 0)) ||
        !json_is_integer(json_array_get(at, 1)))
        return false;
    *begin = json_integer_value(json_array_get(at, 0));
    *end = json_integer_value(json_array_get(at, 1));
    uint64_t size = (uint64_t)dtypes[dtype].size;
    for (size_t i = 0; i < json_array_size(shape); i++) {
        json_t *n = json_array_get(shape, i);
        if (!json_is_integer(n) || json_integer_value(n) < 0)
            return false;
        if (__builtin_mul_overflow(size, (uint64_t)json_integer_value(n), &size))
            return false; /* also where a zero follows: that is no shape */
    }
    return 0 <= *begin && *begin <= *end && *end <= data_size && size == (uint64_t)(*end - *begin);
}

static bool metadata_is_strings(json_t *metadata)
{
    const char *name;
    json_t *value;
    json_object_foreach (metadata, name, value)
        if (!json_is_string(value))
            return false;
    return json_is_object(metadata);
}

/* No two tensors share a byte, and together they have all. */
static bool layout_fits(json_t *header, json_int_t data_size)
{
    const char *name, *other;
    json_t *a, *b;
    json_int_t sum = 0, begin, end, from, to;
    json_object_foreach (header, name, a) {
        if (!strcmp(name, "__metadata__")) {
            if (!metadata_is_strings(a))
                return false;
            continue;
        }
        if (!extent_of(a, data_size, &begin, &end))
            return false;
        sum += end - begin;
        json_object_foreach (header, other, b) {
            bool apart = a == b || !strcmp(other, "__metadata__") ||
                         (extent_of(b, data_size, &from, &to) && (to <= begin || end <= from));
            if (!apart || sum > data_size)
                return false;
        }
    }
    return sum == data_size;
}

static void check_numbers(Arena *arena, const Safetensors *file, json_t *header)
{
    const char *name;
    json_t *tensor;
    json_object_foreach (header, name, tensor) {
        json_t *shape = json_object_get(tensor, "shape"), *at;
        int dtype = dtype_of(tensor);
        Tensor matrix;
        if (!strcmp(name, "__metadata__") ||
            !is_accepted("it: ", matrix = safetensors_rows(arena, file, name, NULL, 0)))
            continue;
        at = json_object_get(tensor, "data_offsets");
        const unsigned char *bytes = (const unsigned char *)file->bytes + file->data_begin +
                                     json_integer_value(json_array_get(at, 0));
        CHECK(dtypes[dtype].exponent_bits && json_array_size(shape) == 2 &&
                  matrix.rows == json_integer_value(json_array_get(shape, 0)) &&
                  matrix.cols == json_integer_value(json_array_get(shape, 1)),
              "%s", name);
        for (size_t i = 0; i < tensor_size(matrix); i++, bytes += dtypes[dtype].size)
            CHECK(matrix.data[i] == (real)number_at(bytes, dtype) && isfinite(matrix.data[i]),
                  "%s: number %zu", name, i);
    }
}

/* Both read the file, or neither does. */
static bool check_reading(Arena *arena, Bytes input, Safetensors *file)
{
    *file = (Safetensors){.path = "it", .descriptor = -1, .bytes = input.data};
    bool ours = is_accepted("it: ", safetensors_header(arena, input.size, file)), theirs = false;
    uint64_t size = 0;
    json_t *header = NULL;
    for (int i = LENGTH_SIZE - 1; i >= 0 && input.size >= LENGTH_SIZE; i--)
        size = size * 256 + (unsigned char)input.data[i];
    if (size && size <= input.size - LENGTH_SIZE && input.data[LENGTH_SIZE] == '{') {
        header = json_loadb(input.data + LENGTH_SIZE, (size_t)size, JSON_REJECT_DUPLICATES, NULL);
        json_int_t data_size = (json_int_t)(input.size - LENGTH_SIZE - size);
        theirs = header && layout_fits(header, data_size);
    }
    CHECK(ours == theirs, "only %s reads it", ours ? "attnviz" : "the other");
    if (ours)
        check_numbers(arena, file, header);
    json_decref(header);
    return ours;
}

/* ---- what is in them ---- */

static void read_models(Arena *arena, const Safetensors *file)
{
    Weights weights;
    Model model;
    for (int heads = 0; heads < 3; heads++)
        if (is_accepted("it", weights = weights_of_file(arena, file, heads, NULL, 0)))
            CHECK(weights.embeddings.rows == weights.vocabulary.count, "%d rows, %d words",
                  weights.embeddings.rows, weights.vocabulary.count);
    if (is_accepted("it", model = model_of_file(arena, file)))
        CHECK(model.end >= 0 && model.source.count && model.target.count, "a model without words");
}

void fuzz_weights(Arena *arena, Bytes input)
{
    Safetensors file;
    if (check_reading(arena, input, &file))
        read_models(arena, &file);
}

/* The input is the header alone; behind it come as many bytes as it asks for, made from a byte. */
void fuzz_models(Arena *arena, Bytes input)
{
    enum { MOST = 1 << 16 };
    json_int_t begin, end, most = 0;
    const char *name;
    json_t *tensor, *header = json_loadb(input.data, input.size, 0, NULL);
    json_object_foreach (header, name, tensor)
        if (extent_of(tensor, MOST, &begin, &end) && end > most)
            most = end;
    json_decref(header);
    size_t size = LENGTH_SIZE + input.size + (size_t)most;
    char *bytes = arena_alloc(arena, size, 1);
    for (int i = 0; i < LENGTH_SIZE; i++)
        bytes[i] = (char)((uint64_t)input.size >> 8 * i);
    memcpy(bytes + LENGTH_SIZE, input.data, input.size);
    memset(bytes + LENGTH_SIZE + input.size, input.size & 63, (size_t)most);
    fuzz_weights(arena, (Bytes){bytes, size});
}

/* ---- pretrained models ---- */

static void put_file(Arena *arena, const char *folder, const char *name, Bytes bytes)
{
    FILE *file = fopen(arena_format(arena, "%s/%s", folder, name), "w");
    CHECK(file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size && !fclose(file),
          "no file in %s", folder);
}

/* Beside weights without a tensor: a valid configuration fails there. */
void fuzz_configs(Arena *arena, Bytes input)
{
    const char *kind, *folder = fuzz_folder();
    put_file(arena, folder, "config.json", input);
    put_file(arena, folder, "model.safetensors", (Bytes){"\2\0\0\0\0\0\0\0{}", 10});
    CHECK(!is_accepted(folder, stack_file_read(arena, folder, &kind)), "a model without tensors");
}

void fuzz_tokenizers(Arena *arena, Bytes input)
{
    enum { WORDS = 512 };
    static const char text[] = "He hit the bäll <s>bat</s>\xe2\x80\x8d [MASK], <mask> 1992中\n  x";
    Subwords words;
    const char *path = fuzz_path(input);
    if (is_accepted(path, words = subwords_cut(arena, path, text, WORDS)))
        for (int i = 0; i < words.count; i++)
            CHECK(words.ids[i] >= 0 && words.ids[i] < WORDS && words.vocabulary[words.ids[i]],
                  "token %d", words.ids[i]);
}
