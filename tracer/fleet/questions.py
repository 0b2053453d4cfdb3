"""What a company asks of its repositories together: report, code of an intent, clones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.fleet.warehouse import open_duckdb
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from tracer.fleet.storage import Storage
    from tracer.fleet.warehouse import Warehouse

Json = dict[str, Any]

PERIODS = ("day", "week", "month")
_COUNTS = ("records", "changes", "evolutions", "refactorings", "refusals", "lines_written")

_PLACE = ("repository", "path", "name", "start_line", "end_line", "first_seen", "commit_id")

# One row a record, with what `tracer report` counts of it.
_COUNTED = """
SELECT repository, intent_id, entity_type, model_identifier, contributor, timestamp,
       1 AS records,
       (event IN ('mutation', 'reconcile', 'import'))::INT AS changes,
       coalesce((verdict = 'INTENT_EVOLUTION')::INT, 0) AS evolutions,
       coalesce((verdict = 'AST_REFACTOR')::INT, 0) AS refactorings,
       (event = 'refusal')::INT AS refusals,
       CASE WHEN event IN ('mutation', 'reconcile', 'import') THEN lines ELSE 0 END AS lines_written
FROM records
"""
_SUMS = ", ".join(f"coalesce(sum({name}), 0)::BIGINT AS {name}" for name in _COUNTS)
_NONE = ", ".join("0" for _ in _COUNTS)
_CHANGED = "event IN ('mutation', 'reconcile', 'import')"

_INTENTS = """
SELECT intent_id AS id, count(DISTINCT repository)::BIGINT AS repositories,
       any_value(name) AS name, any_value(status) AS status
FROM (SELECT intent_id, repository FROM records
      UNION ALL SELECT intent_id, repository FROM lines WHERE is_counted)
LEFT JOIN (SELECT intent_id, min(name) AS name,
                  CASE WHEN count(DISTINCT status) = 1 THEN min(status) END AS status
           FROM intents GROUP BY intent_id) USING (intent_id)
GROUP BY intent_id
"""

_OTHERS = """
SELECT count(*) FILTER (event = 'reconcile')::BIGINT AS unseen_changes,
       count(*) FILTER (declared_class IS DISTINCT FROM mutation_class
                        AND declared_class <> '')::BIGINT AS class_mismatches,
       count(reverts)::BIGINT AS reverts
FROM records
"""

_CLONES = """
WITH alike AS (
    SELECT language, alpha_hash, count(*)::BIGINT AS places,
           count(DISTINCT repository)::BIGINT AS repositories
    FROM definitions WHERE nodes >= ? AND kind = 'function'
    GROUP BY language, alpha_hash HAVING count(DISTINCT repository) >= ?
    ORDER BY repositories DESC, places DESC, alpha_hash LIMIT ?
), told AS (
    SELECT i.alpha_hash, i.repository, min(i.timestamp) AS first_seen,
           arg_min(i.commit_id, (i.timestamp, i.commit_id)) AS commit_id
    FROM introductions i SEMI JOIN alike a ON i.alpha_hash = a.alpha_hash
    GROUP BY i.alpha_hash, i.repository
)
SELECT a.language, a.alpha_hash, a.places, a.repositories, d.repository, d.path, d.name,
       d.start_line, d.end_line, d.nodes, strftime(t.first_seen, '%Y-%m-%dT%H:%M:%SZ')
       AS first_seen, t.commit_id
FROM alike a JOIN definitions d ON d.alpha_hash = a.alpha_hash AND d.language = a.language
LEFT JOIN told t ON t.alpha_hash = a.alpha_hash AND t.repository = d.repository
ORDER BY a.repositories DESC, a.places DESC, a.alpha_hash,
         t.first_seen NULLS LAST, d.repository, d.path, d.start_line
"""

_CODE = """
SELECT repository, path, start_line, end_line, origin_id, origin_kind, entity_type,
       model_identifier, contributor, method,
       strftime(timestamp, '%Y-%m-%dT%H:%M:%S.%fZ') AS timestamp
FROM lines WHERE intent_id = ? ORDER BY repository, path, start_line
"""


_DAY = "date_trunc('{period}', timestamp AT TIME ZONE 'UTC')::DATE::VARCHAR"

# Lines now by all that a page sums them up by, as `report` counts them.
_SHARES = """
SELECT repository, intent_id, entity_type, model_identifier, contributor AS name, method,
       sum(lines)::BIGINT AS lines
FROM lines WHERE is_counted GROUP BY ALL ORDER BY ALL
"""

# The files with most lines of each intent, as `blame_by_intent` counts them.
_FILES = """
SELECT intent_id, repository, path, sum(lines)::BIGINT AS lines,
       count(*) OVER (PARTITION BY intent_id)::BIGINT AS files
FROM lines WHERE intent_id IS NOT NULL GROUP BY intent_id, repository, path
QUALIFY row_number() OVER (PARTITION BY intent_id ORDER BY sum(lines) DESC, repository, path) <= ?
ORDER BY intent_id, lines DESC, repository, path
"""

_SPAN = f"""
SELECT min(timestamp AT TIME ZONE 'UTC')::DATE AS first,
       max(timestamp AT TIME ZONE 'UTC')::DATE AS last
FROM ({_COUNTED}) WHERE changes = 1
"""  # noqa: S608 - constants

_CHANGES = f"""
SELECT date_trunc(?, timestamp AT TIME ZONE 'UTC')::DATE::VARCHAR AS day, intent_id,
       entity_type, model_identifier, contributor AS name,
       CASE WHEN evolutions = 1 THEN 'INTENT_EVOLUTION' WHEN refactorings = 1 THEN 'AST_REFACTOR'
            ELSE 'none' END AS kind,
       count(*)::BIGINT AS changes
FROM ({_COUNTED}) WHERE changes = 1 GROUP BY ALL ORDER BY ALL
"""  # noqa: S608 - constants


def report(storage: Storage, *, period: str = "month") -> Json:
    """`tracer report` of all repositories together: totals, by repository, intent, who, and time.

    Totals are the sums of each repository's.
    """
    with open_duckdb(storage) as warehouse:
        return report_of(warehouse, period=period)


def report_of(warehouse: Warehouse, *, period: str = "month") -> Json:
    """The same of a warehouse that is open."""
    intents = {row["id"]: row for row in warehouse.rows(_INTENTS)}
    by_repository = {row["repository"]: row for row in _summed(warehouse, {"repository": ""})}
    nothing = dict.fromkeys((*_COUNTS, "files", "lines_now"), 0)
    listed = [
        {
            **nothing,
            **by_repository.get(manifest["repository"], {}),
            "repository": manifest["repository"],
            "problem": manifest.get("problem"),
        }
        for manifest in warehouse.manifests
    ]
    times = _summed(warehouse, {"from": _DAY.format(period=period)}, is_now=False)
    refusals = warehouse.rows(
        "SELECT answer, count(*)::BIGINT AS refusals FROM decisions WHERE kind = 'refusal' "
        "GROUP BY answer ORDER BY answer"
    )
    people = {"entity_type": "", "model_identifier": "", "name": "contributor"}
    return {
        "total": {
            "repositories": len(listed),
            **{name: sum(row[name] for row in listed) for name in nothing},
        },
        "by_repository": listed,
        "by_intent": [
            {**row, **intents[row["id"]]} for row in _summed(warehouse, {"id": "intent_id"})
        ],
        "by_contributor": _summed(warehouse, people),
        "over_time": {"period": period, "rows": sorted(times, key=lambda row: str(row["from"]))},
        "refusals": {row["answer"]: row["refusals"] for row in refusals},
        **warehouse.rows(_OTHERS)[0],
        "problems": problems_of(warehouse),
    }


def _summed(warehouse: Warehouse, keys: dict[str, str], *, is_now: bool = True) -> list[Json]:
    """What `tracer report` counts, by some columns; the most changes first.

    `keys` has what a column is in the tables, where it is called otherwise there.
    """
    told = ", ".join(f'{inside or name} AS "{name}"' for name, inside in keys.items())
    names = ", ".join(f'"{name}"' for name in keys)
    order = ", ".join(f'"{name}" NULLS LAST' for name in keys)
    now = f"""
        UNION ALL SELECT {told}, {_NONE}, 0, lines FROM lines WHERE is_counted
    """  # noqa: S608 - constants
    rows = warehouse.rows(f"""
        SELECT {names}, {_SUMS}, coalesce(sum(files), 0)::BIGINT AS files,
               coalesce(sum(lines_now), 0)::BIGINT AS lines_now
        FROM (
            SELECT {told}, {", ".join(_COUNTS)}, 0 AS files, 0 AS lines_now FROM ({_COUNTED})
            UNION ALL SELECT {told}, {_NONE}, count(DISTINCT (repository, path)), 0
            FROM verdicts WHERE {_CHANGED} GROUP BY ALL
            {now if is_now else ""}
        ) GROUP BY ALL
        ORDER BY changes DESC, records DESC, {order}
    """)  # noqa: S608 - constants
    if not is_now:
        for row in rows:
            row.pop("lines_now")
    return rows


def blame_by_intent(storage: Storage, intent_id: str) -> Json:
    """The lines that serve an intent now, in all repositories.

    Raises: InputError for an intent that no repository knows.
    """
    with open_duckdb(storage, intent=intent_id) as warehouse:
        ranges = warehouse.rows(_CODE, [intent_id])
        known = warehouse.rows(
            "SELECT repository, name, status FROM intents WHERE intent_id = ? ORDER BY ALL",
            [intent_id],
        )
        if (
            not ranges
            and not known
            and not warehouse.rows(
                "SELECT 1 AS one FROM records_as_written WHERE intent_id = ? LIMIT 1", [intent_id]
            )
        ):
            raise InputError(
                f"no intent is called {intent_id} in {storage.uri}",
                fix="`tracer fleet report` lists those there are",
            )
        lines: dict[str, int] = {}
        for entry in ranges:
            count = entry["end_line"] - entry["start_line"] + 1
            lines[entry["repository"]] = lines.get(entry["repository"], 0) + count
        return {
            "intent": {"id": intent_id, "declared": known},
            "lines": sum(lines.values()),
            "by_repository": [
                {"repository": name, "lines": count} for name, count in sorted(lines.items())
            ],
            "ranges": ranges,
            "problems": problems_of(warehouse),
        }


def clones(storage: Storage, *, nodes: int = 40, repositories: int = 2, most: int = 100) -> Json:
    """Functions that stand in several repositories, equal up to names of locals; oldest first.

    When each came is known where histories were taken in. Small functions are alike by chance:
    those of fewer than `nodes` syntax nodes do not count.
    """
    with open_duckdb(storage) as warehouse:
        return clones_of(warehouse, nodes=nodes, repositories=repositories, most=most)


def clones_of(
    warehouse: Warehouse, *, nodes: int = 40, repositories: int = 2, most: int = 100
) -> Json:
    """The same of a warehouse that is open."""
    found: dict[tuple[str, str], Json] = {}
    for row in warehouse.rows(_CLONES, [nodes, repositories, most]):
        entry = found.setdefault(
            (row["language"], row["alpha_hash"]),
            {
                "alpha_hash": row["alpha_hash"],
                "language": row["language"],
                "nodes": row["nodes"],
                "repositories": row["repositories"],
                "oldest": None,
                "places": [],
            },
        )
        place = {name: row[name] for name in _PLACE}
        entry["places"].append(place)
        if entry["oldest"] is None and row["first_seen"] is not None:
            entry["oldest"] = place
    return {"clones": list(found.values()), "problems": problems_of(warehouse)}


def shares_of(warehouse: Warehouse) -> list[Json]:
    """Lines now by repository, intent, contributor and how that is known."""
    return warehouse.rows(_SHARES)


def files_of_intents(warehouse: Warehouse, most: int) -> list[Json]:
    """The `most` files with most lines of each intent, and how many `files` it has in all."""
    return warehouse.rows(_FILES, [most])


def declared_in(warehouse: Warehouse) -> list[Json]:
    """Every intent that a repository's registry has, with its name and status there."""
    return warehouse.rows(
        "SELECT intent_id, repository, name, status FROM intents ORDER BY intent_id, repository"
    )


def changes_of(warehouse: Warehouse, unit_of: Callable[[date, date], str]) -> list[Json]:
    """Changes by time, intent, contributor and class; `unit_of` says how finely time is cut."""
    (span,) = warehouse.rows(_SPAN)
    if span["first"] is None:
        return []
    return warehouse.rows(_CHANGES, [unit_of(span["first"], span["last"])])


def ask(storage: Storage, sql: str) -> Json:
    """The answer of one query: names of columns, and rows.

    Raises: UsageError with DuckDB's reason.
    """
    with open_duckdb(storage) as warehouse:
        names, rows = warehouse.ask(sql)
    return {"columns": names, "rows": [list(row) for row in rows]}


def problems_of(warehouse: Warehouse) -> list[Json]:
    """The repositories that could not be taken in as they are now, and why."""
    return [
        {"repository": manifest["repository"], **manifest["problem"]}
        for manifest in warehouse.manifests
        if manifest.get("problem")
    ]
