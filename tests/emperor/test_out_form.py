"""The form that asks whether somebody without life is out."""

import re


def test_by_whom_somebody_falls_is_said_and_kept(ann, state):
    people = (
        ("Ann", "red"),
        ("Bob", "blue"),
        ("Cem", "green"),
        ("Dee", "yellow"),
        ("Eve", "purple"),
        ("Fay", "orange"),
    )
    form = {f"players-{n}-name": name for n, (name, _) in enumerate(people)}
    form |= {f"players-{n}-colour": colour for n, (_, colour) in enumerate(people)}
    code = ann.post("/emperor/new", count=6, **form).location.split("/")[2]
    for move, choices in (
        ("first", {"team": 0, "seen": 99}),
        ("begin", {"seen": 99}),
        ("life", {"seat": 3, "by": -20}),
    ):
        assert ann.post(f"/emperor/{code}/{move}", **choices).status_code == 303
    asked = re.search(r'<form id="fallen".*?</form>', ann.get(f"/emperor/{code}/ring").text, re.DOTALL)[0]
    assert "by Cem" in asked
    fields = dict(re.findall(r'name="(seats|by)" value="(\d)"', asked))
    assert ann.post(f"/emperor/{code}/out", **fields).status_code == 303
    assert state(code).falls == ((3, 1, 2),)
