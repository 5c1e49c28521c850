// What symbols are called: `Type.method(String)` is `method` in `Type`.

#include <stdlib.h>

#include "adapter.h"

typedef exports_deixis_adapter_symbols_normalised_t normalised_t;

// LSP `SymbolKind`s of what is called: method, constructor, function.
static bool is_called(uint32_t kind) { return kind == 6 || kind == 9 || kind == 12; }

// Length of the name before the list of parameters at its end.
static size_t cut(const groups_string_t *name) {
  size_t at = find(name, '(');
  bool has_list = at > 0 && at < name->len && name->ptr[name->len - 1] == ')';
  return has_list ? at : name->len;
}

// How many dots are in a path; 0 if one of its parts is empty.
static size_t dots(const groups_string_t *path) {
  size_t count = 0;
  uint8_t before = '.';
  for (size_t i = 0; i < path->len; i++) {
    if (path->ptr[i] == '.') {
      if (before == '.') return 0;
      count += 1;
    }
    before = path->ptr[i];
  }
  return before == '.' ? 0 : count;
}

static normalised_t one(const exports_deixis_adapter_symbols_symbol_t *symbol) {
  const groups_string_t *name = &symbol->name;
  normalised_t normalised = {.kind = symbol->kind};
  groups_string_t path = *name;
  if (is_called(symbol->kind)) {
    path.len = cut(name);
    if (path.len < name->len) {
      normalised.parameters.is_some = true;
      normalised.parameters.val = text(name->ptr + path.len, name->len - path.len);
    }
    size_t scopes = dots(&path);
    if (scopes > 0) {
      groups_string_t *scope = malloc(scopes * sizeof *scope);
      if (!scope) abort();
      normalised.scope.is_some = true;
      normalised.scope.val = (groups_list_string_t){scope, scopes};
      for (size_t i = 0; i < scopes; i++) {
        size_t len = find(&path, '.');
        scope[i] = text(path.ptr, len);
        path.ptr += len + 1;
        path.len -= len + 1;
      }
    }
  }
  normalised.name = text(path.ptr, path.len);
  return normalised;
}

bool exports_deixis_adapter_symbols_normalise(
    groups_string_t *language, exports_deixis_adapter_symbols_origin_t origin,
    exports_deixis_adapter_symbols_list_symbol_t *symbols,
    exports_deixis_adapter_symbols_list_normalised_t *ret,
    exports_deixis_adapter_symbols_failure_t *err) {
  (void)origin;
  (void)err;
  *ret = (exports_deixis_adapter_symbols_list_normalised_t){0};
  if (symbols->len > 0) {
    ret->ptr = malloc(symbols->len * sizeof *ret->ptr);
    if (!ret->ptr) abort();
    ret->len = symbols->len;
    for (size_t i = 0; i < symbols->len; i++) ret->ptr[i] = one(&symbols->ptr[i]);
  }
  exports_deixis_adapter_symbols_list_symbol_free(symbols);
  groups_string_free(language);
  return true;
}

bool exports_deixis_adapter_symbols_rewrite(groups_string_t *name,
                                            exports_deixis_adapter_symbols_query_t *ret,
                                            exports_deixis_adapter_symbols_failure_t *err) {
  (void)err;
  size_t end = cut(name), start = end;
  while (start > 0 && name->ptr[start - 1] != '.') start -= 1;
  *ret = (exports_deixis_adapter_symbols_query_t){0};
  ret->text = start < end ? text(name->ptr + start, end - start) : text(name->ptr, name->len);
  groups_string_free(name);
  return true;
}
