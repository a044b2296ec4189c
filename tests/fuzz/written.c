/* What attnviz writes of a sentence is read back: JSON, CSV and NPY have the trace's numbers. */
#include "fuzz/targets.h"

#include "load/tokens.h"
#include "support/csv.h"
#include "support/sample.h"
#include "write/formats.h"

#include <jansson.h>

static Bytes recorded(Arena *arena, void (*write)(FILE *out, const Step *step), const Step *step)
{
    Recording recording;
    recording_begin(&recording);
    write(recording.stream, step);
    return recording_end(&(Scene){.arena = arena}, &recording);
}

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
    return (real)strtof(field, &rest) == at(step->node->value, i, j) && !*rest;
}

static void check_csv(Arena *arena, const Step *step)
{
    const char *cursor = recorded(arena, format_csv.write_step, step).data, *field;
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

/* ---- JSON ---- */

static void check_labels(const json_t *labels, const Axis *axis)
{
    CHECK((int)json_array_size(labels) == axis->count, "%d labels", axis->count);
    for (int i = 0; i < axis->count; i++) {
        const char *label = json_string_value(json_array_get(labels, (size_t)i));
        CHECK(label && !strcmp(label, axis->labels[i]), "'%s'", axis->labels[i]);
    }
}

static void check_object(const json_t *object, const Step *step)
{
    const json_t *values = json_object_get(object, "values");
    check_labels(json_object_get(object, "rows"), &step->rows);
    check_labels(json_object_get(object, "columns"), &step->cols);
    for (int i = 0; i < step->rows.count; i++)
        for (int j = 0; j < step->cols.count; j++) {
            json_t *number = json_array_get(json_array_get(values, (size_t)i), (size_t)j);
            real expected = at(step->node->value, i, j);
            CHECK(isinf(expected)
                      ? json_is_null(number)
                      : json_is_number(number) && (real)json_number_value(number) == expected,
                  "%s[%d,%d]", step->id, i, j);
        }
}

static void check_json(Arena *arena, const Trace *trace)
{
    Recording recording;
    json_error_t error;
    recording_begin(&recording);
    format_json.write_one(recording.stream, &(Document){.trace = trace}, NULL);
    Bytes text = recording_end(&(Scene){.arena = arena}, &recording);
    json_t *document = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    CHECK(document, "line %d: %s", error.line, error.text);
    json_t *steps = json_object_get(document, "steps");
    CHECK((int)json_array_size(steps) == trace->step_count, "%zu steps", json_array_size(steps));
    for (int i = 0; i < trace->step_count; i++)
        check_object(json_array_get(steps, (size_t)i), &trace->steps[i]);
    json_decref(document);
}

/* ---- NPY ---- */

static void check_npy(Arena *arena, const Step *step)
{
    enum { HEADER = 128 };
    Tensor t = step->node->value;
    Bytes file = recorded(arena, format_npy.write_step, step);
    CHECK(file.size == HEADER + 4 * tensor_size(t) && !memcmp(file.data, "\x93NUMPY\1\0", 8), "%zu",
          file.size);
    for (size_t i = 0; i < tensor_size(t); i++) {
        float number = 0;
        uint32_t bits = 0;
        for (int k = 3; k >= 0; k--)
            bits = bits << 8 | (unsigned char)file.data[HEADER + 4 * i + (size_t)k];
        memcpy(&number, &bits, sizeof number);
        CHECK((real)number == t.data[i], "%s, number %zu", step->id, i);
    }
}

/* ---- */

void fuzz_written(Arena *arena, Bytes input)
{
    enum { MOST = 8 };
    static const char *const masks[] = {NULL, "causal", "local:1", "padding:0"};
    Error error;
    Tokens tokens;
    int choice = fuzz_byte(&input);
    const char *text = fuzz_string(arena, input);
    if (!tokenize(arena, "it", text, strlen(text), MOST, &tokens, &error))
        return;
    const Trace *trace =
        sample_trace(&(Scene){.arena = arena}, (SampleSettings){.text = text,
                                                                .heads = 1 + choice / 4 % 2,
                                                                .dim = 2,
                                                                .seed = (uint64_t)choice + 1,
                                                                .mask = masks[choice % 4]});
    check_json(arena, trace);
    for (int i = 0; i < trace->step_count; i++) {
        check_csv(arena, &trace->steps[i]);
        check_npy(arena, &trace->steps[i]);
    }
}
