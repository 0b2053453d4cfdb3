"""One hook call: what is known about it, and the engine it talks to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tracer.agents import journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.agents.normalise import Reading
    from tracer.agents.spec import Spec
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_Result = TypeVar("_Result")


class Engine(Protocol):
    """The part of `tracer.engine` that hooks use."""

    def before_call(
        self,
        workspace: Workspace,
        event: Event,
        *,
        writes: Iterable[str] = (),
        no_others: bool = False,
    ) -> None:
        """Remember what the call may change; `writes` are files that a command names as written.

        `no_others`: the command writes nothing else.
        """

    def after_call(
        self, workspace: Workspace, event: Event, *, related: tuple[tuple[str, str], ...]
    ) -> list[dict[str, Any]]:
        """Record what the call changed."""
        ...

    def reconcile(self, workspace: Workspace, *, session: str | None) -> list[dict[str, Any]]:
        """Record edits no hook saw; `session` has no call under way."""
        ...

    def note(self, workspace: Workspace, event: Event, kind: str, **fields: Any) -> dict[str, Any]:
        """Record what is no change of files."""
        ...


class Call:
    """The event, the workspace it happens in, and the complaints so far."""

    def __init__(
        self,
        spec: Spec,
        payload: dict[str, Any],
        reading: Reading,
        workspace: Workspace,
        engine: Engine | None,
    ) -> None:
        self.spec = spec
        self.payload = payload
        self.reading = reading
        self.workspace = workspace
        self.complaints: list[str] = []
        self._engine = engine

    def replace_event(self, event: Event) -> None:
        """Go on with another event in the place of the one that was read."""
        self.reading = self.reading._replace(event=event)

    @property
    def event(self) -> Event:
        """The normalised event."""
        return self.reading.event

    @property
    def engine(self) -> Engine:
        """The engine, imported when a call first needs it: reads and safe commands never do."""
        if self._engine is None:
            from tracer import engine  # noqa: PLC0415 - as said

            self._engine = engine
        return self._engine

    def attempt(self, what: str, action: Callable[[], _Result]) -> _Result | None:
        """What `action` returns; None, and a complaint, when it fails.

        Recording is not worth breaking the agent for, but it never fails silently.
        """
        try:
            return action()
        except Exception as error:  # noqa: BLE001 - the boundary towards the agent
            self.complain(what, error)
            return None

    def note(self, event: Event, kind: str, **fields: Any) -> dict[str, Any] | None:
        """The record of what changes no file, in the ledger and in the readable log."""
        if event.model is None and event.contributor.model_identifier is None:
            event = event._replace(model=self.attempt("transcript", lambda: self._model(event)))
        record = self.attempt(
            "ledger", lambda: self.engine.note(self.workspace, event, kind, **fields)
        )
        if record is not None:
            self.log(record)
        return record

    def _model(self, event: Event) -> str | None:
        """The model, from where the session began or from the agent's transcript."""
        from tracer.agents.transcript import model_of  # noqa: PLC0415 - few calls are noted
        from tracer.intents import session  # noqa: PLC0415

        known = session.read(self.workspace, event.agent, event.session_id).model
        return known or model_of(self.spec, self.payload)

    def log(self, record: dict[str, Any]) -> None:
        """Write a record's line to the readable log."""
        from tracer.agents import decisions  # noqa: PLC0415 - reads decide nothing

        self.attempt("governance ledger", lambda: decisions.write(self.workspace, record))

    def complain(self, what: str, error: Exception) -> None:
        """Keep a complaint for stderr and write it to the journal."""
        line = journal.complaint(what, error)
        self.complaints.append(line)
        journal.write(self.workspace, line, error)
