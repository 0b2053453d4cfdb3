"""History blame against a truth kept by hand: every statement carries a marker of its own."""

from __future__ import annotations

import os
import random

import pytest

from tracer.lineage import expand, segments_of
from tracer.model.workspace import Workspace
from tracer.queries.history import blame_history
from tracer.syntax import parse


class World:
    """Two files of functions whose statements hold unique markers, and who wrote each marker."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.made = 0
        self.files: dict[str, list[list[str]]] = {"a.py": [], "b.py": []}
        self.fresh: list[str] = []
        self.writer: dict[str, str] = {}
        for _ in range(4):
            self.add_function("a.py")
            self.add_function("b.py")

    def marker(self) -> str:
        self.made += 1
        name = f"marker_{self.made}"
        self.fresh.append(name)
        return name

    def statement(self) -> str:
        name = self.marker()
        return self.random.choice(
            ["{0} = compute({0}_input)", "send({0}, 'word')", "if {0}_ready: run({0})"]
        ).format(name)

    def add_function(self, path: str) -> None:
        body = [self.statement() for _ in range(self.random.randint(2, 5))]
        self.files[path].append([f"def {self.marker()}(items):", *body])

    def edit(self) -> None:
        path = self.random.choice(["a.py", "b.py"])
        functions = self.files[path]
        kind = self.random.choice(["add", "insert", "delete", "move", "reorder", "quotes", "other"])
        if kind == "add" or len(functions) < 2:
            self.add_function(path)
        elif kind == "insert":
            function = self.random.choice(functions)
            function.insert(self.random.randint(1, len(function)), self.statement())
        elif kind == "delete":
            function = self.random.choice(functions)
            if len(function) > 3:
                del function[self.random.randint(1, len(function) - 1)]
        elif kind == "move":
            other = self.files["b.py" if path == "a.py" else "a.py"]
            moved = functions.pop(self.random.randrange(len(functions)))
            other.insert(self.random.randint(0, len(other)), moved)
        elif kind == "reorder":
            self.random.shuffle(functions)
        elif kind == "quotes":
            for function in functions:
                function[:] = [line.replace("'", '"') for line in function]
        else:
            function = self.random.choice(functions)
            function[:] = [function[0], *self.random.sample(function[1:], len(function) - 1)]

    def texts(self) -> dict[str, str]:
        return {
            path: "\n\n\n".join("\n    ".join(function) for function in functions) + "\n"
            for path, functions in self.files.items()
        }

    def committed(self, sha: str) -> None:
        for name in self.fresh:
            self.writer[name] = sha
        self.fresh = []


@pytest.mark.parametrize("seed", range(12))
def test_every_statement_has_its_writer(repo, seed):
    """Moved, reordered, respelled: a marker stays its writer's through eight commits."""
    world = World(seed)
    for step in range(8):
        for _ in range(min(step, 2)):
            world.edit()
        for path, text in world.texts().items():
            repo.write(path, text)
        world.committed(repo.commit(f"step {step}"))
    wrong = []
    checked = 0
    for path, text in world.texts().items():
        answer = blame_history(Workspace(os.path.realpath(repo.root)), path, "HEAD")
        segments = segments_of(parse(text.encode(), path=path))
        for index, credit in enumerate(expand(answer.state, segments)):
            name = segments.text(index).decode()
            if name in world.writer:
                checked += 1
                if credit.origin.id != world.writer[name]:
                    wrong.append((path, segments.line[index], name))
    assert wrong == []
    assert checked > 10
