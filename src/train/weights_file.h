/* What was learned, as the weights file that attnviz shows (load/weights.h, docs/formats.md).
 *
 * Beside what the main job reads (embeddings = √d·E, the projections) there are bias [v,1] and
 * gain [1,1], with which the model guesses words: what it has learned can be measured from the
 * file.
 */
#ifndef TRAIN_WEIGHTS_FILE_H
#define TRAIN_WEIGHTS_FILE_H

#include "load/safetensors.h"
#include "model/context_model.h"
#include "train/corpus.h"

/* Sets of projections that share embeddings, bias and gain: the first one's. One set is written as
   "W_Q" …, several as "heads-H/W_Q" …. The vocabulary and the numbers of heads are added to the
   metadata. Errors stay in the stream. */
void weights_file_write(Arena *arena, FILE *stream, const Corpus *corpus, const ContextModel *sets,
                        int count, Precision precision, const NamedText *metadata,
                        int metadata_count);

#endif
