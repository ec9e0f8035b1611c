"""Questions as people type them, not as we have written them: each finds its answer within the first three."""

import pytest

from companion.kit.rules.situations import SURE
from tests import scenes

TYPED = {
    ("djinn", "en"): """
        can I leapfrog somebody = jump jump_several
        can i walk backwards = backwards
        may i go back where i came from = backwards
        do I have to move my mage = stay
        somebody is on the field I want to go to = occupied
        what do I pay when I stand next to another mage = occupied
        whos first = first_player
        who begins the game = first_player
        how does the round end = end_rounds
        when is it over = end_when
        how many rounds are left after the last boss is gone = end_rounds
        is the boss blue or brown = boss_colour
        does the boss count as blue = boss_colour
        can i use the brown bonus on the boss = boss_colour
        how much mana does a boss cost = boss_strength
        how strong is a normal djinn = djinn_strength
        can i catch two at once = several
        can I take only the boss and leave the small ones = only_some
        what happens if I can't catch anything = catch_must
        I don't want to catch a djinn = catch_must
        do i lose magic when there are no djinn = empty_space
        i have zero magic and should lose one = lose_magic
        can I pour a djinn from a circle into a bottle = to_bottle
        can I open a bottle to take the djinn out = open_bottle
        can i swap my key for gold = key_swap
        do I need a cork for the circle = circle_colour bottle_cork
        no cork for my bottle = bottle_cork place cork_where
        where can i get corks = cork_where
        how do I get more bottles = bottle_where
        how do I flip my mages back = reactivate
        refresh mages = reactivate
        mage costs coins when = mage_price
        does the mage power count twice for two djinn = crystal_once colour_bonus
        can i use my buddy's passage = passage_others
        secret tunnel same turn = passage_when
        two tunnels on one spot = passage_two
        three of the same colour for a trophy = trophy_how
        can the boss be used for the trophy = trophy_boss
        where do the used djinn go after a trophy = discarded
        do djinn go back in the bag = discarded
        the bag is empty = bag_empty
        how many djinn come after a boss was caught = refill
        when does the boss run away = boss_flee
        boss all alone = boss_flee
        do we get something for a fled boss = boss_flee_reward
        is money worth something at the end = coins_points
        tie who wins = tie
        same score = tie
        empty bottles points = unused_points
        how many points for a djinn in a circle = points
        what is the max magic = max_magic
        capacity above 8 = beyond_eight
        too many magic points = too_much_magic
        what does the base marker do = base_marker
        second hat = equipment_one
        what do I get for staff hat cloak = set_bonus
        can my assistant stay = market_same_tent
        tent already taken = market_occupied
        chest needs a key = chest_key
        same option twice in archive = archives_twice
        refill at the source and catch boss = source_both
        cost of a cork at the source = source_price
        do I do the action or catch first = order
        can i skip my action = forfeit
        get coins instead of an action = forfeit_bonus
        Tom reveals when = solo_tom_when
        how to win solo = solo_win
        how many cards tom = solo_deck
        tom wants coins i don't have = solo_pay
        what side of the market with 2 players = market_side
        how far can i go = how_far
        what is the arrow symbol = symbol_arrow
        does the Boss count for colour = boss_colour
        trophies at the end = trophy_end
        botle colour of boss = boss_bottle boss_colour
        cacth = catch_must several
        is there a limit on scrolls = unlimited hold_limit
        we ran out of coins = unlimited
        which tiles are good = tiles_none
        start money = start_goods
        can I trade with others = other_exchange
        may I start on a round space = first_turn
    """,
    ("emperor", "en"): """
        how far does flashfires reach = global
        wrath of god range = global
        who can I attack = attack_whom
        can the emperor attack = emperor_attack
        can my creature walk two steps = march_step march_far
        move and attack the same turn = march_attack
        can I attack after marching = march_attack
        walls move = wall
        control magic where does the creature go = steal_how
        stolen guy attack = stolen_attacks
        can i look at my partners hand = talk_hand
        can we talk = talk
        give mana to my friend = teammate_cards
        my ally dies what about my creature there = out_territory out_all
        what if both kings die = both_emperors
        who starts = first
        loser starts = next_first
        can 8 people play = sizes
        how much life has the emperor = life
        lightning bolt three seats away = opposite spell_range
        black vise = each_opponent
        pestilence everyone = both_players
        sirens call = forced_attack
        tapped creature march = march_which
        can my creature block for the emperor = block_who
        who chooses blocks = block_help block_order
        does an enchantment stay when the creature is stolen = stolen_enchantment
        landwalk = landwalk
        ante draw = ante_draw ante
        dead player counts for distance = ring_closes
        emperor dead continue = emperor_out win
        can a new creature block = march_block
        summoning sick march = march_which march_arrive march_attack
    """,
    ("efreet_war", "en"): """
        how many points do we need = win points_list
        can I fly over the guardian = flying
        does flying help = flying
        who plays the guardians = damage_who
        wrath of god guardians = wrath
        lightning bolt guardian = kill_spell
        both die what happens = lies_open
        can we attack it again = attack_once
        attack twice the same = attack_once
        2 resources in one turn = attack_two
        is the resource tapped = claim_ready
        can i use it right away = claim_ready use_now
        what is below the resource = beneath_what
        who picks the victim of the trap = trap_who
        sacrifice artifact king = king_gain king_artifact
        we have no artifact = king_none
        kill the king = king_remove
        emperor killed points = kill_points
        points for killing somebody = kill_points
        lamp destroyed do we keep points = lost_points
        emperor attack resource range = range
        which cards allowed = pool
        how many guardians = guardians_count
        can I peek = look_beneath
        who goes first = first
        city in a bottle = city
        guardian damaged next turn = partial
        which artifact for suleiman = king_artifact
        can 2 people play = players
        can we make our own = own_story
    """,
    ("djinn", "de"): """
        darf ich zurückgehen = backwards
        darf ich denselben weg zurück = backwards
        kann ich über jemanden drüber springen = jump jump_several
        da steht schon einer = occupied
        muss ich laufen = stay
        wer fängt an = first_player
        wann ist das spiel aus = end_when
        wie viele runden noch = end_rounds
        ist der boss blau = boss_colour
        zählt der meisterdjinn als blau = boss_colour
        wie stark ist der meisterdjinn = boss_strength
        wie viel kostet ein djinn = djinn_strength
        kann ich zwei auf einmal fangen = several
        was wenn ich nichts fangen kann = catch_must
        muss ich fangen = catch_must
        flasche wieder aufmachen = open_bottle
        entkorken = open_bottle
        schlüssel gegen geld tauschen = key_swap
        korken kaufen = cork_where
        woher kriege ich flaschen = bottle_where
        magier wieder aktivieren = reactivate
        zählt der farbbonus doppelt = colour_bonus
        wo kommen die djinn nach der trophäe hin = discarded
        beutel leer = bag_empty
        keine djinn mehr im sack = bag_empty
        wie viele djinn kommen nach = refill
        wann haut der boss ab = boss_flee
        gleichstand = tie
        sind münzen am ende was wert = coins_points
        wie viele punkte pro djinn = points
        maximale magie = max_magic
        zwei hüte = equipment_one
        set bonus = set_bonus
        darf mein assistent stehen bleiben = market_same_tent
        stand besetzt = market_occupied
        geheimgang von anderen benutzen = passage_others
        geheimgang gleich nutzen = passage_when
        erst aktion oder erst fangen = order
        aktion auslassen = forfeit
        letzte runde = end_rounds
        trophäe am schluss = trophy_end
        wann deckt tom auf = solo_tom_when
        allein spielen aufbau = solo_setup
        flashe ohne korken = bottle_cork
        meisterdjin farbe = boss_colour boss_bottle
        djinn vom bannkreis in flasche = to_bottle
        wie weit darf ich laufen = how_far
        tauschen unter spielern = other_exchange
    """,
    ("emperor", "de"): """
        wie weit reicht flashfires = global
        darf ich reden = talk
        wen darf ich angreifen = attack_whom
        kann der imperator angreifen = emperor_attack
        marschieren und angreifen = march_attack
        mauer marschieren = wall
        gestohlene kreatur wohin = steal_how
        wer fängt an = first
        beide imperatoren tot = both_emperors
        leben des imperators = life
        zu acht spielen = sizes
        kreatur blocken für andere = block_who block_help
        mana teilen = teammate_cards
        blitz drei plätze weit = opposite spell_range
        was passiert mit meinen kreaturen wenn ich sterbe = out_all
    """,
    ("efreet_war", "de"): """
        wie viele punkte brauchen wir = win
        fliegen an wächter vorbei = flying
        wer spielt die wächter = damage_who
        zweimal angreifen = attack_once
        was ist unter der ressource = beneath_what
        kein artefakt für den könig = king_none
        ressource sofort benutzen = claim_ready
        wer bestimmt die falle = trap_who
        imperator ressource angreifen = range
        alle tot was nun = lies_open
        wie viele wächter = guardians_count
        darf man druntergucken = look_beneath
    """,
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(("game", "language"), TYPED)
def test_what_people_type_finds_an_answer_among_the_first_three(game, language):
    answers = scenes.module(game, "pages.views").book(language).answers
    lost = []
    for line in TYPED[game, language].strip().splitlines():
        typed, meant = line.split("=")
        found = [one.id for one in answers.find(typed)[:3]]
        if not {*meant.split()} & {*found}:
            lost.append((typed.strip(), found))
    assert not lost


PLAIN = {
    ("djinn", "en"): """
        two mages on the same space = occupied
        does a boss need 2 more for each djinn = boss_strength
        how many djinn can I hold = place
        two wizards on the same space = occupied
        whats a cork for = bottle_cork
        what are keys good for = key_swap
    """,
    ("djinn", "de"): """
        wie viele djinn darf ich haben = djinn_many
        was passiert wenn ich den djinn nicht besiegen kann = catch_must
        dürfen zwei magier auf einem feld stehen = occupied
        wozu sind korken gut = bottle_cork
        wofür sind schlüssel = key_swap
        was bringen trophäen = trophy_points
        wie kriege ich mehr magie = academy_what
    """,
    ("tales", "de"): """
        mein held ist gestorben = die_keep
        wann werfe ich den schicksalswürfel = destiny_die
        kann ich den auftrag ablehnen = quest_must
    """,
    ("tales", "en"): """
        who wins if both reach the goal in the same round = tie
        when do I roll the destiny die = destiny_die
        what happens if I get lost = lost
    """,
    ("emperor", "en"): """
        what if the emperor dies = win
        who goes first = first
        can my general attack the other general = attack_whom
        can I counter a spell of a player far away = counter
        how do creatures get to another player = march_how
        can I block for my teammate = block_who
        what if a general dies = out_all
    """,
    ("emperor", "de"): """
        was ist wenn der imperator stirbt = win
        darf mein general den anderen general angreifen = attack_whom
        darf ich für mein team blocken = block_who
        was ist wenn der general stirbt = out_all
    """,
    ("efreet_war", "en"): """
        what is a trap = trap
        what is king suleiman = king_power
    """,
    ("efreet_war", "de"): """
        was macht eine falle = trap
        wann kriege ich punkte = points_list
    """,
    ("war_game", "de"): """
        was bringt ein berg = mountain
        wie bekomme ich mana = mana_where
    """,
    ("war_game", "en"): """
        how do I get more creatures = summon
    """,
}
"""What a family asks that has never played: answered at once, not with a list of what it may have meant."""


@pytest.mark.parametrize(("game", "language"), PLAIN)
def test_what_newcomers_ask_is_answered_for_sure(game, language):
    answers = scenes.module(game, "pages.views").book(language).answers
    missed = []
    for line in PLAIN[game, language].strip().splitlines():
        typed, meant = map(str.strip, line.split("="))
        found, confidence = answers.look_up(typed)
        if confidence < SURE or found[0].id != meant:
            missed.append((typed, confidence, [one.id for one in found[:3]]))
    assert not missed
