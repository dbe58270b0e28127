"""`INSERT INTO … FORMAT …` that is followed by its data: where the data begins, and how the same
insert reads from a file.

Pure. It must never change the meaning of a text: what it does not understand is no such insert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .errors import SYNTAX_ERROR, UNKNOWN_TYPE_OF_QUERY, ClickHouseError
from .lexer import NUMBER, QUOTED, STRING, WORD, Token, refuse_second_statement, tokens

_CLAUSES = (b"SETTINGS", b"FORMAT", b"VALUES", b"SELECT", b"WITH", b"WATCH", b"FROM")
_BLANKS = b" \t\f\v"


@dataclass(frozen=True)
class InsertWithData:
    """`INSERT INTO … FORMAT …` with its data behind it."""

    target: bytes
    settings: bytes
    data_format: bytes
    data_start: int

    def from_infile(self, path: str, compression: str) -> bytes:
        """The same insert, reading its data from a file."""
        quoted = path.replace("\\", "\\\\").replace("'", "\\'").encode()
        settings = b" SETTINGS " + self.settings if self.settings else b""
        # The line break ends a comment that the target may end with.
        return b"%s\nFROM INFILE '%s' COMPRESSION '%s'%s FORMAT %s" % (
            self.target, quoted, compression.encode(), settings, self.data_format,
        )  # fmt: skip


class _Cursor:
    """Tokens with one of look-ahead."""

    def __init__(self, text: bytes, start: int = 0) -> None:
        self._tokens: Iterator[Token] = tokens(text, start)
        self.current: Token | None = next(self._tokens, None)

    def take(self) -> Token | None:
        """Gives the current token and steps on."""
        taken, self.current = self.current, next(self._tokens, None)
        return taken

    def take_word(self, *words: bytes) -> Token | None:
        """Gives the current token if it is one of these keywords."""
        return self.take() if self.current and self.current.is_word(*words) else None

    def at_symbol(self, symbols: bytes) -> bool:
        """Whether the current token is one of these characters."""
        return bool(self.current and self.current.is_symbol(symbols))

    def skip_group(self) -> None:
        """Steps over a bracketed group, nested ones included."""
        depth = 0
        while token := self.take():
            depth += token.is_symbol(b"([{") - token.is_symbol(b")]}")
            if depth <= 0:
                return


def insert_with_data(text: bytes) -> InsertWithData | None:
    """Reads a text, or the beginning of one; None if it is anything else."""
    cursor = _Cursor(text)
    if not (cursor.take_word(b"INSERT") and cursor.take_word(b"INTO")):
        return None
    if not _skip_target(cursor):
        return None
    target_end, settings = cursor.current.start if cursor.current else len(text), b""
    while token := cursor.take():
        if token.is_word(b"SETTINGS"):
            settings, _ = _settings(text, cursor)
        elif token.is_word(b"VALUES"):
            # The engine would end at the semicolon and say nothing of what follows.
            refuse_second_statement(text, tokens(text, token.end))
            return InsertWithData(text[:target_end].rstrip(), settings, b"Values", token.end)
        elif token.is_word(b"FORMAT"):
            return _with_format(text, text[:target_end].rstrip(), settings, cursor)
        elif token.is_word(b"FROM") and cursor.current and cursor.current.is_word(b"INFILE"):
            raise ClickHouseError(UNKNOWN_TYPE_OF_QUERY, "Query has infile and was send directly to server.")
        else:
            return None
    return None


def _skip_target(cursor: _Cursor) -> bool:
    """Steps over table, columns and partition; false if the text is not of that shape."""
    cursor.take_word(b"TABLE")
    is_function = cursor.take_word(b"FUNCTION") is not None
    if not _skip_name(cursor):
        return False
    if is_function and cursor.at_symbol(b"("):
        cursor.skip_group()
    if is_function and cursor.take_word(b"PARTITION"):
        while cursor.current and not cursor.current.is_word(*_CLAUSES) and not cursor.at_symbol(b";"):
            cursor.skip_group() if cursor.at_symbol(b"(") else cursor.take()
    if cursor.at_symbol(b"("):
        cursor.skip_group()
    return True


def _skip_name(cursor: _Cursor) -> bool:
    """Steps over `table`, `database.table` or a parameter that stands for one."""
    while True:
        if cursor.at_symbol(b"{"):
            cursor.skip_group()
        elif cursor.current and cursor.current.kind in (WORD, QUOTED):
            cursor.take()
        else:
            return False
        if not cursor.at_symbol(b"."):
            return True
        cursor.take()


def _settings(text: bytes, cursor: _Cursor) -> tuple[bytes, int]:
    """The assignments behind SETTINGS, and where they end."""
    start = end = cursor.current.start if cursor.current else len(text)
    while cursor.current and cursor.current.kind in (WORD, QUOTED):
        cursor.take()
        if not cursor.at_symbol(b"="):
            break
        cursor.take()
        end = _skip_value(cursor, end)
        if not cursor.at_symbol(b","):
            break
        cursor.take()
    return text[start:end].rstrip(), end


def _skip_value(cursor: _Cursor, end: int) -> int:
    """Steps over one literal and tells where it ends."""
    if cursor.at_symbol(b"+-"):
        cursor.take()
    if cursor.at_symbol(b"([{"):
        cursor.skip_group()
        return cursor.current.start if cursor.current else end
    if cursor.current and cursor.current.kind in (WORD, STRING, NUMBER):
        end = cursor.current.end
        cursor.take()
    return end


def _with_format(text: bytes, target: bytes, settings: bytes, cursor: _Cursor) -> InsertWithData | None:
    # The tokens behind the format's name may be data already, so only that name is read here.
    name = cursor.current
    if not name or name.kind != WORD:
        return None
    end = name.end
    after = next(tokens(text, end), None)
    if after and after.is_word(b"SETTINGS"):
        # Settings may also stand between the format and the data.
        late, end = _settings(text, _Cursor(text, after.end))
        settings = settings + b", " + late if settings else late
    return InsertWithData(target, settings, name.text, _data_start(text, end))


def _data_start(text: bytes, end: int) -> int:
    """Data begins behind blanks and at most one line break, so that binary data stays whole."""
    while end < len(text) and text[end] in _BLANKS:
        end += 1
    if text[end : end + 1] == b";":
        raise ClickHouseError(SYNTAX_ERROR, "You have excessive ';' symbol before data for INSERT.")
    if text[end : end + 2] == b"\r\n":
        return end + 2
    return end + 1 if text[end : end + 1] == b"\n" else end
