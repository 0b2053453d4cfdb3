"""Jinja2 with everything inert: escaped, control and direction characters made visible."""

from __future__ import annotations

import base64
import hashlib
import os
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from tracer.web.charts import percent
from tracer.web.visible import in_code, visible

_HERE = os.path.dirname(os.path.abspath(__file__))
_CLIP = 160  # characters of a name in a table
LONGEST_LINE = 1000  # characters of a line of source


@cache
def environment() -> Environment:
    """The templates. What they print is escaped and visible unless it is `Markup`."""
    made = Environment(
        loader=FileSystemLoader(os.path.join(_HERE, "templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.filters["clip"] = clip
    made.filters["code"] = code
    made.filters["number"] = lambda value: f"{value:,}"
    made.globals["percent"] = percent
    return made


def _shown(value: Any) -> Any:
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else value


def clip(text: str, room: int = _CLIP) -> str:
    """A text cut to its first characters, with a sign that it was."""
    return text if len(text) <= room else f"{text[: room - 1]}…"


def code(text: str) -> Markup:
    """Source text of one or more lines: escaped, line ends and tabs kept, the rest visible.

    A line of data (a minified script, a drawing) is cut, and says how much is left out.
    """
    return Markup("\n").join(escape(in_code(_line(line))) for line in text.split("\n"))


def _line(text: str) -> str:
    if len(text) <= LONGEST_LINE:
        return text
    return f"{text[:LONGEST_LINE]} … {len(text) - LONGEST_LINE:,} more characters"


@cache
def static(name: str) -> str:
    """A style sheet or script of the page."""
    with open(os.path.join(_HERE, "static", name), encoding="utf-8") as file:
        return file.read()


def policy(*, is_served: bool = False) -> str:
    """The Content-Security-Policy: this style, this script, nothing from anywhere."""
    rules = [
        "default-src 'none'",
        f"style-src '{_hash('page.css')}'",
        f"script-src '{_hash('page.js')}'",
        "base-uri 'none'",
        "form-action 'self'" if is_served else "form-action 'none'",
    ]
    return "; ".join([*rules, "frame-ancestors 'none'"] if is_served else rules)


def _hash(name: str) -> str:
    digest = hashlib.sha256(static(name).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
