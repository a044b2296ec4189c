#include "train/context_training.h"

#include "support/learned_file.h"
#include "support/small_corpus.h"
#include "tensor/processor.h"
#include "train/questions.h"

#include <stdlib.h>
#include <string.h>

static ContextPlan small_plan(int steps)
{
    ContextPlan p = context_plan_builtin;
    p.d_model = 12;
    p.recipe.steps = steps;
    p.recipe.warm_up = 10;
    p.recipe.batch = 20; /* not a multiple of a group */
    return p;
}

static void train(Scene *scene, const Corpus *corpus, const ContextModel *model,
                  const ContextPlan *plan)
{
    Training *t = context_training(scene->arena, corpus, model, plan);
    while (t->steps_done < plan->recipe.steps)
        training_step(t);
    training_end(t);
}

static Bytes file_of(Scene *scene, const Corpus *corpus, const ContextModel *sets, int count)
{
    Metadata metadata = {.arena = scene->arena};
    assert_true(context_file_write("file", corpus, sets, count, FLOAT32, &metadata, &scene->error));
    return scene_read(scene, "file");
}

/* The weights file of a training under these settings of the environment. */
static Bytes trained_file(Scene *scene, const char *threads, const char *kernel)
{
    setenv("ATTNVIZ_THREADS", threads, 1);
    setenv("ATTNVIZ_KERNEL", kernel, 1);
    find_instruction_set();
    Corpus corpus = small_corpus(scene);
    ContextPlan plan = small_plan(60);
    ContextModel model = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &model, &plan);
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
    ContextPlan plan = small_plan(300);
    ContextModel model = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &model, &plan);
    assert_true(perplexity(&corpus, NULL, SEES_ALL, 100) > 35);
    assert_true(perplexity(&corpus, &model, SEES_ALL, 100) < 26);
}

TEST(the_embeddings_stay_when_projections_of_other_heads_are_learned)
{
    Corpus corpus = small_corpus(scene);
    ContextPlan plan = small_plan(60);
    ContextModel start = context_start(scene->arena, &corpus, &plan);
    ContextModel other = context_fresh_heads(scene->arena, &start, 4, 1);
    const ContextModel again = context_start(scene->arena, &corpus, &plan);
    train(scene, &corpus, &other, &plan);
    for (int i = 0; i < start.learned->count; i++) {
        const Parameter *before = &again.learned->items[i], *after = &other.learned->items[i];
        size_t bytes = tensor_size(before->value) * sizeof(real);
        assert_memory_equal(before->value.data, start.learned->items[i].value.data, bytes);
        bool same = memcmp(before->value.data, after->value.data, bytes) == 0;
        assert_int_equal(same, !parameter_is_projection(before));
    }
}

TEST(a_weights_file_is_read_back_as_it_was_written)
{
    Corpus corpus = small_corpus(scene);
    ContextPlan plan = small_plan(60);
    ContextModel sets[2] = {context_start(scene->arena, &corpus, &plan)}, found;
    sets[1] = context_fresh_heads(scene->arena, &sets[0], 4, 1);
    Lexicon vocabulary;
    Safetensors file;
    file_of(scene, &corpus, sets, 2);
    assert_true(safetensors_read(scene->arena, "file", &file, &scene->error));
    assert_true(learned_file_parse(scene->arena, &file, 4, &found, &vocabulary, &scene->error));
    assert_int_equal(found.heads, 4);
    assert_int_equal(vocabulary.count, corpus.vocabulary.count);
    for (int i = 0; i < vocabulary.count; i++)
        assert_string_equal(vocabulary.words[i], corpus.vocabulary.words[i]);
    Tensor expected = context_value(&sets[1], "W_V");
    assert_memory_equal(context_value(&found, "W_V").data, expected.data,
                        tensor_size(expected) * sizeof(float));
    assert_fails(learned_file_parse(scene->arena, &file, 5, &found, &vocabulary, &scene->error),
                 scene, EXIT_FAILURE, "file has projections for 3 4 heads, not for 5");
}
