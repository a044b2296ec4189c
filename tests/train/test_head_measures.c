/* What heads look at, against NumPy (tests/model/reference/make_head_measures.py). */
#include "train/texts.h"

#include "support/gradient.h"
#include "support/reference.h"

static Model model_of(Scene *scene, const Safetensors *file)
{
    Tensor E = reference(scene, file, NULL, "embeddings");
    Model m =
        model_new(scene->arena, &context_kind, context_sizes(scene->arena, E.rows, E.cols, 3));
    parameters_clear(m.parameters);
    parameter_find(m.parameters, "embeddings")->value = E;
    set_parameters(scene, m.parameters, file, NULL, projection_names);
    return m;
}

/* Of held-out sentences only. */
static Corpus corpus_of(Scene *scene, const Safetensors *file)
{
    Arena *arena = scene->arena;
    Tensor content = reference(scene, file, NULL, "content"),
           counts = reference(scene, file, NULL, "counts"),
           sentences = reference(scene, file, NULL, "sentences");
    size_t words = (size_t)content.cols;
    Corpus c = {.vocabulary = lexicon_new(arena),
                .counts = arena_alloc(arena, words, sizeof *c.counts),
                .content = arena_alloc(arena, words, sizeof *c.content),
                .tokens = arena_alloc(arena, tensor_size(sentences), sizeof *c.tokens)};
    for (int i = 0; i < content.cols; i++) {
        lexicon_add(&c.vocabulary, arena_format(arena, "word %d", i));
        c.counts[i] = (int)counts.data[i];
        c.content[i] = content.data[i] != 0;
    }
    c.held_out.items = arena_alloc(arena, (size_t)sentences.rows, sizeof *c.held_out.items);
    c.held_out.count = sentences.rows;
    for (int i = 0, token = 0; i < sentences.rows; i++) {
        int first = token;
        for (int k = 0; k < sentences.cols && at(sentences, i, k) >= 0; k++)
            c.tokens[token++] = (int)at(sentences, i, k);
        c.held_out.items[i] = (Sentence){first, token - first};
    }
    return c;
}

static void check(double found, double expected)
{
    fail_if(!(fabs(found - expected) < 1e-5), "%.7f, expected %.7f", found, expected);
}

TEST(what_heads_look_at_agrees_with_numpy)
{
    Safetensors file = reference_file(scene, "head_measures.safetensors");
    Model model = model_of(scene, &file);
    Corpus corpus = corpus_of(scene, &file);
    HeadsMeasured m = heads_measured(scene->arena, &corpus, &model, ALL_SENTENCES);
    Tensor heads = reference(scene, &file, NULL, "heads"),
           correlations = reference(scene, &file, NULL, "correlations"),
           chances = reference(scene, &file, NULL, "chances");
    assert_int_equal(m.count, heads.rows);
    for (int h = 0; h < m.count; h++) {
        const real *row = tensor_row(heads, h);
        for (int k = KEY_ONLY; k <= FOUND_KIN; k++)
            check(m.of[h][k], (double)row[k]);
    }
    check(m.correlation, (double)correlations.data[0]);
    check(m.correlation_content, (double)correlations.data[1]);
    for (int k = TO_CONTENT; k <= FOUND_KIN; k++)
        check(m.of[m.count][k], (double)chances.data[k - TO_CONTENT]);
}

/* A head whose values are zeros gives nothing, either. */
TEST(without_a_head_is_without_its_values)
{
    Safetensors file = reference_file(scene, "head_measures.safetensors");
    Model model = model_of(scene, &file);
    Corpus corpus = corpus_of(scene, &file);
    parameter_value(model.parameters, "gain").data[0] = 2;
    HeadsMeasured m = heads_measured(scene->arena, &corpus, &model, ALL_SENTENCES);
    assert_true(m.perplexity == perplexity(&corpus, &model, SEES_ALL, ALL_SENTENCES));
    Parameter *W_V = parameter_find(model.parameters, "W_V");
    Tensor all = W_V->value;
    for (int h = 0; h < m.count; h++) {
        W_V->value = tensor_copied(scene->arena, all);
        for (int i = 0; i < all.rows; i++)
            memset(tensor_row(W_V->value, i) + 4 * h, 0, 4 * sizeof(real));
        check(m.of[h][PERPLEXITY_WITHOUT], perplexity(&corpus, &model, SEES_ALL, ALL_SENTENCES));
        assert_true(fabs(m.of[h][PERPLEXITY_WITHOUT] - m.perplexity) > 0.01);
    }
}

TEST(a_file_is_told_a_sentence_and_a_table)
{
    double heads[][HEAD_MEASURES] = {{0.25, 0.5, 0.75, 0.1, 0.2, 0.3, 0.4, 0.5, 1234.6},
                                     {1, 0, 0.5, 0, 0, 0, 0, 1, 2000},
                                     {0, 0, 0.4, 0.1, 0.1, 0.1, 0.1, 0.2, 0}};
    HeadsMeasured m = {.count = 2,
                       .sentences = 700,
                       .of = heads,
                       .correlation = -0.001,
                       .correlation_content = -0.5,
                       .perplexity = 1000};
    assert_string_equal(heads_measured_text(scene->arena, &m),
                        "700 held-out sentences: perplexity 1000; the heads' scores correlate "
                        "0.00, among content words −0.50\n"
                        "head\talike\tcontent\tgiven\tnext\tbefore\titself\trarest\tkin\twithout\n"
                        "1\t0.25\t0.50\t0.75\t0.10\t0.20\t0.30\t0.40\t0.50\t1235\n"
                        "2\t1.00\t0.00\t0.50\t0.00\t0.00\t0.00\t0.00\t1.00\t2000\n"
                        "chance\t\t\t0.40\t0.10\t0.10\t0.10\t0.10\t0.20\t");
}
