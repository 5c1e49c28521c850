// How the server is started and configured.

#include <stdlib.h>

#include "adapter.h"

bool exports_deixis_adapter_launch_plan(exports_deixis_adapter_launch_facts_t *facts,
                                        exports_deixis_adapter_launch_launch_plan_t *ret,
                                        exports_deixis_adapter_launch_failure_t *err) {
  (void)err;
  // The answer when the server asks for its settings.
  exports_deixis_adapter_launch_setting_t *settings = malloc(sizeof *settings);
  if (!settings) abort();
  *settings = (exports_deixis_adapter_launch_setting_t){
      .section = TEXT("{{server}}"),
      .value = facts->options,
  };
  facts->options = (groups_string_t){0};  // it is the plan's now
  *ret = (exports_deixis_adapter_launch_launch_plan_t){
      // Some servers look at who asks; the others do not mind.
      .initialization_options = {true, TEXT("{\"hostInfo\":\"deixis\"}")},
      .settings = {settings, 1},
  };
  exports_deixis_adapter_launch_facts_free(facts);
  return true;
}
