#include "load/weights.h"

/* ---- lists for a reader ---- */

enum { MOST_SHOWN = 12, WORD_COLUMNS = 60, FORM_COLUMNS = 30 };

/* Lists the words without a vector, and those found in another form, each where it first
   appears. */
static void list_words(Arena *arena, Words *words)
{
    size_t most = (size_t)words->tokens.count + 1;
    const char **lacking = arena_alloc(arena, most, sizeof *lacking);
    const char **unknown = arena_alloc(arena, most, sizeof *unknown);
    const char **forms = arena_alloc(arena, most, sizeof *forms);
    int unknown_count = 0, form_count = 0;
    words->text.lacking = lacking;
    for (int i = 0; i < words->tokens.count; i++) {
        const char *word = words->tokens.words[i], *form = words->vectors.forms[i];
        if (!form)
            *lacking++ = words->tokens.labels[i];
        if (words->vectors.rows[i] != i)
            continue;
        if (!form)
            unknown[unknown_count++] = visible_within(arena, word, WORD_COLUMNS);
        else if (strcmp(form, words->tokens.keys[i]) != 0)
            forms[form_count++] =
                arena_format(arena, "%s as %s", visible_within(arena, word, FORM_COLUMNS),
                             visible_within(arena, form, FORM_COLUMNS));
    }
    words->text.unknown = join_most(arena, unknown, unknown_count, MOST_SHOWN, ", ");
    words->text.forms = join_most(arena, forms, form_count, MOST_SHOWN, ", ");
}

/* ---- the look-up ---- */

/* The tokens that are kept, and the list of those dropped. */
static Tokens keep(Arena *arena, const Tokens *all, const Weights *weights, const char **left_out)
{
    const char **words = arena_alloc(arena, (size_t)all->count, sizeof *words);
    const char **out = arena_alloc(arena, (size_t)all->count, sizeof *out);
    Lexicon dropped = lexicon_new(arena);
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const char *word = all->words[i], *key = all->keys[i];
        if (!is_mark(word) || lexicon_find(&weights->vocabulary, key) >= 0)
            words[count++] = word;
        else
            out[lexicon_add(&dropped, key)] =
                arena_format(arena, "\"%s\"", visible_within(arena, word, FORM_COLUMNS));
    }
    *left_out = join_most(arena, out, dropped.count, MOST_SHOWN, " ");
    return *left_out ? tokens_labelled(arena, words, NULL, count) : *all;
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
