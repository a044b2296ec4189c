/* The list of the files that attnviz wrote into a folder (base/folder.h).
 *
 *     attnviz wrote these files: size, hash, name
 *     1714 5e0c6a2f9b7d1348 trace.txt
 *
 * A file is attnviz's while size and hash are still those of its record. A name may have several
 * records: during a commit, that of the old and that of the new file. The list is read from a
 * folder that anybody may have written to: a line that is not a record is skipped, and a name
 * that leads out of the folder is no name.
 */
#ifndef BASE_MANIFEST_H
#define BASE_MANIFEST_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MANIFEST_NAME ".attnviz" /* its own name, and the beginning of temporary ones */

typedef struct Record {
    uint64_t size, hash;
    const char *name;
} Record;

typedef struct Manifest {
    Arena *arena;
    Record *records;
    int count, capacity;
} Manifest;

Manifest manifest_new(Arena *arena);
void manifest_add(Manifest *manifest, Record record);

/* By name, as the look-ups need it; a parsed manifest is sorted. */
void manifest_sort(Manifest *manifest);
bool manifest_has_name(const Manifest *manifest, const char *name);
bool manifest_has(const Manifest *manifest, Record record);

/* Whether a file of this name may be written and listed: no path, no line break, not the
   manifest's own. */
bool manifest_allows(const char *name);

/* False if the text is not such a list at all; an empty one is. */
bool manifest_parse(Manifest *manifest, const char *text, size_t size);
void manifest_print(const Manifest *manifest, FILE *file);

/* Size and hash of a regular file; false if there is none that can be read. Never follows a
   symbolic link. */
bool manifest_measure(int folder, const char *name, Record *record);

#endif
