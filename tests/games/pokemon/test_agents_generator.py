"""The described generator: sure and risk damage, and the scenarios of its decisions by name."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, Observation, seeded
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.agents.generator.situation import copy_table, risk_damages, sure_damages
from kibitz.games.pokemon.cards import ATTACKS
from kibitz.games.pokemon.rules.in_play import can_pay, missing_units
from kibitz.games.pokemon.state import (
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    DECK,
    DRAW,
    FACE_DOWN,
    HAND,
    LAYOUT,
    PokemonState,
    pile,
)
from kibitz.testing import check_agent
from tests.games.pokemon.table import LETTERS, Table


def ask(table: Table, spec: str = "generator") -> Advice[PokemonState]:
    """Asks the generator what the seat to move should do."""
    s, game = table.fight, table.game
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    return make_agent(game, spec).advise(seen)


def advised(table: Table, spec: str = "generator") -> str:
    """Returns the move that the generator advises."""
    return str(ask(table, spec).move)


def follow(table: Table, count: int, spec: str = "generator") -> list[str]:
    """Plays what the generator advises, `count` times."""
    moves: list[str] = []
    for _ in range(count):
        moves.append(advised(table, spec))
        table.play(moves[-1])
    return moves


def names(advice: Advice[PokemonState], which: str) -> list[str]:
    """Returns the attacks of a list of the trace."""
    found = advice.trace[which]
    assert isinstance(found, list)
    return [str(each["attack"]) for each in found if isinstance(each, dict)]


# Sure and risk damage.


@pytest.mark.parametrize(
    ("theirs", "ours", "sure", "risk"),
    [
        ("electabuzz [LR]", "squirtle", 60, 80),
        ("beedrill [GGG]", "hitmonchan", 40, 60),
        ("nidoran m [G]", "pikachu", 0, 30),
        ("doduo [W]", "machop", 0, 20),
        ("hitmonchan [F]", "rattata", 40, 40),
        ("hitmonchan [FF]", "rattata", 40, 40),
        ("machop", "rattata", 0, 0),
        ("charizard [RRRR]", "venusaur", 200, 200),
        ("charizard [RWWW]", "machop", 100, 100),
        ("blastoise [WWWW]", "charizard", 100, 100),
        ("magneton [LLWW]", "machop", 80, 80),
        ("pikachu [LW]", "wartortle 20", 60, 60),
        ("pikachu [LW]", "wartortle 20 +defender", 40, 40),
        ("hitmonchan [FFW] confused", "machop", 0, 40),
        ("hitmonchan [FFW] asleep", "machop", 0, 40),
        ("hitmonchan [FFW] paralyzed", "machop", 0, 0),
        ("charizard [RWWW] confused", "machop", 0, 100),
    ],
)
def test_b_06_sure_and_risk(theirs: str, ours: str, sure: int, risk: int) -> None:
    assert outlook(Table(ours, against=theirs)) == ([sure], [risk])


def outlook(table: Table, hidden: bool = True) -> tuple[list[int], list[int]]:
    """Returns the sure and the risk damage to each Pokémon of seat 0."""
    view = table.game.view(table.fight, 0)
    later = copy_table(view, 1, view.turn + 1, False)
    return sure_damages(later, 1), risk_damages(later, 1, hidden)


def test_b_06_hidden_cards_may_be_energy() -> None:
    two = Table("rattata", against="hitmonchan [FF]", their_hand="potion")
    assert outlook(two) == ([40], [80])
    assert outlook(two, hidden=False) == ([40], [40])
    water = Table("charizard", against="blastoise [WWWW]", their_hand="potion")
    assert outlook(water) == ([100], [120])


def test_b_06_shown_cards_count_as_what_they_are() -> None:
    for card, risk in (("fighting", 40), ("water", 0), ("potion", 0)):
        table = Table("rattata", against="machop", their_hand=card)
        table.fight.show(HAND, 1, LAYOUT.everybody)
        assert outlook(table) == ([0], [risk]), card


def test_b_06_partly_shown_hand_may_hide_energy() -> None:
    table = Table("rattata", against="machop", their_hand="water")
    table.fight.show(HAND, 1, LAYOUT.everybody)
    table.fight.move(table.fight.cards[table.fight.index(DECK, 1)][-1], DECK, 1, HAND)
    assert outlook(table) == ([0], [40])


def test_b_06_attacks_on_the_bench_threaten_it() -> None:
    table = Table("machop", bench=["abra 10", "onix"], hand="bill", against="magneton [LLWW]")
    assert outlook(table) == ([80, 20, 20], [80, 20, 20])
    threats = ask(table).trace["threats"]
    assert isinstance(threats, list)
    found = [(each["target"], each["tag"]) for each in threats if isinstance(each, dict)]
    assert found == [("active", "SURE"), ("bench 1", "SURE")]


def test_sand_attack_makes_damage_unsure() -> None:
    table = Table("sandshrew [F]", against="hitmonchan [FFW]").play("attack sand-attack")
    later = copy_table(table.fight, 1, table.fight.turn + 1, False)
    assert (sure_damages(later, 1), risk_damages(later, 1, True)) == ([0], [40])


def test_attacks_that_cannot_be_used_do_not_count() -> None:
    table = Table("poliwhirl [WW]", against="pikachu [LL]")
    table.play("attack amnesia", "choose thunder jolt")
    assert outlook(table, hidden=False)[0] == [10], "what is left is Gnaw"
    table = Table("chansey", against="farfetchd [F]")
    assert outlook(table) == ([0], [30])
    table.foe().used = True
    assert outlook(table) == ([0], [0])
    assert outlook(Table("mewtwo", against="haunter [PP]")) == ([0], [0])
    assert outlook(Table("onix asleep", against="haunter [PP]")) == ([50], [50])


# Setup and forced moves.


def test_b_01_single_action() -> None:
    table = Table("onix", bench=["onix"] * 5)
    assert table.legal() == ["end"]
    advice = ask(table)
    assert str(advice.move) == "end"
    assert advice.trace["tier"] == ""


def test_b_03_opening() -> None:
    table = Table("", against="", hand="pikachu, chansey, bulbasaur, 4 water", phase=CHOOSE_ACTIVE)
    table.fight.turn = 0
    assert follow(table, 1) == ["active chansey"]
    table.fight.seat = table.fight.active = 0
    table.fight.phase = CHOOSE_BENCH
    assert follow(table, 2) == ["bench pikachu", "bench bulbasaur"]
    assert advised(table) == "done"
    assert len(pile(table.fight, FACE_DOWN, 0)) == 3


def test_other_phases_are_forced() -> None:
    assert advised(Table("onix", phase=DRAW)) == "draw"
    table = Table("rattata [W] 20", against="rattata 20").play("attack bite")
    assert advised(table) == "prize"
    end = Table("rattata [W]", against="onix").play("attack bite")
    assert advised(end) == "end"


def test_best_score_is_promoted() -> None:
    table = Table(
        "machamp 90", bench=["abra", "chansey", "onix"], against="hitmonchan [FFW] asleep"
    )
    table.fight.rows[0][0].poison = 20
    table.play("end", "prize")
    assert advised(table) == "promote bench 2"


# Knockouts.


def test_b_08_self_side_effects() -> None:
    advice = ask(Table("charmeleon [RRW]", against="weedle"))
    assert str(advice.move) == "attack slash"
    assert names(advice, "knockouts") == ["slash", "flamethrower"]
    assert advice.trace["tier"] == "HIGHEST"


def test_b_09_opponent_side_effects() -> None:
    advice = ask(Table("gyarados [WWWW]", against="charmander"))
    assert str(advice.move) == "attack bubblebeam"
    assert names(advice, "knockouts") == ["bubblebeam", "dragon rage"]
    assert names(advice, "maximum_damage") == ["dragon rage", "bubblebeam"]


def test_b_10_own_bench_spared() -> None:
    assert advised(Table("dugtrio [FFFF]", bench=["abra"], against="pikachu")) == "attack slash"


def test_b_11_no_imagined_bench_knockout() -> None:
    table = Table("hitmonchan [FFW]", against="chansey", their_bench=["abra 20"])
    assert ask(table).trace["knockouts"] == []


def test_benched_target_of_bench_damage_is_a_knockout() -> None:
    table = Table("magneton [LLWW]", bench=["onix"], against="chansey", their_bench=["abra 10"])
    found = ask(table).trace["knockouts"]
    assert isinstance(found, list)
    assert [each["target"] for each in found if isinstance(each, dict)] == ["foe bench 1"]


def test_b_12_knockout_first() -> None:
    table = Table("hitmonchan [FFW]", hand="bill", deck="30 water", against="electabuzz")
    assert advised(table) == "attack special punch"
    assert advised(table, "generator:policy=develop_first") == "play bill"


def test_b_13_bench_knockout() -> None:
    table = Table("abra", bench=["onix", "hitmonchan [FFW]"], against="electabuzz")
    assert follow(table, 2) == ["retreat > bench 2", "attack special punch"]
    table = Table("abra", bench=["hitmonchan [FFW]"], hand="switch", against="electabuzz")
    assert follow(table, 2) == ["play switch > bench 1", "attack special punch"]


def test_bench_knockout_out_of_reach_is_skipped() -> None:
    table = Table("onix", bench=["hitmonchan [FFW]"], hand="bill", against="electabuzz")
    advice = ask(table)
    assert names(advice, "knockouts") == ["special punch"]
    assert str(advice.move) == "play bill"


def test_confused_attacker_knocks_nobody_out_for_sure() -> None:
    assert ask(Table("hitmonchan [F] confused", against="rattata")).trace["knockouts"] == []


def test_energy_burn_comes_right_before_the_attack_that_needs_it() -> None:
    table = Table("charizard [RWWW]", against="machop")
    assert follow(table, 2) == ["power energy burn > active", "attack fire spin"]
    assert advised(Table("charizard [RRRR]", against="machop")) == "attack fire spin"


def test_metronome_copies_what_knocks_out() -> None:
    table = Table("clefairy [WWW]", against="hitmonchan 30")
    assert follow(table, 1) == ["attack metronome"]
    assert advised(table) == "choose special punch"


# The guard.


def test_attack_that_loses_the_match_is_never_used() -> None:
    lost = Table("magnemite [LW] 10", against="onix", hand="bill")
    assert advised(lost) == "play bill"
    lost = Table("magneton [LLWW]", bench=["onix"], against="onix", their_prizes=1)
    assert "selfdestruct" not in names(ask(lost), "maximum_damage")
    saved = Table("magneton [LLWW]", bench=["onix"], against="onix", their_prizes=2)
    assert "selfdestruct" in names(ask(saved), "maximum_damage")


def test_attack_that_wins_is_used_even_if_it_knocks_out_its_user() -> None:
    won = Table("magneton [LLWW]", bench=["onix"], against="electabuzz", prizes=1)
    assert advised(won) == "attack selfdestruct"
    tied = Table(
        "magneton [LLWW]",
        bench=["onix"],
        against="electabuzz",
        their_bench=["onix"],
        prizes=1,
        their_prizes=1,
    )
    assert "selfdestruct" not in names(ask(tied), "maximum_damage")


def test_worst_coin_counts_for_the_guard() -> None:
    raichu = "raichu [LLLW] 50"
    assert "thunder" not in names(ask(Table(raichu, against="onix")), "maximum_damage")
    safe = Table(raichu, bench=["onix"], against="onix")
    assert "thunder" in names(ask(safe), "maximum_damage")


def test_strikes_back_counts_for_the_guard() -> None:
    assert ask(Table("rattata [W] 20", against="machamp")).trace["maximum_damage"] == []
    safe = Table("rattata [W] 10", against="machamp")
    assert names(ask(safe), "maximum_damage") == ["bite"]


# Threats.


def test_b_14_heal_saves() -> None:
    table = Table("pikachu 20", hand="potion", against="rattata [W]")
    assert outlook(table)[0] == [20]
    advice = ask(table)
    assert str(advice.move) == "play potion > active"
    assert advice.trace["tier"] == "HIGHEST"


def test_b_15_heal_useless() -> None:
    late = Table("pikachu 30", hand="potion", against="machop [F]")
    early = Table("chansey 60", hand="potion", against="hitmonchan [F]")
    assert outlook(late)[0] == outlook(early)[0] == [40]
    for table in (late, early):
        assert "play potion > active" not in [str(each.move) for each in ask(table).options]


def test_b_16_bench_heal() -> None:
    table = Table("onix", bench=["abra 20"], hand="potion", against="magneton [LLWW]")
    assert advised(table) == "play potion > bench 1"


def test_heal_must_be_used_in_full() -> None:
    table = Table("pikachu 10", hand="potion", against="pikachu [LW]")
    assert outlook(table)[0] == [30]
    assert advised(table) != "play potion > active"
    assert advised(table, "generator:partial_heal=true") == "play potion > active"


def test_super_potion_gives_up_the_energy_that_costs_least() -> None:
    table = Table("hitmonchan [FW] 50", hand="super potion", against="hitmonchan [FFW]")
    assert follow(table, 2) == ["play super potion > active", "choose water"]


def test_center_heals_any_damage() -> None:
    table = Table("pikachu 10", hand="pokemon center", against="pikachu [LW]")
    assert advised(table) == "play pokemon center"


def test_full_heal_lets_the_active_attack_or_live() -> None:
    attack = Table("hitmonchan [F] asleep", hand="full heal", against="chansey")
    assert advised(attack) == "play full heal > active"
    assert advised(Table("hitmonchan asleep", hand="full heal")) == "end"
    assert advised(Table("onix 80 poisoned", hand="full heal")) == "play full heal > active"
    assert advised(Table("onix 70 poisoned", hand="full heal")) == "end"


def test_b_17_defender() -> None:
    saved = Table("wartortle 20", hand="defender", against="electabuzz [LW]")
    assert outlook(saved)[0] == [60]
    assert advised(saved) == "play defender > active"
    lost = Table("squirtle", hand="defender", against="electabuzz [LW]")
    assert outlook(lost)[0] == [60]
    assert advised(lost) == "end"
    assert advised(Table("squirtle", hand="defender", against="rattata [W]")) == "end"


def test_gust_pulls_a_harmless_pokemon_under_a_sure_threat() -> None:
    table = Table(
        "rattata", hand="gust of wind", against="hitmonchan [FFW]", their_bench=["onix", "abra"]
    )
    assert advised(table) == "play gust of wind > foe bench 2"
    still = Table(
        "rattata", hand="gust of wind", against="hitmonchan [FFW]", their_bench=["hitmonchan [F]"]
    )
    assert advised(still) == "end"


def test_switch_brings_who_survives_the_highest_score_first() -> None:
    table = Table(
        "rattata", bench=["abra", "machop", "onix"], hand="switch", against="hitmonchan [FFW]"
    )
    assert advised(table) == "play switch > bench 3"


# Energy.


def test_b_22_exact_energy() -> None:
    table = Table("electabuzz [L]", hand="lightning, double colorless", against="chansey")
    assert advised(table) == "attach lightning > active"


def test_b_23_two_units_needed() -> None:
    table = Table("chansey [WW]", hand="water, double colorless", against="onix")
    assert advised(table) == "attach double colorless > active"


def test_b_24_energy_for_the_knockout() -> None:
    table = Table("hitmonchan [FF]", hand="water", against="electabuzz 20")
    assert ask(table).trace["tier"] == "HIGHEST"
    assert follow(table, 2) == ["attach water > active", "attack special punch"]


@pytest.mark.parametrize(
    ("active", "bench", "hand", "against", "move"),
    [
        # 40 damage rather than 30
        ("poliwrath [WW]", [], "water, double colorless", "onix", "double colorless > active"),
        # a tie goes to the type that is there
        ("hitmonchan [FF]", [], "fighting, water", "electabuzz 20", "fighting > active"),
        # the higher score
        ("hitmonchan [F]", ["chansey"], "water", "machop", "water > bench 1"),
        # extra Energy raises the damage
        ("blastoise [WWW]", [], "water", "machop", "water > active"),
        # Energy Burn counts
        ("charizard [RWW]", [], "grass", "machop", "grass > active"),
    ],
)
def test_worked_attachments(
    active: str, bench: list[str], hand: str, against: str, move: str
) -> None:
    assert advised(Table(active, bench=bench, hand=hand, against=against)) == f"attach {move}"


def test_what_is_missing_agrees_with_what_can_be_paid() -> None:
    rng = seeded("energy")
    payable = 0
    for _ in range(3000):
        s = Table().fight
        pokemon = s.rows[0][0]
        pokemon.energy = sorted(rng.pick(list(LETTERS.values())) for _ in range(rng.below(6)))
        attack = rng.pick(ATTACKS)
        missing = missing_units(s, pokemon, attack)
        assert (missing == 0) == can_pay(s, pokemon, attack)
        assert 0 <= missing <= attack.size
        payable += missing == 0
    assert 300 < payable < 2700


def test_energy_that_nobody_needs_is_kept() -> None:
    advice = ask(Table("machop [F]", hand="fighting", against="onix"))
    assert str(advice.move) == "attack low kick"
    assert advice.trace["energy"] == []


# Trainers.


def test_b_18_plus_power() -> None:
    table = Table("ponyta [WW]", hand="pluspower", against="rattata")
    assert follow(table, 2) == ["play pluspower > active", "attack smash kick"]
    assert advised(Table("ponyta [WW]", hand="pluspower", against="rattata 10")) == (
        "attack smash kick"
    )


@pytest.mark.parametrize(
    ("active", "against"),
    [
        ("diglett [F]", "pikachu"),  # 20 + 10 is too little
        ("hitmonchan [F]", "pidgeotto 40"),  # resisted: 0 stays 0
        ("onix", "rattata 20"),  # nothing to attack with
    ],
)
def test_plus_power_is_kept(active: str, against: str) -> None:
    table = Table(active, hand="pluspower", against=against)
    assert "play pluspower > active" not in [str(each.move) for each in ask(table).options]


def test_b_19_energy_removal() -> None:
    table = Table(
        "onix 80",
        hand="energy removal",
        against="hitmonchan [FFW]",
        their_bench=["charizard [RRRR]"],
    )
    advice = ask(table)
    assert advice.trace["threats"]
    assert str(advice.move) == "play energy removal > foe bench 1"
    assert advice.trace["tier"] == "LOW"
    assert advised(Table("onix", hand="energy removal", against="machop [FF]")) == "end"


def test_energy_removal_takes_the_card_that_counts() -> None:
    table = Table("onix", hand="energy removal", against="hitmonchan [FFWW]")
    assert follow(table, 2) == ["play energy removal > foe active", "choose fighting"]


def test_super_energy_removal_takes_two_and_gives_the_cheapest() -> None:
    table = Table("hitmonchan [FFWW]", hand="super energy removal", against="machamp [FFFF]")
    moves = ["play super energy removal > foe active", "choose water", "choose fighting"]
    assert follow(table, 3) == moves
    assert (table.energy(0), table.energy(1)) == ("FFW", "FF")


def test_b_20_impostor_oak() -> None:
    for count, played in ((7, True), (6, False), (9, True)):
        table = Table("onix", hand="impostor professor oak", their_hand=f"{count} water")
        assert (advised(table) == "play impostor professor oak") == played, count


def test_b_21_deck_rule() -> None:
    for card, size, played in (
        ("bill", 3, True),
        ("bill", 2, False),
        ("professor oak", 8, True),
        ("professor oak", 7, False),
        ("professor oak, computer search", 20, False),
        ("pokedex", 1, True),
    ):
        table = Table("onix", hand=card, deck=f"{size} water")
        assert advised(table).startswith("play") == played, (card, size)


def test_gust_pulls_the_best_knockout() -> None:
    table = Table(
        "hitmonchan [F]",
        hand="gust of wind",
        against="chansey",
        their_bench=["abra 10", "rattata", "onix 80"],
    )
    assert follow(table, 2) == ["play gust of wind > foe bench 3", "attack jab"]


def test_switch_is_for_an_active_that_cannot_attack() -> None:
    table = Table("onix", bench=["rattata [W]", "hitmonchan [F]"], hand="switch", against="chansey")
    assert advised(table) == "play switch > bench 2"
    assert advised(Table("rattata [W]", bench=["hitmonchan [F]"], hand="switch")) == "attack bite"


def test_revive_brings_the_best_back() -> None:
    table = Table("onix", hand="revive", discard="abra, hitmonchan, pikachu")
    assert follow(table, 2) == ["play revive", "choose hitmonchan"]


def test_lass_comes_after_all_other_trainers() -> None:
    table = Table("onix", hand="lass, bill, energy removal", against="hitmonchan [F]")
    assert follow(table, 3) == ["play bill", "play energy removal > foe active", "play lass"]


@pytest.mark.parametrize(
    "card",
    [
        *("computer search", "item finder", "energy retrieval", "maintenance", "pokemon trader"),
        *("scoop up", "pokemon flute", "devolution spray"),
    ],
)
def test_card_with_a_cost_and_no_rule_is_kept(card: str) -> None:
    table = Table(
        "charmeleon",
        bench=["onix", "onix", "onix", "onix"],
        hand=f"{card}, 2 alakazam",
        discard="bill, water",
        their_discard="abra",
    )
    assert any(card in move for move in table.legal())
    assert advised(table) == "end"


# The rest of the turn.


def test_b_25_quiet_turn_order() -> None:
    table = Table("onix", bench=["squirtle"], hand="water, pikachu, wartortle", against="chansey")
    assert follow(table, 4) == [
        "attach water > bench 1",
        "bench pikachu",
        "evolve wartortle > bench 1",
        "end",
    ]
    table = Table(
        "hitmonchan [F]", bench=["squirtle"], hand="water, pikachu, wartortle", against="chansey"
    )
    assert follow(table, 4)[1:] == ["bench pikachu", "evolve wartortle > bench 1", "attack jab"]


def test_best_evolution_comes_first_also_by_breeder() -> None:
    table = Table(
        "charmander", bench=["abra"], hand="kadabra, pokemon breeder, charizard", against="chansey"
    )
    assert follow(table, 2) == ["play pokemon breeder > active", "evolve kadabra > bench 1"]
    machamp = Table("machoke", hand="machamp", against="chansey")
    assert advised(machamp) == "evolve machamp > active"
    assert advised(machamp, "generator:evolve_if_better=true") == "end"


def test_attack_without_damage_or_side_effect_is_not_used() -> None:
    assert advised(Table("squirtle [WW]", against="chansey", deck="9 water")) == "attack bubble"
    assert advised(Table("metapod [GG]", against="onix")) == "attack stun spore"
    assert advised(Table("chansey [WW]", against="onix")) == "end"


# The laws.


def test_b_07_no_cheating() -> None:
    game = PokemonTcg()
    assert check_agent(lambda: make_agent(game, "generator"), game, games=2, max_plies=120) > 100


def test_reasons_add_up_and_name_the_step() -> None:
    advice = ask(Table("hitmonchan [F]", hand="bill, fighting, abra", against="chansey"))
    first = advice.options[0]
    assert [str(option.move) for option in advice.options] == [
        "play bill",
        "attach fighting > active",
        "bench abra",
        "attack jab",
        "end",
    ]
    assert first.reasons[0].term == advice.trace["step"] == "trainer"
    assert first.score == sum(reason.amount for reason in first.reasons)


# Scores of all cards that are known (S-7, S-8, O-6).


def scored(advice: Advice[PokemonState], name: str) -> list[tuple[str, object, float]]:
    """Returns a list of scores: the card, its place or number of copies, and the score."""
    lists = advice.trace["scores"]
    assert isinstance(lists, dict)
    lines = lists[name]
    assert isinstance(lines, list)
    found: list[tuple[str, object, float]] = []
    for line in lines:
        assert isinstance(line, dict)
        score = line["score"]
        assert isinstance(score, float)
        found.append((str(line["card"]), line.get("place", line.get("count")), score))
    return found


def test_scores_of_all_known_cards_are_in_the_trace_from_high_to_low() -> None:
    table = Table(
        "pikachu [L]",
        bench=["abra", "hitmonchan"],
        hand="2 abra, chansey, bill, water",
        deck="2 onix, 3 charizard, 5 fire",
        against="electabuzz",
        their_bench=["weedle", "onix"],
        their_hand="haunter, potion, abra",
    )
    table.fight.show(HAND, 1, LAYOUT.everybody)
    advice = ask(table)
    assert scored(advice, "active") == [("pikachu", "active", 125.0)]
    assert scored(advice, "bench") == [
        ("hitmonchan", "bench 2", pytest.approx(223.3333, abs=0.001)),
        ("abra", "bench 1", 65.0),
    ]
    assert scored(advice, "hand") == [("chansey", 1, 295.0), ("abra", 2, 65.0)]
    # The deck is known as a whole, with the Prizes: which card lies where is hidden.
    assert scored(advice, "deck") == [("charizard", 3, 250.0), ("onix", 2, 245.0)]
    assert scored(advice, "foe_active") == [("electabuzz", "foe active", 195.0)]
    assert scored(advice, "foe_bench") == [
        ("onix", "foe bench 2", 245.0),
        ("weedle", "foe bench 1", 85.0),
    ]
    assert scored(advice, "foe_hand") == [("haunter", 1, 210.0), ("abra", 1, 65.0)]


def test_revealed_hand_is_part_of_the_opponent_analysis() -> None:
    table = Table("pikachu", against="onix", their_bench=["abra"], their_hand="chansey, potion")
    onix = {"card": "onix", "place": "foe active", "score": 245.0}
    assert ask(table).trace["most_threatening"] == onix
    table.fight.show(HAND, 1, LAYOUT.everybody)
    chansey = {"card": "chansey", "place": "foe hand", "score": 295.0}
    assert ask(table).trace["most_threatening"] == chansey


def test_of_equal_scores_in_play_counts_before_the_hand() -> None:
    table = Table("pikachu", against="abra", their_bench=["onix"], their_hand="onix")
    table.fight.show(HAND, 1, LAYOUT.everybody)
    bench = {"card": "onix", "place": "foe bench 1", "score": 245.0}
    assert ask(table).trace["most_threatening"] == bench


def test_scores_are_known_before_the_first_turn_and_without_an_active() -> None:
    table = Table("", against="", hand="pikachu, chansey, 5 water", phase=CHOOSE_ACTIVE)
    table.fight.turn = 0
    advice = ask(table)
    assert scored(advice, "hand") == [("chansey", 1, 295.0), ("pikachu", 1, 125.0)]
    assert advice.trace["most_threatening"] is None
    table.play("active chansey")
    table.fight.seat = table.fight.active = 0
    table.fight.phase = CHOOSE_BENCH
    assert scored(ask(table), "active") == [("chansey", "active", 295.0)]
    out = Table("abra 20", bench=["onix", "abra"], against="rattata [W]", their_prizes=2)
    out.play("end", "draw", "attack bite", "prize")
    advice = ask(out)
    assert scored(advice, "active") == []
    assert [place for _, place, _ in scored(advice, "bench")] == ["bench 1", "bench 2"]


@pytest.mark.parametrize("hand", ["squirtle, growlithe, magikarp", "magikarp, squirtle, growlithe"])
def test_of_equal_scores_the_lower_number_is_chosen_first(hand: str) -> None:
    table = Table("", against="", hand=hand, phase=CHOOSE_ACTIVE)
    table.fight.turn = 0
    pile(table.fight, HAND, 0).reverse()  # a hand in any order, as a caller may have it
    advice = ask(table)
    assert [option.score for option in advice.options] == [110.0] * 3
    chosen = [str(option.move) for option in advice.options]
    assert chosen == ["active growlithe", "active magikarp", "active squirtle"]
