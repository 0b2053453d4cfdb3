"""Models beside the library itself, where that needs no compiler (benchmarks/accuracy/models)."""

import shutil

import pytest

from benchmarks.accuracy.models import compiled, in_python
from benchmarks.accuracy.models.signatures import signatures
from tracer.classify.equivalence.evaluation.domain.model_files import modelled


def test_python():
    """Every model of Python does what the library does."""
    count, wrong = in_python.compared()
    assert not wrong
    assert count > len(signatures("python"))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_javascript(tmp_path):
    """Every model of JavaScript does what the library does."""
    count, wrong = compiled.javascript(tmp_path)
    assert not wrong
    assert count > len(signatures("javascript"))


@pytest.mark.parametrize("language", ["python", *compiled.RUNNERS])
def test_all_are_run(language):
    """No model is left out by the reader of signatures, and each has samples."""
    read = signatures(language)
    assert {(one.is_method, one.path) for one in read} == modelled(language)
    assert language == "python" or all(
        compiled.inputs(language, one) for one in read if one.path not in compiled.OUTSIDE
    )
