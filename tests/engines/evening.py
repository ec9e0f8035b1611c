"""A short evening of two phones, written once for every engine, with scripts and without.

A phone is anything with the verbs used here: `tests/browser/phones.py` has one for Chromium, `tests/engines/phones.py`
one for Firefox and one for WebKit.
"""

PLUS = "#count-{} button[value='1']"


def play(ann, bob, server):
    """Play on phones with scripts: what one does, the other sees by itself."""
    sit_down(ann, bob, "djinn", "[name=first_game]")
    for each in (ann, bob):
        each.misses("#stale")
    tick(ann, bob)
    tap_during_an_outage(ann, bob, server)
    hunt(ann, bob)
    keep_what_is_chosen(ann, bob)
    catch(ann, bob)
    tap_done_twice(ann, bob)
    score(ann, bob, bob.write)  # what is typed and not sent yet is kept while others tap, and sent with the next tap
    read_who_won(ann, bob)
    hand_over(ann)
    count_life(ann, bob)


def play_without_scripts(ann, bob):
    """Play where no script runs, or ours does not start; what others did is seen by the line that says how."""
    sit_down(ann, bob, "djinn", "[name=first_game]")
    tick(ann, bob)
    tick_too_late(ann, bob)
    hunt(ann, bob)
    open_space(ann)
    ann.tap("#catching label:has([name=boss])")
    catch(ann, bob)
    score(ann, bob, bob.fill)
    bob.at("/result")
    ann.catch_up()
    ann.tap("main a[href$='/result']")
    read_who_won(ann, bob)
    hand_over(ann)
    count_life(ann, bob)


def sit_down(ann, bob, game, *options):
    """Open a table for two as Ann, and take Bob's seat."""
    ann.go(f"{game}/new")
    for option in (".count-2", *options):
        ann.tap(f"label:has({option})")
    for seat, name in enumerate(("Ann", "Bob")):
        ann.write(f"[name=players-{seat}-name]", name)
    ann.tap("button[name=me][value='0']")
    ann.sees("#who")
    bob.go(f"t/{ann.code}")
    bob.reads("#sit-1", "I am Bob")
    bob.tap("#sit-1 button")
    ann.wait(1)  # how others join goes from her page, and what slides takes no tap at once


def tick(ann, bob):
    """Tick a step of the setup, and see the tick on the other phone."""
    ann.tap("#tick-board button")
    ann.sees("#tick-board [aria-pressed=true]")
    for each in (ann, bob):
        each.catch_up()
        each.sees("#tick-board [aria-pressed=true]")


def tick_too_late(ann, bob):
    """Tap what the other has tapped already: the page says why not, and the way to what others did leads on."""
    bob.tap("#tick-players button")
    bob.sees("#tick-players [aria-pressed=true]")
    ann.tap("#tick-players button")
    ann.reads("[role=alert]", "already ticked")
    ann.catch_up()
    ann.at("/setup")
    ann.sees("#tick-players [aria-pressed=true]")


def tap_during_an_outage(ann, bob, server):
    """Tap while the server is down: the tap is kept, and sent when it is back."""
    server.kill()
    bob.tap("#tick-players button")
    bob.sees("body.keeping #offline")
    server.start()
    for each in (ann, bob):
        each.sees("#tick-players [aria-pressed=true]")
        each.misses("body.keeping")


def hunt(ann, bob):
    """Begin the hunt, both phones at its page."""
    for each in (ann, bob):
        each.tap("#nav a[href$='/hunt']")
    ann.tap("#begin button")
    ann.sees(".turn")
    for each in (ann, bob):
        each.catch_up()
        each.sees(".turn")
        each.draws("#nav svg use")


def open_space(ann):
    ann.tap(".spaces li:first-child a")
    ann.tap("#stand button")
    ann.sees("#none-caught")
    ann.wait(0.5)  # two taps at one place in a moment are one


def keep_what_is_chosen(ann, bob):
    """Choose who is caught; while the other phone pauses the clock, the choice stays."""
    open_space(ann)
    ann.tap("#catching label:has([name=boss])")
    bob.tap("#pause button")
    ann.sees("#pause[action$='/resume']")
    ann.sees("#catching label:has([name=boss]:checked)")


def catch(ann, bob):
    """Say that who is chosen is caught, and read it on the other phone."""
    ann.tap("#catching button.go")
    ann.reads("#happened", "catches 1 Boss")
    for each in (ann, bob):
        each.catch_up()
        each.reads("#happened", "catches 1 Boss")


def tap_done_twice(ann, bob):
    """End a turn and tap there once more: what has slid there takes no tap yet."""
    if not bob.shows("#end-turn"):
        ann.tap("#end-turn button")
        bob.tap("#in-b1")
        bob.tap("#stand button")
        bob.sees("#end-turn")
    bob.tap("#end-turn button")
    bob.misses("#end-turn")
    bob.wait(0.4)
    bob.tap_again()
    bob.wait(1)
    bob.at("/hunt")
    bob.misses("#end-turn")
    bob.sees("#pause")


def score(ann, bob, write):
    """Fill in both sheets: Bob's number is written, Ann's sheet done, then Bob goes on."""
    for each in (ann, bob):
        each.tap("#nav a[href$='/score']")
    write("#box-bottles", "12")
    ann.tap(PLUS.format("bottles"))
    ann.holds("#box-bottles", "1")
    if ann.shows("#stands"):  # it was she who caught: where it is, her sheet does not say
        ann.tap("#stands summary")
    ann.tap("#done button")
    ann.reads("#sheets", "Not done yet: Bob.")
    bob.catch_up()
    bob.sees(".tabs .good")
    bob.holds("#box-bottles", "12")
    bob.tap(PLUS.format("trophies_36"))
    bob.holds("#box-trophies_36", "1")
    bob.reads("#score", "Bottles 12")
    bob.tap("#stands summary")  # more on the sheet than the app saw caught
    bob.tap("#done button")


def read_who_won(ann, bob):
    for each in (ann, bob):
        each.at("/result")
        each.reads("h1", "Bob wins")


def hand_over(phone):
    """Hand the play over to an app that is not there: the page says what that needs, and stays."""
    phone.go("scores/")
    phone.tap("main .lines > li:nth-child(2) a")
    phone.reads("#needs-bg-stats", "BG Stats app on this phone")
    phone.tap("#to-bg-stats")
    phone.wait(1)
    phone.reads("#needs-bg-stats", "BG Stats app on this phone")
    phone.tap("#sharing summary")  # the page is alive
    phone.sees("#sharing[open]")


def count_life(ann, bob):
    """Begin a war, lose a life, and read it on the other phone."""
    sit_down(ann, bob, "efreet_war")
    ann.tap("#begin button")
    ann.at("/war")
    for each in (ann, bob):
        each.go(f"efreet_war/{ann.code}/war?seat=1")
    bob.tap("#by-1")
    bob.holds("#life", "19")
    for each in (ann, bob):
        each.catch_up()
        each.holds("#life", "19")
