#include "support/csv.h"

const char *csv_field(Arena *arena, const char **cursor, char *end)
{
    Text field = text_new(arena);
    bool quoted = **cursor == '"';
    for (*cursor += quoted; quoted; ++*cursor) {
        if (!**cursor)
            return NULL;
        if (**cursor == '"' && *++*cursor != '"')
            break;
        text_add_bytes(&field, *cursor, 1);
    }
    if (!quoted) {
        size_t length = strcspn(*cursor, ",\r\n\"");
        text_add_bytes(&field, *cursor, length);
        *cursor += length;
    }
    *end = **cursor == ',' ? ',' : '\n';
    if (**cursor != ',' && strncmp(*cursor, "\r\n", 2) != 0)
        return NULL;
    *cursor += **cursor == ',' ? 1 : 2;
    return field.data;
}

const char *csv_label(const char *field)
{
    static const char *const wide[] = {"＝", "＋", "－", "＠"};
    for (int i = 0; i < 4; i++)
        if (begins_with(field, wide[i]))
            return NULL;
    return *field && strchr("=+-@\t\r\n", *field) ? NULL : field + (*field == '\'');
}
