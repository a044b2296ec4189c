#include "train/weights_file.h"

#include "base/text.h"
#include "tensor/vector.h"
#include "train/lexicon.h"

#include <math.h>
#include <string.h>

static Tensor scaled(Arena *arena, Tensor t, double factor)
{
    Tensor copy = tensor_copied(arena, t);
    vector_scale(copy.data, (real)factor, (int)tensor_size(t));
    return copy;
}

static const char *heads_of(Arena *arena, const ContextModel *sets, int count)
{
    Text text = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s%d", i ? " " : "", sets[i].heads);
    return text.data;
}

/* What the sets share, the embeddings as √d·E; then the projections of each. */
static int name_tensors(Arena *arena, const ContextModel *sets, int count, Precision precision,
                        NamedTensor *tensors)
{
    int n = 0;
    const Parameters *shared = sets->learned;
    for (int i = 0; i < shared->count; i++)
        if (!parameter_is_projection(&shared->items[i]))
            tensors[n++] = (NamedTensor){shared->items[i].name, shared->items[i].value, precision};
    tensors[0].tensor = scaled(arena, tensors[0].tensor, sqrt(sets->d));
    for (int set = 0; set < count; set++)
        for (int i = 0; i < sets[set].learned->count; i++) {
            const Parameter *p = &sets[set].learned->items[i];
            const char *prefix = count > 1 ? arena_format(arena, "heads-%d/", sets[set].heads) : "";
            if (parameter_is_projection(p))
                tensors[n++] = (NamedTensor){arena_format(arena, "%s%s", prefix, p->name), p->value,
                                             precision};
        }
    return n;
}

void weights_file_write(Arena *arena, FILE *stream, const Corpus *corpus, const ContextModel *sets,
                        int count, Precision precision, const NamedText *metadata,
                        int metadata_count)
{
    size_t most = (size_t)sets->learned->count * (size_t)count;
    NamedTensor *tensors = arena_alloc(arena, most, sizeof *tensors);
    NamedText *texts = arena_alloc(arena, (size_t)metadata_count + 2, sizeof *texts);
    int tensor_count = name_tensors(arena, sets, count, precision, tensors);
    const Lexicon vocabulary = {.count = corpus->word_count, .words = corpus->words};
    if (metadata_count)
        memcpy(texts, metadata, (size_t)metadata_count * sizeof *texts);
    texts[metadata_count] = (NamedText){"heads", heads_of(arena, sets, count)};
    texts[metadata_count + 1] = (NamedText){"vocabulary", lexicon_lines(arena, &vocabulary)};
    safetensors_write(stream, tensors, tensor_count, texts, metadata_count + 2);
}
