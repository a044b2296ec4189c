#include "load/npy.h"

#include <limits.h>
#include <string.h>

static const char MAGIC[] = "\x93NUMPY";

enum { MAGIC_SIZE = 6, FIRST_SIZE = 8 /* with the version */, LONGEST_VALUE = 32 };

bool is_npy(Bytes begin)
{
    return begin.size >= MAGIC_SIZE && memcmp(begin.data, MAGIC, MAGIC_SIZE) == 0;
}

/* ---- the dictionary, in the few forms of Python that NumPy writes ---- */

static void skip_blanks(Bytes *rest)
{
    while (rest->size && strchr(" \t\n", *rest->data) && *rest->data) {
        rest->data++;
        rest->size--;
    }
}

/* Takes a sign, perhaps behind blanks, if it comes next. */
static bool take(Bytes *rest, char sign)
{
    skip_blanks(rest);
    if (!rest->size || *rest->data != sign)
        return false;
    rest->data++;
    rest->size--;
    return true;
}

/* Takes what stands before the first of these signs; false if there is none of them, or too much
   before it. */
static bool take_until(Bytes *rest, const char *signs, char value[LONGEST_VALUE])
{
    size_t length = 0;
    skip_blanks(rest);
    while (length < rest->size && !strchr(signs, rest->data[length]))
        length++;
    if (length == rest->size || length >= LONGEST_VALUE)
        return false;
    memcpy(value, rest->data, length);
    value[length] = '\0';
    *rest = (Bytes){rest->data + length, rest->size - length};
    return true;
}

static bool take_quoted(Bytes *rest, char value[LONGEST_VALUE])
{
    if (take(rest, '\''))
        return take_until(rest, "'", value) && take(rest, '\'');
    return take(rest, '"') && take_until(rest, "\"", value) && take(rest, '"');
}

/* "3)" and the like: the extent that comes next. */
static bool take_extent(Bytes *rest, size_t *extent)
{
    int digits = 0;
    skip_blanks(rest);
    for (*extent = 0; rest->size && *rest->data >= '0' && *rest->data <= '9'; digits++) {
        *extent = 10 * *extent + (size_t)(*rest->data - '0');
        take(rest, *rest->data);
        if (digits == 18)
            return false;
    }
    return digits > 0;
}

/* "(3, 48)", "(3,)" or "()" */
static bool take_shape(Bytes *rest, Npy *npy)
{
    if (!take(rest, '('))
        return false;
    while (!take(rest, ')')) {
        if (npy->dimensions == NPY_MOST_DIMENSIONS ||
            !take_extent(rest, &npy->shape[npy->dimensions++]))
            return false;
        skip_blanks(rest);
        if (!take(rest, ',') && (!rest->size || *rest->data != ')'))
            return false;
    }
    return true;
}

/* What a header says, before it is judged. */
typedef struct Said {
    char descr[LONGEST_VALUE], order[LONGEST_VALUE];
    bool shape;
} Said;

static bool take_dictionary(Bytes rest, Npy *npy, Said *said)
{
    char key[LONGEST_VALUE];
    if (!take(&rest, '{'))
        return false;
    while (!take(&rest, '}')) {
        bool known = take_quoted(&rest, key) && take(&rest, ':');
        if (known && !strcmp(key, "descr") && !*said->descr)
            known = take_quoted(&rest, said->descr);
        else if (known && !strcmp(key, "fortran_order") && !*said->order)
            known = take_until(&rest, ",}", said->order);
        else if (known && !strcmp(key, "shape") && !said->shape)
            known = said->shape = take_shape(&rest, npy);
        else
            known = false;
        if (!known)
            return false;
        (void)take(&rest, ',');
    }
    return *said->descr && *said->order && said->shape;
}

/* ---- what it means ---- */

/* "<f4": the byte order and the type. */
static bool find_type(const char *path, const char *descr, Stored *as, Error *error)
{
    for (int i = 0; i < number_type_count && strchr("<>=", *descr); i++)
        if (number_types[i].npy && strcmp(number_types[i].npy, descr + 1) == 0) {
            *as = (Stored){&number_types[i], *descr == '>'};
            return true;
        }
    return fail(error, "%s: numbers of the dtype '%s', expected f2, f4 or f8", path, descr);
}

/* Where the dictionary lies. */
static bool find_dictionary(const char *path, Bytes begin, Bytes *text, Npy *npy, Error *error)
{
    if (begin.size <= FIRST_SIZE)
        return fail(error, "%s: cut off in its header", path);
    int version = begin.data[MAGIC_SIZE];
    if (version < 1 || version > 3)
        return fail(error, "%s: .npy of version %d, expected 1 to 3", path, version & 255);
    size_t size = version == 1 ? 2 : 4, all = begin.size;
    uint64_t length =
        FIRST_SIZE + size <= all ? little_endian(begin.data + FIRST_SIZE, (int)size) : 0;
    if (length > NPY_LARGEST_HEADER - FIRST_SIZE - size)
        return fail(error, "%s: its header would be %ju bytes, at most %d", path, (uintmax_t)length,
                    NPY_LARGEST_HEADER);
    npy->data_begin = FIRST_SIZE + size + (size_t)length;
    *text = (Bytes){begin.data + FIRST_SIZE + size, (size_t)length};
    return npy->data_begin <= all || fail(error, "%s: cut off in its header", path);
}

bool npy_header(const char *path, Bytes begin, Npy *npy, Error *error)
{
    Bytes text;
    Said said = {0};
    *npy = (Npy){0};
    if (!find_dictionary(path, begin, &text, npy, error))
        return false;
    if (!take_dictionary(text, npy, &said))
        return fail(error, "%s: its header is none of an array of numbers", path);
    if (strcmp(said.order, "False") != 0)
        return fail(error,
                    "%s: stored column by column; numpy.ascontiguousarray puts it in rows "
                    "before numpy.save",
                    path);
    return find_type(path, said.descr, &npy->as, error);
}
