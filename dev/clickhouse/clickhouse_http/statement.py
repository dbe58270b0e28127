"""What a query text is: an insert that is followed by data, or anything else.

Pure. It decides which format an answer has, and which texts a real server refuses over HTTP. It
must never judge what a text means: that is the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from .errors import INTO_OUTFILE_NOT_ALLOWED, NOT_IMPLEMENTED, ClickHouseError
from .insert import InsertWithData, insert_with_data
from .lexer import WORD, Token, refuse_second_statement, tokens


@dataclass(frozen=True)
class Plain:
    """Any other statement. `output_format` is the one that its text names, if it does."""

    output_format: str | None
    is_empty: bool


def analyse(text: bytes) -> InsertWithData | Plain:
    """Reads a text, or the beginning of one that goes on with data."""
    return insert_with_data(text) or _plain(text)


def _plain(text: bytes) -> Plain:
    found = list(tokens(text))
    _refuse_input_function(found)
    refuse_second_statement(text, found)
    _refuse_files_of_the_server(found)
    return Plain(_output_format(found), is_empty=not any(not token.is_symbol(b";") for token in found))


def _refuse_input_function(found: list[Token]) -> None:
    """`INSERT … SELECT … FROM input(…) FORMAT …` with data: the engine would insert nothing."""
    if not (found and found[0].is_word(b"INSERT")):
        return
    for first, second in pairwise(found):
        if first.is_word(b"INPUT") and second.is_symbol(b"("):
            raise ClickHouseError(
                NOT_IMPLEMENTED, "The table function input() is not supported by this development server."
            )


def _refuse_files_of_the_server(found: list[Token]) -> None:
    for first, second in pairwise(found):
        if first.is_word(b"INTO") and second.is_word(b"OUTFILE"):
            raise ClickHouseError(INTO_OUTFILE_NOT_ALLOWED, "INTO OUTFILE is not allowed")


def _output_format(found: list[Token]) -> str | None:
    """The name behind the last FORMAT, if only settings or the end follow it."""
    for index in range(len(found) - 2, -1, -1):
        if found[index].is_word(b"FORMAT") and found[index + 1].kind == WORD:
            after = found[index + 2] if index + 2 < len(found) else None
            if after is None or after.is_symbol(b";") or after.is_word(b"SETTINGS"):
                return found[index + 1].text.decode("ascii", "replace")
    return None
