"""A hook that a helper answers is the hook that its caller would have been."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from helper_world import HOOK

from tracer import native
from tracer.cli import rehearsal
from tracer.engine import measure
from tracer.helper import client, manage, place, wire
from tracer.helper.ahead import made_ahead, message, own_memory
from tracer.helper.bounds import Bounds
from tracer.helper.stamp import Stamp, file_states
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.syntax import BROKEN, parse


def served() -> int:
    """How many requests the helper took, this question left out."""
    (one,) = [one for one in manage.running() if one.is_ours]
    return one.served


def records(root) -> list[dict]:
    lines = (root / ".orchestration" / "agent_trace.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_an_answer_is_the_same_with_and_without(warm) -> None:
    """Every byte that the agent sees, and the exit code."""
    warm.start()
    before = served()
    for phase in ("session_start", "prompt", "pre", "stop"):
        fast = warm.hook(warm.event(phase))
        slow = warm.hook(warm.event(phase), TRACER_HELPER="off")
        assert (fast.returncode, fast.stdout, fast.stderr) == (
            slow.returncode, slow.stdout, slow.stderr,
        )  # fmt: skip
    assert served() - before >= 4


def test_an_unknown_agent_is_told_as_ever(warm) -> None:
    """Errors outside any event are one line and 1 in either case."""
    warm.start()
    command = [*HOOK[:-1], "nobody"]
    told = [
        subprocess.run(
            command, input=b"{}", env=warm.environment | more, capture_output=True, check=False
        )
        for more in ({}, {"TRACER_HELPER": "off"})
    ]
    assert told[0].returncode == told[1].returncode == 1
    assert told[0].stderr == told[1].stderr


def test_a_change_is_recorded_alike(warm) -> None:
    """The record of a helper's child says what a process of the caller's own says."""
    warm.start()
    kinds = []
    for number, more in enumerate(({}, {"TRACER_HELPER": "off"})):
        name = f"f{number}.py"
        call = {"call_id": f"c{number}", "targets": [{"path": name, "op": "create"}]}
        assert warm.hook(warm.event("pre", **call), **more).returncode == 0
        (warm.root / name).write_text("def f(a):\n    return a\n")
        answer = json.loads(warm.hook(warm.event("post", **call), **more).stdout)
        assert answer["record"]
        (record,) = [one for one in records(warm.root) if one.get("id") == answer["record"]]
        kinds.append((record.keys(), record["mutation_class"], record["files"][0].keys()))
    assert kinds[0] == kinds[1]


def test_directory_umask_and_environment_are_the_callers(warm, monkeypatch, tmp_path) -> None:
    """Nothing of whoever started the helper is left for a caller."""
    monkeypatch.setenv("STARTED_BY", "somebody")
    os.umask(0o022)
    warm.start()
    monkeypatch.delenv("STARTED_BY")
    before = served()
    there = tmp_path / "there"
    there.mkdir()
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n{ pwd; umask; env; } > "$OUT"\nexit 1\n')
    program.chmod(0o755)
    out = tmp_path / "out"
    command = f"umask 027; exec {' '.join(map(repr_of, HOOK))}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=json.dumps(warm.event("stop")).encode(),
        cwd=there,
        env=warm.environment
        | {"PATH": f"{program.parent}:/usr/bin:/bin", "OUT": str(out), "MARK": "mine"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert served() == before + 2  # the hook and the question before
    seen = out.read_text()
    assert "0027" in seen.splitlines()[1]
    assert "MARK=mine" in seen
    assert "STARTED_BY" not in seen


def repr_of(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def test_the_first_hook_starts_one_and_two_at_once_start_one(warm) -> None:
    """Two callers that start a helper at once have one helper."""
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(lambda _: warm.hook(warm.event("prompt")), range(2)):
            assert done.returncode == 0
    warm.started.append(client.spawn())
    until = time.monotonic() + 60
    while not manage.running() and time.monotonic() < until:
        time.sleep(0.05)
    assert len(manage.running()) == 1


def test_many_at_once(warm) -> None:
    """64 hooks at once are all answered."""
    warm.start()
    with ThreadPoolExecutor(64) as pool:
        done = list(pool.map(lambda _: warm.hook(warm.event("prompt")), range(64)))
    assert {one.returncode for one in done} == {0}
    assert len({one.stdout for one in done}) == 1
    assert served() > 32  # on a busy machine some do not wait for it


@pytest.mark.parametrize("word", [signal.SIGKILL, signal.SIGSTOP])
def test_a_helper_that_does_not_answer_hinders_nobody(warm, word) -> None:
    """Killed or stopped, the hook is answered all the same."""
    one = warm.start()
    os.kill(one.pid, word)
    try:
        done = warm.hook(warm.event("prompt"))
    finally:
        os.kill(one.pid, signal.SIGCONT) if word == signal.SIGSTOP else None
    assert done.returncode == 0
    assert json.loads(done.stdout)["decision"] == "none"


def test_children_that_are_killed_lose_no_record(warm) -> None:
    """However many of a helper's children end, what was answered with a record is in the ledger."""
    one = warm.start()
    told = []
    for number in range(8):
        name = f"f{number}.py"
        call = {"call_id": f"c{number}", "targets": [{"path": name, "op": "create"}]}
        warm.hook(warm.event("pre", **call))
        (warm.root / name).write_text(f"x = {number}\n")
        running = subprocess.Popen(
            HOOK, cwd=warm.root, env=warm.environment, stdin=-1, stdout=-1, stderr=-1
        )
        with ThreadPoolExecutor(1) as pool:
            raw = json.dumps(warm.event("post", **call)).encode()
            answer = pool.submit(running.communicate, raw)
            time.sleep(0.012 * number)
            for child in children_of(one.pid):
                os.kill(child, signal.SIGKILL)
            told.append(json.loads(answer.result()[0])["record"])
    known = {record.get("id") for record in records(warm.root)}
    assert {record for record in told if record} <= known
    paths = {file["relative_path"] for r in records(warm.root) for file in r.get("files", ())}
    assert paths == {f"f{number}.py" for number in range(8)}


def children_of(process: int) -> list[int]:
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def test_a_process_is_there_before_its_hook(warm) -> None:
    """The child that takes a hook and the one that works were made before; others come after."""
    one = warm.start()
    spares = made_anew(one.pid, set())
    workers = {worker for spare in spares for worker in children_of(spare)}
    for _ in range(2):
        assert warm.hook(warm.event("prompt")).returncode == 0
    others = made_anew(one.pid, spares)
    assert not others & spares
    assert not any(map(is_alive, workers))


@pytest.mark.parametrize("depth", [0, 1])
def test_a_process_that_was_made_before_may_be_killed(warm, depth) -> None:
    """Neither the spare nor its worker is needed: another one is forked."""
    one = warm.start()
    victims = made_anew(one.pid, set())
    if depth:
        victims = {worker for spare in victims for worker in children_of(spare)}
    os.kill(one.pid, signal.SIGSTOP)  # it would make others at once
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    until = time.monotonic() + 30
    while any(map(is_alive, victims)) and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(one.pid, signal.SIGCONT)
    before = served()
    done = warm.hook(warm.event("prompt"))
    assert (done.returncode, json.loads(done.stdout)["decision"]) == (0, "none")
    assert served() == before + 2


def test_children_that_answered_are_no_ones_burden(warm) -> None:
    """The worker that has answered ends before the process that waited for it."""
    one = warm.start()
    spares = made_anew(one.pid, set())
    workers = {worker for spare in spares for worker in children_of(spare)}
    for _ in range(2):
        assert warm.hook(warm.event("prompt")).returncode == 0
    made_anew(one.pid, spares)
    until = time.monotonic() + 30  # the last of them may be ending still
    left = spares | workers
    while left and time.monotonic() < until:
        left = {process for process in left if os.path.exists(f"/proc/{process}")}
    assert not left


def is_alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def made_anew(process: int, known: set[int]) -> set[int]:
    """The helper's children when two wait, none of them known, and each has a child itself."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        found = set(children_of(process))
        if len(found) == 2 and not found & known and all(map(children_of, found)):
            return found
        time.sleep(0.02)
    raise AssertionError("no process is made before its hook")


def test_a_message_is_whole_or_nothing() -> None:
    """Who has taken all of a message may end at once; who is gone takes none."""
    reading, writing = os.pipe()

    def work(line: socket.socket) -> int:
        told = message(line, 1)
        assert told is not None
        os.write(told.files[0], told.parts[0])
        return 0

    one = made_ahead(work)
    assert one.tell([b"a" * 70_000], [writing])
    os.close(writing)
    with open(reading, "rb") as file:
        assert file.read() == b"a" * 70_000
    assert os.waitpid(one.process, 0)[1] == 0
    gone = made_ahead(lambda _: 0)
    os.waitpid(gone.process, 0)
    assert not gone.tell([b"a"], [0])


def test_memory_of_its_own_is_the_same_memory() -> None:
    """Copying pages before they are written changes nothing in them."""
    held = list(range(100_000))
    reading, writing = os.pipe()

    def work(_line: socket.socket) -> int:
        own_memory()
        os.write(writing, str(sum(held)).encode())
        return 0

    one = made_ahead(work)
    os.waitpid(one.process, 0)
    one.close()
    assert int(os.read(reading, 99)) == sum(held)


def test_memory_is_flat(warm) -> None:
    """The helper keeps nothing of its requests: every one is a child's."""
    one = warm.start()
    resident = []
    for _ in range(3):
        for _ in range(60):
            assert manage.running()
        with open(f"/proc/{one.pid}/statm", encoding="ascii") as file:
            resident.append(int(file.read().split()[1]))
    assert resident[2] - resident[1] < 64  # pages


def test_a_helper_of_other_files_leaves(warm, tmp_path) -> None:
    """When a file that it was loaded from changed, the helper answers nothing and goes."""
    (tmp_path / "one.py").write_text("x = 1\n")
    stamp = Stamp([str(tmp_path)])
    assert stamp.holds()
    (tmp_path / "one.py").write_text("x = 22\n")
    assert not stamp.holds()
    (tmp_path / "one.py").unlink()
    assert not stamp.holds()
    code = (
        "import sys; sys.argv = ['x']; from tracer.helper.stamp import Stamp; "
        "Stamp.holds = lambda self: False; from tracer.cli.helper_process import main; main()"
    )
    old = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    path = os.path.join(warm.runtime, "tracer", place.name_of(place.key()))
    until = time.monotonic() + 60
    while not os.path.exists(path) and time.monotonic() < until:
        time.sleep(0.05)
    assert warm.hook(warm.event("prompt")).returncode == 0
    assert old.wait(60) == 0
    assert not os.path.exists(path)


@pytest.mark.skipif(native.core() is None, reason="no native core")
def test_states_of_files_are_the_same_in_c(tmp_path) -> None:
    """The core reads the same bytes, and misses the same file."""
    paths = []
    for number in range(40):
        path = tmp_path / f"f{number}"
        path.write_text("x" * number)
        os.utime(path, ns=(0, 1_700_000_000_123_456_789 + number))
        paths.append(os.fsencode(path))
    of_core = native.core().file_states
    assert of_core(paths) == file_states(paths)
    assert len(of_core(paths)) == 40 * 24
    for states in (of_core, file_states):
        with pytest.raises(FileNotFoundError):
            states([*paths, b"/nowhere/at/all"])


def test_the_rehearsal_is_of_code_that_can_be_read() -> None:
    """Each sample is whole in its language, and reaches the prover: else it warms nothing up."""
    for path, sample in rehearsal.SAMPLES.items():
        before, after = (sample.format("one", number).encode() for number in (1, 3))
        tree = parse(after, path=path)
        assert tree.language.is_full
        assert not any(flags & BROKEN for flags in tree.flags), path
        found = measure(ChangeSet.from_texts({path: before}, {path: after}))
        assert found.verdict.verdict is Verdict.INTENT_EVOLUTION, path
    rehearsal.rehearse()


def test_an_idle_helper_leaves(warm) -> None:
    """It goes by itself, and takes its socket away."""
    warm.start("0.3")
    _, status = os.waitpid(warm.started.pop(), 0)
    assert status == 0
    assert not [n for n in os.listdir(os.path.join(warm.runtime, "tracer")) if "." not in n]


def test_who_is_confined_is_not_served(warm) -> None:
    """A process that may gain no rights handles its event itself: a helper is no way out."""
    warm.start()
    code = (
        "import ctypes; ctypes.CDLL(None).prctl(38, 1, 0, 0, 0); "
        "from tracer.helper import client, place; import os; "
        "c = client.connected(os.path.join(place.directory(), place.name_of(place.key()))); "
        "print(c is not None and client.is_ready(c), client.is_bounded('self'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=warm.environment, capture_output=True, check=True
    )
    assert done.stdout.split() == [b"False", b"True"]


@pytest.mark.usefixtures("warm")
def test_a_confined_process_answers_no_hook() -> None:
    """What an agent's command puts in a helper's place is not believed."""
    code = (
        "import ctypes, socket, sys; ctypes.CDLL(None).prctl(38, 1, 0, 0, 0); "
        "s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print(flush=True); "
        "c, _ = s.accept(); c.sendall(b'+'); c.recv(1)"
    )
    folder = place.directory(make=True)
    assert folder is not None
    path = os.path.join(folder, place.name_of(place.key()))
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=-1) as false:
        assert false.stdout is not None
        false.stdout.readline()
        assert client.connected(path) is None
        false.kill()


def test_bounds_tell_a_limit_from_none() -> None:
    """A process with another limit is not within the same bounds."""
    ours = Bounds(os.getpid())
    assert ours.hold_for(Bounds(os.getpid())) or not ours.is_free
    with subprocess.Popen(["/bin/sh", "-c", "ulimit -n 77; exec sleep 30"]) as other:
        time.sleep(0.3)
        try:
            assert not ours.hold_for(Bounds(other.pid))
        finally:
            other.kill()


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [("TRACER_HELPER", "off", False), ("TRACER_HELPER", "on", True), ("OTHER", "off", True)],
)
def test_when_a_helper_is_wanted(monkeypatch, name, value, wanted) -> None:
    """Unless somebody says no."""
    monkeypatch.delenv("TRACER_HELPER", raising=False)
    monkeypatch.setenv(name, value)
    assert place.is_wanted() is (wanted and sys.platform == "linux")


def test_a_directory_that_others_may_enter_is_not_used(monkeypatch, tmp_path) -> None:
    """Neither one with wider rights, nor a link."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    (tmp_path / "tracer").mkdir(mode=0o700)
    (tmp_path / "tracer").chmod(0o755)
    assert place.directory() is None
    (tmp_path / "tracer").rmdir()
    (tmp_path / "own").mkdir(mode=0o700)
    (tmp_path / "tracer").symlink_to(tmp_path / "own")
    assert place.directory(make=True) is None


@pytest.mark.usefixtures("warm")
def test_there_are_few_helpers(monkeypatch) -> None:
    """An environment of its own for each hook starts no helper each; what is left over goes."""
    folder = place.directory(make=True)
    assert folder is not None
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(client, "spawn", lambda *words: started.append(words))
    held = []
    for number in range(5):
        held.append(os.open(os.path.join(folder, f"k{number}.lock"), os.O_RDWR | os.O_CREAT))
        fcntl.flock(held[-1], fcntl.LOCK_EX)
    for name in ("gone", "gone.lock"):
        with open(os.path.join(folder, name), "w", encoding="ascii"):
            os.utime(os.path.join(folder, name), (0, 0))
    client.start()
    assert len(started) == 1
    assert not {"gone", "gone.lock"} & set(os.listdir(folder))
    monkeypatch.setenv("PYTHONHASHSEED", "5")
    held.append(os.open(os.path.join(folder, "k6.lock"), os.O_RDWR | os.O_CREAT))
    fcntl.flock(held[-1], fcntl.LOCK_EX)
    client.start()
    assert len(started) == 1
    os.close(held.pop())
    client.start()
    assert len(started) == 2
    for lock in held:
        os.close(lock)


def test_no_temporary_directory_is_used(monkeypatch, tmp_path) -> None:
    """Without a runtime directory it is tracer's cache, which confined commands may not write."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert place.directory() is None
    assert place.directory(make=True) == str(tmp_path / ".cache" / "tracer" / "run")


def test_frames_are_whole_or_nothing() -> None:
    """A part that is cut short is no part."""
    ours, theirs = socket.socketpair()
    whole = wire.packed([b"a", b"", b"c" * 70_000])
    with ours, theirs:
        ours.sendall(whole)
        assert wire.received(theirs) == [b"a", b"", b"c" * 70_000]
        ours.sendall(whole[:-1])
        ours.close()
        assert wire.received(theirs) is None


def test_the_client_is_light() -> None:
    """What an answered hook loads is next to nothing."""
    code = "import tracer.cli.start, tracer.helper.client, sys; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"typing", "re", "enum", "socket", "json", "tracer.model.errors"}
