/* Tests that are plain text. Below each # of a file is a test, in a folder of its own: statements,
 * a line each, which begin with a word. In what follows the word \n, \t, \e, \\ and \xFF stand for
 * a byte. */
#pragma once

#include "support/scene.h"

/* One test's statements. */
typedef void CheckTranscript(Scene *scene, Bytes lines);

/* Runs all tests of the files in a folder of tests/ ("cli/x.list", a glob); how many failed. */
int run_transcripts(const char *files, CheckTranscript *check);

/* The next statement's word, and the text behind it; false behind the last. */
bool take_statement(Scene *scene, Bytes *lines, const char **word, Text *text);

typedef enum Relation { IS, HAS, LACKS, BEGINS, ENDS } Relation;

/* That a text is, has, lacks, begins or ends with another; `word` is the statement's. */
void check_so(const char *word, const char *where, Relation relation, const char *text);

/* The text up to the first space, or between quotes ('); `rest` then is behind it. */
const char *first_word(Scene *scene, const char **rest);
