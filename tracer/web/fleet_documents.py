"""What the pages of a warehouse are made of: the answers of `tracer fleet`, asked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.fleet import questions
from tracer.fleet.warehouse import open_duckdb
from tracer.web.moments import Moment, unit_of
from tracer.web.overview import contributor_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.fleet.storage import Storage

Json = dict[str, Any]

MOST_FILES = 200  # of an intent that are listed


class FleetDocuments:
    """The answers for one state of a warehouse.

    Cost: some questions over all its repositories. Raises: as `open_duckdb`.
    """

    made_from = "the warehouse that tracer fleet sync made"
    has_ledger = True

    def __init__(self, storage: Storage) -> None:
        self.name = storage.uri.rstrip("/").rpartition("/")[2] or storage.uri
        with open_duckdb(storage) as warehouse:
            self.report = questions.report_of(warehouse)
            self.clones = questions.clones_of(warehouse)["clones"]
            self.shares = [_named(row) for row in questions.shares_of(warehouse)]
            self.moments = [_moment(row) for row in questions.changes_of(warehouse, unit_of)]
            self.files = _by_intent(questions.files_of_intents(warehouse, MOST_FILES))
            self.declared = _by_intent(questions.declared_in(warehouse))
            self.manifests = {one["repository"]: one for one in warehouse.manifests}

    @property
    def about(self) -> str:
        """How many repositories there are."""
        count = len(self.manifests)
        return "1 repository" if count == 1 else f"{count:,} repositories"


def who(row: Json) -> str:
    """The contributor of a row in a few words."""
    names = ("entity_type", "model_identifier", "name")
    return contributor_of({"contributor": {name: row[name] for name in names}})


def _named(row: Json) -> Json:
    return row | {"who": who(row)}


def _moment(row: Json) -> Moment:
    return Moment(row["day"], row["kind"], row["intent_id"] or "", who(row), row["changes"])


def _by_intent(rows: list[Json]) -> Mapping[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for row in rows:
        found.setdefault(row["intent_id"], []).append(row)
    return found
