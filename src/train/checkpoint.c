#include "train/checkpoint.h"

#include "base/number.h"

#include <limits.h>
#include <string.h>

static const char STEPS[] = "steps done";

void checkpoint_write(Arena *arena, FILE *stream, const Trainer *trainer)
{
    NamedTensor tensors[MOST_TRAINER_TENSORS];
    int count = trainer_tensors(trainer, tensors);
    NamedText steps = {STEPS, arena_format(arena, "%d", trainer_steps_done(trainer))};
    safetensors_write(stream, tensors, count, &steps, 1);
}

static bool read_steps(const Safetensors *file, long *steps, Error *error)
{
    const char *text = safetensors_metadata(file, STEPS);
    if (!text)
        return fail(error, "%s: not a checkpoint of a training", file->path);
    return parse_whole(file->path, text, 0, INT_MAX, steps, error);
}

bool checkpoint_parse(Arena *arena, const char *path, Bytes bytes, Trainer *trainer, Error *error)
{
    Safetensors file;
    long steps;
    NamedTensor tensors[MOST_TRAINER_TENSORS];
    Tensor found[MOST_TRAINER_TENSORS];
    int count = trainer_tensors(trainer, tensors);
    if (!safetensors_parse(arena, path, bytes, &file, error) || !read_steps(&file, &steps, error))
        return false;
    for (int i = 0; i < count; i++) {
        Tensor own = tensors[i].tensor;
        if (!safetensors_matrix(arena, &file, tensors[i].name, &found[i], error))
            return false;
        if (!same_shape(found[i], own))
            return fail(error, "%s: %s is %d × %d, but this training's is %d × %d", path,
                        tensors[i].name, found[i].rows, found[i].cols, own.rows, own.cols);
    }
    for (int i = 0; i < count; i++)
        memcpy(tensors[i].tensor.data, found[i].data, tensor_size(found[i]) * sizeof(real));
    trainer_resume(trainer, (int)steps);
    return true;
}
