"""What lies over what in a ring of players: on the seats, and in its middle."""

CROWDED = """(least) => {
    const shown = (it) => it.checkVisibility({visibilityProperty: true}) && !it.closest(".visually-hidden");
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const told = (it) => `${it.id || it.classList} ${(it.ariaLabel || it.textContent).trim().slice(0, 20)}`;
    const within = (a, b) => ({
        left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
        top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
    });
    const words = (it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return within(range.getBoundingClientRect(), it.getBoundingClientRect());
    };
    const ink = (it) => { // digits and letters leave a fifth of their line free, above and below
        const {left, right, top, bottom} = it.getBoundingClientRect();
        const air = it.localName === "text" ? (bottom - top) / 5 : 0;
        return {left, right, top: top + air, bottom: bottom - air};
    };
    const apart = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
    const seat = (it) => it.closest(".ring > g");
    const badge = (it) => it.closest(".role, .hit");

    const round = all(".ring > g :is(.disc, .name, .life, .role circle, .hit circle)")
        .filter((it) => !it.closest(".token")).map((it) => [it, ink(it)]);
    const middle = [
        ...all("#middle :is(button, [role=button], #life)").map((it) => [it, it.getBoundingClientRect()]),
        ...all("#middle :is(h1, h2), #lately").map((it) => [it, words(it)]),
    ];
    const found = [];
    for (const [n, [one, a]] of round.entries()) {
        for (const [other, b] of middle)
            if (apart(a, b) < least) found.push(`${told(one)} of ${told(seat(one))} is too near to ${told(other)}`);
        for (const [other, b] of round.slice(n + 1)) {
            const own = seat(one) === seat(other);
            if (own && badge(one) === badge(other)) continue; // a name and a life on the own disc
            if (own && (one.matches(".disc") || other.matches(".disc"))) continue;
            if (apart(a, b) < 0) found.push(`${told(one)} lies over ${told(other)} at ${told(seat(other))}`);
        }
    }
    return found;
}"""
