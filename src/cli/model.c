#include "cli/settings.h"

enum { MOST_TOKENS = 4096 }; /* every matrix of the trace is n × n */

/* ---- settings ---- */

/* Whether the seed matters: random weights, or random projections for the user's embeddings. */
static bool is_drawn(const ModelSettings *s)
{
    return weights_are_random(s->weights) || (s->embeddings && !s->weights_given);
}

/* A command without --heads uses only the vectors, so one head will do. */
void check_model(const Run *run)
{
    ModelSettings *s = &run->settings->model;
    s->heads_given = is_given(run, "heads") || !s->heads;
    s->heads = larger(1, s->heads);
    s->mask = s->mask ? s->mask : "none";
    s->dim_given = is_given(run, "dim");
    s->weights_given = is_given(run, "weights");
    if (is_given(run, "seed") && !is_drawn(s))
        fail_usage("--seed draws random weights: it goes with --weights random");
}

/* ---- sentences ---- */

/* what: the sentence's name in messages, unless it is standard input. Without a sentence, uses all
   words of the user's own vectors. */
static ReadSentence read_sentence(Arena *arena, const OwnNumbers *own, const char *what,
                                  const char *given)
{
    const Tokens *all = &own->words;
    if (!given && all->count)
        return (ReadSentence){join_strings(arena, all->words, all->count, " ", " "),
                              .tokens = *all};
    const char *source = what;
    Bytes text = text_given(arena, &source, given);
    BLAMES(source == what, ""); /* the command line is wrong where it has the sentence */
    Tokens tokens = tokenize(arena, source, text.data, text.size, MOST_TOKENS);
    return (ReadSentence){text_trimmed(arena, text), .tokens = tokens};
}

/* Appends the padding tokens of --mask padding:N. */
static void pad(Arena *arena, const char *mask, Tokens *tokens)
{
    const char *found = strstr(mask, "padding:");
    long count = found ? strtol(found + strlen("padding:"), NULL, 10) : 0;
    long most = MOST_TOKENS - tokens->count;
    if (count < 0 || count > most)
        fail_usage("mask 'padding:%ld': %ld is not from 0 to %ld", count, count, most);
    if (count)
        *tokens = tokens_padded(arena, tokens->words, tokens->count, tokens->count + (int)count);
}

static void read_sentences(Arena *arena, const ModelSettings *s, Readings *readings)
{
    const Strings *sentences = &s->sentences;
    int count = readings->count;
    inputs_check(sentences);
    for (int i = 0; i < count; i++) {
        const char *what = count > 1 ? arena_format(arena, "sentence %d", i + 1) : "--sentence";
        readings->items[i] =
            read_sentence(arena, &s->own, what, sentences->count ? sentences->items[i] : NULL);
        pad(arena, s->mask, &readings->items[i].tokens);
    }
}

/* ---- weights ---- */

/* Used in messages such as "--dim 16, but w.safetensors has 48 features a word". */
const char *model_vectors_have(Arena *arena, const ModelSettings *s)
{
    const char *path = s->embeddings ? s->embeddings : s->weights;
    return s->own.words.count ? "--vectors has"
           : !s->embeddings && weights_are_builtin(s->weights)
               ? "the built-in weights have"
               : arena_format(arena, "%s has", visible_text(arena, path));
}

/* Vectors from a file get projections of matching size, or random ones. */
Weights model_weights(Arena *arena, const ModelSettings *s, const char *const *keys, int count)
{
    Embeddings own = {.path = s->embeddings};
    const char *const *wanted = s->nearest ? NULL : keys; /* NULL: all */
    if (s->own.words.count)
        return s->own.weights;
    if (own.path)
        own = embeddings_read(arena, own.path, wanted, count, wanted ? 0 : MOST_VECTORS, NULL);
    Weights weights =
        is_drawn(s) && own.path ? weights_random(arena, NULL, 0, own.table.cols, s->seed)
        : is_drawn(s)           ? weights_random(arena, keys, count, s->dim, s->seed)
        : weights_are_builtin(s->weights)
            ? weights_of_file(arena, builtin_file(arena, "builtin"), s->heads, wanted, count)
            : weights_read(arena, s->weights, s->heads, wanted, count);
    if (own.path)
        embeddings_replace(arena, &own, &weights);
    weights.origin = visible_text(arena, weights.origin);
    if (s->dim_given && s->dim != weights.embeddings.cols)
        fail_usage("--dim %d, but %s %d features a word%s", s->dim, model_vectors_have(arena, s),
                   weights.embeddings.cols,
                   weights_are_builtin(s->weights) && !s->embeddings
                       ? "; --weights random takes any"
                       : "");
    return weights;
}

/* The words of all sentences, and the padding word of a batch, which is never listed. */
static Lexicon all_keys(Arena *arena, const ModelSettings *s, const Readings *readings)
{
    Lexicon keys = lexicon_new(arena);
    for (int i = 0; i < readings->count; i++)
        for (int k = 0; k < readings->items[i].tokens.count; k++)
            lexicon_add(&keys, readings->items[i].tokens.keys[k]);
    if (!s->nearest)
        lexicon_add(&keys, "<pad>");
    return keys;
}

static const char *divisors(Arena *arena, int number)
{
    Text list = text_new(arena);
    for (int i = 1; i <= number; i++)
        if (number % i == 0)
            text_format(&list, "%s%d", i > 1 ? ", " : "", i);
    return list.data;
}

/* The number of heads: as given, else as the weights were trained with, else the default. */
static int choose_heads(Arena *arena, const ModelSettings *s, const Weights *weights)
{
    int d = weights->embeddings.cols;
    int heads = !s->heads_given && weights->heads ? weights->heads : s->heads;
    bool pairs = s->positions == POSITIONS_NONE || d % 2 == 0;
    /* tells users where a dimension they did not choose comes from */
    const char *of =
        s->embeddings ? arena_format(arena, " of %s", visible_text(arena, s->embeddings)) : "";
    if (d % heads && !s->own.words.count)
        fail_usage("--heads %d%s does not divide the dimension %d%s; these do: %s%s", heads,
                   s->heads_given ? "" : " (the default)", d, of, divisors(arena, d),
                   pairs ? "" : "; and as it is odd, --positions none");
    if (!pairs)
        fail_usage("the dimension %d%s is odd, but sinusoidal positions go in pairs of "
                   "features: --positions none leaves them out",
                   d, of);
    return heads;
}

/* ---- the word of --word ---- */

/* Splits "bat:2" into word and occurrence. A single colon is a word. */
static WantedWord word_read(Arena *arena, const char *text)
{
    const char *colon = strrchr(text, ':'), *word = text;
    intmax_t occurrence = 0;
    word_check("--word", text);
    FAILS_AS_USAGE;
    if (colon && colon > text) {
        word = arena_strndup(arena, text, (size_t)(colon - text));
        occurrence = parse_whole("--word: the number behind the colon", colon + 1, 1, MOST_TOKENS);
    }
    Tokens tokens = tokenize(arena, "--word", word, strlen(word), MOST_TOKENS);
    if (tokens.count > 1)
        fail_usage("--word '%s' is %d words: give one", word, tokens.count);
    return (WantedWord){tokens.words[0], tokens.keys[0], (int)occurrence};
}

/* Counts a name, and finds the place of the wanted occurrence; −1 if there is none. */
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

/* The same for the word as given, else for another form with the same vector. */
static int find_word(Arena *arena, const Readings *r, int index, int *place)
{
    const Words *words = &r->items[index].words;
    const char *form = NULL, *key = r->wanted.key;
    int count = find_equal(&r->wanted, &words->tokens, words->tokens.keys, key, place);
    if (count || vocabulary_row_of_form(arena, &r->weights.vocabulary, key, &form) < 0)
        return count;
    return find_equal(&r->wanted, &words->tokens, words->vectors.forms, form, place);
}

static _Noreturn void fail_place(const Run *run, const Readings *r, int index, int count)
{
    enum { SENTENCE_COLUMNS = 60 };
    const char *shown = visible_within(run->arena, r->items[index].text, SENTENCE_COLUMNS);
    const char *often = count == 1 ? "once" : arena_format(run->arena, "%d times", count);
    if (count)
        fail_usage("--word %s: sentence %d has %s only %s, “%s”", run->settings->model.word,
                   index + 1, r->wanted.word, often, shown);
    fail_usage("--word %s is not in sentence %d, “%s”", r->wanted.word, index + 1, shown);
}

static void word_find(const Run *run, Readings *readings)
{
    const WantedWord *wanted = &readings->wanted;
    const char *word = visible_text(run->arena, wanted->word);
    for (int i = 0; i < readings->count; i++) {
        int *place = &readings->sentences[i].place;
        int count = find_word(run->arena, readings, i, place);
        if (*place < 0)
            fail_place(run, readings, i, count);
        if (count > 1 && !wanted->occurrence)
            text_format(run->warnings,
                        "%s occurs %d times in sentence %d: the first is looked at; --word %s:2 "
                        "takes the second\n",
                        word, count, i + 1, word);
    }
}

/* ---- the whole ---- */

/* Completes a sentence: its vectors, its mask, its description and warnings. */
static ComparedSentence look_up(const Run *run, const Weights *weights, int heads,
                                ReadSentence *reading)
{
    Arena *arena = run->arena;
    const ModelSettings *s = &run->settings->model;
    Words *words = &reading->words;
    SelfAttentionSettings settings = s->attention;
    settings.heads = heads;
    settings.positions = s->positions == POSITIONS_SINUSOIDAL;
    *words = words_look_up(arena, reading->text, &reading->tokens, weights);
    settings.mask = mask_load(arena, s->mask, words->tokens.count, &settings.variation.masking);
    reading->subject = (Subject){.text = words->text,
                                 .mask = visible_text(arena, s->mask),
                                 .origin = {.weights = weights->origin,
                                            .seed = is_drawn(s) ? &s->seed : NULL,
                                            .measure = "held-out perplexity",
                                            .measured = weights->perplexity,
                                            .recipe = weights->recipe},
                                 .minor_unread = run->settings->output.minor_unread};
    if (words->text.unknown)
        text_format(run->warnings, "%s no vector for: %s\n", model_vectors_have(arena, s),
                    words->text.unknown);
    const Tokens *tokens = &words->tokens;
    return (ComparedSentence){words->vectors, tokens->labels, tokens->count, 0, settings};
}

/* Estimates the n × n matrices: scores, scaled, masked and weights of every head and without
   projections, the stages a variation adds, the mask, combinations of heads, and the measurements
   of sentences. Shown transposed, each is kept; so is what sentences say of squares, and all
   weights to measure how far apart they are. A file's mask is read as text, and each head has its
   numbers of words, and its pictures. */
static void check_memory(const Run *run, const Readings *readings, int heads)
{
    const ModelSettings *s = &run->settings->model;
    enum { STAGES = 4, OTHERS = 16, READ = 5, WORD_SIZE = 2048 };
    const Variation *v = &s->attention.variation;
    int stages = STAGES * (1 + (v->temperature > 0 || v->weighting || v->scale == SCALE_AFTER));
    int kept = v->weighting == WEIGHTING_SQUARED ? 3 * (heads + 2) : 0;
    kept += run->arguments->command->run == projections_command ? heads + 1 : 0;
    int read = strpbrk(s->mask, "./") ? READ : 0, longest = 0;
    double bytes = 0;
    for (int i = 0; i < readings->count; i++) {
        int n = readings->items[i].tokens.count;
        int all = stages * (heads + 1) + OTHERS, turned = s->convention ? all : 0;
        bytes += (double)n * n * sizeof(real) * (matrices_at_once(n, all) + turned + kept + read) +
                 (double)n * heads * WORD_SIZE;
        longest = larger(longest, n);
    }
    memory_ask(arena_format(run->arena, "%d words by %d head%s", longest, heads, plural(heads)),
               bytes, "fewer words, or fewer --heads");
}

Readings model_read(const Run *run)
{
    const ModelSettings *s = &run->settings->model;
    Arena *arena = run->arena;
    int count = larger(1, s->sentences.count);
    Readings readings = {.items = arena_alloc(arena, (size_t)count, sizeof(ReadSentence)),
                         .sentences = arena_alloc(arena, (size_t)count, sizeof(ComparedSentence)),
                         .count = count};
    if (s->word)
        readings.wanted = word_read(arena, s->word);
    read_sentences(arena, s, &readings);
    Lexicon keys = all_keys(arena, s, &readings);
    readings.weights = model_weights(arena, s, keys.words, keys.count);
    int heads = choose_heads(arena, s, &readings.weights);
    check_memory(run, &readings, heads);
    run->graph->names->columns = s->convention;
    for (int i = 0; i < count; i++) {
        FAILS_WITH(count > 1 ? arena_format(arena, "sentence %d: ", i + 1) : "");
        readings.sentences[i] = look_up(run, &readings.weights, heads, &readings.items[i]);
    }
    if (s->word)
        word_find(run, &readings);
    return readings;
}

SentenceAttention model_attend(Graph *g, const Readings *readings)
{
    const ComparedSentence *first = readings->sentences;
    Scope s = scope_of(g);
    Node *X = sentence_embeddings(s, &readings->weights, first->vectors, first->labels, first->n);
    return sentence_attention(s, &readings->weights, X, first->settings);
}
