#!/usr/bin/env bash
# Lines of a log, for all scripts.

log_level="info"

# Says something, with its level.
log_line() {
  local level="$1"
  if [ "$level" = "debug" ] && [ "$log_level" != "debug" ]; then
    return
  fi
  printf '%s: %s\n' "$level" "$2"
}
