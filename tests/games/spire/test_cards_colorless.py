"""The 35 colorless and the 6 special cards of Slay the Spire, each with the numbers of its table.

There is one test for each card, named after it; `test_cards.py` fails if one is missing.
"""

import pytest

from kibitz.games.spire import cards as catalogue
from tests.games.spire.table import Table, both, costs, dummy


def block(table: Table) -> int:
    return table.fight.block


def exhausts(card: str) -> tuple[bool, bool]:
    """Tells whether a card and its upgrade are exhausted when they are played."""
    return both(card, lambda t: bool(t.pile("exhaust")))


def faces(pile: list[int]) -> set[int]:
    return {card & catalogue.FACE_MASK for card in pile}


# Uncommon cards.


def test_bandage_up() -> None:
    assert costs("bandage up") == (0, 0)
    assert both("bandage up", lambda t: t.fight.hp, hp=50) == (54, 56)
    assert both("bandage up", lambda t: t.fight.hp, hp=79) == (80, 80)
    assert exhausts("bandage up") == (True, True)


def test_blind() -> None:
    assert costs("blind") == (0, 0)
    table = Table("blind, blind+", dummy(), dummy()).play("blind > 2")
    assert [table.power("Weak", number) for number in (1, 2)] == [0, 2]
    table.play("blind+")
    assert [table.power("Weak", number) for number in (1, 2)] == [2, 4]
    assert exhausts("blind") == (False, False)


def test_dark_shackles() -> None:
    assert costs("dark shackles") == (0, 0)
    seen = both("dark shackles", lambda t: t.power("Strength", 1))
    assert seen == (-9, -15)
    lost = both("dark shackles", lambda t: 80 - t.fight.hp, dummy(attack=18), then=["end"])
    assert lost == (9, 3)
    assert both("dark shackles", lambda t: t.powers(1), then=["end"]) == ({}, {})
    # Artifact stops the loss, and then nothing comes back.
    stopped = both("dark shackles", lambda t: t.powers(1), dummy(Artifact=1), then=["end"])
    assert stopped == ({}, {})
    assert exhausts("dark shackles") == (True, True)


def test_deep_breath() -> None:
    assert costs("deep breath") == (0, 0)
    piles = both(
        "deep breath",
        lambda t: (len(t.hand()), len(t.pile("draw")), t.pile("discard")),
        draw="strike",
        discard="2 bash",
    )
    assert piles == ((1, 2, ["deep breath"]), (2, 1, ["deep breath+"]))
    # An empty discard pile changes nothing about the order of the draw pile.
    assert both("deep breath", Table.hand, draw="strike, bash") == (["bash"], ["bash", "strike"])


def test_discovery() -> None:
    assert costs("discovery") == (1, 1)
    table = Table("discovery").play("discovery")
    offered = table.fight.offered.copy()
    assert len(faces(offered)) == 3
    assert faces(offered) <= set(catalogue.RANDOM_POOLS[catalogue.IRONCLAD][catalogue.CLASS_ANY])
    table.play(f"choose {catalogue.NAMES[offered[1]].lower()}")
    assert faces(table.fight.hand) == {offered[1]}
    assert table.costs()[0] in (0, catalogue.X_COST)
    assert table.pile("exhaust") == ["discovery"]
    table = Table("discovery+").play("discovery+")
    table.play(f"choose {catalogue.NAMES[table.fight.offered[0]].lower()}")
    assert table.pile("discard") == ["discovery+"]


def test_dramatic_entrance() -> None:
    assert costs("dramatic entrance") == (0, 0)
    hurt = both("dramatic entrance", lambda t: (t.lost(1), t.lost(2)), dummy(), dummy())
    assert hurt == ((8, 8), (12, 12))
    assert exhausts("dramatic entrance") == (True, True)
    for upgraded in (False, True):
        card = catalogue.face("Dramatic Entrance", upgraded)
        assert catalogue.FLAGS[card] & catalogue.INNATE


def test_enlightenment() -> None:
    assert costs("enlightenment") == (0, 0)
    hand = "bludgeon, bash, strike, anger, whirlwind"
    seen = both("enlightenment", Table.costs, also=hand)
    assert seen == ([1, 1, 1, 0, -1], [1, 1, 1, 0, -1])
    table = Table("enlightenment, bludgeon", draw="5 strike").play("enlightenment", "end")
    assert table.pile("discard") == ["enlightenment", "bludgeon"]
    table = Table("enlightenment+, bludgeon", draw="5 strike").play("enlightenment+", "end")
    assert table.pile("discard") == ["enlightenment+", "bludgeon {=1}"]
    # A card that is free this turn stays so, and costs 1 in the turns after it.
    table = Table("enlightenment+, bludgeon {0}", draw="5 strike").play("enlightenment+")
    assert (table.costs(), table.play("end").pile("discard")[1]) == ([0], "bludgeon {=1}")


def test_finesse() -> None:
    assert costs("finesse") == (0, 0)
    seen = both("finesse", lambda t: (block(t), t.hand()), draw="strike, bash")
    assert seen == ((2, ["bash"]), (4, ["bash"]))


def test_flash_of_steel() -> None:
    assert costs("flash of steel") == (0, 0)
    seen = both("flash of steel", lambda t: (t.lost(), t.hand()), draw="strike, bash")
    assert seen == ((3, ["bash"]), (6, ["bash"]))


def test_forethought() -> None:
    assert costs("forethought") == (0, 0)
    table = Table("forethought, bash, anger", draw="strike").play("forethought", "choose bash")
    assert (table.hand(), table.pile("draw")) == (["anger"], ["bash {free}", "strike"])
    # A card without a cost above 0 stays as it is.
    table = Table("forethought, whirlwind", draw="strike").play("forethought")
    assert table.pile("draw") == ["whirlwind", "strike"]
    # The card is free once, then costs what it did.
    table = Table("bash {free}", dummy(100), energy=0).play("bash {free}")
    assert (table.lost(), table.pile("discard")) == (8, ["bash"])


def test_forethought_upgraded_takes_any_number_of_cards() -> None:
    hand = "forethought+, bash, strike, anger"
    table = Table(hand, draw="defend").play("forethought+", "choose strike", "choose bash", "done")
    assert table.hand() == ["anger"]
    assert sorted(table.pile("draw")) == ["bash {free}", "defend", "strike {free}"]
    assert table.pile("draw")[-1] == "defend"
    assert Table(hand).play("forethought+", "done").hand() == ["bash", "strike", "anger"]
    chosen = ["choose bash", "choose strike", "choose anger"]
    assert Table(hand).play("forethought+", *chosen, "done").hand() == []


def test_good_instincts() -> None:
    assert costs("good instincts") == (0, 0)
    assert both("good instincts", block) == (6, 9)


def test_impatience() -> None:
    assert costs("impatience") == (0, 0)
    assert both("impatience", lambda t: len(t.hand()), also="defend", draw="5 bash") == (3, 4)
    assert both("impatience", lambda t: len(t.hand()), also="strike", draw="5 bash") == (1, 1)


def test_jack_of_all_trades() -> None:
    assert costs("jack of all trades") == (0, 0)
    for card, count in (("jack of all trades", 1), ("jack of all trades+", 2)):
        table = Table(card).play(card)
        assert len(table.hand()) == count
        assert faces(table.fight.hand) <= set(
            catalogue.RANDOM_POOLS[catalogue.IRONCLAD][catalogue.COLORLESS]
        )
        assert table.pile("exhaust") == [card]


def test_madness() -> None:
    assert costs("madness") == (1, 0)
    hand = "bash, anger, whirlwind, wound"
    seen = both("madness", Table.hand, also=hand)
    assert seen == (["bash {=0}", "anger", "whirlwind", "wound"],) * 2
    assert exhausts("madness") == (True, True)
    # A card that costs something this turn comes before one that does so only later.
    assert Table("madness, bash {0}, strike").play("madness").hand() == ["bash {0}", "strike {=0}"]
    table = Table("madness, bash {0}").play("madness", "end")
    assert table.pile("discard") + table.hand() == ["bash {=0}"]


def test_mind_blast() -> None:
    assert costs("mind blast") == (2, 1)
    assert both("mind blast", Table.lost, draw="9 strike", powers={"Strength": 2}) == (11, 11)
    for upgraded in (False, True):
        assert catalogue.FLAGS[catalogue.face("Mind Blast", upgraded)] & catalogue.INNATE


def test_panacea() -> None:
    assert costs("panacea") == (0, 0)
    assert both("panacea", lambda t: t.power("Artifact")) == (1, 2)
    assert exhausts("panacea") == (True, True)


def test_panic_button() -> None:
    assert costs("panic button") == (0, 0)
    assert both("panic button", block) == (30, 40)
    assert both("panic button", block, also="defend", then=["defend"]) == (30, 40)
    # No block by cards in this turn and in the next one.
    table = Table("panic button", draw="5 defend").play("panic button", "end", "defend")
    assert block(table) == 0
    assert block(table.play("end", "defend")) == 5
    assert exhausts("panic button") == (True, True)


def test_purity() -> None:
    assert costs("purity") == (0, 0)
    hand = "strike, defend, bash, anger, wound, clash"
    table = Table(f"purity, {hand}").play("purity", "choose wound", "choose strike", "done")
    assert sorted(table.pile("exhaust")) == ["purity", "strike", "wound"]
    names = hand.split(", ")
    # The choice is over after the third card, with the upgrade after the fifth.
    for card, most in (("purity", 3), ("purity+", 5)):
        table = Table(f"{card}, {hand}").play(card, *[f"choose {name}" for name in names[:most]])
        assert (len(table.pile("exhaust")), table.hand()) == (most + 1, names[most:])
    assert Table(f"purity, {hand}").play("purity", "done").pile("exhaust") == ["purity"]


def test_swift_strike() -> None:
    assert costs("swift strike") == (0, 0)
    assert both("swift strike", Table.lost) == (7, 10)
    assert both("swift strike", Table.hand, draw="strike") == ([], [])
    assert both("perfected strike", Table.lost, also="swift strike") == (10, 12)


def test_trip() -> None:
    assert costs("trip") == (0, 0)
    table = Table("trip, trip+", dummy(), dummy()).play("trip > 1")
    assert [table.power("Vulnerable", number) for number in (1, 2)] == [2, 0]
    table.play("trip+")
    assert [table.power("Vulnerable", number) for number in (1, 2)] == [4, 2]


# Rare cards.


def test_apotheosis() -> None:
    assert costs("apotheosis") == (2, 1)
    table = Table(
        "apotheosis, strike, wound", draw="bash", discard="searing blow+", exhaust="anger"
    )
    table.play("apotheosis")
    assert table.hand() == ["strike+", "wound"]
    assert table.pile("draw") == ["bash+"]
    assert table.pile("discard") == ["searing blow+ {+1}"]
    assert table.pile("exhaust") == ["anger+", "apotheosis"]
    assert Table("apotheosis+, strike", energy=1).play("apotheosis+").hand() == ["strike+"]


@pytest.mark.parametrize(
    ("card", "pool"),
    [("chrysalis", catalogue.CLASS_SKILL), ("metamorphosis", catalogue.CLASS_ATTACK)],
)
def test_cards_shuffled_in_cost_nothing_in_this_fight(card: str, pool: int) -> None:
    assert costs(card) == (2, 2)
    assert exhausts(card) == (True, True)
    for word, count in ((card, 3), (f"{card}+", 5)):
        table = Table(word, draw="wound").play(word)
        made = [each for each in table.fight.draw if each != catalogue.WOUND]
        assert len(made) == count
        assert faces(made) <= set(catalogue.RANDOM_POOLS[catalogue.IRONCLAD][pool])
        assert all(catalogue.card_cost(each) <= 0 for each in made)
        assert table.fight.known_top == table.fight.known_bottom == 0


def test_chrysalis() -> None:
    table = Table("chrysalis", seed=3).play("chrysalis")
    assert {catalogue.KINDS[face] for face in faces(table.fight.draw)} == {catalogue.SKILL}


def test_metamorphosis() -> None:
    table = Table("metamorphosis", seed=3).play("metamorphosis")
    assert {catalogue.KINDS[face] for face in faces(table.fight.draw)} == {catalogue.ATTACK}


def test_hand_of_greed() -> None:
    assert costs("hand of greed") == (2, 2)
    assert both("hand of greed", Table.lost) == (20, 25)
    assert both("hand of greed", lambda t: t.fight.gold) == (0, 0)
    assert both("hand of greed", lambda t: t.fight.gold, dummy(20)) == (20, 25)
    assert both("hand of greed", lambda t: t.fight.gold, dummy(20, Minion=1)) == (0, 0)


def test_magnetism() -> None:
    assert costs("magnetism") == (2, 1)
    for card in ("magnetism", "magnetism+"):
        table = Table(card, draw="5 strike").play(card, "end")
        assert len(table.fight.hand) == 6
        pool = set(catalogue.RANDOM_POOLS[catalogue.IRONCLAD][catalogue.COLORLESS])
        assert table.fight.hand[0] & catalogue.FACE_MASK in pool


def test_master_of_strategy() -> None:
    assert costs("master of strategy") == (0, 0)
    assert both("master of strategy", lambda t: len(t.hand()), draw="6 strike") == (3, 4)
    assert exhausts("master of strategy") == (True, True)


def test_mayhem() -> None:
    assert costs("mayhem") == (2, 1)
    # The card is played after the hand is drawn, for nothing.
    draw = "defend, strike, bash, 5 anger"
    seen = both("mayhem", lambda t: (t.lost(), t.fight.energy), draw=draw, then=["end"])
    assert seen == ((8, 3), (8, 3))
    table = Table("mayhem", draw=draw).play("mayhem", "end")
    assert (table.pile("discard"), table.pile("draw")) == (["bash"], ["defend", "strike"])
    table = Table("", draw=draw, powers={"Mayhem": 2}).play("end")
    assert table.pile("discard") == ["bash", "strike"]


def test_panache() -> None:
    assert costs("panache") == (0, 0)
    five = ["anger"] * 5
    hand = "5 anger"
    hurt = both(
        "panache",
        lambda t: t.lost(2),
        dummy(99),
        dummy(),
        also=hand,
        then=[f"{c} > 1" for c in five],
    )
    assert hurt == (10, 14)
    hurt = both(
        "panache",
        lambda t: t.lost(2),
        dummy(99),
        dummy(),
        also=hand,
        then=[f"{c} > 1" for c in five[1:]],
    )
    assert hurt == (0, 0)
    # It begins to count anew in every turn.
    table = Table("panache, 4 anger", dummy(99), draw="5 defend").play(
        "panache", *five[1:], "end", "defend"
    )
    assert table.lost() == 24


def test_sadistic_nature() -> None:
    assert costs("sadistic nature") == (0, 0)
    hand = "intimidate, uppercut, dark shackles"
    assert both("sadistic nature", Table.lost, also=hand, then=["intimidate"]) == (5, 7)
    assert both("sadistic nature", Table.lost, also=hand, then=["uppercut"]) == (23, 27)
    assert both("sadistic nature", Table.lost, also=hand, then=["dark shackles"]) == (5, 7)
    artifact = dummy(Artifact=1)
    assert both("sadistic nature", Table.lost, artifact, also=hand, then=["intimidate"]) == (0, 0)


def test_secret_technique() -> None:
    assert costs("secret technique") == (0, 0)
    draw = "strike, defend, shrug it off"
    seen = both("secret technique", Table.hand, draw=draw, then=["choose defend"])
    assert seen == (["defend"], ["defend"])
    assert both("secret technique", Table.hand, draw="strike, defend") == (["defend"], ["defend"])
    assert Table("secret technique", draw="strike").refuses("secret technique")
    left = both("secret technique", lambda t: t.pile("discard"), draw="defend")
    assert left == ([], ["secret technique+"])


def test_secret_weapon() -> None:
    assert costs("secret weapon") == (0, 0)
    draw = "strike, defend, bash"
    seen = both("secret weapon", Table.hand, draw=draw, then=["choose strike"])
    assert seen == (["strike"], ["strike"])
    assert Table("secret weapon", draw=draw).play("secret weapon").refuses("choose defend")
    assert Table("secret weapon", draw="defend").refuses("secret weapon")
    left = both("secret weapon", lambda t: t.pile("discard"), draw="strike")
    assert left == ([], ["secret weapon+"])


def test_the_bomb() -> None:
    assert costs("the bomb") == (2, 2)
    two = [dummy(100, Vulnerable=9), dummy(100, block=5)]
    for ends, left in ((2, (0, 0)), (3, (40, 50))):
        assert both("the bomb", Table.lost, *two, then=["end"] * ends) == left
    # Each one counts for itself.
    table = Table("the bomb", dummy(200), draw="5 the bomb+")
    table.play("the bomb", "end", "the bomb+", "end", "end")
    assert table.lost() == 40
    assert table.play("end").lost() == 90


def test_thinking_ahead() -> None:
    assert costs("thinking ahead") == (0, 0)
    draw = "defend, strike, bash"
    seen = both("thinking ahead", Table.hand, also="anger", draw=draw, then=["choose anger"])
    assert seen == (["bash", "strike"],) * 2
    table = Table("thinking ahead", draw=draw).play("thinking ahead", "choose bash")
    assert table.pile("draw") == ["defend", "bash"]
    assert exhausts("thinking ahead") == (True, False)


def test_transmutation() -> None:
    assert costs("transmutation") == (catalogue.X_COST, catalogue.X_COST)
    for card, upgraded in (("transmutation", 0), ("transmutation+", 1)):
        table = Table(card, energy=3).play(card)
        assert (len(table.fight.hand), table.fight.energy) == (3, 0)
        for made in table.fight.hand:
            assert made & 1 == upgraded
            assert (
                made & catalogue.FACE_MASK & ~1
                in catalogue.RANDOM_POOLS[catalogue.IRONCLAD][catalogue.COLORLESS]
            )
            assert catalogue.card_cost(made) <= 0
        assert table.pile("exhaust") == [card]
    assert Table("transmutation", energy=0).play("transmutation").hand() == []


def test_violence() -> None:
    assert costs("violence") == (0, 0)
    draw = "5 strike, 4 defend"
    seen = both("violence", Table.hand, draw=draw)
    assert seen == (["strike"] * 3, ["strike"] * 4)
    assert both("violence", Table.hand, draw="bash, defend") == (["bash"], ["bash"])
    assert exhausts("violence") == (True, True)


# Special cards.


def test_apparition() -> None:
    assert costs("apparition") == (1, 1)
    assert both("apparition", lambda t: t.power("Intangible")) == (1, 1)
    lost = both("apparition", lambda t: 80 - t.fight.hp, dummy(attack=20, hits=2), then=["end"])
    assert lost == (2, 2)
    assert both("apparition", lambda t: t.power("Intangible"), then=["end"]) == (0, 0)
    assert exhausts("apparition") == (True, True)
    # Only the upgraded card is not ethereal.
    table = Table("apparition, apparition+", draw="5 strike").play("end")
    assert (table.pile("exhaust"), table.pile("discard")) == (["apparition"], ["apparition+"])


def test_bite() -> None:
    assert costs("bite") == (1, 1)
    assert both("bite", lambda t: (t.lost(), t.fight.hp), hp=50) == ((7, 52), (8, 53))
    assert both("bite", lambda t: t.fight.hp, dummy(7), hp=50) == (52, 53)


def test_jax() -> None:
    assert costs("j.a.x.") == (0, 0)
    seen = both("j.a.x.", lambda t: (t.fight.hp, t.power("Strength")), block=9)
    assert seen == ((77, 2), (77, 3))


def test_ritual_dagger() -> None:
    assert costs("ritual dagger") == (1, 1)
    assert both("ritual dagger", Table.lost) == (15, 15)
    grown = both("ritual dagger", lambda t: t.pile("exhaust"), dummy(15))
    assert grown == (["ritual dagger {+3}"], ["ritual dagger+ {+5}"])
    kept = both("ritual dagger", lambda t: t.pile("exhaust"), dummy(15, Minion=1))
    assert kept == (["ritual dagger"], ["ritual dagger+"])
    assert Table("ritual dagger {+6}", dummy(40)).play("ritual dagger {+6}").lost() == 21


def test_shiv() -> None:
    assert costs("shiv") == (0, 0)
    assert both("shiv", Table.lost) == (4, 6)
    assert exhausts("shiv") == (True, True)


def test_miracle() -> None:
    assert costs("miracle") == (0, 0)
    assert both("miracle", lambda t: t.fight.energy) == (5, 6)
    assert exhausts("miracle") == (True, True)
    table = Table("miracle, strike, miracle+", draw="5 bash").play("end")
    assert table.hand()[:2] == ["miracle", "miracle+"]
    assert table.pile("discard") == ["strike"]
