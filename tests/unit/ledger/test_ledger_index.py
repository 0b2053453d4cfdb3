"""The index: look-ups, incremental refresh, and coming back from any state of its file."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import threading

import pytest

from tracer.ledger import Index, Stat, append, content_hash, new_id, state_to_json
from tracer.ledger import refresh as refresh_module
from tracer.ledger import tables as tables_module
from tracer.ledger.canonical import canonical, seal
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import LedgerError
from tracer.model.workspace import Workspace

TEXT = b"one\ntwo\nthree\n"


def digest(data):
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def lines_from(origin, first, last, *, path="a.py", method=Method.CARRIED):
    touch = Touch(origin, SourceKind.RECORD, "")
    return LineRun(
        first, last, Credit(Source(origin, SourceKind.RECORD, path), first, touch, method)
    )


def record_of(*states, identity=None, before_path=None, gone=(), **more):
    """A mutation that left these states, and deleted `gone`."""
    identity = identity or new_id()
    files = [state_to_json(state, identity, TEXT) for state in states]
    for entry in files:
        if before_path:
            entry["before_path"] = before_path
    files += [{"relative_path": path, "after": None, "conversations": []} for path in gone]
    return {
        "id": identity,
        "event": "mutation",
        "mutation_class": "INTENT_EVOLUTION",
        "intent_id": "INT-001",
        "files": files,
        **more,
    }


def new_state(path, text, identity, *runs):
    own = lines_from(identity, 1, 1, path=path, method=Method.OBSERVED)
    return FileState(path, digest(text), (own, *runs))


@pytest.fixture
def story(workspace):
    """Two files written, one edited, one moved, one deleted; two intents."""
    ids = [new_id() for _ in range(5)]
    states = [
        new_state("a.py", b"a1", ids[0]),
        new_state("b.py", b"b1", ids[1]),
        new_state("a.py", b"a2", ids[2], lines_from(ids[0], 2, 3)),
        new_state("c.py", b"c1", ids[3], lines_from(ids[1], 2, 2, path="b.py")),
    ]
    append(workspace, record_of(states[0], identity=ids[0]))
    append(workspace, record_of(states[1], identity=ids[1], intent_id="INT-002"))
    append(workspace, record_of(states[2], identity=ids[2]))
    append(workspace, record_of(states[3], identity=ids[3], before_path="b.py"))
    append(workspace, record_of(states[1]._replace(path="d.py"), identity=ids[4], gone=["x.py"]))
    return workspace, ids, states


def answers(index):
    """Everything the index says, to compare two of them."""
    paths = index.paths()
    intents = index.intents()
    ids = [entry.id for intent in intents for entry in index.records_of_intent(intent)]
    return (
        paths,
        intents,
        {path: index.latest_state(path) for path in paths},
        {intent: index.records_of_intent(intent) for intent in intents},
        {path: index.records_touching(path) for path in [*paths, "a.py", "b.py", "x.py"]},
        {identity: index.record(identity) for identity in ids},
        {identity: index.states_with_origin([identity]) for identity in ids},
    )


def test_look_ups(story):
    """Records, states, paths, intents and origins are found as the ledger has them."""
    workspace, ids, states = story
    with Index.open(workspace) as index:
        assert index.paths() == ["a.py", "c.py", "d.py"]
        assert index.intents() == ["INT-001", "INT-002"]
        assert index.latest_state("a.py") == states[2]
        assert index.latest_state("b.py") is None
        assert index.latest_state("never.py") is None
        assert index.state(digest(b"a1")) == states[0]
        assert index.state(digest(b"never")) is None
        assert index.record(ids[1])["intent_id"] == "INT-002"
        assert index.record("never") is None
        assert [entry.id for entry in index.records_of_intent("INT-001")] == [
            ids[0], *ids[2:]
        ]  # fmt: skip
        assert [entry.id for entry in index.records_of_intent("INT-001", 2)] == ids[3:]
        assert [entry.id for entry in index.records_touching("b.py")] == [ids[1], ids[3]]
        assert [entry.id for entry in index.records_touching("x.py")] == [ids[4]]


def test_entry(workspace, mutation):
    """An entry says who, when and under which intent without reading the ledger."""
    written = append(workspace, mutation(1))
    with Index.open(workspace) as index:
        os.unlink(workspace.ledger)
        assert index.entry(written["id"]) == (
            written["id"], 1, "mutation", written["timestamp"], "INT-001", "INTENT_EVOLUTION",
            {"entity_type": "AI", "model_identifier": "acme-1"},
        )  # fmt: skip
        assert index.entry("never") is None


def test_contributor_of_an_event_without_files(workspace):
    """A record's own contributor is in its entry."""
    who = {"entity_type": "HUMAN", "name": "Ada"}
    written = append(workspace, {"event": "note", "text": "t", "contributor": who})
    with Index.open(workspace) as index:
        assert index.entry(written["id"]).contributor == who


def test_states_with_origin(story):
    """Only files that now hold a line of an origin are found, also by mixed lines."""
    workspace, ids, states = story
    with Index.open(workspace) as index:
        assert index.states_with_origin([ids[0]]) == [states[2]]
        assert [state.path for state in index.states_with_origin([ids[1]])] == ["c.py", "d.py"]
        assert index.states_with_origin([ids[0], ids[3]]) == [states[2], states[3]]
        assert index.states_with_origin([]) == []
        assert index.states_with_origin([f"x{number}" for number in range(3000)]) == []
    part = lines_from(ids[1], 2, 2).credit
    torn = new_state("a.py", b"a3", "z")._replace(mixed=(MixedLine(2, ((1, part), (2, part))),))
    append(workspace, record_of(torn, identity=new_id()))
    with Index.open(workspace) as index:
        assert "a.py" in [state.path for state in index.states_with_origin([ids[1]])]


def test_content_seen_under_several_paths(workspace):
    """A content's state at the asked path wins, then the latest."""
    first, second = new_id(), new_id()
    at_a, at_b = new_state("a.py", b"same", first), new_state("b.py", b"same", second)
    append(workspace, record_of(at_a, identity=first))
    append(workspace, record_of(at_b, identity=second))
    with Index.open(workspace) as index:
        assert index.state(digest(b"same"), "a.py") == at_a
        assert index.state(digest(b"same"), "b.py") == at_b
        assert index.state(digest(b"same"), "c.py") == at_b
        assert index.state(digest(b"same")) == at_b


def test_two_files_swapped(workspace):
    """Two files that change places in one record are both there afterwards."""
    first, second = new_id(), new_id()
    append(
        workspace,
        record_of(new_state("a.py", b"a", first), new_state("b.py", b"b", first), identity=first),
    )
    record = record_of(
        new_state("a.py", b"b", second), new_state("b.py", b"a", second), identity=second
    )
    record["files"][0]["before_path"], record["files"][1]["before_path"] = "b.py", "a.py"
    append(workspace, record)
    with Index.open(workspace) as index:
        assert index.latest_state("a.py").content == digest(b"b")
        assert index.latest_state("b.py").content == digest(b"a")


def test_no_ledger_yet(workspace):
    """An index of nothing answers nothing, and sees the first record when it comes."""
    with Index.open(workspace) as index:
        assert index.paths() == []
        assert index.records_of_intent("INT-001") == []
        identity = new_id()
        append(workspace, record_of(new_state("a.py", b"a", identity), identity=identity))
        assert index.paths() == []
        index.refresh()
        assert index.paths() == ["a.py"]


def test_uninitialised_workspace(tmp_path):
    """Where tracer was never set up nothing is written."""
    with Index.open(Workspace(str(tmp_path))) as index:
        assert index.paths() == []
    assert os.listdir(tmp_path) == []


def test_incremental_is_like_from_scratch(story, monkeypatch):
    """An index kept up to date record by record answers like one built at once."""
    workspace, _, states = story
    monkeypatch.setattr(refresh_module, "_CHUNK", 700)
    shutil.rmtree(workspace.index)
    with Index.open(workspace) as index:
        for number in range(30):
            identity = new_id()
            state = new_state(f"{number % 4}.py", b"%d" % number, identity, *states[2].runs[1:])
            append(workspace, record_of(state, identity=identity, intent_id=f"I{number % 3}"))
            index.refresh()
        kept = answers(index)
    shutil.rmtree(workspace.index)
    with Index.open(workspace) as index:
        assert answers(index) == kept


def test_only_new_lines_are_read(story, monkeypatch):
    """A refresh parses what was appended, nothing else; and nothing when nothing was."""
    workspace, _, states = story
    Index.open(workspace).close()
    seen = []
    real = refresh_module.parse
    monkeypatch.setattr(
        refresh_module, "parse", lambda line: seen.append(line.number) or real(line)
    )
    Index.open(workspace).close()
    assert seen == []
    append(workspace, record_of(states[0]))
    Index.open(workspace).close()
    assert seen == [6]
    append(workspace, record_of(states[1]))
    Index.open(workspace).close()
    assert seen == [6, 7]


def rewrite(workspace, change):
    with open(workspace.ledger, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    fresh = workspace.ledger + ".new"
    with open(fresh, "wb") as file:
        file.write(b"".join(change(lines)))
    os.replace(fresh, workspace.ledger)


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[::-1],
        lambda lines: lines[:2],
        lambda lines: lines[1:],
        lambda lines: [*lines[:1], b"\n", *lines[1:]],
        lambda lines: [*lines[:2], lines[2].replace(b"INT-001", b"INT-003"), *lines[3:]],
        lambda lines: [*lines, *lines],
        lambda lines: lines[:0],
        lambda lines: [*lines[:-1], lines[-1][:-20]],
        lambda lines: [line.replace(b"\n", b"\r\n") for line in lines],
    ],
    ids=["reversed", "cut", "beheaded", "shifted", "edited", "doubled", "emptied", "torn", "crlf"],
)
@pytest.mark.parametrize("chunk", [300, 1 << 18])
def test_rewritten_ledger(story, change, chunk, monkeypatch):
    """Whatever git or a person does to the file, the index answers as if built from it."""
    monkeypatch.setattr(refresh_module, "_CHUNK", chunk)
    workspace, _, _ = story
    Index.open(workspace).close()
    rewrite(workspace, change)
    with Index.open(workspace) as index:
        found = answers(index)
    shutil.rmtree(workspace.index)
    with Index.open(workspace) as index:
        assert answers(index) == found


def test_rewritten_in_place(story, monkeypatch):
    """An edit in place that keeps the size is seen by its time."""
    monkeypatch.setattr(refresh_module, "_CHUNK", 300)
    workspace, ids, _ = story
    Index.open(workspace).close()
    with open(workspace.ledger, "r+b") as file:
        data = file.read()
        file.seek(0)
        file.write(data.replace(b"INT-002", b"INT-777"))
    status = os.stat(workspace.ledger)
    os.utime(workspace.ledger, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))
    with Index.open(workspace) as index:
        assert index.entry(ids[1]).intent_id == "INT-777"


def test_same_file_written_anew_is_not_read_anew(story, monkeypatch):
    """A ledger that git replaced by the same bytes, or more, keeps its index."""
    workspace, _, states = story
    Index.open(workspace).close()
    rewrite(workspace, lambda lines: lines)
    monkeypatch.setattr(refresh_module, "clear_derived", None)
    Index.open(workspace).close()
    append(workspace, record_of(states[0]))
    rewrite(workspace, lambda lines: lines)
    with Index.open(workspace) as index:
        assert len(index.records_touching("a.py")) == 3


def test_ledger_rewritten_while_open(story):
    """A record whose place changed since the refresh is found again."""
    workspace, ids, states = story
    with Index.open(workspace) as index:
        rewrite(workspace, lambda lines: lines[::-1])
        assert index.record(ids[2])["id"] == ids[2]
        assert index.latest_state("a.py") == states[0]


def test_ledger_removed_while_open(story):
    """A record that is gone is none."""
    workspace, ids, _ = story
    with Index.open(workspace) as index:
        os.unlink(workspace.ledger)
        assert index.record(ids[2]) is None
        assert index.latest_state("a.py") is None


def test_bad_lines_are_skipped(story):
    """Lines that are no valid records change nothing for the others."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        paths = index.paths()
    rewrite(workspace, lambda lines: [b"<<<<<<< HEAD\n", b"\xff\n", b"{}\n", *lines, b"[1]\n"])
    with Index.open(workspace) as index:
        assert index.paths() == paths


def test_replayed_record_counts_once(story):
    """A second line with the same id is not a second record."""
    workspace, ids, states = story
    rewrite(workspace, lambda lines: [*lines, lines[0], lines[1]])
    with Index.open(workspace) as index:
        assert len(index.records_of_intent("INT-001")) == 4
        assert index.paths() == ["a.py", "c.py", "d.py"]
        assert index.latest_state("a.py") == states[2]
        assert index.entry(ids[0]).line == 1


def diverged():
    """Four records: a file begun, changed on two sides of a branch, and other files."""
    base, ours, theirs, other = (new_id() for _ in range(4))
    begun = new_state("a.py", b"base", base)
    mine = new_state("a.py", b"ours", ours, lines_from(base, 2, 2))
    yours = new_state("a.py", b"theirs", theirs, lines_from(base, 2, 2))
    records = [record_of(begun, identity=base)]
    for identity, state in ((ours, mine), (theirs, yours)):
        record = record_of(state, identity=identity)
        record["files"][0]["before"] = digest(b"base")
        records.append(record)
    records.append(record_of(new_state("b.py", b"b", other), identity=other))
    for number, record in enumerate(records):
        record["timestamp"] = f"2026-03-01T12:00:0{number}.000000Z"
    return records, (base, ours, theirs)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3), (3, 0, 2, 1)])
def test_both_sides_of_a_merge(workspace, order):
    """Code of either side is found, and the order of lines changes no answer about a path."""
    records, (base, ours, theirs) = diverged()
    for number in order:
        append(workspace, records[number])
    with Index.open(workspace) as index:
        assert index.latest_state("a.py").content == digest(b"theirs")
        for origin in (base, ours, theirs):
            assert [state.path for state in index.states_with_origin([origin])] == ["a.py"]
        identity = new_id()
        merged = record_of(new_state("a.py", b"merged", identity), identity=identity)
        merged["files"][0]["before"] = digest(b"theirs")
        append(workspace, merged)
        index.refresh()
        assert index.latest_state("a.py").content == digest(b"merged")
        assert [state.path for state in index.states_with_origin([ours])] == ["a.py"]
        assert index.states_with_origin([theirs]) == []


def test_only_what_follows_a_change_is_read_again(story, monkeypatch):
    """A merge that puts lines before our last ones costs those lines, not the whole ledger."""
    monkeypatch.setattr(refresh_module, "_CHUNK", 300)
    workspace, _, states = story
    Index.open(workspace).close()
    foreign = seal_note()
    rewrite(workspace, lambda lines: [*lines[:3], foreign, *lines[3:]])
    seen = []
    real = refresh_module.parse
    monkeypatch.setattr(
        refresh_module, "parse", lambda line: seen.append(line.number) or real(line)
    )
    with Index.open(workspace) as index:
        assert seen in ([4, 5, 6], [3, 4, 5, 6])  # whole chunks are compared
        assert index.latest_state("a.py") == states[2]
        found = answers(index)
    shutil.rmtree(workspace.index)
    with Index.open(workspace) as index:
        assert answers(index) == found


def seal_note():
    """A line of another clone."""
    note = {
        "schema": "tracer.record/1",
        "id": new_id(),
        "timestamp": "2026-03-01T12:00:00.000000Z",
        "event": "note",
        "text": "hello",
    }
    line, _ = seal(note, {"chain": "sha256", "stream": "other", "prev_record_hash": None})
    return line + b"\n"


def test_unfinished_last_line(story):
    """A record without its line end is taken in once an append has ended the line."""
    workspace, _, states = story
    rewrite(workspace, lambda lines: [*lines[:-1], lines[-1][:-1]])
    with Index.open(workspace) as index:
        assert index.paths() == ["a.py", "c.py"]
        append(workspace, record_of(states[0]._replace(path="e.py")))
        index.refresh()
        assert index.paths() == ["a.py", "c.py", "d.py", "e.py"]


# The state of the file


def index_path(workspace):
    return os.path.join(workspace.index, "index.sqlite3")


def put_bytes(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: put_bytes(path, 0, b"not a database" * 5000),
        lambda path: os.truncate(path, 5000),
        lambda path: os.truncate(path, 0),
        lambda path: put_bytes(path, 0, b"\x00" * 4096),
    ],
    ids=["rubbish", "cut", "emptied", "no-header"],
)
def test_damaged_file(story, damage):
    """A damaged index is made anew by itself."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    damage(index_path(workspace))
    with Index.open(workspace) as index:
        assert answers(index) == expected
    with Index.open(workspace) as index:
        assert answers(index) == expected


def test_damaged_in_the_middle_of_use(story):
    """Damage met by a query, not at opening, is repaired too."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    size = os.path.getsize(index_path(workspace))
    put_bytes(index_path(workspace), 8192, b"\xa5" * (size - 8192))
    with Index.open(workspace) as index:
        assert answers(index) == expected


def test_missing_table(story):
    """A table that someone dropped is an index of no use: made anew."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    connection = sqlite3.connect(index_path(workspace))
    connection.execute("DROP TABLE tips")
    connection.commit()
    connection.close()
    with Index.open(workspace) as index:
        assert answers(index) == expected


def test_older_format(story):
    """An index of an older format is dropped and made anew in place."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    os.unlink(index_path(workspace))
    connection = sqlite3.connect(index_path(workspace))
    connection.execute("CREATE TABLE records (something)")
    connection.execute("CREATE TABLE other (something)")
    connection.commit()
    connection.close()
    with Index.open(workspace) as index:
        assert answers(index) == expected


def test_newer_format_is_left_alone(story):
    """An index of a newer tracer stays as it is; ours lies beside it."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    connection = sqlite3.connect(index_path(workspace))
    connection.execute(f"PRAGMA user_version = {tables_module.FORMAT + 1}")
    connection.execute("DELETE FROM records")
    connection.commit()
    connection.close()
    with Index.open(workspace) as index:
        assert answers(index) == expected
    connection = sqlite3.connect(index_path(workspace))
    assert connection.execute("PRAGMA user_version").fetchone()[0] == tables_module.FORMAT + 1
    connection.close()


def test_unwritable_index(story, monkeypatch):
    """Where no index can be written it is built in memory, and answers alike."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    shutil.rmtree(workspace.index)

    def refuse(*_args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tables_module, "make_index_dir", refuse)
    with Index.open(workspace) as index:
        assert answers(index) == expected
    assert not os.path.exists(workspace.index)


def test_directory_in_place_of_the_index(story):
    """Something else under the index's name is no obstacle either."""
    workspace, _, _ = story
    os.makedirs(index_path(workspace))
    with Index.open(workspace) as index:
        assert index.paths() == ["a.py", "c.py", "d.py"]


def test_read_only_index_file(story, monkeypatch):
    """A file that can be read but not written is set aside for one in memory."""
    workspace, _, states = story
    Index.open(workspace).close()
    append(workspace, record_of(states[0]))
    real = sqlite3.connect

    def read_only(path, **options):
        if path == ":memory:":
            return real(path, **options)
        return real(f"file:{path}?mode=ro", uri=True, **options)

    monkeypatch.setattr(tables_module.sqlite3, "connect", read_only)
    with Index.open(workspace) as index:
        assert index.latest_state("a.py") == states[0]


def test_busy_index(story, monkeypatch):
    """An index that another process holds for too long is one clear error."""
    workspace, _, states = story
    Index.open(workspace).close()
    append(workspace, record_of(states[0]))
    monkeypatch.setattr(tables_module, "_BUSY_TIMEOUT_S", 0.05)
    holder = sqlite3.connect(index_path(workspace), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerError, match="the index has been busy"):
        Index.open(workspace)
    holder.execute("ROLLBACK")
    holder.close()


def test_opened_by_many_at_once(story):
    """Many may build and read the index at the same time."""
    workspace, _, _ = story
    with Index.open(workspace) as index:
        expected = answers(index)
    shutil.rmtree(workspace.index)
    found = []

    def work():
        with Index.open(workspace) as index:
            found.append(answers(index))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_unreadable_ledger(workspace):
    """A ledger that cannot be read is one clear error."""
    os.mkdir(workspace.ledger)
    with pytest.raises(LedgerError, match="cannot read agent_trace"):
        Index.open(workspace)


# Caches


def test_texts(workspace):
    """Texts come back by their hash, and survive a rebuild of what is derived."""
    with Index.open(workspace) as index:
        index.put_text(digest(b"text"), b"text")
        index.put_text(digest(b"text"), b"text")
        index.put_text(digest(b""), b"")
        index.refresh(force=True)
        assert index.text(digest(b"text")) == b"text"
        assert index.text(digest(b"")) == b""
        assert index.text(digest(b"never")) is None


def test_damaged_text_is_no_text(workspace):
    """A kept text that does not have its hash any more is not given out."""
    with Index.open(workspace) as index:
        index.put_text(digest(b"a"), b"b")
        index._connection.execute("INSERT INTO snapshots VALUES (NULL, 'x', ?)", (b"rubbish",))
        assert index.text(digest(b"a")) is None
        assert index.text("x") is None


def test_texts_are_pruned(workspace, monkeypatch):
    """The oldest texts go when they take too much space."""
    monkeypatch.setattr("tracer.ledger.clone_cache._PRUNE_EVERY", 10)
    monkeypatch.setattr(Index.prune_texts, "__defaults__", (4000,))
    texts = [os.urandom(1000) for _ in range(10)]
    with Index.open(workspace) as index:
        for text in texts:
            index.put_text(digest(text), text)
        kept = [index.text(digest(text)) is not None for text in texts]
    assert kept == [False] * 9 + [True]


def test_stats(workspace):
    """File statuses are kept until removed, with inodes of all 64 bits."""
    first = Stat(1, 2, 2**64 - 5, digest(b"a"))
    second = Stat(3, 4, 6, digest(b"b"))
    with Index.open(workspace) as index:
        index.put_stats({"a": first, "b": second})
        assert index.known_stats() == {"a": first, "b": second}
        index.put_stats({"a": second}, removed=["b", "c"])
    with Index.open(workspace) as index:
        assert index.known_stats() == {"a": second}


def test_ledger_and_index_hold_no_text(story):
    """Neither file holds source text; only the snapshot cache does, compressed."""
    workspace, _, _ = story
    secret = b"s3cret = compute(nothing_like_this)"
    identity = new_id()
    state = FileState("s.py", digest(secret), (lines_from(identity, 1, 1, path="s.py"),))
    entry = state_to_json(state, identity, secret)
    append(workspace, {**record_of(identity=identity), "files": [entry]})
    Index.open(workspace).close()
    for path in (workspace.ledger, index_path(workspace)):
        with open(path, "rb") as file:
            assert b"s3cret" not in file.read()
    assert entry["conversations"][0]["ranges"][0]["content_hash"] == content_hash(secret)
    assert b"s3cret" not in canonical(entry)
