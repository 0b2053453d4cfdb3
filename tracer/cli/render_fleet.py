"""Fleet documents as styled lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import cells, clip, counted, padded

if TYPE_CHECKING:
    from collections.abc import Iterator

    Line = list[tuple[str, str]]

Json = dict[str, Any]
_STATES = {"current": "green", "stale": "yellow", "problem": "red", "older tracer": "yellow"}
_NAMED = 3  # repositories, where there are many
_SHORT = 10  # characters of a commit
_NARROWEST = 12  # columns of a name, however narrow the terminal
_COUNTS = {
    "changes": "changes", "evolutions": "evolve", "refactorings": "refactor",
    "lines_written": "written", "lines_now": "now", "refusals": "refused",
}  # fmt: skip
_OTHERS = {
    "unseen_changes": "changes that no hook saw",
    "class_mismatches": "changes that measured another class than was declared",
    "reverts": "changes undone",
}


def sync_lines(document: Json) -> Iterator[Line]:
    """What a sync did."""
    tasks = document["tasks"]
    yield [(_repositories(document["repositories"]), "bold")]
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


def status_lines(document: Json, width: int | None = None) -> Iterator[Line]:
    """A line for each repository. On a terminal, which has a `width`, long names are clipped."""
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
        width=width,
    )
    for row in document["repositories"]:
        if row["problem"]:
            yield _problem_line({"repository": row["repository"], **row["problem"]})


def fleet_report_lines(document: Json, width: int | None = None) -> Iterator[Line]:
    """Totals, then tables by repository, intent, contributor and time, as `tracer report` has them.

    On a terminal, which has a `width`, long names are clipped.
    """
    total = document["total"]
    told = (_repositories(total["repositories"]), counted(total["records"], "record"))
    yield [(", ".join((*told, counted(total["files"], "file"))), "bold")]
    for title, key, name in (
        ("repository", "by_repository", _name_of_repository),
        ("intent", "by_intent", _name_of_intent),
        ("contributor", "by_contributor", _name_of_person),
    ):
        yield []
        yield from _counts(title, [(name(row), row) for row in document[key]], width)
    times = document["over_time"]
    yield []
    yield from _counts(times["period"], [(row["from"], row) for row in times["rows"]], width)
    yield []
    yield from _counts("all", [("", total)], width)
    others = [(document[name], words) for name, words in _OTHERS.items()]
    others += [(count, f"refused with {code}") for code, count in document["refusals"].items()]
    for count, words in others:
        if count:
            yield [(f"{count:>6}  ", "bold"), (words, "")]
    yield from _problem_lines(document)


def code_lines(document: Json) -> Iterator[Line]:
    """Ranges by repository."""
    yield [(f"{document['intent']['id']}: {counted(document['lines'], 'line')}", "bold")]
    for row in document["by_repository"]:
        yield []
        yield [(f"{row['repository']}  {counted(row['lines'], 'line')}", "bold")]
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
        places, found_in = len(clone["places"]), _repositories(clone["repositories"])
        about = f"  {clone['language']}, {places} places in {found_in}"
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


def _repositories(count: int) -> str:
    return f"{count} repository" if count == 1 else f"{count} repositories"


def _counts(title: str, rows: list[tuple[str, Json]], width: int | None) -> Iterator[Line]:
    """What rows count, a column for each count that they have."""
    keys = [key for key in _COUNTS if any(key in row for _, row in rows)]
    yield from _table(
        (title, *(_COUNTS[key] for key in keys)),
        [(name, *(row.get(key, 0) for key in keys)) for name, row in rows],
        width=width,
    )


def _table(
    head: tuple[str, ...],
    rows: list[tuple[Any, ...]],
    styles: list[str] | None = None,
    *,
    width: int | None = None,
) -> Iterator[Line]:
    """Columns as wide as they must be, numbers to the right; the first clipped to the width."""
    texts = [tuple(str(cell) for cell in row) for row in rows]
    widths = [max(cells(row[i]) for row in [head, *texts]) for i in range(len(head))]
    if width is not None:
        left = width - sum(widths[1:]) - 2 * (len(head) - 1)
        widths[0] = min(widths[0], max(_NARROWEST, left))
    numbers = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(head))
    ]
    yield [(_row(head, widths, numbers), "bold")]
    for at, row in enumerate(texts):
        yield [(_row(row, widths, numbers), styles[at] if styles else "")]


def _row(row: tuple[str, ...], widths: list[int], numbers: list[bool]) -> str:
    first, *others = row
    parts = [padded(clip(first, widths[0]), widths[0])]
    if numbers[0]:
        parts = [first.rjust(widths[0])]
    for cell, width, is_number in zip(others, widths[1:], numbers[1:], strict=True):
        parts.append(cell.rjust(width) if is_number else padded(cell, width))
    return "  ".join(parts).rstrip()


def _name_of_repository(row: Json) -> str:
    return str(row["repository"])


def _name_of_intent(row: Json) -> str:
    return f"{row['id'] or 'no intent'}{'  ' + row['name'] if row['name'] else ''}"


def _name_of_person(row: Json) -> str:
    return " ".join(filter(None, (row["entity_type"], row["model_identifier"], row["name"])))
