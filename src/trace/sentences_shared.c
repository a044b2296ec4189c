/* What is said of a step in every trace, unless its own sentences say more. */
#include "trace/sentences.h"

#define BLIND "{blind} of {rows} queries {sees nothing at all: its|see nothing at all: their:blind}"

#define MOMENTS                                                                                    \
    "{The mean|Means of:rows} {span@mean} {becomes|become:rows} {span@mean-after}, "               \
    "{the variance|variances of:rows} {span@variance} {becomes|become:rows} "                      \
    "{span@variance-after}: "

const Note shared_sentences[] = {
    /* words as vectors */
    {"*embeddings", "gather", "unknown", "Not in the vocabulary: {unknown}."},
    {"*embeddings", "gather", "repeated",
     "{twin} and {other-twin} are one word and enter as one vector: their rows are equal."},
    {"*embeddings", "gather", "one-row",
     "One word, one row of {cols} numbers, of length {first-length}."},
    {"*embeddings", "gather", "",
     "Every word is a row of {cols} numbers; the two most alike are {alike} and {also-alike}, "
     "cosine "
     "{alike-cosine}."},
    {"*embeddings", "gather", "forms", "+Looked up in another form: {forms}."},
    {"*embeddings", "gather", "left-out", "+Left out, having no vector: {left-out}."},
    {"*positional", "sinusoids", "!three-rows",
     "A row a position, whatever the word; position 1 is sin 0 and cos 0 in turn, of length "
     "{first-length}."},
    {"*positional", "sinusoids",
     "far-as-alike", /* few features: short waves soon come round again */
     "A row a position, whatever the word, {first-length} long: 1 and 2 have the cosine "
     "{second-cosine}, 1 and {rows} have {last-cosine}."},
    {"*positional", "sinusoids", "",
     "A row a position, whatever the word, {first-length} long: neighbours are alike (1 and 2: "
     "cosine "
     "{second-cosine}), distant ones less (1 and {rows}: {last-cosine})."},
    {"*input", "add", "repeated",
     "With their positions added {twin} and {other-twin} are two vectors, {twins-apart} apart."},
    {"*input", "add_row", "repeated",
     "With their positions added {twin} and {other-twin} are two vectors, {twins-apart} apart."},
    {"*input", "add_row", "",
     "Word and position in one vector; that of {first} is now {first-length} long, "
     "{first-length@words} before."},
    {"*input", "add", "",
     "Word and position in one vector; that of {first} is now {first-length} long, "
     "{first-length@embeddings} before."},

    /* masks */
    {"*mask", "leaf", "!masked", "Nothing is hidden: every query sees every key."},
    {"*mask", "leaf", "blind-rows",
     "{hidden} of {cells} cells {is|are:hidden} −∞; " BLIND " weights will be 0."},
    {"*mask", "leaf", "",
     "{hidden} of {cells} cells {is|are:hidden} −∞: there the key is hidden from the query."},
    {"*masked", "add", "!masked", "No score is masked: all stay as they were."},
    {"*masked", "add", "all-masked", "Every score becomes −∞."},
    {"*masked", "add", "",
     "{hidden} of {cells} scores {becomes|become:hidden} −∞, the other {seen} {stays as it "
     "was|stay "
     "as they were:seen}."},

    /* scores */
    {"*scores", "matmul", "with-itself",
     "Symmetric, with each row's squared length on the diagonal: it is the largest of its row in "
     "{own-largest} of {rows} rows."},
    {"*scores", "matmul", "one-cell", "One query, one key, one score: {first-cell}."},
    {"*scores", "matmul", "crossing",
     "Dot products of queries and keys; the largest, {largest}, is what {largest-row} has for "
     "{largest-col}."},
    {"*scores", "matmul", "symmetric", "Symmetric: any two words score each other alike."},
    {"*scores", "matmul", "",
     "Not symmetric: {gap-asking} asking {gap-asked} scores {gap-there}, {gap-asked} asking "
     "{gap-asking} {gap-back}."},
    {"*scaled", "divide_by_root", "spreads-less",
     "Divided by √{dimension} = {root}: the standard deviation of the scores falls from "
     "{deviation@scores} to {deviation}."},
    {"*scaled", "divide_by_root", "", "Divided by √{dimension} = {root}."},

    /* weights */
    {"*weights", "softmax_rows", "blind-rows", BLIND " weights are 0."},
    {"*weights", "softmax_rows", "crossing",
     "Each row sums to 1; the largest weight, {largest}, is what {largest-row} gives "
     "{largest-col}."},
    {"*weights", "softmax_rows", "!sees-another",
     "No word sees another; the weight a word keeps for itself is {first-cell}."},
    {"*weights", "softmax_rows", "gives-most-away",
     "{between-from} gives most of its weight, {between}, to {between-to}; on average a word keeps "
     "{own} for itself."},
    {"*weights", "softmax_rows", "",
     "The largest weight between two places is {between}, from {between-from} to {between-to}; on "
     "average a word keeps {own} for itself."},

    /* heads beside each other, and beside attention without projections */
    {"mean/weights", "mean", "of-one", "With one head the mean is that head."},
    {"mean/weights", "mean", "heads-agree", "The heads do not differ: all have the same weights."},
    {"mean/weights", "mean", "",
     "The heads differ most from {heads-from} to {heads-to}: {highest} in head {highest-head}, "
     "{lowest} in head {lowest-head}, {heads-mean} on average."},
    {"difference/weights", "subtract", "all-masked", "Every cell is masked: nothing differs."},
    {"difference/weights", "subtract", "zero",
     "Nothing differs: the projections do not change a weight."},
    {"difference/weights", "subtract", "",
     "The cell that differs most is from {largest-size-row} to {largest-size-col}: {first-part} "
     "with "
     "the projections, {second-part} without."},

    /* learned matrices, and what they make */
    {"*W_Q|*W_K|*W_V", "columns", "",
     "Columns {first-column} to {last-column} of the whole {symbol} ({weights}), with a standard "
     "deviation of {deviation}."},
    {"*W_O", "leaf", "",
     "The matrix that mixes the heads ({weights}), with a standard deviation of {deviation}."},
    {"*Q|*K|*V", "columns", "",
     "Columns {first-column} to {last-column} of those of all heads; {lengths}."},
    {"*Q", "matmul", "", "One query a word, what it asks for; {lengths}."},
    {"*K", "matmul", "", "One key a word, what it can be found by; {lengths}."},
    {"*V", "matmul", "", "One value a word, what it gives; {lengths}."},
    {"*/output", "matmul", "last-sees-nothing", "{last} sees nothing, so its row is zero."},
    {"*/output", "matmul", "last-sees-one", "The row of {last} is that of {most} in {right}."},
    {"*/output", "matmul", "last-sees-nearly-one",
     "The row of {last} is nearly that of {most} in {right}, which has {most-weight} of the "
     "weight."},
    {"*/output", "matmul", "last-sees-two",
     "The row of {last} is {most-weight} of that of {most} in {right} and {next-weight} of that of "
     "{next}."},
    {"*/output", "matmul", "",
     "The row of {last} is {most-weight} of that of {most} in {right}, {next-weight} of that of "
     "{next}, and {other-weight} of the others."},

    /* norms */
    {"*mean|*mean-after", "row_mean", "", "A mean for each {place}, over {across}: {range}."},
    {"*variance|*variance-after", "row_variance", "",
     "A variance for each {place}, over {across}: {range}."},
    {"*output|*standard", "standardize", "all-flat",
     "Each {place} has one number throughout: all become 0."},
    {"*output|*standard", "standardize", "some-flat",
     "Each {place} that was not one number throughout now has mean 0 and variance 1, but for "
     "{mean-off} and {variance-off} at most."},
    {"*output|*standard", "standardize", "",
     "Each {place} now has mean 0 and variance 1, but for {mean-off} and {variance-off} at most."},

    /* heads */
    {"*concat", "concat", "of-one", "With one head this is that head's output."},
    {"*concat", "concat", "",
     "The outputs of the {inputs} heads side by side, {part-cols} features each."},

    /* layer norms */
    {"*gain|*bias|*b_1|*b_2", "leaf", "equal", "{cols} numbers, all {largest}."},
    {"*gain|*bias|*b_1|*b_2", "leaf", "", "{cols} numbers, from {smallest} to {largest}."},
    {"*norm/scaled", "multiply_row", "", "Each feature times its γ; {lengths}."},
    {"*norm/output", "add_row", "", "Each feature with its β; {lengths}."},
    {"*norm/moments", "concat", "ones@gain", MOMENTS "γ is 1 throughout, β {span@bias}."},
    {"*norm/moments", "concat", "",
     MOMENTS "standardised they are 0 and 1, and γ and β move them."},

    /* feed-forward networks */
    {"*ffn/product|*ffn/back", "matmul", "", "Each row times {right}: {cols} numbers; {lengths}."},
    {"*ffn/sums|*ffn/output", "add_row", "", "With {right}, each row by itself; {lengths}."},
    {"*active", "relu", "",
     "What is below 0 becomes 0: {zeros} of {cells}, {zeros-share} of all. Each row by itself, "
     "with "
     "the same weights."},

    /* the words that might be written */
    {"*step-*/words", "pick", "asked-for unlikely",
     "{written} was asked for, with {written-chance}; the most probable is {first}, "
     "{first-chance}."},
    {"*step-*/words", "pick", "asked-for",
     "{first} was asked for, and is the most probable, {first-chance}."},
    {"*step-*/words", "pick", "", "{first} is written, {first-chance}."},
    {"*step-*/words", "pick", "!unlikely", "+Second is {runner-up}, {runner-up-chance}."},

    /* what the words of a translation look at */
    {"*taken|*alignment", "stack", "one-sees-nothing",
     "+{unseeing-first} looks at nothing: its window lies behind the end of the source."},
    {"*taken|*alignment", "stack", "some-see-nothing",
     "+{unseeing} words, from {unseeing-first} to {unseeing-last}, look at nothing: their windows "
     "lie behind the end of the source."},
    {0},
};
