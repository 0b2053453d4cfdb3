"""Laws of the ledger: canonical form, states, ids, chains, and the index, on generated input."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import tempfile

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from tracer import native
from tracer.ledger import (
    Index,
    append,
    append_all,
    content_hash,
    read,
    state_from_json,
    state_to_json,
    verify,
)
from tracer.ledger import refresh as refresh_module
from tracer.ledger.canonical import canonical, record_hash, seal
from tracer.ledger.ids import IdSource
from tracer.ledger.reader import Problem, decode
from tracer.ledger.states import coalesce
from tracer.model.attribution import Copied, Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import LedgerError
from tracer.model.workspace import Workspace

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(-1e15, 1e15)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(TEXT, JSON, max_size=5)


@given(JSON)
def test_canonical_is_rfc_8785(value):
    """The fast path and the reference library give the same bytes."""
    assert canonical(value) == rfc8785.dumps(value)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(
                st.characters(codec="ascii", min_codepoint=32, exclude_characters='"\\\x7f'),
                max_size=4,
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@pytest.mark.skipif(native.core() is None, reason="no native core")
@given(PLAIN)
def test_the_core_knows_canonical_form(value):
    """What tracer writes is known for what it is without being made anew."""
    assert native.core().is_canonical(canonical(value))


@pytest.mark.skipif(native.core() is None, reason="no native core")
@given(JSON, st.data())
def test_the_core_takes_nothing_else_for_canonical(value, data):
    """Of any changed line that it says yes to, the canonical form is that line."""
    line = canonical(value)
    pieces = st.sampled_from(
        [b" ", b"0", b"-", b"\\u0041", b"\\/", b",", b'"', b"\\", b"e1", b"{}"]
    )
    at = data.draw(st.integers(0, len(line)))
    drop = data.draw(st.integers(0, 2))
    raw = line[:at] + data.draw(pieces | st.just(b"")) + line[at + drop :]
    try:
        found = json.loads(raw.decode())
    except ValueError:
        return
    if native.core().is_canonical(raw):
        assert canonical(found) == raw


@given(JSON)
def test_canonical_reads_back(value):
    """The canonical form is JSON of an equal value, and its own canonical form."""
    form = canonical(value)
    assert json.loads(form) == value
    assert canonical(json.loads(form)) == form


@given(OBJECTS, OBJECTS)
def test_sealed_hash(body, extra):
    """Whatever a record holds, its hash is that of its canonical form without the hash."""
    integrity = {**extra, "chain": "sha256", "stream": "s", "prev_record_hash": None}
    integrity.pop("record_hash", None)
    line, record = seal(body, integrity)
    stated = record["integrity"]["record_hash"]
    without = {**body, "integrity": integrity}
    assert stated == f"sha256:{hashlib.sha256(rfc8785.dumps(without)).hexdigest()}"
    assert line == canonical(record)
    assert record_hash(record, line) == stated


@given(st.lists(st.tuples(st.integers(0, 2**41), st.binary(min_size=1, max_size=1)), max_size=30))
def test_ids_grow(ticks):
    """Ids of one process ascend whatever clock and randomness do."""
    byte = b"\x00"
    source = IdSource(lambda size: byte * size)
    made = []
    for now, byte in ticks:  # noqa: B007 - the lambda reads it
        made.append(source.next(now * 1_000_000))
    assert made == sorted(set(made))


@given(st.binary(max_size=200))
def test_decoding_never_fails(raw):
    """Any bytes are a JSON object or a described problem."""
    assert isinstance(decode(raw), (dict, str))


LINES = st.lists(
    st.tuples(st.text(" \t", max_size=3), st.text("ab(\r", max_size=3)), min_size=1, max_size=6
)


@given(LINES, st.text(" \t", max_size=4), st.booleans())
def test_content_hash_ignores_where_a_block_stands(lines, indent, is_cut):
    """Indenting all lines, CR LF ends and a missing last line end change nothing."""
    plain = [(lead + rest.replace("\r", "")).encode() for lead, rest in lines]
    shifted = b"\r\n".join(indent.encode() + line for line in plain)
    if not (is_cut and plain[-1].strip()):
        shifted += b"\r\n"
    assert content_hash(b"\n".join(plain) + b"\n") == content_hash(shifted)


@given(LINES, st.integers(0, 5))
def test_content_hash_sees_every_other_byte(lines, place):
    """Another character in any line changes the hash."""
    plain = [(lead + rest).encode() for lead, rest in lines]
    changed = [*plain]
    changed[place % len(plain)] += b"!"
    assert content_hash(b"\n".join(plain)) != content_hash(b"\n".join(changed))


NAMES = ("a.py", "b.py", "größe/c d.py")
PATHS = st.sampled_from(NAMES)
KINDS = st.sampled_from(SourceKind)
IDS = st.sampled_from(["me", "you", "0" * 40, ""])
SOURCES = st.builds(Source, IDS, KINDS, PATHS)
CREDITS = st.builds(
    Credit,
    SOURCES,
    st.integers(1, 9),
    st.builds(Touch, IDS, KINDS, st.sampled_from(["", "move", "rename"])),
    st.sampled_from(Method),
    st.none() | st.builds(Copied, SOURCES, PATHS, st.integers(0, 40)),
)


@st.composite
def states(draw):
    """A state of a text of some lines: each in a run or mixed."""
    runs, mixed, line = [], [], 1
    for _ in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            last = line + draw(st.integers(0, 3))
            runs.append(LineRun(line, last, draw(CREDITS)))
            line = last
        else:
            parts = draw(st.lists(st.tuples(st.integers(1, 5), CREDITS), min_size=2, max_size=3))
            mixed.append(MixedLine(line, tuple(parts)))
        line += 1
    content = f"sha256:{draw(st.integers(0, 2**256 - 1)):064x}"
    return FileState(draw(PATHS), content, tuple(runs), tuple(mixed))


@given(states(), st.sampled_from(["me", "you", "nobody"]))
def test_states_round_trip(state, record_id):
    """A state comes back from its entry without loss, also through JSON."""
    entry = state_to_json(state, record_id, b"x\n" * 100)
    assert state_from_json(entry, record_id) == coalesce(state)
    assert state_from_json(json.loads(canonical(entry)), record_id) == coalesce(state)


@given(states())
def test_coalescing_keeps_every_line(state):
    """Joining runs changes no line's credit and is idempotent."""

    def by_line(value):
        return {
            line: run.credit._replace(line=run.credit.line + line - run.start_line)
            for run in value.runs
            for line in range(run.start_line, run.end_line + 1)
        }

    assert by_line(coalesce(state)) == by_line(state)
    assert coalesce(coalesce(state)) == coalesce(state)


def uuid(number):
    return f"01900000-0000-7000-8000-{number:012x}"


def own_state(rng):
    """A state whose credits name records of the ledgers made here."""

    def credit():
        source = Source(uuid(rng.randint(0, 12)), SourceKind.RECORD, rng.choice(NAMES))
        touch = Touch(uuid(rng.randint(0, 12)), SourceKind.RECORD, "")
        return Credit(source, rng.randint(1, 9), touch, rng.choice(list(Method)))

    runs, mixed, line = [], [], 1
    for _ in range(rng.randint(0, 8)):
        if rng.random() < 0.5:
            last = line + rng.randint(0, 3)
            runs.append(LineRun(line, last, credit()))
            line = last
        else:
            parts = tuple((rng.randint(1, 5), credit()) for _ in range(rng.randint(2, 3)))
            mixed.append(MixedLine(line, parts))
        line += 1
    content = f"sha256:{rng.getrandbits(256):064x}"
    return FileState(rng.choice(NAMES), content, tuple(runs), tuple(mixed))


def steps_of(seed):
    """What some records say, from a seed: to have each part drawn by the search took most of the
    time. Each: states made, moved from, deleted, intent, whether the index is refreshed then."""
    rng = random.Random(seed)
    found = []
    for _ in range(rng.randint(0, 8)):
        made = {state.path: state for state in (own_state(rng) for _ in range(rng.randint(0, 2)))}
        moved = rng.choice([None, "a.py", "b.py"])
        deleted = rng.choice([None, "a.py"])
        intent = rng.choice(["INT-001", "INT-002", None])
        found.append((list(made.values()), moved, deleted, intent, rng.random() < 0.5))
    return found


STEPS = st.integers(0, 1 << 32).map(steps_of)


def record_of(number, step):
    made, moved, deleted, intent, _ = step
    files = [state_to_json(state, uuid(number), b"x\n" * 100) for state in made]
    if moved and files:
        files[0]["before_path"] = moved
    if deleted:
        files.append({"relative_path": deleted, "after": None, "conversations": []})
    return {
        "id": uuid(number),
        "event": "mutation",
        "mutation_class": "AST_REFACTOR",
        "intent_id": intent,
        "files": files,
    }


def answers(index):
    return (
        index.paths(),
        index.intents(),
        [index.latest_state(path) for path in NAMES],
        [index.records_touching(path) for path in NAMES],
        [index.records_of_intent(intent) for intent in ("INT-001", "INT-002")],
        [index.states_with_origin([uuid(number)]) for number in range(30)],
        [index.record(uuid(number)) for number in range(30)],
        [index.entry(uuid(number)) for number in range(30)],
        index.heads(),
    )


@settings(deadline=None, max_examples=60)
@given(STEPS)
def test_replaying_the_ledger_gives_the_same_index(steps):
    """An index refreshed at any moments answers like one built from the ledger alone."""
    with tempfile.TemporaryDirectory() as root:
        workspace = Workspace(os.path.realpath(root))
        os.mkdir(workspace.sidecar)
        with Index.open(workspace) as index:
            for number, step in enumerate(steps):
                append(workspace, record_of(number, step), sync=False)
                if step[-1]:
                    index.refresh()
            index.refresh()
            kept = answers(index)
        shutil.rmtree(workspace.index, ignore_errors=True)
        with Index.open(workspace) as index:
            assert answers(index) == kept


@settings(deadline=None, max_examples=60)
@given(STEPS, STEPS, st.integers(0, 8), st.sampled_from([300, 1500, 1 << 18]))
def test_rewinding_gives_the_same_index(steps, others, kept, chunk):
    """An index of a ledger whose end was replaced answers like one built anew."""
    with tempfile.TemporaryDirectory() as root, pytest.MonkeyPatch.context() as patch:
        patch.setattr(refresh_module, "_CHUNK", chunk)
        workspace = Workspace(os.path.realpath(root))
        os.mkdir(workspace.sidecar)
        records = [record_of(number, step) for number, step in enumerate(steps)]
        append_all(workspace, records, sync=False)
        with open(workspace.ledger, "ab") as file:
            file.write(b"<<<<<<< no record\n")
        Index.open(workspace).close()
        with open(workspace.ledger, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        with open(workspace.ledger, "wb") as file:
            file.write(b"".join(lines[:kept]))
        records = [record_of(20 + number, step) for number, step in enumerate(others)]
        append_all(workspace, records, sync=False)
        with Index.open(workspace) as index:
            found = answers(index)
        shutil.rmtree(workspace.index, ignore_errors=True)
        with Index.open(workspace) as index:
            assert answers(index) == found


@settings(deadline=None, max_examples=60)
@given(STEPS)
def test_latest_states_follow_the_ledger(steps):
    """The index's latest states are those of a plain replay in a dictionary."""
    expected = {}
    with tempfile.TemporaryDirectory() as root:
        workspace = Workspace(os.path.realpath(root))
        os.mkdir(workspace.sidecar)
        records = [record_of(number, step) for number, step in enumerate(steps)]
        append_all(workspace, records, sync=False)
        for record in records:
            for entry in record["files"]:
                expected.pop(entry.get("before_path"), None)
                expected.pop(entry["relative_path"], None)
            for entry in record["files"]:
                if entry["after"] is not None:
                    state = state_from_json(entry, record["id"])
                    expected[entry["relative_path"]] = state
        with Index.open(workspace) as index:
            assert {path: index.latest_state(path) for path in index.paths()} == expected


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_damaged_ledgers_never_crash(data):
    """Any bytes put over, into or in place of a ledger are read, verified and indexed."""
    with tempfile.TemporaryDirectory() as root:
        workspace = Workspace(os.path.realpath(root))
        os.mkdir(workspace.sidecar)
        for number in range(3):
            append(workspace, {"event": "note", "text": str(number)}, sync=False)
        with open(workspace.ledger, "rb") as file:
            whole = file.read()
        start = data.draw(st.integers(0, len(whole)))
        stop = data.draw(st.integers(start, min(len(whole), start + 40)))
        fresh = data.draw(st.binary(max_size=30))
        damaged = whole[:start] + fresh + whole[stop:]
        with open(workspace.ledger, "wb") as file:
            file.write(damaged)
        assert verify(workspace).ok == (damaged == whole)
        problems = [item for _, item in read(workspace) if isinstance(item, Problem)]
        assert all(problem.detail for problem in problems)
        Index.open(workspace).close()
        append(workspace, {"event": "note", "text": "goes on"}, sync=False)
        assert [item["text"] for _, item in read(workspace) if isinstance(item, dict)][-1] == (
            "goes on"
        )


@given(st.integers(2**53, 2**70) | st.sampled_from([float("nan"), 2.0**53, -1e20]))
def test_unsafe_numbers_are_refused(number):
    """A number that other JSON readers would change is refused."""
    try:
        canonical({"n": number})
    except LedgerError:
        return
    raise AssertionError(number)
