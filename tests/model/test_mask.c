#include "model/layers.h"

#include "support/scene.h"

/* A mask as rows of 0 and x (hidden), with '/' between: "0x/00". */
static void assert_mask(Scene *scene, Tensor mask, const char *expected)
{
    char *drawn = arena_alloc(scene->arena, tensor_size(mask) + (size_t)mask.rows + 1, 1);
    for (int i = 0; i < mask.rows; i++) {
        for (int j = 0; j < mask.cols; j++) {
            real m = at(mask, i, j);
            bool hidden = isinf(m) && m < 0;
            assert_true(hidden || (m >= 0 && m <= 0));
            strcat(drawn, hidden ? "x" : "0");
        }
        strcat(drawn, i + 1 < mask.rows ? "/" : "");
    }
    assert_string_equal(drawn, expected);
}

enum { ANY = INT_MAX };

static const struct {
    int rows, cols;
    Window window;
    const char *expected;
} cases[] = {
#include "model/masks.list"
};

TEST(what_each_mask_hides)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tensor mask = tensor_new(scene->arena, cases[i].rows, cases[i].cols);
        for (int row = mask.rows - 1; row >= 0; row--)
            hide_outside(tensor_rows(mask, row, 1), row, cases[i].window);
        assert_mask(scene, mask, cases[i].expected);
        Tensor whole = tensor_new(scene->arena, mask.rows, mask.cols);
        hide_outside(whole, 0, cases[i].window);
        assert_mask(scene, whole, cases[i].expected);
    }
}

TEST(a_cell_is_hidden_whatever_else_is)
{
    Tensor mask = tensor_new(scene->arena, 4, 4);
    hide_outside(mask, 0, causal_window);
    hide_outside(mask, 0, (Window){1, 1, 0});
    mask_hide(mask, 0, 0);
    assert_mask(scene, mask, "xxxx/00xx/x00x/xx00");
}
