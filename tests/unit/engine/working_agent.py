"""An agent at work in a workspace, and whose the code then is by the ledger."""

from __future__ import annotations

import os
import subprocess

from tracer import engine
from tracer.engine.content import content_of
from tracer.ledger import Index
from tracer.lineage import expand, segments_of
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.syntax import parse

APP = '''\
def load(path):
    """Read a file."""
    with open(path) as handle:
        return handle.read()


def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)


def main():
    print(keys(load("x")))
'''


class Agent:
    """A workspace and an agent that works in it through the engine's own two calls."""

    def __init__(self, root):
        self.root = root
        self.workspace = Workspace(os.path.realpath(root))
        os.makedirs(self.workspace.sidecar)
        self.session, self.turn = "s1", "t1"
        self.count = 0
        self.label = {}

    def path(self, name):
        return os.path.join(self.workspace.root, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def event(self, phase, kind, **fields):
        return Event(
            phase,
            kind,
            "acme",
            self.session,
            self.workspace.root,
            turn_id=self.turn,
            call_id=f"c{self.count}",
            contributor=Contributor(EntityType.AI, "acme-1"),
            **fields,
        )

    def keep(self, label, records):
        for record in records:
            suffix = "" if record["event"] == "mutation" else f"/{record['event']}"
            self.label[record["id"]] = label + suffix
        return records

    def edit(self, label, name, text, *, intent="INT-001", hooks=("pre", "post"), **target):
        self.count += 1
        targets = (Target(name, "edit", **target),)
        if "pre" in hooks:
            engine.before_call(
                self.workspace, self.event(Phase.PRE, ActionKind.FILE_EDIT, targets=targets)
            )
        self.write(name, text)
        event = self.event(Phase.POST, ActionKind.FILE_EDIT, targets=targets, intent_id=intent)
        return self.keep(label, engine.after_call(self.workspace, event))

    def shell(self, label, command):
        self.count += 1
        engine.before_call(self.workspace, self.event(Phase.PRE, ActionKind.SHELL, command=command))
        subprocess.run(command, shell=True, check=True, cwd=self.workspace.root)
        event = self.event(Phase.POST, ActionKind.SHELL, command=command, intent_id="INT-001")
        return self.keep(label, engine.after_call(self.workspace, event))

    def origins(self, name):
        """{word: label} of the origin of every segment of a file, by its text."""
        found = {}
        for text, credit in self.credits(name):
            origin = self.label.get(credit.origin.id, credit.origin.kind.value)
            found.setdefault(text, []).append(origin)
        return found

    def credits(self, name):
        """[(text, credit)] of the segments of a file."""
        with open(self.path(name), "rb") as file:
            text = file.read()
        with Index.open(self.workspace) as index:
            state = index.state(content_of(text), name)
        segments = segments_of(parse(text, path=name))
        return [
            (segments.text(i).decode(), credit) for i, credit in enumerate(expand(state, segments))
        ]

    def lasts(self, name):
        """{line: (label, rule)} of the last touch of each line's first segment."""
        with open(self.path(name), "rb") as file:
            text = file.read()
        with Index.open(self.workspace) as index:
            state = index.state(content_of(text), name)
        segments = segments_of(parse(text, path=name))
        found = {}
        for i, credit in enumerate(expand(state, segments)):
            last = (self.label.get(credit.last.id, credit.last.id), credit.last.rule)
            found.setdefault(segments.line[i], last)
        return found


def git(root, *arguments):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)
