#include "support/sentence.h"

#include "support/scene.h"

bool sentence_matches(Arena *arena, const char *sentence, const char *pattern,
                      const char *parts[MOST_PARTS])
{
    int count = 0;
    for (;;) {
        size_t literal = strcspn(pattern, "%");
        if (strncmp(sentence, pattern, literal) != 0)
            return false;
        sentence += literal;
        pattern += literal;
        if (!*pattern)
            return !*sentence;
        const char *next = arena_strndup(arena, pattern + 1, strcspn(pattern + 1, "%"));
        bool is_last = !pattern[1 + strlen(next)];
        const char *end =
            is_last ? sentence + strlen(sentence) - strlen(next) : strstr(sentence, next);
        if (!end || end < sentence || count == MOST_PARTS)
            return false;
        parts[count++] = arena_strndup(arena, sentence, (size_t)(end - sentence));
        sentence = end;
        pattern++;
    }
}

/* The sign may stand in front of the number and of its power of ten. */
double number_in(const char *digits)
{
    static const char minus[] = "−";
    char plain[64], *end = plain;
    for (const char *c = digits; *c && end < plain + sizeof plain - 1;) {
        bool is_minus = !strncmp(c, minus, strlen(minus));
        *end++ = is_minus ? '-' : *c;
        c += is_minus ? strlen(minus) : 1;
    }
    *end = '\0';
    double value = strtod(plain, &end);
    fail_if(*end || end == plain, "'%s' is no number", digits);
    return value;
}
