"""Doing a task: rows into Parquet partitions, and a note that says that they are whole.

    parts/<kind>-<hash of the input>/<table>.parquet
    parts/<kind>-<hash of the input>/done.json          written last

What stands under a name never changes, so a task that two workers do at once comes out right: both
write the same bytes. Without its note a partition does not count, and nobody reads it.
"""

from __future__ import annotations

import hashlib
import json
from functools import partial
from typing import TYPE_CHECKING, Any

from tracer.fleet.partition import Partition
from tracer.fleet.stamps import code_stamp
from tracer.fleet.tables import FORMAT
from tracer.model.errors import InputError, TracerError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.fleet.planning import Task
    from tracer.fleet.storage import Storage

Json = dict[str, Any]
Row = tuple[str, Json]  # its table, and a value for each column
Known = dict[str, Any]  # table -> what gives the rows of an earlier task

CHECK = "Sync again with `--check`: what is damaged is made anew"
_BATCH = 5_000  # rows of a partition that are Python objects at a time
_INTENTS = 512  # a partition with more is looked into for every intent


class Outcome(NamedTuple):
    """What became of a task: its note, or why there is none."""

    task: str
    repository: str
    note: Json | None
    problem: str = ""
    fix: str = ""


def note_name(task: str) -> str:
    """Where a task's note is."""
    return f"parts/{task}/done.json"


def read_note(storage: Storage, task: str) -> Json | None:
    """The note of a task that is done, else None.

    Raises: InputError where it is of a later format.
    """
    raw = storage.read(note_name(task))
    if raw is None:
        return None
    try:
        note = json.loads(raw)
    except ValueError:
        return None  # a store that was cut off; done again
    if not isinstance(note, dict) or note.get("format") != FORMAT:
        raise InputError(
            f"{storage.uri}: {task} has tables of another version of tracer",
            fix="Sync into another place, or with that version",
        )
    return note


def damaged_tasks(notes: Iterable[Json], storage: Storage) -> list[str]:
    """The tasks of some notes that have a partition which is not there, or not what it was.

    Raises: InputError when the store cannot be read.
    """
    found = []
    for note in notes:
        for name, told in note["tables"].items():
            data = storage.read(f"parts/{note['task']}/{name}.parquet")
            if data is None or hashlib.blake2b(data, digest_size=16).hexdigest() != told["digest"]:
                found.append(note["task"])
                break
    return found


def perform(task: Task, storage: Storage) -> Outcome:
    """Do a task unless it is done. Never raises what a repository or store can cause."""
    try:
        note = read_note(storage, task.name)
        if note is None:
            _check_version(task)
            note = _write(task, storage, _rows(task, storage))
    except TracerError as error:
        return Outcome(task.name, task.repository, None, error.message, error.fix)
    except OSError as error:
        problem = f"{task.root}: {error.strerror or error}"
        return Outcome(task.name, task.repository, None, problem)
    return Outcome(task.name, task.repository, note)


def _check_version(task: Task) -> None:
    """Raise InputError where this worker has other code than the sync that planned the task."""
    if task.stamp not in ("", code_stamp()):
        raise InputError(
            "this worker has another version of tracer than the sync",
            fix="Install one version on all nodes",
        )


def _rows(task: Task, storage: Storage) -> Iterator[Row]:
    """The rows of a task, each with its table."""
    workspace = Workspace(task.root)
    if task.kind == "intents":
        for told in task.inputs["rows"]:
            yield "intents", {"repository": task.repository, **told}
        return
    if task.kind == "ledger":
        from tracer.fleet.ledger_rows import ledger_rows  # noqa: PLC0415 - by kind

        yield from ledger_rows(task.repository, _records(task, workspace))
        return
    from tracer.vcs import Git  # noqa: PLC0415

    if task.kind == "lines":
        from tracer.fleet.file_rows import line_rows  # noqa: PLC0415

        part = task.inputs["bucket"], task.inputs["buckets"]
        for row in line_rows(task.repository, workspace, *part):
            yield "lines", row
        return
    with Git(task.root) as git:
        if task.kind == "definitions":
            from tracer.fleet.file_rows import definition_rows  # noqa: PLC0415

            for row in definition_rows(task.repository, git, task.inputs["files"]):
                yield "definitions", row
            return
        yield from _of_history(task, storage, workspace, git)


def _of_history(task: Task, storage: Storage, workspace: Workspace, git: Any) -> Iterator[Row]:
    from tracer.fleet.file_rows import parsed_text  # noqa: PLC0415
    from tracer.fleet.history_rows import Run, history_rows, origin_rows  # noqa: PLC0415
    from tracer.history.cache import use_stamp  # noqa: PLC0415

    use_stamp(task.stamp)  # keys are the same on all machines
    if task.kind == "history":
        inputs = task.inputs
        run = Run(inputs["first"], inputs["commits"], _known_rows(task, storage))
        yield from history_rows(task.repository, workspace, git, run)
        return
    known = _steps(storage, task.after)
    paths = [path for path, blob in task.inputs["files"] if parsed_text(git, blob) is not None]
    for row in origin_rows(task.repository, workspace, task.inputs["head"], paths, known):
        yield "origins", row


def _known_rows(task: Task, storage: Storage) -> Known:
    """The rows of the run of commits that a longer one begins with; none where it does not."""
    note = read_note(storage, task.grown_from) if task.grown_from else None
    if note is None:
        return {}
    found: Known = {}
    for name in note["tables"]:
        try:
            found[name] = _partition(storage, f"parts/{task.grown_from}/{name}.parquet")
        except InputError:
            return {}  # all of it is work then
    commits = found["commits"].column("commit_id").to_pylist() if "commits" in found else []
    if commits != task.inputs["commits"][: len(commits)]:
        return {}
    return {name: partial(_each_row, table) for name, table in found.items()}


def _each_row(table: Any) -> Iterator[Json]:
    """The rows of an Arrow table, few at a time."""
    for batch in table.to_batches(max_chunksize=_BATCH):
        yield from batch.to_pylist()


def _steps(storage: Storage, tasks: Iterable[str]) -> dict[bytes, bytes]:
    """What runs of commits did, of all runs there are."""
    found: dict[bytes, bytes] = {}
    for task in tasks:
        note = read_note(storage, task)
        if note is None or "steps" not in note["tables"]:
            continue  # worked out again, with the same result
        table = _partition(storage, f"parts/{task}/steps.parquet", columns=["key", "value"])
        found.update(
            zip(table.column("key").to_pylist(), table.column("value").to_pylist(), strict=True)
        )
    return found


def _partition(storage: Storage, name: str, columns: list[str] | None = None) -> Any:
    """An Arrow table out of a partition. Raises: InputError where it is lost or damaged."""
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an extra

    try:
        return parquet.read_table(
            storage.place(name), filesystem=storage.filesystem, columns=columns, partitioning=None
        )
    except (OSError, ArrowException) as error:
        raise InputError(f"{storage.uri}: {name} is lost or damaged", fix=CHECK) from error


def _records(task: Task, workspace: Workspace) -> Iterator[tuple[int, Json]]:
    """The records of a segment with their lines' numbers, each id once.

    Raises: InputError when the ledger is not what it was when the task was planned.
    """
    from tracer.ledger import Problem  # noqa: PLC0415
    from tracer.ledger.reader import parse  # noqa: PLC0415
    from tracer.ledger.storage import open_ledger  # noqa: PLC0415

    inputs = task.inputs
    digest = hashlib.blake2b(digest_size=16)
    found: list[tuple[int, Json]] = []
    seen: set[str] = set()
    ledger = open_ledger(workspace.ledger)
    if ledger is not None:
        with ledger:
            for line in ledger.lines(start=inputs["start"], number=inputs["first"]):
                if line.number >= inputs["stop"]:
                    break
                digest.update(line.raw + b"\n")
                record = parse(line)
                if not isinstance(record, Problem) and record["id"] not in seen:
                    seen.add(record["id"])
                    found.append((line.number, record))
    if digest.hexdigest() != inputs["digest"]:
        raise InputError(
            "its ledger changed while it was read", fix="Sync again; nothing half written counts"
        )
    yield from found


def _write(task: Task, storage: Storage, rows: Iterable[Row]) -> Json:
    """Write the partitions and then the note; empty tables have none."""
    made: dict[str, Partition] = {}
    for name, row in rows:
        if name not in made:
            made[name] = Partition(name)
        made[name].add(row)
    tables: Json = {}
    for name in sorted(made):
        partition = made.pop(name)
        data = partition.data()
        storage.write(f"parts/{task.name}/{name}.parquet", data)
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        tables[name] = {"rows": partition.rows, "bytes": len(data), "digest": digest}
        if partition.intents is not None:
            few = len(partition.intents) <= _INTENTS
            tables[name]["intents"] = sorted(partition.intents) if few else None
    note = {"format": FORMAT, "task": task.name, "repository": task.repository, "tables": tables}
    if task.kind == "history":
        note["first"] = task.inputs["first"]
    storage.write(note_name(task.name), json.dumps(note, sort_keys=True).encode())
    return note
