"""What keeps tables and scores, whichever database that is: what the stores ask of it, and what can be in its way."""

from __future__ import annotations


class Trouble(Exception):
    """What was asked of the database was not done: as such a mistake in the asking, else one of the kinds below."""


class Taken(Trouble):
    """What was to be written stands there already, and must stand once."""


class Busy(Trouble):
    """Another program holds the database: what failed may be tried again."""


class ReadOnly(Trouble):
    """The disk allows reading only."""


class Full(Trouble):
    """The disk takes nothing more."""


class Gone(Trouble):
    """The database was deleted, moved or replaced under this process: what it writes would be lost."""


class Broken(Trouble):
    """The database is damaged."""
