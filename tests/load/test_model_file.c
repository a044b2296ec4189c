/* Files of every kind of model, whole, truncated, and telling lies. */
#include "load/weights.h"

#include "support/case_list.h"
#include "support/draft.h"
#include "support/reference.h"
#include "support/truncated.h"

enum { SOURCE_WORDS = 4, TARGET_WORDS = 5 };

static const TranslatorSizes translator_sizes = {
    .embedding = 3, .hidden = 4, .alignment = 6, .window = 2};
static const TransformerSizes transformer_sizes = {
    .d_model = 6, .heads = 3, .ffn = 7, .encoder_layers = 1, .decoder_layers = 2};

/* ---- files ---- */

/* A small one of a kind; `sizes` NULL for the usual ones of its family. */
static Model small_model(Scene *scene, const ModelKind *kind, const void *sizes)
{
    bool is_transformer = kind->family == &transformer_family;
    const void *usual = is_transformer ? (const void *)&transformer_sizes : &translator_sizes;
    sizes = model_sizes(scene->arena, kind, sizes ? sizes : usual,
                        kind->family->predicts_source ? TARGET_WORDS : SOURCE_WORDS, TARGET_WORDS);
    return model_random(scene->arena, kind, sizes, 1);
}

static Draft draft_of(Scene *scene, const Model *m)
{
    Draft d = {.arena = scene->arena};
    draft_text(&d, "kind", m->kind->name);
    draft_text(&d, "source vocabulary",
               m->kind->family->predicts_source ? "<s>\n</s>\nle\nl'\nchat"
                                                : "<s>\n</s>\nthe\ncat");
    draft_text(&d, "target vocabulary", "<s>\n</s>\nle\nl'\nchat");
    for (const ModelField *field = m->kind->family->fields; field->name; field++) {
        int size = *field_in(m->sizes, field);
        if (field->source == FROM_METADATA)
            draft_text(&d, field->name,
                       field->choices ? field->choices[size]
                                      : arena_format(scene->arena, "%d", size));
    }
    for (int i = 0; i < m->parameters->count; i++)
        draft_tensor(&d, m->parameters->items[i].name, m->parameters->items[i].value);
    return d;
}

static Draft good_draft(Scene *scene, const char *kind)
{
    Model model = small_model(scene, model_kind(kind), NULL);
    return draft_of(scene, &model);
}

static Model read_draft(Scene *scene, const Draft *d)
{
    draft_write(d, "m.safetensors");
    return model_file_read(scene->arena, "m.safetensors");
}

/* ---- as it should be ---- */

static void check_read_whole(Scene *scene, const ModelKind *kind, const void *sizes)
{
    Model model = small_model(scene, kind, sizes);
    const Model *written = &model;
    Draft draft = draft_of(scene, written);
    Model read = read_draft(scene, &draft);
    assert_ptr_equal(read.kind, written->kind);
    for (const ModelField *field = read.kind->family->fields; field->name; field++)
        if (field_is_used(read.kind, field))
            assert_int_equal(*field_in(read.sizes, field), *field_in(written->sizes, field));
    assert_int_equal(read.end, 1);
    assert_string_equal(read.parameters->origin, "from m.safetensors");
    assert_string_equal(read.source.words[3], kind->family->predicts_source ? "l'" : "cat");
    assert_string_equal(read.target.words[3], "l'");
    assert_null(read.recipe);
    assert_int_equal(read.parameters->count, written->parameters->count);
    for (int i = 0; i < read.parameters->count; i++) {
        assert_true(
            same_bits(read.parameters->items[i].value, written->parameters->items[i].value));
    }
}

TEST(every_kind_is_read_whole)
{
    for (int kind = 0; kind < model_kind_count; kind++)
        check_read_whole(scene, &model_kinds[kind], NULL);
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerSizes sizes = transformer_sizes;
        sizes.norm = (NormPlace)place;
        check_read_whole(scene, model_kind("transformer"), &sizes);
    }
}

TEST(what_a_kind_does_not_use_may_be_missing)
{
    Draft draft = good_draft(scene, "general");
    draft_change(&draft, "window", "missing");
    read_draft(scene, &draft);
}

/* ---- lies ---- */

static void check_refused(Scene *scene, const Draft *draft, const char *message)
{
    assert_refused(read_draft(scene, draft),
                   arena_format(scene->arena, "m.safetensors: %s", message));
}

static void check_lie(Scene *scene, const char *const *columns)
{
    Draft draft = good_draft(scene, columns[0]);
    draft_change(&draft, columns[1], columns[2]);
    check_refused(scene, &draft, columns[3]);
}

TEST_CASES(lies_are_named, "load/lies.list", "models", check_lie)

/* Sizes that would ask for terabytes, were anything set aside before the tensors are there. */
TEST(what_a_file_says_is_not_believed_before_it_is_seen)
{
    Draft draft = good_draft(scene, "transformer");
    draft_change(&draft, "encoder layers", "100");
    draft_change(&draft, "decoder layers", "100");
    draft_change(&draft, "heads", "1");
    draft_change(&draft, "source/E", "4 × 65536");
    draft_change(&draft, "encoder-1/ffn/W_1", "1 × 65536");
    check_refused(scene, &draft, "target/E is 5 × 6, expected 5 × 65536");
}

static void parse(Arena *arena, const char *path, Bytes bytes)
{
    Safetensors file = safetensors_parse(arena, path, bytes);
    model_of_file(arena, &file);
}

TEST(a_truncated_file_fails)
{
    static const char *const kinds[] = {"local-p", "transformer"};
    for (int i = 0; i < 2; i++) {
        Draft draft = good_draft(scene, kinds[i]);
        draft_write(&draft, "m.safetensors");
        check_truncated(scene, scene_read(scene, "m.safetensors"), parse);
    }
}
