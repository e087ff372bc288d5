"""The Trainers of the Base Set: one test for each, named after it, and what they show."""

import pytest

from kibitz.core import seeded
from kibitz.games.pokemon.cards import WORD_NUMBERS
from kibitz.games.pokemon.rules.trainers import HandToDeck
from kibitz.games.pokemon.state import DECK, HEALTHY, pile
from tests.games.pokemon.table import Table

# Drawing, searching and shuffling.


def test_bill() -> None:
    table = Table(hand="bill", deck="3 abra").play("play bill")
    assert (table.zone("hand"), table.zone("discard")) == (["abra", "abra"], ["bill"])
    assert Table(hand="bill", deck="").refuses("play bill")
    assert Table(hand="bill", deck="abra").play("play bill").zone("hand") == ["abra"]


def test_professor_oak() -> None:
    table = Table(hand="professor oak, abra, 2 fire", deck="10 machop")
    table.play("play professor oak")
    assert table.zone("hand") == ["machop"] * 7
    assert sorted(table.zone("discard")) == ["abra", "fire", "fire", "professor oak"]
    assert Table(hand="professor oak", deck="").refuses("play professor oak")


def test_computer_search() -> None:
    table = Table(hand="computer search, abra, 2 fire", deck="machop, onix, 2 water")
    table.play("play computer search")
    assert table.legal() == ["choose abra", "choose fire"]
    table.play("choose abra")
    assert table.legal() == ["choose machop", "choose onix", "choose water"]
    table.play("choose onix")
    assert table.zone("hand") == ["onix", "fire"]
    assert table.seen(1, "hand", 0) == ["?", "?"], "nobody shows what was searched for"
    assert Table(hand="computer search, abra").refuses("play computer search")
    assert Table(hand="computer search, 2 abra", deck="").refuses("play computer search")


def test_maintenance() -> None:
    table = Table(hand="maintenance, abra, bill, fire", deck="")
    table.play("play maintenance")
    assert table.legal() == ["choose abra", "choose bill"], "the last one cannot be the first"
    table.play("choose bill")
    assert len(table.zone("hand")) == 2
    assert len(table.zone("deck")) == 1
    assert "abra" in table.zone("hand")
    assert table.zone("discard") == ["maintenance"]
    assert Table(hand="maintenance, abra").refuses("play maintenance")


def test_maintenance_takes_equal_cards_without_asking() -> None:
    table = Table(hand="maintenance, 3 fire", deck="onix").play("play maintenance")
    assert (len(table.zone("hand")), len(table.zone("deck"))) == (2, 2)


def test_maintenance_hides_what_it_takes() -> None:
    table = Table(hand="maintenance, abra, bill, fire", deck="5 water").play("play maintenance")
    table.play("choose abra")
    assert table.seen(1, "hand", 0) == ["?", "?"]
    assert table.seen(1, "deck", 0) == ["?"] * 6
    assert table.fight.stack[-1] == HandToDeck(0, 1, True), "the question names no card"


def test_impostor_professor_oak() -> None:
    table = Table(hand="impostor professor oak", their_hand="2 abra", their_deck="10 fire")
    table.play("play impostor professor oak")
    assert (len(table.zone("hand", 1)), len(table.zone("deck", 1))) == (7, 5)
    table = Table(hand="impostor professor oak", their_hand="2 abra", their_deck="2 fire")
    table.play("play impostor professor oak")
    assert sorted(table.zone("hand", 1)) == ["abra", "abra", "fire", "fire"], "all that exist"
    assert table.zone("deck", 1) == []


def test_impostor_professor_oak_shuffles_away_what_was_known() -> None:
    table = Table(hand="lass, impostor professor oak", their_hand="2 abra", their_deck="20 fire")
    table.play("play lass")
    assert table.seen(0, "hand", 1) == ["abra", "abra"]
    assert table.refuses("play impostor professor oak"), "Lass shuffles it into the deck"
    table = Table(hand="lass, 2 fire", deck="impostor professor oak", their_hand="2 abra")
    table.play("play lass").end().end().play("play impostor professor oak")
    assert table.seen(0, "hand", 1) == ["?"] * 7


def test_lass() -> None:
    table = Table(
        hand="2 lass, abra, bill", deck="2 fire", their_hand="switch, clefairy doll, onix, 2 water"
    )
    table.play("play lass")
    assert table.zone("hand") == ["abra"]
    assert table.zone("hand", 1) == ["onix", "water", "water"]
    assert sorted(table.zone("deck")) == ["bill", "fire", "fire", "lass"]
    assert {"switch", "clefairy doll"} <= set(table.zone("deck", 1)), "the doll is a Trainer, too"
    assert table.zone("discard") == ["lass"], "the Lass that is played is not shuffled in"


def test_lass_shows_both_hands_until_cards_leave_them() -> None:
    table = Table(hand="lass, abra", deck="10 fire", their_hand="onix, switch", their_deck="2 fire")
    table.play("play lass")
    assert (table.seen(1, "hand", 0), table.seen(0, "hand", 1)) == (["abra"], ["onix"])
    table.end()
    assert sorted(table.seen(0, "hand", 1)) == ["?", "onix"], "the drawn card is not known"
    table.play("bench onix")
    assert table.seen(0, "hand", 1) == ["?"]


def test_pokemon_trader() -> None:
    table = Table(hand="pokemon trader, abra, onix, fire", deck="machop, 2 abra, water")
    table.play("play pokemon trader")
    assert table.legal() == ["choose abra", "choose onix"]
    table.play("choose onix")
    assert table.legal() == ["choose abra", "choose machop"]
    table.play("choose machop")
    assert sorted(table.zone("hand")) == ["abra", "fire", "machop"]
    assert sorted(table.zone("deck")) == ["abra", "abra", "onix", "water"]
    assert sorted(table.seen(1, "hand", 0)) == ["?", "?", "machop"], "both cards are shown"
    assert Table(hand="pokemon trader, fire, clefairy doll").refuses("play pokemon trader")
    assert Table(hand="pokemon trader, abra", deck="").refuses("play pokemon trader")


def test_pokemon_trader_may_find_nothing() -> None:
    table = Table(hand="pokemon trader, abra", deck="5 water").play("play pokemon trader")
    assert (table.zone("hand"), table.zone("discard")) == (["abra"], ["pokemon trader"])
    assert table.seen(1, "hand", 0) == ["abra"], "it was shown all the same"


def test_pokedex() -> None:
    table = Table(hand="pokedex, bill", deck="3 fire, water, machop, abra, onix, grass")
    table.play("play pokedex")
    words = ["abra", "machop", "onix", "grass", "water"]
    assert table.legal() == [*[f"choose {word}" for word in words], "done"]
    table.play("choose abra", "choose onix", "done")
    assert table.zone("deck")[-2:] == ["onix", "abra"]
    assert table.seen(0, "deck", 0)[-5:] == table.zone("deck")[-5:]
    assert table.seen(0, "deck", 0)[:-5] == ["?"] * 3
    assert table.seen(1, "deck", 0) == ["?"] * 8
    table.play("play bill")
    assert sorted(table.zone("hand")) == ["abra", "onix"]
    assert Table(hand="pokedex", deck="").refuses("play pokedex")


def test_pokedex_can_reverse_the_cards() -> None:
    table = Table(hand="pokedex", deck="machop, abra, onix").play("play pokedex")
    table.play("choose machop", "choose abra")
    assert table.zone("deck") == ["onix", "abra", "machop"]
    assert table.zone("discard") == ["pokedex"]
    table = Table(hand="pokedex", deck="2 abra").play("play pokedex")
    assert table.zone("discard") == ["pokedex"], "equal cards have one order"


def test_pokedex_tells_sampled_matches_the_known_cards() -> None:
    table = Table(hand="pokedex", deck="5 fire, water, machop, abra, onix, grass")
    table.play("play pokedex", "done")
    view = table.game.view(table.fight, 0)
    for seed in range(5):
        world = table.game.sample(view, seeded(seed))
        assert pile(world, DECK, 0)[-5:] == pile(table.fight, DECK, 0)[-5:]


# From the discard piles.


def test_item_finder() -> None:
    table = Table(hand="item finder, bill, abra, fire", discard="potion, switch, onix")
    table.play("play item finder", "choose abra", "choose fire")
    assert table.legal() == ["choose potion", "choose switch"]
    table.play("choose switch")
    assert sorted(table.zone("hand")) == ["bill", "switch"]
    assert sorted(table.seen(1, "hand", 0)) == ["?", "switch"]
    assert sorted(table.zone("discard")) == ["abra", "fire", "item finder", "onix", "potion"]
    assert Table(hand="item finder, bill", discard="potion").refuses("play item finder")
    assert Table(hand="item finder, 2 bill", discard="onix").refuses("play item finder")


def test_energy_retrieval() -> None:
    table = Table(hand="energy retrieval, abra", discard="fire, 2 water, double colorless")
    table.play("play energy retrieval")
    assert table.legal() == ["choose fire", "choose water", "done"]
    table.play("choose fire", "choose water")
    assert sorted(table.zone("hand")) == ["fire", "water"]
    assert sorted(table.seen(1, "hand", 0)) == ["fire", "water"]
    assert sorted(table.zone("discard")) == [
        "abra",
        "double colorless",
        "energy retrieval",
        "water",
    ]
    assert Table(hand="energy retrieval", discard="fire").refuses("play energy retrieval")
    table = Table(hand="energy retrieval, fire", discard="double colorless")
    assert table.refuses("play energy retrieval"), "the Energy must lie there before paying"


@pytest.mark.parametrize(("answers", "left"), [(["done"], 0), (["choose water", "done"], 1)])
def test_energy_retrieval_of_fewer_cards(answers: list[str], left: int) -> None:
    table = Table(hand="energy retrieval, abra", discard="2 water").play("play energy retrieval")
    assert len(table.play(*answers).zone("hand")) == left


@pytest.mark.parametrize(
    ("name", "damage"), [("squirtle", 20), ("charmander", 20), ("hitmonchan", 30), ("onix", 40)]
)
def test_revive(name: str, damage: int) -> None:
    table = Table(hand="revive, wartortle", discard=f"{name}, wartortle").play("play revive")
    assert (table.own(1).kind, table.own(1).damage) == (WORD_NUMBERS[name], damage)
    assert table.refuses("evolve wartortle > bench 1"), "it came into play this turn"


def test_revive_asks_and_needs_space() -> None:
    table = Table(hand="revive", discard="abra, onix, wartortle, clefairy doll")
    table.play("play revive")
    assert sorted(table.legal()) == ["choose abra", "choose onix"]
    assert Table(hand="revive", discard="wartortle, clefairy doll").refuses("play revive")
    full = ["abra"] * 5
    assert Table(bench=full, hand="revive", discard="abra").refuses("play revive")


def test_pokemon_flute() -> None:
    table = Table(hand="pokemon flute", their_discard="abra, magikarp, kadabra")
    table.play("play pokemon flute")
    assert sorted(table.legal()) == ["choose abra", "choose magikarp"]
    table.play("choose magikarp")
    assert (table.foe(1).kind, table.foe(1).damage) == (WORD_NUMBERS["magikarp"], 0)
    assert Table(hand="pokemon flute", discard="abra").refuses("play pokemon flute")
    full = Table(hand="pokemon flute", their_discard="abra", their_bench=["abra"] * 5)
    assert full.refuses("play pokemon flute")


# Pokémon in play.


def test_potion() -> None:
    table = Table("onix 30", bench=["abra 10", "diglett"], hand="2 potion")
    assert table.refuses("play potion > bench 2")
    table.play("play potion > active", "play potion > bench 1")
    assert (table.own().damage, table.own(1).damage) == (10, 0)


def test_super_potion() -> None:
    table = Table("onix [FW] 60", bench=["abra 10", "diglett [P]"], hand="super potion")
    assert table.refuses("play super potion > bench 1"), "it has no Energy"
    assert table.refuses("play super potion > bench 2"), "it has no damage"
    table.play("play super potion > active", "choose fighting")
    assert (table.own().damage, table.energy()) == (20, "W")
    assert table.zone("discard") == ["super potion", "fighting"]


def test_full_heal() -> None:
    table = Table("onix asleep toxic", bench=["abra"], hand="2 full heal")
    table.play("play full heal > active")
    assert (table.own().condition, table.own().poison) == (HEALTHY, 0)
    assert table.refuses("play full heal > active")


def test_pokemon_center() -> None:
    table = Table("onix [FW] 60", bench=["abra [P]", "diglett [D] 20"], hand="2 pokemon center")
    table.play("play pokemon center")
    assert [table.own(at).damage for at in range(3)] == [0, 0, 0]
    assert [table.energy(0, at) for at in range(3)] == ["", "P", ""], "healed ones lose Energy"
    assert table.refuses("play pokemon center")


def test_switch() -> None:
    table = Table("onix asleep", bench=["abra"], hand="switch").play("play switch > bench 1")
    assert (table.own(1).condition, table.own().kind) == (HEALTHY, WORD_NUMBERS["abra"])
    assert Table(hand="switch").refuses("play switch > bench 1")


def test_gust_of_wind() -> None:
    table = Table(hand="gust of wind", against="onix poisoned", their_bench=["abra", "diglett"])
    table.play("play gust of wind > foe bench 2")
    assert (table.foe().kind, table.foe(2).poison) == (WORD_NUMBERS["diglett"], 0)


def test_pluspower() -> None:
    table = Table("machop [F]", hand="2 pluspower", against="onix")
    table.play("play pluspower > active", "play pluspower > active", "attack low kick")
    assert table.foe().damage == 40
    table.play("end")
    assert table.zone("discard") == ["pluspower", "pluspower"]


def test_defender() -> None:
    table = Table("onix", hand="defender", against="machop [F]").play("play defender > active")
    table.end().play("attack low kick")
    assert table.own().damage == 0
    table.play("end")
    assert table.zone("discard") == ["defender"]


def test_energy_removal() -> None:
    table = Table(hand="energy removal", against="onix [FFW]", their_bench=["abra", "diglett [P]"])
    assert table.refuses("play energy removal > foe bench 1")
    table.play("play energy removal > foe active")
    assert table.legal() == ["choose fighting", "choose water"]
    assert table.play("choose water").energy(1) == "FF"
    assert table.zone("discard", 1) == ["water"]


def test_super_energy_removal() -> None:
    table = Table(
        "onix [FW]",
        bench=["abra [P]", "diglett"],
        hand="super energy removal",
        against="onix [FFW]",
    )
    table.play("play super energy removal > foe active")
    assert table.legal() == ["choose active", "choose bench 1"]
    table.play("choose active", "choose water")
    assert table.energy() == "F"
    assert table.legal() == ["choose fighting", "choose water"]
    table.play("choose fighting")
    assert table.legal() == ["choose fighting", "choose water", "done"]
    table.play("choose water")
    assert (table.energy(1), table.zone("discard", 1)) == ("F", ["fighting", "water"])


def test_super_energy_removal_of_one_card() -> None:
    table = Table("onix [F]", hand="super energy removal", against="onix [FW]")
    table.play("play super energy removal > foe active", "choose fighting", "done")
    assert (table.energy(), table.energy(1)) == ("", "W")
    table = Table("onix", hand="super energy removal", against="onix [FW]")
    assert table.refuses("play super energy removal > foe active"), "it costs an own Energy"
    table = Table("onix [F]", hand="super energy removal", against="onix")
    assert table.refuses("play super energy removal > foe active")


def test_scoop_up() -> None:
    table = Table("onix", bench=["kadabra [PP] 20 +defender", "diglett"], hand="scoop up")
    table.play("play scoop up > bench 1")
    assert table.zone("hand") == ["abra"]
    assert sorted(table.zone("discard")) == [
        "defender",
        "kadabra",
        "psychic",
        "psychic",
        "scoop up",
    ]
    assert table.own(1).kind == WORD_NUMBERS["diglett"]
    assert table.seen(1, "hand", 0) == ["abra"]
    assert Table(hand="scoop up").refuses("play scoop up > active"), "it is the only one"


def test_scoop_up_of_the_active_is_followed_by_a_promotion() -> None:
    table = Table("onix paralyzed", bench=["abra", "diglett"], hand="scoop up")
    table.play("play scoop up > active")
    assert table.legal() == ["promote bench 1", "promote bench 2"]
    table.play("promote bench 2")
    assert table.own().kind == WORD_NUMBERS["diglett"]
    assert not table.refuses("bench onix"), "the turn goes on"
    assert table.prizes() == [6, 6]


def test_pokemon_breeder() -> None:
    table = Table("squirtle [W] 20 poisoned", bench=["squirtle new", "charmander"], hand=BREEDING)
    assert [move for move in table.legal() if "breeder" in move] == [
        "play pokemon breeder > active"
    ]
    table.play("play pokemon breeder > active")
    assert (table.own().kind, table.own().under) == (
        WORD_NUMBERS["blastoise"],
        [WORD_NUMBERS["squirtle"]],
    )
    assert (table.own().damage, table.own().poison, table.energy()) == (20, 0, "W")
    assert Table("squirtle", hand=BREEDING, turn=2).refuses("play pokemon breeder > active")
    assert Table("wartortle", hand=BREEDING).refuses("play pokemon breeder > active")


BREEDING = "pokemon breeder, blastoise, venusaur, wartortle"


def test_devolution_spray() -> None:
    table = Table("alakazam [P] 20 confused", hand="devolution spray, kadabra, alakazam")
    table.play("play devolution spray > active")
    assert table.legal() == ["choose kadabra", "choose alakazam"]
    table.play("choose kadabra")
    assert (table.own().kind, table.own().under) == (WORD_NUMBERS["abra"], [])
    assert (table.own().damage, table.own().condition, table.energy()) == (20, HEALTHY, "P")
    assert sorted(table.zone("discard")) == ["alakazam", "devolution spray", "kadabra"]
    assert table.refuses("evolve kadabra > active"), "not in the same turn"
    assert Table("abra", hand="devolution spray").refuses("play devolution spray > active")


def test_devolution_spray_of_the_top_stage() -> None:
    table = Table("alakazam", hand="devolution spray").play("play devolution spray > active")
    table.play("choose alakazam")
    assert (table.own().kind, table.own().under) == (
        WORD_NUMBERS["kadabra"],
        [WORD_NUMBERS["abra"]],
    )


def test_devolution_spray_can_knock_out() -> None:
    table = Table("kadabra 30", bench=["onix", "diglett"], hand="devolution spray")
    table.play("play devolution spray > active")
    assert (table.fight.seat, table.legal()) == (1, ["prize"])
    table.play("prize")
    assert (table.fight.seat, table.legal()) == (0, ["promote bench 1", "promote bench 2"])
    table.play("promote bench 1")
    assert table.prizes() == [6, 5]
    assert sorted(table.zone("discard")) == ["abra", "devolution spray", "kadabra"]
    assert not table.refuses("end"), "the turn goes on"


def test_clefairy_doll() -> None:
    table = Table("machop", bench=["abra"], hand="clefairy doll, switch", against="machop [F]")
    table.play("bench clefairy doll", "play switch > bench 2")
    assert table.refuses("retreat > bench 1")
    table.play("power discard doll > active")
    assert table.legal() == ["promote bench 1", "promote bench 2"]
    table.play("promote bench 1")
    assert table.zone("discard") == ["clefairy doll", "switch"]
    assert table.prizes() == [6, 6]
    full = Table(bench=["abra"] * 5, hand="clefairy doll")
    assert full.refuses("bench clefairy doll")


def test_clefairy_doll_is_discarded_with_everything_on_it() -> None:
    table = Table("onix", bench=["clefairy doll [F] +defender", "abra"])
    table.play("power discard doll > bench 1")
    assert sorted(table.zone("discard")) == ["clefairy doll", "defender", "fighting"]
    assert table.own(1).kind == WORD_NUMBERS["abra"]
    only = Table("clefairy doll")
    assert only.refuses("power discard doll > active"), "somebody must stay in play"


def test_clefairy_doll_has_no_conditions() -> None:
    table = Table("tangela [GGG]", against="clefairy doll +defender", their_bench=["abra"])
    table.play("attack poisonpowder")
    assert (table.foe().damage, table.foe().poison) == (0, 0)
