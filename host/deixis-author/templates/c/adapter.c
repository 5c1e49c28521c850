// An adapter of Deixis for {{id}}: {{server}}.
//
// The host knows no language. It calls what is here with values and gets values back; nothing
// is kept between calls. Each hook group is a file, this one is `info`: who the adapter is and
// what it serves. The groups are listed in wit/adapter.wit: take one out there, delete its file,
// and the host does as it always does.

#include "adapter.h"

static groups_string_t suffixes[] = {TEXT("{{extension}}")};
static exports_deixis_adapter_info_language_t languages[] = {
    {.id = TEXT("{{id}}"), .suffixes = LIST(suffixes)},
};
static groups_string_t commands[] = {TEXT("{{server}}")};
static exports_deixis_adapter_info_recipe_t recipes[] = {
    {.id = TEXT("{{server}}"), .commands = LIST(commands)},
};
static groups_string_t separators[] = {TEXT(".")};

void exports_deixis_adapter_info_describe(exports_deixis_adapter_info_descriptor_t *ret) {
  *ret = (exports_deixis_adapter_info_descriptor_t){
      .id = TEXT("{{id}}"),
      .version = TEXT("0.1.0"),
      .display_name = TEXT("{{id}} ({{server}})"),
      .languages = LIST(languages),
      .recipes = LIST(recipes),
      .separators = LIST(separators),
      .open_policy = EXPORTS_DEIXIS_ADAPTER_INFO_OPEN_POLICY_TARGET,
      // JSON Schema of the user's `options`: whatever settings the server has.
      .options_schema = TEXT("{\"type\":\"object\"}"),
  };
}
