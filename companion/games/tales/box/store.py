"""The box of Tales, as its owners know it."""

from __future__ import annotations

from companion.games.tales.box import corrections
from companion.games.tales.box.corrections import Box
from companion.kit.box.store import Boxes

boxes: Boxes[Box] = Boxes("tales", Box(), corrections.from_toml, corrections.to_toml)
find, change = boxes.find, boxes.change
