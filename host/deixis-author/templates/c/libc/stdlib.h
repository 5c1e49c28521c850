// The little of C's library that an adapter needs: there is no system below it.
#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *block, size_t size);
// Leaves alone what `malloc` did not give: literals and static tables.
void free(void *block);
_Noreturn void abort(void);

#endif
