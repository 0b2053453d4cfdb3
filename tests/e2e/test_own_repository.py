"""tracer on its own repository: the registry, the commits' trailers, and what the queries say.

The clone is a fresh one, set up with `tracer init` as a teammate's is. Nothing here knows what the
code is; it says that what the team is told to keep is kept.
"""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).parents[2]
_TRACER = os.path.join(sysconfig.get_path("scripts"), "tracer")
_REGISTRY = ".orchestration/active_intents.yaml"
_CHECKED = 4  # commits that `tracer check` reads again in every run; it read the others before


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone of this repository, with `tracer init`."""
    place = tmp_path_factory.mktemp("own") / "tracer"
    if not (_ROOT / ".git").exists():
        pytest.skip("this is no clone of the repository, so it has no history")
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(_ROOT), str(place)], check=True)
    if _git(place, "rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("a shallow clone does not have the commits that the registry is about")
    assert _run(place, "init").returncode == 0
    return place


@pytest.fixture(scope="module")
def pages(clone: Path) -> Path:
    """The clone with a branch that keeps the pages alone: their history is all there is to read."""
    place = clone.parent / "pages"
    subprocess.run(["git", "clone", "-q", str(clone), str(place)], check=True)
    assert _run(place, "init").returncode == 0
    kept = (":(exclude)tracer/web", ":(exclude).orchestration", ":(exclude).gitignore")
    _git(place, "rm", "-rq", "--", ".", *kept)
    person = ("-c", "user.name=Pat Person", "-c", "user.email=pat@example.org")
    message = "Keep the pages alone\n\nIntent: INT-011"
    _git(place, *person, "commit", "-q", "--no-verify", "-m", message)
    return place


def test_every_commit_names_an_intent_of_the_registry(clone: Path) -> None:
    """From the commit on that brought the registry."""
    began = _began(clone)
    listing = _json(clone, "intent", "list")
    known = {intent["id"] for intent in listing["active_intents"]}
    log = _git(
        clone, "log", "--format=%h %(trailers:key=Intent,valueonly,separator=%x20)", f"{began}~1.."
    )
    nameless = [line for line in log.splitlines() if not set(line.split()[1:]) & known]
    assert nameless == []


def test_the_newest_commits_pass_the_check(clone: Path) -> None:
    """What CI asks of a branch holds for this one: an intent, a contributor, and its scope."""
    count = int(_git(clone, "rev-list", "--count", f"{_began(clone)}~1..HEAD"))
    done = _run(clone, "check", "--base", f"HEAD~{min(count, _CHECKED)}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_where_the_pages_are(pages: Path) -> None:
    """`blame-by-intent` finds the code of the pages where it stands, and `map` says the same."""
    found = {row["path"] for row in _json(pages, "blame-by-intent", "INT-011")["ranges"]}
    assert "tracer/web/render.py" in found
    intents = {intent["id"]: intent for intent in _json(pages, "map")["intents"]}
    mapped = {file["path"] for file in intents["INT-011"]["files"]}
    assert mapped <= found
    assert "tracer/web/render.py" in mapped


def test_report_and_verify(pages: Path) -> None:
    """The roll-up knows every intent of the registry that has code, and the ledger is whole."""
    report = _json(pages, "report")
    assert any(row["id"] == "INT-011" and row["lines_now"] for row in report["by_intent"])
    assert _run(pages, "verify").returncode == 0
    assert _git(pages, "status", "--porcelain") == ""


def _began(clone: Path) -> str:
    """The commit that brought the registry."""
    return _git(clone, "log", "--diff-filter=A", "--format=%H", "--", _REGISTRY).split()[-1]


def _json(clone: Path, *arguments: str) -> dict[str, Any]:
    done = _run(clone, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def _run(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TRACER_CACHE": str(clone.parent / "cache")}
    return subprocess.run(
        [_TRACER, *arguments],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _git(clone: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=clone, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
