"""Who would die when a Resource is attacked: attackers are named by some letters, and the answer says it is a guess."""

import pytest

from tests.browser.moves import BEGIN, do, open_table, war

pytestmark = pytest.mark.browser

IN_VIEW = "it => it.getBoundingClientRect().top > 0 && it.getBoundingClientRect().bottom < innerHeight"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "noscript"])
def test_attackers_are_named_and_taken_back(phone, scripts):
    ann = phone(width=320, height=568, js=scripts)
    code = open_table(ann, *war(BEGIN, do("attack", resource="valley")))
    ann.go(f"efreet_war/{code}/war?resource=valley").quiet()
    ann.breathe()
    ann.tap("a#fight")
    for number, name in enumerate(("Juzám Djinn", "Our Ogre")):
        ann.write(f"#attacker-{number}", name)
        ann.breathe()
        ann.tap("#fight form button")
        ann.sees(f"#attacker-{number + 1}")
        if scripts:  # and the answer is where one looks
            ann.until(lambda: ann.find("#proposed").evaluate(IN_VIEW), True)
    ann.reads("#proposed", "The attackers' power of 5")
    ann.reads("#proposed", "Not counted (check the card): Our Ogre")
    if scripts:  # others go on meanwhile
        ann.post(f"efreet_war/{code}/life", seat="2", by="-1")
        ann.reads(".ring g:has(> a[aria-label^='Cem']) .life", "19")
    ann.sees("#fight .chip", count=2)
    ann.breathe()
    ann.tap("#fight .chip >> nth=1")
    ann.misses("#fight .chip >> nth=1")
    ann.sees("#fight .chip")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
