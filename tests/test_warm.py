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


def test_a_disk_that_takes_nothing_stops_no_page(new_app, tmp_path):
    app = new_app()
    app.jinja_env.bytecode_cache = warm.Compiled(str(tmp_path / "nowhere"))
    app.jinja_env.cache.clear()
    assert app.test_client().get("/scores/").status_code == 200
