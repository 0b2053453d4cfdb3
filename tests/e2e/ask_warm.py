"""`tracer` for hooks of git in tests: a process that has loaded everything is forked (`warm.py`).

It is written out with a first line that loads as little as can be, and a call of `main` at its end.
"""

import _socket
import json
import os
import sys


def main(door, real):
    """Be what the process behind the door says; the real command where nobody answers.

    Only what hooks run is asked for. Any other command may depend on which process started it: a
    server is ended by its client's signal, a confined command becomes what it runs, and a person
    approves nothing below an agent.
    """
    if sys.argv[1:2] not in (["hook"], ["sync"]):
        os.execv(real, ["tracer", *sys.argv[1:]])
    code = b""
    source, sink = os.pipe()
    request = {"argv": ["tracer", *sys.argv[1:]], "cwd": os.getcwd(), "env": dict(os.environ)}
    try:
        asked = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        asked.connect(door)
        rights = b"".join(one.to_bytes(4, sys.byteorder) for one in (0, 1, 2, sink))
        control = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)]
        asked.sendmsg([json.dumps(request).encode()], control)
        os.close(sink)
        code = os.read(source, 16)
    except OSError:
        code = b""
    if not code or code == b"first":
        os.execv(real, ["tracer", *sys.argv[1:]])
    sys.exit(int(code))
