#include "train/texts.h"

enum { HELD_OUT_EVERY = 50, LEAST_SENTENCES = 100, LONGEST_WORD = 64 };

/* ---- words ---- */

/* The key of a word: its look-up form without the possessive 's. */
static const char *key_of(Arena *arena, const char *word, size_t size)
{
    const char *key = token_key(arena, arena_strndup(arena, word, size));
    size_t length = strlen(key);
    return length > 2 && ends_with(key, "'s") ? arena_strndup(arena, key, length - 2) : key;
}

/* Words too long to be frequent are skipped. */
void passages_add(Passages *p, Bytes text, int weight, int source, const char *topic)
{
    const char *at = text.data, *end = at + text.size;
    for (size_t length; at < end; at += length ? length : 1) {
        length = letters_length(at, (size_t)(end - at));
        if (length && length <= LONGEST_WORD)
            numbered_text_add(&p->words, key_of(p->scratch, at, length));
    }
    arena_reset(p->scratch);
    Passage passage = {weight, source, topic, p->words.count};
    p->items = arena_append(p->arena, p->items, &p->count, &passage, sizeof passage);
}

/* ---- the vocabulary ---- */

/* Chooses the vocabulary and maps the text's tokens to its rows. */
static void choose_vocabulary(Passages *passages, int most, Corpus *corpus)
{
    Arena *arena = passages->arena;
    NumberedText *text = &passages->words;
    static const char *const special[SPECIAL_WORDS] = {
        [UNKNOWN_WORD] = "<unk>", [MASKED_WORD] = "<mask>"};
    long *weights = arena_alloc(arena, (size_t)text->words.count, sizeof *weights);
    for (int i = 0, token = 0; i < passages->count; i++)
        for (; token < passages->items[i].end; token++)
            weights[text->tokens[token]] += passages->items[i].weight;
    corpus->vocabulary = lexicon_of(arena, special, SPECIAL_WORDS);
    numbered_text_choose(text, weights, most, UNKNOWN_WORD, &corpus->vocabulary);
    int count = corpus->vocabulary.count;
    corpus->content = arena_alloc(arena, (size_t)count, sizeof *corpus->content);
    for (int i = SPECIAL_WORDS; i < count; i++)
        corpus->content[i] = !is_function_word(corpus->vocabulary.words[i]);
}

/* ---- sentences ---- */

static void cut_sentences(const Passages *passages, Corpus *corpus)
{
    Arena *arena = passages->arena;
    const NumberedText *text = &passages->words;
    corpus->counts = arena_alloc(arena, (size_t)corpus->vocabulary.count, sizeof *corpus->counts);
    corpus->tokens = text->tokens;
    for (int i = 0, first = 0; i < passages->count; first = passages->items[i++].end) {
        const Passage *p = &passages->items[i];
        bool held_out = p->source % HELD_OUT_EVERY == HELD_OUT_EVERY - 1;
        Sentences *sentences = held_out ? &corpus->held_out : &corpus->training;
        if (p->topic && lexicon_find(&corpus->vocabulary, p->topic) < 0)
            continue;
        for (; first < p->end; first += LONGEST_SENTENCE) {
            const int *words = text->tokens + first;
            Sentence s = {first, smaller(p->end - first, LONGEST_SENTENCE)};
            int content = 0;
            for (int k = 0; k < s.length; k++)
                content += corpus->content[words[k]];
            if (content < 2) /* one to mask, and one to predict it from */
                continue;
            sentences->items =
                arena_append(arena, sentences->items, &sentences->count, &s, sizeof s);
            for (int k = 0; k < s.length && !held_out; k++)
                corpus->counts[words[k]]++;
        }
    }
}

static Corpus build(Passages *passages, const char *origin, const char *licence, int most)
{
    Corpus corpus = {.origin = origin, .licence = licence};
    choose_vocabulary(passages, most, &corpus);
    cut_sentences(passages, &corpus);
    if (corpus.training.count < LEAST_SENTENCES || !corpus.held_out.count)
        fail("%s: too little to learn from: sentences of two known words: %d, at least %d; held "
             "out, of every %dth line: %d, at least 1",
             origin, corpus.training.count, LEAST_SENTENCES, HELD_OUT_EVERY, corpus.held_out.count);
    return corpus;
}

/* ---- files ---- */

static const char wordnet_licence[] =
    "Derived from WordNet 3.0. WordNet 3.0 Copyright 2006 by Princeton University. All rights "
    "reserved. This software and database is provided \"as is\"; see LICENSE.WordNet.";

Corpus corpus_read_text(Arena *arena, const char *path, int vocabulary)
{
    Bytes bytes = file_read(arena, path, LARGEST_CORPUS);
    check_type(path, bytes);
    check_text(path, bytes.data, bytes.size);
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Passages passages = {.arena = arena, .scratch = scratch, .words.words = lexicon_new(arena)};
    for (Bytes line; take_line(&bytes, '\n', &line);)
        passages_add(&passages, line, 1, passages.count, NULL);
    return build(&passages, path, NULL, vocabulary);
}

Corpus corpus_read_wordnet(Arena *arena, const char *folder, int most)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Passages passages = {.arena = arena, .scratch = scratch, .words.words = lexicon_new(arena)};
    wordnet_read(folder, &passages);
    return build(&passages, "WordNet 3.0", wordnet_licence, most);
}
