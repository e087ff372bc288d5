"""Plays matches of the Pokémon TCG by actions in tests, from a position of `Table`."""

from kibitz.core.value import Json
from kibitz.games.pokemon.actions.ledger import ENERGY, STACK, TRAINERS, Entry, on_pokemon
from kibitz.games.pokemon.actions.match import Match, match_at
from kibitz.games.pokemon.actions.schema import (
    ActionValidationError,
    ExecuteActionDto,
    PlayerActionType,
    Refusal,
)
from kibitz.games.pokemon.cards import CARD_MASK, WORDS
from kibitz.games.pokemon.state import DECK, DISCARD, HAND, PokemonState, pokemon_of
from tests.games.pokemon.table import Table

ZONES = {"hand": HAND, "deck": DECK, "discard": DISCARD}
PARTS = {"stack": STACK, "energy": ENERGY, "trainers": TRAINERS}
PLAYERS = ("PLAYER1", "PLAYER2")


class Duel:
    """A match in the position of a table; ids are found by what cards are."""

    def __init__(self, table: Table, *, strict: bool = False, interactive: bool = False) -> None:
        self.match: Match = match_at(
            table.game, table.fight, strict=strict, interactive=interactive
        )
        self.ids = [self.match.now.ledger.all_ids(seat) for seat in (0, 1)]

    @property
    def fight(self) -> PokemonState:
        return self.match.now.fight

    def zone(self, name: str, seat: int = 0) -> dict[str, str]:
        """Returns the cards of `hand`, `deck` (with Prizes) or `discard` by id."""
        return self.words(seat, ZONES[name])

    def part(self, name: str, spot: int = 0, seat: int = 0) -> dict[str, str]:
        """Returns the `stack`, `energy` or `trainers` of a Pokémon by id."""
        pokemon = pokemon_of(self.fight, seat)[spot]
        return self.words(seat, on_pokemon(pokemon, PARTS[name]))

    def words(self, seat: int, place: int) -> dict[str, str]:
        items = self.match.now.ledger.items(seat, place)
        return {item: WORDS[card & CARD_MASK] for item, card in items}

    def held(self, name: str, seat: int = 0, at: int = 0) -> str:
        """Returns the id of a card of a hand; `at` chooses among equal ones."""
        return named(self.zone("hand", seat), name)[at]

    def energy(self, name: str, spot: int = 0, seat: int = 0, at: int = 0) -> str:
        """Returns the id of an attached Energy card."""
        return named(self.part("energy", spot, seat), name)[at]

    def top(self, spot: int = 0, seat: int = 0) -> str:
        """Returns the id of the card on top of a Pokémon."""
        return list(self.part("stack", spot, seat))[-1]

    def dto(self, kind: str, seat: int = 0, /, **data: Json) -> ExecuteActionDto:
        return ExecuteActionDto("match", PLAYERS[seat], PlayerActionType(kind), data)

    def act(self, kind: str, seat: int = 0, /, **data: Json) -> Entry:
        """Does something that must be legal; no id is lost or made."""
        done = self.match.execute(self.dto(kind, seat, **data))
        assert isinstance(done, Entry), done
        for each in (0, 1):
            assert self.match.now.ledger.all_ids(each) == self.ids[each]
        return done

    def refuses(self, kind: str, seat: int = 0, /, **data: Json) -> ActionValidationError:
        """Does something that must be refused without a trace; returns the code."""
        before = self.match.fingerprint()
        done = self.match.execute(self.dto(kind, seat, **data))
        assert isinstance(done, Refusal), done
        assert done.message
        assert self.match.fingerprint() == before
        return done.code

    def legal(self, kind: str, seat: int = 0) -> list[dict[str, Json]]:
        """Returns the data of the legal actions of a type."""
        found = self.match.legal_actions(PLAYERS[seat])
        return [dto.action_data for dto in found if str(dto.action_type) == kind]


def named(cards: dict[str, str], name: str) -> list[str]:
    return [item for item, word in cards.items() if word == name]
