/* Pretrained models: tokens against Hugging Face's tokenizers, numbers against PyTorch
   (tests/load/reference). */
#include "load/pretrained.h"
#include "support/nodes.h"

#include <jansson.h>

static const char *path_of(Scene *scene, const char *name)
{
    return arena_format(scene->arena, TESTS_FOLDER "/load/pretrained/%s", name);
}

static Model read_model(Scene *scene, const char *name)
{
    const char *kind;
    Model model = stack_file_read(scene->arena, path_of(scene, name), &kind);
    assert_string_equal(kind, name);
    return model;
}

/* ---- tokens ---- */

static const char *numbers_of(Scene *scene, const Subwords *words)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < words->count; i++)
        text_format(&text, "%s%d", i ? " " : "", words->ids[i]);
    return text.data;
}

/* A line of tokens.list: a model, a text as JSON, numbers. */
static void check_line(Scene *scene, char *line)
{
    const char *name = strsep(&line, "\t"), *quoted = strsep(&line, "\t");
    json_t *text = json_loads(quoted, JSON_DECODE_ANY, NULL);
    assert_non_null(text);
    Subwords words = subwords_cut(
        scene->arena, path_of(scene, arena_format(scene->arena, "%s/tokenizer.json", name)),
        json_string_value(text), 1 << 12);
    const char *numbers = numbers_of(scene, &words);
    fail_if(strcmp(numbers, line) != 0, "%s: %s\nbut: %s", name, line, numbers);
    json_decref(text);
}

TEST(tokens_are_those_of_hugging_faces_tokenizers)
{
    const char *path = getenv("TOKENS"); /* another file of make_tokens.mjs */
    Bytes line,
        bytes = file_read(scene->arena, path ? path : path_of(scene, "tokens.list"), 1 << 30);
    int lines = 0;
    for (; take_line(&bytes, '\n', &line); lines++)
        check_line(scene, arena_strndup(scene->arena, line.data, line.size));
    assert_true(lines > 200);
}

/* ---- numbers ---- */

/* A line of words.txt: a model and the tokens of a sentence. */
static void check_numbers(Scene *scene, const Safetensors *file, char *line)
{
    const char *name = strsep(&line, "\t");
    Graph *g = named_graph(scene);
    Model model = read_model(scene, name);
    const StackSizes *z = model.sizes;
    int ids[64], count = 0;
    for (char *id; (id = strsep(&line, " "));)
        ids[count++] = atoi(id);
    const char **labels = arena_alloc(scene->arena, (size_t)z->words, sizeof *labels);
    for (int i = 0; i < z->words; i++)
        labels[i] = arena_format(scene->arena, "w%d", i);
    TranslationTask task = {.target = ids,
                            .target_length = count,
                            .likely = 3,
                            .target_labels = labels,
                            .vocabulary = labels};
    stack_read(scope_of(g), &model, &task);
    for (int layer = 1; layer <= z->layers.encoder_layers; layer++)
        for (int head = 1; head <= z->layers.heads; head++) {
            const char *id =
                arena_format(scene->arena, "layer-%d/self/head-%d/weights", layer, head);
            assert_close(value_of(g, "%s", id), reference(scene, file, name, id), 1e-5, id);
        }
    assert_close(value_of(g, "output/scores"), reference(scene, file, name, "scores"), 1e-4, name);
}

TEST(scores_and_weights_are_those_of_pytorch)
{
    Safetensors file;
    safetensors_read(scene->arena, path_of(scene, "reference.safetensors"), &file);
    Bytes line, bytes = file_read(scene->arena, path_of(scene, "words.txt"), 1 << 20);
    int models = 0;
    for (; take_line(&bytes, '\n', &line); models++)
        check_numbers(scene, &file, arena_strndup(scene->arena, line.data, line.size));
    assert_int_equal(models, 7);
    file_close(&file.descriptor);
}

/* A graph without names, as in training, has fewer nodes and the same numbers. */
TEST(nobody_looking_changes_no_number)
{
    static const int ids[] = {5, 3, 8, 3};
    static const char *const names[] = {"gpt2", "bert", "llama"};
    for (int i = 0; i < 3; i++) {
        Model model = read_model(scene, names[i]);
        const char **labels = arena_alloc(scene->arena, 1 << 10, sizeof *labels);
        for (int k = 0; k < 1 << 10; k++)
            labels[k] = "w";
        TranslationTask task = {.target = ids,
                                .target_length = 4,
                                .likely = 1,
                                .target_labels = (const char *[]){"a", "b", "c", "d"},
                                .vocabulary = labels};
        Tensor seen = stack_read(scope_of(named_graph(scene)), &model, &task)->value;
        Tensor unseen = stack_read(scope_of(plain_graph(scene)), &model, &task)->value;
        assert_true(same_bits(seen, unseen));
    }
}
