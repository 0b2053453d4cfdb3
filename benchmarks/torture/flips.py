"""Every single damage of a ledger of 200 records: all must be found, and called by their names.

For each byte one bit is flipped, alone; each line is deleted, swapped with the next of its stream,
and repeated. `verify` must name the kind and the line, the command exit with 4, and never with a
traceback. What `verify` works out about an undamaged line by itself (its JSON, canonical form and
validity) is kept from one flip to the next; every hundredth flip nothing is kept, and the command
must say the same.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import time
from collections import Counter

from benchmarks.torture.common import arguments, conclude, mutation, workspace

_CLI_EVERY = 100  # flips that also go through the command


def ledger_of(made, count):
    """Lines of `count` records of every kind, two clones interleaved."""
    from tracer.ledger import append

    other_kinds = [
        {"event": "note", "text": "größer"},
        {"event": "intent_select", "intent_id": "INT-001"},
        {"event": "intent_lifecycle", "intent_id": "INT-001", "lifecycle": {"action": "start"}},
    ]
    for number in range(count):
        if number == count // 2:
            os.unlink(os.path.join(made.index, "stream"))  # a second writer
        record = mutation(number) if number % 25 == 0 else other_kinds[number % 3]
        append(made, record, sync=False)
    with open(made.ledger, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    first, second = lines[: count // 2], lines[count // 2 :]
    return [line for pair in zip(first, second, strict=True) for line in pair]


class Judge:
    """Verifies one damaged ledger after the other, all against what a clone remembers."""

    def __init__(self, made, lines):
        from tracer.ledger import Index

        self._made = made
        self._put(b"".join(lines))
        Index.open(made).close()
        with open(os.path.join(made.sidecar, "config.yaml"), "w", encoding="utf-8") as file:
            file.write("mode: observe\n")
        self.kinds = Counter()
        self._records = {line[:-1]: json.loads(line) for line in lines}
        self._forms = {id(record): raw for raw, record in self._records.items()}

    @contextlib.contextmanager
    def _kept(self):
        """What `verify` asks about single lines, answered at once for undamaged ones."""
        from tracer.ledger import checkpoint, verifier

        decode, canonical, fault_of = verifier.decode, verifier.canonical, verifier.fault_of
        record_hash = verifier.record_hash

        def known(record):
            return id(record) in self._forms

        try:
            checkpoint.decode = verifier.decode = lambda raw: self._records.get(raw) or decode(raw)
            verifier.canonical = lambda r: self._forms[id(r)] if known(r) else canonical(r)
            verifier.fault_of = lambda r: None if known(r) else fault_of(r)
            verifier.record_hash = lambda r, form: (
                r["integrity"]["record_hash"] if known(r) else record_hash(r, form)
            )
            yield
        finally:
            checkpoint.decode = verifier.decode = decode
            verifier.canonical, verifier.fault_of = canonical, fault_of
            verifier.record_hash = record_hash

    def _put(self, data):
        with open(self._made.ledger, "wb") as file:
            file.write(data)

    def kinds_of(self, data, *, command):
        """The kinds that `verify` names."""
        return {problem.problem for problem in self.problems_of(data, command=command)}

    def problems_of(self, data, *, command):
        """What `verify` finds; with `command`, that the command says so too, and exits with 4."""
        from tracer.cli.app import run
        from tracer.ledger import verify

        self._put(data)
        with contextlib.nullcontext() if command else self._kept():
            problems = verify(self._made).problems
        found = {problem.problem for problem in problems}
        if command:
            raw = io.BytesIO()
            printed = io.TextIOWrapper(raw, encoding="utf-8")
            # The command goes to the directory it is given, which will not be there for long.
            with contextlib.chdir(os.curdir), contextlib.redirect_stdout(printed):
                code = run(["verify", "-C", self._made.root, "--json"])
            printed.flush()
            assert code == 4, code
            assert {each["problem"] for each in json.loads(raw.getvalue())["problems"]} == found
        self.kinds.update(problem.problem for problem in problems)
        return problems


def stream(line):
    return json.loads(line)["integrity"]["stream"]


def flips(judge, lines, seed):
    """One flipped bit for each byte, one at a time."""
    rng = random.Random(seed)
    count = 0
    before = b""
    for number, line in enumerate(lines):
        after = b"".join(lines[number + 1 :])
        for place in range(len(line)):
            damaged = bytearray(line)
            damaged[place] ^= 1 << rng.randrange(8)
            found = judge.problems_of(before + damaged + after, command=count % _CLI_EVERY == 0)
            kinds = {each.problem for each in found}
            assert kinds <= {"edited", "malformed", "truncated"}, (number, place, kinds)
            # A flip that takes or makes a line feed is reported there or on the line after.
            nearby = {number + 1, number + 2}
            assert nearby & {each.line for each in found}, (number, place)
            count += 1
        before += line
    return count


def deletions(judge, lines):
    for number in range(len(lines)):
        found = judge.kinds_of(b"".join(lines[:number] + lines[number + 1 :]), command=True)
        is_last = stream(lines[number]) not in {stream(line) for line in lines[number + 1 :]}
        assert found == {"truncated" if is_last else "deleted"}, (number, found)
    return len(lines)


def swaps(judge, lines):
    """Each line with the next of its own stream."""
    count = 0
    for number, line in enumerate(lines):
        later = [at for at in range(number + 1, len(lines)) if stream(lines[at]) == stream(line)]
        if later:
            swapped = [*lines]
            swapped[number], swapped[later[0]] = swapped[later[0]], swapped[number]
            found = judge.kinds_of(b"".join(swapped), command=True)
            assert found == {"reordered"}, (number, found)
            count += 1
    return count


def copies(judge, lines, seed):
    """Each line once more, at a random place."""
    rng = random.Random(seed)
    for number, line in enumerate(lines):
        place = rng.randrange(len(lines) + 1)
        found = judge.kinds_of(b"".join([*lines[:place], line, *lines[place:]]), command=True)
        assert found == {"replayed"}, (number, place, found)
    return len(lines)


def run(count, seed, below=None):
    """The figures for a ledger of `count` records."""
    begin = time.process_time()
    with workspace(below) as made:
        lines = ledger_of(made, count)
        judge = Judge(made, lines)
        damages = {
            "deletions": deletions(judge, lines),
            "swaps": swaps(judge, lines),
            "duplications": copies(judge, lines, seed),
            "flips": flips(judge, lines, seed),
        }
    return {
        "records": count,
        "damages": damages,
        "checked_by_the_command_too": f"1 flip in {_CLI_EVERY}, all others",
        "unreported": 0,
        "wrongly_named": 0,
        "kinds_named": dict(sorted(judge.kinds.items())),
        "cpu_s": round(time.process_time() - begin, 1),
    }


def main():
    """The whole of it; a few minutes."""
    options = arguments(__doc__, records=200, seed=1)
    below = "/dev/shm" if os.path.isdir("/dev/shm") else None
    conclude("flips", run(options.records, options.seed, below), write=options.write)


if __name__ == "__main__":
    main()
