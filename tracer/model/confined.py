"""A command run under limits that the kernel keeps: `tracer run --for CALL -- COMMAND` (D13).

The pre-hook of the call has written down what the command may write. Landlock (Linux 5.13) takes
away all other writing, from the command and from all it starts, for good; where user namespaces
are allowed the files that govern agents and git are mounted read-only as well, and a command that
only reads has no network. Reading, and starting programs, stay as they are.

Only the standard library, and little of it: this runs in front of each command.
Source: Linux, Documentation/userspace-api/landlock.rst; mount_namespaces(7), user_namespaces(7).
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_VERSION = 1  # the flag that asks for the ABI
_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_CHANGES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12))
_TCP = 1 << 0 | 1 << 1  # bind, connect
_REFER_ABI, _TRUNCATE_ABI, _TCP_ABI = 2, 3, 4
_NO_NEW_PRIVILEGES = 38
_NEW_USER, _NEW_MOUNTS, _NEW_NETWORK = 0x10000000, 0x00020000, 0x40000000
_BIND, _REC, _PRIVATE, _REMOUNT, _READ_ONLY = 0x1000, 0x4000, 1 << 18, 0x20, 1
_KEPT_FLAGS = 2 | 4 | 8 | 1024 | 2048  # nosuid, nodev, noexec, noatime, nodiratime
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/random", "/dev/urandom")
FAILED = 126  # what a shell says of a command that cannot be started


def abi() -> int:
    """The version of Landlock that the kernel has switched on; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        found = _syscall(_CREATE_RULESET, None, 0, _VERSION)
    except OSError:
        return 0
    return max(found, 0)


def run(plan: dict[str, object], command: list[str]) -> int:
    """The exit code of a command under the limits of a plan.

    `plan` holds `write` (directories and files in which it may change anything), `read_only` (files
    and directories it may not, wherever they lie), `pin` (directories around these) and `network`;
    with `mounts` false Landlock alone is used.
    """
    try:
        _confine(plan)
    except OSError as error:
        print(f"tracer: the command cannot be confined: {error.strerror}", file=sys.stderr)  # noqa: T201
        return FAILED
    child = os.fork()
    if child == 0:
        try:
            os.execvp(command[0], command)  # noqa: S606 - what it was asked for
        finally:
            os._exit(FAILED + 1)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code:
        said = plan.get("said") or "nothing"
        print(f"tracer: this command ran confined; it may write {said}.", file=sys.stderr)  # noqa: T201
    return code if code >= 0 else 128 - code


def _confine(plan: dict[str, object]) -> None:
    """Take from this process what the plan does not give. Raises: OSError."""
    write = [str(path) for path in plan.get("write") or ()]  # type: ignore[attr-defined]
    read_only = [str(path) for path in plan.get("read_only") or ()]  # type: ignore[attr-defined]
    pinned = [str(path) for path in plan.get("pin") or ()]  # type: ignore[attr-defined]
    network = bool(plan.get("network"))
    if not plan.get("mounts", True) or not _mount_read_only(pinned, read_only, network=network):
        write = [path for place in write for path in _around(place, read_only)]
    version = abi()
    if not version:
        raise OSError(95, "this kernel has no Landlock")
    handled = _CHANGES
    handled |= _REFER if version >= _REFER_ABI else 0
    handled |= _TRUNCATE if version >= _TRUNCATE_ABI else 0
    tcp = _TCP if version >= _TCP_ABI and not network else 0
    ruleset = _ruleset(handled, tcp, version)
    for path in (*write, *_DEVICES):
        _allow(ruleset, path, handled)
    _prctl(_NO_NEW_PRIVILEGES, 1)
    _syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _around(place: str, read_only: list[str]) -> list[str]:
    """What of a place may be written where nothing can be mounted: all in it but what governs.

    Landlock gives a directory with everything below it, so one around something that governs gives
    way to what it holds; nothing new is made in it then.
    """
    if place in read_only:
        return []
    if not any(path.startswith(f"{place.rstrip('/')}/") for path in read_only):
        return [place]
    try:
        names = sorted(os.listdir(place))
    except OSError:
        return []
    return [path for name in names for path in _around(os.path.join(place, name), read_only)]


def _ruleset(handled: int, tcp: int, version: int) -> int:
    fields = [handled, tcp] if version >= _TCP_ABI else [handled]
    attributes = (ctypes.c_uint64 * len(fields))(*fields)
    return _syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)


def _allow(ruleset: int, path: str, handled: int) -> None:
    """Give back the changes below a path; nothing where it is not there."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_directory = os.path.isdir(f"/proc/self/fd/{handle}")
        access = handled if is_directory else handled & (_WRITE_FILE | _TRUNCATE)
        rule = access.to_bytes(8, sys.byteorder) + handle.to_bytes(4, sys.byteorder)
        _syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(handle)


def _mount_read_only(pinned: list[str], paths: list[str], *, network: bool) -> bool:
    """Mount what governs agents over itself, read-only, for this process; whether that worked.

    `pinned` are the directories around it, which stay where they are.
    It is tried in a child first, because a namespace cannot be left again.
    """
    spaces = _NEW_USER | _NEW_MOUNTS | (0 if network else _NEW_NETWORK)
    probe = os.fork()
    if probe == 0:
        try:
            _enter(spaces, pinned, paths)
            os._exit(0)
        except BaseException:  # noqa: BLE001 - the parent sees the code
            os._exit(1)
    _, status = os.waitpid(probe, 0)
    if status:
        return False
    _enter(spaces, pinned, paths)
    return True


def _enter(spaces: int, pinned: list[str], paths: list[str]) -> None:
    user, group = os.geteuid(), os.getegid()
    _call("unshare", spaces)
    for name, text in (
        ("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1"),
    ):  # fmt: skip
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    _mount(None, "/", _REC | _PRIVATE)
    for path in pinned:  # a mount point cannot be renamed
        _mount(path, path, _BIND | _REC)
    for path in paths:
        if not os.path.lexists(path) or os.path.islink(path):
            continue
        _mount(path, path, _BIND | _REC)
        flags = os.statvfs(path).f_flag & _KEPT_FLAGS
        _mount(None, path, _BIND | _REMOUNT | _READ_ONLY | flags)


def _mount(source: str | None, target: str, flags: int) -> None:
    first = None if source is None else os.fsencode(source)
    _call("mount", first, os.fsencode(target), None, ctypes.c_ulong(flags), None)


def _prctl(option: int, value: int) -> None:
    nothing = ctypes.c_ulong(0)
    _call("prctl", option, ctypes.c_ulong(value), nothing, nothing, nothing)


def _syscall(number: int, *arguments: object) -> int:
    return _call("syscall", ctypes.c_long(number), *arguments)


def _call(name: str, *arguments: object) -> int:
    """What a function of the C library returns. Raises: OSError where it fails."""
    library = ctypes.CDLL(None, use_errno=True)
    found: int = getattr(library, name)(*arguments)
    if found < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return found


def main(arguments: list[str]) -> int:
    """`--for CALL -- COMMAND`: run a shell command as the plan of its call says."""
    if len(arguments) != 4 or (arguments[0], arguments[2]) != ("--for", "--"):  # noqa: PLR2004
        print("tracer: usage: tracer run --for CALL -- COMMAND", file=sys.stderr)  # noqa: T201
        return 2
    _, path, _, text = arguments
    try:
        with open(path, "rb") as file:
            plan = json.load(file)
    except (OSError, ValueError):
        plan = None
    if not isinstance(plan, dict) or plan.get("command") != text:
        print("tracer: no call was allowed to run this command", file=sys.stderr)  # noqa: T201
        return FAILED
    for directory in plan.get("make") or ():
        os.makedirs(directory, exist_ok=True)
    return run(plan, [str(plan.get("shell") or "/bin/sh"), "-c", text])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
