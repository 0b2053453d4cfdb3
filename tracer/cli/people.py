"""Commands that only a person may run, where the workspace enforces its gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.errors import NotProvedError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


def only_people(workspace: Workspace, what: str = "changes intents") -> None:
    """Raise NotProvedError where an agent's command does what a person does, in `enforce`.

    That is where an agent runs this process, or may: its command is under way, and nothing proves
    that a person runs this one. `what` says in a word or two what the person does here.
    """
    from tracer.policy.config import Mode, load_config  # noqa: PLC0415 - loaded when needed

    if load_config(workspace).mode is not Mode.ENFORCE:
        return
    from tracer.agents.control import is_under_way  # noqa: PLC0415 - in `enforce`
    from tracer.agents.spec import person_here  # noqa: PLC0415 - in `enforce`

    here = person_here()
    if here.proof is None and (here.is_agent or is_under_way(workspace)):
        why = here.why if here.is_agent else f"{here.why}, and an agent's command is under way"
        raise NotProvedError(
            f"a person {what} here, and {why}", fix="Run it in a terminal of your own."
        )
