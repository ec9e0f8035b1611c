"""The pages of the box that are the same for every game: its history, its file, and the way back to what we know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files import sandbox
from companion.files.safe_readers import BOX
from companion.kit.box.store import KEPT, Boxes
from companion.language import time_zones
from companion.language.texts import Text
from companion.refusal import Refusal
from companion.table.forms import ImportForm
from companion.table.permissions import require_known
from companion.table.play import games
from companion.web import page, translate
from companion.web.forms import SpokenForm, checked, shown
from companion.web.journal import note

Box = TypeVar("Box")
ENTRY = re.compile(r"\[?(\w+)")
"""The name with which a line of TOML begins, a table's or an entry's."""
SHOWN = 20
"""How many versions a page of the history lists."""


class PartForm(SpokenForm):
    """A part of a box that is asked for at once."""

    @staticmethod
    def held(known: Any) -> Mapping[str, Any]:
        """Find what the fields hold for a box, by their names."""
        raise NotImplementedError

    @property
    def entered(self) -> Mapping[str, Any]:
        """What was entered, by the fields of the box."""
        raise NotImplementedError

    def kept(self, known: Any) -> Mapping[str, Any]:
        """Keep what stays of a box beside that, by its fields, if a part asks about more than it lets be entered."""
        return {}


@dataclass(frozen=True)
class Owned(Generic[Box]):
    """A game's box: where it is kept, and what reads a file of it with care.

    `parts` can each be reset at once: its title, and its fields of the box. The page "box_page" is the game's own, and
    <game>/box/_box.html has a macro `holds` that says in words what a box holds. `comments` explain the file's entries.

    <game>/box/<part>.html asks for a part at once if it has a form in `entered`, with what `asked` prepares of the box;
    `field_of` names the form's field for an entry that is wrong.
    """

    boxes: Boxes[Box]
    read: Callable[[str], Box]
    parts: Mapping[str, tuple[Text, tuple[str, ...]]]
    comments: Mapping[str, Text]
    entered: Mapping[str, type[PartForm]]
    asked: Callable[[Box], Mapping[str, Any]]
    field_of: Callable[[str], str]

    def explained(self, toml: str) -> str:
        """Put the comment on each entry before the first line that has to do with it, in the reader's language."""
        lines, left = [], dict(self.comments)
        for line in toml.splitlines(keepends=True):
            found = ENTRY.match(line)
            comment = left.pop(found[1], None) if found else None
            lines += [f"# {translate(comment)}\n", line] if comment else [line]
        return "".join(lines)

    def changed(self, change: Callable[[Box], Box], **arguments: Any) -> ResponseReturnValue:
        """Change the box, and show it."""
        self.boxes.change(change)
        return redirect(url_for(f"{self.game}.box_page", **arguments), 303)

    def correct(self, change: Callable[[Box], Box], part: str) -> ResponseReturnValue:
        """Change the box if the result is right by the same rules as a file, and show the part."""
        try:
            return self.changed(lambda box: self.read(self.boxes.write(change(box))), _anchor=part)
        except Refusal as refusal:
            raise refusal.about(*map(self.field_of, refusal.faults)) from None

    def part_page(self, part: str) -> ResponseReturnValue:
        """Ask for one part of the box."""
        box, kind = self.boxes.find(), self.entered[part]
        form = shown(kind, url_for(f"{self.game}.save_part", part=part), **kind.held(box))
        return page(f"{self.game}/box/{part}.html", part=part, form=form, **self.asked(box))

    def save_part(self, part: str) -> ResponseReturnValue:
        """Keep one part of the box."""
        form = checked(self.entered[part])
        entered = form.entered
        return self.correct(lambda box: replace(box, **entered, **form.kept(box)), part)  # type: ignore[type-var]

    def part(self, name: str) -> tuple[Text, tuple[str, ...]]:
        """Look up a part's title and fields; refuse an unknown part."""
        if name not in self.parts:
            raise Refusal("There's nothing to reset here. Go back to the box.")
        return self.parts[name]

    @property
    def game(self) -> str:
        """The game's slug."""
        return self.boxes.game

    def show(self, template: str, **context: Any) -> Response:
        """Show a page about the box."""
        return page(f"kit/box/{template}.html", game=games()[self.game], **context)

    def only_who_sat_here(self) -> None:
        """Refuse to change the box for a phone that has never sat at a table."""
        if request.method == "POST" and request.path.startswith(f"/{self.game}/box/"):
            require_known()

    def ask_reset(self, part: str) -> ResponseReturnValue:
        """Ask whether to reset one part to what we know."""
        title, _ = self.part(part)
        return page(
            "sure.html",
            question=Text("Reset to our values?"),
            then=Text("This removes what you entered: %(part)s. You can still find it in the history.", part=title),
            do=Text("Reset to our values"),
            action=url_for(f"{self.game}.reset", part=part),
            back=url_for(f"{self.game}.box_page", _anchor=part),
        )

    def reset(self, part: str) -> ResponseReturnValue:
        """Reset one part to what we know."""
        _, names = self.part(part)
        known = {name: getattr(self.boxes.empty, name) for name in names}
        answer = self.changed(lambda box: replace(box, **known))  # type: ignore[type-var]
        note(f"box reset in part: {self.game}")
        return answer

    def history(self) -> ResponseReturnValue:
        """List the versions of the box, the latest first."""
        number = max(0, request.args.get("page", 0, type=int))
        found = self.boxes.versions(limit=SHOWN + 1, offset=min(number * SHOWN, KEPT))
        earlier = [*(each.box for each in found[1:]), self.boxes.empty]
        rows = [(each, self.differing(each.box, before)) for each, before in zip(found, earlier, strict=False)]
        following = number + 1 if len(found) > SHOWN else None
        return self.show("history", versions=rows[:SHOWN], number=number, next=following)

    def differing(self, box: Box, before: Box) -> list[Text]:
        """List the titles of the parts in which a box differs from the one before."""
        return [
            title
            for title, names in self.parts.values()
            if any(getattr(box, name) != getattr(before, name) for name in names)
        ]

    def go_back(self, id: int) -> ResponseReturnValue:
        """Make an earlier version the box again."""
        self.boxes.go_back(id)
        note(f"box put back: {self.game}")
        return redirect(url_for(f"{self.game}.history"), 303)

    def export_box(self) -> ResponseReturnValue:
        """Send the box as a TOML file."""
        name = f"{self.game}-box-{time_zones.today()}.toml"
        headers = {"Content-Disposition": f"attachment; filename={name}"}
        text = self.explained(self.boxes.write(self.boxes.find()))
        return Response(text, mimetype="application/toml", headers=headers)

    def ask_box(self) -> ResponseReturnValue:
        """Ask for a box's file, and say what it will replace."""
        file = shown(ImportForm, url_for(f"{self.game}.import_box"))
        return self.show("import", box=self.boxes.find(), file=file)

    @BOX.upload
    def import_box(self) -> ResponseReturnValue:
        """Import a box from a TOML file, whole or not at all."""
        with sandbox.turn():
            data = BOX.read(checked(ImportForm).file.data.stream)
            how = sandbox.name_of(self.read), sandbox.name_of(self.boxes.write)
            [text] = sandbox.read(rewritten, data, *how, needs=[self.read.__module__])
        before, brought = self.boxes.find(), self.boxes.parse(text)
        self.boxes.change(lambda _: brought)
        new = self.boxes.find() != before
        note(f"box imported: {self.game}")
        return redirect(url_for(f"{self.game}.box_page", brought="all" if new else "nothing"), 303)


def rewritten(data: bytes, read: str, write: str) -> Iterator[str]:
    """Read a box's file, and write down what it holds; `read` and `write` name the functions that do it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("This isn't a TOML file: it isn't written in UTF-8.") from None
    yield sandbox.named(write)(sandbox.named(read)(text))


def own(bp: Blueprint, owned: Owned[Any]) -> None:
    """Register the pages of a game's box."""
    bp.before_request(owned.only_who_sat_here)
    owned.boxes.register(bp)
    one = f"/box/<any({', '.join(owned.entered)}):part>"
    for path, method, view in (
        (one, "GET", owned.part_page),
        (one, "POST", owned.save_part),
        ("/box/reset/<part>", "GET", owned.ask_reset),
        ("/box/reset/<part>", "POST", owned.reset),
        ("/box/history", "GET", owned.history),
        ("/box/history/<int(max=9007199254740991):id>", "POST", owned.go_back),
        ("/box.toml", "GET", owned.export_box),
        ("/box/import", "GET", owned.ask_box),
        ("/box/import", "POST", owned.import_box),
    ):
        bp.add_url_rule(path, view_func=view, methods=[method])
