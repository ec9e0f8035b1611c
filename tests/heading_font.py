"""Make `static/face.woff2` of a file of @fontsource/marcellus: `python -m tests.heading_font MARCELLUS.woff2`.

What headings need is kept: letters of English and German, a few signs and their kerning. Outlines are drawn with fewer
points, and names taken out: by its licence what is changed may not be called Marcellus.
"""

import sys
from collections import Counter
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.woff2 import WOFF2FlavorData

FACE = Path(__file__).parent.parent / "static" / "face.woff2"
KEPT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüß '’,.:!?-–"
UNITS = 200
"""In how many units a letter is drawn: half of one is a quarter of a phone's pixel in the largest headings."""
APART = 10
"""How far an outline may lie from where it lay, in 2,048ths of a letter."""
STEP = 4
"""In what steps letters are moved together, in units; by less than two steps they are not."""


def make(font):
    """Cut a font down to what headings need."""
    options = subset.Options(hinting=False, layout_features=["kern"], name_IDs=[], notdef_outline=False)
    options.drop_tables += ["GDEF", "GSUB", "gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=KEPT)
    subsetter.subset(font)
    redraw(font)
    scale_upem(font, UNITS)
    kern(font)
    merge(font)
    font.flavor, font.flavorData = "woff2", WOFF2FlavorData(transformedTables={"glyf", "loca", "hmtx"})


def redraw(font):
    """Draw the outlines of a font with fewer points."""
    glyphs, outlines = font.getGlyphSet(), font["glyf"]
    for name in font.getGlyphOrder():
        if outlines[name].numberOfContours > 0:
            pen = TTGlyphPen(None)
            glyphs[name].draw(Qu2CuPen(Cu2QuPen(pen, APART, all_quadratic=True), APART, all_cubic=True))
            outlines[name] = pen.glyph()


def kern(font):
    """Keep of the kerning what is seen, in few steps."""
    for first in (first for table in font["GPOS"].table.LookupList.Lookup[0].SubTable for first in table.Class1Record):
        for value in (pair.Value1 for pair in first.Class2Record if pair.Value1):
            value.XAdvance = 0 if abs(value.XAdvance) < 2 * STEP else round(value.XAdvance / STEP) * STEP


def merge(font):
    """Kern letters that are kerned alike as one class, the commonest first, and the others not at all."""
    [table] = font["GPOS"].table.LookupList.Lookup[0].SubTable
    letters, some, others = font.getGlyphOrder(), table.ClassDef1.classDefs, table.ClassDef2.classDefs
    moved = {
        (one, other): value.XAdvance
        for one in table.Coverage.glyphs
        for other in letters
        if (value := table.Class1Record[some.get(one, 0)].Class2Record[others.get(other, 0)].Value1) and value.XAdvance
    }
    firsts = alike({one: tuple(moved.get((one, other), 0) for other in letters) for one in letters})
    seconds = alike({other: tuple(moved.get((one, other), 0) for one in letters) for other in letters})
    table.Coverage.glyphs = [one for one in letters if any(one in group for group in firsts)]
    table.ClassDef1.classDefs = {one: number for number, group in enumerate(firsts) if number for one in group}
    table.ClassDef2.classDefs = {one: number for number, group in enumerate(seconds, 1) for one in group}
    table.Class1Count, table.Class2Count = len(firsts), len(seconds) + 1
    table.Class1Record = [otTables.Class1Record() for _ in firsts]
    for group, first in zip(firsts, table.Class1Record, strict=True):
        first.Class2Record = [pair(0), *(pair(moved.get((group[0], other[0]), 0)) for other in seconds)]


def alike(kerned):
    """Group letters by how they are kerned with each other letter, the largest group first."""
    sizes = Counter(moves for moves in kerned.values() if any(moves))
    return [[letter for letter, own in kerned.items() if own == moves] for moves, _ in sizes.most_common()]


def pair(moves):
    """Say how far two letters are moved together."""
    made = otTables.Class2Record()
    made.Value1, made.Value2 = otTables.ValueRecord(), None
    made.Value1.XAdvance = moves
    return made


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    with TTFont(sys.argv[1]) as font:
        make(font)
        font.save(FACE)
