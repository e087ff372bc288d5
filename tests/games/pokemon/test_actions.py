"""Actions of the Pokémon TCG: every type, every Trainer and Power, and everything malformed."""

import json
from enum import StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.core.value import Json
from kibitz.games.pokemon.actions.match import Match, new_match
from kibitz.games.pokemon.actions.schema import (
    ATTACK_CHOICES,
    POSITIONS,
    POWER_FIELDS,
    TRAINER_FIELDS,
    TYPE_FIELDS,
    ActionValidationError,
    MatchState,
    PlayerActionType,
    PokemonPosition,
    Refusal,
    RefusedError,
    TurnPhase,
    WinCondition,
    read_action,
)
from kibitz.games.pokemon.cards import CARDS
from kibitz.games.pokemon.state import END
from tests.games.pokemon.duel import Duel
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import Table, name_of_test

WRONG = ActionValidationError.INVALID_ACTION
TARGET = ActionValidationError.INVALID_TARGET
RULES = ActionValidationError.RULE_VIOLATION
POOR = ActionValidationError.INSUFFICIENT_RESOURCES


# Trainers.


def test_trainers_without_data() -> None:
    for name in ("bill", "professor oak", "impostor professor oak", "lass"):
        duel = Duel(Table(hand=f"{name}, bill, 2 fire", their_hand="bill, 3 water"))
        card = duel.held(name)
        duel.act("PLAY_TRAINER", cardId=card)
        assert card in duel.zone("discard")


def test_pokemon_center() -> None:
    duel = Duel(Table("onix [FF] 30", hand="pokemon center"))
    paid = list(duel.part("energy"))
    duel.act("PLAY_TRAINER", cardId=duel.held("pokemon center"))
    assert set(paid) < set(duel.zone("discard"))
    assert duel.fight.rows[0][0].damage == 0


def test_bill_draws_cards_that_only_the_player_can_name() -> None:
    duel = Duel(Table(hand="bill", deck="pikachu, abra"))
    done = duel.act("PLAY_TRAINER", cardId=duel.held("bill"))
    own, other = done.to_json(0)["results"], done.to_json(1)["results"]
    assert isinstance(own, dict)
    assert isinstance(other, dict)
    assert own["drawn"] == list(duel.zone("hand"))
    assert other["drawn"] == []
    assert own["drawnCounts"] == other["drawnCounts"] == {"PLAYER1": 2, "PLAYER2": 0}


def test_clefairy_doll_is_played_as_a_pokemon_and_discarded_by_its_power() -> None:
    duel = Duel(Table(hand="clefairy doll"))
    doll = duel.held("clefairy doll")
    assert duel.refuses("PLAY_TRAINER", cardId=doll) == WRONG
    duel.act("PLAY_POKEMON", cardId=doll)
    assert duel.legal("USE_ABILITY") == [{"cardId": doll, "target": "BENCH_0"}]
    done = duel.act("USE_ABILITY", cardId=doll, target="BENCH_0")
    assert doll in duel.zone("discard")
    assert done.results["knockOuts"] == []


@pytest.mark.parametrize(
    ("name", "active", "target"),
    [
        ("potion", "onix 30", "ACTIVE"),
        ("defender", "onix", "BENCH_0"),
        ("pluspower", "onix", "ACTIVE"),
        ("full heal", "onix asleep", "ACTIVE"),
        ("scoop up", "onix", "BENCH_0"),
    ],
)
def test_trainers_with_a_target(name: str, active: str, target: str) -> None:
    duel = Duel(Table(active, bench=["abra"], hand=name))
    card = duel.held(name)
    assert {"cardId": card, "target": target} in duel.legal("PLAY_TRAINER")
    assert duel.refuses("PLAY_TRAINER", cardId=card) == WRONG
    assert duel.refuses("PLAY_TRAINER", cardId=card, target="BENCH_3") == TARGET
    duel.act("PLAY_TRAINER", cardId=card, target=target)


def test_attached_trainers_keep_their_ids() -> None:
    duel = Duel(Table(hand="2 pluspower"))
    card = duel.held("pluspower", at=1)
    duel.act("PLAY_TRAINER", cardId=card, target="ACTIVE")
    assert list(duel.part("trainers")) == [card]
    duel.act("END_TURN")
    assert card in duel.zone("discard")


def test_scoop_up_returns_the_basic_card() -> None:
    duel = Duel(Table("charmeleon [R]", bench=["abra"], hand="scoop up"))
    basic, upper = duel.part("stack")
    done = duel.act("PLAY_TRAINER", cardId=duel.held("scoop up"), target="ACTIVE")
    assert basic in duel.zone("hand")
    assert upper in duel.zone("discard")
    assert done.results["knockOuts"] == []
    assert str(duel.match.phase) == "SELECT_ACTIVE_POKEMON"
    duel.act("SET_ACTIVE_POKEMON", cardId=duel.top())
    assert str(duel.match.phase) == "MAIN_PHASE"


def test_super_potion() -> None:
    duel = Duel(Table("onix [FW] 50", hand="super potion"))
    card, water = duel.held("super potion"), duel.energy("water")
    assert len(duel.legal("PLAY_TRAINER")) == 2
    assert duel.refuses("PLAY_TRAINER", cardId=card, target="ACTIVE", energyCardId=card) == TARGET
    duel.act("PLAY_TRAINER", cardId=card, target="ACTIVE", energyCardId=water)
    assert water in duel.zone("discard")
    assert duel.fight.rows[0][0].damage == 10


def test_energy_removal_takes_the_very_card() -> None:
    duel = Duel(Table(hand="energy removal", against="onix", their_bench=["abra [PPP]"]))
    card = duel.held("energy removal")
    chosen = duel.energy("psychic", spot=1, seat=1, at=1)
    duel.act("PLAY_TRAINER", cardId=card, target="BENCH_0", energyCardId=chosen)
    assert list(duel.zone("discard", 1)) == [chosen]


def test_super_energy_removal() -> None:
    duel = Duel(
        Table("onix [F]", bench=["abra [P]"], hand="super energy removal", against="onix [FFW]")
    )
    card, own = duel.held("super energy removal"), duel.energy("psychic", spot=1)
    taken: list[Json] = [duel.energy("water", seat=1), duel.energy("fighting", seat=1, at=1)]
    data: dict[str, Json] = {"cardId": card, "ownTarget": "BENCH_0", "ownEnergyCardId": own}
    full: dict[str, Json] = {**data, "target": "ACTIVE", "energyCardIds": taken}
    assert duel.refuses("PLAY_TRAINER", **{**full, "energyCardIds": []}) == WRONG
    assert duel.refuses("PLAY_TRAINER", **{**full, "ownTarget": "ACTIVE"}) == TARGET
    duel.act("PLAY_TRAINER", **full)
    assert set(duel.zone("discard", 1)) == set(taken)
    assert own in duel.zone("discard")


@pytest.mark.parametrize("name", ["switch", "gust of wind"])
def test_trainers_with_a_bench_position(name: str) -> None:
    duel = Duel(Table(bench=["abra"], hand=name, their_bench=["abra"]))
    seat = 0 if name == "switch" else 1
    benched = duel.top(1, seat)
    card = duel.held(name)
    assert duel.refuses("PLAY_TRAINER", cardId=card, benchPosition="ACTIVE") == TARGET
    duel.act("PLAY_TRAINER", cardId=card, benchPosition="BENCH_0")
    assert duel.top(0, seat) == benched


def test_computer_search() -> None:
    duel = Duel(Table(hand="computer search, 2 fire, bill", deck="pikachu, abra, abra"))
    card, fire, bill = duel.held("computer search"), duel.held("fire"), duel.held("bill")
    wanted = next(item for item, name in duel.zone("deck").items() if name == "pikachu")
    assert len(duel.legal("PLAY_TRAINER")) == 1 + 2 * 2, "Bill, two costs and two cards"
    short: dict[str, Json] = {"cardId": card, "selectedCardIds": [wanted]}
    assert duel.refuses("PLAY_TRAINER", **short, handCardIds=[fire]) == WRONG
    assert duel.refuses("PLAY_TRAINER", **short, handCardIds=[fire, fire]) == TARGET
    assert duel.refuses("PLAY_TRAINER", **short, handCardIds=[fire, card]) == TARGET
    duel.act("PLAY_TRAINER", **short, handCardIds=[bill, fire])
    assert set(duel.zone("discard")) == {card, fire, bill}
    assert wanted in duel.zone("hand")


def test_item_finder_can_return_what_it_cost() -> None:
    duel = Duel(Table(hand="item finder, bill, fire", discard="potion"))
    card, bill, fire = duel.held("item finder"), duel.held("bill"), duel.held("fire")
    found = [data["selectedCardIds"] for data in duel.legal("PLAY_TRAINER") if len(data) > 1]
    assert [bill] in found
    duel.act("PLAY_TRAINER", cardId=card, handCardIds=[bill, fire], selectedCardIds=[bill])
    assert list(duel.zone("hand")) == [bill]
    assert card in duel.zone("discard")


def test_energy_retrieval_takes_none_to_two() -> None:
    table = Table(hand="energy retrieval, bill", discard="3 fire, water")
    for count in (0, 1, 2):
        duel = Duel(table)
        card, bill = duel.held("energy retrieval"), duel.held("bill")
        fires: list[Json] = [item for item, name in duel.zone("discard").items() if name == "fire"]
        duel.act("PLAY_TRAINER", cardId=card, handCardId=bill, selectedCardIds=fires[1:][:count])
        assert list(duel.zone("hand")) == sorted(map(str, fires[1:][:count]))


def test_maintenance() -> None:
    duel = Duel(Table(hand="maintenance, 2 fire", deck="3 fire"))
    card, fires = duel.held("maintenance"), [duel.held("fire"), duel.held("fire", at=1)]
    duel.act("PLAY_TRAINER", cardId=card, handCardIds=[*fires])
    assert len(duel.zone("hand")) == 1
    assert len(duel.zone("deck")) == 4 + 6


def test_pokemon_trader() -> None:
    duel = Duel(Table(hand="pokemon trader, abra, bill", deck="pikachu, 3 fire"))
    card, abra = duel.held("pokemon trader"), duel.held("abra")
    wanted = next(item for item, name in duel.zone("deck").items() if name == "pikachu")
    data: dict[str, Json] = {"cardId": card, "selectedCardIds": [wanted]}
    assert duel.refuses("PLAY_TRAINER", **data, discardCardIds=[duel.held("bill")]) == TARGET
    duel.act("PLAY_TRAINER", **data, discardCardIds=[abra])
    assert wanted in duel.zone("hand")
    assert list(duel.zone("deck").values()).count("abra") == 1


def test_pokemon_breeder() -> None:
    duel = Duel(Table("charmander", hand="pokemon breeder, charizard, charizard"))
    stage = duel.held("charizard", at=1)
    card = duel.held("pokemon breeder")
    duel.act("PLAY_TRAINER", cardId=card, target="ACTIVE", evolutionCardId=stage)
    assert duel.top() == stage


def test_devolution_spray() -> None:
    duel = Duel(Table("charizard [R]", hand="devolution spray"))
    card = duel.held("devolution spray")
    assert [data["stage"] for data in duel.legal("PLAY_TRAINER")] == ["STAGE_1", "STAGE_2"]
    assert duel.refuses("PLAY_TRAINER", cardId=card, target="ACTIVE", stage="BASIC") == WRONG
    duel.act("PLAY_TRAINER", cardId=card, target="ACTIVE", stage="STAGE_1")
    assert list(duel.part("stack").values()) == ["charmander"]


@pytest.mark.parametrize("name", ["revive", "pokemon flute"])
def test_trainers_for_a_discarded_pokemon(name: str) -> None:
    duel = Duel(Table(hand=name, discard="2 abra", their_discard="2 pikachu"))
    seat = 0 if name == "revive" else 1
    chosen = list(duel.zone("discard", seat))[1]
    duel.act("PLAY_TRAINER", cardId=duel.held(name), pokemonCardId=chosen)
    assert duel.top(1, seat) == chosen


def test_pokedex_leaves_the_order_as_it_is() -> None:
    duel = Duel(Table(hand="pokedex", deck="abra, pikachu, onix, fire, water, bill"))
    deck = duel.fight.cards[1][:]
    assert duel.legal("PLAY_TRAINER") == [{"cardId": duel.held("pokedex")}]
    duel.act("PLAY_TRAINER", cardId=duel.held("pokedex"))
    assert duel.fight.cards[1] == deck


def test_pokedex_in_strict_mode_shows_the_cards_first() -> None:
    duel = Duel(Table(hand="pokedex", deck="abra, pikachu, fire, water, bill"), strict=True)
    card = duel.held("pokedex")
    duel.act("PLAY_TRAINER", cardId=card)
    assert len(duel.legal("PLAY_TRAINER")) == 120 + 1, "every order, and none"
    choice = duel.match.view("PLAYER1")["choice"]
    assert isinstance(choice, dict)
    assert choice["field"] == "order"
    assert duel.match.view("PLAYER2")["choice"] is None
    names = {name: item for item, name in duel.zone("deck").items()}
    order: list[Json] = [names[name] for name in ("fire", "abra", "bill", "water", "pikachu")]
    assert duel.refuses("END_TURN") == ActionValidationError.INVALID_PHASE
    assert duel.refuses("PLAY_TRAINER", cardId=card, order=[order[0], order[0]]) == TARGET
    duel.act("PLAY_TRAINER", cardId=card, order=order)
    words = [CARDS[number].word for number in duel.fight.cards[1]]
    assert words[::-1] == ["fire", "abra", "bill", "water", "pikachu"]
    assert str(duel.match.phase) == "MAIN_PHASE"


def test_computer_search_in_strict_mode_shows_the_deck_after_the_cost() -> None:
    duel = Duel(Table(hand="computer search, 2 fire", deck="pikachu, abra"), strict=True)
    card, fires = duel.held("computer search"), [duel.held("fire"), duel.held("fire", at=1)]
    wanted = next(item for item, name in duel.zone("deck").items() if name == "pikachu")
    assert duel.legal("PLAY_TRAINER") == [{"cardId": card, "handCardIds": fires}]
    duel.act("PLAY_TRAINER", cardId=card, handCardIds=[*fires])
    assert duel.refuses("PLAY_TRAINER", cardId=fires[0], selectedCardIds=[wanted]) == TARGET
    duel.act("PLAY_TRAINER", cardId=card, selectedCardIds=[wanted])
    assert list(duel.zone("hand")) == [wanted]


def test_every_trainer_and_power_with_fields_has_a_test() -> None:
    tests = [name for name in globals() if name.startswith("test_")]
    for name in (*TRAINER_FIELDS, *POWER_FIELDS):
        if name not in ("revive", "pokemon flute"):
            assert any(test.startswith(name_of_test(name)) for test in tests), name


# Powers.


def test_damage_swap() -> None:
    duel = Duel(Table("onix 30", bench=["alakazam", "alakazam"]))
    data: dict[str, Json] = {"sourcePokemon": "ACTIVE", "destinationPokemon": "BENCH_0"}
    for spot in (1, 2):
        target = f"BENCH_{spot - 1}"
        duel.act("USE_ABILITY", cardId=duel.top(spot), target=target, **data)
    assert duel.fight.rows[0][0].damage == 10
    assert duel.refuses("USE_ABILITY", cardId=duel.top(1), target="BENCH_1", **data) == TARGET
    assert duel.refuses("USE_ABILITY", cardId=duel.top(0), target="ACTIVE", **data) == WRONG


def test_power_of_a_pokemon_that_sleeps_is_off() -> None:
    duel = Duel(Table("alakazam 30 asleep", bench=["onix", "alakazam"]))
    data: dict[str, Json] = {"sourcePokemon": "ACTIVE", "destinationPokemon": "BENCH_0"}
    assert duel.refuses("USE_ABILITY", cardId=duel.top(), target="ACTIVE", **data) == RULES
    duel.act("USE_ABILITY", cardId=duel.top(2), target="BENCH_1", **data)


def test_rain_dance() -> None:
    duel = Duel(Table("blastoise", bench=["staryu"], hand="3 water, fire"))
    water = duel.held("water", at=2)
    data: dict[str, Json] = {"cardId": duel.top(), "target": "ACTIVE", "targetPokemon": "BENCH_0"}
    assert duel.refuses("USE_ABILITY", **data, selectedCardIds=[duel.held("fire")]) == TARGET
    assert duel.refuses("USE_ABILITY", **data, selectedCardIds=[]) == TARGET
    duel.act("USE_ABILITY", **data, selectedCardIds=[water])
    assert list(duel.part("energy", 1)) == [water]


def test_energy_burn() -> None:
    duel = Duel(Table("charizard [WWWW]"))
    duel.act("USE_ABILITY", cardId=duel.top(), target="ACTIVE")
    paid: list[Json] = [*list(duel.part("energy"))[1:3]]
    duel.act("ATTACK", attackIndex=0, selectedEnergyIds=paid)
    assert set(duel.zone("discard")) == set(paid)


def test_energy_trans() -> None:
    duel = Duel(Table("venusaur", bench=["onix [GGF]"]))
    grass, rock = duel.energy("grass", 1, at=1), duel.energy("fighting", 1)
    data: dict[str, Json] = {"cardId": duel.top(), "target": "ACTIVE", "sourcePokemon": "BENCH_0"}
    full: dict[str, Json] = {**data, "targetPokemon": "ACTIVE"}
    assert duel.refuses("USE_ABILITY", **full, selectedCardIds=[rock]) == TARGET
    duel.act("USE_ABILITY", **full, selectedCardIds=[grass])
    assert list(duel.part("energy")) == [grass]


def test_buzzap() -> None:
    duel = Duel(Table("onix", bench=["electrode [L]"]))
    ball = duel.top(1)
    data: dict[str, Json] = {"cardId": ball, "target": "BENCH_0", "targetPokemon": "ACTIVE"}
    assert duel.refuses("USE_ABILITY", **data, energyType="COLORLESS") == WRONG
    done = duel.act("USE_ABILITY", **data, energyType="FIGHTING")
    assert list(duel.part("energy")) == [ball]
    assert done.results["knockOuts"] == [ball]
    assert [str(kind) for kind in duel.match.available_actions("PLAYER2")] == [
        "SELECT_PRIZE",
        "CONCEDE",
    ]
    duel.act("SELECT_PRIZE", 1, prizeIndex=0)
    duel.act("ATTACK", attackIndex=0)


# Attacks and their choices.


@pytest.mark.parametrize(
    ("active", "index", "pays"),
    [
        ("charizard [RRRR]", 0, 2),
        ("mewtwo [PP]", 1, 1),
        ("kadabra [PPP]", 0, 1),
        ("gastly [PW]", 1, 1),
        ("ninetales [RRRR]", 1, 1),
        ("charmeleon [RRR]", 1, 1),
        ("charmander [RW]", 1, 1),
        ("starmie [WW]", 0, 1),
    ],
)
def test_attacks_that_cost_energy(active: str, index: int, pays: int) -> None:
    duel = Duel(Table(active))
    held = list(duel.part("energy"))
    paid = [data["selectedEnergyIds"] for data in duel.legal("ATTACK") if len(data) > 1]
    assert [len(ids) for ids in paid if isinstance(ids, list)] == [pays]
    assert duel.refuses("ATTACK", attackIndex=index, selectedEnergyIds=[]) == POOR
    assert duel.refuses("ATTACK", attackIndex=index, selectedEnergyIds=["P1-999"]) == TARGET
    kinds = duel.part("energy")
    chosen: list[Json] = [item for item in held if kinds[item] != "water" or "gastly" not in active]
    chosen = [
        item for item in chosen if not ("charmander" in active and kinds[str(item)] != "fire")
    ]
    duel.act("ATTACK", attackIndex=index, selectedEnergyIds=chosen[-pays:])
    assert set(duel.zone("discard")) == set(chosen[-pays:])


def test_thunderbolt_discards_all_energy_without_a_choice() -> None:
    duel = Duel(Table("zapdos [LLLL]"))
    assert {"attackIndex": 1} in duel.legal("ATTACK")
    duel.act("ATTACK", attackIndex=1)
    assert len(duel.zone("discard")) == 4


def test_omitted_payment_is_the_lowest_id_unless_strict() -> None:
    table = Table("charizard [RRRR]")
    duel = Duel(table)
    lowest = sorted(duel.part("energy"))[:2]
    duel.act("ATTACK", attackIndex=0)
    assert sorted(duel.zone("discard")) == lowest
    assert Duel(table, strict=True).refuses("ATTACK", attackIndex=0) == WRONG


CHOICES: list[tuple[str, str, int, dict[str, Json]]] = [
    ("ninetales [RR]", "onix", 0, {"benchPosition": "BENCH_1"}),
    ("poliwhirl [WW]", "charmander", 0, {"attackIndex": 1}),
    ("porygon [W]", "onix", 0, {"type": "FIRE"}),
    ("porygon [W]", "onix", 0, {"type": None}),
    ("porygon [WW]", "onix", 1, {"type": "ELECTRIC"}),
    ("bulbasaur [GG] 20", "onix", 0, {"heal": True}),
    ("bulbasaur [GG] 20", "onix", 0, {"heal": False}),
    ("clefairy [WWW]", "charmander", 1, {"attackIndex": 1}),
    ("clefairy [WWW]", "poliwhirl", 1, {"attackIndex": 0, "choices": {"attackIndex": 1}}),
]


@pytest.mark.parametrize(("active", "against", "index", "choices"), CHOICES)
def test_attacks_with_choices(
    active: str, against: str, index: int, choices: dict[str, Json]
) -> None:
    duel = Duel(Table(active, against=against, their_bench=["abra", "pikachu"]))
    assert {"attackIndex": index, "choices": choices} in duel.legal("ATTACK")
    assert duel.refuses("ATTACK", attackIndex=index, choices={"discardEnergyId": "x"}) == WRONG
    duel.act("ATTACK", attackIndex=index, choices=choices)


@pytest.mark.parametrize("active", ["poliwrath [WWWW]", "dragonair [WWWW]"])
def test_attacks_that_discard_energy(active: str) -> None:
    duel = Duel(Table(active, against="chansey [WWF]"))
    chosen = duel.energy("water", seat=1, at=1)
    duel.act("ATTACK", attackIndex=1, choices={"discardEnergyId": chosen})
    assert list(duel.zone("discard", 1)) == [chosen]


def test_choices_cover_the_questions_of_attacks() -> None:
    tested = {name for *_, choices in CHOICES for name in choices} | {"discardEnergyId"}
    assert {spec.name for spec in ATTACK_CHOICES.values()} <= tested


def test_whirlwind_asks_the_other_player() -> None:
    duel = Duel(Table("pidgey [WW]", against="onix", their_bench=["abra", "pikachu"]))
    duel.act("ATTACK", attackIndex=0)
    assert str(duel.match.phase) == "SELECT_ACTIVE_POKEMON"
    assert duel.match.waiting_for() == ["PLAYER2"]
    pikachu = duel.top(2, seat=1)
    assert len(duel.legal("SET_ACTIVE_POKEMON", seat=1)) == 2
    duel.act("SET_ACTIVE_POKEMON", 1, cardId=pikachu)
    assert duel.top(0, seat=1) == pikachu
    duel.act("END_TURN")


def test_refusals_do_not_tell_how_the_coin_falls() -> None:
    for flips in "HT":
        duel = Duel(Table("dragonair [WWWW] confused", against="chansey [W]", flips=flips))
        chosen = duel.energy("water", seat=1)
        assert {"attackIndex": 1, "choices": {"discardEnergyId": chosen}} in duel.legal("ATTACK")
        assert duel.refuses("ATTACK", attackIndex=1, choices={"discardEnergyId": "x"}) == TARGET
        done = duel.act("ATTACK", attackIndex=1, choices={"discardEnergyId": chosen})
        assert done.results["coinFlips"] == ["HEADS" if flips == "H" else "TAILS"]
        assert (chosen in duel.zone("discard", 1)) == (flips == "H")


# Malformed actions.


def action(**fields: object) -> dict[str, object]:
    whole: dict[str, object] = {
        "matchId": "match",
        "playerId": "PLAYER1",
        "actionType": "END_TURN",
        "actionData": {},
    }
    return {**whole, **fields}


def test_action_is_read_and_written() -> None:
    assert read_action(action()).to_json() == action()
    assert set(TYPE_FIELDS) == set(PlayerActionType)
    assert [str(position) for position in PokemonPosition] == POSITIONS[:6]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (
            MatchState,
            (
                "CREATED WAITING_FOR_PLAYERS DECK_VALIDATION MATCH_APPROVAL PRE_GAME_SETUP"
                " DRAWING_CARDS SET_PRIZE_CARDS SELECT_ACTIVE_POKEMON SELECT_BENCH_POKEMON"
                " FIRST_PLAYER_SELECTION INITIAL_SETUP PLAYER_TURN BETWEEN_TURNS MATCH_ENDED"
                " CANCELLED"
            ),
        ),
        (TurnPhase, "DRAW MAIN_PHASE ATTACK END SELECT_ACTIVE_POKEMON"),
        (
            PlayerActionType,
            (
                "DRAW_CARD DRAW_INITIAL_CARDS SET_PRIZE_CARDS PLAY_POKEMON SET_ACTIVE_POKEMON"
                " ATTACH_ENERGY PLAY_TRAINER EVOLVE_POKEMON RETREAT ATTACK USE_ABILITY"
                " GENERATE_COIN_FLIP SELECT_PRIZE DRAW_PRIZE END_TURN COMPLETE_INITIAL_SETUP"
                " CONFIRM_FIRST_PLAYER APPROVE_MATCH CONCEDE"
            ),
        ),
        (PokemonPosition, "ACTIVE BENCH_0 BENCH_1 BENCH_2 BENCH_3 BENCH_4"),
        (WinCondition, "PRIZE_CARDS NO_POKEMON DECK_OUT CONCEDE"),
        (
            ActionValidationError,
            (
                "INVALID_STATE INVALID_PHASE NOT_PLAYER_TURN INSUFFICIENT_RESOURCES INVALID_TARGET"
                " RULE_VIOLATION INVALID_ACTION"
            ),
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_names_are_those_that_other_programs_know(kind: type[StrEnum], names: str) -> None:
    assert {str(member) for member in kind} == set(names.split())


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (None, "expected an object"),
        ([], "expected an object"),
        ({}, "'matchId' is missing"),
        (action(matchId=1), "matchId: expected a text"),
        (action(actionType="ATACK"), "did you mean 'ATTACK'"),
        (action(actionData=[]), "actionData: expected an object"),
        (action(more=1), "unknown field 'more'"),
        (action(actionData={"a": list(range(50))}), "a list of 20 at most"),
        (action(actionData={"a": {"b": {"c": {"d": 1}}}}), "levels of choices"),
        (action(actionData={1: 2}), "names that are short texts"),
        (action(actionData={"a": object()}), "expected a text or a number"),
        (action(actionData={"a": "x" * 10**6}), "a text of 100 characters at most, got 1000000"),
        (action(actionData={"a": 10**5000}), "a number up to 1000000"),
        (action(actionData={"a": [10**5000]}), "a number up to 1000000"),
        (action(actionData={"a" * 1000: 1}), "names that are short texts"),
        (action(actionData={str(n): n for n in range(1000)}), "20 fields at most, got 1000"),
        (action(actionType="x" * 10**6), "a text of 100 characters at most"),
    ],
)
def test_malformed_action_is_refused(document: object, says: str) -> None:
    with pytest.raises(RefusedError, match=says) as refused:
        read_action(document)
    assert refused.value.code == WRONG


@pytest.mark.parametrize("spec_type", list(PlayerActionType))
def test_missing_and_extra_fields_are_refused(spec_type: PlayerActionType) -> None:
    match = new_match(seed=3)
    before = match.fingerprint()
    for data in ({"strange": 1}, {"cardId": 7}, {"target": None}):
        done = match.execute(action(actionType=str(spec_type), actionData=data))
        assert isinstance(done, Refusal)
        assert match.fingerprint() == before


def test_every_required_field_is_required() -> None:
    duel = Duel(
        Table(
            "charmander [RRD]",
            bench=["abra", "blastoise", "venusaur [G]", "alakazam 10"],
            hand="charmeleon, fire, water, pikachu, super energy removal, item finder, potion",
            discard="bill, abra",
            against="onix [FF]",
        )
    )
    seen = set()
    for dto in duel.match.legal_actions("PLAYER1"):
        for name in dto.action_data:
            if name in ("selectedEnergyIds", "choices") and str(dto.action_type) == "ATTACK":
                continue
            rest = {each: dto.action_data[each] for each in dto.action_data if each != name}
            assert duel.refuses(str(dto.action_type), **rest) == WRONG
            assert duel.refuses(str(dto.action_type), **dto.action_data, extra=1) == WRONG
            seen.add((str(dto.action_type), name))
    assert len(seen) > 12


# Any JSON at any time.

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=25) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)
NAMES = sorted(
    {spec.name for specs in TYPE_FIELDS.values() for spec in specs}
    | {spec.name for specs in (*TRAINER_FIELDS.values(), *POWER_FIELDS.values()) for spec in specs}
    | {spec.name for spec in ATTACK_CHOICES.values()}
    | {"benchPosition", "sourcePokemon", "choices"}
)


@st.composite
def values(draw: st.DrawFn, match: Match) -> object:
    """Draws a value that may well fit somewhere."""
    ids = match.now.ledger.all_ids(0) + match.now.ledger.all_ids(1) + ["P1-000", "P3-001"]
    words = [*ids, "ACTIVE", "BENCH_0", "BENCH_4", "BENCH_9", "FIRE", "STAGE_1", ""]
    one = st.sampled_from(words) | st.integers(-2, 7) | st.booleans()
    return draw(one | st.lists(st.sampled_from(words), max_size=6) | JSON)


def match_in_play(seed: int, plies: int) -> Match:
    """Returns a match after some random actions."""
    rng = seeded(seed)
    match = new_match(random_decks(rng), seed, strict=seed % 2 == 1, interactive=seed % 3 == 0)
    for _ in range(plies):
        waiting = match.waiting_for()
        if not waiting:
            break
        legal = match.legal_actions(waiting[-1])
        kinds = sorted({dto.action_type for dto in legal})
        kind = kinds[rng.below(len(kinds))]
        fitting = [dto for dto in legal if dto.action_type == kind]
        match.play(fitting[rng.below(len(fitting))])
    return match


@settings(max_examples=50, deadline=None)
@given(data=st.data(), seed=st.integers(0, 40), plies=st.integers(0, 60))
def test_any_action_is_legal_or_changes_nothing(data: st.DataObject, seed: int, plies: int) -> None:
    match = match_in_play(seed, plies)
    for _ in range(4):
        before, entries = match.fingerprint(), len(match.history)
        document = data.draw(mutations(match) | strange_actions(match) | JSON)
        done = match.execute(document)  # type: ignore[arg-type]  # anything
        if isinstance(done, Refusal):
            assert done.message
            assert len(done.message) < 2000
            assert match.fingerprint() == before
        else:
            assert len(match.history) == entries + 1
        for seat in (0, 1):
            assert match.now.ledger.all_ids(seat) == [f"P{seat + 1}-{n:03}" for n in range(1, 61)]


@st.composite
def strange_actions(draw: st.DrawFn, match: Match) -> dict[str, object]:
    """Draws an action with any fields."""
    fields = st.dictionaries(st.sampled_from(NAMES), values(match), max_size=5)
    return {
        "matchId": draw(st.sampled_from(["match", "match", "match", "other"])),
        "playerId": draw(st.sampled_from(["PLAYER1", "PLAYER2", "PLAYER3"])),
        "actionType": str(draw(st.sampled_from(PlayerActionType))),
        "actionData": draw(fields | JSON),
    }


@st.composite
def mutations(draw: st.DrawFn, match: Match) -> dict[str, object]:
    """Draws a legal action with one thing changed."""
    legal = [dto for player in match.players for dto in match.legal_actions(player)]
    if not legal:
        return draw(strange_actions(match))
    found: dict[str, object] = json.loads(json.dumps(draw(st.sampled_from(legal)).to_json()))
    inside = found["actionData"]
    assert isinstance(inside, dict)
    change = draw(st.sampled_from(["player", "type", "drop", "replace", "add"]))
    if change == "player":
        found["playerId"] = draw(st.sampled_from(["PLAYER1", "PLAYER2"]))
    elif change == "type":
        found["actionType"] = str(draw(st.sampled_from(PlayerActionType)))
    elif change == "add" or not inside:
        inside[draw(st.sampled_from(NAMES))] = draw(values(match))
    else:
        name = draw(st.sampled_from(sorted(inside)))
        inside.pop(name)
        if change == "replace":
            inside[name] = draw(values(match))
    return found


def test_deeply_nested_json_is_refused() -> None:
    match = new_match(seed=0)
    nested: object = {}
    for _ in range(100_000):
        nested = {"choices": nested}
    before = match.fingerprint()
    done = match.execute(action(actionType="ATTACK", actionData=nested))
    assert isinstance(done, Refusal)
    assert match.fingerprint() == before


def test_phase_end_is_reached_only_by_attacks() -> None:
    duel = Duel(Table("machop [F]"))
    duel.act("ATTACK", attackIndex=0)
    assert duel.fight.phase == END
    assert duel.refuses("ATTACK", attackIndex=0) == ActionValidationError.INVALID_PHASE
