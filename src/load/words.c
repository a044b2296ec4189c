#include "load/weights.h"

/* ---- lists for a reader ---- */

enum { MOST_SHOWN = 12, WORD_COLUMNS = 60, FORM_COLUMNS = 30 };

/* As many items as can be read in a line. */
typedef struct List {
    Text text;
    int count;
} List;

static void list_add(List *list, const char *separator, const char *item)
{
    if (list->count++ < MOST_SHOWN)
        text_format(&list->text, "%s%s", list->text.length ? separator : "", item);
}

static const char *list_end(List *list)
{
    if (list->count > MOST_SHOWN)
        text_format(&list->text, " and %d more", list->count - MOST_SHOWN);
    return list->count ? list->text.data : NULL;
}

/* The words that are not simply there, each where it first appears. */
static void list_words(Arena *arena, Words *words)
{
    List unknown = {text_new(arena), 0}, forms = {text_new(arena), 0};
    const char **lacking = arena_alloc(arena, (size_t)words->tokens.count + 1, sizeof *lacking);
    words->text.lacking = lacking;
    for (int i = 0; i < words->tokens.count; i++) {
        const char *word = words->tokens.words[i], *form = words->vectors.forms[i];
        if (!form)
            *lacking++ = words->tokens.labels[i];
        if (words->vectors.rows[i] != i)
            continue;
        if (!form)
            list_add(&unknown, ", ", visible_within(arena, word, WORD_COLUMNS));
        else if (strcmp(form, words->tokens.keys[i]) != 0)
            list_add(&forms, ", ",
                     arena_format(arena, "%s as %s", visible_within(arena, word, FORM_COLUMNS),
                                  visible_within(arena, form, FORM_COLUMNS)));
    }
    words->text.unknown = list_end(&unknown);
    words->text.forms = list_end(&forms);
}

/* ---- the look-up ---- */

/* The tokens that have a place in the text, and the list of the others. */
static Tokens keep(Arena *arena, const Tokens *all, const Weights *weights, const char **left_out)
{
    const char **words = arena_alloc(arena, (size_t)all->count, sizeof *words);
    Lexicon dropped = lexicon_new(arena);
    List out = {text_new(arena), 0};
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const char *word = all->words[i], *key = all->keys[i];
        if (!is_mark(word) || lexicon_find(&weights->vocabulary, key) >= 0) {
            words[count++] = word;
        } else if (lexicon_find(&dropped, key) < 0) {
            lexicon_add(&dropped, key);
            list_add(&out, " ",
                     arena_format(arena, "\"%s\"", visible_within(arena, word, FORM_COLUMNS)));
        }
    }
    *left_out = list_end(&out);
    return *left_out ? tokens_labelled(arena, words, NULL, count) : *all;
}

bool words_look_up(Arena *arena, const char *text, const Tokens *tokens, const Weights *weights,
                   Words *words, Error *error)
{
    const char *left_out;
    words->tokens = keep(arena, tokens, weights, &left_out);
    int count = words->tokens.count;
    words->text = (TracedText){text, count, words->tokens.words, .left_out = left_out};
    if (!count)
        return fail(error, "no word in the text, only marks that have no vector: %s", left_out);
    words->vectors = word_vectors(arena, weights, words->tokens.keys, count);
    list_words(arena, words);
    return true;
}
