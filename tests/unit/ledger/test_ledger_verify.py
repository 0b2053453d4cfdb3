"""Verification: every kind of damage is found, and called by its name."""

from __future__ import annotations

import json
import os
import random
import threading
import time

import pytest

from tracer.ledger import Index, append, read, verify
from tracer.ledger.canonical import canonical, seal
from tracer.ledger.storage import open_ledger
from tracer.model.errors import LedgerError
from tracer.model.workspace import Workspace

FIXTURES = os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "fixtures", "ledgers")
with open(os.path.join(FIXTURES, "expected.json"), encoding="utf-8") as _file:
    EXPECTED = json.load(_file)

CLOSED = b'{"schema":"tracer.record/1"}'


def lines_of(path):
    with open(path, "rb") as file:
        return file.read().split(b"\n")[:-1]


def write_lines(workspace, lines, end=b"\n"):
    with open(workspace.ledger, "wb") as file:
        file.write(b"\n".join(lines) + end)


@pytest.fixture
def merged(new_workspace, mutation):
    """A ledger of 60 records: two clones, 30 each, interleaved as merges leave them."""
    ours, theirs = new_workspace("ours"), new_workspace("theirs")
    for number in range(30):
        append(ours, mutation(number + 1))
        append(theirs, mutation(number + 1, path="src/größe.py"))
    mine, others = lines_of(ours.ledger), lines_of(theirs.ledger)
    rng = random.Random(3)
    lines = []
    while mine or others:
        source = mine if mine and (not others or rng.random() < 0.5) else others
        lines.append(source.pop(0))
    write_lines(ours, lines)
    Index.open(ours).close()  # this clone has seen the whole of it
    return ours, lines


def stream(line):
    return json.loads(line)["integrity"]["stream"]


def kinds(workspace):
    return [(problem.line, problem.problem) for problem in verify(workspace).problems]


@pytest.mark.parametrize("name", EXPECTED)
def test_fixture(name):
    """Each ledger in fixtures/ledgers is judged as expected.json says."""
    found = verify(os.path.join(FIXTURES, f"{name}.jsonl"))
    assert {
        "records": found.records,
        "streams": found.streams,
        "problems": [[problem.line, problem.problem] for problem in found.problems],
    } == EXPECTED[name]


def test_every_fixture_is_expected():
    """No fixture is left out."""
    names = {name.removesuffix(".jsonl") for name in os.listdir(FIXTURES) if "jsonl" in name}
    assert names == set(EXPECTED)


def test_json_of_the_contract():
    """The JSON is that of CONTRACT.md, with what was set aside added."""
    document = verify(os.path.join(FIXTURES, "edited.jsonl")).to_json()
    assert document == {
        "ok": False,
        "records": 10,
        "streams": 2,
        "problems": [
            {
                "line": 5,
                "problem": "edited",
                "detail": "record 01900000-0000-7000-8000-000000000005 does not have the hash "
                "it states",
            }
        ],
        "set_aside": [],
    }
    json.dumps(document)


def test_set_aside_line_excuses_no_deletion(workspace):
    """A torn line that is accounted for cannot stand for a record that was deleted."""
    lines = lines_of(os.path.join(FIXTURES, "set-aside.jsonl"))
    write_lines(workspace, [*lines[:4], *lines[5:]])
    assert kinds(workspace) == [(6, "deleted")]
    assert [item.line for item in verify(workspace).set_aside] == [9]


def test_no_ledger(workspace):
    """A workspace without a ledger is clean; a path to nothing is an error."""
    assert verify(workspace) == (0, 0, (), ())
    with pytest.raises(LedgerError, match="there is no ledger"):
        verify(workspace.ledger)


def test_intact(merged):
    """The undamaged ledger verifies, with two streams."""
    assert verify(merged[0]) == (60, 2, (), ())


def test_every_deletion(merged):
    """Each deleted line is reported: deleted, or truncated where it was its stream's last."""
    workspace, lines = merged
    for number in range(60):
        write_lines(workspace, lines[:number] + lines[number + 1 :])
        later = [
            index
            for index, line in enumerate(lines[number + 1 :], number + 1)
            if stream(line) == stream(lines[number])
        ]
        found = kinds(workspace)
        if later:
            assert found == [(later[0], "deleted")], number
        else:
            assert [kind for _, kind in found] == ["truncated"], number


def test_every_adjacent_swap(merged):
    """Two neighbours swapped are reordered when of one stream; else nothing happened."""
    workspace, lines = merged
    for number in range(59):
        swapped = [*lines]
        swapped[number], swapped[number + 1] = swapped[number + 1], swapped[number]
        write_lines(workspace, swapped)
        same = stream(lines[number]) == stream(lines[number + 1])
        assert kinds(workspace) == ([(number + 1, "reordered")] if same else []), number


def test_distant_swaps(merged):
    """Any two lines swapped are reordered, unless no stream's own order changed."""
    workspace, lines = merged
    rng = random.Random(11)
    reported = 0
    for _ in range(100):
        first, second = sorted(rng.sample(range(60), 2))
        swapped = [*lines]
        swapped[first], swapped[second] = swapped[second], swapped[first]
        write_lines(workspace, swapped)
        changed = any(
            [line for line in swapped if stream(line) == name]
            != [line for line in lines if stream(line) == name]
            for name in {stream(line) for line in lines}
        )
        assert {kind for _, kind in kinds(workspace)} == ({"reordered"} if changed else set())
        reported += changed
    assert reported > 60


def test_every_duplication(merged):
    """A copy of any line at any place is replayed, at the copy that breaks its chain."""
    workspace, lines = merged
    rng = random.Random(5)
    for number in range(60):
        for place in {number, number + 1, rng.randrange(61)}:
            write_lines(workspace, [*lines[:place], lines[number], *lines[place:]])
            found = kinds(workspace)
            assert {kind for _, kind in found} == {"replayed"}, (number, place)
            assert {line for line, _ in found} <= {place + 1, number + 1, number + 2}


def test_whole_ledger_twice(merged):
    """A ledger appended to itself is replayed from the first repeated line of each stream."""
    workspace, lines = merged
    write_lines(workspace, lines + lines)
    found = kinds(workspace)
    assert {kind for _, kind in found} == {"replayed"}
    assert found[0] == (61, "replayed")
    assert len(found) == 2


def test_byte_flips(merged):
    """Any flipped byte is reported on its line: edited, malformed, or truncated at the end."""
    workspace, lines = merged
    whole = b"\n".join(lines) + b"\n"
    rng = random.Random(17)
    places = [*rng.sample(range(len(whole)), 250), len(whole) - 1]
    places += [len(b"\n".join(lines[:count])) for count in range(1, 60, 7)]  # line ends
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        write_lines(workspace, [bytes(damaged)], end=b"")
        found = kinds(workspace)
        line = whole[:place].count(b"\n") + 1
        assert found, place
        assert {kind for _, kind in found} <= {"edited", "malformed", "truncated"}, place
        assert all(line <= number <= line + 1 for number, _ in found), (place, found)


def test_every_byte_of_one_line(workspace):
    """Every byte of a record's line is protected."""
    lines = lines_of(os.path.join(FIXTURES, "intact.jsonl"))
    for place in range(len(lines[4])):
        flipped = bytearray(lines[4])
        flipped[place] ^= 1 << (place % 8)
        write_lines(workspace, [*lines[:4], bytes(flipped), *lines[5:]])
        found = kinds(workspace)
        assert found, place
        assert {kind for _, kind in found} <= {"edited", "malformed"}, (place, found)


def test_cut_anywhere(merged):
    """A ledger cut at any byte is truncated, and never anything else."""
    workspace, lines = merged
    whole = b"\n".join(lines) + b"\n"
    rng = random.Random(23)
    for size in [*rng.sample(range(len(whole)), 60), len(whole) - 1, 0]:
        write_lines(workspace, [whole[:size]], end=b"")
        assert {kind for _, kind in kinds(workspace)} == {"truncated"}, size


def test_removed_ledger(merged):
    """A ledger that is gone altogether is truncated, as long as this clone remembers it."""
    os.unlink(merged[0].ledger)
    assert {kind for _, kind in kinds(merged[0])} == {"truncated"}


def test_index_rebuilt_after_the_cut(merged):
    """Reading the cut ledger does not make the witness forget what was there."""
    workspace, lines = merged
    assert len({stream(line) for line in lines[20:]}) == 2
    os.unlink(os.path.join(workspace.index, "stream"))
    write_lines(workspace, lines[:20])
    Index.open(workspace).close()
    assert [kind for _, kind in kinds(workspace)] == ["truncated"] * 2


def test_other_branch_is_not_a_cut(workspace, mutation):
    """A branch whose ledger ends earlier is no truncation; the same branch cut is."""
    git = os.path.join(workspace.root, ".git")
    os.mkdir(git)

    def check_out(branch):
        with open(os.path.join(git, "HEAD"), "w", encoding="utf-8") as file:
            file.write(f"ref: refs/heads/{branch}\n")

    check_out("main")
    append(workspace, mutation(1))
    base = lines_of(workspace.ledger)
    check_out("topic")
    append(workspace, mutation(2))
    Index.open(workspace).close()
    write_lines(workspace, base)
    assert kinds(workspace) == [(1, "truncated")]
    check_out("main")
    assert kinds(workspace) == []


def test_known_record_by_hand(merged):
    """A caller may know of a record too, such as one named in a commit."""
    workspace, lines = merged
    from tracer.ledger.streams import Tail

    last = json.loads(lines[-1])
    tail = Tail(stream(lines[-1]), last["id"], last["integrity"]["record_hash"], "")
    write_lines(workspace, lines[:-1])
    assert verify(workspace.ledger).ok
    (problem,) = verify(workspace.ledger, [tail]).problems
    assert problem.problem == "truncated"
    assert last["id"] in problem.detail


def forge(line, **changes):
    """A record with other content that states a right hash of itself."""
    record = {**json.loads(line), **changes}
    integrity = record.pop("integrity")
    del integrity["record_hash"]
    return seal(record, integrity)[0]


def test_inserted_anywhere(merged):
    """A forged record that names any real predecessor is inserted, and it is the one named."""
    workspace, lines = merged
    rng = random.Random(29)
    for number in range(59):
        if stream(lines[number]) not in {stream(line) for line in lines[number + 1 :]}:
            continue
        forged = forge(lines[number], id="01900000-0000-7000-8000-000000000000")
        place = rng.randrange(number, 61)
        write_lines(workspace, [*lines[:place], forged, *lines[place:]])
        found = kinds(workspace)
        assert (place + 1, "inserted") in found, (number, place, found)
        assert {kind for _, kind in found} == {"inserted"}


def test_record_replaced_by_a_forged_one(merged):
    """A record rewritten with its own hash recomputed breaks the chain after it."""
    workspace, lines = merged
    number = next(n for n in range(30, 60) if stream(lines[n]) == stream(lines[n + 1]))
    write_lines(
        workspace, [*lines[:number], forge(lines[number], intent_id="INT-9"), *lines[number + 1 :]]
    )
    assert kinds(workspace) == [(number + 2, "deleted")]


def test_several_damages_at_once(merged):
    """Damages of different kinds are each reported."""
    workspace, lines = merged
    damaged = [*lines]
    damaged[40] = damaged[40].replace(b"INT-001", b"INT-002")
    damaged[20] = b"garbage"
    damaged.insert(10, damaged[5])
    write_lines(workspace, damaged, end=b"")
    found = kinds(workspace)
    assert {(11, "replayed"), (22, "malformed"), (42, "edited"), (61, "truncated")} <= set(found)


def test_duplicate_key_is_an_edit(merged):
    """A key given twice reads as the last one, but is not what was written."""
    workspace, lines = merged
    damaged = lines[7].replace(b'{"event"', b'{"event":"note","event"', 1)
    write_lines(workspace, [*lines[:7], damaged, *lines[8:]])
    assert kinds(workspace) == [(8, "edited")]


@pytest.mark.parametrize(
    "line",
    [
        b"null", b"1e999", b"NaN", b'{"a":NaN}', b"[" * 100_000, b'{"a":' * 100_000,
        b"\x00", b"\xff", b'{"integrity":{}}',
        b'{"integrity":{"stream":1,"record_hash":2,"prev_record_hash":3}}',
        b'{"integrity":{"chain":"sha256","stream":"s","prev_record_hash":null,'
        b'"record_hash":"sha256:' + b"0" * 64 + b'"},"id":"\\ud800"}',
        CLOSED, b"9" * 5000, b"   ", b"\xef\xbb\xbf{}", b'{"a":1}{"b":2}', b"<<<<<<< HEAD",
    ],
)  # fmt: skip
def test_rubbish_line(merged, line):
    """A line that is no record is malformed, whatever it is; the others are judged as before."""
    workspace, lines = merged
    write_lines(workspace, [*lines[:20], line, *lines[20:]])
    assert kinds(workspace) == [(21, "malformed")]
    found = list(read(workspace))
    assert len(found) == 61
    assert found[20][1].problem == "malformed"


def test_valid_hash_of_an_invalid_record(merged):
    """A record that hashes right but breaks the schema is malformed, with the field."""
    workspace, lines = merged
    body = {"schema": "tracer.record/1", "id": "nonsense", "event": "note"}
    line = seal(body, {"chain": "sha256", "stream": "s", "prev_record_hash": None})[0]
    write_lines(workspace, [*lines, line])
    (problem,) = verify(workspace).problems
    assert problem[:2] == (61, "malformed")
    assert problem.detail.startswith("timestamp: ")


def test_problems_are_limited(workspace, monkeypatch):
    """A file of rubbish is reported without end of memory."""
    from tracer.ledger import verifier

    monkeypatch.setattr(verifier, "LIMIT", 50)
    write_lines(workspace, [b"rubbish %d" % number for number in range(500)])
    assert len(verify(workspace).problems) == 50


def test_memory_does_not_grow_with_the_ledger(tmp_path):
    """Verifying ten times as many records takes no more memory."""
    import tracemalloc

    def peak(count):
        path = str(tmp_path / f"{count}.jsonl")
        prev = None
        with open(path, "wb") as file:
            for number in range(count):
                body = {
                    "schema": "tracer.record/1",
                    "id": f"01900000-0000-7000-8000-{number:012x}",
                    "timestamp": "2026-03-01T12:00:00.000000Z",
                    "event": "note",
                    "text": "x" * 200,
                }
                integrity = {"chain": "sha256", "stream": "s", "prev_record_hash": prev}
                line, record = seal(body, integrity)
                prev = record["integrity"]["record_hash"]
                file.write(line + b"\n")
        tracemalloc.start()
        assert verify(path).ok
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(10)
    assert peak(3000) < 1.2 * peak(300) + 20_000


def test_verify_reads_any_path(merged, tmp_path):
    """A ledger anywhere can be verified by its path, on its own."""
    workspace, lines = merged
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"\n".join(lines) + b"\n")
    assert verify(str(copy)) == verify(workspace) == verify(Workspace(workspace.root))
    assert canonical(json.loads(lines[0])) == lines[0]


def test_an_id_that_two_records_have(new_workspace, mutation):
    """A forged record in a valid chain that takes the name of another is found, in any stream."""
    ours, theirs = new_workspace("ours"), new_workspace("theirs")
    for number in range(5):
        append(ours, mutation(number + 1))
    lines = lines_of(ours.ledger)
    append(theirs, mutation(9, path="src/other.py") | {"id": json.loads(lines[2])["id"]})
    (forged,) = lines_of(theirs.ledger)
    write_lines(ours, [*lines, forged])
    assert kinds(ours) == [(6, "duplicate")]
    write_lines(ours, [forged, *lines])
    assert kinds(ours) == [(4, "duplicate")]
    write_lines(ours, lines)
    assert verify(ours).ok


def test_record_that_is_being_written_is_no_damage(new_workspace, mutation, monkeypatch):
    workspace = new_workspace("w")
    append(workspace, mutation(1))
    is_half_way = threading.Event()

    def by_halves(descriptor, data, write=os.write):
        if threading.current_thread() is not writer or len(data) < 200:
            return write(descriptor, data)
        written = write(descriptor, data[: len(data) // 2])
        if data[:1] == b"{":
            is_half_way.set()
            time.sleep(0.2)
        return written

    writer = threading.Thread(target=append, args=(workspace, mutation(2)))
    monkeypatch.setattr(os, "write", by_halves)
    writer.start()
    is_half_way.wait()
    with open(workspace.ledger, "rb") as file:
        torn = file.read()
    while_written = kinds(workspace)
    writer.join()
    assert not torn.endswith(b"\n")
    assert while_written == kinds(workspace) == []


def test_record_that_its_writer_left_unfinished_is_damage_while_others_hold_no_lock(
    new_workspace, mutation
):
    workspace = new_workspace("w")
    append(workspace, mutation(1))
    append(workspace, mutation(2))
    first, second = lines_of(workspace.ledger)
    write_lines(workspace, [first, second[:100]], end=b"")
    assert {kind for _, kind in kinds(workspace)} == {"truncated"}


@pytest.mark.parametrize("mark", [None, b"sha256"])
def test_lines_end_with_the_one_that_a_writer_is_at(new_workspace, mutation, mark):
    workspace = new_workspace("w")
    append(workspace, mutation(1))
    append(workspace, mutation(2))
    first, second = lines_of(workspace.ledger)
    half = second.rfind(b"sha256")
    write_lines(workspace, [first, second[:half]], end=b"")
    met = []
    with open_ledger(workspace.ledger) as ledger:
        for line in ledger.lines() if mark is None else ledger.lines_with(mark):
            met.append(line)
            if not line.is_terminated:
                with open(workspace.ledger, "ab") as file:
                    file.write(second[half:] + b"\n")
    assert [line.number for line in met] == [1, 2]
