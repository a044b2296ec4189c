/* Files of every kind of model, whole, truncated, and telling lies. */
#include "load/model_file.h"

#include "load/safetensors.h"
#include "model/transformer.h"
#include "model/translator.h"
#include "support/reference.h"
#include "support/truncated.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCE_WORDS = 4, TARGET_WORDS = 5, MOST_TEXTS = 10, MOST_TENSORS = 100 };

static const TranslatorSizes translator_sizes = {
    .embedding = 3, .hidden = 4, .alignment = 6, .window = 2};
static const TransformerSizes transformer_sizes = {
    .d_model = 6, .heads = 3, .ffn = 7, .encoder_layers = 1, .decoder_layers = 2};

/* ---- files ---- */

/* What a file is made of; a test changes something. */
typedef struct Draft {
    Model model;
    NamedText texts[MOST_TEXTS];
    int text_count;
    NamedTensor tensors[MOST_TENSORS];
    int tensor_count;
} Draft;

static void add_text(Draft *d, const char *name, const char *text)
{
    d->texts[d->text_count++] = (NamedText){name, text, NULL};
}

static Draft *draft_of(Scene *scene, const ModelKind *kind, const void *sizes)
{
    Draft *d = arena_alloc(scene->arena, 1, sizeof *d);
    sizes = model_sizes(scene->arena, kind, sizes, SOURCE_WORDS, TARGET_WORDS);
    d->model = model_random(scene->arena, kind, sizes, 1);
    add_text(d, "kind", kind->name);
    add_text(d, "source vocabulary", "<s>\n</s>\nthe\ncat");
    add_text(d, "target vocabulary", "<s>\n</s>\nle\nl'\nchat");
    for (const ModelField *field = kind->family->fields; field->name; field++) {
        int size = *field_in(d->model.sizes, field);
        if (field->source == FROM_METADATA)
            add_text(d, field->name,
                     field->choices ? field->choices[size]
                                    : arena_format(scene->arena, "%d", size));
    }
    for (int i = 0; i < d->model.parameters->count; i++) {
        const Parameter *p = &d->model.parameters->items[i];
        d->tensors[d->tensor_count++] = (NamedTensor){p->name, p->value, FLOAT32};
    }
    return d;
}

static Draft *good_draft(Scene *scene, const ModelKind *kind)
{
    bool is_translator = kind->family == &translator_family;
    return draft_of(scene, kind,
                    is_translator ? (const void *)&translator_sizes : &transformer_sizes);
}

/* What is called so becomes this text; NULL takes it out. */
static void set_text(Draft *d, const char *name, const char *text)
{
    int i = 0;
    while (i < d->text_count && strcmp(d->texts[i].name, name) != 0)
        i++;
    assert_true(i < d->text_count);
    d->texts[i].text = text;
    if (!text)
        d->texts[i] = d->texts[--d->text_count];
}

/* What is called so has another shape; one without rows takes it out. */
static void set_shape(Scene *scene, Draft *d, const char *name, int rows, int cols)
{
    int i = 0;
    while (i < d->tensor_count && strcmp(d->tensors[i].name, name) != 0)
        i++;
    assert_true(i < d->tensor_count);
    if (rows)
        d->tensors[i].tensor =
            cols ? tensor_new(scene->arena, rows, cols) : (Tensor){rows, 0, (real *)""};
    else
        memmove(&d->tensors[i], &d->tensors[i + 1],
                (size_t)(--d->tensor_count - i) * sizeof *d->tensors);
}

static void write_draft(const Draft *d)
{
    FILE *stream = fopen("m.safetensors", "wb");
    safetensors_write(stream, d->tensors, d->tensor_count, d->texts, d->text_count);
    assert_int_equal(fclose(stream), 0);
}

static bool read_draft(Scene *scene, const Draft *d, Model *model)
{
    write_draft(d);
    return model_file_read(scene->arena, "m.safetensors", model, &scene->error);
}

/* ---- as it should be ---- */

static void check_read_whole(Scene *scene, const Draft *draft)
{
    const Model *written = &draft->model;
    const char *name = written->kind->name;
    Model read;
    if (!read_draft(scene, draft, &read))
        fail_msg("%s: %s", name, scene->error.message);
    assert_ptr_equal(read.kind, written->kind);
    for (const ModelField *field = read.kind->family->fields; field->name; field++)
        if (field_is_used(read.kind, field))
            assert_int_equal(*field_in(read.sizes, field), *field_in(written->sizes, field));
    assert_int_equal(read.end, 1);
    assert_string_equal(read.parameters->origin, "from m.safetensors");
    assert_string_equal(read.source_words[3], "cat");
    assert_string_equal(read.target_words[3], "l'");
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
        check_read_whole(scene, good_draft(scene, &model_kinds[kind]));
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerSizes sizes = transformer_sizes;
        sizes.norm = (NormPlace)place;
        check_read_whole(scene, draft_of(scene, model_kind("transformer"), &sizes));
    }
}

TEST(what_a_kind_does_not_use_may_be_missing)
{
    Model model;
    Draft *draft = good_draft(scene, model_kind("general"));
    set_text(draft, "window", NULL);
    assert_true(read_draft(scene, draft, &model));
}

/* ---- lies ---- */

/* One thing that is wrong with a good file: a text (NULL: it is missing), or the shape of a tensor
   (no rows: it is missing). */
typedef struct Lie {
    const char *kind, *name, *text;
    int rows, cols;
    const char *message; /* behind the file's name */
} Lie;

static const Lie false_texts[] = {
    {"bahdanau", "kind", "bah\033[2Jdanau", .message = "unknown kind of model 'bah␛[2Jdanau'"},
    {"bahdanau", "kind",
     .message = "not the file of a translating model: the metadata has no kind"},
    {"local-m", "window", .message = "the metadata has no window"},
    {"local-m", "window", "0", .message = "window: 0 is not from 1 to 1000"},
    {"general", "window", "many", .message = "window: 'many' is not a whole number"},
    {"transformer", "encoder layers", "0", .message = "encoder layers: 0 is not from 1 to 100"},
    {"transformer", "decoder layers", "1000000000",
     .message = "decoder layers: 1000000000 is not from 1 to 100"},
    {"transformer", "decoder layers", "3", .message = "there is no tensor decoder-3/self/W_Q"},
    {"transformer", "heads", "4", .message = "6 columns of source/E cannot be split among 4 heads"},
    {"transformer", "heads", .message = "the metadata has no heads"},
    {"transformer", "norm", "batch", .message = "norm: 'batch' is not post, pre or none"},
    {"transformer", "norm", .message = "the metadata has no norm"},
    {"transformer", "norm", "pre", .message = "there is no tensor encoder/gain"},
    {"dot", "source vocabulary", .message = "the metadata has no source vocabulary"},
    {"dot", "target vocabulary", .message = "the metadata has no target vocabulary"},
    {"dot", "source vocabulary", "<s>\n</s>\nthe",
     .message = "source vocabulary: 3 words for the 4 rows of source/E"},
    {"transformer", "target vocabulary", "<s>\n</s>\nle\nl'\nchat\nchien",
     .message = "target vocabulary: 6 words for the 5 rows of target/E"},
    {"dot", "source vocabulary", "<s>\n</s>\nthe\nthe",
     .message = "source vocabulary: words 3 and 4 are the same: 'the'"},
    {"transformer", "target vocabulary", "<s>\n</s>\nle\nl'\nle",
     .message = "target vocabulary: words 3 and 5 are the same: 'le'"},
    {"dot", "target vocabulary", "<s>\n<end>\nle\nl'\nchat",
     .message = "target vocabulary: there is no </s>, the end of a sentence"},
};

static const Lie false_shapes[] = {
    {"bahdanau", "decoder/U", .message = "there is no tensor decoder/U"},
    {"bahdanau", "output/b_o", .message = "there is no tensor output/b_o"},
    {"concat", "concat/W_a", .message = "there is no tensor concat/W_a"},
    {"transformer", "decoder-2/cross/W_O", .message = "there is no tensor decoder-2/cross/W_O"},
    {"transformer", "source/E", .message = "there is no tensor source/E"},
    {"bahdanau", "decoder/C", .rows = 4, 12, "decoder/C is 4 × 12, expected 8 × 12"},
    {"bahdanau", "decoder/U", .rows = 4, 5, "decoder/U is 4 × 5, expected 4 × 4"},
    {"dot", "decoder/U", .rows = 5, 5,
     "5 units cannot be halved for an encoder that reads both ways"},
    {"bahdanau", "decoder/U", .rows = 1 << 30, 0,
     "decoder/U is 1073741824 × 0, expected 1 to 65536 rows"},
    {"transformer", "target/E", .rows = 5, 5, "target/E is 5 × 5, expected 5 × 6"},
    {"transformer", "decoder-1/ffn/b_1", .rows = 7, 1,
     "decoder-1/ffn/b_1 is 7 × 1, expected 1 × 7"},
    {"transformer", "encoder-1/ffn/W_1", .rows = 1 << 30, 0,
     "encoder-1/ffn/W_1 is 1073741824 × 0, expected 1 to 65536 columns"},
};

static void check_refused(Scene *scene, const Draft *draft, const char *message)
{
    Model model;
    assert_fails(read_draft(scene, draft, &model), scene, EXIT_FAILURE,
                 arena_format(scene->arena, "m.safetensors: %s", message));
}

TEST(lies_are_named)
{
    for (size_t i = 0; i < sizeof false_texts / sizeof *false_texts; i++) {
        const Lie *lie = &false_texts[i];
        Draft *draft = good_draft(scene, model_kind(lie->kind));
        set_text(draft, lie->name, lie->text);
        check_refused(scene, draft, lie->message);
    }
    for (size_t i = 0; i < sizeof false_shapes / sizeof *false_shapes; i++) {
        const Lie *lie = &false_shapes[i];
        Draft *draft = good_draft(scene, model_kind(lie->kind));
        set_shape(scene, draft, lie->name, lie->rows, lie->cols);
        check_refused(scene, draft, lie->message);
    }
}

/* Sizes that would ask for terabytes, were anything set aside before the tensors are there. */
TEST(what_a_file_says_is_not_believed_before_it_is_seen)
{
    Draft *draft = good_draft(scene, model_kind("transformer"));
    set_text(draft, "encoder layers", "100");
    set_text(draft, "decoder layers", "100");
    set_text(draft, "heads", "1");
    set_shape(scene, draft, "source/E", 4, 65536);
    set_shape(scene, draft, "encoder-1/ffn/W_1", 1, 65536);
    check_refused(scene, draft, "target/E is 5 × 6, expected 5 × 65536");
}

static bool parse(Arena *arena, const char *path, Bytes bytes, Error *error)
{
    Safetensors file;
    Model model;
    return safetensors_parse(arena, path, bytes, &file, error) &&
           model_of_file(arena, &file, &model, error);
}

TEST(a_truncated_file_fails)
{
    static const char *const kinds[] = {"local-p", "transformer"};
    for (int i = 0; i < 2; i++) {
        write_draft(good_draft(scene, model_kind(kinds[i])));
        check_truncated(scene, scene_read(scene, "m.safetensors"), parse);
    }
}
