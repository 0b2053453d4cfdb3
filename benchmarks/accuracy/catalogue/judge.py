"""One case judged as `tracer classify DIR DIR` would, with the time that each part of it took."""

from __future__ import annotations

import time

import tracer
from tracer.classify import verdict as driver
from tracer.matching import match

PARTS = ("matching", "rules", "prover")


def judged(case, options):
    """The verdict on a case, its grade and assumptions, the first reason against it, and times."""
    change_set = tracer.ChangeSet.from_texts(
        {path: text.encode() for path, text in case["before"].items()},
        {path: text.encode() for path, text in case["after"].items()},
        closed_world=True,
    )
    started = time.perf_counter()
    mapping = match(change_set)
    matched = time.perf_counter()
    result = dict.fromkeys(PARTS, 0.0)
    if options.only_prover:
        result |= _by_prover(mapping, options)
        result["prover"] = time.perf_counter() - matched
    else:
        result |= _by_all(mapping, options, result)
        result["rules"] = time.perf_counter() - matched - result["prover"]
    result["matching"] = matched - started
    return result


def _by_prover(mapping, options):
    from tracer.classify.equivalence import prove  # noqa: PLC0415 - older versions have none
    from tracer.model.assumptions import accepted  # noqa: PLC0415

    outcome = prove(mapping, closed_world=True, mentions=None, accepted=accepted(options.assume))
    if outcome.proof is not None:
        proof = outcome.proof
        return {
            "verdict": "AST_REFACTOR",
            "reason": ", ".join(proof.laws),
            "grade": proof.grade,
            "assumes": proof.assumes,
        }
    why = outcome.differences[0].text if outcome.differences else "no difference named"
    return {"verdict": "INTENT_EVOLUTION", "reason": why, "grade": "", "assumes": ()}


def _by_all(mapping, options, times):
    clock = _TimedProver(times)
    with clock:
        extra = {"prover": not options.only_rules} if _has_prover() else {}
        if _has_prover():
            extra["assume"] = options.assume
        found = driver.classify(mapping, closed_world=True, **extra).verdict
    changes = [change for file in found.files for change in file.changes]
    against = [c for c in changes if c.verdict.value == "INTENT_EVOLUTION"]
    proof = getattr(found, "proof", None)
    return {
        "verdict": found.verdict.value,
        "reason": f"{against[0].rule}: {against[0].evidence}" if against else
        ", ".join(sorted({c.rule for c in changes})),
        "grade": proof.grade if proof else "",
        "assumes": proof.assumes if proof else (),
    }  # fmt: skip


def _has_prover():
    return hasattr(driver, "ask_prover")


class _TimedProver:
    """Adds the time that the prover takes to a table while the block runs."""

    def __init__(self, times):
        self._times = times

    def __enter__(self):
        if not _has_prover():
            return
        self._asked = asked = driver.ask_prover

        def timed(*args, **options):
            started = time.perf_counter()
            try:
                return asked(*args, **options)
            finally:
                self._times["prover"] += time.perf_counter() - started

        driver.ask_prover = timed

    def __exit__(self, *_):
        if _has_prover():
            driver.ask_prover = self._asked
