/* Writes what there is to know of weights files as C, so that the program need not parse those
 * that are inside it (builtin_files in load/weights.h):
 *
 *     prepare_weights FILE.safetensors... >builtin_files.c
 *
 * The numbers stay in the files, which the Makefile embeds. */
#include "load/weights.h"

/* ---- names ---- */

/* "src/load/translators/local-m.safetensors" → "local-m" */
static const char *stem(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return arena_strndup(arena, name, strcspn(name, "."));
}

/* The same as a part of a name in C. */
static const char *symbol(Arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name);
    for (char *c = copy; *c; c++)
        if (*c == '-')
            *c = '_';
    return copy;
}

/* ---- C ---- */

/* A string literal behind this code. */
static void put_string(const char *before, const char *text)
{
    printf("%s\"", before);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        printf(c < ' ' || c > '~' || strchr("\"\\?", c) ? "\\%03o" : "%c", c);
    }
    putchar('"');
}

static void put_tensors(const Safetensors *file)
{
    printf(".count = %d, .tensors = (const StoredTensor[]){\n", file->count);
    for (int i = 0; i < file->count; i++) {
        const StoredTensor *t = &file->tensors[i];
        put_string("{", t->name);
        printf(", &number_types[%td], %zu, %zu, %zu, %zu, %zu, %zu},\n", t->type - number_types,
               t->dimensions, t->rows, t->cols, t->begin, t->end, t->size);
    }
    printf("},\n");
}

/* The words of a text as a lexicon. */
static void put_lexicon(Arena *arena, const char *text)
{
    Lexicon words = lexicon_new(arena);
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        lexicon_add(&words, arena_strndup(arena, text, length));
    }
    printf(", .words = &(const Lexicon){.count = %d, .slot_count = %u,\n"
           ".words = (const char **)(const char *const[]){\n",
           words.count, words.slot_count);
    for (int i = 0; i < words.count; i++)
        put_string(i ? ",\n" : "", words.words[i]);
    printf("}, .slots = (int *)(const int[]){");
    for (unsigned i = 0; i < words.slot_count; i++)
        printf("%s%d,", i % 20 ? "" : "\n", words.slots[i]);
    printf("}}");
}

/* The texts, and the words of those that are vocabularies. */
static void put_metadata(Arena *arena, const Safetensors *file)
{
    printf(".metadata_count = %d, .metadata = (const NamedText[]){\n", file->metadata_count);
    for (const NamedText *t = file->metadata; t < file->metadata + file->metadata_count; t++) {
        put_string("{.name = ", t->name);
        if (ends_with(t->name, "vocabulary"))
            put_lexicon(arena, t->text);
        else
            put_string(", .text = ", t->text);
        printf("},\n");
    }
    printf("}},\n");
}

static bool put_file(Arena *arena, const char *path, Error *error)
{
    Safetensors file;
    const char *name = stem(arena, path);
    bool read = safetensors_read(arena, path, &file, error);
    file_close(&file.descriptor);
    if (!read)
        return false;
    put_string("{.path = ", name);
    printf(", .built_in = true, .descriptor = -1, .bytes = %s_bytes, .data_begin = %zu, .data_size "
           "= %zu,\n",
           symbol(arena, name), file.data_begin, file.data_size);
    put_tensors(&file);
    put_metadata(arena, &file);
    return true;
}

static bool put_all(Arena *arena, char *const *paths, int count, Error *error)
{
    printf("/* Made by src/prepare_weights.c. */\n#include \"load/weights.h\"\n");
    for (int i = 0; i < count; i++)
        printf("extern const char %s_bytes[];\n", symbol(arena, stem(arena, paths[i])));
    printf("const Safetensors builtin_files[] = {\n");
    for (int i = 0; i < count; i++)
        if (!put_file(arena, paths[i], error))
            return false;
    printf("{0}};\n");
    return fflush(stdout) == 0 && !ferror(stdout);
}

int main(int argc, char **argv)
{
    Error error = {.message = "standard output cannot be written"};
    Arena *arena = arena_new();
    bool done = put_all(arena, argv + 1, argc - 1, &error);
    arena_free(arena);
    if (!done)
        fprintf(stderr, "prepare_weights: %s\n", error.message);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
