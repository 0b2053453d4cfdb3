"""Everything at once on one ledger: writers, archiver, sealer, index, repair and verify.

Four processes append; one archives, one seals, one opens and rebuilds the index, one repairs and
one verifies, again and again. Whatever they find in between must be a whole ledger: `verify`
finds nothing at any moment, the repair nothing to mend, and in the end every acknowledged record
is there once.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
import traceback

from benchmarks.torture import kills
from benchmarks.torture.common import arguments, conclude, mutation, workspace

_WRITERS = 4
_PAUSE_S = 0.01  # between two rounds of one process: all want the same lock


def append_to(made, number):
    """A record of ours, and its id."""
    from tracer.ledger import append

    return append(made, mutation(number), sync=False)["id"]


def archive_some(made, _):
    from tracer.ledger.archive import archive

    archive(made, random.randint(0, 50))


def seal_it(made, _):
    """A checkpoint, which is a record as well."""
    from tracer.engine import sealing

    return sealing.seal(made, os.path.join(made.root, "key")).record


def look_up(made, number):
    from tracer.ledger import Index

    with Index.open(made) as index:
        if number % 5 == 0:
            index.refresh(force=True)
        index.heads()


def mend(made, _):
    from tracer.ledger.repair import repair

    done = repair(made)
    assert not done.is_needed, done


def check(made, _):
    from tracer.ledger import verify

    found = verify(made)
    assert found.ok, found.problems[:3]


WORK = (*[append_to] * _WRITERS, archive_some, seal_it, look_up, mend, check)


def keep_at(work, made, path, seconds):
    """Do one thing again and again; write down the records it acknowledged."""
    end, number = time.monotonic() + seconds, 0
    with open(path, "w", encoding="utf-8") as file:
        while time.monotonic() < end:
            number += 1
            time.sleep(_PAUSE_S)
            identity = work(made, number)
            file.write(f"{identity or '-'}\n")


def run(seconds):
    """The figures of one run."""
    from tracer.ledger import deliver, read, verify

    work = [each for each in WORK if each is not seal_it or shutil.which("ssh-keygen")]
    with workspace() as made, tempfile.TemporaryDirectory() as notes:
        kills.prepare(made, "seal" if seal_it in work else "append")
        children = []
        for number, each in enumerate(work):
            path = os.path.join(notes, f"{number} {each.__name__}")
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    keep_at(each, made, path, seconds)
                    code = 0
                except Exception:  # noqa: BLE001 - the parent hears of it by the exit code
                    traceback.print_exc()
                finally:
                    os._exit(code)
            children.append(child)
        assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)
        deliver(made)
        said = {}
        for name in sorted(os.listdir(notes)):
            with open(os.path.join(notes, name), encoding="utf-8") as file:
                said[name] = file.read().split()
        ids = [record["id"] for _, record in read(made) if isinstance(record, dict)]
        acknowledged = {line for lines in said.values() for line in lines if line != "-"}
        assert acknowledged <= set(ids), "an acknowledged record is lost"
        assert len(ids) == len(set(ids)), "a record stands there twice"
        assert verify(made).ok
        segments = os.listdir(os.path.join(made.sidecar, "archive"))
    rounds = {}
    for name, lines in said.items():
        rounds[name.split(" ")[1]] = rounds.get(name.split(" ")[1], 0) + len(lines)
    return {
        "seconds": seconds,
        "rounds": rounds,
        "acknowledged": len(acknowledged),
        "lost": 0,
        "archived_files": len(segments),
    }


def main():
    """A minute of it."""
    options = arguments(__doc__, seconds=60.0)
    conclude("mixture", run(options.seconds), write=options.write)


if __name__ == "__main__":
    main()
