/* WordNet's database files (wndb(5WN), as Debian's wordnet-base installs them) as passages.
 *
 *     02139199 05 n 02 bat 0 chiropteran 0 005 … | nocturnal mouselike mammal with …; "an example"
 *
 * A line is a synset: words of one meaning and, behind the bar, a gloss of definitions and quoted
 * example sentences. From each come the definitions' clauses, the examples, and the definition as
 * a sentence about each of its words ("a bat is a nocturnal mouselike mammal with …").
 */
#ifndef TRAIN_WORDNET_H
#define TRAIN_WORDNET_H

#include "base/error.h"
#include "train/passages.h"

#include <stdbool.h>

/* What weights learned from it say. */
extern const char wordnet_licence[];

/* Reads data.noun, data.verb, data.adj and data.adv in `folder`. Fails, naming file and line, if
   one is missing or a line is no synset. The passages live in their arena. */
bool wordnet_read(const char *folder, Passages *passages, Error *error);

#endif
