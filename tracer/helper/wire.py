"""Frames on a socket: four bytes of length before each part, and the length of it all before that.

`_socket` is what `socket` wraps: without the wrapper a client starts 10 ms earlier.
"""

from __future__ import annotations

import _socket
import sys

TYPE_CHECKING = False  # `typing` takes as long to load as the whole call
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 64 << 20  # bytes of a frame; more is handled by the caller itself
_SIZE, _INT = 4, 4  # bytes of a length, of a descriptor
_AT_ONCE = 1 << 20


def packed(parts: Iterable[bytes]) -> bytes:
    """The parts as one frame."""
    body = b"".join(len(part).to_bytes(_SIZE, "big") + part for part in parts)
    return len(body).to_bytes(_SIZE, "big") + body


def received(connection: _socket.socket, begin: bytes = b"") -> list[bytes] | None:
    """The parts of the next frame, of which `begin` was read already; None without a whole one.

    Raises: OSError, TimeoutError among them.
    """
    head = _exactly(connection, begin, _SIZE)
    size = int.from_bytes(head[:_SIZE], "big")
    if len(head) < _SIZE or size > MOST:
        return None
    body = _exactly(connection, head[_SIZE:], size)
    return _parts(body) if len(body) == size else None


def with_descriptors(connection: _socket.socket, raw: bytes, descriptors: list[int]) -> None:
    """Send the bytes, and open files with the first of them. Raises: OSError."""
    told = b"".join(one.to_bytes(_INT, sys.byteorder) for one in descriptors)
    sent = connection.sendmsg([raw], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, told)])
    if sent < len(raw):  # who has read all may have closed its end
        connection.sendall(raw[sent:])


def descriptors_from(connection: _socket.socket, most: int) -> tuple[bytes, list[int]]:
    """The next bytes and the open files that came with them. Raises: OSError."""
    raw, ancillary, _, _ = connection.recvmsg(_AT_ONCE, _socket.CMSG_LEN(most * _INT))
    found = [
        int.from_bytes(data[at : at + _INT], sys.byteorder)
        for level, kind, data in ancillary
        if (level, kind) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS)
        for at in range(0, len(data) - len(data) % _INT, _INT)
    ]
    return raw, found


def _exactly(connection: _socket.socket, begin: bytes, size: int) -> bytes:
    """At least so many bytes, or fewer where the other side has ended."""
    parts, have = [begin], len(begin)
    while have < size:
        part = connection.recv(min(size - have, _AT_ONCE))
        if not part:
            break
        parts.append(part)
        have += len(part)
    return b"".join(parts)


def _parts(body: bytes) -> list[bytes] | None:
    parts, at = [], 0
    while at < len(body):
        size = int.from_bytes(body[at : at + _SIZE], "big")
        at += _SIZE
        parts.append(body[at : at + size])
        at += size
    return parts if at == len(body) else None
