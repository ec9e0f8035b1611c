"""Phones at a cluster."""

import pytest

from tests.cluster.phones import Phone


@pytest.fixture
def phone(cluster):
    """Give phones, by the front or at one process, some of them like another one."""
    phones = []

    def phone(at=None, like=None):
        phones.append(Phone(at or cluster.front, like))
        return phones[-1]

    yield phone
    for one in phones:
        one.connection.close()
