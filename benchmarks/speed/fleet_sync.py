"""`python -m benchmarks.speed.fleet_sync`: what a sync costs, over workers and after one commit.

`workers` takes copies of one repository (this one's package, cut to some folders) in for the first
time, by one process and by two: nothing of an earlier sync is left in the warehouse or beside the
repositories. `efficiency` is the time of one process over twice that of two, by the clock, which
other work on the machine makes worthless: `load` stands beside it; `efficiency_by_cpu` is processor
time of one process over that of all processes of two; `driver_share` is what the driver spends of
all. `one_commit` makes 2,000 small repositories with ledgers (in `--dir`, where a
later run finds them) and a warehouse of them, gives one a commit, and times the next sync as a
whole process: by the clock, in processor time, and with the load of the machine beside them. The
repositories are copies, so the warehouse is that of the first with a manifest for each copy;
`--whole` syncs all of them, which takes a minute or more a thousand. `histories`, of the clones
given by `--repo`, takes in all their commits with two workers. `worker_mb` is the largest worker's.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report
from benchmarks.torture.fleet import change, git
from tracer.fleet.manifests import manifest_name, read_manifest, write_manifest
from tracer.fleet.planning import glance
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REFERENCE = os.path.join(os.path.dirname(__file__), "reference", "fleet_sync.json")
SYNC = """
import json, os, resource, sys, time
import tracer.fleet.sync as syncing
from tracer.fleet.sources import read_sources
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, plan_of, sync
from tracer.fleet.tasks import perform

LOG = sys.argv[2] + ".log"


def noted(work, *piece):
    result = work(*piece)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    with open(LOG, "a") as file:
        file.write(f"{os.getpid()} {time.process_time()} {peak}\\n")
    return result


def do(task, storage):
    return noted(perform, task, storage)


def look(source, history):
    return noted(plan_of, source, history)


if __name__ == "__main__":
    syncing.perform, syncing.plan_of = do, look
    begin = time.perf_counter()
    done = sync(read_sources(sys.argv[1], "clones"), Storage(sys.argv[2]),
                Options(jobs=int(sys.argv[3]), history=sys.argv[4:] == ["history"]))
    wall = time.perf_counter() - begin
    workers = {}
    if os.path.exists(LOG):
        for line in open(LOG):
            process, cpu, peak = line.split()
            if int(process) != os.getpid():
                workers[process] = (float(cpu), int(peak))
        os.unlink(LOG)
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({
        "taken_in": done["taken_in"], "tasks": done["tasks"]["done"],
        "problems": len(done["problems"]), "wall_s": round(wall, 2),
        "driver_cpu_s": round(time.process_time(), 2),
        "workers_cpu_s": round(sum(cpu for cpu, _ in workers.values()), 2),
        "worker_mb": max((peak for _, peak in workers.values()), default=0),
        "driver_mb": own.ru_maxrss >> 10,
    }))
"""


def synced(directory, listed, warehouse, jobs, *more):
    """The figures of one sync in a process of its own; `more`: `history`, to take that in, too."""
    script = os.path.join(directory, "sync.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(SYNC)
    env = {**os.environ, "PYTHONPATH": ROOT}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed tracer is compiled
    load, begin, spent = os.getloadavg()[0], time.perf_counter(), children_s()
    done = subprocess.run(
        [sys.executable, script, listed, os.path.join(directory, warehouse), str(jobs), *more],
        check=True, capture_output=True, text=True, env=env,
    )  # fmt: skip
    return json.loads(done.stdout) | {
        "process_s": round(time.perf_counter() - begin, 2),
        "process_cpu_s": round(children_s() - spent, 2),
        "load": round(load, 1),
    }


def children_s():
    """Processor seconds of all processes that ended below this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def made(directory, name):
    root = os.path.join(directory, name)
    os.makedirs(os.path.join(root, ".orchestration"))
    git(root, "init", "-q", "-b", "main", "--template=")
    with open(os.path.join(root, ".gitignore"), "w", encoding="utf-8") as file:
        file.write(".orchestration/\n")
    return root


def listed_in(directory, roots):
    path = os.path.join(directory, "repos.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"- {root}\n" for root in roots)
    return path


def workers(copies):
    """One process and two over the same repositories."""
    with tempfile.TemporaryDirectory() as directory:
        first = made(directory, "repository-0")
        for folder in ("syntax", "ledger"):
            shutil.copytree(os.path.join(ROOT, "tracer", folder), os.path.join(first, folder))
        change(first, 1)
        roots = [first]
        for number in range(1, copies):
            root = os.path.join(directory, f"repository-{number}")
            shutil.copytree(first, root)
            roots.append(root)
        listed = listed_in(directory, roots)
        synced(directory, listed, "warm", 1)  # everything is compiled, and in the system's cache
        figures = {}
        for warehouse, jobs in (("one", 1), ("two", 2)):
            for root in roots:
                shutil.rmtree(os.path.join(root, ".orchestration", ".index"), ignore_errors=True)
            figures[warehouse] = synced(directory, listed, warehouse, jobs)
    one, two = figures["one"], figures["two"]
    alone = one["driver_cpu_s"] + one["workers_cpu_s"]
    together = two["driver_cpu_s"] + two["workers_cpu_s"]
    return {
        "repositories": copies,
        "one": one,
        "two": two,
        "efficiency": round(one["process_s"] / (2 * two["process_s"]), 3),
        "efficiency_by_cpu": round(alone / together, 3),
        "driver_share": round(two["driver_cpu_s"] / together, 4),
    }


def taken_in(roots, storage):
    """A warehouse of the first repository, in which each copy has a manifest as well."""
    sources = [Source(os.path.basename(root), os.path.realpath(root)) for root in roots]
    sync(sources[:1], storage, Options(jobs=1))
    first = read_manifest(storage, manifest_name(sources[0].name))
    for source in sources[1:]:
        seen = glance(source, history=False)
        told = {"repository": source.name, "source": source.root, "head": seen["head"]}
        write_manifest(storage, first | told | {"seen": seen})


def one_commit(directory, count, *, is_whole, times=5):
    """Syncs after one commit in one of many repositories, and after nothing."""
    roots = [os.path.join(directory, f"repository-{number}") for number in range(count)]
    if not os.path.isdir(roots[0]):
        made(directory, "repository-0")
        for step in range(3):
            change(roots[0], step)
    for root in roots[1:]:
        if not os.path.isdir(root):
            shutil.copytree(roots[0], root)
    listed = listed_in(directory, roots)
    figures = {"repositories": count}
    if is_whole:
        figures["first"] = synced(directory, listed, "all", 2)
    else:
        taken_in(roots, Storage(os.path.join(directory, "all")))
    synced(directory, listed, "all", 2)  # everything is compiled, and in the system's cache
    figures["after_one_commit"] = []
    for number in range(times):
        change(roots[(number + 1) * count // (times + 1)], time.time_ns())
        figures["after_one_commit"].append(synced(directory, listed, "all", 2))
    figures["after_nothing"] = [synced(directory, listed, "all", 2) for _ in range(times)]
    return figures


def main():
    """Print the figures; `--write` commits them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--copies", type=int, default=12, help="repositories for `workers`")
    parser.add_argument("--repositories", type=int, default=2_000, help="for `one_commit`")
    parser.add_argument("--dir", help="where the repositories of `one_commit` are, or will be")
    parser.add_argument("--whole", action="store_true", help="sync all of them first")
    parser.add_argument("--only", choices=("workers", "one_commit"), help="one part")
    parser.add_argument("--repo", nargs="+", default=[], help="local clones for `histories` alone")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    options = parser.parse_args()
    figures = {}
    if (options.only or options.repo) and os.path.exists(REFERENCE):  # the other parts stay
        with open(REFERENCE, encoding="utf-8") as file:
            figures = {key: told for key, told in json.load(file).items() if key != "environment"}
    if options.repo:
        with tempfile.TemporaryDirectory() as directory:
            listed = listed_in(directory, [os.path.abspath(clone) for clone in options.repo])
            figures["histories"] = synced(directory, listed, "all", 2, "history")
        report("fleet_sync", figures, [json.dumps(figures["histories"])])
        return
    if options.only != "one_commit":
        figures["workers"] = workers(options.copies)
    if options.only != "workers":
        with contextlib.ExitStack() as stack:
            directory = options.dir or stack.enter_context(tempfile.TemporaryDirectory())
            os.makedirs(directory, exist_ok=True)
            figures["one_commit"] = one_commit(
                os.path.abspath(directory), options.repositories, is_whole=options.whole
            )
    report("fleet_sync", figures, [json.dumps(figures, indent=1)])


if __name__ == "__main__":
    main()
