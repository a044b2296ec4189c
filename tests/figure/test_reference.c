/* Figures held against pictures that were looked at and found good, pixel for pixel.
 *
 * When a figure is meant to change:
 *
 *     ATTNVIZ_RENEW_REFERENCES=1 build/release/tests/figure/test_reference
 *
 * writes tests/figure/reference/ anew; look at every picture before you commit it.
 */
#include "figure/figure.h"

#include "support/forms.h"
#include "support/picture.h"
#include "support/sample.h"

static const char *reference_path(Scene *scene, const char *name)
{
    return arena_format(scene->arena, "%s/figure/reference/%s.png", TESTS_FOLDER, name);
}

static void check_pixels(const Picture *drawn, const Picture *reference, const char *name)
{
    fail_if(drawn->width != reference->width || drawn->height != reference->height,
            "%s is %d × %d, its reference %d × %d", name, drawn->width, drawn->height,
            reference->width, reference->height);
    int different = 0;
    for (int i = 0; i < drawn->width * drawn->height; i++)
        different += drawn->pixels[i] != reference->pixels[i];
    fail_if(different, "%s differs from its reference in %d pixels", name, different);
}

static void check_figure(Studio *studio, const Drawing *drawing, const char *name)
{
    Bytes png = picture_write(studio, drawing);
    const char *path = reference_path(studio->scene, name);
    if (getenv("ATTNVIZ_RENEW_REFERENCES"))
        scene_write_bytes(studio->scene, path, png.data, png.size);
    Picture drawn = picture_read(studio->scene, png);
    Picture reference = picture_read(studio->scene, scene_read(studio->scene, path));
    check_pixels(&drawn, &reference, name);
}

/* ---- what they show ---- */

static Trace *small_trace(Scene *scene)
{
    return sample_trace(
        scene,
        (SampleSettings){.text = "the bat hit the ball", .heads = 2, .dim = 8, .mask = "causal"});
}

static Trace *every_script(Scene *scene)
{
    return sample_trace(scene,
                        (SampleSettings){.text = "naïve שלום مرحبا Ελλάδα שלום 漢 unquestionably"});
}

static Trace *many_tokens(Scene *scene)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < 60; i++)
        text_format(&text, "word%d ", i * 7 % 40);
    return sample_trace(scene, (SampleSettings){.text = text.data, .mask = "local:20"});
}

static Trace *comparison(Scene *scene)
{
    return comparison_trace(scene, "He hit the ball hard with the wooden bat last night",
                            "A bat flew out");
}

static Trace *training(Scene *scene)
{
    return training_trace(scene, false);
}

static Trace *training_beside(Scene *scene)
{
    return training_trace(scene, true);
}

enum { BARS = 6, CURVES = 8, POINTS = 80 };

static const char *const bar_names[BARS] = {"hit",  "ball", "a rather long name of a word",
                                            "cave", "שלום", "the"};
static const double bar_numbers[BARS] = {0.71, -0.2, 0.31, NAN, -0.55, 0.001};

static Trace *list_of_bars(Scene *scene)
{
    return trace_of_step(scene,
                         bars_of_numbers(scene, VALUE_COSINE, BARS, 1, bar_names, bar_numbers));
}

static Trace *bars_side_by_side(Scene *scene)
{
    return trace_of_step(scene,
                         bars_of_numbers(scene, VALUE_SHARE, 1, BARS, bar_names, bar_numbers));
}

/* Of whole numbers: libm's functions may differ from machine to machine. */
static Trace *logarithmic_curves(Scene *scene)
{
    double *x = arena_alloc(scene->arena, POINTS, sizeof *x); /* which curves keep */
    double numbers[POINTS * CURVES];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i * i + 1;
        for (int c = 0; c < CURVES; c++)
            numbers[i * CURVES + c] = c == 3 && i % 20 == 7 ? NAN : 1000.0 / (i + 3 * c + 1);
    }
    return trace_of_step(
        scene,
        logarithmic(scene, curves_of_numbers(scene, POINTS, CURVES, x, numbers), true, true));
}

static Trace *few_points(Scene *scene)
{
    static const double x[] = {0, 1, 2, 3, 4};
    const double numbers[] = {3, 1, 2, 2, 4, 0, NAN, 3, 6, 5};
    return trace_of_step(scene, curves_of_numbers(scene, 5, 2, x, numbers));
}

TEST_OF_DRAWING(figures_look_as_they_did)
{
    static const struct {
        const char *name;
        Trace *(*trace)(Scene *);
        const char *id; /* NULL: of the first panel, else of the first step */
        const char *theme, *colormap;
        int dpi, cell;
    } cases[] = {
#include "figure/references.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Trace *trace = cases[i].trace(scene);
        const char *id = trace->panel_count ? trace->panels[0].id : trace->steps[0].id;
        studio->style.theme = theme_named(cases[i].theme);
        studio->style.colormap = colormap_named(cases[i].colormap);
        studio->style.dpi = cases[i].dpi;
        studio->style.cell = cases[i].cell;
        check_figure(studio, figure_of(studio, trace, cases[i].id ? cases[i].id : id),
                     cases[i].name);
    }
}
