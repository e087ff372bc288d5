"""What cards do, step by step, how they wait for choices, and what of it is implemented.

A step of a card is carried out by the function with its name; the modules of this package add
theirs with `add_steps`. A function that needs a choice calls `ask`. The steps after it wait on the
stack, below the question.

An attack, Power or Trainer is implemented if there is a function for each of its steps and for all
that it needs. A card is, if all of that is true of it. An option of the rules is, if the code
reads it; the code is read as text, so this works where the sources are installed, as they always
are.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.cards import Action, Attack, Card, Step
from kibitz.games.pokemon.rules.in_play import power_works
from kibitz.games.pokemon.state import (
    BENCH,
    FOE,
    HEALTHY,
    MOST_BENCH,
    NO_SPOT,
    Field,
    Pokemon,
    PokemonState,
    RuleSet,
    at_spot,
    bench,
    has_active,
    is_spot,
)

StepRule: TypeAlias = Callable[[PokemonState, "Run"], None]
# The state and the seat that acts.
Need: TypeAlias = Callable[[PokemonState, int], bool]
Trait: TypeAlias = Callable[["Target"], bool]

STEP_RULES: Final[list[StepRule | None]] = [None] * len(cards.STEP_NAMES)
NEED_RULES: Final[list[Need | None]] = [None] * len(cards.NEEDS)
TRAIT_RULES: Final[list[Trait | None]] = [None] * len(cards.TRAITS)


def add_steps(*rules: StepRule) -> None:
    """Adds functions that carry out the steps of their names."""
    for rule in rules:
        STEP_RULES[cards.STEP_NAMES.index(rule.__name__)] = rule


def add_needs(rules: Mapping[str, Need]) -> None:
    """Adds functions that tell whether a Trainer or Power can be used at all, by name."""
    for name, rule in rules.items():
        NEED_RULES[cards.NEEDS.index(name)] = rule


def add_traits(rules: Mapping[str, Trait]) -> None:
    """Adds functions that tell whether one can be aimed at a Pokémon, by name."""
    for name, rule in rules.items():
        TRAIT_RULES[cards.TRAITS.index(name)] = rule


class Run:
    """A card that is being carried out.

    Attributes:
        seat: the seat that acts.
        step: the step that is carried out.
        target: the spot that the card was aimed at; the Defending Pokémon of an attack.
        dealt: the damage that was dealt; -1 for what is not an attack.
    """

    def __init__(self, seat: int, step: Step, target: int, dealt: int) -> None:
        self.seat: Final = seat
        self.step = step
        self.target: Final = target
        self.dealt: Final = dealt

    def spot(self) -> int:
        """Returns the spot that the step concerns."""
        if self.step.on == cards.ON_SELF:
            return 0
        return FOE if self.step.on == cards.ON_DEFENDER else self.target


class Target:
    """A Pokémon that a Trainer or Power could be aimed at.

    Attributes:
        state: the state.
        seat: the seat that acts.
        pokemon: the Pokémon.
        action: the number of the action.
    """

    def __init__(self, state: PokemonState, seat: int, pokemon: Pokemon, action: int) -> None:
        self.state: Final = state
        self.seat: Final = seat
        self.pokemon: Final = pokemon
        self.action: Final = action


class Steps(kit.Effect[Pokemon, Field]):
    """Goes on with the steps of a card."""

    id: ClassVar[str] = "steps"
    __match_args__ = ("seat", "steps", "target", "dealt")

    def __init__(self, seat: int, steps: tuple[int, ...], target: int, dealt: int) -> None:
        self.seat: Final = seat
        self.steps: Final = steps
        self.target: Final = target
        self.dealt: Final = dealt

    def resolve(self, state: PokemonState) -> None:
        run_steps(state, self.seat, self.steps, self.target, self.dealt)


def run_steps(s: PokemonState, seat: int, steps: tuple[int, ...], target: int, dealt: int) -> None:
    """Carries steps out; those after a question wait below it."""
    if not steps:
        return
    run = Run(seat, cards.STEPS[steps[0]], target, dealt)
    for at in range(len(steps)):
        run.step = cards.STEPS[steps[at]]
        rule = STEP_RULES[run.step.code]
        assert rule is not None, cards.STEP_NAMES[run.step.code]
        depth = len(s.stack)
        rule(s, run)
        if len(s.stack) > depth:
            if at + 1 < len(steps):
                s.stack.insert(depth, Steps(seat, steps[at + 1 :], target, dealt))
            return


# Questions.

# What is chosen.
A_CARD: Final = 0
A_SPOT: Final = 1
AN_ELEMENT: Final = 2
AN_ATTACK: Final = 3
A_WORD: Final = 4

ANSWER_WORDS: Final = ("heal", "first", "second")
HEAL: Final = 0
GO_FIRST: Final = 1
GO_SECOND: Final = 2

# One word for all attacks with one name.
ATTACK_WORDS: Final[list[str]] = list(dict.fromkeys([attack.word for attack in cards.ATTACKS]))
ATTACK_WORD: Final[list[int]] = [ATTACK_WORDS.index(attack.word) for attack in cards.ATTACKS]

SPOT_WORDS: Final[dict[int, str]] = {
    side + at: word + ("active" if at == 0 else f"bench {at}")
    for side, word in ((0, ""), (FOE, "foe "))
    for at in range(MOST_BENCH + 1)
}
ENERGY_WORDS: Final[dict[int, str]] = {
    **{card.number: card.word for card in cards.CARDS[1:]},
    **{
        cards.as_energy(card.number, element): f"{card.word} as {cards.ELEMENT_NAMES[element]}"
        for card in cards.CARDS
        if card.powers and card.powers[0].name == "Buzzap"
        for element in range(len(cards.ELEMENTS) - 1)
    },
}
# For each kind of choice the number that a word means.
READINGS: Final[list[dict[str, int]]] = [
    {word: number for number, word in ENERGY_WORDS.items()},
    {word: spot for spot, word in SPOT_WORDS.items()},
    {word: element for element, word in enumerate(cards.ELEMENT_NAMES)},
    {word: number for number, word in enumerate(ATTACK_WORDS)},
    {word: number for number, word in enumerate(ANSWER_WORDS)},
]


def option_word(kind: int, option: int) -> str:
    """Writes what can be chosen."""
    if kind == A_CARD:
        return ENERGY_WORDS[option]
    if kind == A_SPOT:
        return SPOT_WORDS[option]
    if kind == AN_ELEMENT:
        return cards.ELEMENT_NAMES[option]
    return ATTACK_WORDS[option] if kind == AN_ATTACK else ANSWER_WORDS[option]


class Ask(kit.Question[Pokemon, Field]):
    """A question that is answered with one thing, or where it is optional with none.

    Several things are several questions; a later one asks for cards that come no earlier in the
    order of cards, so that the same cards are not chosen in two ways.
    """

    kind: ClassVar[str] = "number"

    def asks(self) -> int:
        """Returns what is chosen: `A_CARD`, `A_SPOT` and so on."""
        return A_CARD

    def optional(self, s: PokemonState) -> bool:
        """Tells whether nothing may be chosen."""
        return False

    def pick(self, s: PokemonState, option: int) -> None:
        """Goes on with what was chosen; the question is off the stack."""
        raise TypeError(f"{type(self).__name__} does not define pick()")

    def decline(self, s: PokemonState) -> None:
        """Goes on without a choice."""

    def answer(self, state: PokemonState, picks: tuple[int, ...]) -> None:
        """Goes on with what was chosen."""
        if picks:
            self.pick(state, picks[0])
        else:
            self.decline(state)


class SpotAsk(Ask):
    """A question about the Pokémon at a spot."""

    __match_args__ = ("seat", "spot")

    def __init__(self, seat: int, spot: int) -> None:
        super().__init__(seat)
        self.spot: Final = spot


def ask(s: PokemonState, question: Ask) -> None:
    """Asks a question, unless nothing can be chosen or only one thing."""
    options = question.options(s)
    if len(options) > 1 or (options and (question.optional(s) or s.board.rules.asks_always)):
        s.stack.append(question)
    elif options:
        question.pick(s, options[0])


def unique(ordered: list[int]) -> list[int]:
    """Lists the different cards of a sorted list."""
    found: list[int] = []
    last = -1
    for card in ordered:
        if card != last:
            found.append(card)
            last = card
    return found


def later_options(ordered: list[int], last: int, count: int) -> list[int]:
    """Lists the next choices if `count` of some sorted cards are still to be chosen, in order."""
    rest = [card for card in ordered if card >= last]
    return unique(rest[: max(0, len(rest) - count + 1)])


def next_of(ways: list[tuple[int, ...]], held: tuple[int, ...]) -> list[int]:
    """Lists the cards that follow those held, in the ways that begin with them."""
    size = len(held)
    return unique(sorted([way[size] for way in ways if len(way) > size and way[:size] == held]))


# Whether a Trainer or a Power can be used, and at what it can be aimed.


def is_complete(action: Action) -> bool:
    """Tells whether everything an action does is implemented."""
    return (
        all(STEP_RULES[cards.STEPS[number].code] is not None for number in action.steps)
        and all(NEED_RULES[need] is not None for need in action.needs)
        and all(TRAIT_RULES[trait] is not None for trait in action.traits)
    )


def is_ready(s: PokemonState, seat: int, number: int) -> bool:
    """Tells whether what an action needs besides a target is there."""
    for need in cards.ACTIONS[number].needs:
        rule = NEED_RULES[need]
        if rule is None or not rule(s, seat):
            return False
    return True


def first_spot(action: Action) -> int:
    """Returns the first spot that an action could be aimed at."""
    if action.aim == cards.AT_OWN_BENCH:
        return 1
    if action.aim == cards.AT_FOE:
        return FOE
    return FOE + 1 if action.aim == cards.AT_FOE_BENCH else 0


def add_targets(s: PokemonState, seat: int, number: int, found: list[int]) -> None:
    """Adds the spots that an action can be aimed at; `NO_SPOT` for one without a target."""
    action = cards.ACTIONS[number]
    if action.aim == cards.AT_NOTHING:
        found.append(NO_SPOT)
        return
    first = first_spot(action)
    side = seat if first < FOE else 1 - seat
    last = first if action.aim == cards.AT_OWN_ACTIVE else first - first % FOE + len(bench(s, side))
    for spot in range(first, last + 1):
        if is_spot(s, seat, spot) and has_traits(s, seat, number, spot):
            found.append(spot)


def can_aim(s: PokemonState, seat: int, number: int, spot: int) -> bool:
    """Tells whether an action can be aimed at a spot, or at nothing."""
    action = cards.ACTIONS[number]
    if action.aim == cards.AT_NOTHING or spot == NO_SPOT:
        return action.aim == cards.AT_NOTHING and spot == NO_SPOT
    first = first_spot(action)
    if spot < first or spot // FOE != first // FOE or not is_spot(s, seat, spot):
        return False
    if action.aim == cards.AT_OWN_ACTIVE and spot != 0:
        return False
    return has_traits(s, seat, number, spot)


def has_traits(s: PokemonState, seat: int, number: int, spot: int) -> bool:
    """Tells whether what must hold for a target holds for the Pokémon at a spot."""
    traits = cards.ACTIONS[number].traits
    if not traits:
        return True
    target = Target(s, seat, at_spot(s, seat, spot), number)
    for trait in traits:
        rule = TRAIT_RULES[trait]
        if rule is None or not rule(target):
            return False
    return True


def has_power(s: PokemonState, seat: int, number: int) -> bool:
    """Tells whether a Pokémon of a seat has a Power that is on."""
    if has_active(s, seat):
        pokemon = s.rows[seat * 2][0]
        if cards.POWER[pokemon.kind] == number and power_works(pokemon):
            return True
    return any(cards.POWER[pokemon.kind] == number for pokemon in s.rows[seat * 2 + BENCH])


# Traits.


def is_damaged(target: Target) -> bool:
    """Tells whether a Pokémon has damage."""
    return target.pokemon.damage > 0


def has_energy(target: Target) -> bool:
    """Tells whether Energy is attached to a Pokémon."""
    return len(target.pokemon.energy) > 0


def has_condition(target: Target) -> bool:
    """Tells whether a Pokémon has a special condition."""
    return target.pokemon.condition != HEALTHY or target.pokemon.poison > 0


def is_water(target: Target) -> bool:
    """Tells whether a Pokémon is a Water Pokémon."""
    return cards.ELEMENT[target.pokemon.kind] == cards.WATER and cards.HP[target.pokemon.kind] > 0


def has_this_power(target: Target) -> bool:
    """Tells whether it is this Pokémon's own Power, and on."""
    return cards.POWER[target.pokemon.kind] == target.action and power_works(target.pokemon)


add_traits(
    {
        "damage": is_damaged,
        "energy": has_energy,
        "condition": has_condition,
        "water": is_water,
        "power": has_this_power,
    }
)


# What is implemented.

SETS: Final = {"base1": "Base Set"}
# The option has another name than the field of the rules.
OPTION_NAMES: Final = {"winner_chooses": "coin_toss"}


def coverage_of() -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented."""
    found: dict[str, dict[str, bool]] = {}
    for card in cards.CARDS[1:]:
        section = SETS[card.code.partition("-")[0]]
        found.setdefault(section, {})[f"{card.name} ({card.code})"] = has_card(card)
    text = "\n".join(sources(files("kibitz.games.pokemon")))
    return {
        **found,
        "attacks": {
            f"{card.name}: {attack.name}": has_attack(attack)
            for card in cards.CARDS
            for attack in card.attacks
        },
        "powers": {power.name: is_complete(power) for card in cards.CARDS for power in card.powers},
        "trainers": {play.name: is_complete(play) for card in cards.CARDS for play in card.plays},
        "options": {
            OPTION_NAMES.get(name, name): re.search(rf"\brules\.{name}\b", text) is not None
            for name in RuleSet.__match_args__
        },
    }


def has_attack(attack: Attack) -> bool:
    """Tells whether every step of an attack is carried out; those before the damage always are."""
    return all(STEP_RULES[step.code] is not None for step in attack.after)


def has_card(card: Card) -> bool:
    """Tells whether everything on a card is implemented."""
    actions = [*card.plays, *card.powers]
    return all(map(has_attack, card.attacks)) and all(map(is_complete, actions))


def sources(folder: Traversable) -> Iterator[str]:
    """Returns the texts of all modules of this game but this one."""
    for place in folder.iterdir():
        if place.is_dir():
            yield from sources(place)
        elif place.name.endswith(".py") and place.name != "coverage.py":
            yield place.read_text(encoding="utf-8")
