"""`tracer index`: the derived look-up tables, built or brought up to date; mending a ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracer.cli import output
from tracer.cli.options import (
    current_workspace,
    directory_option,
    initialised_workspace,
    json_option,
)
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line
    from tracer.ledger.repair import Repair


@click.command()
@click.option("--rebuild", is_flag=True, help="Forget what is there and read the whole ledger.")
@click.option(
    "--repair", is_flag=True, help="First mend the ledger, in the ways that lose nothing."
)
@click.option(
    "--history", is_flag=True, help="Work out what every commit of git's history did, for blame."
)
@click.option("--rev", metavar="REV", help="With --history: whose history; default: HEAD.")
@click.option("--newest", type=click.IntRange(1), metavar="N", help="With --history: N commits.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="With --history: N processes.")
@json_option
@directory_option
def index(  # noqa: PLR0913, PLR0917 - one parameter an option
    rebuild: bool,
    repair: bool,
    history: bool,
    rev: str | None,
    newest: int | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Bring the index up to date with the ledger. Every query does this by itself.

    Where git keeps the ledger in a ref, what was fetched is taken in first. With --history the
    ledger is left alone, and no `tracer init` is needed.
    """
    if history:
        if rebuild or repair:
            raise UsageError("--history goes with neither --rebuild nor --repair", fix="Choose one")
        _history(rev or "HEAD", newest, jobs, as_json=as_json)
        return
    if rev or newest or jobs:
        raise UsageError("--rev, --newest and --jobs go with --history", fix="Add --history")
    from tracer.engine.sealing import mend  # noqa: PLC0415 - when needed
    from tracer.engine.sharing import exchange_with_refs  # noqa: PLC0415
    from tracer.ledger import Index  # noqa: PLC0415

    workspace = initialised_workspace()
    taken = exchange_with_refs(workspace)
    mended = mend(workspace) if repair else None
    with Index.open(workspace) as opened:
        if rebuild:
            opened.refresh(force=True)
        paths, intents = len(opened.paths()), opened.intents()
    if as_json:
        document = {"paths": paths, "intents": intents, "taken_in": taken}
        if mended is not None:
            document["repair"] = mended._asdict()
        output.print_json(document)
        return
    if taken:
        output.print_lines([[("taken in  ", "green"), (f"{taken} records that were fetched", "")]])
    if mended is not None:
        output.print_lines(_repair_lines(mended))
    output.print_lines([[(f"{paths} files; intents: {', '.join(intents) or 'none'}", "")]])


def _history(rev: str, newest: int | None, jobs: int | None, *, as_json: bool) -> None:
    """Backfill the cache of history, with a bar on stderr."""
    from tracer.history.backfill import backfill  # noqa: PLC0415 - when needed
    from tracer.history.cache import cache_path  # noqa: PLC0415

    workspace = current_workspace()
    where = cache_path(workspace)
    if where is None:
        raise InputError("TRACER_CACHE is off: nowhere to keep it", fix="Unset TRACER_CACHE")
    with output.progress("history") as bar:
        done = backfill(workspace, rev=rev, newest=newest, jobs=jobs, progress=bar)
    if as_json:
        output.print_json({"history": {**done._asdict(), "path": where}})
        return
    said = f"{done.commits} commits, {done.known} of them known; {done.versions} file versions"
    output.print_lines([[(said, "")], [("kept in  ", "green"), (where, "")]])


def _repair_lines(done: Repair) -> Iterator[Line]:
    if not done.is_needed:
        yield [("nothing to repair", "")]
        return
    words = {
        "conflict markers taken out": done.markers,
        "repeated lines taken out": done.duplicates,
        "lines put in order": done.reordered,
        "line ends put right": done.line_ends,
        "lost records brought back": done.restored,
    }
    for text, count in words.items():
        if count:
            yield [("repaired  ", "green"), (f"{count} {text}", "")]
    yield [("kept      ", "green"), (f"the file as it was: {done.backup}", "")]
