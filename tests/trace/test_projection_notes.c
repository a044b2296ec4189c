/* Every note on the projections is held against the matrices it speaks of: the sentence is taken
   apart, and each number in it computed again from scores and weights. */
#include "trace/projection_notes.h"

#include "load/weights.h"
#include "support/sample.h"
#include "support/sentence.h"
#include "trace/projections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A note taken apart, and what it speaks of. */
typedef struct Parts {
    Scene *scene;
    const SelfAttention *model;
    const char *const *labels;
    const Step *step;
    const char *part[MOST_PARTS];
} Parts;

/* ---- what it speaks of, computed again ---- */

static int heads_of(const Parts *p)
{
    return p->model->multi.head_count;
}

/* Weights 0 are those of XXᵀ, 1 … H of the heads, H + 1 their mean. */
static Tensor weights_of(const Parts *p, int which)
{
    return which == 0             ? p->model->raw.weights->value
           : which <= heads_of(p) ? p->model->multi.heads[which - 1].attention.weights->value
                                  : p->model->mean->value;
}

static double symmetry_of(const Parts *p, int head)
{
    Tensor s = p->model->multi.heads[head - 1].attention.scores->value;
    double across = 0, squares = 0;
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.cols; j++) {
            across += (double)at(s, i, j) * (double)at(s, j, i);
            squares += (double)at(s, i, j) * (double)at(s, i, j);
        }
    return squares > 0 ? across / squares : 1;
}

static double kept(const Parts *p, int which)
{
    Tensor w = weights_of(p, which);
    double sum = 0;
    for (int i = 0; i < w.rows; i++)
        sum += (double)at(w, i, i) / w.rows;
    return sum;
}

static double mean_bits(const Parts *p, int which)
{
    Tensor w = weights_of(p, which);
    double sum = 0;
    for (size_t i = 0; i < tensor_size(w); i++)
        sum -= w.data[i] > 0 ? (double)w.data[i] * log2((double)w.data[i]) / w.rows : 0;
    return sum;
}

static double heads_mean_bits(const Parts *p)
{
    double sum = 0;
    for (int h = 1; h <= heads_of(p); h++)
        sum += mean_bits(p, h) / heads_of(p);
    return sum;
}

static double distance(const Parts *p, int a, int b)
{
    Tensor v = weights_of(p, a), w = weights_of(p, b);
    double sum = 0;
    for (size_t i = 0; i < tensor_size(v); i++)
        sum += fabs((double)v.data[i] - (double)w.data[i]) / (2 * v.rows);
    return sum;
}

static bool is_hidden(const Parts *p, int row, int col)
{
    return p->model->mask && isinf(at(p->model->mask->value, row, col));
}

static int seen_by(const Parts *p, int row)
{
    int count = 0;
    for (int j = 0; j < p->model->n; j++)
        count += !is_hidden(p, row, j);
    return count;
}

static int seeing_words(const Parts *p)
{
    int count = 0;
    for (int i = 0; i < p->model->n; i++)
        count += seen_by(p, i) > 0;
    return count;
}

/* Whether no word has more weight in the row than this one. */
static bool looks_most_at(const Parts *p, int which, int row, int col)
{
    Tensor w = weights_of(p, which);
    for (int j = 0; j < w.cols; j++)
        if (at(w, row, j) > at(w, row, col))
            return false;
    return at(w, row, col) > 0;
}

static int own_gazes(const Parts *p, int which)
{
    int count = 0;
    for (int i = 0; i < p->model->n; i++)
        count += looks_most_at(p, which, i, i);
    return count;
}

/* ---- numbers and names in a note ---- */

static void check_number(const Parts *p, const char *part, double expected)
{
    if (!(fabs(number_in(part) - expected) <= 0.005 + 1e-6 * fabs(expected)))
        fail_msg("%s: \"%s\" has %s for %.6f", p->step->id, p->step->note, part, expected);
}

/* "0.12 to 0.31", or one number for both. */
static void check_range(const Parts *p, const char *part, double low, double high)
{
    const char *ends[MOST_PARTS];
    bool is_range = sentence_matches(p->scene->arena, part, "% to %", ends);
    check_number(p, is_range ? ends[0] : part, low);
    check_number(p, is_range ? ends[1] : part, high);
}

/* Which token a part names; `itself` is the word spoken of. */
static int token_in(const Parts *p, const char *part, int itself)
{
    if (!strcmp(part, "itself"))
        return itself;
    for (int i = 0; i < p->model->n; i++)
        if (!strcmp(p->labels[i], part))
            return i;
    fail_msg("%s: \"%s\" names '%s', which is no token", p->step->id, p->step->note, part);
    return -1;
}

/* ---- what each note may say ---- */

static void check_one_word(const Parts *p)
{
    assert_int_equal(p->model->n, 1);
}

/* The range ends in a remark exactly when there is a mask; what does not look like 1.00 counts. */
static void check_symmetries(const Parts *p, const char *part, int expected_symmetric)
{
    const char *before[MOST_PARTS];
    bool remarked = sentence_matches(p->scene->arena, part, "% (before the mask)", before);
    double low = 2, high = -2;
    int symmetric = 0;
    for (int h = 1; h <= heads_of(p); h++) {
        double s = symmetry_of(p, h);
        if (s > 0.995) {
            symmetric++;
            continue;
        }
        low = fmin(low, s);
        high = fmax(high, s);
    }
    assert_int_equal(remarked, p->model->mask != NULL);
    assert_int_equal(symmetric, expected_symmetric);
    if (symmetric < heads_of(p))
        check_range(p, remarked ? before[0] : part, low, high);
}

static void check_none_symmetric(const Parts *p)
{
    check_number(p, p->part[0], 1);
    check_symmetries(p, p->part[1], 0);
}

static void check_some_symmetric(const Parts *p)
{
    assert_int_equal(atoi(p->part[2]), heads_of(p));
    check_symmetries(p, p->part[3], atoi(p->part[1]));
}

static void check_all_symmetric(const Parts *p)
{
    check_number(p, p->part[0], 1);
    assert_null(p->model->mask);
    check_symmetries(p, "", heads_of(p));
}

static void check_all_masked(const Parts *p)
{
    assert_int_equal(seeing_words(p), 0);
}

static void check_same_kept(const Parts *p)
{
    assert_string_equal(p->part[0], heads_of(p) == 1 ? "the head" : "the heads on average");
    check_number(p, p->part[1], kept(p, 0));
    check_number(p, p->part[1], kept(p, heads_of(p) + 1));
}

static void check_kept(const Parts *p)
{
    double equal = 0;
    for (int i = 0; i < p->model->n; i++)
        equal += is_hidden(p, i, i) ? 0 : 1.0 / seen_by(p, i) / p->model->n;
    check_number(p, p->part[0], kept(p, 0));
    check_number(p, p->part[1], kept(p, heads_of(p) + 1));
    check_number(p, p->part[2], equal);
    assert_string_not_equal(p->part[0], p->part[1]);
}

static void check_no_choice(const Parts *p)
{
    for (int i = 0; i < p->model->n; i++)
        assert_true(seen_by(p, i) <= 1);
}

static void check_bits(const Parts *p)
{
    double limit = 0, raw = mean_bits(p, 0), heads = heads_mean_bits(p);
    for (int i = 0; i < p->model->n; i++)
        limit += seen_by(p, i) > 1 ? log2(seen_by(p, i)) / p->model->n : 0;
    check_number(p, p->part[0], raw);
    check_number(p, p->part[1], heads);
    assert_string_equal(p->part[2], heads_of(p) == 1 ? "" : "s");
    check_number(p, p->part[3], limit);
    if (!strcmp(p->part[4], "as many"))
        assert_string_equal(p->part[0], p->part[1]);
    else
        assert_string_equal(p->part[4], heads > raw ? "more" : "fewer");
}

/* "4 of 7 words look most at themselves", in the parts from 0 on. */
static void check_own(const Parts *p, int which)
{
    const char *plural = number_in(p->part[0]) == 1 ? "" : "s", *inner[MOST_PARTS];
    bool blind = sentence_matches(p->scene->arena, p->part[1], "the % word% anything", inner);
    bool open = !blind && sentence_matches(p->scene->arena, p->part[1], "% word%", inner);
    assert_true(blind || open);
    assert_int_equal(blind, seeing_words(p) < p->model->n);
    assert_int_equal(atoi(p->part[0]), own_gazes(p, which));
    assert_int_equal(atoi(inner[0]), seeing_words(p));
    assert_string_equal(p->part[2], *plural ? "" : "s");
    assert_string_equal(p->part[3], *plural ? "themselves" : "itself");
}

static void check_all_at_themselves(const Parts *p)
{
    check_own(p, 0);
    assert_int_equal(own_gazes(p, 0), seeing_words(p));
}

static void check_other_gaze(const Parts *p)
{
    int row = token_in(p, p->part[4], -1), col = token_in(p, p->part[5], -1);
    check_own(p, 0);
    assert_true(row != col && looks_most_at(p, 0, row, col));
    check_number(p, p->part[6], (double)at(weights_of(p, 0), row, col));
}

static void check_not_turned(const Parts *p)
{
    check_own(p, heads_of(p) + 1);
    for (int i = 0; i < p->model->n; i++) {
        int same = 0;
        for (int j = 0; j < p->model->n; j++)
            same += looks_most_at(p, 0, i, j) && looks_most_at(p, heads_of(p) + 1, i, j);
        assert_true(same > 0 || !seen_by(p, i));
    }
}

static void check_turned(const Parts *p)
{
    int row = token_in(p, p->part[4], -1);
    int with = token_in(p, p->part[5], row), without = token_in(p, p->part[7], row);
    check_own(p, heads_of(p) + 1);
    assert_int_not_equal(with, without);
    assert_true(looks_most_at(p, 0, row, without));
    assert_true(looks_most_at(p, heads_of(p) + 1, row, with));
    check_number(p, p->part[6], (double)at(weights_of(p, heads_of(p) + 1), row, with));
}

static void check_no_distance(const Parts *p)
{
    for (int h = 1; h <= heads_of(p); h++)
        assert_true(distance(p, 0, h) == 0);
}

static void check_from_raw(const Parts *p)
{
    double low = 2, high = -1;
    for (int h = 1; h <= heads_of(p); h++) {
        low = fmin(low, distance(p, 0, h));
        high = fmax(high, distance(p, 0, h));
    }
    check_range(p, p->part[0], low, high);
}

static void check_head_from_raw(const Parts *p)
{
    assert_int_equal(heads_of(p), 1);
    check_from_raw(p);
}

static void check_heads_alike(const Parts *p)
{
    check_from_raw(p);
    for (int a = 1; a <= heads_of(p); a++)
        for (int b = a + 1; b <= heads_of(p); b++)
            check_number(p, p->part[1], distance(p, a, b));
}

static void check_extreme_heads(const Parts *p)
{
    double near = distance(p, atoi(p->part[1]), atoi(p->part[2]));
    double far = distance(p, atoi(p->part[4]), atoi(p->part[5]));
    check_from_raw(p);
    check_number(p, p->part[3], near);
    check_number(p, p->part[6], far);
    for (int a = 1; a <= heads_of(p); a++)
        for (int b = a + 1; b <= heads_of(p); b++)
            assert_true(distance(p, a, b) >= near - 1e-6 && distance(p, a, b) <= far + 1e-6);
}

/* Every sentence that a measure may have. */
static const struct {
    const char *id, *pattern;
    void (*check)(const Parts *parts);
} sentences[] = {
    {"symmetry", "One score is always symmetric.", check_one_word},
    {"symmetry", "The scores XXᵀ are symmetric (%), those of the heads are not: %.",
     check_none_symmetric},
    {"symmetry", "The scores XXᵀ are symmetric (%), those of the head are not: %.",
     check_none_symmetric},
    {"symmetry",
     "The scores XXᵀ are symmetric (%), and so are those of % of the % heads, the others not: %.",
     check_some_symmetric},
    {"symmetry", "The scores XXᵀ are symmetric (%), and so are those of every head.",
     check_all_symmetric},
    {"symmetry", "The scores XXᵀ are symmetric (%), and so are the head's.", check_all_symmetric},
    {"diagonal", "Every key is masked: no word has weight to keep.", check_all_masked},
    {"diagonal", "XXᵀ and % leave a word the same of its weight, %.", check_same_kept},
    {"diagonal",
     "XXᵀ leaves a word % of its weight, the heads on average %; equal weights would leave it %.",
     check_kept},
    {"diagonal", "XXᵀ leaves a word % of its weight, the head %; equal weights would leave it %.",
     check_kept},
    {"entropy", "No word has more than one to look at: 0 bits.", check_no_choice},
    {"entropy",
     "A row of weights has % bits on average in XXᵀ, % in the head%, of at most %: projections "
     "spread it over % words.",
     check_bits},
    {"/most", "Every key is masked: no word looks anywhere.", check_all_masked},
    {"raw/most", "Without projections % of % look% most at %; % looks at % (%).", check_other_gaze},
    {"raw/most", "Without projections % of % look% most at %.", check_all_at_themselves},
    {"mean/most", "With projections % of % look% most at %; each looks most where it does without.",
     check_not_turned},
    {"mean/most", "With projections % of % look% most at %; % looks at % (%), without at %.",
     check_turned},
    {"distances", "Nothing differs: not a weight would have to move.", check_no_distance},
    {"distances", "The head is % from XXᵀ: so much of a row's weight lies elsewhere.",
     check_head_from_raw},
    {"distances", "The heads are % from XXᵀ and % from each other.", check_heads_alike},
    {"distances", "The heads are % from XXᵀ; % and % are closest (%), % and % farthest apart (%).",
     check_extreme_heads},
};

enum { SENTENCES = sizeof sentences / sizeof *sentences, MEASURES = 6 };

/* A note that fits no known sentence is a failure. `met` counts what was met. */
static void check_note(Parts parts, int met[SENTENCES])
{
    for (int i = 0; i < SENTENCES; i++)
        if (ends_with(parts.step->id, sentences[i].id) &&
            sentence_matches(parts.scene->arena, parts.step->note, sentences[i].pattern,
                             parts.part)) {
            sentences[i].check(&parts);
            met[i]++;
            return;
        }
    fail_msg("%s says something else: %s", parts.step->id, parts.step->note);
}

static Trace *tell(Scene *scene, const SelfAttention *model, const Subject *subject)
{
    ProjectionMeasures measures = projection_measures(graph_new(scene->arena), model);
    return narrate_projections(scene->arena, model, &measures, subject);
}

static void check_model(Scene *scene, const SelfAttention *model, const Subject *subject,
                        int met[SENTENCES])
{
    const Trace *trace = tell(scene, model, subject);
    for (int i = trace->step_count - MEASURES; i < trace->step_count; i++)
        check_note((Parts){scene, model, subject->labels, &trace->steps[i], {0}}, met);
}

static void check_sample(Scene *scene, SampleSettings settings, int met[SENTENCES])
{
    Sample sample = sample_new(scene, settings);
    check_model(scene, &sample.model, &sample.subject, met);
}

/* ---- what is told of ---- */

static const SampleSettings samples[] = {
    {.text = "he hit the ball with the bat", .mask = "causal"},
    {.text = "he hit the ball with the bat"},
    {.text = "bat is a mammal", .no_scale = true},
    {.text = "one two three four five six", .heads = 4, .dim = 16, .mask = "local:1"},
    {.text = "bat", .mask = "causal"},
    {.text = "bat", .heads = 1, .dim = 2, .mask = "padding:1"},
    {.text = "a b", .heads = 2, .dim = 4, .mask = "causal"},
    {.text = "a b", .heads = 1, .dim = 4},
    {.text = "a a a", .heads = 3, .dim = 3, .no_positions = true},
    {.text = "a b c", .mask = "padding:3"},
    {.text = "a b c d", .mask = "padding:2,local:1"},
    {.text = "a b c", .heads = 1, .dim = 4, .mask = "local:0"},
    {.text = "a b c d e f g", .heads = 1, .dim = 2, .mask = "causal"},
    {.text = "a b c d e f g h i j k l m n o p q r s t u v w x y z", .heads = 12, .seed = 9},
};

/* Weights whose heads are what `change` makes of them. */
static void check_changed(Scene *scene, int heads, int met[SENTENCES],
                          void (*change)(Scene *, Weights *))
{
    static const char *const keys[] = {"a", "b", "c"};
    Weights *weights = arena_alloc(scene->arena, 1, sizeof *weights);
    *weights = weights_random(scene->arena, keys, 3, 4, 1);
    change(scene, weights);
    SelfAttention model = self_attention(graph_new(scene->arena), weights,
                                         word_vectors(scene->arena, weights, keys, 3), 3,
                                         (SelfAttentionSettings){.heads = heads});
    Subject subject = {.sentence = "a b c", .tokens = keys, .labels = keys, .mask = "none"};
    check_model(scene, &model, &subject, met);
}

static void queries_are_keys(Scene *scene, Weights *w)
{
    (void)scene;
    w->W_K = w->W_Q;
}

static void nothing_is_projected(Scene *scene, Weights *w)
{
    w->W_Q = w->W_K = tensor_new(scene->arena, 4, 4);
    for (int i = 0; i < 4; i++)
        tensor_row(w->W_Q, i)[i] = 1;
}

static void everything_is_zero(Scene *scene, Weights *w)
{
    w->W_Q = w->W_K = tensor_new(scene->arena, 4, 4);
}

/* Scores so large and so opposite that the heads are the sharper ones. */
static void keys_are_large(Scene *scene, Weights *w)
{
    (void)scene;
    for (size_t i = 0; i < tensor_size(w->W_K); i++)
        w->W_K.data[i] *= 100;
}

static void the_second_head_is_symmetric(Scene *scene, Weights *w)
{
    (void)scene;
    for (int i = 0; i < 4; i++)
        for (int j = 2; j < 4; j++)
            tensor_row(w->W_K, i)[j] = at(w->W_Q, i, j);
}

static void every_sentence_is_true_of_its_numbers(void **state)
{
    Scene *scene = *state;
    int met[SENTENCES] = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check_sample(scene, samples[i], met);
    for (int heads = 1; heads <= 2; heads++) {
        check_changed(scene, heads, met, queries_are_keys);
        check_changed(scene, heads, met, nothing_is_projected);
        check_changed(scene, heads, met, everything_is_zero);
        check_changed(scene, heads, met, keys_are_large);
    }
    check_changed(scene, 2, met, the_second_head_is_symmetric);
    for (int i = 0; i < SENTENCES; i++)
        if (!met[i])
            fail_msg("no sample has the sentence: %s: %s", sentences[i].id, sentences[i].pattern);
}

static void many_seeds_make_no_sentence_false(void **state)
{
    int met[SENTENCES] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++)
        check_sample(*state, sample_settings_varied(seed), met);
}

/* ---- what a lecturer shows ---- */

static void the_builtin_weights_turn_bat_from_itself_to_hit(void **state)
{
    Scene *scene = *state;
    Sample sample = sample_new(scene, (SampleSettings){.text = "He hit the ball with the bat"});
    Weights weights;
    int n = sample.tokens.count, met[SENTENCES] = {0};
    if (!builtin_weights(scene->arena, 3, &weights, &scene->error))
        fail_msg("%s", scene->error.message);
    SelfAttention model =
        self_attention(graph_new(scene->arena), &weights,
                       word_vectors(scene->arena, &weights, sample.tokens.keys, n), n,
                       (SelfAttentionSettings){.heads = 3, .positions = true});
    check_model(scene, &model, &sample.subject, met);
    const Trace *trace = tell(scene, &model, &sample.subject);
    const char *parts[MOST_PARTS];
    assert_string_equal(step_named(trace, "raw/most")->note,
                        "Without projections 7 of 7 words look most at themselves.");
    assert_true(sentence_matches(scene->arena, step_named(trace, "mean/most")->note,
                                 "With projections 0 of 7 words look most at themselves; bat "
                                 "looks at hit (%), without at itself.",
                                 parts));
    assert_true(sentence_matches(scene->arena, step_named(trace, "symmetry")->note,
                                 "The scores XXᵀ are symmetric (1.00), those of the heads are "
                                 "not: % to %.",
                                 parts));
    assert_true(sentence_matches(scene->arena, step_named(trace, "entropy")->note,
                                 "%: projections spread it over more words.", parts));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_true_of_its_numbers),
        cmocka_unit_test(many_seeds_make_no_sentence_false),
        cmocka_unit_test(the_builtin_weights_turn_bat_from_itself_to_hit),
    };
    return run_scenes(tests);
}
