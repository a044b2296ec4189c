/* The translators that come with the program, one of every kind: learned by `make translators` from
 * the toy language and embedded as safetensors files, translators/KIND.safetensors. */
#ifndef LOAD_BUILTIN_TRANSLATOR_H
#define LOAD_BUILTIN_TRANSLATOR_H

#include "load/translator.h"

LoadedTranslator builtin_translator(Arena *arena, const TranslatorKind *kind);

#endif
