#!/usr/bin/env bash
# Times the extract service on a real broker and a real registry, on a stack of its own that is
# stopped and wiped at the end. Usage: dev/bench-extract.sh OUT.json [--only PART] [--keys N]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
target="${CARGO_TARGET_DIR:-target}"
readonce="$target/debug/readonce"
export READONCE_HOME="$PWD/.readonce/bench"
out="${1:?a file for the figures}"
shift

stop_stack() { "$readonce" stack down --wipe || true; }

"$readonce" stack down --wipe >/dev/null
trap stop_stack EXIT
"$readonce" stack up --kafka-port 0 --registry-port 0 --clickhouse-port 0
export READONCE_BENCH_CONFIG="$READONCE_HOME/readonce.toml"
"$target/release/extract" "$@" > "$out"
