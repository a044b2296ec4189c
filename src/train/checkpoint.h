/* A training that can be broken off and taken up again: the trainer's tensors in full precision and
 * the number of its steps, as a safetensors file. Taken up with the same corpus and settings, it
 * ends with the same bits as one that was never broken off. */
#ifndef TRAIN_CHECKPOINT_H
#define TRAIN_CHECKPOINT_H

#include "train/trainer.h"

/* Errors stay in the stream. */
void checkpoint_write(Arena *arena, FILE *stream, const Trainer *trainer);

/* Into a trainer made with the same corpus and settings. Fails, and changes nothing, if the file is
   none or of another training. */
bool checkpoint_parse(Arena *arena, const char *path, Bytes bytes, Trainer *trainer, Error *error);

#endif
