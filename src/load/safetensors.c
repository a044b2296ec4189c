#include "load/weights.h"

#include <jansson.h>

enum {
    LENGTH_SIZE = 8,
    MOST_HEADER_SIZE = 100000000, /* as in the reference implementation */
    BEGINNING = 64,               /* bytes needed to recognise other file types */
    BUFFER_SIZE = 1 << 16,        /* for reading several rows at once, or one long row */
};

static const char METADATA[] = "__metadata__";

/* ---- The header ---- */

/* Here and below, `what` begins the messages: the file and the tensor. */
static void parse_shape(const char *what, const json_t *shape, StoredTensor *tensor)
{
    tensor->dimensions = json_array_size(shape);
    tensor->size = (uintmax_t)tensor->type->size;
    tensor->rows = tensor->cols = 1;
    for (size_t i = 0; i < tensor->dimensions; i++) {
        const json_t *value = json_array_get(shape, i);
        uintmax_t n = (uintmax_t)json_integer_value(value);
        if (!json_is_integer(value) || json_integer_value(value) < 0)
            fail("%s: shape[%zu] is not a whole number", what, i);
        tensor->rows = tensor->cols;
        tensor->cols = n;
        if (tensor->size == UINTMAX_MAX || __builtin_mul_overflow(tensor->size, n, &tensor->size))
            tensor->size = UINTMAX_MAX;
    }
}

/* check_layout checks whether the offsets fit together. */
static void parse_tensor(const char *what, json_t *value, StoredTensor *tensor)
{
    const char *type;
    json_t *shape;
    json_int_t begin, end;
    if (json_unpack(value, "{s:s, s:o, s:[II!]}", "dtype", &type, "shape", &shape, "data_offsets",
                    &begin, &end) != 0 ||
        !json_is_array(shape) || begin < 0 || end < 0)
        fail("%s: not a dtype, a shape and two data_offsets", what);
    tensor->type = find_named(number_types, -1, sizeof *number_types, type);
    if (!tensor->type)
        fail("%s: unknown dtype '%s'", what, type);
    tensor->begin = (uintmax_t)begin;
    tensor->end = (uintmax_t)end;
    parse_shape(what, shape, tensor);
}

static void parse_metadata(Arena *arena, json_t *object, Safetensors *file)
{
    const char *name;
    json_t *text;
    if (!json_is_object(object))
        fail("%s: %s is not an object", file->path, METADATA);
    NamedText *metadata = arena_alloc(arena, json_object_size(object), sizeof *metadata);
    file->metadata = metadata;
    json_object_foreach (object, name, text) {
        if (!json_is_string(text))
            fail("%s: %s: %s is not a string", file->path, METADATA, name);
        metadata[file->metadata_count++] =
            (NamedText){arena_strdup(arena, name), arena_strdup(arena, json_string_value(text))};
    }
}

static int compare_places(const void *left, const void *right)
{
    const StoredTensor *a = left, *b = right;
    int begins = (a->begin > b->begin) - (a->begin < b->begin);
    int ends = (a->end > b->end) - (a->end < b->end);
    return begins ? begins : ends ? ends : strcmp(a->name, b->name);
}

/* The tensors in the order of their data. */
static void parse_header(Arena *arena, json_t *header, Safetensors *file)
{
    const char *name;
    json_t *value;
    StoredTensor *tensors = arena_alloc(arena, json_object_size(header), sizeof *tensors);
    file->tensors = tensors;
    json_t *metadata = json_object_get(header, METADATA);
    if (metadata)
        parse_metadata(arena, metadata, file);
    json_object_del(header, METADATA);
    json_object_foreach (header, name, value) {
        StoredTensor *tensor = &tensors[file->count++];
        tensor->name = arena_strdup(arena, name);
        parse_tensor(arena_format(arena, "%s: %s", file->path, name), value, tensor);
    }
    qsort(tensors, (size_t)file->count, sizeof *tensors, compare_places);
}

/* ---- The layout ---- */

/* Each tensor begins where the one before ends, and the last ends with the file. */
static void check_layout(const Safetensors *file)
{
    uintmax_t expected = 0;
    for (const StoredTensor *t = file->tensors; t < file->tensors + file->count; t++) {
        if (t->begin != expected || t->end < t->begin || t->end > file->data_size ||
            t->end - t->begin != t->size)
            fail("%s: %s: data_offsets %ju to %ju do not hold its shape in %s from %ju on, "
                 "within %ju bytes of data",
                 file->path, t->name, t->begin, t->end, t->type->name, expected, file->data_size);
        expected = t->end;
    }
    if (expected != file->data_size)
        fail("%s: %ju bytes after the last tensor", file->path, file->data_size - expected);
}

/* ---- The file ---- */

/* `size` bytes at an offset: a pointer into memory, or read from the file into `room`. */
static const char *bytes_at(const Safetensors *file, uintmax_t offset, size_t size, char *room)
{
    const char *bytes = file->bytes ? file->bytes + offset : room;
    if (!file->bytes)
        file_read_at(file->descriptor, file->path, offset, room, size);
    return bytes;
}

/* Locates the header in a file of `size` bytes. */
static void find_header(uintmax_t size, Safetensors *file)
{
    char room[BEGINNING];
    Bytes begin = {.size = size < BEGINNING ? (size_t)size : BEGINNING};
    if (size < LENGTH_SIZE)
        fail("%s: %ju bytes are too few for a safetensors file", file->path, size);
    begin.data = bytes_at(file, 0, begin.size, room);
    uint64_t length = little_endian(begin.data, LENGTH_SIZE);
    if (length > MOST_HEADER_SIZE) {
        check_type(file->path, begin);
        fail("%s: not a safetensors file: its header would be %ju bytes, at most %d", file->path,
             (uintmax_t)length, MOST_HEADER_SIZE);
    }
    if (length > size - LENGTH_SIZE)
        fail("%s: truncated: %ju bytes, but the header alone is %ju", file->path, size,
             (uintmax_t)length);
    if (!length || begin.data[LENGTH_SIZE] != '{')
        fail("%s: not a safetensors file: its header is no JSON object", file->path);
    file->data_begin = LENGTH_SIZE + length;
    file->data_size = size - file->data_begin;
}

/* Numbers are not read until they are asked for. */
void safetensors_header(Arena *arena, uintmax_t size, Safetensors *file)
{
    json_error_t reason;
    find_header(size, file);
    size_t length = (size_t)file->data_begin - LENGTH_SIZE;
    char *room = file->bytes ? NULL : arena_alloc(arena, length, 1);
    const char *text = bytes_at(file, LENGTH_SIZE, length, room);
    json_auto_t *header = json_loadb(text, length, JSON_REJECT_DUPLICATES, &reason);
    if (!header)
        fail("%s: the header is not valid JSON: %s", file->path, reason.text);
    parse_header(arena, header, file);
    check_layout(file);
}

void safetensors_read(Arena *arena, const char *path, Safetensors *file)
{
    static const size_t LARGEST_PIPE = UINT32_MAX - 2; /* plus two is a size on any machine */
    struct stat status;
    *file = (Safetensors){.path = path, .descriptor = file_open(path)};
    if (fstat(file->descriptor, &status) != 0)
        fail_file(path);
    Bytes bytes = {0};
    if (!S_ISREG(status.st_mode)) /* a pipe, such as <(command) */
        bytes = file_read_open(arena, file->descriptor, path, LARGEST_PIPE);
    file->bytes = bytes.data;
    safetensors_header(arena, bytes.data ? bytes.size : (uintmax_t)status.st_size, file);
}

void safetensors_close(Safetensors *file)
{
    file_close(&file->descriptor);
}

const char *safetensors_metadata(const Safetensors *file, const char *name)
{
    const NamedText *found = find_named(file->metadata, file->metadata_count, sizeof *found, name);
    return found ? found->text : NULL;
}

const char *safetensors_text(const Safetensors *file, const char *name)
{
    const char *text = safetensors_metadata(file, name);
    if (!text)
        fail("%s: the metadata has no %s", file->path, name);
    return text;
}

/* ---- A tensor's numbers ---- */

const StoredTensor *safetensors_find(const Safetensors *file, const char *name)
{
    const StoredTensor *tensor = find_named(file->tensors, file->count, sizeof *tensor, name);
    const char *kind = safetensors_metadata(file, "kind");
    if (!tensor)
        fail("%s: there is no tensor %s%s%s", file->path, name,
             kind ? " in a model of the kind " : "", kind ? kind : "");
    if (!tensor->type->number)
        fail("%s: %s is of dtype %s, expected F32, F16, BF16 or F64", file->path, name,
             tensor->type->name);
    if (tensor->dimensions != 2 && !(file->takes_rows && tensor->dimensions == 1))
        fail("%s: %s has %zu dimension%s, expected 2", file->path, name, tensor->dimensions,
             plural((long)tensor->dimensions));
    if (tensor->rows > INT_MAX || tensor->cols > INT_MAX)
        fail("%s: %s is too large: %ju × %ju", file->path, name, tensor->rows, tensor->cols);
    return tensor;
}

/* Reads `count` rows from `first` on, from memory or through the buffer, which must hold them. */
static void read_rows(const Safetensors *file, const StoredTensor *stored, size_t first,
                      size_t count, char *buffer, real *numbers)
{
    Stored as = {.type = stored->type};
    size_t size = (size_t)as.type->size, cols = (size_t)stored->cols, all = count * cols;
    uintmax_t place = first * stored->cols, begin = stored->begin + place * size;
    const char *bytes = bytes_at(file, file->data_begin + begin, all * size, buffer);
    size_t read = stored_numbers(as, bytes, all, numbers), at = first * cols + read;
    if (read != all)
        fail("%s: %s[%zu, %zu] is not %s", file->path, stored->name, at / cols, at % cols,
             number_flaw(as, bytes + read * size));
}

Tensor safetensors_rows(Arena *arena, const Safetensors *file, const char *name, const int *rows,
                        int count)
{
    const StoredTensor *stored = safetensors_find(file, name);
    size_t cols = (size_t)stored->cols, row_size = cols * (size_t)stored->type->size, step = 1;
    if (!rows) {
        count = (int)stored->rows;
        step = row_size < BUFFER_SIZE ? BUFFER_SIZE / (row_size + 1) + 1 : 1;
    }
    Tensor matrix = tensor_unset(arena, count, (int)stored->cols);
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    char *buffer = file->bytes ? NULL : arena_alloc(scratch, step, row_size);
    for (size_t i = 0, end = (size_t)count; i < end; i += step)
        read_rows(file, stored, rows ? (size_t)rows[i] : i, end - i < step ? end - i : step, buffer,
                  matrix.data + i * cols);
    return matrix;
}

int safetensors_number(Arena *arena, const Safetensors *file, const char *name, int most)
{
    const char *text = safetensors_text(file, name);
    return (int)parse_whole(arena_format(arena, "%s: %s", file->path, name), text, 1, most);
}

/* ---- Writing ---- */

/* Offsets follow from the shapes, in the given order. The strings are our own: valid UTF-8. */
static char *print_header(const WeightsFile *f, const NumberType *type)
{
    json_auto_t *header = json_object();
    json_t *texts = json_object(); /* the metadata */
    for (int i = 0; i < f->count; i++)
        json_object_set_new(texts, f->texts[i].name, json_string(f->texts[i].text));
    json_object_set_new(header, METADATA, texts);
    json_int_t begin = 0;
    for (int i = 0; i < f->parameters->count; i++) {
        Tensor t = f->parameters->items[i].value;
        json_int_t end = begin + (json_int_t)tensor_size(t) * type->size;
        json_object_set_new(header, f->parameters->items[i].name,
                            json_pack("{s:s, s:[i,i], s:[I,I]}", "dtype", type->name, "shape",
                                      t.rows, t.cols, "data_offsets", begin, end));
        begin = end;
    }
    char *text = json_dumps(header, JSON_COMPACT);
    CHECK(text && json_object_size(texts) == (size_t)f->count &&
              json_object_size(header) == (size_t)f->parameters->count + 1,
          "names differ and are UTF-8");
    return text;
}

static void write_little_endian(FILE *stream, uint64_t word, int count)
{
    for (int i = 0; i < count; i++)
        putc((int)(word >> 8 * i & 0xff), stream);
}

void safetensors_write(FILE *stream, const void *file)
{
    const WeightsFile *f = file;
    const NumberType *type = &number_types[f->precision];
    char *header = print_header(f, type);
    size_t size = strlen(header), padding = (8 - size % 8) % 8; /* aligns the numbers */
    write_little_endian(stream, size + padding, LENGTH_SIZE);
    fprintf(stream, "%s%*s", header, (int)padding, "");
    free(header);
    for (int i = 0; i < f->parameters->count; i++) {
        Tensor t = f->parameters->items[i].value;
        for (size_t k = 0; k < tensor_size(t); k++)
            write_little_endian(stream, type->bits((double)t.data[k]), type->size);
    }
}
