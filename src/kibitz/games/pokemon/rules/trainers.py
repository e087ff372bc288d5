"""Trainers: what they need and what they do, one small function a name.

To add one, write a function for each of its steps in `base.json` that has none, and add it at the
end of this module. A step that needs a choice calls `ask` with a question; what the question is
answered with goes on in its `pick`.
"""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon.cards.catalogue import ACTIONS, PLAY
from kibitz.games.pokemon.rules.in_play import switch_active
from kibitz.games.pokemon.rules.steps import (
    Ask,
    Run,
    add_needs,
    add_steps,
    ask,
    later_options,
    run_steps,
    unique,
)
from kibitz.games.pokemon.state import (
    BENCH,
    DECK,
    DISCARD,
    FOE,
    HAND,
    PLAYED,
    Field,
    Fight,
    Pokemon,
    at_spot,
    pile,
)

# The damage that was dealt, for what is not an attack.
NO_ATTACK: Final = -1


def play_trainer(s: Fight, seat: int, card: int, spot: int) -> None:
    """Plays a Trainer from the hand; it is discarded when it is done."""
    s.board.trainers += 1
    s.move(card, HAND, seat, PLAYED)
    depth = len(s.stack)
    run_steps(s, seat, ACTIONS[PLAY[card]].steps, spot, NO_ATTACK)
    if len(s.stack) > depth:
        s.stack.insert(depth, TrainerDone(seat))
    else:
        discard_played(s, seat)


class TrainerDone(kit.Effect[Pokemon, Field]):
    """Discards a Trainer that is done."""

    id: ClassVar[str] = "trainer_done"
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def resolve(self, state: Fight) -> None:
        """Discards it."""
        discard_played(state, self.seat)


def discard_played(s: Fight, seat: int) -> None:
    """Discards the Trainer that was played, unless it is attached to a Pokémon."""
    for card in pile(s, PLAYED, seat)[:]:
        s.move(card, PLAYED, seat, DISCARD)


# What they need.


def has_deck(s: Fight, seat: int) -> bool:
    """Tells whether there are cards in the deck."""
    return len(pile(s, DECK, seat)) > 0


def has_other(s: Fight, seat: int) -> bool:
    """Tells whether there is another card in the hand."""
    return len(pile(s, HAND, seat)) > 1


def has_two_others(s: Fight, seat: int) -> bool:
    """Tells whether there are two other cards in the hand."""
    return len(pile(s, HAND, seat)) > 2


def has_another_pokemon(s: Fight, seat: int) -> bool:
    """Tells whether there is a Pokémon on the Bench."""
    return len(s.rows[seat * 2 + BENCH]) > 0


# What they do.


def draw(s: Fight, run: Run) -> None:
    """Draws cards, as many as there are."""
    s.draw(run.seat, DECK, HAND, run.step.amount)


def discard_all(s: Fight, run: Run) -> None:
    """Discards the hand."""
    for card in pile(s, HAND, run.seat)[:]:
        s.move(card, HAND, run.seat, DISCARD)


def discard_hand(s: Fight, run: Run) -> None:
    """Lets the player discard cards of the hand as a cost."""
    ask(s, DiscardHand(run.seat, run.step.amount, 0))


class DiscardHand(Ask):
    """Which card of your hand do you discard?"""

    id: ClassVar[str] = "discard_hand"
    __match_args__ = ("seat", "left", "last")

    def __init__(self, seat: int, left: int, last: int) -> None:
        """Takes who chooses, how many are still to be chosen, and the last one chosen."""
        super().__init__(seat)
        self.left: Final = left
        self.last: Final = last

    def options(self, state: Fight) -> list[int]:
        """Returns the different cards that can come next."""
        return later_options(pile(state, HAND, self.seat), self.last, self.left)

    def pick(self, s: Fight, option: int) -> None:
        """Discards it, and asks for the next one."""
        s.move(option, HAND, self.seat, DISCARD)
        if self.left > 1:
            ask(s, DiscardHand(self.seat, self.left - 1, option))


def search_deck(s: Fight, run: Run) -> None:
    """Lets the player take a card from the deck; after that its content is known."""
    s.search(DECK, run.seat, 1 << run.seat)
    ask(s, SearchDeck(run.seat))


class SearchDeck(Ask):
    """Which card do you take from your deck?"""

    id: ClassVar[str] = "search_deck"

    def options(self, state: Fight) -> list[int]:
        """Returns the different cards of the deck."""
        return unique(sorted(pile(state, DECK, self.seat)))

    def pick(self, s: Fight, option: int) -> None:
        """Takes it."""
        s.move(option, DECK, self.seat, HAND)


def shuffle_deck(s: Fight, run: Run) -> None:
    """Shuffles the deck."""
    s.shuffle(DECK, run.seat)


def gust(s: Fight, run: Run) -> None:
    """Switches the opponent's Active Pokémon with the target."""
    switch_active(s, 1 - run.seat, run.target - FOE - 1)


def switch(s: Fight, run: Run) -> None:
    """Switches the player's Active Pokémon with the target."""
    switch_active(s, run.seat, run.target - 1)


def attach_self(s: Fight, run: Run) -> None:
    """Attaches PlusPower or Defender to the target."""
    pokemon = at_spot(s, run.seat, run.target)
    for card in pile(s, PLAYED, run.seat)[:]:
        pokemon.trainers.append(s.take(card, PLAYED, run.seat))
    pokemon.trainers.sort()


add_needs(
    {
        "deck": has_deck,
        "1 other card": has_other,
        "2 other cards": has_two_others,
        "another pokemon": has_another_pokemon,
    }
)
add_steps(
    {
        "draw": draw,
        "discard_all": discard_all,
        "discard_hand": discard_hand,
        "search_deck": search_deck,
        "shuffle_deck": shuffle_deck,
        "gust": gust,
        "switch": switch,
        "attach_self": attach_self,
    }
)
