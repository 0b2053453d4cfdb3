"""`tracer fleet`: many repositories in one warehouse."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import WholeSentences, directory_option, json_option
from tracer.cli.render_fleet import (
    answer_lines,
    clone_lines,
    code_lines,
    fleet_report_lines,
    status_lines,
    sync_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.fleet.storage import Storage
    from tracer.fleet.sync import Progress

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_PERIODS = ("day", "week", "month")
from_option: Decorator = click.option(
    "--from", "place", metavar="DIR|s3://BUCKET", required=True, help="The warehouse."
)


@click.group(cls=WholeSentences)
@directory_option
def fleet() -> None:
    """Bring many repositories into one warehouse, and ask all of them at once.

    The warehouse is Parquet files in a directory or an S3 bucket; no text of code is in them.
    Needs the extra `analysis`; `--runner ray` the extra `fleet`.
    """


@fleet.command()
@click.argument("repositories", metavar="REPOS.yaml")
@click.option(
    "--to", "place", metavar="DIR|s3://BUCKET", required=True, help="The warehouse; made if new."
)
@click.option(
    "--history",
    is_flag=True,
    help="Take in all commits as well: who brought which definition, and lines by origin in git.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes. Default: all cores.")
@click.option(
    "--runner", type=click.Choice(["processes", "ray"]), default="processes",
    help="Who works: processes here, or the Ray cluster at RAY_ADDRESS. Default: processes.",
)  # fmt: skip
@click.option("--shard", metavar="I/N", help="Only the I-th of N parts, for batch systems.")
@click.option("--clones", metavar="DIR", help="Where repositories with a `url:` are cloned.")
@click.option("--check", is_flag=True, help="Read all partitions; make damaged ones anew.")
@json_option
@directory_option
def sync(  # noqa: PLR0913, PLR0917 - one parameter an option
    repositories: str,
    place: str,
    history: bool,
    jobs: int | None,
    runner: str,
    shard: str | None,
    clones: str | None,
    check: bool,
    as_json: bool,
) -> int:
    """Take in what changed in the repositories that REPOS.yaml lists.

    Stopped at any moment it loses nothing: the next run does what is missing. Exits 1 when a
    repository could not be taken in; the others are.
    """
    from tracer.fleet.sources import read_sources  # noqa: PLC0415 - loaded when needed
    from tracer.fleet.sync import Options, parse_shard  # noqa: PLC0415
    from tracer.fleet.sync import sync as bring  # noqa: PLC0415

    where = clones or (f"{place.rstrip('/')}.clones" if "://" not in place else "clones")
    sources = read_sources(repositories, os.path.abspath(where))
    options = Options(runner, jobs, history, parse_shard(shard) if shard else (1, 1), check)
    with _teller() as tell:
        document = bring(sources, _storage(place), options, tell)
    _show(document, as_json, sync_lines)
    return exit_codes.FOUND if document["problems"] else exit_codes.DONE


@fleet.command()
@from_option
@json_option
@directory_option
def status(place: str, as_json: bool) -> int:
    """List the repositories of a warehouse: commit, rows, size, problems.

    Exits 1 when one has a problem.
    """
    from tracer.fleet.sync import status as query  # noqa: PLC0415 - loaded when needed

    document = query(_storage(place))
    _show(document, as_json, lambda told: status_lines(told, output.columns()))
    has_problem = any(row["problem"] for row in document["repositories"])
    return exit_codes.FOUND if has_problem else exit_codes.DONE


@fleet.command()
@from_option
@click.option(
    "--by", type=click.Choice(_PERIODS), default="month", help="Rows over time. Default: month."
)
@json_option
@directory_option
def report(place: str, by: str, as_json: bool) -> None:
    """Add up all ledgers: the sums of each repository's `tracer report`."""
    from tracer.fleet.questions import report as query  # noqa: PLC0415 - loaded when needed

    document = query(_storage(place), period=by)
    _show(document, as_json, lambda told: fleet_report_lines(told, output.columns()))


@fleet.command("blame-by-intent")
@click.argument("intent_id", metavar="INTENT")
@from_option
@json_option
@directory_option
def blame_by_intent(intent_id: str, place: str, as_json: bool) -> None:
    """Say where the code of an intent is now, in all repositories."""
    from tracer.fleet.questions import blame_by_intent as query  # noqa: PLC0415 - when needed

    _show(query(_storage(place), intent_id), as_json, code_lines)


@fleet.command()
@from_option
@click.option("--nodes", type=click.IntRange(1), default=40, metavar="N",
              help="Only functions of at least N syntax nodes. Default: 40.")  # fmt: skip
@click.option("--repositories", type=click.IntRange(1), default=2, metavar="N",
              help="Only what stands in at least N repositories. Default: 2.")  # fmt: skip
@click.option("--most", type=click.IntRange(1), default=100, metavar="N",
              help="How many to list. Default: 100.")  # fmt: skip
@json_option
@directory_option
def clones(place: str, nodes: int, repositories: int, most: int, as_json: bool) -> None:
    """List functions that stand in several repositories, and where each came first.

    Equal means equal up to names of locals. When it came is known after `sync --history`.
    """
    from tracer.fleet.questions import clones as query  # noqa: PLC0415 - loaded when needed

    document = query(_storage(place), nodes=nodes, repositories=repositories, most=most)
    _show(document, as_json, clone_lines)


@fleet.command()
@click.argument("query", metavar="SQL")
@from_option
@json_option
@directory_option
def sql(query: str, place: str, as_json: bool) -> None:
    """Ask the tables of docs/warehouse.md in DuckDB's SQL. Reads the warehouse and nothing else."""
    from tracer.fleet.questions import ask  # noqa: PLC0415 - loaded when needed

    document = ask(_storage(place), sys.stdin.read() if query == "-" else query)
    if as_json:
        document["rows"] = [[_plain(value) for value in row] for row in document["rows"]]
    _show(document, as_json, answer_lines)


@fleet.command()
@click.argument("repositories", metavar="REPOSITORY...", nargs=-1, required=True)
@from_option
@json_option
@directory_option
def forget(repositories: tuple[str, ...], place: str, as_json: bool) -> None:
    """Let repositories count no more, by their names in `tracer fleet status`.

    One that REPOS.yaml still lists comes back with the next sync.
    """
    from tracer.fleet.sync import forget_repositories  # noqa: PLC0415 - loaded when needed

    names = forget_repositories(_storage(place), repositories)
    _show(
        {"forgotten": names}, as_json, lambda told: [[(f"{len(told['forgotten'])} forgotten", "")]]
    )


@fleet.command()
@from_option
@json_option
@directory_option
def prune(place: str, as_json: bool) -> None:
    """Take away partitions that no repository needs any more, once nobody reads them."""
    from tracer.fleet.sync import prune_warehouse  # noqa: PLC0415 - loaded when needed

    count = prune_warehouse(_storage(place))
    _show({"removed": count}, as_json, lambda told: [[(f"{told['removed']} removed", "")]])


def _storage(place: str) -> Storage:
    from tracer.fleet.storage import Storage  # noqa: PLC0415 - loaded when needed

    return Storage(place)


def _show(document: dict[str, Any], as_json: bool, lines: Callable[[Any], Any]) -> None:
    if as_json:
        output.print_json(document)
    else:
        output.print_lines(lines(document))


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


@contextmanager
def _teller() -> Iterator[Callable[[Progress], None]]:
    """Shows the progress of a sync on a terminal, in one line that is overwritten."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    def tell(now: Progress) -> None:
        left = "" if now.seconds_left is None else f", about {now.seconds_left:.0f} s left"
        sys.stderr.write(f"\r\x1b[K{now.what}: {now.done} of {now.all}{left}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
