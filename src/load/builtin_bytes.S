/* The built-in weights as they lie on disk, between builtin_begin and builtin_end (load/weights.c).
   The Makefile names the file as WEIGHTS. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .balign 64
    .globl SYMBOL(builtin_begin)
SYMBOL(builtin_begin):
    .incbin WEIGHTS
    .globl SYMBOL(builtin_end)
SYMBOL(builtin_end):
    .byte 0

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
