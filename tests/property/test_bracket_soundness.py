"""Brackets, commas and line ends edited carelessly: what is called a refactoring has the same tree.

Decided by the languages' own parsers: `ast` for Python, the one that node brings for JavaScript.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import warnings

import pytest
from bracketing import javascript_pair, python_pair
from hypothesis import given, settings
from hypothesis import strategies as st
from verdicts import EXAMPLES, verdict_on

from tracer.model.enums import Verdict

SEEDS = st.integers(0, 1 << 32)
_HERE = os.path.dirname(__file__)
_FIXED = {"deadline": None, "database": None, "derandomize": True}


def claimed(before, after, path):
    """The rules by which a change is no evolution; none where it is.

    `control_flow` and `equivalence` say that other code runs the same: tests of their own run it.
    """
    verdict = verdict_on({path: before}, {path: after}, closed_world=True)
    if verdict.verdict is Verdict.INTENT_EVOLUTION:
        return []
    rules = sorted({change.rule for file in verdict.files for change in file.changes})
    return [] if {"control_flow", "equivalence"} & set(rules) else rules or ["unchanged"]


def assert_sound(before, after, trees, path):
    """No claim in either direction where the trees differ, or the other side has none."""
    if trees[0] == trees[1]:
        return
    for one, two, tree in ((before, after, trees[0]), (after, before, trees[1])):
        rules = claimed(one, two, path) if tree is not None else []
        assert rules == [], f"{one}\n-----\n{two}"


def python_tree(text):
    """The tree as Python's parser has it; None for what Python does not compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<case>", "exec", dont_inherit=True)
            return ast.dump(ast.parse(text))
        except (SyntaxError, ValueError):
            return None


@settings(max_examples=4 * EXAMPLES, **_FIXED)
@given(SEEDS)
def test_python(seed):
    """Another tree, or none, is no refactoring."""
    before, after = python_pair(seed)
    tree = python_tree(before)
    if tree is not None and before != after:
        assert_sound(before, after, (tree, python_tree(after)), "m.py")


class Node:
    """The parser of JavaScript, a process that answers line by line."""

    def __init__(self, program):
        self._process = subprocess.Popen(
            [program, "--expose-internals", os.path.join(_HERE, "javascript_trees.cjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def trees(self, *texts):
        self._process.stdin.write(json.dumps(texts) + "\n")
        self._process.stdin.flush()
        return tuple(json.loads(self._process.stdout.readline()))

    def stop(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@pytest.fixture(scope="module")
def node():
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")
    program = shutil.which("node", path=path)
    if program is None:
        pytest.skip("node is not installed: it comes with the dev extra")
    process = Node(program)
    yield process
    process.stop()


def test_javascript(node):
    """The same, with semicolons, ends of lines and braces."""

    @settings(max_examples=4 * EXAMPLES, **_FIXED)
    @given(SEEDS)
    def check(seed):
        before, after = javascript_pair(seed)
        trees = node.trees(before, after)
        if before != after:
            assert_sound(before, after, trees, "m.js")

    check()


def test_the_search_looks_at_something(node):
    """A good part of the edits keep the tree, others change it, and some of each are judged so."""
    seen = {}
    for seed in range(200):
        for language, pair, path in (
            ("python", python_pair(seed), "m.py"),
            ("javascript", javascript_pair(seed), "m.js"),
        ):
            trees = tuple(map(python_tree, pair)) if language == "python" else node.trees(*pair)
            if None not in trees and pair[0] != pair[1]:
                kind = language, trees[0] == trees[1], bool(claimed(*pair, path))
                seen[kind] = seen.get(kind, 0) + 1
    for language in ("python", "javascript"):
        assert seen[language, True, True] >= 20, seen
        assert seen[language, False, False] >= 8, seen
