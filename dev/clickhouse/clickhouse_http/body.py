"""Reads the body of a request as a stream, plain or chunked.

It must never take an interrupted body for a whole one, and never hold more than it was asked for.
"""

from __future__ import annotations

from io import BufferedIOBase

from .errors import HTTP_LENGTH_REQUIRED, NOT_IMPLEMENTED, ClickHouseError
from .parameters import Headers

READ_BYTES = 262_144
_MAX_CHUNK_LINE_BYTES = 4096

# Content-Encoding → the engine's name of it.
_ENCODINGS = {
    "": "none", "identity": "none", "gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "br": "br",
    "zstd": "zstd", "lz4": "lz4", "xz": "xz", "bz2": "bz2", "snappy": "snappy",
}  # fmt: skip


class BrokenBody(Exception):
    """The client went away or broke the framing: nothing can be answered."""


class Body:
    """The bytes of one request body."""

    def __init__(self, stream: BufferedIOBase, length: int | None) -> None:
        """length None: chunked."""
        self._stream = stream
        self._is_chunked = length is None
        self._left = length or 0
        self.is_done = length == 0

    def read(self, limit: int) -> bytes:
        """Up to limit bytes; empty only at the end."""
        if self.is_done:
            return b""
        if self._left == 0:
            self._next_chunk()
            if self.is_done:
                return b""
        data = self._stream.read1(min(limit, self._left))
        if not data:
            raise BrokenBody("the connection ended within the body")
        self._left -= len(data)
        self._end_of_part()
        return data

    def read_up_to(self, limit: int) -> bytes:
        """Exactly limit bytes, or fewer at the end."""
        parts, size = [], 0
        while size < limit and (data := self.read(limit - size)):
            parts.append(data)
            size += len(data)
        return b"".join(parts)

    def drain(self) -> None:
        """Reads the rest away, so that the answer reaches a client that is still sending."""
        while self.read(READ_BYTES):
            pass

    def _end_of_part(self) -> None:
        if self._left:
            return
        if not self._is_chunked:
            self.is_done = True
        elif self._stream.readline(_MAX_CHUNK_LINE_BYTES).strip():
            raise BrokenBody("a chunk is longer than it says")

    def _next_chunk(self) -> None:
        line = self._stream.readline(_MAX_CHUNK_LINE_BYTES)
        if not line:
            raise BrokenBody("the connection ended within the body")
        size = line.partition(b";")[0].strip()
        if not line.endswith(b"\n") or not size or not all(c in b"0123456789abcdefABCDEF" for c in size):
            raise BrokenBody("a chunk has no size")
        self._left = int(size, 16)
        if self._left == 0:
            self._skip_trailers()
            self.is_done = True

    def _skip_trailers(self) -> None:
        while line := self._stream.readline(_MAX_CHUNK_LINE_BYTES):
            if not line.strip():
                return
        raise BrokenBody("the connection ended within the trailers")


def open_body(method: str, headers: Headers, stream: BufferedIOBase) -> Body:
    """The body that the headers announce."""
    encoding, length = headers.get("Transfer-Encoding", "").strip().lower(), headers.get("Content-Length")
    if encoding == "chunked" and length is None:
        return Body(stream, None)
    if encoding:
        raise BrokenBody("the length of the body is ambiguous")
    if length is None:
        if method == "POST":
            raise ClickHouseError(
                HTTP_LENGTH_REQUIRED,
                "The Transfer-Encoding is not chunked and there is no Content-Length header for POST request",
            )
        return Body(stream, 0)
    if not length.strip().isdigit():
        raise BrokenBody("the length of the body is not a number")
    return Body(stream, int(length))


def content_compression(headers: Headers) -> str:
    """The engine's name of the body's compression; "none" if there is none."""
    encoding = headers.get("Content-Encoding", "").strip().lower()
    if encoding not in _ENCODINGS:
        raise ClickHouseError(NOT_IMPLEMENTED, f"Content-Encoding '{encoding}' is not supported.")
    return _ENCODINGS[encoding]
