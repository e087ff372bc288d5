"""How a match is drawn: the table as lines of text, moves in words, and what follows them.

All of it is made from views, so it tells what their seat sees. Numbers are those of this moment: an
attack is described by the damage that it will do to the Defending Pokémon.
"""

import inspect
from collections import Counter
from collections.abc import Sequence
from typing import Final

from kibitz.core.move import Move
from kibitz.games.pokemon.cards.catalogue import (
    ACTIONS,
    ATTACKS,
    CARD_ATTACKS,
    CARDS,
    ELEMENT_NAMES,
    ELEMENTS,
    HP,
    IF_HEADS,
    IF_TAILS,
    IS_DOLL,
    MINUS,
    NO_ELEMENT,
    ON_BOTH,
    PLAY,
    PLUS,
    PROVIDES,
    RETREAT,
    STEP_NAMES,
    STEPS,
    TIMES,
    Step,
)
from kibitz.games.pokemon.cards.catalogue import Attack as AttackCard
from kibitz.games.pokemon.moves import (
    SPOTS,
    Active,
    Attach,
    Attack,
    Bench,
    Choose,
    Done,
    Draw,
    End,
    Evolve,
    PlayTrainer,
    Promote,
    Retreat,
    UsePower,
    asked_of,
    cost_words,
)
from kibitz.games.pokemon.rules.damage import forecast, resistance_of, weakness_of
from kibitz.games.pokemon.rules.energy import units_of
from kibitz.games.pokemon.rules.steps import ENERGY_WORDS
from kibitz.games.pokemon.state import (
    ASLEEP,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    CONDITIONS,
    CONFUSED,
    DECK,
    DISCARD,
    DRAW,
    END,
    FACE_DOWN,
    HAND,
    MAIN,
    NO_SPOT,
    PLAYED,
    PRIZES,
    Fight,
    Pokemon,
    active,
    at_spot,
    bench,
    has_active,
    is_spot,
    pile,
    pokemon_of,
)
from kibitz.games.pokemon.view import unseen_cards
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TRUTH

# The table is drawn in 79 columns: the command line puts a space before it.
WIDTH: Final = 79
BAR: Final = 10
# Where the text of a line begins, after its name.
INDENT: Final = 11
NAME: Final = 14
NOTHING: Final = "-"
TITLES: Final[list[str]] = [card.name.removesuffix(" Energy") for card in CARDS]
STAGES: Final = {
    CHOOSE_ACTIVE: "choosing the first Active Pokémon",
    CHOOSE_BENCH: "choosing the first Bench",
    DRAW: "to draw a card",
    MAIN: "to move",
    END: "to end the turn",
}
# What steps do, in a few words; `{n}` is the amount.
STEP_WORDS: Final = {
    "asleep": "Asleep",
    "confused": "Confused",
    "paralyzed": "Paralyzed",
    "poisoned": "Poisoned",
    "hurt_self": "{n} damage to itself",
    "discard_energy": "discards {n} Energy from it",
    "heal": "removes {n} damage",
    "leech": "may remove {n} damage from itself",
    "shield": "prevents damage next turn",
    "harden": "prevents up to {n} damage next turn",
    "barrier": "prevents damage and effects next turn",
    "lure": "you choose the Defending Pokémon",
    "whirlwind": "they switch",
    "disable": "you choose an attack it cannot use next turn",
    "blind": "its next attack needs heads",
    "bond": "whoever knocks it out next turn is knocked out",
    "change_weakness": "changes its Weakness",
    "change_resistance": "changes its own Resistance",
    "draw": "draws {n}",
    "discard_hand": "discards {n} other cards",
    "discard_all": "discards the hand",
    "search_deck": "takes a card from the deck",
    "shuffle_deck": "",
    "hand_to_deck": "puts {n} other cards into the deck",
    "impostor_oak": "they shuffle the hand into the deck and draw {n}",
    "lass": "both show their hands and shuffle their Trainers into their decks",
    "trade": "exchanges a Pokémon of the hand for one of the deck",
    "look_top": "looks at the top {n} cards and arranges them",
    "retrieve_trainer": "takes a Trainer from the discard pile",
    "retrieve_energy": "takes up to {n} basic Energy from the discard pile",
    "devolve": "takes Evolution cards off it",
    "breed": "evolves it to Stage 2",
    "scoop_up": "takes its Basic card back to the hand",
    "flute": "puts a Basic Pokémon of their discard pile on their Bench",
    "revive": "puts a Basic Pokémon of the discard pile on the Bench, at half its HP",
    "cure": "ends its conditions",
    "heal_all": "heals all your Pokémon; they lose their Energy",
    "attach_self": "",
    "gust": "it becomes their Active Pokémon",
    "switch": "it becomes your Active Pokémon",
    "discard_own_energy": "discards {n} of your Energy",
    "move_damage": "moves 10 damage from it",
    "rain_dance": "attaches a Water Energy to it",
    "energy_burn": "all its Energy is Fire this turn",
    "move_energy": "moves a Grass Energy from it",
    "buzzap": "it is knocked out and becomes Energy",
    "discard_doll": "discards it",
}
# What is printed behind the damage of an attack: what is added, taken off or multiplied.
DAMAGE_MARKS: Final = {PLUS: "+", MINUS: "-", TIMES: "x"}
# Questions whose answers the other player does not see.
SECRETS: Final = ("search_deck", "hand_to_deck", "arrange")
ATTACHED_WORDS: Final = {
    "pluspower": "its attack does 10 more damage this turn",
    "defender": "damage to it is 20 less until the end of their next turn",
}


# The table.


def draw_match(view: Fight) -> str:
    """Draws a match: the other side on top, the viewer's own below."""
    bottom = view.viewer if view.viewer >= 0 else 0
    lines = [headline(view), *question_lines(view), *news_lines(view), ""]
    lines.extend(side_lines(view, 1 - bottom)[::-1])
    lines.append("")
    lines.extend(side_lines(view, bottom))
    lines.extend(hand_lines(view, bottom))
    return "\n".join(lines)


def seat_title(view: Fight, seat: int) -> str:
    """Names a seat."""
    return f"seat {seat} (you)" if seat == view.viewer else f"seat {seat}"


def headline(view: Fight) -> str:
    """Says which turn it is and who must do what, or how the match ended."""
    if view.over:
        won = f"seat {view.winner} wins" if view.winner >= 0 else "nobody wins"
        return f"The match is over after turn {view.turn}: {won} ({view.reason})"
    sudden = "Sudden death, t" if view.board.sudden else "T"
    start = f"{sudden}urn {view.turn}" if view.turn else "Before the first turn"
    if view.stack:
        return f"{start}, {seat_title(view, view.seat)} has to answer"
    return f"{start}, {seat_title(view, view.seat)} {STAGES[view.phase]}"


def question_lines(view: Fight) -> list[str]:
    """Writes what is asked of the seat to move."""
    asked = asked_of(view, view.seat)
    if asked is None:
        return []
    return [(inspect.getdoc(type(asked)) or asked.id).splitlines()[0]]


def news_lines(view: Fight) -> list[str]:
    """Writes the coins of the last move, and before the first turn the hands that were shown."""
    lines: list[str] = []
    coins = view.board.coins
    if coins:
        lines.append(f"Last coins: {coin_words(coins)}")
    if view.turn == 0:
        for seat, *cards in view.board.mulligans:
            start = f"seat {seat} had no Basic Pokémon and drew again: "
            lines.extend(wrapped(start, counted_words(cards), 2))
    return lines


def side_lines(view: Fight, seat: int) -> list[str]:
    """Draws a side from the middle outwards: the Active, the Bench, the piles."""
    lines: list[str] = []
    down = pile(view, FACE_DOWN, seat)
    if down:
        lines.extend(named("face down", counted_words(down)))
    if has_active(view, seat):
        block = pokemon_lines(view, "active", active(view, seat))
        block.extend(printed_lines(active(view, seat)))
        lines.extend(block if seat == max(0, view.viewer) else block[::-1])
    for at, pokemon in enumerate(bench(view, seat), 1):
        block = pokemon_lines(view, f"bench {at}", pokemon)
        lines.extend(block if seat == max(0, view.viewer) else block[::-1])
    piles = wrapped(f"{seat_title(view, seat)}: ", pile_words(view, seat), 2)
    lines.extend(piles if seat == max(0, view.viewer) else piles[::-1])
    return lines


def pile_words(view: Fight, seat: int) -> list[str]:
    """Writes what a seat has besides its Pokémon."""
    words = [
        f"Prizes {len(pile(view, PRIZES, seat))}",
        f"hand {len(pile(view, HAND, seat))}",
        f"deck {len(pile(view, DECK, seat))}",
        f"discard {len(pile(view, DISCARD, seat))}",
    ]
    playing = pile(view, PLAYED, seat)
    if playing:
        words.append(f"playing {TITLES[playing[-1]]}")
    return words


def hand_lines(view: Fight, seat: int) -> list[str]:
    """Writes the viewer's hand, the cards known of the other one, and both discard piles."""
    lines: list[str] = []
    if any(card != UNKNOWN for card in pile(view, HAND, seat)) or seat == view.viewer:
        lines.extend(named("hand", counted_words(pile(view, HAND, seat))))
    shown = [card for card in pile(view, HAND, 1 - seat) if card != UNKNOWN]
    if shown:
        lines.extend(named("their hand", [*counted_words(shown), "..."]))
    for title, owner in (("discard", seat), ("their pile", 1 - seat)):
        if pile(view, DISCARD, owner):
            lines.extend(named(title, counted_words(pile(view, DISCARD, owner))))
    return lines


def pokemon_lines(view: Fight, place: str, pokemon: Pokemon) -> list[str]:
    """Draws a Pokémon: name, HP, Energy, and everything else that is on it."""
    left, most = max(0, pokemon.left()), HP[pokemon.kind]
    filled = (left * BAR + most - 1) // most
    name = TITLES[pokemon.kind]
    start = f"{place:<{INDENT}}{name:<{NAME}} {left:>3}/{most:<3} [{'#' * filled:.<{BAR}}]"
    words = energy_words(pokemon.energy) + state_words(view, pokemon)
    return wrapped(f"{start}  ", words, INDENT + 2) if words else [start]


def energy_words(energy: Sequence[int]) -> list[str]:
    """Writes attached Energy, equal cards once: `2 fire`."""
    return counted([ENERGY_WORDS[each] for each in energy])


def state_words(view: Fight, pokemon: Pokemon) -> list[str]:
    """Writes what is on a Pokémon besides damage and Energy."""
    words = [CONDITIONS[pokemon.condition].upper()] if pokemon.condition else []
    if pokemon.poison:
        words.append("POISONED" if pokemon.poison == 10 else f"POISONED ({pokemon.poison})")
    words += [TITLES[card] for card in pokemon.trainers]
    if pokemon.shield:
        words.append("shielded")
    if pokemon.disabled:
        words.append(f"cannot use {ATTACKS[pokemon.disabled - 1].name}")
    if pokemon.blind_turn:
        words.append("sand in its eyes")
    if pokemon.bond_turn:
        words.append("Destiny Bond")
    if pokemon.since == view.turn and view.turn:
        words.append("new")
    return words


def printed_lines(pokemon: Pokemon) -> list[str]:
    """Writes the attacks of a Pokémon, its Weakness, Resistance and retreat cost."""
    attacks = [printed_attack(ATTACKS[number]) for number in CARD_ATTACKS[pokemon.kind]]
    card = CARDS[pokemon.kind]
    attacks += [f"Power {power.name}" for power in card.powers]
    for word, element in (("weak to", weakness_of(pokemon)), ("resists", resistance_of(pokemon))):
        if element != NO_ELEMENT:
            attacks.append(f"{word} {ELEMENT_NAMES[element]}")
    attacks.append(f"retreat {RETREAT[pokemon.kind]}")
    return wrapped(" " * (INDENT + 2), attacks, INDENT + 2, "; ")


def printed_attack(attack: AttackCard) -> str:
    """Writes an attack as printed: its name, damage and cost in letters."""
    letters = "".join([ELEMENTS[at] * count for at, count in enumerate(attack.cost) if count])
    mark = "".join([DAMAGE_MARKS.get(step.code, "") for step in attack.before])
    damage = f" {attack.damage}{mark}" if attack.damage else ""
    return f"{attack.name} ({letters or '0'}){damage}"


# Lists of words.


def counted(words: Sequence[str]) -> list[str]:
    """Lists equal words once, with their number."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word if n == 1 else f"{n} {word}" for word, n in counts.items()]


def counted_words(cards: Sequence[int]) -> list[str]:
    """Lists cards by name, and last how many are hidden."""
    hidden = len([card for card in cards if card == UNKNOWN])
    words = counted([TITLES[card] for card in cards if card != UNKNOWN])
    return [*words, f"{hidden} hidden"] if hidden else words


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


# What follows a move by itself.


def news_of(before: Fight, after: Fight) -> list[str]:
    """Says what followed a move, as a viewer saw it: coins, knock outs, Prizes, drawn cards."""
    if before == after:  # nothing happened, whatever coins are still on the table
        return []
    found = coin_news(before, after)
    if after.board.sudden > before.board.sudden:
        return [*found, "sudden death: a new match begins, with one Prize each"]
    for seat in (0, 1):
        for pokemon in knocked_out(before, after, seat):
            found.append(f"{owned(after, seat, pokemon)} is knocked out")
    for seat in (0, 1):
        found.extend(prize_news(before, after, seat))
    drawn = taken_cards(before, after)
    if drawn and not before.stack and before.turn > 0:
        found.append(f"you draw {', '.join(counted_words(drawn))}")
    return found


def coin_words(coins: Sequence[int]) -> str:
    """Writes how coins fell."""
    return ", ".join(["heads" if coin else "tails" for coin in coins])


def coin_news(before: Fight, after: Fight) -> list[str]:
    """Says how the coins of the last move fell, and who sleeps on or wakes up by them."""
    coins = after.board.coins
    if not coins:
        return []
    if before.turn == 0 and before.phase == CHOOSE_BENCH:
        chooses = bool(after.stack)
        first = after.seat if chooses else after.board.first
        does = "choose{s} who plays first" if chooses else "play{s} first"
        return [f"the toss: {coin_words(coins)}; {doing(after, first, does)}"]
    found = [f"coins: {coin_words(coins)}" if len(coins) > 1 else f"coin: {coin_words(coins)}"]
    for seat in (0, 1):
        for pokemon in before.rows[seat * 2]:
            left = [each for each in after.rows[seat * 2] if each.serial == pokemon.serial]
            if after.turn > before.turn and pokemon.condition == ASLEEP and left:
                does = "stays asleep" if left[0].condition == ASLEEP else "wakes up"
                found.append(f"{owned(after, seat, left[0])} {does}")
    return found


def knocked_out(before: Fight, after: Fight, seat: int) -> list[Pokemon]:
    """Lists the Pokémon of a seat that have left play for the discard pile.

    What was scooped up has its Basic card in the hand, and a doll can be discarded by its owner.
    """
    gone = Counter(pile(after, DISCARD, seat)) - Counter(pile(before, DISCARD, seat))
    stays = [pokemon.serial for pokemon in pokemon_of(after, seat)]
    found: list[Pokemon] = []
    for pokemon in pokemon_of(before, seat):
        own_choice = IS_DOLL[pokemon.kind] and after.phase == MAIN and after.active == seat
        if pokemon.serial in stays or own_choice:
            continue
        basic = [*pokemon.under, pokemon.kind][0]
        if gone[basic] > 0:
            gone[basic] -= 1
            found.append(pokemon)
    return found


def prize_news(before: Fight, after: Fight, seat: int) -> list[str]:
    """Says how many Prizes a seat has taken, which ones if the viewer sees them, and the rest."""
    left = len(pile(after, PRIZES, seat))
    taken = len(pile(before, PRIZES, seat)) - left
    if taken <= 0 or before.turn == 0:
        return []
    prizes = "a Prize" if taken == 1 else f"{taken} Prizes"
    got = taken_cards(before, after) if seat == after.viewer else []
    which = f" ({', '.join(counted_words(got))})" if got else ""
    return [f"{doing(after, seat, 'take{s}')} {prizes}{which}: {left} left"]


def taken_cards(before: Fight, after: Fight) -> list[int]:
    """Lists the cards that the viewer took from the own deck or Prizes."""
    seat = after.viewer
    if seat < 0:
        return []
    left = Counter(unseen_cards(before, seat)) - Counter(unseen_cards(after, seat))
    return sorted(left.elements())


def doing(view: Fight, seat: int, does: str) -> str:
    """Says that a seat does something; `{s}` is the ending of a verb."""
    if seat == view.viewer:
        return "you " + does.replace("{s}", "")
    name = "the opponent" if view.viewer >= 0 else f"seat {seat}"
    return f"{name} {does.replace('{s}', 's')}"


def owned(view: Fight, seat: int, pokemon: Pokemon) -> str:
    """Names a Pokémon with whose it is."""
    name = TITLES[pokemon.kind]
    if seat == view.viewer:
        return f"your {name}"
    return f"the opponent's {name}" if view.viewer >= 0 else f"{name} of seat {seat}"


# Moves.


def describe_move(view: Fight, move: Move[Fight]) -> str:
    """Says what a move of the seat to decide does: its notation, and what comes of it.

    What the viewer cannot see is not named.
    """
    if is_secret(view, move):
        return f"{move.id}: a card, face down"
    text = move_text(view, view.seat, move)
    return f"{move} ({text})" if text else str(move)


def is_secret(view: Fight, move: Move[Fight]) -> bool:
    """Tells whether a move of the other player names a card that the viewer does not see."""
    if view.viewer in (view.seat, TRUTH):
        return False
    if isinstance(move, (Active, Bench)):
        return view.phase <= CHOOSE_BENCH
    asked = asked_of(view, view.seat)
    return isinstance(move, Choose) and asked is not None and asked.id in SECRETS


def move_text(view: Fight, seat: int, move: Move[Fight]) -> str:
    """Says what comes of a move."""
    if isinstance(move, Attack):
        return attack_move_text(view, seat, move)
    if isinstance(move, (Attach, Evolve)):
        if not is_spot(view, seat, move.spot):
            return ""
        pokemon = at_spot(view, seat, move.spot)
        if isinstance(move, Evolve):
            return evolve_text(pokemon, move.number)
        return attach_text(view, pokemon, move.number)
    if isinstance(move, PlayTrainer):
        return trainer_text(view, seat, move)
    if isinstance(move, UsePower):
        words = step_texts([STEPS[number] for number in ACTIONS[move.action].steps])
        return ", ".join([*target_words(view, seat, move.spot), *words])
    if isinstance(move, (Retreat, Promote)):
        return front_text(view, seat, move)
    return small_text(view, seat, move)


def small_text(view: Fight, seat: int, move: Move[Fight]) -> str:
    """Says what comes of the moves that need few words."""
    if isinstance(move, (Active, Bench)):
        return f"{HP[move.number]} HP" if move.number else ""
    if isinstance(move, Choose) and move.item in SPOTS:
        return ", ".join(target_words(view, seat, SPOTS[move.item]))
    if isinstance(move, Draw):
        left = len(pile(view, DECK, seat))
        return f"{left} cards in the deck" if left else "the deck is empty: you lose"
    if isinstance(move, Done):
        return "choose no more"
    if isinstance(move, End) and view.phase == MAIN:
        return "without an attack"
    return ""


def target_words(view: Fight, seat: int, spot: int) -> list[str]:
    """Names who stands at a spot, with its HP."""
    if spot == NO_SPOT or not is_spot(view, seat, spot):
        return []
    pokemon = at_spot(view, seat, spot)
    return [f"{TITLES[pokemon.kind]} {max(0, pokemon.left())}/{HP[pokemon.kind]}"]


def attack_move_text(view: Fight, seat: int, move: Attack) -> str:
    """Says what an attack of the Active Pokémon does."""
    if not has_active(view, seat) or not has_active(view, 1 - seat):
        return ""
    index = move.index(view, seat)
    if index < 0:
        return ""
    return attack_text(view, seat, ATTACKS[CARD_ATTACKS[active(view, seat).kind][index]])


def attack_text(view: Fight, seat: int, attack: AttackCard) -> str:
    """Says what an attack does now: damage, knock out, and the other steps."""
    words: list[str] = []
    if attack.copies:
        words.append("copies an attack of the Defending Pokémon")
    elif attack.damage or attack.before:
        words.append(damage_text(view, seat, attack))
    words += step_texts(attack.after)
    if attack.pay is not None:
        element = attack.pay.element
        what = "Energy" if element == NO_ELEMENT else f"{ELEMENT_NAMES[element]} Energy"
        words.append(f"costs {attack.pay.amount or 'all'} {what}")
    user = active(view, seat)
    if user.condition == CONFUSED or (user.blind_turn and user.blind_turn == view.turn - 1):
        words.append("fails on tails")
    return ", ".join([word for word in words if word])


def damage_text(view: Fight, seat: int, attack: AttackCard) -> str:
    """Says how much damage an attack does now, and what it leaves."""
    target = active(view, 1 - seat)
    found = forecast(view, seat, attack)
    amounts = sorted({damage for _, damage in found})
    if amounts == [0]:
        return "no damage" if attack.damage else ""
    name, left = TITLES[target.kind], target.left()
    fatal = sum([chance for chance, damage in found if damage >= left])
    if len(amounts) == 1:
        after = "knocks it out" if fatal else f"{left - amounts[0]} HP left"
        return f"{amounts[0]} damage to {name}: {after}"
    mean = sum([chance * damage for chance, damage in found])
    span = f"{amounts[0]} to {amounts[-1]} damage to {name}, {mean:.3g} on average"
    return f"{span}; knocks it out with {fatal:.0%}" if fatal else span


def step_texts(steps: Sequence[Step]) -> list[str]:
    """Says what steps do, and on which side of the coin."""
    found: list[str] = []
    for step in steps:
        text = step_text(step)
        if text and step.coin == IF_HEADS:
            text = f"{text} on heads"
        elif text and step.coin == IF_TAILS:
            text = f"{text} on tails"
        if text:
            found.append(text)
    return found


def step_text(step: Step) -> str:
    """Says what a step does."""
    name = STEP_NAMES[step.code]
    if name == "hurt_bench":
        whose = "both Benches" if step.on == ON_BOTH else "your Bench"
        return f"{step.amount} damage to each on {whose}"
    if name == "heal" and step.amount == 0:
        return "removes all its damage"
    if name == "poisoned" and step.amount > 10:
        return f"Poisoned ({step.amount} a turn)"
    return STEP_WORDS.get(name, name.replace("_", " ")).replace("{n}", str(step.amount))


def attach_text(view: Fight, pokemon: Pokemon, card: int) -> str:
    """Says what Energy a Pokémon has after an attachment, and which attacks that makes ready."""
    counts = units_of(view, pokemon)
    after = [has + more for has, more in zip(counts, PROVIDES[card], strict=True)]
    ready = [
        ATTACKS[number].name
        for number in CARD_ATTACKS[pokemon.kind]
        if pays(after, ATTACKS[number]) and not pays(counts, ATTACKS[number])
    ]
    text = f"{TITLES[pokemon.kind]} then has {cost_words(after)}"
    return f"{text}; enough for {', '.join(ready)}" if ready else text


def pays(units: Sequence[int], attack: AttackCard) -> bool:
    """Tells whether units of Energy pay for an attack."""
    colors = range(len(units) - 1)
    return sum(units) >= attack.size and all(units[at] >= attack.cost[at] for at in colors)


def evolve_text(pokemon: Pokemon, card: int) -> str:
    """Says what a Pokémon becomes."""
    left = HP[card] - pokemon.damage
    return f"{TITLES[pokemon.kind]} becomes {TITLES[card]}, {left}/{HP[card]} HP"


def trainer_text(view: Fight, seat: int, move: PlayTrainer) -> str:
    """Says what a Trainer does."""
    steps = [STEPS[number] for number in ACTIONS[PLAY[move.number]].steps]
    words = target_words(view, seat, move.spot)
    words += step_texts(steps)
    if move.card in ATTACHED_WORDS:
        words.append(ATTACHED_WORDS[move.card])
    return ", ".join(words)


def front_text(view: Fight, seat: int, move: Retreat | Promote) -> str:
    """Says who comes to the front, and what a retreat costs."""
    words = target_words(view, seat, move.spot)
    if isinstance(move, Retreat) and has_active(view, seat):
        pokemon = active(view, seat)
        words.append(f"costs {RETREAT[pokemon.kind]} Energy")
        if pokemon.condition == CONFUSED and view.board.rules.confusion_blocks_retreat:
            words.append("fails on tails")
    return ", ".join(words)
