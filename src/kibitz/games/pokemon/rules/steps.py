"""Steps and questions: how what a card does is carried out, and how it waits for choices.

A step of a card is carried out by the function with its name; the modules of this package add
theirs with `add_steps`. A function that needs a choice calls `ask`. The steps after it wait on the
stack, below the question.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.games.pokemon.cards.catalogue import (
    ATTACKS,
    CARDS,
    ELEMENT_NAMES,
    ELEMENTS,
    NEEDS,
    ON_DEFENDER,
    ON_SELF,
    STEP_NAMES,
    STEPS,
    TRAITS,
    Step,
    as_energy,
)
from kibitz.games.pokemon.state import FOE, MOST_BENCH, Field, Fight, Pokemon

StepRule: TypeAlias = Callable[[Fight, "Run"], None]
# The state and the seat that acts.
Need: TypeAlias = Callable[[Fight, int], bool]
Trait: TypeAlias = Callable[["Target"], bool]

STEP_RULES: Final[list[StepRule | None]] = [None] * len(STEP_NAMES)
NEED_RULES: Final[list[Need | None]] = [None] * len(NEEDS)
TRAIT_RULES: Final[list[Trait | None]] = [None] * len(TRAITS)


def add_steps(rules: Mapping[str, StepRule]) -> None:
    """Adds functions that carry out steps, by name."""
    for name, rule in rules.items():
        STEP_RULES[STEP_NAMES.index(name)] = rule


def add_needs(rules: Mapping[str, Need]) -> None:
    """Adds functions that tell whether a Trainer or Power can be used at all, by name."""
    for name, rule in rules.items():
        NEED_RULES[NEEDS.index(name)] = rule


def add_traits(rules: Mapping[str, Trait]) -> None:
    """Adds functions that tell whether one can be aimed at a Pokémon, by name."""
    for name, rule in rules.items():
        TRAIT_RULES[TRAITS.index(name)] = rule


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
        if self.step.on == ON_SELF:
            return 0
        return FOE if self.step.on == ON_DEFENDER else self.target


class Target:
    """A Pokémon that a Trainer or Power could be aimed at.

    Attributes:
        state: the state.
        seat: the seat that acts.
        pokemon: the Pokémon.
        action: the number of the action.
    """

    def __init__(self, state: Fight, seat: int, pokemon: Pokemon, action: int) -> None:
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

    def resolve(self, state: Fight) -> None:
        """Carries the steps out."""
        run_steps(state, self.seat, self.steps, self.target, self.dealt)


def run_steps(s: Fight, seat: int, steps: tuple[int, ...], target: int, dealt: int) -> None:
    """Carries steps out; those after a question wait below it."""
    if not steps:
        return
    run = Run(seat, STEPS[steps[0]], target, dealt)
    for at in range(len(steps)):
        run.step = STEPS[steps[at]]
        rule = STEP_RULES[run.step.code]
        assert rule is not None, STEP_NAMES[run.step.code]
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
ATTACK_WORDS: Final[list[str]] = list(dict.fromkeys([attack.word for attack in ATTACKS]))
ATTACK_WORD: Final[list[int]] = [ATTACK_WORDS.index(attack.word) for attack in ATTACKS]

SPOT_WORDS: Final[dict[int, str]] = {
    side + at: word + ("active" if at == 0 else f"bench {at}")
    for side, word in ((0, ""), (FOE, "foe "))
    for at in range(MOST_BENCH + 1)
}
ENERGY_WORDS: Final[dict[int, str]] = {
    **{card.number: card.word for card in CARDS[1:]},
    **{
        as_energy(card.number, element): f"{card.word} as {ELEMENT_NAMES[element]}"
        for card in CARDS
        if card.powers and card.powers[0].name == "Buzzap"
        for element in range(len(ELEMENTS) - 1)
    },
}
# For each kind of choice the number that a word means.
READINGS: Final[list[dict[str, int]]] = [
    {word: number for number, word in ENERGY_WORDS.items()},
    {word: spot for spot, word in SPOT_WORDS.items()},
    {word: element for element, word in enumerate(ELEMENT_NAMES)},
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
        return ELEMENT_NAMES[option]
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

    def optional(self, s: Fight) -> bool:
        """Tells whether nothing may be chosen."""
        return False

    def pick(self, s: Fight, option: int) -> None:
        """Goes on with what was chosen; the question is off the stack."""
        raise TypeError(f"{type(self).__name__} does not define pick()")

    def decline(self, s: Fight) -> None:
        """Goes on without a choice."""

    def answer(self, state: Fight, picks: tuple[int, ...]) -> None:
        """Goes on with what was chosen."""
        if picks:
            self.pick(state, picks[0])
        else:
            self.decline(state)


def ask(s: Fight, question: Ask) -> None:
    """Asks a question, unless nothing can be chosen or only one thing."""
    options = question.options(s)
    if len(options) > 1 or (options and (question.optional(s) or s.board.rules.asks_always)):
        s.stack.append(question)
    elif options:
        question.pick(s, options[0])


def unique(cards: list[int]) -> list[int]:
    """Lists the different cards of a sorted list."""
    found: list[int] = []
    last = -1
    for card in cards:
        if card != last:
            found.append(card)
            last = card
    return found


def later_options(cards: list[int], last: int, count: int) -> list[int]:
    """Lists what can be chosen next of sorted cards, if so many are still to be chosen in order."""
    rest = [card for card in cards if card >= last]
    return unique(rest[: max(0, len(rest) - count + 1)])


def next_of(ways: list[tuple[int, ...]], held: tuple[int, ...]) -> list[int]:
    """Lists what can come next in sorted ways that begin with what is held."""
    size = len(held)
    return unique(sorted([way[size] for way in ways if len(way) > size and way[:size] == held]))
