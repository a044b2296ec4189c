#include "figure/figure.h"

#include "support/picture.h"

static Drawing *caption(Studio *studio, const char *title, const char *formula,
                        const char *sentences, const char *provenance, int limit)
{
    Sheet sheet = studio_sheet(studio);
    TracedText texts[4] = {0};
    Trace trace = {.provenance = provenance, .texts = texts};
    char *rest = sentences ? arena_strdup(studio->arena, sentences) : NULL;
    for (const char *text; (text = strsep(&rest, "\n"));)
        texts[trace.text_count++].text = text;
    sheet.trace = &trace;
    Panel panel = {.title = title, .formula = formula};
    return caption_draw(&sheet, &panel, sentences, 0, limit);
}

/* The words, with | between lines. */
static const char *lines(const Drawing *d)
{
    Text text = text_new(d->arena);
    for (int i = 0; i < d->count; i++) {
        const TextItem *item = &d->items[i].text;
        const char *between = i == 0 ? "" : item->y > d->items[i - 1].text.y ? "|" : " ";
        text_format(&text, "%s%s", between, item->string);
    }
    return text.data;
}

TEST_OF_DRAWING(a_caption_is_title_formula_sentences_and_provenance)
{
    static const struct {
        const char *title, *formula, *sentences, *provenance;
        int limit;
        const char *lines;
    } cases[] = {
        {"The title", "X + M", "a sentence", "d_k = 4", 2000, "The title|X + M|a sentence|d_k = 4"},
        {"The title", "", NULL, "d_k = 4", 2000, "The title|d_k = 4"},
        {"one two three", "x", NULL, "p", 150, "one two|three|x|p"},
        {"one two 3 four", "x", NULL, "p", 150, "one|two 3|four|x|p"}, /* a number stays */
        {"one two 3", "x", NULL, "p", 2000, "one two 3|x|p"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(lines(caption(studio, cases[i].title, cases[i].formula,
                                          cases[i].sentences, cases[i].provenance, cases[i].limit)),
                            cases[i].lines);
}

TEST_OF_DRAWING(sentences_stand_side_by_side_or_each_in_its_own_line)
{
    static const char both[] = "the old cat\nle vieux chat";
    const Drawing *wide = caption(studio, "t", "x", both, "p", 2000);
    assert_string_equal(lines(wide), "t|x|the old cat · le vieux chat|p");
    const Drawing *narrow = caption(studio, "t", "x", both, "p", wide->width - 1);
    assert_string_equal(lines(narrow), "t|x|the old cat|le vieux chat|p");
    assert_true(narrow->height > wide->height);
    assert_in_range(narrow->width, 1, wide->width - 1);
}

TEST_OF_DRAWING(a_caption_keeps_to_its_limit)
{
    for (int limit = 150; limit < 1500; limit += 50) {
        const Drawing *d = caption(studio, "Attention weights of head 2", "softmax(QKᵀ/√dₖ + M)",
                                   "He hit the ball with the bat",
                                   "d_{model} = 48, weights random, not learned, seed 1", limit);
        assert_in_range(d->width, 1, limit);
        assert_true(d->items[d->count - 1].text.y < d->height);
    }
    const Drawing *elided =
        caption(studio, "Weights", "x", NULL,
                "from /a/very/long/path/that/goes/on/and/on/to/weights.safetensors", 300);
    assert_has(lines(elided), "…");
    assert_in_range(elided->width, 1, 300);
}

/* A name that has a value is set as a formula, a file's name is not. Braces, and the brackets of a
   root, hold words together. */
TEST_OF_DRAWING(formulas_are_words_that_belong_together)
{
    static const struct {
        const char *word;
        TextForm form;
    } cases[] = {
        {"T", TEXT_PLAIN},          {"d_k", TEXT_FORMULA}, {"my_file.safetensors", TEXT_PLAIN},
        {"(x", TEXT_FORMULA},       {"y", TEXT_FORMULA},   {"μ)/√((a + b) + ε)", TEXT_FORMULA},
        {"W_{Q, 1}", TEXT_FORMULA},
    };
    const Drawing *d = caption(studio, "T", "(x − μ)/√((a + b) + ε) y W_{Q, 1} X", NULL,
                               "d_k = 16, from my_file.safetensors", 2000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const TextItem *word = text_at(d, cases[i].word);
        assert_non_null(word);
        assert_int_equal(word->form, cases[i].form);
    }
}

TEST_OF_DRAWING(a_part_is_drawn_where_it_is_put)
{
    Sheet sheet = studio_sheet(studio);
    Drawing *part = caption(studio, "one two", "x", NULL, "p", 2000);
    sheet_put(&sheet, part, 30, 40);
    assert_int_equal(sheet.drawing->count, part->count);
    for (int i = 0; i < part->count; i++) {
        assert_int_equal(sheet.drawing->items[i].text.x, part->items[i].text.x + 30);
        assert_int_equal(sheet.drawing->items[i].text.y, part->items[i].text.y + 40);
    }
}
