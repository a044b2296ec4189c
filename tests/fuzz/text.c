/* Text: numbers, fields, sentences, the toy language, the names of cells. */
#include "fuzz/targets.h"

#include "load/arguments.h"
#include "load/files.h"
#include "load/short_number.h"
#include "load/tokens.h"
#include "support/sample.h"
#include "train/pairs.h"

#include <float.h>

/* ---- numbers ---- */

/* What is written with so many decimals is the number, to half of the last of them. */
static void check_fixed(double x, int decimals)
{
    char out[NUMBER_SIZE], ascii[NUMBER_SIZE], *to = ascii;
    number_fixed(out, x, decimals);
    for (const char *at = out; *at; at++) {
        bool minus = !strncmp(at, "−", 3);
        *to++ = minus ? '-' : *at;
        at += minus ? 2 : 0;
    }
    *to = '\0';
    char *end;
    double back = strtod(ascii, &end), unit = power_of_ten(-decimals);
    if (!isfinite(x) || fabs(x) >= 1e15)
        return;
    CHECK(!*end && fabs(back - x) <= unit * 0.5000001 + fabs(x) * DBL_EPSILON,
          "%.17g with %d decimals is %s", x, decimals, out);
}

void fuzz_numbers(Arena *arena, Bytes input)
{
    intmax_t whole;
    double field = 0, decimal = 0;
    const char *text = fuzz_string(arena, input);
    if (is_accepted("it: ", whole = parse_whole("it", text, -1000, 1000)))
        CHECK(-1000 <= whole && whole <= 1000, "%jd", whole);
    bool is_field = is_accepted("it", field = field_number("it", input));
    bool is_decimal = strlen(text) == input.size && input.size <= LONGEST_NUMBER &&
                      is_accepted("it: ", decimal = parse_decimal("it", text, -FLT_MAX, FLT_MAX));
    CHECK(is_field == is_decimal, "'%s'", text);
    if (is_field)
        CHECK(!memcmp(&field, &decimal, sizeof field), "'%s': %a, not %a", text, field, decimal);
    char room[LONGEST_NUMBER + SHORT_NUMBER_ROOM + 1] = "";
    strncpy(room, text, LONGEST_NUMBER);
    double quick;
    const char *end = short_number(room, &quick);
    if (end && !*end && strlen(text) <= LONGEST_NUMBER)
        CHECK(is_decimal_number(text, -FLT_MAX, FLT_MAX, &decimal) &&
                  !memcmp(&quick, &decimal, sizeof quick),
              "'%s': %a, not %a", text, quick, decimal);
    double x = 0;
    if (input.size >= sizeof x)
        memcpy(&x, input.data, sizeof x);
    else
        x = field;
    check_fixed(x, (int)(input.size % 10));
    check_fixed((double)(float)x, (int)(input.size % 10));
    char out[NUMBER_SIZE];
    CHECK(strlen(number_digits(out, x, 9)) < NUMBER_SIZE, "%s", out);
    CHECK(strlen(number_count(out, x)) < NUMBER_SIZE, "%s", out);
}

/* ---- fields ---- */

void fuzz_fields(Arena *arena, Bytes input)
{
    (void)arena;
    char separator = " ;,\t"[fuzz_byte(&input) % 4];
    Bytes text = without_byte_order_mark(input), line, field;
    while (take_line(&text, ';', &line)) {
        int count = 0;
        line = trimmed(line);
        for (Bytes rest = line; rest.data && (rest.size || separator != ' '); count++) {
            field = cut_field(&rest, separator);
            CHECK(input.data <= field.data && field.data + field.size <= input.data + input.size,
                  "a field lies outside of the text");
        }
        CHECK(separator != ' ' || count == count_fields(line), "%d", count);
    }
}

/* ---- sentences ---- */

/* What is shown of a token can be given to any terminal and viewer. */
static void check_label(const char *label)
{
    size_t size = strlen(label);
    CHECK(size && utf8_valid_length(label, size) == size, "a label that is not UTF-8");
    for (const char *c = label; *c; c++)
        CHECK((unsigned char)*c >= ' ' && *c != 0x7f, "a control character in a label");
    CHECK(!strstr(label, "\u202e") && !strstr(label, "\u2066"), "a label that turns its line");
}

void fuzz_sentences(Arena *arena, Bytes input)
{
    enum { MOST = 40 };
    Tokens tokens;
    Scene scene;
    if (!is_done(&scene, tokens = tokenize(arena, "it", input.data, input.size, MOST))) {
        fuzz_refused(&scene.error, "it: ");
        check_label(visible_text(arena, scene.error.message));
        return;
    }
    CHECK(0 < tokens.count && tokens.count <= MOST, "%d tokens", tokens.count);
    for (int i = 0; i < tokens.count; i++) {
        check_label(tokens.labels[i]);
        (void)is_mark(tokens.words[i]);
        CHECK(!strcmp(token_key(arena, tokens.keys[i]), tokens.keys[i]),
              "the key of a key is another");
        for (int j = 0; j < i; j++)
            CHECK(strcmp(tokens.labels[i], tokens.labels[j]) ||
                      strcmp(tokens.keys[i], tokens.keys[j]),
                  "two tokens of one word have one label");
    }
}

/* ---- the toy language ---- */

static Arena *for_ever(void)
{
    static Arena *arena;
    if (!arena)
        arena = arena_new();
    return arena;
}

/* The input is a sentence, or, behind a control character, numbers of words. */
void fuzz_toy(Arena *arena, Bytes input)
{
    static PairSource language;
    if (!language.origin)
        language = language_source(for_ever(), LONGEST_USUAL, false);
    NumberedWords words = {0};
    Pair pair;
    if (input.size && (unsigned char)*input.data < ' ') {
        fuzz_byte(&input);
        words.numbers = arena_alloc(arena, input.size + 1, sizeof *words.numbers);
        for (; input.size; words.count++)
            words.numbers[words.count] = fuzz_byte(&input) % language.source.count;
    } else if (!is_accepted("it", words = words_parse(arena, "it", input.data, input.size,
                                                      &language.source))) {
        return;
    }
    if (!language_pair(&language, words.numbers, words.count, NULL, 0, &pair))
        return;
    CHECK(pair.source_length == words.count && pair.target_length > 0, "%d words of %d",
          pair.source_length, words.count);
    CHECK(!memcmp(pair.source, words.numbers, (size_t)words.count * sizeof *words.numbers),
          "another sentence");
    for (int i = 0; i < pair.target_length; i++)
        CHECK(SPECIAL_PAIR_WORDS <= pair.target[i] && pair.target[i] < language.target.count, "%d",
              pair.target[i]);
}

/* ---- cells ---- */

void fuzz_cells(Arena *arena, Bytes input)
{
    static const Trace *trace;
    static Scene scene;
    StepCell cell;
    if (!trace) {
        scene.arena = for_ever();
        trace =
            sample_trace(&scene, (SampleSettings){.text = "The bat, the \"2\" hit , =a [b] ÉÈ é",
                                                  .heads = 2,
                                                  .dim = 4,
                                                  .mask = "causal"});
    }
    if (!is_accepted("--explain '", cell = cell_parse(arena, "--explain", trace,
                                                      fuzz_string(arena, input), false)))
        return;
    CHECK(0 <= cell.row && cell.row < cell.step->rows.count && 0 <= cell.col &&
              cell.col < cell.step->cols.count,
          "%s[%d,%d]", cell.step->id, cell.row, cell.col);
}
