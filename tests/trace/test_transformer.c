/* What the trace of a transformer shows: its steps, the three kinds of attention, and numbers that
   are again computed here from those before them. */
#include "trace/traces.h"

#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"

#include <math.h>
#include <string.h>

enum { WORDS = 8, END = 1, LENGTH = 4, D = 8, HEADS = 2, FFN = 6, LIKELY = 3 };

static const char *const english[] = {"the", "cat₁", "sees", "a", "cat₂"};
static const char *const french[WORDS] = {"<s>",  "</s>", "<unk>", "le",
                                          "chat", "voit", "un",    "rouge"};
static const char *const english_words[WORDS] = {"<s>", "</s>", "<unk>", "the",
                                                 "cat", "sees", "a",     "red"};
static const char *const written[LENGTH] = {"le", "chat", "voit", "</s>"};
static const char *const read_words[LENGTH] = {"</s>", "le", "chat", "voit"};

/* What is left out: as in the paper, its own words, the first layer told. */
typedef struct Settings {
    NormPlace norm;
    bool forced;
    int layer, layers;
} Settings;

typedef struct Translated {
    Model transformer;
    TransformerTranslation translation;
    int words[LENGTH], length;
    Trace *trace;
} Translated;

static const Translated *translated(Scene *scene, Settings s)
{
    static const int source[] = {3, 4, 5, 6, 4}, target[LENGTH] = {3, 4, 5, END};
    Graph *g = graph_new(scene->arena);
    Translated *t = arena_alloc(scene->arena, 1, sizeof *t);
    int layers = s.layers ? s.layers : 2;
    TransformerSizes sizes = {.source_words = WORDS,
                              .target_words = WORDS,
                              .d_model = D,
                              .heads = HEADS,
                              .ffn = FFN,
                              .encoder_layers = layers,
                              .decoder_layers = layers,
                              .norm = s.norm};
    t->transformer = model_random(scene->arena, model_kind("transformer"), &sizes, 1);
    t->transformer.end = END;
    t->length = LENGTH;
    memcpy(t->words, target, sizeof target);
    TranslationTask task = {.source = source,
                            .source_length = 5,
                            .target_length = LENGTH,
                            .likely = LIKELY,
                            .source_labels = english,
                            .target_labels = written,
                            .read_labels = read_words,
                            .source_vocabulary = english_words,
                            .vocabulary = french};
    if (!s.forced)
        t->length = model_words(&t->transformer, &task, t->words);
    task.target = t->words;
    task.target_length = t->length;
    graph_name(g);
    TransformerParameters p = transformer_in(g, &t->transformer, false);
    t->translation = transformer_translate(scope_of(g), &p, &task);
    t->trace = trace_begin(g);
    add_text(t->trace, traced_text("the cat sees a cat", 5, english));
    add_text(t->trace, traced_text("le chat voit", LENGTH, written));
    add_setting(t->trace, "model", t->transformer.kind->paper, false);
    add_transformer_settings(t->trace, &t->transformer);
    add_setting(t->trace, "target", s.forced ? "given" : "chosen", false);
    add_origin(t->trace, &(Origin){t->transformer.parameters->origin, &(uint64_t){1},
                                   "held-out score", NULL, NULL});
    tell_transformer(t->trace, t->transformer.sizes, s.layer + 1);
    add_panels(t->trace);
    return t;
}

/* In the words given. */
static Trace *trace_of(Scene *scene, Settings s)
{
    s.forced = true;
    return translated(scene, s)->trace;
}

static Tensor numbers(const Trace *trace, const char *id)
{
    return step_named(trace, id)->node->value;
}

/* ---- the steps ---- */

static const char norm_stages[] =
    "norm/gain norm/bias norm/mean norm/variance norm/standard norm/scaled norm/output "
    "norm/mean-after norm/variance-after norm/moments";

static void add_part(Text *ids, const char *part, const char *stages, NormPlace norm)
{
    if (norm == NORM_PRE)
        add_ids(ids, part, norm_stages);
    add_ids(ids, part, stages);
    add_ids(ids, part, "residual");
    if (norm == NORM_POST)
        add_ids(ids, part, norm_stages);
}

static const char *attention_stages(Scene *scene, bool is_masked)
{
    Text stages = text_new(scene->arena);
    text_add(&stages, "W_Q Q W_K K W_V V ");
    for (int h = 1; h <= HEADS; h++)
        add_ids(&stages, arena_format(scene->arena, "head-%d/", h),
                is_masked ? "Q K V scores scaled masked weights output"
                          : "Q K V scores scaled weights output");
    text_add(&stages, "mean W_O concat output");
    return stages.data;
}

static const char *promised_ids(Scene *scene, NormPlace norm)
{
    static const char network[] = "W_1 b_1 W_2 b_2 product sums active back output";
    Text ids = text_new(scene->arena);
    text_add(&ids, "source/words source/positional source/input ");
    for (int l = 1; l <= 2; l++) {
        const char *layer = arena_format(scene->arena, "encoder-%d", l);
        add_part(&ids, arena_format(scene->arena, "%s/self/", layer),
                 attention_stages(scene, false), norm);
        add_part(&ids, arena_format(scene->arena, "%s/ffn/", layer), network, norm);
    }
    add_ids(&ids, "encoder/", norm == NORM_PRE ? norm_stages : "");
    text_add(&ids, "target/words target/positional target/input target/mask ");
    for (int l = 1; l <= 2; l++) {
        const char *layer = arena_format(scene->arena, "decoder-%d", l);
        add_part(&ids, arena_format(scene->arena, "%s/self/", layer), attention_stages(scene, true),
                 norm);
        add_part(&ids, arena_format(scene->arena, "%s/cross/", layer),
                 attention_stages(scene, false), norm);
        add_part(&ids, arena_format(scene->arena, "%s/ffn/", layer), network, norm);
    }
    add_ids(&ids, "decoder/", norm == NORM_PRE ? norm_stages : "");
    text_add(&ids, "output/scores output/probabilities step-1/words step-2/words step-3/words "
                   "step-4/words alignment ");
    return ids.data;
}

TEST(every_operation_has_its_step_wherever_norms_stand)
{
    for (NormPlace norm = 0; norm < NORM_PLACES; norm++)
        check_ids(scene, trace_of(scene, (Settings){.norm = norm}), promised_ids(scene, norm));
}

/* ---- the numbers ---- */

/* a[i,:] · b[:,j] */
static double product(Tensor a, Tensor b, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < a.cols; k++)
        sum += (double)at(a, i, k) * (double)at(b, k, j);
    return sum;
}

static void check_product(const Trace *trace, const char *a, const char *b, const char *product_id)
{
    Tensor x = numbers(trace, a), y = numbers(trace, b), z = numbers(trace, product_id);
    for (int i = 0; i < z.rows; i++)
        for (int j = 0; j < z.cols; j++)
            assert_true(fabs(product(x, y, i, j) - (double)at(z, i, j)) < 1e-5);
}

/* Post-norm: what leaves a sublayer is its norm's output. */
TEST(keys_of_the_decoder_come_from_the_encoder_queries_do_not)
{
    const Trace *trace = trace_of(scene, (Settings){0});
    check_product(trace, "encoder-2/ffn/norm/output", "decoder-1/cross/W_K", "decoder-1/cross/K");
    check_product(trace, "encoder-2/ffn/norm/output", "decoder-2/cross/W_V", "decoder-2/cross/V");
    check_product(trace, "decoder-1/self/norm/output", "decoder-1/cross/W_Q", "decoder-1/cross/Q");
    check_product(trace, "encoder-1/ffn/norm/output", "encoder-2/self/W_Q", "encoder-2/self/Q");
}

/* As everywhere: tests/lesson/test_explain.c. */
TEST(a_masked_cell_is_called_so_and_its_score_not_pursued)
{
    const Trace *trace = trace_of(scene, (Settings){0});
    const char *text = explained(scene, trace, "decoder-1/self/head-1/masked", 0, 1, 0);
    assert_non_null(strstr(text, "(masked: this key is hidden from this query)"));
    assert_null(strstr(text, "head-1/scaled["));
}

TEST(a_residual_is_what_goes_in_and_what_the_sublayer_made)
{
    static const char *const sums[][3] = {
        {"source/input", "encoder-1/self/output", "encoder-1/self/residual"},
        {"encoder-1/self/residual", "encoder-1/ffn/output", "encoder-1/ffn/residual"},
        {"target/input", "decoder-1/self/output", "decoder-1/self/residual"},
        {"decoder-1/self/residual", "decoder-1/cross/output", "decoder-1/cross/residual"},
        {"decoder-1/cross/residual", "decoder-1/ffn/output", "decoder-1/ffn/residual"},
        {"decoder-1/ffn/residual", "decoder-2/self/output", "decoder-2/self/residual"},
    };
    for (NormPlace norm = NORM_PRE; norm <= NORM_NONE; norm++) {
        const Trace *trace = trace_of(scene, (Settings){.norm = norm});
        for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
            Tensor a = numbers(trace, sums[i][0]), b = numbers(trace, sums[i][1]);
            Tensor sum = numbers(trace, sums[i][2]);
            for (size_t k = 0; k < tensor_size(sum); k++)
                assert_true(fabs((double)(a.data[k] + b.data[k] - sum.data[k])) < 1e-6);
        }
    }
}

TEST(moments_are_those_of_rows_before_and_after)
{
    const Trace *trace = trace_of(scene, (Settings){0});
    static const char *const ids[] = {"decoder-1/cross/residual", "decoder-1/cross/norm/output"};
    Tensor moments = numbers(trace, "decoder-1/cross/norm/moments");
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LENGTH; i++) {
            Tensor x = numbers(trace, ids[side]);
            double mean = 0, variance = 0;
            for (int j = 0; j < D; j++)
                mean += (double)at(x, i, j) / D;
            for (int j = 0; j < D; j++)
                variance += ((double)at(x, i, j) - mean) * ((double)at(x, i, j) - mean) / D;
            assert_true(fabs(mean - (double)at(moments, i, 2 * side)) < 1e-5);
            assert_true(fabs(variance - (double)at(moments, i, 2 * side + 1)) < 1e-5);
        }
}

TEST(the_mean_is_that_of_the_heads_and_nobody_looks_ahead)
{
    const Trace *trace = trace_of(scene, (Settings){0});
    Tensor a = numbers(trace, "decoder-1/self/head-1/weights");
    Tensor b = numbers(trace, "decoder-1/self/head-2/weights");
    Tensor mean = numbers(trace, "decoder-1/self/mean");
    for (int i = 0; i < LENGTH; i++)
        for (int j = 0; j < LENGTH; j++) {
            double half = ((double)at(a, i, j) + (double)at(b, i, j)) / 2;
            assert_true(fabs(half - (double)at(mean, i, j)) < 1e-6);
            assert_int_equal(at(mean, i, j) > 0, j <= i);
        }
}

TEST(each_word_has_its_most_probable_ones)
{
    const Translated *t = translated(scene, (Settings){0});
    Tensor p = numbers(t->trace, "output/probabilities");
    for (int i = 0; i < t->length; i++) {
        const Step *step = step_named(t->trace, arena_format(scene->arena, "step-%d/words", i + 1));
        assert_int_equal(step->rows.count, LIKELY);
        assert_string_equal(step->rows.labels[0], french[t->words[i]]);
        for (int k = 0; k < LIKELY; k++) {
            int word = 0;
            while (strcmp(french[word], step->rows.labels[k]) != 0)
                word++;
            assert_true(at(step->node->value, k, 0) == at(p, i, word));
            assert_true(!k || at(step->node->value, k, 0) <= at(step->node->value, k - 1, 0));
        }
    }
}

/* But for the rows that are looked up, of which √d times them are shown, and the likely words. */
TEST(what_a_step_is_made_of_has_a_step)
{
    const Trace *trace = trace_of(scene, (Settings){.norm = NORM_PRE});
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        for (int k = 0; k < step->node->input_count && !strstr(step->id, "/words"); k++)
            if (step->node->inputs[k]->input_count && !trace_step_of(trace, step->node->inputs[k]))
                fail_msg("%s: no step for its %s", step->id, step->node->inputs[k]->op->name);
    }
}

TEST(the_tables_of_words_stand_behind)
{
    const Translated *t = translated(scene, (Settings){.forced = true});
    const Step *source = trace_any_step(t->trace, "source/E");
    const Step *target = trace_any_step(t->trace, "target/E");
    assert_null(trace_step(t->trace, "source/E"));
    const Parameters *p = t->transformer.parameters;
    assert_ptr_equal(source->node->value.data, parameter_find(p, "source/E")->value.data);
    assert_ptr_equal(target->node->value.data, parameter_find(p, "target/E")->value.data);
    assert_string_equal(source->rows.labels[4], "cat");
    assert_string_equal(target->rows.labels[4], "chat");
}

/* ---- what is told ---- */

TEST(the_alignment_is_that_of_the_last_layer_whichever_is_told)
{
    for (int told = 0; told < 3; told++) {
        const Trace *trace = trace_of(scene, (Settings){.layers = 3, .layer = told});
        const Step *alignment = step_named(trace, "alignment");
        assert_ptr_equal(alignment->node, step_named(trace, "decoder-3/cross/mean")->node);
    }
}
