"""The views of a warehouse: repositories, intents and contributors over all of them.

Every number is one of `tracer fleet report`, `blame-by-intent` or `clones`, or a sum of the lines
that those count.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.web.addresses import identifier
from tracer.web.book import View
from tracer.web.charts import by_name, height, icicle
from tracer.web.compact import compact
from tracer.web.documents import Narrow
from tracer.web.fleet_documents import who
from tracer.web.marks import Mark, marks
from tracer.web.overview import METHODS, FileRow
from tracer.web.render import environment
from tracer.web.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.web.addresses import Addresses
    from tracer.web.fleet_documents import FleetDocuments

Json = dict[str, Any]

NAVIGATION = (
    ("overview", "Overview"),
    ("time", "Time"),
    ("repositories", "Repositories"),
    ("intents", "Intents"),
    ("contributors", "Contributors"),
    ("clones", "Shared functions"),
)
_COUNTS = ("changes", "evolutions", "refactorings", "refusals", "lines_written")


class FleetViews:
    """All views of a warehouse, each made when it is asked for."""

    navigation = NAVIGATION
    served_only: tuple[tuple[str, str], ...] = ()
    keyed = frozenset({"repository", "intent"})

    def __init__(self, site: FleetDocuments, at: Addresses) -> None:
        self.site = site
        self.at = at

    def names(self) -> Iterator[tuple[str, str]]:
        """Kind and key of every view."""
        yield from ((kind, "") for kind, _ in NAVIGATION)
        yield from (("repository", name) for name in self.site.manifests)
        yield from (("intent", row["id"]) for row in self._intents)

    def of(self, kind: str, key: str = "", **more: Any) -> View:
        """One view. Raises: KeyError for a kind or key that is not there."""
        title, context = getattr(self, f"_of_{kind}")(key)
        name = "time.html" if kind == "time" else f"fleet_{kind}.html"
        html = environment().get_template(name).render(**self._shared, **(context | more))
        return View(kind, key, title, compact(html))

    @cached_property
    def _shared(self) -> Json:
        """What every template may use."""
        return {
            "site": self.site,
            "narrow": Narrow(),
            "at": self.at,
            "marks": self._marks,
            "people": self._people,
            "order": METHODS,
            "identifier": identifier,
            "by_name": by_name,
            "shown_intents": frozenset(row["id"] for row in self._intents),
            "record_keys": {},
        }

    @cached_property
    def _intents(self) -> list[Json]:
        """The rows of the report, those with most lines first."""
        rows = [row for row in self.site.report["by_intent"] if row["id"] is not None]
        return sorted(rows, key=lambda row: (-row["lines_now"], -row["changes"], row["id"]))

    @cached_property
    def _marks(self) -> dict[str, Mark]:
        return marks(row["id"] for row in self._intents)

    @cached_property
    def _people(self) -> dict[str, Mark]:
        return marks(row["who"] for row in self._contributors if row["who"] != "unknown")

    @cached_property
    def _contributors(self) -> list[Json]:
        """What each wrote by the report, and what is there now of it and where."""
        rows: dict[str, Json] = {}
        for told in self.site.report["by_contributor"]:
            row = rows.setdefault(who(told), {"who": who(told)} | dict.fromkeys(_COUNTS, 0))
            for name in _COUNTS:
                row[name] += told[name]
        lines = sums(self.site.shares, "who")
        for name in lines:
            rows.setdefault(name, {"who": name} | dict.fromkeys(_COUNTS, 0))
        whole = [row | lines.get(name, _NOTHING) for name, row in rows.items()]
        return sorted(whole, key=lambda row: (-row["lines"], -row["changes"], row["who"]))

    @cached_property
    def _by_repository(self) -> Mapping[str, list[Json]]:
        found: dict[str, list[Json]] = {}
        for row in self.site.shares:
            found.setdefault(row["repository"], []).append(row)
        return found

    @cached_property
    def _repositories(self) -> list[Json]:
        """The rows of the report with the lines of each intent, those with most lines first."""
        rows = []
        for told in self.site.report["by_repository"]:
            intents = Counter[str]()
            for row in self._by_repository.get(told["repository"], ()):
                intents[row["intent_id"] or ""] += row["lines"]
            rows.append(told | {"intents": dict(by_name(intents))})
        return sorted(rows, key=lambda row: (-row["lines_now"], -row["changes"], row["repository"]))

    def _of_overview(self, _key: str) -> tuple[str, Json]:
        served = sum(row["lines_now"] for row in self._intents)
        files = [
            FileRow(row["repository"], row["lines_now"],
                    {key or None: count for key, count in row["intents"].items()}, {}, {})
            for row in self._repositories
        ]  # fmt: skip
        boxes = icicle(files, by="intents", whole="all repositories")
        context = {
            "total": self.site.report["total"],
            "served_lines": served,
            "boxes": boxes,
            "icicle_height": height(boxes),
            "repositories": self._repositories,
            "intents": self._intents,
            "contributors": self._contributors,
            "problems": self.site.report["problems"],
        }
        return "Overview", context

    def _of_time(self, _key: str) -> tuple[str, Json]:
        return "Time", timeline(self.site.moments, self._marks, self._people, is_recorded=True)

    def _of_repositories(self, _key: str) -> tuple[str, Json]:
        return "Repositories", {"repositories": self._repositories}

    def _of_repository(self, key: str) -> tuple[str, Json]:
        manifest = self.site.manifests[key]
        rows = self._by_repository.get(key, [])
        context = {
            "manifest": manifest,
            "row": next(row for row in self._repositories if row["repository"] == key),
            "by_intent": sums(rows, "intent_id"),
            "by_contributor": sums(rows, "who"),
        }
        return key, context

    def _of_intents(self, _key: str) -> tuple[str, Json]:
        return "Intents", {"intents": self._intents}

    def _of_intent(self, key: str) -> tuple[str, Json]:
        row = next((one for one in self._intents if one["id"] == key), None)
        if row is None:
            raise KeyError(key)
        mine = [one for one in self.site.shares if one["intent_id"] == key]
        context = {
            "row": row,
            "declared": self.site.declared.get(key, ()),
            "by_repository": sums(mine, "repository"),
            "by_contributor": sums(mine, "who"),
            "files": self.site.files.get(key, ()),
        }
        return key, context

    def _of_contributors(self, _key: str) -> tuple[str, Json]:
        return "Contributors", {"contributors": self._contributors}

    def _of_clones(self, _key: str) -> tuple[str, Json]:
        return "Shared functions", {"clones": self.site.clones}


_NOTHING: Json = {"lines": 0, "repositories": 0, "methods": {}}


def sums(rows: Iterable[Json], name: str) -> dict[str, Json]:
    """Lines by the values of a column, with repositories and ways of knowing; most lines first.

    What has no value is called by the empty text.
    """
    lines: Counter[str] = Counter()
    methods: dict[str, Counter[str]] = {}
    places: dict[str, set[str]] = {}
    for row in rows:
        key = row[name] or ""
        lines[key] += row["lines"]
        methods.setdefault(key, Counter())[row["method"]] += row["lines"]
        places.setdefault(key, set()).add(row["repository"])
    return {
        key: {"lines": count, "repositories": len(places[key]), "methods": methods[key]}
        for key, count in by_name(lines)
    }
