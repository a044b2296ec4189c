/* Writes what there is to know of weights files as C, so that the program need not parse those
 * that are inside it (builtin_files in load/weights.h):
 *
 *     prepare_weights FILE.safetensors... >builtin_files.c
 *
 * The numbers stay in the files, which the Makefile embeds. */
#include "load/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool is_vocabulary(const char *name)
{
    static const char end[] = "vocabulary";
    size_t length = strlen(name);
    return length >= strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

/* ---- C ---- */

static void put_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        printf(c < ' ' || c > '~' || strchr("\"\\?", c) ? "\\%03o" : "%c", c);
    }
    putchar('"');
}

static void put_tensors(const char *name, const Safetensors *file)
{
    printf("static const StoredTensor %s_tensors[] = {\n", name);
    for (int i = 0; i < file->count; i++) {
        const StoredTensor *t = &file->tensors[i];
        printf("{");
        put_string(t->name);
        printf(", &number_types[%td], %d, {", t->type - number_types, t->dimensions);
        for (int k = 0; k < t->dimensions; k++)
            printf("%zu,", t->shape[k]);
        printf("0}, %zu, %zu},\n", t->begin, t->end);
    }
    printf("};\n");
}

/* A text of words as what lexicon_of makes of them. */
static void put_lexicon(Arena *arena, const char *name, const char *text, int *count)
{
    Lexicon words = lexicon_new(arena);
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        lexicon_add(&words, arena_strndup(arena, text, length));
    }
    words = lexicon_of(arena, words.words, words.count);
    *count = words.count;
    printf("static const char *const %s_words[] = {\n", name);
    for (int i = 0; i < words.count; i++) {
        put_string(words.words[i]);
        printf(",\n");
    }
    printf("};\nstatic const int %s_slots[] = {", name);
    for (unsigned i = 0; i < words.slot_count; i++)
        printf("%s%d,", i % 20 ? "" : "\n", words.slots[i]);
    printf("};\n");
}

/* One row of a table of them. */
static void put_named_lexicon(const char *name, const char *table, int count)
{
    printf("{");
    put_string(name);
    printf(", {.count = %d, .capacity = %d, .words = (const char **)%s_words, "
           ".slots = (int *)%s_slots, .slot_count = sizeof %s_slots / sizeof(int)}},\n",
           count, count, table, table, table);
}

/* The texts that are vocabularies. */
static void put_vocabularies(Arena *arena, const char *name, const Safetensors *file)
{
    int *counts = arena_alloc(arena, (size_t)file->metadata_count, sizeof *counts);
    const NamedText *texts = file->metadata;
    for (int i = 0; i < file->metadata_count; i++)
        if (is_vocabulary(texts[i].name))
            put_lexicon(arena, arena_format(arena, "%s_%d", name, i), texts[i].text, &counts[i]);
    printf("static const NamedLexicon %s_vocabularies[] = {\n", name);
    for (int i = 0; i < file->metadata_count; i++)
        if (is_vocabulary(texts[i].name))
            put_named_lexicon(texts[i].name, arena_format(arena, "%s_%d", name, i), counts[i]);
    printf("};\n");
}

/* And the others. */
static void put_metadata(const char *name, const Safetensors *file)
{
    printf("static const NamedText %s_metadata[] = {\n", name);
    for (const NamedText *t = file->metadata; t < file->metadata + file->metadata_count; t++)
        if (!is_vocabulary(t->name)) {
            printf("{");
            put_string(t->name);
            printf(", ");
            put_string(t->text);
            printf("},\n");
        }
    printf("};\n");
}

static void put_file(const char *name, const char *path, const Safetensors *file)
{
    printf("{.path = ");
    put_string(path);
    printf(", .descriptor = -1, .data = %s_bytes + %zu, .data_begin = %zu, .data_size = %zu,\n",
           name, file->data_begin, file->data_begin, file->data_size);
    static const char *const tables[][2] = {
        {"count", "tensors"}, {"metadata_count", "metadata"}, {"vocabulary_count", "vocabularies"}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        printf(".%s = sizeof %s_%s / sizeof *%s_%s, .%s = %s_%s,\n", tables[i][0], name,
               tables[i][1], name, tables[i][1], tables[i][1], name, tables[i][1]);
    printf("},\n");
}

static bool put_all(Arena *arena, char *const *paths, int count, Error *error)
{
    Safetensors *files = arena_alloc(arena, (size_t)count, sizeof *files);
    printf("/* Made by src/prepare_weights.c. */\n#include \"load/weights.h\"\n");
    for (int i = 0; i < count; i++) {
        const char *name = symbol(arena, stem(arena, paths[i]));
        if (!safetensors_read(arena, paths[i], &files[i], error))
            return false;
        safetensors_close(&files[i]);
        printf("extern const char %s_bytes[];\n", name);
        put_tensors(name, &files[i]);
        put_vocabularies(arena, name, &files[i]);
        put_metadata(name, &files[i]);
    }
    printf("const Safetensors builtin_files[] = {\n");
    for (int i = 0; i < count; i++) {
        const char *name = stem(arena, paths[i]);
        put_file(symbol(arena, name), name, &files[i]);
    }
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
