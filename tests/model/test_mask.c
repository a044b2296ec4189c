#include "model/mask.h"

#include "support/scene.h"

#include <math.h>
#include <string.h>

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

static void causal_hides_what_comes_later(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, 4, 4);
    mask_causal(mask);
    assert_mask(scene, mask, "0xxx/00xx/000x/0000");
    mask = tensor_new(scene->arena, 1, 1);
    mask_causal(mask);
    assert_mask(scene, mask, "0");
}

static void local_hides_what_is_further_than_the_window(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, 4, 4);
    mask_local(mask, 1);
    assert_mask(scene, mask, "00xx/000x/x000/xx00");
    mask = tensor_new(scene->arena, 3, 3);
    mask_local(mask, 0);
    assert_mask(scene, mask, "0xx/x0x/xx0");
    mask = tensor_new(scene->arena, 3, 3);
    mask_local(mask, 1000000);
    assert_mask(scene, mask, "000/000/000");
}

static void padding_hides_the_last_keys_from_every_query(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, 3, 3);
    mask_padding(mask, 0);
    assert_mask(scene, mask, "000/000/000");
    mask_padding(mask, 2);
    assert_mask(scene, mask, "0xx/0xx/0xx");
    mask_padding(mask, 3);
    assert_mask(scene, mask, "xxx/xxx/xxx");
}

static void queries_and_keys_may_differ_in_number(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, 2, 3);
    mask_causal(mask);
    assert_mask(scene, mask, "0xx/00x");
    mask = tensor_new(scene->arena, 2, 3);
    mask_padding(mask, 1);
    assert_mask(scene, mask, "00x/00x");
}

static void masks_add_up(void **state)
{
    Scene *scene = *state;
    Tensor mask = tensor_new(scene->arena, 4, 4);
    mask_causal(mask);
    mask_local(mask, 1);
    mask_hide(mask, 0, 0);
    assert_mask(scene, mask, "xxxx/00xx/x00x/xx00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(causal_hides_what_comes_later),
        cmocka_unit_test(local_hides_what_is_further_than_the_window),
        cmocka_unit_test(padding_hides_the_last_keys_from_every_query),
        cmocka_unit_test(queries_and_keys_may_differ_in_number),
        cmocka_unit_test(masks_add_up),
    };
    return run_scenes(tests);
}
