#!/usr/bin/env bash
# Carries the world of 47,000 postings on 40 sites through three days.
# Usage: dev/world.sh [--items N] [--seed N] [--json]     through the product's decisions, in memory
#        dev/world.sh --stack [--items N]                 through the services on a stack of its own
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

in_memory() {
  cargo run --quiet --release --locked -p readonce-tests --no-default-features --bin world -- "$@"
}

on_stack() {
  export READONCE_WORLD_ITEMS="${READONCE_WORLD_ITEMS:-47000}"
  while [ $# -gt 0 ]; do
    case "$1" in
      --items) READONCE_WORLD_ITEMS="${2:?--items needs a value}"; shift 2 ;;
      *) printf '%s: error: unknown option %s\n' "$0" "$1" >&2; exit 2 ;;
    esac
  done
  dev/setup.sh
  cargo build --locked -p readonce-cli
  dev/on-stack.sh world \
    cargo test --locked -p readonce-tests --test e2e web_world -- --nocapture
}

if [ "${1:-}" = "--stack" ]; then
  shift
  on_stack "$@"
else
  in_memory "$@"
fi
