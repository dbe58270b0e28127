#!/usr/bin/env bash
# Counts what 5,000 postings cost over three days under kills and restarts, on a stack of its own
# that is stopped and wiped at the end. Usage: dev/paid.sh OUT.json [--items N] [--only PART]
# [--seed N] [--kill-every SECONDS] [--seconds N]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
target="${CARGO_TARGET_DIR:-target}"
readonce="$target/debug/readonce"
export READONCE_HOME="$PWD/.readonce/paid"
out="${1:?a file for the figures}"
shift

stop_stack() { "$readonce" stack down --wipe || true; }

"$readonce" stack down --wipe >/dev/null
trap stop_stack EXIT
"$readonce" stack up --kafka-port 0 --registry-port 0 --clickhouse-port 0
export READONCE_TEST_CONFIG="$READONCE_HOME/readonce.toml"
"$target/debug/paid" "$@" > "$out"
