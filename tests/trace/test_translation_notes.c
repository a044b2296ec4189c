/* The sentences of a translation, each true of numbers set by hand. */
#include "trace/translation_notes.h"

#include "support/translated.h"

#include <string.h>

/* "the cat sees a red cat" → "le chat voit un chat rouge </s>", given. */
static const TranslatedSettings usual = {
    .target = {"le", "chat", "voit", "un", "chat", "rouge", "</s>"}};

static TranslationNotes notes_of(Scene *scene, const TranslatedSentence *t)
{
    return (TranslationNotes){scene->arena,
                              &t->nodes,
                              &t->translation,
                              &t->summary,
                              t->subject.source.labels,
                              t->subject.target.labels,
                              t->subject.vocabulary,
                              t->subject.forced};
}

static TranslationNotes notes(Scene *scene, TranslatedSettings settings)
{
    return notes_of(scene, translated_new(scene, settings));
}

static void set(const Node *node, int row, const double *numbers)
{
    for (int j = 0; j < cols_of(node); j++)
        tensor_row(node->value, row)[j] = (real)numbers[j];
}

static const Alignment *alignment_of(const TranslationNotes *n, int i)
{
    return &n->translation->words[i].step.alignment;
}

/* ---- the source ---- */

static void a_repeated_word_enters_once_and_is_told_apart_by_its_annotation(void **state)
{
    TranslationNotes n = notes(*state, usual);
    const Node *h = n.translation->source.encoding.annotations;
    double one[12] = {3, 4}, two[12] = {4, 3};
    set(h, 1, one);
    set(h, 5, two);
    assert_string_equal(note_source_words(&n), "A row of 5 numbers a word; “cat₁” and “cat₂” are "
                                               "one word and enter as one vector.");
    assert_non_null(strstr(note_annotations(&n),
                           "“cat₁” and “cat₂”, one vector before, now have the cosine 0.96."));
    TranslationNotes short_one = notes(*state, (TranslatedSettings){.source = {"red"}});
    set(short_one.translation->source.embeddings, 0, (double[]){3, 4, 0, 0, 0});
    assert_string_equal(note_source_words(&short_one),
                        "A row of 5 numbers a word; that of “red” is 5.00 long.");
}

static void a_reading_tells_which_word_moved_the_state_most(void **state)
{
    TranslationNotes n = notes(*state, usual);
    const Node *forward = n.translation->source.encoding.forward_states;
    for (int j = 0; j < 6; j++)
        set(forward, j, (double[]){j < 3 ? 1 : 3, 0, 0, 0, 0, 0});
    assert_string_equal(note_reading(&n, forward, false),
                        "Read from “the” to “cat₂”: each row knows the words up to its own. “a” "
                        "moves the state most, by 2.00.");
    assert_string_equal(note_reading(&n, forward, true),
                        "Read from “cat₂” to “the”: each row knows the words up to its own. "
                        "“cat₂” moves the state most, by 3.00.");
}

/* ---- the query ---- */

static void a_query_says_what_is_written_around_it(void **state)
{
    TranslationNotes n = notes(*state, usual);
    set(alignment_of(&n, 0)->query, 0, (double[]){0, 3, 4, 0, 0, 0});
    set(alignment_of(&n, 1)->query, 0, (double[]){0, 1, 0, 0, 0, 0});
    assert_string_equal(note_query(&n, 0),
                        "The query is the decoder's first state, before any word "
                        "is written: 6 numbers, of length 5.00.");
    assert_string_equal(note_query(&n, 1), "The query is the state after “le”, and before "
                                           "“chat₁”: 6 numbers, of length 1.00.");
    TranslatedSettings luong = usual;
    luong.kind = "dot";
    n = notes(*state, luong);
    set(alignment_of(&n, 1)->query, 0, (double[]){0, 2, 0, 0, 0, 0});
    assert_string_equal(note_state(&n, 1), "The query is the new state, which has read “le” and is "
                                           "to write “chat₁”: 6 numbers, of length 2.00.");
}

static void the_layer_tells_its_extremes(void **state)
{
    TranslationNotes n = notes(*state, usual);
    const Alignment *a = alignment_of(&n, 0);
    for (int j = 0; j < 6; j++) {
        set(a->sum, j, (double[]){0, 0, j == 4 ? -7 : 1, 0});
        set(a->squashed, j, (double[]){0, -.95, .89, j ? 0 : 1});
    }
    assert_string_equal(note_sum(&n, 0), "Query and key meet in a sum, a row for each source word; "
                                         "farthest from 0 is unit 3 of “red”, −7.00.");
    assert_string_equal(note_squashed(&n, 0), "Between −1 and 1; 7 of 24 cells are beyond ±0.90, "
                                              "where tanh is nearly flat.");
}

static void energies_and_weights_name_the_first_two(void **state)
{
    TranslationNotes n = notes(*state, usual);
    set(alignment_of(&n, 4)->energies, 0, (double[]){-1, 2, 0, 0, 1, 5});
    set(alignment_of(&n, 4)->weights, 0, (double[]){0, .2, 0, 0, .1, .7});
    assert_string_equal(note_energies(&n, 4),
                        "How well each key answers: “cat₂” best, 5.00, then “cat₁”, 2.00.");
    assert_string_equal(note_align_weights(&n, 4),
                        "“chat₂” looks at “cat₂” most, 0.70, then at “cat₁”, 0.20.");
    set(alignment_of(&n, 4)->weights, 0, (double[]){0, 0, 0, 0, 1, 0});
    assert_string_equal(note_align_weights(&n, 4), "“chat₂” looks at “red” alone: 1.00.");
    set(alignment_of(&n, 4)->weights, 0, (double[6]){0});
    assert_string_equal(note_align_weights(&n, 4), "“chat₂” sees nothing: all its weights are 0.");
    assert_string_equal(note_context(&n, 4), "Nothing is seen, so the context is zero.");
}

static void one_source_word_has_no_second(void **state)
{
    TranslationNotes n =
        notes(*state, (TranslatedSettings){.source = {"cat"}, .target = {"chat", "</s>"}});
    set(alignment_of(&n, 0)->energies, 0, (double[]){-2});
    assert_string_equal(note_energies(&n, 0), "One source word, one energy: −2.00.");
    assert_string_equal(note_align_weights(&n, 0), "“chat” looks at “cat” alone: 1.00.");
}

/* ---- local attention ---- */

static void a_window_says_what_it_hides(void **state)
{
    TranslatedSettings local = usual;
    local.kind = "local-m";
    TranslationNotes n = notes(*state, local);
    assert_string_equal(note_window(&n, 0), "The window of ±1 hides 4 of 6 words.");
    assert_string_equal(note_window(&n, 2), "The window of ±1 hides 3 of 6 words.");
    local.source[0] = "red";
    local.window = 5;
    n = notes(*state, local);
    assert_string_equal(note_window(&n, 0),
                        "The window of ±5 is wider than the sentence: all is seen.");
    assert_string_equal(note_window(&n, 6),
                        "The window of ±5 lies behind the end of the sentence: nothing is seen.");
}

static void a_predicted_place_is_named_by_its_word(void **state)
{
    TranslatedSettings local = usual;
    local.kind = "local-p";
    local.window = 3;
    TranslationNotes n = notes(*state, local);
    const Alignment *a = alignment_of(&n, 0);
    set(a->place, 0, (double[]){3.7});
    set(a->bell, 0, (double[]){0, 0, .1, .5, .9, .6});
    set(a->softmax, 0, (double[]){0, 0, .1, .2, .6, .1});
    assert_string_equal(note_place(&n, 0), "Of the 6 places, counted from 0, it expects to look at "
                                           "3.70, which is nearest to “red”.");
    set(a->place, 0, (double[]){5.9});
    assert_non_null(strstr(note_place(&n, 0), "5.90, which is nearest to “cat₂”."));
    assert_string_equal(note_bell(&n, 0), "What lies off the expected place counts less: σ = 1.50, "
                                          "and “red” keeps most, 0.90.");
    assert_string_equal(note_softmax_within(&n, 0),
                        "Within the window the weights sum to 1; the largest, 0.60, is “red”'s.");
}

/* ---- hard attention ---- */

static void a_choice_says_why_it_cannot_be_trained(void **state)
{
    TranslatedSettings hard = usual;
    hard.taking = TAKE_DRAWN;
    TranslationNotes n = notes(*state, hard);
    const Alignment *a = alignment_of(&n, 0);
    set(a->weights, 0, (double[]){.1, .2, 0, 0, .1, .6});
    set(a->taken, 0, (double[]){0, 1, 0, 0, 0, 0});
    assert_string_equal(note_taken(&n, 0),
                        "Drawn: “cat₁”, whose weight is 0.20. A choice has no slope: plain "
                        "backpropagation cannot train it, and Xu et al. estimate its gradient by "
                        "sampling.");
    assert_string_equal(note_context(&n, 0), "The annotation of “cat₁”, and nothing of the "
                                             "others.");
    for (int i = 0; i < 7; i++) {
        set(n.summary->weights, i, (double[]){.1, .2, 0, 0, .1, .6});
        n.summary->looks->value.data[i] = i < 2 ? 1 : 6;
    }
    assert_non_null(strstr(note_all_taken(&n), "in 5 of 7 words that with the largest weight."));
}

/* ---- the next word ---- */

static void what_is_written_and_what_is_next_have_their_probabilities(void **state)
{
    TranslationNotes n = notes(*state, (TranslatedSettings){0});
    LikelyWords *likely = &n.summary->likely[0];
    n.translation->words[0].word = 4;
    likely->words = (int[]){4, 7, 3};
    likely->probabilities->value.data[0] = (real).75;
    likely->probabilities->value.data[1] = (real).25;
    n.target = (const char *[]){"chat", "a", "b", "c"};
    assert_string_equal(note_likely_words(&n, 0),
                        "“chat” is written, 0.75; second is “rouge”, 0.25.");
    n.forced = true;
    assert_string_equal(
        note_likely_words(&n, 0),
        "“chat” was asked for, and is the most probable, 0.75; second is “rouge”, 0.25.");
    n.translation->words[0].word = 3;
    n.target = (const char *[]){"le", "a", "b", "c"};
    n.translation->words[0].probabilities->value.data[3] = (real).0625;
    assert_string_equal(note_likely_words(&n, 0), "“le” was asked for, which has 0.06; the most "
                                                  "probable is “chat”, 0.75.");
}

/* ---- all of it ---- */

static void an_alignment_says_where_it_goes_back(void **state)
{
    TranslationNotes n = notes(*state, usual);
    static const int places[] = {0, 1, 2, 3, 5, 4, 4};
    for (int i = 0; i < 7; i++) {
        double row[6] = {.01, .01, .01, .01, .01, .01};
        row[places[i]] = .95;
        set(n.summary->weights, i, row);
    }
    assert_string_equal(note_alignment(&n),
                        "Of 7 words 1 looks to the left of where the word before looked, first "
                        "“rouge”: from “cat₂” back to “red”.");
    set(n.summary->weights, 5, (double[]){0, 0, 0, 0, 0, 1});
    set(n.summary->weights, 6, (double[]){0, 0, 0, 0, 0, 1});
    assert_string_equal(note_alignment(&n),
                        "The largest weights never go back to the left: the words keep their "
                        "order.");
}

/* Of two source words and a window of ±D, word i from 0 sees none when i > D + 1. */
static void words_that_look_at_nothing_are_named_with_the_reason(void **state)
{
    TranslatedSettings local = usual;
    local.kind = "local-m";
    local.source[0] = "red";
    local.source[1] = "cat";
    local.window = 5;
    TranslationNotes n = notes(*state, local);
    assert_string_equal(note_blind_words(n.arena, n.summary->weights, n.target), "");
    local.window = 4;
    n = notes(*state, local);
    static const char one[] =
        " “</s>” looks at nothing: its window lies behind the end of the source.";
    assert_string_equal(note_blind_words(n.arena, n.summary->weights, n.target), one);
    assert_non_null(strstr(note_alignment(&n), one));
    local.window = 1;
    local.taking = TAKE_LARGEST;
    n = notes(*state, local);
    static const char several[] = " 4 words, from “un” to “</s>”, look at nothing: their windows "
                                  "lie behind the end of the source.";
    assert_non_null(strstr(note_alignment(&n), several));
    assert_non_null(strstr(note_all_taken(&n), "in 3 of 3 words that with the largest weight."));
    assert_non_null(strstr(note_all_taken(&n), several));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_repeated_word_enters_once_and_is_told_apart_by_its_annotation),
        cmocka_unit_test(a_reading_tells_which_word_moved_the_state_most),
        cmocka_unit_test(a_query_says_what_is_written_around_it),
        cmocka_unit_test(the_layer_tells_its_extremes),
        cmocka_unit_test(energies_and_weights_name_the_first_two),
        cmocka_unit_test(one_source_word_has_no_second),
        cmocka_unit_test(a_window_says_what_it_hides),
        cmocka_unit_test(a_predicted_place_is_named_by_its_word),
        cmocka_unit_test(a_choice_says_why_it_cannot_be_trained),
        cmocka_unit_test(what_is_written_and_what_is_next_have_their_probabilities),
        cmocka_unit_test(an_alignment_says_where_it_goes_back),
        cmocka_unit_test(words_that_look_at_nothing_are_named_with_the_reason),
    };
    return run_scenes(tests);
}
