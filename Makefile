# attnviz. `make help` lists what can be made.
#
# One set of sources, three builds, each in a folder of its own:
#   make                 build/release    the program
#   make MODE=sanitize   build/sanitize   with AddressSanitizer and UBSan
#   make REAL=double     build/double     with every number a double, for gradient checks

MODE   ?= release
REAL   ?= float
CC     ?= cc
PREFIX ?= /usr/local
FONT   ?= /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

ifeq ($(REAL),double)
MODE := double
endif

# As many jobs at once as there are processors, unless told otherwise: JOBS=1. (Whether -j was given
# is not to be seen here.) Another make that calls this one decides for it.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif
BUILD ?= build/$(MODE)

WEIGHTS := src/load/builtin.safetensors
WORDNET ?= /usr/share/wordnet
TRANSLATORS := src/load/translators

# What it is built from, and the Debian packages that `make deps` installs.
LIBRARIES := libpng freetype2 harfbuzz jansson libutf8proc libpcre2-8
PACKAGES  := build-essential pkg-config libpng-dev libfreetype-dev libharfbuzz-dev libjansson-dev \
             libutf8proc-dev libpcre2-dev libcmocka-dev fonts-dejavu-core librsvg2-2

# Asked once, and only when something is compiled: `make deps all` may have to install it first.
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(shell pkg-config --cflags $(LIBRARIES)))$(PKG_CFLAGS)
PKG_LIBS   = $(eval PKG_LIBS := $$(shell pkg-config --libs $(LIBRARIES)))$(PKG_LIBS)

# -ffp-contract=off: a compiler must not choose where a multiplication and an addition are fused,
# or two machines would draw two different figures. -fno-math-errno: a square root is an instruction.
# -fexceptions: what a failure leaves is cleaned up on the way (base/error.c). The sizes of files,
# their numbers and their times have 64 bits on 32-bit machines, too.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
CFLAGS   ?= -O2 -g
BASE_CFLAGS  := -std=gnu17 $(WARNINGS) -ffp-contract=off -fno-math-errno -fexceptions
BASE_CPPFLAGS = -Isrc -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 $(PKG_CFLAGS) -MMD -MP

ifeq ($(MODE),sanitize)
# gcc takes the sanitizer's own null checks for null formats
BASE_CFLAGS += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-format-truncation
BASE_CPPFLAGS += -DATTNVIZ_SANITIZE
LDFLAGS     += -fsanitize=address,undefined
endif
ifeq ($(MODE),double)
BASE_CPPFLAGS += -DATTNVIZ_DOUBLE
endif
ifeq ($(MODE),coverage)
BASE_CFLAGS += --coverage
LDFLAGS     += --coverage
# a run whose files must not grow cannot keep its counts either, and does not say so
export GCOV_ERROR_FILE := $(CURDIR)/$(BUILD)/errors
endif
ifeq ($(MODE),fuzz)
CC := clang
BASE_CFLAGS += -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
BASE_CPPFLAGS += -DATTNVIZ_SANITIZE -DATTNVIZ_FUZZ
LDFLAGS     += -fsanitize=address,undefined
endif

SOURCES := $(sort $(wildcard src/*/*.c))
# A list that is included is rows in C; the others are texts that go into the program.
ROWS    := $(addprefix src/,$(shell grep -h '^\#include ".*\.list"' src/*/*.[ch] | cut -d'"' -f2))
LISTS   := $(filter-out $(ROWS),$(sort $(wildcard src/*/*.list)))
LEARNED := $(WEIGHTS) $(sort $(wildcard $(TRANSLATORS)/*.safetensors $(TRANSLATORS)/*/*.safetensors))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/%.o) $(BUILD)/figure/dejavu.ttf.o \
           $(patsubst src/%,$(BUILD)/%.o,$(LISTS) $(LEARNED)) \
           $(BUILD)/cli/questions.o \
           $(BUILD)/write/page.js.o
SUPPORT := $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(sort $(wildcard tests/support/*.c) \
                $(filter-out tests/fuzz/test_% tests/fuzz/libfuzzer.c,$(wildcard tests/fuzz/*.c)))) \
           $(BUILD)/tests/fuzz/program.o
FAULTS  ?= all
FAULTS_SHIM := $(BUILD)/tests/faults/shim.so
TESTS   := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/*/test_*.c)))

# `make V=1` shows the whole commands.
ifndef V
Q := @
SAY = @printf '  %-8s %s\n' $(1) $@
endif

all: $(BUILD)/attnviz

# A test takes from the archive what it needs; linked with everything, all of them would fill a
# gigabyte.
ARCHIVE := $(BUILD)/libattnviz.a
$(ARCHIVE): $(OBJECTS) $(SUPPORT)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/attnviz: $(BUILD)/main.o $(OBJECTS)
	$(call SAY,link)
	$(Q)$(CC) $(LDFLAGS) $^ $(PKG_LIBS) -lm -lpthread -o $@

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) $(CFLAGS) $(BASE_CFLAGS) -c $< -o $@

# The loops over vectors and over the bytes of their files, and the drawing of sentences to learn
# from, are worth the compiler's full effort; under the sanitizers, too, where most of the tests'
# time is training.
$(BUILD)/load/%.o $(BUILD)/tensor/%.o $(BUILD)/graph/%.o $(BUILD)/language/%.o $(BUILD)/train/%.o \
    $(BUILD)/figure/scale.o $(BUILD)/figure/plot.o $(BUILD)/figure/deflate.o: BASE_CFLAGS += -O3

# The font goes into the program, so that a figure looks the same wherever it is drawn.
$(BUILD)/figure/dejavu.ttf.o: $(FONT) src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=dejavu -DFILE='"$<"' -c src/list.S -o $@

# So do the learned weights, which are found by their names.
BYTES_OF = $(subst -,_,$(1))_bytes
$(BUILD)/load/weights.o: BASE_CPPFLAGS += -D'BUILTIN_FILES(FILE)=$(foreach name,$(basename \
    $(notdir $(LEARNED))),FILE("$(name)", $(call BYTES_OF,$(name))))'
$(BUILD)/load/weights.o: $(LEARNED)

$(BUILD)/%.safetensors.o: src/%.safetensors src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=$(call BYTES_OF,$(*F)) -DFILE='"$<"' -c src/list.S -o $@

# And the questions that `attnviz ask` answers; lists of words, and the pages of the help.
$(BUILD)/cli/questions.o: docs/questions.md src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=questions_page -DFILE='"$<"' -c src/list.S -o $@

# And what a page does; it names its script by the hash, so that no other runs.
$(BUILD)/write/page.%.o: src/write/page.% src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=page_$* -DFILE='"$<"' -c src/list.S -o $@

SCRIPT_HASH = sha256-$(shell sha256sum src/write/page.js | cut -c -64 | tr a-f A-F | basenc -d --base16 | base64)
$(BUILD)/write/html.o: BASE_CPPFLAGS += -DSCRIPT_HASH='"$(SCRIPT_HASH)"'
$(BUILD)/write/html.o: src/write/page.js

$(BUILD)/%.list.o: src/%.list src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=$(*F)_list -DFILE='"$<"' -c src/list.S -o $@

# A failure that a test asks for ends what the test's own frame holds, too (base/attempt.h): nothing
# is inlined into it.
$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) -Itests -DTESTS_FOLDER='"$(CURDIR)/tests"' \
	    -DPROGRAM='"$(abspath $(BUILD))/attnviz"' -DFAULTS_SHIM='"$(abspath $(FAULTS_SHIM))"' \
	    $(CFLAGS) $(BASE_CFLAGS) -fno-inline -c $< -o $@

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(ARCHIVE)
	$(call SAY,link)
	$(Q)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread -o $@

# What stands between the program and the C library, and fails.
$(FAULTS_SHIM): tests/faults/shim.c
	@mkdir -p $(@D)
	$(call SAY,link)
	$(Q)$(CC) $(CFLAGS) $(BASE_CFLAGS) -shared -fPIC $< -o $@
$(filter $(BUILD)/tests/faults/%,$(TESTS)): $(FAULTS_SHIM)

# This test gives the models other operations than they ask for, and reads what is then written.
# (What is private is not for what it is made from.)
$(BUILD)/tests/cli/test_swapped: private LDFLAGS += -Wl,--wrap=relu,--wrap=softmax_rows,--wrap=add \
    -Wl,--wrap=multiply,--wrap=divide_by_root,--wrap=tanh_of

# Whole command lines are fuzzed within the process, and draw no pictures; nothing waits for a disk.
$(BUILD)/tests/fuzz/program.o: src/main.c
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(BASE_CPPFLAGS) -Dmain=attnviz_main $(CPPFLAGS) $(CFLAGS) $(BASE_CFLAGS) \
	    -Wno-missing-prototypes -c $< -o $@

$(BUILD)/tests/fuzz/test_corpora $(BUILD)/tests/fuzz/libfuzzer: private LDFLAGS += -Wl,--wrap=format_write,--wrap=folder_open \
    -Wl,--wrap=whole_file_check,--wrap=syncfs,--wrap=fsync
$(BUILD)/tests/fuzz/libfuzzer: private LDFLAGS += -fsanitize=fuzzer

## what can be made

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

deps: ## install what is needed, on Debian and its kin
	@tests/install_packages $(PACKAGES)

demo: all ## the main job: one sentence through self-attention
	$(BUILD)/attnviz --sentence "He hit the ball with the bat" --heads 3 --mask causal

test: check suite ## every test: this build's, the gradients in double, gcc against clang, the recipes
ifeq ($(MODE),release)
	$(MAKE) REAL=double suite
	tests/compare_compilers
	tests/check_pages
	tests/recipes/run
endif

# What measures is built with what tests, so that it goes on to build.
ifeq ($(MODE),release)
BENCHES := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/bench/*.c))
endif

# The sanitizers stand where the faults would come from. What the libraries that draw PDF keep until
# the end is not ours to free.
ifeq ($(MODE),sanitize)
export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/leaks_of_libraries:print_suppressions=0
TESTS := $(filter-out $(BUILD)/tests/faults/%,$(TESTS))
endif
# A build in double is for the gradients and the models that they train.
ifeq ($(MODE),double)
TESTS := $(filter $(BUILD)/tests/base/% $(BUILD)/tests/tensor/% $(BUILD)/tests/graph/% \
                  $(BUILD)/tests/model/% $(BUILD)/tests/train/test_objective,$(TESTS))
endif
suite: $(BUILD)/attnviz $(TESTS) $(BENCHES) ## the tests of one build
	@tests/run $(TESTS)

coverage: ## which lines of src/ no test reaches, and how many do in each folder
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) MODE=coverage suite
	@tests/coverage build/coverage

test-faults: $(BUILD)/attnviz $(filter $(BUILD)/tests/faults/%,$(TESTS)) ## every call for memory or a file fails in turn
	@FAULTS=$(FAULTS) tests/run $(filter $(BUILD)/tests/faults/%,$(TESTS))

CLASSES ?= 100
test-classroom: $(BUILD)/tests/classroom/test_marking ## do made-up students lose marks, are their mistakes named? CLASSES sheets a level
	CLASSES=$(CLASSES) $<
	LENIENT=1 CLASSES=$(CLASSES) $<

check: ## that every folder includes only what lies to its left
	@tests/check_layers

RUNS ?= 100000
TIME ?= 60
fuzz: ## look for inputs that break a parser: RUNS a target, or TIME in seconds; TARGETS="numbers cells"
	$(MAKE) MODE=fuzz build/fuzz/tests/fuzz/libfuzzer
	@tests/fuzz/run build/fuzz/tests/fuzz/libfuzzer $(RUNS) $(TIME) $(TARGETS)

MACHINES := aarch64-linux-gnu s390x-linux-gnu arm-linux-gnueabihf
DEBIAN_aarch64-linux-gnu   := arm64
DEBIAN_s390x-linux-gnu     := s390x
DEBIAN_arm-linux-gnueabihf := armhf
test-machines: all ## the same bytes on aarch64, s390x and 32-bit ARM, under qemu; says what is missing
	@tests/compare_machines $(MACHINES)

deps-machines: ## install what that needs, on Debian and its kin
	@tests/install_packages qemu-user $(MACHINES:%=gcc-%)
	@$(foreach m,$(MACHINES),tests/foreign_libraries $(DEBIAN_$m) build/machines/$m \
	    $(filter lib%-dev,$(PACKAGES)) && ):

valgrind: $(BUILD)/attnviz $(TESTS) ## the tests under valgrind
	@RUNNER="valgrind -q --error-exitcode=99 --leak-check=full --trace-children=no" tests/run $(TESTS)

bench: all ## measure: ratios to other tools, side by side in one run
	+@tests/bench/run

weights: $(BUILD)/tests/bench/make_weights ## learn the built-in weights again, from WordNet
	@tests/install_packages wordnet-base
	$< $(WORDNET) $(WEIGHTS)

heads-study: $(BUILD)/tests/bench/heads_study ## train 1, 3 and 8 heads from three seeds each, for STEPS: does it matter how many?
	@tests/install_packages wordnet-base
	$< $(WORDNET) $(STEPS)

KINDS := $(filter-out transformer,$(basename $(notdir $(wildcard $(TRANSLATORS)/*.*))))
# KIND-NUMBERS-SEED: for `attnviz bottleneck`, a kind, the numbers of an annotation, the seed
READERS := $(basename $(notdir $(wildcard $(TRANSLATORS)/rnn/*)))
SWEEP := $(basename $(notdir $(wildcard $(TRANSLATORS)/sweep/*)))
translators: $(BUILD)/attnviz ## learn the built-in translators and language models again, from the toy language
	for kind in $(KINDS); do \
	    $(BUILD)/attnviz train bahdanau --kind $$kind -o $(TRANSLATORS)/$$kind.safetensors || exit; \
	done
	$(BUILD)/attnviz train bahdanau --choices -o $(TRANSLATORS)/choices/choices.safetensors
	$(BUILD)/attnviz train transformer -o $(TRANSLATORS)/transformer.safetensors
	for each in $(READERS); do \
	    $(BUILD)/attnviz train rnn --cell $$(echo $$each | sed "s,-, --,g") -o $(TRANSLATORS)/rnn/$$each.safetensors || exit; \
	done
	for each in $(SWEEP); do \
	    set -- $$(echo $$each | tr - ' '); \
	    steps=8000; [ $$1 = bahdanau ] || steps=16000; \
	    $(BUILD)/attnviz train bahdanau --kind $$1 --dim $$2 --seed $$3 --longest 20 --steps $$steps \
	        -o $(TRANSLATORS)/sweep/$$each.safetensors || exit; \
	done

# What chapters quote; it takes minutes. In its own folder, so that the pictures know no other path.
LEARN = cd examples/learning-curves && PATH="$(CURDIR)/$(BUILD):$$PATH" \
        attnviz compare-training --format text,png --out
curves: $(BUILD)/attnviz ## train again what examples/learning-curves compares
	cd examples/learning-curves && rm -rf models norms vectors
	$(LEARN) models
	$(LEARN) norms --models transformer --norm none,post,pre --layers 2,6 --steps 400 --points 4
	$(LEARN) vectors --models rnn --dim 16,32,64 --longest 20 --steps 6000 --points 6 --seeds 2

format: ## lay out the sources with clang-format
	clang-format -i src/main.c src/*/*.[ch] tests/*/*.[ch]

install: all ## into PREFIX (/usr/local), under DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(MAN_FOLDER) $(dir $(DESTDIR)$(BASH_FILE) $(DESTDIR)$(ZSH_FILE) $(DESTDIR)$(FISH_FILE))
	install -m 755 $(BUILD)/attnviz $(DESTDIR)$(PREFIX)/bin/attnviz
	$(BUILD)/attnviz --man > $(DESTDIR)$(MAN_FOLDER)/attnviz.1
	$(BUILD)/attnviz --completion bash > $(DESTDIR)$(BASH_FILE)
	$(BUILD)/attnviz --completion zsh > $(DESTDIR)$(ZSH_FILE)
	$(BUILD)/attnviz --completion fish > $(DESTDIR)$(FISH_FILE)

uninstall: ## what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/attnviz $(DESTDIR)$(MAN_FOLDER)/attnviz.1 \
	    $(DESTDIR)$(BASH_FILE) $(DESTDIR)$(ZSH_FILE) $(DESTDIR)$(FISH_FILE)

clean: ## remove what was built
	rm -rf build

MAN_FOLDER := $(PREFIX)/share/man/man1
BASH_FILE  := $(PREFIX)/share/bash-completion/completions/attnviz
ZSH_FILE   := $(PREFIX)/share/zsh/site-functions/_attnviz
FISH_FILE  := $(PREFIX)/share/fish/vendor_completions.d/attnviz.fish

# `make deps test`, also with -j: nothing is compiled before everything is installed.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(OBJECTS) $(BUILD)/main.o $(SUPPORT) $(TESTS:%=%.o) $(FONT): | deps
endif

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: all help deps demo test suite coverage test-classroom check fuzz test-machines deps-machines valgrind bench heads-study format install uninstall clean weights translators curves
.SECONDARY:
.DELETE_ON_ERROR:
