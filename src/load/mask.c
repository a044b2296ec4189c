#include "load/arguments.h"

#include <unistd.h>

/* ---- A table in a file ---- */

static void add_file(Arena *arena, const char *path, Tensor mask)
{
    if (access(path, F_OK) != 0)
        fail_file(path);
    Tensor table = vector_list_read(arena, path, path, true).vectors;
    if (!same_shape(table, mask))
        fail("%s is %d × %d, expected %d × %d: a row and a column a token", path, table.rows,
             table.cols, mask.rows, mask.cols);
    int cells = (int)tensor_size(mask);
    bool ones = vector_max(table.data, cells) > 0;
    if (ones && isinf(vector_min(table.data, cells)))
        fail("%s: both 1 and -inf; a mask is of 0 and 1 or of 0 and -inf", path);
    for (int i = 0; i < cells; i++) {
        double x = (double)table.data[i];
        if (x != 0 && x != 1 && !isinf(x))
            fail("%s: row %d, column %d is %g, not 0, 1 or -inf", path, i / mask.cols + 1,
                 i % mask.cols + 1, x);
        if (ones == (x == 0))
            mask.data[i] = -INFINITY;
    }
}

/* ---- A mask by name ---- */

enum { NONE, CAUSAL, LOCAL, PADDING, NAMED };

static const char *const names[NAMED] = {"none", "causal", "local", "padding"};

/* `item` is "name" or "name:number". A window may be wider than the text; padding may not. */
static void add_named(Arena *arena, int name, const char *item, int n, Window *window)
{
    const char *colon = strchr(item, ':');
    if ((colon != NULL) != (name >= LOCAL))
        fail_usage("mask '%s': %s %s", item, names[name],
                   colon ? "takes no number" : "needs a number behind a colon");
    long most = name == PADDING ? n : INT_MAX;
    FAILS_AS_USAGE;
    int number =
        colon ? (int)parse_whole(arena_format(arena, "mask '%s'", item), colon + 1, 0, most) : 0;
    if (name == PADDING)
        window->padding = larger(number, window->padding);
    if (name == LOCAL)
        window->before = smaller(number, window->before);
    if (name == LOCAL || name == CAUSAL)
        window->after = smaller(number, window->after);
}

/* A mask by name, or else a file; an item that looks like a file name fails as a file. Returns
   whether it is a mask, not "none". */
static bool add_item(Arena *arena, const char *item, int n, Mask *mask, Window *window)
{
    const char *text = arena_strndup(arena, item, strcspn(item, ":"));
    int name = find_string(names, NAMED, text);
    if (name >= 0) {
        add_named(arena, name, item, n, window);
        return name != NONE;
    }
    if (!strpbrk(item, "./") && access(item, F_OK) != 0)
        fail_usage("mask '%s': neither a file nor one of none, causal, local:W, padding:N%s", item,
                   did_you_mean(arena, text, "", names, NAMED));
    if (!mask->table.data)
        mask->table = tensor_new(arena, n, n);
    add_file(arena, item, mask->table);
    return true;
}

/* Removes the ending of the spec that says how the mask is applied. */
static Masking take_masking(Arena *arena, const char **spec)
{
    static const char *const wrong[] = {[MASKING_ZERO] = ":zero", [MASKING_AFTER] = ":after"};
    for (Masking m = MASKING_ZERO; m <= MASKING_AFTER; m++)
        if (ends_with(*spec, wrong[m]) && **spec != ':') {
            *spec = arena_strndup(arena, *spec, strlen(*spec) - strlen(wrong[m]));
            return m;
        }
    return MASKING_BEFORE;
}

Mask mask_load(Arena *arena, const char *spec, int n, Masking *masking)
{
    Window window = {INT_MAX, INT_MAX, 0};
    Mask mask = {NULL, {n, n, NULL}};
    Masking asked = take_masking(arena, &spec);
    bool any = false;
    for (char *rest = arena_strdup(arena, spec), *item; (item = next_item(&rest));)
        any |= add_item(arena, item, n, &mask, &window);
    *masking = any ? asked : MASKING_BEFORE;
    if (mask.table.data)
        hide_outside(mask.table, 0, window);
    else if (any)
        mask.window = arena_copy(arena, &window, sizeof window);
    return mask;
}
