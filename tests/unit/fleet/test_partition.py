"""A partition in the making holds few rows, and its file has all of them."""

from __future__ import annotations

import io

import pytest

from tracer.fleet import partition
from tracer.fleet.partition import Partition

parquet = pytest.importorskip("pyarrow.parquet")


def rows(count: int) -> list[dict[str, object]]:
    return [
        {
            "repository": "a",
            "commit_id": f"{number:040x}",
            "position": number,
            "timestamp": "2026-01-01T00:00:60Z" if number % 7 == 0 else "2026-01-02T00:00:00+01:00",
            "intent_id": f"INT-{number % 3}" if number % 2 else None,
            "entity_type": "HUMAN",
            "model_identifier": None,
            "contributor": "J\udcffrg" if number % 5 == 0 else "Jörg",
            "parents": 1,
            "files": number,
        }
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [1, 9, 10, 11, 40, 45])
def test_rows_come_out_in_order_whatever_the_sizes(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """24: packed ten at a time into row groups of twenty, the file has the rows given, in order."""
    monkeypatch.setattr(partition, "_HELD", 10)
    monkeypatch.setattr(partition, "_GROUP", 20)
    made = Partition("commits")
    for row in rows(count):
        made.add(row)
        assert len(made._held) < 10
    data = made.data()
    file = parquet.ParquetFile(io.BytesIO(data))
    found = file.read().to_pylist()
    assert [row["position"] for row in found] == list(range(count)) == list(range(made.rows))
    assert file.metadata.num_row_groups == -(-count // 20)
    assert made.intents == {f"INT-{n % 3}" for n in range(count) if n % 2}
    assert {row["contributor"] for row in found} <= {"J\ufffdrg", "Jörg"}
    assert str(found[0]["timestamp"]) == "2026-01-01 00:00:59+00:00"


def test_the_same_rows_are_the_same_bytes() -> None:
    """24: Nothing of the process or the clock is in the file."""
    made = [Partition("commits"), Partition("commits")]
    for one in made:
        for row in rows(30):
            one.add(row)
    assert made[0].data() == made[1].data()


def test_a_table_without_intents_names_none() -> None:
    """The note of such a partition has no list that a question could skip it by."""
    assert Partition("steps").intents is None
