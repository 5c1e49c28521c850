// What all files of the adapter share. `groups.h` is made of wit/ by the build.
//
// Theory of operation. Arguments belong to the hook, which frees them by their `_free` function;
// what it returns belongs to the host, which frees it after it has read it. Literals and static
// tables may be returned as they are: `free` leaves alone what was not allocated.

#ifndef ADAPTER_H
#define ADAPTER_H

#include "groups.h"

// A literal, where a text is initialised.
#define TEXT(literal) {(uint8_t *)(literal), sizeof(literal) - 1}
// A static table, where a list is initialised.
#define LIST(table) {(table), sizeof(table) / sizeof((table)[0])}

// A new text of these bytes.
groups_string_t text(const uint8_t *bytes, size_t len);
// Where a byte first stands in a text; its length if it does not.
size_t find(const groups_string_t *text, uint8_t byte);
// Whether a phrase, in small letters, stands in a text, in whatever letters.
bool contains(const groups_string_t *text, const char *phrase);

#endif
