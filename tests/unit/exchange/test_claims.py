"""A person attests who wrote lines; what hooks and commits tell is never overridden."""

from __future__ import annotations

import json
import os

import pytest

from benchmarks.accuracy.stories.agreement import disagreements
from tracer.exchange.claims import claim
from tracer.ledger import verify
from tracer.model.errors import InputError, UsageError
from tracer.queries.blame import blame

APP = "def load(path):\n    return open(path).read()\n"
MORE = "\n\ndef store(path, text):\n    with open(path, 'w') as file:\n        file.write(text)\n"


@pytest.fixture
def shop(traced, monkeypatch):
    """An agent's file, to which a person has added a function that no hook saw."""
    traced.repo.write(".gitignore", ".orchestration/\n")
    traced.repo.commit()
    traced.agent("INT-001", app__py=APP)
    traced.repo.write("app.py", APP + MORE)
    monkeypatch.chdir(traced.repo.root)
    return traced


def who(shop, path: str = "app.py") -> list[tuple[str, str | None]]:
    rows = blame(shop.workspace, path).document["lines"]
    return [(row["method"], row["origin"]["contributor"]["name"]) for row in rows]


def test_untold_lines(shop) -> None:
    """Lines nobody is known to have written are the claimant's; the agent's stay the agent's."""
    document = claim(shop.workspace, ["app.py"], "Ada")
    assert json.loads(json.dumps(document))["claimed"] == [
        {"path": "app.py", "start_line": 3, "end_line": 7}
    ]
    assert (document["name"], document["already"], document["others"]) == ("Ada", 0, 2)
    assert who(shop) == [("carried", None)] * 2 + [("claimed", "Ada")] * 5
    assert disagreements(shop.workspace) == []
    assert verify(shop.workspace).to_json()["ok"]
    assert claim(shop.workspace, ["app.py:4-7"], "Ada")["record"] is None


@pytest.mark.parametrize("spec", ["app.py:6-7", "app.py:6,7", "app.py:6,+2"])
def test_ranges(shop, spec) -> None:
    """A range limits the claim."""
    claim(shop.workspace, [spec], "Ada")
    assert [name for _, name in who(shop)] == [None] * 5 + ["Ada"] * 2


def test_a_definition(shop) -> None:
    """A definition is a range."""
    claim(shop.workspace, ["app.py::store"], "Ada")
    assert [name for _, name in who(shop)][4:] == ["Ada"] * 3


def test_a11_somebody_elses_lines(shop) -> None:
    """What a hook observed is never overridden: one error names the lines, nothing is written."""
    before = os.path.getsize(shop.workspace.ledger)
    claim(shop.workspace, ["app.py:5-7"], "Ada")
    size = os.path.getsize(shop.workspace.ledger)
    assert size > before
    with pytest.raises(InputError, match=r"app\.py:1-2 \(acme-1, carried\)"):
        claim(shop.workspace, ["app.py:1-7"], "Bob")
    assert os.path.getsize(shop.workspace.ledger) == size
    shop.repo.commit("all")
    shop.repo.commit("by Ada", other__py="x = 1\n")
    with pytest.raises(InputError, match=r"other\.py:1 \(Ada, inferred\)"):
        claim(shop.workspace, ["other.py"], "Bob")


def test_a_later_claim(shop) -> None:
    """A later claim takes the place of an earlier one, and takes it back without a name."""
    claim(shop.workspace, ["app.py"], "Ada")
    claim(shop.workspace, ["app.py:6-7"], "Bob")
    assert [name for _, name in who(shop)][4:] == ["Ada", "Bob", "Bob"]
    document = claim(shop.workspace, ["app.py"], "-")
    assert document["name"] is None
    assert who(shop)[4:] == [("reconciled", None)] * 3
    assert disagreements(shop.workspace) == []


def test_it_follows_the_code(shop) -> None:
    """Claimed lines stay claimed when an agent moves them, and after the commit."""
    claim(shop.workspace, ["app.py"], "Bob")
    shop.agent("INT-002", app__py=APP, disk__py=MORE.lstrip("\n"))
    assert {name for _, name in who(shop, "disk.py")} == {"Bob"}
    shop.repo.commit("all")
    assert {name for _, name in who(shop, "disk.py")} == {"Bob"}
    assert disagreements(shop.workspace) == []


def test_whose(shop) -> None:
    """Without a name it is git's user; without one there is an error that says what to do."""
    shop.repo.git("config", "user.name", "Cleo")
    claim(shop.workspace, ["app.py:6"])
    assert who(shop)[5] == ("claimed", "Cleo")
    shop.repo.git("config", "user.name", "")
    with pytest.raises(UsageError, match="git has no user"):
        claim(shop.workspace, ["app.py:7"])
    with pytest.raises(InputError, match="no such file"):
        claim(shop.workspace, ["none.py:3-4"], "Ada")
