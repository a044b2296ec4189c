/* Figures as SVG and PDF, held against the PNG by programs of others where there are any. */
#include "support/picture.h"
#include "support/shell.h"

static const char *svg_of(Scene *scene, const char *command, const char *file)
{
    shell_prepare(scene);
    shell_succeed(scene, command);
    return (const char *)scene_read(scene, file).data;
}

static bool has_program(Scene *scene, const char *name)
{
    int status;
    shell_run(scene, arena_format(scene->arena, "command -v %s", name), &status);
    return status == 0;
}

TEST(texts_are_texts_and_hostile_ones_stay_texts)
{
    const char *svg = svg_of(scene, "attnviz -s '<script>x</script> & \"q\" ]]> العربية' -f svg",
                             "attnviz-out/00-overview.svg");
    assert_lacks(svg, "<script");
    assert_has(svg, "&#60;script&#62;x&#60;/script&#62; &#38; &#34;q&#34;");
    assert_has(svg, "العربية");
    assert_has(svg, ">softmax</tspan>");
    assert_has(svg, "<title>Self-attention, stage by stage</title>");
    assert_has(svg, "<metadata>attnviz -s ");
    assert_has(svg, "<metadata>learned from ");
}

TEST(a_letter_keeps_its_tilde)
{
    const char *svg =
        svg_of(scene, "attnviz rnn --attention -f svg", "attnviz-out/00-overview.svg");
    assert_has(svg, ">h̃</tspan>");
}

TEST(words_of_a_line_are_one_text_and_a_heatmap_is_small)
{
    const char *svg = svg_of(scene, "attnviz -s 'He hit the ball with the bat' -f svg",
                             "attnviz-out/04-raw-scores.svg");
    assert_has(svg, ">Scores</tspan> <tspan ");
    assert_has(svg, "font-family=\"'DejaVu Sans', ");
    assert_in_range(strlen(svg), 1, 20000);
}

TEST(many_cells_are_a_picture)
{
    const char *few =
        svg_of(scene,
               "i=0; while [ $i -lt 120 ]; do echo word; i=$((i + 1)); done >long; "
               "attnviz -s - --mask causal -f svg <long; attnviz -s 'a b c' -f svg -o few",
               "few/00-overview.svg");
    const char *many = (const char *)scene_read(scene, "attnviz-out/08-raw-weights.svg").data;
    assert_lacks(few, "data:image/png;base64,");
    assert_has(many, "data:image/png;base64,iVBORw0KGgo");
    assert_true(strlen(many) < 100000);
}

/* The share of pixels that differ by more than a quarter of the range: at the edges of letters and
   lines others draw some. */
static double difference(const Picture *a, const Picture *b)
{
    int width = a->width < b->width ? a->width : b->width, count = 0;
    int height = a->height < b->height ? a->height : b->height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Channels p = colour_channels(picture_at(a, x, y)),
                     q = colour_channels(picture_at(b, x, y));
            count +=
                abs(p.red - q.red) > 64 || abs(p.green - q.green) > 64 || abs(p.blue - q.blue) > 64;
        }
    return (double)count / width / height;
}

/* Heatmaps, arrows, formulas, stripes; bars; curves; what is a picture within. */
TEST(another_program_draws_what_is_in_the_png)
{
    static const char *const made[][2] = {
#include "write/drawn.list"
    };
    shell_prepare(scene);
    if (!has_program(scene, "rsvg-convert"))
        skip();
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        shell_succeed(scene, arena_format(scene->arena,
                                          "attnviz %s -f png,svg -o out && rsvg-convert -z 2 "
                                          "out/%s.svg >svg.png && cp out/%s.png png.png",
                                          made[i][0], made[i][1], made[i][1]));
        Picture ours = picture_read(scene, scene_read(scene, "png.png"));
        Picture theirs = picture_read(scene, scene_read(scene, "svg.png"));
        assert_in_range(theirs.width, ours.width - 2, ours.width + 2);
        assert_in_range(theirs.height, ours.height - 2, ours.height + 2);
        fail_if(difference(&ours, &theirs) > 0.03, "%s: %g of the pixels differ", made[i][0],
                difference(&ours, &theirs));
    }
}

TEST(a_pdf_has_the_text_its_fonts_and_no_date)
{
    int status;
    shell_prepare(scene);
    const char *told = shell_run(scene, "attnviz -s 'the bat' -f pdf -o a", &status);
    if (strstr(told, "there is no librsvg"))
        skip();
    assert_int_equal(status, 0);
    shell_succeed(scene, "cp a/00-overview.pdf first.pdf && sleep 1 && "
                         "attnviz -s 'the bat' -f pdf -o a && cmp first.pdf a/00-overview.pdf");
    told = shell_succeed(scene, "export FONTCONFIG_FILE=/nowhere; attnviz -s '本' -f pdf,png -o b");
    assert_lacks(told, "Fontconfig");
    assert_has(told, "no glyph in the font for U+672C (本)");
    if (!has_program(scene, "pdftotext"))
        skip();
    assert_has(shell_succeed(scene, "pdftotext first.pdf -"), "Self-attention");
    assert_has(shell_succeed(scene, "pdffonts first.pdf"), "yes yes");
}
