"""The cache of history: where it is, what it survives, and how it stays small."""

from __future__ import annotations

import os
import sqlite3

from tracer.model.workspace import Workspace
from tracer.queries import history_cache
from tracer.queries.history_cache import HistoryCache, cache_key, cache_path
from tracer.queries.history_steps import Leaf, StepLine, Steps, decode, encode


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
            3: StepLine((Leaf(0, 7, 2, "move"), None), names=(1,)),
            9: StepLine((Leaf(1, 0, 0, ""),), is_whole=True, is_same=True),
        },
        ("a.py", "b.py"),
    )
    assert decode(encode(steps)) == steps
