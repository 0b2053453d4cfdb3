"""`kill -9` at random instants of append, index update, archive and seal.

A child does one of them again and again and tells, through a pipe, what was acknowledged; it is
killed after a random time, the processes it started with it. Then everything acknowledged must be
there once, the ledger must verify, and the next writer must not wait.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

from benchmarks.torture.common import arguments, conclude, mutation, workspace

_ROUNDS_EACH = 50  # kills in one workspace
_LONGEST_S = {"append": 0.02, "index": 0.03, "archive": 0.04, "seal": 0.25}


def append_on(made, say):
    """Append for ever."""
    from tracer.ledger import append

    number = 0
    while True:
        number += 1
        say(append(made, mutation(number), sync=number % 2 == 0)["id"])


def index_on(made, say):
    """Append, refresh, keep texts, rebuild, for ever."""
    from tracer.ledger import Index, append

    number = 0
    while True:
        number += 1
        say(append(made, mutation(number), sync=False)["id"])
        with Index.open(made) as index:
            index.put_text(f"sha256:{number}", os.urandom(2000))
            if number % 3 == 0:
                index.refresh(force=True)


def archive_on(made, say):
    """Append and archive for ever."""
    from tracer.ledger import append
    from tracer.ledger.archive import archive

    number = 0
    while True:
        number += 1
        say(append(made, mutation(number), sync=False)["id"])
        archive(made, keep=number % 4)


def seal_on(made, say):
    """Append and seal for ever, in the ledger and in a git ref."""
    from tracer.engine import sealing
    from tracer.ledger import append

    while True:
        say(append(made, mutation(1), sync=False)["id"])
        done = sealing.seal(made, os.path.join(made.root, "key"))
        say(done.record)


WORK = {"append": append_on, "index": index_on, "archive": archive_on, "seal": seal_on}


def killed(made, work, seconds):
    """The ids a child acknowledged before it was killed after some seconds."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(reader)
        with contextlib.suppress(BaseException):
            work(made, lambda identity: os.write(writer, f"{identity}\n".encode()))
        os._exit(1)
    os.close(writer)
    time.sleep(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    with os.fdopen(reader, "rb") as file:
        lines = file.read().split(b"\n")[:-1]
    assert os.WIFSIGNALED(status), "the child ended by itself"
    return [line.decode() for line in lines]


def check(made, acknowledged):
    """Whether all is there, once, and the next writer goes on; how long it took, in seconds."""
    from tracer.ledger import Index, append, read, verify

    begin = time.perf_counter()
    acknowledged.append(append(made, {"event": "note", "text": "next"}, sync=False)["id"])
    waited = time.perf_counter() - begin
    found = verify(made)
    assert found.ok, found.problems[:5]
    ids = [record["id"] for _, record in read(made) if isinstance(record, dict)]
    # What an interrupted archiving left in both files is read twice and counts once.
    assert set(acknowledged) <= set(ids), "an acknowledged record is lost"
    with Index.open(made) as index:
        assert all(index.entry(identity) is not None for identity in acknowledged[-5:])
    return waited, len(found.set_aside)


def prepare(made, kind):
    """A git repository with a key, where something is to be sealed."""
    if kind != "seal":
        return
    settings = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    for command in (
        ["git", "init", "-q", made.root],
        ["git", "-C", made.root, *settings, "commit", "-q", "--allow-empty", "-m", "x"],
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(made.root, "key")],
    ):
        subprocess.run(command, check=True)


def after_seal(made):
    """Seal once more and look at what git kept; the number of locks a killed git left behind."""
    from tracer.engine import sealing
    from tracer.ledger import verify
    from tracer.ledger.signing import Signers

    stale = 0
    for directory, _, names in os.walk(os.path.join(made.root, ".git")):
        for name in names:
            if name.endswith(".lock"):
                os.unlink(os.path.join(directory, name))  # as git itself tells a person to
                stale += 1
    sealing.seal(made, os.path.join(made.root, "key"))
    with open(os.path.join(made.root, "key.pub"), encoding="utf-8") as file:
        public = file.read()
    with tempfile.NamedTemporaryFile("w", suffix=".signers") as file:
        file.write(f"x@example.org {public}")
        file.flush()
        signers = Signers(file.name)
        found = verify(
            made,
            checkpoints=sealing.checkpoints_in_git(made),
            signed_by=signers.reason_against,
        )
    assert found.ok, found.problems[:5]
    return stale


def torture(kind, kills, seed):
    """The figures of one kind of work."""
    rng = random.Random(seed)
    acknowledged_total, slowest, torn, stale = 0, 0.0, 0, 0
    done = 0
    while done < kills:
        with workspace() as made:
            prepare(made, kind)
            acknowledged = []
            for _ in range(min(_ROUNDS_EACH, kills - done)):
                seconds = rng.uniform(0, _LONGEST_S[kind])
                acknowledged += killed(made, WORK[kind], seconds)
                waited, torn_now = check(made, acknowledged)
                slowest = max(slowest, waited)
                done += 1
            torn += torn_now
            if kind == "seal":
                stale += after_seal(made)
            acknowledged_total += len(acknowledged)
    return {
        "kills": done,
        "acknowledged": acknowledged_total,
        "lost": 0,
        "torn_lines_set_aside": torn,
        "slowest_next_append_s": round(slowest, 3),
        **({"locks_left_by_git": stale} if kind == "seal" else {}),
    }


def main():
    """A quarter of the kills for each kind of work."""
    options = arguments(__doc__, kills=2000, seed=1)
    # Loaded once, so that a child spends its time in the work and not in imports.
    import tracer.engine.sealing
    import tracer.ledger.archive  # noqa: F401

    kinds = [kind for kind in WORK if kind != "seal" or shutil.which("ssh-keygen")]
    figures = {kind: torture(kind, options.kills // len(kinds), options.seed) for kind in kinds}
    conclude("kills", figures, write=options.write)


if __name__ == "__main__":
    main()
