"""Fleet documents as styled lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Line = list[tuple[str, str]]

Json = dict[str, Any]
_STATES = {"current": "green", "stale": "yellow", "problem": "red", "older tracer": "yellow"}
_NAMED = 3  # repositories, where there are many
_SHORT = 10  # characters of a commit
_OTHERS = ("unseen_changes", "class_mismatches", "reverts")


def sync_lines(document: Json) -> Iterator[Line]:
    """What a sync did."""
    tasks = document["tasks"]
    yield [(f"{document['repositories']} repositories", "bold")]
    counts = (
        (document["taken_in"], "taken in"),
        (document["unchanged"], "unchanged"),
        (len(document["problems"]), "with problems"),
        (tasks["done"], "tasks done"),
        (tasks["known"], "tasks known"),
    )
    yield [(", ".join(f"{count} {what}" for count, what in counts), "")]
    if document["waiting"]:
        yield [(f"{document['waiting']} wait for other shards", "yellow")]
    if document["damaged"]:
        yield [(f"{document['damaged']} tasks had damaged partitions", "yellow")]
    if document["unlisted"]:
        names = ", ".join(document["unlisted"][:_NAMED])
        more = ", ..." if len(document["unlisted"]) > _NAMED else ""
        count = f"{len(document['unlisted'])} not in REPOS.yaml count as they were"
        yield [(f"{count} until `tracer fleet forget`: {names}{more}", "yellow")]
    yield from _problem_lines(document)


def status_lines(document: Json) -> Iterator[Line]:
    """A line for each repository."""
    yield from _table(
        ("repository", "state", "commit", "records", "ranges", "definitions", "KB"),
        [
            (
                row["repository"],
                row["state"],
                (row["head"] or "-")[:_SHORT],
                row["rows"].get("records", 0),
                row["rows"].get("ranges", 0),
                row["rows"].get("definitions", 0),
                row["bytes"] // 1024,
            )
            for row in document["repositories"]
        ],
        [_STATES[row["state"]] for row in document["repositories"]],
    )
    for row in document["repositories"]:
        if row["problem"]:
            yield _problem_line({"repository": row["repository"], **row["problem"]})


def fleet_report_lines(document: Json) -> Iterator[Line]:
    """Totals, then tables by repository, intent and contributor."""
    total = document["total"]
    yield [
        (", ".join(f"{count} {name.replace('_', ' ')}" for name, count in total.items()), "bold")
    ]
    columns: tuple[str, ...] = ("changes", "evolutions", "refactorings", "refusals",
                                "lines_written", "lines_now")  # fmt: skip
    for title, key, name in (
        ("repository", "by_repository", _name_of_repository),
        ("intent", "by_intent", _name_of_intent),
        ("contributor", "by_contributor", _name_of_person),
    ):
        yield []
        rows = [(name(row), *(row[one] for one in columns)) for row in document[key]]
        yield from _table((title, *(one.replace("_", " ") for one in columns)), rows)
    yield []
    columns = columns[:-1]
    rows = [(row["from"], *(row[one] for one in columns)) for row in document["over_time"]["rows"]]
    yield from _table(
        (document["over_time"]["period"], *(one.replace("_", " ") for one in columns)), rows
    )
    others = {f"refused: {code}": count for code, count in document["refusals"].items()}
    others |= {name.replace("_", " "): document[name] for name in _OTHERS if document[name]}
    if others:
        yield []
        yield [(", ".join(f"{count} {name}" for name, count in others.items()), "")]
    yield from _problem_lines(document)


def code_lines(document: Json) -> Iterator[Line]:
    """Ranges by repository."""
    yield [(f"{document['intent']['id']}: {document['lines']} lines", "bold")]
    for row in document["by_repository"]:
        yield []
        yield [(f"{row['repository']}  {row['lines']} lines", "bold")]
        for entry in document["ranges"]:
            if entry["repository"] == row["repository"]:
                who = entry["model_identifier"] or entry["contributor"] or entry["entity_type"]
                place = f"{entry['path']}:{entry['start_line']}-{entry['end_line']}"
                yield [(f"  {place}  ", ""), (f"{who}, {entry['method']}", "dim")]
    yield from _problem_lines(document)


def clone_lines(document: Json) -> Iterator[Line]:
    """Each function with its places, the oldest first."""
    for clone in document["clones"]:
        name = clone["places"][0]["name"]
        places, repositories = len(clone["places"]), clone["repositories"]
        about = f"  {clone['language']}, {places} places in {repositories} repositories"
        yield [(name, "bold"), (about, "dim")]
        for place in clone["places"]:
            where = f"{place['repository']}: {place['path']}:{place['start_line']}"
            when = place["first_seen"]
            since = f"  since {when[:10]} {place['commit_id'][:_SHORT]}" if when else ""
            yield [(f"  {where}", ""), (since, "dim")]
    if not document["clones"]:
        yield [("no function stands in several repositories", "")]
    yield from _problem_lines(document)


def answer_lines(document: Json) -> Iterator[Line]:
    """The rows of a query."""
    rows = [tuple("" if v is None else v for v in row) for row in document["rows"]]
    yield from _table(tuple(document["columns"]), rows)


def _problem_lines(document: Json) -> Iterator[Line]:
    for problem in document["problems"]:
        yield _problem_line(problem)


def _problem_line(problem: Json) -> Line:
    fix = f". {problem['fix']}" if problem["fix"] else ""
    return [(f"{problem['repository']}: ", "bold"), (f"{problem['detail']}{fix}", "red")]


def _table(
    head: tuple[str, ...], rows: list[tuple[Any, ...]], styles: list[str] | None = None
) -> Iterator[Line]:
    """Columns as wide as they must be; numbers to the right."""
    texts = [tuple(str(cell) for cell in row) for row in rows]
    widths = [max(len(row[i]) for row in [head, *texts]) for i in range(len(head))]
    numbers = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(head))
    ]
    yield [(_row(head, widths, numbers), "bold")]
    for at, row in enumerate(texts):
        yield [(_row(row, widths, numbers), styles[at] if styles else "")]


def _row(cells: tuple[str, ...], widths: list[int], numbers: list[bool]) -> str:
    parts = [
        cell.rjust(width) if is_number else cell.ljust(width)
        for cell, width, is_number in zip(cells, widths, numbers, strict=True)
    ]
    return "  ".join(parts).rstrip()


def _name_of_repository(row: Json) -> str:
    return str(row["repository"])


def _name_of_intent(row: Json) -> str:
    return f"{row['id'] or 'no intent'}{'  ' + row['name'] if row['name'] else ''}"


def _name_of_person(row: Json) -> str:
    return " ".join(filter(None, (row["entity_type"], row["model_identifier"], row["name"])))
