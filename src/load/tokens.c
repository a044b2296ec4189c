#include "load/tokens.h"

#include "trace/trace.h"

#include <utf8proc.h>

enum {
    TYPEWRITER_APOSTROPHE = '\'',
    APOSTROPHE = 0x2019,
    HYPHEN = 0x2010,
    NON_BREAKING_HYPHEN = 0x2011,
    NEXT_LINE = 0x85,
    /* Combining marks on one letter. Unicode's stream-safe format allows 30; normalisation takes
       time quadratic in their number, which a hostile text could exploit. */
    MOST_MARKS = 100,
    FIRST_MARK = 0x300, /* the first combining mark */
    BEGINNING = 40,     /* bytes of a too long token quoted in the message */
};

static bool is_in(int32_t c, utf8proc_category_t first, utf8proc_category_t last)
{
    return is_between((int32_t)utf8proc_category(c), (int32_t)first, (int32_t)last);
}

/* Ideographs and kana: scripts without spaces, whose characters are nearly words. */
static bool stands_alone(int32_t c)
{
    return is_between(c, 0x3005, 0x3007) || is_between(c, 0x3041, 0x30ff) ||
           is_between(c, 0x31f0, 0x31ff) || is_between(c, 0x3400, 0x4dbf) ||
           is_between(c, 0x4e00, 0x9fff) || is_between(c, 0xf900, 0xfaff) ||
           is_between(c, 0xff66, 0xff9d) || is_between(c, 0x1b000, 0x1b16f) ||
           is_between(c, 0x20000, 0x3ffff);
}

/* A letter, a mark or a digit. */
static bool is_word_part(int32_t c)
{
    return is_in(c, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NO) && !stands_alone(c);
}

static bool is_digit(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ND;
}

static bool is_apostrophe(int32_t c)
{
    return c == TYPEWRITER_APOSTROPHE || c == APOSTROPHE;
}

/* Whether c, between two code points, keeps them in one word. */
static bool joins(int32_t before, int32_t c, int32_t after)
{
    if (is_apostrophe(c) || c == '-' || is_between(c, HYPHEN, NON_BREAKING_HYPHEN))
        return is_word_part(before) && is_word_part(after);
    if (c == '.' || c == ',')
        return is_digit(before) && is_digit(after);
    return is_between(c, ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER);
}

/* The code point at an offset; at the end a line feed, which is part of no word. */
static CodePoint code_point_at(const char *text, size_t size, size_t offset)
{
    return offset < size ? utf8_decode(text + offset, size - offset) : (CodePoint){'\n', 0};
}

static size_t word_length(const char *text, size_t size)
{
    size_t length = 0;
    for (int32_t before = '\n';;) {
        CodePoint c = code_point_at(text, size, length);
        if (!is_word_part(c.value) &&
            !(length && joins(before, c.value, code_point_at(text, size, length + c.length).value)))
            return length;
        before = c.value;
        length += c.length;
    }
}

size_t letters_length(const char *text, size_t size)
{
    for (size_t length = 0;;) {
        CodePoint c = code_point_at(text, size, length);
        bool joint = length && is_apostrophe(c.value);
        CodePoint letter = joint ? code_point_at(text, size, length + c.length) : c;
        if (!is_in(letter.value, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NO))
            return length;
        length += c.length;
    }
}

bool is_white_space(int32_t c)
{
    return is_between(c, '\t', '\r') || c == NEXT_LINE ||
           is_in(c, UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}

/* Moves `offset` past white space and returns the length of the token there; 0 at the end. */
static size_t next_token(const char *text, size_t size, size_t *offset)
{
    CodePoint c;
    while ((c = code_point_at(text, size, *offset)).length && is_white_space(c.value))
        *offset += c.length;
    size_t length = word_length(text + *offset, size - *offset);
    return length || !c.length ? length : utf8_cluster(text + *offset, size - *offset);
}

bool is_mark(const char *word)
{
    for (CodePoint c; utf8_next(&word, &c);)
        if (is_in(c.value, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO) ||
            is_in(c.value, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO))
            return false;
    return true;
}

/* The offset of the first combining mark too many, or the size. */
static size_t normal_length(const char *text, size_t size)
{
    int marks = 0;
    for (size_t i = 0; i < size;) {
        CodePoint c = utf8_decode(text + i, size - i);
        bool is_mark = c.value >= FIRST_MARK && utf8proc_get_property(c.value)->combining_class;
        marks = is_mark ? marks + 1 : 0;
        if (marks > MOST_MARKS)
            return i;
        i += c.length;
    }
    return size;
}

bool is_text(const char *text, size_t size)
{
    return utf8_valid_length(text, size) == size && !memchr(text, '\0', size) &&
           normal_length(text, size) == size;
}

void check_text(const char *what, const char *text, size_t size)
{
    size_t valid = utf8_valid_length(text, size), normal = normal_length(text, valid);
    const char *nul = memchr(text, '\0', valid);
    if (is_utf16(text, size))
        fail("%s: " UTF16_MESSAGE, what);
    if (valid < size)
        fail("%s: not valid UTF-8 at byte offset %zu (0x%02X)", what, valid,
             (unsigned char)text[valid]);
    if (nul)
        fail("%s: a NUL byte at byte offset %td", what, nul - text);
    if (normal < size)
        fail("%s: more than %d combining marks in a row at byte offset %zu", what, MOST_MARKS,
             normal);
}

const char *normalised(Arena *arena, const char *text, size_t size, int options, Mapping *mapping)
{
    unsigned char *result;
    utf8proc_ssize_t length =
        utf8proc_map_custom((const unsigned char *)text, (utf8proc_ssize_t)size, &result,
                            (utf8proc_option_t)(UTF8PROC_STABLE | options), mapping, NULL);
    CHECK(length >= 0, "%s", utf8proc_errmsg(length));
    const char *copy = arena_strndup(arena, (const char *)result, (size_t)length);
    free(result);
    return copy;
}

static int32_t plain_apostrophe(int32_t c, UNUSED void *unused)
{
    return is_apostrophe(c) ? TYPEWRITER_APOSTROPHE : c;
}

/* ASCII words, the most common, are handled without utf8proc. */
const char *token_key(Arena *arena, const char *word)
{
    for (const char *c = word; *c; c++)
        if (*c & 0x80)
            return normalised(arena, word, strlen(word), UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD,
                              plain_apostrophe);
    return lowered(arena, word);
}

Tokens tokens_labelled(Arena *arena, const char **words, const char **keys, int count)
{
    const char **labels = arena_alloc(arena, (size_t)count, sizeof *labels);
    const char **found = arena_alloc(arena, (size_t)count, sizeof *found);
    for (int i = 0; i < count; i++)
        found[i] = keys ? keys[i] : token_key(arena, words[i]);
    Lexicon distinct = lexicon_new(arena);
    int *times = arena_alloc(arena, (size_t)count, sizeof *times); /* uses of each key, … */
    int *place = arena_alloc(arena, (size_t)count, sizeof *place); /* … and which of them it is */
    for (int i = 0; i < count; i++)
        place[i] = ++times[lexicon_add(&distinct, found[i])];
    for (int i = 0; i < count; i++) {
        labels[i] = visible_label(arena, words[i]);
        if (times[lexicon_find(&distinct, found[i])] > 1) {
            const char *number = arena_format(arena, "_{%d}", place[i]);
            labels[i] = arena_format(arena, "%s%s", labels[i], formula_plain(arena, number));
        }
    }
    return (Tokens){count, words, found, labels};
}

Tokens tokens_padded(Arena *arena, const char *const *words, int count, int n)
{
    const char **padded = arena_alloc(arena, (size_t)n, sizeof *padded);
    for (int i = 0; i < n; i++)
        padded[i] = i < count ? words[i] : "<pad>";
    return tokens_labelled(arena, padded, NULL, n);
}

Tokens tokenize(Arena *arena, const char *what, const char *text, size_t size, int limit)
{
    const char **words = arena_alloc(arena, (size_t)limit, sizeof *words);
    size_t found = 0; /* tokens beyond the limit are only counted */
    check_text(what, text, size);
    for (size_t offset = 0, length; (length = next_token(text, size, &offset)); found++) {
        const char *token = text + offset;
        if (length > LONGEST_TOKEN)
            fail("%s: a token of %zu bytes, at most %d: '%.*s…'", what, length, LONGEST_TOKEN,
                 (int)utf8_valid_length(token, BEGINNING), token);
        if (found < (size_t)limit)
            words[found] = normalised(arena, token, length, UTF8PROC_COMPOSE, NULL);
        offset += length;
    }
    if (!found)
        fail("%s: %s: attention needs at least one word", what,
             size ? "only white space" : "no text");
    if (found > (size_t)limit)
        fail("%s: %zu tokens, at most %d can be shown", what, found, limit);
    return tokens_labelled(arena, words, NULL, (int)found);
}
