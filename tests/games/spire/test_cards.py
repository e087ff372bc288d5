"""The cards of Slay the Spire together: choices, copies, full hands, won fights, any deck."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.core.game import derive_legal
from kibitz.games.spire import Spire, powers
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import CARDS, Row, read_op
from kibitz.games.spire.gear import REAL_POTIONS, RELIC_NAMES
from kibitz.games.spire.monsters import ENCOUNTERS
from kibitz.games.spire.moves import card_word
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.state import CARD_TASK, IS_COPY, PLAY_TOP_TASK, Fight
from tests.games.spire import (
    test_cards_colorless,
    test_cards_ironclad,
    test_cards_silent,
    test_cards_trouble,
)
from tests.games.spire.table import GAME, Table, dummy, real

TESTED = {
    plain_id(name.removeprefix("test_"))
    for module in (
        test_cards_ironclad,
        test_cards_silent,
        test_cards_colorless,
        test_cards_trouble,
    )
    for name in vars(module)
    if name.startswith("test_")
}


def test_every_card_has_a_test_named_after_it() -> None:
    assert [card.name for card in CARDS if plain_id(card.name) not in TESTED] == []


def test_all_cards_of_the_tables_are_there() -> None:
    colors = Counter(card.color for card in CARDS)
    # Strike and Defend of the Silent are those of the Ironclad.
    assert colors == {
        "ironclad": 75,
        "silent": 73,
        "colorless": 35,
        "special": 6,
        "status": 5,
        "curse": 14,
    }
    assert len(catalogue.CARD_NUMBERS) == len(CARDS) + len(["Strike_G", "Defend_G"])


# Cards made at random.


@pytest.mark.parametrize(
    ("character", "attacks", "skills", "powers"),
    [(catalogue.IRONCLAD, 28, 28, 14), (catalogue.SILENT, 26, 33, 11)],
)
def test_random_cards_are_neither_basic_nor_healing(
    character: int, attacks: int, skills: int, powers: int
) -> None:
    pools = catalogue.RANDOM_POOLS[character]
    sizes = {pool: len(faces) for pool, faces in pools.items()}
    assert sizes == {
        catalogue.CLASS_ATTACK: attacks,
        catalogue.CLASS_SKILL: skills,
        catalogue.CLASS_POWER: powers,
        catalogue.CLASS_ANY: 70,
        catalogue.COLORLESS: 34,
    }
    anything = {catalogue.NAMES[side] for faces in pools.values() for side in faces}
    basic = {"Strike", "Defend", "Bash", "Survivor", "Neutralize"}
    healing = {"Feed", "Reaper", "Bandage Up", "Bite", "Alchemize"}
    assert not anything & (basic | healing | {"Shiv"})
    assert "Hand of Greed" in anything


# The reader of the data file.


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"op": "dance", "n": 1}, "Bash: unknown op 'dance'"),
        ({"n": 1}, "Bash: a step has no op"),
        ({"op": "damage", "n": 6, "colour": "red"}, "Bash: unknown field 'colour'"),
        ({"op": "damage", "n": 6, "to": "everyone"}, "Bash: unknown to 'everyone'"),
        (
            {"op": "damage", "n": "many", "to": "enemy"},
            "Bash: n is 'many': expected a whole number",
        ),
        ({"op": "block", "n": True}, "Bash: n is True: expected a whole number"),
        ({"op": "apply", "power": "Might", "n": 1}, "Bash: unknown power 'Might'"),
        ({"op": "add_card", "card": "Shivv", "n": 1}, "unknown card 'Shivv'"),
        ({"op": "exhaust", "which": "the_best"}, "Bash: unknown which 'the_best'"),
        ({"op": "if", "cond": "it_rains", "then": []}, "Bash: unknown cond 'it_rains'"),
        ({"op": "exhaust", "each": [5]}, "Bash: each holds 5: expected an object"),
    ],
)
def test_reader_names_what_it_does_not_know(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        read_op(Row(fields, "Bash"))


def test_reader_refuses_unknown_fields_and_flags_of_cards() -> None:
    row = Row({"id": "Bash", "flavour": "x"}, "Bash")
    with pytest.raises(ValueError, match="Bash: unknown field 'flavour'"):
        row.check(catalogue.CARD_FIELDS)
    with pytest.raises(ValueError, match="Bash: unknown flag 'shiny'"):
        catalogue.read_flags(Row({"flags": ["exhaust", "shiny"]}, "Bash"))


def test_reader_takes_a_loss_of_1_strength_for_what_it_is() -> None:
    loss = read_op(Row({"op": "apply", "power": "Strength", "n": -1, "to": "enemy"}, "test"))
    flag = read_op(Row({"op": "apply", "power": "Barricade", "n": -1, "to": "self"}, "test"))
    assert (loss.n, flag.n) == (-1, 1)


# Upgrades and costs.


def test_an_upgrade_that_lowers_the_cost_replaces_a_changed_cost() -> None:
    hand = "armaments+, barricade {=1}, bash {=1}"
    assert Table(hand).play("armaments+").hand() == ["barricade+", "bash+ {=1}"]
    table = Table("armaments+, barricade {=0}", draw="5 strike").play("armaments+")
    assert table.costs() == [0]
    assert table.play("end").pile("discard") == ["armaments+", "barricade+"]


def test_costs_of_this_turn_end_with_it() -> None:
    table = Table("bash {0}, strike", draw="5 anger").play("end")
    assert table.pile("discard") == ["bash", "strike"]


def test_confused_cards_get_a_cost_for_the_fight_when_they_are_drawn() -> None:
    seen = set()
    for seed in range(30):
        draw = "whirlwind, wound, bash {free}"
        table = Table("battle trance", draw=draw, powers={"Confusion": 1}, seed=seed)
        cost, wound, whirlwind = table.play("battle trance").costs()
        assert (wound, whirlwind) == (catalogue.UNPLAYABLE, catalogue.X_COST)
        seen.add(cost)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize(("card", "lost"), [("whirlwind", 25), ("whirlwind+", 40)])
def test_chemical_x_counts_two_more_also_for_copies(card: str, lost: int) -> None:
    relics = ["Chemical X"]
    assert Table(card, dummy(200), relics=relics).play(card).lost() == lost
    twice = Table(card, dummy(200), relics=relics, powers={"Double Tap": 1}).play(card)
    assert (twice.lost(), twice.fight.energy) == (2 * lost, 0)


def test_an_x_card_from_the_draw_pile_uses_the_energy_without_spending_it() -> None:
    table = Table("havoc", dummy(99), draw="whirlwind").play("havoc")
    assert (table.lost(), table.fight.energy) == (10, 2)


# Choices in the middle of a card.


def test_burning_pact_twice_by_duplication() -> None:
    table = Table(
        "burning pact, wound, strike, bash", draw="5 anger", powers={"DuplicationPower": 1}
    )
    table.play("burning pact", "choose wound")
    # The first play is done before the second one asks.
    assert table.hand() == ["strike", "bash", "anger", "anger"]
    table.play("choose strike")
    assert table.hand() == ["bash", "anger", "anger", "anger", "anger"]
    assert table.pile("exhaust") == ["wound", "strike"]
    assert table.pile("discard") == ["burning pact"]


def test_warcry_twice_by_duplication() -> None:
    table = Table("warcry, strike", draw="defend, bash, anger", powers={"DuplicationPower": 1})
    table.play("warcry", "choose strike")
    # The second play draws the card that the first one has put back.
    assert table.hand() == ["anger", "strike"]
    assert table.play("choose anger").hand() == ["strike"]
    assert table.pile("draw") == ["defend", "bash", "anger"]
    assert table.pile("exhaust") == ["warcry"]


def test_armaments_twice_by_duplication() -> None:
    table = Table("armaments, strike, defend, bash", powers={"DuplicationPower": 1})
    table.play("armaments", "choose strike", "choose bash")
    assert (table.hand(), table.fight.block) == (["strike+", "defend", "bash+"], 10)


def test_headbutt_twice_by_double_tap_can_bring_itself_back() -> None:
    table = Table("headbutt", dummy(99), discard="strike, bash", powers={"Double Tap": 1})
    table.play("headbutt", "choose bash")
    assert (table.lost(), table.refuses("choose headbutt")) == (18, False)
    table.play("choose headbutt")
    assert (table.pile("draw"), table.pile("discard")) == (["bash", "headbutt"], ["strike"])


def test_double_tap_and_duplication_both_count_for_one_attack() -> None:
    table = Table("strike", dummy(99), powers={"Double Tap": 1, "DuplicationPower": 1}).play(
        "strike"
    )
    assert (table.lost(), table.fight.cards_played) == (18, 3)
    assert (table.power("Double Tap"), table.power("DuplicationPower")) == (0, 0)


def test_perfected_strike_twice_counts_the_original_once() -> None:
    table = Table("perfected strike", dummy(99), powers={"Double Tap": 1})
    assert table.play("perfected strike").lost() == 16
    # Havoc takes it out of the piles before it counts.
    table = Table("havoc", dummy(99), draw="strike, perfected strike").play("havoc")
    assert table.lost() == 8


def test_a_copy_on_a_dead_target_is_not_played() -> None:
    table = Table("strike", dummy(6), dummy(), powers={"Double Tap": 1}).play("strike > 1")
    assert (table.fight.cards_played, table.lost(2)) == (1, 0)


def test_havoc_plays_a_card_that_asks() -> None:
    table = Table("havoc", dummy(99), draw="headbutt", discard="strike, bash").play("havoc")
    # Havoc is in the discard pile by then.
    assert not table.refuses("choose havoc")
    table.play("choose havoc")
    assert (table.lost(), table.pile("draw")) == (9, ["havoc"])
    assert (table.pile("exhaust"), table.pile("discard")) == (["headbutt"], ["strike", "bash"])


def test_havoc_twice_plays_two_cards() -> None:
    table = Table(
        "havoc, 2 anger", dummy(99), draw="bash, burning pact", powers={"DuplicationPower": 1}
    )
    table.play("havoc", "choose anger")
    assert (table.lost(), table.hand()) == (8, ["anger", "havoc"])
    assert table.pile("exhaust") == ["anger", "burning pact", "bash"]


def test_mayhem_plays_a_card_that_asks() -> None:
    draw = "strike, bash, burning pact, 5 anger"
    table = Table("", dummy(99), draw=draw, powers={"Mayhem": 1}).play("end")
    assert table.hand() == ["anger"] * 5
    # The choice has one answer, because the cards are equal.
    assert [str(move) for move in GAME.legal(table.fight)] == ["choose anger"]
    table.play("choose anger")
    assert table.hand() == ["anger"] * 4 + ["bash", "strike"]
    assert table.pile("discard") == ["burning pact"]


def test_mayhem_discards_a_card_that_cannot_be_played() -> None:
    table = Table("", draw="wound, 5 anger", powers={"Mayhem": 1}).play("end")
    assert table.pile("discard") == ["wound"]
    table = Table("", draw="clash, 5 defend", powers={"Mayhem": 1}).play("end")
    assert table.pile("discard") == ["clash"]


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("burning pact, wound", []),
        ("true grit+, wound", []),
        ("warcry, wound", []),
        ("thinking ahead, wound", []),
        ("forethought, wound", []),
        ("armaments, strike", ["strike+"]),
        ("armaments, wound", ["wound"]),
        ("burning pact", []),
        ("true grit+", []),
        ("warcry", []),
        ("purity", []),
        ("forethought+", []),
        ("headbutt", []),
        ("exhume", []),
    ],
)
def test_without_a_choice_nothing_is_asked(hand: str, left: list[str]) -> None:
    table = Table(hand, dummy(99)).play(hand.split(",")[0])
    assert (table.fight.choice, table.fight.agenda, table.hand()) == (0, [], left)


# Full hands and empty piles.


@pytest.mark.parametrize(("innate", "others"), [(2, 3), (7, 0)])
def test_innate_cards_are_in_the_first_hand_also_more_of_them_than_it_holds(
    innate: int, others: int
) -> None:
    for seed in range(5):
        game = Spire(deck=f"{innate} backstab, 9 strike", encounter="jaw worm")
        s = game.setup(seeded(seed))
        hand = sorted(map(card_word, s.hand))
        assert hand == ["backstab"] * innate + ["strike"] * others
        assert len(s.draw) == 9 - others


def test_drawing_stops_at_ten_cards() -> None:
    # Acceptance scenario 19.
    table = Table("battle trance, 8 strike", draw="5 bash").play("battle trance")
    assert (len(table.hand()), len(table.pile("draw"))) == (10, 3)


def test_an_empty_draw_pile_is_filled_from_the_discard_pile() -> None:
    # Acceptance scenario 20.
    table = Table("shrug it off", discard="6 strike").play("shrug it off")
    assert (len(table.hand()), len(table.pile("draw"))) == (1, 5)
    assert table.pile("discard") == ["shrug it off"]
    assert Table("shrug it off").play("shrug it off").hand() == []


@pytest.mark.parametrize(
    ("card", "discarded"),
    [
        ("power through", ["wound", "power through"]),
        ("dual wield", ["dual wield"]),
        ("dual wield+", ["bash", "dual wield+"]),
        ("jack of all trades", []),
        ("infernal blade", []),
    ],
)
def test_new_cards_beyond_ten_are_discarded(card: str, discarded: list[str]) -> None:
    table = Table(f"{card}, 8 defend, bash", energy=9).play(card)
    assert (len(table.hand()), table.pile("discard")) == (10, discarded)


def test_violence_discards_what_the_hand_cannot_hold() -> None:
    table = Table("violence, 9 defend", draw="3 strike").play("violence")
    assert (len(table.hand()), table.pile("discard")) == (10, ["strike"] * 2)


def test_exhume_with_a_full_hand_does_nothing() -> None:
    draw = "exhume, 5 strike"
    table = Table("5 miracle", draw=draw, exhaust="bash", powers={"Mayhem": 1}).play("end")
    assert (len(table.hand()), table.pile("exhaust")) == (10, ["bash", "exhume"])


# The last monster dies.


@pytest.mark.parametrize(
    ("card", "hp", "max_hp", "gold"),
    [
        ("feed", 53, 83, 0),
        ("reaper", 51, 80, 0),
        ("hand of greed", 50, 80, 20),
        ("bite", 52, 80, 0),
    ],
)
def test_what_helps_the_player_still_happens(card: str, hp: int, max_hp: int, gold: int) -> None:
    table = Table(card, dummy(1), hp=50).play(card)
    s = table.fight
    assert (s.reason, s.hp, s.max_hp, s.gold) == ("won", hp, max_hp, gold)


def test_ritual_dagger_grows_with_the_last_kill() -> None:
    table = Table("ritual dagger", dummy(1)).play("ritual dagger")
    assert (table.fight.reason, table.pile("exhaust")) == ("won", ["ritual dagger {+3}"])


def test_other_steps_are_dropped_when_the_fight_is_won() -> None:
    table = Table("pommel strike", dummy(1), draw="bash").play("pommel strike")
    assert (table.fight.reason, table.hand()) == ("won", [])
    table = Table("headbutt", dummy(1), discard="strike, bash").play("headbutt")
    assert (table.fight.reason, table.fight.choice) == ("won", 0)
    table = Table("wild strike", dummy(1)).play("wild strike")
    assert (table.fight.reason, table.pile("draw")) == ("won", [])


def test_reactions_can_win_the_fight() -> None:
    juggernaut = Table("true grit+, 2 strike", dummy(5), powers={"Juggernaut": 5})
    assert juggernaut.play("true grit+").fight.reason == "won"
    fire = Table("finesse", dummy(6), draw="wound", powers={"Fire Breathing": 6})
    assert fire.play("finesse").fight.reason == "won"
    evolved = Table("finesse", dummy(7), draw="2 wound", powers={"Fire Breathing": 6, "Evolve": 1})
    assert evolved.play("finesse").fight.reason == "won"
    embraced = Table("true grit, wound", dummy(6), draw="wound")
    embraced.fight.powers = Table(powers={"Dark Embrace": 1, "Fire Breathing": 6}).fight.powers
    assert embraced.play("true grit").fight.reason == "won"
    panache = Table("anger", dummy(10), powers={"Panache": 1})
    panache.fight.powers[-1] = 10
    assert panache.play("anger").fight.reason == "won"
    assert Table("combust", dummy(5)).play("combust", "end").fight.reason == "won"
    mayhem = Table("", dummy(6), draw="strike, 5 wound", powers={"Mayhem": 1})
    assert mayhem.play("end").fight.reason == "won"


def test_a_card_can_kill_the_player() -> None:
    assert Table("offering", hp=6).play("offering").fight.reason == "lost"
    assert Table("hemokinesis", dummy(1), hp=2).play("hemokinesis").fight.reason == "lost"
    assert Table("burn", hp=2).play("end").fight.reason == "lost"


# Any deck.

FACES = list(range(2 * len(CARDS)))
FIRST_POWERS = [
    "",
    "Mayhem",
    "DuplicationPower",
    "Corruption",
    "Dark Embrace",
    "Confusion",
    "Burst",
    "Tools Of The Trade",
    "Retain Cards",
    "Envenom",
    "Thousand Cuts",
]


def everything(s: Fight) -> list[int]:
    """Lists all cards of a fight that have not vanished, those in play included."""
    waiting = [
        task.card
        for task in s.agenda
        if task.kind == PLAY_TOP_TASK or (task.kind == CARD_TASK and not task.flags & IS_COPY)
    ]
    held = [each.memory for each in s.monsters if each.powers[powers.STASIS]]
    return s.hand + s.draw + s.discard + s.exhaust + s.chosen + waiting + held


def kinds_of(pile: list[int]) -> Counter[int]:
    """Counts the kinds of cards; upgrades, costs and growth do not matter."""
    return Counter((card & catalogue.FACE_MASK) // 2 for card in pile)


def check_numbers(s: Fight) -> None:
    assert 0 <= s.hp <= s.max_hp
    assert 0 <= s.block <= 999
    assert s.energy >= 0
    assert len(s.hand) <= 10
    assert 0 <= min(s.known_top, s.known_bottom) <= max(s.known_top, s.known_bottom) <= len(s.draw)
    for monster in s.monsters:
        assert 0 <= monster.hp <= monster.max_hp
        assert monster.block >= 0
        assert monster.hp > 0 or not monster.alive  # a thief may escape with HP left


def check_cards(s: Fight, before: Counter[int]) -> Counter[int]:
    """Checks that no card is lost by a move, besides a power that was played."""
    now = kinds_of(everything(s))
    missing = before - now
    for number in missing:
        assert CARDS[number].type == catalogue.POWER, CARDS[number].name
    return now


def play_out(s: Fight, seed: int) -> None:
    """Plays a fight at random to its end, and checks it after every move."""
    dice = seeded(f"any deck/{seed}")
    before = kinds_of(everything(s))
    for _ in range(150):
        if s.over:
            break
        legal = GAME.legal(s)
        assert legal == derive_legal(GAME, s)
        move = legal[dice.below(len(legal))]
        other, twin = s.clone(), s.clone()
        GAME.play(other, legal[-1])
        GAME.play(s, move)
        GAME.play(twin, move)
        assert twin == s
        check_numbers(s)
        if not s.over:
            before = check_cards(s, before)
            assert s.choice or s.agenda == []
    while not s.over:
        GAME.play(s, GAME.legal(s)[-1])
    assert s.reason in ("won", "lost", "fled")


@settings(max_examples=25, deadline=None)
@given(
    deck=st.lists(st.sampled_from(FACES), min_size=5, max_size=30),
    seed=st.integers(0, 10**6),
    powers=st.sampled_from(FIRST_POWERS),
)
def test_any_deck_can_be_played(deck: list[int], seed: int, powers: str) -> None:
    table = Table("", dummy(60, attack=7), real("JawWorm", 40, "CHOMP"), seed=seed)
    s = table.fight
    s.hand, s.draw = deck[:5], deck[5:]
    if powers:
        s.powers = Table(powers={powers: 1}).fight.powers
    play_out(s, seed)


SILENT_CARDS = [
    name
    for card in CARDS
    if card.color in ("silent", "colorless", "special") or card.name in ("Strike", "Defend")
    for name in (card.name, f"{card.name}+")
]


@settings(max_examples=60, deadline=None)
@given(
    deck=st.lists(st.sampled_from(SILENT_CARDS), min_size=5, max_size=30),
    owned=st.lists(st.sampled_from(RELIC_NAMES), max_size=6, unique=True),
    belt=st.lists(st.sampled_from([each.name for each in REAL_POTIONS]), max_size=2),
    encounter=st.sampled_from(ENCOUNTERS),
    ascension=st.sampled_from([0, 20]),
    seed=st.integers(0, 10**6),
)
def test_any_fight_of_the_silent_can_be_played(
    deck: list[str],
    owned: list[str],
    belt: list[str],
    encounter: str,
    ascension: int,
    seed: int,
) -> None:
    game = Spire(
        character="silent",
        deck=", ".join(deck),
        relics=", ".join(owned),
        potions=", ".join(belt),
        ascension=ascension,
        encounter=encounter,
    )
    play_out(game.setup(seeded(f"silent/{seed}")), seed)
