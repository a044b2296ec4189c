/* What a run may take: asked before it begins. */
#ifndef BASE_RESOURCES_H
#define BASE_RESOURCES_H

/* Bytes of memory that this process can still get, by what the machine has left, its control group
   and its own limit allow; ∞ where nobody says. */
double memory_left(void);

/* Bytes that can still be written where this path, or the folder it would be made in, is; ∞ where
   nobody says. */
double disk_left(const char *path);

#endif
