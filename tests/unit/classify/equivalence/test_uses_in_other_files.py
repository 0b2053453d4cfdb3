"""A change of a few definitions looks at what they reach, not at all code of the program."""

from __future__ import annotations

import pytest

from tests.unit.classify.equivalence.test_alike import outcome
from tracer.semantics.lowering.world.world import World

FILES = 60
MODULE = """from pkg.mod{next} import total{next}

LIMIT = {at}


def _clip{at}(value, limit):
    if value > limit:
        return limit
    return value


def total{at}(values):
    return [_clip{at}(one, LIMIT) for one in values] + total{next}(values)
"""


def program() -> dict[str, str]:
    """A chain of modules, each with names of its own."""
    found = {f"pkg/mod{i}.py": MODULE.format(at=i, next=i + 1) for i in range(FILES)}
    found[f"pkg/mod{FILES}.py"] = f"def total{FILES}(values):\n    return []\n"
    return found


def test_only_what_is_reached_is_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A private function that is renamed and written anew lowers a few units of hundreds."""
    lowered: set[object] = set()
    lower = World.lowered

    def counted(world: World, symbol: object) -> object:
        lowered.add((id(world), symbol))
        return lower(world, symbol)

    monkeypatch.setattr(World, "lowered", counted)
    before = program()
    text = before["pkg/mod7.py"].replace("_clip7", "_capped")
    text = text.replace("    return value\n", "    else:\n        return value\n")
    assert outcome(before, {**before, "pkg/mod7.py": text}).proof is not None
    assert len(lowered) < FILES


USES = {
    "an import": "from pkg.mod5 import _clip5\n\n\ndef f(v):\n    return _clip5(v, 1)\n",
    "its module": "import pkg.mod5\n\n\ndef f(v):\n    return pkg.mod5._clip5(v, 1)\n",
    "its package": "import pkg\n\n\ndef f(v):\n    return pkg.mod5._clip5(v, 1)\n",
    "an import inside": "def f(v):\n    from pkg import mod5\n\n    return mod5._clip5(v, 1)\n",
    "a star": "from pkg.mod5 import *\n\n\ndef f(v):\n    return _clip5(v, 1)\n",
}


@pytest.mark.parametrize("use", sorted(USES))
def test_a_use_in_another_file_is_seen(use: str) -> None:
    """A user elsewhere that keeps the old name refuses the rename, however it imports it."""
    before = {**program(), "user.py": USES[use]}
    if use == "its package":
        before["pkg/__init__.py"] = "from pkg import mod5\n"
    text = before["pkg/mod5.py"].replace("_clip5", "_capped")
    assert outcome(before, {**before, "pkg/mod5.py": text}).proof is None
