/* Every input that fuzzing found worth keeping, and every one that once broke something, given to
 * its target again; and every one damaged, for what `make fuzz` would find first. */
#include "fuzz/targets.h"

#include <dirent.h>

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* As much of memory as it is, so that a sanitizer sees what lies behind. */
static void run(const NamedTarget *target, const char *data, size_t size)
{
    Arena *arena = arena_new();
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    target->run(arena, (Bytes){copy, size});
    free(copy);
    arena_free(arena);
}

/* One to four bytes changed, put in or left out, anywhere, digits and punctuation more often; or
   all from some place on is gone. Returns the new size. */
static size_t damage(Random *random, char *bytes, size_t size)
{
    static const char likely[] = "0123456789{}[]\",:\\-eE_;\t\n\xff\xcc\x81\x1b '.|";
    for (uint32_t left = 1 + random_below(random, 4); left && size; left--) {
        uint32_t place = random_below(random, (uint32_t)size), kind = random_below(random, 9);
        char byte = random_below(random, 2) ? likely[random_below(random, sizeof likely)]
                                            : (char)random_below(random, 256);
        if (kind == 0)
            return place;
        if (kind < 3)
            memmove(bytes + place, bytes + place + 1, --size - place);
        else if (kind < 5)
            memmove(bytes + place + 1, bytes + place, size++ - place);
        if (kind > 2)
            bytes[place] = byte;
    }
    return size;
}

/* The input as it is, and damaged. The path is printed before: of an input that ends the process it
   is the last that is shown. */
static void run_file(const NamedTarget *target, Arena *arena, const char *path)
{
    enum { ROUNDS = 50, ROOM = 4 };
    Random random = random_named(1, path + sizeof TESTS_FOLDER);
    printf("%s\n", path);
    fflush(stdout);
    Bytes input = file_read(arena, path, 1 << 20);
    run(target, input.data, input.size);
    char *damaged = arena_alloc(arena, input.size + ROOM, 1);
    for (int i = 0; i < ROUNDS; i++) {
        memcpy(damaged, input.data, input.size);
        run(target, damaged, damage(&random, damaged, input.size));
    }
}

/* How many inputs there were. */
static int replay(const NamedTarget *target)
{
    Arena *arena = arena_new();
    struct dirent **inputs;
    const char *folder = arena_format(arena, TESTS_FOLDER "/fuzz/corpus/%s", target->name);
    int count = scandir(folder, &inputs, is_input, alphasort);
    for (int i = 0; i < count; i++) {
        run_file(target, arena, arena_format(arena, "%s/%s", folder, inputs[i]->d_name));
        free(inputs[i]);
    }
    free(inputs);
    arena_free(arena);
    return count;
}

TEST(every_target_takes_its_corpus_whole_and_damaged)
{
    for (const NamedTarget *target = fuzz_targets; target->name; target++)
        fail_if(replay(target) < 1, "%s has no corpus", target->name);
}
