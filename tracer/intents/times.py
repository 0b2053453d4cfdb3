"""Times as RFC 3339 text. `datetime` is imported only where a time has to be computed with."""

from __future__ import annotations

import time

from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern

# RFC 3339, or a date alone; seconds and offset may be missing (then the time is UTC).
_DATE = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?"
TIME = lazy_pattern(rf"{_DATE}(?:[Tt ]{_CLOCK}(?:[Zz]|[+-]\d\d:?\d\d)?)?\Z")
_DATE_LENGTH = len("2026-01-31")
_SECONDS_LENGTH = len("2026-01-31T12:00:00")


def now_text(now: float | None = None) -> str:
    """The time now (or `now`, seconds since 1970) as `2026-01-31T12:00:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))


def is_past(text: str, now: float) -> bool:
    """Whether the time `text` lies before `now`. A date alone lasts to its end, in UTC.

    Raises: InputError for a day the calendar does not have.
    """
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415 - 2 ms few hooks need

    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError as error:
        raise InputError(f"{text}: {error}", fix="Correct the date in the registry.") from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    if len(text) == _DATE_LENGTH:
        moment += timedelta(days=1)
    return moment.timestamp() <= now


def is_before(one: str, other: str) -> bool:
    """Whether one RFC 3339 time lies before another, to the second.

    Raises: InputError for a day the calendar does not have.
    """
    if one.endswith("Z") and other.endswith("Z"):
        return one[:_SECONDS_LENGTH] < other[:_SECONDS_LENGTH]
    return _seconds(one) < _seconds(other)


def _seconds(text: str) -> int:
    from datetime import UTC, datetime  # noqa: PLC0415 - as above

    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError as error:
        raise InputError(f"{text}: {error}", fix="Correct the date in the registry.") from error
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
