/* Tables: masks, vectors that are typed, word vectors in their forms. */
#include "fuzz/targets.h"

#include "load/arguments.h"
#include "load/weights.h"
#include "support/nodes.h"

/* ---- masks ---- */

/* What is typed must name no file: those would be the machine's. */
void fuzz_masks(Arena *arena, Bytes input)
{
    Mask mask;
    bool typed = fuzz_byte(&input) & 1;
    int n = 1 + fuzz_byte(&input) % 6;
    const char *spec = typed ? fuzz_string(arena, input) : fuzz_path(input);
    if (typed && strchr(spec, '/'))
        return;
    if (!is_accepted(typed ? "" : spec, mask = mask_load(arena, spec, n, &(Masking){0})))
        return;
    Tensor table = mask_table(arena, mask, n);
    CHECK(table.rows == n && table.cols == n, "%d × %d", table.rows, table.cols);
    for (size_t i = 0; i < tensor_size(table); i++)
        CHECK(table.data[i] == 0 || table.data[i] == (real)-INFINITY, "%g", (double)table.data[i]);
}

/* ---- vectors that are typed ---- */

void fuzz_vector_lists(Arena *arena, Bytes input)
{
    VectorList list;
    bool typed = fuzz_byte(&input) & 1;
    const char *text = typed ? fuzz_string(arena, input) : fuzz_path(input);
    if (typed && strchr(text, '/'))
        return;
    if (!is_accepted(typed ? "" : text, list = vector_list_read(arena, "it", text, false)))
        return;
    CHECK(list.vectors.rows > 0 && list.vectors.cols > 0, "an empty list");
    for (size_t i = 0; i < tensor_size(list.vectors); i++)
        CHECK(isfinite(list.vectors.data[i]), "%g", (double)list.vectors.data[i]);
}

/* ---- word vectors ---- */

static void check_numbers(const VectorFile *file, const VectorRow *row, real *numbers)
{
    if (is_accepted(file->stream.path, vector_file_numbers(file, row, numbers)))
        for (int i = 0; i < file->d_model; i++)
            CHECK(isfinite(numbers[i]), "%g", (double)numbers[i]);
}

static void read_all(Arena *arena, const char *path)
{
    ENDED_BY(vector_file_close) VectorFile file;
    vector_file_open(arena, path, &file);
    real *numbers = arena_alloc(arena, (size_t)file.d_model, sizeof *numbers);
    for (VectorRow row; (row = vector_file_next(&file)).word.data;)
        check_numbers(&file, &row, numbers);
}

static void check_vectors(Arena *arena, Bytes input)
{
    static const char *const keys[] = {"the", "bats", "don't"};
    const char *path = fuzz_path(input);
    Embeddings e;
    Scene scene;
    bool keyed = input.size % 2;
    is_accepted(path, read_all(arena, path));
    if (!is_done(&scene,
                 e = embeddings_read(arena, path, keyed ? keys : NULL, 3, keyed ? 0 : 3, NULL))) {
        fuzz_refused(&scene.error, path);
        CHECK(!strchr(scene.error.message, '\n'), "%s", scene.error.message);
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
    const char *path = fuzz_path(input);
    if (!is_accepted("", colours = patches_read(arena, path, grid)))
        return; /* for the file, or the grid */
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
