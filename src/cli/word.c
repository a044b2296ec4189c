/* One word of the sentences, from the command line. */
#include "cli/settings.h"

enum { MOST_OCCURRENCES = 4096 };

/* Of "bat:2" the word, and the number behind the colon. A colon by itself is a word. */
bool word_read(Arena *arena, const char *text, WantedWord *wanted, Error *error)
{
    const char *colon = strrchr(text, ':'), *word = text;
    long occurrence = 0;
    Tokens tokens;
    bool numbered = colon && colon > text;
    if (numbered)
        word = arena_strndup(arena, text, (size_t)(colon - text));
    if (!word_check("--word", text, error))
        return false;
    if ((numbered && !parse_whole("--word: the number behind the colon", colon + 1, 1,
                                  MOST_OCCURRENCES, &occurrence, error)) ||
        !tokenize(arena, "--word", word, strlen(word), MOST_OCCURRENCES, &tokens, error))
        return fail_as_usage(error);
    if (tokens.count > 1)
        return fail_usage(error, "--word '%s' is %d words: give one", word, tokens.count);
    *wanted = (WantedWord){tokens.words[0], tokens.keys[0], (int)occurrence};
    return true;
}

/* ---- where it stands ---- */

/* How often a name is there, and where that of the word wanted is; −1 for nowhere. */
static int find_equal(const WantedWord *wanted, const Tokens *tokens, const char *const *names,
                      const char *name, int *place)
{
    int count = 0;
    *place = -1;
    for (int i = 0; i < tokens->count; i++)
        if (names[i] && !strcmp(names[i], name) && ++count == larger(1, wanted->occurrence))
            *place = i;
    return count;
}

/* The same of the word as it is, else in another form with the same vector. */
static int find_word(Arena *arena, const WantedWord *wanted, const Words *words,
                     const Weights *weights, int *place)
{
    const char *form = NULL;
    int count = find_equal(wanted, &words->tokens, words->tokens.keys, wanted->key, place);
    if (count || vocabulary_row_of_form(arena, &weights->vocabulary, wanted->key, &form) < 0)
        return count;
    return find_equal(wanted, &words->tokens, words->vectors.forms, form, place);
}

static bool fail_place(const Run *run, const WantedWord *wanted, int count, int index,
                       const char *sentence, Error *error)
{
    Arena *arena = run->arena;
    enum { SENTENCE_COLUMNS = 60 };
    const char *shown = elide_middle(arena, visible_text(arena, sentence), SENTENCE_COLUMNS);
    const char *often = count == 1 ? "once" : arena_format(arena, "%d times", count);
    return count ? fail_usage(error, "--word %s: sentence %d has %s only %s, “%s”",
                              run->settings->model.word, index + 1, wanted->word, often, shown)
                 : fail_usage(error, "--word %s is not in sentence %d, “%s”", wanted->word,
                              index + 1, shown);
}

bool word_find(const Run *run, Readings *readings, Error *error)
{
    const WantedWord *wanted = &readings->wanted;
    const char *word = visible_text(run->arena, wanted->word);
    for (int i = 0; i < readings->count; i++) {
        const ReadSentence *read = &readings->items[i];
        int *place = &readings->sentences[i].place;
        int count = find_word(run->arena, wanted, &read->words, &readings->weights, place);
        if (*place < 0)
            return fail_place(run, wanted, count, i, read->text, error);
        if (count > 1 && !wanted->occurrence)
            text_format(run->warnings,
                        "%s occurs %d times in sentence %d: the first is looked at; --word %s:2 "
                        "takes the second\n",
                        word, count, i + 1, word);
    }
    return true;
}
