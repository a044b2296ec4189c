#include "lesson/lesson.h"

/* How a step's cost grows: how many of its sizes (rows, columns, inner dimension) are n. */
typedef enum Growth { GROWS_N2D, GROWS_ND2, GROWS_N2, GROWS_ND, GROWTHS } Growth;

static const struct {
    const char *term, *what[2];
    int n, d;            /* the powers */
    const char *product; /* a format of the multiplicity, n and d */
} growths[GROWTHS] = {
#include "lesson/growths.list"
};

static Growth growth(const Trace *trace, const Step *step)
{
    int tokens = step->rows.named + step->cols.named;
    if (!step->node->op->sums_products)
        return tokens == 2 ? GROWS_N2 : GROWS_ND;
    const Step *first = trace_step_of(trace, step->node->inputs[0]);
    return tokens + (first && (first->turned ? first->rows : first->cols).named) == 2 ? GROWS_N2D
                                                                                      : GROWS_ND2;
}

/* "64,512" */
static const char *grouped(Arena *arena, double number)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(arena, number_count(digits, number));
}

/* What is only shown beside the heads. */
#define BESIDE_HEADS "normalised|raw/*|mean/*|difference/*|matched/*|word/*"

enum { ID_WIDTH = 20, PRODUCT_WIDTH = 18, NUMBER_WIDTH = 15, TERM_WIDTH = 6 };

static void add_heading(Document *d, const char *text, bool titles_all)
{
    document_add(d, (Block){.kind = BLOCK_HEADING, .text = text, .titles_all = titles_all});
}

/* ---- the main job ---- */

/* Sums the costs by growth, of the heads and of everything beside them. */
static void add_steps(Document *d, double totals[2][GROWTHS])
{
    static const int widths[] = {-ID_WIDTH, -PRODUCT_WIDTH, NUMBER_WIDTH, 0};
    static const char *const head[] = {"step", "cells × each", "multiply-adds", "grows with"};
    const Trace *trace = d->trace;
    Listing *listing = document_list(d, widths, 4);
    listing_add(d, listing, head);
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        Growth which = growth(trace, step);
        /* what is shown twice is computed once */
        double cost = trace_step_of(trace, step->made) == step ? node_cost(step->node) : 0;
        const char *product =
            arena_format(d->arena, "%d × %d × %.0f", step->rows.count, step->cols.count,
                         cost / step->rows.count / step->cols.count);
        const char *const row[] = {step->id, product, grouped(d->arena, cost), growths[which].term};
        totals[id_matches(BESIDE_HEADS, step->id)][which] += cost;
        if (cost > 0)
            listing_add(d, listing, row);
    }
}

/* A row for each way: the measured cost over the term, times the term. Returns their sum. */
static double add_terms(Document *d, int n, int features, const double *costs, bool beside)
{
    static const int widths[] = {-TERM_WIDTH, TERM_WIDTH - ID_WIDTH - PRODUCT_WIDTH, NUMBER_WIDTH,
                                 0};
    Listing *listing = document_list(d, widths, 4);
    double sum = 0;
    for (Growth which = 0; which < GROWTHS; which++) {
        double term = pow(n, growths[which].n) * pow(features, growths[which].d);
        const char *product =
            arena_format(d->arena, growths[which].product, costs[which] / term, n, features);
        const char *const row[] = {growths[which].term, product, grouped(d->arena, costs[which]),
                                   growths[which].what[beside]};
        sum += costs[which];
        if (costs[which] > 0)
            listing_add(d, listing, row);
    }
    listing_add(d, listing, (const char *const[]){"sum", "", grouped(d->arena, sum), ""});
    return sum;
}

/* a·n²d = b·nd² at (b/a)·d, which is n times the ratio of the terms. */
static void add_crossing(Document *d, int n, const double *costs)
{
    double squared = costs[GROWS_N2D], linear = costs[GROWS_ND2];
    const char *side = squared < linear ? "below" : squared > linear ? "above" : "equal to";
    document_say(d, BLOCK_RESULT,
                 arena_format(d->arena,
                              "In the heads the n²d term is %s the nd² term; they cross at n = "
                              "%.0f.",
                              side, n * linear / squared));
}

/* Masked scores are computed too; tells what the unmasked ones alone would cost. */
static void add_mask(Document *d, double cost)
{
    const Step *mask = trace_step(d->trace, "mask");
    int all = mask ? (int)tensor_size(mask->node->value) : 0;
    int open = mask ? all - (int)step_survey(mask).hidden : 0;
    if (open < all)
        document_say(d, BLOCK_RESULT,
                     arena_format(d->arena,
                                  "The mask leaves %d of %d scores, but all are computed. Scores "
                                  "and weighted sums of these alone would take %s instead of %s.",
                                  open, all, grouped(d->arena, cost / all * open),
                                  grouped(d->arena, cost)));
}

static void add_main_job(Document *d, int features)
{
    int n = d->trace->texts[0].token_count;
    double totals[2][GROWTHS] = {0};
    const char *what = arena_format(d->arena, "Cost in multiply-adds, n = %d, d = %d", n, features);
    add_heading(d, what, true);
    add_steps(d, totals);
    add_heading(d, "Multi-head attention", false);
    double sum = add_terms(d, n, features, totals[false], false);
    add_heading(d, "Beside it: what its output does not need", false);
    sum += add_terms(d, n, features, totals[true], true);
    document_say(d, BLOCK_RESULT,
                 arena_format(d->arena, "Altogether %s multiply-adds.", grouped(d->arena, sum)));
    add_crossing(d, n, totals[false]);
    add_mask(d, totals[false][GROWS_N2D]);
}

/* ---- any trace ---- */

static const int sum_widths[] = {-ID_WIDTH - PRODUCT_WIDTH, NUMBER_WIDTH};

static void add_sum(Document *d, Listing *listing, const char *what, double sum)
{
    listing_add(d, listing, (const char *const[]){what, grouped(d->arena, sum)});
}

/* "encoder-1/self" of "encoder-1/self/head-2/weights", "step-2" of "step-2/weights". */
static size_t part_length(const char *id)
{
    size_t first = strcspn(id, "/");
    const char *rest = id + first + (id[first] == '/');
    return strchr(rest, '/') ? first + 1 + strcspn(rest, "/") : first;
}

static void add_any_trace(Document *d)
{
    const Trace *trace = d->trace;
    bool *met = arena_alloc(d->arena, (size_t)trace->graph->count, sizeof *met);
    Lexicon parts = lexicon_new(d->arena);
    double *sums = arena_alloc(d->arena, (size_t)trace->step_count, sizeof *sums);
    double whole = 0;
    bool brief = false;
    add_heading(d, "Cost in multiply-adds, of each step beyond those before it", true);
    Listing *listing = document_list(d, sum_widths, 2);
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        double sum = graph_work(trace->graph, met, step->made);
        whole += sum;
        brief |= step->detail;
        sums[lexicon_add(&parts, arena_strndup(d->arena, step->id, part_length(step->id)))] += sum;
        if (!step->detail && sum > 0)
            add_sum(d, listing, step->id, sum);
    }
    if (brief) {
        add_heading(d, "Part by part, with the steps that are not shown", true);
        listing = document_list(d, sum_widths, 2);
    }
    for (int i = 0; i < parts.count && brief; i++)
        if (sums[i] > 0)
            add_sum(d, listing, parts.words[i], sums[i]);
    add_sum(d, document_list(d, sum_widths, 2), "sum", whole);
}

void cost_add(Document *d)
{
    const Step *embeddings = trace_step(d->trace, "embeddings"); /* the main job's */
    if (embeddings)
        add_main_job(d, cols_of(embeddings->made));
    else
        add_any_trace(d);
}
