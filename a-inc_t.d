inc_t.o: /tmp/inc_t.c src/cli/settings.h src/cli/output.h \
 src/cli/commands.h src/cli/options.h src/base/base.h src/trace/trace.h \
 src/graph/node.h src/tensor/tensor.h src/cli/command_table.list \
 src/graph/names.h src/write/formats.h src/base/folder.h \
 src/document/document.h src/figure/drawing.h src/write/text.h \
 src/load/arguments.h src/load/tokens.h src/model/layers.h \
 src/graph/ops.h src/train/pairs.h src/language/language.h \
 src/train/training.h src/load/weights.h src/load/files.h \
 src/model/model.h src/model/words.h src/trace/traces.h \
 src/model/studies.h src/trace/build.h
src/cli/settings.h:
src/cli/output.h:
src/cli/commands.h:
src/cli/options.h:
src/base/base.h:
src/trace/trace.h:
src/graph/node.h:
src/tensor/tensor.h:
src/cli/command_table.list:
src/graph/names.h:
src/write/formats.h:
src/base/folder.h:
src/document/document.h:
src/figure/drawing.h:
src/write/text.h:
src/load/arguments.h:
src/load/tokens.h:
src/model/layers.h:
src/graph/ops.h:
src/train/pairs.h:
src/language/language.h:
src/train/training.h:
src/load/weights.h:
src/load/files.h:
src/model/model.h:
src/model/words.h:
src/trace/traces.h:
src/model/studies.h:
src/trace/build.h:
