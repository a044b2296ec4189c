#include "support/builtin.h"
#include "support/learned_file.h"
#include "support/small_corpus.h"

static TrainingPlan small_plan(Scene *scene, const Corpus *corpus, int steps)
{
    TrainingPlan p = builtin_plan(scene->arena, corpus, 3);
    p.sizes = context_sizes(scene->arena, corpus->vocabulary.count, 12, 3);
    p.recipe.steps = steps;
    p.recipe.warm_up = 10;
    p.recipe.batch = 20; /* not a multiple of a group */
    return p;
}

static void train(Scene *scene, const Corpus *corpus, const TrainingPlan *plan, Model model)
{
    Training *t = builtin_training(scene->arena, corpus, plan, model);
    while (t->steps_done < plan->recipe.steps)
        training_step(t);
    training_end(t);
}

static Bytes file_of(Scene *scene, const Corpus *corpus, const Model *sets, int count)
{
    WeightsFile file = {.arena = scene->arena, .precision = FLOAT32};
    const ContextScore none[2] = {0};
    builtin_file_write("file", corpus, sets, none, count, &file);
    return scene_read(scene, "file");
}

/* The weights file of a training under these settings of the environment. */
static Bytes trained_file(Scene *scene, const char *threads, const char *kernel)
{
    setenv("ATTNVIZ_THREADS", threads, 1);
    setenv("ATTNVIZ_KERNEL", kernel, 1);
    find_instruction_set();
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = small_plan(scene, &corpus, 60);
    Model model = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &plan, model);
    unsetenv("ATTNVIZ_THREADS");
    unsetenv("ATTNVIZ_KERNEL");
    find_instruction_set();
    return file_of(scene, &corpus, &model, 1);
}

TEST(threads_and_kernels_do_not_change_a_byte)
{
    Bytes one = trained_file(scene, "1", "avx512");
    const char *const others[][2] = {{"2", "avx512"}, {"3", "avx2"}, {"2", "baseline"}};
    for (int i = 0; i < 3; i++) {
        Bytes other = trained_file(scene, others[i][0], others[i][1]);
        assert_int_equal(other.size, one.size);
        assert_memory_equal(other.data, one.data, one.size);
    }
}

/* A hidden word can be told apart from half of the words by its neighbours' topic. */
TEST(what_was_learned_shows_in_sentences_held_out)
{
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = small_plan(scene, &corpus, 300);
    Model model = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &plan, model);
    assert_true(perplexity(&corpus, NULL, SEES_ALL, 100) > 35);
    assert_true(perplexity(&corpus, &model, SEES_ALL, 100) < 26);
}

TEST(the_embeddings_stay_when_projections_of_other_heads_are_learned)
{
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = small_plan(scene, &corpus, 60);
    Model start = context_start(scene->arena, &corpus, &plan);
    Model other = context_fresh_heads(scene->arena, &start, 4, 1);
    const Model again = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &plan, other);
    for (int i = 0; i < start.parameters->count; i++) {
        const Parameter *before = &again.parameters->items[i], *after = &other.parameters->items[i];
        size_t bytes = tensor_size(before->value) * sizeof(real);
        assert_memory_equal(before->value.data, start.parameters->items[i].value.data, bytes);
        bool same = memcmp(before->value.data, after->value.data, bytes) == 0;
        assert_int_equal(same, !parameter_is_projection(before));
    }
}

TEST(a_weights_file_is_read_back_as_it_was_written)
{
    Corpus corpus = small_corpus(scene);
    TrainingPlan plan = small_plan(scene, &corpus, 60);
    Model sets[2] = {context_start(scene->arena, &corpus, &plan)};
    sets[1] = context_fresh_heads(scene->arena, &sets[0], 4, 1);
    Lexicon vocabulary;
    Safetensors file;
    file_of(scene, &corpus, sets, 2);
    safetensors_read(scene->arena, "file", &file);
    Model found = learned_file_parse(scene->arena, &file, 4, &vocabulary);
    assert_int_equal(model_size(&found, "heads"), 4);
    assert_int_equal(vocabulary.count, corpus.vocabulary.count);
    for (int i = 0; i < vocabulary.count; i++)
        assert_string_equal(vocabulary.words[i], corpus.vocabulary.words[i]);
    Tensor expected = parameter_value(sets[1].parameters, "W_V");
    assert_memory_equal(parameter_value(found.parameters, "W_V").data, expected.data,
                        tensor_size(expected) * sizeof(float));
    assert_refused(learned_file_parse(scene->arena, &file, 5, &vocabulary),
                   "file has projections for 3 4 heads, not for 5");
}
