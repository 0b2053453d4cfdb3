"""What the helper's process runs: it loads what hooks load, then waits for callers."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from tracer.agents.spec import agent_names, load_spec
from tracer.cli.entry import COLLECT_EVERY, answer_to
from tracer.cli.rehearsal import rehearse
from tracer.helper.server import IDLE_S, Helper, leave_place, take_place
from tracer.helper.stamp import Stamp
from tracer.policy.reading import reading
from tracer.policy.tables import tables
from tracer.resources import data_dir

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
        stamp = Stamp([package, data_dir("grammars"), data_dir("hooks")])
        load()
        idle = float(sys.argv[1]) if len(sys.argv) > 1 else IDLE_S
        Helper(taken, stamp, answer, idle).serve()
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
        load_spec(agent)
    tables()
    reading()
    rehearse()


def answer(arguments: list[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Exit code, stdout and stderr of a hook, in the process that answers it."""
    gc.set_threshold(COLLECT_EVERY)
    return answer_to(arguments, lambda: stdin)
