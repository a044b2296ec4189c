#include "write/formats.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "base/version.h"
#include "trace/formula.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/* The document is written as it goes: a long sentence has tens of millions of numbers. */

/* A string in JSON's form, which holds only UTF-8: an argument with other bytes in it is written in
   its visible form. */
static const char *quoted(Arena *arena, const char *string)
{
    json_t *value = json_string(string);
    if (!value)
        value = json_string(visible_text(arena, string));
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    memory_check();
    const char *kept = arena_strdup(arena, text);
    free(text);
    json_decref(value);
    return kept;
}

static void put_strings(FILE *out, Arena *arena, const char *const *strings, int count)
{
    putc('[', out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? ", " : "", quoted(arena, strings[i]));
    putc(']', out);
}

static void put_settings(FILE *out, Arena *arena, const Trace *trace)
{
    fputs("\"settings\": {", out);
    for (int i = 0; i < trace->setting_count; i++) {
        const Setting *s = &trace->settings[i];
        const char *value = s->value && !s->is_number ? quoted(arena, s->value) : s->value;
        fprintf(out, "%s\"%s\": %s", i ? ", " : "", s->name, value ? value : "null");
    }
    fputs("}", out);
}

static void put_text(FILE *out, Arena *arena, const TracedText *text, const char *separator)
{
    fprintf(out, "\"sentence\": %s,%s\"tokens\": ", quoted(arena, text->text), separator);
    put_strings(out, arena, text->tokens, text->token_count);
}

/* One text's members stand in the document itself, those of several in a list. */
static void put_texts(FILE *out, Arena *arena, const Trace *trace)
{
    if (trace->text_count == 1) {
        put_text(out, arena, &trace->texts[0], "\n ");
        return;
    }
    fputs("\"texts\": [", out);
    for (int i = 0; i < trace->text_count; i++) {
        fputs(i ? ",\n  {" : "\n  {", out);
        put_text(out, arena, &trace->texts[i], " ");
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

static void put_step(FILE *out, Arena *arena, const Step *step)
{
    static const char *const kinds[] = {
        [VALUE_SIGNED] = "signed",         [VALUE_PROBABILITY] = "probability",
        [VALUE_DIFFERENCE] = "difference", [VALUE_MASK] = "mask",
        [VALUE_COSINE] = "cosine",         [VALUE_FRACTION] = "fraction",
        [VALUE_SHARE] = "share",           [VALUE_COUNT] = "count"};
    fprintf(out,
            "  {\"id\": %s, \"title\": %s, \"formula\": %s, \"note\": %s, \"kind\": \"%s\", "
            "\"shape\": [%d, %d],\n   \"rows\": ",
            quoted(arena, step->id), quoted(arena, step->title),
            quoted(arena, formula_plain(arena, step->formula)), quoted(arena, step->note),
            kinds[step->kind], step->rows.count, step->cols.count);
    put_strings(out, arena, step->rows.labels, step->rows.count);
    fputs(",\n   \"columns\": ", out);
    put_strings(out, arena, step->cols.labels, step->cols.count);
    if (step->places) {
        fputs(",\n   \"places\": ", out);
        put_strings(out, arena, step->places, step->place_count);
    }
    fputs(",\n   ", out);
    put_values(out, step);
    putc('}', out);
}

void json_write_trace(FILE *out, const Trace *trace)
{
    Arena *arena = arena_new(); /* of a step */
    fputs("{\"attnviz\": \"" ATTNVIZ_VERSION "\",\n \"command\": ", out);
    put_strings(out, arena, trace->argv, trace->argc);
    fputs(",\n ", out);
    put_texts(out, arena, trace);
    fputs(",\n ", out);
    put_settings(out, arena, trace);
    fputs(",\n \"steps\": [\n", out);
    for (int i = 0; i < trace->step_count; i++) {
        put_step(out, arena, &trace->steps[i]);
        fputs(i + 1 < trace->step_count ? ",\n" : "\n", out);
        arena_reset(arena);
    }
    fputs(" ]}\n", out);
    arena_free(arena);
}

const FileKind json_files = {"trace.json", "{\"attnviz\": ", 12, 12};

bool write_json(const Document *document, const WriteOptions *options, Folder *folder, Error *error)
{
    (void)options;
    FILE *out = folder_begin(folder, json_files.name, error);
    if (!out)
        return false;
    json_write_trace(out, document->trace);
    return folder_end(folder, error);
}
