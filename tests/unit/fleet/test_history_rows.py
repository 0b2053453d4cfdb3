"""A history in ranges gives what one walk gives: renames, lost code, merges across the seams."""

from __future__ import annotations

from typing import Any

import pytest
from fleet_files import files_of

from tracer.fleet import history_rows, planning
from tracer.fleet.walk import ordered
from tracer.fleet.warehouse import open_duckdb
from tracer.history.blame import blame_history
from tracer.vcs import Git

A = "def price(count, each):\n    total = count * each\n    return total\n"
B = "def tax(total):\n    rate = 3\n    return total * rate\n"


@pytest.fixture
def story(fleet) -> Any:
    """Code that is renamed, moved to another file, lost, brought back, and merged."""
    repo = fleet.repos["three"].repo
    repo.commit("price", shop__py=A)
    repo.git("mv", "shop.py", "store.py")
    repo.commit("another path")
    repo.commit("tax", store__py=A + "\n\n" + B)
    repo.commit("tax lost", store__py=A)
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("tax back, elsewhere", tax__py=B)
    repo.git("checkout", "-q", "main")
    repo.commit("other names", store__py=A.replace("total", "amount"))
    repo.clock += 60
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    repo.commit("in one file", store__py=A.replace("total", "amount") + "\n\n" + B, tax__py="\n")
    return fleet


def origins(fleet, name: str) -> list[tuple[Any, ...]]:
    with open_duckdb(fleet.storage(name)) as warehouse:
        rows = warehouse.rows("SELECT * FROM origins ORDER BY repository, path, start_line")
    return [tuple(row.values()) for row in rows]


def test_ranges_and_one_walk(story, monkeypatch) -> None:
    """Ranges of one, two and many commits: the same lines, commits and definitions."""
    answers = []
    for size in (1, 2, 1000):
        monkeypatch.setattr(planning, "COMMITS", size)
        assert story.sync(f"by{size}", history=True)["problems"] == []
        with open_duckdb(story.storage(f"by{size}")) as warehouse:
            commits = warehouse.rows("SELECT * FROM commits ORDER BY repository, position")
            new = warehouse.rows("SELECT * FROM introductions ORDER BY ALL")
        answers.append((origins(story, f"by{size}"), commits, new))
    assert answers[0] == answers[1] == answers[2]
    workspace = story.repos["three"].workspace
    for path in ("store.py", "a.py"):
        told = blame_history(workspace, path, "HEAD")
        lines = {
            line: run.credit.origin.id
            for run in told.state.runs
            for line in range(run.start_line, run.end_line + 1)
        }
        rows = [row for row in answers[0][0] if row[:2] == ("three", path)]
        found = {n: row[5] for row in rows for n in range(row[2], row[3] + 1)}
        assert {line: found[line] for line in lines} == lines


def test_order_grows_at_its_end(story) -> None:
    """A commit more, and a merge more, leave the places of all commits before."""
    repo = story.repos["three"].repo
    with Git(repo.root) as git:
        before = ordered(git, git.resolve("HEAD"))
        assert len(before) == len(set(before)) == int(repo.git("rev-list", "--count", "HEAD"))
        repo.git("checkout", "-q", "-b", "late", "HEAD~3")
        repo.commit("late", late__py="z = 1\n")
        repo.git("checkout", "-q", "main")
        repo.git("merge", "-q", "--no-ff", "-m", "merge late", "late")
        after = ordered(git, git.resolve("HEAD"))
    assert after[: len(before)] == before
    assert len(after) == len(before) + 2


def test_a_run_that_grew(story, monkeypatch) -> None:
    """One commit more: only it is looked at, and every byte is as if all had been."""
    repo = story.repos["three"].repo
    story.sync("grown", history=True)
    repo.commit("more", store__py=A.replace("total", "sum_") + "\n\n" + B)
    repo.git("mv", "store.py", "again.py")
    repo.commit("moved")
    before = set(files_of(story.storage("grown").place("")))
    looked_at = []
    real = history_rows.steps_of_commit

    def watched(versions, commit: str) -> int:
        looked_at.append(commit)
        return real(versions, commit)

    monkeypatch.setattr(history_rows, "steps_of_commit", watched)
    story.sync("grown", history=True)
    assert len(looked_at) == 2
    story.sync("fresh", history=True)
    grown = files_of(story.storage("grown").place(""))
    fresh = files_of(story.storage("fresh").place(""))
    assert {name: data for name, data in grown.items() if name in fresh} == fresh
    assert set(grown) - set(fresh) <= before
