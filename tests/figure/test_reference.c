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

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *reference_path(Scene *scene, const char *name)
{
    return arena_format(scene->arena, "%s/figure/reference/%s.png", TESTS_FOLDER, name);
}

static void check_pixels(const Picture *drawn, const Picture *reference, const char *name)
{
    if (drawn->width != reference->width || drawn->height != reference->height)
        fail_msg("%s is %d × %d, its reference %d × %d", name, drawn->width, drawn->height,
                 reference->width, reference->height);
    int different = 0;
    for (int i = 0; i < drawn->width * drawn->height; i++)
        different += drawn->pixels[i] != reference->pixels[i];
    if (different)
        fail_msg("%s differs from its reference in %d pixels", name, different);
}

static void check_figure(Scene *scene, Studio *studio, const Drawing *drawing, const char *name)
{
    Bytes png = picture_write(scene, studio, drawing);
    const char *path = reference_path(scene, name);
    if (getenv("ATTNVIZ_RENEW_REFERENCES"))
        scene_write_bytes(scene, path, png.data, png.size);
    Picture drawn = picture_read(scene, png);
    Picture reference = picture_read(scene, scene_read(scene, path));
    check_pixels(&drawn, &reference, name);
}

static Trace *small_trace(Scene *scene)
{
    return sample_trace(
        scene,
        (SampleSettings){.text = "the bat hit the ball", .heads = 2, .dim = 8, .mask = "causal"});
}

static void weights_look_as_they_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    check_figure(scene, &studio, figure_of(scene, &studio, small_trace(scene), "head-1/weights"),
                 "weights");
}

static void scores_on_a_dark_theme_look_as_they_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    studio.style.theme = theme_named("dark");
    studio.style.dpi = 96;
    check_figure(scene, &studio, figure_of(scene, &studio, small_trace(scene), "raw/masked"),
                 "scores-dark");
}

static void the_stages_look_as_they_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    studio.style.dpi = 96;
    check_figure(scene, &studio, figure_of(scene, &studio, small_trace(scene), "head-1/stages"),
                 "stages");
}

static void the_overview_looks_as_it_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    studio.style.dpi = 96;
    check_figure(scene, &studio, figure_of(scene, &studio, small_trace(scene), "overview"),
                 "overview");
}

static void every_script_looks_as_it_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    studio.style.dpi = 96;
    studio.style.colormap = colormap_named("magma");
    Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "naïve שלום مرحبا Ελλάδα שלום 漢 unquestionably"});
    check_figure(scene, &studio, figure_of(scene, &studio, trace, "raw/weights"), "scripts");
}

static void many_tokens_look_as_they_did(void **state)
{
    Scene *scene = *state;
    Studio studio = studio_open(scene);
    studio.style.dpi = 96;
    studio.style.cell = 4;
    Text text = text_new(scene->arena);
    for (int i = 0; i < 60; i++)
        text_format(&text, "word%d ", i * 7 % 40);
    Trace *trace = sample_trace(scene, (SampleSettings){.text = text.data, .mask = "local:20"});
    check_figure(scene, &studio, figure_of(scene, &studio, trace, "head-1/masked"), "many");
}

/* The first panel of a trace. */
static void check_panel(Scene *scene, const Trace *trace, const char *theme, int dpi,
                        const char *name)
{
    Studio studio = studio_open(scene);
    studio.style.theme = theme_named(theme);
    studio.style.dpi = dpi;
    check_figure(
        scene, &studio,
        panel_figure(scene->arena, studio.typesetter, &studio.style, trace, &trace->panels[0]),
        name);
}

static void check_step(Scene *scene, Step step, const char *theme, const char *name)
{
    Studio studio = studio_open(scene);
    studio.style.theme = theme_named(theme);
    studio.style.dpi = 96;
    Trace *trace = trace_of_step(scene, step);
    check_figure(
        scene, &studio,
        step_figure(scene->arena, studio.typesetter, &studio.style, trace, &trace->steps[0]), name);
}

static void a_comparison_looks_as_it_did(void **state)
{
    Scene *scene = *state;
    Trace *trace = comparison_trace(scene, "He hit the ball hard with the wooden bat last night",
                                    "A bat flew out");
    check_panel(scene, trace, "light", 96, "comparison");
}

static void scores_and_words_look_as_they_did(void **state)
{
    Scene *scene = *state;
    check_panel(scene, mixed_trace(scene), "dark", 96, "mixed-dark");
}

static void a_training_looks_as_it_did(void **state)
{
    Scene *scene = *state;
    check_panel(scene, training_trace(scene, false), "light", 96, "training");
    check_panel(scene, training_trace(scene, true), "dark", 96, "training-beside-dark");
}

enum { BARS = 6, CURVES = 8, POINTS = 80 };

static const char *const bar_names[BARS] = {"hit",  "ball", "a rather long name of a word",
                                            "cave", "שלום", "the"};
static const double bar_numbers[BARS] = {0.71, -0.2, 0.31, NAN, -0.55, 0.001};

static void a_list_looks_as_it_did(void **state)
{
    Scene *scene = *state;
    check_step(scene, bars_of_numbers(scene, VALUE_COSINE, BARS, 1, bar_names, bar_numbers), "dark",
               "list-dark");
}

static void bars_side_by_side_look_as_they_did(void **state)
{
    Scene *scene = *state;
    check_step(scene, bars_of_numbers(scene, VALUE_SHARE, 1, BARS, bar_names, bar_numbers), "light",
               "columns");
}

/* Of whole numbers: libm's functions may differ from machine to machine. */
static void curves_look_as_they_did(void **state)
{
    Scene *scene = *state;
    double x[POINTS], numbers[POINTS * CURVES];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i * i + 1;
        for (int c = 0; c < CURVES; c++)
            numbers[i * CURVES + c] = c == 3 && i % 20 == 7 ? NAN : 1000.0 / (i + 3 * c + 1);
    }
    Step step = curves_of_numbers(scene, POINTS, CURVES, x, numbers);
    Curves curves = *step.curves;
    curves.log_x = curves.log_y = true;
    step.curves = &curves;
    check_step(scene, step, "light", "curves-logarithmic");
}

static void few_points_look_as_they_did(void **state)
{
    Scene *scene = *state;
    const double x[] = {0, 1, 2, 3, 4};
    const double numbers[] = {3, 1, 2, 2, 4, 0, NAN, 3, 6, 5};
    check_step(scene, curves_of_numbers(scene, 5, 2, x, numbers), "dark", "curves-few-dark");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_look_as_they_did),
        cmocka_unit_test(scores_on_a_dark_theme_look_as_they_did),
        cmocka_unit_test(the_stages_look_as_they_did),
        cmocka_unit_test(the_overview_looks_as_it_did),
        cmocka_unit_test(every_script_looks_as_it_did),
        cmocka_unit_test(many_tokens_look_as_they_did),
        cmocka_unit_test(a_comparison_looks_as_it_did),
        cmocka_unit_test(scores_and_words_look_as_they_did),
        cmocka_unit_test(a_training_looks_as_it_did),
        cmocka_unit_test(a_list_looks_as_it_did),
        cmocka_unit_test(bars_side_by_side_look_as_they_did),
        cmocka_unit_test(curves_look_as_they_did),
        cmocka_unit_test(few_points_look_as_they_did),
    };
    return run_scenes(tests);
}
