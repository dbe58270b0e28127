"""Errors as ClickHouse words them, and the HTTP status of each.

Pure. It must never hide the engine's own code or message behind another one.
"""

from __future__ import annotations

import re

SYNTAX_ERROR = 62
CANNOT_PARSE_TEXT = 6
BAD_ARGUMENTS = 36
NOT_IMPLEMENTED = 48
UNKNOWN_TYPE_OF_QUERY = 78
UNKNOWN_SETTING = 115
ACCESS_DENIED = 497
REQUIRED_PASSWORD = 194
NOT_ENOUGH_SPACE = 243
INTO_OUTFILE_NOT_ALLOWED = 358
SESSION_NOT_FOUND = 372
SESSION_IS_LOCKED = 373
INVALID_SESSION_TIMEOUT = 374
HTTP_LENGTH_REQUIRED = 381
AUTHENTICATION_FAILED = 516
UNKNOWN_EXCEPTION = 1002

# Names of the codes that this server raises itself; the engine names its own.
_NAMES = {
    SYNTAX_ERROR: "SYNTAX_ERROR",
    CANNOT_PARSE_TEXT: "CANNOT_PARSE_TEXT",
    BAD_ARGUMENTS: "BAD_ARGUMENTS",
    NOT_IMPLEMENTED: "NOT_IMPLEMENTED",
    UNKNOWN_TYPE_OF_QUERY: "UNKNOWN_TYPE_OF_QUERY",
    UNKNOWN_SETTING: "UNKNOWN_SETTING",
    ACCESS_DENIED: "ACCESS_DENIED",
    REQUIRED_PASSWORD: "REQUIRED_PASSWORD",
    NOT_ENOUGH_SPACE: "NOT_ENOUGH_SPACE",
    INTO_OUTFILE_NOT_ALLOWED: "INTO_OUTFILE_NOT_ALLOWED",
    SESSION_NOT_FOUND: "SESSION_NOT_FOUND",
    SESSION_IS_LOCKED: "SESSION_IS_LOCKED",
    INVALID_SESSION_TIMEOUT: "INVALID_SESSION_TIMEOUT",
    HTTP_LENGTH_REQUIRED: "HTTP_LENGTH_REQUIRED",
    AUTHENTICATION_FAILED: "AUTHENTICATION_FAILED",
    UNKNOWN_EXCEPTION: "UNKNOWN_EXCEPTION",
}

# The statuses of a real server: clients decide by them whether to try again.
_STATUS_CODES: dict[int, tuple[int, ...]] = {
    400: (6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427, 441, 675, 676),
    401: (REQUIRED_PASSWORD,),
    403: (192, 193, ACCESS_DENIED, 512, AUTHENTICATION_FAILED),
    404: (46, 47, 50, 56, 60, 63, 73, UNKNOWN_TYPE_OF_QUERY, 81, UNKNOWN_SETTING, 152, 336, 511),
    408: (159,),
    411: (HTTP_LENGTH_REQUIRED,),
    415: (779,),
    501: (NOT_IMPLEMENTED,),
    503: (76, 209, 439),
}
_STATUS = {code: status for status, codes in _STATUS_CODES.items() for code in codes}

_PREFIX = re.compile(r"Code: (\d+)\. DB::\w*Exception: ")
_NAME_SUFFIX = re.compile(r"\s*\(([A-Z][A-Z0-9_]+)\)(?: \(version [^)]*\))?\.?\s*$")
# An insert reads from a file of this server, which means nothing to a client.
_SPOOL_TRACE = re.compile(r"(?:: While reading from: [^\n:]*)?: \(in file/uri [^\n)]*\)")
_INFILE_TRACE = re.compile(r": While executing File: data for INSERT was parsed from file")


class ClickHouseError(Exception):
    """A failed request: ClickHouse code, name and message."""

    def __init__(self, code: int, message: str, name: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.name = name or _NAMES.get(code, "UNKNOWN_EXCEPTION")
        self.message = message

    @property
    def http_status(self) -> int:
        """The status that a real server sends with this code."""
        return _STATUS.get(self.code, 500)

    def body(self, version: str) -> bytes:
        """The text of the answer, as a real server writes it."""
        text = f"Code: {self.code}. DB::Exception: {self.message} ({self.name}) (version {version})\n"
        return text.encode("utf-8", "replace")


def from_engine(text: str) -> ClickHouseError:
    """Reads the engine's text, which may repeat "Code: …" and "(NAME)" once per layer."""
    code, rest = UNKNOWN_EXCEPTION, text
    while match := _PREFIX.match(rest):
        code, rest = int(match[1]), rest[match.end() :]
    name = None
    while match := _NAME_SUFFIX.search(rest):
        name, rest = match[1], rest[: match.start()]
    rest = _INFILE_TRACE.sub(": data for INSERT was parsed from query", _SPOOL_TRACE.sub("", rest))
    return ClickHouseError(code, rest.strip(), name)
