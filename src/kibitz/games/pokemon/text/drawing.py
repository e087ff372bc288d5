"""How a match is drawn: the table as lines of text, as the seat of a view sees it."""

import inspect
from collections.abc import Sequence
from typing import Final

from kibitz.games.pokemon import cards, state
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.rules.attacks import resistance_of, weakness_of
from kibitz.games.pokemon.rules.steps import ENERGY_WORDS
from kibitz.games.pokemon.state import Pokemon, PokemonState
from kibitz.games.pokemon.text.descriptions import TITLES, coin_words, counted, counted_words
from kibitz.kit.catalogue import UNKNOWN

# The table is drawn in 79 columns: the command line puts a space before it.
WIDTH: Final = 79
BAR: Final = 10
# Where the text of a line begins, after its name.
INDENT: Final = 11
NAME: Final = 14
NOTHING: Final = "-"
STAGES: Final = {
    state.CHOOSE_ACTIVE: "choosing the first Active Pokémon",
    state.CHOOSE_BENCH: "choosing the first Bench",
    state.DRAW: "to draw a card",
    state.MAIN: "to move",
    state.END: "to end the turn",
}
# What is printed behind the damage of an attack: what is added, taken off or multiplied.
DAMAGE_MARKS: Final = {cards.PLUS: "+", cards.MINUS: "-", cards.TIMES: "x"}


# The table.


def draw_match(view: PokemonState) -> str:
    """Draws a match: the other side on top, the viewer's own below."""
    bottom = view.viewer if view.viewer >= 0 else 0
    lines = [headline(view), *question_lines(view), *news_lines(view), ""]
    lines.extend(side_lines(view, 1 - bottom)[::-1])
    lines.append("")
    lines.extend(side_lines(view, bottom))
    lines.extend(hand_lines(view, bottom))
    return "\n".join(lines)


def seat_title(view: PokemonState, seat: int) -> str:
    """Names a seat."""
    return f"seat {seat} (you)" if seat == view.viewer else f"seat {seat}"


def headline(view: PokemonState) -> str:
    """Says which turn it is and who must do what, or how the match ended."""
    if view.over:
        won = f"seat {view.winner} wins" if view.winner >= 0 else "nobody wins"
        return f"The match is over after turn {view.turn}: {won} ({view.reason})"
    sudden = "Sudden death, t" if view.board.sudden else "T"
    start = f"{sudden}urn {view.turn}" if view.turn else "Before the first turn"
    if view.stack:
        return f"{start}, {seat_title(view, view.seat)} has to answer"
    return f"{start}, {seat_title(view, view.seat)} {STAGES[view.phase]}"


def question_lines(view: PokemonState) -> list[str]:
    """Writes what is asked of the seat to move."""
    asked = asked_of(view, view.seat)
    if asked is None:
        return []
    return [(inspect.getdoc(type(asked)) or asked.id).splitlines()[0]]


def news_lines(view: PokemonState) -> list[str]:
    """Writes the coins of the last move, and before the first turn the hands that were shown."""
    lines: list[str] = []
    coins = view.board.coins
    if coins:
        lines.append(f"Last coins: {coin_words(coins)}")
    if view.turn == 0:
        for seat, *hand in view.board.mulligans:
            start = f"seat {seat} had no Basic Pokémon and drew again: "
            lines.extend(wrapped(start, counted_words(hand), 2))
    return lines


def side_lines(view: PokemonState, seat: int) -> list[str]:
    """Draws a side from the middle outwards: the Active, the Bench, the piles."""
    lines: list[str] = []
    down = state.pile(view, state.FACE_DOWN, seat)
    if down:
        lines.extend(named("face down", counted_words(down)))
    if state.has_active(view, seat):
        block = pokemon_lines(view, "active", state.active(view, seat))
        block.extend(printed_lines(state.active(view, seat)))
        lines.extend(block if seat == max(0, view.viewer) else block[::-1])
    for at, pokemon in enumerate(state.bench(view, seat), 1):
        block = pokemon_lines(view, f"bench {at}", pokemon)
        lines.extend(block if seat == max(0, view.viewer) else block[::-1])
    piles = wrapped(f"{seat_title(view, seat)}: ", pile_words(view, seat), 2)
    lines.extend(piles if seat == max(0, view.viewer) else piles[::-1])
    return lines


def pile_words(view: PokemonState, seat: int) -> list[str]:
    """Writes what a seat has besides its Pokémon."""
    words = [
        f"Prizes {len(state.pile(view, state.PRIZES, seat))}",
        f"hand {len(state.pile(view, state.HAND, seat))}",
        f"deck {len(state.pile(view, state.DECK, seat))}",
        f"discard {len(state.pile(view, state.DISCARD, seat))}",
    ]
    playing = state.pile(view, state.PLAYED, seat)
    if playing:
        words.append(f"playing {TITLES[playing[-1]]}")
    return words


def hand_lines(view: PokemonState, seat: int) -> list[str]:
    """Writes the viewer's hand, the cards known of the other one, and both discard piles."""
    lines: list[str] = []
    if any(card != UNKNOWN for card in state.pile(view, state.HAND, seat)) or seat == view.viewer:
        lines.extend(named("hand", counted_words(state.pile(view, state.HAND, seat))))
    shown = [card for card in state.pile(view, state.HAND, 1 - seat) if card != UNKNOWN]
    if shown:
        lines.extend(named("their hand", [*counted_words(shown), "..."]))
    for title, owner in (("discard", seat), ("their pile", 1 - seat)):
        if state.pile(view, state.DISCARD, owner):
            lines.extend(named(title, counted_words(state.pile(view, state.DISCARD, owner))))
    return lines


def pokemon_lines(view: PokemonState, place: str, pokemon: Pokemon) -> list[str]:
    """Draws a Pokémon: name, HP, Energy, and everything else that is on it."""
    left, most = max(0, pokemon.left()), cards.HP[pokemon.kind]
    filled = (left * BAR + most - 1) // most
    name = TITLES[pokemon.kind]
    start = f"{place:<{INDENT}}{name:<{NAME}} {left:>3}/{most:<3} [{'#' * filled:.<{BAR}}]"
    words = energy_words(pokemon.energy) + state_words(view, pokemon)
    return wrapped(f"{start}  ", words, INDENT + 2) if words else [start]


def energy_words(energy: Sequence[int]) -> list[str]:
    """Writes attached Energy, equal cards once: `2 fire`."""
    return counted([ENERGY_WORDS[each] for each in energy])


def state_words(view: PokemonState, pokemon: Pokemon) -> list[str]:
    """Writes what is on a Pokémon besides damage and Energy."""
    words = [state.CONDITIONS[pokemon.condition].upper()] if pokemon.condition else []
    if pokemon.poison:
        words.append("POISONED" if pokemon.poison == 10 else f"POISONED ({pokemon.poison})")
    words += [TITLES[card] for card in pokemon.trainers]
    if pokemon.shield:
        words.append("shielded")
    if pokemon.disabled:
        words.append(f"cannot use {cards.ATTACKS[pokemon.disabled - 1].name}")
    if pokemon.blind_turn:
        words.append("sand in its eyes")
    if pokemon.bond_turn:
        words.append("Destiny Bond")
    if pokemon.since == view.turn and view.turn:
        words.append("new")
    return words


def printed_lines(pokemon: Pokemon) -> list[str]:
    """Writes the attacks of a Pokémon, its Weakness, Resistance and retreat cost."""
    attacks = [printed_attack(cards.ATTACKS[number]) for number in cards.CARD_ATTACKS[pokemon.kind]]
    card = cards.CARDS[pokemon.kind]
    attacks += [f"Power {power.name}" for power in card.powers]
    for word, element in (("weak to", weakness_of(pokemon)), ("resists", resistance_of(pokemon))):
        if element != cards.NO_ELEMENT:
            attacks.append(f"{word} {cards.ELEMENT_NAMES[element]}")
    attacks.append(f"retreat {cards.RETREAT[pokemon.kind]}")
    return wrapped(" " * (INDENT + 2), attacks, INDENT + 2, "; ")


def printed_attack(attack: cards.Attack) -> str:
    """Writes an attack as printed: its name, damage and cost in letters."""
    letters = "".join([cards.ELEMENTS[at] * count for at, count in enumerate(attack.cost) if count])
    mark = "".join([DAMAGE_MARKS.get(step.code, "") for step in attack.before])
    damage = f" {attack.damage}{mark}" if attack.damage else ""
    return f"{attack.name} ({letters or '0'}){damage}"


def named(name: str, words: Sequence[str]) -> list[str]:
    """Writes a list after its name, on several lines if need be."""
    return wrapped(f"{name:<{INDENT}}", words or [NOTHING], INDENT)


def wrapped(start: str, words: Sequence[str], indent: int, mark: str = ", ") -> list[str]:
    """Writes words behind the start of a line; a line is broken only between them."""
    lines = [start]
    for place, word in enumerate(words):
        text = word if place == len(words) - 1 else f"{word}{mark}"
        if len(lines[-1]) + len(text.rstrip()) > WIDTH and len(lines[-1]) > indent:
            lines.append(" " * indent)
        lines[-1] += text
    return [line.rstrip() for line in lines]
