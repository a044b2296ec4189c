#include "graph/explanation.h"

#include "graph/ops.h"
#include "support/arithmetic.h"
#include "support/scene.h"

#include <math.h>
#include <stdio.h>

/* One row of numbers to take cells from. */
static Node *row_of(Scene *scene)
{
    static const double row[] = {2, -3, 0, -INFINITY, 1e-7, -0.0};
    Tensor t = tensor_new(scene->arena, 1, 6);
    for (int i = 0; i < 6; i++)
        t.data[i] = (real)row[i];
    return constant(graph_new(scene->arena), t, "by hand");
}

static void an_expression_is_put_together_from_pieces(void **state)
{
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_cell(&e, row, 0, 0);
    explanation_text(&e, " × ");
    explanation_cell(&e, row, 0, 1);
    explanation_text(&e, " + ");
    explanation_number(&e, 0.5);
    assert_int_equal(e.expression_count, 1);
    assert_string_equal(e.expressions[0].data, "2 × (−3) + 0.5");
    assert_true(evaluate(e.expressions[0].data) == -5.5);
}

static void an_operand_is_found_where_it_is_printed(void **state)
{
    static const char *const printed[] = {"−3", "2", "(−3)"};
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    explanation_copy(&e, row, 0, 1);
    explanation_begin(&e);
    explanation_cell(&e, row, 0, 0);
    explanation_text(&e, " + ");
    explanation_cell(&e, row, 0, 1);
    explanation_use(&e, row, 0, 2);
    for (int i = 0; i < 3; i++) {
        const CellUse *use = &e.uses[i];
        assert_int_equal(use->expression, i > 0);
        assert_string_equal(arena_strndup(scene->arena,
                                          e.expressions[use->expression].data + use->start,
                                          use->length),
                            printed[i]);
    }
    assert_int_equal(e.uses[3].expression, -1);
}

static void a_negative_number_in_front_needs_no_brackets(void **state)
{
    Scene *scene = *state;
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_number(&e, -1);
    explanation_text(&e, " − ");
    explanation_number(&e, -1);
    explanation_text(&e, " × (");
    explanation_number(&e, -2);
    explanation_text(&e, ")");
    assert_string_equal(e.expressions[0].data, "−1 − (−1) × (−2)");
}

static void zero_is_never_negative(void **state)
{
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_text(&e, "1 + ");
    explanation_cell(&e, row, 0, 5);
    assert_string_equal(e.expressions[0].data, "1 + 0");
}

static void minus_infinity_is_a_number_too(void **state)
{
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_text(&e, "1 + ");
    explanation_cell(&e, row, 0, 3);
    assert_string_equal(e.expressions[0].data, "1 + (−∞)");
    assert_true(isinf(evaluate(e.expressions[0].data)));
}

static void numbers_have_so_many_significant_digits(void **state)
{
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation few = explanation_new(scene->arena, 2), many = explanation_new(scene->arena, 9);
    explanation_begin(&few);
    explanation_number(&few, 3.14159265358979);
    explanation_begin(&many);
    explanation_number(&many, 3.14159265358979);
    explanation_text(&many, " + ");
    explanation_cell(&many, row, 0, 4);
    assert_string_equal(few.expressions[0].data, "3.1");
#ifdef ATTNVIZ_DOUBLE
    assert_string_equal(many.expressions[0].data, "3.14159265 + 1e−07");
#else
    assert_string_equal(many.expressions[0].data, "3.14159265 + 1.00000001e−07");
#endif
}

static void cells_are_remembered_as_uses_and_numbers_are_not(void **state)
{
    enum { MANY = 100 }; /* the list grows several times */
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_number(&e, 4);
    for (int i = 0; i < MANY; i++) {
        explanation_text(&e, " + ");
        explanation_cell(&e, row, 0, i % 3);
    }
    assert_int_equal(e.use_count, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(e.uses[i].node, row);
        assert_int_equal(e.uses[i].row, 0);
        assert_int_equal(e.uses[i].col, i % 3);
    }
}

static void a_copy_is_one_cell_and_says_so(void **state)
{
    Scene *scene = *state;
    const Node *row = row_of(scene);
    Explanation e = explanation_new(scene->arena, 6);
    assert_false(e.copies);
    explanation_copy(&e, row, 0, 1);
    assert_true(e.copies);
    assert_string_equal(e.expressions[0].data, "−3");
    assert_int_equal(e.use_count, 1);
    assert_int_equal(e.uses[0].col, 1);
}

static void several_expressions_stand_apart(void **state)
{
    Scene *scene = *state;
    Explanation e = explanation_new(scene->arena, 6);
    explanation_begin(&e);
    explanation_text(&e, "1 + 1");
    explanation_begin(&e);
    explanation_number(&e, -2);
    explanation_begin(&e);
    assert_int_equal(e.expression_count, 3);
    assert_string_equal(e.expressions[0].data, "1 + 1");
    assert_string_equal(e.expressions[1].data, "−2");
    assert_string_equal(e.expressions[2].data, "");
}

static int begin_too_many(Scene *scene)
{
    Explanation e = explanation_new(scene->arena, 6);
    for (int i = 0; i <= MAX_EXPRESSIONS; i++)
        explanation_begin(&e);
    return 0;
}

static void more_expressions_than_there_is_room_for_are_a_bug(void **state)
{
    check_aborts(begin_too_many, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_expression_is_put_together_from_pieces),
        cmocka_unit_test(an_operand_is_found_where_it_is_printed),
        cmocka_unit_test(a_negative_number_in_front_needs_no_brackets),
        cmocka_unit_test(zero_is_never_negative),
        cmocka_unit_test(minus_infinity_is_a_number_too),
        cmocka_unit_test(numbers_have_so_many_significant_digits),
        cmocka_unit_test(cells_are_remembered_as_uses_and_numbers_are_not),
        cmocka_unit_test(a_copy_is_one_cell_and_says_so),
        cmocka_unit_test(several_expressions_stand_apart),
        cmocka_unit_test(more_expressions_than_there_is_room_for_are_a_bug),
    };
    return run_scenes(tests);
}
