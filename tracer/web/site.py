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
from tracer.web.views import NAVIGATION, Views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from tracer.web.addresses import Addresses
    from tracer.web.documents import Documents

_OURS = ".tracer-page"  # marks a directory that may be replaced


def page(  # noqa: PLR0913 - what is around the sections
    site: Documents,
    at: Addresses,
    sections: Sequence[Markup],
    *,
    kind: str,
    here: str = "",
    title: str = "",
) -> str:
    """A whole document around some sections. `kind` is `one`, `many` or `served`."""
    is_served = kind == "served"
    views = (*NAVIGATION, ("approvals", "Approvals")) if is_served else NAVIGATION
    return (
        environment()
        .get_template("page.html")
        .render(
            site=site,
            at=at,
            sections=sections,
            shell=kind,
            served=is_served,
            here=here,
            views=views,
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


def write_file(site: Documents, path: str) -> int:
    """Write one self-contained file; how many bytes it has. A file that is there stays whole.

    Raises: InputError when it cannot be written, and what the queries raise.
    """
    at = OneFile()
    made = Views(site, at).all()
    text = page(site, at, [view.html for view in made], kind="one")
    content = text.encode("utf-8", "replace")
    try:
        write_atomically(path, content)
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}", fix="Name a file that can be written"
        ) from error
    return len(content)


def write_directory(site: Documents, path: str) -> int:
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
        count = _fill(site, new)
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


def _fill(site: Documents, directory: str) -> int:
    at = Directory()
    views = Views(site, at)
    count = 0
    names = [(kind, "") for kind, _ in NAVIGATION]
    names += [("intent", about["id"]) for about in site.intents]
    names += [("change", name) for name in site.changes]
    names += [("life", spec) for spec in site.lives]
    names += [("file", path) for path in site.paths]
    for kind, key in names:
        at.here = file_of(kind, key)
        made = views.of(kind, key)
        text = page(site, at, [made.html], kind="many", here=kind, title=made.title)
        place = os.path.join(directory, *at.here.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(text)
        count += 1
    with open(os.path.join(directory, _OURS), "w", encoding="utf-8") as file:
        file.write("Made by `tracer page --out`; the next call replaces this directory.\n")
    return count
