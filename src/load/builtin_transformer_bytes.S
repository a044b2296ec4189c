/* The built-in transformer as it lies on disk, between transformer_begin and transformer_end
   (load/builtin_transformer.c). The Makefile has the assembler look for it in its folder. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .balign 64
    .globl SYMBOL(transformer_begin)
SYMBOL(transformer_begin):
    .incbin "transformer.safetensors"
    .globl SYMBOL(transformer_end)
SYMBOL(transformer_end):
    .byte 0

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
