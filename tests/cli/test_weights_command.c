/* `attnviz weights` as a user sees it. */
#include "support/program.h"

#include <string.h>

static void the_built_in_weights_say_where_they_come_from(void **state)
{
    Scene *scene = *state;
    Run run = program(scene, "weights", "-w", "built-in", NULL);
    check_success(run);
    assert_non_null(strstr(run.output, "weights:\n    built in\n"));
    assert_non_null(strstr(run.output, "\n    8000 words, 48 features each\n"));
    assert_non_null(strstr(run.output, "corpus:\n    WordNet 3.0\n"));
    assert_non_null(strstr(run.output, "\nrecipe:\n"));
    assert_non_null(strstr(run.output, "\nheld-out perplexity:\n"));
    assert_non_null(strstr(run.output, "\nlicence:\n"));
    assert_null(strstr(run.output, "vocabulary"));
    check_narrow(scene, run.output);
    assert_string_equal(scene_list(scene, "."), "");
}

static void random_weights_were_not_learned(void **state)
{
    Run run = program(*state, "weights", "-w", "random", NULL);
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
    Run run = program(scene, "weights", "-w", "w.safetensors", NULL);
    check_success(run);
    assert_non_null(strstr(run.output, "weights:\n    from w.safetensors\n"));
    assert_non_null(strstr(run.output, "\n    1 word, 1 feature each\n"));
    assert_non_null(strstr(run.output, "recipe:\n    by hand ␛[2J\n"));
    assert_null(strchr(run.output, '\033'));
    assert_string_equal(scene_list(scene, "."), "w.safetensors");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_weights_say_where_they_come_from),
        cmocka_unit_test(random_weights_were_not_learned),
        cmocka_unit_test(a_file_is_told_of_as_it_tells_of_itself),
    };
    return run_scenes(tests);
}
