"""Moves in words, and what follows them, as the seat of a view sees it.

Numbers are those of this moment: an attack is described by the damage that it will do to the
Defending Pokémon.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kibitz.games.pokemon import cards, moves, state
from kibitz.games.pokemon.cards import Step
from kibitz.games.pokemon.rules.attacks import forecast
from kibitz.games.pokemon.rules.in_play import units_of
from kibitz.games.pokemon.state import Pokemon, PokemonMove, PokemonState
from kibitz.games.pokemon.view import unseen_cards
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TRUTH


def name_at(s: PokemonState, seat: int, spot: int) -> str:
    """Names a Pokémon as the player in a seat does; with its place where the name is not enough."""
    name = cards.CARDS[state.at_spot(s, seat, spot).kind].name
    owner, place = (seat, spot) if spot < state.FOE else (1 - seat, spot - state.FOE)
    shared = is_shared(s, seat, name)
    if is_shared(s, owner, name, 2):
        name = f"{name} ({f'bench {place}' if place else 'Active'})"
    return f"the opposing {name}" if owner != seat and shared else name


def is_shared(s: PokemonState, seat: int, name: str, least: int = 1) -> bool:
    """Tells whether a seat has at least `least` Pokémon with a name in play."""
    found = 0
    for pokemon in state.pokemon_of(s, seat):
        if cards.CARDS[pokemon.kind].name == name:
            found += 1
    return found >= least


TITLES: Final[list[str]] = [card.name.removesuffix(" Energy") for card in cards.CARDS]
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
# Questions whose answers the other player does not see.
SECRETS: Final = ("search_deck", "hand_to_deck", "arrange")
ATTACHED_WORDS: Final = {
    "pluspower": "its attack does 10 more damage this turn",
    "defender": "damage to it is 20 less until the end of their next turn",
}


# Lists of words.


def counted(words: Sequence[str]) -> list[str]:
    """Lists equal words once, with their number."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word if n == 1 else f"{n} {word}" for word, n in counts.items()]


def counted_words(shown: Sequence[int]) -> list[str]:
    """Lists cards by name, and last how many are hidden."""
    hidden = len([card for card in shown if card == UNKNOWN])
    words = counted([TITLES[card] for card in shown if card != UNKNOWN])
    return [*words, f"{hidden} hidden"] if hidden else words


# What follows a move by itself.


def news_of(before: PokemonState, after: PokemonState) -> list[str]:
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


def coin_news(before: PokemonState, after: PokemonState) -> list[str]:
    """Says how the coins of the last move fell, and who sleeps on or wakes up by them."""
    coins = after.board.coins
    if not coins:
        return []
    if before.turn == 0 and before.phase == state.CHOOSE_BENCH:
        chooses = bool(after.stack)
        first = after.seat if chooses else after.board.first
        does = "choose{s} who plays first" if chooses else "play{s} first"
        return [f"the toss: {coin_words(coins)}; {doing(after, first, does)}"]
    found = [f"coins: {coin_words(coins)}" if len(coins) > 1 else f"coin: {coin_words(coins)}"]
    for seat in (0, 1):
        for pokemon in before.rows[seat * 2]:
            left = [each for each in after.rows[seat * 2] if each.serial == pokemon.serial]
            if after.turn > before.turn and pokemon.condition == state.ASLEEP and left:
                does = "stays asleep" if left[0].condition == state.ASLEEP else "wakes up"
                found.append(f"{owned(after, seat, left[0])} {does}")
    return found


def knocked_out(before: PokemonState, after: PokemonState, seat: int) -> list[Pokemon]:
    """Lists the Pokémon of a seat that have left play for the discard pile.

    What was scooped up has its Basic card in the hand, and a doll can be discarded by its owner.
    """
    gone = Counter(state.pile(after, state.DISCARD, seat)) - Counter(
        state.pile(before, state.DISCARD, seat)
    )
    stays = [pokemon.serial for pokemon in state.pokemon_of(after, seat)]
    found: list[Pokemon] = []
    for pokemon in state.pokemon_of(before, seat):
        own_choice = (
            cards.IS_DOLL[pokemon.kind] and after.phase == state.MAIN and after.active == seat
        )
        if pokemon.serial in stays or own_choice:
            continue
        basic = [*pokemon.under, pokemon.kind][0]
        if gone[basic] > 0:
            gone[basic] -= 1
            found.append(pokemon)
    return found


def prize_news(before: PokemonState, after: PokemonState, seat: int) -> list[str]:
    """Says how many Prizes a seat has taken, which ones if the viewer sees them, and the rest."""
    left = len(state.pile(after, state.PRIZES, seat))
    taken = len(state.pile(before, state.PRIZES, seat)) - left
    if taken <= 0 or before.turn == 0:
        return []
    prizes = "a Prize" if taken == 1 else f"{taken} Prizes"
    got = taken_cards(before, after) if seat == after.viewer else []
    which = f" ({', '.join(counted_words(got))})" if got else ""
    return [f"{doing(after, seat, 'take{s}')} {prizes}{which}: {left} left"]


def taken_cards(before: PokemonState, after: PokemonState) -> list[int]:
    """Lists the cards that the viewer took from the own deck or Prizes."""
    seat = after.viewer
    if seat < 0:
        return []
    left = Counter(unseen_cards(before, seat)) - Counter(unseen_cards(after, seat))
    return sorted(left.elements())


def doing(view: PokemonState, seat: int, does: str) -> str:
    """Says that a seat does something; `{s}` is the ending of a verb."""
    if seat == view.viewer:
        return "you " + does.replace("{s}", "")
    name = "the opponent" if view.viewer >= 0 else f"seat {seat}"
    return f"{name} {does.replace('{s}', 's')}"


def owned(view: PokemonState, seat: int, pokemon: Pokemon) -> str:
    """Names a Pokémon with whose it is."""
    name = TITLES[pokemon.kind]
    if seat == view.viewer:
        return f"your {name}"
    return f"the opponent's {name}" if view.viewer >= 0 else f"{name} of seat {seat}"


# Moves.


def describe_move(view: PokemonState, move: PokemonMove) -> str:
    """Says what a move of the seat to decide does: its notation, and what comes of it.

    What the viewer cannot see is not named.
    """
    if is_secret(view, move):
        return f"{move.id}: a card, face down"
    text = move_text(view, view.seat, move)
    return f"{move} ({text})" if text else str(move)


def is_secret(view: PokemonState, move: PokemonMove) -> bool:
    """Tells whether a move of the other player names a card that the viewer does not see."""
    if view.viewer in (view.seat, TRUTH):
        return False
    if isinstance(move, (moves.Active, moves.Bench)):
        return view.phase <= state.CHOOSE_BENCH
    asked = moves.asked_of(view, view.seat)
    return isinstance(move, moves.Choose) and asked is not None and asked.id in SECRETS


def move_text(view: PokemonState, seat: int, move: PokemonMove) -> str:
    """Says what comes of a move."""
    if isinstance(move, moves.Attack):
        return attack_move_text(view, seat, move)
    if isinstance(move, (moves.Attach, moves.Evolve)):
        if not state.is_spot(view, seat, move.spot):
            return ""
        pokemon = state.at_spot(view, seat, move.spot)
        if isinstance(move, moves.Evolve):
            return evolve_text(pokemon, move.number)
        return attach_text(view, pokemon, move.number)
    if isinstance(move, moves.PlayTrainer):
        return trainer_text(view, seat, move)
    if isinstance(move, moves.UsePower):
        words = step_texts([cards.STEPS[number] for number in cards.ACTIONS[move.action].steps])
        return ", ".join([*target_words(view, seat, move.spot), *words])
    if isinstance(move, (moves.Retreat, moves.Promote)):
        return front_text(view, seat, move)
    return small_text(view, seat, move)


def small_text(view: PokemonState, seat: int, move: PokemonMove) -> str:
    """Says what comes of the moves that need few words."""
    if isinstance(move, (moves.Active, moves.Bench)):
        return f"{cards.HP[move.number]} HP" if move.number else ""
    if isinstance(move, moves.Choose) and move.item in moves.SPOTS:
        return ", ".join(target_words(view, seat, moves.SPOTS[move.item]))
    if isinstance(move, moves.Draw):
        left = len(state.pile(view, state.DECK, seat))
        cards_left = "1 card" if left == 1 else f"{left} cards"
        return f"{cards_left} in the deck" if left else "the deck is empty: you lose"
    if isinstance(move, moves.Done):
        return "choose no more"
    if isinstance(move, moves.End) and view.phase == state.MAIN:
        return "without an attack"
    return ""


def target_words(view: PokemonState, seat: int, spot: int) -> list[str]:
    """Names who stands at a spot, with its HP."""
    if spot == state.NO_SPOT or not state.is_spot(view, seat, spot):
        return []
    pokemon = state.at_spot(view, seat, spot)
    return [f"{TITLES[pokemon.kind]} {max(0, pokemon.left())}/{cards.HP[pokemon.kind]}"]


def attack_move_text(view: PokemonState, seat: int, move: moves.Attack) -> str:
    """Says what an attack of the Active Pokémon does."""
    if not state.has_active(view, seat) or not state.has_active(view, 1 - seat):
        return ""
    index = move.index(view, seat)
    if index < 0:
        return ""
    return attack_text(
        view, seat, cards.ATTACKS[cards.CARD_ATTACKS[state.active(view, seat).kind][index]]
    )


def attack_text(view: PokemonState, seat: int, attack: cards.Attack) -> str:
    """Says what an attack does now: damage, knock out, and the other steps."""
    words: list[str] = []
    if attack.copies:
        words.append("copies an attack of the Defending Pokémon")
    elif attack.damage or attack.before:
        words.append(damage_text(view, seat, attack))
    words += step_texts(attack.after)
    if attack.pay is not None:
        element = attack.pay.element
        what = "Energy" if element == cards.NO_ELEMENT else f"{cards.ELEMENT_NAMES[element]} Energy"
        words.append(f"costs {attack.pay.amount or 'all'} {what}")
    user = state.active(view, seat)
    if user.condition == state.CONFUSED or (user.blind_turn and user.blind_turn == view.turn - 1):
        words.append("fails on tails")
    return ", ".join([word for word in words if word])


def damage_text(view: PokemonState, seat: int, attack: cards.Attack) -> str:
    """Says how much damage an attack does now, and what it leaves."""
    target = state.active(view, 1 - seat)
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
        if text and step.coin == cards.IF_HEADS:
            text = f"{text} on heads"
        elif text and step.coin == cards.IF_TAILS:
            text = f"{text} on tails"
        if text:
            found.append(text)
    return found


def step_text(step: Step) -> str:
    """Says what a step does."""
    name = cards.STEP_NAMES[step.code]
    if name == "hurt_bench":
        whose = "both Benches" if step.on == cards.ON_BOTH else "your Bench"
        return f"{step.amount} damage to each on {whose}"
    if name == "heal" and step.amount == 0:
        return "removes all its damage"
    if name == "poisoned" and step.amount > 10:
        return f"Poisoned ({step.amount} a turn)"
    return STEP_WORDS.get(name, name.replace("_", " ")).replace("{n}", str(step.amount))


def attach_text(view: PokemonState, pokemon: Pokemon, card: int) -> str:
    """Says what Energy a Pokémon has after an attachment, and which attacks that makes ready."""
    counts = units_of(view, pokemon)
    after = [has + more for has, more in zip(counts, cards.PROVIDES[card], strict=True)]
    ready = [
        cards.ATTACKS[number].name
        for number in cards.CARD_ATTACKS[pokemon.kind]
        if pays(after, cards.ATTACKS[number]) and not pays(counts, cards.ATTACKS[number])
    ]
    text = f"{TITLES[pokemon.kind]} then has {moves.cost_words(after)}"
    return f"{text}; enough for {', '.join(ready)}" if ready else text


def pays(units: Sequence[int], attack: cards.Attack) -> bool:
    """Tells whether units of Energy pay for an attack."""
    colors = range(len(units) - 1)
    return sum(units) >= attack.size and all(units[at] >= attack.cost[at] for at in colors)


def evolve_text(pokemon: Pokemon, card: int) -> str:
    """Says what a Pokémon becomes."""
    left = cards.HP[card] - pokemon.damage
    return f"{TITLES[pokemon.kind]} becomes {TITLES[card]}, {left}/{cards.HP[card]} HP"


def trainer_text(view: PokemonState, seat: int, move: moves.PlayTrainer) -> str:
    """Says what a Trainer does."""
    steps = [cards.STEPS[number] for number in cards.ACTIONS[cards.PLAY[move.number]].steps]
    words = target_words(view, seat, move.spot)
    words += step_texts(steps)
    if move.card in ATTACHED_WORDS:
        words.append(ATTACHED_WORDS[move.card])
    return ", ".join(words)


def front_text(view: PokemonState, seat: int, move: moves.Retreat | moves.Promote) -> str:
    """Says who comes to the front, and what a retreat costs."""
    words = target_words(view, seat, move.spot)
    if isinstance(move, moves.Retreat) and state.has_active(view, seat):
        pokemon = state.active(view, seat)
        words.append(f"costs {cards.RETREAT[pokemon.kind]} Energy")
        if pokemon.condition == state.CONFUSED and view.board.rules.confusion_blocks_retreat:
            words.append("fails on tails")
    return ", ".join(words)
