#include "support/small_corpus.h"

Corpus small_corpus(Scene *scene)
{
    Text text = text_new(scene->arena);
    Random random = random_new(1);
    for (int i = 0; i < 600; i++) {
        char topic = i % 2 ? 'a' : 'b';
        int length = 4 + (int)random_below(&random, 5);
        for (int k = 0; k < length; k++)
            text_format(&text, "%s%c%u ",
                        k % 3 == 1   ? "the "
                        : k % 3 == 2 ? "of "
                                     : "",
                        topic, random_below(&random, 20));
        text_add(&text, "\n");
    }
    scene_write(scene, "small.txt", text.data);
    return corpus_read_text(scene->arena, "small.txt", 100);
}
