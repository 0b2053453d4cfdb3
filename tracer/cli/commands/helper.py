"""`tracer helper`: the process that answers hooks without loading tracer anew."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from tracer.cli import output
from tracer.cli.options import WholeSentences, directory_option, json_option
from tracer.cli.words import counted

if TYPE_CHECKING:
    from tracer.helper.manage import Status


@click.group(cls=WholeSentences)
@directory_option
def helper() -> None:
    """Look after the process that answers hooks quickly.

    On Linux the first hook starts it; it leaves after ten idle minutes. `TRACER_HELPER=off` does
    without.
    """


@helper.command()
@json_option
@directory_option
def status(as_json: bool) -> None:
    """Say which helpers of yours run, since when, and how many requests they took."""
    from tracer.helper import manage  # noqa: PLC0415 - loaded when needed

    _tell(manage.running(), "no helper runs", as_json=as_json)


@helper.command()
@json_option
@directory_option
def stop(as_json: bool) -> None:
    """Tell your helpers to leave; hooks that they are answering are still answered."""
    from tracer.helper import manage  # noqa: PLC0415 - loaded when needed

    _tell(manage.stop(), "no helper ran", as_json=as_json)


def _tell(found: list[Status], none: str, *, as_json: bool) -> None:
    if as_json:
        output.print_json({"helpers": [one._asdict() for one in found]})
        return
    lines = [line_of(one) for one in found] or [none]
    output.print_lines([(line, "")] for line in lines)


def line_of(one: Status) -> str:
    """One helper in words."""
    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.since))
    other = "" if one.is_ours else ", of another installation or environment"
    return f"process {one.pid} since {since}, {counted(one.served, 'request')}{other}"
