"""Pages as files: everything in one, or a directory of them. Written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically
from tracer.model.errors import InputError
from tracer.web.addresses import Directory, OneFile, file_of
from tracer.web.render import environment, policy, static

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markupsafe import Markup

    from tracer.web.addresses import Addresses
    from tracer.web.book import Book

_OURS = ".tracer-page"  # marks a directory that may be replaced


def page(
    book: Book, sections: Sequence[Markup], *, kind: str, here: str = "", title: str = ""
) -> str:
    """A whole document around some sections. `kind` is `one`, `many` or `served`."""
    is_served = kind == "served"
    site = book.site
    return (
        environment()
        .get_template("page.html")
        .render(
            site=site,
            at=book.at,
            sections=sections,
            shell=kind,
            served=is_served,
            here=here,
            views=(*book.navigation, *(book.served_only if is_served else ())),
            title=f"{title} · {site.name}"
            if title
            else f"{site.name}: whose intent the code serves",
            policy=policy(),
            css=_inline("page.css"),
            js=_inline("page.js"),
        )
    )


def _inline(name: str) -> Markup:
    from markupsafe import Markup  # noqa: PLC0415 - next to what it marks as safe

    return Markup(static(name))  # noqa: S704 - shipped with the package


def write_file(book_at: Callable[[Addresses], Book], path: str) -> int:
    """Write one self-contained file; how many bytes it has. A file that is there stays whole.

    Raises: InputError when it cannot be written, and what the queries raise.
    """
    book = book_at(OneFile())
    text = page(book, [book.of(*name).html for name in book.names()], kind="one")
    content = text.encode("utf-8", "replace")
    try:
        write_atomically(path, content)
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}", fix="Name a file that can be written"
        ) from error
    return len(content)


def write_directory(book_at: Callable[[Addresses], Book], path: str) -> int:
    """Write a directory with a file for each view; how many there are.

    A directory that an earlier call made is replaced in one step; any other one must be empty.
    Raises: as `write_file`.
    """
    target = os.path.abspath(path)
    if os.path.exists(target) and not os.path.isdir(target):
        raise InputError(f"{path}: a file stands there", fix="Name another directory")
    if os.path.isdir(target) and os.listdir(target) and not os.path.exists(f"{target}/{_OURS}"):
        raise InputError(
            f"{path}: the directory holds files that are not tracer's", fix="Name an empty one"
        )
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        new = tempfile.mkdtemp(prefix=f".{os.path.basename(target)}-", dir=os.path.dirname(target))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Name a directory to write to") from error
    try:
        count = _fill(book_at, new)
        os.chmod(new, 0o755)  # noqa: S103 - pages are for everybody who may reach the directory
        if os.path.isdir(target):
            old = f"{new}.old"
            os.rename(target, old)
            os.rename(new, target)
            shutil.rmtree(old)
        else:
            os.rename(new, target)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Name a directory to write to") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return count


def _fill(book_at: Callable[[Addresses], Book], directory: str) -> int:
    at = Directory()
    book = book_at(at)
    count = 0
    for kind, key in book.names():
        at.here = file_of(kind, key)
        made = book.of(kind, key)
        text = page(book, [made.html], kind="many", here=kind, title=made.title)
        place = os.path.join(directory, *at.here.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(text)
        count += 1
    with open(os.path.join(directory, _OURS), "w", encoding="utf-8") as file:
        file.write("Made by `tracer page --out`; the next call replaces this directory.\n")
    return count
