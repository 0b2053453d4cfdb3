"""The console script `tracer`: hooks go straight to their adapter, commands through click."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from tracer.cli import exit_codes
from tracer.model.errors import TracerError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.agents.render import Answer
    from tracer.agents.watchdog import Begin

COLLECT_EVERY = 50_000  # new containers; a few megabytes


def main() -> None:
    """Run the command line given in `sys.argv` and leave with its exit code."""
    # Trees and tables are columns: a collector that looks every 700 objects finds no cycles in
    # them and takes a tenth of a long command.
    gc.set_threshold(COLLECT_EVERY)
    arguments = sys.argv[1:]
    if arguments[:1] == ["hook"] and not {"--help", "-h"}.intersection(arguments):
        sys.exit(hook(arguments[1:], watch=True))
    if arguments[:2] == ["run", "--for"]:
        from tracer.model.confined import main as confined  # noqa: PLC0415 - as above

        sys.exit(confined(arguments[1:]))
    if arguments[:1] == ["blame"] and _is_known(arguments[1:]):
        sys.exit(0)
    from tracer.cli.app import run  # noqa: PLC0415 - a hook must not load click

    sys.exit(run(arguments))


def merge_strategy() -> None:
    """The console script `git-merge-tracer`, which git runs for `git merge -s tracer`."""
    from tracer.vcs.octopus import merge  # noqa: PLC0415 - nothing else needs it

    code, said = merge(sys.argv[1:])
    if said:
        print(f"tracer: {said}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def _is_known(arguments: list[str]) -> bool:
    """Whether the blame was answered before, and now again; errors go the common way."""
    from tracer.cli import terminal  # noqa: PLC0415 - a hook must not load it
    from tracer.cli.exit_codes import PIPE_CLOSED  # noqa: PLC0415
    from tracer.cli.quick import blame  # noqa: PLC0415

    terminal.allow_pager()
    try:
        known = blame(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        if not terminal.end_pager():
            terminal.discard(sys.stdout)
            sys.exit(PIPE_CLOSED)
        return True
    except (TracerError, OSError):
        return False
    finally:
        terminal.end_pager()
    return known


def hook(arguments: list[str], stdin: bytes | None = None, *, watch: bool = False) -> int:
    """The exit code of `tracer hook`, after the event on stdin was answered on stdout.

    `stdin` is what stands there, where somebody has read it. With `watch` the event is handled in
    a child process, whose parent answers when the child does not.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):  # by whoever started this
        print("tracer: hook: stdin, stdout or stderr is closed", file=sys.stderr)  # noqa: T201
        return exit_codes.FOUND
    try:
        code, stdout, stderr = answer_to(
            arguments, sys.stdin.buffer.read if stdin is None else lambda: stdin, watch=watch
        )
        sys.stdout.buffer.write(stdout)
        sys.stdout.buffer.flush()
        sys.stderr.buffer.write(stderr)
        sys.stderr.buffer.flush()
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except OSError as error:
        print(f"tracer: hook: {error}", file=sys.stderr)  # noqa: T201
        return exit_codes.FOUND
    return code


def answer_to(
    arguments: list[str],
    read: Callable[[], bytes],
    *,
    watch: bool = True,
    begin: Begin | None = None,
) -> tuple[int, bytes, bytes]:
    """What `tracer hook ARGUMENTS` says to the event that `read` gives: code, stdout, stderr.

    The adapter answers every event in its agent's own convention. What reaches this function
    as an error happened outside any event (an unknown agent, an unreadable stdin): one line on
    stderr and 1, which no agent takes for a decision.
    """
    try:
        agent, directory = _hook_options(arguments)
        if directory:
            os.chdir(directory)
        answer = _handler(begin, watch=watch)(agent, read())
    except (TracerError, OSError) as error:
        line = f"tracer: hook: {error}\n"
        return exit_codes.FOUND, b"", line.encode(errors="backslashreplace")
    return answer.exit_code, answer.stdout, answer.stderr


def _handler(begin: Begin | None, *, watch: bool) -> Callable[[str, bytes], Answer]:
    """What handles an event."""
    if watch:
        from tracer.agents.watchdog import watched  # noqa: PLC0415 - not to print an error

        return lambda agent, stdin: watched(agent, stdin, begin)
    from tracer.agents.run import run  # noqa: PLC0415 - as above

    return run


def _hook_options(arguments: list[str]) -> tuple[str, str | None]:
    """The values of `--agent` and `-C`; click would cost more than the whole hook."""
    values: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in ("--agent", "-C"):
            raise UsageError(f"unknown argument {name!r}", fix="Use: tracer hook --agent NAME")
        if not equals:
            if not rest:
                raise UsageError(f"{name} needs a value", fix="Use: tracer hook --agent NAME")
            value = rest.pop(0)
        values[name] = value
    if "--agent" not in values:
        raise UsageError("--agent is missing", fix="Use: tracer hook --agent NAME")
    return values["--agent"], values.get("-C")
