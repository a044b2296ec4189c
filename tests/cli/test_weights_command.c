/* `attnviz weights` as a user sees it. */
#include "support/program.h"
#include "support/sample.h"

#include <string.h>

static void the_built_in_weights_say_where_they_come_from(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "weights -w built-in");
    check_success(run);
    check_shows(run, "weights:\n    built in\n", "\n    8000 words, 48 features each\n",
                "corpus:\n    WordNet 3.0\n", "\nrecipe:\n", "\nheld-out perplexity:\n",
                "\nlicence:\n", NULL);
    assert_null(strstr(run.output, "vocabulary"));
    check_narrow(scene, run.output);
    assert_string_equal(scene_list(scene, "."), "");
}

static void random_weights_were_not_learned(void **state)
{
    Run run = attnviz(*state, "weights -w random");
    check_success(run);
    assert_non_null(strstr(run.output, "random, not learned"));
}

/* One word, one feature: four numbers of which each matrix is one, and what the file says. */
static void a_file_is_told_of_as_it_tells_of_itself(void **state)
{
    static const char header[] =
        "{\"__metadata__\":{\"vocabulary\":\"bat\",\"recipe\":\"by hand \\u001b[2J\"},"
        "\"embeddings\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[0,4]},"
        "\"W_Q\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[4,8]},"
        "\"W_K\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[8,12]},"
        "\"W_V\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[12,16]},"
        "\"W_O\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[16,20]}}";
    const float numbers[5] = {1, 2, 3, 4, 5};
    uint64_t size = sizeof header - 1;
    char bytes[sizeof size + sizeof header - 1 + sizeof numbers];
    Scene *scene = *state;
    memcpy(bytes, &size, sizeof size);
    memcpy(bytes + sizeof size, header, size);
    memcpy(bytes + sizeof size + size, numbers, sizeof numbers);
    scene_write_bytes(scene, "w.safetensors", bytes, sizeof bytes);
    Run run = attnviz(scene, "weights -w w.safetensors");
    check_success(run);
    check_shows(run, "weights:\n    from w.safetensors\n", "\n    1 word, 1 feature each\n",
                "recipe:\n    by hand ␛[2J\n", NULL);
    assert_null(strchr(run.output, '\033'));
    assert_string_equal(scene_list(scene, "."), "w.safetensors");
}

/* A file that the program is built with. */
static Bytes built_in(Scene *scene, const char *kind)
{
    return scene_read(scene, arena_format(scene->arena, "%s/../src/load/translators/%s.safetensors",
                                          TESTS_FOLDER, kind));
}

/* What `attnviz train bahdanau` writes is told of, too, and so is the command that shows it. */
static void a_translator_is_told_of_with_the_command_that_shows_it(void **state)
{
    static const struct {
        const char *kind, *command;
    } shown[] = {{"bahdanau", "attnviz bahdanau --weights t.safetensors"},
                 {"bahdanau-rnn-causal",
                  "attnviz bahdanau --cell rnn --encoder causal --weights t.safetensors"},
                 {"concat", "attnviz luong --score concat --weights t.safetensors"},
                 {"local-p", "attnviz luong --local predictive --weights t.safetensors"},
                 {"fixed", "no command"}};
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        Bytes bytes = built_in(scene, shown[i].kind);
        scene_write_bytes(scene, "t.safetensors", bytes.data, bytes.size);
        Run run = check_success(attnviz(scene, "weights -w t.safetensors"));
        check_shows(run,
                    "\nvocabulary:\n    113 words in the source, 167 in the "
                    "target, special ones included\n",
                    arena_format(scene->arena, "\nkind:\n    %s\n", shown[i].kind), "\nheld-out:\n",
                    NULL);
        assert_null(strstr(run.output, "agreement"));
        assert_true((strstr(run.output, "\nwindow:\n    3\n") != NULL) ==
                    (strcmp(shown[i].kind, "local-p") == 0));
        assert_true(ends_with(
            run.output, arena_format(scene->arena, "\nshown by:\n    %s\n", shown[i].command)));
        check_narrow(scene, run.output);
    }
}

static void the_command_can_be_pasted_whatever_the_file_is_called(void **state)
{
    Scene *scene = *state;
    Bytes bytes = built_in(scene, "dot");
    scene_write_bytes(scene, "my dot.st", bytes.data, bytes.size);
    Run run = check_success(attnviz(scene, "weights -w 'my dot.st'"));
    assert_true(ends_with(run.output,
                          "\nshown by:\n    attnviz luong --score dot --weights 'my dot.st'\n"));
}

static void a_transformer_is_told_of_as_well(void **state)
{
    Scene *scene = *state;
    Bytes bytes = built_in(scene, "transformer");
    scene_write_bytes(scene, "t.safetensors", bytes.data, bytes.size);
    Run run = check_success(attnviz(scene, "weights -w t.safetensors"));
    assert_non_null(strstr(run.output, "\nlearned numbers:\n    107136\n"));
    assert_true(ends_with(run.output, "    attnviz transformer --weights t.safetensors\n"));
}

static void a_broken_translator_is_refused(void **state)
{
    Scene *scene = *state;
    Bytes bytes = built_in(scene, "dot");
    scene_write_bytes(scene, "t.safetensors", bytes.data, bytes.size - 1);
    check_refused_with(attnviz(scene, "weights -w t.safetensors"), EXIT_FAILURE, "t.safetensors: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_weights_say_where_they_come_from),
        cmocka_unit_test(random_weights_were_not_learned),
        cmocka_unit_test(a_file_is_told_of_as_it_tells_of_itself),
        cmocka_unit_test(a_translator_is_told_of_with_the_command_that_shows_it),
        cmocka_unit_test(the_command_can_be_pasted_whatever_the_file_is_called),
        cmocka_unit_test(a_transformer_is_told_of_as_well),
        cmocka_unit_test(a_broken_translator_is_refused),
    };
    return run_scenes(tests);
}
