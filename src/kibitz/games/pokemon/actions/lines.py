"""Actions and moves: an action as the moves that it stands for, and the action of a move.

An action names all choices at once, the game asks for them one by one. A line plays an action on a
copy of the match: it looks up each answer in the action, or tries all answers to list the actions
that are legal, or takes the answers from moves. What is legal is decided by the moves alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kibitz.core.agent import Action, Advice, Agent, Observation
from kibitz.core.errors import IllegalMoveError
from kibitz.core.randomness import seeded
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN
from kibitz.core.value import Json
from kibitz.games.pokemon import cards, moves, state
from kibitz.games.pokemon.actions import schema
from kibitz.games.pokemon.actions.ledger import (
    ENERGY,
    SETUP_ACTIONS,
    Item,
    Ledger,
    Snapshot,
    on_pokemon,
    snapshot_at,
)
from kibitz.games.pokemon.actions.schema import (
    ExecuteActionDto,
    FieldSpec,
    MatchState,
    RefusedError,
)
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.rules.attacks import DiscardEnergy, Metronome, PayEnergy, Switching
from kibitz.games.pokemon.rules.in_play import power_works
from kibitz.games.pokemon.rules.steps import A_WORD, ATTACK_WORD, GO_FIRST, SPOT_WORDS, Ask
from kibitz.games.pokemon.rules.turn import GoFirst, Promotion, TakePrizes
from kibitz.games.pokemon.state import PokemonGame, PokemonMove, PokemonState
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE

# Coins of a copy on which an action is checked: heads, so that nothing fails and all is asked. What
# is legal must not depend on the real coins.
HEADS: Final = [1] * 64
# What an attack can be given besides its cost stands under this name.
UNDER: Final = "choices."


@dataclass(eq=False)
class Pick:
    """One choice of an action.

    Attributes:
        path: the field, such as `choices.benchPosition`.
        spec: what the field holds.
        value: what is chosen, as in JSON; None for nothing more.
        move: the move of the game.
    """

    path: str
    spec: FieldSpec
    value: Json
    move: PokemonMove


@dataclass(eq=False)
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
        strict: whether to stop before a choice among cards that could not be known.
        picks: the choices so far.
        coins: how coins fell; 1 is heads.
    """

    game: PokemonGame
    s: PokemonState
    ledger: Ledger
    seat: int
    card: str
    first: PokemonMove
    specs: list[FieldSpec]
    strict: bool
    picks: list[Pick] = field(default_factory=list)
    coins: list[int] = field(default_factory=list)

    def branch(self) -> "Line":
        """Returns an independent copy."""
        return replace(self, s=self.s.clone(), picks=self.picks[:], coins=self.coins[:])

    def play(self, move: PokemonMove) -> None:
        """Plays a move that is legal."""
        self.game.play(self.s, move, self.seat)
        self.coins.extend(self.s.board.coins)

    def choose(self, pick: Pick) -> None:
        """Notes a choice, and plays its move."""
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
        if isinstance(self.first, moves.Attack):
            return (
                schema.ATTACK_PAYMENT
                if isinstance(asked, PayEnergy)
                else schema.ATTACK_CHOICES[asked.id]
            )
        for spec in self.specs:
            if (
                spec.card == 0
                and schema.ANSWERS[spec.holds] == asked.asks()
                and self.has_room(spec)
            ):
                return spec
        raise TypeError(f"no field answers the question {asked.id}")

    def has_room(self, spec: FieldSpec) -> bool:
        """Tells whether a field can still answer a question."""
        mine = [pick for pick in self.picks if pick.spec is spec]
        return len(mine) < spec.most and all(pick.move is not moves.DONE_MOVE for pick in mine)

    def path(self, asked: Ask) -> str:
        """Returns the path of the field that answers a question."""
        spec = self.spec(asked)
        if not isinstance(self.first, moves.Attack) or spec is schema.ATTACK_PAYMENT:
            return spec.name
        copied = [pick for pick in self.picks if pick.spec is schema.ATTACK_CHOICES[Metronome.id]]
        return UNDER * (len(copied) + 1) + spec.name

    # Values and options.

    def items(self, asked: Ask, spec: FieldSpec) -> list[Item]:
        """Lists the cards that a question is about, in the order of their ids."""
        if spec.place == schema.ATTACHED:
            spot = asked.spot if isinstance(asked, DiscardEnergy) else 0
            return attached_items(self.s, self.ledger, self.seat, spot)
        if spec.place == schema.THEIR_DISCARD:
            return self.ledger.items(1 - self.seat, state.DISCARD)
        found = self.ledger.items(self.seat, spec.place)
        if spec.place == state.DISCARD:
            # What was discarded as a cost of the same action can be taken back.
            found = sorted(found + self.discarded())
        return found

    def discarded(self) -> list[Item]:
        """Lists the cards of the hand that were discarded in this line."""
        ids = [pick.value for pick in self.picks if pick.spec.place == state.HAND]
        return [item for item in self.ledger.items(self.seat, state.HAND) if item[0] in ids]

    def values(self, asked: Ask, option: int) -> list[Json]:
        """Lists the ways to name an option; of equal cards all, the lowest id first."""
        spec = self.spec(asked)
        holds = spec.holds
        if holds == schema.A_POSITION:
            return [schema.POSITIONS[option % state.FOE]]
        if holds == schema.A_TYPE:
            return [schema.ELEMENT_TYPES[option]]
        if holds == schema.A_FLAG:
            return [True]
        if holds == schema.A_STAGE:
            return [schema.STAGES[cards.STAGE[option]]]
        if holds == schema.AN_INDEX:
            numbers = cards.CARD_ATTACKS[state.active(self.s, 1 - self.seat).kind]
            return [at for at, number in enumerate(numbers) if ATTACK_WORD[number] == option]
        used = [pick.value for pick in self.picks if pick.path == self.path(asked)]
        used.append(self.card)
        items = self.items(asked, spec)
        return [item for item, card in items if card == option and item not in used]

    def pick(self, asked: Ask, option: int, value: Json) -> Pick:
        return Pick(self.path(asked), self.spec(asked), value, moves.choice(asked.asks(), option))

    def nothing(self, asked: Ask) -> Pick:
        """Makes the choice of nothing more."""
        value: Json = False if self.spec(asked).holds == schema.A_FLAG else None
        return Pick(self.path(asked), self.spec(asked), value, moves.DONE_MOVE)

    def default(self, asked: Ask) -> Pick:
        """Makes the choice that counts if a field is left out: the lowest id or the first option.

        The order of cards stays as it is.
        """
        if self.spec(asked).place == state.DECK and asked.optional(self.s):
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
        return self.spec(asked).holds in (schema.AN_ID, schema.IDS) and value < str(other)

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
            if spec.holds == schema.IDS
            and not (spec.optional or spec.card or (spec.unseen and self.strict))
        }
        for pick in self.picks:
            if pick.value is not None or pick.spec.holds == schema.A_TYPE:
                put(found, pick.path, pick.value, pick.spec.holds == schema.IDS)
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


def attached_items(s: PokemonState, ledger: Ledger, seat: int, spot: int) -> list[Item]:
    """Lists the Energy attached at a spot, in the order of ids."""
    owner = seat if spot < state.FOE else 1 - seat
    return sorted(ledger.items(owner, on_pokemon(state.at_spot(s, seat, spot), ENERGY)))


# Lines from moves.


def begin_line(
    game: PokemonGame,
    s: PokemonState,
    now: Snapshot,
    seat: int,
    move: PokemonMove,
    data: Mapping[str, Json],
    strict: bool,
) -> Line:
    """Returns a line whose first move is played; the copy is the caller's."""
    card = str(data.get("cardId", ""))
    line = Line(game, s, now.ledger, seat, card, move, fields_of(move), strict)
    line.play(move)
    return line


def fields_of(move: PokemonMove) -> list[FieldSpec]:
    """Returns the fields that answer the questions of a first move, or are implied by it."""
    if isinstance(move, moves.Retreat):
        return [schema.PAYMENT]
    if isinstance(move, moves.PlayTrainer):
        return schema.TRAINER_FIELDS.get(cards.ACTIONS[cards.PLAY[move.number]].word, [])
    if isinstance(move, moves.UsePower):
        return schema.POWER_FIELDS.get(cards.ACTIONS[move.action].word, [])
    return [schema.ATTACK_PAYMENT, schema.CHOICES] if isinstance(move, moves.Attack) else []


def asks_more(move: PokemonMove) -> bool:
    """Tells whether a move may ask for choices."""
    return isinstance(move, (moves.PlayTrainer, moves.UsePower, moves.Retreat, moves.Attack))


def replaced_hands(move: PokemonMove, seat: int) -> list[bool]:
    """Tells for each player whether a move gives up the whole hand for another."""
    found = [False, False]
    if isinstance(move, moves.PlayTrainer):
        names = [
            cards.STEP_NAMES[cards.STEPS[number].code]
            for number in cards.ACTIONS[cards.PLAY[move.number]].steps
        ]
        found[seat] = "discard_all" in names
        found[1 - seat] = "impostor_oak" in names
    return found


def with_heads(s: PokemonState) -> PokemonState:
    """Returns a copy on which an action can be tried out: its coins are all heads."""
    twin = s.clone()
    twin.board.flips = HEADS[:]
    return twin


def power_users(s: PokemonState, seat: int, action: int) -> list[int]:
    """Lists the spots of the Pokémon that can use a Power."""
    own = state.pokemon_of(s, seat)
    return [
        spot
        for spot in range(len(own))
        if cards.POWER[own[spot].kind] == action and power_works(own[spot])
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
            raise RefusedError(Error.INVALID_ACTION, f"{path} is missing{hint(line)}")
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
            raise RefusedError(Error.INVALID_ACTION, text)


def is_rest_of_order(line: Line, rest: list[Json]) -> bool:
    """Tells whether ids name the cards that are left, where an order is complete without them."""
    chosen = [
        pick for pick in line.picks if pick.spec.place == state.DECK and pick.value is not None
    ]
    used = [pick.value for pick in chosen]
    deck = state.pile(line.s, state.DECK, line.seat)
    below = deck[: len(deck) - len(chosen)][::-1]
    known = dict(line.ledger.items(line.seat, state.DECK))
    wanted = [known.get(str(value), 0) for value in rest]
    fresh = len(set(map(str, rest))) == len(rest) and not any(value in used for value in rest)
    return fresh and wanted == below[: len(wanted)]


def too_few(line: Line, path: str, spec: FieldSpec) -> RefusedError:
    """Says that a field does not name enough."""
    code = Error.INVALID_ACTION
    if spec.pays:
        code = Error.INSUFFICIENT_RESOURCES
    chosen = len([pick for pick in line.picks if pick.path == path])
    return RefusedError(code, f"{path}: {chosen} is not enough{hint(line)}")


def not_offered(line: Line, path: str, spec: FieldSpec, value: Json) -> RefusedError:
    """Says that a choice cannot be made; a retreat may need more Energy than that."""
    code = Error.INVALID_TARGET
    attached = [item for item, _ in attached_items(line.s, line.ledger, line.seat, 0)]
    if spec is schema.PAYMENT and value in attached:
        code = Error.INSUFFICIENT_RESOURCES
    return RefusedError(code, f"{path}: {str(value)[:40]} cannot be chosen{hint(line)}")


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
        RefusedError: if the action does not say how, or not in a legal way, or says too much.
    """
    asked = line.asked()
    while asked is not None:
        line.choose(answers.answer(line, asked))
        asked = line.asked()
    answers.check_empty(line)


def follow_picks(line: Line, picks: list[Pick]) -> None:
    """Goes on with a line as another one went; skips what is not asked after other coins."""
    rest = picks[:]
    asked = line.asked()
    while asked is not None:
        path = line.path(asked)
        at = next((at for at, pick in enumerate(rest) if pick.path == path), -1)
        line.choose(rest.pop(at) if at >= 0 else line.default(asked))
        asked = line.asked()


def follow_moves(line: Line, made: list[PokemonMove]) -> None:
    """Goes on with a line by moves that answer its questions; what is left is chosen by default.

    Moves come from a match in which a choice with one option is not asked for; such a choice is
    made here.
    """
    rest = made[:]
    asked = line.asked()
    while asked is not None:
        line.choose(pick_of_move(line, asked, rest))
        asked = line.asked()


def pick_of_move(line: Line, asked: Ask, rest: list[PokemonMove]) -> Pick:
    """Returns the choice that the next move makes, or the default."""
    if rest:
        if rest[0] == moves.DONE_MOVE and asked.optional(line.s):
            rest.pop(0)
            return line.nothing(asked)
        for option in asked.options(line.s):
            if moves.choice(asked.asks(), option) == rest[0]:
                rest.pop(0)
                return line.pick(asked, option, line.values(asked, option)[0])
    return line.default(asked)


Error = schema.ActionValidationError
Kind = schema.PlayerActionType

# What the refusals of moves mean for actions.
CODES: Final[dict[str, Error]] = {
    GAME_ENDED: Error.INVALID_STATE,
    NOT_YOUR_TURN: Error.NOT_PLAYER_TURN,
    WRONG_PHASE: Error.INVALID_PHASE,
    DECISION_PENDING: Error.INVALID_PHASE,
    NO_DECISION: Error.INVALID_PHASE,
    moves.NOT_IN_HAND: Error.INVALID_TARGET,
    moves.WRONG_TARGET: Error.INVALID_TARGET,
    moves.NOT_OFFERED: Error.INVALID_TARGET,
    moves.WRONG_CARD: Error.INVALID_ACTION,
    moves.MUST_CHOOSE: Error.INVALID_ACTION,
    moves.NOT_ENOUGH_ENERGY: Error.INSUFFICIENT_RESOURCES,
}

# From actions to moves.


def check_move(game: PokemonGame, s: PokemonState, seat: int, move: PokemonMove) -> None:
    """Asks the game whether a move is legal.

    Raises:
        RefusedError: if it is not.
    """
    for problem in move.invalid():
        raise RefusedError(Error.INVALID_ACTION, problem)
    barred = game.gate(s, seat, type(move))
    found = [barred] if barred is not None else list(move.check(s, seat))
    if found:
        code = CODES.get(found[0].error_code, Error.RULE_VIOLATION)
        raise RefusedError(code, "; ".join([each.reason for each in found]))


def card_of(now: Snapshot, seat: int, data: Mapping[str, Json], name: str, place: int) -> int:
    """Returns the card of an id that must lie at a place of one's own.

    Raises:
        RefusedError: if it does not.
    """
    wanted = str(data[name])
    for item, card in now.ledger.items(seat, place):
        if item == wanted:
            return card
    where = {state.HAND: "your hand", state.PLAYED: "play"}.get(place, "there")
    held = ", ".join([item for item, _ in now.ledger.items(seat, place)]) or "nothing"
    text = f"{name}: {wanted[:40]!r} is not in {where}; there is {held}"
    raise RefusedError(Error.INVALID_TARGET, text)


def first_move(now: Snapshot, seat: int, dto: ExecuteActionDto, strict: bool) -> PokemonMove:
    """Returns the move that an action begins with; it need not be legal."""
    kind, data = dto.action_type, dto.action_data
    if kind in SIMPLE:
        return SIMPLE[kind]
    if kind is Kind.PLAY_TRAINER:
        return trainer_move(now, seat, data, strict)
    if kind is Kind.USE_ABILITY:
        return power_move(now, seat, data)
    if kind is Kind.SET_ACTIVE_POKEMON:
        return active_move(now, seat, data)
    if kind is Kind.ATTACK:
        return attack_move(now, seat, data)
    if kind is Kind.RETREAT:
        return moves.Retreat(spot_word(data["target"]))
    if kind is Kind.PLAY_POKEMON:
        return moves.Bench(cards.WORDS[card_of(now, seat, data, "cardId", state.HAND)])
    attaches = kind is Kind.ATTACH_ENERGY
    name = "energyCardId" if attaches else "evolutionCardId"
    word = cards.WORDS[card_of(now, seat, data, name, state.HAND)]
    to = spot_word(data["target"])
    return moves.Attach(word, to) if attaches else moves.Evolve(word, to)


def trainer_move(now: Snapshot, seat: int, data: dict[str, Json], strict: bool) -> PokemonMove:
    """Returns the move of a Trainer."""
    if not isinstance(data.get("cardId"), str):
        schema.check_data(data, schema.TYPE_FIELDS[Kind.PLAY_TRAINER])
    card = card_of(now, seat, data, "cardId", state.HAND)
    number = cards.PLAY[card]
    if number < 0:
        raise RefusedError(
            Error.INVALID_ACTION, f"cardId: {cards.WORDS[card]} is not played as a Trainer"
        )
    specs = schema.trainer_fields(number)
    if strict:
        specs = [spec for spec in specs if not spec.unseen]
    schema.check_data(data, specs)
    action = cards.ACTIONS[number]
    field = schema.trainer_target(action)
    to = ""
    if field:
        to = spot_word(data[field], action.aim in (cards.AT_FOE, cards.AT_FOE_BENCH))
    return moves.PlayTrainer(cards.WORDS[card], to)


def power_move(now: Snapshot, seat: int, data: dict[str, Json]) -> PokemonMove:
    """Returns the move of a Power; the action names the Pokémon that has it."""
    own = {name: value for name, value in data.items() if name in ("cardId", "target")}
    schema.check_data(own, schema.TYPE_FIELDS[Kind.USE_ABILITY])
    spot = schema.POSITIONS.index(str(data["target"]))
    s = now.fight
    if not state.is_spot(s, seat, spot):
        raise RefusedError(Error.INVALID_TARGET, f"target: you have no Pokémon at {data['target']}")
    user = state.at_spot(s, seat, spot)
    top = now.ledger.top(user, seat)
    if top != data["cardId"]:
        text = f"cardId: {str(data['cardId'])[:40]!r} is not at {data['target']}; there is {top}"
        raise RefusedError(Error.INVALID_TARGET, text)
    number = cards.POWER[user.kind]
    if number < 0:
        text = f"cardId: {cards.WORDS[user.kind]} has no Power to use"
        raise RefusedError(Error.INVALID_ACTION, text)
    schema.check_data(data, schema.power_fields(number))
    if spot not in power_users(s, seat, number):
        text = f"{cards.ACTIONS[number].name} is off while {cards.WORDS[user.kind]} has a condition"
        raise RefusedError(Error.RULE_VIOLATION, text)
    return moves.UsePower(
        cards.ACTIONS[number].word, spot_word(data[schema.power_target(cards.ACTIONS[number])])
    )


def active_move(now: Snapshot, seat: int, data: dict[str, Json]) -> PokemonMove:
    """Returns the move that makes a benched Pokémon the Active one."""
    tops = [now.ledger.top(pokemon, seat) for pokemon in state.bench(now.fight, seat)]
    if data["cardId"] not in tops:
        text = f"cardId: {str(data['cardId'])[:40]!r} is not on your Bench; there is "
        raise RefusedError(Error.INVALID_TARGET, text + (", ".join(tops) or "nothing"))
    word = SPOT_WORDS[tops.index(str(data["cardId"])) + 1]
    asked = asked_of(now.fight, seat)
    promotes = asked is None or asked.id == "promotion"
    return moves.Promote(word) if promotes else moves.Choose(word)


# From moves to actions.

SIMPLE: Final[dict[Kind, PokemonMove]] = {
    Kind.DRAW_CARD: moves.DRAW_MOVE,
    Kind.END_TURN: moves.END_MOVE,
    Kind.SELECT_PRIZE: moves.PRIZE_MOVE,
    Kind.DRAW_PRIZE: moves.PRIZE_MOVE,
}


def lowest(now: Snapshot, seat: int, place: int, card: int) -> str:
    """Returns the lowest id of a card at a place."""
    return next(item for item, held in now.ledger.items(seat, place) if held == card)


def action_of(
    game: PokemonGame, now: Snapshot, seat: int, made: list[PokemonMove], strict: bool
) -> tuple[Kind, dict[str, Json]]:
    """Returns the type and the data of the action of a move and of its answers.

    A choice that no move makes is made as if its field were left out.
    """
    first = made[0]
    if isinstance(first, moves.Prize):
        return Kind.SELECT_PRIZE, {"prizeIndex": 0}
    kind, data = base_action(now, seat, first)
    if asks_more(first):
        line = begin_line(game, with_heads(now.fight), now, seat, first, data, strict)
        follow_moves(line, made[1:])
        data = {**data, **line.data()}
    return kind, data


def base_action(now: Snapshot, seat: int, move: PokemonMove) -> tuple[Kind, dict[str, Json]]:
    """Returns the type and the data of the action of a move, without further choices."""
    if isinstance(move, (moves.Active, moves.Bench)):
        first = isinstance(move, moves.Active)
        kind = Kind.SET_ACTIVE_POKEMON if first else Kind.PLAY_POKEMON
        return kind, {"cardId": lowest(now, seat, state.HAND, move.number)}
    if isinstance(move, moves.PlayTrainer):
        return Kind.PLAY_TRAINER, trainer_data(now, seat, move)
    if isinstance(move, (moves.Attach, moves.Evolve)):
        attaches = isinstance(move, moves.Attach)
        name = "energyCardId" if attaches else "evolutionCardId"
        held = lowest(now, seat, state.HAND, move.number)
        data: dict[str, Json] = {name: held, "target": schema.POSITIONS[move.spot]}
        return (Kind.ATTACH_ENERGY if attaches else Kind.EVOLVE_POKEMON), data
    if isinstance(move, moves.UsePower):
        return Kind.USE_ABILITY, power_data(now, seat, move)
    if isinstance(move, moves.Retreat):
        return Kind.RETREAT, {"target": schema.POSITIONS[move.spot]}
    if isinstance(move, moves.Attack):
        return Kind.ATTACK, {"attackIndex": move.index(now.fight, seat)}
    return plain_action(now, seat, move)


def plain_action(now: Snapshot, seat: int, move: PokemonMove) -> tuple[Kind, dict[str, Json]]:
    """Returns the type and the data of the action of a move with no cards."""
    if now.stage is MatchState.FIRST_PLAYER_SELECTION:
        return Kind.CONFIRM_FIRST_PLAYER, {"goFirst": move == moves.choice(A_WORD, GO_FIRST)}
    if isinstance(move, (moves.Promote, moves.Choose)):
        spot = move.spot if isinstance(move, moves.Promote) else moves.SPOTS[move.item]
        pokemon = state.at_spot(now.fight, seat, spot)
        return Kind.SET_ACTIVE_POKEMON, {"cardId": now.ledger.top(pokemon, seat)}
    if isinstance(move, moves.Done):
        return Kind.COMPLETE_INITIAL_SETUP, {}
    return (Kind.DRAW_CARD if isinstance(move, moves.Draw) else Kind.END_TURN), {}


def trainer_data(now: Snapshot, seat: int, move: moves.PlayTrainer) -> dict[str, Json]:
    """Returns the data of a Trainer without further choices."""
    data: dict[str, Json] = {"cardId": lowest(now, seat, state.HAND, move.number)}
    field = schema.trainer_target(cards.ACTIONS[cards.PLAY[move.number]])
    if field:
        data[field] = schema.POSITIONS[move.spot % state.FOE]
    return data


def power_data(now: Snapshot, seat: int, move: moves.UsePower) -> dict[str, Json]:
    """Returns the data of a Power without further choices."""
    s, action = now.fight, cards.ACTIONS[move.action]
    field = schema.power_target(action)
    spot = move.spot if field == "target" else power_users(s, seat, move.action)[0]
    top = now.ledger.top(state.at_spot(s, seat, spot), seat)
    data: dict[str, Json] = {"cardId": top, "target": schema.POSITIONS[spot]}
    if field != "target":
        data[field] = schema.POSITIONS[move.spot]
    for spec, ids in implied(now, seat, move):
        data[spec.name] = [ids[0]]
    return data


def implied(now: Snapshot, seat: int, move: PokemonMove) -> list[tuple[FieldSpec, list[str]]]:
    """Lists the fields for cards that the game does not ask for, with the ids that fit."""
    found: list[tuple[FieldSpec, list[str]]] = []
    if isinstance(move, moves.UsePower):
        for spec in fields_of(move):
            if spec.card:
                items = now.ledger.items(seat, state.HAND)
                if spec.place == schema.ATTACHED:
                    items = attached_items(now.fight, now.ledger, seat, move.spot)
                found.append((spec, [item for item, card in items if card == spec.card]))
    return found


def check_implied(now: Snapshot, seat: int, move: PokemonMove, data: dict[str, Json]) -> None:
    """Refuses other cards than those that a Power needs.

    Raises:
        RefusedError: names the cards that fit.
    """
    for spec, ids in implied(now, seat, move):
        given = data[spec.name]
        assert isinstance(given, list)
        if len(given) != 1 or given[0] not in ids:
            text = f"{spec.name}: expected one of {', '.join(ids)}, got {str(given)[:80]}"
            raise RefusedError(Error.INVALID_TARGET, text)


def spot_word(position: Json, foe: bool = False) -> str:
    """Returns the place of a position in the words of moves."""
    return SPOT_WORDS[schema.POSITIONS.index(str(position)) + (state.FOE if foe else 0)]


def attack_move(now: Snapshot, seat: int, data: dict[str, Json]) -> PokemonMove:
    """Returns the attack with an index on the card of the Active Pokémon.

    Raises:
        RefusedError: if the card has none with this index.
    """
    s, index = now.fight, data["attackIndex"]
    numbers = cards.CARD_ATTACKS[state.active(s, seat).kind] if state.has_active(s, seat) else []
    assert isinstance(index, int)
    if index >= len(numbers):
        known = " or ".join([f"{at} ({cards.ATTACKS[n].name})" for at, n in enumerate(numbers)])
        text = f"attackIndex: there is no attack {str(index)[:20]}; expected {known or 'none'}"
        raise RefusedError(Error.INVALID_TARGET, text)
    return moves.Attack(cards.ATTACKS[numbers[index]].word)


def is_look(move: moves.PlayTrainer) -> bool:
    """Tells whether a Trainer lets its player see cards and then choose, if the player wants to."""
    return any(spec.unseen and spec.optional for spec in fields_of(move))


def ids_of(data: Mapping[str, Json]) -> set[str]:
    """Returns all texts in the data of an action; the ids are among them."""
    found: set[str] = set()
    for value in data.values():
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list):
            found.update([item for item in value if isinstance(item, str)])
        elif isinstance(value, dict):
            found |= ids_of(value)
    return found


def choose_prize(s: PokemonState, seat: int, data: Mapping[str, Json]) -> None:
    """Puts the chosen Prize where the game takes the next one from.

    Raises:
        RefusedError: if there is no such Prize.
    """
    prizes, index = state.pile(s, state.PRIZES, seat), data["prizeIndex"]
    assert isinstance(index, int)
    if index >= len(prizes):
        text = f"prizeIndex: {str(index)[:20]} is too high; expected 0 to {len(prizes) - 1}"
        raise RefusedError(Error.INVALID_TARGET, text)
    prizes.append(prizes.pop(index))


# Before the first turn.


def setup_actions(now: Snapshot, seat: int) -> list[tuple[Kind, dict[str, Json]]]:
    """Lists what a player can do before the first turn."""
    s = now.fight
    found: list[tuple[Kind, dict[str, Json]]] = []
    for kind in SETUP_ACTIONS[now.stage]:
        if kind in (Kind.SET_ACTIVE_POKEMON, Kind.PLAY_POKEMON):
            twin = s.clone()
            twin.active = twin.seat = seat
            for move in moves.list_moves(twin):
                if isinstance(move, (moves.Active, moves.Bench)):
                    found.append((kind, {"cardId": lowest(now, seat, state.HAND, move.number)}))
        elif kind is Kind.CONFIRM_FIRST_PLAYER and asked_of(s, seat) is not None:
            found += [(kind, {"goFirst": True}), (kind, {"goFirst": False})]
        else:
            found.append((kind, {}))
    return found


# What is hidden is filled in from here.
HIDDEN: Final = "what the player cannot see"
# The ids are those of `match_at` with its usual seed.
SEED: Final = 0


def advised_action(
    seen: Observation[PokemonState, PokemonState],
    agent: Agent[PokemonState, PokemonState],
    advice: Advice[PokemonState],
) -> Action | None:
    """Returns the action of a piece of advice in a match that begins with the position.

    There is none in the middle of a card: an action names its choices when it is played.

    Raises:
        IllegalMoveError: if the agent advises a move that is not legal.
    """
    seat = seen.seat
    asked = asked_of(seen.view, seat)
    if asked is not None and not is_outside(asked):
        return None
    made = moves_of_action(seen, agent, checked(advice.move, seen.moves))
    now = snapshot_at(seen.game.sample(seen.view, seeded(HIDDEN)), SEED)
    kind, data = action_of(seen.game, now, seat, made, False)
    dto = ExecuteActionDto(schema.POSITION_MATCH, str(schema.SEATS[seat]), kind, data)
    names = [id_text(now.fight, now.ledger, item) for item in sorted(ids_of(data))]
    return Action(dto.to_json(), ", ".join([name for name in names if name]))


def moves_of_action(
    seen: Observation[PokemonState, PokemonState],
    agent: Agent[PokemonState, PokemonState],
    first: PokemonMove,
) -> list[PokemonMove]:
    """Returns a move, and the agent's answers to what an action must name with it.

    Raises:
        IllegalMoveError: if the agent gives an answer that is not offered.
    """
    seat, game = seen.seat, seen.game
    made = [first]
    if isinstance(first, moves.PlayTrainer) and is_look(first):
        return made  # the cards are not known before it is played
    if not asks_more(first) and asked_of(seen.view, seat) is None:
        return made
    world = with_heads(game.sample(seen.view, seeded(HIDDEN)))
    # A choice with one option must have its move, too: equal cards could be taken for each other.
    world.board.rules = state.asking(world.board.rules)
    game.play(world, first, seat)
    asked = asked_of(world, seat)
    while asked is not None and not is_outside(asked):
        legal = game.legal(world)
        answer = legal[0]
        if len(legal) > 1:
            view = game.view(world, seat)
            again = Observation(game, view, seat, legal, seen.rng, seen.deadline)
            answer = checked(agent.advise(again).move, legal)
        made.append(answer)
        game.play(world, answer, seat)
        asked = asked_of(world, seat)
    return made


def checked(move: PokemonMove, legal: list[PokemonMove]) -> PokemonMove:
    """Returns a move if it is legal.

    Raises:
        IllegalMoveError: if it is not.
    """
    if move not in legal:
        known = ", ".join([str(each) for each in legal])
        raise IllegalMoveError(f"the agent advises {move}, which is not legal; expected {known}")
    return move


def id_text(s: PokemonState, ledger: Ledger, item: str) -> str:
    """Says which card an id stands for; empty for what is not an id."""
    seat, place, card = ledger.find(item)
    if seat < 0:
        return ""
    text = f"{item} is {cards.CARDS[card & cards.CARD_MASK].name}"
    for pokemon in state.pokemon_of(s, seat):
        if place == on_pokemon(pokemon, ENERGY):
            return f"{text} on {cards.CARDS[pokemon.kind].name}"
    return text
