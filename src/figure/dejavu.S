/* DejaVu Sans as it lies on disk, between dejavu_begin and dejavu_end (figure/font.c). The
   Makefile names the file as FONT. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

#ifdef __APPLE__
    .section __TEXT,__const
#else
    .section .rodata
#endif
    .balign 16
    .globl SYMBOL(dejavu_begin)
SYMBOL(dejavu_begin):
    .incbin FONT
    .globl SYMBOL(dejavu_end)
SYMBOL(dejavu_end):
    .byte 0

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
