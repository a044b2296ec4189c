/* Steps of training on WordNet as attnviz does them, with the built-in weights' settings but for
 * the start, which is random:
 *
 *     training FOLDER STEPS [BATCHES]
 *
 * prints the seconds and the loss of each step:
 *
 *     round 0.012345678 9.876543
 *
 * With BATCHES, a safetensors file, nothing is timed: the start and what each step asks go there,
 * so that another program can train the same model on the same questions, and show by its losses
 * that it does:
 *
 *     E [v,d], b, g, W_Q, W_K, W_V, W_O    the start
 *     step-0/words       [words,3]         row of E, place in its sentence, sentence
 *     step-0/questions   [questions,5]     row of words, answer, weight, kind b (0 or 1), and
 *                                          log_expected of the answer
 *     step-0/candidates  [candidates,2]    word, log_expected
 *     step-0/pointers    [pointers,3]      row of words, row of the word to look at, kind (0 next,
 *                                          1 kin)
 *     step-0/causal      [1,1]             0 or 1
 */
#include "load/weights.h"
#include "support/bench.h"
#include "support/builtin.h"
#include "train/texts.h"

static Model random_start(Arena *arena, const Corpus *corpus, const TrainingPlan *plan)
{
    Random random = random_new(1);
    Model model = context_start(arena, corpus, plan);
    parameter_find(model.parameters, "embeddings")->value =
        drawn_tensor(arena, &random, corpus->vocabulary.count, model_size(&model, "d_model"), 0.1);
    return model;
}

static void train(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, int steps)
{
    Model model = random_start(arena, corpus, plan);
    Training *training = builtin_training(arena, corpus, plan, model);
    for (int i = 0; i < steps; i++) {
        double start = seconds(), loss = training_step(training);
        printf("round %.9f %.6f\n", seconds() - start, loss);
    }
    training_end(training);
}

/* ---- what is asked ---- */

enum { MOST_WORDS = 1 << 13, MOST_QUESTIONS = 1 << 13, MOST_STEPS = 100, STEP_TENSORS = 5 };

static void add_pointers(const Pointers *from, int count, int kind, int first, Tensor *pointers)
{
    for (int i = 0; i < count; i++) {
        if (!from->weights[i])
            continue;
        real *row = tensor_row(*pointers, pointers->rows++);
        row[0] = (real)(first + i);
        row[1] = (real)(first + from->targets[i]);
        row[2] = (real)kind;
    }
}

static void add_group(const Questioner *q, const Group *group, int group_index, Tensor *words,
                      Tensor *questions, Tensor *pointers)
{
    add_pointers(&group->next, group->count, 0, words->rows, pointers);
    add_pointers(&group->kin, group->count, 1, words->rows, pointers);
    for (int i = 0; i < group->question_count; i++) {
        real *row = tensor_row(*questions, questions->rows++);
        row[0] = (real)(words->rows + group->rows[i]);
        row[1] = (real)group->answers[i];
        row[2] = (real)group->weights[i];
        row[3] = group->bag[i];
        row[4] = q->log_expected[group->answers[i]];
    }
    for (int i = 0; i < group->count; i++) {
        real *row = tensor_row(*words, words->rows++);
        row[0] = (real)group->words[i];
        row[1] = (real)group->places[i];
        row[2] = (real)(group_index * GROUP_SENTENCES + group->sentences[i]);
    }
}

/* Draws as train/context_training.c does. */
static void draw(Arena *arena, const Questioner *q, const TrainingPlan *plan, int step,
                 Parameter tensors[STEP_TENSORS])
{
    Random random = random_named(plan->seed, arena_format(arena, "training step %d", step));
    Tensor causal = tensor_new(arena, 1, 1), words = tensor_new(arena, MOST_WORDS, 3);
    Tensor questions = tensor_new(arena, MOST_QUESTIONS, 5);
    Tensor pointers = tensor_new(arena, 2 * MOST_WORDS, 3);
    causal.data[0] = random_uniform(&random) < CAUSAL_PERCENT / 100.0;
    const int *candidates = draw_candidates(arena, q, &random);
    Tensor drawn = tensor_new(arena, CANDIDATES, 2);
    for (int i = 0; i < CANDIDATES; i++) {
        tensor_row(drawn, i)[0] = (real)candidates[i];
        tensor_row(drawn, i)[1] = q->log_expected[candidates[i]];
    }
    words.rows = questions.rows = pointers.rows = 0;
    Group *group = arena_alloc(arena, 1, sizeof *group);
    group->causal = causal.data[0] > 0;
    for (int i = 0; i < plan->recipe.batch / GROUP_SENTENCES; i++) {
        Sentence sentences[GROUP_SENTENCES];
        Sentences all = q->corpus->training;
        for (int k = 0; k < GROUP_SENTENCES; k++)
            sentences[k] = all.items[random_below(&random, (uint32_t)all.count)];
        draw_group(q, &random, sentences, GROUP_SENTENCES, group);
        add_group(q, group, i, &words, &questions, &pointers);
    }
    const Tensor all[] = {words, questions, drawn, causal, pointers};
    const char *const names[] = {"words", "questions", "candidates", "causal", "pointers"};
    for (int i = 0; i < STEP_TENSORS; i++)
        tensors[i] =
            (Parameter){.name = arena_format(arena, "step-%d/%s", step, names[i]), .value = all[i]};
}

static void write_batches(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, int steps,
                          const char *path)
{
    static const char *const names[] = {"E", "b", "g", "W_Q", "W_K", "W_V", "W_O"};
    enum { PARAMETERS = sizeof names / sizeof *names };
    Parameter tensors[PARAMETERS + STEP_TENSORS * MOST_STEPS];
    Model model = random_start(arena, corpus, plan);
    Tensor vectors = parameter_value(model.parameters, "embeddings");
    Questioner q = questioner_new(arena, corpus, TO_LEARN, vectors);
    int count = 0;
    for (; count < PARAMETERS; count++)
        tensors[count] =
            (Parameter){.name = names[count], .value = model.parameters->items[count].value};
    for (int i = 0; i < steps; i++, count += STEP_TENSORS)
        draw(arena, &q, plan, i, tensors + count);
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    Parameters all = {.items = tensors, .count = count};
    safetensors_write(stream, &(WeightsFile){.parameters = &all, .precision = FLOAT32});
    fclose(stream);
}

int main(int argc, char **argv)
{
    int steps = argc >= 3 ? atoi(argv[2]) : 0;
    if (argc < 3 || argc > 4 || steps < 1 || steps > MOST_STEPS) {
        fputs("usage: training FOLDER STEPS [BATCHES]\n", stderr);
        return EXIT_USAGE;
    }
    Arena *arena = arena_new();
    Corpus corpus = corpus_read_wordnet(arena, argv[1], BUILTIN_WORDS);
    TrainingPlan plan = builtin_plan(arena, &corpus, BUILTIN_HEADS);
    if (argc == 4)
        write_batches(arena, &corpus, &plan, steps, argv[3]);
    else
        train(arena, &corpus, &plan, steps);
    arena_free(arena);
    return EXIT_SUCCESS;
}
