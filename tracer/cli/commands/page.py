"""`tracer page`: pages that show whose intent the code serves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from tracer.cli import output
from tracer.cli.options import current_workspace, directory_option
from tracer.model.errors import InputError, UsageError
from tracer.model.package import install_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.web.addresses import Addresses
    from tracer.web.book import Book
    from tracer.web.documents import Narrow
    from tracer.web.serve import Pages


@click.command()
@click.option("--out", metavar="PATH", help="One .html file, or a directory of pages.")
@click.option("--serve", is_flag=True, help="Serve them on 127.0.0.1, with the approvals queue.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: a free one.")
@click.option("--rev", metavar="REV", help="The files of this commit; default: those on disk.")
@click.option("--since", metavar="TIME", help="Records from then on only: a date, or RFC 3339.")
@click.option("--intent", "intents", metavar="ID", multiple=True, help="This intent only.")
@click.option("--path", "paths", metavar="GLOB", multiple=True, help="These files only.")
@click.option(
    "--change", "changes", metavar="CHANGE", multiple=True,
    help="Show REV..REV or a RECORD; default: the work tree and the newest commits.",
)  # fmt: skip
@click.option(
    "--life", "lives", metavar=":NAME:FILE", multiple=True, help="Show the life of this definition."
)
@click.option("--lives", "all_lives", is_flag=True, help="Show that of every definition: slow.")
@click.option("--no-code", is_flag=True, help="Leave every word of source out.")
@click.option(
    "--from", "place", metavar="DIR|s3://BUCKET",
    help="Show the repositories of a warehouse that `tracer fleet sync` made.",
)  # fmt: skip
@directory_option
def page(  # noqa: PLR0913, PLR0917 - one argument an option
    out: str | None, serve: bool, port: int, rev: str | None, since: str | None,
    intents: tuple[str, ...], paths: tuple[str, ...], changes: tuple[str, ...],
    lives: tuple[str, ...], all_lives: bool, no_code: bool, place: str | None,
) -> None:  # fmt: skip
    """Show whose intent the code serves, as pages for a browser.

    A page opens from the disk, offline, and asks nothing of anybody. It shows intents over code
    and time, files, changes with what is proved folded away, and decisions.
    """
    if (out is None) is not serve:
        raise UsageError("say --out FILE, --out DIR or --serve", fix="See `tracer page --help`")
    try:
        import tracer.web.site  # noqa: F401, PLC0415 - what the extra brings, loaded when needed
        from tracer.web.documents import Narrow  # noqa: PLC0415
    except ImportError as error:
        raise InputError(
            f"{error.name} is not installed", fix=f"Run `{install_command('page')}`"
        ) from error
    narrow = Narrow(rev, since, intents, paths, changes, lives, not no_code, all_lives)
    if place is not None and narrow != Narrow():
        raise UsageError(
            "--from shows a warehouse, which other options do not narrow",
            fix="Give --from with --out or --serve only",
        )
    if serve:
        _serve(place, narrow, port)
    else:
        assert out is not None
        _write(place, narrow, out)


def _write(place: str | None, narrow: Narrow, out: str) -> None:
    """Write the pages of this repository, or of the warehouse at a place."""
    from tracer.web.site import write_directory, write_file  # noqa: PLC0415 - loaded when needed

    is_file = out.endswith((".html", ".htm"))
    with output.progress("blame", only_terminal=True) as progress:
        book_at = _book_of(place, narrow, progress)
        made = write_file(book_at, out) if is_file else write_directory(book_at, out)
    what = f"{made / 1e6:.1f} MB" if is_file else f"{made} pages, begin with index.html"
    output.note(f"{os.path.abspath(out)}: {what}")


def _book_of(
    place: str | None, narrow: Narrow, progress: Callable[[int, int], None]
) -> Callable[[Addresses], Book]:
    """What makes the views, given how they refer to each other."""
    if place is not None:
        from tracer.fleet.storage import Storage  # noqa: PLC0415 - loaded when needed
        from tracer.web.fleet_documents import FleetDocuments  # noqa: PLC0415
        from tracer.web.fleet_views import FleetViews  # noqa: PLC0415

        fleet = FleetDocuments(Storage(place))
        return lambda at: FleetViews(fleet, at)
    from tracer.web.documents import Documents  # noqa: PLC0415 - loaded when needed
    from tracer.web.views import Views  # noqa: PLC0415

    site = Documents(current_workspace(), narrow, progress)
    return lambda at: Views(site, at)


def _serve(place: str | None, narrow: Narrow, port: int) -> None:
    from tracer.fleet.storage import Storage  # noqa: PLC0415 - loaded when needed
    from tracer.web.serve import serve  # noqa: PLC0415
    from tracer.web.served import FleetPages, RepositoryPages  # noqa: PLC0415

    def pages_of(token: str, number: int) -> Pages:
        if place is not None:
            return FleetPages(Storage(place), token=token, port=number)
        return RepositoryPages(current_workspace(), narrow, token=token, port=number)

    try:
        progress = output.progress("blame", only_terminal=True)
        serve(pages_of, port=port, told=_tell, progress=progress)
    except OSError as error:
        raise InputError(f"port {port}: {error.strerror}", fix="Name another --port") from error


def _tell(address: str) -> None:
    output.note(f"Open {address}")
    output.note("Ctrl-C ends it.")
