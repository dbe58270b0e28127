"""Keeps the data of a running insert in a file, because it may be larger than memory.

Files live only as long as their request; what a killed process left is removed at the next
start. It must never touch a file outside its folder.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .body import READ_BYTES, Body
from .errors import NOT_ENOUGH_SPACE, ClickHouseError


class Spool:
    """A folder of data files, one for each running insert."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
        folder.mkdir(parents=True, exist_ok=True)
        for left_behind in folder.iterdir():
            left_behind.unlink()

    @contextmanager
    def keep(self, head: bytes, rest: Body) -> Iterator[str]:
        """Writes head and the rest of the body into a file, and removes it in the end."""
        path = self._folder / f"insert-{next(self._numbers)}"
        try:
            _write(path, head, rest)
            yield str(path)
        finally:
            path.unlink(missing_ok=True)


def _write(path: Path, head: bytes, rest: Body) -> None:
    try:
        with open(path, "wb", buffering=0) as file:
            _write_all(file.fileno(), head)
            while data := rest.read(READ_BYTES):
                _write_all(file.fileno(), data)
    except OSError as error:
        # Reading may fail too, but a lost connection is a BrokenBody or a ConnectionError.
        if isinstance(error, (ConnectionError, TimeoutError)):
            raise
        raise ClickHouseError(NOT_ENOUGH_SPACE, f"Cannot keep the data of the insert: {error.strerror}.") from error


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
