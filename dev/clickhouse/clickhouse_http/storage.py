"""The data folder: who owns it, and where things lie in it.

It must never let two processes open the same data: the engine itself does not notice.
"""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# The engine reads these in a path as a pattern, a quote or the start of options.
_FORBIDDEN = frozenset("*?{}'\"\\&\n")


class StartRefused(Exception):
    """The server cannot start; the text says why."""


@dataclass
class DataFolder:
    """A data folder that this process owns until it ends, however it ends."""

    engine: Path
    incoming: Path
    _lock: IO[str]


def open_folder(root: Path) -> DataFolder:
    """Creates and locks the folder. The lock goes with the process, so none is ever stale."""
    root = root.resolve()
    if bad := sorted(_FORBIDDEN.intersection(str(root))):
        raise StartRefused(f"the path of the data folder may not hold {' '.join(bad)}: {root}")
    root.mkdir(parents=True, exist_ok=True)
    lock = open(root / "server.lock", "a+", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        raise StartRefused(f"the data folder is in use by process {lock.read().strip() or '?'}: {root}") from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return DataFolder(root / "engine", root / "incoming", lock)
