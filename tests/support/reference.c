#include "support/reference.h"

#include <math.h>

Safetensors reference_file(Scene *scene, const char *name)
{
    Safetensors file = {0};
    const char *path = arena_format(scene->arena, TESTS_FOLDER "/model/reference/%s", name);
    if (!safetensors_read(scene->arena, path, &file, &scene->error))
        fail_msg("%s", scene->error.message);
    return file;
}

Tensor reference(Scene *scene, const Safetensors *file, const char *name, const char *part)
{
    Tensor t;
    const char *id = name ? arena_format(scene->arena, "%s/%s", name, part) : part;
    if (!safetensors_rows(scene->arena, file, id, NULL, 0, &t, &scene->error))
        fail_msg("%s", scene->error.message);
    return t;
}

void assert_close(Tensor found, Tensor expected, double tolerance, const char *what)
{
    assert_int_equal(found.rows, expected.rows);
    assert_int_equal(found.cols, expected.cols);
    for (size_t i = 0; i < tensor_size(found); i++)
        if (!(fabs((double)(found.data[i] - expected.data[i])) <= tolerance))
            fail_msg("%s, cell %zu: %.9g, expected %.9g", what, i, (double)found.data[i],
                     (double)expected.data[i]);
}
