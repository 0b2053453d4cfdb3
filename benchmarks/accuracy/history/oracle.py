"""The oracle files: which element, by which notation, and which commits changed it.

CodeTracker's words are mapped to `tracer log`'s kinds. Where one of its words covers what
`tracer` tells apart in several (a container change is a moved file or a moved parent), all of
them are accepted: at change level both sides are brought to the coarser word.
"""

from __future__ import annotations

import gzip
import json
from typing import Any, NamedTuple

Json = dict[str, Any]

# CodeTracker's kind -> the coarse kind both sides are compared by.
_EXPECTED = {
    "introduced": "introduced",
    "body change": "body",
    "documentation change": "documentation",
    "container change": "moved",
    "moved": "moved",
    "rename": "rename",
    "parameter change": "parameters",
    "annotation change": "annotations",
    "modifier change": "modifiers",
    "access modifier change": "modifiers",
    "exception change": "exceptions",
    "return type change": "type",
    "type change": "type",
    "method merge": "merged",
    "method split": "split",
    "block split": "split",
    "expression change": "expression",
    "initializer change": "expression",
    "initializer added": "expression",
    "initializer removed": "expression",
    "catch block change": "body",
    "catch block added": "body",
    "catch block removed": "body",
    "finally block change": "body",
    "finally block added": "body",
    "finally block removed": "body",
    "else block added": "body",
    "else block removed": "body",
}
# Kinds of `tracer log` -> the same coarse words.
_OURS = {"file_moved": "moved", "return_type": "type", "extracted": "introduced"}


class Case(NamedTuple):
    """One element: where it stands, how `-L` names it, and what the oracle says of it.

    `changes` are (commit, coarse kind); `lines` are the element's, for `git log -L`.
    """

    id: str
    element: str
    mirror: str
    revision: str
    path: str
    spec: str
    lines: str
    commits: frozenset[str]
    changes: frozenset[tuple[str, str]]


class Pair(NamedTuple):
    """One edit step of a block: its lines (1-based, inclusive) in a commit and its parent."""

    id: str
    mirror: str
    commit: str
    parent: str
    path_before: str
    path_after: str
    before: tuple[int, int]
    after: tuple[int, int]
    git_exact: bool


def read(path: str) -> list[Json]:
    """The rows of an oracle file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def case_of(row: Json) -> Case:
    """A row of one of the five history files."""
    element = row["element"]
    start = row["start_line"]
    if element == "method":
        lines = spec = f"{row['decl_start']},{row['decl_end']}"
    elif element == "block":
        lines = spec = f"{start},{row['end_line']}"
    else:
        lines, spec = f"{start},{start}", f":{row['name']}@{start}"
    changes = {(c["commit"], _EXPECTED[c["kind"]]) for c in row["expected_changes"]}
    return Case(
        row["id"], element, row["mirror"], row["start_commit"], row["file"], spec, lines,
        frozenset(row["expected_commits"]), frozenset(changes),
    )  # fmt: skip


def pair_of(number: int, row: Json) -> Pair:
    """A row of the line pairs."""
    return Pair(
        f"{number}:{row['commit'][:12]}:{row['block_type']}",
        row["mirror"], row["commit"], row["parent"], row["file_before"], row["file_after"],
        (row["lines_before"][0], row["lines_before"][1]),
        (row["lines_after"][0], row["lines_after"][1]), row["git_diff_exact"],
    )  # fmt: skip


def own_changes(document: Json) -> list[Json]:
    """The changes of an element. What its text was before it was extracted has no labels."""
    if document["element"]["name"] is None:
        return list(document["changes"])
    return [change for change in document["changes"] if change["after"]["name"] is not None]


def changes_of(document: Json) -> set[tuple[str, str]]:
    """(commit, coarse kind) of a `tracer log` document."""
    return {
        (change["revision"], _OURS.get(kind, kind))
        for change in own_changes(document)
        for kind in change["kinds"]
    }
