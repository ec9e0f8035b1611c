"""An owner's photos of what is in a box: taken by a phone, told which thing each shows, and shown to the own house."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from flask import Blueprint, Response, abort, current_app, g, redirect, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from companion.files import sandbox
from companion.files.photographs import PHOTO, shrunk
from companion.kit.box import photo_store
from companion.kit.box.photo_forms import LONGEST, PhotoForm, RemoveForm, WhichForm
from companion.kit.box.things import Group, Thing
from companion.language.texts import Text
from companion.refusal import Refusal
from companion.table.play import games
from companion.web import page
from companion.web.forms import checked, shown
from companion.web.journal import note

YEAR = "private, max-age=31536000, immutable"
"""A photo stands under its hash; whoever was removed from the house meanwhile has seen it already."""


@dataclass(frozen=True)
class Album:
    """A game's photos: what can be photographed, by groups, as the box is known now.

    `seen` is told of each thing that was photographed, with the colour of the middle of its photo.
    """

    game: str
    groups: Callable[[], Mapping[str, Group]]
    seen: Callable[[str, Sequence[int]], None]

    def counts(self) -> list[tuple[str, Text, int, int, int]]:
        """List the groups: id, title, how many things have a photo, of how many, and how many photos are untold."""
        if current_app.config["NO_PHOTOS"]:
            return []
        has = photo_store.find(self.game)
        return [
            (id, one.title, sum(thing.id in has for thing in one.things), len(one.things), len(_untold(has, id)))
            for id, one in self.groups().items()
        ]

    def group(self, id: str) -> Group:
        """Look up a group; an unknown one is a 404, and so is each where the operator wants no photos."""
        found = None if current_app.config["NO_PHOTOS"] else self.groups().get(id)
        return found or abort(404)

    def group_page(self, group: str) -> ResponseReturnValue:
        """Show the photos of a group, with a camera on each thing."""
        found, photos, groups = self.group(group), photo_store.find(self.game), self.groups()
        ids = [*groups]
        return page(
            "kit/box/photos.html",
            game=games()[self.game],
            group=found,
            things=_offered(found.things, photos),
            photos=photos,
            untold=_untold(photos, group),
            form=shown(PhotoForm, url_for(f"{self.game}.take_photo", group=group)),
            id=group,
            groups=groups,
            after=ids[(ids.index(group) + 1) % len(ids)],
            table=request.args.get("table", "")[:LONGEST],
        )

    @PHOTO.upload
    def take_photo(self, group: str) -> ResponseReturnValue:
        """Keep a photo of a thing, or several of which it is told later; a file with the name of a thing tells that."""
        form, known = checked(PhotoForm), {thing.id for thing in self.group(group).things}
        thing = form.thing.data or ""
        if thing and thing not in known:
            raise Refusal("The box has nothing like that. Look at the photos again.")
        if len(form.photo.data) > PHOTO.most:
            raise Refusal("At most %(most)s photos at once: choose some of them, then the rest.", most=PHOTO.most)
        taken, seen = [], {}
        for file in form.photo.data[: 1 if thing else None]:
            stem = PurePath(file.filename or "").stem
            with sandbox.turn():  # one after the other, so that many keep no other file waiting for long
                small, large, middle = sandbox.read(shrunk, PHOTO.read(file.stream))
            shows = thing or (stem if stem in known else "")
            taken.append((shows, b64decode(small), b64decode(large)))
            seen[shows] = middle
        photo_store.keep(self.game, taken, group=group)
        for shows, middle in seen.items():
            self.seen(shows, middle)
        note(f"photos taken: {self.game}")
        return self._back(group, thing and f"photo-{thing}", form.table.data)

    def tell_photo(self, group: str) -> ResponseReturnValue:
        """Say which thing a photo shows."""
        form = checked(WhichForm)
        if form.thing.data not in {thing.id for thing in self.group(group).things}:
            raise Refusal("The box has nothing like that. Look at the photos again.")
        small = photo_store.tell(self.game, form.untold.data, form.thing.data)
        with sandbox.turn():
            *_, middle = sandbox.read(shrunk, small)
        self.seen(form.thing.data, middle)
        return self._back(group, "which")

    def remove_photo(self, group: str) -> ResponseReturnValue:
        """Remove the photo of a thing."""
        self.group(group)
        thing = checked(RemoveForm).thing.data
        photo_store.remove(self.game, [thing])
        note(f"photos removed: {self.game}")
        return self._back(group, f"photo-{thing}")

    def _back(self, group: str, anchor: str, table: str | None = None) -> ResponseReturnValue:
        there = url_for(f"{self.game}.photos_of", group=group, table=table or None, _anchor=anchor or "which")
        return redirect(there, 303)

    def ask_remove_photos(self) -> ResponseReturnValue:
        """Ask whether to remove all photos of the game."""
        return page(
            "sure.html",
            question=Text("Remove all photos?"),
            then=Text("All photos of this box are deleted for good, for everybody in this house."),
            do=Text("Remove all photos"),
            action=url_for(f"{self.game}.remove_photos"),
            back=url_for(f"{self.game}.box_page", _anchor="photos"),
        )

    def remove_photos(self) -> ResponseReturnValue:
        """Remove all photos of the game."""
        photo_store.remove(self.game, [*photo_store.find(self.game)])
        note(f"photos removed: {self.game}")
        return redirect(url_for(f"{self.game}.box_page", _anchor="photos"), 303)

    def photo(self, hash: str, size: str) -> ResponseReturnValue:
        """Send a photo to a member of its house."""
        content = None if current_app.config["NO_PHOTOS"] else photo_store.read(hash, size)
        if content is None:
            abort(404)
        return Response(content, mimetype="image/webp", headers={"Cache-Control": YEAR})


def _let_templates(setup: BlueprintSetupState) -> None:
    setup.app.jinja_env.globals["photo_of"] = photo_of


def photo_of(game: str, thing: str) -> str:
    """Find the hash of a thing's photo, "" if there is none: asked of the database once a page that shows any."""
    photos = g.setdefault("photos", {})
    if game not in photos:
        photos[game] = photo_store.find(game)
    found: str = photos[game].get(thing, "")
    return found


def _untold(photos: Mapping[str, str], group: str) -> list[str]:
    """List the photos of a group of which nobody has said yet what they show."""
    return [thing for thing in photos if thing.startswith(f"{photo_store.UNTOLD}{group}/")]


def _offered(things: Sequence[Thing], photos: Mapping[str, str]) -> list[Thing]:
    """List the things that can be photographed: of those that nothing tells, the photographed ones and one more."""
    blank = [thing for thing in things if not thing.words and thing.id not in photos]
    return [thing for thing in things if thing not in blank[1:]]


def own_photos(bp: Blueprint, album: Album) -> None:
    """Register the pages of a game's photos, beside those of its box."""
    bp.record_once(_let_templates)
    group = "/box/photos/<group>"
    for path, method, name, view in (
        (group, "GET", "photos_of", album.group_page),
        (group, "POST", "take_photo", album.take_photo),
        (f"{group}/which", "POST", "tell_photo", album.tell_photo),
        (f"{group}/remove", "POST", "remove_photo", album.remove_photo),
        ("/box/photos", "GET", "ask_remove_photos", album.ask_remove_photos),
        ("/box/photos", "POST", "remove_photos", album.remove_photos),
        ("/box/photo/<hash>/<any(small, large):size>.webp", "GET", "photo", album.photo),
    ):
        bp.add_url_rule(path, name, view, methods=[method])
