"""CSV and Parquet: the same rows, typed where the format has types."""

from __future__ import annotations

import csv
import datetime as dt
import io
import sys

import pytest
from pyarrow import parquet

from tracer.exchange.tables import COLUMNS, rows, write_csv, write_parquet
from tracer.model.errors import UsageError

APP = "def load(path):\n    return open(path).read()\n"


@pytest.mark.parametrize("table", list(COLUMNS))
def test_csv_and_parquet_agree(traced, tmp_path, table: str) -> None:
    """Every row and column comes out of both, as it went in."""
    traced.agent(app__py=APP)
    traced.agent("INT-002", app__py=APP + "\nX = 1\n", **{'a,"b"__py': "y = 2\n"})
    wanted = list(rows(traced.workspace, table))
    assert [row["intent_id"] for row in wanted][:1] == ["INT-001"]
    assert all(set(row) == set(COLUMNS[table]) for row in wanted)
    text = "".join(write_csv(table, wanted))
    read_back = list(csv.DictReader(io.StringIO(text)))
    assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in wanted] == read_back
    path = str(tmp_path / "out.parquet")
    assert write_parquet(table, wanted, path) == len(wanted)
    found = parquet.read_table(path).to_pylist()
    for row, other in zip(wanted, found, strict=True):
        assert isinstance(other.pop("timestamp"), dt.datetime)
        assert {k: v for k, v in row.items() if k != "timestamp"} == other


def test_rows_of_ranges(traced) -> None:
    """One row says which lines, whose, why, and how that is known."""
    traced.agent(app__py=APP)
    (row,) = rows(traced.workspace, "ranges")
    assert (row["path"], row["start_line"], row["end_line"], row["lines"]) == ("app.py", 1, 2, 2)
    assert (row["model_identifier"], row["method"], row["language"]) == (
        "acme-1",
        "observed",
        "python",
    )
    assert list(rows(traced.workspace, "ranges", "INT-404")) == []


def test_parquet_without_the_extra(tmp_path, monkeypatch) -> None:
    """The error names what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'intent-tracer\[analysis\]'"):
        write_parquet("ranges", [], str(tmp_path / "x.parquet"))


def test_empty_tables(tmp_path) -> None:
    """No rows: a header, and a file with columns."""
    assert "".join(write_csv("records", [])).startswith("record_id,timestamp,")
    assert write_parquet("records", [], str(tmp_path / "x.parquet")) == 0
    assert parquet.read_table(str(tmp_path / "x.parquet")).column_names == list(COLUMNS["records"])
