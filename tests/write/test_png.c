#include "write/formats.h"

#include "support/forms.h"
#include "support/picture.h"
#include "support/sample.h"

static Trace *main_job(Scene *scene)
{
    return sample_trace(scene,
                        (SampleSettings){.text = "He hit the ball with the bat", .mask = "causal"});
}

static void write_figures(Scene *scene, const Trace *trace, const FigureStyle *style, unsigned too,
                          Folder *folder, Text *warnings)
{
    Document *document = document_new(scene->arena, trace);
    document_add_trace(document, TELL_ALL | too);
    FigureStyle usual = figure_style_default();
    WriteOptions options = {.figure = style ? style : &usual, .warnings = warnings};
    format_write(FORMAT_png, document, &options, folder);
}

/* Writes the figures into a new folder, in the usual style for NULL; returns the warnings. */
static const char *write_all(Scene *scene, const Trace *trace, const FigureStyle *style,
                             unsigned too, const char *path)
{
    Text warnings = text_new(scene->arena);
    ENDED_BY(folder_close) Folder *folder = folder_open(scene->arena, path, format_files);
    write_figures(scene, trace, style, too, folder, &warnings);
    folder_commit(folder);
    return warnings.data;
}

static Picture picture_in(Scene *scene, const char *path)
{
    return picture_read(scene, scene_read(scene, path));
}

/* ---- one drawing ---- */

static Drawing *small_drawing(Scene *scene, int dpi)
{
    Drawing *drawing = drawing_new(scene->arena, dpi, 0xffffff);
    drawing->width = 50;
    drawing->height = 30;
    Fill fill = {{10, 5, 20, 10}, 0xc86400};
    drawing_add(drawing, (Item){.kind = ITEM_FILL, .fill = fill});
    return drawing;
}

static Picture write_one(Scene *scene, int dpi, FigureInfo info)
{
    Drawing *drawing = small_drawing(scene, dpi);
    drawing->info = info;
    return picture_read(scene, png_encode(drawing, scene->arena, scene->arena));
}

TEST(pixels_come_back_as_they_were_drawn)
{
    Picture picture = write_one(scene, 192, (FigureInfo){0});
    assert_int_equal(picture.width, 50);
    assert_int_equal(picture.height, 30);
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 50; x++) {
            bool inside = x >= 10 && x < 30 && y >= 5 && y < 15;
            Colour expected = inside ? 0xc86400 : 0xffffff;
            assert_true(picture_at(&picture, x, y) == expected);
        }
}

TEST(the_resolution_is_recorded)
{
    assert_int_equal(write_one(scene, 192, (FigureInfo){0}).pixels_per_metre, 7559);
    assert_int_equal(write_one(scene, 96, (FigureInfo){0}).pixels_per_metre, 3780);
    assert_int_equal(write_one(scene, 600, (FigureInfo){0}).pixels_per_metre, 23622);
}

TEST(texts_are_recorded_in_any_script)
{
    FigureInfo info = {"Weights", "softmax(QKᵀ/√dₖ), שלום", "attnviz -s 'the bat'", "by heart"};
    Picture picture = write_one(scene, 96, info);
    assert_string_equal(picture_text(&picture, "Title"), "Weights");
    assert_string_equal(picture_text(&picture, "Description"), "softmax(QKᵀ/√dₖ), שלום");
    assert_string_equal(picture_text(&picture, "Command"), "attnviz -s 'the bat'");
    assert_string_equal(picture_text(&picture, "Comment"), "by heart");
    assert_string_equal(picture_text(&picture, "Software"), "attnviz " ATTNVIZ_VERSION);
}

TEST(texts_that_are_not_given_are_not_recorded)
{
    Picture picture = write_one(scene, 96, (FigureInfo){.title = "", .description = NULL});
    assert_int_equal(picture.text_count, 1);
}

TEST(a_long_text_is_recorded_whole)
{
    char text[20000];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    Picture picture = write_one(scene, 96, (FigureInfo){.title = text});
    assert_string_equal(picture_text(&picture, "Title"), text);
}

/* ---- all figures of a trace ---- */

TEST(a_figure_tells_what_it_shows_and_how_to_make_it_again)
{
    Trace *trace = main_job(scene);
    write_all(scene, trace, NULL, 0, "out");
    Picture weights = picture_in(scene, "out/30-head-2-weights.png");
    assert_string_equal(picture_text(&weights, "Title"), "Attention weights of head 2");
    const char *description = picture_text(&weights, "Description");
    assert_has(description, "softmax(QKᵀ/√dₖ + M)");
    assert_has(description, "a row for each query, a column for each key");
    assert_has(description, step_named(trace, "head-2/weights")->note);
    assert_string_equal(picture_text(&weights, "Command"),
                        "attnviz --sentence 'He hit the ball with the bat'");
    Picture heads = picture_in(scene, "out/46-heads.png");
    assert_has(picture_text(&heads, "Description"), "head 1, head 2, head 3, mean of the heads");
    Picture overview = picture_in(scene, "out/00-overview.png");
    assert_has(picture_text(&overview, "Description"),
               "in rows: input, no projections, head 1, head 2, head 3, result");
}

static const char *description_in(Scene *scene, const char *path)
{
    Picture picture = picture_in(scene, path);
    return picture_text(&picture, "Description");
}

/* Of many bars the first are told. */
TEST(bars_and_curves_are_drawn_and_described_as_such)
{
    enum { MANY = 13 };
    static const char *const words[] = {"hit", "ball", "cave"};
    static const char *const letters[MANY] = {"a", "b", "c", "d", "e", "f", "g",
                                              "h", "i", "j", "k", "l", "m"};
    static const double numbers[] = {0.71, 0.69, NAN}, counts[] = {1234, 5, 0}, zeros[MANY] = {0};
    static const double x[] = {0, 1500, 3000}, loss[] = {5, 3, 2};
    const struct {
        Step step;
        const char *description;
    } cases[] = {
        {bars_of_numbers(scene, VALUE_COSINE, 3, 1, words, numbers),
         "Step: x. Bars, cosine: hit 0.71, ball 0.69, cave masked. By hand."},
        {bars_of_numbers(scene, VALUE_COUNT, 3, 1, words, counts),
         "Step: x. Bars, count: hit 1,234, ball 5, cave 0. By hand."},
        {bars_of_numbers(scene, VALUE_SHARE, 1, MANY, letters, zeros),
         "Step: x. Bars, share of the whole: a 0, b 0, c 0, d 0, e 0, f 0, "
         "g 0, h 0, i 0, j 0, k 0, l 0 … (13 in all). By hand."},
        {curves_of_numbers(scene, 3, 1, x, loss),
         "Step: x. Curve of curve 1: loss (nats) over step, 0 to 3000. By hand."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *folder = arena_format(scene->arena, "out-%zu", i);
        write_all(scene, trace_of_step(scene, cases[i].step), NULL, 0, folder);
        const char *path = arena_format(scene->arena, "%s/01-step.png", folder);
        assert_string_equal(description_in(scene, path), cases[i].description);
    }
}

TEST(a_panel_says_what_it_holds)
{
    FigureStyle style = figure_style_default();
    style.dpi = DPI_LEAST;
    write_all(scene, comparison_trace(scene, "the bat hit", "a bat flew"), &style, 0, "out");
    assert_has(description_in(scene, "out/00-comparison.png"),
               "Heatmaps and bars in rows: attends to, contributions, gained, after.");
    assert_has(scene_list(scene, "out"), "02-sentence-1-contributions.png");
    write_all(scene, training_trace(scene, true), &style, 0, "training");
    assert_has(description_in(scene, "training/00-training.png"),
               "Heatmaps and curves side by side: step 0, step 10, loss.");
    assert_has(scene_list(scene, "training"), "03-loss.png");
}
