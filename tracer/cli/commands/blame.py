"""`tracer blame`, `blame-by-intent` and `log`: whose code this is, and how it came to be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from tracer.cli import output
from tracer.cli.options import (
    WithPaths,
    current_repository,
    current_workspace,
    directory_option,
    json_option,
    paths_behind,
)
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

rev_option = click.option("--rev", metavar="REV", help="A git revision; default: working tree.")


@click.command(cls=WithPaths)
@click.argument("words", nargs=-1, metavar="[REV] [--] FILE")
@click.option("-L", "ranges", metavar="RANGE", multiple=True, help="START,END or :NAME, as in git.")
@rev_option
@click.option("--merges", is_flag=True, help="Credit merges with what they brought in.")
@click.option("--last", is_flag=True, help="Show who touched a line last, not who wrote it.")
@click.option("--changed", is_flag=True, help="Show who last changed the words of a line.")
@click.option("--porcelain", is_flag=True, help="git blame's porcelain format, for editors.")
@click.option("--line-porcelain", is_flag=True, help="The same with every header on every line.")
@json_option
@directory_option
@click.pass_context
def blame(  # noqa: PLR0913, PLR0917 - one parameter an option
    context: click.Context,
    words: tuple[str, ...],
    ranges: tuple[str, ...],
    rev: str | None,
    merges: bool,
    last: bool,
    changed: bool,
    porcelain: bool,
    line_porcelain: bool,
    as_json: bool,
) -> None:
    """Say for each line of FILE whose intent it serves, who wrote it, and how that is known.

    Before the number stands how it is known (observed, carried, reconciled, inferred, imported,
    claimed, unknown), and a mark: `*` where several changes share the line, `~` where the change
    named only took code out of it. `-` means that no intent is known. On a terminal a legend
    explains what is there.
    """
    from tracer.cli.show_blame import FORMATS, show  # noqa: PLC0415 - loaded when needed
    from tracer.queries.blame import blame as query  # noqa: PLC0415

    given = (as_json, porcelain, line_porcelain, last, changed)
    chosen = [name for name, is_given in zip(FORMATS, given, strict=True) if is_given]
    if len(chosen) > 1:
        names = " and ".join(f"--{name}" for name in chosen)
        raise UsageError(f"{names} exclude each other", fix="Choose one")
    rev, file = _revision_and_file(context, words, rev)
    workspace = current_workspace()
    path = relative(workspace, file)
    notes: list[str] = []
    with output.progress("blame", only_terminal=True) as bar:
        is_whole = as_json or porcelain or line_porcelain
        answer = query(
            workspace, path, rev=rev, ranges=ranges, merges=merges, shares=is_whole, progress=bar,
            note_to=notes.append,
        )  # fmt: skip
    show(answer, chosen[0] if chosen else None)
    for note in notes:
        output.note(f"tracer: note: {note}")


def _revision_and_file(
    context: click.Context, words: tuple[str, ...], rev: str | None
) -> tuple[str | None, str]:
    """The revision and the file of `blame [REV] [--] FILE`; git takes them the other way, too."""
    behind = paths_behind(context)
    files = list(words[1:] or words) if behind is None else behind
    named = list(words[:-1] if behind is None else words)
    if len(files) != 1 or len(named) > 1 or (named and rev is not None):
        fix = "Use: tracer blame [REV] [--] FILE"
        if not words and not behind:
            raise UsageError("no FILE was named", fix=fix)
        raise UsageError(f"{' '.join([*words, *(behind or [])])}: blame takes one FILE", fix=fix)
    if named and behind is None and os.path.exists(named[0]) and not os.path.exists(files[0]):
        named, files = files, named
    return (named[0] if named else rev), files[0]


@click.command("blame-by-intent")
@click.argument("intent")
@json_option
@directory_option
def blame_by_intent(intent: str, as_json: bool) -> None:
    """Say where the code of INTENT is now, across files, whatever moved it there."""
    from tracer.queries.blame_by_intent import blame_by_intent as query  # noqa: PLC0415

    document = query(current_workspace(), intent)
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_intent import blame_by_intent_lines  # noqa: PLC0415

        output.print_lines(blame_by_intent_lines(document))


@click.command(cls=WithPaths)
@click.argument("words", nargs=-1, metavar="[REV | REV..REV] [[--] PATH]")
@click.option("-L", "where", metavar="RANGE:FILE", help="START,END:FILE or :NAME:FILE, as in git.")
@rev_option
@click.option(
    "-n", "--max-count", "limit", type=click.IntRange(min=1), metavar="COUNT",
    help="At most COUNT changes, commits and records.",
)  # fmt: skip
@click.option("--all", "with_formatting", is_flag=True, help="Every change, formatting included.")
@json_option
@directory_option
@click.pass_context
def log(  # noqa: PLR0913, PLR0917 - one parameter an option
    context: click.Context, words: tuple[str, ...], where: str | None, rev: str | None,
    limit: int | None, with_formatting: bool, as_json: bool,
) -> None:  # fmt: skip
    """Tell what happened, newest first: to the project, to PATH, or to one element with -L.

    Without -L each commit and each change that a record tells has a line: its intent, who made
    it, and the class that was measured. With -L it is the life of one function, class, field,
    block, variable or range.

    Lines that are exactly a definition's, a block's (a loop, `if`, `try`, or a `catch` alone) or a
    variable's declaration mean that element; START alone means the definition whose head it is;
    other lines are followed as lines. `:NAME` is a definition or a variable inside one
    (`:Cart.add:cart.py`, `:Cart.add.total:cart.py`); its last parts are enough. Where a name is
    there several times, `:NAME@LINE` says which; without it the first with a body is meant.

    Of a function everything is told but layout and the comments above it; of a block its
    condition and body; of a class, field or variable its declaration (name, type, modifiers,
    annotations), where a class or field moved, and a field's value.
    """
    rev, path = _revision_and_path(context, words, rev)
    if where is None:
        _project_log(path, rev, limit, as_json=as_json)
        return
    from tracer.queries.log import log as query  # noqa: PLC0415

    if path is not None:
        raise UsageError(f"{path} and -L {where} exclude each other", fix="Use -L RANGE:FILE alone")
    wanted, colon, file = where.rpartition(":")
    if not colon or not wanted or not file:
        raise UsageError(f"-L {where}: no RANGE:FILE", fix="Use -L START,END:FILE or -L :NAME:FILE")
    workspace = current_workspace()
    file = relative(workspace, file)
    document = query(workspace, file, wanted, rev=rev, with_formatting=with_formatting, limit=limit)
    if as_json:
        output.print_json(document)
    else:
        from tracer.cli.render_log import log_lines  # noqa: PLC0415

        output.print_lines(log_lines(document, output.width()))
        for note in document["notes"]:
            output.note(f"tracer: note: {note}")


def _revision_and_path(
    context: click.Context, words: tuple[str, ...], rev: str | None
) -> tuple[str | None, str | None]:
    """The revision and the path of `log [REV] [[--] PATH]`; what is on disk is a path."""
    from tracer.queries.changes import is_revision  # noqa: PLC0415 - loaded when needed

    behind = paths_behind(context)
    named, paths = list(words), behind or []
    if behind is None and named and (len(named) > 1 or os.path.lexists(named[0])):
        named, paths = named[:-1], named[-1:]
    elif behind is None and named and not is_revision(current_repository(), named[0]):
        named, paths = [], named
    if len(paths) > 1 or len(named) > 1 or (named and rev is not None):
        raise UsageError(
            f"{' '.join(words)}: log takes one revision and one PATH",
            fix="Use: tracer log [REV] [[--] PATH]",
        )
    return (named[0] if named else rev), (paths[0] if paths else None)


def _project_log(path: str | None, rev: str | None, limit: int | None, *, as_json: bool) -> None:
    """Print what happened to a path, or to the whole project."""
    from tracer.queries.inner import inner_repository  # noqa: PLC0415 - loaded when needed
    from tracer.queries.project_log import project_log  # noqa: PLC0415 - loaded when needed

    workspace, here = current_workspace(), current_repository()
    place = ""
    if path is not None and os.path.realpath(path) != here.root:
        inner = inner_repository(workspace, relative(workspace, path))
        here, place = (inner.workspace, inner.path) if inner else (here, relative(here, path))
    entries = project_log(here, place, rev=rev, limit=limit, ledger_of=workspace)
    if as_json:
        output.print_json({"path": place or None, "entries": list(entries)})
    else:
        from tracer.cli.render_project_log import project_log_lines  # noqa: PLC0415

        output.print_lines(project_log_lines(entries, output.columns()))


def relative(workspace: Workspace, file: str) -> str:
    """`file`, as the person wrote it, relative to the workspace's root.

    Raises: InputError when it lies outside.
    """
    path = workspace.relative(file, os.getcwd())
    if path is None:
        raise InputError(f"{file}: outside the workspace {workspace.root}", fix="Use -C DIR")
    return path
