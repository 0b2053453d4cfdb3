"""What editors read: every path and line that porcelain names is in the commit that it names."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tracer.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

GIT = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
TEXT = "def f(a, b):\n    if a and b:\n        return work(a, b)\n    return None\n"


@pytest.fixture(autouse=True)
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A commit takes code out of a line, the next moves the file and puts lines above."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRACER_CACHE", "off")
    subprocess.run([*GIT, "init", "-q"], check=True)
    commit("Begin", {"one.py": TEXT})
    commit("Cut", {"one.py": TEXT.replace("a and b:", "a:")})
    subprocess.run([*GIT, "mv", "one.py", "two.py"], check=True)
    commit("Move", {"two.py": "# head\n" + TEXT.replace("a and b:", "a:")})
    return tmp_path


def commit(message: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    subprocess.run([*GIT, "add", "."], check=True)
    subprocess.run([*GIT, "commit", "-qm", message], check=True)


@pytest.mark.parametrize("option", ["--porcelain", "--line-porcelain"])
@pytest.mark.parametrize("has_ledger", [False, True])
def test_a_cut_line_is_where_its_commit_has_it(capfdbinary, option: str, has_ledger: bool) -> None:
    """The line that lost code is the cutting commit's, under the name and number it has there."""
    if has_ledger:
        assert run(["init"]) == 0
    capfdbinary.readouterr()
    assert run(["blame", option, "two.py"]) == 0
    name, places, place = {}, [], ("", 0)
    for line in capfdbinary.readouterr().out.decode().splitlines():
        if match := re.match(r"([0-9a-f]{40}) (\d+) \d+", line):
            place = match[1], int(match[2])
        elif line.startswith("filename "):
            name[place[0]] = line.removeprefix("filename ")
        elif line.startswith("\t"):
            places.append((*place, line[1:]))
    assert len(places) == 5
    for sha, number, text in places:
        shown = subprocess.run(
            [*GIT, "show", f"{sha}:{name[sha]}"], capture_output=True, text=True, check=True
        )
        assert shown.stdout.splitlines()[number - 1] == text
    subjects = {
        subprocess.run(
            [*GIT, "log", "-1", "--format=%s", sha], capture_output=True, text=True, check=True
        ).stdout.strip()
        for sha, _, text in places
        if "if a:" in text
    }
    assert subjects == {"Cut"}
