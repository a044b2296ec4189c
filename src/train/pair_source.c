#include "train/pairs.h"

/* One pair in 50 is held out. The remainder is chosen so that the sentence of Bahdanau et al. 2015,
   figure 3, is one of them: its alignment is not memorised. */
enum { HELD_OUT_EVERY = 50, HELD_OUT_REMAINDER = 21 };

uint64_t sentence_hash(const Lexicon *vocabulary, const int *words, int length)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < length; i++) {
        for (const char *c = vocabulary->words[words[i]]; *c; c++)
            hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
        hash = (hash ^ ' ') * 0x100000001b3;
    }
    return hash;
}

bool is_held_out(uint64_t hash)
{
    return hash % HELD_OUT_EVERY == HELD_OUT_REMAINDER;
}

const char *sentence_text(Arena *arena, const Lexicon *vocabulary, const int *words, int length)
{
    Text text = text_new(arena);
    for (int i = 0; i < length; i++) {
        const char *word = vocabulary->words[words[i]];
        bool elided = text.length && text.data[text.length - 1] == '\'';
        bool mark = strcmp(word, ".") == 0 || strcmp(word, ",") == 0;
        text_add(&text, i == 0 || elided || mark ? "" : " ");
        text_add(&text, word);
    }
    return text.data;
}

/* ---- a user's sentence ---- */

/* The length of an elided prefix (l', qu') with its apostrophe; 0 if there is none. */
static size_t elided_length(const char *word)
{
    size_t letters = begins_with(word, "qu") ? 2 : *word && strchr("ldnscjmt", *word) ? 1 : 0;
    return letters && word[letters] == '\'' ? letters + 1 : 0;
}

/* Splits l'accord in two, and joins l and ' at the end of a token to l'. */
Strings split_words(Arena *arena, const char *what, const char *text, size_t size)
{
    enum { MOST_TOKENS = 1 << 16 };
    Tokens tokens = tokenize(arena, what, text, size, MOST_TOKENS);
    Strings words = {0};
    for (int i = 0; i < tokens.count; i++) {
        const char *key = tokens.keys[i];
        bool apart = strcmp(key, "'") == 0 && words.count;
        const char *joined = apart ? arena_format(arena, "%s'", words.items[words.count - 1]) : key;
        size_t length = elided_length(joined);
        if (apart && length && !joined[length]) {
            words.items[words.count - 1] = joined;
            continue;
        }
        for (length = elided_length(key); length && key[length]; length = elided_length(key)) {
            strings_add(arena, &words, arena_strndup(arena, key, length));
            key += length;
        }
        strings_add(arena, &words, key);
    }
    if (words.count > LONGEST_SIDE)
        fail("%s: %d words, at most %d can be read", what, words.count, LONGEST_SIDE);
    return words;
}

/* "'agrement' (did you mean 'agreement'?)" */
static const char *unknown_word(Arena *arena, const char *word, const Lexicon *vocabulary)
{
    word = visible_within(arena, word, 40);
    const char *meant = nearest(word, vocabulary->words + SPECIAL_PAIR_WORDS,
                                vocabulary->count - SPECIAL_PAIR_WORDS);
    return meant ? arena_format(arena, "'%s' (did you mean '%s'?)", word, meant)
                 : arena_format(arena, "'%s'", word);
}

NumberedWords words_parse(Arena *arena, const char *what, const char *text, size_t size,
                          const Lexicon *vocabulary)
{
    enum { MOST_NAMED = 3 };
    Strings words = split_words(arena, what, text, size), unknown = {0};
    int count = words.count;
    if (count > 1 && strcmp(words.items[count - 1], ".") == 0 && lexicon_find(vocabulary, ".") < 0)
        count--;
    int *numbers = arena_alloc(arena, (size_t)count + 1, sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = lexicon_find(vocabulary, words.items[i]);
        if (numbers[i] >= SPECIAL_PAIR_WORDS)
            continue;
        numbers[i] = UNKNOWN_PAIR_WORD;
        strings_add(arena, &unknown, unknown_word(arena, words.items[i], vocabulary));
    }
    return (NumberedWords){count, numbers,
                           join_most(arena, unknown.items, unknown.count, MOST_NAMED, ", ")};
}
