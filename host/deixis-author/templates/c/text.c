// Texts: bytes with a length, without a zero at the end.

#include <stdlib.h>
#include <string.h>

#include "adapter.h"

groups_string_t text(const uint8_t *bytes, size_t len) {
  groups_string_t copy = {0};
  if (len > 0) {
    copy.ptr = malloc(len);
    if (!copy.ptr) abort();
    memcpy(copy.ptr, bytes, len);
    copy.len = len;
  }
  return copy;
}

size_t find(const groups_string_t *text, uint8_t byte) {
  size_t at = 0;
  while (at < text->len && text->ptr[at] != byte) at += 1;
  return at;
}

bool contains(const groups_string_t *text, const char *phrase) {
  size_t len = strlen(phrase);
  for (size_t at = 0; at + len <= text->len; at++) {
    size_t same = 0;
    while (same < len) {
      uint8_t letter = text->ptr[at + same];
      if (letter >= 'A' && letter <= 'Z') letter += 'a' - 'A';
      if (letter != (uint8_t)phrase[same]) break;
      same += 1;
    }
    if (same == len) return true;
  }
  return false;
}
