/* A learned translator and its file: what is written is what is read. */
#include "train/translator_file.h"

#include "load/translator.h"
#include "support/scene.h"

#include <math.h>
#include <string.h>

static const TranslationScore score = {.sentences = 8, .right = 7, .words = 300, .aligned = 299};

static Translator written(Scene *scene, const PairSource *source, const char *kind)
{
    TranslatorRecipe recipe = translator_recipe(translator_kind(kind), source);
    Translator t = translator_start(scene->arena, &recipe);
    translator_round(&t);
    FILE *stream = fopen("t.safetensors", "wb");
    translator_file_write(scene->arena, stream, source, &t, &recipe, 5, score);
    assert_int_equal(fclose(stream), 0);
    return t;
}

static void what_is_rounded_is_read_back_to_the_bit(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    for (int kind = 0; kind < translator_kind_count; kind++) {
        Translator t = written(scene, &source, translator_kinds[kind].name);
        LoadedTranslator l;
        if (!translator_read(scene->arena, "t.safetensors", &l, &scene->error))
            fail_msg("%s", scene->error.message);
        assert_ptr_equal(l.translator.kind, t.kind);
        assert_int_equal(l.translator.end, t.end);
        assert_int_equal(l.translator.parameters->count, t.parameters->count);
        for (int i = 0; i < t.parameters->count; i++) {
            Tensor kept = t.parameters->items[i].value,
                   read = l.translator.parameters->items[i].value;
            assert_true(same_shape(read, kept));
            assert_memory_equal(read.data, kept.data, tensor_size(kept) * sizeof(real));
        }
    }
}

static void the_file_says_where_it_comes_from(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    LoadedTranslator l;
    written(scene, &source, "local-m");
    assert_true(translator_read(scene->arena, "t.safetensors", &l, &scene->error));
    assert_string_equal(l.corpus, "the toy language");
    assert_string_equal(l.score, "7 of 8 sentences, 99.67 % of 300 content words aligned");
    assert_non_null(strstr(l.recipe, "steps of 32 sentences"));
    assert_non_null(strstr(l.recipe, "; broken off after 5 steps"));
    assert_int_equal(l.translator.sizes.source_words, source.source.count);
    assert_int_equal(l.translator.sizes.target_words, source.target.count);
    for (int i = 0; i < source.target.count; i++)
        assert_string_equal(l.target_words[i], source.target.words[i]);
}

/* Half a unit of 11 binary digits. */
static void rounding_keeps_three_digits(void **state)
{
    Scene *scene = *state;
    Translator t = translator_random(scene->arena, translator_kind("dot"),
                                     (TranslatorSizes){9, 9, 4, 4, 4, 1}, 1);
    Tensor before = tensor_new(scene->arena, 9, 4),
           after = parameter_find(t.parameters, "source/E")->value;
    memcpy(before.data, after.data, tensor_size(before) * sizeof(real));
    translator_round(&t);
    int changed = 0;
    for (size_t i = 0; i < tensor_size(after); i++) {
        double was = (double)before.data[i], is = (double)after.data[i];
        assert_true(fabs(is - was) <= 0x1p-11 * fabs(was));
        changed += is != was;
    }
    assert_true(changed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_rounded_is_read_back_to_the_bit),
        cmocka_unit_test(the_file_says_where_it_comes_from),
        cmocka_unit_test(rounding_keeps_three_digits),
    };
    return run_scenes(tests);
}
