"""Whether `log` ends where a function's text first appears in any file of the history.

    python -m benchmarks.accuracy.introductions --clones DIR [--each N] [--seed N] [--out DIR]

DIR holds clones by the names of `REPOSITORIES`. Functions of at least four lines are sampled with
a seed and shared out by turns between two halves, `tuning` and `unread`, before anything is
looked at.

The criterion uses git and text only. At the commit at which `log` ends, the lines of the function
that say something (12 characters or more without white space) are looked for in the trees of its
parents, in the 40 files that have most of their longest words. Where at least half of them, by
length, stand in one file of every parent, `log` ended too early (`early`), unless that file still
has them beside the function (all but a tenth): then the function is a `copy`, or was put together
from lines that stand everywhere. Who copies makes something new, in `blame` as in `log`; the table
has the share without the copies, too (`strict`). Where `log` tells of one change only, and the
function has none of those lines now, it begins with something else (`other`). Else it is `right`:
this does not prove that no step on the way went over to another function. A function of few telling
lines is `undecidable`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import time
from collections import Counter

from tracer.history.elements.element import FUNCTION, definitions
from tracer.history.elements.log import log_history
from tracer.model.errors import TracerError
from tracer.model.workspace import Workspace
from tracer.syntax import parse

REPOSITORIES = {
    "rust": ("BurntSushi/ripgrep", (".rs",)),
    "go": ("gin-gonic/gin", (".go",)),
    "javascript": ("expressjs/express", (".js",)),
    "typescript": ("vuejs/core", (".ts",)),
    "c": ("jqlang/jq", (".c",)),
    "ruby": ("sinatra/sinatra", (".rb",)),
}
COMMAND = "python -m benchmarks.accuracy.introductions"
MIN_LINES = 4
SAID = 12  # characters of a line that says something
HALF = 0.5
LEFT = 0.1  # share of the lines that went away with a move
ANSWERS = ("right", "copy", "early", "other", "undecidable", "error")
_BLANK = re.compile(rb"\s+")


def git(clone: str, *arguments: str, data: bytes | None = None) -> bytes:
    command = ["git", "-c", "protocol.allow=never", "-C", clone, *arguments]
    return subprocess.run(command, capture_output=True, check=True, input=data).stdout


def functions_of(clone: str, ends: tuple[str, ...]) -> list[tuple[str, str, int, int]]:
    """(path, name, first line, last line) of the functions at HEAD, in the order of their files."""
    found = []
    for path in git(clone, "ls-files", "-z").decode().split("\0"):
        if not path.endswith(ends):
            continue
        with open(os.path.join(clone, path), "rb") as file:
            tree = parse(file.read(), path=path)
        for element in definitions(tree):
            lines = tree.lines(element.outer)
            if element.kind == FUNCTION and lines.end_line - lines.start_line >= MIN_LINES - 1:
                found.append((path, element.name or "", lines.start_line, lines.end_line))
    return found


def said(lines: list[bytes]) -> Counter[bytes]:
    squeezed = (_BLANK.sub(b"", line) for line in lines)
    return Counter(line for line in squeezed if len(line) >= SAID)


def share_in(wanted: Counter[bytes], text: bytes) -> float:
    """The share of lines, by length, that a text has."""
    there = said(text.split(b"\n"))
    weight = sum(len(line) * n for line, n in wanted.items())
    return sum(len(line) * n for line, n in (wanted & there).items()) / weight if weight else 0.0


def best_in(clone: str, commit: str, wanted: Counter[bytes]) -> tuple[float, str]:
    """The file of a commit's tree that has most of the lines, by `git grep` of the longest ones."""
    words = sorted(wanted, key=len, reverse=True)[:8]
    patterns = []
    for word in words:
        part = max(re.findall(rb"\w+", word), key=len, default=b"")
        if len(part) >= 5:
            patterns += ["-e", part.decode("utf-8", "replace")]
    if not patterns:
        return 0.0, ""
    command = ["git", "-C", clone, "grep", "-I", "-z", "-F", "-c", *patterns, commit]
    raw = subprocess.run(command, capture_output=True, check=False).stdout
    counts = []
    for row in raw.split(b"\n"):
        name, _, count = row.rpartition(b"\0")
        if name and count.isdigit():
            counts.append((int(count), name.partition(b":")[2].decode("utf-8", "replace")))
    counts.sort(key=lambda pair: (-pair[0], pair[1]))
    best = (0.0, "")
    for _, path in counts[:40]:
        text = git(clone, "cat-file", "blob", f"{commit}:{path}")
        best = max(best, (share_in(wanted, text), path))
    return best


def stands_still(clone: str, commit: str, place: dict, where: str, wanted: Counter) -> float:
    """The share of lines that a file has at a commit outside of the function."""
    command = ["git", "-C", clone, "cat-file", "blob", f"{commit}:{where}"]
    text = subprocess.run(command, capture_output=True, check=False).stdout
    lines = text.split(b"\n")
    if where == place["path"]:
        del lines[place["start_line"] - 1 : place["end_line"]]
    return share_in(wanted, b"\n".join(lines))


def judged(clone: str, function: tuple[str, str, int, int]) -> dict:
    """What `log` says of a function, and whether text agrees."""
    path, name, first, last = function
    row = {"path": path, "name": name, "lines": [first, last]}
    begin = time.process_time()
    try:
        document = log_history(Workspace(os.path.realpath(clone)), path, f"{first},{last}", "HEAD")
    except TracerError as error:
        return row | {"answer": "error", "why": error.message}
    row["seconds"] = round(time.process_time() - begin, 2)
    ends = [c for c in document["changes"] if c["before"] is None]
    if not ends:
        return row | {"answer": "error", "why": "no introduction"}
    end = ends[-1]
    commit, place = end["revision"], end["after"]
    text = git(clone, "cat-file", "blob", f"{commit}:{place['path']}")
    wanted = said(text.split(b"\n")[place["start_line"] - 1 : place["end_line"]])
    row |= {"commit": commit, "file": place["path"], "kinds": end["kinds"]}
    with open(os.path.join(clone, path), "rb") as file:
        now = said(file.read().split(b"\n")[first - 1 : last])
    if not wanted:
        return row | {"answer": "undecidable"}
    if early := too_early(clone, commit, place, wanted):
        return row | early
    is_other = len(document["changes"]) == 1 and not wanted & now
    return row | {"answer": "other" if is_other else "right"}


def too_early(clone: str, commit: str, place: dict, wanted: Counter) -> dict:
    """Where most of a function stood before the commit that `log` ends at; empty if nowhere."""
    parents = git(clone, "rev-list", "--parents", "-n1", commit).decode().split()[1:]
    found = [best_in(clone, parent, wanted) for parent in parents]
    if not found or min(found)[0] < HALF:
        return {}
    share, where = min(found)
    is_copy = share - stands_still(clone, commit, place, where, wanted) <= LEFT
    return {"answer": "copy" if is_copy else "early", "share": round(share, 2), "where": where}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clones", required=True)
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--half", choices=("tuning", "unread", "both"), default="both")
    parser.add_argument("--only", choices=sorted(REPOSITORIES))
    parser.add_argument("--out")
    chosen = parser.parse_args()
    rows = []
    for language, (repository, ends) in REPOSITORIES.items():
        if chosen.only not in (None, language):
            continue
        clone = os.path.join(chosen.clones, repository.partition("/")[2])
        draw = random.Random(f"{chosen.seed} {repository}")
        known = functions_of(clone, ends)
        sample = draw.sample(known, min(chosen.each, len(known)))
        for number, function in enumerate(sample):
            half = "tuning" if number % 2 else "unread"
            if chosen.half in (half, "both"):
                row = {"language": language, "repository": repository, "half": half}
                rows.append(row | judged(clone, function))
                if half == "tuning" and rows[-1]["answer"] not in ("right", "copy"):
                    print(json.dumps(rows[-1]), flush=True)
    told = report(rows, chosen)
    print(told)
    if chosen.out:
        os.makedirs(chosen.out, exist_ok=True)
        with open(os.path.join(chosen.out, "reference.md"), "w", encoding="utf-8") as file:
            file.write(told)
        with open(os.path.join(chosen.out, "reference.json"), "w", encoding="utf-8") as file:
            json.dump(
                [{k: v for k, v in row.items() if k != "seconds"} for row in rows],
                file,
                indent=1,
            )
            file.write("\n")


def report(rows: list[dict], chosen: argparse.Namespace) -> str:
    lines = [
        "# Where `log` ends, beside where the text first appears",
        "",
        f"`{COMMAND} --clones DIR --each {chosen.each} --seed {chosen.seed}`",
        "",
        "`early`: half of the function's telling lines stand in one file of every parent of the",
        "commit at which `log` ends, and left with that commit; `copy`: they stand there still.",
        "`share` counts a copy as right, `strict` as wrong. The half `unread` was not looked at",
        "while `log` was improved.",
        "",
        f"| language | half | functions | {' | '.join(ANSWERS)} | share | strict |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    groups = [(name, half) for name in [*REPOSITORIES, "all"] for half in ("tuning", "unread")]
    for name, half in groups:
        mine = [r for r in rows if name in ("all", r["language"]) and r["half"] == half]
        if not mine:
            continue
        counts = Counter(row["answer"] for row in mine)
        decided = len(mine) - counts["undecidable"]
        both = (counts["right"] + counts["copy"], counts["right"])
        share, strict = (f"{100 * n / decided:.1f} %" if decided else "-" for n in both)
        cells = " | ".join(str(counts[answer]) for answer in ANSWERS)
        lines.append(f"| {name} | {half} | {len(mine)} | {cells} | {share} | {strict} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
