"""G5: what a page shows is what `--json` says; the same input gives the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from project import Project
from tables import Tables

if TYPE_CHECKING:
    from conftest import Story


@pytest.fixture(scope="module")
def tables(story: Story) -> dict[str, list[list[str]]]:
    read = Tables()
    read.feed(story.page().read_text("utf-8"))
    return read.rows


def blames(story: Story) -> dict[str, Any]:
    paths = [p for p in story.git("ls-files").splitlines() if not p.startswith(".orchestration")]
    return {path: story.report("blame", path) for path in paths}


def test_lines_of_each_intent_are_those_of_blame(
    story: Story, tables: dict[str, list[list[str]]]
) -> None:
    counts: dict[str, int] = {}
    for document in blames(story).values():
        for line in document["lines"]:
            identity = line["origin"]["intent_id"] or "no intent"
            counts[identity] = counts.get(identity, 0) + 1
    shown = {
        row[0].split(" ", 1)[-1]: int(row[3])
        for row in tables["overview"]
        if len(row) == 9 and row[3].isdigit()
    }
    assert shown == counts


def test_gutters_say_what_blame_says(story: Story, tables: dict[str, list[list[str]]]) -> None:
    """G5: Every line of every file: its intent and method are in the gutter beside it."""
    for path, document in blames(story).items():
        said = {}
        for row in tables.get(f"file/{path}", ()):
            if len(row) == 4 and row[2][:1].isdigit():
                said |= dict.fromkeys(map(int, row[2].split()), f"{row[0]} {row[1]}")
        assert said.keys() == {line["line"] for line in document["lines"]}
        for line in document["lines"]:
            gutter = said[line["line"]]
            assert line["method"] in gutter, (path, line["line"], gutter)
            assert (line["origin"]["intent_id"] or "") in gutter
            assert ("mixed" in gutter) == line["mixed"]
            changed, last, origin = (line[key]["id"] for key in ("changed", "last", "origin"))
            assert ("words" in gutter) == (changed is not None and changed != origin)
            assert ("touched" in gutter) == (last is not None and last not in {origin, changed})


def test_ranges_are_those_of_blame_by_intent(
    story: Story, tables: dict[str, list[list[str]]]
) -> None:
    page = story.page().read_text(encoding="utf-8")
    for intent in ("INT-001", "INT-002"):
        wanted = {
            (
                one["path"],
                str(one["start_line"])
                + (f"-{one['end_line']}" if one["end_line"] != one["start_line"] else ""),
                one["method"],
            )
            for one in story.report("blame-by-intent", intent)["ranges"]
        }
        rows = [row for row in tables[f"intent/{intent}"] if len(row) == 6 and row[0] != "File"]
        shown = {(row[0], lines, row[4]) for row in rows for lines in row[1].split(", ")}
        assert shown == wanted
        listed = [one["id"][-8:] for one in story.records() if one.get("intent_id") == intent]
        text = page[page.index(f"id=intent/{intent}>") :].partition("</section>")[0]
        assert all(f"#record/{identity}" in text for identity in listed)


def test_a_change_is_that_of_diff(story: Story, tables: dict[str, list[list[str]]]) -> None:
    names = [story.git("rev-parse", rev).strip() for rev in ("HEAD^", "HEAD")]
    document = story.report("diff", "..".join(names))
    row = next(row for row in tables["changes"] if "Taxes in a file" in row[0])
    assert ("evolution" in row[1]) == (document["verdict"] == "INTENT_EVOLUTION")
    assert row[2:4] == [
        str(len(document["files"])),
        str(sum(len(file["changes"]) for file in document["files"])),
    ]


def test_the_same_input_gives_the_same_bytes(story: Story, tmp_path: Path) -> None:
    """Twice as one file, twice as a directory."""
    first = story.page().read_bytes()
    assert story.page().read_bytes() == first
    trees = []
    for name in ("a", "b"):
        out = tmp_path / name
        story.tracer("page", "--out", str(out))
        trees.append({p.relative_to(out): p.read_bytes() for p in out.rglob("*.html")})
    assert trees[0] == trees[1]


def test_without_code_no_word_of_source_is_there(story: Story) -> None:
    text = story.page("--no-code", "--life", ":vat:billing/tax.py").read_text("utf-8")
    assert "billing/tax.py" in text
    assert "Value added tax" not in text
    assert "Decimal(" not in text


NARROWINGS = [
    (),
    ("--life", ":vat:billing/tax.py"),
    ("--intent", "INT-001"),
    ("--path", "web/**"),
    ("--path", "nothing/**"),
    ("--since", "2100-01-01"),
    ("--rev", "HEAD^"),
    ("--rev", "HEAD^", "--intent", "INT-002", "--path", "billing/**", "--since", "2020-01-01"),
]


@pytest.mark.parametrize("narrowing", NARROWINGS, ids=" ".join)
def test_every_link_of_a_directory_leads_somewhere(
    story: Story, tmp_path: Path, narrowing: tuple[str, ...]
) -> None:
    """Links between the files of `--out DIR` name files that are there, and places in them."""
    out = tmp_path / "pages"
    story.tracer("page", "--out", str(out), *narrowing)
    read = {page: Ids() for page in out.rglob("*.html")}
    for page, ids in read.items():
        ids.feed(page.read_text("utf-8"))
    missing = []
    for page, ids in read.items():
        for href in ids.found:
            path, _, fragment = href.partition("#")
            there = read.get(Path(os.path.normpath(page.parent / path)) if path else page)
            if there is None or (fragment and fragment not in there.ids):
                missing.append((page.name, href))
    assert missing == []
    story.tracer("page", "--out", str(out))  # what it made it may replace
    assert (out / "index.html").exists()


class Links(HTMLParser):
    """Every href, as a browser resolves it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        from urllib.parse import unquote

        if tag == "a":
            self.found += [unquote(value) for name, value in attrs if name == "href" and value]


class Ids(Links):
    """And every id."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        self.ids |= {value for name, value in attrs if name == "id" and value}


@pytest.mark.parametrize("narrowing", NARROWINGS, ids=" ".join)
def test_every_fragment_of_one_file_is_there(story: Story, narrowing: tuple[str, ...]) -> None:
    read = Ids()
    read.feed(story.page(*narrowing).read_text("utf-8"))
    assert {href[1:] for href in read.found} <= read.ids


def test_a_record_is_a_change(story: Story, tmp_path: Path) -> None:
    """G5: What one call changed, side by side, as `tracer diff RECORD` has it."""
    record = _mutations(story)[-1]
    document = story.report("diff", record["id"], "--rows", "--refactorings")
    assert [file["after"] for file in document["files"]] == [
        file["relative_path"] for file in record["files"]
    ]
    text = story.page("--change", record["id"]).read_text("utf-8")
    assert f"id=change/{record['id']}>" in text
    assert f"recorded as {record['mutation_class']}" in text
    open_rows = sum(row["is_open"] for file in document["files"] for row in file["rows"])
    assert f"{open_rows} of " in text
    assert f'href="#change/{record["id"]}"' in text or f"href=#change/{record['id']}" in text
    story.tracer("page", "--out", str(tmp_path / "pages"), "--change", record["id"])
    nothing = story.run("tracer", "diff", record["id"].replace("7", "6"))
    assert nothing.returncode == 3
    assert b"neither a commit nor a file" in nothing.stderr


def test_a_record_whose_text_is_nowhere_says_so(story: Story, tmp_path: Path) -> None:
    """The ledger holds hashes; another clone without the commits has no text to show."""
    record = _mutations(story)[0]
    other = Project(tmp_path, new=False)
    other.root.mkdir(parents=True)
    other.git("init", "-q")
    other.tracer("init")
    shutil.copy(story.ledger_path, other.ledger_path)
    done = other.run("tracer", "diff", record["id"])
    assert done.returncode == 3
    assert b"is not in this clone" in done.stderr
    assert b"Traceback" not in done.stderr


def _mutations(story: Story) -> list[dict[str, Any]]:
    lines = story.ledger_path.read_text("utf-8").splitlines()
    return [one for one in map(json.loads, lines) if one["event"] == "mutation"]


def test_the_demo_ends_with_its_page(story: Story, tmp_path: Path) -> None:
    """`make demo` names a page, and the page has the life of what the story is about."""
    out = tmp_path / "new" / "demo.html"
    done = story.run("tracer", "demo", "--page", str(out))
    assert done.returncode == 0, done.stderr
    assert str(out) in done.stderr.decode()
    assert "id=life/:vat:billing/tax.py>" in out.read_text("utf-8")


def test_an_interrupted_write_leaves_the_old_file(story: Story, tmp_path: Path) -> None:
    """The file is written beside its name and renamed; what cannot be written changes nothing."""
    out = tmp_path / "report.html"
    out.write_text("old")
    done = story.run("tracer", "page", "--out", str(tmp_path / "no" / "report.html"))
    assert done.returncode == 3
    assert b"no such file" in done.stderr.lower()
    assert out.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.html"]


@pytest.mark.parametrize("name", ["report.html", "report"])
def test_a_killed_write_leaves_what_was_there(story: Story, tmp_path: Path, name: str) -> None:
    """At any moment: the old page is whole, or the new one is."""
    out = tmp_path / name
    story.tracer("page", "--out", str(out), "--path", "web/**")
    shown = out if out.is_file() else out / "index.html"
    before = shown.read_bytes()
    whole = {before}
    stops = cycle((signal.SIGTERM, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
    for delay, stop in zip((0.05, 0.3, 0.45, 0.6, 0.75, 0.9, 1.2), stops, strict=False):
        program = os.path.join(os.path.dirname(sys.executable), "tracer")
        process = subprocess.Popen(
            [program, "page", "--out", str(out)],
            cwd=story.root,
            env=story.environment(),
            stderr=subprocess.DEVNULL,
        )
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        process.send_signal(stop)
        process.wait()
        if process.returncode == 0:
            whole.add(shown.read_bytes())
        now = shown.read_bytes()
        assert now.rstrip().endswith(b"</html>") or now in whole
    story.tracer("page", "--out", str(out))
    assert shown.exists()


def test_many_files(tmp_path: Path) -> None:
    """A large repository as a directory of pages, one a file."""
    large = Project(tmp_path)
    for number in range(200):
        place = large.root / f"src/part{number % 50}/module{number}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"def answer{number}():\n    return {number}\n")
    large.git("init", "-q")
    large.git("add", "-A")
    large.git("commit", "-qm", "Many modules")
    out = tmp_path / "pages"
    done = large.run("tracer", "page", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert len(list((out / "file").rglob("*.html"))) == len(large.git("ls-files").split())
    links = Links()
    links.feed((out / "files.html").read_text("utf-8"))
    assert all((out / href.partition("#")[0]).exists() for href in links.found if href[0] != "#")
