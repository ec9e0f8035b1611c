"""The names of the Resources can be read, whatever happens to them: nothing covers one, and none is cut."""

import pytest

from tests.browser.phones import Phone
from tests.browser.test_page_layout import war

pytestmark = pytest.mark.browser

COVERED = """() => {
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const words = (it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return [...range.getClientRects()];
    };
    const tiles = [...document.querySelectorAll(".resource")];
    return tiles.flatMap((tile) => {
        const name = tile.querySelector("strong"), lines = words(name), box = tile.getBoundingClientRect();
        const others = [...tile.querySelectorAll("small, .state *, .state")];
        others.push(...document.querySelectorAll(".worth"));
        const said = others.filter((it) => lines.some((line) => meet(line, it.getBoundingClientRect())));
        const out = lines.filter((line) => line.left < box.left - 1 || line.right > box.right + 1
            || line.bottom > box.bottom + 1);
        return [...said.map((it) => `${name.textContent} under ${it.className || it.localName}`),
            ...out.map(() => `${name.textContent} out of its tile`)];
    });
}"""
SIZES = [(390, "en-GB"), (320, "de-DE")]


@pytest.mark.parametrize(("width", "locale"), SIZES)
def test_names_of_resources_are_never_covered(browser, server, width, locale):
    phone = Phone(browser, server, width=width, height=700, locale=locale, bypass_csp=True)
    code = war(phone, "valley", "library", "city", count=3, attack={"resource": "king"})
    phone.go(f"efreet_war/{code}/war")
    assert phone.page.locator(".resource").count() == 12
    assert phone.page.evaluate(COVERED) == []
    phone.page.add_style_tag(content=".resource .worth { height: 3rem; margin-bottom: -2rem }")
    assert phone.page.evaluate(COVERED) != [], "this test cannot fail"
    phone.context.close()
