"""The two oracle files read into one form: labelled pairs of nodes of one file pair.

Java rows name kinds of Eclipse JDT and mark trivial pairs, which do not count as found; other
rows name tree-sitter kinds. A node is `(kind, start, end)` in characters; a Java declaration is
`(kind, -1, end)`, because JDT starts it at its Javadoc.
"""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple

DECLARATIONS = frozenset(
    {"TypeDeclaration", "EnumDeclaration", "MethodDeclaration", "FieldDeclaration"}
)
# Below this share of labels that fall on a node of the stored file, the row is of other contents.
LEAST_AGREEMENT = 0.8

Node = tuple[str, int, int]
# (path before, node before, path after, node after)
Labelled = tuple[str, Node, str, Node]


class Row(NamedTuple):
    """One labelled file pair of one snapshot."""

    name: str
    language: str
    snapshot: str
    dir_before: str
    dir_after: str
    file_before: str
    file_after: str
    truth: frozenset[Labelled]
    trivial: frozenset[Labelled]
    # Whether pairs with other files of the change are labelled too.
    is_wide: bool


def read_rows(path: str) -> tuple[list[Row], int]:
    """(rows, how many were dropped because their labels do not fit the stored contents)."""
    rows, dropped = [], 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            agreement = entry.get("offset_check") or entry.get("span_agreement")
            if min(agreement) < LEAST_AGREEMENT:
                dropped += 1
            else:
                rows.append(_row(entry))
    return rows, dropped


def _row(entry: dict) -> Row:
    before, after = entry["file_before"], entry["file_after"]
    truth, trivial = set(), set()
    for kind, l0, l1, r0, r1, *rest in entry["mappings"]:
        pair = (before, node(kind, l0, l1), after, node(kind, r0, r1))
        truth.add(pair)
        if rest and rest[0]:
            trivial.add(pair)
    for way, path, kind, l0, l1, r0, r1 in entry.get("inter_file", ()):
        if way == "from":
            truth.add((path, node(kind, l0, l1), after, node(kind, r0, r1)))
        else:
            truth.add((before, node(kind, l0, l1), path, node(kind, r0, r1)))
    repository = entry["repo"].replace("_", "/", 1) if "/" not in entry["repo"] else entry["repo"]
    return Row(
        name=f"{repository}@{entry['commit'][:8]}:{after}",
        language=entry["language"],
        snapshot=entry["snapshot"],
        dir_before=entry["dir_before"],
        dir_after=entry["dir_after"],
        file_before=before,
        file_after=after,
        truth=frozenset(truth),
        trivial=frozenset(trivial),
        is_wide="inter_file" in entry,
    )


def node(kind: str, start: int, end: int) -> Node:
    """A node as rows name it: declarations of JDT by their end alone."""
    return (kind, -1, end) if kind in DECLARATIONS else (kind, start, end)


def labelled_kinds(rows: list[Row]) -> dict[str, frozenset[str]]:
    """{language: the kinds that its rows label}."""
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row.language, set()).update(pair[1][0] for pair in row.truth)
    return {language: frozenset(kinds) for language, kinds in found.items()}
