"""Appends while git commits, amends, stashes, merges and rebases the ledger they go to.

Two processes append all the time; beside them git does one thing after the other. Git reads and
replaces files without asking anybody. In the end every acknowledged record must be there; what a
command took away unseen must be reported by `verify`, and come back with `tracer index --repair`.
"""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import time
from collections import Counter

from benchmarks.torture.common import arguments, conclude, workspace

_WRITERS = 2
_SETTINGS = ("-c", "user.name=x", "-c", "user.email=x@example.org")
_RULES = "agent_trace.jsonl merge=union -text\n"
_PAUSE_S = 0.03  # between two appends of one writer: an agent is not faster
_TRIES = 3


def git(made, *words):
    """Whether git did it."""
    command = ["git", *_SETTINGS, *words]
    return subprocess.run(command, cwd=made.root, capture_output=True, check=False).returncode == 0


def append_on(made, path, seconds):
    """Append for some seconds; write down what was acknowledged."""
    from tracer.ledger import SpooledError, append

    end = time.monotonic() + seconds
    with open(path, "w", encoding="utf-8") as file:
        while time.monotonic() < end:
            try:
                record = append(made, {"event": "note", "text": "at work"}, sync=False)
            except SpooledError as error:
                (record,) = error.records
            file.write(f"{record['id']}\n")
            file.flush()
            time.sleep(_PAUSE_S)


def commit(made):
    git(made, "add", "-A")
    return git(made, "commit", "-qm", "more")


def stash(made):
    """Stash, unless something is stashed, and take it back.

    What was appended meanwhile is committed first, as git demands; where the writers are faster
    than git, the stash stays for later.
    """
    if not is_stashed(made) and not git(made, "stash", "-q"):
        return False
    return any(commit(made) and git(made, "stash", "pop", "-q") for _ in range(_TRIES))


def is_stashed(made):
    return git(made, "rev-parse", "--verify", "-q", "refs/stash")


def amend(made):
    git(made, "add", "-A")
    return git(made, "commit", "-q", "--amend", "--no-edit")


def merge(made):
    commit(made)
    return git(made, "merge", "-q", "--no-edit", "side")


def rebase(made):
    commit(made)
    git(made, "branch", "-f", "below", "main~1")
    return git(made, "rebase", "-q", "below") or (git(made, "rebase", "--abort") and False)


WORK = (commit, stash, amend, merge, rebase)


def prepare(made):
    """A repository with a branch that has a record of its own."""
    from tracer.ledger import append

    git(made, "init", "-q", "-b", "main")
    for name, text in {".gitattributes": _RULES, ".gitignore": "/.index/\n"}.items():
        with open(os.path.join(made.sidecar, name), "w", encoding="utf-8") as file:
            file.write(text)
    for branch in ("main", "side"):
        git(made, "checkout", "-q", "-b", branch)
        append(made, {"event": "note", "text": branch})
        commit(made)
    git(made, "checkout", "-q", "main")


def run(seconds, seed, below=None):
    """The figures of one run."""
    from tracer.engine.sealing import dropped, mend
    from tracer.ledger import append, read, verify

    rng, done = random.Random(seed), Counter()
    with workspace(below) as made, tempfile.TemporaryDirectory(dir=below) as notes:
        prepare(made)
        children = []
        for number in range(_WRITERS):
            child = os.fork()
            if child == 0:
                append_on(made, os.path.join(notes, str(number)), seconds)
                os._exit(0)
            children.append(child)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            work = rng.choice(WORK)
            done[f"{work.__name__} {'done' if work(made) else 'refused'}"] += 1
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
        commit(made)
        assert not is_stashed(made) or git(made, "stash", "pop", "-q")
        append(made, {"event": "note", "text": "end"})
        acknowledged = set()
        for name in os.listdir(notes):
            with open(os.path.join(notes, name), encoding="utf-8") as file:
                acknowledged.update(file.read().split())

        def missing():
            there = {record["id"] for _, record in read(made) if isinstance(record, dict)}
            return len(acknowledged - there)

        lost, reported = missing(), not verify(made, dropped(made)).ok
        assert reported or not lost, "a record is gone, and nobody says so"
        mended = mend(made)
        assert missing() == 0, "an acknowledged record is lost"
        found = verify(made, dropped(made))
        assert found.ok, found.problems[:3]
    return {
        "seconds": seconds,
        "acknowledged": len(acknowledged),
        "git": dict(sorted(done.items())),
        "missing_before_the_repair": lost,
        "brought_back_by_the_repair": mended.restored,
        "lost": 0,
    }


def main():
    """A minute, half a second of which shows most of it."""
    options = arguments(__doc__, seconds=60.0, seed=1)
    conclude("git_at_work", run(options.seconds, options.seed), write=options.write)


if __name__ == "__main__":
    main()
