#include "write/formats.h"

#include <jansson.h>

/* The document is streamed: a long sentence has tens of millions of numbers. */

/* Characters that JSON allows in a string but a terminal would interpret: DEL, C1 controls,
   bidirectional controls. Escaped as \u202e, the string is the same. */
static bool is_obeyed(int32_t c)
{
    return is_between(c, 0x7f, 0x9f) || c == 0x61c || is_between(c, 0x200e, 0x200f) ||
           is_between(c, 0x2028, 0x202e) || is_between(c, 0x2066, 0x2069);
}

/* A quoted JSON string. JSON allows only UTF-8: an argument with other bytes is written in its
   visible form. */
static const char *quoted(Arena *arena, const char *string)
{
    json_auto_t *value = json_string(string);
    if (!value)
        value = json_string(visible_text(arena, string));
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    memory_check();
    Text out = text_new(arena);
    const char *rest = text;
    for (CodePoint c; utf8_next(&rest, &c);)
        if (is_obeyed(c.value))
            text_format(&out, "\\u%04x", (unsigned)c.value);
        else
            text_add_bytes(&out, rest - c.length, c.length);
    free(text);
    return out.data;
}

static const char *quoted_all(Arena *arena, const char *const *strings, int count)
{
    Text out = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&out, "%s%s", i ? ", " : "[", quoted(arena, strings[i]));
    text_add(&out, count ? "]" : "[]");
    return out.data;
}

static void put_settings(FILE *out, Arena *arena, const Trace *trace)
{
    fputs(",\n \"settings\": {", out);
    for (int i = 0; i < trace->setting_count; i++) {
        const Setting *s = &trace->settings[i];
        const char *value = s->value && !s->is_number ? quoted(arena, s->value) : s->value;
        fprintf(out, "%s\"%s\": %s", i ? ", " : "", s->name, value ? value : "null");
    }
    fputs("}", out);
}

/* The members of a single text go into the top-level object, those of several into a list. */
static void put_texts(FILE *out, Arena *arena, const Trace *trace)
{
    bool alone = trace->text_count == 1;
    fputs(alone ? "" : "\"texts\": [", out);
    for (int i = 0; i < trace->text_count; i++) {
        const TracedText *text = &trace->texts[i];
        fputs(alone ? "" : i ? ",\n  {" : "\n  {", out);
        fprintf(out,
                alone ? "\"sentence\": %s,\n \"tokens\": %s" : "\"sentence\": %s, \"tokens\": %s}",
                quoted(arena, text->text), quoted_all(arena, text->tokens, text->token_count));
    }
    fputs(alone ? "" : "]", out);
}

static void put_values(FILE *out, const Step *step)
{
    fputs("\"values\": [", out);
    for (int i = 0; i < rows_of(step->node); i++) {
        Tensor row = node_row(step->node, i);
        fputs(i ? ",\n   [" : "\n   [", out);
        for (int j = 0; j < row.cols; j++) {
            fputs(j ? ", " : "", out);
            if (isfinite(row.data[j]))
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
    fprintf(out,
            "  {\"id\": %s, \"title\": %s, \"formula\": %s, \"note\": %s, \"kind\": \"%s\", "
            "\"shape\": [%d, %d],\n   \"rows\": %s,\n   \"columns\": %s,\n   ",
            quoted(arena, step->id), quoted(arena, step->title),
            quoted(arena, formula_plain(arena, step->formula)), quoted(arena, step->note),
            kind_words[step->kind].name, step->rows.count, step->cols.count,
            quoted_all(arena, step->rows.labels, step->rows.count),
            quoted_all(arena, step->cols.labels, step->cols.count));
    if (step->places)
        fprintf(out, "\"places\": %s,\n   ", quoted_all(arena, step->places, step->place_count));
    put_values(out, step);
    putc('}', out);
}

/* All steps; or, if `given`, the inputs that no table shows, such as learned matrices, so that
   every step can be recomputed from the file alone. */
static void put_steps(FILE *out, Arena *arena, const Trace *trace, bool given)
{
    int count = 0;
    for (int i = 0; trace && i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        bool is_number = tensor_size(step->node->value) == 1;
        if (step->unasked || (given && (!is_leaf(step->node) || is_number)))
            continue;
        if (count++)
            fputs(",\n", out);
        else
            fprintf(out, ",\n \"%s\": [\n", given ? "given" : "steps");
        put_step(out, arena, step);
        arena_reset(arena);
    }
    fputs(count ? "\n ]" : "", out);
}

/* The whole trace as one strict JSON document (docs/formats.md): numbers round-trip float32, −∞ is
   null. */
static void write_one(FILE *out, const Document *document, UNUSED const WriteOptions *options)
{
    const Trace *trace = document->trace;
    ENDED_BY(arena_end) Arena *arena = arena_new(); /* of a step */
    fprintf(out, "{\"attnviz\": \"" ATTNVIZ_VERSION "\",\n \"command\": %s,\n ",
            quoted_all(arena, trace->argv, trace->argc));
    put_texts(out, arena, trace);
    put_settings(out, arena, trace);
    put_steps(out, arena, trace, false);
    put_steps(out, arena, trace->behind, true);
    fputs("}\n", out);
}

const Format format_json = {.files = {"trace.json", BEGINS("{\"attnviz\": ")},
                            .write_one = write_one};
