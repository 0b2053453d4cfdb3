"""A parameter that is a field as well (TypeScript), or a name that a namespace gives to others."""

from __future__ import annotations

import pytest

import tracer

TAX = """export class Tax {
  constructor(private readonly rate: number) {}

  of(net: number): number {
    return net * this.rate;
  }
}
"""
SPACE = """export namespace Tax {
  export const rate = 2;
  export function of(net: number): number {
    return net * rate;
  }
}
"""


def verdict_of(text, user):
    """The verdict where `rate` is called `share`, and whoever uses it keeps the word."""
    before = {"a.ts": text.encode(), "m.ts": f'import {{ Tax }} from "./a";\n{user}\n'.encode()}
    after = {**before, "a.ts": text.replace("rate", "share").encode()}
    change_set = tracer.ChangeSet.from_texts(before, after, closed_world=True)
    return tracer.classify(change_set).verdict.value


@pytest.mark.parametrize(
    "text",
    [TAX, TAX.replace("private readonly", "public"), TAX.replace("private ", "protected ")],
    ids=["private", "public", "protected"],
)
def test_followed(text):
    """A parameter property is a field that all its users follow."""
    assert verdict_of(text, "console.log(new Tax(2).of(3));") == "AST_REFACTOR"


@pytest.mark.parametrize(
    ("text", "user"),
    [
        (TAX, "console.log((new Tax(2) as any).rate);"),
        (TAX, "console.log(JSON.stringify(new Tax(2)));"),
        (TAX, "for (const key of Object.keys(new Tax(2))) console.log(key);"),
        (SPACE, "console.log((Tax as any).rate, Tax.of(2));"),
        (SPACE, 'console.log((Tax as any)["ra" + "te"], Tax.of(2));'),
    ],
    ids=["read off", "written", "listed", "off a namespace", "spelled"],
)
def test_not_followed(text, user):
    """Who reads the member by its name, or all of them, keeps the name in place."""
    assert verdict_of(text, user) == "INTENT_EVOLUTION"
