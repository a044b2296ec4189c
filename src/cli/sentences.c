#include "cli/settings.h"

enum { MOST_KNOWN = 20 }; /* maximum number of words that a message lists */

/* ---- words ---- */

/* A sentence from word numbers, which are not copied. Labels are safe to print, and repeated words
   numbered. */
static TracedSentence sentence_of(Arena *arena, const char *text, const Lexicon *vocabulary,
                                  const int *words, int length)
{
    const char **strings = arena_alloc(arena, (size_t)length, sizeof *strings);
    for (int i = 0; i < length; i++)
        strings[i] = vocabulary->words[words[i]];
    Tokens tokens = tokens_labelled(arena, strings, strings, length);
    return (TracedSentence){traced_text(text, length, strings), words, tokens.labels, 0};
}

bool sentence_translated(const KnownModel *known, const PairSource *language,
                         TracedSentence *target)
{
    Arena *arena = known->arena;
    const TracedSentence *source = &known->source, *said = &known->target;
    int length = source->text.token_count;
    Pair pair;
    if (length > LONGEST_SIDE || !language_pair(language, source->numbers, length, said->numbers,
                                                said->text.token_count, &pair))
        return false;
    const char *text = sentence_text(arena, &language->target, pair.target, pair.target_length);
    int *words = arena_alloc(arena, LONGEST_SIDE + 1, sizeof *words);
    memcpy(words, pair.target, sizeof pair.target);
    words[pair.target_length] = END_WORD;
    *target = sentence_of(arena, text, &language->target, words, pair.target_length + 1);
    return true;
}

/* ---- verdicts ---- */

/* The first difference between a translation and the correct one; both finish with the
   end-of-sentence token unless cut off. NULL if one is a prefix of the other. */
static const char *difference(Arena *arena, const TracedText *said, const TracedText *right,
                              const char *end)
{
    int i = 0, count = smaller(said->token_count, right->token_count);
    while (i < count && !strcmp(said->tokens[i], right->tokens[i]))
        i++;
    if (i == count)
        return NULL;
    const char *word = said->tokens[i], *wanted = right->tokens[i];
    return !strcmp(word, end) ? arena_format(arena, "it ends before “%s”", wanted)
           : !strcmp(wanted, end)
               ? arena_format(arena, "it goes on with “%s” where it should end", word)
               : arena_format(arena, "word %d is “%s”, not “%s”", i + 1, word, wanted);
}

/* The verdict, appended to that on an earlier translation. */
static const char *judged(const Trace *t, const char *what, const char *verdict, const char *wrong,
                          const char *expected)
{
    Text text = text_new(t->arena);
    text_add(&text, t->judgement ? t->judgement : "By the toy language's grammar");
    text_format(&text, "%s %s is %s", t->judgement ? ";" : ",", what, verdict);
    if (wrong)
        text_format(&text, ": %s; right is “%s”", wrong, expected);
    else if (strcmp(verdict, "right") != 0)
        text_format(&text, "; the whole is “%s”", expected);
    return text.data;
}

void sentence_judge(Trace *t, const char *what, const KnownModel *known)
{
    PairSource language = language_source(
        t->arena, LONGEST_USUAL, known->model.corpus && strstr(known->model.corpus, free_order));
    TracedSentence right = {.labels = NULL};
    const Lexicon *a = &known->model.source, *b = &known->model.target;
    const char *verdict = "no sentence of the toy language", *wrong = NULL;
    if (!same_strings(a->words, a->count, language.source.words, language.source.count) ||
        !same_strings(b->words, b->count, language.target.words, language.target.count))
        return; /* trained on another language */
    if (sentence_translated(known, &language, &right)) {
        wrong = difference(t->arena, &known->target.text, &right.text, b->words[END_WORD]);
        bool is_cut = known->target.text.token_count < right.text.token_count;
        verdict = wrong ? "wrong" : is_cut ? "right so far" : "right";
    }
    t->judgement = right.labels ? judged(t, what, verdict, wrong, right.text.text)
                                : "The source is no sentence of the toy language, whose grammar "
                                  "judges no translation of it (attnviz language prints the "
                                  "grammar)";
    add_setting(t, arena_format(t->arena, "judgement of %s", what), verdict, false);
    if (!trace_setting(t, "toy language"))
        add_setting(t, "toy language", right.text.text, false);
}

/* ---- reading from the command line ---- */

/* Bahdanau et al. 2015, figure 3 */
static const char famous_sentence[] =
    "the agreement on the european economic area was signed in august 1992";

const char *words_listed(Arena *arena, const Lexicon *vocabulary)
{
    return visible_text(arena, join_strings(arena, vocabulary->words + SPECIAL_PAIR_WORDS,
                                            vocabulary->count - SPECIAL_PAIR_WORDS, " ", " "));
}

/* Lists the known words, if they are few. */
static const char *known_words(const KnownModel *known, const Lexicon *vocabulary)
{
    const char *weights = known->settings.weights;
    int count = vocabulary->count - SPECIAL_PAIR_WORDS;
    if (count <= MOST_KNOWN)
        return words_listed(known->arena, vocabulary);
    bool is_toy = weights_are_builtin(weights) || weights_are_random(weights);
    return arena_format(known->arena, "%d words%s", count,
                        is_toy ? "; attnviz help words lists all" : "");
}

/* Reads words of one vocabulary, with the end-of-sentence token if `ends`. For an unknown word the
   error lists the known ones. */
static TracedSentence sentence_read(const KnownModel *known, const char *what, Bytes text,
                                    bool ends)
{
    Arena *arena = known->arena;
    const Lexicon *vocabulary = ends ? &known->model.target : &known->model.source;
    FAILS_AS_USAGE;
    NumberedWords words = words_parse(arena, what, text.data, text.size, vocabulary);
    if (words.unknown)
        fail_usage("%s: not in the vocabulary: %s; known: %s", what, words.unknown,
                   known_words(known, vocabulary));
    words.numbers[words.count] = known->model.end;
    return sentence_of(arena, text_trimmed(arena, text), vocabulary, words.numbers,
                       words.count + ends);
}

void source_read(KnownModel *known, const char *what, bool ends)
{
    const char *given = known->settings.source;
    what = given ? what : "the paper's sentence, without --source";
    Bytes text = text_given(known->arena, &what, given ? given : famous_sentence);
    known->source = sentence_read(known, what, text, ends);
}

/* The words that a model chooses: at most settings.longest; by default twice the source's length
   plus ten, more than any good translation needs, but no more than a training pair has. */
static TracedSentence chosen(const KnownModel *known)
{
    Arena *arena = known->arena;
    const Lexicon *target = &known->model.target;
    TranslationTask task = translating_task(known);
    int usual = smaller(2 * task.source_length + 10, LONGEST_SIDE + 1);
    task.target_length = known->settings.longest ? known->settings.longest : usual;
    int *words = arena_alloc(arena, (size_t)task.target_length, sizeof *words);
    int length = known->model.kind->family->write(&known->model, &task, words);
    int shown = length - (words[length - 1] == known->model.end); /* the end is no text */
    return sentence_of(arena, sentence_text(arena, target, words, shown), target, words, length);
}

void target_read(const Run *run, const char *what, KnownModel *known)
{
    const char *given = known->settings.target;
    TracedSentence *target = &known->target;
    *target = given ? sentence_read(known, "--target", (Bytes){given, strlen(given)}, true)
                    : chosen(known);
    int length = target->text.token_count;
    if (target->numbers[length - 1] != known->model.end)
        text_format(run->warnings, "%s did not end within %d word%s (--max-steps)\n", what, length,
                    plural(length));
}

void sentences_read(const Run *run, KnownModel *known)
{
    source_read(known, "--source", false);
    target_read(run, "the translation", known);
}
