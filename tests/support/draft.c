#include "support/draft.h"

void draft_text(Draft *draft, const char *name, const char *text)
{
    draft->texts[draft->text_count++] = (NamedText){name, text};
}

void draft_tensor(Draft *draft, const char *name, Tensor tensor)
{
    draft->tensors[draft->tensor_count++] = (Parameter){.name = name, .value = tensor};
}

/* A tensor of many rows has no columns, and so no numbers. */
static Tensor shaped(Arena *arena, const char *shape)
{
    int rows, cols;
    fail_if(sscanf(shape, "%d × %d", &rows, &cols) != 2, "no shape: %s", shape);
    return rows && cols ? tensor_new(arena, rows, cols) : (Tensor){rows, cols, (real *)""};
}

void draft_change(Draft *draft, const char *name, const char *change)
{
    bool stays = strcmp(change, "missing") != 0;
    for (int i = 0; i < draft->text_count; i++)
        if (!strcmp(draft->texts[i].name, name)) {
            draft->texts[i].text = change;
            if (!stays)
                draft->texts[i] = draft->texts[--draft->text_count];
            return;
        }
    for (int i = 0; i < draft->tensor_count; i++)
        if (!strcmp(draft->tensors[i].name, name)) {
            if (stays)
                draft->tensors[i].value = shaped(draft->arena, change);
            else
                memmove(&draft->tensors[i], &draft->tensors[i + 1],
                        (size_t)(--draft->tensor_count - i) * sizeof *draft->tensors);
            return;
        }
    fail_msg("there is no %s", name);
}

void draft_write(const Draft *draft, const char *path)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    Parameters parameters = {.items = (Parameter *)draft->tensors, .count = draft->tensor_count};
    WeightsFile file = {
        .parameters = &parameters, .count = draft->text_count, .texts = (NamedText *)draft->texts};
    safetensors_write(stream, &file);
    assert_int_equal(fclose(stream), 0);
}

Safetensors safetensors_parse(Arena *arena, const char *path, Bytes bytes)
{
    Safetensors file = {.path = path, .descriptor = -1, .bytes = bytes.data};
    safetensors_header(arena, bytes.size, &file);
    return file;
}

Tensor counting_tensor(Arena *arena, int rows, int cols, real first)
{
    Tensor t = tensor_new(arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = first + (real)i;
    return t;
}
