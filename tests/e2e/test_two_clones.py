"""Two people, two clones, one ledger: diverged, rebased, merged, and the same answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from project import Project

if TYPE_CHECKING:
    from pathlib import Path

PRICES = '''\
"""Prices."""


def net(price):
    """Price without tax."""
    return price / 1.19


def gross(price):
    """Price with tax."""
    return price * 1.19
'''


RATES = '''\
"""Prices."""

RATES = {"de": 1.19, "at": 1.20, "ch": 1.081}  # of value added tax, by country


def rate(country, *, default="de"):
    """The factor that a price without tax is multiplied with in a country."""
    return RATES.get(country.lower(), RATES[default])
'''


# With signers `verify` reports every record that no seal covers and that nobody speaks for.
SIGNERS = "ann@example.org ssh-ed25519 {}\n".format(
    "AAAAC3NzaC1lZDI1NTE5AAAAIJSgVVUhh3mFJXjUk5pNDd6cP3MlESWqsVsVwaFVdP8L"
)


class Clone(Project):
    """One person's clone, in which an agent writes."""

    def __init__(self, base: Path, name: str, origin: Path) -> None:
        home = base / name
        home.mkdir()
        super().__init__(home, new=False)
        self.home.mkdir()
        self.name = name
        self.calls = 0
        self.run("git", "clone", "-q", str(origin), str(self.root), cwd=home)

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "GIT_AUTHOR_NAME": getattr(self, "name", "x")}

    def agent(self, intent: str, files: dict[str, str]) -> None:
        """One traced call under an intent."""
        self.event("post", kind="mcp", tool="select_active_intent", intent_id=intent)
        self.calls += 1
        targets = [{"path": path, "op": "edit", "after": text} for path, text in files.items()]
        assert self.event("pre", kind="file_edit", targets=targets)["decision"] != "deny"
        for path, text in files.items():
            self.write(path, text)
        assert self.event("post", kind="file_edit", targets=targets)["record"]

    def event(self, phase: str, **fields: Any) -> dict[str, Any]:
        event = {
            "schema": "tracer.event/1",
            "phase": phase,
            "agent": "acme",
            "session_id": self.name,
            "call_id": f"{self.name}-{self.calls}",
            "cwd": str(self.root),
            "contributor": {"entity_type": "AI", "model_identifier": f"acme-{self.name}"},
            **fields,
        }
        done = self.hook("generic", json.dumps(event).encode())
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def save(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def answers(self) -> dict[str, Any]:
        """Everything two clones at one commit must say alike."""
        assert self.report("verify")["ok"], self.report("verify")
        files = [path for path in self.git("ls-files").split() if path.endswith(".py")]
        return {
            **{path: self.report("blame", path) for path in files},
            **{name: self.report("blame-by-intent", name) for name in ("INT-1", "INT-2")},
        }


def begin(base: Path, *options: str) -> tuple[Clone, Clone]:
    """Two clones of a repository with two intents and one traced file."""
    origin = base / "origin.git"
    first = Project(base)
    first.git("init", "-q", "--bare", "-b", "main", str(origin))
    ann = Clone(base, "ann", origin)
    ann.commit({"README.md": "# Shop\n"}, "Begin")
    ann.tracer("init", "--mode", "enforce", *(options or ("--ledger", "file")))
    ann.write(".orchestration/allowed_signers", SIGNERS)
    for name in ("INT-1", "INT-2"):
        ann.tracer("intent", "add", name, "--scope", "shop/**")
    ann.agent("INT-2", {"shop/begun.py": "BEGUN = True\n"})
    ann.agent("INT-1", {"shop/prices.py": PRICES})
    ann.save("Prices")
    ann.git("push", "-q", "origin", "HEAD:main")
    return ann, Clone(base, "bob", origin)


def diverge(ann: Clone, bob: Clone) -> None:
    """Both work on: in one file, in files of their own, on a branch."""
    ann.agent("INT-1", {"shop/prices.py": PRICES.replace('"""Prices."""\n', RATES)})
    ann.save("A rate")
    ann.agent("INT-2", {"shop/tax.py": "def tax(price):\n    return price * 0.19\n"})
    ann.save("Tax")
    bob.git("checkout", "-qb", "topic")
    bob.agent("INT-2", {"shop/prices.py": PRICES + "\n\ndef half(price):\n    return price / 2\n"})
    bob.save("Half")
    bob.git("checkout", "-q", "main")
    bob.agent("INT-1", {"shop/labels.py": "def label(price):\n    return f'{price} EUR'\n"})
    bob.save("Labels")
    bob.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")


@pytest.fixture
def clones(tmp_path: Path) -> tuple[Clone, Clone]:
    return begin(tmp_path)


def test_rebased_and_merged(clones: tuple[Clone, Clone]) -> None:
    """After a rebase on one side and a merge on the other, both verify and blame alike."""
    ann, bob = clones
    diverge(ann, bob)
    bob.git("push", "-q", "origin", "main")
    ann.git("pull", "-q", "--rebase", "origin", "main")
    assert ann.report("verify")["ok"]
    ann.agent("INT-2", {"shop/tax.py": ann.read("shop/tax.py") + "\n\nLOW = 0.07\n"})
    ann.save("Low rate")
    ann.git("push", "-q", "origin", "HEAD:main")
    bob.agent("INT-1", {"shop/labels.py": bob.read("shop/labels.py").replace("EUR", "€")})
    bob.save("Sign")
    bob.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    bob.git("push", "-q", "origin", "main")
    ann.git("pull", "-q", "--rebase", "origin", "main")
    assert ann.git("rev-parse", "HEAD") == bob.git("rev-parse", "HEAD")
    answers = ann.answers()
    assert answers == bob.answers()
    assert {row["origin"]["intent_id"] for row in answers["shop/labels.py"]["lines"]} == {"INT-1"}
    by_text = dict(zip(ann.read("shop/prices.py").splitlines(),
                       answers["shop/prices.py"]["lines"], strict=True))  # fmt: skip
    assert by_text["def half(price):"]["origin"]["intent_id"] == "INT-2"
    assert by_text["def half(price):"]["origin"]["contributor"]["model_identifier"] == "acme-bob"
    line = 'def rate(country, *, default="de"):'
    assert by_text[line]["origin"]["contributor"]["model_identifier"] == "acme-ann"
    # A third clone, which has nothing but what is committed, says the same.
    for clone in (ann, bob):
        (clone.root / ".orchestration/.index/index.sqlite3").unlink()
    assert ann.answers() == bob.answers() == answers


def test_cherry_picked_and_squashed(clones: tuple[Clone, Clone]) -> None:
    """Lines that arrive twice, by a cherry-pick and by the merge, are there once."""
    ann, bob = clones
    diverge(ann, bob)
    bob.git("push", "-q", "origin", "main", "topic")
    ann.git("fetch", "-q", "origin")
    ann.git("cherry-pick", "origin/topic")
    assert ann.report("verify")["ok"]
    ann.git("merge", "-q", "--no-edit", "origin/main")
    ann.tracer("index", "--repair")
    ann.run("git", "commit", "-qam", "Repair")
    found = ann.report("verify")
    assert found["ok"], found
    lines = ann.ledger_path.read_bytes().splitlines()
    assert len(lines) == len(set(lines))
    ann.git("push", "-q", "origin", "HEAD:main")
    bob.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    assert ann.answers() == bob.answers()


def test_octopus(clones: tuple[Clone, Clone]) -> None:
    """Git's octopus knows no merge drivers and refuses without harm; tracer's strategy merges."""
    ann, bob = clones
    for name in ("one", "two", "three"):
        ann.git("checkout", "-qb", name, "main")
        ann.agent("INT-1", {f"shop/{name}.py": f"def {name}():\n    return '{name}'\n"})
        ann.save(name)
    ann.git("checkout", "-q", "main")
    ann.agent("INT-2", {"shop/main.py": "MAIN = 'main'\n"})
    ann.save("main")
    refused = ann.run("git", "-c", "pull.octopus=octopus", "merge", "-q", "one", "two", "three")
    assert refused.returncode != 0
    ann.git("reset", "-q", "--hard")
    assert ann.report("verify")["ok"]
    assert ann.git("config", "pull.octopus") == "tracer\n"  # by init
    ann.git("merge", "-q", "-m", "Octopus", "one", "two", "three")
    assert len(ann.git("rev-list", "--parents", "-1", "HEAD").split()) == 5
    assert not ann.git("status", "--porcelain")
    answers = ann.answers()
    for name in ("one", "two", "three"):
        intents = {row["origin"]["intent_id"] for row in answers[f"shop/{name}.py"]["lines"]}
        assert intents == {"INT-1"}
    ann.git("push", "-q", "origin", "HEAD:main")
    bob.git("pull", "-q", "--ff-only", "origin", "main")
    assert bob.answers() == answers


def test_conflict_left_in(clones: tuple[Clone, Clone]) -> None:
    """Markers that a merge without the driver left are reported, read around, and repaired."""
    ann, bob = clones
    for clone in (ann, bob):
        (clone.root / ".orchestration/.gitattributes").write_text("")
    diverge(ann, bob)
    bob.git("push", "-q", "origin", "main")
    ann.run("git", "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    assert b"<<<<<<<" in ann.ledger_path.read_bytes()
    done = ann.run("tracer", "verify", "--json")
    assert done.returncode == 4
    assert {each["problem"] for each in json.loads(done.stdout)["problems"]} == {"malformed"}
    repaired = ann.report("index", "--repair")["repair"]
    assert repaired["markers"] >= 3
    ann.save("Merge")
    assert ann.report("verify")["ok"]


def test_ledger_in_a_ref(tmp_path: Path) -> None:
    """With `--ledger ref` nothing of it is in the work tree; push and fetch exchange it."""
    ann, bob = begin(tmp_path, "--ledger", "ref")
    bob.tracer("init", "--ledger", "ref")
    assert "agent_trace.jsonl" not in ann.git("ls-files")
    ann.git("push", "-q")
    bob.git("fetch", "-q")
    bob.tracer("index")
    assert bob.ledger_path.read_bytes() == ann.ledger_path.read_bytes()
    diverge(ann, bob)
    assert not ann.git("status", "--porcelain")
    bob.git("push", "-q")
    ann.git("fetch", "-q")
    ann.git("rebase", "-q", "origin/main")
    ann.tracer("index")
    ann.git("push", "-q")
    bob.git("fetch", "-q")
    bob.git("merge", "-q", "--no-edit", "origin/main")
    bob.tracer("index")
    assert ann.git("rev-parse", "HEAD") == bob.git("rev-parse", "HEAD")
    assert sorted(ann.ledger_path.read_bytes().splitlines()) == sorted(
        bob.ledger_path.read_bytes().splitlines()
    )
    answers = ann.answers()
    assert answers == bob.answers()
    assert {row["origin"]["intent_id"] for row in answers["shop/labels.py"]["lines"]} == {"INT-1"}


def test_reverted_commit(clones: tuple[Clone, Clone]) -> None:
    """Reverting a commit takes the code alone: git's hook brings its ledger lines back."""
    ann, _ = clones
    ann.agent("INT-2", {"shop/tax.py": "def tax(price):\n    return price * 0.19\n"})
    ann.save("Tax")
    before = ann.ledger_path.read_bytes()
    ann.git("revert", "--no-edit", "HEAD")
    assert ann.report("verify")["ok"]
    assert ann.ledger_path.read_bytes() == before
