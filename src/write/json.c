#include "write/formats.h"

#include "base/utf8.h"
#include "base/version.h"
#include "trace/formula.h"

#include <jansson.h>
#include <math.h>

/* The document is written as it goes: a long sentence has tens of millions of numbers. */

/* JSON holds only UTF-8: an argument with other bytes in it is written in its visible form. */
static void put_string(FILE *out, const char *string)
{
    json_t *value = json_string(string);
    if (!value) {
        Arena *arena = arena_new();
        value = json_string(visible_text(arena, string));
        arena_free(arena);
    }
    json_dumpf(value, out, JSON_ENCODE_ANY); /* what fails to be written, the stream remembers */
    json_decref(value);
}

static void put_strings(FILE *out, const char *const *strings, int count)
{
    putc('[', out);
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        put_string(out, strings[i]);
    }
    putc(']', out);
}

static void put_member(FILE *out, const char *name, const char *value)
{
    fprintf(out, "\"%s\": ", name);
    put_string(out, value);
    fputs(", ", out);
}

static void put_settings(FILE *out, const Trace *trace)
{
    fputs("\"settings\": {", out);
    for (int i = 0; i < trace->setting_count; i++) {
        const Setting *s = &trace->settings[i];
        fprintf(out, "%s\"%s\": ", i ? ", " : "", s->name);
        if (!s->value)
            fputs("null", out);
        else if (s->is_number)
            fputs(s->value, out);
        else
            put_string(out, s->value);
    }
    fputs("}", out);
}

static void put_text(FILE *out, const TracedText *text, const char *separator)
{
    fputs("\"sentence\": ", out);
    put_string(out, text->text);
    fprintf(out, ",%s\"tokens\": ", separator);
    put_strings(out, text->tokens, text->token_count);
}

/* One text's members stand in the document itself, those of several in a list. */
static void put_texts(FILE *out, const Trace *trace)
{
    if (trace->text_count == 1) {
        put_text(out, &trace->texts[0], "\n ");
        return;
    }
    fputs("\"texts\": [", out);
    for (int i = 0; i < trace->text_count; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        put_text(out, &trace->texts[i], " ");
        putc('}', out);
    }
    putc(']', out);
}

static void put_values(FILE *out, const Step *step)
{
    Tensor t = step->node->value;
    fputs("\"values\": [", out);
    for (int i = 0; i < t.rows; i++) {
        fputs(i ? ",\n   [" : "\n   [", out);
        for (int j = 0; j < t.cols; j++) {
            fputs(j ? ", " : "", out);
            if (isfinite(at(t, i, j)))
                fprintf(out, "%.*g", step_digits(step), step_number(step, i, j));
            else
                fputs("null", out);
        }
        putc(']', out);
    }
    putc(']', out);
}

static const char *kind_name(ValueKind kind)
{
    static const char *const names[] = {
        [VALUE_SIGNED] = "signed",         [VALUE_PROBABILITY] = "probability",
        [VALUE_DIFFERENCE] = "difference", [VALUE_MASK] = "mask",
        [VALUE_COSINE] = "cosine",         [VALUE_FRACTION] = "fraction",
        [VALUE_SHARE] = "share",           [VALUE_COUNT] = "count"};
    return names[kind];
}

static void put_step(FILE *out, Arena *arena, const Step *step)
{
    fputs("  {", out);
    put_member(out, "id", step->id);
    put_member(out, "title", step->title);
    put_member(out, "formula", formula_plain(arena, step->formula));
    put_member(out, "note", step->note);
    put_member(out, "kind", kind_name(step->kind));
    fprintf(out, "\"shape\": [%d, %d],\n   \"rows\": ", step->rows.count, step->cols.count);
    put_strings(out, step->rows.labels, step->rows.count);
    fputs(",\n   \"columns\": ", out);
    put_strings(out, step->cols.labels, step->cols.count);
    if (step->places) {
        fputs(",\n   \"places\": ", out);
        put_strings(out, step->places, step->place_count);
    }
    fputs(",\n   ", out);
    put_values(out, step);
    putc('}', out);
}

void json_write_trace(FILE *out, const Trace *trace)
{
    Arena *arena = arena_new();
    fputs("{\"attnviz\": ", out);
    put_string(out, ATTNVIZ_VERSION);
    fputs(",\n \"command\": ", out);
    put_strings(out, trace->argv, trace->argc);
    fputs(",\n ", out);
    put_texts(out, trace);
    fputs(",\n ", out);
    put_settings(out, trace);
    fputs(",\n \"steps\": [\n", out);
    for (int i = 0; i < trace->step_count; i++) {
        put_step(out, arena, &trace->steps[i]);
        fputs(i + 1 < trace->step_count ? ",\n" : "\n", out);
        arena_reset(arena);
    }
    fputs(" ]}\n", out);
    arena_free(arena);
}

bool write_json(const Document *document, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    FILE *out = folder_begin(folder, "trace.json", error);
    if (!out)
        return false;
    json_write_trace(out, document->trace);
    return folder_end(folder, error);
}
