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
LIBRARIES := libpng freetype2 harfbuzz jansson libutf8proc
PACKAGES  := build-essential pkg-config libpng-dev libfreetype-dev libharfbuzz-dev libjansson-dev \
             libutf8proc-dev libcmocka-dev fonts-dejavu-core

# Asked once, and only when something is compiled: `make deps all` may have to install it first.
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(shell pkg-config --cflags $(LIBRARIES)))$(PKG_CFLAGS)
PKG_LIBS   = $(eval PKG_LIBS := $$(shell pkg-config --libs $(LIBRARIES)))$(PKG_LIBS)

# -ffp-contract=off: a compiler must not choose where a multiplication and an addition are fused,
# or two machines would draw two different figures. -fno-math-errno: a square root is an instruction.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
CFLAGS   ?= -O2 -g
BASE_CFLAGS  := -std=gnu17 $(WARNINGS) -ffp-contract=off -fno-math-errno
BASE_CPPFLAGS = -Isrc $(PKG_CFLAGS) -MMD -MP

ifeq ($(MODE),sanitize)
# gcc takes the sanitizer's own null checks for null formats
BASE_CFLAGS += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-format-truncation
BASE_CPPFLAGS += -DATTNVIZ_SANITIZE
LDFLAGS     += -fsanitize=address,undefined
endif
ifeq ($(MODE),double)
BASE_CPPFLAGS += -DATTNVIZ_DOUBLE
endif

SOURCES := $(sort $(wildcard src/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/%.o) $(patsubst src/%.S,$(BUILD)/%.o,$(wildcard src/*/*.S)) \
           $(patsubst src/%,$(BUILD)/%.o,$(wildcard src/*/*.list))
SUPPORT := $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(sort $(wildcard tests/support/*.c)))
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

# The loops over vectors, and the drawing of sentences to learn from, are worth the compiler's full
# effort; under the sanitizers, too, where most of the tests' time is training.
$(BUILD)/tensor/%.o $(BUILD)/graph/%.o $(BUILD)/language/%.o $(BUILD)/train/%.o $(BUILD)/figure/scale.o $(BUILD)/figure/deflate.o: BASE_CFLAGS += -O3

# The font goes into the program, so that a figure looks the same wherever it is drawn.
$(BUILD)/figure/dejavu.o: src/figure/dejavu.S $(FONT)
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DFONT='"$(FONT)"' -c $< -o $@

# So do the built-in weights.
$(BUILD)/load/builtin_bytes.o: src/load/builtin_bytes.S $(WEIGHTS)
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DWEIGHTS='"$(WEIGHTS)"' -c $< -o $@

$(BUILD)/load/builtin_models.o: src/load/builtin_models.S $(wildcard $(TRANSLATORS)/*)
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -Wa,-I$(TRANSLATORS) -c $< -o $@

# And lists of words, and the pages that the help is made of.
$(BUILD)/%.list.o: src/%.list src/list.S
	@mkdir -p $(@D)
	$(call SAY,embed)
	$(Q)$(CC) -DLIST=$(*F)_list -DFILE='"$<"' -c src/list.S -o $@

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) -Itests -DTESTS_FOLDER='"$(CURDIR)/tests"' \
	    -DPROGRAM='"$(abspath $(BUILD))/attnviz"' $(CFLAGS) $(BASE_CFLAGS) -c $< -o $@

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(ARCHIVE)
	$(call SAY,link)
	$(Q)$(CC) $(LDFLAGS) $^ $(PKG_LIBS) -lcmocka -lm -lpthread -o $@

# This test gives the models other operations than they ask for, and reads what is then written.
$(BUILD)/tests/cli/test_swapped: LDFLAGS += -Wl,--wrap=relu,--wrap=softmax_rows,--wrap=add \
    -Wl,--wrap=multiply,--wrap=divide_by_root,--wrap=tanh_of

## what can be made

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20

deps: ## install what is needed, on Debian and its kin
	@tests/install_packages $(PACKAGES)

demo: all ## the main job: one sentence through self-attention
	$(BUILD)/attnviz --sentence "He hit the ball with the bat" --heads 3 --mask causal

test: check suite ## every test: this build's, the gradients in double, gcc against clang, the recipes
ifeq ($(MODE),release)
	$(MAKE) REAL=double suite
	tests/compare_compilers
	tests/recipes/run
endif

# A build in double is for the gradients and the models that they train.
ifeq ($(MODE),double)
TESTS := $(filter $(BUILD)/tests/base/% $(BUILD)/tests/tensor/% $(BUILD)/tests/graph/% \
                  $(BUILD)/tests/model/% $(BUILD)/tests/train/test_objective,$(TESTS))
endif
suite: $(BUILD)/attnviz $(TESTS) ## the tests of one build
	@tests/run $(TESTS)

check: ## that every folder includes only what lies to its left
	@tests/check_layers

valgrind: $(BUILD)/attnviz $(TESTS) ## the tests under valgrind
	@RUNNER="valgrind -q --error-exitcode=99 --leak-check=full --trace-children=no" tests/run $(TESTS)

bench: all ## measure: ratios to other tools, side by side in one run
	+@tests/bench/run

weights: $(BUILD)/make_weights ## learn the built-in weights again, from WordNet
	@tests/install_packages wordnet-base
	$(BUILD)/make_weights $(WORDNET) $(WEIGHTS)

KINDS := $(filter-out transformer,$(basename $(notdir $(wildcard $(TRANSLATORS)/*))))
translators: $(BUILD)/attnviz ## learn the built-in translators again, from the toy language
	for kind in $(KINDS); do \
	    $(BUILD)/attnviz train bahdanau --kind $$kind -o $(TRANSLATORS)/$$kind.safetensors || exit; \
	done
	$(BUILD)/attnviz train transformer -o $(TRANSLATORS)/transformer.safetensors

$(BUILD)/make_weights: %: %.o $(OBJECTS)
	$(call SAY,link)
	$(Q)$(CC) $(LDFLAGS) $^ $(PKG_LIBS) -lm -lpthread -o $@

format: ## lay out the sources with clang-format
	clang-format -i src/*.c src/*/*.[ch] tests/*/*.[ch]

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

.PHONY: all help deps demo test suite check valgrind bench format install uninstall clean weights translators
.SECONDARY:
.DELETE_ON_ERROR:
