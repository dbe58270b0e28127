#!/usr/bin/env bash
# Runs the development ClickHouse server in the foreground; becomes it (exec), so the caller's
# child process is the server.
#
# Usage: run.sh --dist DIR --data DIR --port N [--log FILE]
# It must never listen on anything but loopback.
set -euo pipefail

DEV="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=../options.sh
. "$DEV/options.sh"
parse_options "dist data port" "log" "$@"

LOG="${OPT_log:-$OPT_data/clickhouse.log}"
mkdir -p "$OPT_data"

# No __pycache__ in the source tree; -P-like isolation: only this folder and the venv are searched.
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$DEV/clickhouse" PYTHONNOUSERSITE=1
exec "$OPT_dist/venv/bin/python" -m clickhouse_http --host 127.0.0.1 --port "$OPT_port" --data "$OPT_data" --log "$LOG"
