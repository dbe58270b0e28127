#!/usr/bin/env python3
"""Tells by its exit code whether a Kafka broker answers: `ready.py PORT [HOST]`.

Sends one ApiVersions request, which a broker answers only after it is started. Needs no client
library. It must never wait longer than two seconds.
"""

import socket
import struct
import sys


def is_ready(host: str, port: int) -> bool:
    """Whether a broker on that port answers an ApiVersions request without an error."""
    client = b"readonce"
    # api key 18 (ApiVersions), version 0, correlation id 7, client id
    request = struct.pack(">hhih", 18, 0, 7, len(client)) + client
    try:
        with socket.create_connection((host, port), timeout=2) as broker:
            broker.settimeout(2)
            broker.sendall(struct.pack(">i", len(request)) + request)
            with broker.makefile("rb") as stream:
                answer = stream.read(10)
    except OSError:
        return False
    # size, correlation id, error code
    return len(answer) == 10 and struct.unpack(">iih", answer)[1:] == (7, 0)


if __name__ == "__main__":
    sys.exit(0 if is_ready(sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1", int(sys.argv[1])) else 1)
