/* Tables: masks, vectors that are typed, word vectors in their forms. */
#include "fuzz/targets.h"

#include "load/arguments.h"
#include "load/weights.h"

/* ---- masks ---- */

/* What is typed must name no file: those would be the machine's. */
void fuzz_masks(Arena *arena, Bytes input)
{
    Error error;
    Tensor mask;
    bool typed = fuzz_byte(&input) & 1;
    int n = 1 + fuzz_byte(&input) % 6;
    const char *spec = typed ? fuzz_string(arena, input) : fuzz_path(input);
    if (typed && strchr(spec, '/'))
        return;
    if (!mask_load(arena, spec, n, &mask, &error)) {
        fuzz_refused(&error, typed ? "" : spec);
        return;
    }
    CHECK(mask.rows == n && mask.cols == n, "%d × %d", mask.rows, mask.cols);
    for (size_t i = 0; mask.data && i < tensor_size(mask); i++)
        CHECK(mask.data[i] == 0 || mask.data[i] == (real)-INFINITY, "%g", (double)mask.data[i]);
}

/* ---- vectors that are typed ---- */

void fuzz_vector_lists(Arena *arena, Bytes input)
{
    Error error;
    VectorList list;
    bool typed = fuzz_byte(&input) & 1;
    const char *text = typed ? fuzz_string(arena, input) : fuzz_path(input);
    if (typed && strchr(text, '/'))
        return;
    if (!vector_list_read(arena, "it", text, false, &list, &error)) {
        fuzz_refused(&error, typed ? "" : text);
        return;
    }
    CHECK(list.vectors.rows > 0 && list.vectors.cols > 0, "an empty list");
    for (size_t i = 0; i < tensor_size(list.vectors); i++)
        CHECK(isfinite(list.vectors.data[i]), "%g", (double)list.vectors.data[i]);
}

/* ---- word vectors ---- */

static void read_all(Arena *arena, const char *path)
{
    VectorFile file;
    VectorRow row;
    Error error;
    bool opened = vector_file_open(arena, path, &file, &error);
    real *numbers = arena_alloc(arena, opened ? (size_t)file.d_model : 0, sizeof *numbers);
    while (opened && vector_file_next(&file, &row, &error) && row.word.data)
        for (int i = 0; vector_file_numbers(&file, &row, numbers, &error) && i < file.d_model; i++)
            CHECK(isfinite(numbers[i]), "%g", (double)numbers[i]);
    vector_file_close(&file);
}

static void check_vectors(Arena *arena, Bytes input)
{
    static const char *const keys[] = {"the", "bats", "don't"};
    const char *path = fuzz_path(input);
    Embeddings e;
    Error error;
    read_all(arena, path);
    if (!embeddings_read(arena, path, input.size % 2 ? keys : NULL, 3, input.size % 2 ? 0 : 3, NULL,
                         &e, &error)) {
        fuzz_refused(&error, path);
        CHECK(!strchr(error.message, '\n'), "%s", error.message);
        return;
    }
    CHECK(e.table.rows > 0 && e.table.rows == e.vocabulary.count, "%d rows for %d words",
          e.table.rows, e.vocabulary.count);
    for (int i = 0; i < e.table.rows; i++)
        CHECK(strlen(e.found[i].word) > 0, "row %d has no word", i);
}

void fuzz_pictures(Arena *arena, Bytes input)
{
    Patches grid = {1 + fuzz_byte(&input) % 3, 1 + fuzz_byte(&input) % 3};
    Tensor colours;
    Error error;
    const char *path = fuzz_path(input);
    if (!patches_read(arena, path, grid, &colours, &error))
        return; /* of the file, or of the grid */
    CHECK(colours.rows == grid.rows * grid.cols && colours.cols == 3, "%d × %d", colours.rows,
          colours.cols);
    for (size_t i = 0; i < tensor_size(colours); i++)
        CHECK(colours.data[i] >= 0 && colours.data[i] <= 1, "%g", (double)colours.data[i]);
}

static Bytes behind(Arena *arena, const char *head, Bytes input)
{
    size_t size = strlen(head);
    char *text = arena_alloc(arena, size + input.size, 1);
    memcpy(text, head, size);
    memcpy(text + size, input.data, input.size);
    return (Bytes){text, size + input.size};
}

void fuzz_vectors(Arena *arena, Bytes input)
{
    check_vectors(arena, input);
}

void fuzz_vectors_csv(Arena *arena, Bytes input)
{
    static const char *const heads[] = {"w,x,y\n", "w;x\n", "w\tx\ty\tz\n", "\"a\"\"b\",x,y\n"};
    const char *head = heads[fuzz_byte(&input) % 4];
    check_vectors(arena, behind(arena, head, input));
}

void fuzz_vectors_binary(Arena *arena, Bytes input)
{
    int rows = fuzz_byte(&input) % 8, d = 1 + fuzz_byte(&input) % 5;
    /* a word with a control character in its first number: seen to be binary */
    const char *head = arena_format(arena, "%d %d\n", rows, d);
    check_vectors(arena, behind(arena, head, input));
}
