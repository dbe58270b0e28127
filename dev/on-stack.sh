#!/usr/bin/env bash
# Runs a command on a stack of its own: free ports, own data, stopped and wiped at the end. The
# command finds its configuration in READONCE_TEST_CONFIG and has standard output for itself.
# Usage: dev/on-stack.sh NAME COMMAND [ARGS]     NAME is the folder below .readonce
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonce="${CARGO_TARGET_DIR:-target}/debug/readonce"
export READONCE_HOME="$PWD/.readonce/${1:?a name for the stack}"
shift

stop_stack() { "$readonce" stack down --wipe >&2 || true; }

"$readonce" stack down --wipe >/dev/null
trap stop_stack EXIT
"$readonce" stack up --kafka-port 0 --registry-port 0 --clickhouse-port 0 >&2
export READONCE_TEST_CONFIG="$READONCE_HOME/readonce.toml"
"$@"
