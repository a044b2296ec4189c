#include "train/trainer.h"

#include "support/learned_file.h"
#include "support/small_corpus.h"
#include "train/perplexity.h"
#include "train/recipe.h"
#include "train/weights_file.h"

#include <stdlib.h>
#include <string.h>

static Recipe small_recipe(void)
{
    Recipe r = recipe_builtin();
    r.d_model = 12;
    r.heads = 3;
    r.all.steps = 60;
    r.all.warm_up = 10;
    r.all.sentences = 20; /* not a multiple of a group */
    r.all.candidates = 30;
    return r;
}

static ContextModel train(Scene *scene, const Corpus *corpus, const Recipe *recipe)
{
    ContextModel learned = recipe_start(scene->arena, corpus, recipe);
    Trainer *trainer = trainer_new(scene->arena, corpus, &learned, recipe->all);
    while (trainer_steps_done(trainer) < recipe->all.steps)
        trainer_step(trainer);
    trainer_free(trainer);
    return learned;
}

/* The weights file of a training under these settings of the environment. */
static Bytes trained_file(Scene *scene, const char *threads, const char *kernel, const char *name)
{
    setenv("ATTNVIZ_THREADS", threads, 1);
    setenv("ATTNVIZ_KERNEL", kernel, 1);
    Corpus corpus = small_corpus(scene);
    Recipe recipe = small_recipe();
    ContextModel learned = train(scene, &corpus, &recipe);
    FILE *stream = fopen(name, "wb");
    weights_file_write(scene->arena, stream, &corpus, &learned, 1, FLOAT32, NULL, 0);
    fclose(stream);
    unsetenv("ATTNVIZ_THREADS");
    unsetenv("ATTNVIZ_KERNEL");
    return scene_read(scene, name);
}

static void threads_and_kernels_do_not_change_a_byte(void **state)
{
    Scene *scene = *state;
    Bytes one = trained_file(scene, "1", "avx512", "one");
    const char *const others[][2] = {{"2", "avx512"}, {"3", "avx2"}, {"2", "baseline"}};
    for (int i = 0; i < 3; i++) {
        Bytes other = trained_file(scene, others[i][0], others[i][1], "other");
        assert_int_equal(other.size, one.size);
        assert_memory_equal(other.data, one.data, one.size);
    }
}

/* A hidden word can be told apart from half of the words by its neighbours' topic. */
static void what_was_learned_shows_in_sentences_held_out(void **state)
{
    Scene *scene = *state;
    Corpus corpus = small_corpus(scene);
    Recipe recipe = small_recipe();
    recipe.all.steps = 300;
    ContextModel learned = train(scene, &corpus, &recipe);
    assert_true(unigram_perplexity(&corpus, 100) > 35);
    assert_true(perplexity(&corpus, &learned, SEES_ALL, 100) < 26);
}

static void the_embeddings_stay_when_only_projections_are_learned(void **state)
{
    Scene *scene = *state;
    Corpus corpus = small_corpus(scene);
    Recipe recipe = small_recipe();
    recipe.all.projections_only = true;
    ContextModel start = recipe_start(scene->arena, &corpus, &recipe);
    ContextModel learned = train(scene, &corpus, &recipe);
    for (int i = 0; i < start.learned->count; i++) {
        const Parameter *before = &start.learned->items[i], *after = &learned.learned->items[i];
        size_t bytes = tensor_size(before->value) * sizeof(real);
        bool same = memcmp(before->value.data, after->value.data, bytes) == 0;
        assert_int_equal(same, !parameter_is_projection(before));
    }
}

static void a_weights_file_is_read_back_as_it_was_written(void **state)
{
    Scene *scene = *state;
    Corpus corpus = small_corpus(scene);
    Recipe recipe = small_recipe();
    ContextModel sets[2] = {recipe_start(scene->arena, &corpus, &recipe)}, found;
    sets[1] = recipe_other_heads(scene->arena, &sets[0], 4);
    const char **words;
    FILE *stream = fopen("two", "wb");
    weights_file_write(scene->arena, stream, &corpus, sets, 2, FLOAT32, NULL, 0);
    fclose(stream);
    Bytes bytes = scene_read(scene, "two");
    assert_true(learned_file_parse(scene->arena, "two", bytes, 4, &found, &words, &scene->error));
    assert_int_equal(found.heads, 4);
    assert_string_equal(words[MASKED_WORD], "<mask>");
    assert_string_equal(words[corpus.word_count - 1], corpus.words[corpus.word_count - 1]);
    Tensor expected = context_value(&sets[1], "W_V");
    assert_memory_equal(context_value(&found, "W_V").data, expected.data,
                        tensor_size(expected) * sizeof(float));
    assert_fails(learned_file_parse(scene->arena, "two", bytes, 5, &found, &words, &scene->error),
                 scene, EXIT_FAILURE, "two: there is no tensor heads-5/W_Q");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_kernels_do_not_change_a_byte),
        cmocka_unit_test(what_was_learned_shows_in_sentences_held_out),
        cmocka_unit_test(the_embeddings_stay_when_only_projections_are_learned),
        cmocka_unit_test(a_weights_file_is_read_back_as_it_was_written),
    };
    return run_scenes(tests);
}
