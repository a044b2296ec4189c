/* The built-in models as they lie on disk, one after another from models_begin on; the words at
   models_offsets tell where each begins, and where the last one ends. They stand in the order of
   model_kinds (model/model.c). The Makefile has the assembler look for them in their folder. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .balign 64
    .globl SYMBOL(models_begin)
SYMBOL(models_begin):
0:  .incbin "bahdanau.safetensors"
1:  .incbin "bahdanau-rnn.safetensors"
2:  .incbin "bahdanau-causal.safetensors"
3:  .incbin "bahdanau-rnn-causal.safetensors"
4:  .incbin "dot.safetensors"
5:  .incbin "general.safetensors"
6:  .incbin "concat.safetensors"
7:  .incbin "local-m.safetensors"
8:  .incbin "local-p.safetensors"
9:  .incbin "fixed.safetensors"
10: .incbin "transformer.safetensors"
11:
    .balign 4
    .globl SYMBOL(models_offsets)
SYMBOL(models_offsets):
    .long 0, 1b - 0b, 2b - 0b, 3b - 0b, 4b - 0b, 5b - 0b, 6b - 0b, 7b - 0b, 8b - 0b, 9b - 0b
    .long 10b - 0b, 11b - 0b

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
