/* A transformer's file, whole, truncated, and telling lies. */
#include "load/transformer.h"

#include "load/safetensors.h"
#include "load/translator.h"
#include "support/truncated.h"

#include <stdlib.h>
#include <string.h>

enum { KIND, ENCODER, DECODER, HEADS, NORM, SOURCE, TARGET, TEXTS, MOST_TENSORS = 100 };

/* What a file is made of; a test changes one thing. */
typedef struct Draft {
    Transformer transformer;
    NamedText metadata[TEXTS];
    const char *left_out; /* a tensor */
} Draft;

static Draft draft_of(Scene *scene, NormPlace place)
{
    TransformerSizes sizes = {.source_words = 4,
                              .target_words = 5,
                              .d_model = 6,
                              .heads = 3,
                              .ffn = 7,
                              .encoder_layers = 1,
                              .decoder_layers = 2,
                              .norm = place};
    return (Draft){.transformer = transformer_random(scene->arena, sizes, 1),
                   .metadata = {[KIND] = {"kind", "transformer"},
                                [ENCODER] = {"encoder layers", "1"},
                                [DECODER] = {"decoder layers", "2"},
                                [HEADS] = {"heads", "3"},
                                [NORM] = {"norm", norm_place_names[place]},
                                [SOURCE] = {"source vocabulary", "<s>\n</s>\nthe\ncat"},
                                [TARGET] = {"target vocabulary", "<s>\n</s>\nle\nl'\nchat"}}};
}

static Draft good_draft(Scene *scene)
{
    return draft_of(scene, NORM_POST);
}

static Tensor *tensor_named(Draft *draft, const char *name)
{
    Parameter *p = parameter_find(draft->transformer.parameters, name);
    if (!p)
        fail_msg("no parameter %s", name);
    return &p->value;
}

static void write_draft(const Draft *draft)
{
    NamedTensor tensors[MOST_TENSORS];
    int count = 0;
    const Parameters *all = draft->transformer.parameters;
    for (int i = 0; i < all->count; i++) {
        const Parameter *p = &all->items[i];
        if (!draft->left_out || strcmp(p->name, draft->left_out) != 0)
            tensors[count++] = (NamedTensor){p->name, p->value, FLOAT32};
    }
    FILE *stream = fopen("t.safetensors", "wb");
    safetensors_write(stream, tensors, count, draft->metadata, TEXTS);
    assert_int_equal(fclose(stream), 0);
}

static bool read_draft(Scene *scene, const Draft *draft, LoadedTransformer *loaded)
{
    write_draft(draft);
    return transformer_read(scene->arena, "t.safetensors", loaded, &scene->error);
}

static void assert_bad(Scene *scene, Draft draft, const char *message)
{
    LoadedTransformer loaded;
    assert_fails(read_draft(scene, &draft, &loaded), scene, EXIT_FAILURE, message);
}

/* ---- as it should be ---- */

static void a_file_is_read_whole_wherever_its_norms_are(void **state)
{
    Scene *scene = *state;
    for (int place = 0; place < NORM_PLACES; place++) {
        Draft draft = draft_of(scene, (NormPlace)place);
        LoadedTransformer l;
        if (!read_draft(scene, &draft, &l))
            fail_msg("%s: %s", norm_place_names[place], scene->error.message);
        const Transformer *read = &l.transformer, *written = &draft.transformer;
        assert_memory_equal(&read->sizes, &written->sizes, sizeof read->sizes);
        assert_int_equal(read->end, 1);
        assert_string_equal(read->parameters->origin, "from t.safetensors");
        assert_string_equal(l.source_words[3], "cat");
        assert_string_equal(l.target_words[3], "l'");
        assert_null(l.recipe);
        assert_int_equal(read->parameters->count, written->parameters->count);
        for (int i = 0; i < read->parameters->count; i++) {
            const Parameter *a = &read->parameters->items[i], *b = &written->parameters->items[i];
            assert_string_equal(a->name, b->name);
            assert_true(same_shape(a->value, b->value));
            assert_memory_equal(a->value.data, b->value.data, tensor_size(a->value) * sizeof(real));
        }
    }
}

/* ---- lies ---- */

static void the_kind_must_be_the_transformer(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    draft.metadata[KIND].text = "bah\033[2Jdanau";
    assert_bad(scene, draft, "t.safetensors: not a transformer's file: its kind is 'bah␛[2Jdanau'");
    draft.metadata[KIND].name = "kinds";
    assert_bad(scene, draft, "t.safetensors: not a transformer's file: the metadata has no kind");
    draft = good_draft(scene);
    write_draft(&draft);
    LoadedTranslator other;
    assert_fails(translator_read(scene->arena, "t.safetensors", &other, &scene->error), scene,
                 EXIT_FAILURE, "t.safetensors: unknown kind of translator 'transformer'");
}

static void numbers_of_the_metadata_are_checked(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    draft.metadata[ENCODER].text = "0";
    assert_bad(scene, draft, "t.safetensors: encoder layers: 0 is not from 1 to 100");
    draft = good_draft(scene);
    draft.metadata[DECODER].text = "1000000000";
    assert_bad(scene, draft, "t.safetensors: decoder layers: 1000000000 is not from 1 to 100");
    draft = good_draft(scene);
    draft.metadata[HEADS].text = "4";
    assert_bad(scene, draft, "t.safetensors: 6 columns of source/E cannot be split among 4 heads");
    draft.metadata[HEADS].name = "head";
    assert_bad(scene, draft, "t.safetensors: the metadata has no heads");
    draft = good_draft(scene);
    draft.metadata[NORM].text = "batch";
    assert_bad(scene, draft, "t.safetensors: norm: 'batch' is not post, pre or none");
    draft.metadata[NORM].name = "norms";
    assert_bad(scene, draft, "t.safetensors: the metadata has no norm");
}

/* Of a layer that there is not, of norms that stand elsewhere, and simply left out. */
static void a_missing_tensor_is_named(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    draft.metadata[DECODER].text = "3";
    assert_bad(scene, draft, "t.safetensors: there is no tensor decoder-3/self/W_Q");
    draft = good_draft(scene);
    draft.metadata[NORM].text = "pre";
    assert_bad(scene, draft, "t.safetensors: there is no tensor encoder/gain");
    draft = good_draft(scene);
    draft.left_out = "decoder-2/cross/W_O";
    assert_bad(scene, draft, "t.safetensors: there is no tensor decoder-2/cross/W_O");
    draft.left_out = "source/E";
    assert_bad(scene, draft, "t.safetensors: there is no tensor source/E");
}

static void shapes_must_fit_each_other(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    *tensor_named(&draft, "target/E") = tensor_new(scene->arena, 5, 5);
    assert_bad(scene, draft, "t.safetensors: target/E is 5 × 5, expected 5 × 6");
    draft = good_draft(scene);
    *tensor_named(&draft, "decoder-1/ffn/b_1") = tensor_new(scene->arena, 7, 1);
    assert_bad(scene, draft, "t.safetensors: decoder-1/ffn/b_1 is 7 × 1, expected 1 × 7");
    draft = good_draft(scene);
    *tensor_named(&draft, "encoder-1/ffn/W_1") = (Tensor){1 << 30, 0, (real *)""};
    assert_bad(scene, draft,
               "t.safetensors: encoder-1/ffn/W_1 is 1073741824 × 0, expected at least 1 × 1 and at "
               "most 65536 × 65536");
}

/* Sizes that would ask for terabytes, were anything set aside before the tensors are there. */
static void what_a_file_says_is_not_believed_before_it_is_seen(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    draft.metadata[ENCODER].text = draft.metadata[DECODER].text = "100";
    draft.metadata[HEADS].text = "1";
    *tensor_named(&draft, "source/E") = tensor_new(scene->arena, 4, 65536);
    *tensor_named(&draft, "encoder-1/ffn/W_1") = tensor_new(scene->arena, 1, 65536);
    assert_bad(scene, draft, "t.safetensors: target/E is 5 × 6, expected 5 × 65536");
}

/* What else they may have wrong: tests/load/test_pair_file.c. */
static void vocabularies_must_fit(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    draft.metadata[SOURCE].text = "<s>\n</s>\nthe";
    assert_bad(scene, draft,
               "t.safetensors: source vocabulary: 3 words for the 4 rows of source/E");
    draft = good_draft(scene);
    draft.metadata[TARGET].text = "<s>\n</s>\nle\nl'";
    assert_bad(scene, draft,
               "t.safetensors: target vocabulary: 4 words for the 5 rows of target/E");
}

static bool parse(Arena *arena, const char *path, Bytes bytes, Error *error)
{
    LoadedTransformer loaded;
    return transformer_parse(arena, path, bytes, &loaded, error);
}

static void a_truncated_file_fails(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene);
    write_draft(&draft);
    check_truncated(scene, scene_read(scene, "t.safetensors"), parse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whole_wherever_its_norms_are),
        cmocka_unit_test(the_kind_must_be_the_transformer),
        cmocka_unit_test(numbers_of_the_metadata_are_checked),
        cmocka_unit_test(a_missing_tensor_is_named),
        cmocka_unit_test(shapes_must_fit_each_other),
        cmocka_unit_test(what_a_file_says_is_not_believed_before_it_is_seen),
        cmocka_unit_test(vocabularies_must_fit),
        cmocka_unit_test(a_truncated_file_fails),
    };
    return run_scenes(tests);
}
