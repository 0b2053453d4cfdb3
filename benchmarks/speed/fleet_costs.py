"""`python -m benchmarks.speed.fleet_costs --repo CLONE...`: what the work of a fleet costs.

Processor seconds and bytes of each kind of task, measured in this process on parts of real
repositories: the definitions of their files, their last commits, the origins of the lines of some
files (what `lines` does for a file that somebody's record or intent owns, and `origins` for every
file where the steps of the history are not known), the whole of a plan, a segment of a generated
ledger, an empty task written to disk. `benchmarks.speed.fleet_simulation` computes with
them; `sizes` has how large the repositories are, for its distribution.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time

from benchmarks.speed.common import report
from benchmarks.torture.common import mutation
from benchmarks.torture.fleet import git as run_git
from tracer.fleet.file_rows import definition_rows
from tracer.fleet.history_rows import Run, history_rows, origin_rows
from tracer.fleet.ledger_rows import ledger_rows
from tracer.fleet.partition import Partition
from tracer.fleet.planning import Task, _buckets, plan
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.tasks import _write
from tracer.fleet.walk import ordered
from tracer.ledger import append_all
from tracer.ledger.reader import read
from tracer.model.workspace import Workspace
from tracer.vcs import Git


def seconds(action):
    begin = time.process_time()
    result = action()
    return time.process_time() - begin, result


def bytes_of(rows):
    """Bytes of the partitions of (table, row)s, by table."""
    made = {}
    for name, row in rows:
        made.setdefault(name, Partition(name)).add(row)
    return {name: len(partition.data()) for name, partition in made.items()}


def of_repository(root, commits, blamed):
    """Costs of a real repository, and its size."""
    workspace = Workspace(os.path.realpath(root))
    with Git(root) as git:
        head = git.resolve("HEAD")
        walk = ordered(git, head)
        files = [file for bucket in _buckets(git, head) for file in bucket]
        last = walk[-commits:]
        versions = sum(
            len(git.changes(commit.parents[0] if commit.parents else None, commit.id))
            for commit in map(git.commit, last)
        )
        planning, _ = seconds(lambda: plan(Source("x", root), history=True))
        defined, rows = seconds(lambda: list(definition_rows("x", git, files)))
        run = Run(len(walk) - len(last), last, {})
        history, found = seconds(lambda: list(history_rows("x", workspace, git, run)))
        paths = [path for path, _ in sorted(files)][:: max(1, len(files) // blamed)][:blamed]
        origins, _ = seconds(lambda: list(origin_rows("x", workspace, head, paths, {})))
    pack = subprocess.run(["git", "count-objects", "-v"], cwd=root, capture_output=True, text=True,
                          check=True).stdout  # fmt: skip
    return {
        "sizes": {"commits": len(walk), "files": len(files),
                  "pack_kb": int(pack.split("size-pack:")[1].split()[0])},
        "plan_s": planning,
        "definitions": {"files": len(files), "rows": len(rows), "cpu_s": defined,
                        "bytes": sum(bytes_of(("definitions", row) for row in rows).values())},
        "origins": {"files": len(paths), "cpu_s": origins},
        "history": {"commits": len(last), "versions": versions, "cpu_s": history,
                    "bytes": sum(bytes_of(found).values())},
    }  # fmt: skip


def of_ledger(count):
    """Costs of a segment of so many records."""
    with tempfile.TemporaryDirectory() as root:
        run_git(root, "init", "-q")
        workspace = Workspace(os.path.realpath(root))
        os.mkdir(workspace.sidecar)
        append_all(workspace, [mutation(number) for number in range(count)], sync=False)
        reading, records = seconds(lambda: list(read(workspace)))
        making, rows = seconds(lambda: list(ledger_rows("x", records)))
        packing, sizes = seconds(lambda: bytes_of(rows))
        storage = Storage(os.path.join(root, "warehouse"))
        task = plan_of_nothing(root)
        writing, _ = seconds(lambda: [_write(task._replace(name=f"lines-{n}"), storage, ())
                                      for n in range(200)])  # fmt: skip
    return {
        "records": count, "ranges": sum(name == "ranges" for name, _ in rows),
        "cpu_s": reading + making + packing,
        "bytes": sum(sizes.values()), "bytes_of_ranges": sizes["ranges"],
        "task_overhead_s": writing / 200,
    }  # fmt: skip


def plan_of_nothing(root):
    return Task("lines-0", "lines", "x", root, {})


def main():
    """Print the figures; `--write` commits them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repo", nargs="+", required=True, help="local clones with history")
    parser.add_argument("--commits", type=int, default=60, help="the last ones, of each")
    parser.add_argument("--blamed", type=int, default=12, help="files to ask for origins, of each")
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    options = parser.parse_args()
    each = {
        os.path.basename(os.path.abspath(root)): of_repository(
            os.path.abspath(root), options.commits, options.blamed
        )
        for root in options.repo
    }
    ledger = of_ledger(options.records)

    def total(kind, name):
        return sum(one[kind][name] for one in each.values())

    rates = {
        "file_versions_a_core_second": total("history", "versions") / total("history", "cpu_s"),
        "commits_a_core_second": total("history", "commits") / total("history", "cpu_s"),
        "files_a_core_second": total("definitions", "files") / total("definitions", "cpu_s"),
        "origins_a_core_second": total("origins", "files") / total("origins", "cpu_s"),
        "records_a_core_second": ledger["records"] / ledger["cpu_s"],
        "plan_s": sum(one["plan_s"] for one in each.values()) / len(each),
        "task_overhead_s": ledger["task_overhead_s"],
        "bytes_a_commit": total("history", "bytes") / total("history", "commits"),
        "bytes_a_file": total("definitions", "bytes") / total("definitions", "files"),
        "bytes_a_range": ledger["bytes_of_ranges"] / ledger["ranges"],
        "bytes_a_record": ledger["bytes"] / ledger["records"],
    }
    rates = {name: round(value, 4) for name, value in rates.items()}
    figures = {"rates": rates, "ledger": ledger, "repositories": each}
    report("fleet_costs", figures, [json.dumps(rates, indent=1)])


if __name__ == "__main__":
    main()
