/* What the weights that come with the program have learned. */
#include "load/weights.h"

#include "support/homographs.h"
#include "support/learned_file.h"
#include "support/scene.h"

/* The built-in weights for a number of heads, and their vocabulary. */
typedef struct Builtin {
    Model model;
    Lexicon vocabulary;
} Builtin;

static Builtin builtin_of(Scene *scene, int heads)
{
    Builtin b;
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    b.model = learned_file_parse(scene->arena, file, heads, &b.vocabulary);
    assert_int_equal(b.vocabulary.count, model_size(&b.model, "words"));
    return b;
}

TEST(there_are_projections_for_every_number_of_heads_that_divides_48)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    for (int heads = 1; heads <= 48; heads++)
        if (48 % heads == 0) {
            Weights w = weights_of_file(scene->arena, file, heads, NULL, 0);
            assert_int_equal(w.heads, heads);
            assert_int_equal(w.embeddings.cols, 48);
            assert_string_equal(w.origin, "learned from WordNet 3.0 (built in)");
            assert_true(lexicon_find(&w.vocabulary, "bat") >= 0);
        }
    assert_misused(weights_of_file(scene->arena, file, 5, NULL, 0),
                   "--heads 5: the built-in weights are for 1 2 3 4 6 8 12 16 24 48 heads, not for "
                   "5; --weights random takes any that divides --dim");
}

TEST(the_perplexity_of_so_many_heads_is_that_of_the_file)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    const char *all = safetensors_metadata(file, "held-out perplexity");
    Weights w = weights_of_file(scene->arena, file, 12, NULL, 0);
    size_t length = strcspn(w.perplexity, ";");
    assert_string_equal(w.perplexity + length, "; unigram 3839");
    assert_has(all, arena_format(scene->arena, "; 12 heads: %.*s;", (int)length, w.perplexity));
    assert_string_equal(w.recipe, safetensors_metadata(file, "recipe"));
}

TEST(the_file_is_small_and_says_where_it_comes_from)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    assert_true(file->data_begin + file->data_size <= 1200000);
    assert_string_equal(safetensors_metadata(file, "corpus"), "WordNet 3.0");
    assert_has(safetensors_metadata(file, "licence"), "Princeton University");
    assert_has(safetensors_metadata(file, "recipe"), "seed 1");
    assert_non_null(safetensors_metadata(file, "held-out perplexity"));
    assert_null(safetensors_metadata(file, "nonsense"));
}

/* ---- held-out sentences ---- */

/* A corpus of nothing but held-out sentences, its words numbered by the weights' vocabulary. */
static Corpus held_out(Scene *scene, const Builtin *b)
{
    char *text =
        arena_strdup(scene->arena, scene_read(scene, TESTS_FOLDER "/train/held-out.list").data);
    size_t most = strlen(text);
    Corpus c = {.vocabulary = b->vocabulary};
    size_t count = (size_t)c.vocabulary.count;
    c.counts = arena_alloc(scene->arena, count, sizeof *c.counts);
    c.content = arena_alloc(scene->arena, count, sizeof *c.content);
    c.tokens = arena_alloc(scene->arena, most, sizeof *c.tokens);
    c.held_out.items = arena_alloc(scene->arena, most, sizeof *c.held_out.items);
    for (int i = SPECIAL_WORDS; i < c.vocabulary.count; i++)
        c.content[i] = !is_function_word(c.vocabulary.words[i]);
    char *lines, *words;
    int token = 0;
    for (char *line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
        int first = token;
        if (*line == '#')
            continue;
        for (char *w = strtok_r(line, " ", &words); w; w = strtok_r(NULL, " ", &words)) {
            int row = lexicon_find(&b->vocabulary, w);
            c.tokens[token++] = row < 0 ? UNKNOWN_WORD : row;
        }
        c.held_out.items[c.held_out.count++] = (Sentence){first, token - first};
    }
    return c;
}

static void check_perplexity(double found, double expected)
{
    fail_if(!(fabs(found - expected) <= 0.01 * expected), "perplexity is %.1f, expected %.1f",
            found, expected);
}

TEST(hidden_words_are_guessed_as_well_as_the_docs_say)
{
    static const struct {
        int heads;
        double all, before;
    } expected[] = {{1, 1000.5, 1609.2}, {3, 981.6, 1580.3}, {12, 967.7, 1570.2}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        Builtin b = builtin_of(scene, expected[i].heads);
        Corpus corpus = held_out(scene, &b);
        check_perplexity(perplexity(&corpus, &b.model, SEES_ALL, 1000), expected[i].all);
        check_perplexity(perplexity(&corpus, &b.model, SEES_BEFORE, 1000), expected[i].before);
    }
}

/* ---- heads ---- */

/* On the sentences of tests/train/held-out.list, which nothing was learned from or chosen by. */
TEST(heads_look_at_different_words_and_what_they_look_at_depends_on_who_asks)
{
    Builtin b = builtin_of(scene, 3);
    Corpus corpus = held_out(scene, &b);
    HeadsMeasured m = heads_measured(scene->arena, &corpus, &b.model, 1000);
    double content = 0;
    for (int h = 0; h < m.count; h++)
        content += m.of[h][KEY_ONLY_CONTENT] / m.count;
    assert_true(content <= 0.25);
    assert_true(m.correlation <= 0.35 && m.correlation_content <= 0.35);
    assert_true(m.of[0][TO_CONTENT] >= 0.8 && m.of[1][TO_CONTENT] >= 0.8);
    assert_true(m.of[0][FOUND_NEXT] >= 0.6 && m.of[m.count][FOUND_NEXT] < 0.2);
}

TEST(the_file_says_of_each_number_of_heads_what_they_look_at)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    for (int heads = 1; heads <= 48; heads++) {
        const char *told = bytes_of_builtin(file, arena_format(scene->arena, "heads-%d", heads));
        assert_int_equal(told != NULL, 48 % heads == 0);
        if (told)
            assert_has(told, arena_format(scene->arena, "\n%d\t", heads));
    }
}

/* ---- senses ---- */

TEST(context_tells_the_senses_of_a_word_apart)
{
    int count;
    const Homograph *all =
        homographs_read(scene->arena, TESTS_FOLDER "/train/homographs.list", &count);
    Builtin b = builtin_of(scene, 3);
    HomographScores open = homographs_score(all, count, &b.vocabulary, &b.model, SEES_ALL);
    HomographScores causal = homographs_score(all, count, &b.vocabulary, &b.model, SEES_BEFORE);
    assert_int_equal(count, 72);
    assert_int_equal(open.fixed, count / 2); /* always the same sense: right in every other one */
    assert_in_range(open.bag, 62, 64);
    assert_in_range(open.context, 62, 64); /* 88 % */
    assert_in_range(causal.bag, 50, 52);
    assert_in_range(causal.context, 53, 55); /* 75 % */
}

/* A sentence through the model. */
typedef struct Run {
    const Builtin *builtin;
    ContextVectors vectors;
} Run;

static Run run_of(Scene *scene, const Builtin *b, const char *const *words, int n)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    int *rows = arena_alloc(scene->arena, (size_t)n, sizeof *rows);
    for (int i = 0; i < n; i++) {
        rows[i] = lexicon_find(&b->vocabulary, words[i]);
        assert_true(rows[i] >= 0);
    }
    return (Run){b, words_in_context(g, &b->model, rows, n, false)};
}

static double mean_weight(const Run *run, int query, int key)
{
    double sum = 0;
    int heads = model_size(&run->builtin->model, "heads");
    for (int h = 0; h < heads; h++)
        sum += (double)at(run->vectors.attention.heads[h].weights->value, query, key);
    return sum / heads;
}

static double cosine_with(const Builtin *b, const real *vector, const char *word)
{
    Tensor e = parameter_value(b->model.parameters, "embeddings");
    return cosine_of(vector, tensor_row(e, lexicon_find(&b->vocabulary, word)), e.cols);
}

/* That attention moves the word at `place` towards each of three words. */
static void check_moves(const Run *run, int place, const char *const towards[3])
{
    const ContextVectors *v = &run->vectors;
    const real *before = tensor_row(v->embeddings->value, place);
    real after[48];
    memcpy(after, before, sizeof after);
    vector_add_scaled(after, 1, tensor_row(v->attention.output->value, place), 48);
    for (int i = 0; i < 3; i++) {
        double was = cosine_with(run->builtin, before, towards[i]);
        double is = cosine_with(run->builtin, after, towards[i]);
        fail_if(!(is > was), "%s: %.2f before, %.2f after", towards[i], was, is);
    }
}

TEST(a_bat_that_hits_a_ball_and_a_bat_that_is_a_mammal_part)
{
    Builtin b = builtin_of(scene, 3);
    Run sport =
        run_of(scene, &b, (const char *[]){"he", "hit", "the", "ball", "with", "the", "bat"}, 7);
    Run animal = run_of(scene, &b, (const char *[]){"bat", "is", "a", "mammal"}, 4);
    for (int key = 0; key < 7; key++)
        if (key != 1 && key != 3) {
            assert_true(mean_weight(&sport, 6, 1) > mean_weight(&sport, 6, key));
            assert_true(mean_weight(&sport, 6, 3) > mean_weight(&sport, 6, key));
        }
    assert_true(mean_weight(&animal, 0, 3) > 0.5);
    check_moves(&sport, 6, (const char *[]){"hit", "ball", "strike"});
    check_moves(&animal, 0, (const char *[]){"mammal", "bird", "vertebrate"});
}
