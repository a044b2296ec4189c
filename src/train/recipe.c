#include "train/recipe.h"

#include "train/static_vectors.h"

#include <string.h>

Recipe recipe_builtin(void)
{
    Recipe r = {.vocabulary = 8000,
                .d_model = 48,
                .window = 10,
                .iterations = 20,
                .heads = 3,
                .all = training_settings_default(),
                .projections = training_settings_default()};
    r.projections.steps = 1000;
    r.projections.projections_only = true;
    return r;
}

/* Every sentence about so often: with more, a small corpus is learned by heart. */
enum { PASSES = 10, LEAST_STEPS = 200, MOST_STEPS = 3000 };

static int steps_for(const Corpus *corpus, int sentences)
{
    long steps = (long)PASSES * corpus->training.count / sentences;
    return steps < LEAST_STEPS ? LEAST_STEPS : steps > MOST_STEPS ? MOST_STEPS : (int)steps;
}

Recipe recipe_for(const Corpus *corpus, int d_model, int heads, int steps, uint64_t seed)
{
    Recipe r = recipe_builtin();
    r.vocabulary = corpus->word_count;
    r.d_model = d_model;
    r.heads = heads;
    r.all.seed = seed;
    r.all.steps = steps ? steps : steps_for(corpus, r.all.sentences);
    if (r.all.warm_up > r.all.steps / 10)
        r.all.warm_up = r.all.steps / 10;
    return r;
}

ContextModel recipe_start_from(Arena *arena, Tensor vectors, int heads, uint64_t seed)
{
    static const real FIRST_GAIN = 2;
    ContextModel m = context_model_new(arena, vectors.rows, vectors.cols, heads);
    parameters_draw(m.learned, seed);
    m.learned->origin = "training";
    memcpy(context_value(&m, "embeddings").data, vectors.data, tensor_size(vectors) * sizeof(real));
    context_value(&m, "gain").data[0] = FIRST_GAIN;
    return m;
}

ContextModel recipe_start(Arena *arena, const Corpus *corpus, const Recipe *recipe)
{
    SparseMatrix matrix = positive_mutual_information(arena, corpus, recipe->window);
    Tensor vectors =
        static_vectors(arena, &matrix, recipe->d_model, recipe->iterations, recipe->all.seed);
    return recipe_start_from(arena, vectors, recipe->heads, recipe->all.seed);
}

ContextModel recipe_other_heads(Arena *arena, const ContextModel *model, int heads)
{
    ContextModel other = *model;
    other.heads = heads;
    other.learned = parameters_copied(arena, model->learned);
    for (int i = 0; i < other.learned->count; i++) {
        Parameter *p = &other.learned->items[i];
        if (parameter_is_projection(p))
            p->value = tensor_copied(arena, p->value);
    }
    return other;
}

const char *recipe_described(Arena *arena, const Recipe *r)
{
    return arena_format(arena,
                        "static vectors: %d words, window %d, positive pointwise mutual "
                        "information, %d orthogonal iterations, D = %d; then %d heads, %d steps of "
                        "%d sentences, Adam %g",
                        r->vocabulary, r->window, r->iterations, r->d_model, r->heads, r->all.steps,
                        r->all.sentences, r->all.learning_rate);
}
