/* A file as it lies on disk, between LIST and LIST_end, and a zero byte. The Makefile names the
   symbols and the file. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .globl SYMBOL(LIST)
SYMBOL(LIST):
    .incbin FILE
    .globl SYMBOL(JOIN(LIST, _end))
SYMBOL(JOIN(LIST, _end)):
    .byte 0

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
