"""Runs one request on the engine: joins query text and body, keeps insert data, names the format.

It must never run an insert whose body did not arrive whole, and never hold insert data in memory.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from .body import Body
from .engine import DEFAULT_FORMAT, Connection, Query, Result, decompress, run
from .errors import SYNTAX_ERROR, ClickHouseError
from .insert import InsertWithData
from .parameters import Parameters
from .sessions import run_in_session
from .spool import Spool
from .statement import Plain, analyse


@dataclass(frozen=True)
class Request:
    """A query as it came in: its text is `prefix` and then the body."""

    parameters: Parameters
    prefix: bytes
    body: Body
    compression: str
    is_readonly: bool


@dataclass(frozen=True)
class Answer:
    """What a query gave, and the format of it."""

    result: Result
    output_format: str


class Execution:
    """Carries requests out on connections that they are given."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool

    def run(self, connection: Connection, request: Request) -> Answer:
        """Runs a request to its end."""
        if request.compression != "none" and not request.body.is_done:
            return self._run_compressed(connection, request)
        return self._run_plain(connection, request, request.body)

    def _run_plain(self, connection: Connection, request: Request, body: Body) -> Answer:
        head = request.prefix + body.read_up_to(request.parameters.max_query_size_bytes)
        statement = analyse(head)
        if isinstance(statement, InsertWithData):
            with self._spool.keep(head[statement.data_start :], body) as path:
                return _execute(connection, request, statement.from_infile(path, "none"), None)
        _refuse_longer_text(request.parameters.max_query_size_bytes, body)
        _refuse_empty_text(statement)
        return _execute(connection, request, head, statement.output_format)

    def _run_compressed(self, connection: Connection, request: Request) -> Answer:
        """The engine has all decoders: data goes there as it is, a text is decoded first."""
        statement = analyse(request.prefix)
        with self._spool.keep(b"", request.body) as path:
            if isinstance(statement, InsertWithData) and statement.data_start == len(request.prefix):
                return _execute(connection, request, statement.from_infile(path, request.compression), None)
            plain = decompress(connection, path, request.compression)
        return self._run_plain(connection, request, Body(io.BytesIO(plain), len(plain)))


def _execute(connection: Connection, request: Request, text: bytes, own_format: str | None) -> Answer:
    parameters = request.parameters
    output_format = own_format or parameters.default_format or DEFAULT_FORMAT
    query = Query(
        text=text,
        output_format=parameters.default_format or DEFAULT_FORMAT,
        database=parameters.database,
        settings=parameters.settings,
        parameters=parameters.query_parameters,
        is_readonly=request.is_readonly,
    )
    return Answer((run_in_session if parameters.session else run)(connection, query), output_format)


def _refuse_longer_text(limit_bytes: int, body: Body) -> None:
    if body.read(1):
        raise ClickHouseError(
            SYNTAX_ERROR,
            f"Syntax error: Max query size exceeded (can be increased with the `max_query_size` setting, now {limit_bytes}).",
        )


def _refuse_empty_text(statement: Plain) -> None:
    if statement.is_empty:
        raise ClickHouseError(SYNTAX_ERROR, "Syntax error: failed at position 1 (end of query): Empty query.")
