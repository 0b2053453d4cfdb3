"""One story: what happens, whose every line is by the story's own bookkeeping, and the judgement.

The bookkeeping is a table from what a line says (`texts.Program.key`) to its writer. Nobody
writes a line that was there before, so an entry stays true, wherever git takes the line. Only the
same cut made twice, on two branches, gives a line two possible writers.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.accuracy.stories.agreement import disagreements
from benchmarks.accuracy.stories.cast import AGENTS, PEOPLE, Writer
from benchmarks.accuracy.stories.gitwork import GIT
from benchmarks.accuracy.stories.repository import Clock, Failed, Repository
from benchmarks.accuracy.stories.texts import EVOLUTIONS, LANGUAGES, REFACTORINGS, Program
from tracer import engine
from tracer.ledger import verify
from tracer.queries.blame import blame

if TYPE_CHECKING:
    import random

    from benchmarks.accuracy.stories.texts import Key, Texts


class Wrong(NamedTuple):
    """A line with another owner than the truth's, and the step after which it had it."""

    step: str
    number: int
    path: str
    line: int
    text: str
    wanted: str
    found: str


class Outcome(NamedTuple):
    """What a story was made of, and what was wrong in it."""

    steps: Counter[str]
    lines: Counter[str]  # judged, by kind of step
    wrong: list[Wrong]
    standing: int  # wrong lines of all judgements, those that were wrong before included
    disagreements: list[str]
    problems: list[str]  # git hindered, or a ledger that does not verify


class Story:
    """A repository, the truth about it, and the dice."""

    def __init__(self, seed: int, root: str, dice: random.Random, clock: Clock) -> None:
        language = seed % len(LANGUAGES)
        self.dice = dice
        self.clock = clock
        self.root = root
        self.program = Program(LANGUAGES[language], dice)
        self.repo = Repository(os.path.join(root, "work"), self.clock, LANGUAGES[language].suffix)
        self.truth: dict[Key, list[Writer]] = {}
        self.person = PEOPLE[seed % len(PEOPLE)]
        self.trace: list[str] = []
        self.problems: list[str] = []
        self.agents_may = True
        self.seen_in = self.repo  # where the next judgement is made: here, or in a clone
        self.is_shallow = False
        os.makedirs(self.repo.root)
        self.repo.git("init", "-q")
        self.repo.git("config", "user.name", "Ann")
        self.repo.git("config", "user.email", "ann@example.com")
        with open(os.path.join(self.repo.root, ".gitignore"), "w", encoding="utf-8") as file:
            file.write("/.orchestration/\n")
        os.makedirs(self.repo.workspace.sidecar)
        with open(self.repo.workspace.intents, "w", encoding="utf-8") as file:
            file.write("version: 1\nactive_intents:\n")
            for intent in sorted({agent.intent for agent in AGENTS}):
                line = f"  - {{id: {intent}, name: {intent}, status: IN_PROGRESS}}\n"
                file.write(line)
        suffix = self.repo.suffix
        start = {f"{name}{suffix}": self.program.file(3) for name in ("alpha", "beta", "gamma")}
        self.repo.write(start)
        self.learn({}, start, self._person_writes())
        self.commit("start")
        self.first = self.repo.git("rev-parse", "HEAD")

    # The truth

    def learn(self, before: Texts, after: Texts, writer: Writer) -> None:
        """New lines are the writer's."""
        for key in self.keys(after) - self.keys(before):
            self.truth.setdefault(key, []).append(writer)

    def _person_writes(self) -> Writer:
        return Writer(None, None, {self.person})

    def may_name(self, person: str, before: Texts, after: Texts) -> None:
        """Git may name who made a commit for people's lines that it brought anew."""
        here = self.keys(before)
        for key in self.keys(after) - here:
            for writer in self.truth[key]:
                if writer.model is None:
                    writer.names.add(person)

    def keys(self, texts: Texts) -> set[Key]:
        """The keys of some files."""
        lines = (line for text in texts.values() for line in text.split("\n"))
        return {key for line in lines if (key := self.program.key(line)) is not None}

    def committed(self, revision: str = "HEAD") -> Texts:
        """The program at a commit."""
        names = self.repo.git("ls-tree", "--name-only", revision).split("\n")
        return {
            name: self.repo.git("show", f"{revision}:{name}") + "\n"
            for name in names
            if name.endswith(self.repo.suffix)
        }

    # What happens

    def commit(self, message: str = "step", *options: str) -> None:
        """Everything is committed, by the person whose turn it is; then another may be."""
        self.repo.git("add", "-A")
        self.repo.git("commit", "-q", "--allow-empty", "-m", message, *options, author=self.person)
        self.person = self.dice.choice(PEOPLE)

    def is_clean(self) -> bool:
        """Whether nothing waits to be committed."""
        return not self.repo.git("status", "--porcelain")

    def clean(self) -> None:
        """Commit what waits."""
        if not self.is_clean():
            self.commit()

    def edit(self, *, by_agent: bool | None = None, only: str | None = None) -> str | None:
        """Somebody edits; what they did. `only` limits that to one file."""
        refactors = self.dice.random() < 0.45
        table = REFACTORINGS if refactors else EVOLUTIONS
        kind = self.dice.choice(sorted(table))
        before = self.repo.texts()
        some = before if only is None else {only: before[only]} if only in before else {}
        made = table[kind](self.program, some)
        if made is None:
            return None
        agent_edits = self.dice.random() < 0.6 if by_agent is None else by_agent
        agent = self.dice.choice(AGENTS)
        is_shell = self.dice.random() < 0.2
        for step in made.steps:
            before = self.repo.texts()
            after = {**before, **step} if only is not None else step
            if agent_edits and self.agents_may:
                writer = Writer(agent.model, agent.intent, set())
                self.learn(before, after, writer)
                for record in self.repo.call(agent, after, is_shell=is_shell):
                    writer.names.add(record["id"])
            else:
                self.learn(before, after, self._person_writes())
                self.repo.write(after)
        if not agent_edits and self.dice.random() < 0.4:
            self.look()
        who = f"{agent.model} {agent.intent}" if agent_edits else self.person
        self.trace.append(f"{who}: {kind}")
        return kind

    def look(self) -> None:
        """A hook looks at all files, as at the end of a turn."""
        self.clock.tick()
        engine.reconcile(self.repo.workspace)

    def back_home(self) -> None:
        """Leave the clone that was looked at, if any."""
        if self.seen_in != self.repo:
            shutil.rmtree(self.seen_in.root)
        self.seen_in, self.is_shallow = self.repo, False

    def run_git(self) -> str | None:
        """Git does something; what it did, or None where that was impossible."""
        kind = self.dice.choice(sorted(GIT))
        self.trace.append(f"git: {kind} ({self.person})")
        try:
            done = GIT[kind](self)
        except Failed as error:
            said = str(error)
            is_conflict = "CONFLICT" in said or "conflict" in said or "could not apply" in said
            if not is_conflict or ".orchestration" in said:
                self.problems.append(said)
            self._abort()
            return None
        if self.dice.random() < 0.3:
            self.look()
        return kind if done else None

    def _abort(self) -> None:
        for undo in (
            ("merge", "--abort"),
            ("rebase", "--abort"),
            ("cherry-pick", "--abort"),
            ("revert", "--abort"),
        ):
            try:
                self.repo.git(*undo)
            except Failed:
                continue
        self.repo.git("reset", "-q", "--hard")
        self.repo.git("checkout", "-q", "main")
        self.trace.append("  (a conflict: given up)")

    # The judgement

    def judge(
        self, kind: str, number: int, known: set[Key], lines: Counter[str]
    ) -> tuple[list[Wrong], int]:
        """The lines that are wrong now and were not before this step; how many are wrong at all."""
        committed = self.keys(self.committed())
        found, standing = [], 0
        workspace = self.seen_in.workspace
        for path, text in self.seen_in.texts().items():
            told = {row["line"]: row for row in blame(workspace, path).document["lines"]}
            for at, line in enumerate(text.split("\n"), 1):
                key = self.program.key(line)
                if key is None:
                    continue
                lines[kind] += 1
                row = told[at]
                writers = self.truth[key]
                if self.is_shallow and any(one.model is None for one in writers):
                    # Where its history ends, a shallow clone cannot tell one person from another.
                    writers = [Writer(None, None, set(PEOPLE))]
                is_told = key in committed and not self.is_shallow
                if any(_is_right(one, row, is_committed=is_told) for one in writers):
                    known.discard(key)
                    continue
                standing += 1
                if key not in known:
                    known.add(key)
                    wanted = " or ".join(map(_said, writers))
                    found.append(Wrong(kind, number, path, at, line.strip(), wanted, _told(row)))
        return found, standing


def _is_right(wanted: Writer, row: dict[str, Any], *, is_committed: bool) -> bool:
    origin, who = row["origin"], row["origin"]["contributor"]
    if wanted.model is not None:
        return (
            origin["kind"] == "record"
            and origin["id"] in wanted.names
            and (origin["intent_id"], who["model_identifier"]) == (wanted.intent, wanted.model)
        )
    if origin["intent_id"] is not None:
        return False
    if who["entity_type"] == "UNKNOWN":
        return not is_committed
    return who["entity_type"] == "HUMAN" and who["name"] in wanted.names


def _said(wanted: Writer) -> str:
    if wanted.model is not None:
        return f"{wanted.model} {wanted.intent} {sorted(n[-6:] for n in wanted.names)}"
    return f"{sorted(wanted.names)}"


def _told(row: dict[str, Any]) -> str:
    origin, who = row["origin"], row["origin"]["contributor"]
    name = who["model_identifier"] or who["name"] or who["entity_type"]
    identity = (origin["id"] or "")[-6:] if origin["kind"] == "record" else (origin["id"] or "")[:7]
    return f"{name} {origin['intent_id']} {row['method']} {origin['kind']} {identity}"


def run_story(seed: int, steps: int, *, agree_every: int = 8, keep: str | None = None) -> Outcome:
    """One story; judged after each step, all queries compared after some and at the end."""
    import random  # noqa: PLC0415 - the dice of this story alone

    dice = random.Random(f"story {seed}")
    root = keep or tempfile.mkdtemp(prefix="tracer-story-")
    counts: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    wrong: list[Wrong] = []
    apart: list[str] = []
    known: set[Key] = set()
    standing = 0
    try:
        with ExitStack() as stack:
            clock = Clock()
            stack.enter_context(clock.running(dice))
            story = Story(seed, root, dice, clock)
            for number in range(1, steps + 1):
                kind = story.run_git() if dice.random() < 0.4 else story.edit()
                if kind is None:
                    continue
                counts[kind] += 1
                fresh, count = story.judge(kind, number, known, lines)
                standing += count
                wrong += fresh
                for item in fresh:
                    story.trace.append(
                        f"  wrong {item.path}:{item.line} {item.wanted} != {item.found}"
                    )
                if number % agree_every == 0 or number == steps or story.seen_in != story.repo:
                    base = None if story.is_shallow else story.first
                    said = disagreements(story.seen_in.workspace, base=base)
                    apart += [f"seed {seed} step {number} ({kind}): {one}" for one in said]
                story.back_home()
            problems = [f"seed {seed}: {problem}" for problem in story.problems]
            problems += [
                f"seed {seed}: verify: {p}"
                for p in verify(story.repo.workspace).to_json()["problems"]
            ]
            if keep:
                with open(os.path.join(root, "trace.txt"), "w", encoding="utf-8") as file:
                    file.write("\n".join(story.trace) + "\n")
    finally:
        if keep is None:
            shutil.rmtree(root, ignore_errors=True)
    return Outcome(counts, lines, wrong, standing, apart, problems)
