"""`tests/corpus/NAME.mapping`: what became of statements and definitions, a file a case.

The format is described in `tests/corpus/README.md`.
"""

from __future__ import annotations

import os

import pytest
import yaml

from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.syntax.grammar import Role

CORPUS = os.path.join(os.path.dirname(__file__), "..", "..", "corpus")
CASES = sorted(entry for entry in os.listdir(CORPUS) if entry.endswith(".mapping"))
WHOLE = Role.STATEMENT | Role.COMPOUND | Role.DEFINITION


def texts(directory):
    found = {}
    for base, _, files in os.walk(directory):
        for name in files:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory).replace(os.sep, "/")] = file.read()
    return found


def node_at(forest, place):
    """The node of `path:line` (its outermost statement) or `path:line text` (so it reads)."""
    where, _, text = place.partition(" ")
    path, _, line = where.rpartition(":")
    file = forest.paths.index(path)
    tree = forest.trees[file]
    for row in range(1, len(tree)):
        if tree.lines(row).start_line != int(line):
            continue
        if text == " ".join(tree.slice(row).decode().split()) if text else is_whole(tree, row):
            return forest.base[file] + row
    raise AssertionError(f"nothing stands at {place!r}")


def is_whole(tree, row):
    return tree.language.roles[tree.kind[row]] & WHOLE


@pytest.mark.parametrize("case", CASES)
def test_mapping(case):
    """Every place that the case names is, was or became what the case says."""
    directory = os.path.join(CORPUS, case)
    with open(os.path.join(directory, "expected.yaml"), encoding="utf-8") as file:
        expected = yaml.safe_load(file)
    sides = [texts(os.path.join(directory, side)) for side in ("before", "after")]
    mapping = match(ChangeSet.from_texts(*sides))

    def before(place):
        return node_at(mapping.before, place)

    def after(place):
        return node_at(mapping.after, place)

    why = expected.pop("reason")
    assert expected, f"{case} expects nothing"
    for old, new in expected.pop("pairs", {}).items():
        assert mapping.to_before[after(new)] == before(old), f"{old} is {new}: {why}"
    for new in expected.pop("new", ()):
        assert mapping.to_before[after(new)] < 0, f"{new} is new: {why}"
    for old in expected.pop("gone", ()):
        assert mapping.to_after[before(old)] < 0, f"{old} is gone: {why}"
    for old, new in expected.pop("copies", {}).items():
        assert mapping.copy_of.get(after(new)) == before(old), f"{new} copies {old}: {why}"
    for old, new in expected.pop("merged", {}).items():
        assert mapping.merged_into.get(before(old)) == after(new), f"{old} went to {new}: {why}"
    if "files" in expected:
        found = {mapping.before.paths[b]: mapping.after.paths[a] for b, a in mapping.file_pairs}
        assert found == expected.pop("files"), why
    assert not expected, f"{case}/expected.yaml: unknown keys {sorted(expected)}"
