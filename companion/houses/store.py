"""Houses, their members and their invitations in the database: rows in and out. Of secrets only hashes are kept."""

from __future__ import annotations

from collections.abc import Sequence

from companion.storage.protocol import Database

OWN = "house <> 0 AND house"
"""Finds a house's tables by their index, which holds none of an installation for only one."""


def find_house(db: Database, house: int) -> tuple[str, str] | None:
    """Find the name of a house, and that of its host."""
    sql = "SELECT name, (SELECT name FROM members WHERE house = houses.id AND host = 1) FROM houses WHERE id = ?"
    row = db.execute(sql, [house]).fetchone()
    return (row[0], row[1] or "") if row else None


def open_house(db: Database, house: int, *, at: float) -> bool:
    """Write a new house down; return False if its number is taken."""
    sql = "INSERT INTO houses (id, name, opened_at, seen_at) VALUES (?, '', ?, ?) ON CONFLICT DO NOTHING RETURNING id"
    return bool(db.execute(sql, [house, at, at]).fetchall())


def rename(db: Database, house: int, name: str) -> None:
    """Give a house another name."""
    db.execute("UPDATE houses SET name = ? WHERE id = ?", [name, house])


# Members


def add(
    db: Database, house: int, *, phone: str, member: int, name: str, at: float, host: bool = False, former: str | None
) -> None:
    """Write a phone down as a member; `former` is the id that it came with, for which it has a new one."""
    db.execute(
        "INSERT INTO members (house, phone, member, name, host, since, former) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [house, phone, member, name, int(host), at, former],
    )


def find_member(db: Database, house: int, phones: Sequence[str]) -> tuple[int, bool] | None:
    """Find a phone among the members of a house by its ids: its number, and whether it hosts."""
    sql = f"SELECT member, host FROM members WHERE house = ? AND phone IN ({', '.join('?' * len(phones))}) LIMIT 1"
    row = db.execute(sql, [house, *phones]).fetchone() if phones else None
    return (row[0], bool(row[1])) if row else None


def find_former(db: Database, house: int, former: str | None) -> tuple[int, bool] | None:
    """Find a phone among the members of a house by the id it came with, as `find_member` does."""
    row = db.execute("SELECT member, host FROM members WHERE house = ? AND former = ?", [house, former]).fetchone()
    return (row[0], bool(row[1])) if row else None


def find_lost(db: Database, former: str) -> tuple[int, int] | None:
    """Find the house and the number there of a phone whose answer was lost, by the id it came with."""
    row = db.execute("SELECT house, member FROM members WHERE former = ? ORDER BY since LIMIT 1", [former]).fetchone()
    return (row[0], row[1]) if row else None


def find_members(db: Database, house: int) -> list[tuple[int, str, bool, float]]:
    """List number, name, whether it hosts, and since when it is a member, of each phone of a house."""
    sql = "SELECT member, name, host, since FROM members WHERE house = ? ORDER BY host DESC, since, member"
    return [(member, name, bool(host), since) for member, name, host, since in db.execute(sql, [house]).fetchall()]


def find_phone(db: Database, house: int, member: int) -> str | None:
    """Find the id of the phone that is a member."""
    row = db.execute("SELECT phone FROM members WHERE house = ? AND member = ?", [house, member]).fetchone()
    return row[0] if row else None


def count_members(db: Database, house: int) -> int:
    """Count the members of a house."""
    return int(db.execute("SELECT count(*) FROM members WHERE house = ?", [house]).fetchone()[0])


def call(db: Database, house: int, member: int, name: str) -> None:
    """Write down what a member is called."""
    db.execute("UPDATE members SET name = ? WHERE house = ? AND member = ?", [name, house, member])


def hold(db: Database, house: int, member: int, phone: str) -> None:
    """Let a member go by another id."""
    db.execute("UPDATE members SET phone = ? WHERE house = ? AND member = ?", [phone, house, member])


def remove(db: Database, house: int, member: int) -> None:
    """Take a phone out of a house."""
    db.execute("DELETE FROM members WHERE house = ? AND member = ?", [house, member])


def hand_on(db: Database, house: int, member: int) -> None:
    """Make a member the only host."""
    sql = "UPDATE members SET host = CASE WHEN member = ? THEN 1 ELSE 0 END WHERE house = ?"
    db.execute(sql, [member, house])


def find_of(db: Database, phone: str) -> list[int]:
    """List the houses that a phone is a member of."""
    return [house for (house,) in db.execute("SELECT house FROM members WHERE phone = ?", [phone]).fetchall()]


def is_renewing(db: Database, former: str, phone: str) -> bool:
    """Say whether a phone's former id is a member anywhere, or may yet be taken for one."""
    sql = "SELECT 1 FROM members WHERE phone = ? OR phone = ? AND former IS NOT NULL LIMIT 1"
    return bool(db.execute(sql, [former, phone]).fetchall())


def renew(db: Database, former: str, phone: str) -> None:
    """Let a phone be a member under its new id wherever it was under the former one, which is worth nothing then."""
    db.execute("UPDATE members SET former = NULL WHERE phone = ?", [phone])
    db.execute(
        "UPDATE members SET phone = :phone WHERE phone = :former AND NOT EXISTS"
        " (SELECT 1 FROM members AS known WHERE known.house = members.house AND known.phone = :phone)",
        {"phone": phone, "former": former},
    )
    db.execute("DELETE FROM members WHERE phone = ?", [former])


# Invitations and recovery


def invite(db: Database, house: int, hash: str, *, at: float, until: float) -> None:
    """Write an invitation down."""
    db.execute("INSERT INTO invitations (hash, house, made_at, until) VALUES (?, ?, ?, ?)", [hash, house, at, until])


def forget_invitations(db: Database, *, at: float) -> None:
    """Forget the invitations that are over."""
    if db.execute("SELECT 1 FROM invitations WHERE until <= ? LIMIT 1", [at]).fetchone():
        db.execute("DELETE FROM invitations WHERE until <= ?", [at])


def find_invitation(db: Database, hash: str, *, at: float) -> tuple[str, int] | None:
    """Find an invitation that still holds: its hash, and its house."""
    row = db.execute("SELECT hash, house FROM invitations WHERE hash = ? AND until > ?", [hash, at]).fetchone()
    return (row[0], row[1]) if row else None


def find_invitations(db: Database, house: int, *, at: float) -> list[float]:
    """List until when the invitations of a house hold."""
    sql = "SELECT until FROM invitations WHERE house = ? AND until > ? ORDER BY until"
    return [until for (until,) in db.execute(sql, [house, at]).fetchall()]


def revoke(db: Database, house: int) -> None:
    """Make all invitations of a house void."""
    db.execute("DELETE FROM invitations WHERE house = ?", [house])


def keep_recovery(db: Database, house: int, hash: str | None) -> None:
    """Replace the recovery link of a house, or make it void."""
    db.execute("UPDATE houses SET recovery = ? WHERE id = ?", [hash, house])


def recovery_of(db: Database, house: int) -> str | None:
    """Find the hash of a house's recovery link; None if it has none."""
    row = db.execute("SELECT recovery FROM houses WHERE id = ?", [house]).fetchone()
    return row[0] if row else None


def find_recovery(db: Database, hash: str) -> tuple[str, int] | None:
    """Find a recovery link: its hash, and its house."""
    row = db.execute("SELECT recovery, id FROM houses WHERE recovery = ?", [hash]).fetchone()
    return (row[0], row[1]) if row else None


# All that is a house's


def find_tables(db: Database, house: int, *, limit: int, over: bool | None = None) -> list[tuple[str, str, float]]:
    """List code, game and moment of opening of a house's tables, the latest first; all, or by whether they are over."""
    only = "" if over is None else f" AND over = {int(over)}"
    sql = f"SELECT code, game, opened_at FROM tables WHERE {OWN} = ?{only} ORDER BY opened_at DESC, code LIMIT ?"
    return [(code, game, at) for code, game, at in db.execute(sql, [house, limit]).fetchall()]


def count_plays(db: Database, house: int) -> int:
    """Count the plays of a house, deleted ones too."""
    return int(db.execute("SELECT count(*) FROM plays WHERE house = ?", [house]).fetchone()[0])


def close(db: Database, house: int) -> None:
    """Let nobody into a house any more; should its deletion be interrupted, it is the next to be deleted."""
    db.execute("DELETE FROM members WHERE house = ?", [house])
    db.execute("DELETE FROM invitations WHERE house = ?", [house])
    db.execute("UPDATE houses SET recovery = NULL, seen_at = 0 WHERE id = ?", [house])


def find_left(db: Database, *, before: float) -> int | None:
    """Find a house that no member has opened since a moment, the one left longest."""
    row = db.execute("SELECT id FROM houses WHERE seen_at < ? ORDER BY seen_at, id LIMIT 1", [before]).fetchone()
    return row[0] if row else None


def is_left(db: Database, house: int, *, before: float) -> bool:
    """Say whether no member has opened a house since a moment."""
    return bool(db.execute("SELECT 1 FROM houses WHERE id = ? AND seen_at < ?", [house, before]).fetchall())


def delete_tables(db: Database, codes: Sequence[str]) -> None:
    """Delete tables of a house with all that belongs to them."""
    for kept in ("seats", "phones", "log", "notes", "presence", "tables"):
        db.executemany(f"DELETE FROM {kept} WHERE code = ?", [(code,) for code in codes])
    db.execute(f"DELETE FROM sent WHERE made IN ({', '.join('?' * len(codes))})", list(codes))
    for code in codes:
        db.notify(code)


def delete_plays(db: Database, house: int, *, limit: int) -> int:
    """Delete some plays of a house for good, with all that belongs to them; return how many."""
    rows = db.execute("SELECT id FROM plays WHERE house = ? LIMIT ?", [house, limit]).fetchall()
    for kept in ("players", "edits", "listed"):
        db.executemany(f"DELETE FROM {kept} WHERE play = ?", rows)
    db.executemany("DELETE FROM plays WHERE id = ?", rows)
    return len(rows)


def delete_rest(db: Database, house: int) -> None:
    """Delete what is left of a house: its sums, names, boxes, what it learned and asked, files, and itself."""
    for kept in ("listed", "summaries"):
        db.execute(f"DELETE FROM {kept} WHERE list >= ? AND list < ?", [f"{house}:", f"{house};"])
    for kept in (
        "batches",
        "identities",
        "people",
        "renames",
        "kept_things",
        "learned",
        "asked",
        "box_versions",
        "box_photos",
        "members",
        "invitations",
    ):
        db.execute(f"DELETE FROM {kept} WHERE house = ?", [house])
    db.execute("DELETE FROM houses WHERE id = ?", [house])


def find_boxes(db: Database, house: int) -> list[tuple[str, str]]:
    """List the games of which a house has a box, each with the box as it is now."""
    latest = "SELECT max(id) FROM box_versions WHERE house = ? GROUP BY game"
    sql = f"SELECT game, corrections FROM box_versions WHERE id IN ({latest}) ORDER BY game"
    return [(game, corrections) for game, corrections in db.execute(sql, [house]).fetchall()]
