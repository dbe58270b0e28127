"""The process: start, serve, stop.

It must never listen before the engine can answer, and never take longer than five seconds to
stop. What was answered is on disk already, so a stop has nothing to save.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from pathlib import Path

from .auth import Authenticator
from .engine import Engine
from .execution import Execution
from .handler import Handler, Services
from .inflight import InFlight
from .sessions import Sessions
from .spool import Spool
from .storage import StartRefused, open_folder

LOG = logging.getLogger("clickhouse")
# Together below five seconds: running queries may end, then they are cancelled, then it is over.
_PATIENCE_S, _CANCEL_PATIENCE_S, _CLOSE_PATIENCE_S = 1.5, 1.5, 1.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_HOUSEKEEPING_S = 5.0


@dataclass(frozen=True)
class Options:
    """How a server is started."""

    data: Path
    host: str
    port: int
    user: str | None
    password: str


class Server(ThreadingHTTPServer):
    """A thread for each connection; the engine runs their queries side by side."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, host: str, port: int, services: Services) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__((host, port), type("BoundHandler", (Handler,), {"services": services}))
        except (OSError, OverflowError) as error:
            raise StartRefused(f"cannot listen on {host}:{port}: {error}") from error

    def server_bind(self) -> None:
        """Like the base class, but without asking a name server for our own name."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """A handler let an error through: that is a fault of ours, and worth a trace."""
        LOG.exception("connection of %s failed", client_address)


def serve(options: Options) -> int:
    """Runs a server until SIGTERM or SIGINT; returns the exit code."""
    folder = open_folder(options.data)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    engine = Engine(str(folder.engine))
    sessions = Sessions(engine.connect)
    services = Services(
        engine=engine,
        sessions=sessions,
        execution=Execution(Spool(folder.incoming)),
        authenticator=Authenticator(options.user, options.password),
        in_flight=InFlight(),
        is_loopback=options.host in _LOOPBACK,
    )
    server = Server(options.host, options.port, services)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    print(f"listening on {options.host}:{server.server_port}", flush=True)
    LOG.info(
        "listening on %s:%d, engine %s, data in %s", options.host, server.server_port, engine.version, options.data
    )
    while not stop.wait(_HOUSEKEEPING_S):
        sessions.close_idle()
    _stop(server, services)
    return 0


def _stop(server: Server, services: Services) -> None:
    LOG.info("stopping")
    server.shutdown()
    server.server_close()
    is_idle = services.in_flight.wait_until_none(_PATIENCE_S)
    if not is_idle:
        services.engine.cancel_all()
        is_idle = services.in_flight.wait_until_none(_CANCEL_PATIENCE_S)
    if is_idle:
        closing = threading.Thread(target=services.engine.close, daemon=True)
        closing.start()
        closing.join(_CLOSE_PATIENCE_S)
    LOG.info("stopped%s", "" if is_idle else " with requests still running")
    logging.shutdown()
    # Threads that wait in the engine would keep, or crash, an ordinary exit.
    os._exit(0)
