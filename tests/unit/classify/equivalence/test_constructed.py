"""A function that becomes an arrow function: the same but for those who make objects of it."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

FUNCTION = "function square(side) { return { side }; }\n"
ARROW = "const square = (side) => { return { side }; };\n"
REST = "module.exports = { make };\n"


def verdict(before: str, after: str, path: str = "a.js") -> Verdict:
    texts = {path: before.encode()}, {path: after.encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


USES = {
    "new.target": "function make(side) { return [square(side), new.target]; }\n",
    "eval": "function make(side) { return [square(side), eval('this')]; }\n",
    "new": "function make(side) { return new square(side); }\n",
    "new of a parameter": (
        "const of = (K, side) => new K(side);\nconst make = (side) => of(square, side);\n"
    ),
    "new of a member": (
        "const kinds = { square };\nconst make = (kind, side) => new kinds[kind](side);\n"
    ),
    "instanceof": "const make = (side) => [square(side), side instanceof square];\n",
    "extends": "class Cube extends square {}\nconst make = (side) => new Cube(side);\n",
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_objects_may_be_made_of_it(use: str, *, is_reversed: bool) -> None:
    """22: An arrow function is no constructor: `new` of it fails."""
    before, after = FUNCTION + USES[use] + REST, ARROW + USES[use] + REST
    pair = (after, before) if is_reversed else (before, after)
    assert verdict(*pair) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    "use",
    [
        "const make = (side) => square(side);\n",
        (
            "class Box { constructor(a) { this.a = a; } }\n"
            "const make = (side) => new Box(square(side));\n"
        ),
        "const make = (side) => new Map([[1, square(side)]]);\n",
        "const make = (side) => [square(side), side instanceof Map];\n",
    ],
)
def test_classes_and_the_library_are_constructors_of_their_own(use: str) -> None:
    """22: Where all that objects are made of is known, a function may become an arrow function."""
    assert verdict(FUNCTION + use + REST, ARROW + use + REST) is Verdict.AST_REFACTOR


def test_a_function_without_a_name() -> None:
    """22: It may be handed on to where objects are made."""
    before = (
        "const of = (K) => new K(1);\nexport const made = of(function (x) { return { x }; });\n"
    )
    after = before.replace("function (x)", "(x) =>")
    assert verdict(before, after, "a.mjs") is Verdict.INTENT_EVOLUTION


METHODS = {
    "new of a member": "const make = () => new kinds.Square(1);\n",
    "new of a parameter": "const of = (K) => new K(1);\nconst make = () => of(kinds.Square);\n",
    "instanceof": "const make = (one) => one instanceof kinds.Square;\n",
}


@pytest.mark.parametrize("use", METHODS)
def test_a_method_is_no_constructor(use: str) -> None:
    """22: `new` of `{ Square() {} }.Square` fails, of `{ Square: function () {} }.Square` not."""
    before = "const kinds = { Square: function (side) { this.side = side; } };\n"
    after = "const kinds = { Square(side) { this.side = side; } };\n"
    assert (
        verdict(before + METHODS[use] + REST, after + METHODS[use] + REST)
        is Verdict.INTENT_EVOLUTION
    )
    calls = "const make = () => { kinds.Square(1); return new Map(); };\n" + REST
    assert verdict(before + calls, after + calls) is Verdict.AST_REFACTOR
