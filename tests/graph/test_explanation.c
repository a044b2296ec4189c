#include "graph/ops.h"
#include "support/arithmetic.h"
#include "support/nodes.h"

/* One row of numbers to take cells from. */
static Node *row_of(Scene *scene)
{
    static const double row[] = {2, -3, 0, -INFINITY, 1e-7, -0.0};
    return by_hand(graph_new(scene->arena), 1, 6, row);
}

static Explanation empty(Scene *scene, int digits)
{
    return (Explanation){.arena = scene->arena, .digits = digits};
}

/* An expression with one cell, and a number before it. */
TEST(numbers_and_cells_are_written_as_one_would)
{
#ifdef ATTNVIZ_DOUBLE
    static const char small[] = "3.14159265 + 1e−07";
#else
    static const char small[] = "3.14159265 + 1.00000001e−07";
#endif
    static const struct {
        const char *text;
        double number;
        int col, digits;
        const char *expected;
    } cases[] = {
#include "graph/operands.list"
    };
    Node *row = row_of(scene);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Explanation e = empty(scene, cases[i].digits);
        explanation_begin(&e, cases[i].text, cases[i].number, (Cell){row, 0, cases[i].col});
        assert_string_equal(e.expressions[0].data, cases[i].expected);
        double value = evaluate(e.expressions[0].data);
        assert_true(cases[i].col == 3 ? isinf(value) : isfinite(value));
    }
}

TEST(a_sum_is_put_together_from_its_terms)
{
    Node *row = columns(graph_new(scene->arena), row_of(scene), 0, 3);
    Explanation e = empty(scene, 6);
    Cell cell = {row, 0, 1}; /* any of the row */
    explanation_begin(&e, "(Σ@) / %d + √(@·@)", cell, 123456789, cell, cell);
    assert_string_equal(e.expressions[0].data,
                        "(2 + (−3) + 0) / 123456789 + √(2 × 2 + (−3) × (−3) + 0 × 0)");
    explanation_begin(&e, "Σ@^2", cell);
    assert_string_equal(e.expressions[1].data, "2^2 + (−3)^2 + 0^2");
    Node *rows = stack(graph_new(scene->arena), (Node *[]){row, row}, 2);
    explanation_begin(&e, "(ΣΣ@^2) / (Σ@)", (Cell){rows, 1, 1}, (Cell){rows, 1, 1});
    assert_string_equal(e.expressions[2].data,
                        "(2^2 + (−3)^2 + 0^2 + 2^2 + (−3)^2 + 0^2) / (2 + (−3) + 0)");
}

TEST(operands_are_remembered_as_they_are_printed_and_what_a_remark_speaks_of)
{
    static const char *const printed[] = {"−3", "2 + (−3)", "(−3)^2"};
    static const int cols[] = {1, 0, 1, 1, 2};
    Node *row = row_of(scene);
    Explanation e = empty(scene, 6);
    explanation_copy(&e, (Cell){row, 0, 1});
    explanation_begin(&e, "@ + @", (Cell){row, 0, 0}, (Cell){row, 0, 1});
    explanation_begin(&e, "@^2", (Cell){row, 0, 1});
    explanation_use(&e, (Cell){row, 0, 2});
    for (int i = 0; i < 3; i++)
        assert_string_equal(e.expressions[i].data, printed[i]);
    assert_int_equal(e.use_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(e.uses[i].col, cols[i]);
}

TEST(cells_are_remembered_as_uses_and_numbers_are_not)
{
    enum { MANY = 100 }; /* the list grows several times */
    const Node *row = row_of(scene);
    Explanation e = empty(scene, 6);
    explanation_begin(&e, "#", 4.0);
    for (int i = 0; i < MANY; i++)
        explanation_add(&e, " + @", (Cell){row, 0, i % 3});
    assert_int_equal(e.use_count, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(e.uses[i].node, row);
        assert_int_equal(e.uses[i].row, 0);
        assert_int_equal(e.uses[i].col, i % 3);
    }
}

TEST(a_copy_is_one_cell_and_says_so)
{
    Explanation e = empty(scene, 6);
    assert_false(e.copies);
    explanation_copy(&e, (Cell){row_of(scene), 0, 1});
    assert_true(e.copies);
    assert_string_equal(e.expressions[0].data, "−3");
    assert_int_equal(e.use_count, 1);
    assert_int_equal(e.uses[0].col, 1);
}

TEST(several_expressions_stand_apart)
{
    Explanation e = empty(scene, 6);
    explanation_begin(&e, "1 + 1");
    explanation_begin(&e, "#", -2.0);
    explanation_begin(&e, "");
    assert_int_equal(e.expression_count, 3);
    assert_string_equal(e.expressions[0].data, "1 + 1");
    assert_string_equal(e.expressions[1].data, "−2");
    assert_string_equal(e.expressions[2].data, "");
}

TEST_ABORTS(more_expressions_than_there_is_room_for_are_a_bug)
{
    Explanation e = empty(scene, 6);
    for (int i = 0; i <= MAX_EXPRESSIONS; i++)
        explanation_begin(&e, "");
}
