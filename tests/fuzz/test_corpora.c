/* Every input that fuzzing found worth keeping, and every one that once broke something, given to
 * its target again. */
#include "fuzz/targets.h"
#include "support/scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* How many inputs there were. The name is printed before the run: one that ends the process is the
   last that is shown. */
static int replay(const NamedTarget *target)
{
    char folder[4096];
    struct dirent **inputs;
    snprintf(folder, sizeof folder, TESTS_FOLDER "/fuzz/corpus/%s", target->name);
    int count = scandir(folder, &inputs, is_input, alphasort);
    for (int i = 0; i < count; i++) {
        Arena *arena = arena_new();
        Error error;
        Bytes input;
        const char *path = arena_format(arena, "%s/%s", folder, inputs[i]->d_name);
        printf("%s\n", path);
        fflush(stdout);
        if (!file_read(arena, path, 1 << 20, &input, &error))
            fail_msg("%s", error.message);
        /* of just its size, so that a sanitizer sees what lies behind */
        char *copy = malloc(input.size ? input.size : 1);
        assert_non_null(copy);
        memcpy(copy, input.data, input.size);
        target->run(arena, (Bytes){copy, input.size});
        free(copy);
        free(inputs[i]);
        arena_free(arena);
    }
    free(inputs);
    return count;
}

TEST(every_target_takes_its_corpus)
{
    for (const NamedTarget *target = fuzz_targets; target->name; target++)
        if (replay(target) < 1)
            fail_msg("%s has no corpus", target->name);
}
