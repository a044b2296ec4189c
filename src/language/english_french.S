/* The description of the toy language, a string at english_french (language/grammar.c). */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .globl SYMBOL(english_french)
SYMBOL(english_french):
    .incbin "english_french.list"
    .byte 0

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
