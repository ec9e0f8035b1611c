"""The box of Tales, as its owners know it."""

from __future__ import annotations

from companion.games.tales import box
from companion.games.tales.box import Box
from companion.kit.box_store import Boxes

boxes: Boxes[Box] = Boxes("tales", Box(), box.from_toml, box.to_toml)
find, change = boxes.find, boxes.change
