"""What a seat sees, and the matches that look the same to it.

The kit keeps track of who knows which card. Hands are hidden, except cards that were shown; decks
and Prizes are hidden from everybody. Both players know both deck lists, so a view also tells which
cards are still unseen.
"""

from kibitz.core.randomness import Rng
from kibitz.games.pokemon.cards import CAN_BENCH, IS_BASIC
from kibitz.games.pokemon.state import CHOOSE_BENCH, DECK, FACE_DOWN, HAND, PRIZES, PokemonState
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.knowledge import fill


def unseen_cards(view: PokemonState, seat: int) -> list[int]:
    """Lists the cards of a seat that are in its deck or among its Prizes, without their places.

    For a seat other than the viewer's, the cards of its hand are among them.
    """
    layout = view.layout
    found = view.pools[layout.home(seat)][:] if view.pools else []
    for zone in (DECK, PRIZES):
        p = view.index(zone, seat)
        found += [card for card in view.cards[p] if card != UNKNOWN]
        if view.pools:
            found += view.pools[len(layout.pools) + p]
    return found


def sample_match(view: PokemonState, rng: Rng) -> PokemonState:
    """Returns a match that looks like this to the seat of a view, with dice of its own."""
    world: PokemonState = fill(view, rng)
    if world.phase <= CHOOSE_BENCH:
        for seat in (0, 1):
            if seat != view.viewer:
                make_valid(view, world, seat, rng)
    return world


def make_valid(view: PokemonState, world: PokemonState, seat: int, rng: Rng) -> None:
    """Exchanges hidden cards so that a seat can have made the choices it has made.

    What lies face down is a Basic Pokémon or played as one, and with the hand there is at least one
    Basic: otherwise the hand would have been a mulligan.
    """
    chosen, hand = world.index(FACE_DOWN, seat), world.index(HAND, seat)
    spare = [hand, world.index(DECK, seat), world.index(PRIZES, seat)]
    for at in range(len(world.cards[chosen])):
        if view.cards[chosen][at] == UNKNOWN and not CAN_BENCH[world.cards[chosen][at]]:
            exchange(view, world, chosen, at, spare, CAN_BENCH, rng)
    opening = world.cards[chosen] + world.cards[hand]
    if not any(IS_BASIC[card] for card in opening):
        place, at = (chosen, 0) if world.cards[chosen] else (hand, 0)
        exchange(view, world, place, at, spare[1:], IS_BASIC, rng)
    world.arrange(hand)


def exchange(
    view: PokemonState,
    world: PokemonState,
    place: int,
    at: int,
    spare: list[int],
    wanted: list[bool],
    rng: Rng,
) -> None:
    """Exchanges a card of a pile for a random wanted one of other piles."""
    found = [
        (p, index)
        for p in spare
        for index, card in enumerate(world.cards[p])
        if wanted[card] and (p != spare[0] or UNKNOWN in view.cards[p])
    ]
    if found:
        p, index = found[rng.below(len(found))]
        world.cards[p][index], world.cards[place][at] = (
            world.cards[place][at],
            world.cards[p][index],
        )
