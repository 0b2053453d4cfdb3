"""Two agents and a person on one file, their calls overlapping in every order.

Each writer adds a function of its own, edits it, and never touches the others'. Agents' hooks
say what they write, as hooks of edit tools do; calls of the two agents overlap, and the person
saves between any two moments. Nothing may be lost, and no leaf may have another writer.
"""

from __future__ import annotations

import os
import random
import tempfile
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer import engine
from tracer.ledger import Index, verify
from tracer.lineage import expand, segments_of
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target, TextEdit
from tracer.model.workspace import Workspace
from tracer.queries.attribution import Attribution
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

START = "def start_0(value):\n    kept_start_0 = value + 1\n    return kept_start_0\n"
NAME = "work.py"
WRITERS = ("ann", "s1", "s2")


class Slip(NamedTuple):
    """A word that is not its writer's: the seed, the word, who wrote it and who is said to."""

    seed: int
    word: str
    writer: str
    said: str


def interleaved(seed: int, moments: int = 14) -> list[Slip]:
    """The slips of one interleaving, lost words among them (said to be by nobody)."""
    with tempfile.TemporaryDirectory(prefix="tracer-interleaved-") as root:
        return _Interleaving(seed, root).run(moments)


class _Interleaving:
    """One file, three writers, and at most one open call of each agent."""

    def __init__(self, seed: int, root: str) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.workspace = Workspace(os.path.realpath(root))
        os.makedirs(self.workspace.sidecar)
        self.path = os.path.join(self.workspace.root, NAME)
        self.count = 0
        self.writer: dict[str, str] = {}  # of each word
        self.label: dict[str, str] = {}  # of each record
        self.open: dict[str, Event] = {}
        self.save(START)
        event = self.event("s0", (), Phase.POST)._replace(
            targets=(Target(NAME, "create", after=START),)
        )
        self.keep(engine.after_call(self.workspace, event))

    def run(self, moments: int) -> list[Slip]:
        """Moments in random order; then all calls end and the tree is looked at once more."""
        for _ in range(moments):
            self.random.choice(list(self.possible()))()
        for session in list(self.open):
            self.end(session)
        self.keep(engine.reconcile(self.workspace))
        return self.slips()

    def possible(self) -> Iterator[object]:
        """What may happen next."""
        yield self.person
        for session in WRITERS[1:]:
            if session in self.open:
                yield lambda session=session: self.end(session)
            else:
                yield lambda session=session: self.begin(session)

    def person(self) -> None:
        """The person changes the file in an editor."""
        before, after = self.change("ann")
        text = self.load()
        self.save(text.replace(before, after, 1) if before else text + after)

    def begin(self, session: str) -> None:
        """An agent's call begins, and it writes: anything may happen before its hook is told."""
        before, after = self.change(session)
        text = self.load()
        if not before:
            # Edit tools replace text: a new function comes after the last line.
            before = text.rstrip("\n").rsplit("\n", 1)[-1] + "\n"
            after = before + after
            if text.count(before) != 1:
                before, after = text, text + after.removeprefix(before)
        event = self.event(session, (TextEdit(before, after),), Phase.PRE)
        engine.before_call(self.workspace, event)
        self.save(text.replace(before, after, 1))
        self.open[session] = event

    def end(self, session: str) -> None:
        """The agent's post-hook."""
        event = self.open.pop(session)._replace(phase=Phase.POST)
        self.keep(engine.after_call(self.workspace, event))

    def change(self, writer: str) -> tuple[str, str]:
        """(text to replace, text): a new function, or a new line in one of the writer's own."""
        self.count += 1
        name = f"{writer}_{self.count}"
        own = [f"    return kept_{word}\n" for word in self.functions(writer)]
        own = [line for line in own if line in self.load()]
        if own and self.random.random() < 0.5:
            line = self.random.choice(own)
            self.note(writer, f"more_{name}", f"input_{name}")
            return line, f"    more_{name} = compute(input_{name})\n{line}"
        self.note(writer, f"make_{name}", f"kept_{name}")
        text = f"\n\ndef make_{name}(value):\n    kept_{name} = value * {self.count}\n"
        return "", f"{text}    return kept_{name}\n"

    def functions(self, writer: str) -> list[str]:
        return [
            word.removeprefix("make_")
            for word, by in sorted(self.writer.items())
            if by == writer and word.startswith("make_")
        ]

    def note(self, writer: str, *words: str) -> None:
        for word in words:
            self.writer[word] = writer

    def event(self, session: str, edits: tuple[TextEdit, ...], phase: Phase) -> Event:
        return Event(
            phase,
            ActionKind.FILE_EDIT,
            "acme",
            session,
            self.workspace.root,
            turn_id="t",
            call_id=f"c{self.count}",
            contributor=Contributor(EntityType.AI, session),
            targets=(Target(NAME, "edit", edits=edits),),
        )

    def keep(self, records: list[dict[str, Any]]) -> None:
        for record in records:
            said = record["contributor"].get("model_identifier")
            self.label[record["id"]] = said if record["event"] == "mutation" else "ann"

    def slips(self) -> list[Slip]:
        """Words with another writer, words that were lost, and a ledger that does not verify."""
        text = self.load().encode()
        with Index.open(self.workspace) as index:
            state = Attribution(self.workspace, index, None).of(NAME, text)
        segments = segments_of(parse(text, path=NAME))
        said: dict[str, str] = {}
        for index_, credit in enumerate(expand(state, segments)):
            word = segments.text(index_).decode()
            by = self.label.get(credit.origin.id, "nobody")
            if word in self.writer and said.get(word, self.writer[word]) == self.writer[word]:
                said[word] = by
        found = [
            Slip(self.seed, word, writer, said.get(word, "lost"))
            for word, writer in sorted(self.writer.items())
            if said.get(word, "lost") != writer
        ]
        if verify(self.workspace.ledger).problems:
            found.append(Slip(self.seed, "ledger", "", "broken"))
        return found

    def load(self) -> str:
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def save(self, text: str) -> None:
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
