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
/* those of attnviz bottleneck: swept_model */
11: .incbin "sweep/bahdanau-64-1.safetensors"
12: .incbin "sweep/bahdanau-64-2.safetensors"
13: .incbin "sweep/bahdanau-64-3.safetensors"
14: .incbin "sweep/fixed-64-1.safetensors"
15: .incbin "sweep/fixed-64-2.safetensors"
16: .incbin "sweep/fixed-64-3.safetensors"
17: .incbin "sweep/fixed-32-1.safetensors"
18: .incbin "sweep/fixed-32-2.safetensors"
19: .incbin "sweep/fixed-32-3.safetensors"
20: .incbin "sweep/fixed-16-1.safetensors"
21: .incbin "sweep/fixed-16-2.safetensors"
22: .incbin "sweep/fixed-16-3.safetensors"
23:
    .balign 4
    .globl SYMBOL(models_offsets)
SYMBOL(models_offsets):
    .long 0, 1b - 0b, 2b - 0b, 3b - 0b, 4b - 0b, 5b - 0b, 6b - 0b, 7b - 0b, 8b - 0b, 9b - 0b
    .long 10b - 0b, 11b - 0b, 12b - 0b, 13b - 0b, 14b - 0b, 15b - 0b, 16b - 0b, 17b - 0b, 18b - 0b, 19b - 0b
    .long 20b - 0b, 21b - 0b, 22b - 0b, 23b - 0b

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
