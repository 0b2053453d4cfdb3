"""A10: a team's day in a fresh clone of a real repository, with the real Claude Code CLI.

The repository is this project's own, as it was after its first commit. Thirty calls of the agent
in `enforce`, edits of two people, stash, rebase, squash merge, and a teammate's pull: git is
never refused, what `git status` shows is the people's and the agent's own, and each line is whose
it was (`day.py`).
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from day import COUNT, FILES, KIM, PAT, REPORT, afternoon, morning
from harness import Conversation, converse
from project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
FIRST_COMMIT = "1373ed79dfeaf9673878af29aa77a4a9994158cc"


class Kim(Project):
    """A teammate's clone: the same commands, another person."""

    def environment(self) -> dict[str, str]:
        who = {"NAME": KIM, "EMAIL": "kim@example.org"}
        names = {
            f"GIT_{role}_{key}": value
            for role in ("AUTHOR", "COMMITTER")
            for key, value in who.items()
        }
        return super().environment() | names


class Day(NamedTuple):
    """Both clones in the evening, the two conversations, and what status showed on the way."""

    pat: Project
    kim: Project
    morning: Conversation
    afternoon: Conversation
    shown: dict[str, str]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    """The day, lived once; every test below asks about it."""
    base = tmp_path_factory.mktemp("day")
    origin = base / "origin.git"
    pat, kim = (made(base / name, kind, origin) for name, kind in (("pat", Project), ("kim", Kim)))
    shown: dict[str, str] = {}

    connect(pat)
    kim.git("pull", "-q")
    kim.tracer("init", "--agent", "claude-code")
    shown["kim after init"] = status(kim)

    pat.git("switch", "-q", "-c", "topic")
    first = converse(pat.root, pat.home, "Count lines", morning(pat.root))
    shown["morning"] = status(pat)

    replace(
        pat,
        "tracer/model/lines.py",
        "\n\ndef count_lines",
        "\nLIMIT = 100  # columns\n\n\ndef count_lines",
    )
    pat.git("commit", "-qam", "A limit")
    replace(
        kim,
        "tracer/model/spans.py",
        "    end: int\n",
        "    end: int\n\n    def is_empty(self) -> bool:\n        return self.start == self.end\n",
    )
    kim.git("commit", "-qam", "Empty spans")
    kim.git("push", "-q")

    replace(
        pat,
        "tracer/model/errors.py",
        "\n\nclass VcsError",
        '\n\nclass WidthError(TracerError):\n    """Text is too wide."""\n\n\nclass VcsError',
    )
    pat.git("stash")
    pat.git("fetch", "-q")
    pat.git("rebase", "-q", "origin/main")
    pat.git("stash", "pop")
    shown["rebased"] = status(pat)
    pat.git("commit", "-qam", "An error for widths")

    second = converse(pat.root, pat.home, "Report widths", afternoon(pat.root))
    shown["afternoon"] = status(pat)

    pat.git("switch", "-q", "main")
    pat.git("pull", "-q")
    pat.git("merge", "-q", "--squash", "topic")
    pat.git("commit", "-qm", "Lines and widths")
    pat.git("push", "-q")
    kim.git("pull", "-q")
    shown["pat's evening"], shown["kim's evening"] = status(pat), status(kim)
    return Day(pat, kim, first, second, shown)


def made(base: Path, kind: type[Project], origin: Path) -> Project:
    """A person's fresh clone of the repository, which the first one makes."""
    base.mkdir()
    project = kind(base)
    if not origin.exists():
        project.git("init", "-q", "--bare", "-b", "main", str(origin))
        done = subprocess.run(
            [
                "git",
                "-C",
                str(ROOT),
                "push",
                "-q",
                "--no-verify",
                str(origin),
                f"{FIRST_COMMIT}:refs/heads/main",
            ],
            env=project.environment()
            | {
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"this checkout's first commit is needed: {done.stderr}"
    os.rmdir(project.root)
    project.git("clone", "-q", str(origin), str(project.root), cwd=base)
    environment = project.environment()  # the agent's commits are made in the person's name
    project.git("config", "user.name", environment["GIT_AUTHOR_NAME"])
    project.git("config", "user.email", environment["GIT_AUTHOR_EMAIL"])
    return project


def connect(pat: Project) -> None:
    """What the first of a team does: connect the agent, write down the intents, share both."""
    pat.tracer("init", "--agent", "claude-code", "--mode", "enforce")
    for identifier, name in ((COUNT, "Count lines"), (REPORT, "Report widths")):
        pat.tracer("intent", "add", identifier, "--name", name, "--scope", "tracer/model/**")
    pat.git("add", "-A")
    pat.git("commit", "-qm", "Connect tracer")
    pat.git("push", "-q")


def replace(project: Project, path: str, before: str, after: str) -> None:
    """A person's edit in an editor that no hook sees."""
    text = (project.root / path).read_text()
    assert text.count(before) == 1, (path, before)
    project.write(path, text.replace(before, after))


def status(project: Project) -> str:
    return project.git("status", "--porcelain")


def test_the_agent_was_hindered_in_nothing(day: Day) -> None:
    """Stash, switch, stage and commit are ordinary work: no call fails and none is refused."""
    for conversation in (day.morning, day.afternoon):
        assert conversation.exit_code == 0, conversation.stderr
        labels = {step.label for step in conversation.model.steps}
        assert {label for label in labels if conversation.model.is_error(label)} == set()
    assert [r["refusal"] for r in day.pat.records() if r["event"] == "refusal"] == []


def test_a10_git_shows_nothing_of_tracer_s(day: Day) -> None:
    """After each part of the day the work tree holds what people and the agent left, no more."""
    clean = dict.fromkeys(day.shown, "")
    assert day.shown == clean | {"rebased": " M tracer/model/errors.py\n"}
    assert day.morning.model.result("status").split() == [
        *("M", "tracer/model/spans.py", "??", "tracer/model/lines.py"),
    ]
    for conversation in (day.morning, day.afternoon):
        assert "tracer" not in conversation.model.result("clean")


def test_the_ledger_verifies_in_both_clones(day: Day) -> None:
    for project in (day.pat, day.kim):
        assert project.report("verify")["problems"] == []
    assert {r["id"] for r in day.pat.records()} == {r["id"] for r in day.kim.records()}


def test_a10_each_line_is_whose_it_was(day: Day) -> None:
    """Origins are the records and commits of the story, the same in both clones."""
    wrong = [
        f"{place} {who}'s clone: {told}"
        for who in (day.pat, day.kim)
        for place, wanted, told in lines(who)
        if told != wanted
    ]
    assert wrong == []


def lines(project: Project) -> Iterator[tuple[str, Any, Any]]:
    """Place, the origin it must have and the one `blame` tells, of each line of the tables."""
    for path, table in FILES.items():
        texts = (project.root / path).read_text().splitlines()
        told = project.report("blame", path)["lines"]
        for line in table:
            number = texts.index(line.text) + 1
            origin = told[number - 1]["origin"]
            if line.by in {PAT, KIM}:
                wanted = ("commit", None, line.by)
            else:
                wanted = ("record", line.by, None)
            given = (origin["kind"], origin["intent_id"], (origin["contributor"] or {}).get("name"))
            yield f"{path}:{number} {line.text.strip()}", wanted, given


def test_the_intents_find_their_code(day: Day) -> None:
    """`blame-by-intent` names the lines that the tables give to each intent, and no others."""
    for project in (day.pat, day.kim):
        for intent in (COUNT, REPORT):
            ranges = project.report("blame-by-intent", intent)["ranges"]
            held = {
                (each["path"], number)
                for each in ranges
                for number in range(each["start_line"], each["end_line"] + 1)
            }
            for path, table in FILES.items():
                texts = (project.root / path).read_text().splitlines()
                for line in table:
                    place = (path, texts.index(line.text) + 1)
                    assert (place in held) == (line.by == intent), (intent, place, line.text)
