#include "support/forms.h"

#include "support/sample.h"
#include "trace/sentences.h"

enum { LIST = 8, HEADS = 4, SNAPSHOTS = 5, LOSSES = 300 };

/* Numbers that look like nothing in particular, 0 to 1. */
static double noise(int i)
{
    return (double)((i * 7919 + 104729) % 10007) / 10007;
}

static const char *const *numbered(Scene *scene, const char *word, int count)
{
    const char **labels = arena_alloc(scene->arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_format(scene->arena, "%s %d", word, i + 1);
    return labels;
}

/* Through step_of_numbers, which makes the node. */
static Step step_of(Scene *scene, ValueKind kind, Axis rows, Axis cols, const double *numbers)
{
    int most = rows.count > cols.count ? rows.count : cols.count;
    Step step = step_of_numbers(scene, kind, rows.count, cols.count, numbered(scene, "x", most),
                                numbers, NULL);
    step.rows = rows;
    step.cols = cols;
    return step;
}

Step bars_of_numbers(Scene *scene, ValueKind kind, int rows, int cols, const char *const *labels,
                     const double *numbers)
{
    static const char *const one[] = {"numbers"};
    bool list = cols == 1;
    Step step = step_of(scene, kind, label_axis("word", list ? labels : one, rows),
                        label_axis("token", list ? one : labels, cols), numbers);
    step.form = FORM_BARS;
    return step;
}

Step curves_of_numbers(Scene *scene, int points, int count, const double *x, const double *numbers)
{
    const char **places = arena_alloc(scene->arena, (size_t)points, sizeof *places);
    for (int i = 0; i < points; i++)
        places[i] = arena_format(scene->arena, "%.17g", x[i]);
    Step step = step_of(scene, VALUE_SIGNED, label_axis("step", places, points),
                        label_axis("curve", numbered(scene, "curve", count), count), numbers);
    Curves *curves = arena_alloc(scene->arena, 1, sizeof *curves);
    *curves = (Curves){.x_name = "step", .y_name = "loss (nats)"};
    step.form = FORM_CURVES;
    step.curves = curves;
    return step;
}

static Trace *empty_trace(Scene *scene)
{
    static const char *const argv[] = {"attnviz", "forms"};
    Trace *trace = trace_begin(graph_new(scene->arena));
    trace->argc = 2;
    trace->argv = argv;
    trace->provenance = "d_{model} = 48, 4 heads, weights built in";
    return trace;
}

void add_listed(Trace *trace, const char *list)
{
    trace->notes = notes_read(trace->arena, &list, 1);
    add_panels(trace);
}

static Curves *copied_curves(Scene *scene, const Step *step)
{
    Curves *curves = arena_alloc(scene->arena, 1, sizeof *curves);
    *curves = *step->curves;
    return curves;
}

Step logarithmic(Scene *scene, Step step, bool x, bool y)
{
    Curves *curves = copied_curves(scene, &step);
    curves->log_x = x;
    curves->log_y = y;
    step.curves = curves;
    return step;
}

Step with_mark(Scene *scene, Step step, double mark, const char *name)
{
    Curves *curves = copied_curves(scene, &step);
    curves->mark = mark;
    curves->mark_name = name;
    step.curves = curves;
    return step;
}

Trace *trace_of_step(Scene *scene, Step step)
{
    Trace *trace = empty_trace(scene);
    add_step(trace, step);
    return trace;
}

static void add_named(Trace *trace, Step step, const char *id, const char *title)
{
    step.id = id;
    step.title = title;
    add_step(trace, step);
}

/* ---- a comparison ---- */

static void add_attention(Scene *scene, Trace *trace, const char *id, Axis tokens, int seed)
{
    static const char *const heads[HEADS] = {"head 1", "head 2", "head 3", "mean of the heads"};
    double numbers[HEADS * 64];
    for (int h = 0; h < HEADS; h++) {
        double sum = 0;
        for (int i = 0; i < tokens.count; i++) {
            double x = noise(seed + 31 * h + i);
            numbers[h * tokens.count + i] = x * x * x;
            sum += x * x * x;
        }
        for (int i = 0; i < tokens.count; i++)
            numbers[h * tokens.count + i] /= sum;
    }
    add_named(trace,
              step_of(scene, VALUE_PROBABILITY, label_axis("head", heads, HEADS), tokens, numbers),
              id, "Attention of bat");
}

static void add_shares(Scene *scene, Trace *trace, const char *id, Axis tokens, int seed)
{
    double numbers[64], sum = 0;
    for (int i = 0; i < tokens.count; i++)
        sum += numbers[i] = noise(seed + 5 * i) - 0.15;
    for (int i = 0; i < tokens.count; i++)
        numbers[i] /= sum;
    Step step = bars_of_numbers(scene, VALUE_SHARE, 1, tokens.count, tokens.labels, numbers);
    add_named(trace, step, id, "Shares of the change");
}

static void add_list(Scene *scene, Trace *trace, const char *id, const char *const *words,
                     double most)
{
    double numbers[LIST];
    for (int i = 0; i < LIST; i++)
        numbers[i] = most - 0.043 * i;
    Step step = bars_of_numbers(scene, VALUE_COSINE, LIST, 1, words, numbers);
    add_named(trace, step, id, "Words near by");
}

static void add_sentence(Scene *scene, Trace *trace, int i, const char *text)
{
    static const char *const sport[LIST] = {"ball",         "hit",   "racket", "cricket",
                                            "baseball bat", "pitch", "club",   "swing"};
    static const char *const animal[LIST] = {"cave",       "flew",  "owl",       "moth",
                                             "flying fox", "mouse", "nocturnal", "wing"};
    Arena *arena = scene->arena;
    int count;
    const char *const *tokens = (const char *const *)words_of_line(scene, text, &count);
    Axis axis = label_axis("token", tokens, count);
    const char *ids[] = {arena_format(arena, "sentence-%d/attention", i + 1),
                         arena_format(arena, "sentence-%d/contributions", i + 1),
                         arena_format(arena, "sentence-%d/gained", i + 1),
                         arena_format(arena, "sentence-%d/after", i + 1)};
    add_text(trace, traced_text(text, count, tokens));
    add_attention(scene, trace, ids[0], axis, 100 * i);
    add_shares(scene, trace, ids[1], axis, 7 + 50 * i);
    add_list(scene, trace, ids[2], i % 2 ? animal : sport, 0.71);
    add_list(scene, trace, ids[3], i % 2 ? sport : animal, 0.25);
}

Trace *comparison_trace(Scene *scene, const char *first, const char *second)
{
    Trace *trace = empty_trace(scene);
    add_sentence(scene, trace, 0, first);
    add_sentence(scene, trace, 1, second);
    add_listed(trace,
               arena_format(scene->arena,
                            "[comparison]\n"
                            "    bat in two sentences | softmax(QKᵀ/√dₖ)V W_O\n"
                            "    | hit and ball make up .71 of the change. | quotes\n"
                            "    || [attends to] sentence-1/attention: %s\n"
                            "    | sentence-2/attention: %s\n"
                            "    || [contributions] sentence-%%/contributions\n"
                            "    || [gained] sentence-%%/gained || [after] sentence-%%/after\n",
                            first, second));
    return trace;
}

/* ---- scores with words ---- */

Trace *mixed_trace(Scene *scene)
{
    enum { TOKENS = 5, COLUMNS = 3 };
    static const char *const tokens[TOKENS] = {"He", "hit", "the", "ball", "hard"};
    static const char *const words[LIST] = {"home", "with", "again", "away",
                                            "back", "into", "out",   "over"};
    Trace *trace = empty_trace(scene);
    for (int c = 0; c < COLUMNS; c++) {
        double scores[TOKENS * TOKENS], chances[LIST];
        for (int i = 0; i < TOKENS * TOKENS; i++)
            scores[i] = 4 * noise(i + 100 * c) - 2;
        for (int i = 0; i < LIST; i++)
            chances[i] = noise(c + 3 * i) / (2 + i);
        const char *score = arena_format(scene->arena, "layer-%d/scores", c + 1);
        const char *word = arena_format(scene->arena, "layer-%d/words", c + 1);
        add_named(trace, step_of_numbers(scene, VALUE_SIGNED, TOKENS, TOKENS, tokens, scores, NULL),
                  score, "Scores");
        add_named(trace, bars_of_numbers(scene, VALUE_FRACTION, LIST, 1, words, chances), word,
                  "Next word");
    }
    add_listed(trace, "[mixed]\n    Scores and what comes next | QKᵀ/√dₖ | home comes next.\n"
                      "    || layer-%/scores: layer % || layer-%/words\n");
    return trace;
}

/* ---- a training ---- */

static Step loss_step(Scene *scene)
{
    double *x = arena_alloc(scene->arena, LOSSES, sizeof *x), numbers[2 * LOSSES];
    for (int i = 0; i < LOSSES; i++) {
        x[i] = 10 * i;
        numbers[2 * i] = 1.2 + 4 / (1 + 0.05 * i) + 0.3 * noise(i);
        numbers[2 * i + 1] = 1.6 + 3.8 / (1 + 0.05 * i);
    }
    static const char *const names[] = {"training", "held out"};
    Step step = curves_of_numbers(scene, LOSSES, 2, x, numbers);
    step.cols = label_axis("text", names, 2);
    return step;
}

Trace *training_trace(Scene *scene, bool beside)
{
    enum { TOKENS = 7 };
    static const char *const tokens[TOKENS] = {"He", "hit", "the₁", "ball", "with", "the₂", "bat"};
    static const int steps[SNAPSHOTS] = {0, 10, 100, 1000, 2990};
    Trace *trace = empty_trace(scene);
    for (int s = 0; s < (beside ? 2 : SNAPSHOTS); s++) {
        double numbers[TOKENS * TOKENS];
        for (int i = 0; i < TOKENS * TOKENS; i++)
            numbers[i] = 1.0 / TOKENS + (noise(i + s) - 0.5) * 0.06 * s;
        const char *id = arena_format(scene->arena, "step-%d/weights", steps[s]);
        add_named(trace,
                  step_of_numbers(scene, VALUE_PROBABILITY, TOKENS, TOKENS, tokens, numbers, NULL),
                  id, "Weights");
    }
    add_named(trace, loss_step(scene), "loss", "Loss");
    add_listed(trace, arena_format(scene->arena,
                                   "[training]\n    Attention while it is learned"
                                   " | softmax(QKᵀ/√dₖ) | The loss falls.\n"
                                   "    || step-%%/weights: step %% %s\n",
                                   beside ? "| loss: loss" : "|| loss"));
    return trace;
}
