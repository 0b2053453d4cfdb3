"""`tracer demo`: the main job on a sample repository, through the same entry as an agent."""

from __future__ import annotations

import click

from tracer.cli.options import directory_option


@click.command()
@click.option("--keep", is_flag=True, help="Keep the repository and say where it is.")
@click.option("--page", metavar="FILE", help="Also write the story as pages for a browser.")
@directory_option
def demo(keep: bool, page: str | None) -> int:
    """Tell the whole story in one minute, on a copy of a sample repository."""
    from tracer.cli.demo import tell  # noqa: PLC0415 - loaded when needed

    return tell(keep=keep, page=page)
