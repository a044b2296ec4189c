#include "load/files.h"

#include <jansson.h>

enum { MAGIC_SIZE = sizeof NPY_MAGIC - 1, FIRST_SIZE = 8 /* including the version */ };

/* Converts the Python dictionary to JSON: double quotes, brackets for tuples, lower-case booleans,
   no comma after the last item. No key or type name contains any of these characters. */
static Bytes json_of(Arena *arena, Bytes python)
{
    static const char theirs[] = "'()TF", ours[] = "\"[]tf";
    char *json = arena_alloc(arena, python.size + 1, 1), *to = json;
    for (size_t i = 0; i < python.size; i++) {
        char c = python.data[i];
        const char *other = memchr(theirs, c, sizeof theirs - 1);
        while ((c == ')' || c == '}') && to > json && memchr(", \t\n", to[-1], 4))
            to--;
        *to++ = other ? ours[other - theirs] : c;
    }
    return (Bytes){json, (size_t)(to - json)};
}

/* (12, 10, 8) is 12 blocks of 10 rows and 8 columns; (8,) is one row. */
static bool read_shape(json_t *shape, Npy *npy)
{
    size_t i;
    json_t *item;
    npy->blocks = npy->rows = npy->cols = 1;
    json_array_foreach (shape, i, item) {
        if (!json_is_integer(item) || json_integer_value(item) < 0 ||
            __builtin_mul_overflow(npy->blocks, npy->rows, &npy->blocks))
            return false;
        npy->rows = npy->cols;
        npy->cols = (uintmax_t)json_integer_value(item);
    }
    npy->dimensions = json_array_size(shape);
    return json_is_array(shape);
}

/* The descr is the byte order (| if it does not matter) and the type: "<f4", "|u1". */
static void read_dictionary(json_t *header, Npy *npy)
{
    const char *descr;
    int by_columns;
    json_t *shape;
    if (json_unpack(header, "{s:s, s:b, s:o !}", "descr", &descr, "fortran_order", &by_columns,
                    "shape", &shape) != 0 ||
        !*descr || !read_shape(shape, npy))
        fail("its header is none of an array of numbers");
    if (by_columns)
        fail("stored column by column; numpy.ascontiguousarray puts it in rows before numpy.save");
    for (const NumberType *type = number_types; type->name && strchr("<>=|", *descr); type++)
        if (type->npy && !strcmp(type->npy, descr + 1))
            npy->as = (Stored){type, *descr == '>'};
    if (!npy->as.type)
        fail("numbers of the dtype '%s', expected f2 to f8, i1 to i8, u1 to u8 or b1", descr);
}

Npy npy_header(Arena *arena, const char *path, Bytes begin)
{
    Npy npy = {0};
    FAILS_WITH(arena_format(arena, "%s: ", path));
    if (begin.size < FIRST_SIZE + 4)
        fail("cut off in its header");
    int version = begin.data[MAGIC_SIZE];
    if (version < 1 || version > 3)
        fail(".npy of version %d, expected 1 to 3", version & 255);
    size_t size = version == 1 ? 2 : 4,
           all = begin.size < NPY_LARGEST_HEADER ? begin.size : NPY_LARGEST_HEADER,
           length = (size_t)little_endian(begin.data + FIRST_SIZE, (int)size);
    if (length > all - FIRST_SIZE - size)
        fail("cut off in its header");
    npy.data_begin = FIRST_SIZE + size + length;
    Bytes json = json_of(arena, (Bytes){begin.data + FIRST_SIZE + size, length});
    json_auto_t *header = json_loadb(json.data, json.size, JSON_REJECT_DUPLICATES, NULL);
    read_dictionary(header, &npy);
    return npy;
}
