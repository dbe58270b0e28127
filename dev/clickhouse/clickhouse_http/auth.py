"""Who may ask: nobody is refused, or one configured user with a password.

Also refuses requests that a web page in a browser sends to this machine. It must never compare
a secret in a time that depends on it, and never repeat a password in an answer or a log.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from urllib.parse import urlsplit

from .errors import ACCESS_DENIED, AUTHENTICATION_FAILED, REQUIRED_PASSWORD, ClickHouseError
from .parameters import Credentials, Headers, header_text

_LOOPBACK_NAMES = frozenset(("127.0.0.1", "localhost", "::1"))


class Authenticator:
    """Checks the credentials of requests. Without a user it accepts any, as a test set-up needs."""

    def __init__(self, user: str | None, password: str) -> None:
        self._user = user
        self._password = password

    def check(self, given: Credentials) -> None:
        """Raises if the request may not go on."""
        if self._user is None:
            return
        user = given.user or "default"
        if given.user is None and given.password is None:
            raise ClickHouseError(REQUIRED_PASSWORD, f"{user}: Authentication failed: password is required.")
        # Both are compared in any case, so that the time tells nothing about either.
        is_user = hmac.compare_digest(user.encode(), self._user.encode())
        is_password = hmac.compare_digest((given.password or "").encode(), self._password.encode())
        if not (is_user and is_password):
            raise ClickHouseError(
                AUTHENTICATION_FAILED,
                f"{user}: Authentication failed: password is incorrect, or there is no user with such name.",
            )


def read_credentials(pairs: list[tuple[str, bytes]], headers: Headers) -> Credentials:
    """User and password of a request, from one of the three places; two of them are refused."""
    found = [c for c in (_from_headers(headers), _from_basic(headers), _from_parameters(pairs)) if c]
    if len(found) > 1:
        raise ClickHouseError(
            AUTHENTICATION_FAILED, "Invalid authentication: it is not allowed to use several ways of it at once."
        )
    return found[0] if found else Credentials()


def _from_headers(headers: Headers) -> Credentials | None:
    user, password = header_text(headers, "X-ClickHouse-User"), header_text(headers, "X-ClickHouse-Key")
    return Credentials(user, password) if user or password else None


def _from_basic(headers: Headers) -> Credentials | None:
    scheme, _, encoded = headers.get("Authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "basic":
        raise ClickHouseError(AUTHENTICATION_FAILED, f"Invalid authentication: '{scheme}' is not supported.")
    try:
        user, _, password = base64.b64decode(encoded.strip(), validate=True).decode("utf-8").partition(":")
    except (binascii.Error, UnicodeDecodeError):
        raise ClickHouseError(AUTHENTICATION_FAILED, "Invalid authentication: broken Basic credentials.") from None
    return Credentials(user, password)


def _from_parameters(pairs: list[tuple[str, bytes]]) -> Credentials | None:
    given = {name: value.decode("utf-8", "replace") for name, value in pairs if name in ("user", "password")}
    return Credentials(given.get("user"), given.get("password")) if given else None


def refuse_web_pages(headers: Headers, is_loopback: bool) -> None:
    """A page from elsewhere may neither post here nor reach this port under a name of its own."""
    origin = headers.get("Origin")
    if origin is not None and _host_name(origin) not in _LOOPBACK_NAMES:
        raise ClickHouseError(ACCESS_DENIED, "Requests of web pages from other hosts are not accepted.")
    host = headers.get("Host")
    if is_loopback and host and _host_name(f"//{host}") not in _LOOPBACK_NAMES:
        raise ClickHouseError(ACCESS_DENIED, "Requests for another host name are not accepted.")


def _host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
