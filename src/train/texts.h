/* Texts: how they are read, what a model of attention is asked about them, and how it learns. */
#pragma once

#include "train/training.h"

/* ==== corpus ====
 *
 * Text to learn from: sentences of numbered words, and the vocabulary that numbers them.
 *
 * A word is a run of letters and digits, with the apostrophes inside it, in the form in which words
 * are looked up (token_key in load/tokens.h); a possessive 's is cut off, a hyphen separates, and
 * punctuation is dropped. What the vocabulary lacks is UNKNOWN_WORD. All lives in the arena.
 *
 * One source (a line, a synset) in fifty is held out: it is never learned from, and shows how well
 * a model does on what it has not seen.
 */

enum {
    UNKNOWN_WORD,            /* "<unk>" */
    MASKED_WORD,             /* "<mask>": where a word is to be guessed */
    SPECIAL_WORDS,           /* how many there are of these */
    LONGEST_SENTENCE = 24,   /* words; what is longer is cut into several */
    LARGEST_CORPUS = 1 << 30 /* bytes of a file */
};

typedef struct Sentence {
    int first, length; /* in the corpus's tokens */
} Sentence;

typedef struct Sentences {
    int count;
    Sentence *items;
} Sentences;

typedef struct Corpus {
    const char *origin;  /* "WordNet 3.0", or the file's name */
    const char *licence; /* what weights learned from it say, or NULL */
    Lexicon vocabulary;  /* the special words, then the others, the most frequent first */
    int *counts;         /* how often each word is in the sentences to learn from */
    bool *content;       /* a word to be asked for: neither special nor a function word */
    int *tokens;         /* of all sentences, one after the other */
    Sentences training, held_out;
} Corpus;

/* ---- what it is made of ---- */

/* A piece of text, cut into words. */
typedef struct Passage {
    int weight;        /* what each of its words counts when the vocabulary is chosen */
    int source;        /* passages of one source are held out together: they share words */
    const char *topic; /* NULL, or a word without which in the vocabulary it is left out */
    int end;           /* in the words of all */
} Passage;

/* Those that a reader of one kind of file hands on, one after the other. */
typedef struct Passages {
    Arena *arena, *scratch; /* scratch: what a passage needs until it is cut */
    NumberedText words;     /* of all */
    int count;
    Passage *items;
} Passages;

/* The topic is not copied. */
void passages_add(Passages *passages, Bytes text, int weight, int source, const char *topic);

/* WordNet's database files (wndb(5WN), as Debian's wordnet-base installs them): data.noun,
   data.verb, data.adj and data.adv in `folder`.

       02139199 05 n 02 bat 0 chiropteran 0 005 … | nocturnal mouselike mammal with …; "an example"

   A line is a synset: words of one meaning and, behind the bar, a gloss of definitions and quoted
   example sentences. From each come the definitions' clauses, the examples, and the definition as
   a sentence about each of its words ("a bat is a nocturnal mouselike mammal with …"). Fails,
   naming file and line, if a file is missing or a line is no synset. */
bool wordnet_read(const char *folder, Passages *passages, Error *error);

/* ---- reading it ---- */

/* A text file in UTF-8 with a sentence a line. The vocabulary is at most `vocabulary` words, the
   most frequent, special ones included. Fails if the file cannot be read, is no UTF-8, or has too
   little in it to learn from. */
bool corpus_read_text(Arena *arena, const char *path, int vocabulary, Corpus *corpus, Error *error);

/* WordNet's database in a folder; `most` are the words of the vocabulary. */
bool corpus_read_wordnet(Arena *arena, const char *folder, int most, Corpus *corpus, Error *error);

/* ==== questions ====
 *
 * What a model of attention is asked in a step of its training, and the loss: sentences with some
 * of their content words masked, and two kinds of question about those; and, if heads are to be
 * told, where to look.
 *
 *   a. at the place of each masked word: which word is it?               (Devlin et al. 2019)
 *   b. at the place of one content word that is not masked: which words are masked? Each counts by
 *      its inverse document frequency. This makes a word's vector say what its context is about.
 *   c. at the place of every word: which word of the sentence should it look at? Head 1 at the
 *      content word that comes next; head 2 at its kin, which is for a content word the one most
 *      like it, for a function word the content word before it. What a word sees is all that it
 *      can be pointed to: under a causal mask, and at the end of a sentence, the next content word
 *      is the one before. A fifth of the sentences is asked only this: where half of the content
 *      words are masked, there is seldom a choice between the others.
 *
 * Sentences come in groups that are small enough to stay in a processor's cache, and that threads
 * can share out. Drawn from a seed: the same seed and step give the same questions. A model is
 * measured by them, too: in sentences that it has not learned from.
 */

enum {
    GROUP_SENTENCES = 8,
    MOST_INSERTED = 3, /* function words put into a sentence */
    MOST_GROUP_WORDS = GROUP_SENTENCES * (LONGEST_SENTENCE + MOST_INSERTED),
    MOST_GROUP_QUESTIONS = 2 * GROUP_SENTENCES * LONGEST_SENTENCE,
    CANDIDATES = 512 /* of a step, for the objective's softmax */
};

/* Where each word should look, and what that counts: nothing, of one that may look anywhere, which
   is its own target. */
typedef struct Pointers {
    int targets[MOST_GROUP_WORDS];
    double weights[MOST_GROUP_WORDS];
} Pointers;

/* Sentences side by side, and what is asked about them. */
typedef struct Group {
    bool causal; /* every word sees only those before it */
    int count;   /* of words */
    int words[MOST_GROUP_WORDS];
    int places[MOST_GROUP_WORDS];    /* of each word in its sentence */
    int sentences[MOST_GROUP_WORDS]; /* which sentence each word belongs to */
    int question_count;
    int rows[MOST_GROUP_QUESTIONS];       /* which word each question stands at */
    int answers[MOST_GROUP_QUESTIONS];    /* the masked word */
    double weights[MOST_GROUP_QUESTIONS]; /* what each question counts */
    bool bag[MOST_GROUP_QUESTIONS];       /* of kind b */
    bool pointing;                        /* there is kind c: */
    Pointers next, kin;
    double key_only_weight; /* what it costs a sentence that its words ask alike; see objective */
} Group;

/* Training asks kinds a and b, of sentences with function words replaced and put in and the kept
   word disturbed; and given the words' vectors, of any length, kind c as well. A test asks of
   sentences as they are: only for the masked words, or given vectors only where to look. */
typedef enum Purpose { TO_LEARN, TO_TEST } Purpose;

/* What is drawn from: the corpus, and what follows from its counts. In the arena. */
typedef struct Questioner {
    const Corpus *corpus;
    Purpose purpose;
    int function_count, *function_words; /* rows of the vocabulary */
    double *idf;        /* inverse document frequency of each word: log (1 + sentences / count) */
    Tensor vectors;     /* [v,d] of length 1: which words are kin; without data no kind c */
    double *cumulative; /* of count^¾ over the content words: for drawing candidates */
    real *log_expected; /* of how often each word is expected among the candidates of a step */
} Questioner;

Questioner questioner_new(Arena *arena, const Corpus *corpus, Purpose purpose, Tensor vectors);

/* A group of up to GROUP_SENTENCES sentences. Questions of kinds a and c weigh 1 each, those of
   kind b 1 a sentence. */
void draw_group(const Questioner *q, Random *random, const Sentence *sentences, int count,
                Group *group);

/* CANDIDATES content words, each with probability count^¾ / Σ count^¾. */
int *draw_candidates(Arena *arena, const Questioner *q, Random *random);

/* ---- the loss ---- */

/* A group's words through the model, each sentence kept to itself; `heads` if somebody looks inside
   the attention. */
ContextVectors group_vectors(Graph *g, const ContextNodes *model, const Group *group, bool heads);

/* The loss of a group of questions: how surprised the model is by the answers, and heads by where
   they should look; and what it costs that words ask alike.

   −log softmax over the answer and the candidates drawn at random, instead of over the
   whole vocabulary. From each score the logarithm of how often the word is expected among the
   drawn ones is taken, so that the softmax is that of the whole vocabulary on average (Jean et al.
   2015, §3.1); a drawn word that is the answer itself is no candidate.

   Where a head should look is asked as a masked word is: −log of the weight that the row gives to
   that place. What costs is, of each head's scaled scores s of a sentence, the mean over its words
   j of (meanᵢ sᵢⱼ)²: a softmax does not see what a whole row has in common, but what a whole column
   has is looked at whoever asks.

   Words are rows of the model's embeddings; `log_expected` is that of each. Nothing is copied. */
Node *objective(Graph *g, const ContextNodes *model, const Group *group, const int *candidates,
                const real *log_expected);

/* ---- how well a model guesses in sentences that it has not learned from ---- */

enum {
    HEADS_SENTENCES = 1000, /* of so many what a file says of its heads is measured */
    ALL_SENTENCES = 1 << 30
};

typedef enum Sight { SEES_ALL, SEES_BEFORE } Sight; /* without a mask, and under the causal one */

/* Among how many equally likely words it wavers on average: exp of the mean of −log p(word) over
   the masked content words of the first `sentences` held-out sentences, p being a softmax over all
   content words. The same words are masked in every call. Without a model (NULL) of one that knows
   only how frequent each word is. */
double perplexity(const Corpus *corpus, const Model *model, Sight sight, int sentences);

/* ---- what its heads look at there without a mask ---- */

#define MEASURE(name, column) name,
typedef enum HeadMeasure {
#include "train/head_measures.list"
    HEAD_MEASURES
} HeadMeasure;
#undef MEASURE

typedef struct HeadsMeasured {
    int count, sentences;
    double (*of)[HEAD_MEASURES]; /* each head, then what looking anywhere in the sentence gives */
    double correlation, correlation_content; /* of heads' scores within rows, the mean over pairs */
    double perplexity;
} HeadsMeasured;

/* Of the first so many held-out sentences. */
HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const Model *model, int sentences);

/* For a file's metadata, under "heads-H": a sentence on all heads; then a table, its columns' names
   in the first line and cells separated by tabs, of a row a head and one for chance. */
const char *heads_measured_text(Arena *arena, const HeadsMeasured *measured);

/* ==== context training ====
 *
 * How attention learns from a text: everything that `make weights` decides for the built-in
 * weights, and `attnviz train attention` for others.
 *
 *     TrainingPlan plan = context_plan(arena, &corpus, 48, 3, 0, seed);
 *     Training *t = context_training(arena, &corpus, &plan, context_start(arena, &corpus, &plan));
 *     …                                                                  (train/training.h)
 *     context_score(arena, &corpus, &t->model, &score);
 *     context_file_write(path, &corpus, &t->model, &score, 1, &file, error);
 */

/* The share of steps under a causal mask. */
extern const double causal_share;

enum { BUILTIN_WORDS = 8000, BUILTIN_HEADS = 3 };

/* What the built-in weights are made by: those of BUILTIN_HEADS, which make the embeddings, or of
   other heads. */
TrainingPlan builtin_plan(Arena *arena, const Corpus *corpus, int heads);

/* For any corpus, and no head is told where to look: `steps` 0 for as many as suit it. */
TrainingPlan context_plan(Arena *arena, const Corpus *corpus, int d_model, int heads, int steps,
                          uint64_t seed);

/* In words, up to the learning rate and where heads are told to look. */
const char *context_plan_text(Arena *arena, const TrainingPlan *plan);

enum { STATIC_WINDOW = 10, STATIC_ITERATIONS = 20 };

/* One vector a word, from the company that it keeps: words of like meaning have like neighbours,
   so their rows of the co-occurrence matrix point the same way. They are the rows of an orthonormal
   basis of the d-dimensional leading subspace of a symmetric matrix M, each made one unit long:
   [words, d], in the arena. M has which words stand near each other more often than chance would
   have it (PPMI):

       max(0, log (cᵢⱼ c / (cᵢ cⱼ)))

   where cᵢⱼ counts how often word j stands within STATIC_WINDOW words of word i in one sentence to
   learn from, cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ (Levy, Goldberg and Dagan 2015, §2.1). By orthogonal
   iteration (Golub and Van Loan, Matrix Computations, §8.2.4): Q ← the orthonormalised columns of
   M·Q, from random ones. The special words, and a word without neighbours, have zeros. */
Tensor static_vectors(Arena *arena, const Corpus *corpus, int d, uint64_t seed);

/* What training starts from: static vectors of the corpus, no bias, gain 2, drawn projections. */
Model context_start(Arena *arena, const Corpus *corpus, const TrainingPlan *plan);

/* The same embeddings, bias and gain, which are fixed, and drawn projections for so many heads:
   what the training of those starts from. */
Model context_fresh_heads(Arena *arena, const Model *model, int heads, uint64_t seed);

/* Trains the model in place; it and the corpus outlive the training. */
Training *context_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, Model m);

/* How well a model does on all sentences held out, and its heads on some. */
typedef struct ContextScore {
    double unigram, all, causal; /* perplexities; 0 until they are measured */
    HeadsMeasured heads;
} ContextScore;

/* Into a score of zeros, one after the other. */
void context_score(Arena *arena, const Corpus *corpus, const Model *model, ContextScore *score);

/* What was learned, as the weights file that attnviz shows (load/weights.h, docs/formats.md).
   Beside what the main job reads (embeddings = √d·E, the projections) there are bias [v,1] and gain
   [1,1], with which the model guesses words: what it has learned can be measured from the file.

   Sets of projections share embeddings, bias and gain: the first one's. One set is written as
   "W_Q" …, several as "heads-H/W_Q" …. Their scores, the corpus's licence, the vocabulary and the
   numbers of heads are added to what the file says. */
bool context_file_write(const char *path, const Corpus *corpus, const Model *sets,
                        const ContextScore *scores, int count, WeightsFile *file, Error *error);

/* Of the attention of a sentence, which has no tokens if there is none, and of perplexity. The
   corpus and the tokens outlive the watch. */
Watch *context_watch(const Training *training, const Corpus *corpus, Tokens sentence);
