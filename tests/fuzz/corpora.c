/* What is learned from: pairs of sentences, text, WordNet. */
#include "fuzz/targets.h"

#include "train/pairs.h"
#include "train/texts.h"

#include <unistd.h>

enum { VOCABULARY = 12 };

void fuzz_pairs(Arena *arena, Bytes input)
{
    enum { MOST = 4 };
    PairSource source;
    Pair pairs[MOST];
    const char *path = fuzz_path(input);
    if (!is_accepted(path, source = pairs_read(arena, path, VOCABULARY)))
        return;
    CHECK(source.source.count <= VOCABULARY && source.target.count <= VOCABULARY, "%d and %d words",
          source.source.count, source.target.count);
    Random random = random_new(1);
    int count = source.held_out(&source, 0, MOST - 1, pairs);
    source.draw(&source, &random, &pairs[count]);
    for (int i = 0; i <= count; i++)
        for (int k = 0; k < pairs[i].target_length; k++)
            CHECK(0 <= pairs[i].target[k] && pairs[i].target[k] < source.target.count, "word %d",
                  pairs[i].target[k]);
}

static void check_corpus(const Corpus *c)
{
    const Sentences *all[] = {&c->training, &c->held_out};
    CHECK(c->vocabulary.count <= VOCABULARY, "%d words", c->vocabulary.count);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < all[i]->count; j++)
            for (int k = 0; k < all[i]->items[j].length; k++) {
                int word = c->tokens[all[i]->items[j].first + k];
                CHECK(0 <= word && word < c->vocabulary.count, "word %d", word);
            }
}

/* So often that there is something to learn from. */
static Bytes multiplied(Arena *arena, Bytes input)
{
    enum { TIMES = 110, LONGEST = 400 };
    if (!input.size || input.size > LONGEST)
        return input;
    char *text = arena_alloc(arena, TIMES, input.size + 1);
    for (int i = 0; i < TIMES; i++) {
        memcpy(text + (size_t)i * (input.size + 1), input.data, input.size);
        text[(size_t)i * (input.size + 1) + input.size] = '\n';
    }
    return (Bytes){text, TIMES * (input.size + 1)};
}

void fuzz_corpora(Arena *arena, Bytes input)
{
    Corpus corpus;
    const char *path = fuzz_path(multiplied(arena, input));
    if (is_accepted(path, corpus = corpus_read_text(arena, path, VOCABULARY)))
        check_corpus(&corpus);
}

/* Of the four files one is the input, the others are empty. */
void fuzz_wordnet(Arena *arena, Bytes input)
{
    static const char *const names[] = {"noun", "verb", "adj", "adv"};
    const char *folder = fuzz_folder();
    Corpus corpus;
    int which = fuzz_byte(&input) % 4;
    const char *path = fuzz_path(multiplied(arena, input));
    for (int i = 0; i < 4; i++) {
        const char *link = arena_format(arena, "%s/data.%s", folder, names[i]);
        unlink(link);
        CHECK(symlink(i == which ? path : "/dev/null", link) == 0, "%s", link);
    }
    if (is_accepted("", corpus = corpus_read_wordnet(arena, folder, VOCABULARY)))
        check_corpus(&corpus);
}
