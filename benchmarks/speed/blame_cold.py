"""`python -m benchmarks.speed.blame_cold --clones DIR`: the worst cold blame of forty files.

Five files of each of eight languages are drawn with a seed from public repositories, among the
files of at least 40 lines, before anything is timed. Each is blamed by
`git blame -w -C -C -C` and by `tracer blame` with an empty cache, whole commands. The ratio is
that of user processor time, children included; the table begins with the worst. `json` is
`tracer blame --json` after the cold run: it uses what the text form has kept. As on a machine where
tracer has run before, its modules and its tables of the language are compiled: a file of another
repository was blamed. Of small files both times are those of starting; so the ratios of files for
which git needs a tenth of a second stand beside those of all.

DIR holds clones with a work tree, by the last part of their names.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile

import tracer
from benchmarks.speed.common import report

SOURCES = {
    "c": (("jqlang/jq",), (".c", ".h")),
    "go": (("gin-gonic/gin", "spf13/cobra"), (".go",)),
    "java": (("google/gson",), (".java",)),
    "javascript": (("expressjs/express",), (".js",)),
    "kotlin": (("square/okhttp",), (".kt",)),
    "python": (("psf/requests", "pallets/click"), (".py",)),
    "ruby": (("sinatra/sinatra", "rack/rack"), (".rb", ".md")),
    "rust": (("BurntSushi/ripgrep",), (".rs",)),
}
EACH = 5
FEWEST = 40  # lines
MUST, AIM = 5.0, 2.0
STARTED = 0.1  # seconds of git, from which on a ratio says more than what starting Python takes
AUTHOR = ("-c", "user.name=a", "-c", "user.email=a@example.com")
GIT = ("git", "blame", "-w", "-C", "-C", "-C")
TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()", "blame")


def main():
    """Print the files, the worst first; `--write` commits the figures."""
    options = arguments()
    compileall.compile_dir(os.path.dirname(tracer.__file__), quiet=1)
    rows = []
    for language, (repositories, ends) in SOURCES.items():
        for repository, path in sample(options, repositories, ends):
            clone = os.path.join(options.clones, repository.partition("/")[2])
            row = {"language": language, "repository": repository, "path": path}
            rows.append(row | measured(clone, path))
            print(told(rows[-1]), file=sys.stderr, flush=True)
    rows.sort(key=lambda row: (-row["ratio"], row["repository"], row["path"]))
    groups = {"all": rows, "git_0.1_s": [row for row in rows if row["git_s"] >= STARTED]}
    totals = [round(sum(row[side] for row in rows), 2) for side in ("git_s", "tracer_s", "json_s")]
    summary = {"seed": options.seed, "git_tracer_json_s": totals}
    summary |= {name: counted([row["ratio"] for row in group]) for name, group in groups.items()}
    report("blame_cold", {**summary, "files": rows}, [*map(told, rows), str(summary)])


def counted(ratios):
    """The worst, the median, and how many are beyond the limits."""
    return {
        "files": len(ratios),
        "worst": max(ratios),
        "median": round(statistics.median(ratios), 2),
        "over_must": sum(ratio > MUST for ratio in ratios),
        "over_aim": sum(ratio > AIM for ratio in ratios),
    }


def arguments():
    """The options; `report` looks for `--write` itself."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.blame_cold")
    parser.add_argument("--clones", required=True, help="folder of clones")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    return parser.parse_args()


def sample(options, repositories, ends):
    """(repository, path) of the files of one language."""
    known = []
    for repository in repositories:
        clone = os.path.join(options.clones, repository.partition("/")[2])
        listed = subprocess.run(
            ("git", "-C", clone, "ls-files", "-z"), check=True, capture_output=True
        ).stdout
        for path in listed.decode().split("\0"):
            if path.endswith(ends):
                with open(os.path.join(clone, path), "rb") as file:
                    if file.read().count(b"\n") >= FEWEST:
                        known.append((repository, path))
    draw = random.Random(f"{options.seed} {' '.join(repositories)}")
    return draw.sample(known, EACH)


def measured(clone, path):
    """User seconds of the three commands, and the ratio of the first two."""
    git = min(user_seconds(clone, {}, *GIT, "--", path) for _ in range(2))
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as other:
        kept = {"TRACER_CACHE": cache}
        name = f"another{os.path.splitext(path)[1]}"
        with open(os.path.join(other, name), "w", encoding="utf-8") as file:
            file.write("x\n")
        for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "One")):
            user_seconds(other, {}, "git", *AUTHOR, *command)
        user_seconds(other, kept, *TRACER, name)
        cold = user_seconds(clone, kept, *TRACER, path)
        json = user_seconds(clone, kept, *TRACER, "--json", path)
    figures = {"git_s": git, "tracer_s": cold, "json_s": json}
    return {
        "ratio": round(cold / git, 2),
        **{name: round(value, 3) for name, value in figures.items()},
    }


def user_seconds(root, variables, *command):
    """User processor time of a command that must succeed, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(
        command, cwd=root, env={**os.environ, **variables}, check=True, stdout=subprocess.DEVNULL
    )
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def told(row):
    """One line of the table."""
    times = f"{row['git_s']:8.3f} {row['tracer_s']:8.3f} {row['json_s']:8.3f}"
    return f"{row['ratio']:6.2f} {times}  {row['repository']} {row['path']}"


if __name__ == "__main__":
    main()
