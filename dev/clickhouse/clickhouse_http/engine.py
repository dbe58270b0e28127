"""The embedded ClickHouse engine: the only module that knows it.

Each request has a connection of its own (0.1 ms), so that settings and the current database end
with it and requests run side by side. It must never run two queries of one connection at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chdb import _chdb  # the extension itself: bytes in and out, no data frames

from .errors import from_engine

DEFAULT_FORMAT = "TabSeparated"
# The engine comes up like its command line tool; these differ from a server.
_SERVER_DEFAULTS = {"implicit_select": "0", "allow_introspection_functions": "0"}


@dataclass(frozen=True)
class Query:
    """What a connection is asked to run."""

    text: bytes
    output_format: str
    database: str | None
    settings: Mapping[str, str]
    parameters: Mapping[str, str]
    is_readonly: bool


class Result:
    """An answer, held by the engine until it is dropped."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    @property
    def data(self) -> memoryview:
        """The bytes of the answer, without a copy."""
        return memoryview(self._raw.get_memview().view())

    def summary(self) -> str:
        """The value of X-ClickHouse-Summary: every number is a string there."""
        raw = self._raw
        read_rows, read_bytes = raw.storage_rows_read(), raw.storage_bytes_read()
        written_rows, written_bytes = raw.rows_written(), raw.bytes_written()
        return json.dumps(
            {
                "read_rows": str(read_rows or written_rows),
                "read_bytes": str(read_bytes or written_bytes),
                "written_rows": str(written_rows),
                "written_bytes": str(written_bytes),
                "total_rows_to_read": "0",
                "result_rows": str(written_rows or raw.rows_read()),
                "result_bytes": str(written_bytes or raw.bytes_read()),
                "elapsed_ns": str(int(raw.elapsed() * 1e9)),
            },
            separators=(",", ":"),
        )


class Connection:
    """One connection to the engine."""

    def __init__(self, path: str) -> None:
        self._raw = _chdb.connect(path)  # type: ignore[attr-defined]
        self.set(_SERVER_DEFAULTS)

    def close(self) -> None:
        """Ends the connection; its settings and temporary tables are gone."""
        self._raw.close()

    def execute(self, text: bytes, output_format: str = DEFAULT_FORMAT, parameters: Mapping[str, str] = {}) -> Result:
        """Runs one statement. Other connections go on meanwhile."""
        try:
            return Result(self._raw.query(text, output_format, params=dict(parameters)))
        except RuntimeError as error:
            raise from_engine(str(error)) from None

    def rows(self, text: bytes) -> list[list[str]]:
        """The values of a small answer, as text."""
        lines = bytes(self.execute(text, "TSVRaw").data).decode().split("\n")
        return [line.split("\t") for line in lines if line]

    def set(self, settings: Mapping[str, str]) -> None:
        """Sets settings for this connection. The names are identifiers."""
        if settings:
            pairs = ", ".join(f"{name} = {_literal(value)}" for name, value in settings.items())
            self.execute(f"SET {pairs}".encode(), "Null")

    def reset(self, names: list[str]) -> None:
        """Gives settings their default back."""
        if names:
            self.execute(f"SET {', '.join(f'{name} = DEFAULT' for name in names)}".encode(), "Null")

    def use(self, database: str) -> None:
        """Makes a database the current one."""
        escaped = database.replace("\\", "\\\\").replace("`", "\\`")
        self.execute(f"USE `{escaped}`".encode(), "Null")

    def is_read_only(self, text: bytes) -> bool:
        """Whether a statement only reads; a text that does not parse counts as one that does."""
        verdict = self._raw.classify_query(text)
        return bool(verdict["query_class"].name == "READ_ONLY" or verdict["statement_count"] == 0)


class Engine:
    """The engine on one data folder, for the life of the process."""

    def __init__(self, path: str) -> None:
        self._path = path
        # Without this the engine takes SIGTERM and SIGINT away from the server.
        _chdb.set_signal_handlers_enabled(0)  # type: ignore[attr-defined]
        # Held open: the engine stops with its last connection.
        self._keeper = Connection(path)
        (facts,) = self._keeper.rows(b"SELECT version(), timezone(), hostName()")
        self.version, self.timezone, self.host_name = facts
        formats = self._keeper.rows(b"SELECT name, content_type FROM system.formats WHERE is_output")
        self._formats = {name.lower(): (name, content_type) for name, content_type in formats}

    def connect(self) -> Connection:
        """A fresh connection."""
        return Connection(self._path)

    def format_facts(self, name: str) -> tuple[str, str]:
        """The proper name and the content type of an output format."""
        return self._formats.get(name.lower(), (name, "text/plain; charset=UTF-8"))

    def cancel_all(self) -> None:
        """Asks every running query to stop."""
        self._keeper.execute(b"KILL QUERY WHERE query_id != queryID() ASYNC", "Null")

    def close(self) -> None:
        """Stops the engine, if no other connection is left."""
        self._keeper.close()


def _literal(text: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"


def run(connection: Connection, query: Query) -> Result:
    """Runs a query on a connection that no other request will use."""
    if query.database:
        connection.use(query.database)
    settings = {name: value for name, value in query.settings.items() if name != "readonly"}
    connection.set(settings)
    # Last, because nothing can be set any more behind it. 2: GET may bring settings of its own.
    readonly = query.settings.get("readonly") or ("2" if query.is_readonly else "0")
    if readonly != "0":
        connection.set({"readonly": readonly})
    return connection.execute(query.text, query.output_format, query.parameters)


def decompress(connection: Connection, path: str, compression: str) -> bytes:
    """The plain bytes of a compressed file, by the engine's own decoders."""
    parameters = {"path": path, "method": compression}
    text = b"SELECT raw FROM file({path:String}, 'RawBLOB', 'raw String', {method:String})"
    return bytes(connection.execute(text, "RawBLOB", parameters).data)
