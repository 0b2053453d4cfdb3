"""TypeScript: what decorators, frameworks and texts make of names; parts that are computed."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict


def verdict(before: str, after: str, **more: str) -> Verdict:
    others = {f"{name}.ts": text.encode() for name, text in more.items()}
    texts = ({"a.ts": text.encode()} | others for text in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


ROUTE = (
    'import { Controller, Get, Param, ParseIntPipe } from "@nestjs/common";\n@Controller("u")\n'
    'export class U { @Get(":id") find(%s): string { const one = id; return `${one}`; } }\n'
)
COMPONENT = """\
import { Component, Input } from "@angular/core";
@Component({ selector: "x", template: "<p>{{ title }}</p>" })
export class X {
  n = 0;
  title = "a";
  go(): void { this.n++; }
  ngOnInit(): void { this.n = 1; }
}
"""
ENUM = "enum Color { Red, Green }\nexport function f(c: Color): string { return %s; }\n"
SERVICE = (
    'import { Injectable } from "@nestjs/common";\nimport %s{ Svc } from "./svc";\n%s'
    "export class A { constructor(private s: Svc) {} f(): number { return this.s.g(); } }\n"
)
SVC = "export class Svc { g(): number { return 1; } }\n"
LEVEL = "let level = 1;\nexport const set = (n: number) => { level = n; };\n"
STORE = "export function f(a: %s, n: number): number { a[0] = n; %s }\n"
SIZE = "export function f(el: %s): number { %s }\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ROUTE % '@Param("id") id: string', ROUTE % '@Param("userId") id: string'),
        (ROUTE % '@Param("id") id: string', ROUTE % "id: string"),
        (ROUTE % '@Param("id", ParseIntPipe) id: number', ROUTE % '@Param("id") id: number'),
        (COMPONENT, COMPONENT.replace(" title = ", " heading = ")),
        (COMPONENT, COMPONENT.replace("go()", "run()")),
        (COMPONENT, COMPONENT.replace("ngOnInit", "setup")),
        (ENUM % "Color[c]", (ENUM % "Color[c]").replace("Red", "Crimson")),
        (ENUM % "Object.keys(Color)[0]", (ENUM % "Object.keys(Color)[0]").replace("Red", "Dark")),
        (
            "export async function getServerSideProps() { return { a: 1 }; }\n",
            "export async function serverProps() { return { a: 1 }; }\n",
        ),
        (
            "export enum Color { Red }\nexport const f = (n: number) => n === Color.Red;\n",
            "export const enum Color { Red }\nexport const f = (n: number) => n === Color.Red;\n",
        ),
        (
            LEVEL + "export { level as default };\n",
            LEVEL + "export default level;\n",
        ),
        (
            STORE % ("Uint8Array", "const y = a[0]; return y + 1;"),
            STORE % ("Uint8Array", "return n + 1;"),
        ),
        (
            SIZE % ("HTMLElement", 'const h = el.offsetHeight; el.title = "0"; return h;'),
            SIZE % ("HTMLElement", 'el.title = "0"; return el.offsetHeight;'),
        ),
        (
            SIZE % ("HTMLInputElement", 'el.value = "x"; return el.value.length;'),
            SIZE % ("HTMLInputElement", 'el.value = "x"; return "x".length;'),
        ),
    ],
)
def test_others_may_see_it(before: str, after: str) -> None:
    """22: Each was called a refactoring."""
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION


def test_types_that_the_compiler_keeps() -> None:
    """22: With decorators, the types of a constructor's parameters are there at run time."""
    before, after = SERVICE % ("", "@Injectable()\n"), SERVICE % ("type ", "@Injectable()\n")
    assert verdict(before, after, svc=SVC) is Verdict.INTENT_EVOLUTION
    assert verdict(SERVICE % ("", ""), SERVICE % ("type ", ""), svc=SVC) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            ROUTE % '@Param("id") id: string',
            (ROUTE % '@Param("id") id: string').replace(
                "const one = id; return `${one}`", "return `${id}`"
            ),
        ),
        (ENUM % '"r" + c', (ENUM % '"r" + c').replace("Red", "Crimson")),
        (
            STORE % ("number[]", "const y = a[0]; return y + 1;"),
            STORE % ("number[]", "return n + 1;"),
        ),
        (
            "interface Box { size: number; title: string }\n"
            + SIZE % ("Box", 'const h = el.size; el.title = "0"; return h;'),
            "interface Box { size: number; title: string }\n"
            + SIZE % ("Box", 'el.title = "0"; return el.size;'),
        ),
    ],
)
def test_nobody_sees_it(before: str, after: str) -> None:
    """The nearest right steps are recognised."""
    assert verdict(before, after) is Verdict.AST_REFACTOR
