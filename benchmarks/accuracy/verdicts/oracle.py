"""What the runners beside this file share: rows of a set, texts of a clone, verdicts, tables."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify import classify
from tracer.matching import NodeMapping, match
from tracer.model.changes import ChangeSet

if TYPE_CHECKING:
    from tracer.classify.verdict import Classification

SNAPSHOTS = "src/test/resources/oracle/commits"


def rows(path, sample=1):
    """Every `sample`-th object of a file of JSON lines, compressed or not."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file if line.strip()]
    return found[::sample]


class Clone:
    """Texts of a git directory, read through one `git cat-file --batch`.

    `place` is a directory, or `directory@revision` where it is not HEAD that is read.
    """

    def __init__(self, place):
        self.directory, _, revision = place.partition("@")
        self.revision = revision or "HEAD"
        self._process = None

    @property
    def commit(self):
        """The first letters of the commit that is read."""
        return self.git("rev-parse", self.revision).decode("ascii").strip()[:12]

    def text(self, path, revision=None):
        """The bytes of a file of a revision, None where there is no such file here."""
        revision = revision or self.revision
        if self._process is None:
            self._process = subprocess.Popen(
                ["git", "--git-dir", self.directory, "cat-file", "--batch"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"GIT_NO_LAZY_FETCH": "1"},
            )
        self._process.stdin.write(f"{revision}:{path}\n".encode())
        self._process.stdin.flush()
        header = self._process.stdout.readline().split()
        if len(header) < 3 or header[1] != b"blob":
            return None
        text = self._process.stdout.read(int(header[2]))
        self._process.stdout.read(1)
        return text

    def git(self, *arguments):
        """What a git command prints."""
        command = ["git", "--git-dir", self.directory, *arguments]
        return subprocess.run(command, check=True, capture_output=True).stdout

    def close(self):
        """End the reading process."""
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait()


def clone_of(clones, mirror):
    """The git directory `CLONES/OWNER+NAME/repo`."""
    return Clone(os.path.join(clones, mirror, "repo"))


def snapshot(clone, group):
    """The texts before and after of the labelled rows of one commit, by path."""
    row = group[0]
    after_dir = row["snapshot"]
    before_dir = after_dir[: -len(row["commit"])] + row["parent"]
    texts = []
    for directory, key in ((before_dir, "files_before"), (after_dir, "files_after")):
        paths = sorted({path for row in group for path in row[key]})
        found = {path: clone.text(f"{SNAPSHOTS}/{directory}/{path}") for path in paths}
        texts.append({path: text for path, text in found.items() if text is not None})
    return texts


class Spent(NamedTuple):
    """CPU seconds of matching and of classifying."""

    match_s: float
    classify_s: float


class Judged(NamedTuple):
    """A verdict with its mapping, and the CPU seconds of matching and of classifying."""

    mapping: NodeMapping
    found: Classification
    match_s: float
    classify_s: float

    @property
    def spent(self):
        """What judging cost; kept without the trees, which the collector would go through."""
        return Spent(self.match_s, self.classify_s)

    @property
    def verdict(self):
        """AST_REFACTOR, INTENT_EVOLUTION or UNCHANGED, of the change as a whole."""
        return self.found.verdict.verdict.value

    def changes(self):
        """Every change, once."""
        seen = []
        for file in self.found.verdict.files:
            seen += [change for change in file.changes if change not in seen]
        return seen


def judge(before, after, *, closed_world):
    """The verdict on a change from one dictionary of texts to another."""
    change_set = ChangeSet.from_texts(before, after)
    start = time.process_time()
    mapping = match(change_set)
    middle = time.process_time()
    found = classify(mapping, closed_world=closed_world)
    return Judged(mapping, found, middle - start, time.process_time() - middle)


def percent(part, whole):
    """A share in percent, with a dash where there is nothing to divide by."""
    return f"{100 * part / whole:.1f}" if whole else "-"


def times(seconds):
    """Median and 95th percentile of CPU seconds, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    at = [ordered[int(q * (len(ordered) - 1))] for q in (0.5, 0.95)]
    return {"median_ms": round(1000 * at[0], 1), "p95_ms": round(1000 * at[1], 1)}


def cost(judged):
    """What judging cost beside matching."""
    match_s = sum(one.match_s for one in judged)
    classify_s = sum(one.classify_s for one in judged)
    return {
        "match": times([one.match_s for one in judged]),
        "classify": times([one.classify_s for one in judged]),
        "classify_to_match_percent": percent(classify_s, match_s),
    }


def table(header, lines):
    """A Markdown table."""
    out = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(out + ["| " + " | ".join(map(str, line)) + " |" for line in lines])


def write(path, document):
    """A reference: JSON with sorted keys."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, sort_keys=True, ensure_ascii=False)
        file.write("\n")
