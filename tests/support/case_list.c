#include "support/case_list.h"

#include <utf8proc.h>

/* Writes what an escape stands for; returns how many of its characters were read. */
static int read_escape(const char *escape, char **out)
{
    static const char names[] = "nrts\\", meant[] = "\n\r\t \\";
    const char *name = strchr(names, *escape);
    char digits[5] = "";
    if (*escape == '-')
        return 1;
    if (*escape && name) {
        *(*out)++ = meant[name - names];
        return 1;
    }
    int count = *escape == 'x' ? 2 : 4;
    long code = strtol(strncpy(digits, escape + 1, (size_t)count), NULL, 16);
    if (*escape == 'x')
        *(*out)++ = (char)code;
    else
        *out += utf8proc_encode_char((utf8proc_int32_t)code, (unsigned char *)*out);
    return 1 + count;
}

static const char *unescaped(char *text)
{
    char *out = text;
    for (const char *at = text; *at;)
        if (*at == '\\')
            at += 1 + read_escape(at + 1, &out);
        else
            *out++ = *at++;
    *out = '\0';
    return text;
}

static void check_line(Scene *scene, char *line, CheckCase *check)
{
    static const char arrow[] = " → ";
    const char *columns[MOST_COLUMNS] = {NULL};
    for (int i = 0; line; i++) {
        assert_true(i < MOST_COLUMNS);
        char *end = strstr(line, arrow), *next = end ? end + strlen(arrow) : NULL;
        if (end)
            *end = '\0';
        columns[i] = unescaped(line);
        line = next;
    }
    check(scene, columns);
}

void check_cases(Scene *scene, const char *file, const char *heading, CheckCase *check)
{
    const char *path = arena_format(scene->arena, TESTS_FOLDER "/%s", file);
    char *rest = arena_strdup(scene->arena, scene_read(scene, path).data);
    const char *wanted = arena_format(scene->arena, "[%s]", heading);
    bool here = false;
    int checked = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (*line == '[')
            here = strcmp(line, wanted) == 0;
        else if (here && *line && *line != '#') {
            check_line(scene, line, check);
            checked++;
        }
    }
    assert_true(checked > 0);
}

Bytes bytes_of_hex(Scene *scene, const char *hex)
{
    char *bytes = arena_alloc(scene->arena, strlen(hex) / 2 + 1, 1), *to = bytes;
    for (; *hex; hex += 2 + (hex[2] == ' '))
        *to++ = (char)strtol((char[]){hex[0], hex[1], '\0'}, NULL, 16);
    return (Bytes){bytes, (size_t)(to - bytes)};
}
