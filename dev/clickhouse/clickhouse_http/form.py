"""Fields of a multipart form: how some clients send a query together with its parameters.

Pure. It must never change a byte of a value.
"""

from __future__ import annotations

from email.message import Message

from .errors import BAD_ARGUMENTS, NOT_IMPLEMENTED, ClickHouseError

MAX_FORM_BYTES = 64 * 1024 * 1024


def parse_form(content_type: str, data: bytes) -> list[tuple[str, bytes]]:
    """Name and bytes of each field, in order. A file would be an external table: refused."""
    delimiter = b"\r\n--" + _boundary(content_type)
    # The first delimiter has no line break before it.
    parts = (b"\r\n" + data).split(delimiter)
    if len(parts) < 2 or not parts[-1].startswith(b"--"):
        raise ClickHouseError(BAD_ARGUMENTS, "The multipart form is not complete.")
    return [_field(part) for part in parts[1:-1]]


def _boundary(content_type: str) -> bytes:
    boundary = _header_parameters("Content-Type", content_type).get_boundary()
    if not boundary:
        raise ClickHouseError(BAD_ARGUMENTS, "The multipart form has no boundary.")
    return boundary.encode("latin-1", "replace")


def _header_parameters(name: str, value: str) -> Message:
    message = Message()
    message[name] = value
    return message


def _field(part: bytes) -> tuple[str, bytes]:
    head, separator, value = part.partition(b"\r\n\r\n")
    disposition = _disposition(head.decode("utf-8", "replace"))
    name = disposition.get_param("name", header="Content-Disposition")
    if not separator or not isinstance(name, str):
        raise ClickHouseError(BAD_ARGUMENTS, "A field of the form has no name.")
    if disposition.get_filename() is not None:
        raise ClickHouseError(NOT_IMPLEMENTED, "External tables are not supported by this development server.")
    return name, value


def _disposition(head: str) -> Message:
    for line in head.split("\r\n"):
        name, _, value = line.partition(":")
        if name.strip().lower() == "content-disposition":
            return _header_parameters("Content-Disposition", value.strip())
    return Message()
