"""A short way to ask for a verdict on functions of one Java file, for tables of cases."""

from __future__ import annotations

import tracer
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.model.spans import Place
from tracer.syntax.names import elements

PURE, NOT = Verdict.AST_REFACTOR, Verdict.INTENT_EVOLUTION
A, B = "class A {{ int n; D d; {} }}", "class B {{ int n; D d; {} }}"


def judged(before, after, names, how=()):
    """The verdict on the functions called `names`; each side is one Java file of classes."""
    texts = [" ".join(text.split()).replace("{ ", "{\n").encode() for text in (before, after)]
    sides = []
    for text, name in zip(texts, names, strict=True):
        tree = tracer.parse(text, "java")
        places = []
        for e in elements(tree):
            if e.name == name and e.kind == "function":
                lines = tree.lines(e.row)
                places.append(Place("A.java", lines.start_line, lines.end_line))
        sides.append(places)
    change_set = ChangeSet.from_texts({"A.java": texts[0]}, {"A.java": texts[1]}, closed_world=True)
    return tracer.classify_ranges(change_set, *sides, how)
