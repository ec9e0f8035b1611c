"""The seam to the database: where statements stand and how they are written, and what it does and says."""

import ast
import re
import sqlite3
import tracemalloc
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.games.djinn.play import hunt
from companion.storage.connections import get_db, writing
from companion.storage.protocol import (
    Broken,
    DatabaseReplaced,
    DiskFull,
    LockTimeout,
    ReadOnly,
    StorageError,
    UniqueViolation,
)
from companion.storage.sqlite import File, connect
from companion.table import store
from companion.table.play import play
from companion.table.seating import devices, hosts, seats
from tests.sources import nodes

PACKAGE = Path(__file__).parent.parent / "companion"
MODULES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


# Where statements stand, and how they are written


def is_seam(name):
    """Say whether a module may know that the database is SQLite: the seam itself, and what copies whole files."""
    return name.startswith("storage/") or name == "serving/backup.py"


def is_store(name):
    """Say whether a module may hold statements, which PostgreSQL takes, too."""
    return name.endswith(("/store.py", "_store.py"))


STATEMENT = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|VALUES|JOIN|ORDER BY|GROUP BY|LIMIT"
    r"|PRAGMA|BEGIN|COMMIT|ROLLBACK|CREATE|ALTER|DROP)\b"
)
FORMS = {
    "a function of SQLite's own": r"\b(json_\w+|group_concat|total|ifnull|iif|strftime|julianday|unixepoch|datetime"
    r"|instr|printf|hex|glob|typeof|random|changes|last_insert_rowid)\s*\(",
    "max or min of two values": r"\b(max|min)\s*\([^()]*,",
    "an average, which comes as another type": r"\bavg\s*\(",
    "IS with a value": r"\bIS (NOT )?[?:]",
    "NOT of a number": r"\bNOT (?!NULL|EXISTS|IN\b)",
    "OR REPLACE and its like": r"\b(OR (REPLACE|IGNORE|ABORT|FAIL|ROLLBACK)|REPLACE INTO)\b",
    "a limit that is none": r"\bLIMIT\s+-",
    "a numbered value": r"\?\d",
    "the number of a row": r"(?i)\b(_?rowid_?|oid)\b",
    "comparing letters": r"\b(LIKE|GLOB|REGEXP|MATCH|COLLATE)\b",
    "two signs for equal": r"==",
    "a percent sign, which drivers read": r"%",
    "quotes of SQLite's own": r"[`\[\"]",
    "how the file is kept": r"\b(PRAGMA|sqlite_\w+|IMMEDIATE|EXCLUSIVE|STRICT|WITHOUT ROWID|AUTOINCREMENT|BEGIN)\b",
}


def texts(found):
    """List the strings among nodes, docstrings left out; what an f-string fills in is an ellipsis."""
    said = {id(node.value) for node in found if isinstance(node, ast.Expr)}
    parts = {id(part) for node in found if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in found:
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said | parts:
            yield node.value


def statements(name, found):
    """List the statements that stand where none may, or as not every database takes them."""
    for text in filter(STATEMENT.search, texts(found)):
        if not is_store(name):
            yield f"a statement: {text!r}"
        yield from (f"{form}: {text!r}" for form, pattern in FORMS.items() if re.search(pattern, text))


def imported(node):
    if isinstance(node, ast.ImportFrom):
        return [node.module]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def knowledge(name, found):
    """List what a module does that only the seam may, or only a store."""
    for node in found:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (module for module in imported(node) if module.split(".")[0] in ("sqlite3", "sqlite_utils"))
        if isinstance(node, ast.Attribute):
            own = () if is_store(name) else ("execute", "executemany")
            yield from {node.attr} & {"conn", "lastrowid", "sqlite_errorcode", *own}
        if isinstance(node, ast.Call) and not node.args and is_store(name) and ast.unparse(node) == "writing()":
            yield "a block without a key"
        asked = isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn)
        if asked and re.search(r"\bin str\(error", ast.unparse(node)):
            yield "the text of an error"


def faults(name, *sources):
    """List what a module says to the database or knows of it that it should not."""
    found = [node for source in sources for node in nodes(source)]
    return [] if is_seam(name) else [*statements(name, found), *knowledge(name, found)]


def test_statements_stand_in_stores_as_any_database_takes_them():
    found = {name: faults(name, source) for name, source in MODULES.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


PLANTED = {
    "table/seating/seats.py": [
        'sql = "SELECT code FROM tables"',
        "sql = f'DELETE FROM {name}'",
        "rows = db.execute(sql)",
        "import sqlite3",
        "from sqlite_utils.db import Database",
        "busy = 'locked' in str(error)",
        "storage.conn.close()",
    ],
    "table/store.py": [
        'sql = "SELECT json_group_array(name) FROM seats"',
        'sql = "SELECT group_concat(here) FROM presence"',
        'sql = "SELECT avg(points) FROM listed"',
        'sql = "UPDATE phones SET host = (seat IS ?)"',
        'sql = "UPDATE phones SET sat = max(sat, excluded.sat)"',
        'sql = "UPDATE OR IGNORE phones SET phone = ?"',
        'sql = "INSERT OR REPLACE INTO log VALUES (?)"',
        'sql = "SELECT code FROM log LIMIT -1"',
        'sql = "SELECT code FROM log WHERE code = ?1"',
        'sql = "SELECT count(*) FROM phones WHERE seat IS NULL AND NOT host"',
        'sql = "SELECT max(rowid) FROM log"',
        "sql = \"SELECT code FROM log WHERE move LIKE 'a_'\"",
        'sql = "SELECT code FROM log WHERE once == 1"',
        'sql = "SELECT code FROM log WHERE code = %s" % code',
        "sql = 'SELECT code FROM \"log\"'",
        'db.execute("PRAGMA data_version")',
        'db.execute("BEGIN IMMEDIATE")',
        'sql = f"{sql} LIMIT -1"',
        "id = db.execute(sql).lastrowid",
        "with writing() as db: pass",
    ],
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in PLANTED.items() for line in lines])
def test_what_may_not_stand_is_found(name, line):
    assert len(faults(name, MODULES[name], line)) == 1


# What it does


@pytest.fixture
def file(tmp_path):
    """Make a file with one table and one row."""
    with closing(connect(tmp_path / "file")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE one (n INTEGER PRIMARY KEY)")
        db.execute("INSERT INTO one VALUES (1)")
    return tmp_path / "file"


@pytest.fixture
def db(file):
    with closing(connect(file, patience=0)) as db:
        yield db


def add(db, number=2):
    db.execute("INSERT INTO one VALUES (?)", [number])


@pytest.fixture
def code(app, table):
    """Give the code of a table of Djinn where Bob sits on the second seat."""
    with app.test_request_context():
        seats.take(table, 1, phone="bob")
        yield table


ACTS = {
    "take": lambda code: seats.take(code, 0, phone="cem"),
    "watch": lambda code: seats.watch(code, phone="bob"),
    "free": lambda code: seats.free(code, 1),
    "hand over": lambda code: hosts.hand_over(code, 1),
    "lock": lambda code: seats.lock(code, locked=True),
    "rename": lambda code: seats.rename(code, 0, name="Anna", colour="red"),
    "sign out": lambda code: devices.sign_out("bob"),
    "play": lambda code: play(code, "begin", hunt.begin, tapped_by=None, op="again", at=6.0),
    "here": lambda code: store.save_here(get_db(), "another", {code: 3}, at=5.0),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_whatever_moves_a_table_is_told_in_the_block_that_writes_it(code, act, monkeypatch):
    """SQLite notices by itself; with a database that does not, the phones of other processes would sleep on."""
    told = []
    monkeypatch.setattr(File, "notify", lambda db, code: told.append((code, db.is_writing)))
    before = store.find_version(get_db(), code, "this", at=5.0)
    act(code)
    assert store.find_version(get_db(), code, "this", at=5.0) != before
    assert (code, True) in told


def test_what_another_connection_writes_is_heard_once(db, file):
    assert db.poll() is None
    assert db.poll() == ()
    add(db, 2)
    assert db.poll() == ()
    with closing(connect(file)) as other:
        add(other, 3)
    assert db.poll() is None
    assert db.poll() == ()


def test_statements_leave_nothing_behind(db):
    """A connection serves requests for months; a reference to each of its statements would fill the memory."""
    db.execute("SELECT 1").fetchall()
    tracemalloc.start()
    try:
        for _ in range(2000):
            db.execute("SELECT 1").fetchall()
        assert tracemalloc.get_traced_memory()[0] < 2000 * 50
    finally:
        tracemalloc.stop()


def test_a_block_is_written_whole_or_not_at_all(db):
    with suppress(ZeroDivisionError), db.writing("one"):
        with db.writing("another"):
            add(db, 2)
        add(db, 1 // 0)
    assert not db.is_writing
    with db.writing("one"):
        add(db, 3)
    assert db.execute("SELECT n FROM one ORDER BY n").fetchall() == [(1,), (3,)]


def test_a_block_that_fails_at_its_end_leaves_nothing_open(db):
    db.execute("CREATE TABLE two (n INTEGER REFERENCES one (n) DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(StorageError), db.writing():
        db.execute("INSERT INTO two VALUES (99)")
    assert not db.is_writing


def test_a_connection_that_was_left_writing_is_not_lent_again(app):
    with app.app_context():
        left = get_db()
        left.execute("BEGIN IMMEDIATE")
    assert left not in app.extensions["db_pool"]
    with app.app_context(), writing() as db:
        assert db is not left


def test_an_app_whose_connections_were_all_closed_begins_a_new_log(new_app):
    """SQLite removes a log with the last connection, and another one is none that somebody has put in its place."""
    app = new_app()
    for _ in range(2):
        with app.app_context(), writing() as db:
            db.execute("INSERT INTO batches (at) VALUES (1)")
        log = app.config["DATABASE"].with_name("companion.db-wal")
        assert log.exists()
        for database in app.extensions["db_pool"]:
            database.close()
        app.extensions["db_pool"].clear()
        assert not log.exists()
        for name in "abcde":
            log.with_name(name).touch()  # takes the number on the disk that the log had


# What it says


TOLD = {
    LockTimeout: (503, "Another program is using the database. Please try again in a moment."),
    DiskFull: (503, "the disk is full. Everything saved so far can still be read."),
    ReadOnly: (503, "the disk is read-only. Everything saved so far can still be read."),
    DatabaseReplaced: (503, "was deleted or replaced while Companion was running"),
    Broken: (503, "is damaged. Stop Companion, restore a backup"),
    UniqueViolation: (409, "Somebody was faster"),
}


@pytest.mark.parametrize("trouble", TOLD)
def test_trouble_is_told_in_words(app, trouble):
    with app.test_request_context():
        answer = app.handle_user_exception(trouble("what the driver says"))
        page = answer.get_data(as_text=True)
    status, words = TOLD[trouble]
    assert (answer.status_code, words in page, "driver" in page) == (status, True, False)


def test_what_must_stand_once_is_taken(db):
    with pytest.raises(UniqueViolation):
        add(db, 1)
    with pytest.raises(UniqueViolation):
        db.executemany("INSERT INTO one VALUES (?)", [(2,), (1,)])


def test_what_another_program_holds_is_busy(db, file):
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LockTimeout):
            add(db)
    add(db)


def test_a_disk_that_takes_nothing_more_is_full(db):
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(DiskFull):
        db.execute("CREATE TABLE two (n)")


def test_what_may_only_be_read_is_read_only(db):
    db.execute("PRAGMA query_only = 1")
    with pytest.raises(ReadOnly):
        add(db)


def test_a_file_that_is_not_there_is_gone(tmp_path):
    with pytest.raises(DatabaseReplaced):
        connect(tmp_path / "nowhere", how="mode=rw")


def test_a_file_that_is_no_database_is_broken(tmp_path):
    (tmp_path / "file").write_bytes(b"torn" * 1000)
    with pytest.raises(Broken):
        connect(tmp_path / "file").execute("SELECT * FROM one")


def test_a_file_whose_rows_are_torn_is_broken_when_they_are_read(file):
    """The first row comes with the statement, the others are asked for one by one."""
    with closing(connect(file)) as db:
        with db.writing():
            db.executemany("INSERT INTO one VALUES (?)", ((number,) for number in range(2, 5000)))
        db.execute("PRAGMA journal_mode = DELETE")
    pages = bytearray(file.read_bytes())
    pages[-4096 * 3 :] = b"torn" * 3 * 1024
    file.write_bytes(pages)
    for read in (list, lambda rows: rows.fetchall(), lambda rows: [rows.fetchone() for _ in range(5000)]):
        with closing(connect(file)) as db:
            rows = db.execute("SELECT * FROM one")
            with pytest.raises(Broken):
                read(rows)


def test_a_mistake_in_the_asking_is_none_of_these(db):
    with pytest.raises(StorageError, match="no such table") as mistake:
        db.execute("SELECT * FROM nowhere")
    assert type(mistake.value) is StorageError
