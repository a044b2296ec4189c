#include "train/language_line.h"

#include "base/error.h"

void say(Line *line, const char *text, const char *before_vowel, const Phrase *phrase, Role role)
{
    CHECK(line->count < MOST_LINE_WORDS && text, "%d words", line->count);
    int part = (phrase ? phrase->id : 0) * ROLES + (int)role;
    line->words[line->count++] = (LineWord){text, before_vowel, {part, NO_PART}};
}

/* From the end, because a form depends on that of the next word: ce vieil homme, not cet. */
void say_before_vowels(Line *line, bool (*begins_with_vowel)(const char *word))
{
    for (int i = line->count - 2; i >= 0; i--) {
        LineWord *word = &line->words[i];
        if (word->before_vowel && begins_with_vowel(word[1].text))
            word->text = word->before_vowel;
    }
}
