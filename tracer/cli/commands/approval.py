"""`tracer approve` and `reject`: a person's answer to what agents ask for."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import output
from tracer.cli.options import directory_option, initialised_workspace, json_option
from tracer.model.errors import NotProvedError

if TYPE_CHECKING:
    from tracer.intents.approvals import Request


@click.command()
@click.argument("request", metavar="[REQUEST]", required=False)
@click.option("--note", metavar="TEXT", help="Why; recorded with the decision.")
@click.option("--key", metavar="FILE", help="Prove who you are with this SSH key of yours.")
@json_option
@directory_option
def approve(request: str | None, note: str | None, key: str | None, as_json: bool) -> None:
    """Approve the request A-1, A-2, ...; without one, list those that wait.

    An approved command may run once, in the session that asked, within the time that
    `approval_minutes` sets. An approved scope is written to the intent. It takes a person at a
    terminal that no agent runs, or a key that git's gpg.ssh.allowedSignersFile allows (else
    .orchestration/allowed_signers). Any other yes is recorded as claimed, and opens nothing.
    """
    if request is None:
        _list(as_json=as_json)
    else:
        _answer(request, "approved", note, key=key, as_json=as_json)


@click.command()
@click.argument("request", metavar="REQUEST")
@click.option("--note", metavar="TEXT", help="Why; recorded, and told to the agent.")
@json_option
@directory_option
def reject(request: str, note: str | None, as_json: bool) -> None:
    """Reject the request A-1, A-2, ...; the agent is told so when it tries again."""
    _answer(request, "rejected", note, as_json=as_json)


def _list(*, as_json: bool) -> None:
    from tracer.intents import approvals  # noqa: PLC0415 - loaded when needed

    waiting = [
        item for item in approvals.requests(initialised_workspace()) if item.answer == "pending"
    ]
    if as_json:
        output.print_json({"requests": [_document(item) for item in waiting]})
        return
    if not waiting:
        output.print_lines([[("nothing waits for approval", "dim")]])
    now = time.time()
    for item in waiting:
        left = max(0, int((item.expires - now) / 60))
        output.print_lines(
            [
                [
                    (f"{item.id}  ", "bold cyan"),
                    ("a wider scope: " if item.kind == "scope" else "a command: ", ""),
                    (item.why, "yellow"),
                ],
                *([(f"    {line}", "")] for line in item.subject.splitlines()),
                [
                    (
                        f"    {item.agent}, {item.intent_id or 'no intent'}, {left} minutes left",
                        "dim",
                    )
                ],
            ]
        )


def _answer(
    request: str, answer: str, note: str | None, *, key: str | None = None, as_json: bool
) -> None:
    from tracer.agents.asking import by_key, claimed, decided  # noqa: PLC0415 - loaded when needed
    from tracer.agents.spec import person_here  # noqa: PLC0415
    from tracer.intents.approvals import Answer  # noqa: PLC0415

    workspace = initialised_workspace()
    here = person_here()
    proof, why, person, signed = here.proof, here.why, None, None
    if key is not None and not here.is_agent:
        person, why, signed = by_key(workspace, request, Answer(answer), os.path.abspath(key))
        proof = None if person is None else "key"
    if proof is None and answer == Answer.APPROVED:
        claimed(workspace, request, note=note, why=why)
        raise NotProvedError(
            f"{request} still waits: that a person approves it is only claimed, for {why}",
            fix="Run it in a terminal of your own, or with --key.",
        )
    made, _ = decided(
        workspace, request, Answer(answer), by=person, note=note, proof=proof, signed=signed
    )
    if as_json:
        output.print_json(_document(made))
    else:
        output.print_lines([[(f"{made.id} {made.answer} by {made.decided_by}", "green")]])


def _document(item: Request) -> dict[str, Any]:
    document = item._asdict()
    document["answer"] = str(item.answer)
    return document
