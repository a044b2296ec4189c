#include "load/weights.h"

#include "support/case_list.h"
#include "support/draft.h"
#include "support/reference.h"
#include "support/truncated.h"

#include <glob.h>

enum { EMBEDDINGS, W_Q, W_K, W_V, W_O };
enum { WORDS = 3, D = 4 };

static Draft good_draft(Scene *scene)
{
    static const char *const names[] = {"W_Q", "W_K", "W_V", "W_O"};
    Draft draft = {.arena = scene->arena};
    draft_tensor(&draft, "embeddings", counting_tensor(scene->arena, WORDS, D, 0));
    for (int i = 0; i < 4; i++)
        draft_tensor(&draft, names[i], counting_tensor(scene->arena, D, D, (real)(100 * (i + 1))));
    draft_text(&draft, "vocabulary", "The\nbat\ndon’t");
    draft_text(&draft, "heads", "2");
    return draft;
}

static Weights read_draft(Scene *scene, const Draft *draft)
{
    draft_write(draft, "w.safetensors");
    return weights_read(scene->arena, "w.safetensors", 2, NULL, 0);
}

static void assert_bad(Scene *scene, const Draft *draft, const char *message)
{
    assert_refused(read_draft(scene, draft),
                   arena_format(scene->arena, "w.safetensors: %s", message));
}

#define TEST_OF_DRAFT(name) TEST_OF(name, Draft, draft, good_draft(scene))

TEST_OF_DRAFT(reads_every_part_and_finds_words_by_their_keys)
{
    Weights w = read_draft(scene, &draft);
    assert_true(same_bits(w.embeddings, draft.tensors[EMBEDDINGS].value));
    for (int i = W_Q; i <= W_O; i++) {
        const Parameter *t = &draft.tensors[i];
        assert_true(same_bits(parameter_value(w.parameters, t->name), t->value));
    }
    assert_int_equal(w.heads, 2);
    assert_string_equal(w.origin, "from w.safetensors");
    assert_int_equal(w.vocabulary.count, 3);
    assert_int_equal(lexicon_find(&w.vocabulary, "the"), 0);
    assert_int_equal(lexicon_find(&w.vocabulary, "bat"), 1);
    assert_int_equal(lexicon_find(&w.vocabulary, "don't"), 2);
    assert_int_equal(lexicon_find(&w.vocabulary, "The"), -1);
}

TEST_OF_DRAFT(the_recipe_and_the_perplexity_are_told_if_they_are_known)
{
    Weights w = read_draft(scene, &draft);
    assert_null(w.recipe);
    assert_null(w.perplexity);
    draft_text(&draft, "recipe", "by hand");
    draft_text(&draft, "held-out perplexity", "12");
    w = read_draft(scene, &draft);
    assert_string_equal(w.recipe, "by hand");
    assert_string_equal(w.perplexity, "12");
}

TEST_OF_DRAFT(heads_may_be_left_open_and_other_tensors_and_strings_are_ignored)
{
    draft_change(&draft, "heads", "missing");
    draft_tensor(&draft, "bias", counting_tensor(scene->arena, 1, 9, 0));
    draft_text(&draft, "format", "pt");
    assert_int_equal(read_draft(scene, &draft).heads, 0);
}

/* ---- lies ---- */

static void check_lie(Scene *scene, const char *const *columns)
{
    Draft draft = good_draft(scene);
    draft_change(&draft, columns[0], columns[1]);
    assert_bad(scene, &draft, columns[2]);
}

TEST_CASES(lies_are_named, "load/lies.list", "weights", check_lie)

TEST_OF_DRAFT(a_number_that_is_not_finite_is_named)
{
    draft.tensors[W_V].value.data[7] = (real)INFINITY;
    assert_bad(scene, &draft, "W_V[1, 3] is not finite");
}

TEST_OF_DRAFT(a_hostile_word_is_refused)
{
    const char *marks = repeated(scene, "\u0301", 101);
    draft_change(&draft, "vocabulary", arena_format(scene->arena, "the\nbat\na%s", marks));
    assert_bad(scene, &draft,
               "vocabulary: more than 100 combining marks in a row at byte offset 209");
}

/* Projections for one head and for four. */
static Draft grouped_draft(Scene *scene)
{
    Draft draft = good_draft(scene), groups = draft;
    groups.tensor_count = 1;
    for (int i = 0; i < 8; i++)
        draft_tensor(
            &groups,
            arena_format(scene->arena, "heads-%d/%s", i < 4 ? 1 : 4, draft.tensors[1 + i % 4].name),
            counting_tensor(scene->arena, D, D, (real)(100 * i)));
    draft_change(&groups, "heads", "1 4");
    return groups;
}

TEST(of_projections_for_several_numbers_of_heads_those_asked_for_are_read)
{
    Draft draft = grouped_draft(scene);
    assert_refused(read_draft(scene, &draft),
                   "w.safetensors has projections for 1 4 heads, not for 2");
    Weights w = weights_read(scene->arena, "w.safetensors", 4, NULL, 0);
    assert_int_equal(w.heads, 4);
    assert_true(same_bits(parameter_value(w.parameters, "W_Q"), draft.tensors[5].value));
    assert_true(same_bits(parameter_value(w.parameters, "W_O"), draft.tensors[8].value));
    draft.tensor_count = 8;
    draft.tensors[5].name = "heads-x/W_Q";
    draft_write(&draft, "w.safetensors");
    assert_refused(weights_read(scene->arena, "w.safetensors", 4, NULL, 0),
                   "w.safetensors has projections for 1 head, not for 4");
}

TEST(a_file_that_cannot_be_read_is_named)
{
    assert_refused(weights_read(scene->arena, "none.safetensors", 2, NULL, 0),
                   "none.safetensors: No such file or directory");
    scene_write(scene, "text", "the bat and the ball");
    assert_failing(weights_read(scene->arena, "text", 2, NULL, 0));
    assert_has(scene->error.message, "text: not a safetensors file: ");
}

static void parse(Arena *arena, const char *path, Bytes bytes)
{
    Safetensors file = safetensors_parse(arena, path, bytes);
    weights_of_file(arena, &file, 2, NULL, 0);
}

TEST_OF_DRAFT(a_truncated_file_is_refused)
{
    draft_write(&draft, "w.safetensors");
    check_truncated(scene, scene_read(scene, "w.safetensors"), parse);
}

/* ---- only what is asked for ---- */

TEST(of_the_vocabulary_only_what_keys_are_looked_up_by_is_taken)
{
    static const char *const keys[] = {"bats", "wug", "bat", "don't"};
    Draft draft = good_draft(scene);
    draft_change(&draft, "vocabulary", "don't\nbat\n<unk>");
    read_draft(scene, &draft);
    Weights w = weights_read(scene->arena, "w.safetensors", 2, keys, 2);
    assert_int_equal(w.vocabulary.count, 2);
    assert_int_equal(lexicon_find(&w.vocabulary, "bat"), 0);
    assert_int_equal(lexicon_find(&w.vocabulary, "<unk>"), 1);
    assert_true(at(w.embeddings, 0, 0) == D && at(w.embeddings, 1, 0) == 2 * D);
    w = weights_read(scene->arena, "w.safetensors", 2, keys, 4);
    assert_int_equal(w.vocabulary.count, 3);
    assert_true(at(w.embeddings, 1, 3) == 3);
}

TEST(numbers_are_checked_where_they_are_used)
{
    static const char *const keys[] = {"bat"};
    Draft draft = good_draft(scene);
    tensor_row(draft.tensors[EMBEDDINGS].value, 0)[1] = NAN;
    assert_bad(scene, &draft, "embeddings[0, 1] is not finite");
    weights_read(scene->arena, "w.safetensors", 2, keys, 1);
    tensor_row(draft.tensors[W_K].value, 2)[1] = INFINITY;
    assert_failing(read_draft(scene, &draft));
    assert_refused(weights_read(scene->arena, "w.safetensors", 2, keys, 1),
                   "w.safetensors: W_K[2, 1] is not finite");
}

/* ---- files inside the program ---- */

static void assert_embedded(Scene *scene, const char *path)
{
    Safetensors own;
    const char *name = strrchr(path, '/') + 1;
    const Safetensors *file =
        builtin_file(scene->arena, arena_strndup(scene->arena, name, strcspn(name, ".")));
    safetensors_read(scene->arena, path, &own);
    assert_int_equal(file->count, own.count);
    for (int i = 0; i < own.count; i++) {
        name = own.tensors[i].name;
        assert_int_equal(file->tensors[i].end, own.tensors[i].end);
        if (!own.tensors[i].type->number) {
            const StoredTensor *t = &own.tensors[i];
            char *bytes = arena_alloc(scene->arena, t->size, 1);
            file_read_at(own.descriptor, path, own.data_begin + t->begin, bytes, t->size);
            assert_memory_equal(file->bytes + file->data_begin + t->begin, bytes, t->size);
            continue;
        }
        assert_true(same_bits(safetensors_rows(scene->arena, &own, name, NULL, 0),
                              safetensors_rows(scene->arena, file, name, NULL, 0)));
    }
    assert_int_equal(file->metadata_count, own.metadata_count);
    for (int i = 0; i < own.metadata_count; i++) {
        const char *text = own.metadata[i].text;
        assert_string_equal(safetensors_metadata(file, own.metadata[i].name), text);
        check_text(path, text, strlen(text));
    }
    file_close(&own.descriptor);
}

TEST(every_file_of_the_tree_is_inside_the_program)
{
    glob_t found;
    assert_int_equal(glob(TESTS_FOLDER "/../src/load/{,translators/,translators/*/}*.safetensors",
                          GLOB_BRACE, NULL, &found),
                     0);
    assert_true(found.gl_pathc > 30);
    for (size_t i = 0; i < found.gl_pathc; i++)
        assert_embedded(scene, found.gl_pathv[i]);
    globfree(&found);
}

TEST(a_word_of_the_built_in_weights_has_the_row_that_the_table_of_all_says)
{
    const Safetensors *file = builtin_file(scene->arena, "builtin");
    static const char *const none[] = {"", "th", "xylophonist", "unk"};
    Weights all = weights_of_file(scene->arena, file, 3, NULL, 0);
    for (int i = 0; i < all.vocabulary.count; i++) {
        const char *word = all.vocabulary.words[i];
        assert_int_equal(lexicon_find(&all.vocabulary, word), i);
        assert_string_equal(token_key(scene->arena, word), word);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(lexicon_find(&all.vocabulary, none[i]), -1);
    const char *const *keys = all.vocabulary.words + 4000;
    Weights some = weights_of_file(scene->arena, file, 3, keys, 20);
    assert_int_equal(some.embeddings.rows, 21);
    for (int i = 0; i < 20; i++)
        assert_memory_equal(tensor_row(some.embeddings, i), tensor_row(all.embeddings, 4000 + i),
                            48 * sizeof(real));
}
