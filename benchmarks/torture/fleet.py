"""`kill -9` of a fleet sync at random instants: its driver, one of its workers, or all of them.

A warehouse of small repositories with ledgers is synced by two processes again and again; between
kills a repository gets a commit or a record, and sometimes the warehouse is emptied. After each
kill every manifest names whole partitions only, each repository reads as it was before or after,
and a rerun at the end makes, byte for byte, what a sync that nobody disturbed makes.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from benchmarks.torture.common import arguments, conclude, mutation
from tracer.fleet.manifests import read_manifests
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync
from tracer.ledger import append
from tracer.model.workspace import Workspace

REPOSITORIES = 9  # enough for a pack
WORK = (
    "import sys; from tracer.fleet.sources import Source; from tracer.fleet.storage import Storage;"
    " from tracer.fleet.sync import Options, sync\n"
    "if __name__ == '__main__':\n"
    " names = sys.argv[2:]\n"
    " sync([Source(n.rpartition('/')[2], n) for n in names], Storage(sys.argv[1]),"
    " Options(jobs=2, history=True))\n"
)
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


def seconds_of(script, place, roots):
    begin = time.monotonic()
    subprocess.run([sys.executable, script, place, *roots], check=True, capture_output=True)
    return time.monotonic() - begin


def children_of(process):
    """Process ids of the workers of a driver."""
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def killed(script, place, roots, chance, longest):
    """Start a sync and kill a part of it after a random time; what was killed."""
    driver = subprocess.Popen(
        [sys.executable, script, place, *roots],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    what = chance.choice(("driver", "worker", "all"))
    time.sleep(chance.uniform(0.05, longest))
    workers = children_of(driver.pid)
    try:
        if what == "worker" and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
        elif what == "all":
            os.killpg(driver.pid, signal.SIGKILL)
        else:
            what = "driver"
            driver.kill()
    except ProcessLookupError:
        what = "nothing: it was done"
    driver.wait()
    return what


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
            if name != "sync.lock" and not name.endswith(".tmp"):
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
        script = os.path.join(directory, "work.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(WORK)
        longest = seconds_of(script, os.path.join(directory, "measured"), roots) * 1.1
        for number in range(kills):
            if number % 8 == 0:
                shutil.rmtree(place, ignore_errors=True)
            else:
                change(chance.choice(roots), 100 + number)
            what = killed(script, place, roots, chance, longest)
            counts[what] = counts.get(what, 0) + 1
            problems += faults(storage)
            total += 1
        sources = [Source(os.path.basename(root), root) for root in roots]
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
