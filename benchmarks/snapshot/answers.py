"""The answers to the cases of `tests/corpus`, as plain values, and the digests of their parts.

An answer is a dict of parts. A part that is a string of a few letters (a verdict) stands in the
reference as it is, any other as a digest, so that the reference says which part differs.
"""

from __future__ import annotations

import hashlib
import json
import os

import yaml

import tracer
from tracer.classify import classify, to_json
from tracer.classify.change.change import Context
from tracer.classify.report import names_json
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.spans import Place
from tracer.semantics.versions import World
from tracer.syntax.names import elements

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "corpus")
PAIRS = (".same", ".differs", ".granted", ".mapping")
DIGITS = 6  # of a digest: one difference in 16 million is overlooked
BACKWARDS = {"extracted": "inlined", "inlined": "extracted", "whole": "whole"}
LETTERS = {"AST_REFACTOR": "R", "INTENT_EVOLUTION": "E", "UNCHANGED": "U"}


def texts(*parts):
    """The files below a folder of the corpus by path."""
    top = os.path.join(CORPUS, *parts)
    found = {}
    for base, _, files in sorted(os.walk(top)):
        for name in sorted(files):
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, top).replace(os.sep, "/")] = file.read()
    return found


def of_pair(case):
    """(question, answer) on a pair: both directions in an open and in a closed world."""
    sides = texts(case, "before"), texts(case, "after")
    outside = b"\n".join(texts(case, "outside").values())
    for direction, (before, after) in (("forth", sides), ("back", sides[::-1])):
        mapping = match(ChangeSet.from_texts(before, after))
        yield f"{direction}/mapping", {"mapping": of_mapping(mapping)}
        yield f"{direction}/open", attempt(of_verdict, mapping)
        yield f"{direction}/closed", attempt(of_verdict, mapping, closed_world=True)
        if outside:
            asked = {"mentions": lambda word: word.encode() in outside}
            yield f"{direction}/outside", attempt(of_verdict, mapping, **asked)
    yield "forth/names", attempt(of_names, match(ChangeSet.from_texts(*sides)))


def of_mapping(mapping):
    """Which node is which, one to one and otherwise."""
    return [
        list(mapping.to_before),
        sorted(mapping.copy_of.items()),
        sorted(mapping.merged_into.items()),
        list(mapping.file_pairs),
    ]


def of_verdict(mapping, **world):
    """The verdict with rules and evidence, and what lineage is told."""
    found = classify(mapping, **world)
    document = to_json(found.verdict)
    return {
        "verdict": LETTERS[document["verdict"]],
        "evidence": document,
        "kept": sorted(found.whose.kept),
        "rules": sorted(found.whose.rules.items()),
        "gone": sorted(found.whose.removed),
    }


def of_names(mapping):
    """The refactorings by name."""
    return {"names": names_json(Context(mapping, world=World(is_closed=False), mentions=None))}


def of_ranges(case):
    """(question, answer) on each change of a `.range` case, read forwards and backwards."""
    with open(os.path.join(CORPUS, case, "expected.yaml"), encoding="utf-8") as file:
        expected = yaml.safe_load(file)
    changes = expected.pop("changes", {})
    for entry in sorted(os.scandir(os.path.join(CORPUS, case)), key=lambda entry: entry.name):
        if not entry.is_dir():
            continue
        asked = {"how": "whole"} | expected | changes.get(entry.name, {})
        sides = texts(case, entry.name, "before"), texts(case, entry.name, "after")
        names = asked["before"], asked["after"]
        how = asked["how"]
        back = BACKWARDS.get(how)
        yield f"{entry.name}/forth", attempt(_of_range, sides, names, how)
        yield f"{entry.name}/back", attempt(_of_range, sides[::-1], names[::-1], back)
        for world in (False, True):
            mapping = match(ChangeSet.from_texts(*sides))
            question = f"{entry.name}/{'closed' if world else 'open'}"
            yield question, attempt(of_verdict, mapping, closed_world=world)


def _of_range(sides, names, how):
    places = [_places(side, name) for side, name in zip(sides, names, strict=True)]
    change_set = ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify_ranges(change_set, *places, (how,) if how else ())
    return {
        "verdict": LETTERS[found.verdict.value],
        "evidence": [found.rule, found.evidence],
        "conditions": list(found.conditions),
    }


def _places(side, name):
    """Where the functions stand that are called so."""
    found = []
    for path, text in sorted(side.items()):
        tree = tracer.parse(text, path=path)
        for element in elements(tree):
            if element.name == name and element.kind == "function":
                lines = tree.lines(element.row)
                found.append(Place(path, lines.start_line, lines.end_line))
    return found


def attempt(ask, *arguments, **options):
    """An answer, or the error in its place: what fails today is to fail alike tomorrow."""
    try:
        return ask(*arguments, **options)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the answer
        return {"verdict": "X", "error": f"{type(error).__name__}: {error}"}


def digests(answer):
    """The answer in one line: a part that is a letter as it is, one that is empty left out."""
    parts = []
    for name, part in answer.items():
        if not part:
            continue
        is_short = isinstance(part, str) and len(part) == 1
        parts.append(part if is_short else f"{name[0]}{_digest(part)}")
    return " ".join(parts) or "none"


def _digest(part):
    text = json.dumps(part, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
