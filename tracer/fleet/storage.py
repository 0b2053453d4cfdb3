"""Where partitions and manifests lie: a directory, or a bucket of an S3-compatible store.

A name is written once, whole: on disk by a rename, in a bucket by the store itself. Nothing here
changes a file in place, so a reader never sees half of one.
"""

from __future__ import annotations

import errno
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tracer.model.disk import Lock, write_atomically
from tracer.model.errors import InputError, UsageError
from tracer.model.package import install_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WHOLE = "sync"
_LOCK = ".lock"
READERS = 16  # of a store, which answers many at once
_TRIES = 3  # a store may answer badly once


class Storage:
    """A place for files with names like `parts/NAME/ranges.parquet`. Cheap to send to a worker."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.is_local = "://" not in uri
        self._root = os.path.abspath(uri) if self.is_local else uri.split("://", 1)[1].rstrip("/")
        self._filesystem: Any = None

    def __reduce__(self) -> tuple[type[Storage], tuple[str]]:
        return Storage, (self.uri,)  # connections stay where they are

    def place(self, name: str) -> str:
        """The path of a name, for DuckDB or `filesystem`."""
        return f"{self._root}/{name}"

    @property
    def filesystem(self) -> Any:
        """The pyarrow file system that `place` is a path of."""
        if self._filesystem is None:
            self._filesystem = _local() if self.is_local else _remote(self.uri)
        return self._filesystem

    def read(self, name: str) -> bytes | None:
        """The bytes of a name, or None where there is none.

        Raises: InputError when the store cannot be read.
        """
        try:
            if self.is_local:
                with open(self.place(name), "rb") as file:
                    return file.read()
            with self.filesystem.open_input_stream(self.place(name)) as stream:
                return bytes(stream.read())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._failed(name, error) from error

    def has(self, name: str) -> bool:
        """Whether there is such a name."""
        if self.is_local:
            return os.path.exists(self.place(name))
        try:
            info = self.filesystem.get_file_info(self.place(name))
        except OSError as error:
            raise self._failed(name, error) from error
        return bool(info.is_file)

    def has_each(self, names: Sequence[str]) -> list[bool]:
        """`has` of each name; a store is asked about many at once."""
        if self.is_local:
            return [self.has(name) for name in names]
        _ = self.filesystem
        with ThreadPoolExecutor(READERS) as pool:
            return list(pool.map(self.has, names))

    def write(self, name: str, data: bytes) -> None:
        """Put a whole file under a name.

        Raises: InputError when it cannot be written; nothing stands under the name then, or what
        stood there before.
        """
        try:
            if self.is_local:
                path = self.place(name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                write_atomically(path, data, durable=True)
                return
            with self.filesystem.open_output_stream(self.place(name)) as stream:
                stream.write(data)
        except OSError as error:
            raise self._failed(name, error) from error

    def names(self, folder: str) -> list[str]:
        """Names of the files right in a folder, without it, sorted."""
        try:
            if self.is_local:
                with os.scandir(self.place(folder)) as entries:
                    found = [entry.name for entry in entries if entry.is_file()]
            else:
                from pyarrow import fs  # noqa: PLC0415 - an extra

                selector = fs.FileSelector(self.place(folder), allow_not_found=True)
                infos = self.filesystem.get_file_info(selector)
                found = [info.base_name for info in infos if info.is_file]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._failed(folder, error) from error
        return sorted(name for name in found if not name.endswith(".tmp"))

    def state(self, folder: str) -> str:
        """One hash over names, sizes and times of the files right in a folder. Cost: a listing."""
        told: list[tuple[str, int, int]] = []
        try:
            if self.is_local:
                with os.scandir(self.place(folder)) as entries:
                    for entry in entries:
                        found = entry.stat()
                        told.append((entry.name, found.st_size, found.st_mtime_ns))
            else:
                from pyarrow import fs  # noqa: PLC0415 - an extra

                selector = fs.FileSelector(self.place(folder), allow_not_found=True)
                infos = self.filesystem.get_file_info(selector)
                told = [(info.base_name, info.size or 0, info.mtime_ns or 0) for info in infos]
        except FileNotFoundError:
            told = []
        except OSError as error:
            raise self._failed(folder, error) from error
        return hashlib.blake2b(repr(sorted(told)).encode(), digest_size=16).hexdigest()

    def folders(self, folder: str) -> list[str]:
        """Names of the folders right in a folder, sorted."""
        from pyarrow import fs  # noqa: PLC0415 - an extra

        selector = fs.FileSelector(self.place(folder), allow_not_found=True)
        try:
            infos = self.filesystem.get_file_info(selector)
        except OSError as error:
            raise self._failed(folder, error) from error
        return sorted(info.base_name for info in infos if not info.is_file)

    def remove(self, name: str) -> None:
        """Take away a file, if it is there."""
        try:
            if self.is_local:
                os.unlink(self.place(name))
            else:
                self.filesystem.delete_file(self.place(name))
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._failed(name, error) from error

    def remove_folder(self, folder: str) -> None:
        """Take away a folder and all in it."""
        try:
            self.filesystem.delete_dir(self.place(folder))
        except OSError as error:
            raise self._failed(folder, error) from error

    @contextmanager
    def only_writer(self, part: str = WHOLE) -> Iterator[None]:
        """Be the only sync of a directory, or the only one of a `part` of its work.

        Parts may be at work together, and a bucket needs no lock: all who write write the same.
        Raises: InputError when another sync is at work.
        """
        if not self.is_local:
            yield
            return
        try:
            os.makedirs(self._root, exist_ok=True)
            lock = Lock(self.place(part + _LOCK), timeout_s=0.0).__enter__()
        except TimeoutError as error:
            raise InputError(
                f"{self.uri}: another sync is at work there", fix="Wait until it is done"
            ) from error
        except OSError as error:
            raise self._failed(part + _LOCK, error) from error
        try:
            yield
        finally:
            lock.close()

    @contextmanager
    def no_writer(self) -> Iterator[None]:
        """Keep every sync of a directory away, those of parts as well.

        Raises: InputError when a sync is at work.
        """
        names = self.names("") if self.is_local else []
        parts = {name.removesuffix(_LOCK) for name in names if name.endswith(_LOCK)}
        with ExitStack() as stack:
            for part in sorted({WHOLE, *parts}):
                stack.enter_context(self.only_writer(part))
            yield

    def _failed(self, name: str, error: OSError) -> InputError:
        """What went wrong with a name, in one line."""
        if error.errno == errno.ENOSPC:
            return InputError(
                f"{self.uri}: the disk is full", fix="Make room and sync again; nothing is lost"
            )
        why = error.strerror or " ".join(str(error).split())
        return InputError(
            f"{self.uri}: {name}: {why}", fix="Make it reachable and sync again; nothing is lost"
        )


def needs_extra(what: str, error: ImportError) -> UsageError:
    """The error of an extra that is not installed."""
    extra = "analysis" if what != "Ray" else "fleet"
    command = install_command(extra)
    return UsageError(f"{what} needs the extra `{extra}`", fix=f"Run `{command}` ({error.name})")


def _local() -> Any:
    try:
        from pyarrow import fs  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs_extra("The warehouse", error) from error
    return fs.LocalFileSystem()


def _remote(uri: str) -> Any:
    """The file system of a bucket; an endpoint comes from AWS_ENDPOINT_URL."""
    try:
        from pyarrow import fs  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs_extra("The warehouse", error) from error
    if urlsplit(uri).scheme != "s3":
        raise UsageError(f"{uri}: no storage tracer knows", fix="Name a directory or s3://BUCKET")
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    options: dict[str, Any] = {"connect_timeout": 10.0, "request_timeout": 60.0}
    options["retry_strategy"] = fs.AwsStandardS3RetryStrategy(max_attempts=_TRIES)
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    if endpoint:
        split = urlsplit(endpoint)
        options |= {"endpoint_override": split.netloc, "scheme": split.scheme or "https"}
        region = region or "us-east-1"
    if region:
        options["region"] = region
    return fs.S3FileSystem(**options)
