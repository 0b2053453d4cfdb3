"""Processes that record after their agent has its answer, killed at random instants.

Each round one edit of a 1,000-line file by Claude Code in a repository with `answers: early`; the
process that records it is killed within a tenth of a second; often the one that comes next to make
up for it is killed as well. In the end each edit has one record, in order, of the texts before and
after it. `--quick` makes fifty rounds of five hundred.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from itertools import pairwise

from benchmarks.speed.common import report
from benchmarks.speed.hook import claude_event, run, source, write
from tracer.agents import late, watchdog
from tracer.agents import run as hooks
from tracer.model import waits
from tracer.model.workspace import Workspace

ROUNDS = 50 if "--quick" in sys.argv else 500
LONGEST_S = 0.12
AGENT = "claude-code"


def build(root):
    """A repository of one file, whose team has early answers."""
    workspace = Workspace(os.path.realpath(root))
    os.makedirs(os.path.join(root, "pkg0"))
    write(workspace, 0, AGENT)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    run(root, "git", "init", "-q")
    run(root, "git", "add", ".")
    run(root, "git", *identity, "commit", "-qm", "start")
    os.makedirs(workspace.sidecar)
    with open(workspace.config, "w", encoding="utf-8") as file:
        file.write("mode: observe\nanswers: early\n")
    return workspace


def kill(process, rng):
    """Kill a process at some instant; whether it was still there."""
    time.sleep(rng.uniform(0, LONGEST_S))
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


def edit(workspace, number):
    """One edit, up to the agent's answer; the process that records it."""
    text = source(number)
    hooks.run(AGENT, json.dumps(claude_event(workspace, "pre", f"c{number}", text)).encode())
    write(workspace, number, AGENT)
    payload = json.dumps(claude_event(workspace, "post", f"c{number}", text)).encode()
    answer = watchdog.watched(AGENT, payload)
    if answer.stderr:
        raise SystemExit(answer.stderr.decode())
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return int(file.read().split()[-1])


def made_up_for(workspace):
    """A process that records what a killed one has left."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            late.complete(workspace)
        os._exit(0)
    return child


def main():
    """Count kills, and records too few or too many."""
    rng = random.Random(23)
    found = {"rounds": ROUNDS, "killed": 0, "killed_again": 0}
    with tempfile.TemporaryDirectory() as root:
        workspace = build(root)
        for number in range(1, ROUNDS + 1):
            found["killed"] += kill(edit(workspace, number), rng)
            if waits.left(workspace) and rng.random() < 0.5:
                found["killed_again"] += kill(made_up_for(workspace), rng)
        late.complete(workspace)
        with open(workspace.ledger, encoding="utf-8") as file:
            records = [one for one in map(json.loads, file) if "files" in one]
    calls = [one["tool"]["call_id"] for one in records if one["event"] == "mutation"]
    wanted = [f"c{number}" for number in range(1, ROUNDS + 1)]
    texts = [(one["files"][0]["before"], one["files"][0]["after"]) for one in records]
    found["lost"] = len(set(wanted) - set(calls))
    found["twice"] = len(calls) - len(set(calls))
    found["out_of_order"] = sum(a[1] != b[0] for a, b in pairwise(texts))
    found["of_nobody"] = len(records) - len(calls)
    report("late", found, [f"{key:16} {value:6}" for key, value in found.items()])


if __name__ == "__main__":
    main()
