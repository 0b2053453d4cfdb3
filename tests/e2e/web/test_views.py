"""G5: each view beside the JSON it is made of; what `test_documents` does not look at."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from tables import Tables

if TYPE_CHECKING:
    from conftest import Story

LIFE = ":vat:billing/tax.py"


@pytest.fixture(scope="module")
def text(story: Story) -> str:
    return story.page("--life", LIFE).read_text("utf-8")


@pytest.fixture(scope="module")
def tables(text: str) -> dict[str, list[list[str]]]:
    read = Tables()
    read.feed(text)
    return read.rows


@pytest.fixture(scope="module")
def records(story: Story) -> list[dict[str, Any]]:
    ledger = story.root / ".orchestration" / "agent_trace.jsonl"
    return [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]


def section(text: str, name: str) -> str:
    """The HTML of one view."""
    return text.split(f"<section class=view id={name}>", 1)[1].split("</section>", 1)[0]


def test_a_life_is_that_of_log(story: Story, text: str) -> None:
    """G5: The steps of a life, newest first: revision, verdict, kinds, place."""
    document = story.report("log", "-L", ":vat:billing/tax.py")
    steps = section(text, f"life/{LIFE}").split("<li>")[1:]
    assert len(steps) == len(document["changes"]) > 1
    for step, change in zip(steps, document["changes"], strict=True):
        assert change["revision"][-8:] in step
        assert ", ".join(change["kinds"]) in step
        assert ("evolution" in step) == (change["verdict"] == "INTENT_EVOLUTION")
        place = change["after"]
        assert f"{place['path']}:{place['start_line']}-{place['end_line']}" in step


def test_decisions_are_those_of_the_ledger(
    story: Story, text: str, tables: dict[str, list[list[str]]], records: list[dict[str, Any]]
) -> None:
    """G5: Every refusal with its code, and what verify says."""
    refused = [
        [one["timestamp"][:19], one["refusal"]["error_code"]]
        for one in records
        if one["event"] == "refusal"
    ]
    shown = [row[:2] for row in tables["decisions"] if len(row) == 5 and row[0][:2] == "20"]
    assert sorted(shown) == sorted(refused)
    assert len(refused) == 3
    verified = story.report("verify")
    assert verified["ok"]
    assert f"{verified['records']} records" in section(text, "decisions")


def test_every_record_has_a_row(
    tables: dict[str, list[list[str]]], records: list[dict[str, Any]]
) -> None:
    """The newest first."""
    shown = [row[:3] for row in tables["records"][1:]]
    told = [[one["timestamp"][:19], one["id"][-8:], one["event"]] for one in records]
    assert shown == sorted(told, key=lambda row: row[0], reverse=True) or sorted(shown) == sorted(
        told
    )


def test_time_counts_the_changes_of_the_report(
    story: Story, tables: dict[str, list[list[str]]]
) -> None:
    report = story.report("report")
    rows = [row for row in tables["time"] if row[0][:2] == "20"]
    assert sum(int(row[1]) for row in rows) == report["total"]["changes"]
    told = " ".join(row[2] for row in rows)
    assert f"evolution {report['total']['evolutions']}" in told


def test_time_without_a_ledger_counts_commits(story: Story, tmp_path_factory: Any) -> None:
    """Where nothing is recorded, commits without merges, by their author; --since narrows."""
    clone = tmp_path_factory.mktemp("plain") / "clone"
    story.git("clone", "-q", str(story.root), str(clone))
    out = clone.parent / "page.html"
    done = story.run("tracer", "page", "--out", str(out), cwd=clone)
    assert done.returncode == 0, done.stderr
    read = Tables()
    read.feed(out.read_text("utf-8"))
    count = int(story.git("rev-list", "--count", "--no-merges", "HEAD"))
    assert sum(int(row[1]) for row in read.rows["time"] if row[0][:2] == "20") == count
    done = story.run("tracer", "page", "--out", str(out), "--path", "billing/", cwd=clone)
    assert done.returncode == 0, done.stderr
    assert "There is no commit" not in out.read_text("utf-8")
    done = story.run("tracer", "page", "--out", str(out), "--since", "2999-01-01", cwd=clone)
    assert done.returncode == 0, done.stderr
    assert "There is no commit since 2999-01-01" in out.read_text("utf-8")


def test_files_have_the_lines_of_blame(story: Story, tables: dict[str, list[list[str]]]) -> None:
    shown = {row[0]: int(row[1]) for row in tables["files"][1:] if row[1].isdigit()}
    assert shown
    for path, count in shown.items():
        assert len(story.report("blame", path)["lines"]) == count


def test_a_change_has_the_rows_of_diff(story: Story, text: str) -> None:
    """G5: Line numbers and kinds of all rows that differ, file by file in the reading order."""
    names = [story.git("rev-parse", rev).strip() for rev in ("HEAD^", "HEAD")]
    document = story.report("diff", "..".join(names), "--rows", "--refactorings")
    view = section(text, f"change/{names[0]}..{names[1]}")
    parts = view.split("<details class=file")[1:]
    files = sorted(document["files"], key=lambda file: file["reading_order"])
    assert len(parts) == len(files)
    pattern = re.compile(
        r'<tr class="?(\w+)( open)?[^>]*><td class=no>(?:<span[^>]*></span>)?(\d*)<td.*?'
        r"<td class=no>(\d*)<td"
    )
    for part, file in zip(parts, files, strict=True):
        shown = [
            (kind, bool(is_open), int(before or 0), int(after or 0))
            for kind, is_open, before, after in pattern.findall(part)
            if kind != "same"
        ]
        assert shown == [
            (row["kind"], row["is_open"], row["before"] or 0, row["after"] or 0)
            for row in file["rows"]
            if row["kind"] != "same"
        ]
        for change in file["changes"]:
            assert f"<strong>{change['rule']}</strong>" in part
    open_rows = sum(row["is_open"] for file in files for row in file["rows"])
    assert f"{open_rows} of " in view
    for one in document["refactorings"]:
        assert one["type"] in view


def test_narrowing(story: Story) -> None:
    """`--path` and `--intent` leave the rest out; `--rev` shows an earlier commit."""
    text = story.page("--path", "web/**", "--intent", "INT-001").read_text("utf-8")
    assert "id=file/web/src/money.ts>" in text
    assert "id=file/billing/tax.py>" not in text
    assert "id=intent/INT-001>" in text
    assert "id=intent/INT-002>" not in text
    text = story.page("--rev", "HEAD^").read_text("utf-8")
    assert "id=file/billing/tax.py>" not in text
    assert "id=file/billing/invoice.py>" in text


def test_definitions_of_a_file(story: Story, tables: dict[str, list[list[str]]]) -> None:
    """Each with its lines and the changes that its lines remember."""
    rows = [row for row in tables["file/billing/tax.py"] if row and row[0] == "vat"]
    lines = story.report("blame", "billing/tax.py", "-L", ":vat")["lines"]
    origins = {line["origin"]["id"] for line in lines}
    assert [row[1:3] for row in rows] == [
        [f"{lines[0]['line']}-{lines[-1]['line']}", str(len(origins))]
    ]
