"""Counts the requests that are running, so that a stop can wait for them."""

from __future__ import annotations

import threading
from types import TracebackType


class InFlight:
    """A counter that is entered by each request. It must never block a request."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = threading.Condition()

    def __enter__(self) -> None:
        with self._changed:
            self._count += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._count -= 1
            self._changed.notify_all()

    def wait_until_none(self, timeout_s: float) -> bool:
        """Waits for all requests to end; false if some still run."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count == 0, timeout_s)
