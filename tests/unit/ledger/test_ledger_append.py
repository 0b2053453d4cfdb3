"""Appending: what is written, chained, refused, set aside and spooled."""

from __future__ import annotations

import errno
import itertools
import json
import os
import shutil
import subprocess
import sys
import threading

import pytest

from tracer.ledger import SpooledError, append, append_all, deliver, new_id, read, verify
from tracer.ledger import appender as appender_module
from tracer.ledger import spool as spool_module
from tracer.ledger import streams as streams_module
from tracer.ledger.canonical import canonical
from tracer.ledger.storage import ledger_lock
from tracer.ledger.streams import load_tails
from tracer.model.disk import Lock
from tracer.model.errors import LedgerError
from tracer.model.workspace import Workspace


def records(workspace):
    return [record for _, record in read(workspace)]


def ledger_bytes(workspace):
    with open(workspace.ledger, "rb") as file:
        return file.read()


def overwrite(workspace, data):
    with open(workspace.ledger, "wb") as file:
        file.write(data)


def stream_of(record):
    return record["integrity"]["stream"]


def test_first_append(workspace, mutation):
    """The record comes back as written: one canonical line, the first of a new stream."""
    body = mutation()
    written = append(workspace, body)
    assert ledger_bytes(workspace) == canonical(written) + b"\n"
    assert written["integrity"]["prev_record_hash"] is None
    assert {**body, "schema": "tracer.record/1"}.items() <= written.items()
    assert "integrity" not in body
    assert verify(workspace).ok


def test_missing_parts_are_filled_in(workspace):
    """Schema, id and timestamp are made when the caller leaves them to us."""
    written = append(workspace, {"event": "note", "text": "hello"})
    assert written["schema"] == "tracer.record/1"
    assert len(written["id"]) == 36
    assert written["timestamp"].endswith("Z")


def test_chain_goes_on(workspace, mutation):
    """Each record names the hash of the one before, in one stream, in one call or several."""
    written = [append(workspace, mutation(1))]
    written += append_all(workspace, [mutation(2), mutation(3)])
    written.append(append(workspace, mutation(4)))
    hashes = [record["integrity"]["record_hash"] for record in written]
    assert [record["integrity"]["prev_record_hash"] for record in written] == [None, *hashes[:-1]]
    assert len({stream_of(record) for record in written}) == 1
    assert records(workspace) == written


def test_no_records(workspace):
    """Appending nothing writes nothing."""
    assert append_all(workspace, []) == []
    assert not os.path.exists(workspace.ledger)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"mutation_class": "REFACTOR"}, "mutation_class"),
        ({"files": [{"relative_path": "a.py"}]}, r"files\[0\].after"),
        ({"event": "mutated"}, "event"),
        ({"id": "1"}, "id"),
        ({"timestamp": "yesterday"}, "timestamp"),
        ({"schema": "tracer.record/2"}, "schema"),
        ({"later": {"x": "\ud800"}}, "later.x"),
    ],
)
def test_invalid_record_is_refused(workspace, mutation, change, field):
    """A record that breaks the schema is refused by field, and nothing is written."""
    with pytest.raises(LedgerError, match=field):
        append(workspace, mutation(**change))
    assert not os.path.exists(workspace.ledger) or not ledger_bytes(workspace)


def test_all_or_none(workspace, mutation):
    """One invalid record keeps the whole batch out."""
    with pytest.raises(LedgerError):
        append_all(workspace, [mutation(), mutation(event="?")])
    assert records(workspace) == []


def test_index_directory_is_ignored_by_git(workspace, mutation):
    """The index directory hides itself from git."""
    append(workspace, mutation())
    with open(os.path.join(workspace.index, ".gitignore"), encoding="utf-8") as file:
        assert file.read() == "*\n"


# Streams


def test_lost_index_starts_a_new_stream(workspace, mutation):
    """Without its memo a writer starts anew instead of forking a chain."""
    first = append(workspace, mutation(1))
    shutil.rmtree(workspace.index)
    second = append(workspace, mutation(2))
    assert stream_of(first) != stream_of(second)
    assert second["integrity"]["prev_record_hash"] is None
    assert verify(workspace).ok


@pytest.mark.parametrize("memo", [b"", b"{", b"[]", b'{"home":"x","tails":[]}', b"\xff"])
def test_broken_memo_starts_a_new_stream(workspace, mutation, memo):
    """A memo that makes no sense is no memo."""
    append(workspace, mutation(1))
    with open(os.path.join(workspace.index, "stream"), "wb") as file:
        file.write(memo)
    append(workspace, mutation(2))
    assert verify(workspace) == verify(workspace.ledger)
    assert verify(workspace).streams == 2


def test_half_a_memo_is_no_memo(workspace, mutation):
    """A writer killed between two pages leaves the front of one memo and the end of another.

    Both are JSON, and so may the mixture be, with the hash of a record that never was.
    """
    path = os.path.join(workspace.index, "stream")
    memos = []
    for number in range(1, 4):
        append(workspace, mutation(number))
        with open(path, "rb") as file:
            memos.append(file.read())
        overwrite(workspace, b"")  # the next one starts another stream
    for new, old in itertools.permutations(memos, 2):
        for cut in range(1, len(new)):
            mixture = new[:cut] + old[cut:]
            with open(path, "wb") as file:
                file.write(mixture)
            assert not load_tails(workspace) or mixture in memos


def test_copied_workspace_writes_its_own_stream(workspace, mutation, tmp_path):
    """A copy of a clone with its index never writes the same chain: their union verifies."""
    append(workspace, mutation(1))
    copy = Workspace(str(tmp_path / "copy"))
    shutil.copytree(workspace.root, copy.root)
    base = ledger_bytes(workspace)
    for number in range(2, 5):
        append(workspace, mutation(number))
        append(copy, mutation(number))
    both = ledger_bytes(workspace) + ledger_bytes(copy)[len(base) :]
    overwrite(workspace, both)
    assert verify(workspace.ledger) == (7, 2, (), ())


def test_lines_merged_in_front(workspace, mutation, new_workspace):
    """When a merge moved our last record, the chain goes on from where it is now."""
    other = new_workspace("other")
    for number in range(5):
        append(other, mutation(number + 1))
    first = append(workspace, mutation(1))
    overwrite(workspace, ledger_bytes(other) + ledger_bytes(workspace))
    second = append(workspace, mutation(2))
    assert second["integrity"]["prev_record_hash"] == first["integrity"]["record_hash"]
    assert verify(workspace).ok


def test_switching_branches(workspace, mutation):
    """On a branch without our last record a new stream begins; back on ours the old goes on."""
    append(workspace, mutation(1))
    base = ledger_bytes(workspace)
    ours = append(workspace, mutation(2))
    here = ledger_bytes(workspace)
    overwrite(workspace, base)
    there = append(workspace, mutation(3))
    assert stream_of(there) != stream_of(ours)
    overwrite(workspace, here)
    again = append(workspace, mutation(4))
    assert again["integrity"]["prev_record_hash"] == ours["integrity"]["record_hash"]
    union = ledger_bytes(workspace) + ledger_bytes(workspace)[:0] + canonical(there) + b"\n"
    overwrite(workspace, union)
    assert verify(workspace.ledger).ok


def test_memo_behind_the_ledger(workspace, mutation):
    """A writer that died between ledger and memo forks nothing: the ledger is searched."""
    memo = os.path.join(workspace.index, "stream")
    append(workspace, mutation(1))
    with open(memo, "rb") as file:
        behind = file.read()
    for number in (2, 3):
        append(workspace, mutation(number))
    with open(memo, "wb") as file:
        file.write(behind)
    append(workspace, mutation(4))
    assert verify(workspace) == (4, 1, (), ())


def test_tail_beyond_the_search_window(workspace, mutation, monkeypatch):
    """When our last record is too far back to look for, a new stream begins."""
    monkeypatch.setattr(streams_module, "_WINDOW", 10)
    append(workspace, mutation(1))
    overwrite(workspace, b"\n" * 3 + ledger_bytes(workspace) + b"{}\n" * 10)
    append(workspace, mutation(2))
    assert verify(workspace.ledger).streams == 2


# Crashes


@pytest.mark.parametrize("size", [1, 50, 400, -1])
def test_torn_line_is_set_aside(workspace, mutation, size):
    """What a crash left of a line is kept, vouched for, and glued to nothing."""
    append(workspace, mutation(1))
    intact = ledger_bytes(workspace)
    append(workspace, mutation(2))
    torn = ledger_bytes(workspace)[len(intact) : -1][:size]
    overwrite(workspace, intact + torn)
    shutil.rmtree(workspace.index)  # what was torn was never acknowledged
    assert [problem.problem for problem in verify(workspace).problems] == ["truncated"]
    written = append(workspace, mutation(3))
    assert ledger_bytes(workspace) == intact + torn + b"\n" + canonical(written) + b"\n"
    found = verify(workspace)
    assert found.ok
    assert [item.line for item in found.set_aside] == [2]
    assert [number for number, record in read(workspace) if isinstance(record, dict)] == [1, 3]


def test_whole_record_without_line_end(workspace, mutation):
    """A record that lacks only its line end counts again once that is written."""
    first = append(workspace, mutation(1))
    overwrite(workspace, ledger_bytes(workspace)[:-1])
    second = append(workspace, mutation(2))
    assert second["integrity"]["prev_record_hash"] == first["integrity"]["record_hash"]
    assert "set_aside" not in second["integrity"]
    assert records(workspace) == [first, second]
    assert verify(workspace).ok


def test_long_torn_line(workspace, mutation):
    """A fragment longer than one block is named whole."""
    append(workspace, mutation(1))
    overwrite(workspace, ledger_bytes(workspace) + b'{"x":"' + b"y" * 200_000)
    append(workspace, mutation(2))
    assert verify(workspace).ok


# Faults


def failing(name, error, monkeypatch, *, when=lambda *_: True):
    """Let `os.<name>` fail with `error` whenever `when` holds for its arguments."""
    real = getattr(os, name)

    def fake(*args, **kwargs):
        if when(*args, **kwargs):
            raise error
        return real(*args, **kwargs)

    monkeypatch.setattr(os, name, fake)
    return real


def opens_ledger(path, *_args, **_kwargs):
    return str(path).endswith("agent_trace.jsonl")


def test_short_writes_are_drained(workspace, mutation, monkeypatch):
    """A system that takes a few bytes at a time still gets the whole line."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:7]))
    written = append(workspace, mutation())
    monkeypatch.undo()
    assert records(workspace) == [written]


@pytest.mark.parametrize(
    ("code", "fix"),
    [
        (errno.ENOSPC, "Free some disk space"),
        (errno.EACCES, "writable"),
        (errno.EROFS, "Mount it writable"),
        (errno.EIO, "Look at that file"),
    ],
)
def test_unwritable_ledger_spools(workspace, mutation, monkeypatch, code, fix):
    """A ledger that cannot be opened: the record is kept, the error says what to do."""
    append(workspace, mutation(1))
    failing("open", OSError(code, os.strerror(code)), monkeypatch, when=opens_ledger)
    with pytest.raises(SpooledError, match=fix) as caught:
        append(workspace, mutation(2))
    assert os.strerror(code) in str(caught.value)
    assert [record["files"][0]["conversations"][0]["ranges"][0]["end_line"]
            for record in caught.value.records] == [2]  # fmt: skip
    assert len(records(workspace)) == 1


def test_spool_is_delivered_first_in_order_and_once(workspace, mutation, monkeypatch):
    """Spooled records come before the next one, in their order, and never twice."""
    made = [mutation(number + 1) for number in range(5)]
    append(workspace, made[0])
    failing("open", PermissionError(errno.EACCES, "denied"), monkeypatch, when=opens_ledger)
    for record in made[1:4]:
        with pytest.raises(SpooledError):
            append(workspace, record)
    monkeypatch.undo()
    append(workspace, made[4])
    append(workspace, last := mutation(9))
    assert [record["id"] for record in records(workspace)] == [
        record["id"] for record in [*made, last]
    ]
    assert verify(workspace).ok
    assert os.listdir(os.path.join(workspace.index, "spool")) == []


def test_spool_keeps_the_order_whatever_clock_and_ids_say(workspace, mutation, monkeypatch):
    """Order is that of arrival, even when the clock goes backwards and ids descend."""
    clock = iter(range(10_000, 0, -1))
    monkeypatch.setattr(spool_module.time, "time_ns", lambda: next(clock))
    failing("open", PermissionError(errno.EACCES, "denied"), monkeypatch, when=opens_ledger)
    ids = [f"01900000-0000-7000-8000-{number:012x}" for number in (9, 8, 7, 6)]
    for batch in (ids[:1], ids[1:3], ids[3:]):
        with pytest.raises(SpooledError):
            append_all(workspace, [mutation(id=identity) for identity in batch])
    monkeypatch.undo()
    assert deliver(workspace) == 4
    assert [record["id"] for record in records(workspace)] == ids


def test_deliver(workspace, mutation, monkeypatch):
    """The spool can be delivered without a new record."""
    failing("open", PermissionError(errno.EACCES, "denied"), monkeypatch, when=opens_ledger)
    with pytest.raises(SpooledError):
        append_all(workspace, [mutation(1), mutation(2)])
    with pytest.raises(LedgerError):
        deliver(workspace)
    monkeypatch.undo()
    assert deliver(workspace) == 2
    assert deliver(workspace) == 0
    assert len(records(workspace)) == 2


def test_crash_between_delivery_and_clearing_the_spool(workspace, mutation, monkeypatch):
    """Records that reached the ledger are recognised by id when the spool was not cleared."""
    failing("open", PermissionError(errno.EACCES, "denied"), monkeypatch, when=opens_ledger)
    with pytest.raises(SpooledError):
        append(workspace, mutation(1))
    monkeypatch.undo()
    saved = os.path.join(workspace.root, "saved")
    shutil.copytree(os.path.join(workspace.index, "spool"), saved)
    append(workspace, mutation(2))
    shutil.copytree(saved, os.path.join(workspace.index, "spool"), dirs_exist_ok=True)
    append(workspace, mutation(3))
    assert verify(workspace) == (3, 1, (), ())
    assert os.listdir(os.path.join(workspace.index, "spool")) == []


def test_broken_spool_file_is_kept_out_of_the_way(workspace, mutation):
    """A spool file that is no record is renamed, never delivered, never deleted."""
    spool = os.path.join(workspace.index, "spool")
    os.makedirs(spool)
    with open(os.path.join(spool, "00000000000000000001-x.json"), "wb") as file:
        file.write(b"{")
    append(workspace, mutation())
    assert os.listdir(spool) == ["00000000000000000001-x.json.bad"]


def test_disk_full_in_the_middle(workspace, mutation, monkeypatch):
    """A write that fails half way leaves the ledger as it was."""
    append(workspace, mutation(1))
    before = ledger_bytes(workspace)
    real = os.write
    calls = []

    def write(descriptor, data):
        calls.append(len(data))
        if len(calls) == 1:
            return real(descriptor, data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(LedgerError, match="Free some disk space"):
        append(workspace, mutation(2))
    monkeypatch.undo()
    assert ledger_bytes(workspace) == before
    append(workspace, mutation(3))
    assert verify(workspace).ok


def test_failing_sync_is_no_success(workspace, mutation, monkeypatch):
    """A record that may not be on disk is not acknowledged."""
    append(workspace, mutation(1))
    failing("fsync", OSError(errno.EIO, "Input/output error"), monkeypatch)
    with pytest.raises(LedgerError, match="Input/output error"):
        append(workspace, mutation(2))
    monkeypatch.undo()
    assert len(records(workspace)) == 1


def test_directory_in_place_of_the_ledger(workspace, mutation):
    """Something else under the ledger's name is one clear error; the record waits."""
    os.mkdir(workspace.ledger)
    with pytest.raises(SpooledError, match="must be a file"):
        append(workspace, mutation(1))
    with pytest.raises(LedgerError, match="cannot read agent_trace"):
        records(workspace)
    os.rmdir(workspace.ledger)
    append(workspace, mutation(2))
    assert len(records(workspace)) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_pipe_in_place_of_the_ledger(workspace, mutation):
    """Neither a reader nor a writer ever waits for a pipe; the record is kept."""
    os.mkfifo(workspace.ledger)
    with pytest.raises(SpooledError, match="must be a file"):
        append(workspace, mutation(1))
    with pytest.raises(LedgerError, match="cannot read agent_trace"):
        verify(workspace)
    os.unlink(workspace.ledger)
    assert deliver(workspace) == 1


def test_read_only_everything(workspace, mutation, monkeypatch):
    """Where nothing can be written the error is plain: the record was not kept."""
    error = OSError(errno.EROFS, "Read-only file system")
    failing("open", error, monkeypatch)
    monkeypatch.setattr(os, "makedirs", lambda *_args, **_kwargs: (_ for _ in ()).throw(error))
    with pytest.raises(LedgerError, match="Mount it writable") as caught:
        append(workspace, mutation())
    assert not isinstance(caught.value, SpooledError)


def test_file_in_place_of_the_sidecar(tmp_path, mutation):
    """A sidecar that is a file is one clear error."""
    (tmp_path / ".orchestration").write_text("x")
    with pytest.raises(LedgerError, match="cannot write"):
        append(Workspace(str(tmp_path)), mutation())


def test_ledger_replaced_during_the_append(workspace, mutation, monkeypatch):
    """When git swaps the file while we write, the record goes to the new file too."""
    append(workspace, mutation(1))
    before = ledger_bytes(workspace)
    real, done = os.fsync, []

    def replace_once(descriptor):
        real(descriptor)
        if not done:
            done.append(True)
            fresh = workspace.ledger + ".git"
            with open(fresh, "wb") as file:
                file.write(before)
            os.replace(fresh, workspace.ledger)

    monkeypatch.setattr(os, "fsync", replace_once)
    written = append(workspace, mutation(2))
    assert records(workspace)[-1] == written
    assert verify(workspace).ok


def test_ledger_replaced_without_end(workspace, mutation, monkeypatch):
    """A file that is swapped at every attempt ends in a spooled record, not in a loop."""
    monkeypatch.setattr(appender_module, "_is_same_file", lambda *_: False)
    with pytest.raises(SpooledError, match="replaced again and again"):
        append(workspace, mutation())


def test_lock_times_out_into_the_spool(workspace, mutation, monkeypatch):
    """A writer that hangs with the lock cannot hang us: the record is spooled."""
    append(workspace, mutation(1))
    path = os.path.join(workspace.index, "ledger.lock")
    monkeypatch.setattr(ledger_lock, "__kwdefaults__", {"timeout_s": 0.05})
    with Lock(path), pytest.raises(SpooledError, match="Stop the process that holds"):
        append(workspace, mutation(2))
    append(workspace, mutation(3))
    assert verify(workspace) == (3, 1, (), ())


def test_no_sync(workspace, mutation, monkeypatch):
    """`sync=False` leaves syncing to the system."""
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    append(workspace, mutation(1), sync=False)
    assert synced == []
    append(workspace, mutation(2))
    assert len(synced) == 1


# Many writers


def test_threads(workspace, mutation):
    """Threads of one process append without losing or mixing anything."""
    threads = [
        threading.Thread(
            target=lambda: [append(workspace, mutation(number + 1)) for number in range(20)]
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verify(workspace) == (80, 1, (), ())


WRITER = """
import sys
from tracer.ledger import append, new_id
from tracer.model.workspace import Workspace
workspace = Workspace(sys.argv[1])
for number in range(int(sys.argv[2])):
    text = sys.argv[4] * int(sys.argv[3])
    record = append(workspace, {"id": new_id(), "event": "note", "text": text})
    sys.stdout.write(record["id"] + "\\n")
    sys.stdout.flush()
"""


def start_writer(workspace, count, size=10, letter="x"):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, workspace.root, str(count), str(size), letter],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_eight_processes(workspace):
    """Eight processes append fifty records each: all there, once, one chain."""
    writers = [start_writer(workspace, 50) for _ in range(8)]
    acknowledged = []
    for writer in writers:
        out, err = writer.communicate(timeout=120)
        assert writer.returncode == 0, err
        acknowledged += out.decode().split()
    assert sorted(record["id"] for record in records(workspace)) == sorted(acknowledged)
    assert verify(workspace) == (400, 1, (), ())


def test_killed_writers(workspace):
    """Killed at any instant, a writer loses nothing it acknowledged and blocks nobody."""
    acknowledged = set()
    for attempt in range(24):
        writer = start_writer(workspace, 10_000, size=20_000)
        out = writer.stdout
        assert out is not None
        for _ in range(attempt % 4):
            acknowledged.add(out.readline().decode().strip())
        writer.kill()
        rest, _ = writer.communicate(timeout=60)
        acknowledged.update(line.decode() for line in rest.split(b"\n")[:-1])
        if attempt % 6 == 5:
            append(workspace, {"event": "note", "text": "the next writer"})
    append(workspace, {"event": "note", "text": "the end"})
    acknowledged.discard("")
    found = [record["id"] for record in records(workspace) if isinstance(record, dict)]
    assert acknowledged <= set(found)
    assert len(found) == len(set(found))
    assert verify(workspace).ok
    assert len(acknowledged) > 24


def test_sealed_record_survives_a_round_trip(workspace, mutation):
    """Fields tracer does not know are written, hashed and read back."""
    written = append(workspace, mutation(later={"größe": [1, {"a": None}]}))
    (record,) = records(workspace)
    assert record == written == json.loads(json.dumps(written))
    assert record["later"] == {"größe": [1, {"a": None}]}
    assert verify(workspace).ok
    assert new_id() > record["id"]


@pytest.fixture
def no_flock(monkeypatch):
    """A file system that has no locks."""
    from tracer.model import disk

    def refuse(_descriptor):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(disk, "_try_lock", refuse)


@pytest.mark.usefixtures("no_flock")
def test_file_system_without_locks(workspace, mutation):
    """Where there is no flock a file stands for it, and is gone afterwards."""
    for number in (1, 2):
        append(workspace, mutation(number))
    assert not [name for name in os.listdir(workspace.index) if "held" in name]
    assert verify(workspace).records == 2


@pytest.mark.usefixtures("no_flock")
def test_lock_file_of_a_dead_process(workspace, mutation):
    """A lock file whose maker died is taken over; one whose maker lives is waited for."""
    append(workspace, mutation(1))
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    held = os.path.join(workspace.index, "ledger.lock.held")
    for owner, is_free in ((child.pid, True), (os.getpid(), False)):
        with open(held, "w") as file:
            file.write(f"{os.uname().nodename} {owner}")
        lock = Lock(held.removesuffix(".held"), timeout_s=0.05)
        if is_free:
            with lock:
                pass
        else:
            with pytest.raises(TimeoutError), lock:
                pass
    with open(held, "w") as file:
        file.write("another-host 1")
    with pytest.raises(TimeoutError), Lock(held.removesuffix(".held"), timeout_s=0.05):
        pass


@pytest.mark.usefixtures("no_flock")
def test_threads_without_locks(workspace):
    """Threads keep out of each other's way without flock as well."""

    def work():
        for _ in range(10):
            append(workspace, {"event": "note", "text": "x"}, sync=False)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = verify(workspace)
    assert found[:3] == (40, 1, ())


@pytest.mark.parametrize(("policy", "calls"), [("full", 1), ("data", 0), ('"off"', 0), ("off", 0)])
def test_sync_policy_of_the_workspace(workspace, mutation, monkeypatch, policy, calls):
    """`sync` in config.yaml says what an acknowledged record has survived."""
    append(workspace, mutation(1))
    with open(workspace.config, "w") as file:
        file.write(f"mode: observe\nsync: {policy}\n")
    synced = []
    for name in ("fsync", "fdatasync"):
        real = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda fd, name=name, real=real: synced.append(name) or real(fd)
        )
    append(workspace, mutation(2))
    assert synced.count("fsync") == calls
    assert synced.count("fdatasync") == (policy == "data")
    from tracer.policy import load_config

    assert load_config(workspace).sync == policy.strip('"')


def test_killed_between_ledger_and_memo_on_another_branch(workspace, mutation, monkeypatch):
    """A writer that died right after writing, and a branch without its record: no fork."""
    append(workspace, mutation(1))
    base = ledger_bytes(workspace)
    real = appender_module.save_tail

    def die(workspace, tails, tail):
        if tail.is_written:
            raise KeyboardInterrupt
        real(workspace, tails, tail)

    monkeypatch.setattr(appender_module, "save_tail", die)
    with pytest.raises(KeyboardInterrupt):
        append(workspace, mutation(2))
    monkeypatch.undo()
    topic = ledger_bytes(workspace)
    assert topic.count(b"\n") == 2
    overwrite(workspace, base)  # git checkout main
    append(workspace, mutation(3))
    merged = ledger_bytes(workspace) + topic[len(base) :]
    overwrite(workspace, merged)
    assert verify(workspace)[:3] == (3, 2, ())


def test_killed_before_the_ledger(workspace, mutation, monkeypatch):
    """A record that was announced and never written is not missed by anybody."""
    append(workspace, mutation(1))

    def die(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(appender_module, "_write_all", die)
    with pytest.raises(KeyboardInterrupt):
        append(workspace, mutation(2))
    monkeypatch.undo()
    assert verify(workspace).ok
    append(workspace, mutation(3))
    assert verify(workspace)[:3] == (2, 2, ())
