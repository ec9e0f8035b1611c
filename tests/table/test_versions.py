"""Versions of tables: how far each is, and who is here at any process."""

from companion.storage.connections import get_db
from companion.table import store


def test_versions_of_many_tables_are_found_at_once(app, ann, open_djinn):
    codes = [open_djinn(ann) for _ in range(12)]
    with app.test_request_context():
        db = get_db()
        store.save_here(db, "another", {codes[3]: 3}, at=5.0)
        store.save_here(db, "a third", {codes[3]: 8}, at=5.0)
        each = {code: store.find_version(db, code, "this", at=5.0)[2] for code in codes}
        assert (each[codes[0]].here, each[codes[3]].here, each[codes[0]].seq > 0) == (0, 11, True)
        for some in (codes[3:4], codes[:4], codes):
            found = store.find_versions(db, [*some, "ZZZZZ"], "this", at=5.0)
            assert found == {code: each[code] for code in some}
        assert store.find_versions(db, ["ZZZZZ"], "this", at=5.0) == {}
