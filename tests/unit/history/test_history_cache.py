"""The cache of history: where it is, what it survives, and how it stays small."""

from __future__ import annotations

import os
import sqlite3

import pytest

from tracer.history import cache as history_cache
from tracer.history.backfill import backfill
from tracer.history.cache import HistoryCache, cache_key, cache_path
from tracer.history.commit_steps import Leaf, StepLine, Steps, decode, encode
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame
from tracer.queries.blame_known import recall
from tracer.queries.log import log


def test_where_it_is(repo, tmp_path, monkeypatch):
    """In the index after `init`, in the user's cache directory else, nowhere when off."""
    workspace = Workspace(os.path.realpath(repo.root))
    assert cache_path(workspace) is None
    monkeypatch.setenv("TRACER_CACHE", str(tmp_path / "here"))
    assert str(cache_path(workspace)).startswith(str(tmp_path / "here"))
    monkeypatch.delenv("TRACER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert str(cache_path(workspace)).startswith(str(tmp_path / "xdg" / "tracer"))
    os.makedirs(workspace.sidecar)
    assert cache_path(workspace) == os.path.join(workspace.index, "history.sqlite3")
    assert cache_path(Workspace(str(tmp_path))) is None


def test_values_come_back(tmp_path):
    """Small and large ones, before and after they are written, and in another process's view."""
    path = str(tmp_path / "deep" / "x.sqlite3")
    with HistoryCache(path) as cache:
        for size in (0, 10, 100_000):
            cache.put(cache_key("t", str(size)), b"a" * size)
        assert cache.get(cache_key("t", "10")) == b"a" * 10
        assert cache.get(cache_key("t", "11")) is None
    with HistoryCache(path) as cache, HistoryCache(path) as other:
        assert [len(cache.get(cache_key("t", str(n))) or b"") for n in (0, 10, 100_000)] == [
            0,
            10,
            100_000,
        ]
        other.put(cache_key("u"), b"other")
        other.flush()
        assert cache.get(cache_key("u")) == b"other"


def test_it_never_raises(tmp_path):
    """No permission, no directory, a locked file: it keeps nothing and says nothing."""
    blocked = tmp_path / "file"
    blocked.write_text("x")
    for path in (None, str(blocked / "x.sqlite3")):
        with HistoryCache(path) as cache:
            cache.put(b"k", b"v")
            cache.flush()
            assert cache.get(b"k") is None


def test_the_oldest_entries_go(tmp_path, monkeypatch):
    """A file beyond the limit loses its oldest quarter."""
    monkeypatch.setattr(history_cache, "LIMIT", 100_000)
    path = str(tmp_path / "x.sqlite3")
    for number in range(40):
        with HistoryCache(path) as cache:
            cache.put(cache_key(str(number)), os.urandom(10_000))
    assert os.path.getsize(path) < 160_000
    with HistoryCache(path) as cache:
        assert cache.get(cache_key("39")) is not None
        assert cache.get(cache_key("0")) is None


def test_a_busy_file_is_left_alone(tmp_path, monkeypatch):
    """Another writer's lock costs the entries, not the file."""
    monkeypatch.setattr(history_cache, "_BUSY_S", 0.05)
    path = str(tmp_path / "x.sqlite3")
    with HistoryCache(path) as cache:
        cache.put(b"k", b"v")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with HistoryCache(path) as cache:
        assert cache.get(b"k") is None
    holder.execute("ROLLBACK")
    holder.close()
    with HistoryCache(path) as cache:
        assert cache.get(b"k") == b"v"


def test_tables_survive_encoding():
    """Steps read what they wrote, and nothing else."""
    steps = Steps(
        {
            3: StepLine((Leaf(0, 7, 2, "move"), None), asides={1: "new_name"}),
            9: StepLine((Leaf(1, 0, 0, ""),), is_whole=True, is_same=True),
        },
        ("a.py", "b.py"),
    )
    assert decode(encode(steps)) == steps


FUNCTION = """\
def {0}(items):
    found = {{}}
    for item in items:
        found[item.{0}] = item
    return found
"""


@pytest.fixture
def told(repo, tmp_path, monkeypatch):
    """A history with a rename, a move between files, a merge; and a cache of its own."""
    monkeypatch.setenv("TRACER_CACHE", str(tmp_path / "cache"))
    parts = [FUNCTION.format(name) for name in ("key", "name", "price", "amount")]
    repo.commit(a__py="\n\n".join(parts))
    repo.commit(a__py="\n\n".join([*parts[:3], parts[3].replace("found", "known")]))
    repo.git("checkout", "-q", "-b", "side")
    repo.commit(b__py=parts[1], a__py="\n\n".join([parts[0], *parts[2:]]))
    repo.git("checkout", "-q", "main")
    repo.commit(a__py='"""Look-ups."""\n\n' + "\n\n".join(parts).replace("return", "return  "))
    repo.git("merge", "-q", "--no-edit", "-X", "theirs", "side")
    repo.git("mv", "a.py", "c.py")
    repo.commit("moved")
    return repo


def workspace_of(repo) -> Workspace:
    return Workspace(os.path.realpath(repo.root))


def test_a_backfilled_history_is_not_parsed_again(told, monkeypatch):
    """After `index --history`, blame of any file at any revision finds everything worked out."""
    workspace = workspace_of(told)
    with monkeypatch.context() as patch:
        patch.setenv("TRACER_CACHE", "off")
        plain = [blame(workspace, path) for path in ("b.py", "c.py")]
        older = blame(workspace, "a.py", rev="HEAD~2")
    heard: list[tuple[int, int]] = []
    done = backfill(workspace, jobs=1, progress=lambda *now: heard.append(now))
    assert (done.commits, done.known) == (6, 0)
    assert heard[-1] == (6, 6)
    monkeypatch.setattr("tracer.history.step_cache.CarryStep", None)
    assert [blame(workspace, path) for path in ("b.py", "c.py")] == plain
    assert blame(workspace, "a.py", rev="HEAD~2") == older
    assert backfill(workspace, jobs=2).known == 6


def test_a_known_answer_is_recalled(told):
    """The same file again, at HEAD, on disk or at a tag, needs neither engine nor history."""
    workspace = workspace_of(told)
    assert recall(workspace, "c.py") is None
    answer = blame(workspace, "c.py")
    assert recall(workspace, "c.py") == answer
    told.git("tag", "v1")
    named = recall(workspace, "c.py", rev="v1")
    assert named is not None
    assert named.document == {**answer.document, "revision": told.git("rev-parse", "HEAD")}
    assert recall(workspace, "c.py", merges=True) is None
    assert recall(workspace, "gone.py") is None
    assert recall(workspace, "c.py", rev="--all") is None
    told.write("c.py", "x = 1\n")
    assert recall(workspace, "c.py") is None
    assert blame(workspace, "c.py").document["lines"][0]["origin"]["id"] is None
    assert recall(workspace, "c.py") is None


def test_a_ledger_or_a_shorter_history_makes_another_answer(told):
    """What a shallow clone knew is not what the whole clone knows."""
    workspace = workspace_of(told)
    blame(workspace, "c.py")
    with open(os.path.join(told.root, ".git", "shallow"), "w", encoding="ascii"):
        pass
    assert recall(workspace, "c.py") is None
    os.unlink(os.path.join(told.root, ".git", "shallow"))
    assert recall(workspace, "c.py") is not None
    os.makedirs(workspace.sidecar)
    with open(workspace.ledger, "w", encoding="ascii"):
        pass
    assert recall(workspace, "c.py") is None


def test_a_log_that_was_told_is_not_worked_out_again(told, monkeypatch):
    """A second log of an element, or of what it was before, compares no versions."""
    workspace = workspace_of(told)
    first = log(workspace, "b.py", ":name", rev="HEAD")
    assert len(first["changes"]) > 1
    monkeypatch.setattr("tracer.history.elements.log.CarryStep", None)
    monkeypatch.setattr("tracer.history.elements.log.origins_of", None)
    assert log(workspace, "b.py", ":name", rev="HEAD") == first
    older = first["changes"][-2]["before"]
    again = log(workspace, older["path"], ":name", rev=first["changes"][-2]["parent"])
    assert again["changes"] == first["changes"][-1:]
