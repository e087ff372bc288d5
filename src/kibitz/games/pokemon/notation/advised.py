"""The action of a piece of advice: the advised move, and the agent's answers to what it asks.

The game asks for the choices of a card one by one, an action names all of them. So the move is
played in a world that the seat cannot rule out, and the agent answers there.
"""

from typing import Final

from kibitz.core.agent import Action, Advice, Agent, Observation
from kibitz.core.errors import IllegalMoveError
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.games.pokemon.cards.catalogue import CARD_MASK, CARDS
from kibitz.games.pokemon.moves import PlayTrainer, asked_of
from kibitz.games.pokemon.notation.actions import POSITION_MATCH, SEATS, ExecuteActionDto
from kibitz.games.pokemon.notation.instances import ENERGY, Ledger, on_pokemon
from kibitz.games.pokemon.notation.lines import asks_more, is_outside, with_heads
from kibitz.games.pokemon.notation.situation import situation_at
from kibitz.games.pokemon.notation.translation import action_of, ids_of, is_look
from kibitz.games.pokemon.state import Fight, asking, pokemon_of

# What is hidden is filled in from here.
HIDDEN: Final = "what the player cannot see"
# The ids are those of `match_at` with its usual seed.
SEED: Final = 0


def advised_action(
    seen: Observation[Fight, Fight], agent: Agent[Fight, Fight], advice: Advice[Fight]
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
    now = situation_at(seen.game.sample(seen.view, seeded(HIDDEN)), SEED)
    kind, data = action_of(seen.game, now, seat, made, False)
    dto = ExecuteActionDto(POSITION_MATCH, str(SEATS[seat]), kind, data)
    names = [id_text(now.fight, now.ledger, item) for item in sorted(ids_of(data))]
    return Action(dto.to_json(), ", ".join([name for name in names if name]))


def moves_of_action(
    seen: Observation[Fight, Fight], agent: Agent[Fight, Fight], first: Move[Fight]
) -> list[Move[Fight]]:
    """Returns a move, and the agent's answers to what an action must name with it.

    Raises:
        IllegalMoveError: if the agent gives an answer that is not offered.
    """
    seat, game = seen.seat, seen.game
    made = [first]
    if isinstance(first, PlayTrainer) and is_look(first):
        return made  # the cards are not known before it is played
    if not asks_more(first) and asked_of(seen.view, seat) is None:
        return made
    world = with_heads(game.sample(seen.view, seeded(HIDDEN)))
    # A choice with one option must have its move, too: equal cards could be taken for each other.
    world.board.rules = asking(world.board.rules)
    game.play(world, first, seat)
    asked = asked_of(world, seat)
    while asked is not None and not is_outside(asked):
        moves = game.legal(world)
        answer = moves[0]
        if len(moves) > 1:
            view = game.view(world, seat)
            again = Observation(game, view, seat, moves, seen.rng, seen.deadline)
            answer = checked(agent.advise(again).move, moves)
        made.append(answer)
        game.play(world, answer, seat)
        asked = asked_of(world, seat)
    return made


def checked(move: Move[Fight], legal: list[Move[Fight]]) -> Move[Fight]:
    """Returns a move if it is legal.

    Raises:
        IllegalMoveError: if it is not.
    """
    if move not in legal:
        known = ", ".join([str(each) for each in legal])
        raise IllegalMoveError(f"the agent advises {move}, which is not legal; expected {known}")
    return move


def id_text(s: Fight, ledger: Ledger, item: str) -> str:
    """Says which card an id stands for; empty for what is not an id."""
    seat, place, card = ledger.find(item)
    if seat < 0:
        return ""
    text = f"{item} is {CARDS[card & CARD_MASK].name}"
    for pokemon in pokemon_of(s, seat):
        if place == on_pokemon(pokemon, ENERGY):
            return f"{text} on {CARDS[pokemon.kind].name}"
    return text
