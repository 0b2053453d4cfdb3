"""`kill -9` of a fleet sync at random instants: its driver, one of its workers, or all of them.

A warehouse of small repositories with ledgers is synced by two processes again and again; between
kills a repository gets a commit or a record, and sometimes the warehouse is emptied. After each
kill every manifest names whole partitions only, each repository reads as it was before or after,
and a rerun at the end makes, byte for byte, what a sync that nobody disturbed makes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

from benchmarks.torture.common import arguments, conclude, mutation
from tracer.fleet.manifests import read_manifests
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync
from tracer.ledger import append
from tracer.model.workspace import Workspace

REPOSITORIES = 8  # enough for a pack
CODE = "def work_{0}(count):\n    total = count * {0}\n    return total + {0}\n"


def git(root, *words):
    subprocess.run(
        ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *words],
        cwd=root, check=True, capture_output=True,
    )  # fmt: skip


def change(root, number):
    """A commit and a record more."""
    with open(os.path.join(root, f"file_{number % 7}.py"), "a", encoding="utf-8") as file:
        file.write(CODE.format(number) + "\n\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", f"Work {number}\n\nIntent: INT-{number % 5:03}")
    append(Workspace(os.path.realpath(root)), mutation(number), sync=False)


def make_fleet(directory):
    roots = []
    for number in range(REPOSITORIES):
        root = os.path.join(directory, f"repository-{number}")
        os.makedirs(os.path.join(root, ".orchestration"))
        git(root, "init", "-q", "-b", "main")
        with open(os.path.join(root, ".gitignore"), "w", encoding="utf-8") as file:
            file.write(".orchestration/\n")
        for step in range(3):
            change(root, number * 10 + step)
        roots.append(root)
    return roots


def driver_of(place, sources):
    """The process id of a sync, forked from this process and in a session of its own."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            sync(sources, Storage(place), Options(jobs=2, history=True))
            code = 0
        finally:
            os._exit(code)
    return child


def seconds_of(place, sources):
    begin = time.monotonic()
    os.waitpid(driver_of(place, sources), 0)
    return time.monotonic() - begin


def session_of(process):
    """Process ids of all that a driver started, itself left out."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.getsid(int(name)) == process and int(name) != process:
                found.append(int(name))
    return found


def killed(place, sources, chance, longest):
    """Start a sync and kill a part of it after a random time; what was killed."""
    driver = driver_of(place, sources)
    what = chance.choice(("driver", "worker", "all"))
    time.sleep(chance.uniform(0.02, longest))
    others = session_of(driver)
    if what == "worker" and others:
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(others), signal.SIGKILL)
    elif what == "all":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(driver, signal.SIGKILL)
    else:
        what = "driver"
        os.kill(driver, signal.SIGKILL)
    _, status = os.waitpid(driver, 0)
    return f"{what}, before its end" if status else f"{what}, sync done all the same"


def faults(storage):
    """What a reader could see that is not whole, or stands there twice."""
    found = []
    if not storage.has("warehouse.json"):
        return found
    for manifest in read_manifests(storage):
        names = [task["task"] for task in manifest["tasks"]]
        if len(names) != len(set(names)):
            found.append(f"{manifest['repository']}: a task twice")
        for task in manifest["tasks"]:
            if not storage.has(f"parts/{task['task']}/done.json"):
                found.append(f"{task['task']}: no note")
            for table, told in task["tables"].items():
                data = storage.read(f"parts/{task['task']}/{table}.parquet") or b""
                if hashlib.blake2b(data, digest_size=16).hexdigest() != told["digest"]:
                    found.append(f"{task['task']}: {table} is not whole")
    return found


def wanted_files(place):
    found = {}
    for folder, _, names in os.walk(place):
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith((".lock", ".tmp")):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, place)] = hashlib.sha256(file.read()).hexdigest()
    return found


def story(kills, seed):
    """The figures of so many kills."""
    chance = random.Random(seed)
    directory = tempfile.mkdtemp()
    counts, problems, total = {}, [], 0
    try:
        roots = make_fleet(directory)
        place = os.path.join(directory, "warehouse")
        storage = Storage(place)
        sources = [Source(os.path.basename(root), os.path.realpath(root)) for root in roots]
        longest = seconds_of(os.path.join(directory, "measured"), sources) * 1.1
        for number in range(kills):
            if number % 8 == 0:
                shutil.rmtree(place, ignore_errors=True)
            else:
                change(chance.choice(roots), 100 + number)
            most = longest if number % 8 == 0 else longest / 3
            what = killed(place, sources, chance, most)
            counts[what] = counts.get(what, 0) + 1
            problems += faults(storage)
            total += 1
            print(f"{total} kills, {len(problems)} problems", flush=True)
        done = sync(sources, storage, Options(jobs=1, history=True))
        problems += [json.dumps(problem) for problem in done["problems"]]
        calm = os.path.join(directory, "calm")
        sync(sources, Storage(calm), Options(jobs=1, history=True))
        mine, theirs = wanted_files(place), wanted_files(calm)
        problems += [name for name in theirs if mine.get(name) != theirs[name]]
        problems += faults(storage)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return {"kills": total, "killed": dict(sorted(counts.items())), "problems": problems}


def main():
    """Print the figures, and fail where anything was not whole."""
    options = arguments(__doc__, kills=200, seed=7)
    figures = story(options.kills, options.seed)
    conclude("fleet", figures, write=options.write)
    assert not figures["problems"]


if __name__ == "__main__":
    main()
