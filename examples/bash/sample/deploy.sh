#!/usr/bin/env bash
set -euo pipefail
source lib/log.sh

target="${1:-staging}"

deploy() {
  log_line info "to $target"; echo "ö 🦀"; log_line debug "done"
}

deploy
