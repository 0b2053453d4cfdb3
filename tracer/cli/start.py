"""The console script `tracer`: a hook asks the helper first, and loads nothing if that answers."""

from __future__ import annotations

import sys


def main(launcher: str = "") -> None:
    """Run the command line given in `sys.argv` and leave with its exit code.

    `launcher` is the path of the compiled command (`helper/client.c`), where that runs this.
    """
    arguments = sys.argv[1:]
    if arguments[:1] == ["hook"] and "--help" not in arguments and "-h" not in arguments:
        sys.exit(_hook(arguments[1:], launcher))
    from tracer.cli.entry import main as run  # noqa: PLC0415 - not for what the helper answers

    run()


def _hook(arguments: list[str], launcher: str) -> int:
    """The exit code of a hook, answered by the helper or, where that cannot be, here."""
    from tracer.helper.client import Asked, start  # noqa: PLC0415 - a command asks nobody
    from tracer.helper.place import leave_note  # noqa: PLC0415

    asked = Asked()
    stdin = None
    if asked.connect():
        try:
            stdin = sys.stdin.buffer.read()
            answer = asked.ask(arguments, stdin)
        except (OSError, AttributeError):  # no stdin that can be read: `hook` says so
            answer = None
        if answer is not None:
            code = _say(*answer)
            if launcher:
                leave_note(launcher)
            return code
    import gc  # noqa: PLC0415 - as below

    from tracer.cli.entry import COLLECT_EVERY, hook  # noqa: PLC0415 - takes most of a hook's time

    gc.set_threshold(COLLECT_EVERY)
    code = hook(arguments, stdin, watch=True)
    if asked.may_start:
        start()
        if launcher:
            leave_note(launcher)
    return code


def _say(code: int, stdout: bytes, stderr: bytes) -> int:
    sys.stdout.buffer.write(stdout)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(stderr)
    sys.stderr.buffer.flush()
    return code
