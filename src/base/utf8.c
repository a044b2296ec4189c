#include "base/base.h"

#include <utf8proc.h>

enum {
    EMOJI_STYLE = 0xfe0f, /* variation selector 16: asks for the emoji form */
    BLACK_FLAG = 0x1f3f4, /* followed by tag characters, it becomes the flag of a region */
    DOTTED_CIRCLE = 0x25cc,
    UTF8_LONGEST = 4, /* bytes of a code point */
};

CodePoint utf8_decode(const char *bytes, size_t size)
{
    int32_t value;
    if (size && !(*bytes & 0x80)) /* most are ASCII */
        return (CodePoint){*bytes, 1};
    ptrdiff_t length =
        utf8proc_iterate((const unsigned char *)bytes, (utf8proc_ssize_t)size, &value);
    return length > 0 ? (CodePoint){value, (size_t)length} : (CodePoint){-1, 1};
}

bool is_utf16(const char *bytes, size_t size)
{
    return size >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2));
}

size_t utf8_valid_length(const char *bytes, size_t size)
{
    CodePoint c;
    for (size_t at = 0; at < size; at += c.length) {
        c = utf8_decode(bytes + at, size - at);
        if (c.value < 0)
            return at;
    }
    return size;
}

bool utf8_next(const char **string, CodePoint *c)
{
    if (!**string)
        return false;
    *c = utf8_decode(*string, strnlen(*string, UTF8_LONGEST));
    *string += c->length;
    return true;
}

/* The length of the first grapheme cluster and its width in columns: its parts are overlaid or
   joined, so it takes two at most. */
static size_t measure_cluster(const char *bytes, size_t size, int *width)
{
    CodePoint c = utf8_decode(bytes, size), last;
    size_t length = 0;
    int32_t state = 0;
    *width = 0;
    do {
        if (c.value == EMOJI_STYLE)
            *width = 2;
        else
            *width += c.value < 0 ? 1 : utf8proc_charwidth(c.value);
        length += c.length;
        last = c;
        if (length < size)
            c = utf8_decode(bytes + length, size - length);
    } while (length < size && last.value >= 0 && c.value >= 0 &&
             !utf8proc_grapheme_break_stateful(last.value, c.value, &state));
    *width = smaller(*width, 2);
    return length;
}

size_t utf8_cluster(const char *bytes, size_t size)
{
    int width;
    return measure_cluster(bytes, size, &width);
}

/* How many bytes from the front fit into *width columns, which is reduced to the columns left. */
static size_t fitting(const char *string, size_t size, int *width)
{
    size_t end = 0;
    for (int columns; end < size; *width -= columns) {
        size_t next = measure_cluster(string + end, size - end, &columns);
        if (columns > *width)
            break;
        end += next;
    }
    return end;
}

int utf8_width(const char *string)
{
    int left = INT_MAX;
    fitting(string, strlen(string), &left);
    return INT_MAX - left;
}

static bool is_emoji(int32_t c)
{
    return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* Letters from Arabic to Mongolian: the scripts that use joiners in spelling, as Persian does. */
static bool is_joining_letter(int32_t c)
{
    return is_between(c, 0x600, 0x18ff) &&
           is_between((int32_t)utf8proc_category(c), UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_ME);
}

static bool is_variation_selector(int32_t c)
{
    return is_between(c, 0xfe00, 0xfe0f) || is_between(c, 0xe0100, 0xe01ef) ||
           is_between(c, 0x180b, 0x180d) || c == 0x180f;
}

/* Whether it is a base, which following combining characters attach to. */
static bool is_base(int32_t c)
{
    int class = utf8proc_get_property(c)->boundclass;
    return class != UTF8PROC_BOUNDCLASS_EXTEND && class != UTF8PROC_BOUNDCLASS_ZWJ &&
           class != UTF8PROC_BOUNDCLASS_SPACINGMARK;
}

/* Whether a code point can be shown as it is, between its base (0 if there is none) and the next
   code point (−1 at the end). */
static bool is_visible(int32_t base, int32_t c, int32_t next)
{
    const utf8proc_property_t *property = utf8proc_get_property(c);
    int category = property->category;
    /* unassigned; and the categories from line separators on: controls, surrogates, private use,
       formats */
    if (category == UTF8PROC_CATEGORY_CN ||
        (category >= UTF8PROC_CATEGORY_ZL && category != UTF8PROC_CATEGORY_CF))
        return false;
    if (c == ZERO_WIDTH_JOINER && is_emoji(base))
        return is_emoji(next);
    if (c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER)
        return is_joining_letter(base) && is_joining_letter(next);
    if (is_variation_selector(c))
        return base != 0;
    if (is_between(c, 0xe0020, 0xe007f))
        return base == BLACK_FLAG;
    /* Of the format characters, only those written before a number are visible. */
    if (category == UTF8PROC_CATEGORY_CF)
        return property->boundclass == UTF8PROC_BOUNDCLASS_PREPEND;
    return !property->ignorable;
}

/* Adds the code point before `behind`, and returns the base for the next one. */
static int32_t add_visible(Text *text, int32_t base, CodePoint c, const char *behind)
{
    static const char pictures[] = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"; /* of 3 bytes each */
    CodePoint next = utf8_decode(behind, strnlen(behind, UTF8_LONGEST));
    if (c.value < 0 || !is_visible(base, c.value, next.value)) {
        if (c.value < 0)
            text_format(text, "⟨%02X⟩", (unsigned char)behind[-1]);
        else if (c.value < 0x20 || c.value == 0x7f)
            text_add_bytes(text, pictures + 3 * smaller(c.value, 0x20), 3);
        else
            text_format(text, "⟨U+%04X⟩", (unsigned)c.value);
        return 0;
    }
    int32_t category = (int32_t)utf8proc_category(c.value);
    if (!base && is_between(category, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME)) {
        base = DOTTED_CIRCLE;
        text_add(text, "◌");
    }
    text_add_bytes(text, behind - c.length, c.length);
    return is_base(c.value) || !base ? c.value : base;
}

const char *visible_text(Arena *arena, const char *string)
{
    Text text = text_new(arena);
    int32_t base = 0;
    for (CodePoint c; utf8_next(&string, &c);)
        base = add_visible(&text, base, c, string);
    return text.data;
}

const char *elide_middle(Arena *arena, const char *string, int width)
{
    int all = utf8_width(string);
    if (all <= width)
        return string;
    int left = width / 2;
    size_t size = strlen(string), head = fitting(string, size, &left);
    int excess = all - (width - width / 2 + left - 1); /* columns before the tail */
    size_t tail = fitting(string, size, &excess);
    if (excess) /* a wide cluster that straddles the cut goes too */
        tail += utf8_cluster(string + tail, size - tail);
    return arena_format(arena, "%.*s…%s", (int)head, string, string + tail);
}

const char *visible_within(Arena *arena, const char *string, int columns)
{
    return elide_middle(arena, visible_text(arena, string), columns);
}

const char *visible_label(Arena *arena, const char *string)
{
    enum { LABEL_COLUMNS = 100 };
    return visible_within(arena, string, LABEL_COLUMNS);
}

const char *isolated(Arena *arena, const char *string)
{
    const char *rest = string;
    for (CodePoint c; utf8_next(&rest, &c);)
        if (is_between(c.value, 0x590, 0x8ff) || is_between(c.value, 0xfb1d, 0xfdff) ||
            is_between(c.value, 0xfe70, 0xfeff))
            return arena_format(arena, "⁨%s⁩", string);
    return string;
}
