"""Trainers: what they need and what they do, one small function a name (1.10, 1.11).

To add one, write a function for each of its steps in `base.json` that has none, and add it at the
end of this module. A step that needs a choice calls `ask` with a question; what the question is
answered with goes on in its `pick`.

What a Trainer shows stays known: cards that both players have seen go through `take` and `put`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.rules import in_play, steps
from kibitz.games.pokemon.rules.attacks import DiscardEnergy
from kibitz.games.pokemon.rules.steps import Ask, Run, ask
from kibitz.games.pokemon.rules.turn import Verdict, knock_outs
from kibitz.games.pokemon.state import (
    BENCH,
    DECK,
    DISCARD,
    FOE,
    HAND,
    LAYOUT,
    PLAYED,
    Field,
    Pokemon,
    PokemonState,
    active,
    at_spot,
    pile,
    pokemon_of,
)

# The damage that was dealt, for what is not an attack.
NO_ATTACK: Final = -1


def play_trainer(s: PokemonState, seat: int, card: int, spot: int) -> None:
    """Plays a Trainer from the hand; it is discarded when it is done."""
    s.board.trainers += 1
    s.board.idle = 0
    s.move(card, HAND, seat, PLAYED)
    depth = len(s.stack)
    steps.run_steps(s, seat, cards.ACTIONS[cards.PLAY[card]].steps, spot, NO_ATTACK)
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

    def resolve(self, state: PokemonState) -> None:
        discard_played(state, self.seat)


def discard_played(s: PokemonState, seat: int) -> None:
    """Discards the Trainer that was played, unless it is attached to a Pokémon."""
    for card in pile(s, PLAYED, seat)[:]:
        s.move(card, PLAYED, seat, DISCARD)


# What they need.


def has_deck(s: PokemonState, seat: int) -> bool:
    """Tells whether there are cards in the deck."""
    return len(pile(s, DECK, seat)) > 0


def has_other(s: PokemonState, seat: int) -> bool:
    """Tells whether there is another card in the hand."""
    return len(pile(s, HAND, seat)) > 1


def has_two_others(s: PokemonState, seat: int) -> bool:
    """Tells whether there are two other cards in the hand."""
    return len(pile(s, HAND, seat)) > 2


def has_another_pokemon(s: PokemonState, seat: int) -> bool:
    """Tells whether there is a Pokémon on the Bench."""
    return len(s.rows[seat * 2 + BENCH]) > 0


def holds(held: list[int], wanted: list[bool]) -> bool:
    """Tells whether one of the cards is wanted."""
    return any(wanted[card] for card in held)


def has_discarded_trainer(s: PokemonState, seat: int) -> bool:
    """Tells whether a Trainer is in the discard pile.

    That it must lie there before the cost is paid is a reading of low confidence, here and for
    Energy Retrieval: the cards do not say so.
    """
    return holds(pile(s, DISCARD, seat), cards.IS_TRAINER)


def has_discarded_energy(s: PokemonState, seat: int) -> bool:
    """Tells whether a basic Energy card is in the discard pile."""
    return holds(pile(s, DISCARD, seat), cards.IS_BASIC_ENERGY)


def has_discarded_basic(s: PokemonState, seat: int) -> bool:
    """Tells whether a Basic Pokémon is in the discard pile."""
    return holds(pile(s, DISCARD, seat), cards.IS_BASIC)


def has_space(s: PokemonState, seat: int) -> bool:
    """Tells whether there is space on the Bench."""
    return len(s.rows[seat * 2 + BENCH]) < s.board.rules.bench_size


def has_their_basic(s: PokemonState, seat: int) -> bool:
    """Tells whether a Basic Pokémon is in the opponent's discard pile."""
    return has_discarded_basic(s, 1 - seat)


def has_their_space(s: PokemonState, seat: int) -> bool:
    """Tells whether there is space on the opponent's Bench."""
    return has_space(s, 1 - seat)


def has_pokemon_card(s: PokemonState, seat: int) -> bool:
    """Tells whether a Pokémon card is in the hand."""
    return holds(pile(s, HAND, seat), cards.IS_POKEMON)


def has_attached_energy(s: PokemonState, seat: int) -> bool:
    """Tells whether Energy is attached to a Pokémon of the player."""
    return any(len(pokemon.energy) > 0 for pokemon in pokemon_of(s, seat))


def has_damaged_pokemon(s: PokemonState, seat: int) -> bool:
    """Tells whether a Pokémon of the player has damage."""
    return any(pokemon.damage > 0 for pokemon in pokemon_of(s, seat))


def is_evolved(target: steps.Target) -> bool:
    """Tells whether a Pokémon has evolved."""
    return len(target.pokemon.under) > 0


def is_breedable(target: steps.Target) -> bool:
    """Tells whether a Stage 2 card of the hand can go on a Basic Pokémon this turn (R-12)."""
    if not in_play.can_evolve(target.state, target.pokemon):
        return False
    return len(bred_cards(target.state, target.seat, target.pokemon)) > 0


def bred_cards(s: PokemonState, seat: int, pokemon: Pokemon) -> list[int]:
    """Lists the different Stage 2 cards of a hand that belong to a Basic Pokémon."""
    basic = cards.NAME[pokemon.kind]
    return [card for card in steps.unique(pile(s, HAND, seat)) if cards.BRED_FROM[card] == basic]


# What they do.


def draw(s: PokemonState, run: Run) -> None:
    """Draws cards, as many as there are."""
    s.draw(run.seat, DECK, HAND, run.step.amount)


def discard_all(s: PokemonState, run: Run) -> None:
    """Discards the hand."""
    for card in pile(s, HAND, run.seat)[:]:
        s.move(card, HAND, run.seat, DISCARD)


def discard_hand(s: PokemonState, run: Run) -> None:
    """Lets the player discard cards of the hand as a cost."""
    ask(s, DiscardHand(run.seat, run.step.amount, 0))


class DiscardHand(Ask):
    """Which card of your hand do you discard?"""

    id: ClassVar[str] = "discard_hand"
    __match_args__ = ("seat", "left", "last")

    def __init__(self, seat: int, left: int, last: int) -> None:
        """Asks `seat` for `left` cards; `last` is the card chosen before."""
        super().__init__(seat)
        self.left: Final = left
        self.last: Final = last

    def options(self, state: PokemonState) -> list[int]:
        return steps.later_options(pile(state, HAND, self.seat), self.last, self.left)

    def pick(self, s: PokemonState, option: int) -> None:
        s.move(option, HAND, self.seat, DISCARD)
        if self.left > 1:
            ask(s, DiscardHand(self.seat, self.left - 1, option))


def search_deck(s: PokemonState, run: Run) -> None:
    """Lets the player take a card from the deck; after that its content is known."""
    s.search(DECK, run.seat, 1 << run.seat)
    ask(s, SearchDeck(run.seat))


class SearchDeck(Ask):
    """Which card do you take from your deck?"""

    id: ClassVar[str] = "search_deck"

    def options(self, state: PokemonState) -> list[int]:
        return steps.unique(sorted(pile(state, DECK, self.seat)))

    def pick(self, s: PokemonState, option: int) -> None:
        s.move(option, DECK, self.seat, HAND)


def shuffle_deck(s: PokemonState, run: Run) -> None:
    """Shuffles the deck."""
    s.shuffle(DECK, run.seat)


def gust(s: PokemonState, run: Run) -> None:
    """Switches the opponent's Active Pokémon with the target."""
    in_play.switch_active(s, 1 - run.seat, run.target - FOE - 1)


def switch(s: PokemonState, run: Run) -> None:
    """Switches the player's Active Pokémon with the target."""
    in_play.switch_active(s, run.seat, run.target - 1)


def attach_self(s: PokemonState, run: Run) -> None:
    """Attaches PlusPower or Defender to the target."""
    pokemon = at_spot(s, run.seat, run.target)
    for card in pile(s, PLAYED, run.seat)[:]:
        pokemon.trainers.append(s.take(card, PLAYED, run.seat))
    pokemon.trainers.sort()


# Cards of the hand and of the deck.


def hand_to_deck(s: PokemonState, run: Run) -> None:
    """Lets the player put cards of the hand into the deck, which is shuffled later."""
    ask(s, HandToDeck(run.seat, run.step.amount, False))


class HandToDeck(Ask):
    """Which card of your hand do you shuffle into your deck?"""

    id: ClassVar[str] = "hand_to_deck"
    __match_args__ = ("seat", "left", "more")

    def __init__(self, seat: int, left: int, more: bool) -> None:
        """Asks `seat` for `left` cards; `more` tells whether one was chosen before.

        Which card that was is a secret; it lies on top of the deck.
        """
        super().__init__(seat)
        self.left: Final = left
        self.more: Final = more

    def options(self, state: PokemonState) -> list[int]:
        last = pile(state, DECK, self.seat)[-1] if self.more else 0
        return steps.later_options(pile(state, HAND, self.seat), last, self.left)

    def pick(self, s: PokemonState, option: int) -> None:
        s.move(option, HAND, self.seat, DECK)
        if self.left > 1:
            ask(s, HandToDeck(self.seat, self.left - 1, True))


def impostor_oak(s: PokemonState, run: Run) -> None:
    """Lets the opponent shuffle the hand into the deck and draw cards, as many as there are."""
    foe = 1 - run.seat
    for card in pile(s, HAND, foe)[:]:
        s.move(card, HAND, foe, DECK)
    s.shuffle(DECK, foe)
    s.draw(foe, DECK, HAND, run.step.amount)


def lass(s: PokemonState, run: Run) -> None:
    """Shows both hands and shuffles their Trainers into the decks; Lass itself is not in a hand."""
    for seat in (run.seat, 1 - run.seat):
        s.show(HAND, seat, LAYOUT.everybody)
        for card in pile(s, HAND, seat)[:]:
            if cards.IS_TRAINER[card]:
                s.put(s.take(card, HAND, seat), DECK, seat)
        s.shuffle(DECK, seat)


def trade(s: PokemonState, run: Run) -> None:
    """Lets the player trade a Pokémon card of the hand for one of the deck, for all to see."""
    s.search(DECK, run.seat, 1 << run.seat)
    ask(s, TradeAway(run.seat))


class TradeAway(Ask):
    """Which Pokémon card of your hand do you trade?"""

    id: ClassVar[str] = "trade_away"

    def options(self, state: PokemonState) -> list[int]:
        return [
            card for card in steps.unique(pile(state, HAND, self.seat)) if cards.IS_POKEMON[card]
        ]

    def pick(self, s: PokemonState, option: int) -> None:
        """Shows it and asks what for; if the deck has no Pokémon card, nothing is traded."""
        s.put(s.take(option, HAND, self.seat), HAND, self.seat)
        ask(s, TradeFor(self.seat, option))


class TradeFor(Ask):
    """Which Pokémon card of your deck do you take?"""

    id: ClassVar[str] = "trade_for"
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card")

    def __init__(self, seat: int, card: int) -> None:
        """Asks `seat`; `card` is the card that goes into the deck."""
        super().__init__(seat)
        self.card: Final = card

    def options(self, state: PokemonState) -> list[int]:
        return [
            card
            for card in steps.unique(sorted(pile(state, DECK, self.seat)))
            if cards.IS_POKEMON[card]
        ]

    def pick(self, s: PokemonState, option: int) -> None:
        s.put(s.take(option, DECK, self.seat), HAND, self.seat)
        s.put(s.take(self.card, HAND, self.seat), DECK, self.seat)


def look_top(s: PokemonState, run: Run) -> None:
    """Lets the player look at the top cards of the deck and put them in another order."""
    s.show(DECK, run.seat, 1 << run.seat, run.step.amount)
    ask_order(s, run.seat, min(run.step.amount, len(pile(s, DECK, run.seat))))


def ask_order(s: PokemonState, seat: int, left: int, placed: int = 0) -> None:
    """Asks for the next of some cards near the top of the deck, unless they are all equal."""
    question = Arrange(seat, left, placed)
    if len(question.options(s)) > 1:
        ask(s, question)


class Arrange(Ask):
    """Which card comes next, from the top of your deck?"""

    id: ClassVar[str] = "arrange"
    __match_args__ = ("seat", "left", "placed")

    def __init__(self, seat: int, left: int, placed: int) -> None:
        """Asks `seat` to arrange `left` cards; `placed` cards lie above them already."""
        super().__init__(seat)
        self.left: Final = left
        self.placed: Final = placed

    def optional(self, s: PokemonState) -> bool:
        """The rest may stay as it is."""
        return True

    def options(self, state: PokemonState) -> list[int]:
        deck = pile(state, DECK, self.seat)
        last = len(deck) - self.placed
        return steps.unique(sorted(deck[last - self.left : last]))

    def pick(self, s: PokemonState, option: int) -> None:
        """Puts it above the others, and asks for the next one."""
        deck = pile(s, DECK, self.seat)
        last = len(deck) - self.placed
        # Who knows a place of the deck does not change: the player knows all of these cards.
        deck.insert(last - 1, deck.pop(deck.index(option, last - self.left)))
        ask_order(s, self.seat, self.left - 1, self.placed + 1)


# Cards of the discard piles.


def retrieve_trainer(s: PokemonState, run: Run) -> None:
    """Lets the player take a Trainer from the discard pile."""
    ask(s, RetrieveTrainer(run.seat))


class RetrieveTrainer(Ask):
    """Which Trainer do you take from your discard pile?"""

    id: ClassVar[str] = "retrieve_trainer"

    def options(self, state: PokemonState) -> list[int]:
        return [
            card for card in steps.unique(pile(state, DISCARD, self.seat)) if cards.IS_TRAINER[card]
        ]

    def pick(self, s: PokemonState, option: int) -> None:
        s.move(option, DISCARD, self.seat, HAND)


def retrieve_energy(s: PokemonState, run: Run) -> None:
    """Lets the player take basic Energy cards from the discard pile."""
    ask(s, RetrieveEnergy(run.seat, run.step.amount, 0))


class RetrieveEnergy(Ask):
    """Which Energy card do you take from your discard pile?"""

    id: ClassVar[str] = "retrieve_energy"
    __match_args__ = ("seat", "left", "last")

    def __init__(self, seat: int, left: int, last: int) -> None:
        """Asks `seat` for up to `left` cards; `last` is the card chosen before."""
        super().__init__(seat)
        self.left: Final = left
        self.last: Final = last

    def optional(self, s: PokemonState) -> bool:
        """Fewer cards are allowed."""
        return True

    def options(self, state: PokemonState) -> list[int]:
        discarded = steps.unique(pile(state, DISCARD, self.seat))
        return [card for card in discarded if cards.IS_BASIC_ENERGY[card] and card >= self.last]

    def pick(self, s: PokemonState, option: int) -> None:
        s.move(option, DISCARD, self.seat, HAND)
        if self.left > 1:
            ask(s, RetrieveEnergy(self.seat, self.left - 1, option))


def revive(s: PokemonState, run: Run) -> None:
    """Lets the player bring a Basic Pokémon back, with half its HP."""
    ask(s, Revive(run.seat, run.seat))


def flute(s: PokemonState, run: Run) -> None:
    """Lets the player bring a Basic Pokémon of the opponent back."""
    ask(s, Revive(run.seat, 1 - run.seat))


class Revive(Ask):
    """Which Basic Pokémon goes from the discard pile to the Bench?"""

    id: ClassVar[str] = "revive"
    __match_args__ = ("seat", "side")

    def __init__(self, seat: int, side: int) -> None:
        """Asks `seat`; a Pokémon of the same `side` comes back with damage."""
        super().__init__(seat)
        self.side: Final = side

    def options(self, state: PokemonState) -> list[int]:
        return [
            card for card in steps.unique(pile(state, DISCARD, self.side)) if cards.IS_BASIC[card]
        ]

    def pick(self, s: PokemonState, option: int) -> None:
        """Puts it on the Bench; the damage is half its HP, rounded down to tens."""
        damage = cards.HP[option] // 20 * 10 if self.side == self.seat else 0
        in_play.put_on_bench(s, self.side, s.take(option, DISCARD, self.side), damage)


# Pokémon in play.


def devolve(s: PokemonState, run: Run) -> None:
    """Lets the player take stages off the target; it may be knocked out (R-13)."""
    ask(s, Devolution(run.seat, run.target))


class Devolution(steps.SpotAsk):
    """Which stage do you discard, with those above it?"""

    id: ClassVar[str] = "devolution"

    def options(self, state: PokemonState) -> list[int]:
        """Returns the Evolution cards of the Pokémon, the lowest first."""
        pokemon = at_spot(state, self.seat, self.spot)
        return [*pokemon.under[1:], pokemon.kind]

    def pick(self, s: PokemonState, option: int) -> None:
        in_play.devolve(s, self.seat, option, at_spot(s, self.seat, self.spot))
        knock_outs(s)


def breed(s: PokemonState, run: Run) -> None:
    """Lets the player put a Stage 2 card on a Basic Pokémon."""
    ask(s, Breeding(run.seat, run.target))


class Breeding(steps.SpotAsk):
    """Which Stage 2 card goes on it?"""

    id: ClassVar[str] = "breeding"

    def options(self, state: PokemonState) -> list[int]:
        return bred_cards(state, self.seat, at_spot(state, self.seat, self.spot))

    def pick(self, s: PokemonState, option: int) -> None:
        in_play.evolve(s, self.seat, option, at_spot(s, self.seat, self.spot))


def scoop_up(s: PokemonState, run: Run) -> None:
    """Returns the Basic card of the target to the hand and discards all else of it."""
    scooped = in_play.leave(s, run.seat, run.target).cards()
    s.put(scooped[0], HAND, run.seat)
    for card in scooped[1:]:
        s.put(card, DISCARD, run.seat)
    if run.target == 0:
        s.stack.append(Verdict())


def discard_own_energy(s: PokemonState, run: Run) -> None:
    """Lets the player discard Energy from a Pokémon of the own side, as a cost."""
    ask(s, OwnEnergy(run.seat))


class OwnEnergy(Ask):
    """From which of your Pokémon do you discard Energy?"""

    id: ClassVar[str] = "own_energy"

    def asks(self) -> int:
        return steps.A_SPOT

    def options(self, state: PokemonState) -> list[int]:
        own = pokemon_of(state, self.seat)
        return [spot for spot in range(len(own)) if own[spot].energy]

    def pick(self, s: PokemonState, option: int) -> None:
        ask(s, DiscardEnergy(self.seat, option, 1, False, 0, False))


def cure(s: PokemonState, run: Run) -> None:
    """Ends the special conditions of the Active Pokémon."""
    in_play.cure(active(s, run.seat))


def heal_all(s: PokemonState, run: Run) -> None:
    """Removes all damage from the player's Pokémon; those that had some lose all Energy."""
    for pokemon in pokemon_of(s, run.seat):
        if pokemon.damage > 0:
            pokemon.damage = 0
            for energy in pokemon.energy[:]:
                in_play.discard_energy(s, run.seat, pokemon, energy)


steps.add_needs(
    {
        "deck": has_deck,
        "1 other card": has_other,
        "2 other cards": has_two_others,
        "another pokemon": has_another_pokemon,
        "trainer in discard": has_discarded_trainer,
        "basic energy in discard": has_discarded_energy,
        "basic in discard": has_discarded_basic,
        "bench space": has_space,
        "basic in their discard": has_their_basic,
        "their bench space": has_their_space,
        "pokemon in hand": has_pokemon_card,
        "own energy": has_attached_energy,
        "damaged pokemon": has_damaged_pokemon,
    }
)
steps.add_traits({"evolved": is_evolved, "breedable": is_breedable})
steps.add_steps(
    *(draw, discard_all, discard_hand, search_deck, shuffle_deck, gust, switch, attach_self),
    *(hand_to_deck, impostor_oak, lass, trade, look_top, retrieve_trainer, retrieve_energy),
    *(revive, flute, devolve, breed, scoop_up, discard_own_energy, cure, heal_all),
)
