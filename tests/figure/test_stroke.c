#include "figure/raster.h"

#include "support/scene.h"

enum { SIDE = 200 };

/* A stroke's coverage of every pixel of a square picture, area by area. */
static uint8_t *cover(Scene *scene, Stroke stroke)
{
    enum { PART = 40 };
    uint8_t *all = arena_alloc(scene->arena, SIDE * SIDE, 1);
    Box extent = stroke_extent(&stroke);
    for (int i = 0; i < SIDE * SIDE;
         i += i % SIDE + PART < SIDE ? PART : PART + (PART - 1) * SIDE) {
        uint8_t part[PART * PART] = {0};
        Box area = {i % SIDE, i / SIDE, PART, PART};
        bool any = stroke_cover(&stroke, area, part);
        for (int k = 0; k < PART * PART; k++) {
            int x = area.x + k % PART, y = area.y + k / PART;
            assert_in_range(part[k], 0, any ? COVERAGE_MOST : 0);
            if (part[k])
                assert_true(x >= extent.x && x < extent.x + extent.width && y >= extent.y &&
                            y < extent.y + extent.height);
            all[y * SIDE + x] = part[k];
        }
    }
    return all;
}

/* Pixels, as whole ones. */
static double area(const uint8_t *coverage)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += coverage[i];
    return sum / COVERAGE_MOST;
}

static Stroke line(const Point *points, int count, int pixels)
{
    return (Stroke){.points = points, .count = count, .thickness = pixels * PIXEL};
}

TEST(a_level_line_on_the_grid_has_sharp_edges)
{
    const Point points[] = {{20 * PIXEL, 50 * PIXEL}, {150 * PIXEL, 50 * PIXEL}};
    const uint8_t *c = cover(scene, line(points, 2, 4));
    for (int x = 22; x < 148; x++)
        for (int y = 40; y < 60; y++)
            assert_int_equal(c[y * SIDE + x], y >= 48 && y < 52 ? COVERAGE_MOST : 0);
    assert_int_equal(c[50 * SIDE + 10], 0);
    assert_int_equal(c[50 * SIDE + 160], 0);
}

TEST(an_edge_within_a_pixel_covers_a_part_of_it)
{
    const Point points[] = {{20 * PIXEL, 50 * PIXEL + 32}, {150 * PIXEL, 50 * PIXEL + 32}};
    const uint8_t *c = cover(scene, line(points, 2, 4));
    for (int x = 22; x < 148; x++) {
        assert_in_range(c[48 * SIDE + x], 3, 4); /* half of 7 */
        assert_in_range(c[52 * SIDE + x], 3, 4);
        assert_int_equal(c[50 * SIDE + x], COVERAGE_MOST);
    }
}

TEST(a_line_covers_as_much_in_every_direction)
{
    static const Point ends[] = {{150, 100}, {146, 120}, {130, 140}, {100, 150},
                                 {70, 140},  {54, 80},   {100, 50},  {145, 79}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Point points[] = {{100 * PIXEL, 100 * PIXEL}, {ends[i].x * PIXEL, ends[i].y * PIXEL}};
        double covered = area(cover(scene, line(points, 2, 4)));
        assert_true(covered > 50 * 4 + 12.6 - 8 &&
                    covered < 50 * 4 + 12.6 + 8); /* round ends: 4π */
    }
}

TEST(one_point_is_a_disc)
{
    const Point points[] = {{100 * PIXEL, 100 * PIXEL}};
    const uint8_t *c = cover(scene, line(points, 1, 20));
    assert_true(area(c) > 314 - 5 && area(c) < 314 + 5);
    for (int y = 85; y < 115; y++)
        for (int x = 85; x < 115; x++) {
            assert_int_equal(c[y * SIDE + x], c[x * SIDE + y]);
            assert_int_equal(c[y * SIDE + x], c[y * SIDE + 199 - x]);
        }
}

TEST(the_direction_of_drawing_does_not_matter)
{
    const Point there[] = {{900, 1500}, {7000, 4100}, {8000, 9000}};
    const Point back[] = {{8000, 9000}, {7000, 4100}, {900, 1500}};
    assert_memory_equal(cover(scene, line(there, 3, 3)), cover(scene, line(back, 3, 3)),
                        SIDE * SIDE);
}

TEST(a_point_on_the_way_changes_nothing)
{
    const Point whole[] = {{1000, 2000}, {9000, 6000}};
    const Point halves[] = {{1000, 2000}, {5000, 4000}, {5000, 4000}, {9000, 6000}};
    const uint8_t *a = cover(scene, line(whole, 2, 3)), *b = cover(scene, line(halves, 4, 3));
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_in_range(a[i] - b[i] + 1, 0, 2); /* nothing is laid over itself; rounding */
}

TEST(a_point_far_outside_is_cut_off)
{
    const Point across[] = {{-100000, 6400}, {300000, 6400}};
    assert_true(area(cover(scene, line(across, 2, 4))) == 4 * SIDE);
    const Point beyond[] = {{-900, -900}, {-500, 20000}};
    assert_true(area(cover(scene, line(beyond, 2, 4))) == 0);
}
