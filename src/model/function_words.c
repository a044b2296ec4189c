#include "model/function_words.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by strcmp. A contraction is one token. */
static const char *const words[] = {
    "a",       "about",   "after",      "against",   "all",     "also",   "am",         "among",
    "an",      "and",     "another",    "any",       "are",     "as",     "at",         "be",
    "because", "been",    "before",     "being",     "between", "both",   "but",        "by",
    "can",     "can't",   "could",      "couldn't",  "did",     "didn't", "do",         "does",
    "doesn't", "don't",   "done",       "down",      "during",  "each",   "especially", "every",
    "for",     "from",    "had",        "has",       "have",    "having", "he",         "her",
    "here",    "herself", "him",        "himself",   "his",     "how",    "i",          "i'll",
    "i'm",     "i've",    "if",         "in",        "into",    "is",     "isn't",      "it",
    "its",     "itself",  "many",       "may",       "me",      "might",  "more",       "most",
    "much",    "must",    "my",         "no",        "nor",     "not",    "of",         "off",
    "often",   "on",      "one",        "oneself",   "only",    "onto",   "or",         "other",
    "our",     "out",     "over",       "own",       "same",    "shall",  "she",        "should",
    "so",      "some",    "someone",    "something", "such",    "than",   "that",       "the",
    "their",   "them",    "themselves", "then",      "there",   "these",  "they",       "this",
    "those",   "through", "to",         "too",       "under",   "up",     "upon",       "us",
    "used",    "usually", "very",       "was",       "wasn't",  "we",     "were",       "what",
    "when",    "where",   "which",      "while",     "who",     "whom",   "whose",      "why",
    "will",    "with",    "within",     "without",   "won't",   "would",  "wouldn't",   "you",
    "your",
};

enum { WORDS = sizeof words / sizeof *words };

static int compare(const void *key, const void *word)
{
    return strcmp(key, *(const char *const *)word);
}

bool is_function_word(const char *key)
{
    return bsearch(key, words, WORDS, sizeof *words, compare);
}

const char *const *function_words(int *count)
{
    *count = WORDS;
    return words;
}
