"""Undoing real commits some commits later, beside git's own three-way merge.

    python -m benchmarks.accuracy.revert --repo CLONE [--commits N] [--later K] [--sample N]
        [--json OUT]

For each of the last N commits without merges that changed source files: what stood before it, what
it left, and what stands K commits later (on the first-parent line) meet in `tracer revert`'s undo
and in `git merge-file`. Told is how often each undoes cleanly, whether the texts agree where both
do, and how often the undo with nothing later gives back the exact bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections import Counter

from tracer.rollback.follow import Followed
from tracer.rollback.hunks import lines_of
from tracer.rollback.undo import FileUndo
from tracer.vcs import Git

SOURCES = (".py", ".js", ".ts", ".java", ".go", ".rs", ".c", ".h", ".cc", ".cpp")
MOST_FILES = 20


def merged(now: bytes, left: bytes, before: bytes) -> bytes | None:
    """Git's three-way merge of one file; None for a conflict."""
    with tempfile.TemporaryDirectory() as directory:
        names = []
        for name, text in (("now", now), ("left", left), ("before", before)):
            path = os.path.join(directory, name)
            with open(path, "wb") as file:
                file.write(text)
            names.append(path)
        done = subprocess.run(["git", "merge-file", "-p", *names], capture_output=True, check=False)
        return done.stdout if done.returncode == 0 else None


def undone(before: dict, left: dict, now: dict) -> tuple[dict[str, bytes] | None, list]:
    """Tracer's texts after the undo, or None with the conflicts."""
    followed = Followed(left, now)
    edits, conflicts = [], []
    for path in left:
        known = path if path in before else None
        undo = FileUndo(followed, known, path, before.get(path)).run()
        edits += undo.edits
        conflicts += undo.conflicts
    texts = dict(now)
    for path in {edit.path for edit in edits}:
        lines, found, at = lines_of(now[path]), [], 0
        for edit in sorted(e for e in edits if e.path == path):
            if edit.start < at:
                conflicts.append((path, edit.start, "edits meet"))
                continue
            found += [*lines[at : edit.start], *edit.lines]
            at = edit.end
        texts[path] = b"".join([*found, *lines[at:]])
    return (None, conflicts) if conflicts else (texts, [])


def versions(git: Git, parent: str, commit: str, later: str):
    """Texts before, left and now of the source files that a commit changed and left."""
    before, left, now = {}, {}, {}
    for change in git.changed_in(commit, parent):
        path = change.after_path
        if path is None or not path.endswith(SOURCES):
            continue
        text = git.blob_at(commit, path)
        if text is None or len(text) > 1 << 19:
            continue
        left[path] = text
        earlier = git.blob_at(parent, path)
        if earlier is not None:
            before[path] = earlier
    # Where the code may be later: its own paths, and what changed together with them.
    paths = set(left)
    for change in git.changes(commit, later):
        if change.before_path in left or change.after_path in left:
            paths |= {p for p in (change.after_path, change.before_path) if p}
    for path in sorted(paths)[: MOST_FILES * 2]:
        text = git.blob_at(later, path)
        if text is not None:
            now[path] = text
    return before, left, now


class Tally:
    """Counts over commits, and the ones worth a look."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.worst: list[str] = []

    def add(self, sha: str, before: dict, left: dict, now: dict) -> None:
        """One commit: undone with nothing later, then in the files as they are later."""
        self.counts["commits"] += 1
        exact, conflicts = undone(before, left, left)
        if exact is not None and all(is_back(exact[p], before.get(p)) for p in left):
            self.counts["exact"] += 1
        else:
            self.worst.append(f"not exact {sha[:10]} {conflicts[:1]}")
        ours, conflicts = undone(before, left, now)
        theirs = by_git(before, left, now)
        words = ["conflict" if texts is None else "clean" for texts in (ours, theirs)]
        self.counts["/".join(words)] += 1
        if ours is not None and theirs is not None:
            others = [path for path in theirs if ours[path] != theirs[path]]
            self.counts["other text" if others else "same text"] += 1
            if others:
                self.worst.append(f"other text {sha[:10]} {others[:2]}")
        elif theirs is not None:
            self.worst.append(f"only git {sha[:10]} {conflicts[:1]}")
        elif ours is not None:
            self.worst.append(f"only tracer {sha[:10]}")


def is_back(text: bytes, before: bytes | None) -> bool:
    """Whether a text is what stood before; a file that was not there is empty again."""
    return not text.strip() if before is None else text == before


def by_git(before: dict, left: dict, now: dict) -> dict[str, bytes] | None:
    """Git's texts after the undo, file by file; None for a conflict or a file that is gone."""
    found = {}
    for path, text in left.items():
        result = merged(now[path], text, before.get(path, b"")) if path in now else None
        if result is None:
            return None
        found[path] = result
    return found


def run(options: argparse.Namespace) -> Tally:
    """The tally of a clone's last commits."""
    tally = Tally()
    with Git(options.repo) as git:
        line = git.run("rev-list", "--first-parent", "HEAD").decode().split()
        for at in range(options.later, min(len(line), options.commits * 4), options.sample):
            if tally.counts["commits"] >= options.commits // options.sample:
                break
            commit = git.commit(line[at])
            if commit is None or len(commit.parents) != 1:
                continue
            texts = versions(git, commit.parents[0], line[at], line[at - options.later])
            if 0 < len(texts[1]) <= MOST_FILES:
                tally.add(line[at], *texts)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commits", type=int, default=400)
    parser.add_argument("--later", type=int, default=20)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--worst", type=int, default=10)
    parser.add_argument("--json")
    options = parser.parse_args()
    started = time.process_time()
    tally = run(options)
    counts = tally.counts
    document = {
        "repo": os.path.basename(os.path.dirname(os.path.abspath(options.repo))),
        "later": options.later,
        "commits": counts["commits"],
        "exact_with_nothing_later": counts["exact"],
        "both_clean": counts["clean/clean"],
        "same_text": counts["same text"],
        "other_text": counts["other text"],
        "only_tracer_clean": counts["clean/conflict"],
        "only_git_clean": counts["conflict/clean"],
        "both_conflict": counts["conflict/conflict"],
        "cpu_s_per_commit": round((time.process_time() - started) / max(1, counts["commits"]), 3),
    }
    for key, value in document.items():
        print(f"{key:<26} {value}")
    for row in tally.worst[: options.worst]:
        print("  ", row)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
