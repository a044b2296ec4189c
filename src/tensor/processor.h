/* What the processor can do, found out at run time: one binary runs everywhere. */
#ifndef TENSOR_PROCESSOR_H
#define TENSOR_PROCESSOR_H

/* From the least to the most. BASELINE is what every machine of the architecture has. */
typedef enum { BASELINE, AVX2, AVX512 } InstructionSet;

/* The best set this processor has, or a lesser one that ATTNVIZ_KERNEL=baseline|avx2|avx512 asks
   for. It changes the speed and never a result. */
InstructionSet instruction_set(void);

#endif
