#include "lesson/cost.h"

#include "base/number.h"
#include "base/utf8.h"
#include "graph/costs.h"

#include <string.h>

/* How a step's cost grows: by how many of its three sizes (rows, columns, and the length of the
   sums) are tokens. */
typedef enum Growth { GROWS_N2D, GROWS_ND2, GROWS_N2, GROWS_ND, GROWTHS } Growth;

static const struct {
    const char *term, *what;
    int n, d; /* the powers */
} growths[GROWTHS] = {
    [GROWS_N2D] = {"n²d", "scores and weighted sums", 2, 1},
    [GROWS_ND2] = {"nd²", "projections", 1, 2},
    [GROWS_N2] = {"n²", "scaling, mask, softmax", 2, 0},
    [GROWS_ND] = {"nd", "positions", 1, 1},
};

static Growth growth(const Trace *trace, const Step *step)
{
    int tokens = step->rows.named + step->cols.named;
    if (!step->node->op->sums_products)
        return tokens == 2 ? GROWS_N2 : GROWS_ND;
    const Step *first = trace_step_of(trace, step->node->inputs[0]);
    return tokens + (first && first->cols.named) == 2 ? GROWS_N2D : GROWS_ND2;
}

/* Attention without projections stands beside the heads; it is not part of what they cost. */
static bool is_beside(const Step *step)
{
    return !strncmp(step->id, "raw/", strlen("raw/")) ||
           !strncmp(step->id, "mean/", strlen("mean/")) ||
           !strncmp(step->id, "difference/", strlen("difference/"));
}

/* "64,512" */
static const char *grouped(Arena *arena, double number)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(arena, number_count(digits, number));
}

static void put_right(FILE *out, const char *string, int width)
{
    fprintf(out, "%*s%s", width - utf8_width(string), "", string);
}

static void put_left(FILE *out, const char *string, int width)
{
    fprintf(out, "%s%*s", string, width - utf8_width(string), "");
}

enum { ID_WIDTH = 20, PRODUCT_WIDTH = 18, NUMBER_WIDTH = 15 };

static void put_step(FILE *out, Arena *arena, const Trace *trace, const Step *step)
{
    double cost = node_cost(step->node);
    double cells = (double)tensor_size(step->node->value);
    put_left(out, step->id, ID_WIDTH);
    put_left(
        out,
        arena_format(arena, "%d × %d × %.0f", step->rows.count, step->cols.count, cost / cells),
        PRODUCT_WIDTH);
    put_right(out, grouped(arena, cost), NUMBER_WIDTH);
    fprintf(out, "   %s\n", growths[growth(trace, step)].term);
}

/* Adds up what grows in one way, in the heads or beside them. */
static double total(const Trace *trace, Growth which, bool beside)
{
    double sum = 0;
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        if (is_beside(step) == beside && growth(trace, step) == which)
            sum += node_cost(step->node);
    }
    return sum;
}

static double power(int base, int exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* "2 × 7² × 48": the measured cost over the term, times the term. */
static const char *term_product(Arena *arena, Growth which, double cost, int n, int d)
{
    double term = power(n, growths[which].n) * power(d, growths[which].d);
    Text out = text_new(arena);
    text_format(&out, "%g × %d%s", cost / term, n, growths[which].n == 2 ? "²" : "");
    if (growths[which].d)
        text_format(&out, " × %d%s", d, growths[which].d == 2 ? "²" : "");
    return out.data;
}

static double put_terms(FILE *out, Arena *arena, const Trace *trace, int d, bool beside)
{
    double sum = 0;
    for (Growth which = 0; which < GROWTHS; which++) {
        double cost = total(trace, which, beside);
        if (cost <= 0)
            continue;
        sum += cost;
        put_left(out, growths[which].term, 6);
        put_left(out, term_product(arena, which, cost, trace->texts[0].token_count, d),
                 ID_WIDTH + PRODUCT_WIDTH - 6);
        put_right(out, grouped(arena, cost), NUMBER_WIDTH);
        fprintf(out, "   %s\n", growths[which].what);
    }
    put_left(out, "sum", ID_WIDTH + PRODUCT_WIDTH);
    put_right(out, grouped(arena, sum), NUMBER_WIDTH);
    fputs("\n\n", out);
    return sum;
}

/* a·n²d = b·nd² at n = (b/a)·d */
static void put_crossing(FILE *out, const Trace *trace, int d)
{
    double n = trace->texts[0].token_count;
    double a = total(trace, GROWS_N2D, false) / (n * n * d);
    double b = total(trace, GROWS_ND2, false) / (n * d * d);
    fprintf(out, "In the heads the n²d term is %s the nd² term; they cross at n = %.0f.\n",
            a * n < b * d   ? "below"
            : a * n > b * d ? "above"
                            : "equal to",
            b / a * d);
}

void cost_write(FILE *out, const Trace *trace, int d_model)
{
    Arena *arena = arena_new();
    fprintf(out, "Cost in multiply-adds, n = %d, d = %d\n\n", trace->texts[0].token_count, d_model);
    put_left(out, "step", ID_WIDTH);
    put_left(out, "cells × each", PRODUCT_WIDTH);
    put_right(out, "multiply-adds", NUMBER_WIDTH);
    fputs("   grows with\n", out);
    for (int i = 0; i < trace->step_count; i++)
        if (node_cost(trace->steps[i].node) > 0)
            put_step(out, arena, trace, &trace->steps[i]);
    fputs("\nMulti-head attention\n", out);
    double heads = put_terms(out, arena, trace, d_model, false);
    fputs("Beside it: attention without projections, the mean, the difference\n", out);
    double beside = put_terms(out, arena, trace, d_model, true);
    fprintf(out, "All together %s multiply-adds.\n", grouped(arena, heads + beside));
    put_crossing(out, trace, d_model);
    arena_free(arena);
}

/* ---- any trace ---- */

static void put_sum(FILE *out, Arena *arena, const char *what, double sum)
{
    put_left(out, what, ID_WIDTH + PRODUCT_WIDTH);
    put_right(out, grouped(arena, sum), NUMBER_WIDTH);
    fputs("\n", out);
}

/* What the steps of one part take that are told in brief. */
typedef struct Part {
    const char *id;
    size_t length; /* of its name at the beginning of `id` */
    double sum;
} Part;

/* "encoder-1/self" of "encoder-1/self/head-2/weights", "step-2" of "step-2/weights". */
static size_t part_length(const char *id)
{
    size_t first = strcspn(id, "/");
    const char *rest = id + first + (id[first] == '/');
    return strchr(rest, '/') ? first + 1 + strcspn(rest, "/") : first;
}

/* Steps of a part need not stand side by side. */
static void add_to_part(Part *parts, int *count, const char *id, double sum)
{
    size_t length = part_length(id);
    int i = 0;
    while (i < *count && (parts[i].length != length || strncmp(parts[i].id, id, length) != 0))
        i++;
    if (i == *count)
        parts[(*count)++] = (Part){.id = id, .length = length};
    parts[i].sum += sum;
}

static void put_parts(FILE *out, Arena *arena, const Part *parts, int count)
{
    fputs("\nWhat is told in brief\n\n", out);
    for (int i = 0; i < count; i++)
        if (parts[i].sum > 0)
            put_sum(out, arena, arena_strndup(arena, parts[i].id, parts[i].length), parts[i].sum);
}

void cost_write_steps(FILE *out, const Trace *trace)
{
    Arena *arena = arena_new();
    NodeNumbers counted = node_numbers_new(arena);
    Part *parts = arena_alloc(arena, (size_t)trace->step_count, sizeof *parts);
    int count = 0;
    double whole = 0, brief = 0;
    fputs("Cost in multiply-adds, of each step beyond those before it\n\n", out);
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        double sum = graph_work(&counted, step->node);
        whole += sum;
        if (step->detail) {
            brief += sum;
            add_to_part(parts, &count, step->id, sum);
        } else if (sum > 0) {
            put_sum(out, arena, step->id, sum);
        }
    }
    if (brief > 0)
        put_parts(out, arena, parts, count);
    fputs("\n", out);
    put_sum(out, arena, "sum", whole);
    arena_free(arena);
}
