"""`python -m benchmarks.speed.blame --clones DIR`: `tracer blame FILE` beside git, whole commands.

Four commands in turn, several rounds, medians: `git blame`, `git blame -w -M -C -C -C`, tracer
with an empty cache, and tracer once more. The limits are 1.0: cold against the second, warm
against the first. `json` is cold with `--json`, which follows every leaf. `known` is a run whose
answer is not kept, but what every commit did to the file is, as after `tracer index --history`.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report

TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()", "blame")
GIT_PLAIN = ("git", "blame")
GIT_COPIES = ("git", "blame", "-w", "-M", "-C", "-C", "-C")
SIDES = ("git", "git -w -M -C -C -C", "tracer cold", "tracer warm", "tracer known", "tracer json")
TARGETS = (
    "psf/requests:v2.28.0:requests/models.py",
    "pallets/click:8.1.7:src/click/core.py",
    "google/gson:gson-parent-2.10.1:gson/src/main/java/com/google/gson/Gson.java",
    "apache/commons-lang:rel/commons-lang-3.14.0:src/main/java/org/apache/commons/lang3/ClassUtils.java",
    "expressjs/express:4.18.2:lib/response.js",
    "gin-gonic/gin:v1.9.1:context.go",
)
RATIOS = {
    "cold": ("tracer cold", "git -w -M -C -C -C"),
    "warm": ("tracer warm", "git"),
    "known": ("tracer known", "git -w -M -C -C -C"),
    "json": ("tracer json", "git -w -M -C -C -C"),
}


def main():
    """Print a table for each file; `--write` commits the figures."""
    options = arguments()
    figures, rows = {}, []
    for target in options.targets:
        name, rev, file = target.split(":")
        clone = os.path.join(options.clones, name.replace("/", "+"), "repo")
        found = measure(clone, rev, file, options.rounds)
        figures[target] = {"rounds": options.rounds, **found}
        rows.append(f"{name} {rev} {file}, medians of {options.rounds} rounds")
        for side, (cpu, wall) in found["cpu_and_wall_s"].items():
            rows.append(f"  {side:22} cpu {cpu:7.3f} s  wall {wall:7.3f} s")
        for ratio, (cpu, wall) in found["ratios_cpu_and_wall"].items():
            sides = " / ".join(RATIOS[ratio])
            rows.append(f"  {ratio:6} {sides:42} cpu {cpu:6.2f}  wall {wall:6.2f}")
    report("blame", {"files": figures}, rows)


def measure(clone, rev, file, rounds):
    """Seconds and ratios, (processor, wall) each, for one file."""
    with tempfile.TemporaryDirectory() as root:
        work = os.path.join(root, "work")
        run(root, {}, "git", "clone", "-q", "--shared", "--no-checkout", clone, work)
        run(work, {}, "git", "checkout", "-q", rev)
        seconds = {side: [] for side in SIDES}
        for _ in range(rounds):
            for side, spent in one_round(work, os.path.join(root, "cache"), file).items():
                seconds[side].append(spent)
    medians = {
        side: [statistics.median(one[kind] for one in spent) for kind in (0, 1)]
        for side, spent in seconds.items()
    }
    return {
        "cpu_and_wall_s": {side: [round(s, 3) for s in pair] for side, pair in medians.items()},
        "ratios_cpu_and_wall": {
            name: [round(medians[a][kind] / medians[b][kind], 2) for kind in (0, 1)]
            for name, (a, b) in RATIOS.items()
        },
    }


def arguments():
    """The options; `report` looks for `--write` itself."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.blame")
    parser.add_argument("--clones", required=True, help="folder of clones, OWNER+NAME/repo each")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    parser.add_argument("targets", nargs="*", default=TARGETS, help="OWNER/NAME:REV:FILE")
    return parser.parse_args()


def one_round(work, cache, file):
    """(processor, wall) seconds of each side, once."""
    shutil.rmtree(cache, ignore_errors=True)
    kept = {"TRACER_CACHE": cache}
    spent = {
        "git": run(work, {}, *GIT_PLAIN, file),
        "tracer cold": run(work, kept, *TRACER, file),
        "git -w -M -C -C -C": run(work, {}, *GIT_COPIES, file),
        "tracer warm": run(work, kept, *TRACER, file),
    }
    # A line more on disk: no answer is kept for that text.
    with open(os.path.join(work, file), "ab") as opened:
        opened.write(b"# one more\n")
    spent["tracer known"] = run(work, kept, *TRACER, file)
    run(work, {}, "git", "checkout", "-q", "--", file)
    shutil.rmtree(cache, ignore_errors=True)
    spent["tracer json"] = run(work, kept, *TRACER, "--json", file)
    return spent


def run(root, variables, *command):
    """(processor, wall) seconds of a command that must succeed, its children included."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command, cwd=root, env={**os.environ, **variables}, check=True, stdout=subprocess.DEVNULL
    )
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall


if __name__ == "__main__":
    main()
