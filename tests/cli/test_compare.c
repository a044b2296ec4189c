/* `attnviz compare` as a user sees it: one word, two sentences, and two vectors that come out. */
#include "support/document.h"
#include "support/program.h"
#include "support/sample.h"

static const char bats[] = "He hit the ball with the bat", mammal[] = "Bat is a mammal";

/* ---- what JSON holds ---- */

static const char *label(json_t *step, const char *axis, size_t i)
{
    return json_string_value(json_array_get(json_object_get(step, axis), i));
}

static double value(json_t *step, size_t row, size_t col)
{
    json_t *cells = json_array_get(json_object_get(step, "values"), row);
    return json_number_value(json_array_get(cells, col));
}

/* The column with the largest number of a row but those in `known`, which has `count`. */
static size_t largest(json_t *step, size_t row, const size_t *known, int count)
{
    size_t best = (size_t)-1;
    for (size_t j = 0; j < json_array_size(json_object_get(step, "columns")); j++) {
        bool is_known = false;
        for (int k = 0; k < count; k++)
            is_known = is_known || known[k] == j;
        if (!is_known && (best == (size_t)-1 || value(step, row, j) > value(step, row, best)))
            best = j;
    }
    return best;
}

/* ---- the lesson ---- */

static json_t *lesson(Scene *scene)
{
    check_success(attnviz(
        scene, "compare --word bat --sentence '%s' --sentence '%s' -w built-in -f json -o out",
        bats, mammal));
    return document_of(scene, "out/trace.json");
}

static void check_words(json_t *document, const char *id, const char *const *words, size_t count)
{
    json_t *step = step_of(document, id);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(label(step, "rows", i), words[i]);
}

TEST(one_vector_goes_in_and_two_come_out)
{
    json_t *document = lesson(scene);
    check_words(document, "sentence-1/nearest", (const char *[]){"hit", "ball", "strike"}, 3);
    check_words(document, "sentence-2/nearest", (const char *[]){"mammal", "bird"}, 2);
    json_t *before = step_of(document, "cosine/before"), *after = step_of(document, "cosine/after");
    assert_true(fabs(value(before, 0, 1) - 1) < 1e-6);
    assert_true(value(after, 0, 1) < 0.5);
    assert_true(value(after, 0, 1) == value(after, 1, 0));
    json_decref(document);
}

TEST(the_largest_weights_go_to_what_makes_the_difference)
{
    json_t *document = lesson(scene);
    json_t *first = step_of(document, "sentence-1/attention");
    json_t *second = step_of(document, "sentence-2/attention");
    assert_string_equal(label(first, "rows", 3), "mean of heads");
    size_t known[2] = {largest(first, 3, NULL, 0)};
    known[1] = largest(first, 3, known, 1);
    assert_string_equal(label(first, "columns", known[0]), "hit");
    assert_string_equal(label(first, "columns", known[1]), "ball");
    assert_string_equal(label(second, "columns", largest(second, 3, NULL, 0)), "mammal");
    json_decref(document);
}

/* After = static + change, and the cosine is that of the two vectors after. */
TEST(json_holds_all_that_the_lesson_is_made_of)
{
    json_t *document = lesson(scene);
    double products[3] = {0};
    for (size_t k = 0; k < 48; k++) {
        double after[2];
        for (int i = 0; i < 2; i++) {
            const char *change = i ? "sentence-2/change" : "sentence-1/change";
            after[i] = value(step_of(document, i ? "sentence-2/after" : "sentence-1/after"), 0, k);
            double sum =
                value(step_of(document, "static"), 0, k) + value(step_of(document, change), 0, k);
            assert_true(fabs(sum - after[i]) < 1e-4);
        }
        products[0] += after[0] * after[1];
        products[1] += after[0] * after[0];
        products[2] += after[1] * after[1];
    }
    double cosine = products[0] / sqrt(products[1] * products[2]);
    assert_true(fabs(cosine - value(step_of(document, "cosine/after"), 0, 1)) < 1e-5);
    json_t *texts = json_object_get(document, "texts");
    assert_int_equal(json_array_size(texts), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(texts, 1), "sentence")),
                        mammal);
    json_decref(document);
}

TEST(shares_and_weights_sum_to_one)
{
    json_t *document = lesson(scene);
    static const char *const ids[] = {"sentence-1/attention", "sentence-2/attention",
                                      "sentence-1/contributions", "sentence-2/contributions"};
    for (int i = 0; i < 4; i++) {
        json_t *step = step_of(document, ids[i]);
        for (size_t r = 0; r < json_array_size(json_object_get(step, "rows")); r++) {
            double sum = 0;
            for (size_t j = 0; j < json_array_size(json_object_get(step, "columns")); j++)
                sum += value(step, r, j);
            assert_true(fabs(sum - 1) < 1e-5);
        }
    }
    json_decref(document);
}

/* ---- heads, masks, weights ---- */

TEST(any_heads_and_masks_compare)
{
    static const char *const heads[] = {"1", "3", "12"}, *const masks[] = {"none", "causal"};
    for (int h = 0; h < 3; h++)
        for (int m = 0; m < 2; m++) {
            check_success(attnviz(scene,
                                  "compare -W bat -s '%s' -s '%s' -n '%s' -m '%s' -w built-in -o "
                                  "out -f text,png,csv,npy,json -q",
                                  bats, mammal, heads[h], masks[m]));
            json_t *document = document_of(scene, "out/trace.json");
            json_t *rows = json_object_get(step_of(document, "sentence-1/attention"), "rows");
            assert_int_equal(json_array_size(rows), atoi(heads[h]) + 1);
            json_decref(document);
        }
}

/* ---- explanations ---- */

/* More matrices are given than the trace has steps: with 12 heads 38 of them, with 24 heads 74. */
TEST(a_change_is_explained_for_many_heads)
{
    static const char *const heads[] = {"12", "24"};
    for (int i = 0; i < 2; i++) {
        Run run = attnviz(scene,
                          "compare -W bat -s '%s' -s '%s' -w built-in --heads '%s' --explain "
                          "sentence-1/change[bat,1] --depth all",
                          bats, mammal, heads[i]);
        check_success(run);
        assert_has(run.output, "\nsentence-1/change[bat,1] = ");
        const char *given = strstr(run.output, "\nGiven, not computed:\n");
        assert_non_null(given);
        assert_int_equal(line_count(given + 1), 1 + 3 * atoi(heads[i]) + 2); /* W_O, embeddings */
    }
    assert_string_equal(scene_list(scene, "."), "");
}
