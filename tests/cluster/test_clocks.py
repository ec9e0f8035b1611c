"""Two processes whose clocks differ, as those of two machines always do."""

import pytest

from tests.cluster import lacks, running
from tests.process.phones import moved_to, plays
from tests.server import without_faketime

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(bool(lacks()), reason=f"needs {lacks()}: make test-cluster"),
    without_faketime,
]


@pytest.fixture(scope="module", params=["+2s", "-2s"])
def cluster(request):
    """Run a cluster of which one process is two seconds ahead, or behind."""
    with running(clocks={"two": request.param}) as cluster:
        yield cluster


def test_every_phone_keeps_its_seat_whichever_process_it_asks(cluster, phone):
    for ways in ((cluster.one, cluster.two), (cluster.two, cluster.one)):
        host, guest = map(phone, ways)
        code = host.open_table()
        assert guest.post(f"/t/{code}/sit", seat=1)[0] == 303
        for at in (*ways, *ways):
            moved_to(at, host, guest)
            for each in (host, guest):
                each.get(f"/djinn/{code}/setup")
            plays(host, guest, code)
