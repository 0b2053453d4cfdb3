"""`tracer index`: the derived look-up tables, built or brought up to date; mending a ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracer.cli import output
from tracer.cli.options import directory_option, initialised_workspace, json_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line
    from tracer.ledger.repair import Repair


@click.command()
@click.option("--rebuild", is_flag=True, help="Forget what is there and read the whole ledger.")
@click.option(
    "--repair", is_flag=True, help="First mend the ledger, in the ways that lose nothing."
)
@json_option
@directory_option
def index(rebuild: bool, repair: bool, as_json: bool) -> None:
    """Bring the index up to date with the ledger. Every query does this by itself.

    Where git keeps the ledger in a ref, what was fetched is taken in first.
    """
    from tracer.engine.sealing import exchange_with_refs, mend  # noqa: PLC0415 - when needed
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
