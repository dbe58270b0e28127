#!/usr/bin/env bash
# Runs the tests of the development ClickHouse server: `test.sh [DIST] [unittest arguments]`.
# Needs nothing but what dev/setup.sh brings; tests of foreign clients skip where one is missing.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
DIST="${1:-$(cd "$HERE/../.." && pwd)/.readonce/dist}"
shift || true
cd "$HERE"
export PYTHONDONTWRITEBYTECODE=1 PYTHONNOUSERSITE=1
exec "$DIST/venv/bin/python" -W error::ResourceWarning -m unittest discover -s tests -t . "$@"
