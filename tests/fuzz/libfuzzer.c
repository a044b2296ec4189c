/* The door for libFuzzer: FUZZ_TARGET in the environment names the target. */
#include "fuzz/targets.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FuzzTarget *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *name = getenv("FUZZ_TARGET");
    target = fuzz_target(name ? name : "");
    CHECK(target, "FUZZ_TARGET names no target: %s", name ? name : "it is not set");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    target(arena, (Bytes){(const char *)data, size});
    arena_free(arena);
    return 0;
}
