"""Tables that are copied for many tests."""

from tests import copies

FORM = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red"}


def test_a_copy_has_a_code_of_its_own(app, monkeypatch):
    """Of thousands of tables two would else have one code in some runs."""
    codes = iter(["AAAAA", "AAAAA", "BBBBB"])
    first = copies.opened(app.test_client(), "djinn", FORM)
    monkeypatch.setattr(copies, "new_code", lambda: next(codes))
    assert [copies.opened(app.test_client(), "djinn", FORM) for _ in range(2)] == ["AAAAA", "BBBBB"]
    assert first not in ("AAAAA", "BBBBB")
