"""`tracer fleet` through the installed command: a fresh machine, a directory, no server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from test_cli_exchange import traced

if TYPE_CHECKING:
    from pathlib import Path

    from project import Project


def test_fleet(project: Project, tmp_path: Path) -> None:
    """Sync, status and every question, for people and as JSON; bad input is one line."""
    traced(project)
    listed = tmp_path / "repos.yaml"
    listed.write_text("repositories:\n  - path: repo\n    name: team/shop\n")
    warehouse = str(tmp_path / "warehouse")
    told = project.tracer("fleet", "sync", str(listed), "--to", warehouse)
    assert "1 taken in, 0 unchanged, 0 with problems" in told
    assert project.report("fleet", "sync", str(listed), "--to", warehouse)["unchanged"] == 1

    place = ("--from", warehouse)
    (row,) = project.report("fleet", "status", *place)["repositories"]
    assert (row["repository"], row["state"], row["problem"]) == ("team/shop", "current", None)
    assert "team/shop" in project.tracer("fleet", "status", *place)

    alone = project.report("report")["total"]
    document = project.report("fleet", "report", *place)
    assert {
        name: document["total"][name] for name in ("records", "lines_written", "lines_now")
    } == {name: alone[name] for name in ("records", "lines_written", "lines_now")}
    assert "INT-001  Prices" in project.tracer("fleet", "report", *place)

    code = project.report("fleet", "blame-by-intent", "INT-001", *place)
    assert code["lines"] == alone["lines_now"]
    assert "shop/prices.py:1-" in project.tracer("fleet", "blame-by-intent", "INT-001", *place)

    assert project.report("fleet", "clones", *place)["clones"] == []
    assert "no function stands in several" in project.tracer("fleet", "clones", *place)
    assert project.report("fleet", "clones", "--repositories", "1", "--nodes", "5", *place)[
        "clones"
    ]
    assert project.tracer("fleet", "clones", "--repositories", "1", "--nodes", "5", *place)

    sql = "SELECT path, sum(lines)::BIGINT AS n FROM ranges GROUP BY ALL"
    assert project.report("fleet", "sql", sql, *place) == {
        "columns": ["path", "n"], "rows": [["shop/prices.py", 11]],
    }  # fmt: skip
    assert project.tracer("fleet", "sql", sql, *place).split() == [
        "path",
        "n",
        "shop/prices.py",
        "11",
    ]
    assert project.report("fleet", "prune", *place) == {"removed": 0}


def test_tables_fit_a_terminal(project: Project, tmp_path: Path) -> None:
    """Long names are clipped to 80 columns where somebody looks; a pipe has all of them."""
    traced(project)
    name = "a-team-with-a-long-name/a-repository-whose-name-is-long-as-well"
    listed = tmp_path / "repos.yaml"
    listed.write_text(f"- path: repo\n  name: {name}\n")
    place = ("--from", str(tmp_path / "warehouse"))
    project.tracer("fleet", "sync", str(listed), "--to", place[1])
    for question in ("report", "status"):
        assert name in project.tracer("fleet", question, *place)
        done = project.run("env", "COLUMNS=80", "tracer", "fleet", question, *place)
        told = done.stdout.decode()
        assert max(map(len, told.splitlines())) <= 80
        assert (name in told, name[:10] in told) == (False, True)


def test_bad_input(project: Project, tmp_path: Path) -> None:
    """Each is one clear line with its exit code, and nothing is left behind."""
    listed = tmp_path / "repos.yaml"
    warehouse = str(tmp_path / "warehouse")

    def told(*words: str) -> tuple[int, str]:
        done = project.run("tracer", "fleet", *words)
        assert b"Traceback" not in done.stderr
        assert done.stderr.count(b"\n") <= 1
        return done.returncode, done.stderr.decode()

    assert told("sync", str(listed), "--to", warehouse)[0] == 3
    for text, wanted in (
        ("repositories: 3\n", "no list of repositories"),
        ("- path: a\n  colour: red\n", "unknown key 'colour'"),
        ("- path: a\n  url: b\n", "needs either"),
        ("- a\n- b/a\n", "the name 'a' stands twice"),
        ("- path: a\n  name: ../a\n", "no name can be"),
        ("- [", "repos.yaml"),
    ):
        listed.write_text(text)
        code, error = told("sync", str(listed), "--to", warehouse)
        assert (code, wanted in error) == (3, True), error
    assert not (tmp_path / "warehouse").exists()
    listed.write_text("- nowhere\n- repo\n")
    done = project.run("tracer", "fleet", "sync", str(listed), "--to", warehouse, "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["taken_in"]) == (1, 1)
    assert document["problems"][0]["repository"] == "nowhere"
    assert told("sync", str(listed), "--to", warehouse, "--shard", "3/2")[0] == 2
    assert told("report", "--from", str(tmp_path))[0] == 3
    assert told("report", "--from", "ftp://host/there")[0] == 2
    for sql in ("SELECT 1 +", "", "-- nothing", "SELECT 1; SELECT 2"):
        assert told("sql", sql, "--from", warehouse)[0] == 2
    (tmp_path / "file").write_text("")
    assert told("sync", str(listed), "--to", str(tmp_path / "file"))[0] == 3
