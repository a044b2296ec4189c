/* A translator's file, whole, truncated, and telling lies. */
#include "load/translator.h"

#include "load/safetensors.h"
#include "support/truncated.h"

#include <stdlib.h>
#include <string.h>

static const TranslatorSizes small = {
    .source_words = 4, .target_words = 5, .embedding = 3, .hidden = 4, .alignment = 6, .window = 2};

/* What a file is made of; a test changes one thing. */
typedef struct Draft {
    Translator translator;
    NamedText metadata[4];
    int metadata_count;
    const char *left_out; /* a tensor */
} Draft;

enum { KIND, SOURCE, TARGET, WINDOW };

static Draft good_draft(Scene *scene, const char *kind)
{
    return (Draft){
        .translator = translator_random(scene->arena, translator_kind(kind), small, 1),
        .metadata = {[KIND] = {"kind", kind},
                     [SOURCE] = {"source vocabulary", "<s>\n</s>\nthe\ncat"},
                     [TARGET] = {"target vocabulary", "<s>\n</s>\nle\nl'\nchat"},
                     [WINDOW] = {"window", "2"}},
        .metadata_count = 4,
    };
}

static void write_draft(Scene *scene, const Draft *draft)
{
    const Parameters *p = draft->translator.parameters;
    NamedTensor *tensors = arena_alloc(scene->arena, (size_t)p->count, sizeof *tensors);
    int count = 0;
    for (int i = 0; i < p->count; i++)
        if (!draft->left_out || strcmp(p->items[i].name, draft->left_out) != 0)
            tensors[count++] = (NamedTensor){p->items[i].name, p->items[i].value, FLOAT32};
    FILE *stream = fopen("t.safetensors", "wb");
    safetensors_write(stream, tensors, count, draft->metadata, draft->metadata_count);
    assert_int_equal(fclose(stream), 0);
}

static bool read_draft(Scene *scene, const Draft *draft, LoadedTranslator *loaded)
{
    write_draft(scene, draft);
    return translator_read(scene->arena, "t.safetensors", loaded, &scene->error);
}

static void assert_bad(Scene *scene, Draft draft, const char *message)
{
    LoadedTranslator loaded;
    assert_fails(read_draft(scene, &draft, &loaded), scene, EXIT_FAILURE, message);
}

static void every_kind_is_read_whole(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Draft draft = good_draft(scene, translator_kinds[kind].name);
        LoadedTranslator l;
        if (!read_draft(scene, &draft, &l))
            fail_msg("%s: %s", translator_kinds[kind].name, scene->error.message);
        assert_ptr_equal(l.translator.kind, &translator_kinds[kind]);
        assert_int_equal(l.translator.end, 1);
        assert_string_equal(l.translator.parameters->origin, "from t.safetensors");
        assert_string_equal(l.source_words[3], "cat");
        assert_string_equal(l.target_words[3], "l'");
        assert_null(l.recipe);
        const Parameters *p = l.translator.parameters;
        assert_int_equal(p->count, draft.translator.parameters->count);
        for (int i = 0; i < p->count; i++) {
            Tensor written = draft.translator.parameters->items[i].value, read = p->items[i].value;
            assert_true(same_shape(written, read));
            assert_memory_equal(written.data, read.data, tensor_size(read) * sizeof(real));
        }
    }
}

/* Another value for what is called so. */
static void set(Draft *draft, const char *name, Tensor value)
{
    parameter_find(draft->translator.parameters, name)->value = value;
}

static void a_window_is_asked_for_where_it_matters(void **state)
{
    Scene *scene = *state;
    LoadedTranslator l;
    Draft global = good_draft(scene, "general"), local = good_draft(scene, "local-m");
    global.metadata_count = local.metadata_count = WINDOW;
    assert_true(read_draft(scene, &global, &l));
    assert_bad(scene, local, "t.safetensors: the metadata has no window");
    local.metadata_count = WINDOW + 1;
    local.metadata[WINDOW].text = "0";
    assert_bad(scene, local, "t.safetensors: window: 0 is not from 1 to 1000");
}

static void the_kind_must_be_known(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene, "bahdanau");
    draft.metadata[KIND].text = "bah\033[2Jdanau";
    assert_bad(scene, draft, "t.safetensors: unknown kind of translator 'bah␛[2Jdanau'");
    draft.metadata[KIND].name = "kinds";
    assert_bad(scene, draft, "t.safetensors: not a translator's file: the metadata has no kind");
}

static void a_missing_tensor_is_named(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene, "bahdanau");
    draft.left_out = "decoder/U";
    assert_bad(scene, draft, "t.safetensors: there is no tensor decoder/U");
    draft.left_out = "output/b_o";
    assert_bad(scene, draft, "t.safetensors: there is no tensor output/b_o");
}

static void shapes_must_fit_each_other(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene, "bahdanau");
    set(&draft, "decoder/C", tensor_new(scene->arena, 4, 12));
    assert_bad(scene, draft, "t.safetensors: decoder/C is 4 × 12, expected 8 × 12");
    draft = good_draft(scene, "bahdanau");
    set(&draft, "decoder/U", tensor_new(scene->arena, 4, 5));
    assert_bad(scene, draft, "t.safetensors: decoder/U is 4 × 5, expected 4 × 4");
    draft = good_draft(scene, "dot");
    set(&draft, "decoder/U", tensor_new(scene->arena, 5, 5));
    assert_bad(scene, draft,
               "t.safetensors: 5 units cannot be halved for an encoder that reads both ways");
    draft = good_draft(scene, "bahdanau");
    set(&draft, "decoder/U", (Tensor){1 << 30, 0, (real *)""});
    assert_bad(scene, draft,
               "t.safetensors: decoder/U is 1073741824 × 0, expected at least 1 × 1 and at most "
               "65536 × 65536");
}

/* What else they may have wrong: tests/load/test_pair_file.c. */
static void vocabularies_must_fit(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene, "bahdanau");
    draft.metadata[SOURCE].text = "<s>\n</s>\nthe";
    assert_bad(scene, draft,
               "t.safetensors: source vocabulary: 3 words for the 4 rows of source/E");
    draft = good_draft(scene, "bahdanau");
    draft.metadata[TARGET].text = "<s>\n</s>\nle\nl'";
    assert_bad(scene, draft,
               "t.safetensors: target vocabulary: 4 words for the 5 rows of target/E");
}

static bool parse(Arena *arena, const char *path, Bytes bytes, Error *error)
{
    LoadedTranslator loaded;
    return translator_parse(arena, path, bytes, &loaded, error);
}

static void a_truncated_file_fails(void **state)
{
    Scene *scene = *state;
    Draft draft = good_draft(scene, "local-p");
    write_draft(scene, &draft);
    check_truncated(scene, scene_read(scene, "t.safetensors"), parse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read_whole),
        cmocka_unit_test(a_window_is_asked_for_where_it_matters),
        cmocka_unit_test(the_kind_must_be_known),
        cmocka_unit_test(a_missing_tensor_is_named),
        cmocka_unit_test(shapes_must_fit_each_other),
        cmocka_unit_test(vocabularies_must_fit),
        cmocka_unit_test(a_truncated_file_fails),
    };
    return run_scenes(tests);
}
