"""Where tracer's blame and `git blame -w -M -C` differ on public repositories.

    python -m benchmarks.accuracy.publicblame --clones DIR [--files N] [--half HALF]
        [--seed N] [--out DIR]

DIR holds clones by the last part of their names. Files of 40 to 1,500 lines are sampled with a
seed, and every second one of the sample belongs to the half `unread`, which nobody looked at
while blame was improved. Lines that hold letters or digits are compared.

A judge that is neither tool decides differing lines where text can. It reads a file as one row of
words; signs, quotes and line breaks are layout, white space inside of a string literal is not. A
tool that credits a commit is `wrong` when the words of the line stand in a row in the file that it
names in every parent of that commit, at least as often as in the commit: they were there before.
It `holds` when no file that the commit changed has them in a parent. Where one tool is wrong and
the other holds, the line is decided; else it is undecidable by text. Lines of fewer than twelve
characters of words are left out: they stand everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
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
SAID = 12  # characters of words that make a line say something
_WORD = re.compile(rb"\w+")
_STRING = re.compile(rb"""(["'`])(?:(?!\1)[^\\\n]|\\.)*\1""")
_INSIDE = re.compile(rb"(?<=\S)[ \t]+(?=\S)")


def run(command: list[str], **options) -> bytes:
    return subprocess.run(command, capture_output=True, check=True, **options).stdout


def words(text: bytes) -> bytes:
    """The words of a text, each between two blanks; a blank in a string is a word, too."""
    marked = _STRING.sub(lambda found: _INSIDE.sub(b" _ ", found[0]), text)
    return b" " + b" ".join(_WORD.findall(marked)) + b" "


class Judge:
    """What stood where, by text alone."""

    def __init__(self, clone: str) -> None:
        self._clone = clone
        self._parents: dict[str, list[str]] = {}
        self._words: dict[tuple[str, str], bytes] = {}
        self._changed: dict[str, list[str]] = {}

    def parents(self, commit: str) -> list[str]:
        if commit not in self._parents:
            raw = run(["git", "-C", self._clone, "rev-list", "--parents", "-n1", commit])
            self._parents[commit] = raw.decode().split()[1:]
        return self._parents[commit]

    def count(self, commit: str, path: str, wanted: bytes) -> int:
        """How often a row of words stands in a file of a commit."""
        if (commit, path) not in self._words:
            command = ["git", "-C", self._clone, "cat-file", "blob", f"{commit}:{path}"]
            raw = subprocess.run(command, capture_output=True, check=False).stdout
            self._words[commit, path] = words(raw)
        return self._words[commit, path].count(wanted)

    def changed(self, commit: str) -> list[str]:
        if commit not in self._changed:
            options = ("-r", "-m", "--root", "--no-commit-id", "--name-only", "-z")
            raw = run(["git", "-C", self._clone, "diff-tree", *options, commit])
            names = raw.decode("utf-8", "replace").split("\0")
            self._changed[commit] = sorted({name for name in names if name})
        return self._changed[commit]

    def on(self, commit: str, path: str, wanted: bytes) -> str:
        """`wrong`, `holds` or `unclear` for one tool's word on a line."""
        parents = self.parents(commit)
        if not parents:
            return "holds"
        now = self.count(commit, path, wanted)
        if now and all(self.count(parent, path, wanted) >= now for parent in parents):
            return "wrong"
        files = self.changed(commit)[:200]
        if any(self.count(parent, file, wanted) for parent in parents for file in files):
            return "unclear"
        return "holds"


def of_git(clone: str, path: str) -> dict[int, tuple[str, str]]:
    options = ("-w", "-M", "-C", "--line-porcelain", "HEAD", "--")
    raw = run(["git", "-C", clone, "blame", *options, path])
    found: dict[int, tuple[str, str]] = {}
    commit, at = "", 0
    for row in raw.split(b"\n"):
        head = re.match(rb"([0-9a-f]{40}) \d+ (\d+)", row)
        if head and not row.startswith(b"\t"):
            commit, at = head[1].decode(), int(head[2])
        elif row.startswith(b"filename "):
            found[at] = (commit, row[9:].decode("utf-8", "replace"))
    return found


def of_tracer(clone: str, path: str) -> dict[int, tuple[str, str]]:
    command = [os.path.join(os.path.dirname(sys.executable), "tracer"), "-C", clone, "blame", path]
    raw = run([*command, "--json"], env=os.environ | {"TRACER_CACHE": "off"})
    rows = json.loads(raw)["lines"]
    return {r["line"]: (r["origin"]["id"], r["origin"]["path"]) for r in rows}


def compared(clone: str, path: str, judge: Judge) -> dict:
    git, tracer = of_git(clone, path), of_tracer(clone, path)
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
        wanted = words(line)
        if not mine[0] or len(b"".join(wanted.split())) < SAID:
            counts["undecidable"] += 1
            continue
        said = judge.on(*mine, wanted), judge.on(*theirs, wanted)
        answer = {("holds", "wrong"): "tracer", ("wrong", "holds"): "git"}.get(said, "undecidable")
        counts[answer] += 1
        cases.append([number, mine[0][:12], theirs[0][:12], answer])
    return {"path": path, **counts, "cases": cases}


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
            json.dump(rows, file, indent=1)
            file.write("\n")


def report(rows: list[dict], chosen: argparse.Namespace) -> str:
    lines = [
        "# Blame beside `git blame -w -M -C`",
        "",
        f"`{COMMAND} --clones DIR --files {chosen.files} --seed {chosen.seed}`",
        "",
        "`tracer`, `git`: differing lines on which the judge finds that one right. The half",
        "`unread` was not looked at while blame was improved.",
        "",
        "| repository | half | files | lines | other | tracer | git | unclear |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = [(name, half) for name in [*REPOSITORIES, "all"] for half in ("tuning", "unread")]
    for name, half in groups:
        mine = [r for r in rows if name in ("all", r["repository"]) and r["half"] == half]
        if not mine:
            continue
        keys = ("lines", "differ", "tracer", "git", "undecidable")
        sums = [sum(row.get(key, 0) for row in mine) for key in keys]
        cells = " | ".join(map(str, [len(mine), *sums]))
        lines.append(f"| {name} | {half} | {cells} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
