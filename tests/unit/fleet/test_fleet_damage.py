"""What is lost or damaged is named, and made anew; what is forgotten counts no more."""

from __future__ import annotations

import os

import pytest
from fleet_files import files_of

from tracer.fleet.manifests import manifest_name, read_manifests
from tracer.fleet.questions import ask, clones, report
from tracer.fleet.sync import forget_repositories, prune_warehouse
from tracer.model.errors import InputError


def cut_off(path: str) -> None:
    """Leave the beginning of a file."""
    os.truncate(path, os.path.getsize(path) // 2)


def flip(path: str) -> None:
    """Change the bytes in the middle of a file."""
    with open(path, "r+b") as file:
        file.seek(20)
        file.write(b"\xff" * 40)


@pytest.mark.parametrize("damage", [cut_off, os.unlink, flip])
def test_a_damaged_partition(fleet, damage) -> None:
    """A question names the file and what to do; that makes the same bytes anew."""
    fleet.sync()
    storage = fleet.storage()
    wanted = files_of(storage.place(""))
    (name,) = (
        f"parts/{task['task']}/definitions.parquet"
        for one in read_manifests(storage)
        if one["repository"] == "two"
        for task in one["tasks"]
        if "definitions" in task["tables"]
    )
    damage(storage.place(name))
    for question in (
        lambda: clones(storage),
        lambda: ask(storage, "SELECT * FROM definitions"),
    ):
        with pytest.raises(InputError) as told:
            question()
        assert "--check" in told.value.fix
        assert damage is flip or name in told.value.message
    done = fleet.sync(check=True)
    assert (done["damaged"], done["tasks"]["done"], done["problems"]) == (1, 1, [])
    assert files_of(storage.place("")) == wanted
    assert fleet.sync(check=True)["damaged"] == 0


@pytest.mark.parametrize("content", [b"", b'{"format": 1, "reposi', b'{"format": 1}', b"[]"])
def test_a_damaged_manifest(fleet, content: bytes) -> None:
    """Readers name it; a sync that lists its repository makes it anew out of what is there."""
    fleet.sync()
    storage = fleet.storage()
    wanted = files_of(storage.place(""))
    storage.write(manifest_name("two"), content)
    with pytest.raises(InputError, match=r"repositories/two-.* is damaged"):
        report(storage)
    assert fleet.sync()["tasks"]["done"] == 0
    assert files_of(storage.place("")) == wanted
    storage.write("warehouse.json", content if b"}" not in content else b"{}")
    with pytest.raises(InputError, match=r"warehouse\.json is damaged"):
        fleet.sync()


def test_forget(fleet) -> None:
    """What REPOS.yaml lists no more is named by each sync and counts until it is forgotten."""
    fleet.sync()
    storage = fleet.storage()
    total = report(storage)["total"]
    one = fleet.repos.pop("one")
    assert fleet.sync()["unlisted"] == ["one"]
    assert report(storage)["total"] == total
    with pytest.raises(InputError, match="no repository 'none'"):
        forget_repositories(storage, ["one", "none"])
    assert report(storage)["total"] == total
    assert forget_repositories(storage, ["one"]) == ["one"]
    assert report(storage)["total"]["repositories"] == 2
    assert fleet.sync()["unlisted"] == []
    assert prune_warehouse(storage) > 0
    fleet.repos["one"] = one
    fleet.sync()
    assert report(storage)["total"] == total


@pytest.mark.parametrize("damage", [cut_off, os.unlink])
def test_damaged_steps_of_a_history(fleet, damage) -> None:
    """What a longer run begins with is worked out again; what a task needs is named."""
    fleet.sync(history=True)
    storage = fleet.storage()

    def of(kind: str) -> list[str]:
        return [
            task["task"]
            for one in read_manifests(storage)
            if one["repository"] == "one"
            for task in one["tasks"]
            if task["task"].startswith(kind)
        ]

    for run in of("history"):
        damage(storage.place(f"parts/{run}/steps.parquet"))
    fleet.repos["one"].repo.commit("more", b__py="y = 1\n")
    assert fleet.sync(history=True)["problems"] == []
    (run,), (origins,) = of("history"), of("origins")
    damage(storage.place(f"parts/{run}/steps.parquet"))
    for name in (f"parts/{origins}/done.json", manifest_name("one")):
        os.unlink(storage.place(name))
    ((problem,)) = fleet.sync(history=True)["problems"]
    assert problem["detail"].endswith(f"parts/{run}/steps.parquet is lost or damaged")
    assert "--check" in problem["fix"]
    done = fleet.sync(history=True, check=True)
    assert (done["problems"], done["damaged"]) == ([], 1)
