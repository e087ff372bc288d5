"""Positions of the Pokémon TCG: documents that a person can write."""

import copy
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.agents import make_agent
from kibitz.core import seeded
from kibitz.core.agent import observation_of
from kibitz.core.errors import PositionError
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import (
    CARD_ATTACKS,
    DECKS,
    ELECTRODE,
    FIRE,
    WORD_NUMBERS,
    as_energy,
    deck_problems,
)
from kibitz.games.pokemon.state import (
    BLOCKS_UP_TO,
    CONFUSED,
    DECK,
    HIT_BLIND,
    PARALYZED,
    PRIZES,
    Pokemon,
    PokemonState,
    active,
    bench,
    pile,
)
from kibitz.kit.state import TRUTH
from kibitz.testing.expect import census
from tests.games.pokemon.table import Table
from tests.games.pokemon.test_laws import check_invariants

GAME = PokemonTcg()
WRITTEN: dict[str, object] = {
    "viewer": 0,
    "decks": "brushfire / zap!",
    "turn": 5,
    "seats": [
        {
            "active": {
                "pokemon": "Charmeleon",
                "energy": ["fire", "Fire Energy", "base1-98"],
                "damage": 30,
                "conditions": ["confused", "poisoned"],
            },
            "bench": ["weedle", {"pokemon": "nidoran♂", "trainers": ["pluspower"]}],
            "hand": ["potion", "fire", "energy-retrieval"],
        },
        {"active": {"pokemon": "abra", "conditions": ["paralyzed"]}, "hand": 6},
    ],
}


def changed(*path: "str | int", to: object) -> object:
    """Returns the written position with one other value."""
    document: object = copy.deepcopy(WRITTEN)
    inside: object = document
    for key in path[:-1]:
        inside = inside[key]  # type: ignore[index]  # the path fits the document
    inside[path[-1]] = to  # type: ignore[index]  # the same
    return document


def test_written_position_is_read_with_the_rest_as_usual() -> None:
    view = GAME.read_position(WRITTEN)
    front = active(view, 0)
    assert (front.damage, front.condition, front.poison) == (30, CONFUSED, 10)
    assert [view.layout.ids[card] for card in front.under] == ["charmander"]
    assert len(front.energy) == 3
    assert len(bench(view, 0)) == 2
    assert len(pile(view, PRIZES, 0)) == len(pile(view, PRIZES, 1)) == 6
    # 60 cards: 5 on Charmeleon, 1 on Weedle's place, 2 with Nidoran, 3 in the hand, 6 Prizes.
    assert len(pile(view, DECK, 0)) == 60 - 5 - 1 - 2 - 3 - 6
    assert len(pile(view, DECK, 1)) == 60 - 1 - 6 - 6
    assert (active(view, 1).condition, active(view, 1).paralyzed) == (PARALYZED, 5)
    same = PokemonTcg(decks="brushfire / zap!")
    assert same.read_position(same.position(view)) == view
    assert "unseen" not in same.position(view)
    assert "unseen" in GAME.position(view), "it does not follow from other decks"
    assert GAME.read_position(GAME.position(view)) == view


def test_written_position_can_be_played_on() -> None:
    seen = observation_of(GAME, GAME.read_position(WRITTEN), 0, seeded("position"))
    moves = [str(move) for move in seen.moves]
    assert "attack slash" in moves
    assert "play potion > active" in moves


@pytest.mark.parametrize("decks", ["overgrowth / zap", "brushfire / blackout"])
def test_every_view_is_read_as_it_was_written(decks: str) -> None:
    game = PokemonTcg(decks=decks)
    for seed in range(2):
        s, rng = game.setup(seeded(f"{decks}/{seed}")), seeded(f"{decks}/{seed}/moves")
        while not s.over:
            check_round_trip(game, s)
            game.play(s, game.random_move(s, rng))
        check_round_trip(game, s)


def check_round_trip(game: PokemonTcg, s: PokemonState) -> None:
    """Checks that all views, and the whole state, are read as they were written."""
    for viewer in (0, 1, -1):
        view = game.view(s, viewer)
        document = json.loads(json.dumps(game.position(view)))
        assert game.read_position(document) == view
    whole = game.position(game.view(s, TRUTH))
    assert game.position(game.read_position(json.loads(json.dumps(whole)))) == whole


def test_every_field_of_a_pokemon_is_written() -> None:
    table = Table("alakazam", bench=["abra"])
    before = active(table.fight, 0)
    odd = Pokemon(before.kind, 9, (), [before.under[0]], 30, [as_energy(ELECTRODE, FIRE)], [84])
    odd.condition, odd.poison, odd.paralyzed, odd.since = PARALYZED, 20, 1, 2
    odd.shield, odd.shield_most, odd.shield_turn = BLOCKS_UP_TO, 30, 4
    odd.disabled, odd.disabled_turn = CARD_ATTACKS[before.kind][0] + 1, 3
    odd.blind_turn, odd.bond_turn, odd.used, odd.burn_turn, odd.stuck_turn = 4, 4, True, 5, 5
    odd.weakness, odd.resistance, odd.hit_turn, odd.hit_damage = 2, 3, 4, 10
    odd.hit_condition, odd.hit_poison, odd.hit_flags, odd.hit_weakness = CONFUSED, 10, HIT_BLIND, 6
    fresh = Pokemon(before.kind)
    same = [
        name
        for name in Pokemon.__match_args__
        if getattr(odd, name) == getattr(fresh, name) and name not in ("kind", "mods")
    ]
    assert same == [], "the test sets every field"
    table.fight.rows[0][0] = odd
    table.fight.serial = 10
    view = table.game.view(table.fight, TRUTH)
    back = table.game.read_position(json.loads(json.dumps(table.game.position(view))))
    for name in Pokemon.__match_args__:
        assert getattr(active(back, 0), name) == getattr(odd, name), name


def test_plain_pokemon_is_one_word_without_numbers() -> None:
    table = Table("onix [FD]", bench=["abra"], against="raichu")
    document = table.game.position(table.game.view(table.fight, TRUTH))
    assert document["seats"][0]["bench"] == ["abra"]  # type: ignore[index, call-overload]  # JSON
    assert document["seats"][0]["active"] == {  # type: ignore[index, call-overload]  # JSON
        "pokemon": "onix",
        "energy": ["double colorless", "fighting"],
    }


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (changed("seats", 0, "active", "pokemon", to="charmandar"), "no card 'charmandar'"),
        (changed("seats", 0, "active", "energy", to=["fier"]), "energy.0.: .*did you mean 'fire'"),
        (changed("seats", 0, "active", "energy", to=["bill"]), "bill is not an Energy card"),
        (changed("seats", 0, "active", "trainers", to=["fire"]), "fire is not a Trainer"),
        (changed("seats", 0, "active", "damage", to=25), "damage: expected a multiple of 10"),
        (changed("seats", 0, "active", "damage", to=80), "charmeleon has 80 HP: expected less"),
        (changed("seats", 0, "active", "conditions", to=["sleepy"]), "unknown 'sleepy'"),
        (
            changed("seats", 0, "active", "conditions", to=["asleep", "confused"]),
            "a Pokémon that is asleep is not confused",
        ),
        (
            changed("seats", 0, "bench", to=[{"pokemon": "abra", "conditions": ["asleep"]}]),
            "a benched Pokémon has no conditions",
        ),
        (changed("seats", 0, "bench", to=["weedle"] * 6), "the Bench holds 5 Pokémon"),
        (changed("seats", 0, "active", to="fire"), "fire cannot be in play"),
        (changed("seats", 0, "active", "energie", to=[]), "unknown field 'energie'"),
        (changed("seats", 1, to={"hand": 6}), "expected an Active Pokémon"),
        (changed("seats", to=[]), "a part for each of 2 seats"),
        (changed("decks", to="zap / nothing"), "there is no deck 'nothing'"),
        (changed("seats", 1, "hand", to=["abra"] * 6), "null .seat 0 does not see it."),
        (changed("seats", 0, "bench", to=["mewtwo"]), "decks: deck 1 has no mewtwo, but seats.0. "),
        (changed("phase", to="middle"), "unknown 'middle'"),
        ({}, "field 'viewer' is missing"),
        (7, "expected an object"),
    ],
)
def test_problem_is_named(document: object, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        GAME.read_position(document)


def test_all_problems_come_in_one_error() -> None:
    document = changed("seats", 0, "active", to={"pokemon": "onix", "damage": -1, "energy": "x"})
    document["seats"][1]["deck"] = "many"  # type: ignore[index]  # JSON
    document["turn"] = "five"  # type: ignore[index]  # JSON
    with pytest.raises(PositionError) as caught:
        GAME.read_position(document)
    for place in ("turn", "seats[0].active.damage", "seats[0].active.energy", "seats[1].deck"):
        assert f"{place}: expected" in str(caught.value)


# Deck lists: what does not fit them, and what is assumed where they are left out.


def test_problem_of_a_deck_list_names_decks_and_the_side() -> None:
    document = changed("seats", 0, "bench", to=["mewtwo", "weedle", "weedle"])
    document["seats"][1]["bench"] = ["onix"]  # type: ignore[index]  # JSON
    with pytest.raises(PositionError) as caught:
        GAME.read_position(document)
    assert str(caught.value) == (
        "position of pokemon: decks: deck 1 has no mewtwo, but seats[0] shows 1;"
        " decks: deck 2 has no onix, but seats[1] shows 1"
    )
    document = changed("seats", 0, "bench", to=["weedle"] * 5)
    with pytest.raises(PositionError, match=r"decks: deck 1 has 4 weedle, but seats\[0\] shows 5$"):
        GAME.read_position(document)


def test_wrong_number_of_cards_is_counted_for_the_side() -> None:
    document = changed("seats", 1, to={"active": "abra", "hand": 6, "deck": 20, "prizes": 3})
    with pytest.raises(PositionError) as caught:
        GAME.read_position(document)
    text = "seats[1]: 30 cards in all, with deck, hand and prizes: expected 60"
    assert str(caught.value) == f"position of pokemon: {text}"


def test_damage_that_knocks_out_is_named_where_it_stands() -> None:
    document = changed("seats", 0, "bench", to=["weedle", {"pokemon": "vulpix", "damage": 50}])
    with pytest.raises(PositionError, match=r"seats\[0\].bench\[1\].damage: vulpix has 50 HP"):
        GAME.read_position(document)


UNKNOWN_DECKS: list[object] = [
    changed("decks", to="brushfire / ?"),
    changed("decks", to="? / zap"),
    changed("decks", to="?"),
    {
        "viewer": 0,
        "turn": 8,
        "seats": [
            {"active": {"pokemon": "mewtwo", "energy": ["psychic"]}, "hand": ["bill", "lass"]},
            {
                "active": {"pokemon": "blastoise", "energy": ["water"] * 4},
                "bench": ["magikarp", "raichu"],
                "hand": [None, None, {"card": "chansey", "known_to": [0, 1]}],
                "discard": ["scoop up", "lass", "water", "double colorless"],
                "prizes": 4,
            },
        ],
    },
    {
        "viewer": 1,
        "phase": "choose_active",
        "turn": 0,
        "active": 1,
        "seats": [
            {"face_down": 1, "hand": 6},
            {"hand": ["mewtwo", "pikachu", "bill", "psychic", "fire", "onix", "lass"]},
        ],
        "mulligans": [{"seat": 0, "hand": ["lass", "fire", "fire", "bill", "grass", "venusaur"]}],
    },
]


@pytest.mark.parametrize("document", UNKNOWN_DECKS)
def test_deck_that_is_left_out_is_assumed_and_the_match_stays_legal(document: object) -> None:
    view = GAME.read_position(document)
    assert GAME.read_position(json.loads(json.dumps(GAME.position(view)))) == view
    for seed in range(4):
        rng = seeded(f"left out/{seed}")
        world = GAME.sample(view, rng)
        assert GAME.view(world, view.viewer) == view
        for seat in (0, 1):
            deck = Counter(world.known()[world.layout.home(seat)])
            problems = deck_problems(sorted(deck.elements()), 60)
            assert problems == []
        cards = census(world)
        while not world.over:
            GAME.play(world, GAME.random_move(world, rng))
            check_invariants(world, cards)


def test_left_out_deck_of_a_theme_deck_is_that_deck() -> None:
    view = GAME.read_position(changed("decks", to="brushfire / ?"))
    told = GAME.read_position(changed("decks", to="brushfire / zap"))
    assert view == told, "of the theme decks, only Zap! has an Abra"
    document = copy.deepcopy(WRITTEN)
    del document["decks"]
    assert GAME.read_position(document).pools[1] == told.pools[1], "the deck of the game fits"


def test_cards_of_a_mulligan_count_for_the_assumed_deck() -> None:
    view = GAME.read_position(UNKNOWN_DECKS[4])
    assert WORD_NUMBERS["venusaur"] in view.pools[0]
    assert WORD_NUMBERS["lass"] in view.pools[0]


def test_side_that_no_deck_can_have_is_refused() -> None:
    document = changed("decks", to="brushfire / ?")
    document["seats"][1]["bench"] = ["mewtwo"] * 5  # type: ignore[index]  # JSON
    with pytest.raises(PositionError, match=r"seats\[1\]: it has 5 copies of Mewtwo: expected 4"):
        GAME.read_position(document)


def test_deck_list_in_the_usual_format_can_stand_in_a_position() -> None:
    lines = DECKS["brushfire"].replace(", ", "\n")
    document = changed("decks", to=f"Pokemon: 20\n{lines}\n/\nzap")
    assert GAME.read_position(document) == GAME.read_position(WRITTEN)


@pytest.mark.parametrize("agent", ["generator", "sharp", "greedy"])
def test_agents_advise_with_a_deck_that_is_not_known(agent: str) -> None:
    for document in UNKNOWN_DECKS:
        view = GAME.read_position(document)
        seen = observation_of(GAME, view, view.viewer, seeded("advice"))
        assert make_agent(GAME, agent).advise(seen).move in seen.moves


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 70) | st.sampled_from(["fire", "abra", "x", ""]),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(["pokemon", "energy", "hit", "shield", "disabled", "turn", "card"]),
            inside,
        )
    ),
    max_leaves=5,
)
PLACES = st.sampled_from(
    [
        *[("viewer",), ("turn",), ("phase",), ("seats",), ("decks",), ("board",), ("stack",)],
        *[("coins",), ("mulligans",), ("serials",), ("unseen",), ("content",), ("over",)],
        *[("seats", 0), ("seats", 0, "active"), ("seats", 0, "bench"), ("seats", 0, "hand")],
        *[("seats", 0, "active", name) for name in ("energy", "hit", "shield", "disabled")],
        *[("seats", 1, name) for name in ("deck", "prizes", "discard", "face_down")],
    ]
)


@given(place=PLACES, value=JSON)
@settings(max_examples=200, deadline=None)
def test_any_document_is_read_or_refused(place: tuple["str | int", ...], value: object) -> None:
    document = changed(*place, to=value)
    try:
        view = GAME.read_position(document)
    except PositionError:
        return
    if view.viewer != TRUTH:
        assert GAME.read_position(GAME.position(view)) == view
