"""Imports in another order, in files that are executed on both sides: what they bind."""

from __future__ import annotations

import sys
import types
from contextlib import contextmanager

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from verdicts import is_refactoring

NAMES = ("a", "b", "sizeof", "Array", "json", "queue")
MODULES = tuple(f"tracer_test_m{number}" for number in range(3))


@st.composite
def module(draw, own):
    """The text of a module: its own name, and some that others have, too."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=2))
    lines = [f"{own} = 1", *(f"{name} = {own + ':' + name!r}" for name in names)]
    if draw(st.booleans()):
        lines.insert(0, f"__all__ = {[own, *names]!r}")
    return "\n".join(lines) + "\n", [own, *names]


@st.composite
def shuffled(draw):
    """(files before, files after): `main.py` with its imports in two orders."""
    made = {name: draw(module(f"v{number}")) for number, name in enumerate(MODULES)}
    imports = ["import json", "import queue", "from ctypes import *", "from ctypes import Array"]
    imports += [f"from {name} import *" for name in MODULES]
    for name in MODULES:
        imports += [f"from {name} import {one}" for one in made[name][1]]
    imports += [f"from {MODULES[0]} import missing", f"from {MODULES[1]} import a as c, b"]
    before = draw(st.lists(st.sampled_from(imports), min_size=2, max_size=5))
    after = draw(st.permutations(before))
    is_caught = draw(st.booleans())
    use = "".join(f"print({name})\n" for name in draw(st.lists(st.sampled_from((*NAMES, "c")))))
    shared = {f"{name}.py": text for name, (text, _) in made.items()}
    return tuple({**shared, "main.py": _program(side, use, is_caught)} for side in (before, after))


def _program(imports, use, is_caught):
    if not is_caught:
        return "\n".join(imports) + "\n" + use
    body = "".join(f"    {line}\n" for line in imports)
    return f"try:\n{body}except ImportError:\n    pass\n{use}"


@contextmanager
def _modules(files):
    for name in MODULES:
        made = types.ModuleType(name)
        exec(files[f"{name}.py"], made.__dict__)
        sys.modules[name] = made
    try:
        yield
    finally:
        for name in MODULES:
            del sys.modules[name]


def _run(files):
    """What the file prints, and whether it fails."""
    printed = []
    with _modules(files):
        try:
            exec(files["main.py"], {"print": printed.append, "__name__": "main"})
        except (ImportError, NameError) as error:
            return [*map(repr, printed), type(error).__name__]
    return [*map(repr, printed)]


@settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(shuffled())
def test_sorted_imports_bind_the_same(change):
    """Where other names are bound, or by other imports, the verdict is evolution."""
    if _run(change[0]) != _run(change[1]):
        assert not is_refactoring(*change, closed_world=True)
