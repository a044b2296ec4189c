/* A page of the documentation, as its tests read it: Markdown, in which a block of the kind
 * `console` shows commands and what they print.
 *
 *     ```console
 *     $ attnviz --sentence "Bat is a mammal"
 *     “Bat is a mammal”
 *     …
 *     ```
 *
 * A line that is nothing but … stands for any number of lines. A block that begins with something
 * printed goes on with the command of the block before, so that a page can walk through a long
 * output and talk between two pieces of it. Everything lives in the scene's arena.
 */
#pragma once

#include "support/scene.h"

typedef struct Lines {
    const char **lines; /* without their ends */
    int count;
} Lines;

typedef struct Shown {
    int line; /* of the page, from 1 */
    const char *command;
    Lines output;
} Shown;

/* From one heading to the next. */
typedef struct Section {
    Text prose;   /* what stands outside of blocks, without `code` and the targets of links */
    Text printed; /* what its console blocks show as printed */
} Section;

typedef struct Page {
    const char *path;
    Shown *shown;
    int shown_count;
    Section *sections;
    int section_count;
    Lines links; /* where its links and pictures point to */
} Page;

/* The paths of all pages of the repository. */
Lines page_list(Scene *scene);

/* The test fails if the page cannot be read or is not well formed. */
Page page_read(Scene *scene, const char *path);

Lines lines_of(Scene *scene, const char *text);

/* Whether this is what was printed. If not, `differs` is the index of the first shown line that
   was not found; the number of shown lines if more was printed than they show. */
bool shows(Lines shown, Lines printed, int *differs);
