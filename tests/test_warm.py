import pytest
from werkzeug.routing import Rule

from companion import warm


def test_only_the_first_start_compiles(new_app, monkeypatch):
    """The first request of any page is then as fast as the others."""
    new_app()
    new_app()
    app = new_app()

    def compile(*_, **__):
        raise AssertionError("compiled")

    monkeypatch.setattr(app.jinja_env, "compile", compile)
    phone = app.test_client()
    for page in ("/", "/scores/", "/djinn/new", "/djinn/solo", "/emperor/new", "/efreet_war/new"):
        assert phone.get(page).status_code == 200


def test_an_address_is_compiled_when_the_first_is_built(new_app, monkeypatch):
    """For all the app's addresses at once it would take half of a start."""
    compiled, compile = [], Rule._compile_builder
    monkeypatch.setattr(
        Rule, "_compile_builder", lambda rule, *how: compiled.append(rule.endpoint) or compile(rule, *how)
    )
    app = new_app()
    assert compiled == []
    with app.test_request_context():
        for code in ("K7QFM", "2ABCD"):
            assert app.url_for("table.log", code=code) == f"/t/{code}/log"
    assert compiled == ["table.log"]


@pytest.mark.thorough
def test_a_disk_that_takes_nothing_stops_no_page(new_app, tmp_path):
    app = new_app()
    app.jinja_env.bytecode_cache = warm.Compiled(str(tmp_path / "nowhere"))
    app.jinja_env.cache.clear()
    assert app.test_client().get("/scores/").status_code == 200
