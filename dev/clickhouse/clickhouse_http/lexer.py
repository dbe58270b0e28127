"""Tokens of ClickHouse SQL, as far as a server must see where a text has strings and comments.

Pure. Works on bytes, because a query may carry any. No input may make it fail: what is not
closed becomes one OPEN token to the end, and the engine says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import SYNTAX_ERROR, ClickHouseError

WORD, STRING, QUOTED, NUMBER, SYMBOL, OPEN = "word", "string", "quoted", "number", "symbol", "open"

_TOKEN = re.compile(
    rb"""
      (?P<space>[\s\x00]+)
    | (?P<comment>--[^\n]*|\#[ !][^\n]*|/\*.*?\*/)
    | (?P<string>'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'|\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
    | (?P<quoted>"[^"\\]*(?:(?:\\.|"")[^"\\]*)*"|`[^`\\]*(?:(?:\\.|``)[^`\\]*)*`)
    | (?P<open>['"`].*|/\*.*)
    | (?P<number>[0-9][0-9A-Za-z_]*(?:\.[0-9A-Za-z_]+)?)
    | (?P<word>[A-Za-z_\x80-\xff][0-9A-Za-z_\x80-\xff$]*)
    | (?P<symbol>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """One token: its kind, its bytes and where they lie."""

    kind: str
    text: bytes
    start: int
    end: int

    def is_word(self, *words: bytes) -> bool:
        """Whether it is one of these keywords (given in upper case), in any case."""
        return self.kind == WORD and self.text.upper() in words

    def is_symbol(self, symbols: bytes) -> bool:
        """Whether it is one of these characters."""
        return self.kind == SYMBOL and self.text in symbols


def tokens(text: bytes, start: int = 0) -> Iterator[Token]:
    """The tokens of a text, without space and comments, as far as the caller reads on."""
    for match in _TOKEN.finditer(text, start):
        kind = match.lastgroup if match.lastgroup != "tag" else STRING
        if kind not in ("space", "comment", None):
            yield Token(kind, match[0], match.start(), match.end())


def refuse_second_statement(text: bytes, found: Iterable[Token]) -> None:
    """A request is one statement: what follows its semicolon would be run unasked, or lost."""
    end: Token | None = None
    for token in found:
        if token.is_symbol(b";"):
            end = end or token
        elif end:
            rest = text[end.start : end.start + 80].decode("utf-8", "replace")
            raise ClickHouseError(
                SYNTAX_ERROR,
                f"Syntax error (Multi-statements are not allowed): failed at position {end.start + 1} (;): {rest}.",
            )
