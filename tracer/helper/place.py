"""Whether a helper may be used here, where its socket is, and which helper is the right one."""

from __future__ import annotations

import binascii
import os
import stat
import sys
import time

from tracer.helper import wire

SWITCH = "TRACER_HELPER"  # `off`: hooks ask no helper, and start none
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OPTIONS = {
    "isolated": "-I",
    "ignore_environment": "-E",
    "no_user_site": "-s",
    "no_site": "-S",
    "safe_path": "-P",
    "dont_write_bytecode": "-B",
}
_SPECIAL = ("debug", "inspect", "interactive", "optimize", "verbose", "bytes_warning", "dev_mode")
_READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "GLIBC_", "MALLOC_")
_PRIVATE = 0o077
LOCK, NOTE = ".lock", ".note"
START_S = 60.0  # between two attempts to start a helper
NOTE_S = 86_400.0  # that a note is kept while others are made
_MOST = 6  # helpers of a user, some 170 MB each with the processes made ahead
_OFF = {"off", "0", "no", "false"}


def is_wanted() -> bool:
    """Whether this process may ask a helper, or start one. Cost: no system call but `geteuid`.

    Unless somebody said no. Only on Linux: elsewhere nothing tells whether a caller is confined as
    the helper is not.
    """
    if is_switched_off() or sys.platform != "linux":
        return False
    if os.getuid() != os.geteuid() or os.getgid() != os.getegid():
        return False
    return not _is_special()


def is_switched_off() -> bool:
    """Whether the environment says no."""
    return os.environ.get(SWITCH, "").lower() in _OFF


def _is_special() -> bool:
    """Whether the interpreter runs with options that a helper is not started with."""
    if sys.warnoptions or sys._xoptions:  # noqa: SLF001 - documented, in spite of its name
        return True
    return any(getattr(sys.flags, name) for name in _SPECIAL)


def options() -> list[str]:
    """The options of this interpreter, as a helper's is started with them."""
    return [word for name, word in _OPTIONS.items() if getattr(sys.flags, name)]


def search_path() -> list[str]:
    """Where modules are looked for, without what depends on the working directory."""
    found = [path for path in sys.path if os.path.isabs(path)]
    above = os.path.dirname(_PACKAGE)
    return found if above in found else [above, *found]


def environment_at_start() -> dict[str, str]:
    """The variables that an interpreter and its libraries read once, when they start."""
    return {k: v for k, v in sorted(os.environ.items()) if k.startswith(_READ_AT_START)}


def key() -> bytes:
    """What a helper must have in common with its caller, as one text."""
    parts = (sys.executable, sys.version, _PACKAGE, options(), environment_at_start())
    return repr(parts).encode(errors="surrogateescape")


def directory(*, make: bool = False) -> str | None:
    """The user's own directory for sockets; None where there is none that nobody else can enter.

    Never a temporary directory: agents' commands may write there, and what answers hooks decides.
    """
    above = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(above) and _is_private(above):
        path = os.path.join(above, "tracer")
    else:
        path = os.path.expanduser("~/.cache/tracer/run")
    if make and os.path.isabs(path):
        try:  # noqa: SIM105 - `contextlib` takes a third of the client's time
            os.makedirs(path, 0o700, exist_ok=True)
        except OSError:  # it cannot be made
            pass
    return path if _is_private(path) else None


def _is_private(path: str) -> bool:
    try:
        found = os.lstat(path)
    except OSError:
        return False
    is_ours = found.st_uid == os.getuid() and not found.st_mode & _PRIVATE
    return is_ours and stat.S_ISDIR(found.st_mode)


def is_full(folder: str) -> bool:
    """Whether the user has as many helpers as there may be: each environment has its own.

    The locks of those that are gone are taken away, a minute after the last attempt to start one,
    and notes after a day: they are written again when they are missed.
    """
    import fcntl  # noqa: PLC0415 - no answered hook gets here

    alive = 0
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if NOTE in name:
            _take_old(path)
        if not name.endswith(LOCK):
            continue
        try:
            lock = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:  # gone meanwhile
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if abs(time.time() - os.fstat(lock).st_mtime) > START_S:
                os.unlink(path)
                os.unlink(path.removesuffix(LOCK))  # of one that was killed
        except BlockingIOError:
            alive += 1
        except OSError:  # one that left took its socket away
            pass
        finally:
            os.close(lock)
    return alive >= _MOST


def name_of(own_key: bytes) -> str:
    """The name of the socket of the helper with this key; the key itself is compared later."""
    return f"{binascii.crc32(own_key):08x}{len(own_key):04x}"


def leave_note(launcher: str) -> None:
    """Tell the compiled command `launcher` (client.c) which helper is the right one for it.

    Python knows what this environment makes of the interpreter and of tracer; the compiled command
    only looks whether it is the same file, in an environment that says the same.
    """
    folder = directory()
    if folder is None:
        return
    subject = note_subject(launcher)
    text = wire.packed([subject, key()])
    path = os.path.join(folder, name_of(subject) + NOTE)
    try:
        made = f"{path}.{os.getpid()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(made, flags, 0o600)
        os.write(file, text)
        os.close(file)
        os.replace(made, path)
    except OSError:  # the next hook that Python answers tries again
        return


def note_subject(launcher: str) -> bytes:
    """What a note is about: the command's file, and what Python reads when it starts."""
    kept = [
        name + b"=" + value
        for name, value in os.environb.items()
        if name.startswith(tuple(map(str.encode, _READ_AT_START)))
    ]
    return b"\0".join([os.fsencode(launcher), *sorted(kept)])


def _take_old(path: str) -> None:
    try:
        if abs(time.time() - os.lstat(path).st_mtime) > NOTE_S:
            os.unlink(path)
    except OSError:  # gone meanwhile
        return
