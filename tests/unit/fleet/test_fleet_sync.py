"""A sync does what is missing, leaves everything whole, and names what it cannot take in."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import ExitStack

import pytest
from fleet_files import files_of

from tracer.fleet import file_rows, planning, tasks
from tracer.fleet import sync as syncing
from tracer.fleet.manifests import read_manifests
from tracer.fleet.questions import report
from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, parse_shard, prune_warehouse, sync
from tracer.fleet.warehouse import open_duckdb
from tracer.model.disk import Lock
from tracer.model.errors import InputError, UsageError
from tracer.queries.ownership import Ownership


def test_again_does_nothing(fleet) -> None:
    """A second sync looks and changes no byte."""
    first = fleet.sync()
    before = files_of(fleet.storage().place(""))
    second = fleet.sync()
    assert (first["taken_in"], second["taken_in"], second["unchanged"]) == (3, 0, 3)
    assert files_of(fleet.storage().place("")) == before


def test_one_commit_touches_one_repository(fleet) -> None:
    """What came new is done, what was there stays: partitions of others are not touched."""
    fleet.sync()
    before = files_of(fleet.storage().place(""))
    fleet.repos["three"].repo.commit("more", b__py="def f():\n    return 1\n")
    done = fleet.sync()
    assert (done["unchanged"], done["taken_in"], done["tasks"]["done"]) == (2, 1, 2)
    after = files_of(fleet.storage().place(""))
    changed = {name for name, data in after.items() if before.get(name) != data}
    assert {name.split("/")[0] for name in changed} == {"repositories", "parts"}
    assert [name for name in changed if name.startswith("repositories/one")] == []
    assert {before[name] for name in before} <= set(after.values()) | {
        data for name, data in before.items() if name.startswith("repositories/three")
    }
    assert prune_warehouse(fleet.storage()) == 2
    assert report(fleet.storage())["total"]["repositories"] == 3


def test_processes_and_shards_make_the_same_bytes(fleet) -> None:
    """One process, two, and three shards that know nothing of each other."""
    fleet.sync("one_process", history=True)
    wanted = files_of(fleet.storage("one_process").place(""))
    assert len(wanted) > 20
    fleet.sync("processes", history=True, jobs=2)
    for part in ("2/3", "3/3", "1/3"):
        done = fleet.sync("shards", history=True, shard=parse_shard(part))
    # Origins read what histories made; the last shard finds all of it done.
    assert done["waiting"] == 0
    for name in ("processes", "shards"):
        found = files_of(fleet.storage(name).place(""))
        assert {path: data for path, data in found.items() if wanted[path] != data} == {}
        assert found.keys() == wanted.keys()


def test_lines_of_a_large_repository_are_many_tasks(fleet, monkeypatch) -> None:
    """Who owns which lines is asked by bucket, with the same rows; workers share what they keep."""
    fleet.repos["one"].agent("INT-001", more__py="LIMIT = 3\n")
    fleet.sync("whole")
    owners = os.path.join(fleet.repos["one"].workspace.index, "owners.json")
    os.unlink(owners)
    monkeypatch.setattr(planning, "FILES", 1)
    fleet.sync("cut", jobs=1)

    def lines(name: str) -> list:
        with open_duckdb(fleet.storage(name)) as warehouse:
            return sorted(warehouse.ask("SELECT * EXCLUDE timestamp FROM lines")[1], key=str)

    def tasks_of(name: str) -> int:
        (one,) = (m for m in read_manifests(fleet.storage(name)) if m["repository"] == "one")
        return sum(task["task"].startswith("lines") for task in one["tasks"])

    assert lines("cut") == lines("whole") != []
    assert (tasks_of("whole"), tasks_of("cut")) == (1, 4)
    assert planning.bucket_of("more.py", 4) != planning.bucket_of("shop.py", 4)

    os.unlink(owners)
    workspace = fleet.repos["one"].workspace
    with ExitStack() as stack:
        one, other = (Ownership.open(workspace, stack) for _ in range(2))

        def is_shop(path: str) -> bool:
            if path == "shop.py":
                other.owned(is_wanted=lambda path: path == "more.py")  # while `one` is at work
            return path == "shop.py"

        assert one.owned(is_wanted=is_shop).keys() == {"shop.py"}
    with open(owners, encoding="utf-8") as file:
        assert json.load(file)["files"].keys() == {"more.py", "shop.py"}


def test_large_files_are_not_parsed(fleet, monkeypatch) -> None:
    """They have neither definitions nor origins, so that a worker's memory has a bound."""

    def paths_of(name: str, table: str) -> set:
        with open_duckdb(fleet.storage(name)) as warehouse:
            return {row[0] for row in warehouse.ask(f"SELECT path FROM {table}")[1]}

    fleet.sync("all", history=True)
    assert paths_of("all", "definitions") == {"shop.py", "lib.py"}
    assert paths_of("all", "origins") > {"a.py", "shop.py"}
    monkeypatch.setattr(file_rows, "_LIMIT", len("x = 1\n"))
    fleet.sync("small", history=True)
    assert paths_of("small", "definitions") == set()
    assert paths_of("small", "origins") == {"a.py"}


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "-1/2"])
def test_no_shard(text: str) -> None:
    """What is no part of a whole is a usage error."""
    with pytest.raises(UsageError, match="no shard"):
        parse_shard(text)


def broken(kind: str, root: str, repo) -> str:
    """Make a repository bad, and say what the status must name."""
    if kind == "missing":
        shutil.rmtree(root)
        return "missing"
    if kind == "no git":
        shutil.rmtree(os.path.join(root, ".git"))
        return "no git repository"
    if kind == "no commits":
        shutil.rmtree(os.path.join(root, ".git"))
        repo.git("init", "-q")
        return "no commits"
    if kind == "shallow":
        with open(os.path.join(root, ".git", "shallow"), "w") as file:
            file.write(repo.git("rev-parse", "HEAD") + "\n")
        return "shallow"
    if kind == "corrupt":
        repo.commit("newer", b__py="z = 1\n")
        tree = repo.git("rev-parse", "HEAD^{tree}")
        path = os.path.join(root, ".git", "objects", tree[:2], tree[2:])
        os.chmod(path, 0o644)
        with open(path, "wb") as file:
            file.write(b"nonsense")
        return "corrupt: git"
    with open(os.path.join(root, ".orchestration", "agent_trace.jsonl"), "r+b") as file:
        text = file.read().replace(b"INT-001", b"INT-009", 1)
        file.seek(0)
        file.write(text)
    return "does not verify: line 1: edited"


@pytest.mark.parametrize(
    "kind", ["missing", "no git", "no commits", "shallow", "corrupt", "changed ledger"]
)
def test_bad_repositories_are_named(fleet, kind: str) -> None:
    """One bad repository is named; it keeps what was taken in, and the others go on."""
    fleet.sync()
    before = report(fleet.storage())["total"]
    one = fleet.repos["two"]
    wanted = broken(kind, one.workspace.root, one.repo)
    fleet.repos["three"].repo.commit("more", b__py="y = 1\n")
    done = fleet.sync()
    ((name, detail),) = [(p["repository"], p["detail"]) for p in done["problems"]]
    assert name == "two"
    assert wanted in detail
    assert done["taken_in"] == 1
    document = report(fleet.storage())
    assert document["total"] == before
    assert [problem["repository"] for problem in document["problems"]] == ["two"]


def test_a_repository_that_recovers(fleet) -> None:
    """Once it is well again nothing is said of the problem."""
    root = fleet.repos["two"].workspace.root
    os.rename(root, root + ".away")
    assert len(fleet.sync()["problems"]) == 1
    os.rename(root + ".away", root)
    assert fleet.sync()["problems"] == []
    assert all(one["problem"] is None for one in read_manifests(fleet.storage()))


def test_two_syncs_at_once(fleet) -> None:
    """The second one says so. Shards of a batch system go together, but prune waits for them."""
    storage = fleet.storage()
    os.makedirs(storage.place(""))
    with (
        Lock(storage.place("sync.lock"), timeout_s=0),
        pytest.raises(InputError, match="another sync"),
    ):
        fleet.sync()
    with storage.only_writer("shard-1-of-2"):
        assert fleet.sync(shard=(2, 2))["problems"] == []
        for action in (lambda: fleet.sync(shard=(1, 2)), lambda: prune_warehouse(storage)):
            with pytest.raises(InputError, match="another sync"):
                action()
    assert fleet.sync(shard=(1, 2))["waiting"] == 0
    assert prune_warehouse(storage) == 0


def test_other_formats(fleet) -> None:
    """Tables of another version, and a partition from the future, change nothing."""
    fleet.sync()
    storage = fleet.storage()
    (note,) = {
        f"parts/{task['task']}/done.json"
        for one in read_manifests(storage)
        if one["repository"] == "three"
        for task in one["tasks"]
        if task["task"].startswith("lines")
    }
    told = json.loads(storage.read(note) or b"") | {"format": 99}
    storage.write(note, json.dumps(told).encode())
    os.unlink(storage.place("repositories/" + storage.names("repositories")[1]))
    before = files_of(storage.place(""))
    with pytest.raises(InputError, match="another version of tracer"):
        fleet.sync()
    assert files_of(storage.place("")) == before
    storage.write("warehouse.json", b'{"format": 99}')
    for action in (fleet.sync, lambda: report(storage)):
        with pytest.raises(InputError, match="format 99"):
            action()


def test_lost_storage(fleet, monkeypatch) -> None:
    """A disk that is full in the middle: one error, nothing half written, and the rest later."""
    storage = fleet.storage()
    writes = []
    real = Storage.write

    def full(self, name: str, data: bytes) -> None:
        writes.append(name)
        if len(writes) > 6:
            raise self._failed(name, OSError(28, "No space left on device"))
        real(self, name, data)

    monkeypatch.setattr(Storage, "write", full)
    with pytest.raises(InputError, match="the disk is full"):
        fleet.sync()
    monkeypatch.setattr(Storage, "write", real)
    assert fleet.sync()["problems"] == []
    fleet.sync("other")
    assert files_of(storage.place("")) == files_of(fleet.storage("other").place(""))


def test_a_note_that_was_cut_off_is_made_anew(fleet) -> None:
    """Half a note counts as none."""
    fleet.sync()
    storage = fleet.storage()
    wanted = files_of(storage.place(""))
    for name in [name for name in wanted if name.endswith("done.json")]:
        with open(storage.place(name), "wb") as file:
            file.write(wanted[name][:20])
    for name in storage.names("repositories"):
        os.unlink(storage.place(f"repositories/{name}"))
    fleet.sync()
    assert files_of(storage.place("")) == wanted


def test_ledgers_of_clones_arrive_through_git(fleet, tmp_path) -> None:
    """A repository named by its address is cloned, and brought up to date by the next sync."""
    three = fleet.repos["three"]
    source = Source("far", str(tmp_path / "clones" / "far"), three.repo.root)
    storage = fleet.storage("far")
    assert sync([source], storage, Options(jobs=1))["problems"] == []
    assert report(storage)["total"]["lines_now"] == 2  # one of them in .gitignore
    three.repo.commit("Prices\n\nIntent: INT-002", a__py="x = 1\ny = 2\n")
    assert sync([source], storage, Options(jobs=1))["taken_in"] == 1
    assert report(storage)["total"]["lines_now"] == 3


def test_manifest_waits_for_all_tasks(fleet, monkeypatch) -> None:
    """Until every task is done nobody sees any of a repository's new partitions."""
    seen = []
    real = syncing.perform

    def watched(task, storage):
        seen.append([one["repository"] for one in read_manifests(storage)])
        return real(task, storage)

    monkeypatch.setattr(syncing, "perform", watched)
    fleet.sync()
    assert seen[0] == []
    assert len(read_manifests(fleet.storage())) == 3


def test_workers_of_another_version(fleet, monkeypatch) -> None:
    """A worker whose code is not the planner's does nothing, and says why."""
    monkeypatch.setattr(tasks, "code_stamp", lambda: "another")
    done = fleet.sync()
    assert {problem["detail"] for problem in done["problems"]} == {
        "this worker has another version of tracer than the sync"
    }
    monkeypatch.undo()
    assert fleet.sync()["problems"] == []
