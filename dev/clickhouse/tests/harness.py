"""Runs the server as a process of its own, on a free port and a temporary folder, and asks it."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parent.parent
START_TIMEOUT_S = 60


@dataclass(frozen=True)
class Reply:
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def code(self) -> str | None:
        """The exception code, if there is one."""
        return self.headers.get("X-ClickHouse-Exception-Code")


class ServerProcess:
    """A server that is started, asked, killed and started again on the same data."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="clickhouse-http-"))
        self._arguments, self._environment = arguments, dict(environment or {})
        self.start()

    @property
    def data(self) -> Path:
        """The server's data folder."""
        return self.root / "data"

    def start(self) -> None:
        """Starts the server and waits for the line that names its port."""
        self.process = subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, **self._environment}
        )
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on "):
            raise AssertionError(f"the server did not start: {line!r}\n{self.log()}")
        self.port = int(line.rpartition(":")[2])

    def command(self) -> list[str]:
        """The command line of the server."""
        log = str(self.root / "server.log")
        return [
            sys.executable,
            "-m",
            "clickhouse_http",
            "--data",
            str(self.data),
            "--port",
            "0",
            "--log",
            log,
            *self._arguments,
        ]

    def kill(self) -> None:
        """Ends the server as a crash would."""
        self.process.kill()
        self._wait(10)

    def stop(self) -> float:
        """Ends the server politely; gives the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self._wait(30)
        return time.monotonic() - began

    def close(self) -> None:
        """Ends the server and removes its folder."""
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.root)

    def log(self) -> str:
        """What the server logged."""
        path = self.root / "server.log"
        return path.read_text() if path.exists() else ""

    def connection(self) -> http.client.HTTPConnection:
        """A connection to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(
        self,
        text: bytes | str | Iterable[bytes] | None = None,
        method: str = "POST",
        path: str = "/",
        headers: Mapping[str, str] | None = None,
        **parameters: str,
    ) -> Reply:
        """Sends one request; an iterable goes out in chunks."""
        connection = self.connection()
        try:
            target = path + ("?" + urlencode(parameters, quote_via=quote) if parameters else "")
            body = text.encode() if isinstance(text, str) else text
            connection.request(method, target, body, dict(headers or {}))
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())  # type: ignore[arg-type]
        finally:
            connection.close()

    def rows(self, text: str, **parameters: str) -> str:
        """The answer of a query that has to succeed."""
        reply = self.ask(text, "POST", "/", None, **parameters)
        if reply.status != 200:
            raise AssertionError(f"{text}: {reply.status} {reply.text}")
        return reply.text

    def _wait(self, timeout_s: float) -> None:
        self.process.wait(timeout_s)
        assert self.process.stdout
        self.process.stdout.close()
