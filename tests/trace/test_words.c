/* Every word of the vocabulary says of small matrices what NumPy calculates: reference/words.py. */
#include "model/layers.h"
#include "support/nodes.h"
#include "trace/build.h"
#include "trace/sentences.h"

typedef struct Matrix {
    const char *name;
    int rows, cols;
    double numbers[24];
} Matrix;

typedef struct Said {
    const char *word, *step, *text;
} Said;

#include "trace/reference/words.inc"

enum {
    MATRICES = sizeof matrices / sizeof *matrices,
    SAID = sizeof words_said / sizeof *words_said
};

static const char *const words[] = {"bat", "hit", "ball", "the", "dog", "cat"};
static const char *const others[] = {"one", "two", "three", "four", "five", "six"};

/* ---- the steps ---- */

static Axis words_axis(int count)
{
    return label_axis("word", words, count);
}

static Axis numbers_axis(const char *name, const char *const *labels, int count)
{
    Axis axis = label_axis(name, labels, count);
    axis.unquoted = true;
    return axis;
}

static Node *given_step(Scope s, const Matrix *m)
{
    Graph *g = s.graph;
    const char *title = arena_format(g->arena, "The title of %s", m->name);
    const char *symbol = strcmp(m->name, "w") ? m->name : "W_1";
    return given(s, m->name, title, symbol, words_axis(m->rows),
                 label_axis("other", others, m->cols), by_hand(g, m->rows, m->cols, m->numbers));
}

static Node *step(Scope s, const char *id)
{
    const Name *name = name_find(s.graph, id);
    fail_if(!name, "no step %s", id);
    return name->node;
}

static Node *with_rows(Scope s, const char *id, Axis rows)
{
    Node *node = step(s, id);
    return with_axes(s, node, rows, (Axis){0});
}

/* Where the largest number of each row is, and what it is. */
static Node *largest_of_each_row(Scope s, Node *weights)
{
    int *cols = arena_alloc(s.graph->arena, (size_t)rows_of(weights), sizeof *cols);
    for (int i = 0; i < rows_of(weights); i++)
        cols[i] = largest_in_row(weights->value, i);
    return pick(s.graph, weights, cols);
}

static void make_any(Scope s)
{
    Graph *g = s.graph;
    Node *m = step(s, "m"), *n = step(s, "n");
    named(s, "sum", "", add(g, m, n));
    named(s, "cut", "", columns(g, m, 1, 2));
    named(s, "joined", "", concat(g, (Node *[]){m, n}, 2));
    named(s, "scaled", "", divide_by_root(g, m, 7));
    named(s, "means", "", row_mean(g, m));
    named(s, "product", "", matmul(g, m, step(s, "w")));
    named(s, "gram", "", matmul_transposed(g, m, m));
    named(s, "waves", "", sinusoids(g, 12, 6, 100));
    named(s, "rotations", "", rotations(g, 3, 6, 100));
    named(s, "standard/output", "",
          standardize(g, step(s, "standard/x"), step(s, "standard/mean"),
                      step(s, "standard/variance"), 0));
}

static void make_attention(Scope s)
{
    static const double draws[] = {0.5};
    static const char *const thirds[] = {"column 1", "column 2", "column 3"};
    Graph *g = s.graph;
    Node *heads[3];
    for (int h = 0; h < 3; h++)
        heads[h] = softmax_rows(g, step(s, arena_format(g->arena, "head-%d/scores", h + 1)));
    Node *average = named(s, "mean/weights", "", mean(g, heads, 3));
    with_axes(s, average, words_axis(4), label_axis("other", others, 4));
    named(s, "mean/most", "", largest_of_each_row(s, average));
    named(s, "raw/most", "", largest_of_each_row(s, step(s, "raw/weights")));
    named(s, "mix/output", "", matmul(g, softmax_rows(g, step(s, "mix/scores")), step(s, "mix/v")));
    Node *sure = named(s, "sure/weights", "", softmax_rows(g, step(s, "sure/scores")));
    with_axes(s, sure, words_axis(4), numbers_axis("other", thirds, 3));
    Node *allowed = add(g, step(s, "masked"), step(s, "mask"));
    with_mask(s, named(s, "masked/weights", "", softmax_rows(g, allowed)), step(s, "mask"));
    named(s, "drawn", "", take_one(g, step(s, "local/weights"), draws));
    named(s, "chosen", "", take_one(g, step(s, "local/weights"), NULL));
    named(s, "bell", "", gaussian(g, step(s, "local/place"), 3, 1.5));
}

/* A mask that sets scores to 0; shares of scores, and of their squares. */
static void make_variations(Scope s)
{
    Graph *g = s.graph;
    Node *S = step(s, "linear/S");
    Node *hidden = zero_hidden(s.graph, step(s, "zero/scores"), step(s, "mask"));
    named(s, "zero/weights", "", softmax_rows(g, hidden));
    Node *shares = named(s, "linear/weights", "", row_shares(g, S));
    named(s, "linear/output", "", matmul(g, shares, step(s, "linear/v")));
    named(s, "squared/squares", "", multiply(g, S, S));
    named(s, "squared/weights", "", row_shares(g, step(s, "squared/squares")));
}

static void make_words(Scope s)
{
    static const int rows[] = {2, 0, 2};
    Graph *g = s.graph;
    Node *x = gather(g, step(s, "table"), rows, 3);
    named(s, "encoder/source", "", x);
    named(s, "input", "", add(g, x, step(s, "positions")));
    with_axes(s, step(s, "input"), words_axis(3), (Axis){0});
    named(s, "step-2/words", "", transpose(g, step(s, "step-2/probabilities")));
    named(s, "last/step-2/words", "", transpose(g, step(s, "step-2/probabilities")));
    named(s, "states", "",
          stack(g, (Node *[]){step(s, "place-1/state"), step(s, "place-2/state")}, 2));
}

/* Steps with masks, counts and labels of their own. */
static void label_steps(Scope s)
{
    static const char *const after[] = {"1", "12", "40"}, *const sizes[] = {"2", "4", "6"};
    static const char *const dog[] = {"dog"};
    with_rows(s, "loss", numbers_axis("step", after, 3));
    with_rows(s, "lengths/accuracy", numbers_axis("words", sizes, 3));
    with_rows(s, "seeds", numbers_axis("steps", after, 3));
    with_rows(s, "step-1/state", label_axis("word", dog, 1));
}

static Trace *told(Scene *scene)
{
    static const char *const written[] = {"one", "three"};
    static const TracedText texts[] = {
        {"bat", 6, words, "zug", "bats as bat", "zag", NULL},
        {"hit", 2, written, "zog", "hits as hit", "zig", NULL},
        {"un trois", 6, words, NULL, NULL, NULL, NULL},
    };
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    Scope s = scope_of(g);
    for (int i = 0; i < MATRICES; i++) {
        Node *node = given_step(s, &matrices[i]);
        if (id_matches("mask|masked", matrices[i].name))
            with_mask(s, node, step(s, "mask"));
        if (!strcmp(matrices[i].name, "late"))
            with_mask(s, node, node); /* a mask hides its own −∞ */
        if (!strcmp(matrices[i].name, "counts"))
            with_counts(s, node, matrices[i].numbers);
    }
    make_any(s);
    make_attention(s);
    make_variations(s);
    make_words(s);
    label_steps(s);
    Trace *trace = trace_begin(g);
    for (int i = 0; i < 3; i++)
        add_text(trace, texts[i]);
    add_setting(trace, "steps", "9", true);
    add_setting(trace, "seeds", "3", true);
    add_setting(trace, "d", "96", true);
    add_setting(trace, "longest", "12", true);
    add_setting(trace, "shift", "3", true);
    trace_tell(trace, "");
    return trace;
}

/* ---- the words ---- */

TEST(every_word_says_what_is_calculated)
{
    Trace *trace = told(scene);
    for (int i = 0; i < SAID; i++) {
        const Said *row = &words_said[i];
        const Step *step = trace_step(trace, row->step);
        fail_if(!step, "no step %s", row->step);
        const char *said =
            sentence_filled(trace, step, arena_format(trace->arena, "{%s}", row->word));
        if (strcmp(said, row->text) != 0)
            scene_complain(scene, "%s of %s: '%s', calculated '%s'\n", row->word, row->step, said,
                           row->text);
    }
}

/* In its own form, or in another. */
static bool is_calculated(const char *word)
{
    for (int i = 0; i < SAID; i++) {
        const char *of = strstr(words_said[i].word, " of ");
        if (!strcmp(of ? of + strlen(" of ") : words_said[i].word, word))
            return true;
    }
    return false;
}

TEST(every_word_is_calculated)
{
    for (const Word *w = vocabulary; w->name; w++)
        if (!is_calculated(w->name))
            scene_complain(scene, "{%s} has no row in reference/words.py\n", w->name);
}
