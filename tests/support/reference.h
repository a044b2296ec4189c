/* Values computed by other programs, in tests/model/reference beside the scripts that made them. */
#pragma once

#include "graph/names.h"
#include "graph/ops.h"
#include "load/weights.h"
#include "support/scene.h"

/* "attention.safetensors" */
Safetensors reference_file(Scene *scene, const char *name);

/* The matrix "case/part", or "part" where the case is NULL, which there must be. */
Tensor reference(Scene *scene, const Safetensors *file, const char *name, const char *part);

/* Gives parameters of these names, which there must be, the matrices of a case; NULL ends them. */
void set_parameters(Scene *scene, Parameters *p, const Safetensors *file, const char *name,
                    const char *const *parts);
extern const char *const projection_names[];

/* Whether two matrices are the same to the bit. */
bool same_bits(Tensor a, Tensor b);

/* That two matrices are equal but for `tolerance` in each cell. */
void assert_close(Tensor found, Tensor expected, double tolerance, const char *what);
