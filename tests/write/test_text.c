#include "write/formats.h"

#include "support/picture.h"
#include "support/sample.h"

static const char *text_with(Scene *scene, const Trace *trace, WriteOptions style, unsigned wanted)
{
    Document *document = document_new(scene->arena, trace);
    document_add_trace(document, wanted);
    return recorded(scene->arena, text_write(recorder, document, &style)).data;
}

static const char *text_of(Scene *scene, const Trace *trace, WriteOptions style)
{
    return text_with(scene, trace, style, TELL_ALL);
}

static WriteOptions plain(int width)
{
    return (WriteOptions){.width = width, .precision = 2};
}

/* The text of a sample; nothing is left out for 0. */
static const char *told(Scene *scene, SampleSettings settings, int width)
{
    return text_of(scene, sample_trace(scene, settings), plain(width));
}

/* ---- details ---- */

TEST(details_are_named_in_one_line_and_shown_where_nothing_is_left_out)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .heads = 1, .dim = 2});
    for (int i = 0; i < trace->step_count; i++)
        trace->steps[i].later = i == 1;
    trace->steps[2].detail = trace->steps[3].detail = true;
    trace->steps[trace->step_count - 1].detail = true;
    const char *text = text_with(scene, trace, plain(80), 0);
    assert_has(text, "\n\n    … 3 steps left out here: positional … raw/scores\n\n");
    assert_has(text, "\n\n    … 1 step left out here: difference/weights\n\n");
    assert_lacks(text, "    positional   2 × 2");
    assert_has(text, "\n 1. Embeddings\n");
    assert_has(text, "\n 5. Scaled scores without projections\n");
    const char *whole = text_of(scene, trace, plain(0));
    assert_lacks(whole, "left out here");
    assert_has(whole, "\n 2. Positional encoding\n    positional   2 × 2");
}

/* ---- the width ---- */

static const char *words(Scene *scene, int count)
{
    static const char *const pool[] = {"the",   "bat", "hit", "a",       "ball",
                                       "under", "the", "red", "mammals", "quickly"};
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%s", i ? " " : "", pool[i * 7 % 10]);
    return text.data;
}

static void check_widths(Scene *scene, SampleSettings settings, int width)
{
    check_narrow(scene, told(scene, settings, width), width);
}

TEST(no_line_is_longer_than_the_width)
{
    static const int counts[] = {1, 4, 7, 30, 128};
    static const int widths[] = {40, 41, 47, 53, 60, 66, 72, 79, 80, 81, 99, 120, 151, 200};
    for (int i = 0; i < 5; i++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            check_widths(scene, (SampleSettings){.text = words(scene, counts[i]), .mask = "causal"},
                         widths[w]);
    SampleSettings wide = {.text = "Donaudampfschifffahrtsgesellschaftskapitän 日本語 "
                                   "👩‍👩‍👧👩‍👩‍👧 incomprehensibilities "
                                   "e\u0301e\u0301e\u0301 שלום",
                           .mask = "causal"};
    for (int width = 60; width <= 200; width += 20)
        check_widths(scene, wide, width);
}

TEST(a_long_sentence_is_broken_and_a_longer_one_cut_in_the_middle)
{
    SampleSettings settings = {.text = words(scene, 20)};
    const char *narrow = told(scene, settings, 40);
    assert_string_equal(line_at(scene, narrow, 0), "“the red ball bat mammals under hit");
    assert_int_equal(*line_at(scene, narrow, 1), ' ');
    settings.text = words(scene, 40);
    const char *cut = told(scene, settings, 40);
    int lines = 0;
    for (int i = 0; i < 5; i++)
        lines += strstr(line_at(scene, cut, i), "…") != NULL;
    assert_int_equal(lines, 1);
    const char *whole = line_at(scene, told(scene, settings, 0), 0);
    assert_string_equal(whole, arena_format(scene->arena, "“%s”", words(scene, 40)));
}

TEST(paragraphs_are_broken_between_words_only)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b a", .mask = "causal"});
    const char *wide = text_of(scene, trace, plain(0));
    const char *narrow = text_of(scene, trace, plain(50));
    for (int i = 0; i < trace->step_count; i++) {
        Text broken = text_new(scene->arena);
        text_add(&broken, "\n");
        int used = 0;
        for (const char *word = trace->steps[i].note; *word;) {
            size_t length = strcspn(word, " ");
            int columns = utf8_width(arena_strndup(scene->arena, word, length));
            bool breaks = !used || used + 1 + columns > 50;
            text_add(&broken, breaks ? (used ? "\n    " : "    ") : " ");
            text_add_bytes(&broken, word, length);
            used = breaks ? 4 + columns : used + 1 + columns;
            word += length + (word[length] == ' ');
        }
        text_add(&broken, "\n\n");
        assert_has(narrow, broken.data);
        assert_has(wide, trace->steps[i].note);
    }
}

/* ---- what every text must be ---- */

static void check_clean(const char *text, bool colour)
{
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        fail_if(byte != '\n' && !(colour && byte == 0x1b) && (byte < 0x20 || byte == 0x7f),
                "a raw control character 0x%02x", byte);
        fail_if(*c == '\n' && c > text && c[-1] == ' ', "a line ends with a blank: %.60s",
                c > text + 60 ? c - 60 : text);
    }
    assert_int_equal(utf8_valid_length(text, strlen(text)), strlen(text));
}

TEST(every_text_is_clean)
{
    static const char hostile[] =
        "\x1b[2J\x1b]0;t\x07 \x7f \xc2\x9b"
        "31m \u202e\u2066 a\u0301\u0301 "
        "<script> \" ' \\ | , \u200b\ufeff \U000e0041 ﷽ שלום 👍🏽 \u2028x";
    const char *const texts[] = {hostile, words(scene, 7)};
    for (int i = 0; i < 4; i++) {
        SampleSettings settings = {.text = texts[i % 2], .mask = "causal"};
        const char *text = told(scene, settings, i < 2 ? 0 : 80);
        check_clean(text, false);
        assert_lacks(text, "\u202e");
        assert_lacks(text, "\xc2\x9b");
    }
}

/* Each line ends without one. */
TEST(colours_are_there_when_asked_for_and_only_then)
{
    FigureStyle figure = figure_style_default();
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .mask = "causal"});
    WriteOptions style = {.width = 80, .precision = 2, .depth = COLOUR_256, .figure = &figure};
    const char *shaded = text_of(scene, trace, style);
    assert_has(shaded, "\033[1m 1. Embeddings\033[0m\n");
    assert_has(shaded, "\033[48;5;");
    check_clean(shaded, true);
    for (const char *c = strchr(shaded, '\033'); c; c = strchr(c + 1, '\033'))
        assert_true(c[1] == '[' && strspn(c + 2, "0123456789;") == strcspn(c + 2, "m"));
    assert_null(strchr(text_of(scene, trace, plain(80)), '\033'));
    style.depth = COLOUR_TRUE;
    style.width = 0;
    const char *text = text_of(scene, trace, style);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const char *last = NULL;
        for (const char *c = line; *c != '\n'; c++)
            last = *c == '\033' ? c : last;
        assert_true(!last || !strncmp(last, "\033[0m", 4));
    }
}
