"""Named sessions: a connection that outlives its request, with settings and temporary tables.

One request at a time; a session that nobody uses ends after its timeout. It must never keep a
setting of one request for the next: only what a SET statement did stays.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from .engine import Connection, Query, Result, run
from .errors import INVALID_SESSION_TIMEOUT, SESSION_IS_LOCKED, SESSION_NOT_FOUND, ClickHouseError
from .parameters import SessionWish

DEFAULT_TIMEOUT_S = 60
MAX_TIMEOUT_S = 3600
_READONLY = 164


@dataclass
class _Session:
    connection: Connection
    timeout_s: int
    is_busy: bool = True
    idle_since_s: float = 0.0


class Sessions:
    """The open sessions of the server, by user and id."""

    def __init__(self, connect: Callable[[], Connection], now_s: Callable[[], float] = time.monotonic) -> None:
        self._connect = connect
        self._now_s = now_s
        self._lock = threading.Lock()
        self._open: dict[tuple[str, str], _Session] = {}

    @contextmanager
    def borrow(self, user: str, wish: SessionWish) -> Iterator[Connection]:
        """Gives a session's connection to one request."""
        key, timeout_s = (user, wish.session_id), _timeout_s(wish)
        session = self._take(key, timeout_s, wish.must_exist)
        try:
            yield session.connection
        finally:
            self._give_back(key, session, wish.close_after)

    def close_idle(self) -> None:
        """Ends the sessions whose time is over."""
        now_s = self._now_s()
        with self._lock:
            over = [k for k, s in self._open.items() if not s.is_busy and now_s - s.idle_since_s > s.timeout_s]
            ended = [self._open.pop(key) for key in over]
        for session in ended:
            session.connection.close()

    def _take(self, key: tuple[str, str], timeout_s: int, must_exist: bool) -> _Session:
        self.close_idle()
        with self._lock:
            session = self._open.get(key)
            if session is None:
                if must_exist:
                    raise ClickHouseError(SESSION_NOT_FOUND, f"Session {key[1]} not found")
                session = self._open[key] = _Session(self._connect(), timeout_s)
            elif session.is_busy:
                raise ClickHouseError(SESSION_IS_LOCKED, f"Session {key[1]} is locked by a concurrent client.")
            session.is_busy, session.timeout_s = True, timeout_s
            return session

    def _give_back(self, key: tuple[str, str], session: _Session, close: bool) -> None:
        with self._lock:
            session.is_busy, session.idle_since_s = False, self._now_s()
            if close:
                self._open.pop(key, None)
        if close:
            session.connection.close()


def _timeout_s(wish: SessionWish) -> int:
    if wish.timeout_s is None:
        return DEFAULT_TIMEOUT_S
    if not wish.timeout_s.isdigit():
        raise ClickHouseError(INVALID_SESSION_TIMEOUT, f"Invalid session timeout: '{wish.timeout_s}'")
    if int(wish.timeout_s) > MAX_TIMEOUT_S:
        raise ClickHouseError(
            INVALID_SESSION_TIMEOUT,
            f"Session timeout '{wish.timeout_s}' is larger than max_session_timeout: {MAX_TIMEOUT_S}.",
        )
    return int(wish.timeout_s)


def run_in_session(connection: Connection, query: Query) -> Result:
    """Like `run`, but leaves the session as the request found it."""
    # `SET readonly` could not be taken back, so the text is judged instead.
    is_readonly = query.is_readonly or query.settings.get("readonly", "0") != "0"
    if is_readonly and not connection.is_read_only(query.text):
        raise ClickHouseError(_READONLY, "Cannot execute query in readonly mode.", "READONLY")
    settings = {name: value for name, value in query.settings.items() if name != "readonly"}
    with _restored(connection, list(settings), query.database is not None):
        return run(connection, replace(query, settings=settings, is_readonly=False))


@contextmanager
def _restored(connection: Connection, names: list[str], restore_database: bool) -> Iterator[None]:
    database = connection.rows(b"SELECT currentDatabase()")[0][0] if restore_database else None
    before = _changed_values(connection, names)
    try:
        yield
    finally:
        if database is not None:
            connection.use(database)
        connection.set({name: before[name] for name in names if name in before})
        connection.reset([name for name in names if name not in before])


def _changed_values(connection: Connection, names: list[str]) -> dict[str, str]:
    if not names:
        return {}
    wanted = ", ".join(f"'{name}'" for name in names)
    text = f"SELECT name, value FROM system.settings WHERE changed AND name IN ({wanted})"
    return {row[0]: row[1] for row in connection.rows(text.encode())}
