"""Actions and moves: the first move of an action, and the action of a move."""

from collections.abc import Mapping
from typing import Final

from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN
from kibitz.core.value import Json
from kibitz.games.pokemon import moves
from kibitz.games.pokemon.cards.catalogue import (
    ACTIONS,
    AT_FOE,
    AT_FOE_BENCH,
    ATTACKS,
    CARD_ATTACKS,
    PLAY,
    POWER,
    WORDS,
)
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.notation.actions import (
    ENERGY,
    POSITIONS,
    TYPE_FIELDS,
    ActionValidationError,
    ExecuteActionDto,
    FieldSpec,
    MatchState,
    PlayerActionType,
    check_data,
    position_word,
    power_fields,
    power_target,
    refuse,
    trainer_fields,
    trainer_target,
)
from kibitz.games.pokemon.notation.lines import (
    asks_more,
    attached_items,
    begin_line,
    fields_of,
    follow_moves,
    power_users,
    with_heads,
)
from kibitz.games.pokemon.notation.situation import SETUP_ACTIONS, Situation
from kibitz.games.pokemon.rules.steps import A_WORD, GO_FIRST, SPOT_WORDS
from kibitz.games.pokemon.state import (
    FOE,
    HAND,
    PLAYED,
    PRIZES,
    Fight,
    active,
    at_spot,
    bench,
    has_active,
    is_spot,
    pile,
)
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE

Error = ActionValidationError
Kind = PlayerActionType

# What the refusals of moves mean for actions.
CODES: Final[dict[str, ActionValidationError]] = {
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


def check_move(game: Game[Fight, Fight], s: Fight, seat: int, move: Move[Fight]) -> None:
    """Asks the game whether a move is legal.

    Raises:
        RefusedError: if it is not.
    """
    for problem in move.invalid():
        raise refuse(Error.INVALID_ACTION, problem)
    barred = game.gate(s, seat, type(move))
    found = [barred] if barred is not None else list(move.check(s, seat))
    if found:
        code = CODES.get(found[0].error_code, Error.RULE_VIOLATION)
        raise refuse(code, "; ".join([each.reason for each in found]))


def card_of(now: Situation, seat: int, data: Mapping[str, Json], name: str, place: int) -> int:
    """Returns the card of an id that must lie at a place of one's own.

    Raises:
        RefusedError: if it does not.
    """
    wanted = str(data[name])
    for item, card in now.ledger.items(seat, place):
        if item == wanted:
            return card
    where = {HAND: "your hand", PLAYED: "play"}.get(place, "there")
    held = ", ".join([item for item, _ in now.ledger.items(seat, place)]) or "nothing"
    text = f"{name}: {wanted[:40]!r} is not in {where}; there is {held}"
    raise refuse(Error.INVALID_TARGET, text)


def first_move(now: Situation, seat: int, dto: ExecuteActionDto, strict: bool) -> Move[Fight]:
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
        return moves.Bench(WORDS[card_of(now, seat, data, "cardId", HAND)])
    attaches = kind is Kind.ATTACH_ENERGY
    name = "energyCardId" if attaches else "evolutionCardId"
    word = WORDS[card_of(now, seat, data, name, HAND)]
    to = spot_word(data["target"])
    return moves.Attach(word, to) if attaches else moves.Evolve(word, to)


def trainer_move(now: Situation, seat: int, data: dict[str, Json], strict: bool) -> Move[Fight]:
    """Returns the move of a Trainer."""
    if not isinstance(data.get("cardId"), str):
        check_data(data, TYPE_FIELDS[Kind.PLAY_TRAINER])
    card = card_of(now, seat, data, "cardId", HAND)
    number = PLAY[card]
    if number < 0:
        raise refuse(Error.INVALID_ACTION, f"cardId: {WORDS[card]} is not played as a Trainer")
    specs = trainer_fields(number)
    if strict:
        specs = [spec for spec in specs if not spec.unseen]
    check_data(data, specs)
    action = ACTIONS[number]
    field = trainer_target(action)
    to = ""
    if field:
        to = spot_word(data[field], action.aim in (AT_FOE, AT_FOE_BENCH))
    return moves.PlayTrainer(WORDS[card], to)


def power_move(now: Situation, seat: int, data: dict[str, Json]) -> Move[Fight]:
    """Returns the move of a Power; the action names the Pokémon that has it."""
    own = {name: value for name, value in data.items() if name in ("cardId", "target")}
    check_data(own, TYPE_FIELDS[Kind.USE_ABILITY])
    spot = POSITIONS.index(str(data["target"]))
    s = now.fight
    if not is_spot(s, seat, spot):
        raise refuse(Error.INVALID_TARGET, f"target: you have no Pokémon at {data['target']}")
    user = at_spot(s, seat, spot)
    top = now.ledger.top(user, seat)
    if top != data["cardId"]:
        text = f"cardId: {str(data['cardId'])[:40]!r} is not at {data['target']}; there is {top}"
        raise refuse(Error.INVALID_TARGET, text)
    number = POWER[user.kind]
    if number < 0:
        text = f"cardId: {WORDS[user.kind]} has no Power to use"
        raise refuse(Error.INVALID_ACTION, text)
    check_data(data, power_fields(number))
    if spot not in power_users(s, seat, number):
        text = f"{ACTIONS[number].name} is off while {WORDS[user.kind]} has a condition"
        raise refuse(Error.RULE_VIOLATION, text)
    return moves.UsePower(ACTIONS[number].word, spot_word(data[power_target(ACTIONS[number])]))


def active_move(now: Situation, seat: int, data: dict[str, Json]) -> Move[Fight]:
    """Returns the move that makes a benched Pokémon the Active one."""
    tops = [now.ledger.top(pokemon, seat) for pokemon in bench(now.fight, seat)]
    if data["cardId"] not in tops:
        text = f"cardId: {str(data['cardId'])[:40]!r} is not on your Bench; there is "
        raise refuse(Error.INVALID_TARGET, text + (", ".join(tops) or "nothing"))
    word = SPOT_WORDS[tops.index(str(data["cardId"])) + 1]
    asked = asked_of(now.fight, seat)
    promotes = asked is None or asked.id == "promotion"
    return moves.Promote(word) if promotes else moves.Choose(word)


# From moves to actions.

SIMPLE: Final[dict[PlayerActionType, Move[Fight]]] = {
    Kind.DRAW_CARD: moves.DRAW_MOVE,
    Kind.END_TURN: moves.END_MOVE,
    Kind.SELECT_PRIZE: moves.PRIZE_MOVE,
    Kind.DRAW_PRIZE: moves.PRIZE_MOVE,
}


def lowest(now: Situation, seat: int, place: int, card: int) -> str:
    """Returns the lowest id of a card at a place."""
    return next(item for item, held in now.ledger.items(seat, place) if held == card)


def action_of(
    game: Game[Fight, Fight], now: Situation, seat: int, made: list[Move[Fight]], strict: bool
) -> tuple[PlayerActionType, dict[str, Json]]:
    """Returns the type and the data of the action of a move and of its answers.

    A choice that no move makes is made as if its field were left out.
    """
    first = made[0]
    if isinstance(first, moves.Prize):
        return Kind.SELECT_PRIZE, {"prizeIndex": 0}
    kind, data = base_action(now, seat, first)
    if asks_more(first):
        card = str(data.get("cardId", ""))
        line = begin_line(game, with_heads(now.fight), now.ledger, seat, card, first, strict)
        follow_moves(line, made[1:])
        data = {**data, **line.data()}
    return kind, data


def base_action(
    now: Situation, seat: int, move: Move[Fight]
) -> tuple[PlayerActionType, dict[str, Json]]:
    """Returns the type and the data of the action of a move, without further choices."""
    if isinstance(move, (moves.Active, moves.Bench)):
        first = isinstance(move, moves.Active)
        kind = Kind.SET_ACTIVE_POKEMON if first else Kind.PLAY_POKEMON
        return kind, {"cardId": lowest(now, seat, HAND, move.number)}
    if isinstance(move, moves.PlayTrainer):
        return Kind.PLAY_TRAINER, trainer_data(now, seat, move)
    if isinstance(move, moves.Attach):
        held = lowest(now, seat, HAND, move.number)
        return Kind.ATTACH_ENERGY, {"energyCardId": held, "target": position_word(move.spot)}
    if isinstance(move, moves.Evolve):
        held = lowest(now, seat, HAND, move.number)
        return Kind.EVOLVE_POKEMON, {"evolutionCardId": held, "target": position_word(move.spot)}
    if isinstance(move, moves.UsePower):
        return Kind.USE_ABILITY, power_data(now, seat, move)
    if isinstance(move, moves.Retreat):
        return Kind.RETREAT, {"target": position_word(move.spot)}
    if isinstance(move, moves.Attack):
        return Kind.ATTACK, {"attackIndex": move.index(now.fight, seat)}
    return plain_action(now, seat, move)


def plain_action(
    now: Situation, seat: int, move: Move[Fight]
) -> tuple[PlayerActionType, dict[str, Json]]:
    """Returns the type and the data of the action of a move with no cards."""
    if now.stage is MatchState.FIRST_PLAYER_SELECTION:
        return Kind.CONFIRM_FIRST_PLAYER, {"goFirst": move == moves.choice(A_WORD, GO_FIRST)}
    if isinstance(move, (moves.Promote, moves.Choose)):
        spot = move.spot if isinstance(move, moves.Promote) else moves.SPOTS[move.item]
        pokemon = at_spot(now.fight, seat, spot)
        return Kind.SET_ACTIVE_POKEMON, {"cardId": now.ledger.top(pokemon, seat)}
    if isinstance(move, moves.Done):
        return Kind.COMPLETE_INITIAL_SETUP, {}
    return (Kind.DRAW_CARD if isinstance(move, moves.Draw) else Kind.END_TURN), {}


def trainer_data(now: Situation, seat: int, move: moves.PlayTrainer) -> dict[str, Json]:
    """Returns the data of a Trainer without further choices."""
    data: dict[str, Json] = {"cardId": lowest(now, seat, HAND, move.number)}
    field = trainer_target(ACTIONS[PLAY[move.number]])
    if field:
        data[field] = position_word(move.spot % FOE)
    return data


def power_data(now: Situation, seat: int, move: moves.UsePower) -> dict[str, Json]:
    """Returns the data of a Power without further choices."""
    s, action = now.fight, ACTIONS[move.action]
    field = power_target(action)
    spot = move.spot if field == "target" else power_users(s, seat, move.action)[0]
    top = now.ledger.top(at_spot(s, seat, spot), seat)
    data: dict[str, Json] = {"cardId": top, "target": position_word(spot)}
    if field != "target":
        data[field] = position_word(move.spot)
    for spec, ids in implied(now, seat, move):
        data[spec.name] = [ids[0]]
    return data


def implied(now: Situation, seat: int, move: Move[Fight]) -> list[tuple[FieldSpec, list[str]]]:
    """Lists the fields for cards that the game does not ask for, with the ids that would do."""
    found: list[tuple[FieldSpec, list[str]]] = []
    if isinstance(move, moves.UsePower):
        for spec in fields_of(move):
            if spec.card:
                items = now.ledger.items(seat, HAND)
                if spec.place == ENERGY:
                    items = attached_items(now.fight, now.ledger, seat, move.spot)
                found.append((spec, [item for item, card in items if card == spec.card]))
    return found


def check_implied(now: Situation, seat: int, move: Move[Fight], data: dict[str, Json]) -> None:
    """Refuses other cards than those that a Power needs.

    Raises:
        RefusedError: says which would do.
    """
    for spec, ids in implied(now, seat, move):
        given = data[spec.name]
        assert isinstance(given, list)
        if len(given) != 1 or given[0] not in ids:
            text = f"{spec.name}: expected one of {', '.join(ids)}, got {str(given)[:80]}"
            raise refuse(Error.INVALID_TARGET, text)


def answer_fields(move: Move[Fight]) -> list[FieldSpec]:
    """Returns the fields whose values answer questions or are implied."""
    return TYPE_FIELDS[Kind.ATTACK][1:] if isinstance(move, moves.Attack) else fields_of(move)


def spot_word(position: Json, foe: bool = False) -> str:
    """Returns the place of a position in the words of moves."""
    return SPOT_WORDS[POSITIONS.index(str(position)) + (FOE if foe else 0)]


def attack_move(now: Situation, seat: int, data: dict[str, Json]) -> Move[Fight]:
    """Returns the attack with an index on the card of the Active Pokémon.

    Raises:
        RefusedError: if the card has none with this index.
    """
    s, index = now.fight, data["attackIndex"]
    numbers = CARD_ATTACKS[active(s, seat).kind] if has_active(s, seat) else []
    assert isinstance(index, int)
    if index >= len(numbers):
        known = " or ".join([f"{at} ({ATTACKS[n].name})" for at, n in enumerate(numbers)])
        text = f"attackIndex: there is no attack {str(index)[:20]}; expected {known or 'none'}"
        raise refuse(Error.INVALID_TARGET, text)
    return moves.Attack(ATTACKS[numbers[index]].word)


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


def choose_prize(s: Fight, seat: int, data: Mapping[str, Json]) -> None:
    """Puts the chosen Prize where the game takes the next one from.

    Raises:
        RefusedError: if there is no such Prize.
    """
    prizes, index = pile(s, PRIZES, seat), data["prizeIndex"]
    assert isinstance(index, int)
    if index >= len(prizes):
        text = f"prizeIndex: {str(index)[:20]} is too high; expected 0 to {len(prizes) - 1}"
        raise refuse(Error.INVALID_TARGET, text)
    prizes.append(prizes.pop(index))


# Before the first turn.


def setup_actions(now: Situation, seat: int) -> list[tuple[PlayerActionType, dict[str, Json]]]:
    """Lists what a player can do before the first turn."""
    s = now.fight
    found: list[tuple[PlayerActionType, dict[str, Json]]] = []
    for kind in SETUP_ACTIONS[now.stage]:
        if kind in (Kind.SET_ACTIVE_POKEMON, Kind.PLAY_POKEMON):
            twin = s.clone()
            twin.active = twin.seat = seat
            for move in moves.list_moves(twin):
                if isinstance(move, (moves.Active, moves.Bench)):
                    found.append((kind, {"cardId": lowest(now, seat, HAND, move.number)}))
        elif kind is Kind.CONFIRM_FIRST_PLAYER and asked_of(s, seat) is not None:
            found += [(kind, {"goFirst": True}), (kind, {"goFirst": False})]
        else:
            found.append((kind, {}))
    return found
