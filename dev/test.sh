#!/usr/bin/env bash
# Runs every test on a stack of its own: free ports, own data, stopped and wiped at the end.
# Usage: dev/test.sh [ARGS of the test runner]
# The test runner is cargo-nextest where it is installed, else cargo's own.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonce="${CARGO_TARGET_DIR:-target}/debug/readonce"
export READONCE_HOME="$PWD/.readonce/test"

say() { printf '\n== %s\n' "$*"; }
stop_stack() { "$readonce" stack down --wipe || true; }

say "stack"
"$readonce" stack down --wipe >/dev/null
trap stop_stack EXIT
"$readonce" stack up --kafka-port 0 --registry-port 0 --clickhouse-port 0
export READONCE_TEST_CONFIG="$READONCE_HOME/readonce.toml"
READONCE_CLICKHOUSE_URL="$(sed -n '/^\[clickhouse\]/,/^\[/s/^url = "\(.*\)"/\1/p' "$READONCE_TEST_CONFIG")"
export READONCE_CLICKHOUSE_URL

say "ClickHouse server (Python)"
dev/clickhouse/test.sh "$PWD/.readonce/dist"

say "Rust"
cargo build --locked --workspace --all-targets
if cargo nextest --version >/dev/null 2>&1; then
  cargo nextest run --locked --workspace "$@"
  cargo test --locked --workspace --doc --quiet
else
  cargo test --locked --workspace "$@"
fi
