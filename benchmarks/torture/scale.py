"""How the ledger grows: verify, rebuild, refresh, append and queries at 10³ to 10⁶ records.

Each size is one process, each figure CPU time (user and system) of it and the processes that it
starts; `verify` and a rebuild, which share the work out, have wall time besides. The ledger has
four streams, 200 files of 60 lines with eight runs each, and an intent for every ten records, as
one that a team keeps for years would.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time

from benchmarks.torture.common import arguments, conclude, workspace

_FILES = 200
_LINES = 60
_STREAMS = 4


def text_of(path, version):
    """The content of a file at a version."""
    return "".join(f"line_{path}_{number} = {version}\n" for number in range(_LINES))


def write_ledger(made, count):
    """`count` records in their chains, and the files on disk that the last of them left."""
    from tracer.ledger.canonical import seal
    from tracer.ledger.ids import IdSource, timestamp

    source = IdSource()
    start = 1_700_000_000_000_000_000
    prev = [None] * _STREAMS
    last = {}
    with open(made.ledger, "wb", buffering=1 << 20) as file:
        for number in range(count):
            now = start + number * 1_000_000_000
            path, version, stream = number % _FILES, number // _FILES, number % _STREAMS
            identity = source.next(now)
            record = record_of(path, version, identity, number, last.get(path), timestamp(now))
            integrity = {
                "chain": "sha256",
                "stream": f"stream{stream}",
                "prev_record_hash": prev[stream],
            }
            line, sealed = seal(record, integrity)
            prev[stream] = sealed["integrity"]["record_hash"]
            last[path] = identity
            file.write(line + b"\n")
    os.makedirs(os.path.join(made.root, "src"))
    for path in range(min(_FILES, count)):
        version = (count - 1 - path) // _FILES
        with open(os.path.join(made.root, f"src/{path}.py"), "w", encoding="utf-8") as file:
            file.write(text_of(path, version))


def record_of(path, version, identity, number, before, now):  # noqa: PLR0913, PLR0917
    """One change of a few lines of a file whose other lines came from the record before."""
    import hashlib

    def hashed(text):
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"

    runs = [
        {
            "start_line": first,
            "end_line": first + 6,
            "content_hash": hashed(f"{path} {version} {first}"),
            "origin": before or identity,
            "last": before or identity,
            "method": "carried",
        }
        for first in range(5, _LINES - 7, 8)
    ]
    return {
        "schema": "tracer.record/1",
        "id": identity,
        "timestamp": now,
        "event": "mutation",
        "intent_id": f"INT-{number // 10:06d}",
        "mutation_class": "INTENT_EVOLUTION",
        "vcs": {"revision_id": None},
        "tool": {"name": "generic", "call_id": f"c{number}"},
        "files": [
            {
                "relative_path": f"src/{path}.py",
                "before": hashed(text_of(path, version - 1)) if version else None,
                "after": hashed(text_of(path, version)),
                "mutation_class": "INTENT_EVOLUTION",
                "changes": [],
                "conversations": [
                    {
                        "url": None,
                        "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
                        "ranges": [
                            {"start_line": 1, "end_line": 4, "content_hash": hashed(f"{number}")}
                        ],
                    }
                ],
                "carried": runs,
            }
        ],
    }


def merge(path):
    """Put a foreign line before the last hundred."""
    with open(path, "r+b") as file:
        file.seek(-(1 << 19), os.SEEK_END)
        end = file.read().splitlines(keepends=True)[-100:]
        start = os.path.getsize(path) - sum(map(len, end))
        file.seek(start)
        file.writelines([b"\n", *end])


def repeat_last(path):
    """Put the last line there twice."""
    with open(path, "r+b") as file:
        file.seek(-(1 << 16), os.SEEK_END)
        file.write(file.read().splitlines(keepends=True)[-1])


def cpu():
    """Seconds of processor time of this process and those it has waited for."""
    used = os.times()
    return time.process_time() + used.children_user + used.children_system


def timed(action, rounds=1):
    """(milliseconds of CPU, result) of the fastest of some rounds."""
    best, result = float("inf"), None
    for _ in range(rounds):
        begin = cpu()
        result = action()
        best = min(best, cpu() - begin)
    return round(best * 1000, 3), result


def shared(figures, name, action):
    """Note CPU and wall milliseconds of what several processes do; its result."""
    begin = time.perf_counter()
    figures[f"{name}_ms"], result = timed(action)
    figures[f"{name}_wall_ms"] = round((time.perf_counter() - begin) * 1000, 3)
    return result


def memory():
    """Peak resident megabytes of this process so far."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def measure(count):
    """All figures of one size. Memory is the peak after each step, steps with least first."""
    from tracer.ledger import Index, append, verify
    from tracer.ledger.archive import archive
    from tracer.ledger.repair import repair
    from tracer.queries.blame import blame
    from tracer.queries.blame_by_intent import blame_by_intent

    figures = {"records": count}
    with workspace() as made:
        write_ledger(made, count)
        figures["ledger_mb"] = round(os.path.getsize(made.ledger) / 1e6, 1)
        figures["memory_before_mb"] = memory()
        found = shared(figures, "verify", lambda: verify(made))
        assert found.ok, found.problems[:3]
        assert found.records == count
        figures["verify_memory_mb"] = memory()
        shared(figures, "rebuild", lambda: Index.open(made).close())
        figures["rebuild_memory_mb"] = memory()
        index_file = os.path.join(made.index, "index.sqlite3")
        figures["index_mb"] = round(os.path.getsize(index_file) / 1e6, 1)
        figures["open_ms"], _ = timed(lambda: Index.open(made).close(), 5)

        def appended():
            append(made, {"event": "note", "text": "x"}, sync=False)

        figures["first_append_ms"], _ = timed(appended)
        figures["append_ms"], _ = timed(appended, 5)
        figures["refresh_after_append_ms"], _ = timed(lambda: Index.open(made).close())
        figures["blame_ms"], answer = timed(lambda: blame(made, "src/7.py"), 3)
        assert {row["origin"]["kind"] for row in answer.document["lines"]} == {"record"}
        intent = f"INT-{(count - 5) // 10:06d}"
        figures["blame_by_intent_ms"], answer = timed(lambda: blame_by_intent(made, intent), 3)
        assert answer["ranges"]
        # A merge puts a foreign line before our last hundred.
        merge(made.ledger)
        figures["refresh_after_merge_ms"], _ = timed(lambda: Index.open(made).close())
        repeat_last(made.ledger)
        figures["repair_ms"], mended = timed(lambda: repair(made))
        assert mended.duplicates == 1
        figures["repair_memory_mb"] = memory()
        os.unlink(os.path.join(made.root, mended.backup))
        Index.open(made).close()
        figures["archive_ms"], made_segments = timed(lambda: archive(made, 1000))
        figures["archive_mb"] = round(sum(each.packed for each in made_segments) / 1e6, 1)
        figures["refresh_after_archive_ms"], _ = timed(lambda: Index.open(made).close())
        figures["blame_archived_ms"], _ = timed(lambda: blame(made, "src/7.py"), 3)
        merge(made.ledger)
        figures["refresh_after_merge_archived_ms"], _ = timed(lambda: Index.open(made).close())
    return figures


def main():
    """Measure every size in a process of its own, and print the growth of each figure."""
    options = arguments(__doc__, records=[1000, 10_000, 100_000, 1_000_000])
    sizes = []
    for count in options.records:
        code = (
            "import json; from benchmarks.torture.scale import measure; "
            f"print(json.dumps(measure({count})))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, env={**os.environ}
        )
        sizes.append(json.loads(done.stdout.splitlines()[-1]))
        print(json.dumps(sizes[-1], indent=1), flush=True)
    conclude("scale", {"sizes": sizes}, write=options.write)


if __name__ == "__main__":
    main()
