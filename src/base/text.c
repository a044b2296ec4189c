#include "base/base.h"

enum { FIRST_CAPACITY = 64 };

static void make_room(Text *text, size_t more)
{
    if (text->length + more < text->capacity)
        return;
    size_t capacity = text->capacity;
    while (capacity <= text->length + more)
        capacity *= 2;
    char *data = arena_alloc(text->arena, capacity, 1);
    memcpy(data, text->data, text->length);
    text->data = data;
    text->capacity = capacity;
}

Text text_new(Arena *arena)
{
    return (Text){
        .arena = arena, .data = arena_alloc(arena, FIRST_CAPACITY, 1), .capacity = FIRST_CAPACITY};
}

void text_add_bytes(Text *text, const char *bytes, size_t length)
{
    make_room(text, length);
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_add(Text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_format(Text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = text->capacity - text->length;
    size_t length = (size_t)vsnprintf(text->data + text->length, room, format, args);
    va_end(args);
    make_room(text, length);
    if (length >= room) /* it was cut short */
        vsnprintf(text->data + text->length, length + 1, format, again);
    va_end(again);
    text->length += length;
}

void text_clear(Text *text)
{
    text->length = 0;
    text->data[0] = '\0';
}

bool begins_with(const char *string, const char *beginning)
{
    return !strncmp(string, beginning, strlen(beginning));
}

bool ends_with(const char *string, const char *ending)
{
    size_t length = strlen(string), end = strlen(ending);
    return length >= end && !strcmp(string + length - end, ending);
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *next_item(char **list)
{
    char *item = strsep(list, ",");
    return item ? item + strspn(item, " ") : NULL;
}

void *find_named(const void *structs, int count, size_t size, const char *name)
{
    char *at = (char *)structs;
    for (int i = 0; i != count; i++, at += size) {
        const char *called = *(const char *const *)(void *)at;
        if (!called)
            break;
        if (*called == *name && !strcmp(called, name))
            return at;
    }
    return NULL;
}

void strings_add(Arena *arena, Strings *s, const char *string)
{
    s->items = arena_append(arena, s->items, &s->count, &string, sizeof string);
}

int find_string(const char *const *strings, int count, const char *string)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(strings[i], string))
            return i;
    return -1;
}

bool same_strings(const char *const *a, int count, const char *const *b, int other_count)
{
    int i = 0;
    while (i < count && i < other_count && !strcmp(a[i], b[i]))
        i++;
    return i == count && i == other_count;
}

char *join_strings(Arena *arena, const char *const *strings, int count, const char *between,
                   const char *last)
{
    Text text = text_new(arena);
    for (int i = 0; i < count; i++) {
        text_add(&text, !i ? "" : i < count - 1 ? between : last);
        text_add(&text, strings[i]);
    }
    return text.data;
}

char *join_most(Arena *arena, const char *const *strings, int count, int most, const char *between)
{
    char *text = join_strings(arena, strings, smaller(count, most), between, between);
    text = count > most ? arena_format(arena, "%s and %d more", text, count - most) : text;
    return count ? text : NULL;
}

const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

const char *environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

char *respelled(Arena *arena, const char *string, const char *const *pairs)
{
    Text out = text_new(arena);
    for (const char *const *p; *string; string += *p ? strlen(*p) : 1) {
        for (p = pairs; *p && (**p != *string || !begins_with(string, *p)); p += 2)
            continue;
        text_add_bytes(&out, *p ? p[1] : string, *p ? strlen(p[1]) : 1);
    }
    return out.data;
}

char *lowered(Arena *arena, const char *string)
{
    char *copy = arena_strdup(arena, string);
    for (char *c = copy; *c; c++)
        *c = (char)tolower((unsigned char)*c); /* main never calls setlocale: the C locale holds */
    return copy;
}
