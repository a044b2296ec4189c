#include "support/read_back.h"

#include "support/csv.h"
#include "support/sample.h"
#include "write/formats.h"

#include <jansson.h>

/* ---- CSV ---- */

/* One field; false where it is not what it should be. */
static bool field_is_right(const Step *step, int i, int j, const char *field)
{
    char *rest;
    if (i < 0 && j < 0)
        return strchr(field, '\\');
    const char *label = csv_label(field);
    if (i < 0 || j < 0)
        return label && !strcmp(label, i < 0 ? step->cols.labels[j] : step->rows.labels[i]);
    return (real)strtof(field, &rest) == at(node_value(step->node), i, j) && !*rest;
}

void check_csv(Arena *arena, const Step *step)
{
    const char *cursor = recorded(arena, format_csv.write_step(recorder, step)).data, *field;
    for (int i = -1; i < step->rows.count; i++)
        for (int j = -1; j < step->cols.count; j++) {
            char end;
            field = csv_field(arena, &cursor, &end);
            CHECK(field && end == (j + 1 < step->cols.count ? ',' : '\n') &&
                      field_is_right(step, i, j, field),
                  "%s[%d,%d] is '%s'", step->id, i, j, field ? field : "no field");
        }
    CHECK(!*cursor, "%s: more than a table", step->id);
}

/* ---- NPY ---- */

/* Of fields of 16 bits or less, from the last byte to the first. */
static uint32_t read_number(const char *bytes, int count)
{
    uint32_t number = 0;
    for (int k = count - 1; k >= 0; k--)
        number = number << 8 | (unsigned char)bytes[k];
    return number;
}

void check_npy(Arena *arena, const Step *step)
{
    enum { BEGINNING = 10 };
    Tensor t = node_value(step->node);
    Bytes file = recorded(arena, format_npy.write_step(recorder, step));
    const char *dictionary = arena_format(
        arena, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", t.rows, t.cols);
    size_t length = strlen(dictionary);
    CHECK(file.size > BEGINNING + length && !memcmp(file.data, "\x93NUMPY\1\0", 8), "no .npy");
    size_t start = BEGINNING + read_number(file.data + 8, 2);
    CHECK(start % 64 == 0 && file.size == start + 4 * tensor_size(t), "%zu of %zu bytes", start,
          file.size);
    CHECK(!memcmp(file.data + BEGINNING, dictionary, length) && file.data[start - 1] == '\n', "%s",
          file.data + BEGINNING);
    for (size_t i = BEGINNING + length; i < start - 1; i++)
        CHECK(file.data[i] == ' ', "%s", file.data + BEGINNING);
    for (size_t i = 0; i < tensor_size(t); i++) {
        float number;
        uint32_t bits = read_number(file.data + start + 4 * i, 4);
        memcpy(&number, &bits, sizeof number);
        CHECK((real)number == t.data[i], "%s, number %zu", step->id, i);
    }
}

/* ---- JSON ---- */

static void check_labels(const json_t *labels, const Axis *axis)
{
    CHECK((int)json_array_size(labels) == axis->count, "%d labels", axis->count);
    for (int i = 0; i < axis->count; i++) {
        const char *label = json_string_value(json_array_get(labels, (size_t)i));
        CHECK(label && !strcmp(label, axis->labels[i]), "'%s'", axis->labels[i]);
    }
}

static void check_string(const json_t *object, const char *key, const char *expected)
{
    const char *value = json_string_value(json_object_get(object, key));
    CHECK(value && !strcmp(value, expected), "%s: '%s', not '%s'", key, value ? value : "no text",
          expected);
}

static void check_values(const json_t *object, const Step *step)
{
    const json_t *shape = json_object_get(object, "shape"),
                 *values = json_object_get(object, "values");
    Tensor t = node_value(step->node);
    CHECK(json_integer_value(json_array_get(shape, 0)) == t.rows &&
              json_integer_value(json_array_get(shape, 1)) == t.cols &&
              json_array_size(shape) == 2 && (int)json_array_size(values) == t.rows,
          "%s has another shape", step->id);
    for (int i = 0; i < t.rows; i++) {
        const json_t *row = json_array_get(values, (size_t)i);
        CHECK((int)json_array_size(row) == t.cols, "%s: row %d", step->id, i);
        for (int j = 0; j < t.cols; j++) {
            json_t *number = json_array_get(row, (size_t)j);
            real expected = at(t, i, j);
            CHECK(isinf(expected)
                      ? json_is_null(number)
                      : json_is_number(number) && (real)json_number_value(number) == expected,
                  "%s[%d,%d]", step->id, i, j);
        }
    }
}

static void check_object(Arena *arena, json_t *object, const Step *step)
{
    static const char *const kinds[] = {[VALUE_SIGNED] = "signed",
                                        [VALUE_PROBABILITY] = "probability",
                                        [VALUE_DIFFERENCE] = "difference",
                                        [VALUE_MASK] = "mask"};
    const char *key;
    json_t *value;
    Text keys = text_new(arena);
    json_object_foreach (object, key, value)
        text_format(&keys, "%s ", key);
    CHECK(!strcmp(keys.data, "id title formula note kind shape rows columns values "), "%s",
          keys.data);
    check_string(object, "id", step->id);
    check_string(object, "title", step->title);
    check_string(object, "formula", formula_plain(arena, step->formula));
    check_string(object, "note", step->note);
    check_string(object, "kind", kinds[step->kind]);
    check_labels(json_object_get(object, "rows"), &step->rows);
    check_labels(json_object_get(object, "columns"), &step->cols);
    check_values(object, step);
}

void check_json(Arena *arena, const Trace *trace)
{
    json_error_t error;
    Bytes text =
        recorded(arena, format_json.write_one(recorder, &(Document){.trace = trace}, NULL));
    json_t *document = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    CHECK(document, "line %d: %s", error.line, error.text);
    json_t *steps = json_object_get(document, "steps");
    CHECK((int)json_array_size(steps) == trace->step_count, "%zu steps", json_array_size(steps));
    for (int i = 0; i < trace->step_count; i++)
        check_object(arena, json_array_get(steps, (size_t)i), &trace->steps[i]);
    json_decref(document);
}
