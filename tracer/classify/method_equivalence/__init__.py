"""Verdicts on ranges: what happened to the methods somebody asks about, whatever else changed."""

from tracer.classify.method_equivalence.judge import RangeJudge, RangeVerdict

__all__ = ["RangeJudge", "RangeVerdict"]
