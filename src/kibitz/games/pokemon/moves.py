"""The moves, in the words of the rule book, and the quick list of legal ones.

Moves name cards by what they are and Pokémon by where they stand: `attach fire > bench 2`. Equal
cards give one move. What needs more than one decision asks for the others one by one: the next
moves are `choose` and `done`.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.errors import suggest
from kibitz.core.move import Reject
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.rules import in_play, steps, turn
from kibitz.games.pokemon.rules.attacks import can_attack, can_use, declare
from kibitz.games.pokemon.rules.powers import use_power
from kibitz.games.pokemon.rules.steps import Ask
from kibitz.games.pokemon.rules.trainers import play_trainer
from kibitz.games.pokemon.state import (
    ATTACHED,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    CONDITIONS,
    DRAW,
    END,
    FACE_DOWN,
    FOE,
    HAND,
    MAIN,
    MOST_BENCH,
    NO_SPOT,
    Field,
    Pokemon,
    PokemonMove,
    PokemonState,
    active,
    at_spot,
    bench,
    has_active,
    is_spot,
    pile,
    pokemon_of,
)

# The codes of this game's own refusals.
NOT_IN_HAND: Final = "NOT_IN_HAND"
WRONG_CARD: Final = "WRONG_CARD"
WRONG_TARGET: Final = "WRONG_TARGET"
BENCH_FULL: Final = "BENCH_FULL"
ONCE_PER_TURN: Final = "ONCE_PER_TURN"
CANNOT_EVOLVE: Final = "CANNOT_EVOLVE"
CANNOT_RETREAT: Final = "CANNOT_RETREAT"
CANNOT_ATTACK: Final = "CANNOT_ATTACK"
NOT_ENOUGH_ENERGY: Final = "NOT_ENOUGH_ENERGY"
NOT_POSSIBLE: Final = "NOT_POSSIBLE"
NOT_OFFERED: Final = "NOT_OFFERED"
MUST_CHOOSE: Final = "MUST_CHOOSE"

SPOTS: Final = steps.READINGS[1]
POWER_WORDS: Final[dict[str, int]] = {
    action.word: action.number
    for card in cards.CARDS
    for action in card.powers
    if not action.passive
}
ATTACK_WORDS: Final = steps.READINGS[3]


def read_spot(word: str) -> int:
    """Reads a spot; `NO_SPOT` for an empty word and -2 for anything else."""
    return NO_SPOT if not word else SPOTS.get(word, -2)


def bad_word(what: str, word: str, known: "dict[str, int]") -> list[str]:
    """Says that a word is unknown, with a near match."""
    return [] if word in known else [f"unknown {what} {word!r}; {suggest(word, known)}"]


def bad_spot(word: str) -> list[str]:
    """Says that a word is no place; an empty one stands for no target."""
    return bad_word("place", word, SPOTS) if word else []


def standing(s: PokemonState, seat: int) -> str:
    """Names the Pokémon of a seat with their places, for refusals."""
    own = pokemon_of(s, seat)
    first = 0 if has_active(s, seat) else 1
    words = [
        f"{steps.SPOT_WORDS[first + at]} ({cards.WORDS[each.kind]})" for at, each in enumerate(own)
    ]
    return ", ".join(words) or "none"


def cost_words(units: list[int]) -> str:
    """Writes units of Energy: `fire, 2 colorless`."""
    found = [
        cards.ELEMENT_NAMES[at] if count == 1 else f"{count} {cards.ELEMENT_NAMES[at]}"
        for at, count in enumerate(units)
        if count
    ]
    return ", ".join(found) or "nothing"


class PokeMove(kit.TableMove[Pokemon, Field]):
    """A move of this game; most are made in the main phase."""

    phases: ClassVar[int] = 1 << MAIN
    # Whether it can answer a question, and whether it is made only then.
    replies: ClassVar[bool] = False


class CardMove(PokeMove):
    """A move with a card of the hand."""

    source: ClassVar[str] = "card"
    __match_args__: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = card
        self.number: Final = cards.WORD_NUMBERS.get(card, 0)

    def invalid(self) -> list[str]:
        return bad_word("card", self.card, cards.WORD_NUMBERS)

    def check_card(
        self, s: PokemonState, seat: int, wanted: list[bool], what: str
    ) -> Iterator[Reject]:
        """Refuses a card of another kind, or one that is not in the hand."""
        if not wanted[self.number]:
            yield Reject(WRONG_CARD, f"{self.card} is not {what}")
        elif self.number not in pile(s, HAND, seat):
            text = f"{self.card} is not in the hand"
            held = [cards.WORDS[card] for card in steps.unique(pile(s, HAND, seat)) if wanted[card]]
            yield Reject(NOT_IN_HAND, f"{text}; in it: {', '.join(held)}" if held else text)

    def __str__(self) -> str:
        return f"{self.id} {self.card}"


class AimedMove(CardMove):
    """A move with a card of the hand that is aimed at a Pokémon."""

    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__: ClassVar[tuple[str, ...]] = ("card", "to")

    def __init__(self, card: str, to: str) -> None:
        super().__init__(card)
        self.to: Final = to
        self.spot: Final = read_spot(to)

    def invalid(self) -> list[str]:
        return super().invalid() + bad_spot(self.to)

    def check_spot(self, s: PokemonState, seat: int) -> Iterator[Reject]:
        """Refuses a spot where none of one's own Pokémon stands."""
        if self.spot >= FOE or not is_spot(s, seat, self.spot):
            text = f"you have no Pokémon at {self.to or 'no place'}"
            yield Reject(WRONG_TARGET, f"{text}; you have {standing(s, seat)}")

    def __str__(self) -> str:
        return f"{self.id} {self.card} > {self.to}"


class BenchMove(PokeMove):
    """A move that names a benched Pokémon."""

    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__ = ("to",)

    def __init__(self, to: str) -> None:
        self.to: Final = to
        self.spot: Final = read_spot(to)

    def invalid(self) -> list[str]:
        return bad_word("place", self.to, SPOTS)

    def absent(self, s: PokemonState, seat: int) -> Reject:
        """Says that nothing stands there."""
        text = f"you have no Pokémon at {self.to} of the Bench"
        return Reject(WRONG_TARGET, f"{text}; you have {standing(s, seat)}")


class Active(CardMove):
    """Choose your first Active Pokémon."""

    id: ClassVar[str] = "active"
    name: ClassVar[str] = "Choose the first Active Pokémon"
    phases: ClassVar[int] = 1 << CHOOSE_ACTIVE

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        return iter([Active(cards.WORDS[card]) for card in steps.unique(pile(state, HAND, seat))])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        return self.check_card(state, seat, cards.CAN_BENCH, "a Basic Pokémon")

    def apply(self, state: PokemonState, seat: int) -> None:
        turn.choose_active(state, seat, self.number)


class Bench(CardMove):
    """Put a Basic Pokémon on your Bench."""

    id: ClassVar[str] = "bench"
    name: ClassVar[str] = "Put a Pokémon on the Bench"
    phases: ClassVar[int] = 1 << MAIN | 1 << CHOOSE_BENCH

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        return iter([Bench(cards.WORDS[card]) for card in steps.unique(pile(state, HAND, seat))])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        yield from self.check_card(state, seat, cards.CAN_BENCH, "a Basic Pokémon")
        size = state.board.rules.bench_size
        if bench_count(state, seat) >= size:
            yield Reject(BENCH_FULL, f"the Bench holds {size} Pokémon")
        if cards.IS_DOLL[self.number] and state.phase == MAIN and trainers_used_up(state):
            yield trainer_limit(state)

    def apply(self, state: PokemonState, seat: int) -> None:
        if state.phase == CHOOSE_BENCH:
            turn.choose_bench(state, seat, self.number)
            return
        if cards.IS_DOLL[self.number]:
            state.board.trainers += 1
        in_play.put_on_bench(state, seat, state.take(self.number, HAND, seat))


def bench_count(s: PokemonState, seat: int) -> int:
    """Counts the Pokémon on a Bench, or those chosen for it."""
    if s.phase == CHOOSE_BENCH:
        return len(pile(s, FACE_DOWN, seat)) - 1
    return len(bench(s, seat))


def trainers_used_up(s: PokemonState) -> bool:
    """Tells whether no more Trainers may be played this turn."""
    limit = s.board.rules.trainers_per_turn
    return limit > 0 and s.board.trainers >= limit


def trainer_limit(s: PokemonState) -> Reject:
    """Says that no more Trainers may be played this turn."""
    limit = s.board.rules.trainers_per_turn
    return Reject(ONCE_PER_TURN, f"no more than {limit} Trainers are allowed in a turn")


class Draw(PokeMove):
    """Draw the card of your turn."""

    id: ClassVar[str] = "draw"
    name: ClassVar[str] = "Draw a card"
    phases: ClassVar[int] = 1 << DRAW

    def apply(self, state: PokemonState, seat: int) -> None:
        """Draws; with an empty deck the player loses."""
        turn.draw_card(state, seat)


class Attach(AimedMove):
    """Attach an Energy card, once a turn."""

    id: ClassVar[str] = "attach"
    name: ClassVar[str] = "Attach Energy"

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        held = [card for card in steps.unique(pile(state, HAND, seat)) if cards.IS_ENERGY[card]]
        count = len(pokemon_of(state, seat))
        return iter([ATTACHES[card][spot] for card in held for spot in range(count)])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        yield from self.check_card(state, seat, cards.IS_ENERGY, "an Energy card")
        yield from self.check_spot(state, seat)
        if state.marks & ATTACHED:
            yield Reject(ONCE_PER_TURN, "you may attach one Energy card in a turn")

    def apply(self, state: PokemonState, seat: int) -> None:
        state.marks |= ATTACHED
        state.board.idle = 0
        in_play.attach_energy(at_spot(state, seat, self.spot), state.take(self.number, HAND, seat))


class Evolve(AimedMove):
    """Evolve a Pokémon."""

    id: ClassVar[str] = "evolve"
    name: ClassVar[str] = "Evolve a Pokémon"

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        held = [card for card in steps.unique(pile(state, HAND, seat)) if cards.IS_EVOLUTION[card]]
        count = len(pokemon_of(state, seat))
        return iter([EVOLVES[card][spot] for card in held for spot in range(count)])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        """Refuses what R-10 refuses."""
        yield from self.check_card(state, seat, cards.IS_EVOLUTION, "an Evolution card")
        if self.spot >= FOE or not is_spot(state, seat, self.spot):
            yield from self.check_spot(state, seat)
            return
        pokemon = at_spot(state, seat, self.spot)
        if not in_play.fits(self.number, pokemon):
            base = cards.WORDS[cards.CARDS[self.number].evolves]
            yield Reject(WRONG_TARGET, f"{self.card} evolves from {base}")
        if not in_play.can_evolve(state, pokemon):
            first = state.turn <= 2
            why = (
                "in a player's first turn" if first else "in the turn it came into play or evolved"
            )
            yield Reject(CANNOT_EVOLVE, f"a Pokémon cannot evolve {why}")

    def apply(self, state: PokemonState, seat: int) -> None:
        in_play.evolve(state, seat, self.number, at_spot(state, seat, self.spot))


class PlayTrainer(AimedMove):
    """Play a Trainer."""

    id: ClassVar[str] = "play"
    name: ClassVar[str] = "Play a Trainer"

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        moves: list[PokemonMove] = []
        for card in steps.unique(pile(state, HAND, seat)):
            if cards.IS_TRAINER[card] and cards.PLAY[card] >= 0:
                spots: list[int] = []
                steps.add_targets(state, seat, cards.PLAY[card], spots)
                moves.extend([PLAYS[card][spot + 1] for spot in spots])
        return iter(moves)

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        yield from self.check_card(state, seat, cards.IS_TRAINER, "a Trainer")
        action = cards.PLAY[self.number]
        if action < 0:
            yield Reject(WRONG_CARD, f"{self.card} is not played like this")
            return
        if trainers_used_up(state):
            yield trainer_limit(state)
        if not steps.is_ready(state, seat, action):
            yield Reject(NOT_POSSIBLE, f"{self.card} cannot be played now")
        if not steps.can_aim(state, seat, action, self.spot):
            yield Reject(WRONG_TARGET, f"{self.card} cannot be played on {self.to or 'nothing'}")

    def apply(self, state: PokemonState, seat: int) -> None:
        play_trainer(state, seat, self.number, self.spot)

    def __str__(self) -> str:
        return super().__str__() if self.to else f"play {self.card}"


class UsePower(PokeMove):
    """Use a Pokémon Power."""

    id: ClassVar[str] = "power"
    name: ClassVar[str] = "Use a Pokémon Power"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__ = ("power", "to")

    def __init__(self, power: str, to: str) -> None:
        self.power: Final = power
        self.to: Final = to
        self.action: Final = POWER_WORDS.get(power, -1)
        self.spot: Final = read_spot(to)

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        moves: list[PokemonMove] = []
        for action in powers_in_play(state, seat):
            spots: list[int] = []
            steps.add_targets(state, seat, action, spots)
            moves.extend([POWER_USES[action][spot + 1] for spot in spots])
        return iter(moves)

    def invalid(self) -> list[str]:
        return bad_word("Power", self.power, POWER_WORDS) + bad_spot(self.to)

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        if not steps.has_power(state, seat, self.action):
            yield Reject(NOT_POSSIBLE, f"none of your Pokémon can use {self.power} now")
            return
        if not steps.is_ready(state, seat, self.action):
            yield Reject(NOT_POSSIBLE, f"{self.power} cannot be used now")
        if not steps.can_aim(state, seat, self.action, self.spot):
            yield Reject(WRONG_TARGET, f"{self.power} cannot be used on {self.to or 'nothing'}")

    def apply(self, state: PokemonState, seat: int) -> None:
        use_power(state, seat, self.action, self.spot)

    def __str__(self) -> str:
        return f"power {self.power} > {self.to}" if self.to else f"power {self.power}"


def powers_in_play(s: PokemonState, seat: int) -> list[int]:
    """Lists the different Powers of a seat that are on, as numbers of actions."""
    found: list[int] = []
    for row in (s.rows[seat * 2], s.rows[seat * 2 + 1]):
        for pokemon in row:
            action = cards.POWER[pokemon.kind]
            if action >= 0 and action not in found and steps.has_power(s, seat, action):
                found.append(action)
    return found


class Retreat(BenchMove):
    """Retreat: pay the cost and switch with a benched Pokémon."""

    id: ClassVar[str] = "retreat"
    name: ClassVar[str] = "Retreat"

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        return iter(RETREATS[1 : len(bench(state, seat)) + 1])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        """Refuses what R-15 and R-16 refuse."""
        if not 1 <= self.spot < FOE or not is_spot(state, seat, self.spot):
            yield self.absent(state, seat)
        if not has_active(state, seat):
            return
        problem = turn.retreat_problem(state, seat)
        if problem:
            yield Reject(CANNOT_RETREAT, problem)
        if not turn.can_pay_retreat(active(state, seat)):
            pokemon = active(state, seat)
            cost, units = cards.RETREAT[pokemon.kind], sum(in_play.units_of(state, pokemon))
            text = f"retreating costs {cost} Energy, and {cards.WORDS[pokemon.kind]} has {units}"
            yield Reject(NOT_ENOUGH_ENERGY, text)

    def apply(self, state: PokemonState, seat: int) -> None:
        turn.retreat(state, seat, self.spot - 1)

    def __str__(self) -> str:
        return f"retreat > {self.to}"


class Attack(PokeMove):
    """Attack with your Active Pokémon; this ends your turn."""

    id: ClassVar[str] = "attack"
    name: ClassVar[str] = "Attack"
    __match_args__ = ("attack",)

    def __init__(self, attack: str) -> None:
        self.attack: Final = attack

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        if not has_active(state, seat):
            return iter(())
        return iter([ATTACK_MOVES[n] for n in cards.CARD_ATTACKS[active(state, seat).kind]])

    def invalid(self) -> list[str]:
        return bad_word("attack", self.attack, ATTACK_WORDS)

    def index(self, s: PokemonState, seat: int) -> int:
        """Returns which attack of the Active Pokémon it is; -1 for none."""
        for at, number in enumerate(cards.CARD_ATTACKS[active(s, seat).kind]):
            if cards.ATTACKS[number].word == self.attack:
                return at
        return -1

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        """Refuses an attack that cannot be declared (1.6.1)."""
        if not has_active(state, seat):
            yield Reject(CANNOT_ATTACK, "there is no Active Pokémon")
            return
        index = self.index(state, seat)
        pokemon = active(state, seat)
        if index < 0:
            known = (
                ", ".join([cards.ATTACKS[n].word for n in cards.CARD_ATTACKS[pokemon.kind]])
                or "none"
            )
            text = f"{cards.WORDS[pokemon.kind]} has no attack {self.attack}; it has {known}"
            yield Reject(CANNOT_ATTACK, text)
            return
        if not can_attack(state, seat):
            condition = CONDITIONS[pokemon.condition]
            why = f"it is {condition}" if condition else "not in the first turn"
            yield Reject(CANNOT_ATTACK, f"{cards.WORDS[pokemon.kind]} cannot attack now: {why}")
        number = cards.CARD_ATTACKS[pokemon.kind][index]
        if not in_play.can_pay(state, pokemon, cards.ATTACKS[number]):
            cost, has = (
                cost_words(cards.ATTACKS[number].cost),
                cost_words(in_play.units_of(state, pokemon)),
            )
            text = f"{self.attack} costs {cost}; {cards.WORDS[pokemon.kind]} has {has}"
            yield Reject(NOT_ENOUGH_ENERGY, text)
        elif not can_use(state, seat, number):
            yield Reject(CANNOT_ATTACK, f"{self.attack} cannot be used now")

    def apply(self, state: PokemonState, seat: int) -> None:
        declare(state, seat, self.index(state, seat))

    def __str__(self) -> str:
        return f"attack {self.attack}"


class Choose(PokeMove):
    """Choose what is asked for."""

    id: ClassVar[str] = "choose"
    name: ClassVar[str] = "Choose"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True
    replies: ClassVar[bool] = True
    __match_args__ = ("item",)

    def __init__(self, item: str) -> None:
        self.item: Final = item
        self.readings: Final[list[int]] = [known.get(item, -1) for known in steps.READINGS]

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        asked = asked_of(state, seat)
        if asked is None or isinstance(asked, (turn.TakePrizes, turn.Promotion)):
            return iter(())
        kind = asked.asks()
        return iter([choice(kind, option) for option in asked.options(state)])

    def invalid(self) -> list[str]:
        return [] if max(self.readings) >= 0 else [f"unknown choice {self.item!r}"]

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if asked is None or isinstance(asked, (turn.TakePrizes, turn.Promotion)):
            yield Reject(NOT_OFFERED, "there is nothing to choose")
        elif self.readings[asked.asks()] not in asked.options(state):
            kind = asked.asks()
            known = ", ".join([steps.option_word(kind, option) for option in asked.options(state)])
            yield Reject(NOT_OFFERED, f"{self.item} cannot be chosen; expected {known}")

    def apply(self, state: PokemonState, seat: int) -> None:
        asked = pop_question(state)
        asked.pick(state, self.readings[asked.asks()])

    def __str__(self) -> str:
        return f"choose {self.item}"


def asked_of(s: PokemonState, seat: int) -> Ask | None:
    """Returns the question that a seat must answer now."""
    if not s.stack:
        return None
    top = s.stack[-1]
    return top if isinstance(top, Ask) and top.seat == seat else None


def pop_question(s: PokemonState) -> Ask:
    """Takes the question off the stack."""
    top = s.stack.pop()
    assert isinstance(top, Ask)
    return top


class Done(PokeMove):
    """Choose no more."""

    id: ClassVar[str] = "done"
    name: ClassVar[str] = "Choose no more"
    phases: ClassVar[int] = 1 << CHOOSE_BENCH
    replies: ClassVar[bool] = True

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if asked is not None and not asked.optional(state):
            kind = asked.asks()
            known = ", ".join([steps.option_word(kind, option) for option in asked.options(state)])
            text = "something must be chosen"
            yield Reject(MUST_CHOOSE, f"{text}: {known}" if known else text)

    def apply(self, state: PokemonState, seat: int) -> None:
        if state.stack:
            pop_question(state).decline(state)
        else:
            turn.finish_bench(state, seat)


class Prize(PokeMove):
    """Take a Prize."""

    id: ClassVar[str] = "prize"
    name: ClassVar[str] = "Take a Prize"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True
    replies: ClassVar[bool] = True

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        if not isinstance(asked_of(state, seat), turn.TakePrizes):
            yield Reject(NOT_OFFERED, "there is no Prize to take")

    def apply(self, state: PokemonState, seat: int) -> None:
        pop_question(state).decline(state)


class Promote(BenchMove):
    """Make a benched Pokémon your Active one."""

    id: ClassVar[str] = "promote"
    name: ClassVar[str] = "Promote a Pokémon"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True
    replies: ClassVar[bool] = True

    @classmethod
    def enumerate(cls, state: PokemonState, seat: int) -> Iterator[PokemonMove]:
        return iter(PROMOTES[1 : len(bench(state, seat)) + 1])

    def check(self, state: PokemonState, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if not isinstance(asked, turn.Promotion):
            yield Reject(NOT_OFFERED, "there is no Pokémon to promote")
        elif self.spot not in asked.options(state):
            yield self.absent(state, seat)

    def apply(self, state: PokemonState, seat: int) -> None:
        pop_question(state).pick(state, self.spot)

    def __str__(self) -> str:
        return f"promote {self.to}"


class End(PokeMove):
    """End your turn."""

    id: ClassVar[str] = "end"
    name: ClassVar[str] = "End the turn"
    phases: ClassVar[int] = 1 << MAIN | 1 << END

    def apply(self, state: PokemonState, seat: int) -> None:
        turn.end_turn(state)


KINDS: Final[list[type[PokemonMove]]] = [
    *(Active, Bench, Draw, Attach, Evolve, PlayTrainer, UsePower, Retreat, Attack),
    *(Choose, Done, Prize, Promote, End),
    kit.Concede,
]


# The quick list of legal moves. Moves are values, so one object of each serves every match.

OWN_SPOTS: Final = [steps.SPOT_WORDS[spot] for spot in range(MOST_BENCH + 1)]
ACTIVES: Final[list[PokemonMove]] = [Active(word) for word in cards.WORDS]
BENCHES: Final[list[PokemonMove]] = [Bench(word) for word in cards.WORDS]
ATTACHES: Final[list[list[PokemonMove]]] = [
    [Attach(cards.WORDS[card], word) for word in OWN_SPOTS] if cards.IS_ENERGY[card] else []
    for card in range(cards.COUNT)
]
EVOLVES: Final[list[list[PokemonMove]]] = [
    [Evolve(cards.WORDS[card], word) for word in OWN_SPOTS] if cards.IS_EVOLUTION[card] else []
    for card in range(cards.COUNT)
]
# By spot plus 1: the first one has no target.
ALL_SPOTS: Final = [steps.SPOT_WORDS.get(spot, "") for spot in range(-1, FOE + MOST_BENCH + 1)]
PLAYS: Final[list[list[PokemonMove]]] = [
    [PlayTrainer(cards.WORDS[card], word) for word in ALL_SPOTS] if cards.PLAY[card] >= 0 else []
    for card in range(cards.COUNT)
]
POWER_USES: Final[list[list[PokemonMove]]] = [
    [UsePower(action.word, word) for word in ALL_SPOTS] if action.word in POWER_WORDS else []
    for action in cards.ACTIONS
]
RETREATS: Final[list[PokemonMove]] = [Retreat(word) for word in OWN_SPOTS]
PROMOTES: Final[list[PokemonMove]] = [Promote(word) for word in OWN_SPOTS]
ATTACK_MOVES: Final[list[PokemonMove]] = [Attack(attack.word) for attack in cards.ATTACKS]
DRAW_MOVE: Final = Draw()
DONE_MOVE: Final = Done()
PRIZE_MOVE: Final = Prize()
END_MOVE: Final = End()
CHOICES: Final[list[dict[int, PokemonMove]]] = [{} for _ in steps.READINGS]


def choice(kind: int, option: int) -> PokemonMove:
    """Returns the move that chooses an option."""
    made = CHOICES[kind].get(option)
    if made is None:
        made = Choose(steps.option_word(kind, option))
        CHOICES[kind][option] = made
    return made


def list_moves(s: PokemonState) -> list[PokemonMove]:
    """Lists the legal moves."""
    moves: list[PokemonMove] = []
    if s.over:
        return moves
    seat = s.seat
    phase = s.phase
    if s.stack:
        list_answers(s, moves)
    elif phase == MAIN:
        list_main(s, seat, moves)
    elif phase == DRAW:
        moves.append(DRAW_MOVE)
    elif phase == END:
        moves.append(END_MOVE)
    else:
        list_setup(s, seat, moves)
    return moves


def list_answers(s: PokemonState, moves: list[PokemonMove]) -> None:
    """Adds the answers to a question."""
    asked = asked_of(s, s.seat)
    assert asked is not None
    if isinstance(asked, turn.TakePrizes):
        moves.append(PRIZE_MOVE)
    elif isinstance(asked, turn.Promotion):
        for spot in asked.options(s):
            moves.append(PROMOTES[spot])
    else:
        kind = asked.asks()
        for option in asked.options(s):
            moves.append(choice(kind, option))
        if asked.optional(s):
            moves.append(DONE_MOVE)


def list_setup(s: PokemonState, seat: int, moves: list[PokemonMove]) -> None:
    """Adds the choices before the first turn."""
    hand = steps.unique(pile(s, HAND, seat))
    if s.phase == CHOOSE_ACTIVE:
        moves.extend([ACTIVES[card] for card in hand if cards.CAN_BENCH[card]])
        return
    if bench_count(s, seat) < s.board.rules.bench_size:
        moves.extend([BENCHES[card] for card in hand if cards.CAN_BENCH[card]])
    moves.append(DONE_MOVE)


def list_main(s: PokemonState, seat: int, moves: list[PokemonMove]) -> None:
    """Adds the moves of the main phase, in the order of the kinds."""
    hand = steps.unique(pile(s, HAND, seat))
    benched = len(s.rows[seat * 2 + 1])
    limited = trainers_used_up(s)
    if benched < s.board.rules.bench_size:
        list_benchings(hand, limited, moves)
    if not s.marks & ATTACHED:
        list_attachments(hand, benched, moves)
    if s.turn > in_play.FIRST_TURNS:
        list_evolutions(s, seat, hand, moves)
    if not limited:
        list_trainers(s, seat, hand, moves)
    list_powers(s, seat, moves)
    if benched and turn.can_pay_retreat(active(s, seat)) and not turn.retreat_problem(s, seat):
        for spot in range(1, benched + 1):
            moves.append(RETREATS[spot])
    list_attacks(s, seat, moves)
    moves.append(END_MOVE)


def list_benchings(hand: list[int], limited: bool, moves: list[PokemonMove]) -> None:
    """Adds the Basic Pokémon for the Bench; a doll counts as a Trainer, too."""
    for card in hand:
        if cards.CAN_BENCH[card] and not (limited and cards.IS_DOLL[card]):
            moves.append(BENCHES[card])


def list_attachments(hand: list[int], benched: int, moves: list[PokemonMove]) -> None:
    """Adds the attachments of Energy cards."""
    for card in hand:
        if cards.IS_ENERGY[card]:
            found = ATTACHES[card]
            for spot in range(benched + 1):
                moves.append(found[spot])


def list_evolutions(s: PokemonState, seat: int, hand: list[int], moves: list[PokemonMove]) -> None:
    """Adds the evolutions of Pokémon that were in play before this turn."""
    own: list[Pokemon] = []
    for card in hand:
        if not cards.IS_EVOLUTION[card]:
            continue
        own = own or pokemon_of(s, seat)
        for spot in range(len(own)):
            if in_play.fits(card, own[spot]) and own[spot].since < s.turn:
                moves.append(EVOLVES[card][spot])


def list_trainers(s: PokemonState, seat: int, hand: list[int], moves: list[PokemonMove]) -> None:
    """Adds the Trainers."""
    for card in hand:
        action = cards.PLAY[card]
        if action >= 0 and steps.is_ready(s, seat, action):
            spots: list[int] = []
            steps.add_targets(s, seat, action, spots)
            for spot in spots:
                moves.append(PLAYS[card][spot + 1])


def list_powers(s: PokemonState, seat: int, moves: list[PokemonMove]) -> None:
    """Adds the uses of Powers."""
    for row in (s.rows[seat * 2], s.rows[seat * 2 + 1]):
        for pokemon in row:
            if cards.POWER[pokemon.kind] >= 0:
                add_powers(s, seat, moves)
                return


def add_powers(s: PokemonState, seat: int, moves: list[PokemonMove]) -> None:
    """Adds the uses of Powers where there are some in play."""
    for action in powers_in_play(s, seat):
        if steps.is_ready(s, seat, action):
            spots: list[int] = []
            steps.add_targets(s, seat, action, spots)
            for spot in spots:
                moves.append(POWER_USES[action][spot + 1])


def list_attacks(s: PokemonState, seat: int, moves: list[PokemonMove]) -> None:
    """Adds the attacks of the Active Pokémon."""
    if can_attack(s, seat):
        for number in cards.CARD_ATTACKS[active(s, seat).kind]:
            if can_use(s, seat, number):
                moves.append(ATTACK_MOVES[number])
