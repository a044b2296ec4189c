/* Training the context model on text: the corpus, the training questions, the loss, and scores. */
#pragma once

#include "train/training.h"

/* ==== corpus ====
 *
 * A training text: sentences as word indices, and their vocabulary.
 *
 * A word is a run of letters and digits with inner apostrophes, in look-up form (token_key in
 * load/tokens.h). A possessive 's is cut off, hyphens separate words, punctuation is dropped.
 * Out-of-vocabulary words are UNKNOWN_WORD. Everything lives in the arena.
 *
 * One source (a line, a synset) in fifty is held out from training, for evaluation.
 */

enum {
    UNKNOWN_WORD,            /* "<unk>" */
    MASKED_WORD,             /* "<mask>": replaces a word that is to be predicted */
    SPECIAL_WORDS,           /* their count */
    LONGEST_SENTENCE = 24,   /* words; longer ones are split */
    LARGEST_CORPUS = 1 << 30 /* bytes of a file */
};

typedef struct Sentences {
    int count;
    Sentence *items;
} Sentences;

typedef struct Corpus {
    const char *origin;  /* "WordNet 3.0", or the file's name */
    const char *licence; /* copied into weights files, or NULL */
    Lexicon vocabulary;  /* special tokens, then words by descending frequency */
    int *counts;         /* of each word in the training sentences */
    bool *content;       /* may be masked: neither special nor a function word */
    int *tokens;         /* of all sentences, concatenated */
    Sentences training, held_out;
} Corpus;

/* ---- passages ---- */

/* A piece of tokenized text. */
typedef struct Passage {
    int weight;        /* of each of its words in the counts that choose the vocabulary */
    int source;        /* passages of one source share words, and are held out together */
    const char *topic; /* NULL, or a word: the passage is dropped if the vocabulary lacks it */
    int end;           /* end index in Passages.words */
} Passage;

/* The output of a file reader. */
typedef struct Passages {
    Arena *arena, *scratch; /* scratch: until a passage is tokenized */
    NumberedText words;     /* of all passages */
    int count;
    Passage *items;
} Passages;

/* The topic is not copied. */
void passages_add(Passages *passages, Bytes text, int weight, int source, const char *topic);

/* WordNet's database files (wndb(5WN), as Debian's wordnet-base installs them): data.noun,
   data.verb, data.adj and data.adv in `folder`.

       02139199 05 n 02 bat 0 chiropteran 0 005 … | nocturnal mouselike mammal with …; "an example"

   A line is a synset: synonyms and, after the bar, a gloss of definitions and quoted examples. Each
   gives the clauses of its definitions, the examples, and the definition as a sentence about each
   of its words ("a bat is a nocturnal mouselike mammal with …"). Fails, naming file and line, if a
   file is missing or a line is no synset. */
void wordnet_read(const char *folder, Passages *passages);

/* ---- reading ---- */

/* Reads a UTF-8 file with one sentence a line. The vocabulary is the most frequent words, at most
   `vocabulary` with special tokens. Fails if the file cannot be read, is not UTF-8, or is too short
   to train on. */
Corpus corpus_read_text(Arena *arena, const char *path, int vocabulary);

/* Reads WordNet's database from a folder; the vocabulary has at most `most` words. */
Corpus corpus_read_wordnet(Arena *arena, const char *folder, int most);

/* ==== questions ====
 *
 * The questions that the context model is trained and measured by, and the loss: sentences with
 * some content words masked, two kinds of prediction about them, and where attention should look:
 *
 *   a. at the place of each masked word: which word is it?               (Devlin et al. 2019)
 *   b. at the place of one unmasked content word: which words are masked? Each is weighted by
 *      its inverse document frequency. This makes a word's vector express its context's topic.
 *   c. at the place of every word: which word of the sentence should it look at? Head 1 at the
 *      next content word; head 2 at its kin: for a content word the most similar one, for a
 *      function word the content word before it. Only visible words are targets: under a
 *      causal mask, and at the end of a sentence, the previous content word replaces the
 *      next. A fifth of the sentences has this kind alone, and nothing masked: with half of the
 *      content words masked, there is seldom a choice between the others.
 *
 * Sentences come in groups, the unit of work of a thread, small enough to stay in its cache. The
 * same seed and step give the same questions. Held-out sentences are evaluated with them, too.
 */

enum {
    GROUP_SENTENCES = 8,
    MOST_INSERTED = 3, /* function words put into a sentence */
    MOST_GROUP_WORDS = GROUP_SENTENCES * (LONGEST_SENTENCE + MOST_INSERTED),
    MOST_GROUP_QUESTIONS = 2 * GROUP_SENTENCES * LONGEST_SENTENCE,
    CANDIDATES = 512,   /* of a step, for the sampled softmax */
    CAUSAL_PERCENT = 30 /* of the steps have a causal mask */
};

/* The target of each word's attention, with weight 1. An unconstrained word has itself as target,
   with weight 0. */
typedef struct Pointers {
    int targets[MOST_GROUP_WORDS];
    double weights[MOST_GROUP_WORDS];
} Pointers;

/* Concatenated sentences, and the questions about them. */
typedef struct Group {
    bool causal; /* every word sees only those before it */
    int count;   /* of words */
    int words[MOST_GROUP_WORDS];
    int places[MOST_GROUP_WORDS];    /* of each word in its sentence */
    int sentences[MOST_GROUP_WORDS]; /* sentence index of each word */
    int question_count;
    int rows[MOST_GROUP_QUESTIONS];       /* word at which each question is asked */
    int answers[MOST_GROUP_QUESTIONS];    /* the masked word */
    double weights[MOST_GROUP_QUESTIONS]; /* weight of each question */
    bool bag[MOST_GROUP_QUESTIONS];       /* of kind b */
    Pointers next, kin;                   /* of kind c */
} Group;

/* TO_LEARN: kinds a and b, with noise: function words replaced and inserted, the kept word
   sometimes disturbed; with vectors also kind c. TO_TEST: unmodified sentences; kind a, or with
   vectors kind c. */
typedef enum Purpose { TO_LEARN, TO_TEST } Purpose;

/* What questions are drawn from: the corpus and statistics of it. In the arena. */
typedef struct Questioner {
    const Corpus *corpus;
    Purpose purpose;
    int function_count, *function_words; /* rows of the vocabulary */
    double *idf;        /* inverse document frequency of each word: log (1 + sentences / count) */
    Tensor vectors;     /* [v,d] unit vectors that define kin; without data no kind c */
    double *cumulative; /* sums of count^¾ over the content words, for drawing candidates */
    real *log_expected; /* log of each word's expected count among a step's candidates */
} Questioner;

Questioner questioner_new(Arena *arena, const Corpus *corpus, Purpose purpose, Tensor vectors);

/* Makes a group of up to GROUP_SENTENCES sentences. Questions of kinds a and c have weight 1 each,
   those of kind b weight 1 per sentence. */
void draw_group(const Questioner *q, Random *random, const Sentence *sentences, int count,
                Group *group);

/* Draws CANDIDATES content words with replacement, with probability count^¾ / Σ count^¾. */
int *draw_candidates(Arena *arena, const Questioner *q, Random *random);

/* ---- the loss ---- */

/* The model's forward pass over a group, sentences not seeing each other; `heads` keeps the
   attention of each head. */
ContextVectors group_vectors(Graph *g, const ContextNodes *model, const Group *group, bool heads);

/* A group's questions, and what they are asked of. Words are rows of the model's embeddings. */
typedef struct Asked {
    const ContextNodes *model;
    const Group *group;
    const int *candidates;
    const real *log_expected; /* of each word: see Questioner */
} Asked;

/* The loss of a group, given its words' vectors H: the cross-entropy of the answers, by a sampled
   softmax over the answer and random candidates instead of the whole vocabulary. Each score is
   reduced by the log of the word's expected count among the candidates, which corrects for the
   sampling (Jean et al. 2015, §3.1). A candidate equal to the answer is excluded. */
Node *objective(Graph *g, const Asked *asked, Node *H);

/* ---- held-out perplexity ---- */

/* How many held-out sentences: those for the head measures in a file, and all. */
enum { HEADS_SENTENCES = 1000, ALL_SENTENCES = INT_MAX };

typedef enum Sight { SEES_ALL, SEES_BEFORE } Sight; /* no mask; causal mask */

/* exp of the mean of −log p(word) over the masked content words of the first `sentences` held-out
   sentences, p being a softmax over all content words. The same words are masked in every call.
   Model NULL is the unigram baseline. */
double perplexity(const Corpus *corpus, const Model *model, Sight sight, int sentences);

/* ---- head measures on held-out sentences, without a mask ---- */

#define MEASURE(name, column) name,
typedef enum HeadMeasure {
#include "train/head_measures.list"
    HEAD_MEASURES
} HeadMeasure;

typedef struct HeadsMeasured {
    int count, sentences;
    double (*of)[HEAD_MEASURES];             /* each head, then chance level (uniform attention) */
    double correlation, correlation_content; /* of two heads' row-centred scores, mean over pairs */
    double perplexity;
} HeadsMeasured;

/* Measured on the first `sentences` held-out sentences. */
HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const Model *model, int sentences);

/* For a file's metadata, under "heads-H": a sentence on all heads, then a tab-separated table with
   a header, a row per head, and one for chance. */
const char *heads_measured_text(Arena *arena, const HeadsMeasured *measured);

/* ==== context training ====
 *
 * Training of the context model: used by `make weights` for the built-in weights and by `attnviz
 * train attention`.
 *
 *     TrainingPlan plan = context_plan(arena, &corpus, 48, 3, 0, seed);
 *     Training *t = context_training(arena, &corpus, &plan, context_start(arena, &corpus, &plan));
 *     …                                                                  (train/training.h)
 *     context_score(arena, &corpus, &t->model, &score);
 *     context_file_write(path, &corpus, &t->model, &score, &file);
 */

enum { BUILTIN_WORDS = 8000 };

/* A plan for any corpus; `steps` 0 for a number that suits its size. */
TrainingPlan context_plan(Arena *arena, const Corpus *corpus, int d_model, int heads, int steps,
                          uint64_t seed);

/* The plan in words, up to the learning rate. */
const char *context_plan_text(Arena *arena, const TrainingPlan *plan);

enum { STATIC_WINDOW = 10, STATIC_ITERATIONS = 20 };

/* Distributional word vectors: similar words have similar neighbours, so their rows of the
   co-occurrence matrix point the same way. The vectors are the rows, normalised to length 1, of an
   orthonormal basis of the d-dimensional leading subspace of the symmetric matrix M: [words, d], in
   the arena. M holds positive pointwise mutual information (PPMI):

       max(0, log (cᵢⱼ c / (cᵢ cⱼ)))

   where cᵢⱼ counts how often word j is within STATIC_WINDOW words of word i in a training sentence,
   cᵢ = Σⱼ cᵢⱼ and c = Σᵢ cᵢ (Levy, Goldberg and Dagan 2015, §2.1). By orthogonal iteration (Golub
   and Van Loan, Matrix Computations, §8.2.4): Q ← the orthonormalised columns of M·Q, starting at
   random. Special tokens and words without neighbours have zero vectors. */
Tensor static_vectors(Arena *arena, const Corpus *corpus, int d, uint64_t seed);

/* The initial model: static vectors of the corpus, bias 0, gain 2, random projections. */
Model context_start(Arena *arena, const Corpus *corpus, const TrainingPlan *plan);

/* ---- examples: `make weights` asks more of them (tests/support/builtin.c) ---- */

/* A part of a batch, and the few vocabulary words that occur in it, renumbered from 0, so that
   their vectors and gradients fit into the cache. */
typedef struct TextShare {
    Group group;
    int count, words[MOST_GROUP_WORDS + MOST_GROUP_QUESTIONS + CANDIDATES];
} TextShare;

/* The data of a context training's examples. */
typedef struct Texts {
    Questioner questioner;
    const int *candidates; /* of the whole step */
    int share_count;
    TextShare *shares;
} Texts;

/* Draws a step's questions into the Texts. */
int texts_draw(const Training *training, void *texts, Arena *arena);

/* What a part asks of its rows of the model. Called once per part and step: it makes the part's
   words local in place. */
Asked share_asked(const Training *training, const Texts *texts, Graph *g, int part);

/* ---- the training ---- */

/* Trains the model in place; model and corpus must outlive the training. */
Training *context_training(Arena *arena, const Corpus *corpus, const TrainingPlan *plan, Model m);

/* Perplexities on all held-out sentences; head measures on some. */
typedef struct ContextScore {
    double unigram, all, causal; /* perplexities; 0: not measured yet */
    HeadsMeasured heads;
} ContextScore;

/* Measures one after the other into a zeroed score. */
void context_score(Arena *arena, const Corpus *corpus, const Model *model, ContextScore *score);

/* Writes the weights file of the main job (load/weights.h, docs/formats.md). Besides embeddings =
   √d·E and the projections it has bias [v,1] and gain [1,1], with which the model predicts words,
   so that its scores can be measured from the file.

   Scores that were measured, the corpus's licence and vocabulary and the number of heads are added
   to the file's metadata. */
void context_file_write(const char *path, const Corpus *corpus, const Model *model,
                        const ContextScore *score, WeightsFile *file);

/* Watches the attention of a sentence (without tokens: none) and the perplexity. Corpus and tokens
   must outlive the watch. */
Watch *context_watch(const Training *training, const Corpus *corpus, Tokens sentence);
