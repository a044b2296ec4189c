#include "cli/options.h"

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"

#include <getopt.h>
#include <string.h>

/* Which commands take an option. */
enum {
    ATTENTION = 1 << COMMAND_ATTENTION,
    WEIGHTS = 1 << COMMAND_WEIGHTS,
    COMPARE = 1 << COMMAND_COMPARE,
    PROJECTIONS = 1 << COMMAND_PROJECTIONS,
    NEIGHBOURS = 1 << COMMAND_NEIGHBOURS,
    TRAIN_ATTENTION = 1 << COMMAND_TRAIN_ATTENTION,
    TRAIN_BAHDANAU = 1 << COMMAND_TRAIN_BAHDANAU,
    TRAIN_TRANSFORMER = 1 << COMMAND_TRAIN_TRANSFORMER,
    TRAIN_PAIRS = TRAIN_BAHDANAU | TRAIN_TRANSFORMER, /* learn from pairs of sentences */
    RETRIEVE = 1 << COMMAND_RETRIEVE,
    GRADIENTS = 1 << COMMAND_GRADIENTS,
    BAHDANAU = 1 << COMMAND_BAHDANAU,
    LUONG = 1 << COMMAND_LUONG,
    COMPARE_SCORES = 1 << COMMAND_COMPARE_SCORES,
    BOTTLENECK = 1 << COMMAND_BOTTLENECK,
    TRANSLATOR = BAHDANAU | LUONG, /* one of them, whole */
    TRANSLATORS = TRANSLATOR | COMPARE_SCORES,
    POSITIONS = 1 << COMMAND_POSITIONS,
    VARIANCE = 1 << COMMAND_VARIANCE,
    NORMS = 1 << COMMAND_NORMS,
    TRANSFORMER = 1 << COMMAND_TRANSFORMER,
    COST = 1 << COMMAND_COST,
    COMPARE_MODELS = 1 << COMMAND_COMPARE_MODELS,
    MODEL = ATTENTION | COMPARE | PROJECTIONS, /* attention over sentences */
    LOOKUP = MODEL | NEIGHBOURS | NORMS,       /* that look words up */
    TRACE = LOOKUP | TRAIN_ATTENTION | RETRIEVE | GRADIENTS | TRANSLATORS | BOTTLENECK | POSITIONS |
            VARIANCE | TRANSFORMER | COST | COMPARE_MODELS, /* that end in a trace */
    ALL = (1 << COMMAND_COUNT) - 1,
};

const Option option_table[OPTION_COUNT] = {
    [OPTION_SENTENCE] = {MODEL | NORMS, "sentence", 's', "TEXT", NULL,
                         "the sentence; - reads standard input", ""},
    [OPTION_WORD] = {COMPARE, "word", 'W', "WORD", NULL,
                     "the word to compare; bat:2 is the second bat", ""},
    [OPTION_PLUS] = {NEIGHBOURS, "plus", 0, "WORD", NULL, "add this word's vector", ""},
    [OPTION_MINUS] = {NEIGHBOURS, "minus", 0, "WORD", NULL, "take this word's vector away", ""},
    [OPTION_TOP] = {COMPARE | NEIGHBOURS, "top", 'k', "N", "8", "how many nearest words", ""},
    [OPTION_SOURCE] = {TRANSLATORS | TRANSFORMER | COMPARE_MODELS, "source", 0, "TEXT", NULL,
                       "the sentence; - is standard input; else the paper's", ""},
    [OPTION_TARGET] = {TRANSLATORS | TRANSFORMER | COMPARE_MODELS, "target", 0, "TEXT", NULL,
                       "go on with these words, whatever is probable", ""},
    [OPTION_SAMPLE] = {TRANSLATOR | TRANSFORMER | COMPARE_MODELS, "sample", 0, "N", NULL,
                       "print N sentences of the toy language to try", ""},
    [OPTION_MAX_STEPS] = {TRANSLATORS | TRANSFORMER | COMPARE_MODELS, "max-steps", 0, "N", "auto",
                          "at most N words; auto: 2 × source + 10, ≤ 51", "auto"},
    [OPTION_STEP] = {TRANSLATOR, "step", 0, "I", "1", "the word whose steps are shown whole", ""},
    [OPTION_SCORE] = {LUONG, "score", 0, "KIND", "general", "dot, general or concat",
                      "dot general concat"},
    [OPTION_LOCAL] = {LUONG, "local", 0, "KIND", "none", "none, monotonic or predictive",
                      "none monotonic predictive"},
    [OPTION_WINDOW] = {LUONG, "window", 0, "D", NULL, "of --local: words to either side", ""},
    [OPTION_ATTENTION] = {TRANSLATOR, "attention", 0, "KIND", "soft",
                          "soft, or hard: one word, not their mean", "soft hard"},
    [OPTION_HARD] = {TRANSLATORS, "hard", 0, "HOW", "sample",
                     "what hard attention takes: sample, argmax", "sample argmax"},
    [OPTION_ENCODER] = {BAHDANAU, "encoder", 0, "KIND", "bidirectional", "bidirectional or causal",
                        "bidirectional causal"},
    [OPTION_BAHDANAU_CELL] = {BAHDANAU, "cell", 0, "KIND", "gru", "recurrent units: gru or rnn",
                              "gru rnn"},
    [OPTION_HEADS] = {MODEL | TRAIN_ATTENTION | TRAIN_TRANSFORMER, "heads", 'n', "H", "3",
                      "attention heads; H divides the dimension", ""},
    [OPTION_MASK] = {MODEL, "mask", 'm', "MASK", "none",
                     "causal, local:W, padding:N, FILE.csv; a,b",
                     "none causal local: padding: @file"},
    [OPTION_POSITIONS] = {MODEL | NORMS, "positions", 'p', "KIND", "sinusoidal",
                          "sinusoidal or none", "sinusoidal none"},
    [OPTION_SCALE] = {MODEL, "scale", 0, "KIND", "sqrt", "divide scores by √dₖ: sqrt or none",
                      "sqrt none"},
    [OPTION_WEIGHTS] = {LOOKUP | WEIGHTS | TRANSLATORS | TRANSFORMER, "weights", 'w', "FILE",
                        "built-in", "built-in, random, or a .safetensors file",
                        "built-in random @file"},
    [OPTION_EMBEDDINGS] = {LOOKUP, "embeddings", 'E', "FILE", NULL,
                           "word vectors: GloVe, word2vec, fastText, CSV", "@file"},
    [OPTION_DIM] = {MODEL | TRAIN_ATTENTION | POSITIONS | NORMS | TRAIN_TRANSFORMER, "dim", 'd',
                    "D", "48", "features of a word's vector (d_model)", ""},
    [OPTION_TRAIN_TRANSFORMER_LAYERS] = {TRAIN_TRANSFORMER, "layers", 0, "N", "2",
                                         "of the encoder, and of the decoder", ""},
    [OPTION_TRAIN_TRANSFORMER_FFN] = {TRAIN_TRANSFORMER, "ffn", 0, "N", "96",
                                      "hidden units of a feed-forward network", ""},
    [OPTION_TRAIN_TRANSFORMER_NORM] = {TRAIN_TRANSFORMER, "norm", 0, "WHERE", "post",
                                       "layer norms: post or pre sublayers, or none",
                                       "post pre none"},
    [OPTION_SEED] = {MODEL | TRAIN_ATTENTION | RETRIEVE | GRADIENTS | TRANSLATORS | NORMS |
                         TRAIN_PAIRS | TRANSFORMER,
                     "seed", 'S', "N", "1", "draws random weights", ""},
    [OPTION_CORPUS] = {TRAIN_ATTENTION, "corpus", 'C', "FILE", "wordnet",
                       "text, a sentence a line; or wordnet", "wordnet @file"},
    [OPTION_VOCAB] = {TRAIN_ATTENTION, "vocab", 'v', "N", "auto",
                      "auto: what is there 3 times, at most 8000", "auto"},
    [OPTION_STEPS] = {TRAIN_ATTENTION, "steps", 0, "N", "auto",
                      "auto: 10 passes, from 200 to 3000 steps", "auto"},
    [OPTION_KIND] = {TRAIN_BAHDANAU, "kind", 0, "KIND", "bahdanau",
                     "bahdanau[-rnn][-causal], dot, general, …",
                     "bahdanau bahdanau-rnn bahdanau-causal bahdanau-rnn-causal dot general concat "
                     "local-m local-p fixed"},
    [OPTION_TRAIN_PAIRS_CORPUS] = {TRAIN_PAIRS, "corpus", 'C', "FILE", "toy",
                                   "toy, or pairs of a sentence, a tab, another", "toy @file"},
    [OPTION_TRAIN_PAIRS_STEPS] = {TRAIN_PAIRS, "steps", 0, "N", "auto",
                                  "auto: as many as the built-in ones took", "auto"},
    [OPTION_THREADS] = {TRAIN_ATTENTION | TRAIN_PAIRS, "threads", 'j', "N", "auto",
                        "they change no number; auto: all", "auto"},
    [OPTION_WATCH] = {TRAIN_ATTENTION, "watch", 0, "TEXT", NULL,
                      "trace a sentence after 0, 10, 100, … steps", ""},
    [OPTION_QUERY] = {RETRIEVE, "query", 0, "VECTOR", "2,1", "the vector that asks, or a file",
                      "@file"},
    [OPTION_KEYS] = {RETRIEVE, "keys", 0, "VECTORS", "1,0; 0,1; 1,1; -1,0",
                     "those it asks, or a file", "@file"},
    [OPTION_VALUES] = {RETRIEVE, "values", 0, "VECTORS", NULL,
                       "what each key answers with; else the keys", "@file"},
    [OPTION_RETRIEVE_SCORE] = {RETRIEVE, "score", 0, "KIND", "dot",
                               "dot, scaled, cosine or additive", "dot scaled cosine additive"},
    [OPTION_GRADIENTS_LENGTH] = {GRADIENTS, "length", 0, "T", "30",
                                 "how many words are read, 2 to 500", ""},
    [OPTION_GRADIENTS_CELL] = {GRADIENTS, "cell", 0, "KIND", "rnn", "rnn (tanh) or gru", "rnn gru"},
    [OPTION_GAIN] = {GRADIENTS, "gain", 0, "LIST", "0.5,1,1.5",
                     "U is a gain times an orthogonal matrix", ""},
    [OPTION_GATE_BIAS] = {GRADIENTS, "gate-bias", 0, "B", "-2",
                          "of a gru's update gate; -2: nearly closed", ""},
    [OPTION_INPUT] = {GRADIENTS, "input", 0, "S", "0.01", "standard deviation of the inputs", ""},
    [OPTION_GRADIENTS_DIM] = {GRADIENTS, "dim", 'd', "N", "32", "units of a state, 1 to 128", ""},
    [OPTION_CLIP] = {GRADIENTS, "clip", 0, "C", NULL, "clip a loss's gradient to this norm", ""},
    [OPTION_SENTENCES] = {BOTTLENECK, "sentences", 'n', "N", "1000",
                          "how many sentences are translated", ""},
    [OPTION_LONGEST] = {BOTTLENECK, "longest", 'l', "N", "24", "words of the longest, 3 to 24", ""},
    [OPTION_POSITIONS_LENGTH] = {POSITIONS, "length", 'l', "N", "50", "how many positions", ""},
    [OPTION_BASE] = {POSITIONS, "base", 'b', "B", "10000", "wavelengths go from 2π to 2πB", ""},
    [OPTION_VARIANCE_DIM] = {VARIANCE, "dim", 'd', "LIST", "1,4,16,64,256",
                             "sizes of queries and keys, ascending", ""},
    [OPTION_SAMPLES] = {VARIANCE, "samples", 0, "N", "256", "how many queries, of 16 keys each",
                        ""},
    [OPTION_VARIANCE_SEED] = {VARIANCE, "seed", 'S', "N", "1", "draws queries and keys", ""},
    [OPTION_TRANSFORMER_LAYERS] = {TRANSFORMER, "layers", 0, "N", "2",
                                   "random weights: layers of encoder and of decoder", ""},
    [OPTION_LAYER] = {TRANSFORMER, "layer", 0, "I", "1", "the layer whose steps are shown whole",
                      ""},
    [OPTION_TRANSFORMER_HEADS] = {TRANSFORMER, "heads", 'n', "H", "3",
                                  "random weights: heads; H divides the dimension", ""},
    [OPTION_TRANSFORMER_DIM] = {TRANSFORMER, "dim", 'd', "D", "48",
                                "random weights: features of a word (d_model)", ""},
    [OPTION_TRANSFORMER_FFN] = {TRANSFORMER, "ffn", 0, "N", "96",
                                "random weights: units of a feed-forward network", ""},
    [OPTION_TRANSFORMER_NORM] = {TRANSFORMER, "norm", 0, "WHERE", "post",
                                 "random weights: layer norms post, pre or none", "post pre none"},
    [OPTION_COST_LENGTH] = {COST, "length", 'l', "LIST", "10,100,1000",
                            "words of a sentence, ascending", ""},
    [OPTION_COST_DIM] = {COST, "dim", 'd', "D", "512", "features of a word, up to 4096", ""},
    [OPTION_KERNEL] = {COST, "kernel", 0, "K", "3", "words that a convolution sees at once", ""},
    [OPTION_COST_WINDOW] = {COST, "window", 0, "W", "16",
                            "restricted attention: words to either side", ""},
    [OPTION_EXPLAIN] = {TRACE, "explain", 'e', "CELL", NULL,
                        "how a number came about: 'STEP[ROW,COLUMN]'", ""},
    [OPTION_DEPTH] = {TRACE, "depth", 0, "N", "all", "how many operations back --explain goes",
                      "all"},
    [OPTION_COST] = {ATTENTION | TRANSLATOR | TRANSFORMER | COMPARE_MODELS, "cost", 'c', NULL, NULL,
                     "end with the multiply-adds of every step", ""},
    [OPTION_OUT] = {TRACE & ~TRAIN_ATTENTION, "out", 'o', "DIR", "attnviz-out",
                    "folder for the files", "@folder"},
    [OPTION_TRAIN_ATTENTION_OUT] = {TRAIN_ATTENTION, "out", 'o', "FILE", "learned.safetensors",
                                    "the weights", "@file"},
    [OPTION_TRAIN_BAHDANAU_OUT] = {TRAIN_BAHDANAU, "out", 'o', "FILE", "translator.safetensors",
                                   "the weights", "@file"},
    [OPTION_TRAIN_TRANSFORMER_OUT] = {TRAIN_TRANSFORMER, "out", 'o', "FILE",
                                      "transformer.safetensors", "the weights", "@file"},
    [OPTION_FOLDER] = {TRAIN_ATTENTION, "folder", 0, "DIR", "attnviz-out",
                       "folder for the files of --watch", "@folder"},
    [OPTION_FORMAT] = {TRACE, "format", 'f', "LIST", "text,png", "of text, png, csv, npy, json",
                       "text png csv npy json"},
    [OPTION_FEATURES] = {TRACE, "features", 'F', NULL, NULL, "pictures of X, Q, K, V, … too", ""},
    [OPTION_PRECISION] = {TRACE, "precision", 'P', "N", "2", "decimals of tables and pictures", ""},
    [OPTION_FULL] = {TRACE & ~TRANSLATOR, "full", 'a', NULL, NULL, "tables with nothing left out",
                     ""},
    [OPTION_TRANSLATOR_FULL] = {TRANSLATOR, "full", 'a', NULL, NULL,
                                "whole tables, and pictures of every word", ""},
    [OPTION_COLOR] = {TRACE, "color", 0, "WHEN", "auto", "shade tables: auto, always or never",
                      "auto always never"},
    [OPTION_QUIET] = {TRACE | TRAIN_PAIRS, "quiet", 'q', NULL, NULL,
                      "files only, nothing on the terminal", ""},
    [OPTION_COLORMAP] = {TRACE, "colormap", 0, "NAME", "viridis", "viridis, cividis, magma or grey",
                         "viridis cividis magma grey"},
    [OPTION_THEME] = {TRACE, "theme", 't', "NAME", "light", "light or dark", "light dark"},
    [OPTION_DPI] = {TRACE, "dpi", 0, "N", "192", "pixels an inch, 50 to 600", ""},
    [OPTION_CELL] = {TRACE & ~(GRADIENTS | BAHDANAU), "cell", 0, "N", "auto",
                     "size of a cell in 1/96 inch", ""},
    [OPTION_NO_VALUES] = {TRACE, "no-values", 0, NULL, NULL, "no numbers in the cells", ""},
    [OPTION_FONT] = {TRACE, "font", 0, "FILE", NULL, "another font, for scripts DejaVu Sans lacks",
                     "@file"},
    [OPTION_HELP] = {ALL, "help", 'h', NULL, NULL, "show this", ""},
    [OPTION_VERSION] = {ALL, "version", 'V', NULL, NULL, "show the version", ""},
    [OPTION_MAN] = {ATTENTION, "man", 0, NULL, NULL, "print the manual page", ""},
    [OPTION_COMPLETION] = {ATTENTION, "completion", 0, "SHELL", NULL,
                           "print completions: bash, zsh or fish", "bash zsh fish"},
};

bool option_is_of(OptionId option, CommandId command)
{
    return option_table[option].commands >> command & 1;
}

bool option_is_hidden(OptionId option)
{
    return option == OPTION_MAN || option == OPTION_COMPLETION;
}

const OptionGroup option_groups[OPTION_GROUPS + 1] = {
    {"What is computed", OPTION_SENTENCE},
    {"What is asked of it", OPTION_EXPLAIN},
    {"Files and tables", OPTION_OUT},
    {"Pictures", OPTION_COLORMAP},
    {"Other", OPTION_HELP},
    {"", OPTION_MAN},
};

/* getopt_long's own forms of a command's part of the table. */
typedef struct GetoptTable {
    struct option longs[OPTION_COUNT + 1];
    char shorts[2 * OPTION_COUNT + 2];
} GetoptTable;

/* getopt_long returns an option's place in the table, beyond any letter. */
enum { FIRST_VALUE = 256 };

static GetoptTable getopt_table(CommandId command)
{
    GetoptTable table = {0};
    struct option *longs = table.longs;
    char *shorts = table.shorts;
    *shorts++ = ':'; /* tells a missing value from an unknown option */
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (!option_is_of((OptionId)i, command))
            continue;
        int takes = o->argument ? required_argument : no_argument;
        *longs++ = (struct option){o->name, takes, NULL, FIRST_VALUE + i};
        if (o->letter) {
            *shorts++ = o->letter;
            if (o->argument)
                *shorts++ = ':';
        }
    }
    return table;
}

static int option_of(CommandId command, int value)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_is_of((OptionId)i, command) &&
            (value == FIRST_VALUE + i ||
             (option_table[i].letter && value == option_table[i].letter)))
            return i;
    return -1;
}

/* The options that a name cut short may mean: "--color, --colormap". */
static const char *options_beginning(Arena *arena, CommandId command, const char *name)
{
    Text list = text_new(arena);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_is_of((OptionId)i, command) &&
            !strncmp(option_table[i].name, name, strlen(name)))
            text_format(&list, "%s--%s", list.length ? ", " : "", option_table[i].name);
    return list.data;
}

/* An option of other commands, which this one does not take; −1 for none. */
static int foreign_option(const char *name)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (!strcmp(option_table[i].name, name))
            return i;
    return -1;
}

static int foreign_letter(int letter)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (letter && option_table[i].letter == letter)
            return i;
    return -1;
}

/* What the main job calls a sentence is a translator's source, and the other way round. */
static const char *own_name(int foreign, CommandId command)
{
    if (foreign == OPTION_SENTENCE && option_is_of(OPTION_SOURCE, command))
        return "; a sentence goes with --source";
    if (foreign == OPTION_SOURCE && option_is_of(OPTION_SENTENCE, command))
        return "; a sentence goes with --sentence";
    return "";
}

static bool fail_name(Arena *arena, CommandId command, const char *name, Error *error)
{
    const char *names[OPTION_COUNT];
    const char *begun = *name ? options_beginning(arena, command, name) : "";
    int count = 0;
    if (*begun)
        return fail_usage(error, "--%s may be any of %s", name, begun);
    if (foreign_option(name) >= 0)
        return fail_usage(error, "--%s is no option of %s%s", name, command_table[command].title,
                          own_name(foreign_option(name), command));
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_is_of((OptionId)i, command))
            names[count++] = option_table[i].name;
    const char *meant = nearest(name, names, count);
    if (meant)
        return fail_usage(error, "unknown option --%s; did you mean --%s?", name, meant);
    return fail_usage(error, "unknown option --%.60s; %s --help lists all", name,
                      command_table[command].title);
}

/* What getopt_long could not read: an unknown option, or one with a value too many or too few. */
static bool fail_option(Arena *arena, CommandId command, int result, const char *argument,
                        Error *error)
{
    if (result == ':')
        return fail_usage(error, "%s needs a value", argument);
    int known = option_of(command, optopt);
    if (known >= 0 && !strncmp(argument, "--", 2))
        return fail_usage(error, "--%s takes no value", option_table[known].name);
    int foreign = strncmp(argument, "--", 2) != 0 ? foreign_letter(optopt) : -1;
    if (foreign >= 0)
        return fail_usage(error, "-%c (--%s) is no option of %s%s", optopt,
                          option_table[foreign].name, command_table[command].title,
                          own_name(foreign, command));
    if (strncmp(argument, "--", 2) != 0)
        return fail_usage(error, "unknown option -%c; %s --help lists all", optopt,
                          command_table[command].title);
    size_t length = strcspn(argument + 2, "=");
    return fail_name(arena, command, arena_strndup(arena, argument + 2, length), error);
}

/* Whether an option has several values, all of which count. */
static bool is_repeatable(OptionId option, CommandId command)
{
    switch (option) {
    case OPTION_EXPLAIN:
    case OPTION_WORD:
    case OPTION_PLUS:
    case OPTION_MINUS:
        return true;
    case OPTION_SENTENCE:
        return command == COMMAND_COMPARE || command == COMMAND_NORMS;
    default:
        return false;
    }
}

static bool set(Arena *arena, Arguments *arguments, int id, const char *value, int argc,
                Error *error)
{
    Values *all = &arguments->all[id];
    bool again = arguments->given[id];
    arguments->given[id] = true;
    if (!option_table[id].argument)
        return true;
    if (again && !is_repeatable((OptionId)id, arguments->command))
        return fail_usage(error, "--%s is given twice", option_table[id].name);
    arguments->value[id] = value;
    if (!all->items)
        all->items = arena_alloc(arena, (size_t)argc, sizeof *all->items);
    all->items[all->count++] = value;
    return true;
}

bool options_parse(Arena *arena, CommandId command, int argc, char *const *argv,
                   Arguments *arguments, Error *error)
{
    *arguments = (Arguments){.command = command};
    for (int i = 0; i < OPTION_COUNT; i++)
        arguments->value[i] = option_table[i].fallback;
    GetoptTable table = getopt_table(command);
    optind = 0; /* begins anew, whatever was read before */
    opterr = 0;
    for (;;) {
        int at = optind ? optind : 1; /* the argument that is read next */
        int result = getopt_long(argc, argv, table.shorts, table.longs, NULL);
        if (result == -1)
            break;
        if (result == '?' || result == ':')
            return fail_option(arena, command, result, argv[optind > at ? optind - 1 : at], error);
        if (!set(arena, arguments, option_of(command, result), optarg, argc, error))
            return false;
    }
    arguments->operands.count = argc - optind;
    arguments->operands.items = arena_alloc(arena, (size_t)argc, sizeof(char *));
    for (int i = optind; i < argc; i++)
        arguments->operands.items[i - optind] = argv[i];
    return true;
}
