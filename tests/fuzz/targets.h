/* Fuzzing: any bytes, given to each parser of what comes from outside.
 *
 * A target is a function that must end for any input: a sanitizer, a CHECK of ours or of the
 * target, or a time limit says when it does not as it should. `make fuzz` runs each with clang's
 * libFuzzer, which looks for inputs that reach new code (tests/fuzz/libfuzzer.c). Inputs worth
 * keeping are in tests/fuzz/corpus/NAME/, and every test run replays them, without libFuzzer
 * (tests/fuzz/test_corpora.c).
 *
 * Some targets hold what is read against another reader: safetensors against one written here,
 * numbers against strtod, and what attnviz writes as CSV, JSON and NPY against the trace. */
#pragma once

#include "support/scene.h"

/* Row `name`: a function fuzz_name. Behind it what is read. */
#define FUZZ_TARGETS(row)                                                                          \
    row(numbers)            /* base/number, load/fields */                                         \
        row(fields)         /* load/fields */                                                      \
        row(sentences)      /* load/tokens */                                                      \
        row(toy)            /* words of the toy language, and its grammar */                       \
        row(cells)          /* --explain */                                                        \
        row(masks)          /* --mask: what is typed, and files */                                 \
        row(vector_lists)   /* --keys: what is typed, and files */                                 \
        row(pictures)       /* --image */                                                          \
        row(vectors)        /* word vectors: all forms */                                          \
        row(vectors_csv)    /* … behind a line of headings */                                    \
        row(vectors_binary) /* … behind the first line of word2vec */                            \
        row(weights)        /* safetensors, --weights */                                           \
        row(models)         /* safetensors of a translator, made from a header */                  \
        row(configs)        /* config.json of a pretrained model */                                \
        row(tokenizers)     /* tokenizer.json of one */                                            \
        row(pairs)          /* --corpus of the translators */                                      \
        row(corpora)        /* --corpus of train attention */                                      \
        row(wordnet)        /* the same in WordNet's form */                                       \
        row(manifests)      /* .attnviz of a folder from elsewhere */                              \
        row(written)        /* what is written of a sentence, read back */                         \
        row(commands)       /* whole command lines, without pictures */                            \
        row(rosters)        /* --students of worksheets */                                         \
        row(forms)          /* what is filled in, and the marks */

/* The input is not terminated. What is allocated in the arena is gone after the run. */
typedef void FuzzTarget(Arena *arena, Bytes input);

#define DECLARE_TARGET(name) FuzzTarget fuzz_##name;
FUZZ_TARGETS(DECLARE_TARGET)

typedef struct NamedTarget {
    const char *name;
    FuzzTarget *run;
} NamedTarget;

extern const NamedTarget fuzz_targets[]; /* ends with a NULL name */

/* The target of this name, or NULL. */
FuzzTarget *fuzz_target(const char *name);

/* ---- for targets ---- */

/* That a refusal names what is at fault first. */
void fuzz_refused(const Error *error, const char *name);

/* Whether the statement is done; else it is refused so. */
#define is_accepted(name, ...)                                                                     \
    __extension__({                                                                                \
        Scene asked;                                                                               \
        bool accepted = is_done(&asked, __VA_ARGS__);                                              \
        if (!accepted)                                                                             \
            fuzz_refused(&asked.error, (name));                                                    \
        accepted;                                                                                  \
    })

/* The input as a string, which ends at its first NUL byte. */
const char *fuzz_string(Arena *arena, Bytes input);

/* Takes the first byte off the input; 0 where there is none. */
int fuzz_byte(Bytes *input);

/* The path of a file with these bytes, until it is called again. */
const char *fuzz_path(Bytes input);

/* A new folder of this process, in memory where the system has such, gone when the process ends. */
const char *fuzz_folder(void);
