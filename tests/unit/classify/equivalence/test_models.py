"""Models of library functions: each says what it stands for, and pairs of code prove it."""

import json
from pathlib import Path

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated
from tracer.classify.equivalence.evaluation import library_of
from tracer.classify.equivalence.evaluation.domain import model_files
from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.model_files import (
    model_file,
    modelled,
    models_of,
)
from tracer.model.errors import InputError
from tracer.semantics import core

PAIRS = json.loads((Path(__file__).parent / "model_pairs.json").read_text(encoding="utf-8"))
LANGUAGES = [
    one
    for one in ("c", "cpp", "go", "java", "javascript", "python", "rust")
    if model_file(one) is not None
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_models_are_understood(language):
    """Every model is lowered whole, and names nothing but the library and its own parameters."""
    models = models_of(language)
    assert set(models) == modelled(language)
    for model in [one for group in models.values() for one in group]:
        parts = list(walk(model.function))
        assert not [one for one in parts if isinstance(one, core.Opaque | core.Ref)], model.name
        assert all(getattr(one, "row", -1) == -1 for one in parts), model.name


@pytest.mark.parametrize("pair", PAIRS, ids=[one["name"] for one in PAIRS])
def test_pair(pair):
    """The call and what the model says are equal, a look-alike is not."""
    before, _ = evaluated(pair["before"], pair["language"])
    after, _ = evaluated(pair["after"], pair["language"])
    assert before == after
    for other in pair["others"]:
        assert evaluated(other, pair["language"])[0] != before, other


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("// model of function Math.-abs\nstatic int f() { return 1; }", "names no function"),
        ("// model of method push\nclass A { }", "names no method"),
        ("class A { }\n// model of function java.lang.Math.abs\n", "no function follows"),
    ],
)
def test_wrong_line(tmp_path, monkeypatch, text, said):
    """A line that says nothing is named, with what to write."""
    folder = tmp_path / "java"
    folder.mkdir()
    (folder / "models.java").write_text(text, encoding="utf-8")
    monkeypatch.setattr(model_files, "data_dir", lambda _: str(tmp_path))
    models_of.cache_clear()
    try:
        with pytest.raises(InputError, match=said):
            models_of("java")
    finally:
        models_of.cache_clear()


def test_typescript_has_the_models_of_javascript():
    """A table that is like another has its models, too."""
    own = library_of("javascript").modelled
    assert own.items() <= library_of("typescript").modelled.items()
