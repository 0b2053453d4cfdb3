"""Where tracer's blame and `git blame -w -M -C` differ on public repositories.

    python -m benchmarks.accuracy.publicblame --clones DIR [--files N] [--half HALF]
        [--seed N] [--out DIR]

DIR holds clones by the last part of their names. Files of 40 to 1,500 lines are sampled with a
seed, and every second one of the sample belongs to the half `unread`, which nobody looked at
while blame was improved. Lines that hold letters or digits are compared.

A judge that is neither tool decides differing lines where text can: the tokens of the line (words
and signs, no white space). A tool that credits a commit is `wrong` when the same tokens stand on
one line of the file that it names in every parent of that commit, at least as often as in the
commit: the line was there before. It `holds` when no file that the commit changed has them in a
parent. Where one tool is wrong and the other holds, the line is decided; else it is undecidable
by text. Short lines (fewer than four tokens) are left out: they stand everywhere. Cold time is
processor time of a new process without a cache, children included.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
from collections import Counter

REPOSITORIES = {
    "sinatra/sinatra": "ruby",
    "rack/rack": "ruby",
    "BurntSushi/ripgrep": "rust",
    "expressjs/express": "javascript",
    "sindresorhus/got": "typescript",
    "psf/requests": "python",
    "pallets/click": "python",
    "square/okhttp": "kotlin",
    "gin-gonic/gin": "go",
    "spf13/cobra": "go",
    "jqlang/jq": "c",
    "google/gson": "java",
}
ENDS = (".rb", ".rs", ".js", ".ts", ".py", ".kt", ".go", ".c", ".h", ".java", ".md")
COMMAND = "python -m benchmarks.accuracy.publicblame"
FEWEST, MOST = 40, 1500
TOKENS = 4
_TOKEN = re.compile(rb"\w+|[^\w\s]")


def run(command: list[str], **options) -> bytes:
    return subprocess.run(command, capture_output=True, check=True, **options).stdout


def timed(command: list[str], **options) -> tuple[bytes, float]:
    """The output, and the processor seconds of the process with its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = run(command, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tokens(line: bytes) -> tuple[bytes, ...]:
    return tuple(_TOKEN.findall(line))


class Judge:
    """What stood where, by text alone."""

    def __init__(self, clone: str) -> None:
        self._clone = clone
        self._parents: dict[str, list[str]] = {}
        self._lines: dict[tuple[str, str], Counter] = {}
        self._changed: dict[str, list[str]] = {}

    def parents(self, commit: str) -> list[str]:
        if commit not in self._parents:
            raw = run(["git", "-C", self._clone, "rev-list", "--parents", "-n1", commit])
            self._parents[commit] = raw.decode().split()[1:]
        return self._parents[commit]

    def lines(self, commit: str, path: str) -> Counter:
        if (commit, path) not in self._lines:
            command = ["git", "-C", self._clone, "cat-file", "blob", f"{commit}:{path}"]
            raw = subprocess.run(command, capture_output=True, check=False).stdout
            self._lines[commit, path] = Counter(tokens(line) for line in raw.split(b"\n"))
        return self._lines[commit, path]

    def changed(self, commit: str) -> list[str]:
        if commit not in self._changed:
            command = [
                "git",
                "-C",
                self._clone,
                "diff-tree",
                "-r",
                "-m",
                "--root",
                "--no-commit-id",
            ]
            raw = run([*command, "--no-commit-id", "--name-only", "-z", commit])
            self._changed[commit] = sorted(
                {p for p in raw.decode("utf-8", "replace").split("\0") if p}
            )
        return self._changed[commit]

    def on(self, commit: str, path: str, line: bytes) -> str:
        """`wrong`, `holds` or `unclear` for one tool's word on a line."""
        wanted, parents = tokens(line), self.parents(commit)
        if not parents:
            return "holds"
        now = self.lines(commit, path)[wanted]
        if now and all(self.lines(parent, path)[wanted] >= now for parent in parents):
            return "wrong"
        files = self.changed(commit)[:200]
        if any(self.lines(parent, file)[wanted] for parent in parents for file in files):
            return "unclear"
        return "holds"


def of_git(clone: str, path: str) -> tuple[dict[int, tuple[str, str]], float]:
    command = [
        "git",
        "-C",
        clone,
        "blame",
        "-w",
        "-M",
        "-C",
        "--line-porcelain",
        "HEAD",
        "--",
        path,
    ]
    raw, seconds = timed(command)
    found: dict[int, tuple[str, str]] = {}
    commit, at = "", 0
    for row in raw.split(b"\n"):
        head = re.match(rb"([0-9a-f]{40}) \d+ (\d+)", row)
        if head and not row.startswith(b"\t"):
            commit, at = head[1].decode(), int(head[2])
        elif row.startswith(b"filename "):
            found[at] = (commit, row[9:].decode("utf-8", "replace"))
    return found, seconds


def of_tracer(clone: str, path: str) -> tuple[dict[int, tuple[str, str]], float]:
    environment = os.environ | {"TRACER_CACHE": "off"}
    start = [os.path.join(os.path.dirname(sys.executable), "tracer"), "-C", clone, "blame", path]
    raw, _ = timed([*start, "--json"], env=environment)
    _, seconds = timed(start, env=environment)
    rows = json.loads(raw)["lines"]
    return {r["line"]: (r["origin"]["id"], r["origin"]["path"]) for r in rows}, seconds


def compared(clone: str, path: str, judge: Judge) -> dict:
    git, git_seconds = of_git(clone, path)
    tracer, seconds = of_tracer(clone, path)
    with open(os.path.join(clone, path), "rb") as file:
        lines = file.read().split(b"\n")
    counts: Counter = Counter()
    cases = []
    for number in sorted(git):
        line = lines[number - 1]
        if not re.search(rb"\w", line):
            continue
        counts["lines"] += 1
        mine, theirs = tracer.get(number, ("", "")), git[number]
        if mine[0] == theirs[0]:
            counts["same"] += 1
            continue
        counts["differ"] += 1
        if not mine[0] or len(tokens(line)) < TOKENS:
            counts["undecidable"] += 1
            continue
        words = judge.on(*mine, line), judge.on(*theirs, line)
        answer = {("holds", "wrong"): "tracer", ("wrong", "holds"): "git"}.get(words, "undecidable")
        counts[answer] += 1
        cases.append([number, mine[0][:12], theirs[0][:12], answer])
    return {"path": path, **counts, "cases": cases, "tracer_s": seconds, "git_s": git_seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clones", required=True)
    parser.add_argument("--files", type=int, default=4, help="of each repository")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--half", choices=("tuning", "unread", "both"), default="both")
    parser.add_argument("--out")
    chosen = parser.parse_args()
    rows = []
    for repository, language in REPOSITORIES.items():
        clone = os.path.join(chosen.clones, repository.partition("/")[2])
        sizes = []
        for path in run(["git", "-C", clone, "ls-files", "-z"]).decode().split("\0"):
            if path.endswith(ENDS):
                with open(os.path.join(clone, path), "rb") as file:
                    count = file.read().count(b"\n")
                if FEWEST <= count <= MOST:
                    sizes.append(path)
        sample = random.Random(f"{chosen.seed} {repository}").sample(
            sizes, min(chosen.files, len(sizes))
        )
        judge = Judge(clone)
        for number, path in enumerate(sample):
            half = "tuning" if number % 2 else "unread"
            if chosen.half in (half, "both"):
                row = {"repository": repository, "language": language, "half": half}
                rows.append(row | compared(clone, path, judge))
    told = report(rows, chosen)
    print(told)
    if chosen.out:
        os.makedirs(chosen.out, exist_ok=True)
        with open(os.path.join(chosen.out, "reference.md"), "w", encoding="utf-8") as file:
            file.write(told)
        with open(os.path.join(chosen.out, "reference.json"), "w", encoding="utf-8") as file:
            kept = [{k: v for k, v in row.items() if not k.endswith("_s")} for row in rows]
            json.dump(kept, file, indent=1)
            file.write("\n")


def report(rows: list[dict], chosen: argparse.Namespace) -> str:
    lines = [
        "# Blame beside `git blame -w -M -C`",
        "",
        f"`{COMMAND} --clones DIR --files {chosen.files} --seed {chosen.seed}`",
        "",
        "`tracer`, `git`: differing lines on which the judge finds that one right. Times are cold,",
        "in processor time. The half `unread` was not looked at while blame was improved.",
        "",
        "| repository | half | files | lines | other | tracer | git | unclear | worst | time |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    groups = [(name, half) for name in [*REPOSITORIES, "all"] for half in ("tuning", "unread")]
    for name, half in groups:
        mine = [r for r in rows if name in ("all", r["repository"]) and r["half"] == half]
        if not mine:
            continue
        keys = ("lines", "differ", "tracer", "git", "undecidable")
        sums = [sum(row.get(key, 0) for row in mine) for key in keys]
        worst = max(row["tracer_s"] / row["git_s"] for row in mine)
        whole = sum(row["tracer_s"] for row in mine) / sum(row["git_s"] for row in mine)
        cells = " | ".join(map(str, [len(mine), *sums]))
        lines.append(f"| {name} | {half} | {cells} | {worst:.1f} x | {whole:.1f} x |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
