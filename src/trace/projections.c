#include "trace/projections.h"

#include "base/utf8.h"
#include "trace/narration.h"
#include "trace/notes.h"
#include "trace/projection_notes.h"

/* One narration: the trace so far, the main job's, and who writes the sentences. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Trace *whole;
    const SelfAttention *model;
    const ProjectionMeasures *measures;
    ProjectionNotes notes;
} Narration;

static int head_count(const Narration *n)
{
    return n->model->multi.head_count;
}

/* ---- steps ---- */

/* A step as the main job tells it. */
static void add_known(Narration *n, const char *id)
{
    const Step *step = trace_step(n->whole, id);
    CHECK(step != NULL, "no step %s", id);
    add_step(n->trace, *step);
}

static void add_matrices(Narration *n, const Subject *s)
{
    add_known(n, "raw/scores");
    Step *first = &n->trace->steps[0];
    first->note = note_of_words(n->arena, first->note, s->unknown, s->forms, s->left_out);
    add_known(n, "raw/weights");
    for (int h = 1; h <= head_count(n); h++) {
        add_known(n, arena_format(n->arena, "head-%d/scores", h));
        add_known(n, arena_format(n->arena, "head-%d/weights", h));
    }
    add_known(n, "mean/weights");
    add_known(n, "difference/weights");
}

/* XXᵀ, head 1 …, and, when they count one more, their mean. */
static Axis sources(const Narration *n, const char *name, int count)
{
    const char **labels = arena_alloc(n->arena, (size_t)count, sizeof *labels);
    labels[0] = "XXᵀ";
    for (int i = 1; i < count; i++)
        labels[i] = i <= head_count(n) ? arena_format(n->arena, "head %d", i) : "mean";
    return (Axis){.name = name, .count = count, .labels = labels, .named = true};
}

static Axis single(const Narration *n, const char *name)
{
    const char **labels = arena_alloc(n->arena, 1, sizeof *labels);
    labels[0] = name;
    return (Axis){.name = "measure", .count = 1, .labels = labels, .named = true};
}

/* "bat → ball"; "bat → nothing" where all is masked. */
static Axis gazes(const Narration *n, const int *looks_at)
{
    enum { MOST_COLUMNS = 40 };
    const char *const *labels = n->notes.labels;
    const char **arrows = arena_alloc(n->arena, (size_t)n->model->n, sizeof *arrows);
    for (int i = 0; i < n->model->n; i++) {
        const char *to = looks_at[i] < 0 ? "nothing" : labels[looks_at[i]];
        arrows[i] =
            arena_format(n->arena, "%s → %s", elide_middle(n->arena, labels[i], MOST_COLUMNS),
                         elide_middle(n->arena, to, MOST_COLUMNS));
    }
    return token_axis("query → key", arrows, n->model->n);
}

static void add_most(Narration *n, const char *id, const char *title, const char *formula,
                     const char *note, const Node *node, const int *looks_at)
{
    add_step(n->trace, (Step){.id = id,
                              .title = title,
                              .formula = formula,
                              .note = note,
                              .rows = gazes(n, looks_at),
                              .cols = single(n, "largest weight"),
                              .kind = VALUE_FRACTION,
                              .form = FORM_BARS,
                              .node = node});
}

static void add_symmetry(Narration *n)
{
    add_step(n->trace, (Step){.id = "symmetry",
                              .title = "Symmetry of the scores",
                              .formula = "Σ s_{ij} s_{ji} / Σ s_{ij} s_{ij}",
                              .note = note_symmetry(&n->notes),
                              .rows = sources(n, "scores of", head_count(n) + 1),
                              .cols = single(n, "symmetry"),
                              .kind = VALUE_COSINE,
                              .form = FORM_BARS,
                              .node = n->measures->symmetry});
}

static void add_diagonal(Narration *n)
{
    add_step(n->trace, (Step){.id = "diagonal",
                              .title = "Weight that a word keeps for itself",
                              .formula = "Σ w_{ii} / n",
                              .note = note_diagonal(&n->notes),
                              .rows = sources(n, "weights of", head_count(n) + 2),
                              .cols = single(n, "kept"),
                              .kind = VALUE_FRACTION,
                              .form = FORM_BARS,
                              .node = n->measures->diagonal});
}

static void add_entropy(Narration *n)
{
    add_step(n->trace, (Step){.id = "entropy",
                              .title = "Entropy of each row of weights, in bits",
                              .formula = "−Σ_j w_{ij} log_2 w_{ij}",
                              .note = note_entropy(&n->notes),
                              .rows = token_axis("query", n->notes.labels, n->model->n),
                              .cols = sources(n, "weights of", head_count(n) + 2),
                              .kind = VALUE_SIGNED,
                              .node = n->measures->entropy});
}

static void add_distances(Narration *n)
{
    Axis axis = sources(n, "weights of", head_count(n) + 1);
    add_step(n->trace, (Step){.id = "distances",
                              .title = "Share of a row's weight that would have to move",
                              .formula = "Σ |w_{ij} − v_{ij}| / 2n",
                              .note = note_distances(&n->notes),
                              .rows = axis,
                              .cols = axis,
                              .kind = VALUE_FRACTION,
                              .node = n->measures->distances});
}

static void add_measures(Narration *n)
{
    const ProjectionMeasures *m = n->measures;
    add_symmetry(n);
    add_diagonal(n);
    add_entropy(n);
    add_most(n, "raw/most", "Where each word looks most without projections", "max_j w_{ij}",
             note_raw_most(&n->notes), m->raw_most, m->raw_looks_at);
    add_most(n, "mean/most", "Where each word looks most in the mean of the heads", "max_j w_{ij}",
             note_mean_most(&n->notes), m->mean_most, m->mean_looks_at);
    add_distances(n);
}

/* ---- the page ---- */

/* Heads stand in columns below the words of the first row, as many as there are; for more, another
   pair of rows begins. */
enum { PLACES = 4 };

static void place_heads(const Narration *n, Grid *grid, int row, int first, int count)
{
    grid->row_titles[row] = "scores";
    grid->row_titles[row + 1] = "weights";
    for (int i = 0; i < count; i++) {
        const char *title = arena_format(n->arena, "head %d", first + i + 1);
        grid_place(grid, row, i, arena_format(n->arena, "head-%d/scores", first + i + 1), title,
                   NULL);
        grid_place(grid, row + 1, i, arena_format(n->arena, "head-%d/weights", first + i + 1),
                   title, NULL);
    }
}

/* Rows: XXᵀ beside the mean of the heads; the heads' scores, and their weights below; measures. */
static void add_page(Narration *n)
{
    int heads = head_count(n), blocks = (heads + PLACES - 1) / PLACES;
    int abreast = (heads + blocks - 1) / blocks, last = 1 + 2 * blocks;
    Grid grid = grid_new(n->trace, "overview", last + 1, PLACES);
    grid.panel.title = "What the projections do that XXᵀ does not";
    grid.panel.formula =
        arena_format(n->arena, "%s beside %s", trace_step(n->trace, "raw/weights")->formula,
                     trace_step(n->trace, "head-1/weights")->formula);
    grid.panel.note = trace_step(n->trace, "diagonal")->note;
    grid.panel.own_ranges = true; /* XXᵀ is far larger than any QKᵀ */
    grid_place(&grid, 0, 0, "raw/scores", "XXᵀ", NULL);
    grid_place(&grid, 0, 1, "raw/weights", "weights of XXᵀ", NULL);
    grid_place(&grid, 0, 2, "mean/weights", "mean of the heads", NULL);
    grid_place(&grid, 0, 3, "difference/weights", "difference", NULL);
    for (int b = 0; b < blocks; b++) {
        int first = b * abreast, left = heads - first;
        place_heads(n, &grid, 1 + 2 * b, first, left < abreast ? left : abreast);
    }
    grid_place(&grid, last, 0, "symmetry", "symmetry", NULL);
    grid_place(&grid, last, 1, "raw/most", "XXᵀ: looks most at", NULL);
    grid_place(&grid, last, 2, "mean/most", "heads: look most at", NULL);
    grid_place(&grid, last, 3, "diagonal", "kept for itself", NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

enum { OTHER_STEPS = 4 + 6, HEAD_STEPS = 2, PANELS = 1 };

/* What is traced and how it was made is as in the main job. */
static Trace *empty_trace(Arena *arena, const Trace *whole, int heads)
{
    Trace *trace = trace_new(arena, OTHER_STEPS + HEAD_STEPS * heads, PANELS, whole->setting_count,
                             whole->text_count);
    trace->argc = whole->argc;
    trace->argv = whole->argv;
    trace->provenance = whole->provenance;
    trace->source = whole->source;
    trace->behind = whole;
    for (int i = 0; i < whole->text_count; i++)
        add_text(trace, whole->texts[i]);
    for (int i = 0; i < whole->setting_count; i++)
        add_setting(trace, whole->settings[i].name, whole->settings[i].value,
                    whole->settings[i].is_number);
    return trace;
}

Trace *narrate_projections(Arena *arena, const SelfAttention *model,
                           const ProjectionMeasures *measures, const Subject *subject)
{
    const Trace *whole = narrate_self_attention(arena, model, subject);
    Narration n = {.arena = arena,
                   .trace = empty_trace(arena, whole, model->multi.head_count),
                   .whole = whole,
                   .model = model,
                   .measures = measures,
                   .notes = {arena, model, measures, subject->tokens, subject->labels}};
    add_matrices(&n, subject);
    add_measures(&n);
    add_page(&n);
    return n.trace;
}
