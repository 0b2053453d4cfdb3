"""Start a command where only loopback exists, and hand the listening socket out.

Run as `python client_start.py FD COMMAND...`, possibly inside a fresh network namespace. It brings
`lo` up, listens on a free port of 127.0.0.1, sends that socket through the inherited Unix socket
FD, and becomes the command, with the port for `{port}` in its arguments and environment.
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
    port = str(listener.getsockname()[1])
    with socket.socket(fileno=int(channel_number)) as channel:
        socket.send_fds(channel, [b"x"], [listener.fileno()])
    listener.close()
    command = [word.replace("{port}", port) for word in command]
    environment = {name: value.replace("{port}", port) for name, value in os.environ.items()}
    os.execvpe(command[0], command, environment)


main()
