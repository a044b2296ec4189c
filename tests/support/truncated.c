#include "support/truncated.h"

void check_truncated(Scene *scene, Bytes whole, ParseBytes *parse)
{
    parse(scene->arena, "whole", whole);
    for (size_t size = 0; size < whole.size; size += 1 + size / 97) {
        char *bytes = malloc(size + 1); /* so that a sanitizer sees a byte too far */
        assert_non_null(bytes);
        memcpy(bytes, whole.data, size);
        assert_failing(parse(scene->arena, "cut", (Bytes){bytes, size}));
        assert_int_equal(strncmp(scene->error.message, "cut: ", 5), 0);
        free(bytes);
    }
}
