"""Slips made after a tool ran: mutants of its output, each of which must be evolution.

A tool's edit that is called a refactoring is changed a little, in the lines the tool wrote: two
arguments swapped, a statement dropped, an operator exchanged (`operators.py`). Whoever still calls
the whole a refactoring did not look at what it claims, unless the slip changes nothing
(`equivalents.py`).
"""

from __future__ import annotations

import difflib
import re
from collections import Counter

from benchmarks.accuracy.verdicts.equivalents import why_equivalent
from benchmarks.accuracy.verdicts.operators import OPERATORS, Source, is_change
from benchmarks.accuracy.verdicts.oracle import judge

_TRIES = 12  # mutants looked at to find one in the lines of the tool


class Slips:
    """How many slips were made, and which of them went unseen."""

    def __init__(self, rng, per_edit, npm=None):
        self.rng, self.per_edit, self.npm = rng, per_edit, npm
        self.made, self.equivalent, self.unseen = Counter(), Counter(), []

    def make(self, tool, name, before, after):
        """Mutate what a tool wrote, in each file that it changed."""
        for path, text in after.items():
            if text == before.get(path) or not text:
                continue
            source = Source(path, text)
            lines = _written(before.get(path, b""), text)
            for _ in range(self.per_edit):
                mutant = self._mutant(source, lines)
                if mutant is None or mutant == before.get(path):
                    continue
                self.made[tool] += 1
                one = judge(before, after | {path: mutant}, closed_world=True)
                if one.verdict == "INTENT_EVOLUTION":
                    continue
                if why_equivalent(text, mutant, path, source.language.name, self.npm):
                    self.equivalent[tool] += 1
                else:
                    self.unseen.append((tool, name, path, _shown(text, mutant)))

    def _mutant(self, source, lines):
        for _ in range(_TRIES):
            text = self.rng.choice(OPERATORS)(source, self.rng)
            if text is None or not is_change(source, text):
                continue
            if _declarations(text) == _declarations(source.text):
                continue  # a new variable may as well be declared otherwise
            place = next(
                (
                    i
                    for i, (one, two) in enumerate(zip(source.text, text, strict=False))
                    if one != two
                ),
                min(len(source.text), len(text)),
            )
            if source.text.count(b"\n", 0, place) in lines:
                return text
        return None


def _declarations(text):
    return re.sub(rb"\b(?:let|const|var)\b", b"let", text)


def _written(before, after):
    """The lines (from 0) that an edit wrote, and their neighbours."""
    one, two = before.splitlines(), after.splitlines()
    found = set()
    for tag, _, _, low, high in difflib.SequenceMatcher(
        None, one, two, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            found.update(range(low - 1, high + 1))
    return found


def _shown(text, mutant):
    lines = difflib.unified_diff(
        text.decode("utf-8", "replace").splitlines(),
        mutant.decode("utf-8", "replace").splitlines(),
        lineterm="", n=0,
    )  # fmt: skip
    return "\n".join(list(lines)[3:9])
