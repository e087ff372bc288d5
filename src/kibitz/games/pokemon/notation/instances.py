"""Ids of single cards, such as `P1-017`, for actions that must name one card among equal ones.

The rules know only what a card is, not which one. A ledger follows the cards from outside: after
each action it compares where cards are now with where they were, and lets the ids move with them.

Ids give nothing away. A card in a deck or among Prizes has an id, but no place: its owner knows
that `P1-017` is a Pikachu, because both deck lists are known, and not where it is. Equal cards
leave the deck with random ids, and a shuffle gives all hidden cards of a player new ids.
"""

from typing import Final, TypeAlias

from kibitz.core.randomness import Rng
from kibitz.games.pokemon.cards.catalogue import CARD_MASK
from kibitz.games.pokemon.state import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HAND,
    PLAYED,
    PRIZES,
    Fight,
    Pokemon,
    pile,
    pokemon_of,
)

# An id, and the card; for attached Energy the number that the Pokémon holds.
Item: TypeAlias = tuple[str, int]
# The items of one player by place. Deck and Prizes are one place, `DECK`.
Side: TypeAlias = dict[int, list[Item]]

# Places on a Pokémon, by its serial number.
STACK: Final = 0
ENERGY: Final = 1
TRAINERS: Final = 2
FIRST_IN_PLAY: Final = 16


def on_pokemon(pokemon: Pokemon, part: int) -> int:
    """Returns the place of the cards of a Pokémon: `STACK`, `ENERGY` or `TRAINERS`."""
    return FIRST_IN_PLAY + pokemon.serial * 4 + part


def card_id(seat: int, number: int) -> str:
    """Writes an id."""
    return f"P{seat + 1}-{number:03}"


def places(s: Fight, seat: int) -> dict[int, list[int]]:
    """Returns the cards of a player by place; those of a Pokémon from the Basic up."""
    found = {
        DECK: sorted(pile(s, DECK, seat) + pile(s, PRIZES, seat)),
        HAND: pile(s, HAND, seat)[:],
        DISCARD: pile(s, DISCARD, seat)[:],
        FACE_DOWN: pile(s, FACE_DOWN, seat)[:],
        PLAYED: pile(s, PLAYED, seat)[:],
    }
    for pokemon in pokemon_of(s, seat):
        found[on_pokemon(pokemon, STACK)] = [*pokemon.under, pokemon.kind]
        found[on_pokemon(pokemon, ENERGY)] = pokemon.energy[:]
        found[on_pokemon(pokemon, TRAINERS)] = pokemon.trainers[:]
    return found


class Ledger:
    """Which card has which id.

    Attributes:
        rng: where ids come from; not the dice of the match.
        sides: the items of each player.
        decks: the decks as they were, to notice a shuffle.
        sudden: how many sudden deaths there were; each deals all ids anew.
        drawn: the ids that came into each hand in the last action.
    """

    def __init__(
        self,
        rng: Rng,
        sides: list[Side],
        decks: list[list[int]],
        sudden: int,
        drawn: list[list[str]],
    ) -> None:
        self.rng: Final = rng
        self.sides: Final = sides
        self.decks: Final = decks
        self.sudden = sudden
        self.drawn: Final = drawn

    def clone(self) -> "Ledger":
        """Returns an independent copy."""
        sides: list[Side] = [
            {place: items[:] for place, items in side.items()} for side in self.sides
        ]
        drawn = [ids[:] for ids in self.drawn]
        return Ledger(self.rng.clone(), sides, [deck[:] for deck in self.decks], self.sudden, drawn)

    def items(self, seat: int, place: int) -> list[Item]:
        """Returns the items at a place, in the order of ids; those of a Pokémon as they lie."""
        return self.sides[seat].get(place, [])

    def top(self, pokemon: Pokemon, seat: int) -> str:
        """Returns the id of the card on top of a Pokémon."""
        return self.items(seat, on_pokemon(pokemon, STACK))[-1][0]

    def find(self, wanted: str) -> tuple[int, int, int]:
        """Returns the seat, the place and the card of an id; (-1, -1, 0) if there is none."""
        for seat in (0, 1):
            for place, items in self.sides[seat].items():
                for item, card in items:
                    if item == wanted:
                        return seat, place, card
        return -1, -1, 0

    def all_ids(self, seat: int) -> list[str]:
        """Lists all ids of a player, sorted."""
        return sorted([item for items in self.sides[seat].values() for item, _ in items])

    # Following the cards.

    def follow(self, s: Fight, chosen: set[str], replaced: list[bool]) -> None:
        """Lets the ids move to where their cards are now.

        `chosen` are the ids that an action named: of equal cards it is those that have moved.
        `replaced` tells whether a player has given up the whole hand for another.
        """
        if s.board.sudden != self.sudden:
            self.sudden = s.board.sudden
            deal_ids(self, s)
            return
        for seat in (0, 1):
            self.follow_side(s, seat, chosen, replaced[seat])

    def follow_side(self, s: Fight, seat: int, chosen: set[str], replaced: bool) -> None:
        """Lets the ids of a player move."""
        before, now = self.sides[seat], places(s, seat)
        side: Side = {}
        loose: list[tuple[int, str, int]] = []
        for place, items in before.items():
            side[place] = self.keep(place, items, now.get(place, []), chosen, replaced, loose)
        stayed = [item for item, _ in side[HAND]]
        returned = settle_loose(side, now, loose)
        deck = pile(s, DECK, seat)
        if returned or replaced or deck != self.decks[seat][: len(deck)]:
            # What was chosen from the deck is known; it came to the hand before the shuffle.
            found = [item for item, _ in before[DECK] if item in chosen]
            self.mix(side, [item for item, _ in side[HAND] if item not in stayed + found])
        self.drawn[seat] = sorted([item for item, _ in side[HAND] if item not in stayed])
        self.sides[seat] = {
            place: arranged(place, side.get(place, []), cards) for place, cards in now.items()
        }
        self.decks[seat] = deck[:]

    def keep(
        self,
        place: int,
        items: list[Item],
        cards: list[int],
        chosen: set[str],
        replaced: bool,
        loose: list[tuple[int, str, int]],
    ) -> list[Item]:
        """Returns the items that stay at a place; the others are loose."""
        staying = cards[:]
        # Those that are asked for last stay; equal cards leave the deck in any order.
        order = sorted(items, reverse=True)
        if place == DECK:
            self.rng.shuffle(order)
        forced = place in (HAND, DISCARD, DECK)
        kept: list[Item] = []
        for item in sorted(order, key=lambda item: item[0] in chosen):
            named = item[0] in chosen and forced
            if item[1] in staying and not named and not (replaced and place == HAND):
                staying.remove(item[1])
                kept.append(item)
            else:
                loose.append((place, item[0], item[1] & CARD_MASK))
        return kept

    def mix(self, side: Side, came: list[str]) -> None:
        """Gives the hidden cards new ids, and those that came to the hand from among them."""
        hidden, hand = side[DECK], side[HAND]
        ids = [item for item, _ in hidden] + came
        self.rng.shuffle(ids)
        side[DECK] = [(ids.pop(), card) for _, card in hidden]
        side[HAND] = [(ids.pop() if item in came else item, card) for item, card in hand]


def settle_loose(side: Side, now: dict[int, list[int]], loose: list[tuple[int, str, int]]) -> bool:
    """Puts loose items where cards are missing; tells whether the deck got some of the hand.

    The hand comes last: what is left for it is what was drawn. It gets an item of its own back if
    an equal card was drawn for one that was shuffled into the deck.
    """
    returned = False
    for place in sorted(now, key=lambda place: (place == HAND, place == DECK, -place)):
        held = side.setdefault(place, [])
        missing = now[place][:]
        for _, card in held:
            missing.remove(card)
        for card in missing:
            source, item = take_loose(loose, place, card & CARD_MASK)
            held.append((item, card))
            returned = returned or (source == HAND and place == DECK)
    return returned


def take_loose(loose: list[tuple[int, str, int]], place: int, card: int) -> tuple[int, str]:
    """Takes a loose item of a card: not one of the same place, and not one of the deck, if it can.

    A card that is discarded from the hand may be equal to one that is drawn.
    """
    found = [item for item in loose if item[2] == card]
    best = min(found, key=lambda item: (item[0] == place, item[0] == DECK))
    loose.remove(best)
    return best[0], best[1]


def arranged(place: int, items: list[Item], cards: list[int]) -> list[Item]:
    """Returns items in the order of the ids, those of a Pokémon in the order of its cards."""
    if place < FIRST_IN_PLAY and place != FACE_DOWN:
        return sorted(items)
    rest = sorted(items)
    found: list[Item] = []
    for card in cards:
        at = next(at for at, item in enumerate(rest) if item[1] == card)
        found.append(rest.pop(at))
    return found


def deal_ids(ledger: Ledger, s: Fight) -> None:
    """Gives all cards of both players new ids."""
    for seat in (0, 1):
        now = places(s, seat)
        numbers = list(range(1, sum([len(cards) for cards in now.values()]) + 1))
        ledger.rng.shuffle(numbers)
        ledger.sides[seat] = {
            place: arranged(place, [(card_id(seat, numbers.pop()), card) for card in cards], cards)
            for place, cards in now.items()
        }
        ledger.decks[seat] = pile(s, DECK, seat)[:]
        ledger.drawn[seat] = [item for item, _ in ledger.sides[seat][HAND]]


def new_ledger(s: Fight, rng: Rng) -> Ledger:
    """Gives all cards of a match ids."""
    ledger = Ledger(rng, [{}, {}], [[], []], s.board.sudden, [[], []])
    deal_ids(ledger, s)
    return ledger
