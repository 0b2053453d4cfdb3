"""Where nobody asks whether the change set is all there is, the answer is the same either way."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tracer.classify import Classification, classify
from tracer.engine import world
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from tracer.matching import NodeMapping

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
CASES = sorted(path for word in ("same", "differs") for path in CORPUS.glob(f"*.{word}"))
EVERY = 12  # one of so many cases, by name


def texts(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def chosen() -> list[Path]:
    return [path for path in CASES if zlib.crc32(path.name.encode()) % EVERY == 0]


def in_an_open_world(change_set: ChangeSet) -> Classification:
    """The verdict where others may use every name, which says whether it hangs on that."""
    return classify(match(change_set), mentions=lambda _: True)


@pytest.mark.parametrize("case", chosen(), ids=lambda path: path.name)
def test_an_answer_that_asks_nobody_holds_in_a_closed_world(case: Path) -> None:
    """Verdict, evidence and whose the code is are one where the world is not asked about."""
    change_set = ChangeSet.from_texts(texts(case / "before"), texts(case / "after"))
    found = in_an_open_world(change_set)
    if not found.hangs_on_world:
        assert found == classify(match(change_set), closed_world=True)


def test_some_ask_and_some_do_not() -> None:
    """Another number hangs on nobody; another name of what others may import does."""
    before = b"LIMIT = 1\n\n\ndef take(count):\n    return count <= LIMIT\n"
    for after, expected in ((b"count < LIMIT", False), (b"count <= MOST", True)):
        text = before.replace(b"count <= LIMIT", after)
        text = text.replace(b"LIMIT =", b"MOST =") if expected else text
        change_set = ChangeSet.from_texts({"a.py": before}, {"a.py": text})
        assert in_an_open_world(change_set).hangs_on_world is expected


@pytest.mark.parametrize(("name", "times"), [(b"f", 1), (b"h", 2)])
def test_an_ordinary_edit_is_judged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: bytes, times: int
) -> None:
    """The second look, in a closed world, is for what hangs on others."""
    counted = []

    def counting(mapping: NodeMapping, **more: Any) -> Classification:
        counted.append(more["closed_world"] is True)
        return classify(mapping, **more)

    monkeypatch.setattr(world, "classify", counting)
    before = b"def f(a):\n    return a + 1\n"
    after = b"def %s(a):\n    return a + 2\n" % name
    change_set = ChangeSet.from_texts({"a.py": before}, {"a.py": after})
    world.in_repository(
        Workspace(str(tmp_path)), match(change_set), change_set, mentions=lambda _: True
    )
    assert counted == [False, True][:times]
