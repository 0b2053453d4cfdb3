"""64 processes append 500 records each at once: all there, once, in chains that verify."""

from __future__ import annotations

import json
import os
import time

from benchmarks.torture.common import arguments, conclude, mutation, percentile, workspace


def write(made, count, sync, pipe):
    """Append `count` records; send back how long each took, in milliseconds."""
    from tracer.ledger import SpooledError, append

    took, spooled = [], 0
    for number in range(count):
        record = mutation(number)
        begin = time.perf_counter()
        try:
            append(made, record, sync=sync)
        except SpooledError:
            spooled += 1
        took.append((time.perf_counter() - begin) * 1000)
    with os.fdopen(pipe, "w") as file:
        json.dump({"took": took, "spooled": spooled}, file)


def fan_out(made, processes, count, *, sync):
    """What all writers sent back."""
    children = []
    for _ in range(processes):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            write(made, count, sync, writer)
            os._exit(0)
        os.close(writer)
        children.append((child, reader))
    answers = []
    for child, reader in children:
        with os.fdopen(reader) as file:
            answers.append(json.load(file))
        assert os.waitpid(child, 0)[1] == 0
    return answers


def run(processes, count, *, sync, below=None):
    """The figures of one round."""
    from tracer.ledger import deliver, read, verify

    with workspace(below) as made:
        begin = time.perf_counter()
        answers = fan_out(made, processes, count, sync=sync)
        wall = time.perf_counter() - begin
        deliver(made)
        found = verify(made)
        ids = [record["id"] for _, record in read(made) if isinstance(record, dict)]
    took = [value for answer in answers for value in answer["took"]]
    assert found.ok, found.problems[:5]
    assert len(ids) == len(set(ids)) == processes * count
    return {
        "processes": processes,
        "records_each": count,
        "sync": sync,
        "records": len(ids),
        "streams": found.streams,
        "spooled_on_the_way": sum(answer["spooled"] for answer in answers),
        "append_p50_ms": round(percentile(took, 0.5), 2),
        "append_p99_ms": round(percentile(took, 0.99), 2),
        "records_a_second": round(len(ids) / wall),
    }


def policies(count=300):
    """What each sync policy costs a lone writer: milliseconds an append, by wall clock."""
    from tracer.ledger import append

    figures = {}
    for policy in ("full", "data", "off"):
        with workspace() as made:
            with open(made.config, "w", encoding="utf-8") as file:
                file.write(f'mode: observe\nsync: "{policy}"\n')
            took = []
            for number in range(count):
                record = mutation(number)
                begin = time.perf_counter()
                append(made, record)
                took.append((time.perf_counter() - begin) * 1000)
        figures[policy] = {
            "p50_ms": round(percentile(took, 0.5), 3),
            "p99_ms": round(percentile(took, 0.99), 3),
        }
    return figures


def main():
    """64 × 500, without and with a sync of each append, and the policies one by one."""
    options = arguments(__doc__, processes=64, records=500)
    rounds = [run(options.processes, options.records, sync=sync) for sync in (False, True)]
    conclude("processes", {"rounds": rounds, "sync_policies": policies()}, write=options.write)


if __name__ == "__main__":
    main()
