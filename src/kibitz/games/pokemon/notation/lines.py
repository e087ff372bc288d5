"""Lines: an action as the moves of the game that it stands for, the first one and the answers.

An action names all choices at once, the game asks for them one by one. A line plays an action on a
copy of the match: it looks up each answer in the action, or tries all answers to list the actions
that are legal, or takes the answers from moves. What is legal is decided by the moves alone.
"""

from collections.abc import Mapping
from typing import Final

from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.pokemon.cards.catalogue import (
    ACTIONS,
    CARD_ATTACKS,
    PLAY,
    POWER,
    STAGE,
    STEP_NAMES,
    STEPS,
)
from kibitz.games.pokemon.moves import (
    DONE_MOVE,
    Attack,
    PlayTrainer,
    Retreat,
    UsePower,
    asked_of,
    choice,
)
from kibitz.games.pokemon.notation.actions import (
    A_FLAG,
    A_POSITION,
    A_STAGE,
    A_TYPE,
    AN_ID,
    AN_INDEX,
    ANSWERS,
    ATTACK_CHOICES,
    ATTACK_PAYMENT,
    ELEMENT_TYPES,
    ENERGY,
    IDS,
    PAYMENT,
    STAGES,
    THEIR_DISCARD,
    ActionValidationError,
    FieldSpec,
    RefusedError,
    position_word,
    power_fields,
    power_target,
    refuse,
    trainer_fields,
    trainer_target,
)
from kibitz.games.pokemon.notation.instances import ENERGY as ATTACHED
from kibitz.games.pokemon.notation.instances import Item, Ledger, on_pokemon
from kibitz.games.pokemon.rules.attacks import DiscardEnergy, Metronome, PayEnergy, Switching
from kibitz.games.pokemon.rules.in_play import power_works
from kibitz.games.pokemon.rules.knockouts import Promotion, TakePrizes
from kibitz.games.pokemon.rules.setup import GoFirst
from kibitz.games.pokemon.rules.steps import ATTACK_WORD, Ask
from kibitz.games.pokemon.state import (
    DECK,
    DISCARD,
    FOE,
    HAND,
    Fight,
    active,
    at_spot,
    pile,
    pokemon_of,
)

# Coins of a copy on which an action is checked: heads, so that nothing fails and all is asked. The
# real coins must not show in what is legal.
HEADS: Final = [1] * 64
# What an attack can be given besides its cost stands under this name.
UNDER: Final = "choices."


class Pick:
    """One choice of an action.

    Attributes:
        path: the field, such as `choices.benchPosition`.
        spec: what the field holds.
        value: what is chosen, as in JSON; None for nothing more.
        move: the move of the game.
    """

    def __init__(self, path: str, spec: FieldSpec, value: Json, move: Move[Fight]) -> None:
        self.path: Final = path
        self.spec: Final = spec
        self.value: Final = value
        self.move: Final = move


class Line:
    """An action on a copy of a match, played as far as its choices are known.

    Attributes:
        game: the game.
        s: the copy, which the line changes.
        ledger: the ids before the action; the line does not change them.
        seat: who acts.
        card: the id of the card that is played; empty for none.
        first: the first move.
        specs: the fields that answer questions, in the order in which they are asked.
        picks: the choices so far.
        coins: how coins fell; 1 is heads.
        strict: whether to stop before a choice among cards that could not be known.
    """

    def __init__(
        self,
        game: Game[Fight, Fight],
        s: Fight,
        ledger: Ledger,
        seat: int,
        card: str,
        first: Move[Fight],
        specs: list[FieldSpec],
        picks: list[Pick],
        coins: list[int],
        strict: bool,
    ) -> None:
        self.game: Final = game
        self.s: Final = s
        self.ledger: Final = ledger
        self.seat: Final = seat
        self.card: Final = card
        self.first: Final = first
        self.specs: Final = specs
        self.picks: Final = picks
        self.coins: Final = coins
        self.strict = strict

    def branch(self) -> "Line":
        """Returns an independent copy."""
        return Line(
            self.game,
            self.s.clone(),
            self.ledger,
            self.seat,
            self.card,
            self.first,
            self.specs,
            self.picks[:],
            self.coins[:],
            self.strict,
        )

    def play(self, move: Move[Fight]) -> None:
        """Plays a move that is legal."""
        self.game.play(self.s, move, self.seat)
        self.coins.extend(self.s.board.coins)

    def choose(self, pick: Pick) -> None:
        """Makes a choice."""
        self.picks.append(pick)
        self.play(pick.move)

    # What is asked, and which field answers it.

    def asked(self) -> Ask | None:
        """Returns the question that this action must answer; None if it is at its end."""
        asked = asked_of(self.s, self.seat)
        if asked is None or is_outside(asked):
            return None
        if self.strict and self.spec(asked).unseen:
            return None
        return asked

    def spec(self, asked: Ask) -> FieldSpec:
        """Returns the field that answers a question."""
        if isinstance(self.first, Attack):
            return ATTACK_PAYMENT if isinstance(asked, PayEnergy) else ATTACK_CHOICES[asked.id]
        for spec in self.specs:
            if spec.card == 0 and ANSWERS[spec.holds] == asked.asks() and self.has_room(spec):
                return spec
        raise TypeError(f"no field answers the question {asked.id}")

    def has_room(self, spec: FieldSpec) -> bool:
        """Tells whether a field can still answer a question."""
        mine = [pick for pick in self.picks if pick.spec is spec]
        return len(mine) < spec.most and all(pick.move is not DONE_MOVE for pick in mine)

    def path(self, asked: Ask) -> str:
        """Returns the path of the field that answers a question."""
        spec = self.spec(asked)
        if not isinstance(self.first, Attack) or spec is ATTACK_PAYMENT:
            return spec.name
        copied = [pick for pick in self.picks if pick.spec is ATTACK_CHOICES[Metronome.id]]
        return UNDER * (len(copied) + 1) + spec.name

    # Values and options.

    def items(self, asked: Ask, spec: FieldSpec) -> list[Item]:
        """Lists the cards that a question is about, in the order of their ids."""
        if spec.place == ENERGY:
            spot = asked.spot if isinstance(asked, DiscardEnergy) else 0
            return attached_items(self.s, self.ledger, self.seat, spot)
        if spec.place == THEIR_DISCARD:
            return self.ledger.items(1 - self.seat, DISCARD)
        found = self.ledger.items(self.seat, spec.place)
        if spec.place == DISCARD:
            # What was discarded as a cost of the same action can be taken back.
            found = sorted(found + self.discarded())
        return found

    def discarded(self) -> list[Item]:
        """Lists the cards of the hand that were discarded in this line."""
        ids = [pick.value for pick in self.picks if pick.spec.place == HAND]
        return [item for item in self.ledger.items(self.seat, HAND) if item[0] in ids]

    def values(self, asked: Ask, option: int) -> list[Json]:
        """Lists the ways to name an option; of equal cards all, the lowest id first."""
        spec = self.spec(asked)
        holds = spec.holds
        if holds == A_POSITION:
            return [position_word(option % FOE)]
        if holds == A_TYPE:
            return [ELEMENT_TYPES[option]]
        if holds == A_FLAG:
            return [True]
        if holds == A_STAGE:
            return [STAGES[STAGE[option]]]
        if holds == AN_INDEX:
            numbers = CARD_ATTACKS[active(self.s, 1 - self.seat).kind]
            return [at for at, number in enumerate(numbers) if ATTACK_WORD[number] == option]
        used = [pick.value for pick in self.picks if pick.path == self.path(asked)]
        used.append(self.card)
        items = self.items(asked, spec)
        return [item for item, card in items if card == option and item not in used]

    def pick(self, asked: Ask, option: int, value: Json) -> Pick:
        """Makes the choice of an option."""
        return Pick(self.path(asked), self.spec(asked), value, choice(asked.asks(), option))

    def nothing(self, asked: Ask) -> Pick:
        """Makes the choice of nothing more."""
        value: Json = False if self.spec(asked).holds == A_FLAG else None
        return Pick(self.path(asked), self.spec(asked), value, DONE_MOVE)

    def default(self, asked: Ask) -> Pick:
        """Makes the choice that counts if a field is left out: the lowest id or the first option.

        The order of cards stays as it is.
        """
        if self.spec(asked).place == DECK and asked.optional(self.s):
            return self.nothing(asked)
        best: Pick | None = None
        for option in asked.options(self.s):
            value = self.values(asked, option)[0]
            if best is None or (isinstance(value, str) and self.is_lower(asked, value, best.value)):
                best = self.pick(asked, option, value)
        assert best is not None
        return best

    def is_lower(self, asked: Ask, value: str, other: Json) -> bool:
        """Tells whether an id is lower than another; other values keep their order."""
        return self.spec(asked).holds in (AN_ID, IDS) and value < str(other)

    # Listing all lines.

    def all_lines(self) -> "list[Line]":
        """Lists the lines that go on from here, with all answers; equal cards once."""
        asked = self.asked()
        if asked is None:
            return [self]
        found: list[Line] = []
        ordered = self.spec(asked).unseen and asked.optional(self.s)
        for option in asked.options(self.s):
            branch = self.branch()
            branch.choose(self.pick(asked, option, self.values(asked, option)[0]))
            found += branch.all_lines()
        # An order is listed in full, or left as it is.
        if asked.optional(self.s) and not (ordered and self.picks):
            self.choose(self.nothing(asked))
            found += self.all_lines()
        return found

    def data(self) -> dict[str, Json]:
        """Writes the choices as a part of `actionData`."""
        found: dict[str, Json] = {
            spec.name: []
            for spec in self.specs
            if spec.holds == IDS
            and not (spec.optional or spec.card or (spec.unseen and self.strict))
        }
        for pick in self.picks:
            if pick.value is not None or pick.spec.holds == A_TYPE:
                put(found, pick.path, pick.value, pick.spec.holds == IDS)
        return found

    def stopped(self) -> bool:
        """Tells whether the line has stopped before a choice that comes with another action."""
        asked = asked_of(self.s, self.seat)
        return asked is not None and not is_outside(asked)


def put(data: dict[str, Json], path: str, value: Json, many: bool) -> None:
    """Puts a value at a path of nested objects; a list grows."""
    head, _, rest = path.partition(".")
    if rest:
        inner = data.setdefault(head, {})
        assert isinstance(inner, dict)
        put(inner, rest, value, many)
    elif many:
        held = data.setdefault(head, [])
        assert isinstance(held, list)
        held.append(value)
    else:
        data[head] = value


def is_outside(asked: Ask) -> bool:
    """Tells whether a question is answered by an action of its own."""
    if isinstance(asked, Switching):
        return asked.side == asked.seat
    return isinstance(asked, (TakePrizes, Promotion, GoFirst))


def attached_items(s: Fight, ledger: Ledger, seat: int, spot: int) -> list[Item]:
    """Lists the Energy attached at a spot, in the order of ids."""
    owner = seat if spot < FOE else 1 - seat
    return sorted(ledger.items(owner, on_pokemon(at_spot(s, seat, spot), ATTACHED)))


# Lines from moves.


def begin_line(
    game: Game[Fight, Fight],
    s: Fight,
    ledger: Ledger,
    seat: int,
    card: str,
    first: Move[Fight],
    strict: bool,
) -> Line:
    """Returns a line whose first move is played; the copy is the caller's."""
    line = Line(game, s, ledger, seat, card, first, fields_of(first), [], [], strict)
    line.play(first)
    return line


def fields_of(move: Move[Fight]) -> list[FieldSpec]:
    """Returns the fields that answer the questions of a first move."""
    if isinstance(move, Retreat):
        return [PAYMENT]
    if isinstance(move, PlayTrainer):
        known = trainer_target(ACTIONS[PLAY[move.number]])
        return [
            spec for spec in trainer_fields(PLAY[move.number]) if spec.name not in ("cardId", known)
        ]
    if isinstance(move, UsePower):
        known = power_target(ACTIONS[move.action])
        return [
            spec
            for spec in power_fields(move.action)
            if spec.name not in ("cardId", "target", known)
        ]
    return []


def asks_more(move: Move[Fight]) -> bool:
    """Tells whether a move may ask for choices."""
    return isinstance(move, (PlayTrainer, UsePower, Retreat, Attack))


def replaced_hands(move: Move[Fight], seat: int) -> list[bool]:
    """Tells for each player whether a move gives up the whole hand for another."""
    found = [False, False]
    if isinstance(move, PlayTrainer):
        names = [STEP_NAMES[STEPS[number].code] for number in ACTIONS[PLAY[move.number]].steps]
        found[seat] = "discard_all" in names
        found[1 - seat] = "impostor_oak" in names
    return found


def with_heads(s: Fight) -> Fight:
    """Returns a copy on which an action can be tried out: its coins are all heads."""
    twin = s.clone()
    twin.board.flips = HEADS[:]
    return twin


def power_users(s: Fight, seat: int, action: int) -> list[int]:
    """Lists the spots of the Pokémon that can use a Power."""
    own = pokemon_of(s, seat)
    return [
        spot
        for spot in range(len(own))
        if POWER[own[spot].kind] == action and power_works(own[spot])
    ]


# Lines from actions.


class Answers:
    """The choices that an action names, by the path of their fields."""

    def __init__(self, data: Mapping[str, Json], specs: list[FieldSpec]) -> None:
        self.rest: Final[dict[str, list[Json]]] = {}
        self.specs: Final = {spec.name: spec for spec in specs}
        self.read(data, "")

    def read(self, data: Mapping[str, Json], prefix: str) -> None:
        """Reads the fields of an object."""
        for name, value in data.items():
            if isinstance(value, dict):
                self.read(value, f"{prefix}{name}.")
            elif prefix or name in self.specs:
                self.rest[prefix + name] = value[:] if isinstance(value, list) else [value]

    def answer(self, line: Line, asked: Ask) -> Pick:
        """Returns the choice of the action for a question.

        Raises:
            RefusedError: if the action names none, or none that is offered.
        """
        path, spec = line.path(asked), line.spec(asked)
        rest = self.rest.get(path)
        if rest is None:
            if spec.optional and not line.strict:
                return line.default(asked)
            raise refuse(ActionValidationError.INVALID_ACTION, f"{path} is missing{hint(line)}")
        if not rest or rest[0] is False or rest[0] is None:
            if asked.optional(line.s):
                rest.clear()
                return line.nothing(asked)
            raise too_few(line, path, spec)
        # Cards that are chosen together may be named in any order, but not a new order of cards.
        values = rest[:1] if spec.unseen else rest
        for option in asked.options(line.s):
            for value in line.values(asked, option):
                # True is not the number 1.
                if any(value == each and type(value) is type(each) for each in values):
                    rest.remove(value)
                    return line.pick(asked, option, value)
        raise not_offered(line, path, spec, rest[0])

    def check_empty(self, line: Line) -> None:
        """Refuses what was named and is not needed.

        Raises:
            RefusedError: if there is something.
        """
        for path, rest in self.rest.items():
            spec = self.specs.get(path)
            if not rest or (spec is not None and spec.card):
                continue
            if spec is not None and spec.optional and spec.unseen and is_rest_of_order(line, rest):
                continue
            given = ", ".join([str(value) for value in rest])[:80]
            text = f"{path}: {given} is not needed"
            raise refuse(ActionValidationError.INVALID_ACTION, text)


def is_rest_of_order(line: Line, rest: list[Json]) -> bool:
    """Tells whether ids name the cards that are left, where an order is complete without them."""
    chosen = [pick for pick in line.picks if pick.spec.place == DECK and pick.value is not None]
    used = [pick.value for pick in chosen]
    deck = pile(line.s, DECK, line.seat)
    below = deck[: len(deck) - len(chosen)][::-1]
    cards = dict(line.ledger.items(line.seat, DECK))
    wanted = [cards.get(str(value), 0) for value in rest]
    fresh = len(set(map(str, rest))) == len(rest) and not any(value in used for value in rest)
    return fresh and wanted == below[: len(wanted)]


def too_few(line: Line, path: str, spec: FieldSpec) -> RefusedError:
    """Says that a field does not name enough."""
    code = ActionValidationError.INVALID_ACTION
    if spec.pays:
        code = ActionValidationError.INSUFFICIENT_RESOURCES
    chosen = len([pick for pick in line.picks if pick.path == path])
    return refuse(code, f"{path}: {chosen} is not enough{hint(line)}")


def not_offered(line: Line, path: str, spec: FieldSpec, value: Json) -> RefusedError:
    """Says that a choice cannot be made; a retreat may need more Energy than that."""
    code = ActionValidationError.INVALID_TARGET
    attached = [item for item, _ in attached_items(line.s, line.ledger, line.seat, 0)]
    if spec is PAYMENT and value in attached:
        code = ActionValidationError.INSUFFICIENT_RESOURCES
    return refuse(code, f"{path}: {str(value)[:40]} cannot be chosen{hint(line)}")


def hint(line: Line) -> str:
    """Says what could be chosen."""
    asked = line.asked()
    if asked is None:
        return ""
    words = [str(value) for option in asked.options(line.s) for value in line.values(asked, option)]
    return "; expected " + " or ".join(words[:12])


def follow_answers(line: Line, answers: Answers) -> None:
    """Goes on with a line as an action says.

    Raises:
        RefusedError: if the action does not say how, or not in a legal way.
    """
    asked = line.asked()
    while asked is not None:
        line.choose(answers.answer(line, asked))
        asked = line.asked()


def follow_picks(line: Line, picks: list[Pick]) -> None:
    """Goes on with a line as another one went; skips what is not asked after other coins."""
    rest = picks[:]
    asked = line.asked()
    while asked is not None:
        path = line.path(asked)
        at = next((at for at, pick in enumerate(rest) if pick.path == path), -1)
        line.choose(rest.pop(at) if at >= 0 else line.default(asked))
        asked = line.asked()


def follow_moves(line: Line, moves: list[Move[Fight]]) -> None:
    """Goes on with a line by moves that answer its questions; what is left is chosen by default.

    Moves come from a match in which a choice with one option is not asked for; such a choice is
    made here.
    """
    rest = moves[:]
    asked = line.asked()
    while asked is not None:
        line.choose(pick_of_move(line, asked, rest))
        asked = line.asked()


def pick_of_move(line: Line, asked: Ask, rest: list[Move[Fight]]) -> Pick:
    """Returns the choice that the next move makes, or the default."""
    if rest:
        if rest[0] == DONE_MOVE and asked.optional(line.s):
            rest.pop(0)
            return line.nothing(asked)
        for option in asked.options(line.s):
            if choice(asked.asks(), option) == rest[0]:
                rest.pop(0)
                return line.pick(asked, option, line.values(asked, option)[0])
    return line.default(asked)
