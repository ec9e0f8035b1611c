"""A public host, and phones that open houses there."""

import html
import re
import time

import pytest

from companion.houses import circle, store
from companion.storage.connections import get_db, writing
from tests.apps import anew
from tests.conftest import seated
from tests.copies import phone_of


@pytest.fixture(scope="module")
def public_app(new_app):
    return new_app(PUBLIC=True)


@pytest.fixture
def app(public_app):
    return anew(public_app)


@pytest.fixture
def opened():
    """Let a phone open a table of Djinn, and come back once, so that its new id was seen; give the code."""

    def opened(phone, names=("Ann", "Bob"), me=0):
        form = seated(len(names), me=me)
        form |= {f"players-{number}-name": name for number, name in enumerate(names)}
        answer = phone.post("/djinn/new", **form)
        assert answer.status_code == 303, answer.text
        phone.get("/")
        return re.search(r"/djinn/(\w{5})/", answer.location)[1]

    return opened


@pytest.fixture
def invited():
    """Let a host make an invitation, without the page that shows it; give the path of its link."""

    def invited(host):
        with host.http.application.app_context():
            [(house,)] = get_db().execute("SELECT house FROM members WHERE phone = ?", [phone_of(host.http)]).fetchall()
            secret, now = circle.new_secret(), time.time()
            with writing() as db:
                store.invite(db, house, circle.hashed(secret), at=now, until=now + circle.WEEK)
        return f"/house/join/{secret}"

    return invited


@pytest.fixture
def joined(invited):
    """Let a phone join the house of a host, under a name."""

    def joined(phone, host, name="Bob"):
        answer = phone.post(invited(host), name=name)
        assert answer.status_code == 303, answer.text
        phone.get("/")

    return joined


@pytest.fixture
def cem(phone):
    return phone()


@pytest.fixture
def members():
    """List the numbers of those in a house by their names, as its page shows them."""

    def members(phone):
        text = phone.get("/house/").text
        found = re.findall(r'id="member-(\d+)".*?<bdi class="grow clip">(.*?)</bdi>', text, re.DOTALL)
        return {html.unescape(name): int(number) for number, name in found}

    return members
