"""A repository in which a story happens: its clock, git, and the hooks around an agent's calls."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from tracer import engine
from tracer.ledger import ids
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from benchmarks.accuracy.stories.texts import Texts

_BEGIN = 1_790_000_000  # of every story, in Unix seconds
_SECONDS = 20  # that one call or commit takes


class Failed(Exception):  # noqa: N818 - it is expected
    """Git refused: its own conflict, or something that stands in its way."""


class Clock:
    """The time of a story: it goes on when something happens, so that stories are the same."""

    def __init__(self) -> None:
        self.now = _BEGIN

    def tick(self) -> None:
        """Let some time pass."""
        self.now += _SECONDS

    @contextmanager
    def running(self, dice: random.Random) -> Iterator[None]:
        """Make it the time, and the ids of records those of the story."""
        with (
            patch.object(time, "time", lambda: float(self.now)),
            patch.object(time, "time_ns", lambda: self.now * 1_000_000_000),
            patch.object(ids, "_SOURCE", ids.IdSource(dice.randbytes)),
        ):
            yield


class Agent(NamedTuple):
    """One session of an agent, and the intent it works for."""

    session: str
    model: str
    intent: str


class Repository:
    """A work tree, with a ledger where somebody uses tracer."""

    def __init__(self, root: str, clock: Clock, suffix: str) -> None:
        self.root = os.path.realpath(root)
        self.workspace = Workspace(self.root)
        self.clock = clock
        self.suffix = suffix
        self._calls = 0

    def git(self, *arguments: str, author: str = "Ann", stdin: str | None = None) -> str:
        """What git prints.

        Raises: Failed when it refuses.
        """
        self.clock.tick()
        date = f"{self.clock.now} +0000"
        env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true"}
        for role in ("AUTHOR", "COMMITTER"):
            env[f"GIT_{role}_NAME"] = author
            env[f"GIT_{role}_EMAIL"] = f"{author.lower()}@example.com"
            env[f"GIT_{role}_DATE"] = date
        done = subprocess.run(
            ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always",
             "-c", "merge.conflictStyle=merge", *arguments],
            cwd=self.root, env=env, input=stdin, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise Failed(f"git {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def texts(self) -> Texts:
        """The program's files on disk."""
        found = {}
        for name in sorted(os.listdir(self.root)):
            if name.endswith(self.suffix):
                with open(os.path.join(self.root, name), encoding="utf-8") as file:
                    found[name] = file.read()
        return found

    def write(self, texts: Texts) -> None:
        """Make the program's files on disk these."""
        before = self.texts()
        for name in before.keys() - texts.keys():
            os.unlink(os.path.join(self.root, name))
        for name, text in texts.items():
            if before.get(name) != text:
                with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
                    file.write(text)

    def call(self, agent: Agent, texts: Texts, *, is_shell: bool = False) -> list[dict[str, Any]]:
        """The records of one call in which an agent makes the files these."""
        before = self.texts()
        targets = [
            Target(name, "create" if name not in before else "edit" if name in texts else "delete")
            for name in sorted(before.keys() | texts.keys())
            if before.get(name) != texts.get(name)
        ]
        command = "python refactor.py" if is_shell else None
        return self._around(agent, lambda: self.write(texts), tuple(targets), command)

    def shell(self, agent: Agent, *arguments: str) -> list[dict[str, Any]]:
        """The records of one call in which an agent runs git.

        Raises: Failed.
        """
        command = " ".join(["git", *arguments])
        return self._around(agent, lambda: self.git(*arguments, author="Ann"), (), command)

    def _around(
        self, agent: Agent, act: Any, targets: tuple[Target, ...], command: str | None
    ) -> list[dict[str, Any]]:
        self._calls += 1
        self.clock.tick()
        event = Event(
            Phase.PRE,
            ActionKind.SHELL if command else ActionKind.FILE_EDIT,
            "acme",
            agent.session,
            self.root,
            turn_id=f"t{self._calls // 4}",
            call_id=f"c{self._calls}",
            contributor=Contributor(EntityType.AI, agent.model),
            targets=() if command else targets,
            command=command,
        )
        engine.before_call(self.workspace, event)
        failed: Failed | None = None
        self.clock.tick()
        try:
            act()
        except Failed as error:
            failed = error
        done = event._replace(phase=Phase.POST)
        found = engine.after_call(self.workspace, done, intent_id=agent.intent)
        if failed is not None:
            raise failed
        return found
