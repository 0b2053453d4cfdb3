"""Changes judged as programs: what is proved, under what, and why not."""

from __future__ import annotations

from importlib import import_module

import pytest

from tracer.classify import classify, to_json
from tracer.matching import match
from tracer.model.changes import ChangeSet

CALLER = "from lib import total\n\nprint(total([1, 2]))\n"
LIB = "def total(values):\n    return sum(values)\n"

SAME = {
    "a condition the other way round": (
        {"a.py": "def f(a, b):\n    if a is None:\n        return 0\n    return b\n"},
        {"a.py": "def f(a, b):\n    if a is not None:\n        return b\n    return 0\n"},
    ),
    "a function and its callers renamed": (
        {"lib.py": LIB, "main.py": CALLER},
        {"lib.py": LIB.replace("total", "added"), "main.py": CALLER.replace("total", "added")},
    ),
    "a private function taken in": (
        {
            "a.py": "def _one(x):\n    return x.y\n\n\n"
            "def f(x):\n    if x is None:\n        return 0\n    return _one(x)\n"
        },
        {"a.py": "def f(x):\n    if x is not None:\n        return x.y\n    return 0\n"},
    ),
    "a definition in another file": (
        {"lib.py": LIB + "\n\ndef other():\n    return 1\n", "main.py": CALLER},
        {
            "lib.py": "def other():\n    return 1\n",
            "sums.py": LIB,
            "main.py": CALLER.replace("from lib", "from sums"),
        },
    ),
}
DIFFERS = {
    "a file of no package": (
        {"a.go": "package shop\n\nfunc f() int {\n\treturn 1\n}\n"},
        {"a.go": "func f() int {\n\treturn 1\n}\n"},
    ),
    "a comparison that is another one": (
        {"a.py": "def f(n, limit):\n    return n < limit\n"},
        {"a.py": "def f(n, limit):\n    return n <= limit\n"},
    ),
    "a caller that was missed": (
        {"lib.py": LIB, "main.py": CALLER},
        {"lib.py": LIB.replace("total", "added"), "main.py": CALLER},
    ),
    "a name that is looked up": (
        {"lib.py": LIB, "main.py": "import lib\n\nprint(getattr(lib, 'to' + 'tal')([1]))\n"},
        {
            "lib.py": LIB.replace("total", "added"),
            "main.py": "import lib\n\nprint(getattr(lib, 'to' + 'tal')([1]))\n",
        },
    ),
    "a parameter that may come by its name": (
        {"a.py": "def f(old):\n    return old\n\n\ndef g(**given):\n    return f(**given)\n"},
        {"a.py": "def f(new):\n    return new\n\n\ndef g(**given):\n    return f(**given)\n"},
    ),
    "a state that each class has of its own now": (
        {
            "a.py": "class A:\n    n = 0\n\n    def up(self):\n        type(self).n += 1\n\n\n"
            "class B(A):\n    pass\n"
        },
        {
            "a.py": "class A:\n    n = 0\n\n    def up(self):\n        type(self).n += 1\n\n\n"
            "class B(A):\n    n = 0\n"
        },
    ),
    "a documentation": (
        {"a.py": 'def f():\n    """One."""\n    return 1\n'},
        {"a.py": 'def f():\n    """Two."""\n    return 1\n'},
    ),
}


def judged(before, after, **options):
    """The verdict on a whole program."""
    change_set = ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
    )
    return classify(match(change_set), **{"closed_world": True, "prover": True, **options})


@pytest.mark.parametrize("case", SAME)
def test_same(case) -> None:
    """The same program up to names, places and laws is a refactoring, with a proof."""
    verdict = judged(*SAME[case]).verdict
    assert verdict.verdict.value == "AST_REFACTOR", verdict
    assert verdict.proof is not None
    assert all(file.proof is not None for file in verdict.files if file.changes)


@pytest.mark.parametrize("case", DIFFERS)
def test_differs(case) -> None:
    """What somebody could see is an evolution, and says so in words."""
    verdict = judged(*DIFFERS[case]).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION", verdict
    assert verdict.proof is None
    changes = [c for file in verdict.files for c in file.changes]
    against = [c for c in changes if c.verdict.value == "INTENT_EVOLUTION"]
    assert all(c.evidence and "no rule" not in c.evidence for c in against)


def test_the_smallest_difference_is_told() -> None:
    """An edit that nothing explains is said in a reviewer's words."""
    verdict = judged(*DIFFERS["a comparison that is another one"]).verdict
    change = verdict.files[0].changes[0]
    assert change.evidence == "`n <= limit` was `n < limit` in `f`"
    assert change.quotes
    document = to_json(verdict, quoting=False)
    assert document["files"][0]["changes"][0]["evidence"] == ""


def test_assumptions_that_are_not_accepted() -> None:
    """Without its assumptions a conditional proof is none."""
    inlined = SAME["a private function taken in"]
    assert judged(*inlined, assume="none").verdict.verdict.value == "INTENT_EVOLUTION"


def test_an_open_world_keeps_public_names() -> None:
    """Where other files may use a name, renaming it is no refactoring."""
    before, after = SAME["a function and its callers renamed"]
    verdict = judged(before, after, closed_world=False).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"


def test_a_part_is_proved_beside_what_is_not() -> None:
    """Edits inside a definition that is proved are explained; the others are left."""
    before = (
        "def f(a):\n    if a is None:\n        return 0\n    return a\n\n\ndef g():\n    return 1\n"
    )
    after = (
        "def f(a):\n    if a is not None:\n        return a\n    return 0\n\n\n"
        "def g():\n    return 2\n"
    )
    verdict = judged({"a.py": before}, {"a.py": after}).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"
    kinds = {
        (change.after or change.before).name: change.verdict.value
        for change in verdict.files[0].changes
    }
    assert kinds["g"] == "INTENT_EVOLUTION"
    assert kinds["f"] == "AST_REFACTOR"


def test_removed_code_is_removed_for_lineage() -> None:
    """What a proof lets go is gone all the same."""
    found = judged(*SAME["a private function taken in"])
    assert found.whose.removed


def test_the_prover_never_ends_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the comparison is a refusal."""
    package = import_module("tracer.classify.equivalence")

    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(package, "asked", broken)
    verdict = judged(*SAME["a private function taken in"]).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"
