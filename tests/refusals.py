"""Forms of a scene that are refused, as browsers without scripts send them."""

from tests import scenes


def page_after(app, game, scene, page, move, form):
    """Send a move from a page of a scene; give the page that comes back since it is refused."""
    evening = scenes.stage(app, game, scene)
    base = f"/{game}/{evening.code}"
    sent = evening.op() | {"seen": evening.table.seq} | form
    answer = evening.host.post(f"{base}/{move}", data=sent, headers={"Referer": f"http://localhost{base}/{page}"})
    assert answer.status_code == 422, answer.text
    return answer.text
