"""A Ray cluster makes the same bytes, and a node that dies costs time only.

The cluster is real: a head and a second node, two raylets on the loopback interface, made by
`ray.cluster_utils.Cluster` and ended with the test.
"""

from __future__ import annotations

import warnings

import pytest
from fleet_files import files_of

from tracer.fleet.storage import Storage

NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture
def cluster(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        import ray
        from ray.cluster_utils import Cluster

        made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
        made.add_node(**NODE)
        monkeypatch.setenv("RAY_ADDRESS", made.address)
        yield made
        ray.shutdown()
        made.shutdown()


def test_nodes_make_the_same_bytes(fleet, cluster, monkeypatch) -> None:
    """Two nodes, of which one dies in the middle: every file as from one process."""
    import ray

    fleet.sync("alone", history=True)
    first = fleet.storage("cluster")
    assert fleet.sync("cluster", history=True, runner="ray", jobs=None)["problems"] == []
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    wanted = files_of(fleet.storage("alone").place(""))
    assert files_of(first.place("")) == wanted

    second = fleet.storage("survivor")
    real, killed = Storage.write, []

    def write(self, name: str, data: bytes) -> None:
        if name.startswith("repositories/") and not killed:
            (other,) = cluster.worker_nodes
            cluster.remove_node(other, allow_graceful=False)
            killed.append(other)
        real(self, name, data)

    monkeypatch.setattr(Storage, "write", write)
    assert fleet.sync("survivor", history=True, runner="ray", jobs=None)["problems"] == []
    assert killed
    assert files_of(second.place("")) == wanted
