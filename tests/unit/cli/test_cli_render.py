"""What people and editors see, made from documents written by hand."""

from __future__ import annotations

import subprocess

import pytest
from rich.cells import cell_len

from tracer.cli.commands.blame import blame as blame_command
from tracer.cli.output import print_lines
from tracer.cli.render_blame import MARKS, METHODS, blame_lines
from tracer.cli.render_check import check_lines
from tracer.cli.render_diff import diff_lines, verdict_lines
from tracer.cli.render_fingerprint import fingerprint_lines
from tracer.cli.render_intent import blame_by_intent_lines, intent_lines, intent_list_lines
from tracer.cli.render_ledger import check_lines as doctor_lines
from tracer.cli.render_log import log_lines
from tracer.cli.render_porcelain import NO_COMMIT, origin_sha, porcelain_lines
from tracer.cli.render_project_log import project_log_lines
from tracer.cli.render_stat import stat_lines
from tracer.cli.words import clip, who, why
from tracer.model.changes import ChangeSet
from tracer.model.ids import short_id

RECORD = "0199a8c4-7b1e-7c3d-9e4f-0a1b2c3d4e5f"
COMMIT = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def plain(lines) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def origin(kind: str = "record", **fields):
    identifier = {"record": RECORD, "commit": COMMIT, "unknown": None}[kind]
    base = {"id": identifier, "kind": kind, "intent_id": None, "contributor": {}}
    return base | {"timestamp": "2026-11-21T10:00:00+01:00", "path": "a.py", "line": 1} | fields


def row(number: int, method: str = "observed", mixed: bool = False, **fields):
    touch = {"id": RECORD, "kind": "record", "rule": "move"}
    share = {"id": RECORD, "share": 1.0}
    return {
        "line": number,
        "mixed": mixed,
        "method": method,
        "origin": origin(**fields),
        "last": touch,
        "shares": [share],
    }


AGENT = {"entity_type": "AI", "model_identifier": "acme-1", "name": None}


def test_blame_shows_intent_contributor_and_method() -> None:
    """A line starts with whose intent it serves, who wrote it and how that is known."""
    document = {
        "path": "a.py",
        "lines": [
            row(1, intent_id="INT-001", contributor=AGENT),
            row(2, "inferred", kind="commit", contributor={"entity_type": "HUMAN", "name": "Ada"}),
            row(3, "reconciled", mixed=True, contributor={"entity_type": "UNKNOWN"}),
        ],
    }
    assert plain(blame_lines(document, [b"x = 1", b"\ty = 2", b"z"])) == [
        "INT-001  acme-1  2026-11-21 observed   1) x = 1",
        "4b825dc6 Ada     2026-11-21 inferred   2)     y = 2",
        "-        unknown 2026-11-21 reconciled*3) z",
    ]


def test_blame_on_a_terminal_explains_its_marks() -> None:
    """A legend follows, of the marks and methods that are there; a pipe gets the lines alone."""
    cut = row(3, "carried", mixed=True)
    cut["last"] = cut["last"] | {"rule": "cut"}
    document = {"path": "a.py", "lines": [row(1), row(2, mixed=True), cut]}
    lines = plain(blame_lines(document, [b"x", b"y", b"z"], width=60))
    assert lines[:3] == [
        "- unknown 2026-11-21 observed   1) x",
        "- unknown 2026-11-21 observed  *2) y",
        "- unknown 2026-11-21 carried   ~3) z",
    ]
    legend = lines[4:]
    assert [line.split("  ")[0] for line in legend if not line.startswith(" ")] == [
        "*", "~", "-", "observed", "carried",
    ]  # fmt: skip
    assert all(len(line) <= 60 for line in legend)
    assert "took code out of the line" in " ".join(" ".join(legend).split())
    assert len(plain(blame_lines(document, [b"x", b"y", b"z"]))) == 3


@pytest.mark.parametrize(
    "name", ["山田太郎", "Zoe\u0308", "한글", "👩\u200d👩\u200d👧 Ng", "Jo\N{ZERO WIDTH SPACE}e"]
)
def test_blame_aligns_wide_characters(name: str) -> None:
    """Names take the columns that a terminal gives them: wide two, combining ones none."""
    person = {"entity_type": "HUMAN", "name": name}
    other = {"entity_type": "HUMAN", "name": "Bartholomew Q"}
    document = {"path": "a.py", "lines": [row(1, contributor=person), row(2, contributor=other)]}
    for width in (None, 80):
        heads = [line.split(" 2026")[0] for line in plain(blame_lines(document, [], width=width))]
        assert cell_len(heads[0]) == cell_len(heads[1])


def test_blame_last_shows_the_last_touch() -> None:
    """`--last` names the record that touched a line last, and its rule."""
    document = {"path": "a.py", "lines": [row(1, "carried", intent_id="INT-001")]}
    assert plain(blame_lines(document, [b"x"], touch="last")) == ["2c3d4e5f move carried    1) x"]


def test_blame_of_an_empty_file_prints_nothing() -> None:
    """No lines, no output, no error."""
    assert plain(blame_lines({"path": "a.py", "lines": []}, [])) == []


def test_long_names_are_clipped_not_wrapped() -> None:
    """Eighty columns leave room for the code however long a model's name is; a pipe has all."""
    contributor = {"entity_type": "AI", "model_identifier": "m" * 90}
    document = {"path": "a.py", "lines": [row(1, intent_id="INT-" + "9" * 90)]}
    document["lines"][0]["origin"]["contributor"] = contributor
    line = plain(blame_lines(document, [b"x = 1"], width=80))[0]
    assert line.endswith(" 1) x = 1")
    assert len(line) < 70
    (line,) = plain(blame_lines(document, [b"x = 1"]))
    assert "m" * 90 in line


def test_short_ids_tell_records_of_one_minute_apart() -> None:
    """A UUIDv7 begins with the time, so its end is what differs."""
    assert short_id(RECORD) == "2c3d4e5f"
    assert short_id(COMMIT) == "4b825dc6"
    assert short_id(None) == "--------"


@pytest.mark.parametrize(
    ("contributor", "expected"),
    [
        (AGENT, "acme-1"),
        ({"entity_type": "AI"}, "AI"),
        ({"entity_type": "HUMAN", "name": "Ada"}, "Ada"),
        ({"entity_type": "HUMAN"}, "a person"),
        ({"entity_type": "UNKNOWN"}, "unknown"),
        ({}, "unknown"),
        (None, "unknown"),
    ],
)
def test_who(contributor, expected: str) -> None:
    """An unknown contributor is called unknown, never a person or an agent."""
    assert who(contributor) == expected


def test_why_prefers_the_intent() -> None:
    """A commit that cites an intent is shown by the intent."""
    assert why(origin("commit", intent_id="INT-007")) == "INT-007"
    assert why(origin("commit")) == "4b825dc6"
    assert why(origin("record")) == "-"


def test_clip() -> None:
    """A clipped text says so and fits, wide characters counted twice."""
    assert clip("漢字漢字", 5) == "漢字…"
    assert clip("abcdef", 4) == "abc…"
    assert clip("abcd", 4) == "abcd"


def test_porcelain_is_what_git_prints(tmp_path) -> None:
    """For commits the output equals git blame's own, but for `intent` and `method`."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]

    def run(*arguments: str) -> str:
        done = subprocess.run([*git, *arguments], check=True, capture_output=True, text=True)
        return done.stdout

    run("init", "-q")
    for text in ("a\nb\n", "a\nc\nb\n"):
        (tmp_path / "x").write_text(text)
        run("add", "x")
        run("commit", "-qm", f"write {len(text)}")
    expected = run("blame", "--porcelain", "x").splitlines()
    first, second = run("log", "--reverse", "--format=%H %aI").splitlines()

    def line(number: int, entry: str, before: int, subject: str):
        sha, _, moment = entry.partition(" ")
        return row(
            number,
            "inferred",
            kind="commit",
            timestamp=moment,
            line=before,
            path="x",
            summary=subject,
            email="ada@example.org",
            contributor={"entity_type": "HUMAN", "name": "Ada"},
        ) | {"sha": sha}

    rows = [
        line(1, first, 1, "write 4"),
        line(2, second, 2, "write 6"),
        line(3, first, 2, "write 4"),
    ]
    for item in rows:
        item["origin"]["id"] = item["sha"]
    document = {"path": "x", "lines": rows}
    output = b"".join(porcelain_lines(document, [b"a", b"c", b"b"], repeat_headers=False))
    ours = [text for text in output.decode().splitlines() if not text.startswith("method ")]
    ignored = ("boundary", "previous ")
    assert ours == [text for text in expected if not text.startswith(ignored)]


def test_line_porcelain_repeats_the_headers() -> None:
    """Every line of `--line-porcelain` carries its whole header."""
    document = {"path": "a.py", "lines": [row(1, line=1), row(2, line=2)]}
    output = b"".join(porcelain_lines(document, [b"x", b"y"], repeat_headers=True))
    assert output.count(b"author ") == 2
    assert output.count(b"filename a.py\n") == 2


def test_a_record_has_a_sha_of_its_own() -> None:
    """Forty hex digits stand for a record, zeros for an unknown origin."""
    digest = "sha256:" + "ab" * 32
    assert origin_sha(origin(record_hash=digest)) == "ab" * 20
    assert origin_sha(origin("unknown")) == NO_COMMIT
    assert len(origin_sha(origin())) == 40


def test_log_shows_where_it_came_from() -> None:
    """A moved function's line names both places; an introduction only one."""
    before = {"path": "a.py", "start_line": 3, "end_line": 9, "name": "load"}
    after = {"path": "b.py", "start_line": 1, "end_line": 7, "name": "read"}
    document = {
        "element": {"path": "b.py", "name": "read", "kind": "function"} | after,
        "changes": [
            {
                "revision": RECORD,
                "verdict": "AST_REFACTOR",
                "kinds": ["moved", "rename"],
                "before": before,
                "after": after,
                "intent_id": "INT-002",
                "timestamp": "2026-11-21T10:00:00Z",
                "contributor": AGENT,
            },
            {
                "revision": COMMIT,
                "verdict": "INTENT_EVOLUTION",
                "kinds": ["introduced"],
                "before": None,
                "after": before,
            },
        ],
    }
    assert plain(log_lines(document, 80)) == [
        "function b.py:1-7 read",
        "2c3d4e5f 2026-11-21 INT-002 acme-1  AST_REFACTOR moved, rename",
        "         b.py:1-7 read from a.py:3-9 load",
        "4b825dc6            - unknown  INTENT_EVOLUTION introduced",
        "         a.py:3-9 load",
    ]
    document["changes"][0]["summary"] = "read it, by way of the cache, all at once"
    assert plain(log_lines(document, 40))[1:7] == [
        "2c3d4e5f 2026-11-21 INT-002 acme-1  AST_REFACTOR",
        "         moved, rename",
        "         b.py:1-7 read",
        "         from a.py:3-9 load",
        "         read it, by way of the cache,",
        "         all at once",
    ]


def change_document(verdict: str, changes, before="a.py", after="a.py"):
    file = {
        "before": before,
        "after": after,
        "language": "python",
        "verdict": verdict,
        "changes": changes,
    }
    return {"verdict": verdict, "files": [file]}


def test_diff_puts_before_beside_after() -> None:
    """Changed lines stand side by side with their numbers, in the width asked for."""
    span = {"path": "a.py", "start_line": 1, "end_line": 2, "name": "f"}
    change = {
        "rule": "body",
        "verdict": "INTENT_EVOLUTION",
        "evidence": "no rule",
        "before": span,
        "after": span,
    }
    change_set = ChangeSet.from_texts(
        {"a.py": b"def f():\n    return 1\n"}, {"a.py": b"def f():\n    return 2\n"}
    )
    lines = plain(diff_lines(change_document("INTENT_EVOLUTION", [change]), change_set, 60))
    assert lines == [
        "a.py  python  INTENT_EVOLUTION",
        "  body  f  no rule",
        "   1 def f():                │    1 def f():",
        "   2     return 1            │    2     return 2",
        "INTENT_EVOLUTION",
    ]


def test_diff_of_long_lines_goes_on_below() -> None:
    """What is longer than its column goes on in the next line; a pipe gets whole lines."""
    span = {"path": "a.py", "start_line": 1, "end_line": 1, "name": None}
    change = {
        "rule": "text changed",
        "verdict": "INTENT_EVOLUTION",
        "evidence": "the name is free, and nothing looks it up by its spelling",
        "before": span,
        "after": span,
    }
    again = texts = [{"a.py": b"uses = 'actions/setup-python@%s'\n" % end} for end in (b"1", b"2")]
    document = change_document("INTENT_EVOLUTION", [change])
    lines = plain(diff_lines(document, ChangeSet.from_texts(*texts), 60))
    assert lines[1:] == [
        "  text changed",
        "      the name is free, and nothing looks it up by its",
        "      spelling",
        "   1 uses = 'actions/setup-p │    1 uses = 'actions/setup-p",
        "     ython@1'                │      ython@2'",
        "INTENT_EVOLUTION",
    ]
    document["files"][0]["changes"][0]["evidence"] = evidence = "because " * 40 + "so"
    lines = plain(diff_lines(document, ChangeSet.from_texts(*again), None))
    assert lines[1:] == [
        f"  text changed  {evidence}",
        "-    1 uses = 'actions/setup-python@1'",
        "+    1 uses = 'actions/setup-python@2'",
        "INTENT_EVOLUTION",
    ]


def test_diff_columns_hold_wide_characters() -> None:
    """The bar between the two sides stands in one column, whatever the lines are made of."""
    span = {"path": "a.py", "start_line": 1, "end_line": 3, "name": None}
    change = {
        "rule": "body", "verdict": "INTENT_EVOLUTION", "evidence": "",
        "before": span, "after": span,
    }  # fmt: skip
    before = "x = '漢字漢字漢字漢字漢字漢字'\ny = 'e\u0301e\u0301'\nz = '👍🏽'\n"
    texts = ({"a.py": text.encode()} for text in (before, before.replace("=", ":=")))
    document = change_document("INTENT_EVOLUTION", [change])
    lines = plain(diff_lines(document, ChangeSet.from_texts(*texts), 50))
    bars = {cell_len(line.split("│")[0]) for line in lines if "│" in line}
    assert len(bars) == 1
    assert max(cell_len(line) for line in lines) <= 50


def test_diff_links_what_moved_between_files() -> None:
    """A change between two files is shown once, and named with its other place at both."""
    before = {"path": "a.py", "start_line": 1, "end_line": 2, "name": "f"}
    after = {"path": "b.py", "start_line": 5, "end_line": 6, "name": "f"}
    change = {
        "rule": "move", "verdict": "AST_REFACTOR", "evidence": "", "before": before, "after": after,
    }  # fmt: skip
    document = change_document("AST_REFACTOR", [change])
    document["files"].append(document["files"][0] | {"before": "b.py", "after": "b.py"})
    lines = plain(diff_lines(document, ChangeSet.from_texts({}, {}), None))
    assert lines == [
        "a.py  python  AST_REFACTOR",
        "  move  f",
        "      a.py:1-2 f → b.py:5-6 f",
        "b.py  python  AST_REFACTOR",
        "  ← b.py:5-6 f was a.py:1-2 f",
        "AST_REFACTOR  2 files: 2 AST_REFACTOR",
    ]


@pytest.mark.parametrize("width", [None, 80, 40])
def test_stat_fits(width: int | None) -> None:
    """A line for each file with its verdict; on a narrow terminal names have their own lines."""
    document = change_document("INTENT_EVOLUTION", [], before=None, after="src/" + "long" * 6)
    document["files"].append(document["files"][0] | {"before": "b.py", "after": "b.py"})
    lines = plain(stat_lines(document, [(300, 0), (1, 2)], width))
    assert lines[-2:] == [
        "2 files changed, 301 lines added, 2 lines removed",
        "INTENT_EVOLUTION  2 files: 2 INTENT_EVOLUTION",
    ]
    assert width is None or all(len(line) <= width for line in lines[:-2])
    counts = [line for line in lines if "|" in line]
    assert [line.split("|")[1].split()[0] for line in counts] == ["300", "3"]
    assert [line.endswith("INTENT_EVOLUTION") for line in counts] == [True, True]
    assert "+-" in counts[1]


def test_diff_says_nothing_where_there_is_no_evidence() -> None:
    """The kind of edit is told; names that do not fit beside it have a line; files are counted."""
    change = {
        "rule": "function moved",
        "verdict": "INTENT_EVOLUTION",
        "evidence": "",
        "before": {"path": "a.py", "start_line": 1, "end_line": 1, "name": "Invoice.tax_total"},
        "after": {"path": "a.py", "start_line": 2, "end_line": 2, "name": "Invoice.total_of_taxes"},
    }
    document = change_document("INTENT_EVOLUTION", [change])
    document["files"].append(document["files"][0] | {"verdict": "AST_REFACTOR", "changes": []})
    lines = plain(diff_lines(document, ChangeSet.from_texts({}, {}), 54))
    assert lines == [
        "a.py  python  INTENT_EVOLUTION",
        "  function moved",
        "      Invoice.tax_total → Invoice.total_of_taxes",
        "      a.py:1 Invoice.tax_total → a.py:2 Invoice.total_of_taxes",
        "a.py  python  AST_REFACTOR",
        "INTENT_EVOLUTION  2 files: 1 AST_REFACTOR, 1 INTENT_EVOLUTION",
    ]


def test_diff_of_a_renamed_file_shows_no_lines() -> None:
    """None of them is what changed."""
    places = [{"path": p, "start_line": 1, "end_line": 1, "name": None} for p in ("a.py", "b.py")]
    change = {
        "rule": "move_file",
        "verdict": "AST_REFACTOR",
        "evidence": "nobody looks",
        "before": places[0],
        "after": places[1],
    }
    change_set = ChangeSet.from_texts({"a.py": b"x = 1\n"}, {"b.py": b"x = 1\n"})
    lines = plain(diff_lines(change_document("AST_REFACTOR", [change]), change_set, 60))
    assert lines[1:] == ["  move_file  nobody looks", "AST_REFACTOR"]


def test_diff_of_an_added_file_has_one_column() -> None:
    """A file that did not exist is called added, and its lines have the whole width."""
    after = {"path": "b.py", "start_line": 1, "end_line": 1, "name": None}
    change = {
        "rule": "added",
        "verdict": "INTENT_EVOLUTION",
        "evidence": "",
        "before": None,
        "after": after,
    }
    change_set = ChangeSet.from_texts({}, {"b.py": b"x = 1\n"})
    document = change_document("INTENT_EVOLUTION", [change], before=None, after="b.py")
    lines = plain(diff_lines(document, change_set, 60))
    assert lines[0] == "b.py (added)  python  INTENT_EVOLUTION"
    assert lines[2] == "+    1 x = 1"


def test_diff_of_a_long_hunk_is_cut_and_says_so() -> None:
    """Nobody scrolls through a thousand lines to see that a file was added."""
    text = b"".join(b"x%d = 1\n" % i for i in range(1000))
    after = {"path": "b.py", "start_line": 1, "end_line": 1000, "name": None}
    change = {
        "rule": "added",
        "verdict": "INTENT_EVOLUTION",
        "evidence": "",
        "before": None,
        "after": after,
    }
    document = change_document("INTENT_EVOLUTION", [change], before=None, after="b.py")
    lines = plain(diff_lines(document, ChangeSet.from_texts({}, {"b.py": text}), 60))
    assert len(lines) < 50
    assert "    ⋮ 960 more lines" in lines


def test_verdict_lists_every_change_with_its_evidence() -> None:
    """`classify` says which rule explains a change, and why it may."""
    before = {"path": "a.py", "start_line": 3, "end_line": 9, "name": "load"}
    after = {"path": "a.py", "start_line": 1, "end_line": 7, "name": "read"}
    change = {
        "rule": "rename",
        "verdict": "AST_REFACTOR",
        "evidence": "all 3 uses renamed",
        "before": before,
        "after": after,
    }
    assert plain(verdict_lines(change_document("AST_REFACTOR", [change]), 80)) == [
        "AST_REFACTOR",
        "a.py  python  AST_REFACTOR",
        "  rename  load → read  all 3 uses renamed",
        "      a.py:3-9 load → a.py:1-7 read",
    ]


def test_refactorings_have_a_line_each() -> None:
    """Where they were asked for, names follow in lines that fit; else nothing is said of them."""
    after = {"path": "src/shop/tax.py", "start_line": 1, "end_line": 7, "name": "tax"}
    long = {"type": "Rename Variable", "detail": "a" * 40 + " -> " + "b" * 40}
    names = [
        {"type": "Rename Method", "detail": "vat -> tax", "before": after, "after": after},
        long | {"before": after, "after": after},
        {"type": "Inline Method", "detail": "net", "before": after, "after": None},
    ]
    document = change_document("AST_REFACTOR", [])
    told = plain(verdict_lines(document, 80))
    lines = plain(verdict_lines(document | {"refactorings": names}, 80))
    assert lines[: len(told)] == told
    assert lines[len(told) :] == [
        "refactorings",
        "  Rename Method  vat → tax  src/shop/tax.py:1-7 tax",
        "  Rename Variable",
        f"      {'a' * 40} →",
        f"      {'b' * 40}",
        "      src/shop/tax.py:1-7 tax",
        "  Inline Method  net  src/shop/tax.py:1-7 tax",
    ]
    lines = plain(diff_lines(document | {"refactorings": []}, ChangeSet.from_texts({}, {}), 80))
    assert "no refactoring that has a name" in lines


def test_blame_by_intent_groups_by_file() -> None:
    """Ranges stand under their file; what was deleted since is listed too."""
    document = {
        "intent": {"id": "INT-001", "name": "Cache", "status": "IN_PROGRESS"},
        "ranges": [
            {
                "path": "src/a.py",
                "start_line": 3,
                "end_line": 9,
                "element": "Cache.load",
                "record": RECORD,
                "mutation_class": "INTENT_EVOLUTION",
                "method": "carried",
                "content_hash": "sha256:00",
            }
        ],
        "deleted": [{"record": RECORD, "path": "src/a.py", "element": "Cache.dump", "by": COMMIT}],
    }
    assert plain(blame_by_intent_lines(document)) == [
        "INT-001  Cache  IN_PROGRESS",
        "  src/a.py",
        "    3-9  Cache.load  INTENT_EVOLUTION carried    2c3d4e5f",
        "  deleted  src/a.py  Cache.dump  by 4b825dc6",
    ]


def test_blame_by_intent_without_code_says_so() -> None:
    """An intent that has no code left is not an empty answer."""
    document = {
        "intent": {"id": "INT-001", "name": None, "status": None},
        "ranges": [],
        "deleted": [],
    }
    assert "no code of this intent" in "\n".join(plain(blame_by_intent_lines(document)))


def test_intent_list_and_show() -> None:
    """A list has a line for each intent; one intent shows every field that says something."""
    intent = {
        "id": "INT-001",
        "name": "Cache",
        "status": "PENDING",
        "owned_scope": ["src/**", "web/**"],
        "constraints": [],
        "related_specs": [{"type": "specification", "value": "REQ-1"}],
    }
    assert plain(intent_list_lines([intent])) == ["INT-001  PENDING     Cache  src/** web/**"]
    shown = plain(intent_lines(intent))
    assert shown[1:] == [
        "  owned_scope          src/**",
        "                       web/**",
        "  related_specs        specification REQ-1",
    ]
    assert "tracer intent add" in plain(intent_list_lines([]))[0]


def test_fingerprints_show_every_rung() -> None:
    """Each definition stands with its lines and digests."""
    document = {
        "files": [
            {
                "path": "a.py",
                "language": "python",
                "digests": {"TOKENS": "xxh3:00"},
                "definitions": [
                    {
                        "kind": "function",
                        "name": "f",
                        "start_line": 1,
                        "end_line": 2,
                        "digests": {"TOKENS": "xxh3:01"},
                    }
                ],
            }
        ]
    }
    assert plain(fingerprint_lines(document)) == [
        "a.py  python",
        "    TOKENS xxh3:00",
        "  1-2  function f",
        "    TOKENS xxh3:01",
    ]


def test_nothing_shown_moves_the_cursor(capfdbinary):
    """A name out of somebody's ledger can neither hide what was printed nor end its line."""
    print_lines([[("FAIL ", "red"), ("\x1b[1A\x1b[2Kok\n\x9b1A\x7f\ttab", "")]])
    printed = capfdbinary.readouterr().out.decode()
    assert printed == "FAIL ␛[1A␛[2Kok␊\N{REPLACEMENT CHARACTER}1A␡\ttab\n"


def test_check_groups_by_cause_and_file() -> None:
    """A rule once with its fix, below it each cause, below it a line a file."""
    places = [
        {"path": path, "start_line": start, "end_line": end}
        for path, start, end in (("a.py", 3, 9), ("a.py", 12, 12), ("b.py", 1, 20))
    ]
    group = {
        "rule": "no-intent", "message": "this serves no intent", "id": COMMIT,
        "fix": "Add a trailer", "lines": 28, "places": places,
    }  # fmt: skip
    other = group | {"id": None, "lines": 1, "places": places[:1]}
    document = {
        "ok": False, "lines": 30, "commits": 2, "groups": [group, other], "findings": [1, 2, 3, 4],
    }  # fmt: skip
    assert plain(check_lines(document)) == [
        "no-intent  29 lines  Add a trailer.",
        "  4b825dc6  this serves no intent",
        "    a.py:3-9, 12",
        "    b.py:1-20",
        "  this serves no intent",
        "    a.py:3-9",
        "FAIL  30 lines of 2 commits, 4 findings",
    ]


def test_doctor_fits_a_terminal() -> None:
    """Findings and fixes go on below themselves; a pipe has a line each."""
    check = {"name": "command", "status": "fail", "detail": "it is " * 20, "fix": "Put it " * 20}
    lines = plain(doctor_lines([check], 60))
    assert all(len(line) <= 60 for line in lines)
    assert lines[1].startswith(" " * 15)
    assert " ".join(" ".join(lines).split()).count("Put it") == 20
    assert len(plain(doctor_lines([check]))) == 2


def test_blame_s_help_explains_every_mark() -> None:
    """What the legend of a terminal says, the help names."""
    text = " ".join((blame_command.help or "").split())
    assert all(f"`{mark}`" in text for mark in MARKS)
    assert all(method in text for method in METHODS)


def test_project_log_has_a_line_each() -> None:
    """Commits with their subject, records with class and files; long ones go on below."""
    commit = {
        "id": COMMIT, "kind": "commit", "timestamp": "2026-11-21T10:00:00+01:00", "paths": None,
        "contributor": {"entity_type": "HUMAN", "name": "Ada"}, "intent_ids": ["INT-1", "INT-2"],
        "mutation_class": None, "summary": "Prices in every currency",
    }  # fmt: skip
    record = commit | {
        "id": RECORD, "kind": "record", "contributor": AGENT, "intent_ids": [],
        "summary": "changed", "mutation_class": "AST_REFACTOR",
        "paths": [f"{i}.py" for i in range(10)],
    }  # fmt: skip
    assert plain(project_log_lines([commit, record | {"paths": ["a.py"]}], None)) == [
        "4b825dc6 2026-11-21 INT-1, INT-2 Ada  Prices in every currency",
        "2c3d4e5f 2026-11-21 - acme-1 AST_REFACTOR  a.py",
    ]
    assert plain(project_log_lines([record], 60)) == [
        "2c3d4e5f 2026-11-21 - acme-1 AST_REFACTOR",
        "         0.py, 1.py, 2.py, 3.py, 4.py, 5.py, 6.py, 7.py and",
        "         2 more",
    ]
