#include "train/weights_file.h"

#include "base/text.h"
#include "tensor/vector.h"

#include <math.h>
#include <string.h>

static const char *const names[LEARNED_COUNT] = {"embeddings", "bias", "gain", "W_Q",
                                                 "W_K",        "W_V",  "W_O"};

static Tensor scaled(Arena *arena, Tensor t, double factor)
{
    Tensor copy = tensor_new(arena, t.rows, t.cols);
    memcpy(copy.data, t.data, tensor_size(t) * sizeof *t.data);
    vector_scale(copy.data, (real)factor, (int)tensor_size(t));
    return copy;
}

/* The words, one a line. */
static const char *vocabulary_of(Arena *arena, const Corpus *corpus)
{
    Text text = text_new(arena);
    for (int i = 0; i < corpus->word_count; i++) {
        text_add(&text, i ? "\n" : "");
        text_add(&text, corpus->words[i]);
    }
    return text.data;
}

static const char *heads_of(Arena *arena, const Learned *sets, int count)
{
    Text text = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%d", i ? " " : "", sets[i].heads);
    return text.data;
}

static int name_tensors(Arena *arena, const Learned *sets, int count, Precision precision,
                        NamedTensor *tensors)
{
    int n = 0;
    Tensor embeddings = sets->tensors[LEARNED_EMBEDDINGS];
    for (int i = 0; i < LEARNED_W_Q; i++)
        tensors[n++] = (NamedTensor){names[i], sets->tensors[i], precision};
    tensors[LEARNED_EMBEDDINGS].tensor = scaled(arena, embeddings, sqrt(embeddings.cols));
    for (int set = 0; set < count; set++)
        for (int i = LEARNED_W_Q; i < LEARNED_COUNT; i++) {
            const char *prefix = count > 1 ? arena_format(arena, "heads-%d/", sets[set].heads) : "";
            tensors[n++] = (NamedTensor){arena_format(arena, "%s%s", prefix, names[i]),
                                         sets[set].tensors[i], precision};
        }
    return n;
}

void weights_file_write(Arena *arena, FILE *stream, const Corpus *corpus, const Learned *sets,
                        int count, Precision precision, const NamedText *metadata,
                        int metadata_count)
{
    NamedTensor *tensors = arena_alloc(arena, LEARNED_COUNT * (size_t)count, sizeof *tensors);
    NamedText *texts = arena_alloc(arena, (size_t)metadata_count + 2, sizeof *texts);
    int tensor_count = name_tensors(arena, sets, count, precision, tensors);
    if (metadata_count)
        memcpy(texts, metadata, (size_t)metadata_count * sizeof *texts);
    texts[metadata_count] = (NamedText){"heads", heads_of(arena, sets, count)};
    texts[metadata_count + 1] = (NamedText){"vocabulary", vocabulary_of(arena, corpus)};
    safetensors_write(stream, tensors, tensor_count, texts, metadata_count + 2);
}
