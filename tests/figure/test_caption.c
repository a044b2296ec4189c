#include "figure/layout.h"

#include "support/picture.h"

#include <string.h>

static Caption caption(Scene *scene, Studio *studio, const char *title, const char *formula,
                       const char *sentence, const char *provenance, int limit)
{
    Sheet *sheet = arena_alloc(scene->arena, 1, sizeof *sheet);
    *sheet = sheet_new(scene->arena, studio->typesetter, &studio->style);
    return caption_new(sheet, title, formula, sentence, provenance, limit);
}

/* The words, with | between lines. */
static const char *lines(Scene *scene, const Caption *c)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < c->count; i++) {
        const char *between = i == 0 ? "" : c->lines[i].y > c->lines[i - 1].y ? "|" : " ";
        text_format(&text, "%s%s", between, c->lines[i].string);
    }
    return text.data;
}

static const TextItem *word(const Caption *c, const char *string)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->lines[i].string, string) == 0)
            return &c->lines[i];
    fail_msg("there is no \"%s\"", string);
    return NULL;
}

static void a_caption_is_title_formula_sentence_and_provenance(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption c = caption(scene, &studio, "The title", "X + M", "a sentence", "d_k = 4", 2000);
    assert_string_equal(lines(scene, &c), "The title|X + M|a sentence|d_k = 4");
    c = caption(scene, &studio, "The title", "", NULL, "d_k = 4", 2000);
    assert_string_equal(lines(scene, &c), "The title|d_k = 4");
}

static void sentences_stand_side_by_side_or_each_in_its_own_line(void **state)
{
    static const char both[] = "the old cat\nle vieux chat";
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption wide = caption(scene, &studio, "t", "x", both, "p", 2000);
    assert_string_equal(lines(scene, &wide), "t|x|the old cat · le vieux chat|p");
    Caption narrow = caption(scene, &studio, "t", "x", both, "p", wide.width - 1);
    assert_string_equal(lines(scene, &narrow), "t|x|the old cat|le vieux chat|p");
    assert_true(narrow.height > wide.height);
    assert_in_range(narrow.width, 1, wide.width - 1);
}

static void words_go_to_the_next_line_when_there_is_no_room(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    for (int limit = 150; limit < 1500; limit += 50) {
        Caption c = caption(scene, &studio, "Attention weights of head 2", "softmax(QKᵀ/√dₖ + M)",
                            "He hit the ball with the bat",
                            "d_{model} = 48, weights random, not learned, seed 1", limit);
        assert_in_range(c.width, 1, limit);
        assert_true(c.lines[c.count - 1].y < c.height);
    }
    Caption narrow = caption(scene, &studio, "one two three", "x", NULL, "p", 150);
    assert_string_equal(lines(scene, &narrow), "one two|three|x|p");
}

static void a_word_too_long_for_any_line_is_elided(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption c = caption(scene, &studio, "Weights", "x", NULL,
                        "from /a/very/long/path/that/goes/on/and/on/to/weights.safetensors", 300);
    assert_non_null(strstr(lines(scene, &c), "…"));
    assert_in_range(c.width, 1, 300);
}

static void a_name_that_has_a_value_is_set_as_a_formula_and_a_file_is_not(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption c = caption(scene, &studio, "T", "x", NULL, "d_k = 16, from my_file.safetensors", 2000);
    assert_int_equal(word(&c, "d_k")->form, TEXT_FORMULA);
    assert_int_equal(word(&c, "my_file.safetensors")->form, TEXT_PLAIN);
    assert_int_equal(word(&c, "x")->form, TEXT_FORMULA);
    assert_int_equal(word(&c, "T")->form, TEXT_PLAIN);
}

static void braces_hold_a_formula_s_words_together(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption c = caption(scene, &studio, "T", "W_{Q, 1} X", NULL, "p", 2000);
    assert_int_equal(word(&c, "W_{Q, 1}")->form, TEXT_FORMULA);
}

static void a_root_holds_the_words_in_its_brackets_together(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Caption c = caption(scene, &studio, "T", "(x − μ)/√((a + b) + ε) y", NULL, "p", 2000);
    assert_non_null(word(&c, "(x"));
    assert_non_null(word(&c, "μ)/√((a + b) + ε)"));
    assert_non_null(word(&c, "y"));
}

static void a_caption_is_drawn_where_it_is_put(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    Sheet sheet = sheet_new(scene->arena, studio.typesetter, &studio.style);
    Caption c = caption_new(&sheet, "one two", "x", NULL, "p", 2000);
    caption_draw(&sheet, &c, 30, 40);
    assert_int_equal(sheet.drawing->count, c.count);
    for (int i = 0; i < c.count; i++) {
        assert_int_equal(sheet.drawing->items[i].text.x, c.lines[i].x + 30);
        assert_int_equal(sheet.drawing->items[i].text.y, c.lines[i].y + 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caption_is_title_formula_sentence_and_provenance),
        cmocka_unit_test(sentences_stand_side_by_side_or_each_in_its_own_line),
        cmocka_unit_test(words_go_to_the_next_line_when_there_is_no_room),
        cmocka_unit_test(a_word_too_long_for_any_line_is_elided),
        cmocka_unit_test(a_name_that_has_a_value_is_set_as_a_formula_and_a_file_is_not),
        cmocka_unit_test(braces_hold_a_formula_s_words_together),
        cmocka_unit_test(a_root_holds_the_words_in_its_brackets_together),
        cmocka_unit_test(a_caption_is_drawn_where_it_is_put),
    };
    return run_scenes(tests);
}
