// The little of C's library that an adapter needs: there is no system below it.
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);
int memcmp(const void *left, const void *right, size_t len);
size_t strlen(const char *word);

#endif
