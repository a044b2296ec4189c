/* Makes the built-in weights from WordNet: `make weights`.
 *
 *     make_weights FOLDER OUTPUT
 *
 * FOLDER is where WordNet's database lies. Progress goes to stderr, a line now and then. */
#include "load/files.h"
#include "support/builtin.h"

#include <jansson.h>

static const int heads[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 48};

enum {
    SETS = COUNT_OF(heads),
    STEPS_OF_PROJECTIONS = 4000, /* of each number of heads, once the embeddings are made */
    TOLD_EVERY = 500
};

static void train(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, const Model *model)
{
    Training *training = builtin_training(arena, corpus, plan, *model);
    while (training->steps_done < plan->recipe.steps) {
        training_step(training);
        if (training->steps_done % TOLD_EVERY == 0)
            fprintf(stderr, "%d heads: step %d of %d, loss %.3f\n", model_size(model, "heads"),
                    training->steps_done, plan->recipe.steps, training->loss);
    }
    training_end(training);
}

static void make(Arena *arena, const char *folder, const char *path)
{
    WeightsFile file = {.arena = arena, .precision = FLOAT16};
    Corpus corpus = corpus_read_wordnet(arena, folder, BUILTIN_WORDS);
    TrainingPlan plan = builtin_plan(arena, &corpus, BUILTIN_HEADS), projections = plan;
    projections.recipe.steps = STEPS_OF_PROJECTIONS;
    Model sets[SETS], embedded = context_start(arena, &corpus, &plan);
    ContextScore scores[SETS] = {0};
    train(arena, &corpus, &plan, &embedded);
    for (int i = 0; i < SETS; i++) {
        sets[i] = context_fresh_heads(arena, &embedded, heads[i], plan.seed);
        train(arena, &corpus, &projections, &sets[i]);
        context_score(arena, &corpus, &sets[i], &scores[i]);
    }
    weights_file_say(&file, "corpus", corpus.origin);
    weights_file_say(
        &file, "recipe",
        arena_format(
            arena,
            "%s; then, with these embeddings, the projections of each number of heads from a fresh "
            "start, %d steps; seed %ju",
            builtin_plan_text(arena, &plan), projections.recipe.steps, (uintmax_t)plan.seed));
    builtin_file_write(path, &corpus, sets, scores, SETS, &file);
}

/* ---- the words, prepared ----
 *
 * In the program no word is parsed or hashed again: the vocabulary leaves the metadata and becomes
 * two tensors of bytes, which lexicon_prepared takes. What heads look at, which is long, becomes
 * tensors, too. */

static Lexicon take_vocabulary(Arena *arena, json_t *header)
{
    json_t *texts = json_object_get(header, "__metadata__");
    Lexicon vocabulary = lexicon_for(arena, BUILTIN_WORDS);
    char *rest = arena_strdup(arena, json_string_value(json_object_get(texts, "vocabulary")));
    for (char *word; (word = strsep(&rest, "\n"));)
        lexicon_add(&vocabulary, word);
    json_object_del(texts, "vocabulary");
    return vocabulary;
}

static void add_bytes(json_t *header, const char *name, const char *dtype, int count, Text *data,
                      Text bytes)
{
    size_t end = data->length + bytes.length;
    json_object_set_new(header, name,
                        json_pack("{s:s, s:[i], s:[I,I]}", "dtype", dtype, "shape", count,
                                  "data_offsets", (json_int_t)data->length, (json_int_t)end));
    text_add_bytes(data, bytes.data, bytes.length);
}

static void move_measures(Arena *arena, json_t *header, Text *data)
{
    json_t *texts = json_object_get(header, "__metadata__"), *text;
    const char *name;
    void *next;
    json_object_foreach_safe(texts, next, name, text)
    {
        if (!begins_with(name, "heads-"))
            continue;
        Text bytes = text_new(arena);
        text_add_bytes(&bytes, json_string_value(text), json_string_length(text) + 1);
        add_bytes(header, name, "U8", (int)bytes.length, data, bytes);
        json_object_del(texts, name);
    }
}

static void write_prepared(const char *path, const json_t *header, Text data)
{
    FILE *stream = fopen(path, "wb");
    char *text = json_dumps(header, JSON_COMPACT);
    size_t padding = (8 - strlen(text) % 8) % 8, size = strlen(text) + padding;
    CHECK(stream && size <= UINT16_MAX, "%s: a header of %zu bytes", path, size);
    fwrite((char[8]){(char)size, (char)(size >> 8)}, 1, 8, stream);
    fprintf(stream, "%s%*s", text, (int)padding, "");
    fwrite(data.data, 1, data.length, stream);
    CHECK(fclose(stream) == 0, "%s is not whole", path);
}

static void prepare(Arena *arena, const char *path)
{
    enum { LENGTH = 8, MOST = 1 << 24 };
    Bytes file = file_read(arena, path, MOST);
    size_t size = (size_t)little_endian(file.data, LENGTH), begin = LENGTH + size;
    json_t *header = json_loadb(file.data + LENGTH, size, 0, NULL);
    Lexicon words = take_vocabulary(arena, header);
    Text data = text_new(arena), names = text_new(arena), slots = text_new(arena);
    text_add_bytes(&data, file.data + begin, file.size - begin);
    for (int i = 0; i < words.count; i++)
        text_add_bytes(&names, words.words[i], strlen(words.words[i]) + 1);
    for (unsigned i = 0; i < words.slot_count; i++)
        text_add_bytes(&slots, (char[]){(char)words.slots[i], (char)(words.slots[i] >> 8)}, 2);
    add_bytes(header, "words", "U8", (int)names.length, &data, names);
    add_bytes(header, "slots of words", "U16", (int)words.slot_count, &data, slots);
    move_measures(arena, header, &data);
    write_prepared(path, header, data);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: make_weights FOLDER OUTPUT\n", stderr);
        return EXIT_USAGE;
    }
    ENDED_BY(arena_end) Arena *arena = arena_new();
    make(arena, argv[1], argv[2]);
    prepare(arena, argv[2]);
    return EXIT_SUCCESS;
}
