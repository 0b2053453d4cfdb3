"""`tracer fleet sync`: bring a warehouse up to date with its repositories.

Two rounds of work: plans (one for each repository in which something changed), then the tasks that
are not done yet, those first that others read. A manifest is written as soon as its tasks are done.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING, Any

from tracer.fleet.manifests import (
    forget,
    manifest_name,
    manifest_names,
    open_warehouse,
    prune,
    read_all,
    read_manifests,
    write_manifest,
)
from tracer.fleet.packs import have, is_worth, make, packs_of
from tracer.fleet.planning import glance, plan
from tracer.fleet.runners import run
from tracer.fleet.stamps import code_stamp
from tracer.fleet.storage import WHOLE
from tracer.fleet.tasks import damaged_tasks, note_name, perform, read_note
from tracer.model.errors import InputError, UsageError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tracer.fleet.planning import Plan, Task
    from tracer.fleet.sources import Source
    from tracer.fleet.storage import Storage

Json = dict[str, Any]
# Work that is done before workers have started, which takes 0.3 s: by `_weight` the tasks of one
# repository that got a commit or a few, and the packs that go with it.
_SHORT = 5_500
_FEW_PACKS = 8


class Options(NamedTuple):
    """How to sync. `shard` is (I, N): do the I-th of N parts of the tasks, counted from 1.

    With `check` all partitions are read first; what is lost or damaged is made anew.
    """

    runner: str = "processes"
    jobs: int | None = None
    history: bool = False
    shard: tuple[int, int] = (1, 1)
    check: bool = False


class Progress(NamedTuple):
    """How far a round is, and how many seconds it may still take; None while nobody can say."""

    what: str
    done: int
    all: int
    seconds_left: float | None


def parse_shard(text: str) -> tuple[int, int]:
    """`I/N` as numbers. Raises: UsageError."""
    part, slash, whole = text.partition("/")
    if slash and part.isdecimal() and whole.isdecimal() and 1 <= int(part) <= int(whole):
        return int(part), int(whole)
    raise UsageError(f"{text!r} is no shard", fix="Write 1/4 for the first of four")


def sync(
    sources: Sequence[Source],
    storage: Storage,
    options: Options = Options(),  # noqa: B008 - a value
    progress: Callable[[Progress], None] = lambda _: None,
) -> Json:
    """Take in what changed; a document of what was done and what could not be.

    Cost: a glance at each repository; for those that changed a plan and the tasks that are new.
    Raises: InputError when the store fails, or another sync is at work.
    """
    part, whole = options.shard
    with storage.only_writer(WHOLE if whole == 1 else f"shard-{part}-of-{whole}"):
        open_warehouse(storage, create=True)
        job = _Sync(storage, options, progress)
        job.look(sources)
        if options.check:
            job.check()
        changed = [source for source in sources if not job.is_unchanged(source)]
        for found in job.run(plan_of, [(s, options.history) for s in changed], "plans"):
            job.plans[found.source.name] = found
        job.begin()
        for stage in (False, True):
            job.round([task for task in job.tasks if bool(task.after) is stage])
        job.end()
        job.pack()
    return {
        "repositories": len(sources),
        "unchanged": len(sources) - len(changed),
        "taken_in": job.taken_in,
        "waiting": job.waiting,
        "tasks": {"all": job.all, "done": job.done, "known": job.all - job.done - job.failed},
        "damaged": job.damaged,
        "unlisted": job.unlisted,
        "problems": sorted(job.problems, key=lambda one: one["repository"]),
    }


def plan_of(source: Source, history: bool) -> Plan:
    """`plan`, for a runner."""
    return plan(source, history=history)


class _Sync:
    """A sync while it goes on."""

    def __init__(
        self, storage: Storage, options: Options, progress: Callable[[Progress], None]
    ) -> None:
        self._storage = storage
        self._options = options
        self._progress = progress
        self.plans: dict[str, Plan] = {}
        self.tasks: list[Task] = []
        self.problems: list[Json] = []
        self.unlisted: list[str] = []  # repositories of the warehouse that this sync is not about
        self.taken_in = self.waiting = self.all = self.done = self.failed = self.damaged = 0
        self._checked: set[str] = set()  # tasks whose partitions were read
        self._notes: dict[str, Json] = {}
        self._failed: dict[str, tuple[str, str]] = {}  # by repository
        self._manifests: dict[str, Json | None] = {}

    def look(self, sources: Sequence[Source]) -> None:
        """Read what the warehouse has of each repository."""
        names = [manifest_name(source.name) for source in sources]
        found = read_all(self._storage, names, is_made_anew=True)
        self._manifests = {s.name: one for s, one in zip(sources, found, strict=True)}

    def check(self) -> None:
        """Let tasks whose partitions are not what their notes say count as not done."""
        known = [(name, one) for name, one in self._manifests.items() if one is not None]
        pieces = [(one["tasks"], self._storage) for _, one in known]
        damaged = {task for found in self.run(damaged_tasks, pieces, "checks") for task in found}
        self.damaged = len(damaged)
        self._checked = {task["task"] for _, one in known for task in one["tasks"]}
        for task in damaged:
            self._storage.remove(note_name(task))
        for name, one in known:
            if any(task["task"] in damaged for task in one["tasks"]):
                self._manifests[name] = one | {"seen": None}

    def is_unchanged(self, source: Source) -> bool:
        """Whether the warehouse has a repository as it is now; never for one with an address."""
        known = self._manifests[source.name]
        if known is None or source.url or known.get("problem"):
            return False
        return bool(known["seen"] == glance(source, history=self._options.history))

    def run(
        self, work: Any, pieces: Sequence[tuple[Any, ...]], what: str, *, is_short: bool = False
    ) -> Iterable[Any]:
        """Results of pieces of work, with progress. What `is_short` starts no process."""
        began = time.monotonic()
        self._progress(Progress(what, 0, len(pieces), None))
        options = self._options
        here = is_short and options.runner == "processes"
        results = run(work, pieces, runner=options.runner, jobs=1 if here else options.jobs)
        for done, result in enumerate(results, 1):
            yield result
            left = (time.monotonic() - began) / done * (len(pieces) - done)
            self._progress(Progress(what, done, len(pieces), left))

    def begin(self) -> None:
        """Sort tasks into those that are done and those for this shard."""
        part, whole = self._options.shard
        for found in self.plans.values():
            for task in found.tasks:
                self.all += 1
                note = self._sound_note(task)
                if note is not None:
                    self._notes[task.name] = note
                elif _shard_of(task.name, whole) == part:
                    self.tasks.append(task._replace(grown_from=self._beginning(task)))

    def _sound_note(self, task: Task) -> Json | None:
        """The note of a task that is done; with `check` only if its partitions are whole."""
        note = read_note(self._storage, task.name)
        if note is None or not self._options.check or task.name in self._checked:
            return note
        if not damaged_tasks([note], self._storage):
            return note
        self._storage.remove(note_name(task.name))
        self.damaged += 1
        return None

    def _beginning(self, task: Task) -> str:
        """The run of commits that stood in a task's place when its repository was last taken in."""
        known = self._manifests.get(task.repository)
        if task.kind != "history" or known is None or known["seen"] is None:
            return ""
        if known["seen"]["code"] != code_stamp():
            return ""
        same = (t["task"] for t in known["tasks"] if t.get("first") == task.inputs["first"])
        return next(same, "")

    def round(self, tasks: Sequence[Task]) -> None:
        """Do tasks that do not wait for each other, large ones first so that none ends late."""
        ordered = sorted(tasks, key=lambda task: (-_weight(task), task.name))
        pieces = [(task, self._storage) for task in ordered]
        is_short = sum(map(_weight, tasks)) <= _SHORT
        for outcome in self.run(perform, pieces, "tasks", is_short=is_short):
            if outcome.note is None:
                self.failed += 1
                self._failed.setdefault(outcome.repository, (outcome.problem, outcome.fix))
                continue
            self.done += 1
            self._notes[outcome.task] = outcome.note
            self._settle(self.plans[outcome.repository])

    def end(self) -> None:
        """Write what no task led to: repositories with nothing to do, and those with problems."""
        for found in self.plans.values():
            self._settle(found, is_last=True)

    def pack(self) -> None:
        """Put small partitions of many repositories together, where that is not done.

        Raises: InputError when the store fails.
        """
        mine = {manifest_name(name): found for name, found in self._manifests.items()}
        others = [name for name in manifest_names(self._storage) if name not in mine]
        unlisted = [one for one in read_all(self._storage, others, is_made_anew=True) if one]
        self.unlisted = sorted(str(one["repository"]) for one in unlisted)
        known = [*mine.values(), *unlisted]
        manifests = sorted((one for one in known if one), key=lambda one: str(one["repository"]))
        wanted = [pack for pack in packs_of(manifests) if is_worth(pack)]
        made = set() if self._options.check else have(self._storage, wanted)
        missing = [pack for pack in wanted if pack not in made]
        pieces = [(pack, self._storage, self._options.check) for pack in missing]
        is_short = len(missing) <= _FEW_PACKS
        for problem in self.run(make, pieces, "packs", is_short=is_short):
            if problem:
                raise InputError(problem, fix="Sync again with `--check`: it is made anew")

    def _settle(self, found: Plan, *, is_last: bool = False) -> None:
        """Write the manifest of a repository once all its tasks are done, or its problem."""
        name = found.source.name
        problem = (found.problem, found.fix) if found.problem else self._failed.get(name)
        if problem is not None:
            if is_last:
                self._note_problem(name, found, *problem)
            return
        if is_last and _is_written(self._manifests.get(name), found):
            return
        if is_last and self._options.shard[1] > 1:
            self._look_again(found)
        if any(task.name not in self._notes for task in found.tasks):
            self.waiting += is_last
            return
        manifest = {
            "repository": name,
            "source": found.source.shown,
            "head": found.head,
            "seen": found.seen,
            "problem": None,
            "tasks": [self._notes[task.name] for task in found.tasks],
        }
        write_manifest(self._storage, manifest)
        self._manifests[name] = manifest
        self.taken_in += 1

    def _look_again(self, found: Plan) -> None:
        """Find what other shards did meanwhile. Who looks last, sees all."""
        for task in found.tasks:
            if task.name not in self._notes:
                note = read_note(self._storage, task.name)
                if note is not None:
                    self._notes[task.name] = note

    def _note_problem(self, name: str, found: Plan, problem: str, fix: str) -> None:
        told = {"detail": problem, "fix": fix}
        self.problems.append({"repository": name, **told})
        known = self._manifests.get(name) or {
            "repository": name,
            "source": found.source.shown,
            "head": None,
            "seen": None,
            "tasks": [],
        }
        known = {key: value for key, value in known.items() if key != "format"}
        self._manifests[name] = known | {"problem": told}
        write_manifest(self._storage, known | {"problem": told})


def _is_written(manifest: Json | None, found: Plan) -> bool:
    return (
        manifest is not None
        and not manifest.get("problem")
        and manifest["seen"] == found.seen
        and [task["task"] for task in manifest["tasks"]] == [task.name for task in found.tasks]
    )


def _shard_of(task: str, whole: int) -> int:
    digest = hashlib.blake2b(task.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % whole + 1


def _weight(task: Task) -> int:
    """About how much work a task is, to order by."""
    inputs = task.inputs
    if task.kind == "ledger":
        return int(inputs["stop"] - inputs["first"]) // 10
    if task.kind in ("history", "origins"):
        return 10_000 + len(inputs.get("commits", ())) + len(inputs.get("files", ()))
    return 5_000 if task.kind == "lines" else len(inputs.get("files", ()))


def prune_warehouse(storage: Storage) -> int:
    """Take away what no manifest names; the number of tasks whose output that was.

    Raises: InputError.
    """
    with storage.no_writer():
        return prune(storage, read_manifests(storage))


def forget_repositories(storage: Storage, repositories: Sequence[str]) -> list[str]:
    """Let repositories count no more; their names, sorted.

    Raises: InputError where one is not there, or a sync is at work.
    """
    with storage.no_writer():
        return forget(storage, repositories)


def status(storage: Storage) -> Json:
    """Each repository of a warehouse: its commit, rows and bytes, whether it is up to date.

    Cost: a glance at each repository that is on this machine. Raises: InputError.
    """
    from tracer.fleet.sources import Source  # noqa: PLC0415 - a name

    rows = []
    for manifest in read_manifests(storage):
        tables: dict[str, list[int]] = {}
        for task in manifest["tasks"]:
            for name, told in task["tables"].items():
                counts = tables.setdefault(name, [0, 0])
                counts[0] += told["rows"]
                counts[1] += told["bytes"]
        seen = manifest["seen"]
        problem = manifest.get("problem")
        state = "problem" if problem else "current"
        if seen is not None and not problem and os.path.isdir(seen["root"]):
            source = Source(manifest["repository"], seen["root"])
            if glance(source, history=seen["history"]) != seen:
                state = "stale" if seen["code"] == code_stamp() else "older tracer"
        rows.append(
            {
                "repository": manifest["repository"],
                "source": manifest["source"],
                "head": manifest["head"],
                "state": state,
                "problem": problem,
                "partitions": sum(len(task["tables"]) for task in manifest["tasks"]),
                "bytes": sum(size for _, size in tables.values()),
                "rows": {name: count for name, (count, _) in sorted(tables.items())},
            }
        )
    return {"warehouse": storage.uri, "repositories": rows}
