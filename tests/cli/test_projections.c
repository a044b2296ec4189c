/* `attnviz projections` as a user sees it: what the learned projections do that XXᵀ does not. */
#include "support/program.h"
#include "support/sample.h"

static const char bats[] = "He hit the ball with the bat";

/* The number in a row and a column, from 1 behind the labels, of a CSV file. */
static double csv_number(Scene *scene, const char *path, int row, int col)
{
    const char *field = line_at(scene, scene_read(scene, path).data, row);
    for (int i = 0; i < col; i++)
        field = strchr(field, ',') + 1;
    return strtod(field, NULL);
}

TEST(the_measures_tell_xxt_from_the_heads)
{
    check_success(attnviz(scene, "projections -s '%s' -w built-in -f csv -o out", bats));
    for (int h = 0; h <= 3; h++) {
        double symmetry = csv_number(scene, "out/12-symmetry.csv", 1 + h, 1);
        double kept = csv_number(scene, "out/13-diagonal.csv", 1 + h, 1);
        double away = csv_number(scene, "out/17-distances.csv", 1, 1 + h);
        assert_true(h ? symmetry < 0.9 : symmetry == 1);
        assert_true(h ? kept < 0.2 : kept > 0.8);
        assert_true(h ? away > 0.8 : away == 0);
    }
}
