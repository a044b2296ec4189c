/* The options, in one table: it makes the getopt_long array, --help, the man page and the shell
 * completions, and holds the default values, so that none of them can differ from another. A row
 * says which commands take the option. Where one of several commands means another thing by a name,
 * or has another default, it has a row of its own: --dim is OPTION_DIM, and OPTION_COST_DIM that of
 * `attnviz cost`. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/arena.h"
#include "base/error.h"

/* cli/commands.h has their table. */
typedef enum CommandId {
    COMMAND_ATTENTION,
    COMMAND_COMPARE,
    COMMAND_PROJECTIONS,
    COMMAND_NEIGHBOURS,
    COMMAND_WEIGHTS,
    COMMAND_TRAIN_ATTENTION,
    COMMAND_TRAIN_BAHDANAU,
    COMMAND_TRAIN_TRANSFORMER,
    COMMAND_RETRIEVE,
    COMMAND_GRADIENTS,
    COMMAND_BAHDANAU,
    COMMAND_LUONG,
    COMMAND_COMPARE_SCORES,
    COMMAND_BOTTLENECK,
    COMMAND_POSITIONS,
    COMMAND_VARIANCE,
    COMMAND_NORMS,
    COMMAND_TRANSFORMER,
    COMMAND_COST,
    COMMAND_COMPARE_MODELS,
    COMMAND_COUNT
} CommandId;

/* In the order of the help. */
typedef enum OptionId {
    OPTION_SENTENCE,
    OPTION_WORD,
    OPTION_PLUS,
    OPTION_MINUS,
    OPTION_TOP,
    OPTION_SOURCE,
    OPTION_TARGET,
    OPTION_SAMPLE,
    OPTION_MAX_STEPS,
    OPTION_STEP,
    OPTION_SCORE,
    OPTION_LOCAL,
    OPTION_WINDOW,
    OPTION_ATTENTION,
    OPTION_HARD,
    OPTION_ENCODER,
    OPTION_BAHDANAU_CELL,
    OPTION_HEADS,
    OPTION_MASK,
    OPTION_POSITIONS,
    OPTION_SCALE,
    OPTION_WEIGHTS,
    OPTION_EMBEDDINGS,
    OPTION_DIM,
    OPTION_TRAIN_TRANSFORMER_LAYERS,
    OPTION_TRAIN_TRANSFORMER_FFN,
    OPTION_TRAIN_TRANSFORMER_NORM,
    OPTION_SEED,
    OPTION_CORPUS,
    OPTION_VOCAB,
    OPTION_STEPS,
    OPTION_KIND,
    OPTION_TRAIN_PAIRS_CORPUS,
    OPTION_TRAIN_PAIRS_STEPS,
    OPTION_THREADS,
    OPTION_WATCH,
    OPTION_QUERY,
    OPTION_KEYS,
    OPTION_VALUES,
    OPTION_RETRIEVE_SCORE,
    OPTION_GRADIENTS_LENGTH,
    OPTION_GRADIENTS_CELL,
    OPTION_GAIN,
    OPTION_GATE_BIAS,
    OPTION_INPUT,
    OPTION_GRADIENTS_DIM,
    OPTION_CLIP,
    OPTION_SENTENCES,
    OPTION_LONGEST,
    OPTION_POSITIONS_LENGTH,
    OPTION_BASE,
    OPTION_VARIANCE_DIM,
    OPTION_SAMPLES,
    OPTION_VARIANCE_SEED,
    OPTION_TRANSFORMER_LAYERS,
    OPTION_LAYER,
    OPTION_TRANSFORMER_HEADS,
    OPTION_TRANSFORMER_DIM,
    OPTION_TRANSFORMER_FFN,
    OPTION_TRANSFORMER_NORM,
    OPTION_COST_LENGTH,
    OPTION_COST_DIM,
    OPTION_KERNEL,
    OPTION_COST_WINDOW,
    OPTION_EXPLAIN,
    OPTION_DEPTH,
    OPTION_COST,
    OPTION_OUT,
    OPTION_TRAIN_ATTENTION_OUT,
    OPTION_TRAIN_BAHDANAU_OUT,
    OPTION_TRAIN_TRANSFORMER_OUT,
    OPTION_FOLDER,
    OPTION_FORMAT,
    OPTION_FEATURES,
    OPTION_PRECISION,
    OPTION_FULL,
    OPTION_TRANSLATOR_FULL,
    OPTION_COLOR,
    OPTION_QUIET,
    OPTION_COLORMAP,
    OPTION_THEME,
    OPTION_DPI,
    OPTION_CELL,
    OPTION_NO_VALUES,
    OPTION_FONT,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_MAN,
    OPTION_COMPLETION,
    OPTION_COUNT
} OptionId;

typedef struct Option {
    unsigned commands; /* 1 << CommandId of each that takes it */
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* "TEXT"; NULL: a switch */
    const char *fallback; /* the default value, NULL for none */
    const char *help;     /* one line */
    const char *words;    /* the values to complete, separated by spaces; "@file", "@folder" */
} Option;

extern const Option option_table[OPTION_COUNT];

/* Whether a command takes an option; hidden ones are not listed by the help. */
bool option_is_of(OptionId option, CommandId command);
bool option_is_hidden(OptionId option);

/* Groups of options as the help shows them: each begins at an option and runs to the next. */
typedef struct OptionGroup {
    const char *title;
    OptionId first;
} OptionGroup;

enum { OPTION_GROUPS = 5 };
extern const OptionGroup option_groups[OPTION_GROUPS + 1]; /* the last ends the one before */

/* The values of an option that may be given again and again, in their order. */
typedef struct Values {
    const char **items;
    int count;
} Values;

/* A command's line, not yet understood: a value for each option, the last of those that may be
   given again and again, and the default where none was given. Strings are argv's. */
typedef struct Arguments {
    CommandId command;
    const char *value[OPTION_COUNT];
    bool given[OPTION_COUNT];
    Values all[OPTION_COUNT];
    Values operands; /* what is no option */
} Arguments;

/* Reads what follows the command's name: argv[0] is not looked at, and the array is sorted by
   getopt. What the command does not know is a usage error that names it and what is nearest; so is
   a second value where one counts. */
bool options_parse(Arena *arena, CommandId command, int argc, char *const *argv,
                   Arguments *arguments, Error *error);

#endif
