#include "support/reference.h"

Safetensors reference_file(Scene *scene, const char *name)
{
    Safetensors file = {0};
    const char *path = arena_format(scene->arena, TESTS_FOLDER "/model/reference/%s", name);
    safetensors_read(scene->arena, path, &file);
    return file;
}

Tensor reference(Scene *scene, const Safetensors *file, const char *name, const char *part)
{
    const char *id = name ? arena_format(scene->arena, "%s/%s", name, part) : part;
    return safetensors_rows(scene->arena, file, id, NULL, 0);
}

const char *const projection_names[] = {"W_Q", "W_K", "W_V", "W_O", NULL};

void set_parameters(Scene *scene, Parameters *p, const Safetensors *file, const char *name,
                    const char *const *parts)
{
    for (; *parts; parts++)
        parameter_find(p, *parts)->value = reference(scene, file, name, *parts);
}

bool same_bits(Tensor a, Tensor b)
{
    return same_shape(a, b) && memcmp(a.data, b.data, tensor_size(a) * sizeof(real)) == 0;
}

void assert_close(Tensor found, Tensor expected, double tolerance, const char *what)
{
    assert_int_equal(found.rows, expected.rows);
    assert_int_equal(found.cols, expected.cols);
    for (size_t i = 0; i < tensor_size(found); i++)
        fail_if(!(fabs((double)(found.data[i] - expected.data[i])) <= tolerance),
                "%s, cell %zu: %.9g, expected %.9g", what, i, (double)found.data[i],
                (double)expected.data[i]);
}
