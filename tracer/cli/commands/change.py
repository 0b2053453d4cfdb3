"""`tracer diff`, `classify` and `fingerprint`: what changed, of which kind, by which proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import (
    WithPaths,
    current_repository,
    directory_option,
    json_option,
    paths_behind,
)
from tracer.model.enums import Rung
from tracer.model.errors import UsageError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

explain_option = click.option(
    "--explain", is_flag=True, help="Also say what was not proved, and why."
)
assume_option = click.option(
    "--assume",
    metavar="LIST",
    help="What a proof may assume: none, default, or ids with commas between; "
    "else as the team says.",
)
refactorings_option = click.option(
    "--refactorings", is_flag=True, help="Also name the refactorings it is made of."
)


@click.command(cls=WithPaths)
@click.argument(
    "revisions",
    nargs=-1,
    metavar="[REV | REV..REV | REV REV | RECORD | BEFORE AFTER] [[--] PATH...]",
)
@click.option("--stat", is_flag=True, help="Only how many lines came and went in which file.")
@click.option("--exit-code", is_flag=True, help="Exit 1 when something changed.")
@refactorings_option
@explain_option
@assume_option
@json_option
@click.option("--rows", is_flag=True, help="With --json: also the lines of each file side by side.")
@directory_option
@click.pass_context
def diff(  # noqa: PLR0913, PLR0917 - one parameter an option
    context: click.Context, revisions: tuple[str, ...], stat: bool, exit_code: bool,
    refactorings: bool, explain: bool, assume: str | None, as_json: bool, rows: bool,
) -> int:  # fmt: skip
    """Say what changed and of which kind; without arguments, the working tree against HEAD.

    PATHs limit the answer to files and directories. The whole change is looked at all the same:
    code that moved out of a file, or into it, is told with its other place. RECORD is the id of
    a record of the ledger: what its call changed. BEFORE and AFTER are two files or directories.
    """
    from tracer.queries.classify import Asked  # noqa: PLC0415 - loaded when needed
    from tracer.queries.diff import diff as query  # noqa: PLC0415
    from tracer.queries.diff import line_counts  # noqa: PLC0415

    if rows and not as_json:
        raise UsageError("--rows is about the JSON document", fix="Give --json as well")
    paths = paths_behind(context)
    asked = Asked(refactorings, rows, explain, known_assumptions(assume))
    answer = query(revisions, current_repository, paths, asked, _assumed_by_team)
    if as_json:
        output.print_json(answer.document)
    elif stat:
        from tracer.cli.render_stat import stat_lines  # noqa: PLC0415

        counts = line_counts(answer.document, answer.change_set)
        output.print_lines(stat_lines(answer.document, counts, output.columns()))
    else:
        from tracer.cli.render_diff import diff_lines  # noqa: PLC0415

        output.print_lines(diff_lines(answer.document, answer.change_set, output.columns()))
    changed = answer.document["verdict"] != "UNCHANGED"
    return exit_codes.FOUND if exit_code and changed else exit_codes.DONE


@click.command()
@click.argument("before")
@click.argument("after")
@click.option(
    "--closed-world/--open-world",
    "closed_world",
    default=None,
    help="Whether uses of a name may exist elsewhere; default: closed for directories.",
)
@click.option(
    "--before-range", "before_ranges", metavar="RANGE:FILE", multiple=True,
    help="Ask of a function before only: START,END:FILE or :NAME:FILE.",
)  # fmt: skip
@click.option(
    "--after-range", "after_ranges", metavar="RANGE:FILE", multiple=True,
    help="And what became of it after. May be repeated, like the other.",
)  # fmt: skip
@refactorings_option
@explain_option
@assume_option
@json_option
@directory_option
def classify(  # noqa: PLR0913, PLR0917 - one argument an option
    before: str, after: str, closed_world: bool | None, before_ranges: tuple[str, ...],
    after_ranges: tuple[str, ...], refactorings: bool, explain: bool, assume: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Say whether the change from BEFORE to AFTER (files or directories) keeps behaviour.

    With ranges, only whether these functions do the same, and what that takes for granted.
    """
    from tracer.queries.classify import (  # noqa: PLC0415 - loaded when needed
        Asked,
        classify_paths,
        ranges_of_paths,
    )

    if before_ranges or after_ranges:
        if refactorings:
            raise click.UsageError("--refactorings is about whole files: leave the ranges out")
        document = ranges_of_paths(before, after, (before_ranges, after_ranges))
        if as_json:
            output.print_json(document)
        else:
            from tracer.cli.render_diff import range_lines  # noqa: PLC0415

            output.print_lines(range_lines(document, output.columns()))
        return
    asked = Asked(refactorings, explain=explain, assume=known_assumptions(assume))
    answer = classify_paths(before, after, closed_world=closed_world, asked=asked)
    if as_json:
        output.print_json(answer.document)
    else:
        from tracer.cli.render_diff import verdict_lines  # noqa: PLC0415

        output.print_lines(verdict_lines(answer.document, output.columns()))


def _assumed_by_team(workspace: Workspace) -> str:
    from tracer.policy import load_config  # noqa: PLC0415 - loaded when needed

    return load_config(workspace).assume


def known_assumptions(assume: str | None) -> str | None:
    """The list as it was given. Raises: UsageError for an id that is not on the list."""
    if assume is not None:
        from tracer.model.assumptions import accepted  # noqa: PLC0415 - only when asked

        accepted(assume)
    return assume


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--rung",
    type=click.Choice([rung.name for rung in Rung], case_sensitive=False),
    help="One strength of equality only.",
)
@json_option
@directory_option
def fingerprint(files: tuple[str, ...], rung: str | None, as_json: bool) -> None:
    """Print the subtree hashes of each file and of every definition in it."""
    from tracer.queries.fingerprint import fingerprint_files  # noqa: PLC0415 - loaded when needed

    rungs = [Rung[rung.upper()]] if rung else list(Rung)
    document = fingerprint_files(files, rungs)
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_fingerprint import fingerprint_lines  # noqa: PLC0415

        output.print_lines(fingerprint_lines(document))
