"""Start a command where only loopback exists, and hand the listening socket out.

Run as `python loopback.py FD COMMAND...`, possibly inside a fresh network namespace. It brings
`lo` up, listens on a free port of 127.0.0.1, sends that socket through the inherited Unix socket
FD, and becomes the command with ANTHROPIC_BASE_URL set to the port. A socket belongs to the
namespace it was made in, so the model server can go on living in the test's process.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys

# The numbers are those of netdevice(7).
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1


def _loopback_up() -> None:
    """Bring `lo` up: in a new namespace it is down, elsewhere this changes nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack("16xh14x", fcntl.ioctl(control, _SIOCGIFFLAGS, request))
        if not flags & _IFF_UP:
            fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _IFF_UP))


def main() -> None:
    channel_number, *command = sys.argv[1:]
    if sys.platform == "linux":
        _loopback_up()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with socket.socket(fileno=int(channel_number)) as channel:
        socket.send_fds(channel, [b"x"], [listener.fileno()])
    listener.close()
    os.environ["ANTHROPIC_BASE_URL"] = f"http://127.0.0.1:{port}"
    os.execvpe(command[0], command, os.environ)


main()
