"""Whether two versions are the same program up to names, places and the laws of the language.

Maps of their definitions are tried, most likely first. Under a map, each definition that the
change may touch is compared with its image; definitions that one side lacks are unfolded where they
are called, and so are private ones that differ, as long as all their callers are known. What comes
out is a proof of the whole change, or of single definitions, and the reason for each that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.attempt import Attempt, attempt
from tracer.classify.equivalence.conditions.conditions import Conditions
from tracer.classify.equivalence.conditions.constructed import why_constructed
from tracer.classify.equivalence.conditions.standing import why_stands
from tracer.classify.equivalence.expanded import expanded
from tracer.classify.equivalence.gates import changed_files, why_beside, why_not_trusted, why_unread
from tracer.classify.equivalence.loop_locals import why_shared
from tracer.classify.equivalence.outcome import Difference, Outcome
from tracer.classify.equivalence.owned_words import why_owned
from tracer.classify.equivalence.symbols.symbols import candidates
from tracer.classify.equivalence.unseen_code import why_ended, why_sparse, why_unseen
from tracer.classify.equivalence.versions.side import Side, Steps, TooLargeError
from tracer.classify.equivalence.vetoes import first_veto
from tracer.model.assumptions import accepted as ids_of
from tracer.model.changes import Proof
from tracer.model.collector import no_collector
from tracer.semantics.program import build_program
from tracer.semantics.versions import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.matching import NodeMapping

RULE = "equivalence"
STEPS = 12_000  # of evaluation for a change set; about a millisecond for thirty
_OF_FILE = 3_000  # more for each file that differs


def asked(context: Context, assume: str | None = None) -> Outcome:
    """The outcome for a change set as rules left it, with what they say against it."""
    with no_collector():  # what is in cycles is bounded: see `Steps`
        outcome = proved(context, ids_of(assume or "default"))
    why = first_veto(context) if outcome.proof is not None else None
    return _refused("", why) if why else outcome


def prove(
    mapping: NodeMapping,
    *,
    closed_world: bool,
    mentions: Callable[[str], bool] | None,
    accepted: frozenset[str],
) -> Outcome:
    """The same of a mapping, as if no rule had been asked."""
    from tracer.classify.change.change import Context as Change  # noqa: PLC0415 - rarely wanted

    context = Change(mapping, world=World(is_closed=closed_world), mentions=mentions)
    return proved(context, accepted)


def proved(context: Context, accepted: frozenset[str]) -> Outcome:
    """The outcome for a change set, with its macros replaced where that can be done.

    Cost: bounded by a budget for each definition it touches, twice where there are macros.
    """
    without = context.kept(expanded)
    why = why_unseen(context, context.kept(changed_files), is_raw=without is None)
    if why:
        return _refused("", why)
    if without is None:
        return _proved(context, accepted)
    why = why_unread(context, is_broken_read=True)
    if why:
        return _refused("", why)
    found = _proved(without, accepted)
    if found.proof is not None or found.attempt is None:
        return found._replace(attempt=None)
    # Its rows are of other texts: what single definitions are proved to be is asked of these.
    parts = _proved(context, accepted)
    if parts.proof is None and parts.attempt:
        return parts
    return Outcome(None, _differences(found.attempt.whole()))


def _proved(context: Context, accepted: frozenset[str]) -> Outcome:
    why = why_unread(context)
    if why:
        return _refused("", why)
    before = build_program(zip(context.before.paths, context.before.trees, strict=True))
    after = build_program(zip(context.after.paths, context.after.trees, strict=True))
    why = why_not_trusted(context, (before, after))
    if why:
        return _refused("", why)
    conditions = Conditions(context, before, after)
    steps = Steps(STEPS + _OF_FILE * len(context.kept(changed_files)))
    world = context.world
    sides = (
        Side(before, accepted, steps, world=world),
        Side(after, accepted, steps, world=world),
    )
    beside = why_beside(context)
    best: Attempt | None = None
    try:
        for found in candidates(before, after, context.mapping):
            best = best and best.whole()
            tried = attempt(context, conditions, found, sides)
            if not tried.why:
                why = _why_more(context, tried)
                if why or beside is None:
                    return _refused("", why) if why else Outcome(_proof(tried), (), tried)
                return Outcome(None, (Difference("", beside),), tried)
            tried = tried.whole() if best else tried
            if best is None or len(tried.why) < len(best.why):
                best = tried
    except TooLargeError:
        if best is None:
            return _refused("", "too large to compare")
    assert best is not None
    why = _why_more(context, best)
    if why:  # nor is any single definition proved then
        return _refused("", why)
    return Outcome(None, _differences(best), best)


def _why_more(context: Context, tried: Attempt) -> str | None:
    """Why the programs may differ in what terms do not say, though a map proves what it proves."""
    changed = context.kept(changed_files)
    return (
        why_ended(context, tried.laws)
        or why_sparse(context)
        or why_shared(context, changed)
        or why_constructed(tried.programs, tried.map.to_before)
        or why_stands(tried.programs, tried.map.to_before, changed)
        or why_owned(tried.programs, tried.map.to_before, changed, context.world)
    )


def _differences(tried: Attempt) -> tuple[Difference, ...]:
    return tuple(Difference(*item) for item in tried.reasons())


def _refused(about: str, why: str) -> Outcome:
    return Outcome(None, (Difference(about, why),))


def _proof(tried: Attempt) -> Proof:
    return Proof.of(tried.assumed, tried.laws, tried.entries())
