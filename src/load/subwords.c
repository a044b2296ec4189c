#define PCRE2_CODE_UNIT_WIDTH 8

#include "load/pretrained.h"

#include <pcre2.h>
#include <utf8proc.h>

typedef struct Cutter {
    Arena *arena;
    const json_t *json, *model; /* the file, and its "model" */
    const json_t *vocab;        /* token → id */
    Lexicon merges;             /* "a b", in the order of priority */
    Subwords out;               /* so far */
} Cutter;

/* ---- the file ---- */

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static bool is_true(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

static bool has_type(const json_t *object, const char *type)
{
    return !strcmp(text_in(object, "type"), type);
}

static _Noreturn void fail_type(const Cutter *c, const json_t *object)
{
    fail("the type '%s' is not supported", visible_label(c->arena, text_in(object, "type")));
}

static int number_of(const json_t *id)
{
    json_int_t number = json_is_integer(id) ? json_integer_value(id) : -1;
    return 0 <= number && number <= INT_MAX ? (int)number : -1;
}

static int token_id(const Cutter *c, const char *token)
{
    return number_of(json_object_get(c->vocab, token));
}

/* Does not add an empty part. */
static void add_part(const Cutter *c, Strings *parts, const char *text)
{
    if (*text)
        strings_add(c->arena, parts, text);
}

static void add_id(Cutter *c, int id)
{
    c->out.ids = arena_append(c->arena, c->out.ids, &c->out.count, &id, sizeof id);
}

/* ---- splitting by a regular expression ---- */

static void end_code(pcre2_code **code)
{
    pcre2_code_free(*code);
}

static void end_match(pcre2_match_data **match)
{
    pcre2_match_data_free(*match);
}

static _Noreturn void fail_pattern(const Cutter *c, const char *pattern, const char *why)
{
    fail("the pattern '%s' %s", visible_label(c->arena, pattern), why);
}

/* The matches, and if `kept` the text between them. */
static Strings cut_by(const Cutter *c, const char *pattern, bool kept, const Strings *parts)
{
    int status;
    size_t offset;
    Strings out = {0};
    ENDED_BY(end_code)
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &status, &offset, NULL);
    if (!code)
        fail_pattern(c, pattern, "cannot be read");
    ENDED_BY(end_match)
    pcre2_match_data *match = pcre2_match_data_create_from_pattern(code, NULL);
    memory_check();
    const size_t *found = pcre2_get_ovector_pointer(match);
    for (int i = 0; i < parts->count; i++) {
        const char *text = parts->items[i];
        size_t size = strlen(text), from = 0;
        do {
            status = pcre2_match(code, (PCRE2_SPTR)text, size, from,
                                 PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, match, NULL);
            size_t begin = status > 0 ? found[0] : size, end = status > 0 ? found[1] : size;
            if (begin < from || end < begin) /* \K in an assertion */
                fail_pattern(c, pattern, "matches backwards");
            if (kept)
                add_part(c, &out, arena_strndup(c->arena, text + from, begin - from));
            add_part(c, &out, arena_strndup(c->arena, text + begin, end - begin));
            from = end;
        } while (status > 0);
        if (status < PCRE2_ERROR_NOMATCH)
            fail_pattern(c, pattern, "takes too long");
    }
    return out;
}

/* ---- normalizers ---- */

static void add_code_point(Text *out, int32_t c)
{
    unsigned char bytes[4];
    text_add_bytes(out, (const char *)bytes, (size_t)utf8proc_encode_char(c, bytes));
}

/* The ideographs that BERT separates. */
static bool is_ideograph(int32_t c)
{
    return is_between(c, 0x3400, 0x4dbf) || is_between(c, 0x4e00, 0x9fff) ||
           is_between(c, 0xf900, 0xfaff) || is_between(c, 0x20000, 0x2ceaf) ||
           is_between(c, 0x2f800, 0x2fa1f);
}

/* BERT's normalizer: replaces white space by " ", removes control characters, separates ideographs,
   removes accents and case; each if its option is set. */
static const char *as_bert(const Cutter *c, const json_t *n, const char *text)
{
    const json_t *strips = json_object_get(n, "strip_accents");
    bool lowers = is_true(n, "lowercase"), cleans = is_true(n, "clean_text");
    bool bare = json_is_true(strips) || (lowers && !json_is_false(strips));
    bool apart = is_true(n, "handle_chinese_chars");
    Text cleaned = text_new(c->arena), out = text_new(c->arena);
    for (CodePoint p; utf8_next(&text, &p);) {
        utf8proc_category_t category = utf8proc_category(p.value);
        bool is_blank = p.value == '\t' || p.value == '\n' || p.value == '\r';
        bool is_other = category == UTF8PROC_CATEGORY_CN || category >= UTF8PROC_CATEGORY_CC;
        bool is_apart = apart && is_ideograph(p.value);
        if (cleans && (is_blank || (is_white_space(p.value) && !is_other)))
            text_add(&cleaned, " ");
        else if (!cleans || !(is_other || p.value == 0xfffd))
            text_format(&cleaned, is_apart ? " %.*s " : "%.*s", (int)p.length, text - p.length);
    }
    text = cleaned.data;
    if (bare)
        text = normalised(c->arena, text, cleaned.length, UTF8PROC_DECOMPOSE, NULL);
    for (CodePoint p; utf8_next(&text, &p);)
        if (!bare || utf8proc_category(p.value) != UTF8PROC_CATEGORY_MN)
            add_code_point(&out, lowers ? utf8proc_tolower(p.value) : p.value);
    return out.data;
}

/* A byte as a visible character: itself if it is one in Latin-1, else one after Latin-1.
   Radford et al. 2019, encoder.py */
static int32_t byte_seen(int byte)
{
    if (is_between(byte, '!', '~') || is_between(byte, 0xa1, 0xac) || byte >= 0xae)
        return byte;
    return 0x100 + (byte <= ' ' ? byte : byte < 0xad ? byte - '~' + ' ' : 0x43);
}

/* The inverse; −1 if the character stands for no byte. */
static int byte_of(int32_t seen)
{
    int place = seen - 0x100;
    int byte = place < 0 ? seen : place <= ' ' ? place : place < 0x43 ? place - ' ' + '~' : 0xad;
    return byte_seen(byte & 0xff) == seen ? byte : -1;
}

static const char *bytes_seen(const Cutter *c, const char *text)
{
    Text out = text_new(c->arena);
    for (; *text; text++)
        add_code_point(&out, byte_seen((unsigned char)*text));
    return out.data;
}

static const char *replaced(const Cutter *c, const char *text, const char *what, const char *by)
{
    enum { MOST = 1 << 22 }; /* a few steps that each make a letter many never end */
    Text out = text_new(c->arena);
    for (const char *found; *what && (found = strstr(text, what)); text = found + strlen(what)) {
        text_add_bytes(&out, text, (size_t)(found - text));
        text_add(&out, by);
        if (out.length > MOST)
            fail("what '%s' is replaced with makes a text of more than %d bytes",
                 visible_label(c->arena, what), MOST);
    }
    text_add(&out, text);
    return out.data;
}

/* ---- the steps of a normalizer or a pre-tokenizer ---- */

static const struct Cut {
    const char *type, *pattern;
    bool kept; /* the text between the matches */
} cuts[] = {
#include "load/subword_cuts.list"
};

/* The pattern by which a step splits the text, or NULL. */
static const char *pattern_of(const Cutter *c, const json_t *step, bool *kept)
{
    const char *mark = text_in(step, "replacement");
    *kept = true;
    if (has_type(step, "Metaspace") && is_true(step, "split"))
        return arena_format(c->arena, "%s?[^%s]+|%s", mark, mark, mark);
    if (has_type(step, "Split") && !strcmp(text_in(step, "behavior"), "Isolated"))
        return json_string_value(json_object_get(json_object_get(step, "pattern"), "Regex"));
    const struct Cut *cut = find_named(cuts, COUNT_OF(cuts), sizeof *cuts, text_in(step, "type"));
    if (!cut || json_is_false(json_object_get(step, "use_regex")))
        return NULL;
    *kept = cut->kept;
    return is_true(step, "individual_digits") ? "\\p{N}" : cut->pattern;
}

/* A part as changed by a step, which may also split it (`pattern`). */
static const char *changed(const Cutter *c, const json_t *step, bool is_first, const char *pattern,
                           const char *text)
{
    const char *mark = text_in(step, "replacement"), *scheme = text_in(step, "prepend_scheme");
    const char *what = text_in(json_object_get(step, "pattern"), "String");
    bool begins = is_true(step, "add_prefix_space") || !strcmp(scheme, "always") ||
                  (is_first && !strcmp(scheme, "first"));
    if (has_type(step, "BertNormalizer"))
        return as_bert(c, step, text);
    if (has_type(step, "NFC"))
        return normalised(c->arena, text, strlen(text), UTF8PROC_COMPOSE, NULL);
    if (has_type(step, "Replace") && *what)
        return replaced(c, text, what, text_in(step, "content"));
    if (has_type(step, "Prepend"))
        return arena_format(c->arena, "%s%s", text_in(step, "prepend"), text);
    if (has_type(step, "Metaspace"))
        text = replaced(c, text, " ", mark);
    else if (has_type(step, "ByteLevel"))
        mark = " ";
    else if (pattern || has_type(step, "Sequence"))
        return text;
    else
        fail_type(c, step);
    return begins && !begins_with(text, mark) ? arena_format(c->arena, "%s%s", mark, text) : text;
}

static void take_step(const Cutter *c, const json_t *step, bool is_first, Strings *parts)
{
    bool kept;
    if (!step || json_is_null(step))
        return;
    const json_t *inner = json_object_get(step, "normalizers");
    inner = inner ? inner : json_object_get(step, "pretokenizers");
    for (size_t i = 0; i < json_array_size(inner); i++)
        take_step(c, json_array_get(inner, i), is_first, parts);
    const char *pattern = pattern_of(c, step, &kept);
    for (int k = 0; k < parts->count; k++)
        parts->items[k] = changed(c, step, is_first, pattern, parts->items[k]);
    if (pattern)
        *parts = cut_by(c, pattern, kept, parts);
    for (int k = 0; k < parts->count && has_type(step, "ByteLevel"); k++)
        parts->items[k] = bytes_seen(c, parts->items[k]);
}

/* ---- byte pair encoding      Sennrich et al. 2016, algorithm 1 ---- */

/* The characters of a word; a character that is no token becomes its bytes or the unknown token. */
static Strings characters_of(const Cutter *c, const char *word)
{
    Strings s = {0};
    const char *unknown = text_in(c->model, "unk_token");
    bool falls_back = is_true(c->model, "byte_fallback"), fuses = is_true(c->model, "fuse_unk");
    for (size_t length; *word; word += length) {
        length = utf8_decode(word, strlen(word)).length;
        const char *character = arena_strndup(c->arena, word, length);
        if (token_id(c, character) >= 0) {
            add_part(c, &s, character);
        } else if (falls_back) {
            for (size_t i = 0; i < length; i++)
                add_part(c, &s, arena_format(c->arena, "<0x%02X>", (unsigned char)word[i]));
        } else if (!(fuses && s.count && !strcmp(s.items[s.count - 1], unknown))) {
            add_part(c, &s, unknown);
        }
    }
    return s;
}

/* The priority of the pair at i; INT_MAX if it is not merged. */
static int rank(const Cutter *c, const Strings *s, int i)
{
    if (i + 1 == s->count)
        return INT_MAX;
    const char *pair = arena_format(c->arena, "%s %s", s->items[i], s->items[i + 1]);
    int found = lexicon_find(&c->merges, pair);
    return found < 0 ? INT_MAX : found;
}

/* Merges the pair of the highest priority until there is none. */
static Strings merged(const Cutter *c, Strings s)
{
    int *ranks = arena_alloc(c->arena, (size_t)s.count + 1, sizeof *ranks);
    for (int i = 0; i < s.count; i++)
        ranks[i] = rank(c, &s, i);
    while (s.count) {
        int best = 0;
        for (int i = 1; i < s.count; i++)
            best = ranks[i] < ranks[best] ? i : best;
        if (ranks[best] == INT_MAX)
            break;
        size_t behind = (size_t)(s.count - best - 2);
        s.items[best] = arena_format(c->arena, "%s%s", s.items[best], s.items[best + 1]);
        memmove(&s.items[best + 1], &s.items[best + 2], behind * sizeof *s.items);
        memmove(&ranks[best + 1], &ranks[best + 2], behind * sizeof *ranks);
        s.count--;
        ranks[best] = rank(c, &s, best);
        if (best)
            ranks[best - 1] = rank(c, &s, best - 1);
    }
    return s;
}

/* ---- WordPiece: the longest token first      Wu et al. 2016, §4.1 ---- */

static Strings pieces_of(const Cutter *c, const char *word)
{
    enum { USUAL_MOST = 100 };
    Strings s = {0}, unknown = {0};
    const char *prefix = text_in(c->model, "continuing_subword_prefix"), *rest = word;
    int most = number_of(json_object_get(c->model, "max_input_chars_per_word"));
    add_part(c, &unknown, text_in(c->model, "unk_token"));
    for (int left = most > 0 ? most : USUAL_MOST; utf8_next(&rest, &(CodePoint){0}); left--)
        if (!left)
            return unknown;
    for (size_t length; *word; word += length) {
        const char *piece;
        length = strlen(word) + 1;
        do
            piece = arena_format(c->arena, "%s%.*s", s.count ? prefix : "", (int)--length, word);
        while (length && token_id(c, piece) < 0);
        if (!length)
            return unknown;
        add_part(c, &s, piece);
    }
    return s;
}

static void add_word(Cutter *c, const char *word)
{
    Strings s = {&word, 1};
    if (!is_true(c->model, "ignore_merges") || token_id(c, word) < 0)
        s = has_type(c->model, "WordPiece") ? pieces_of(c, word)
                                            : merged(c, characters_of(c, word));
    for (int i = 0; i < s.count; i++) {
        int id = token_id(c, s.items[i]);
        if (id < 0)
            fail("the vocabulary has no '%s'", visible_label(c->arena, s.items[i]));
        add_id(c, id);
    }
}

/* ---- added tokens, and the tokens before and after the text ---- */

static int longer_first(const void *left, const void *right)
{
    size_t a = strlen(*(const char *const *)left), b = strlen(*(const char *const *)right);
    return (a < b) - (a > b);
}

/* A pattern of all added tokens, which are found before all else, the longest first; or NULL. */
static const char *added_pattern(const Cutter *c)
{
    Strings patterns = {0};
    const json_t *all = json_object_get(c->json, "added_tokens"), *token;
    for (size_t i = 0; (token = json_array_get(all, i)); i++)
        add_part(c, &patterns,
                 arena_format(c->arena, "%s\\Q%s\\E%s", is_true(token, "lstrip") ? "\\s*" : "",
                              replaced(c, text_in(token, "content"), "\\E", "\\E\\\\E\\Q"),
                              is_true(token, "rstrip") ? "\\s*" : ""));
    if (!patterns.count)
        return NULL;
    qsort(patterns.items, (size_t)patterns.count, sizeof *patterns.items, longer_first);
    return join_strings(c->arena, patterns.items, patterns.count, "|", "|");
}

static const char *after_spaces(const char *text)
{
    const char *rest = text;
    for (CodePoint point; utf8_next(&rest, &point) && is_white_space(point.value);)
        text = rest;
    return text;
}

/* The id of an added token with white space around it; −1 if the text is none. */
static int added_id(const Cutter *c, const char *text)
{
    const json_t *all = json_object_get(c->json, "added_tokens"), *token;
    for (size_t i = 0; (token = json_array_get(all, i)); i++) {
        const char *content = text_in(token, "content");
        const char *from = begins_with(text, content) ? text : after_spaces(text);
        if (begins_with(from, content) && !*after_spaces(from + strlen(content)))
            return number_of(json_object_get(token, "id"));
    }
    return -1;
}

static void add_content(Cutter *c, const char *text)
{
    Strings parts = {0};
    const char *pattern = added_pattern(c);
    add_part(c, &parts, text);
    if (pattern)
        parts = cut_by(c, pattern, true, &parts);
    for (int i = 0; i < parts.count; i++) {
        Strings words = {&parts.items[i], 1};
        int id = added_id(c, parts.items[i]);
        if (id >= 0) {
            add_id(c, id);
            continue;
        }
        take_step(c, json_object_get(c->json, "normalizer"), i == 0, &words);
        take_step(c, json_object_get(c->json, "pre_tokenizer"), i == 0, &words);
        for (int k = 0; k < words.count; k++)
            add_word(c, words.items[k]);
    }
}

/* The post-processor that adds tokens before and after the text, or NULL. */
static const json_t *framing(const json_t *p)
{
    const json_t *inner = json_object_get(p, "processors");
    const json_t *found = json_object_get(p, "single") || json_object_get(p, "cls") ? p : NULL;
    for (size_t i = 0; !found && i < json_array_size(inner); i++)
        found = framing(json_array_get(inner, i));
    return found;
}

/* Fills the template: text and special tokens. */
static void add_framed(Cutter *c, const char *text)
{
    const json_t *p = framing(json_object_get(c->json, "post_processor")), *item;
    const json_t *cls = json_object_get(p, "cls"), *sep = json_object_get(p, "sep");
    const json_t *template = json_object_get(p, "single"),
                 *tokens = json_object_get(p, "special_tokens");
    if (cls)
        add_id(c, number_of(json_array_get(cls, 1)));
    for (size_t i = 0; (item = json_array_get(template, i)); i++) {
        const json_t *special = json_object_get(item, "SpecialToken");
        const json_t *ids = json_object_get(json_object_get(tokens, text_in(special, "id")), "ids");
        if (special)
            add_id(c, number_of(json_array_get(ids, 0)));
        else
            add_content(c, text);
    }
    if (!template)
        add_content(c, text);
    if (sep)
        add_id(c, number_of(json_array_get(sep, 1)));
}

/* ---- how tokens are shown ---- */

/* With the bytes that its characters stand for (is_bytes), and spaces as ␣, since they distinguish
   the beginning of a word from its middle. */
static const char *shown(const Cutter *c, const char *token, bool is_bytes)
{
    Text out = text_new(c->arena);
    for (CodePoint p; utf8_next(&token, &p);) {
        int byte = is_bytes ? byte_of(p.value) : -1;
        if (byte == ' ' || p.value == 0x2581)
            text_add(&out, "␣");
        else if (byte > 0)
            text_add_bytes(&out, &(char){(char)byte}, 1);
        else
            text_add_bytes(&out, token - p.length, p.length);
    }
    return visible_label(c->arena, out.data);
}

/* By id; a token that the file does not name is shown as its id. */
static const char **tokens_shown(const Cutter *c, int count)
{
    const char *token;
    json_t *id;
    const json_t *all = json_object_get(c->json, "added_tokens"), *added;
    bool is_bytes = has_type(json_object_get(c->json, "decoder"), "ByteLevel");
    const char **words = arena_alloc(c->arena, (size_t)count, sizeof *words);
    for (int k = 0; k < count; k++)
        words[k] = arena_format(c->arena, "⟨%d⟩", k);
    json_object_foreach ((json_t *)c->vocab, token, id)
        if (is_between(number_of(id), 0, count - 1))
            words[number_of(id)] = shown(c, token, is_bytes);
    for (size_t i = 0; (added = json_array_get(all, i)); i++) {
        int number = number_of(json_object_get(added, "id"));
        if (is_between(number, 0, count - 1))
            words[number] = shown(c, text_in(added, "content"), false);
    }
    return words;
}

/* ---- the whole ---- */

json_t *json_read(Arena *arena, const char *path)
{
    enum { LARGEST = 1 << 28 };
    json_error_t reason;
    Bytes bytes = file_read(arena, path, LARGEST);
    check_type(path, bytes);
    json_t *json = json_loadb(bytes.data, bytes.size, 0, &reason);
    if (!json)
        fail("%s:%d: not valid JSON: %s", path, reason.line, reason.text);
    return json;
}

/* "a b", or in newer files ["a", "b"]. */
static void add_merges(Cutter *c)
{
    const json_t *all = json_object_get(c->model, "merges"), *pair;
    for (size_t i = 0; (pair = json_array_get(all, i)); i++) {
        const char *a = json_string_value(json_array_get(pair, 0)), *text = json_string_value(pair);
        const char *b = json_string_value(json_array_get(pair, 1));
        lexicon_add(&c->merges,
                    text ? text : arena_format(c->arena, "%s %s", a ? a : "", b ? b : ""));
    }
}

Subwords subwords_cut(Arena *arena, const char *path, const char *text, int words)
{
    json_auto_t *json = json_read(arena, path);
    FAILS_WITH(arena_format(arena, "%s: ", path));
    const json_t *model = json_object_get(json, "model"), *vocab = json_object_get(model, "vocab");
    Cutter c = {arena, json, model, vocab, lexicon_new(arena), {0}};
    if (!has_type(model, "BPE") && !has_type(model, "WordPiece"))
        fail_type(&c, model);
    if (!json_is_object(vocab) || *text_in(model, "end_of_word_suffix"))
        fail("the model has %s",
             json_is_object(vocab) ? "an end_of_word_suffix, which is not supported" : "no vocab");
    add_merges(&c);
    add_framed(&c, text);
    for (int i = 0; i < c.out.count; i++)
        if (!is_between(c.out.ids[i], 0, words - 1))
            fail("token %d is none of the model's %d", c.out.ids[i], words);
    c.out.vocabulary = tokens_shown(&c, words);
    return c.out;
}
