"""Forms as pages show them: what they hold or, once refused, what was sent and what is wrong; and the names in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from flask import Flask, g
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FieldList, Form, FormField, SelectMultipleField, StringField
from wtforms.meta import DefaultMeta
from wtforms.validators import ValidationError
from wtforms.widgets import html_params

from companion.language.i18n import characters, language
from companion.language.player_names import BLANKS, LONGEST, is_plain, shown as as_shown, tidy
from companion.refusal import Refusal

AnyForm = TypeVar("AnyForm", bound="SpokenForm")
Refusals = Mapping[str, str]
"""What is wrong with each field, by its name."""


@dataclass(frozen=True)
class Refused:
    """A form that was `sent` to a `path`, with what stood in its address, and refused in a `sentence`.

    It is to be shown once more on its `page`. An `offer` is what lets it stand after all, as _offer.html takes it.
    """

    path: str
    page: str
    sent: MultiDict[str, str]
    faults: Refusals
    sentence: str
    offer: Mapping[str, Any] | None = None

    def is_of(self, action: str, fixed: Mapping[str, object]) -> bool:
        """Say whether this is the form that a page sends to `action`, with these hidden values."""
        url = urlsplit(action)
        told = [*parse_qsl(url.query, keep_blank_values=True), *fixed.items()]
        return url.path == self.path and all(str(value) in self.sent.getlist(name) for name, value in told)


class PageMeta(FlaskForm.Meta):
    """How forms speak and look; the token of every request is checked before any form is read."""

    csrf = False
    get_translations = DefaultMeta.get_translations

    @property
    def locales(self) -> list[str]:
        """The language of the page, whose catalogues are read only once."""
        return [language()]

    def render_field(self, field: Field, render_kw: Mapping[str, Any]) -> Markup:
        """Draw a field without an id, unless it is given one: a page shows several forms of a kind."""
        drawn: Markup = field.widget(
            field, **attributes(field, {**_of_kind(field), **(field.render_kw or {}), **render_kw})
        )
        return drawn


class RowForm(Form):
    """The fields of one row of a form, drawn as those of the form are."""

    Meta = PageMeta


class SpokenForm(FlaskForm):
    """A form that speaks the language of the page; `fixed` are hidden values that tell it from others like it."""

    action = ""
    fixed: Mapping[str, object] = {}
    refused = False

    Meta = PageMeta


def fitting(name: Any, most: int = 24) -> str:
    """Tidy a name of 1 to `most` visible characters; raise ValueError for any other."""
    if isinstance(name, str) and len(name) <= most and is_plain(name) and BLANKS.isdisjoint(name):
        return name
    length = len(characters(name)) if isinstance(name, str) and len(name) <= LONGEST else 0
    if (
        not 1 <= length <= most
        or tidy(name) != name
        or all(unicodedata.category(c)[0] in "CMZ" or c in BLANKS for c in name)
    ):
        raise ValueError(name)
    return str(name)


def fits(_: Any, field: StringField) -> None:
    """Refuse a name that is empty, too long, or shows nothing."""
    try:
        fitting(field.data)
    except ValueError:
        long = len(characters(field.data or "")) > 24
        said = _l("That name is too long: 24 characters at most.") if long else _l("A name needs 1 to 24 characters.")
        raise ValidationError(said) from None


class NameField(StringField):
    """A player's name: 1 to 24 characters of any script, without what of it does not show."""

    def __init__(self, label: str = "", *, required: bool = True, **kwargs: Any) -> None:
        own = {"maxlength": LONGEST, "required": required}
        super().__init__(label, [fits], filters=[as_shown], render_kw=own, **kwargs)


def init_app(app: Flask) -> None:
    """Let templates draw fields, and know what was refused."""
    app.jinja_env.globals |= {"choice": choice, "drawn_as": drawn_as, "holds": holds, "refused": refused}


def refused() -> Refused | None:
    """Find the form whose refusal this page shows, if it does."""
    found: Refused | None = g.get("refused")
    return found


def shown(kind: type[AnyForm], action: str, fixed: Mapping[str, object] | None = None, **values: Any) -> AnyForm:
    """Make a form for a page that sends it to `action` with the `fixed` hidden values.

    It holds the `values` of its fields, by their names; the one that was just refused holds what was sent instead, and
    what is wrong with it.
    """
    fixed = fixed or {}
    found = refused()
    is_refused = found is not None and found.is_of(action, fixed)
    try:
        form = kind(found.sent if found and is_refused else None, data=dict(values))
    except (ValueError, OverflowError):  # what cannot be read, as `checked` has found, is not shown either
        is_refused, form = False, kind(None, data=dict(values))
    form.action, form.fixed, form.refused = action, fixed, is_refused
    if found and is_refused:
        _mark(form, found.faults)
    return form


def _mark(form: Any, faults: Refusals) -> None:
    """Say what is wrong with each field, however deep."""
    for field in form:
        if field.type in ("FieldList", "FormField"):
            _mark(field, faults)
        else:
            field.errors = [faults[field.name]] if field.name in faults else []


def attributes(field: Field, given: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the attributes of a field: those that its kind has, those that a page gives, and its fault."""
    own: dict[str, Any] = {"id": False, **given}
    if field.errors and not hasattr(field, "drawn"):
        own["aria-invalid"] = "true"
        own["aria-describedby"] = " ".join(filter(None, (given.get("aria_describedby"), f"fault-{field.name}")))
        own.pop("aria_describedby", None)
        found = refused()
        own["autofocus"] = found is not None and field.name == next(iter(found.faults), None)
    return own


def _of_kind(field: Field) -> dict[str, Any]:
    kind = getattr(field.widget, "input_type", "")
    if kind == "number":
        return {"inputmode": "text" if (field.flags.min or 0) < 0 else "numeric", "autocomplete": "off"}
    return {"autocomplete": "off", "dir": "auto"} if isinstance(field, StringField) and kind == "text" else {}


def holds(field: Field, value: object, at: int | None = None) -> bool:
    """Say whether a field holds a value that can be chosen, or holds it in one place `at` which a list of it stands."""
    held = field.data if field.raw_data is None else field.raw_data
    held = held if isinstance(held, Sequence) and not isinstance(held, str) else [held]
    return str(value) in map(str, held if at is None else held[at : at + 1])


def choice(field: Field, value: object, **given: Any) -> Markup:
    """Draw the box of one value of a field: many such can be chosen, or one. What is wrong marks the first of them."""
    kind = "checkbox" if isinstance(field, SelectMultipleField | BooleanField) else "radio"
    own = {"required": bool(field.flags.required) and kind == "radio", "checked": holds(field, value)} | given
    drawn = Markup(html_params(type=kind, name=field.name, value=str(value), **attributes(field, own)))
    field.drawn = True
    return Markup("<input {}>").format(drawn)


def drawn_as(field: Field, **given: Any) -> Markup:
    """Write the attributes of a field that a page draws itself, with its name."""
    own = {
        name: getattr(field.flags, name)
        for name in getattr(field.widget, "validation_attrs", ())
        if name in field.flags
    }
    return Markup(html_params(name=field.name, **own | attributes(field, given)))


def checked(kind: type[AnyForm], **kwargs: Any) -> AnyForm:
    """Read the request into a form; refuse in words what does not fit it."""
    try:
        form: AnyForm = kind(**kwargs)
        fits = form.validate()
    except (ValueError, OverflowError):  # the name of a field holds a number that is none; one has hundreds of digits
        raise Refusal("Part of that couldn't be read. Reload the page, then tap again.") from None
    if not fits:
        refusal = Refusal("%(errors)s", errors=first_error(form.errors))
        refusal.faults = dict(faults(form))
        raise refusal
    return form


def faults(fields: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """List what is wrong with each field of a form, however deep, by its name on the page."""
    for field in fields:
        if isinstance(field, FieldList | FormField):
            yield from faults(field)
        elif field.errors:
            yield field.name, str(field.errors[0])


@contextmanager
def about(field: str) -> Iterator[None]:
    """Name the field of the form that a refusal is about."""
    try:
        yield
    except Refusal as refusal:
        if not refusal.faults:
            refusal.about(field)
        raise


def first_error(errors: Any) -> str:
    """Find the first sentence in a form's errors, however deep."""
    while isinstance(errors, dict | list | tuple):
        errors = next(filter(None, errors.values() if isinstance(errors, dict) else errors), "")
    return str(errors)
