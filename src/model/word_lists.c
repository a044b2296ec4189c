#include "model/word_lists.h"

#include <string.h>

/* src/list.S */
extern const char irregular_forms_list_end[], function_words_list_end[], spellings_list_end[];

static bool ends_word(char c)
{
    return c == ' ' || c == '\n';
}

/* Of a line its first word, less than, equal to or greater than the key as strcmp tells. */
static int compare(const char *line, const char *key)
{
    while (!ends_word(*line) && *line == *key)
        line++, key++;
    return (ends_word(*line) ? 0 : (unsigned char)*line) - (unsigned char)*key;
}

/* The first line whose first word is not less than the key, of lines sorted by those; or the end.
 */
static const char *first_from(const char *list, const char *end, const char *key)
{
    while (list < end) {
        const char *line = list + (end - list) / 2;
        while (line > list && line[-1] != '\n')
            line--;
        if (compare(line, key) < 0)
            list = strchr(line, '\n') + 1;
        else
            end = line;
    }
    return end;
}

const char *irregular_bases(const char *form)
{
    const char *line = first_from(irregular_forms_list, irregular_forms_list_end, form);
    return *line && compare(line, form) == 0 ? line + strlen(form) : NULL;
}

const char *spellings_from(char letter)
{
    return first_from(spellings_list, spellings_list_end, (char[]){letter, '\0'});
}

bool is_function_word(const char *key)
{
    const char *line = first_from(function_words_list, function_words_list_end, key);
    return *line && compare(line, key) == 0;
}
