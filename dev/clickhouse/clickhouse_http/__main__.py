"""Command line of the development ClickHouse server: `python -m clickhouse_http --help`."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

_PASSWORD_VARIABLE = "READONCE_CLICKHOUSE_PASSWORD"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="clickhouse_http", description="ClickHouse's HTTP interface on the embedded engine."
    )
    parser.add_argument("--data", type=Path, required=True, help="data folder; created if missing")
    parser.add_argument("--port", type=int, default=8123, help="0 takes a free one; the first line of output names it")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: loopback only)")
    parser.add_argument("--user", help=f"the one user that is accepted, with the password in {_PASSWORD_VARIABLE}")
    parser.add_argument("--log", type=Path, help="log file (default: standard error)")
    return parser.parse_args()


def _start_log(path: Path | None) -> None:
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=16 << 20, backupCount=3) if path else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def main() -> int:
    """Starts a server; 1 if it cannot start."""
    arguments = _arguments()
    _start_log(arguments.log)
    # Loading the engine takes a while, and is not needed to refuse an argument.
    from .server import Options, serve
    from .storage import StartRefused

    options = Options(
        data=arguments.data,
        host=arguments.host,
        port=arguments.port,
        user=arguments.user,
        password=os.environ.get(_PASSWORD_VARIABLE, ""),
    )
    try:
        return serve(options)
    except (StartRefused, OSError) as error:
        logging.getLogger("clickhouse").error("cannot start: %s", error)
        print(f"error: cannot start: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
