"""A match of the Pokémon TCG as a scene."""

from kibitz.core import Bar, Line, Move, RuleEngine, touch
from kibitz.core.scene import refused_groups
from kibitz.games.pokemon.moves import Bench, Evolve
from kibitz.games.pokemon.state import PokemonState
from kibitz.testing.scene_laws import table_problems
from tests.games.pokemon.table import Table


def test_pokemon_show_damage_energy_and_attacks() -> None:
    table = Table(
        "charmander [RRD] 30 confused +pluspower",
        bench=["abra"],
        hand="2 fire, bill, kadabra, haunter",
        against="onix [FF] toxic asleep",
        their_hand="3 potion",
        discard="potion",
        prizes=4,
    )
    game = table.game
    view = game.view(table.fight, 0)
    scene = game.scene(view)
    assert scene.status == "Turn 5, you to move"
    areas = {area.id: area for area in scene.areas}
    (charmander,) = areas["p0.active"].pieces
    assert (charmander.name, charmander.group, charmander.emblem) == (
        *("Charmander", "spot:0", "fire"),
    )
    assert charmander.bars == (Bar("health", 20, 50),)
    assert charmander.symbols == ("fire", "fire", "colorless", "colorless")
    assert charmander.lines[1] == Line("Ember", "30", ("fire", "colorless"), "attack:ember")
    assert [badge.text for badge in charmander.badges] == ["Confused", "Pluspower"]
    assert charmander.detail.startswith("weak to water; retreat 1; with ")
    (onix,) = areas["p1.active"].pieces
    assert (onix.group, onix.lines[0].group) == ("spot:16", "")
    assert [piece.count for piece in areas["p0.deck"].pieces] == [20]
    assert [piece.name for piece in areas["p0.discard"].pieces] == ["Potion"]
    assert len(areas["p1.hand"].pieces) == 3
    moves = {str(move): game.touches(view, move) for move in game.legal(table.fight)}
    assert moves["attack ember"] == touch("Attack", "attack:ember")
    assert moves["attach fire > bench 1"].groups == (("hand:fire", 1), ("spot:1", 1))
    assert moves["evolve kadabra > bench 1"].groups == (("hand:kadabra", 1), ("spot:1", 1))
    assert table_problems(game, view, game.legal(table.fight)) == []


def test_a_card_that_cannot_be_played_has_the_most_helpful_reason() -> None:
    table = Table("charmander", hand="haunter")
    game = table.game
    engine = RuleEngine(game, state=table.fight, seed=0)
    moves: list[Move[PokemonState]] = [Bench("haunter"), Evolve("haunter", "active")]
    refused = [(move, engine.explain(move)[0]) for move in moves]
    assert [refusal.reason for _, refusal in refused] == [
        "haunter is not a Basic Pokémon",
        "haunter evolves from gastly",
    ]
    found = refused_groups(game, game.view(table.fight, 0), refused)
    assert found["hand:haunter"].reason == "haunter evolves from gastly"
