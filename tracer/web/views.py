"""The views: each a kind, a key, and the HTML of its section.

A view takes documents and addresses and fills a template. The file views come last, because the
others say which of their lines need an anchor.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tracer.model.ids import short_id
from tracer.web.addresses import identifier
from tracer.web.beside import change_of, life_of
from tracer.web.book import View
from tracer.web.charts import by_name, height, icicle
from tracer.web.compact import compact
from tracer.web.marks import Mark, marks
from tracer.web.moments import of_commits, of_records
from tracer.web.overview import METHODS, contributor_of, record_contributor, totals
from tracer.web.paint import Painter
from tracer.web.render import environment
from tracer.web.runs import Origin, Run, origins_of, runs_of, sources_of
from tracer.web.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.web.addresses import Addresses
    from tracer.web.documents import Documents

Json = dict[str, Any]

# Kind and label of the views in the navigation; the first letters are the keys behind `g`.
RANGES_A_ROW = 20  # 200 rows are drawn at first
NAVIGATION = (
    ("overview", "Overview"),
    ("time", "Time"),
    ("intents", "Intents"),
    ("files", "Files"),
    ("changes", "Changes"),
    ("decisions", "Decisions"),
    ("records", "Records"),
)


class Views:
    """All views of the documents, each made when it is asked for."""

    navigation = NAVIGATION
    served_only = (("approvals", "Approvals"),)
    keyed = frozenset({"intent", "file", "change", "life"})

    def __init__(self, site: Documents, at: Addresses) -> None:
        self.site = site
        self.at = at

    def names(self) -> Iterator[tuple[str, str]]:
        """Kind and key of every view, in the order in which they must be made: files last."""
        yield from ((kind, "") for kind, _ in NAVIGATION)
        if self.at.is_one_file:
            yield "origins", ""
        yield from (("intent", about["id"]) for about in self.site.intents)
        yield from (("change", name) for name in self.site.changes)
        yield from (("life", spec) for spec in self.site.lives)
        yield from (("file", path) for path in self.site.paths)

    def of(self, kind: str, key: str = "", **more: Any) -> View:
        """One view. Raises: KeyError for a kind or key that is not there; TracerError."""
        template, title, context = getattr(self, f"_{kind}")(key)
        html = environment().get_template(template).render(**self._shared, **(context | more))
        return View(kind, key, title, compact(html))

    @cached_property
    def _shared(self) -> Json:
        """What every template may use."""
        site = self.site
        return {
            "site": site,
            "narrow": site.narrow,
            "at": self.at,
            "marks": self._marks,
            "people": self._people,
            "order": METHODS,
            "identifier": identifier,
            "by_name": by_name,
            "contributor_of": contributor_of,
            "record_contributor": record_contributor,
            "short": short_id,
            "record_keys": self._record_keys,
            "shown_intents": frozenset(one["id"] for one in site.intents),
            "shown_files": frozenset(site.paths),
            "changes_shown": frozenset(site.changes),
        }

    @cached_property
    def _record_keys(self) -> dict[str, str]:
        """How addresses call each record: its short id, unless an older record has it already."""
        keys: dict[str, str] = {}
        taken = set()
        for record in self.site.records:
            key = short_id(record["id"])
            keys[record["id"]] = record["id"] if key in taken else key
            taken.add(key)
        return keys

    @cached_property
    def _marks(self) -> dict[str, Mark]:
        """Intents by lines, then by id."""
        lines = [share.key for share in self.totals.intents if share.key]
        return marks(dict.fromkeys([*lines, *(one["id"] for one in self.site.intents)]))

    @cached_property
    def _people(self) -> dict[str, Mark]:
        return marks(share.key for share in self.totals.contributors if share.key != "unknown")

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
        served = sum(share.lines for share in self.totals.intents if share.key)
        by = "intents" if served else "people"
        boxes = icicle(self.totals.files, by=by)
        context = {
            "totals": self.totals,
            "served_lines": served,
            "owners": self._marks if served else self._people,
            "by": by,
            "boxes": boxes,
            "icicle_height": height(boxes),
            "intent_rows": self._intent_rows,
            "report": self.site.report,
            "verification": self.site.verification,
        }
        return "overview.html", "Overview", context

    def _time(self, _key: str) -> tuple[str, str, Json]:
        is_recorded = bool(self.site.records)
        moments = of_records(self.site.records) if is_recorded else of_commits(self.site.commits)
        context = timeline(moments, self._marks, self._people, is_recorded=is_recorded)
        return "time.html", "Time", context

    def _intents(self, _key: str) -> tuple[str, str, Json]:
        rows = [row for row in self._intent_rows if row["id"] is not None]
        return "intents.html", "Intents", {"intent_rows": rows}

    def _intent(self, key: str) -> tuple[str, str, Json]:
        about = {one["id"]: one for one in self.site.intents}[key]
        records = [one for one in self.site.records if one.get("intent_id") == key]
        approvals = [one for one in records if one["event"] == "approval"]
        code = self.site.code_of(key)
        context = {
            "about": about,
            "code": code,
            "code_rows": joined_ranges(code["ranges"]) if code else [],
            "approvals": approvals[::-1],
            "records": [one for one in reversed(records) if one["event"] != "approval"],
        }
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
        sources: list[str] = []
        if file.text is not None:
            document = self.site.blame(key)
            is_one = self.at.is_one_file
            origins = self._origins_of_all if is_one else (own := self._origins_in([document]))
            anchor = identifier("file", key) if is_one else ""
            sources = sources_of(document)
            defined = self._definitions(key, document)
            lines = _lines(file.text)
            painter = Painter(key, file.text, lines) if self.site.narrow.code else None

            def paint(first: int, last: int) -> Markup:
                return painter.lines(first, last) if painter is not None else Markup("")

            asked = self.at.asked.get(key, set())
            runs = runs_of(
                document, paint, count=len(lines), asked=asked, prefix=anchor, origins=origins
            )
        context = {
            "path": key,
            "why_not": file.why_not,
            "runs": runs,
            "sources": sources,
            "defined": defined if file.text is not None else [],
            "own_origins": any(one.id not in self._record_keys for one in own.values()),
            "origins": [one for one in _sorted(own) if one.id not in self._record_keys],
        }
        return "file.html", key, context

    def _definitions(self, path: str, document: Json) -> list[Json]:
        """A row for each definition: where it stands, and what its lines say of its life."""
        answers = {line["line"]: line for line in document["lines"]}
        lives = self.site.lives_in(path, is_live=self.at.is_live)
        rows = []
        for one in self.site.definitions(path):
            lines = range(one.start_line, one.end_line + 1)
            found = [answers[number]["origin"] for number in lines if number in answers]
            known = [origin for origin in found if origin.get("timestamp")]
            moments = sorted(origin["timestamp"][:10] for origin in known)
            spec = f"{one.spec}:{path}"
            rows.append(
                {
                    "defined": one,
                    "line": self.at.line(path, one.start_line),
                    "spec": spec if spec in lives else None,
                    "origins": len({origin["id"] for origin in known}),
                    "first": moments[0] if moments else "",
                    "last": moments[-1] if moments else "",
                    "people": Counter(contributor_of(origin) for origin in found),
                    "intents": _by_count(o["intent_id"] for o in found if o["intent_id"]),
                }
            )
        return rows

    def _origins_in(self, documents: Iterable[Json]) -> dict[str, Origin]:
        return origins_of(documents, self.site.commit)

    @cached_property
    def _origins_of_all(self) -> dict[str, Origin]:
        return self._origins_in(self.site.blames.values())

    def _origins(self, _key: str) -> tuple[str, str, Json]:
        """What no row of the records tells: commits, and records that are not shown."""
        found = _sorted(self._origins_of_all)
        origins = [one for one in found if one.id not in self._record_keys]
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
        name, _, path = key.removeprefix(":").partition(":")
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


def joined_ranges(ranges: Iterable[Json]) -> list[Json]:
    """The ranges of an intent, those of one definition with one origin as one row with `lines`.

    A row ends after `RANGES_A_ROW` ranges and the next one goes on: a browser draws so many rows
    at a time, and a row of thousands of links would take longer than a reader waits.
    """
    rows: list[Json] = []
    last: dict[tuple[Any, ...], Json] = {}
    for one in ranges:
        key = tuple(one[name] for name in ("path", "element", "mutation_class", "method", "record"))
        row = last.get(key)
        if row is None or len(row["lines"]) == RANGES_A_ROW:
            row = last[key] = {**one, "lines": []}
            rows.append(row)
        row["lines"].append((one["start_line"], one["end_line"]))
    return rows


def _by_count(names: Iterable[str]) -> list[str]:
    """Each name once, the most frequent first."""
    counts = Counter(names)
    return sorted(counts, key=lambda name: (-counts[name], name))


def _sorted(origins: dict[str, Origin]) -> list[Origin]:
    """The newest day first, then by id."""
    return sorted(origins.values(), key=lambda one: (-int(one.when.replace("-", "") or 0), one.id))


def _lines(text: bytes) -> list[bytes]:
    """Lines that end with a line feed and with nothing else, as blame counts them."""
    parts = text.split(b"\n")
    return [*(part + b"\n" for part in parts[:-1]), *([parts[-1]] if parts[-1] else [])]


def digest_of(request: Json) -> str:
    """SHA-256 of what a request asks for: an answer holds for this, not for its id."""
    return hashlib.sha256(f"{request['kind']}\0{request['subject']}".encode()).hexdigest()
