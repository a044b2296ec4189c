#include "classroom/recipe.h"

void tasks_add(Worksheet *s)
{
    (void)s;
}
Verdict task_verdict(const Worksheet *sheet, const Task *task, const char *written)
{
    (void)sheet;
    (void)task;
    (void)written;
    return EMPTY;
}
