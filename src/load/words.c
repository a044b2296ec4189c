#include "load/weights.h"

/* ---- lists for a reader ---- */

enum { MOST_SHOWN = 12, WORD_COLUMNS = 60, FORM_COLUMNS = 30 };

/* Lists the words without a vector, and those found in another form, each where it first
   appears. */
static void list_words(Arena *arena, Words *words)
{
    Strings unknown = {0}, forms = {0};
    const char **lacking = arena_alloc(arena, (size_t)words->tokens.count + 1, sizeof *lacking);
    words->text.lacking = lacking;
    for (int i = 0; i < words->tokens.count; i++) {
        const char *word = words->tokens.words[i], *form = words->vectors.forms[i];
        if (!form)
            *lacking++ = words->tokens.labels[i];
        if (words->vectors.rows[i] != i)
            continue;
        if (!form)
            strings_add(arena, &unknown, visible_within(arena, word, WORD_COLUMNS));
        else if (strcmp(form, words->tokens.keys[i]) != 0)
            strings_add(arena, &forms,
                        arena_format(arena, "%s as %s", visible_within(arena, word, FORM_COLUMNS),
                                     visible_within(arena, form, FORM_COLUMNS)));
    }
    words->text.unknown = join_most(arena, unknown.items, unknown.count, MOST_SHOWN, ", ");
    words->text.forms = join_most(arena, forms.items, forms.count, MOST_SHOWN, ", ");
}

/* ---- the look-up ---- */

/* The tokens that are kept, and the list of those dropped. */
static Tokens keep(Arena *arena, const Tokens *all, const Weights *weights, const char **left_out)
{
    Strings words = {0};
    const char **out = arena_alloc(arena, (size_t)all->count, sizeof *out);
    Lexicon dropped = lexicon_new(arena);
    for (int i = 0; i < all->count; i++) {
        const char *word = all->words[i], *key = all->keys[i];
        if (!is_mark(word) || lexicon_find(&weights->vocabulary, key) >= 0)
            strings_add(arena, &words, word);
        else
            out[lexicon_add(&dropped, key)] =
                arena_format(arena, "\"%s\"", visible_within(arena, word, FORM_COLUMNS));
    }
    *left_out = join_most(arena, out, dropped.count, MOST_SHOWN, " ");
    return *left_out ? tokens_labelled(arena, words.items, NULL, words.count) : *all;
}

Words words_look_up(Arena *arena, const char *text, const Tokens *tokens, const Weights *weights)
{
    const char *left_out;
    Tokens kept = keep(arena, tokens, weights, &left_out);
    if (!kept.count)
        fail("no word in the text, only marks that have no vector: %s", left_out);
    Words words = {kept,
                   word_vectors(arena, weights, kept.keys, kept.count),
                   {text, kept.count, kept.words, .left_out = left_out}};
    list_words(arena, &words);
    return words;
}
