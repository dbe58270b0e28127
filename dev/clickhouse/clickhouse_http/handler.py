"""Speaks HTTP: routes a request, checks who asks, and writes the answer.

It must never let an answer look complete that is not: every answer has its length, and a request
whose body breaks off gets none.
"""

from __future__ import annotations

import logging
import secrets
import string
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler

from .auth import Authenticator, read_credentials, refuse_web_pages
from .body import Body, BrokenBody, content_compression, open_body
from .engine import Connection, Engine
from .errors import BAD_ARGUMENTS, UNKNOWN_EXCEPTION, ClickHouseError
from .execution import Answer, Execution, Request
from .form import MAX_FORM_BYTES, parse_form
from .inflight import InFlight
from .parameters import Parameters, parse_pairs, read_parameters
from .sessions import Sessions

LOG = logging.getLogger("clickhouse")
_NO_HANDLE = (
    "There is no handle {path}\n\nUse / or /ping for health checks.\nOr /replicas_status for more sophisticated"
    " health checks.\n\nSend queries from your program with POST method or GET /?query=...\n"
)
_PLAIN_TEXT = "text/plain; charset=UTF-8"
_IDLE_TIMEOUT_S = 30
_TRANSFER_TIMEOUT_S = 120


@dataclass(frozen=True)
class Services:
    """What all requests share."""

    engine: Engine
    sessions: Sessions
    execution: Execution
    authenticator: Authenticator
    in_flight: InFlight
    is_loopback: bool


class Handler(BaseHTTPRequestHandler):
    """One connection of a client; requests follow each other on it."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "readonce-clickhouse", ""
    error_message_format, error_content_type = "%(code)d %(message)s\n", _PLAIN_TEXT
    timeout = _IDLE_TIMEOUT_S
    disable_nagle_algorithm = True
    # Status, headers and a small answer leave in one packet.
    wbufsize = 65_536
    services: Services
    _query_id = ""

    def do_GET(self) -> None:
        """Health checks, and queries that only read."""
        self._serve(is_readonly=True)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Queries of any kind."""
        self._serve(is_readonly=False)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged; failed queries are, with their error."""

    def _serve(self, is_readonly: bool) -> None:
        self._query_id = str(uuid.uuid4())
        self.connection.settimeout(_TRANSFER_TIMEOUT_S)
        try:
            with self.services.in_flight:
                self._route(is_readonly)
                self.wfile.flush()
            self.connection.settimeout(_IDLE_TIMEOUT_S)
        except (BrokenBody, ConnectionError, TimeoutError) as error:
            LOG.warning("request dropped: %s", error)
            self.close_connection = True

    def _route(self, is_readonly: bool) -> None:
        path, _, url_query = self.path.partition("?")
        is_check = path == "/ping" or (path == "/" and not url_query)
        if is_check and self.command != "POST" or path == "/replicas_status":
            # There are no replicas, so none can be late.
            self._send(200, _PLAIN_TEXT, {}, b"Ok.\n")
        elif path in ("/", "/query"):
            self._answer_query(url_query, is_readonly)
        else:
            # The body stays unread, so nothing may follow on this connection.
            self.close_connection = True
            self._send(404, _PLAIN_TEXT, {}, _NO_HANDLE.format(path=path).encode("utf-8", "replace"))

    def _answer_query(self, url_query: str, is_readonly: bool) -> None:
        body: Body | None = None
        try:
            refuse_web_pages(self.headers, self.services.is_loopback)
            body = open_body(self.command, self.headers, self.rfile)
            self._query(parse_pairs(url_query), body, is_readonly)
        except ClickHouseError as error:
            self._refuse(error, body)
        except (BrokenBody, ConnectionError, TimeoutError):
            raise
        except Exception:
            LOG.exception("request %s failed", self._query_id)
            self._refuse(ClickHouseError(UNKNOWN_EXCEPTION, "Internal error of this server; see its log."), body)

    def _query(self, pairs: list[tuple[str, bytes]], body: Body, is_readonly: bool) -> None:
        credentials = read_credentials(pairs, self.headers)
        self.services.authenticator.check(credentials)
        content_type = self.headers.get("Content-Type", "")
        is_form = content_type.lower().startswith("multipart/form-data")
        if is_form:
            pairs = pairs + parse_form(content_type, _read_form(body))
        parameters = read_parameters(pairs, self.headers)
        self._query_id = parameters.query_id or self._query_id
        # A text in the address goes on in the body; a form holds all of it.
        prefix = parameters.query if is_form or not parameters.query else parameters.query + b"\n"
        request = Request(parameters, prefix, body, content_compression(self.headers), is_readonly)
        with self._connection(credentials.user or "default", parameters) as connection:
            answer = self.services.execution.run(connection, request)
            body.drain()
            self._send_answer(answer)

    @contextmanager
    def _connection(self, user: str, parameters: Parameters) -> Iterator[Connection]:
        if parameters.session:
            with self.services.sessions.borrow(user, parameters.session) as connection:
                yield connection
            return
        connection = self.services.engine.connect()
        try:
            yield connection
        finally:
            connection.close()

    def _send_answer(self, answer: Answer) -> None:
        name, content_type = self.services.engine.format_facts(answer.output_format)
        headers = {
            "X-ClickHouse-Format": name,
            "X-ClickHouse-Summary": answer.result.summary(),
            # Tells a client that data which looks like an error text is none.
            "X-ClickHouse-Exception-Tag": "".join(secrets.choice(string.ascii_lowercase) for _ in range(16)),
        }
        self._send(200, content_type, headers, answer.result.data)

    def _refuse(self, error: ClickHouseError, body: Body | None) -> None:
        if body is None:
            self.close_connection = True
        else:
            body.drain()
        LOG.warning("query %s failed: code %d (%s): %.500s", self._query_id, error.code, error.name, error.message)
        headers = {"X-ClickHouse-Exception-Code": str(error.code)}
        if error.http_status == 401:
            headers["WWW-Authenticate"] = 'Basic realm="ClickHouse server HTTP API"'
        self._send(error.http_status, _PLAIN_TEXT, headers, error.body(self.services.engine.version))

    def _send(self, status: int, content_type: str, headers: dict[str, str], data: bytes | memoryview) -> None:
        engine = self.services.engine
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("X-ClickHouse-Server-Display-Name", engine.host_name)
        self.send_header("X-ClickHouse-Query-Id", _header_value(self._query_id))
        self.send_header("X-ClickHouse-Timezone", engine.timezone)
        for name, value in headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        else:
            self.send_header("Connection", "Keep-Alive")
            self.send_header("Keep-Alive", f"timeout={_IDLE_TIMEOUT_S}")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _header_value(text: str) -> str:
    """A client chooses its query id, and it may not become a header of its own."""
    return "".join(c if " " <= c <= "~" else "?" for c in text)


def _read_form(body: Body) -> bytes:
    data = body.read_up_to(MAX_FORM_BYTES + 1)
    if len(data) > MAX_FORM_BYTES:
        raise ClickHouseError(BAD_ARGUMENTS, f"A form may have {MAX_FORM_BYTES} bytes at most.")
    return data
