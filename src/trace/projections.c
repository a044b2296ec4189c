#include "trace/projections.h"

static const Note sentences[] = {
    {"raw/scores", NULL, "unknown", "+Not in the vocabulary: {unknown}."},
    {"raw/scores", NULL, "forms", "+Looked up in another form: {forms}."},
    {"raw/scores", NULL, "left-out", "+Left out, having no vector: {left-out}."},

    {"symmetry", "stack", "one-cell@raw/scores", "One score is always symmetric."},
    {"symmetry", "stack", "all-symmetric",
     "The scores XXᵀ are symmetric ({first-cell}), and so are {the head's|those of every "
     "head:heads}."},
    {"symmetry", "stack", "some-symmetric",
     "The scores XXᵀ are symmetric ({first-cell}), and so are those of {symmetric-heads} of the "
     "{heads} heads, the others not: {asymmetries}."},
    {"symmetry", "stack", "",
     "The scores XXᵀ are symmetric ({first-cell}), those of the {head|heads:heads} are not: "
     "{asymmetries}."},
    {"symmetry", "stack", "has@mask !one-cell@raw/scores", "+This is before the mask."},

    {"diagonal", "stack", "all-masked@raw/weights",
     "Every key is masked: no word has weight to keep."},
    {"diagonal", "stack", "first-like-last",
     "XXᵀ and {the head|the heads on average:heads} leave a word the same of its weight, "
     "{first-cell}."},
    {"diagonal", "stack", "",
     "XXᵀ leaves a word {first-cell} of its weight, {the head|the heads on average:heads} "
     "{final-cell}; equal weights would leave it {even-own@raw/weights}."},

    {"entropy", "concat", "one-key-each@raw/weights",
     "No word has more than one to look at: 0 bits."},
    {"entropy", "concat", "",
     "A row of weights has {raw-mean} bits on average in XXᵀ, {mean-of-heads} in the "
     "{head|heads:heads}, of at most {even-bits@raw/weights}: projections spread it over "
     "{more-or-fewer} words."},

    {"*/most", "pick", "no-word-sees", "Every key is masked: no word looks anywhere."},
    {"raw/most", "pick", "!looks-elsewhere",
     "Without projections {own-gazes} of {seeing-words} {looks|look:own-gazes} most at "
     "{itself|themselves:own-gazes}."},
    {"raw/most", "pick", "",
     "Without projections {own-gazes} of {seeing-words} {looks|look:own-gazes} most at "
     "{itself|themselves:own-gazes}; {gazer} looks at {gazed} ({gaze})."},
    {"mean/most", "pick", "!redirects-a-word",
     "With projections {own-gazes} of {seeing-words} {looks|look:own-gazes} most at "
     "{itself|themselves:own-gazes}; each looks most where it does without."},
    {"mean/most", "pick", "",
     "With projections {own-gazes} of {seeing-words} {looks|look:own-gazes} most at "
     "{itself|themselves:own-gazes}; {redirected} looks at {redirected-to} ({redirected-weight}), "
     "without "
     "at {redirected-from}."},

    {"distances", "stack", "zero", "Nothing differs: not a weight would have to move."},
    {"distances", "stack", "!three-rows",
     "The head is {from-raw} from XXᵀ: so much of a row's weight lies elsewhere."},
    {"distances", "stack", "equally-apart",
     "The heads are {from-raw} from XXᵀ and {closest-distance} from each other."},
    {"distances", "stack", "",
     "The heads are {from-raw} from XXᵀ; {closest} are closest ({closest-distance}), {farthest} "
     "farthest apart ({farthest-distance})."},
    {0},
};

static const View views[] = {
    {"*/scores", ROLE_SHOWN, FORM_CELLS},
    {"*/weights", ROLE_SHOWN, FORM_CELLS},
    {"symmetry", ROLE_SHOWN, FORM_BARS},
    {"diagonal", ROLE_SHOWN, FORM_BARS},
    {"entropy", ROLE_SHOWN, FORM_CELLS},
    {"*/most", ROLE_SHOWN, FORM_BARS},
    {"distances", ROLE_SHOWN, FORM_CELLS},
    {"*", ROLE_BEHIND, FORM_CELLS},
    {0},
};

/* ---- the page ---- */

/* Heads stand in columns below the words of the first row, as many as there are; for more, another
   pair of rows begins. */
enum { PLACES = 4 };

static void place_heads(Grid *grid, int row, int first, int count)
{
    Arena *arena = grid->trace->arena;
    grid->row_titles[row] = "scores";
    grid->row_titles[row + 1] = "weights";
    for (int i = 0; i < count; i++) {
        int head = first + i + 1;
        const char *title = arena_format(arena, "head %d", head);
        grid_place(grid, row, i, arena_format(arena, "head-%d/scores", head), title, NULL);
        grid_place(grid, row + 1, i, arena_format(arena, "head-%d/weights", head), title, NULL);
    }
}

/* Rows: XXᵀ beside the mean of the heads; the heads' scores, and their weights below; measures. */
static void add_page(Trace *t, int heads)
{
    int blocks = (heads + PLACES - 1) / PLACES;
    int abreast = (heads + blocks - 1) / blocks, last = 1 + 2 * blocks;
    Grid grid = grid_new(t, "overview", last + 1, PLACES);
    grid.panel.title = "What the projections do that XXᵀ does not";
    grid.panel.formula =
        arena_format(t->arena, "%s beside %s", trace_step(t, "raw/weights")->formula,
                     trace_step(t, "head-1/weights")->formula);
    grid.panel.note = trace_step(t, "diagonal")->note;
    grid.panel.own_ranges = true; /* XXᵀ is far larger than any QKᵀ */
    grid_place(&grid, 0, 0, "raw/scores", trace_step(t, "raw/scores")->formula, NULL);
    grid_place(&grid, 0, 1, "raw/weights", "weights of XXᵀ", NULL);
    grid_place(&grid, 0, 2, "mean/weights", "mean of the heads", NULL);
    grid_place(&grid, 0, 3, "difference/weights", "difference", NULL);
    for (int b = 0; b < blocks; b++) {
        int first = b * abreast, left = heads - first;
        place_heads(&grid, 1 + 2 * b, first, left < abreast ? left : abreast);
    }
    grid_place(&grid, last, 0, "symmetry", "symmetry", NULL);
    grid_place(&grid, last, 1, "raw/most", "XXᵀ: looks most at", NULL);
    grid_place(&grid, last, 2, "mean/most", "heads: look most at", NULL);
    grid_place(&grid, last, 3, "diagonal", "kept for itself", NULL);
    add_panel(t, grid);
}

/* ---- the whole ---- */

Trace *trace_projections(Graph *g, const SentenceAttention *model, const Subject *subject)
{
    Trace *t = trace_begin(g);
    add_text(t, subject_text(subject, model->n));
    add_attention_settings(t, &model->settings, model->d_model, subject);
    add_weights_settings(t, model->origin, subject);
    trace_tell(t, views, sentences);
    add_page(t, model->settings.heads);
    return t;
}
