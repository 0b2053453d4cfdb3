"""What the helper's process runs: it loads what hooks load, then waits for callers."""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from tracer import native
from tracer.agents.payload import glean
from tracer.agents.run import run
from tracer.agents.spec import agent_names, load_spec
from tracer.agents.watchdog import Task, worked
from tracer.cli.entry import COLLECT_EVERY, answer_to
from tracer.cli.rehearsal import rehearse
from tracer.helper.ahead import made_ahead, message, own_memory
from tracer.helper.client import hook_request
from tracer.helper.server import IDLE_S, Helper, become, leave_place, take_place
from tracer.helper.stamp import Stamp, file_states
from tracer.model.patterns import compile_all
from tracer.policy.reading import reading
from tracer.policy.tables import tables
from tracer.resources import data_dir

if TYPE_CHECKING:
    import socket

    from tracer.agents.watchdog import Begin
    from tracer.helper.server import Handle

# What hooks may load lazily, so that a call pays only for what it needs; here all calls share it.
PACKAGES = (
    "model", "syntax", "fingerprint", "matching", "semantics", "classify", "lineage", "ledger",
    "intents", "vcs", "engine", "history", "queries", "policy", "agents",
)  # fmt: skip


def main() -> None:
    """Serve until there is nobody left to serve; `sys.argv` may name the idle seconds."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # whoever started this waits for its own pipes
    os.chdir("/")
    os.umask(0o077)
    taken = take_place()
    if taken is None:
        return
    try:
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        states = native.core().file_states if native.core() else file_states
        stamp = Stamp([package, data_dir("grammars"), data_dir("hooks")], states)
        load()
        gc.set_threshold(COLLECT_EVERY)
        idle = float(sys.argv[1]) if len(sys.argv) > 1 else IDLE_S
        Helper(taken, stamp, answer, prepare, idle).serve()
    finally:
        leave_place(taken)


def load() -> None:
    """Load the modules that hooks may need, and what ships with tracer about agents and shells."""
    for name in PACKAGES:
        package = import_module(f"tracer.{name}")
        for found in walk_packages(package.__path__, f"tracer.{name}."):
            with suppress(ImportError):  # of an extra that is not installed
                import_module(found.name)
    for agent in agent_names():
        glean(b"{}", load_spec(agent))  # whose patterns are kept
    tables()
    reading()
    rehearse()
    compile_all()


def answer(
    arguments: list[str], stdin: bytes, begin: Begin | None = None
) -> tuple[int, bytes, bytes]:
    """Exit code, stdout and stderr of a hook, in the process that answers it."""
    return answer_to(arguments, lambda: stdin, begin=begin)


def prepare(line: socket.socket) -> Handle:
    """What handles a hook in a process that waits on a line: the child that will work is there."""

    def work(own_line: socket.socket) -> int:
        line.close()  # so that it is known when only this child is left
        return _work(own_line)

    worker = made_ahead(work)

    def begin(task: Task, writing: int) -> int | None:
        umask = os.umask(0o077)
        os.umask(umask)
        bounds = json.dumps([task.agent, task.seconds, task.goes_on, umask]).encode()
        here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            parts = hook_request(bounds, sys.argv[2:], task.stdin)
            is_told = worker.tell(parts, [0, 1, 2, here, writing])
        finally:
            os.close(here)
        return worker.process if is_told else None

    return lambda arguments, stdin: answer(arguments, stdin, begin)


def _work(line: socket.socket) -> int:
    """Be the child in which a hook works; it ends in there, if there is one."""
    own_memory()
    told = message(line, 5)
    if told is not None:
        *files, writing = told.files
        agent, seconds, goes_on, umask = json.loads(told.parts[1])
        become(told.parts, files, umask)
        worked(Task(agent, told.parts[4], seconds, goes_on), run, writing)
    return 0
