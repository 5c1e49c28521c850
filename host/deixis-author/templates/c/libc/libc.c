// The little of C's library that an adapter needs: there is no system below it.
//
// Theory of operation. A block has a power of two of bytes, with its exponent in front. Freed
// blocks are kept in a list for each size and given out again; memory only grows. The host ends
// an instance that has grown too large.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 8
#define SMALLEST 4
#define PAGE 65536

// Where literals, static tables and the stack end.
extern unsigned char __heap_base;

struct block {
  struct block *next;
};

static struct block *freed[32];
static uintptr_t top;

static unsigned char *take(unsigned exponent) {
  uintptr_t size = (uintptr_t)1 << exponent;
  if (freed[exponent]) {
    struct block *block = freed[exponent];
    freed[exponent] = block->next;
    return (unsigned char *)block;
  }
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + size, has = __builtin_wasm_memory_size(0) * PAGE;
  if (end < top) return NULL;
  if (end > has && __builtin_wasm_memory_grow(0, (end - has + PAGE - 1) / PAGE) == (size_t)-1) {
    return NULL;
  }
  unsigned char *block = (unsigned char *)top;
  top = end;
  return block;
}

void *malloc(size_t size) {
  unsigned exponent = SMALLEST;
  while (exponent < 31 && ((size_t)1 << exponent) - HEADER < size) exponent += 1;
  if (((size_t)1 << exponent) - HEADER < size) return NULL;
  unsigned char *block = take(exponent);
  if (!block) return NULL;
  *(unsigned *)block = exponent;
  return block + HEADER;
}

void free(void *block) {
  if ((uintptr_t)block < (uintptr_t)&__heap_base) return;
  struct block *whole = (struct block *)((unsigned char *)block - HEADER);
  unsigned exponent = *(unsigned *)whole;
  whole->next = freed[exponent];
  freed[exponent] = whole;
}

void *realloc(void *block, size_t size) {
  void *larger = malloc(size);
  if (block && larger) {
    size_t had = ((size_t)1 << *(unsigned *)((unsigned char *)block - HEADER)) - HEADER;
    memcpy(larger, block, had < size ? had : size);
    free(block);
  }
  return larger;
}

_Noreturn void abort(void) { __builtin_trap(); }

void *memcpy(void *restrict to, const void *restrict from, size_t len) {
  return memmove(to, from, len);
}

void *memmove(void *to, const void *from, size_t len) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) {
    for (size_t i = 0; i < len; i++) target[i] = source[i];
  } else {
    for (size_t i = len; i > 0; i--) target[i - 1] = source[i - 1];
  }
  return to;
}

void *memset(void *to, int byte, size_t len) {
  unsigned char *target = to;
  for (size_t i = 0; i < len; i++) target[i] = (unsigned char)byte;
  return to;
}

int memcmp(const void *left, const void *right, size_t len) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < len; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *word) {
  size_t len = 0;
  while (word[len]) len += 1;
  return len;
}
