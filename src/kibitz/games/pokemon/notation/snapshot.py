"""What a player sees of a match, as JSON."""

from kibitz.core.value import Json
from kibitz.games.pokemon.cards.catalogue import (
    CARD_MASK,
    CARDS,
    ELEMENT,
    HP,
    STAGE,
    energy_element,
    energy_units,
)
from kibitz.games.pokemon.notation.actions import (
    ELEMENT_TYPES,
    STAGES,
    StatusEffect,
    position_word,
)
from kibitz.games.pokemon.notation.instances import (
    ENERGY,
    STACK,
    TRAINERS,
    Item,
    Ledger,
    on_pokemon,
)
from kibitz.games.pokemon.notation.lines import Line
from kibitz.games.pokemon.state import (
    ATTACHED,
    CONDITIONS,
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
from kibitz.kit.catalogue import UNKNOWN


def card_json(item: Item) -> dict[str, Json]:
    """Writes a card with its id."""
    card = CARDS[item[1] & CARD_MASK]
    return {"cardId": item[0], "name": card.name, "number": card.code}


def cards_json(items: list[Item]) -> list[Json]:
    """Writes cards with their ids."""
    return [card_json(item) for item in items]


def player_json(
    sight: Fight, ledger: Ledger, viewer: int, owner: int, hides: bool
) -> dict[str, Json]:
    """Writes what a player sees of a player; `hides` tells that nothing is drawn yet."""
    own = viewer == owner
    hand = pile(sight, HAND, owner)
    deck, prizes = len(pile(sight, DECK, owner)), len(pile(sight, PRIZES, owner))
    shown = [] if hides else known_items(hand, ledger.items(owner, HAND))
    face_down = pile(sight, FACE_DOWN, owner)
    found: dict[str, Json] = {
        "handCount": 0 if hides else len(hand),
        "deckCount": deck + (len(hand) if hides else 0),
        "prizeCount": prizes,
        "hand" if own else "revealedHand": cards_json(shown),
        "discard": cards_json(ledger.items(owner, DISCARD)),
        "played": cards_json(ledger.items(owner, PLAYED)),
        "faceDownCount": len(face_down),
        "pokemon": [
            pokemon_json(sight, ledger, owner, spot, pokemon)
            for spot, pokemon in enumerate(pokemon_of(sight, owner))
        ],
        "mulligans": [] if hides else mulligans_json(sight, owner),
        "hasAttachedEnergyThisTurn": sight.active == owner and sight.marks & ATTACHED > 0,
    }
    if own:
        # Its place is not known, only that it is in the deck or among the Prizes.
        hidden = ledger.items(owner, DECK) + (ledger.items(owner, HAND) if hides else [])
        found["deckAndPrizes"] = cards_json(sorted(hidden))
        found["faceDown"] = cards_json(ledger.items(owner, FACE_DOWN))
    return found


def known_items(cards: list[int], items: list[Item]) -> list[Item]:
    """Returns items for the cards of a pile that a player knows; of equal ones the lowest ids."""
    rest = items[:]
    found: list[Item] = []
    for card in cards:
        if card != UNKNOWN:
            at = next(at for at, item in enumerate(rest) if item[1] == card)
            found.append(rest.pop(at))
    return sorted(found)


def mulligans_json(sight: Fight, owner: int) -> list[Json]:
    """Writes the hands that were shown before the match, by name: the cards have new ids now."""
    found: list[Json] = []
    for shown in sight.board.mulligans:
        if shown[0] == owner:
            names: list[Json] = [CARDS[card].name for card in shown[1:]]
            found.append(names)
    return found


def pokemon_json(
    sight: Fight, ledger: Ledger, owner: int, spot: int, pokemon: Pokemon
) -> dict[str, Json]:
    """Writes a Pokémon in play; its id stays the same when it evolves."""
    stack = ledger.items(owner, on_pokemon(pokemon, STACK))
    placed = spot if sight.rows[owner * 2] else spot + 1
    conditions: list[Json] = []
    if pokemon.condition:
        conditions.append(str(StatusEffect(CONDITIONS[pokemon.condition].upper())))
    if pokemon.poison:
        conditions.append(str(StatusEffect.POISONED))
    return {
        **card_json(stack[-1]),
        "pokemonId": stack[0][0],
        "position": position_word(placed),
        "stage": STAGES[STAGE[pokemon.kind]],
        "type": ELEMENT_TYPES[ELEMENT[pokemon.kind]],
        "hp": HP[pokemon.kind],
        "damage": pokemon.damage,
        "conditions": conditions,
        "poison": pokemon.poison,
        "enteredOrEvolvedTurn": pokemon.since,
        "cards": cards_json(stack),
        "energy": [energy_json(item) for item in ledger.items(owner, on_pokemon(pokemon, ENERGY))],
        "trainers": cards_json(ledger.items(owner, on_pokemon(pokemon, TRAINERS))),
    }


def energy_json(item: Item) -> dict[str, Json]:
    """Writes an attached Energy card."""
    element, units = ELEMENT_TYPES[energy_element(item[1])], energy_units(item[1])
    return {**card_json(item), "type": element, "units": units}


def shown_options(line: Line) -> Json:
    """Writes the choice of a card that waits for the second part of its action."""
    asked = line.asked()
    if asked is None:
        return None
    spec = line.spec(asked)
    ids = [str(value) for option in asked.options(line.s) for value in line.values(asked, option)]
    items = [item for item in line.ledger.items(line.seat, spec.place) if item[0] in ids]
    return {"field": spec.name, "cards": cards_json(items)}
