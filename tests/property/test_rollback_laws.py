"""Laws of undoing a record, over random histories of a small program."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracer import engine
from tracer.ledger import verify
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame
from tracer.rollback.revert import revert

NAMES = ("load", "save", "keys", "total", "reset")
STATEMENTS = (
    "log(a)",
    "a = a + 1",
    "if a:\n        a = 0",
    "for i in a:\n        log(i)",
    'text = """one\ntwo"""',
    'text = "not\nclosed"',
    "yield a",
    "check(a, 1)",
    "# remark",
)
PATHS = ("one.py", "two.py")

Program = dict[str, list[tuple[str, tuple[str, ...]]]]  # file -> functions with their statements


def text_of(functions) -> str:
    return "\n\n".join(
        f"def {name}(a):\n" + "".join(f"    {s}\n" for s in body) + "    return a\n"
        for name, body in functions
    )


@st.composite
def programs(draw) -> Program:
    names = draw(st.permutations(NAMES))
    cut = draw(st.integers(1, 3))
    body = st.lists(st.sampled_from(STATEMENTS), max_size=3).map(tuple)
    return {
        PATHS[0]: [(name, draw(body)) for name in names[:cut]],
        PATHS[1]: [(name, draw(body)) for name in names[cut:4]],
    }


@st.composite
def edited(draw, program: Program) -> Program:
    """The program after one edit."""
    after = {path: list(functions) for path, functions in program.items()}
    path = draw(st.sampled_from(PATHS))
    functions = after[path]
    kinds = ["add function", "move file"]
    if functions:
        kinds += ["insert", "delete", "change", "drop function", "swap", "rename", "move"]
    kind = draw(st.sampled_from(kinds))
    at = draw(st.integers(0, len(functions) - 1)) if functions else 0
    statement = draw(st.sampled_from(STATEMENTS))
    if kind == "add function":
        functions.insert(
            draw(st.integers(0, len(functions))),
            (f"{draw(st.sampled_from(NAMES))}_x", (statement,)),
        )
    elif kind == "move file":
        other = PATHS[1 - PATHS.index(path)]
        after[other] = after[other] + functions
        after[path] = []
    elif kind == "drop function":
        del functions[at]
    elif kind == "swap":
        functions.append(functions.pop(at))
    elif kind == "move":
        after[PATHS[1 - PATHS.index(path)]].append(functions.pop(at))
    elif kind == "rename":
        name, body = functions[at]
        functions[at] = (f"{name}_new", body)
    else:
        name, body = functions[at]
        place = draw(st.integers(0, len(body)))
        drop = kind != "insert" and place < len(body)
        new = () if kind == "delete" else (statement,)
        functions[at] = (name, (*body[:place], *new, *body[place + drop :]))
    return after


@st.composite
def histories(draw) -> list[Program]:
    found = [draw(programs())]
    for _ in range(draw(st.integers(1, 4))):
        found.append(draw(edited(found[-1])))
    return found


class World:
    """A workspace without git, in which programs are written one after the other."""

    def __init__(self) -> None:
        self.root = os.path.realpath(tempfile.mkdtemp())
        self.workspace = Workspace(self.root)
        os.makedirs(self.workspace.sidecar)
        self.calls = 0

    def write(self, program: Program):
        """The record of one call that leaves the program, or None when it changes nothing."""
        self.calls += 1
        event = Event(
            phase=Phase.PRE,
            kind=ActionKind.FILE_EDIT,
            agent="acme",
            session_id=f"s{self.calls}",
            cwd=self.root,
            call_id=f"c{self.calls}",
            contributor=Contributor(EntityType.AI, "acme-1"),
            targets=tuple(Target(path, "edit") for path in program),
        )
        engine.before_call(self.workspace, event)
        for path, functions in program.items():
            with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
                file.write(text_of(functions))
        found = engine.after_call(
            self.workspace, event._replace(phase=Phase.POST), intent_id=f"I{self.calls}"
        )
        return found[-1] if found else None

    def texts(self) -> dict[str, str]:
        found = {}
        for path in PATHS:
            full = os.path.join(self.root, path)
            if os.path.exists(full):
                with open(full, encoding="utf-8") as file:
                    found[path] = file.read()
        return found

    def lines_since(self, ids: set[str]) -> Counter:
        """How often each line stands there whose origin is one of some records."""
        found: Counter = Counter()
        for path, text in self.texts().items():
            lines = text.split("\n")
            for row in blame(self.workspace, path).document["lines"]:
                if (
                    row["origin"]["id"] in ids
                    and not row["mixed"]
                    and lines[row["line"] - 1].strip()
                ):
                    found[lines[row["line"] - 1].strip()] += 1
        return found


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(histories())
def test_undo(history: list[Program]) -> None:
    """With nothing later, the bytes from before; no later line is lost; the undo can be undone."""
    world = World()
    try:
        world.write(history[0])
        before = world.texts()
        record = world.write(history[1])
        later = [found for program in history[2:] if (found := world.write(program))]
        if record is None:
            return
        now = world.texts()
        kept = world.lines_since({found["id"] for found in later})
        done = revert(world.workspace, record["id"], keeps_uses=True)
        if not later:
            assert done["applied"], done["conflicts"]
            assert world.texts() == before
        if not done["applied"]:
            assert world.texts() == now
            return
        after = Counter(
            line.strip() for text in world.texts().values() for line in text.split("\n")
        )
        assert not kept - after
        again = revert(world.workspace, done["revert"], keeps_uses=True)
        assert again["applied"], again["conflicts"]
        assert world.texts() == now
        assert verify(world.workspace).to_json()["ok"]
    finally:
        shutil.rmtree(world.root)
