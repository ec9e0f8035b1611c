"""The box of Djinn, as its owners know it."""

from __future__ import annotations

from companion.games.djinn import box
from companion.games.djinn.box import Box
from companion.kit.box_store import Boxes

boxes: Boxes[Box] = Boxes("djinn", Box(), box.parse, box.to_toml)
find, change, versions, go_back, ever = boxes.find, boxes.change, boxes.versions, boxes.go_back, boxes.ever
