// Busy while the server says so by a progress, ready when the last one has ended.
//
// If your server begins the same work again, or sends a notification of its own when it is
// ready, say so here: see `interests`, and `signal_expected`.

#include <stdlib.h>
#include <string.h>

#include "adapter.h"

typedef exports_deixis_adapter_readiness_level_t level_t;

// What is remembered between events.
struct seen {
  bool alive;
  // Progresses that are open.
  uint32_t open;
  // What the last of them said.
  groups_option_u8_t percent;
  // There was one, and all have ended.
  bool ended;
};

static void observe(struct seen *seen, const exports_deixis_adapter_readiness_event_t *event) {
  switch (event->tag) {
    case EXPORTS_DEIXIS_ADAPTER_READINESS_EVENT_INITIALIZED:
      seen->alive = true;
      break;
    case EXPORTS_DEIXIS_ADAPTER_READINESS_EVENT_PROGRESS_BEGIN:
      seen->open += 1;
      seen->percent = event->val.progress_begin.percent;
      seen->ended = false;
      break;
    case EXPORTS_DEIXIS_ADAPTER_READINESS_EVENT_PROGRESS_REPORT:
      if (seen->open > 0) seen->percent = event->val.progress_report.percent;
      break;
    case EXPORTS_DEIXIS_ADAPTER_READINESS_EVENT_PROGRESS_END:
      if (seen->open > 0) {
        seen->open -= 1;
        seen->ended = seen->open == 0;
        if (seen->ended) seen->percent.is_some = false;
      }
      break;
  }
}

// The state is JSON, so that a recording can be read. Only what `write` writes is read.

static char *append(char *at, const char *word) {
  size_t len = strlen(word);
  memcpy(at, word, len);
  return at + len;
}

static char *append_number(char *at, uint32_t number) {
  char digits[11];
  char *first = digits + sizeof digits - 1;
  *first = 0;
  do *--first = (char)('0' + number % 10);
  while (number /= 10);
  return append(at, first);
}

static const char *word(bool value) { return value ? "true" : "false"; }

static groups_list_u8_t write(const struct seen *seen) {
  char state[96], *at = state;
  at = append(append(at, "{\"alive\":"), word(seen->alive));
  at = append_number(append(at, ",\"open\":"), seen->open);
  at = append(at, ",\"percent\":");
  at = seen->percent.is_some ? append_number(at, seen->percent.val) : append(at, "null");
  at = append(append(append(at, ",\"ended\":"), word(seen->ended)), "}");
  groups_string_t copy = text((const uint8_t *)state, (size_t)(at - state));
  return (groups_list_u8_t){copy.ptr, copy.len};
}

// The first letter of the value of the field with this number, from 0; 0 if there is none.
static const uint8_t *value(const groups_list_u8_t *state, int field) {
  for (size_t i = 0; i + 1 < state->len; i++) {
    if (state->ptr[i] == ':' && field-- == 0) return state->ptr + i + 1;
  }
  return NULL;
}

static uint32_t number(const uint8_t *digits) {
  uint32_t number = 0;
  while (*digits >= '0' && *digits <= '9') number = number * 10 + (*digits++ - '0');
  return number;
}

static bool read(const groups_list_u8_t *state, struct seen *seen) {
  const uint8_t *alive = value(state, 0), *open = value(state, 1);
  const uint8_t *percent = value(state, 2), *ended = value(state, 3);
  if (!ended || state->ptr[state->len - 1] != '}') return false;
  *seen = (struct seen){
      .alive = *alive == 't',
      .open = number(open),
      .percent = {*percent != 'n', (uint8_t)number(percent)},
      .ended = *ended == 't',
  };
  return true;
}

static void report(const struct seen *seen, exports_deixis_adapter_readiness_report_t *ret) {
  level_t unknown = {.tag = EXPORTS_DEIXIS_ADAPTER_READINESS_LEVEL_UNKNOWN};
  level_t ready = {.tag = EXPORTS_DEIXIS_ADAPTER_READINESS_LEVEL_READY};
  level_t level = seen->ended ? ready : unknown;
  if (seen->open > 0) {
    level = (level_t){
        .tag = EXPORTS_DEIXIS_ADAPTER_READINESS_LEVEL_BUSY,
        .val = {.busy = {.percent = seen->percent}},
    };
  }
  *ret = (exports_deixis_adapter_readiness_report_t){
      .state = write(seen),
      .tracks =
          {
              .alive = seen->alive ? ready : unknown,
              .navigation = level,
              .index = level,
              .diagnostics = unknown,
          },
      // Of a server that nobody knows, an early "nothing" is worth nothing.
      .navigation_trust = EXPORTS_DEIXIS_ADAPTER_READINESS_TRUST_EMPTY,
      .index_trust = EXPORTS_DEIXIS_ADAPTER_READINESS_TRUST_EMPTY,
  };
}

void exports_deixis_adapter_readiness_interests(groups_list_string_t *ret) {
  *ret = (groups_list_string_t){0};
}

bool exports_deixis_adapter_readiness_start(exports_deixis_adapter_readiness_facts_t *facts,
                                            exports_deixis_adapter_readiness_report_t *ret,
                                            exports_deixis_adapter_readiness_failure_t *err) {
  (void)err;
  exports_deixis_adapter_readiness_facts_free(facts);
  report(&(struct seen){0}, ret);
  return true;
}

bool exports_deixis_adapter_readiness_step(groups_list_u8_t *state,
                                           exports_deixis_adapter_readiness_list_event_t *events,
                                           exports_deixis_adapter_readiness_report_t *ret,
                                           exports_deixis_adapter_readiness_failure_t *err) {
  struct seen seen;
  bool whole = read(state, &seen);
  groups_list_u8_free(state);
  if (whole) {
    for (size_t i = 0; i < events->len; i++) observe(&seen, &events->ptr[i]);
    report(&seen, ret);
  } else {
    groups_string_set(&err->message, "the state came back broken");
  }
  exports_deixis_adapter_readiness_list_event_free(events);
  return whole;
}
