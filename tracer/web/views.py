"""The views: each a kind, a key, and the HTML of its section.

A view takes documents and addresses and fills a template. The file views come last, because the
others say which of their lines need an anchor.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from tracer.model.ids import short_id
from tracer.web.addresses import identifier
from tracer.web.beside import change_of, life_of
from tracer.web.charts import bars, by_name, height, icicle
from tracer.web.marks import marks
from tracer.web.overview import (
    CLASSES,
    METHODS,
    contributor_of,
    days,
    record_contributor,
    totals,
)
from tracer.web.render import environment
from tracer.web.runs import Origin, Run, origins_of, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.web.addresses import Addresses
    from tracer.web.documents import Documents

Json = dict[str, Any]

# Kind and label of the views in the navigation; the first letters are the keys behind `g`.
NAVIGATION = (
    ("overview", "Overview"),
    ("time", "Time"),
    ("intents", "Intents"),
    ("files", "Files"),
    ("changes", "Changes"),
    ("decisions", "Decisions"),
    ("records", "Records"),
)


class View(NamedTuple):
    """One view as HTML."""

    kind: str
    key: str
    title: str
    html: Markup


class Views:
    """All views of the documents, each made when it is asked for."""

    def __init__(self, site: Documents, at: Addresses) -> None:
        self.site = site
        self.at = at

    def all(self) -> Iterator[View]:
        """Every view, in the order in which they must be made: files last."""
        for kind, _ in NAVIGATION:
            yield self.of(kind)
        if self.at.is_one_file:
            yield self.of("origins")
        for about in self.site.intents:
            yield self.of("intent", about["id"])
        for name in self.site.changes:
            yield self.of("change", name)
        for spec in self.site.narrow.lives:
            yield self.of("life", spec)
        for path in self.site.paths:
            yield self.of("file", path)

    def of(self, kind: str, key: str = "", **more: Any) -> View:
        """One view. Raises: KeyError for a kind or key that is not there; TracerError."""
        template, title, context = getattr(self, f"_{kind}")(key)
        html = environment().get_template(template).render(**self._shared, **(context | more))
        return View(kind, key, title, Markup(html))  # noqa: S704 - made by the templates

    @cached_property
    def _shared(self) -> Json:
        """What every template may use."""
        site = self.site
        return {
            "site": site,
            "narrow": site.narrow,
            "at": self.at,
            "marks": marks(about["id"] for about in site.intents),
            "order": METHODS,
            "identifier": identifier,
            "by_name": by_name,
            "contributor_of": contributor_of,
            "record_contributor": record_contributor,
            "short": short_id,
            "record_ids": {record["id"] for record in site.records},
        }

    @cached_property
    def totals(self) -> Any:
        """The sums over all files."""
        return totals(self.site.blames)

    @cached_property
    def _intent_rows(self) -> list[Json]:
        """A row for each intent: what the registry, the report and the lines say."""
        reported = {row["id"]: row for row in (self.site.report or {}).get("by_intent", ())}
        shares = {share.key: share for share in self.totals.intents}
        rows = []
        for identity, about in [(one["id"], one) for one in self.site.intents] + [("", {})]:
            share, told = shares.get(identity), reported.get(identity or None, {})
            if not identity and share is None:
                continue
            rows.append(
                {
                    "id": identity or None,
                    "name": about.get("name") if identity else None,
                    "status": about.get("status") if identity else None,
                    "lines": share.lines if share else 0,
                    "files": share.files if share else 0,
                    "methods": share.methods if share else {},
                    "evolutions": told.get("evolutions", 0),
                    "refactorings": told.get("refactorings", 0),
                }
            )
        return sorted(rows, key=lambda row: (row["id"] is None, -row["lines"], row["id"] or ""))

    def _overview(self, _key: str) -> tuple[str, str, Json]:
        boxes = icicle(self.totals.files)
        served = sum(share.lines for share in self.totals.intents if share.key)
        context = {
            "totals": self.totals,
            "served_lines": served,
            "boxes": boxes,
            "icicle_height": height(boxes),
            "intent_rows": self._intent_rows,
            "report": self.site.report,
            "verification": self.site.verification,
        }
        return "overview.html", "Overview", context

    def _time(self, _key: str) -> tuple[str, str, Json]:
        rows = days(self.site.records)
        return "time.html", "Time", {"days": rows, "bars": bars(rows, CLASSES)}

    def _intents(self, _key: str) -> tuple[str, str, Json]:
        rows = [row for row in self._intent_rows if row["id"] is not None]
        return "intents.html", "Intents", {"intent_rows": rows}

    def _intent(self, key: str) -> tuple[str, str, Json]:
        about = {one["id"]: one for one in self.site.intents}[key]
        records = [one for one in self.site.records if one.get("intent_id") == key]
        context = {"about": about, "code": self.site.code_of(key), "records": records[::-1]}
        return "intent.html", key, context

    def _files(self, _key: str) -> tuple[str, str, Json]:
        def intent_counts(row: Any) -> list[tuple[str | None, int]]:
            return sorted(row.intents.items(), key=lambda item: (-item[1], item[0] or ""))

        rows = {row.path: row for row in self.totals.files}
        context = {"paths": self.site.paths, "file_rows": rows, "intent_counts": intent_counts}
        return "files.html", "Files", context

    def _file(self, key: str) -> tuple[str, str, Json]:
        if key not in self.site.paths:
            raise KeyError(key)
        file = self.site.text(key)
        runs: list[Run] = []
        own: dict[str, Origin] = {}
        if file.text is not None:
            document = self.site.blame(key)
            is_one = self.at.is_one_file
            origins = self._origins_of_all if is_one else (own := origins_of([document]))
            anchor = identifier("file", key) if is_one else ""
            runs = runs_of(document, file.text, self.at.asked.get(key, set()), anchor, origins)
        context = {
            "path": key,
            "why_not": file.why_not,
            "runs": runs,
            "lives": self._lives_in(key),
            "own_origins": bool(own),
            "origins": sorted(own.values(), key=_newest),
        }
        return "file.html", key, context

    def _lives_in(self, path: str) -> list[tuple[str, str]]:
        """The lives to link to: those asked for; where pages are made on demand, all."""
        specs = [spec for spec in self.site.narrow.lives if spec.endswith(f":{path}")]
        if self.at.is_live:
            specs = [f":{name}:{path}" for name in self.site.definitions(path)]
        return [(spec, spec[1:].rpartition(":")[0]) for spec in specs]

    @cached_property
    def _origins_of_all(self) -> dict[str, Origin]:
        return origins_of(self.site.blames.values())

    def _origins(self, _key: str) -> tuple[str, str, Json]:
        origins = sorted(self._origins_of_all.values(), key=_newest)
        return "origins.html", "Origins", {"origins": origins}

    def _changes(self, _key: str) -> tuple[str, str, Json]:
        return "changes.html", "Changes", {"changes": [self._made(n) for n in self.site.changes]}

    def _change(self, key: str) -> tuple[str, str, Json]:
        change = self._made(key)
        return "change.html", change.title, {"change": change}

    def _made(self, name: str) -> Any:
        known = self._known_changes
        if name not in known:
            known[name] = change_of(self.site, self.at, name)
        return known[name]

    @cached_property
    def _known_changes(self) -> dict[str, Any]:
        return {}

    def _life(self, key: str) -> tuple[str, str, Json]:
        name, _, path = key.removeprefix(":").rpartition(":")
        if not name or not path:
            raise KeyError(key)
        life = life_of(self.site, self.site.life(path, f":{name}"))
        return "life.html", name, {"spec": key, "life": life}

    def _decisions(self, _key: str) -> tuple[str, str, Json]:
        of: dict[str, list[Json]] = {"refusal": [], "approval": [], "checkpoint": []}
        mismatches = []
        for record in reversed(self.site.records):
            of.get(record["event"], []).append(record)
            declared = record.get("declared_class")
            if declared and record.get("mutation_class") not in {None, declared}:
                mismatches.append(record)
        context = {
            "verification": self.site.verification,
            "refusals": of["refusal"],
            "approvals": of["approval"],
            "seals": of["checkpoint"],
            "mismatches": mismatches,
        }
        return "decisions.html", "Decisions", context

    def _records(self, _key: str) -> tuple[str, str, Json]:
        def rules_of(file: Json) -> str:
            counts = Counter(change["rule"] for change in file.get("changes", ()))
            return ", ".join(f"{rule} × {n}" if n > 1 else rule for rule, n in by_name(counts))

        records = self.site.records[::-1]
        return "records.html", "Records", {"records": records, "rules_of": rules_of}

    def _approvals(self, _key: str) -> tuple[str, str, Json]:
        context = {"requests": self.site.requests, "digest_of": digest_of, "told": ""}
        return "approvals.html", "Approvals", context


def _newest(origin: Origin) -> tuple[int, str]:
    """Sorts origins by day, the newest first, then by id."""
    return -int(origin.when.replace("-", "") or 0), origin.id


def digest_of(request: Json) -> str:
    """SHA-256 of what a request asks for: an answer holds for this, not for its id."""
    return hashlib.sha256(f"{request['kind']}\0{request['subject']}".encode()).hexdigest()
