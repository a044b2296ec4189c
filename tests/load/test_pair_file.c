/* What the files of translators and of the transformer have alike: sizes and vocabularies, and what
   lies about them. */
#include "load/pair_file.h"

#include "support/scene.h"

#include <stdlib.h>

enum { SOURCE, TARGET, TEXTS, SOURCE_ROWS = 4, TARGET_ROWS = 5 };

/* A file with source/E [4,3], and these two vocabularies under these names. */
static Safetensors file_with(Scene *scene, const NamedText metadata[TEXTS])
{
    Safetensors file;
    NamedTensor table = {"source/E", tensor_new(scene->arena, SOURCE_ROWS, 3), FLOAT32};
    FILE *stream = fopen("t.safetensors", "wb");
    safetensors_write(stream, &table, 1, metadata, TEXTS);
    assert_int_equal(fclose(stream), 0);
    Bytes bytes = scene_read(scene, "t.safetensors");
    assert_true(safetensors_parse(scene->arena, "t.safetensors", bytes, &file, &scene->error));
    return file;
}

static const NamedText good[TEXTS] = {{"source vocabulary", "<s>\n</s>\nthe\ncat"},
                                      {"target vocabulary", "<s>\n</s>\nle\nl'\nchat"}};

/* ---- vocabularies ---- */

static void a_vocabulary_has_a_word_a_row_and_the_target_an_end(void **state)
{
    Scene *scene = *state;
    Safetensors file = file_with(scene, good);
    const char **source, **target;
    int end;
    assert_true(pair_file_words(scene->arena, &file, SOURCE_ROWS, TARGET_ROWS, &source, &target,
                                &end, &scene->error));
    assert_string_equal(source[3], "cat");
    assert_string_equal(target[3], "l'");
    assert_int_equal(end, 1);
}

static void a_vocabulary_that_does_not_fit_is_refused(void **state)
{
    static const struct {
        int which;
        NamedText text;
        const char *message;
    } lies[] = {
        {SOURCE,
         {"source vocabulary", "<s>\n</s>\nthe"},
         "t.safetensors: source vocabulary: 3 words for the 4 rows of source/E"},
        {TARGET,
         {"target vocabulary", "<s>\n</s>\nle\nl'\nchat\nchien"},
         "t.safetensors: target vocabulary: 6 words for the 5 rows of target/E"},
        {SOURCE,
         {"source vocabulary", "<s>\n</s>\nthe\nthe"},
         "t.safetensors: source vocabulary: words 3 and 4 are the same: 'the'"},
        {TARGET,
         {"target vocabulary", "<s>\n</s>\nle\nl'\nle"},
         "t.safetensors: target vocabulary: words 3 and 5 are the same: 'le'"},
        {TARGET,
         {"target vocabulary", "<s>\n<end>\nle\nl'\nchat"},
         "t.safetensors: target vocabulary: there is no </s>, the end of a sentence"},
        {SOURCE,
         {"vocabulary", "<s>\n</s>\nthe\ncat"},
         "t.safetensors: the metadata has no source vocabulary"},
        {TARGET,
         {"vocabulary", "<s>\n</s>\nle\nl'\nchat"},
         "t.safetensors: the metadata has no target vocabulary"},
    };
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        NamedText metadata[TEXTS] = {good[SOURCE], good[TARGET]};
        metadata[lies[i].which] = lies[i].text;
        Safetensors file = file_with(scene, metadata);
        const char **source, **target;
        int end;
        assert_fails(pair_file_words(scene->arena, &file, SOURCE_ROWS, TARGET_ROWS, &source,
                                     &target, &end, &scene->error),
                     scene, EXIT_FAILURE, lies[i].message);
    }
}

/* ---- sizes ---- */

static void a_tensor_tells_its_size_within_bounds(void **state)
{
    Scene *scene = *state;
    Safetensors file = file_with(scene, good);
    Tensor t;
    assert_true(pair_file_extents(scene->arena, &file, "source/E", SOURCE_ROWS, &t, &scene->error));
    assert_true(t.rows == SOURCE_ROWS && t.cols == 3);
    assert_fails(
        pair_file_extents(scene->arena, &file, "source/E", SOURCE_ROWS - 1, &t, &scene->error),
        scene, EXIT_FAILURE,
        "t.safetensors: source/E is 4 × 3, expected at least 1 × 1 and at most 3 × 65536");
    assert_fails(pair_file_extents(scene->arena, &file, "target/E", 9, &t, &scene->error), scene,
                 EXIT_FAILURE, "t.safetensors: there is no tensor target/E");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vocabulary_has_a_word_a_row_and_the_target_an_end),
        cmocka_unit_test(a_vocabulary_that_does_not_fit_is_refused),
        cmocka_unit_test(a_tensor_tells_its_size_within_bounds),
    };
    return run_scenes(tests);
}
