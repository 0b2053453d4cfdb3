"""`tracer map` and `tracer report`: the ledger for people who do not read code."""

from __future__ import annotations

import click

from tracer.cli import output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.model.errors import InputError

_PERIODS = ("day", "week", "month")


@click.command("map")
@json_option
@directory_option
def map_(as_json: bool) -> None:
    """Say where the code of each intent is, and bring .orchestration/intent_map.md up to date."""
    from tracer.queries.intent_map import intent_map, to_markdown, write_map  # noqa: PLC0415

    workspace = initialised_workspace()
    with output.progress("map", only_terminal=True) as bar:
        document = intent_map(workspace, bar)
    try:
        write_map(workspace, document)
    except OSError as error:
        raise InputError(
            f".orchestration/intent_map.md: {error.strerror}", fix="Make it writable"
        ) from error
    if as_json:
        output.print_json(document)
    else:
        output.print_lines([[(line, "")] for line in to_markdown(document).splitlines()])


@click.command()
@click.option("--since", metavar="TIME", help="Only records from then on: a date, or RFC 3339.")
@click.option("--until", metavar="TIME", help="Only records up to then.")
@click.option(
    "--by", type=click.Choice(_PERIODS), default="day", help="Rows over time. Default: day."
)
@json_option
@directory_option
def report(since: str | None, until: str | None, by: str, as_json: bool) -> None:
    """Add up the ledger: changes, classes, lines and refusals per intent, contributor and time."""
    from tracer.queries.report import report as query  # noqa: PLC0415 - loaded when needed
    from tracer.queries.report import span_of  # noqa: PLC0415

    document = query(initialised_workspace(), span_of(since, until), period=by)
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_report import report_lines  # noqa: PLC0415

        output.print_lines(report_lines(document, output.columns()))
