"""A match of the Pokémon TCG as a scene: two Active Pokémon, their Benches, and the piles.

A Pokémon is touched at its spot: `spot:0` is the own Active, `spot:16` the opposing one. Attacks of
the Active and Pokémon Powers are lines that can be touched themselves.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core import scene
from kibitz.core.scene import Area, Badge, Bar, Counter, Figure, Line, Piece, Scene, Side, Touches
from kibitz.games.pokemon import cards, moves, state
from kibitz.games.pokemon.rules.attacks import resistance_of, weakness_of
from kibitz.games.pokemon.rules.in_play import units_of
from kibitz.games.pokemon.rules.steps import A_SPOT, AN_ELEMENT
from kibitz.games.pokemon.state import Pokemon, PokemonMove, PokemonState
from kibitz.games.pokemon.text.descriptions import coin_words, counted, counted_words, step_texts
from kibitz.games.pokemon.text.drawing import DAMAGE_MARKS, headline, question_lines, state_words
from kibitz.kit.catalogue import UNKNOWN

# By element: grass, fire, water, lightning, psychic, fighting, colorless.
TONES: Final = ("green", "red", "blue", "amber", "violet", "brown", "grey")
STAGES: Final = ("Basic", "Stage 1", "Stage 2")
# What harms a Pokémon, and how its words begin.
BAD: Final = ("ASLEEP", "CONFUSED", "PARALYZED", "POISONED", "cannot", "sand")
# Questions that are answered with cards of the hand.
FROM_HAND: Final = ("discard_hand", "hand_to_deck", "trade_away", "breeding")
HAND: Final = "hand:"
DECK: Final = "deck"
PRIZES: Final = "prizes"


# What is shown.


def show_match(view: PokemonState) -> Scene:
    """Shows both sides of the table."""
    viewer = max(scene.SHARED, view.viewer)
    areas: list[Area] = []
    sides: list[Side] = []
    for seat in (0, 1):
        areas += seat_areas(view, seat, seat == viewer)
        sides.append(show_side(view, seat))
    status = headline(view).replace(f"seat {viewer} (you)", "you").replace("you has", "you have")
    status = status.replace(f"seat {viewer} wins", "you win")
    if view.board.coins:
        status += f". Last coins: {coin_words(view.board.coins)}"
    return Scene(
        status,
        " ".join(question_lines(view)) if view.seat == viewer else "",
        tuple(sides),
        tuple(areas),
        viewer,
        scene.SHARED if view.over else view.seat,
        view.over,
        "green",
        "wild",
    )


def show_side(view: PokemonState, seat: int) -> Side:
    """Shows a player: the Prizes left, the cards in hand, and mulligans before the first turn."""
    names = {view.viewer: "You", 1 - view.viewer: "Opponent"} if view.viewer >= 0 else {}
    prizes = Counter("Prizes", len(state.pile(view, state.PRIZES, seat)), "prize")
    hand = Counter("hand", len(state.pile(view, state.HAND, seat)), "hand")
    badges: list[Badge] = []
    for whose, *shown in view.board.mulligans:
        if whose == seat and view.turn == 0:
            badges.append(Badge("drew again", "grey", ", ".join(counted_words(shown))))
    return Side(seat, names.get(seat, f"Seat {seat}"), (prizes, hand), badges=tuple(badges))


def seat_areas(view: PokemonState, seat: int, mine: bool) -> list[Area]:
    """Shows one side of the table, from the middle outwards."""
    front = [show_pokemon(view, seat, 0)] if state.has_active(view, seat) else []
    front += show_cards(state.pile(view, state.FACE_DOWN, seat))
    bench = [show_pokemon(view, seat, at) for at in range(1, len(state.bench(view, seat)) + 1)]
    hand = show_cards(state.pile(view, state.HAND, seat), HAND if mine else "")
    prizes = show_cards(state.pile(view, state.PRIZES, seat))
    deck = show_cards(state.pile(view, state.DECK, seat))
    if mine:
        prizes = [prize.changed(group=PRIZES) for prize in prizes]
        deck = [card.changed(group=DECK) for card in deck]
    most = view.board.rules.bench_size
    found = [
        Area(f"p{seat}.active", "Active", seat, pieces=tuple(front), size=1),
        Area(f"p{seat}.bench", "Bench", seat, pieces=tuple(bench), size=most),
        Area(f"p{seat}.hand", "Hand", seat, "fan", "hand", tuple(hand), size=5),
        Area(f"p{seat}.prizes", "Prizes", seat, "grid", "side", tuple(prizes), size=6),
        # Drawing from an empty deck loses, and must be possible.
        pile_area(seat, "deck", deck, DECK if mine and not deck else ""),
        pile_area(seat, "discard", show_cards(state.pile(view, state.DISCARD, seat))),
    ]
    playing = show_cards(state.pile(view, state.PLAYED, seat))
    return [*found, pile_area(seat, "playing", playing)] if playing else found


def pile_area(seat: int, name: str, pieces: list[Piece], group: str = "") -> Area:
    """Shows a pile with the top at the end."""
    label = name.capitalize()
    return Area(f"p{seat}.{name}", label, seat, "pile", "side", scene.piled(pieces), group, size=1)


def show_cards(pile: Sequence[int], place: str = "") -> list[Piece]:
    """Shows the cards of a pile; those of the hand, which can be touched, in full."""
    return [
        scene.hidden_piece() if card == UNKNOWN else show_card(card, place, brief=not place)
        for card in pile
    ]


def show_card(number: int, place: str = "", brief: bool = False) -> Piece:
    """Shows a card as printed; with a place it can be touched there.

    Args:
        number: the card.
        place: what its group begins with.
        brief: leaves out what it does.
    """
    card = cards.CARDS[number]
    group = f"{place}{card.word}" if place else ""
    element = element_of(number)
    piece = Piece(
        card.name, card.id, group, tone=TONES[element], symbol=cards.ELEMENT_NAMES[element]
    )
    if card.type == "pokemon":
        piece = piece.changed(
            symbol="creature",
            emblem=cards.ELEMENT_NAMES[element],
            detail=STAGES[card.stage],
            figures=(Figure("health", card.hp),),
        )
        if not brief:
            lines = [attack_line(each) for each in cards.CARD_ATTACKS[number]]
            return piece.changed(lines=(*power_lines(number), *lines))
    if card.type == "trainer":
        texts = step_texts([cards.STEPS[each] for play in card.plays for each in play.steps])
        piece = piece.changed(
            tone="slate", symbol="trainer", detail="" if brief else ", ".join(texts) or "Trainer"
        )
    return piece


def element_of(card: int) -> int:
    """Returns the type of a Pokémon, or the first one that an Energy card provides."""
    provided = [at for at, count in enumerate(cards.PROVIDES[card]) if count]
    own = cards.ELEMENT[card]
    return provided[0] if provided else own if own >= 0 else cards.COLORLESS


def attack_line(number: int, group: str = "") -> Line:
    """Shows an attack as printed."""
    attack = cards.ATTACKS[number]
    mark = "".join([DAMAGE_MARKS.get(step.code, "") for step in attack.before])
    value = f"{attack.damage}{mark}" if attack.damage else ""
    return Line(attack.name, value, symbols_of(attack.cost), group)


def power_lines(card: int, mine: bool = False) -> list[Line]:
    """Shows the Pokémon Power of a card; one that is used can be touched."""
    found: list[Line] = []
    for power in cards.CARDS[card].powers:
        used = mine and power.number == cards.POWER[card]
        found.append(Line(power.name, "Power", group=f"power:{power.word}" if used else ""))
    return found


def symbols_of(units: Sequence[int]) -> tuple[str, ...]:
    """Returns a symbol for each unit of Energy."""
    found: list[str] = []
    for element, count in enumerate(units):
        found += [cards.ELEMENT_NAMES[element]] * count
    return tuple(found)


def show_pokemon(view: PokemonState, seat: int, spot: int) -> Piece:
    """Shows a Pokémon in play; the attacks of the Active one are lines."""
    pokemon = state.at_spot(view, seat, spot)
    mine = seat == view.viewer
    group = spot_group(spot if mine else state.FOE + spot) if view.viewer >= 0 else ""
    lines = power_lines(pokemon.kind, mine)
    if spot == 0:
        for number in cards.CARD_ATTACKS[pokemon.kind]:
            word = cards.ATTACKS[number].word
            lines.append(attack_line(number, f"attack:{word}" if mine else ""))
    words = [word for word in state_words(view, pokemon) if word != "new"]
    badges = [Badge(word.capitalize(), "red" if word.startswith(BAD) else "teal") for word in words]
    new = pokemon.since == view.turn and view.turn > 0
    card = show_card(pokemon.kind, brief=True)
    return Piece(
        card.name,
        card.face,
        group,
        "unit",
        "; ".join(facts_of(pokemon)),
        card.tone,
        "creature",
        cards.ELEMENT_NAMES[element_of(pokemon.kind)],
        bars=(Bar("health", max(0, pokemon.left()), cards.HP[pokemon.kind]),),
        badges=tuple(badges),
        lines=tuple(lines),
        marks=("new",) if new else (),
        symbols=symbols_of(units_of(view, pokemon)),
    )


def facts_of(pokemon: Pokemon) -> list[str]:
    """Says what a Pokémon is weak to, what its retreat costs, and which cards are on it."""
    facts: list[str] = []
    for word, element in (("weak to", weakness_of(pokemon)), ("resists", resistance_of(pokemon))):
        if element != cards.NO_ELEMENT:
            facts.append(f"{word} {cards.ELEMENT_NAMES[element]}")
    facts.append(f"retreat {cards.RETREAT[pokemon.kind]}")
    energy = [each & cards.CARD_MASK for each in pokemon.energy]
    for word, held in (("with", [*energy, *pokemon.trainers]), ("over", pokemon.under)):
        if held:
            names = counted([cards.CARDS[card].name for card in held])
            facts.append(f"{word} {', '.join(names)}")
    return facts


def spot_group(spot: int) -> str:
    """Returns the group of a spot; none for a target that is none."""
    return f"spot:{spot}" if spot >= 0 else ""


# What a move touches.


def touched(view: PokemonState, move: PokemonMove) -> Touches:
    """Says which cards, Pokémon and attacks a move touches."""
    if isinstance(move, (moves.Active, moves.Bench)):
        return scene.touch("Put down", f"{HAND}{move.card}")
    if isinstance(move, (moves.Attach, moves.Evolve, moves.PlayTrainer)):
        return scene.touch(move.title(), f"{HAND}{move.card}", spot_group(move.spot))
    if isinstance(move, moves.UsePower):
        return scene.touch("Use", f"power:{move.power}", spot_group(move.spot))
    if isinstance(move, moves.Retreat):
        return scene.touch("Retreat", spot_group(0), spot_group(move.spot))
    if isinstance(move, moves.Promote):
        return scene.touch("Promote", spot_group(move.spot))
    if isinstance(move, moves.Attack):
        return scene.touch("Attack", f"attack:{move.attack}")
    if isinstance(move, moves.Choose):
        return scene.touch("Choose", choice_group(view, move))
    piles = {moves.Draw.id: ("Draw", DECK), moves.Prize.id: ("Take a Prize", PRIZES)}
    if move.id in piles:
        return scene.touch(*piles[move.id])
    return Touches(verb={"end": "End turn", "done": "Done"}.get(move.id, move.title()))


def choice_group(view: PokemonState, move: moves.Choose) -> str:
    """Returns where a choice is touched: at a spot, in the hand, or among what is offered."""
    asked = moves.asked_of(view, view.seat)
    if asked is None:
        return f"{scene.OFFER}{move.item}"
    if asked.asks() == A_SPOT:
        return spot_group(move.readings[A_SPOT])
    return f"{HAND if asked.id in FROM_HAND else scene.OFFER}{move.item}"


def show_offer(view: PokemonState, group: str) -> Piece:
    """Shows a card that is offered, or an element, an attack or an answer by its word."""
    word = group.removeprefix(scene.OFFER)
    name = word.partition(" as ")[0]
    if name in cards.WORD_NUMBERS and not asks_element(view):
        piece = show_card(cards.WORD_NUMBERS[name], scene.OFFER)
        return piece if name == word else piece.changed(name=word.capitalize())
    known = word in cards.ELEMENT_NAMES
    tone = TONES[cards.ELEMENT_NAMES.index(word)] if known else ""
    return Piece(word.capitalize(), word, group, "choice", tone=tone, symbol=word if known else "")


def asks_element(view: PokemonState) -> bool:
    """Tells whether the question is about an element; their words are those of Energy cards."""
    asked = moves.asked_of(view, view.seat)
    return asked is not None and asked.asks() == AN_ELEMENT
