#include "graph/ops.h"
#include "trace/trace.h"

/* ---- words ---- */

/* Pairs of words to swap in sentences when a matrix is transposed. */
static const char *const words[] = {
    "row", "column", "Row", "Column", "side by side", "on top of each other", "XXᵀ", "XᵀX"};

/* The counterpart of the word, singular or plural, that begins here; else NULL. */
static const char *other_word(const char *text, const char *c, size_t *length)
{
    bool inside = c > text && (isalpha((unsigned char)c[-1]) || c[-1] == ':');
    for (int i = 0; i < COUNT_OF(words) && !inside; i++) {
        *length = strlen(words[i]);
        const char *end = c + *length;
        if (!strncmp(c, words[i], *length) && !isalpha((unsigned char)end[*end == 's']))
            return words[i ^ 1];
    }
    *length = 1;
    return NULL;
}

const char *text_turned(const Trace *trace, const char *text)
{
    Text out = text_new(trace->arena);
    size_t length;
    if (!text || !words_are_columns(trace->graph))
        return text;
    for (const char *c = text; *c; c += length) {
        const char *other = other_word(text, c, &length);
        size_t brace = *c == '{' ? strcspn(c, "|}") : 0;
        if (brace && c[brace] == '}') /* a word of the vocabulary: "{row of longest}" */
            length = brace;
        text_add_bytes(&out, other ? other : c, other ? strlen(other) : length);
    }
    return out.data;
}

/* ---- steps ---- */

void step_turn(Trace *trace, Step *step)
{
    Axis rows = step->rows;
    Node *shown = arena_copy(trace->arena, step->made, sizeof *shown);
    shown->resting = NULL; /* its operation does not make it */
    shown->surveys = NULL;
    shown->value =
        tensor_copied(trace->arena, node_value(transpose(trace->graph, (Node *)step->made)));
    step->node = shown;
    step->mask = step->mask ? transpose(trace->graph, (Node *)step->mask) : NULL;
    step->rows = step->cols;
    step->cols = rows;
    step->title = text_turned(trace, step->title);
    step->turned = true;
    graph_rest(trace->graph); /* what was copied */
}

void trace_turn(Trace *trace)
{
    for (const Trace *t = trace; t && words_are_columns(t->graph); t = t->behind)
        for (int i = 0; i < t->step_count; i++)
            step_turn(trace, &t->steps[i]);
}
