/* Every note is held against the numbers it speaks of: the sentence is read back, and each number
   and name in it is looked for in the comparison. */
#include "trace/comparison_notes.h"

#include "support/compared.h"
#include "support/sample.h"
#include "trace/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- reading a note ---- */

enum { NAME_SIZE = 64 };

/* What a pattern of sscanf found: names in a, b, c, d and numbers in x, y, z, w. */
typedef struct Found {
    const Compared *compared;
    int sentence;
    char a[NAME_SIZE], b[NAME_SIZE], c[NAME_SIZE], d[NAME_SIZE];
    double x, y, z, w;
} Found;

/* The note with hyphens for minus signs, as sscanf reads numbers. */
static const char *ascii(Scene *scene, const char *note)
{
    static const char minus[] = "−";
    Text text = text_new(scene->arena);
    for (const char *at; (at = strstr(note, minus)); note = at + strlen(minus)) {
        text_add_bytes(&text, note, (size_t)(at - note));
        text_add(&text, "-");
    }
    text_add(&text, note);
    return text.data;
}

static void check_number(const Found *f, double found, double expected)
{
    if (!(fabs(found - expected) <= 0.005 + 1e-5 * fabs(expected)))
        fail_msg("sentence %d: %.2f for %.6f", f->sentence + 1, found, expected);
}

static const WordInSentence *word_of(const Found *f)
{
    return &f->compared->comparison.words[f->sentence];
}

static const char *label_of(const Found *f)
{
    return f->compared->tokens[f->sentence].labels[word_of(f)->place];
}

/* Which token is named, "itself" being the word. */
static int token_in(const Found *f, const char *name)
{
    const Tokens *tokens = &f->compared->tokens[f->sentence];
    if (!strcmp(name, "itself"))
        return word_of(f)->place;
    for (int i = 0; i < tokens->count; i++)
        if (!strcmp(tokens->labels[i], name))
            return i;
    fail_msg("'%s' is no token", name);
    return -1;
}

/* ---- what each note may say ---- */

static double mean_weight(const Found *f, int j)
{
    Tensor w = word_of(f)->weights->value;
    return (double)at(w, w.rows - 1, j);
}

static int seen(const Found *f)
{
    const WordInSentence *w = word_of(f);
    int count = 0;
    for (int j = 0; j < cols_of(w->weights); j++)
        count += !w->mask || !isinf(at(w->mask->value, 0, j));
    return count;
}

static void check_blind(const Found *f)
{
    assert_string_equal(f->a, label_of(f));
    for (int j = 0; j < cols_of(word_of(f)->weights); j++)
        assert_true(mean_weight(f, j) == 0);
}

static void check_sees_one(const Found *f)
{
    assert_string_equal(f->a, label_of(f));
    assert_int_equal(seen(f), 1);
    check_number(f, 1, mean_weight(f, token_in(f, f->b)));
}

static void check_equal_weights(const Found *f)
{
    assert_int_equal((int)f->x, seen(f));
    for (int j = 0; j < cols_of(word_of(f)->weights); j++)
        if (mean_weight(f, j) > 0)
            check_number(f, f->y, mean_weight(f, j));
}

static void check_largest_weight(const Found *f)
{
    assert_string_equal(f->a, label_of(f));
    int most = token_in(f, f->b);
    check_number(f, f->x, mean_weight(f, most));
    for (int j = 0; j < cols_of(word_of(f)->weights); j++)
        assert_true(mean_weight(f, j) <= mean_weight(f, most));
}

static double share(const Found *f, int j)
{
    return (double)at(word_of(f)->shares->value, 0, j);
}

static void check_no_change(const Found *f)
{
    for (int k = 0; k < cols_of(word_of(f)->change); k++)
        assert_true(at(word_of(f)->change->value, 0, k) == 0);
}

static void check_one_share(const Found *f)
{
    int most = token_in(f, f->a);
    check_number(f, f->x, share(f, most));
    for (int j = 0; j < cols_of(word_of(f)->shares); j++)
        assert_true(share(f, j) <= share(f, most));
    for (int j = 0; j < cols_of(word_of(f)->shares); j++)
        assert_true(j == most || share(f, most) > 0.9 || share(f, j) <= 0);
}

static void check_two_shares(const Found *f)
{
    int first = token_in(f, f->a), second = token_in(f, f->b);
    assert_int_not_equal(first, second);
    check_number(f, f->x, share(f, first) + share(f, second));
    for (int j = 0; j < cols_of(word_of(f)->shares); j++)
        assert_true(j == first || j == second || share(f, j) <= share(f, second));
    assert_true(share(f, second) <= share(f, first));
}

static double cosine_of(const Node *a, const Node *b)
{
    double ab = 0, aa = 0, bb = 0;
    for (int k = 0; k < cols_of(a); k++) {
        double x = (double)at(a->value, 0, k), y = (double)at(b->value, 0, k);
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

static void check_change(const Found *f)
{
    const WordInSentence *w = word_of(f);
    check_number(f, f->x, row_length(w->change->value, 0));
    check_number(f, f->y, row_length(w->before->value, 0));
    check_number(f, f->z, cosine_of(w->change, w->before));
}

static void check_after(const Found *f)
{
    const WordInSentence *w = word_of(f);
    check_number(f, f->x, row_length(w->after->value, 0));
    check_number(f, f->y, cosine_of(w->after, w->before));
}

/* That a list has this word with this number at a place. */
static void check_entry(const Found *f, const NearestWords *list, int i, const char *word,
                        double cosine)
{
    assert_true(i < list->count);
    assert_string_equal(f->compared->comparison.table.keys[list->rows[i]], word);
    check_number(f, cosine, (double)at(list->cosines->value, i, 0));
}

static void check_list(const Found *f, const NearestWords *list)
{
    check_entry(f, list, 0, f->a, f->x);
    check_entry(f, list, 1, f->b, f->y);
}

static void check_before_list(const Found *f)
{
    check_list(f, &f->compared->comparison.nearest_before);
}

static void check_gained_list(const Found *f)
{
    check_list(f, &word_of(f)->nearest_gained);
}

static void check_after_list(const Found *f)
{
    check_list(f, &word_of(f)->nearest_after);
}

static void check_gained_single(const Found *f)
{
    assert_int_equal(word_of(f)->nearest_gained.count, 1);
    check_entry(f, &word_of(f)->nearest_gained, 0, f->a, f->x);
}

static void check_before_single(const Found *f)
{
    assert_int_equal(f->compared->comparison.nearest_before.count, 1);
    check_entry(f, &f->compared->comparison.nearest_before, 0, f->a, f->x);
}

static void check_after_and_before_single(const Found *f)
{
    assert_int_equal(word_of(f)->nearest_after.count, 1);
    check_entry(f, &word_of(f)->nearest_after, 0, f->a, f->x);
    assert_string_equal(f->a, f->b);
    check_entry(f, &f->compared->comparison.nearest_before, 0, f->b, f->y);
}

static void check_after_and_before(const Found *f)
{
    check_list(f, &word_of(f)->nearest_after);
    const NearestWords *before = &f->compared->comparison.nearest_before;
    check_entry(f, before, 0, f->c, f->z);
    check_entry(f, before, 1, f->d, f->w);
}

static void check_static(const Found *f)
{
    check_number(f, f->x, cols_of(word_of(f)->before));
    check_number(f, f->y, row_length(word_of(f)->before->value, 0));
    assert_true(f->compared->comparison.own >= 0);
}

static void check_unknown(const Found *f)
{
    const Compared *c = f->compared;
    int row = vocabulary_row(&c->weights.vocabulary, "<unk>");
    assert_int_equal(c->comparison.own, -1);
    check_number(f, f->x, cols_of(word_of(f)->before));
    check_number(f, f->y, row_length(c->weights.embeddings, row));
    for (int k = 0; k < cols_of(word_of(f)->before); k++)
        assert_true(at(word_of(f)->before->value, 0, k) == at(c->weights.embeddings, row, k));
}

static void check_zeros(const Found *f)
{
    assert_int_equal(f->compared->comparison.own, -1);
    for (int k = 0; k < cols_of(word_of(f)->before); k++)
        assert_true(at(word_of(f)->before->value, 0, k) == 0);
}

static void check_single_sentence(const Found *f)
{
    assert_int_equal(f->compared->count, 1);
}

static void check_all_one(const Found *f)
{
    Tensor cosines = f->compared->comparison.cosines_before->value;
    for (size_t i = 0; i < tensor_size(cosines); i++)
        assert_true(cosines.data[i] == 1);
}

static void check_two_sentences(const Found *f)
{
    const Comparison *c = &f->compared->comparison;
    assert_int_equal(c->count, 2);
    check_number(f, f->x, (double)at(c->cosines_before->value, 0, 1));
    check_number(f, f->y, (double)at(c->cosines_after->value, 0, 1));
}

static void check_least_alike(const Found *f)
{
    Tensor after = f->compared->comparison.cosines_after->value;
    int row = (int)f->x - 1, col = (int)f->y - 1;
    assert_true(0 <= row && row < col && col < after.cols);
    check_number(f, f->z, (double)at(f->compared->comparison.cosines_before->value, row, col));
    check_number(f, f->w, (double)at(after, row, col));
    for (int i = 0; i < after.rows; i++)
        for (int j = 0; j < after.cols; j++)
            assert_true(at(after, i, j) >= at(after, row, col));
}

/* Every sentence that a note may be. The letters of `kinds` say what the pattern's conversions are,
   in their order: a to d names, x to w numbers. */
static const struct {
    const char *stage, *pattern, *kinds;
    void (*check)(const Found *f);
} sentences[] = {
    {"static", "%63s enters as these %lf numbers, of length %lf, whatever the sentence.%n", "axy",
     check_static},
    {"static", "%63s is not in the vocabulary: its vector is all zeros.%n", "a", check_zeros},
    {"static",
     "%63s is not in the vocabulary and enters as any unknown word does: %lf numbers, of length "
     "%lf.%n",
     "axy", check_unknown},
    {"static/nearest", "Before: %63s %lf.%n", "ax", check_before_single},
    {"nearest", "After: %63s %lf; before: %63s %lf.%n", "axby", check_after_and_before_single},
    {"static/nearest", "Before: %63s %lf, %63s %lf.%n", "axby", check_before_list},
    {"attention", "%63s sees nothing: all its weights are 0.%n", "a", check_blind},
    {"attention", "%63s sees only %63s and gives it all its weight.%n", "ab", check_sees_one},
    {"attention",
     "%63s gives all the %lf words it sees the same weight, %lf on average over the heads.%n",
     "axy", check_equal_weights},
    {"attention", "%63s gives all the %lf words it sees the same weight, %lf.%n", "axy",
     check_equal_weights},
    {"attention", "%63s gives its largest weight, %lf on average over the heads, to %63[^.].%n",
     "axb", check_largest_weight},
    {"attention", "%63s gives its largest weight, %lf, to %63[^.].%n", "axb", check_largest_weight},
    {"contributions", "Nothing changes: no word has a share.%n", "", check_no_change},
    {"contributions", "%63s makes up %lf of the change.%n", "ax", check_one_share},
    {"contributions", "%63s and %63s make up %lf of the change.%n", "abx", check_two_shares},
    {"change", "The change is zero: attention adds nothing.%n", "", check_no_change},
    {"change", "The change is %lf long, the static vector %lf; the cosine of the two is %lf.%n",
     "xyz", check_change},
    {"after", "The static vector, unchanged.%n", "", check_no_change},
    {"after", "Static vector and change added: %lf long, cosine %lf to before.%n", "xy",
     check_after},
    {"gained/nearest", "The change by itself is nearest to: %63s %lf, %63s %lf.%n", "axby",
     check_gained_list},
    {"gained/nearest", "The change by itself is nearest to: %63s %lf.%n", "ax",
     check_gained_single},
    {"nearest", "After: %63s %lf, %63s %lf; before: %63s %lf, %63s %lf.%n", "axbyczdw",
     check_after_and_before},
    {"nearest", "After: %63s %lf, %63s %lf.%n", "axby", check_after_list},
    {"cosine/before", "There is one sentence, and nothing to compare it with.%n", "",
     check_single_sentence},
    {"cosine/before", "A vector of zeros has no direction: its cosines are 0.%n", "", check_zeros},
    {"cosine/before", "%63s goes in as the same vector every time: the cosine is 1.%n", "a",
     check_all_one},
    {"cosine/before", "%63s goes in as the same vector every time: every cosine is 1.%n", "a",
     check_all_one},
    {"cosine/after", "There is one sentence, and nothing to compare it with.%n", "",
     check_single_sentence},
    {"cosine/after", "The cosine of %63s in the two sentences was %lf, and now is %lf.%n", "axy",
     check_two_sentences},
    {"cosine/after",
     "%63s is least alike in sentences %lf and %lf: the cosine was %lf, and now is %lf.%n", "axyzw",
     check_least_alike},
};

enum { SENTENCES = sizeof sentences / sizeof *sentences, MOST_CONVERSIONS = 8 };

/* Where the pattern's conversion of this kind goes. */
static void *target(Found *f, char kind)
{
    switch (kind) {
    case 'a':
        return f->a;
    case 'b':
        return f->b;
    case 'c':
        return f->c;
    case 'd':
        return f->d;
    case 'x':
        return &f->x;
    case 'y':
        return &f->y;
    case 'z':
        return &f->z;
    default:
        return &f->w;
    }
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* Whether the note is the pattern, to its last character. */
static bool matches(const char *note, int i, Found *f)
{
    void *to[MOST_CONVERSIONS + 1];
    int end = -1, count = (int)strlen(sentences[i].kinds);
    for (int k = 0; k <= MOST_CONVERSIONS; k++)
        to[k] = k < count ? target(f, sentences[i].kinds[k]) : &end;
    sscanf(note, sentences[i].pattern, to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7],
           to[8]);
    return end >= 0 && !note[end];
}

/* The part of a step's id after its sentence, whose index goes to *sentence. */
static const char *stage_of(const char *id, int *sentence)
{
    int end = 0, number = 1;
    sscanf(id, "sentence-%d/%n", &number, &end);
    *sentence = number - 1;
    return id + end;
}

static void check_notes(Scene *scene, ComparedSettings settings, int *met)
{
    const Compared *compared = compared_new(scene, settings);
    for (int i = 0; i < compared->trace->step_count; i++) {
        const Step *step = &compared->trace->steps[i];
        Found found = {.compared = compared};
        const char *stage = stage_of(step->id, &found.sentence);
        const char *note = ascii(scene, step->note);
        int which = 0;
        while (which < SENTENCES &&
               (strcmp(sentences[which].stage, stage) != 0 || !matches(note, which, &found)))
            which++;
        if (which == SENTENCES)
            fail_msg("%s: no pattern for \"%s\"", step->id, step->note);
        sentences[which].check(&found);
        met[which]++;
    }
}

static const ComparedSettings samples[] = {
    {.word = "bat", .sentences = {"he hit a ball with that bat", "bat is one mammal"}},
    {.word = "bat",
     .sentences = {"he hit a ball with that bat", "bat is one mammal", "my old bat"},
     .mask = "causal"},
    {.word = "bat", .sentences = {"bat"}, .heads = 1},
    {.word = "bat", .sentences = {"old bat", "bat"}, .mask = "padding:1"},
    {.word = "bat", .sentences = {"old bat flies", "bat naps"}, .mask = "padding:1", .heads = 1},
    {.word = "bat", .sentences = {"bat bat", "bat bat bat"}, .heads = 2, .no_positions = true},
    {.word = "bat", .sentences = {"bat bat", "bat"}, .heads = 1, .no_positions = true},
    {.word = "bat", .sentences = {"old bat flies", "bat naps"}, .no_values = true},
    {.word = "wug", .sentences = {"wug is old", "brown wug"}, .builtin = true},
    {.word = "wug", .sentences = {"old wug sleeps", "brown wug"}, .unknown = true},
    {.word = "cricket", .sentences = {"cricket is old", "insect cricket"}, .builtin = true},
};

static void every_sentence_is_true_of_its_numbers(void **state)
{
    int met[SENTENCES] = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check_notes(*state, samples[i], met);
    for (int i = 0; i < SENTENCES; i++)
        if (!met[i])
            fail_msg("no sample has the sentence: %s: %s", sentences[i].stage,
                     sentences[i].pattern);
}

static void many_seeds_make_no_sentence_false(void **state)
{
    static const char *const masks[] = {NULL, "causal", "local:1", "causal,padding:1"};
    int met[SENTENCES] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++)
        check_notes(
            *state,
            (ComparedSettings){.word = "bat",
                               .sentences = {"old bat flies near this house", "ball meets bat",
                                             "bat bat bat", seed % 2 ? "bat" : NULL},
                               .heads = 1 + (int)(seed % 4),
                               .dim = 12 + 12 * (int)(seed % 3),
                               .seed = seed,
                               .mask = masks[seed % 4],
                               .no_positions = seed % 5 == 0,
                               .no_scale = seed % 7 == 0},
            met);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_true_of_its_numbers),
        cmocka_unit_test(many_seeds_make_no_sentence_false),
    };
    return run_scenes(tests);
}
