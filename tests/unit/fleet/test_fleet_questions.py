"""What is asked of all repositories is what each of them says, added up."""

from __future__ import annotations

import subprocess
import sys

import pytest
from fleet_files import files_of

from tracer.fleet import packs
from tracer.fleet.questions import ask, blame_by_intent, clones, report
from tracer.fleet.sync import status
from tracer.model.errors import InputError, UsageError
from tracer.queries.blame_by_intent import blame_by_intent as blame_one
from tracer.queries.report import report as report_one

COUNTS = ("records", "changes", "evolutions", "refactorings", "refusals", "lines_written",
          "lines_now", "files")  # fmt: skip


def test_totals_are_the_sums(fleet) -> None:
    """Every count, in total and by repository, is that of `tracer report`."""
    assert fleet.sync()["problems"] == []
    document = report(fleet.storage())
    alone = {name: report_one(one.workspace) for name, one in fleet.repos.items()}
    for name in COUNTS:
        assert document["total"][name] == sum(one["total"][name] for one in alone.values())
        for row in document["by_repository"]:
            assert row[name] == alone[row["repository"]]["total"][name], (row["repository"], name)
    by_intent = {row["id"]: row for row in document["by_intent"]}
    for identity in ("INT-001", "INT-002"):
        rows = [r for one in alone.values() for r in one["by_intent"] if r["id"] == identity]
        for name in COUNTS:
            assert by_intent[identity][name] == sum(row[name] for row in rows)
    for name in ("unseen_changes", "class_mismatches", "reverts"):
        assert document[name] == sum(one[name] for one in alone.values())
    people = {(row["model_identifier"], row["name"]): row for row in document["by_contributor"]}
    for person, row in people.items():
        rows = [
            r
            for one in alone.values()
            for r in one["by_contributor"]
            if (r["model_identifier"], r["name"]) == person
        ]
        for name in COUNTS:
            assert row[name] == sum(one[name] for one in rows), (person, name)
    assert by_intent["INT-001"]["name"] == "Prices"
    assert by_intent["INT-001"]["repositories"] == 3
    assert sum(row["records"] for row in document["over_time"]["rows"]) == 3


def test_code_of_an_intent(fleet) -> None:
    """The lines of an intent are those that each repository tells, blank ends aside."""
    fleet.sync()
    document = blame_by_intent(fleet.storage(), "INT-001")
    assert [row["repository"] for row in document["by_repository"]] == ["one", "three", "two"]
    told = {
        (name, entry["path"], line)
        for name, one in fleet.repos.items()
        for entry in blame_one(one.workspace, "INT-001")["ranges"]
        for line in range(entry["start_line"], entry["end_line"] + 1)
    }
    found = {
        (entry["repository"], entry["path"], line)
        for entry in document["ranges"]
        for line in range(entry["start_line"], entry["end_line"] + 1)
    }
    assert told <= found
    with pytest.raises(InputError, match="no intent is called INT-404"):
        blame_by_intent(fleet.storage(), "INT-404")


def test_clones_begin_with_the_oldest(fleet) -> None:
    """The same function with other locals is found in both repositories, the first one first."""
    fleet.sync(history=True)
    (clone,) = clones(fleet.storage(), nodes=10)["clones"]
    assert clone["repositories"] == 2
    assert [place["repository"] for place in clone["places"]] == ["one", "two"]
    assert clone["oldest"]["path"] == "shop.py"
    assert clone["oldest"]["commit_id"] == fleet.repos["one"].repo.git("rev-parse", "HEAD")


def test_sql_reads_the_warehouse_and_nothing_else(fleet, tmp_path) -> None:
    """Somebody's query sees the tables; files beside them it does not, nor can it write."""
    fleet.sync()
    answer = ask(
        fleet.storage(), "SELECT repository, count(*) AS n FROM records GROUP BY 1 ORDER BY 1"
    )
    assert answer == {"columns": ["repository", "n"], "rows": [["one", 2], ["two", 1]]}
    other = tmp_path / "other.csv"
    other.write_text("a\n1\n")
    for sql in (
        f"SELECT * FROM read_csv('{other}')",
        f"COPY records TO '{tmp_path}/out.csv'",
        "SET enable_external_access = true",
        "SELEC 1",
    ):
        with pytest.raises(UsageError, match="DuckDB: "):
            ask(fleet.storage(), sql)
    assert not (tmp_path / "out.csv").exists()


def test_status(fleet) -> None:
    """A repository is current until something changes in it."""
    fleet.sync()
    fleet.repos["two"].repo.commit("more", extra__py="y = 2\n")
    rows = {row["repository"]: row for row in status(fleet.storage())["repositories"]}
    assert {name: row["state"] for name, row in rows.items()} == {
        "one": "current", "two": "stale", "three": "current",
    }  # fmt: skip
    assert rows["one"]["rows"]["records"] == 2


def test_no_warehouse(fleet) -> None:
    """A question to a place without one says how to make it."""
    with pytest.raises(InputError, match="no warehouse"):
        report(fleet.storage("nowhere"))


def test_other_commands_load_no_engine() -> None:
    """Neither the command line nor `tracer fleet --help` imports pyarrow, DuckDB or Ray."""
    code = (
        "import sys; from tracer.cli.app import COMMANDS, tracer\n"
        "for name in COMMANDS: tracer.get_command(None, name)\n"
        "import tracer.fleet.sync, tracer.fleet.questions\n"
        "print([name for name in ('pyarrow', 'duckdb', 'ray') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_months_are_the_ranges_counted(fleet, monkeypatch) -> None:
    """The table of months says what the ranges say, from partitions and from packs.

    So does the report; packs that a stopped sync did not make are made by the next one.
    """
    fleet.sync()
    sql = (
        "SELECT repository, event, intent_id, mutation_class, model_identifier, {} "
        "FROM {} GROUP BY ALL ORDER BY ALL"
    )
    counted = ask(fleet.storage(), sql.format("count(*), sum(lines)::BIGINT", "ranges"))
    months = sql.format("sum(ranges)::BIGINT, sum(lines)::BIGINT", "months")
    assert ask(fleet.storage(), months)["rows"] == counted["rows"] != []

    monkeypatch.setattr(packs, "_FEWEST", 2)
    assert not [name for name in fleet.storage().folders("parts") if name.startswith("pack-")]
    fleet.repos["two"].agent("INT-002", more__py="LIMIT = 3\nOTHER = 5\n")
    fleet.sync()
    before = files_of(fleet.storage().place(""))
    made = {name.split("/")[-1] for name in before if name.startswith("parts/pack-")}
    assert made == {"lines.parquet", "months.parquet", "records.parquet", "verdicts.parquet"}
    counted = ask(fleet.storage(), sql.format("count(*), sum(lines)::BIGINT", "ranges"))
    assert ask(fleet.storage(), months)["rows"] == counted["rows"]
    told = report(fleet.storage())
    for name in fleet.storage().folders("parts"):
        if name.startswith("pack-"):
            fleet.storage().remove_folder(f"parts/{name}")  # derived: the partitions are there
    assert ask(fleet.storage(), months)["rows"] == counted["rows"]
    assert report(fleet.storage()) == told
    monkeypatch.setattr(packs, "_LARGE", 0)
    fleet.sync()
    assert not [name for name in fleet.storage().folders("parts") if name.startswith("pack-")]
    monkeypatch.undo()
    monkeypatch.setattr(packs, "_FEWEST", 2)
    assert fleet.sync()["taken_in"] == 0
    assert files_of(fleet.storage().place("")) == before
