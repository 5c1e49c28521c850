// What a response error means.

#include "adapter.h"

bool exports_deixis_adapter_errors_classify(exports_deixis_adapter_errors_context_t *context,
                                            exports_deixis_adapter_errors_response_error_t *error,
                                            exports_deixis_adapter_errors_verdict_t *ret,
                                            exports_deixis_adapter_errors_failure_t *err) {
  (void)err;
  // Said while the server is not ready.
  bool not_yet =
      contains(&error->message, "not ready") || contains(&error->message, "still indexing");
  ret->tag = not_yet ? EXPORTS_DEIXIS_ADAPTER_ERRORS_VERDICT_RETRY_WHEN_READY
                     : EXPORTS_DEIXIS_ADAPTER_ERRORS_VERDICT_UNKNOWN;
  exports_deixis_adapter_errors_context_free(context);
  exports_deixis_adapter_errors_response_error_free(error);
  return true;
}
