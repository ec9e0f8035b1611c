"""Who opens a table may sit down in the same tap; a locked one offers no seats."""

FORM = {
    "count": 2,
    "players-0-name": "Ann",
    "players-1-name": "Bob",
    "players-0-colour": "red",
    "players-1-colour": "blue",
}


def open_as(phone, me):
    return phone.post("/djinn/new", me=me, **FORM).location.split("/")[2]


def test_who_opens_a_table_sits_down_in_the_same_tap(ann, bob, me):
    code = open_as(ann, 1)
    assert me(ann, code) == (1, True)
    assert 'name="seat" value="1"' in bob.get(f"/t/{code}").text
    assert bob.post(f"/t/{code}/sit", seat=1).status_code == 422
    assert bob.post(f"/t/{code}/sit", seat=0).status_code == 303
    assert me(bob, code) == (0, False)


def test_one_phone_may_still_serve_all(ann, bob, me):
    for seat_of_host in ("", 7):
        code = open_as(ann, seat_of_host)
        assert me(ann, code) == (None, True)
        for seat in (0, 1):
            assert bob.post(f"/t/{code}/sit", seat=seat).status_code == 303


def test_a_locked_table_offers_no_seats(ann, bob):
    code = open_as(ann, 0)
    assert 'id="sit-1"' in bob.get(f"/t/{code}").text
    ann.post(f"/t/{code}/lock", locked="y")
    page = bob.get(f"/t/{code}").text
    assert 'id="sit-' not in page
    assert "Watch only" in page


INVITES = "The others join with this code."


def test_a_host_who_sits_alone_is_told_how_the_others_join(ann, bob):
    code = open_as(ann, 0)
    page = ann.get(f"/djinn/{code}/setup").text
    assert INVITES in page
    assert f'href="/t/{code}/share">Show it</a>' in page
    for elsewhere in (f"/t/{code}/share", f"/djinn/{code}/score"):
        assert INVITES not in ann.get(elsewhere).text
    assert INVITES not in bob.get(f"/djinn/{code}/setup").text
    bob.post(f"/t/{code}/sit", seat=1)
    assert INVITES not in ann.get(f"/djinn/{code}/setup").text


def test_nobody_is_told_so_once_the_game_goes_on(ann, me):
    code = open_as(ann, 0)
    ann.post(f"/djinn/{code}/tick", step="board", seen=9999)
    assert INVITES not in ann.get(f"/djinn/{code}/setup").text


def test_one_phone_for_all_waits_for_nobody(ann):
    assert INVITES not in ann.get(f"/djinn/{open_as(ann, '')}/setup").text
