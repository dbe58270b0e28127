"""Reads the parameters of a request: query text, settings, query parameters, session, user.

Pure. It must never pass a name to the engine that is not an identifier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, overload
from urllib.parse import parse_qsl

from .errors import BAD_ARGUMENTS, NOT_IMPLEMENTED, UNKNOWN_SETTING, ClickHouseError

# Parameters with a meaning of their own; every other one is a setting of the engine.
# stacktrace, buffer_size, wait_end_of_query: an answer is always complete before it is sent.
# client_protocol_version: the Native format always has revision 0.
_RESERVED = frozenset(
    "query query_id database default_format user password quota_key session_id session_timeout session_check"
    " close_session compress decompress stacktrace buffer_size wait_end_of_query client_protocol_version role"
    " client_trace_context".split()
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
DEFAULT_MAX_QUERY_SIZE_BYTES = 262_144


class Headers(Protocol):
    """Header values by name, in any case."""

    @overload
    def get(self, name: str, /) -> str | None: ...

    @overload
    def get(self, name: str, failobj: str, /) -> str: ...


@dataclass(frozen=True)
class Credentials:
    """What a request says about its user; None where it says nothing."""

    user: str | None = None
    password: str | None = None


@dataclass(frozen=True)
class SessionWish:
    """A named session: settings and temporary tables outlive the request."""

    session_id: str
    timeout_s: str | None
    must_exist: bool
    close_after: bool


@dataclass(frozen=True)
class Parameters:
    """The parameters of one request, sorted by meaning."""

    query: bytes
    query_id: str | None
    database: str | None
    default_format: str | None
    session: SessionWish | None
    settings: Mapping[str, str] = field(default_factory=dict)
    query_parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def max_query_size_bytes(self) -> int:
        """How long a query text may be; data of an insert does not count."""
        text = self.settings.get("max_query_size", "")
        return int(text) if text.isdigit() and int(text) > 0 else DEFAULT_MAX_QUERY_SIZE_BYTES


def header_text(headers: Headers, name: str) -> str | None:
    """A header's value as UTF-8; the HTTP library gives its bytes as latin-1."""
    value = headers.get(name)
    return value.encode("latin-1", "replace").decode("utf-8", "replace") if value is not None else None


def parse_pairs(url_query: str) -> list[tuple[str, bytes]]:
    """Name and raw bytes of each parameter of an address."""
    # latin-1 keeps each byte as it was sent: a query text need not be UTF-8.
    pairs = parse_qsl(url_query, keep_blank_values=True, encoding="latin-1")
    return [(name, value.encode("latin-1")) for name, value in pairs]


def read_parameters(pairs: list[tuple[str, bytes]], headers: Headers) -> Parameters:
    """Sorts the pairs of the address (and of a form body) and the headers by meaning."""
    named = {name: value for name, value in pairs}
    _refuse_unsupported(named)
    text = {name: _utf8(name, value) for name, value in named.items() if name != "query"}
    return Parameters(
        query=named.get("query", b""),
        query_id=text.get("query_id") or None,
        database=text.get("database") or header_text(headers, "X-ClickHouse-Database") or None,
        default_format=text.get("default_format") or headers.get("X-ClickHouse-Format") or None,
        session=_session(text),
        settings=_settings(text),
        query_parameters={name[6:]: value for name, value in text.items() if name.startswith("param_")},
    )


def _utf8(name: str, value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise ClickHouseError(BAD_ARGUMENTS, f"Parameter '{name}' is not valid UTF-8.") from None


def _refuse_unsupported(named: Mapping[str, bytes]) -> None:
    for name in ("compress", "decompress"):
        if named.get(name, b"0") not in (b"", b"0", b"false"):
            raise ClickHouseError(
                NOT_IMPLEMENTED,
                f"Parameter '{name}' (native block compression) is not supported by this development server."
                " Send the data as it is, or with a Content-Encoding.",
            )
    if named.get("role"):
        raise ClickHouseError(NOT_IMPLEMENTED, "Roles are not supported by this development server.")


def _settings(text: Mapping[str, str]) -> dict[str, str]:
    settings = {n: v for n, v in text.items() if n not in _RESERVED and not n.startswith("param_")}
    for name in settings:
        if not _IDENTIFIER.match(name):
            raise ClickHouseError(UNKNOWN_SETTING, f"Unknown setting '{name}'.")
    return settings


def _session(text: Mapping[str, str]) -> SessionWish | None:
    if not text.get("session_id"):
        return None
    return SessionWish(
        session_id=text["session_id"],
        timeout_s=text.get("session_timeout"),
        must_exist=text.get("session_check") == "1",
        close_after=text.get("close_session") == "1",
    )
