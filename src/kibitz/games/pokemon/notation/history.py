"""The history of a match: each action with its results, as each player may see them."""

from typing import Final

from kibitz.core.value import Json
from kibitz.games.pokemon.cards.catalogue import IS_DOLL
from kibitz.games.pokemon.notation.actions import ExecuteActionDto, position_word
from kibitz.games.pokemon.notation.instances import FIRST_IN_PLAY, STACK, Ledger, on_pokemon
from kibitz.games.pokemon.state import (
    DISCARD,
    HAND,
    PLAYED,
    Fight,
    Pokemon,
    has_active,
    pokemon_of,
)

# What stands for an id that a player must not see.
HIDDEN: Final = "HIDDEN"


class Entry:
    """An action that was carried out, and what came of it.

    Attributes:
        dto: the action.
        number: its number, from 1.
        turn: the number of the turn in which it was made; 0 before the first one.
        results: what came of it: coins, damage, knock outs.
        drawn: the ids of the cards that came to each player's hand; only the owner sees them.
        shown: the ids of cards that lay open before or after it.
        players: the ids of the players.
    """

    def __init__(self, dto: ExecuteActionDto, number: int, turn: int) -> None:
        self.dto: Final = dto
        self.number: Final = number
        self.turn: Final = turn
        self.results: dict[str, Json] = {"coinFlips": [], "damage": [], "knockOuts": []}
        self.drawn: dict[str, list[str]] = {}
        self.shown: set[str] = set()
        self.players: list[str] = []

    def tell(
        self,
        players: list[str],
        before: Fight,
        after: Fight,
        old: Ledger,
        new: Ledger,
        coins: list[int],
    ) -> None:
        """Notes the results: how the match was before, and how it is after the action."""
        self.players = players
        moved = new.rng.key() != old.rng.key() or new.sides != old.sides
        for seat in (0, 1):
            self.drawn[players[seat]] = new.drawn[seat] if moved else []
            self.shown.update(public_ids(old, seat) + public_ids(new, seat))
        flips: list[Json] = ["HEADS" if coin else "TAILS" for coin in coins]
        damage: list[Json] = []
        knocked: list[Json] = []
        for seat in (0, 1):
            damage += damage_of(players[seat], before, after, seat, old)
            removed = str(self.dto.action_data.get("cardId", ""))
            knocked += knocked_out(before, after, seat, old, new, removed)
        self.results = {"coinFlips": flips, "damage": damage, "knockOuts": knocked}

    def to_json(self, seat: int) -> dict[str, Json]:
        """Writes the entry as a player may see it."""
        mine = self.players[seat] if self.players else ""
        data: Json = self.dto.action_data
        if self.dto.player_id != mine:
            data = redacted(data, self.shown)
        drawn: list[Json] = [*self.drawn.get(mine, [])]
        counts: dict[str, Json] = {player: len(ids) for player, ids in self.drawn.items()}
        results: dict[str, Json] = {**self.results, "drawn": drawn, "drawnCounts": counts}
        return {
            "actionId": self.number,
            "playerId": self.dto.player_id,
            "actionType": str(self.dto.action_type),
            "actionData": data,
            "turnNumber": self.turn,
            "results": results,
        }

    def __repr__(self) -> str:
        return f"{self.number}. {self.dto!r} {self.results} {self.drawn}"


def public_ids(ledger: Ledger, seat: int) -> list[str]:
    """Lists the ids of the cards that lie open."""
    return [
        item
        for place, items in ledger.sides[seat].items()
        if place in (DISCARD, PLAYED) or place >= FIRST_IN_PLAY
        for item, _ in items
    ]


def redacted(value: Json, shown: set[str]) -> Json:
    """Returns data without the ids that a player must not see."""
    if isinstance(value, dict):
        return {name: redacted(item, shown) for name, item in value.items()}
    if isinstance(value, list):
        return [redacted(item, shown) for item in value]
    if isinstance(value, str) and value[:1] == "P" and value[2:3] == "-" and value not in shown:
        return HIDDEN
    return value


def by_serial(s: Fight, seat: int) -> dict[int, Pokemon]:
    """Returns the Pokémon of a player by their serial numbers."""
    return {pokemon.serial: pokemon for pokemon in pokemon_of(s, seat)}


def damage_of(player: str, before: Fight, after: Fight, seat: int, old: Ledger) -> list[Json]:
    """Lists the damage of Pokémon that are still in play; healing is less than 0."""
    found: list[Json] = []
    now = by_serial(after, seat)
    if before.board.sudden != after.board.sudden:
        return found
    first = 0 if has_active(before, seat) else 1
    for at, pokemon in enumerate(pokemon_of(before, seat)):
        if pokemon.serial in now and now[pokemon.serial].damage != pokemon.damage:
            hit: dict[str, Json] = {
                "playerId": player,
                "cardId": old.top(pokemon, seat),
                "position": position_word(first + at),
                "amount": now[pokemon.serial].damage - pokemon.damage,
            }
            found.append(hit)
    return found


def knocked_out(
    before: Fight, after: Fight, seat: int, old: Ledger, new: Ledger, removed: str
) -> list[Json]:
    """Lists the Pokémon that were knocked out, by the cards on top.

    They have left play for the discard pile. Scoop Up returns the lowest card to the hand, and a
    doll that its owner discards is named by the action (`removed`).
    """
    found: list[Json] = []
    if before.board.sudden != after.board.sudden:
        return found
    now = by_serial(after, seat)
    for pokemon in pokemon_of(before, seat):
        stack = old.items(seat, on_pokemon(pokemon, STACK))
        top = stack[-1][0]
        gone = pokemon.serial not in now and stack[0] not in new.items(seat, HAND)
        if gone and not (IS_DOLL[pokemon.kind] and top == removed):
            found.append(top)
    return found
