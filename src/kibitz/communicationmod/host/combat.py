"""A fight on the wire: the simulator's fight as the screens that the real game shows.

The simulator treats equal cards as equal numbers and takes each choice at once. The real game gives
every card an id of its own, which it keeps from pile to pile, and collects what is chosen until it
is confirmed. Both are done here.
"""

from collections.abc import Callable, Sequence
from typing import Final

from kibitz.communicationmod.host import screens
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Refused, Screen
from kibitz.communicationmod.host.stock import Held
from kibitz.core.value import Json
from kibitz.games.spire import Spire, gear
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import FACE_MASK
from kibitz.games.spire.monsters import LOOTER, MUGGER
from kibitz.games.spire.moves import DONE, END, Choose, Play, UsePotion, card_word
from kibitz.games.spire.position.message import CARD_REWARD, GRID, HAND_SELECT, NO_SCREEN
from kibitz.games.spire.position.reading import action_of
from kibitz.games.spire.position.writing import Writer, write_grid, write_hand_select, write_offer
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.rules.operations import can_choose, pile_of
from kibitz.games.spire.state import CARD_TASK, HAND_LIMIT, NO_TARGET, NOTHING, TO_RETAIN, Fight

DEBUG: Final = "DEBUG"
NO_INTENT: Final = "NONE"
MOVE_FIELDS: Final = ("move_id", "move_base_damage", "move_adjusted_damage", "move_hits")
# The piles of messages, with the names that the simulator gives them.
PILES: Final = {
    "draw_pile": "draw",
    "discard_pile": "discard",
    "exhaust_pile": "exhaust",
    "hand": "hand",
}
# All piles that hold cards of their own; those that cards leave for others come first.
# The card that grows for good.
RITUAL_DAGGER: Final = catalogue.face("RitualDagger")
TRACKED: Final = ("hand", "draw", "discard", "exhaust", "chosen", "offered")
SOURCES: Final = {
    catalogue.HAND: "hand",
    catalogue.DRAW_PILE: "draw",
    catalogue.DISCARD_PILE: "discard",
    catalogue.EXHAUST_PILE: "exhaust",
    catalogue.OFFERED: "offered",
}


class Cards:
    """Which single card is where, worked out from the piles of the simulator.

    Attributes:
        piles: the cards of each pile, in the simulator's order.
        gone: the cards in no pile: the one in play, and powers that were played.
    """

    def __init__(self, deck: Sequence[Held], make: Callable[[int], Held]) -> None:
        self.make: Final = make
        self.piles: Final[dict[str, list[Held]]] = {name: [] for name in TRACKED}
        self.gone: list[Held] = [Held(card.number, card.uuid) for card in deck]

    def follow(self, fight: Fight) -> None:
        """Works out where the cards are after a step of the simulator.

        A card stays in its pile if an equal one is there. The others are looked for among those
        that have left their piles: equal ones first, then changed ones. What is left is new.
        """
        missing: list[tuple[str, int]] = []
        left: list[Held] = []
        for name in TRACKED:
            old = self.piles[name]
            self.piles[name] = []
            for place, number in enumerate(numbers_of(fight, name)):
                found = take(old, number, is_equal)
                self.piles[name].append(Held(number, "") if found is None else found)
                if found is None:
                    missing.append((name, place))
            left.extend(reversed(old) if name == "draw" else old)  # drawn from its end
        self.gone = left + self.gone
        for same in (is_equal, is_same_kind):
            missing = [spot for spot in missing if not self.fill(spot, same)]
        for name, place in missing:
            self.piles[name][place] = self.make(self.piles[name][place].number)

    def fill(self, spot: tuple[str, int], same: Callable[[int, int], bool]) -> bool:
        """Fills a spot with a card that has left its pile; tells whether there was one."""
        name, place = spot
        number = self.piles[name][place].number
        found = take(self.gone, number, same)
        if found is None:
            return False
        self.piles[name][place] = Held(number, found.uuid)
        return True

    def lift(self, name: str, place: int) -> None:
        """Takes a card out of its pile, before the simulator does."""
        self.gone.insert(0, self.piles[name].pop(place))

    def lift_hand(self) -> None:
        """Takes the hand away, before the simulator discards it; retained cards stay."""
        hand = self.piles["hand"]
        for place in reversed(range(len(hand))):
            if not catalogue.FLAGS[hand[place].number & FACE_MASK] & catalogue.RETAINS:
                self.lift("hand", place)

    def retain(self, uuids: Sequence[str]) -> None:
        """Keeps chosen cards in the hand, before the simulator discards the others."""
        self.lift_hand()
        chosen = self.piles["chosen"]
        kept = [card for card in (*chosen, *self.gone) if card.uuid in uuids]
        self.piles["chosen"] = [card for card in chosen if card not in kept]
        self.gone = [card for card in self.gone if card not in kept]
        for card in kept:
            card.number = catalogue.without_turn_cost(card.number)
        self.piles["hand"].extend(kept)


def numbers_of(fight: Fight, name: str) -> list[int]:
    """Returns a pile of the simulator."""
    pile: list[int] = getattr(fight, name)
    return pile


def take(cards: list[Held], number: int, same: Callable[[int, int], bool]) -> Held | None:
    """Takes the first card that is the same out of a list."""
    for place, card in enumerate(cards):
        if same(card.number, number):
            return cards.pop(place)
    return None


def is_equal(one: int, other: int) -> bool:
    """Tells whether two cards are equal."""
    return one == other


def is_same_kind(one: int, other: int) -> bool:
    """Tells whether two cards are of the same kind: one may be upgraded or cost less."""
    return min(one, other) >= 0 and one & FACE_MASK | 1 == other & FACE_MASK | 1


def start_fight(run: Run, encounter: str) -> Fight:
    """Starts a fight of a run in the simulator."""
    # Relics that the simulator does not know do nothing in fights.
    known = [relic for relic in run.relics if plain_id(relic.name) in gear.RELIC_NUMBERS]
    game = Spire(
        character=run.setup.character,
        relics=", ".join(f"{relic.name}={relic.counter}" for relic in known),
        hp=run.hp,
        max_hp=run.max_hp,
        ascension=run.ascension,
        encounter=encounter,
    )
    numbers = [card.number for card in run.deck]
    game.decks[:] = [numbers]  # no option can name a grown card
    fight = game.setup(run.fight_dice())
    fight.potions = run.potions  # the same list: what is used is gone in the run, too
    return fight


class Combat(Screen):
    """A fight, with the screens on which cards are chosen in the middle of it.

    Attributes:
        picked: the ids of the cards chosen so far on such a screen.
        unread: whether the monsters' intents are not shown yet: the first message of a fight.
    """

    def __init__(self, run: Run, encounter: str) -> None:
        super().__init__(NO_SCREEN)
        self.run: Final = run
        self.gold: Final = run.gold
        self.fight: Final = start_fight(run, encounter)
        self.cards: Final = Cards(run.deck, run.card)
        self.picked: list[str] = []
        self.unread = True
        self.update()

    # What happens.

    def play(self, place: int, target: int | None) -> int | None:
        """Plays a card of the hand, by its place from 0."""
        number = self.fight.hand[place]
        aimed = catalogue.AIMS[number & FACE_MASK] == catalogue.AT_ENEMY
        if aimed and target is None:
            raise Refused(screens.NEEDS_TARGET)
        move = Play(card_word(number), target if aimed and target is not None else NO_TARGET)
        if next(move.check(self.fight, 0), None) is not None:
            raise Refused(screens.WRONG_TARGET)
        self.bring_forward("hand", place)
        move.apply(self.fight, 0)
        return self.update()

    def end(self) -> int | None:
        """Ends the turn."""
        if not self.fight.has(gear.RUNIC_PYRAMID):
            self.cards.lift_hand()
        END.apply(self.fight, 0)
        return self.update()

    def use_potion(self, slot: int, target: int) -> int | None:
        """Uses a potion."""
        number = self.fight.potions[slot]
        first = self.fight.slot_of(number)
        move = UsePotion(gear.POTIONS[number].name.lower(), target)
        if next(move.check(self.fight, 0), None) is not None:
            raise Refused(screens.CANNOT_USE)
        move.apply(self.fight, 0)
        belt = self.fight.potions  # the simulator uses the first of equal potions
        belt[first], belt[slot] = belt[slot], belt[first]
        return self.update()

    def choose(self, place: int) -> int | None:
        """Takes a card, or takes it back in a grid."""
        card = self.open_choices()[place]
        if self.type == GRID and card.uuid in self.picked:
            self.picked.remove(card.uuid)
        else:
            self.picked.append(card.uuid)
        complete = len(self.picked) == self.fight.picks and not self.fight.optional
        by_itself = self.type == GRID or (self.run.one_click and self.fight.picks == 1)
        if self.type == CARD_REWARD or (complete and by_itself):
            return self.commit()
        self.show_buttons()
        return None

    def proceed(self) -> int | None:
        """Confirms the chosen cards."""
        return self.commit()

    def leave(self) -> int | None:
        """Takes none of the cards."""
        return self.commit()

    def commit(self) -> int | None:
        """Hands the chosen cards to the simulator."""
        source = SOURCES[self.fight.picks_from]
        fewer = self.fight.optional and len(self.picked) < self.fight.picks
        retaining = self.fight.choice == TO_RETAIN
        for uuid in self.picked:
            pile = self.cards.piles[source]
            place = next(at for at, card in enumerate(pile) if card.uuid == uuid)
            number = pile[place].number
            self.bring_forward(source, place)
            if retaining and not fewer and uuid == self.picked[-1]:
                self.cards.retain(self.picked)  # this one ends the turn
            Choose(card_word(number)).apply(self.fight, 0)
            self.cards.follow(self.fight)
        if fewer:
            if retaining:
                self.cards.retain(self.picked)
            DONE.apply(self.fight, 0)
        return self.update()

    def bring_forward(self, name: str, place: int) -> None:
        """Lets the simulator, which takes the first of equal cards, take just this one."""
        pile = numbers_of(self.fight, name)
        number = pile.pop(place)
        first = pile.index(number) if number in pile else place
        pile.insert(min(first, place), number)
        self.cards.lift(name, place)

    def update(self) -> int | None:
        """Takes over what the fight has changed; tells the story if it is over."""
        fight, run = self.fight, self.run
        self.cards.follow(fight)
        self.picked = []
        run.hp, run.max_hp = fight.hp, fight.max_hp
        run.gold = max(0, self.gold + fight.gold - self.stolen())
        for relic in run.relics:
            number = gear.RELIC_NUMBERS.get(plain_id(relic.name), -1)
            if number >= 0 and number not in gear.FIGHT_RELICS:
                relic.counter = fight.relics[number]
        self.type = action_of(fight)[0]
        self.show_buttons()
        return 0 if fight.over else None

    def stolen(self) -> int:
        """Returns the gold that dead thieves had stolen; it comes back as a reward.

        The simulator does not know how much the player has, so its thieves may take more.
        """
        thieves = [monster for monster in self.fight.monsters if monster.kind in (LOOTER, MUGGER)]
        taken = sum(thief.memory for thief in thieves if not thief.alive and thief.hp == 0)
        return min(self.gold, taken)

    def change_deck(self) -> None:
        """Gives the deck what the fight has done to it, when it is over.

        Ritual Daggers keep what they have grown by, and curses that were implanted stay.
        """
        everywhere = [
            *self.cards.gone,
            *(card for pile in self.cards.piles.values() for card in pile),
        ]
        numbers = {card.uuid: card.number for card in everywhere}
        for card in self.run.deck:
            if card.number & FACE_MASK | 1 == RITUAL_DAGGER | 1:
                card.number = numbers.get(card.uuid, card.number)
        for number in self.fight.gained:
            self.run.gain_card(number)

    # What can be done.

    def show_buttons(self) -> None:
        """Decides which buttons there are."""
        fight = self.fight
        enough = fight.optional or len(self.picked) == fight.picks
        self.right = "confirm" if enough and self.type in (HAND_SELECT, GRID) else ""
        self.left = "skip" if fight.optional and self.type == CARD_REWARD else ""

    def is_asking(self) -> bool:
        """Tells whether a choice is pending."""
        return self.fight.choice != NOTHING

    def has_playable(self) -> bool:
        """Tells whether some card can be played on some target."""
        writer = Writer(self.fight)
        hand = [writer.card(number, "") for number in self.fight.hand]
        return not self.is_asking() and any(card["is_playable"] is True for card in hand)

    def listed(self) -> list[Held]:
        """Lists the cards that a choice is about, in the order of the screen.

        The order of the draw pile is secret, so its cards are sorted.
        """
        fight = self.fight
        pile = self.cards.piles[SOURCES[fight.picks_from]]
        assert len(pile) == len(pile_of(fight, fight.picks_from))
        found = [
            card for card in pile if can_choose(fight, fight.choice, card.number, fight.picks_type)
        ]
        if fight.picks_from == catalogue.DRAW_PILE:
            found.sort(key=lambda card: (card.number, card.uuid))
        return found

    def open_choices(self) -> list[Held]:
        """Lists the cards that can be chosen now."""
        if not self.is_asking():
            return []
        if self.type == HAND_SELECT:
            full = len(self.picked) == self.fight.picks
            return [] if full else [c for c in self.listed() if c.uuid not in self.picked]
        return self.listed()

    def choices(self) -> list[str]:
        """Lists the names of the cards that can be chosen now."""
        writer = Writer(self.fight)
        return [str(writer.card(c.number, "")["name"]).lower() for c in self.open_choices()]

    # Messages.

    def state(self) -> dict[str, Json]:
        """Writes the `screen_state` of a choice."""
        fight = self.fight
        if self.type == NO_SCREEN:
            return {}
        cards = self.listed()
        picked = [card for uuid in self.picked for card in cards if card.uuid == uuid]
        optional = fight.optional
        if self.type == HAND_SELECT:
            hand = self.write([card for card in cards if card not in picked])
            most = min(fight.picks, HAND_LIMIT)
            return write_hand_select(hand, self.write(picked), most, optional)
        if self.type == GRID:
            grid = write_grid(self.write(cards), self.write(picked), fight.picks, optional)
            return {**grid, **dict.fromkeys((*screens.PURPOSES, "confirm_up"), False)}
        return {**write_offer(self.write(cards), optional), "bowl_available": False}

    def action(self) -> str:
        """Returns the class of the action that waits for a choice."""
        return action_of(self.fight)[1]

    def write(self, cards: Sequence[Held]) -> list[Json]:
        """Writes cards as they are in messages."""
        writer = Writer(self.fight)
        return [card.write(writer) for card in cards]

    def write_combat(self) -> dict[str, Json]:
        """Writes the `combat_state`."""
        combat = Writer(self.fight).combat()
        for name, own in PILES.items():
            pile = [card for card in self.cards.piles[own] if card.uuid not in self.picked]
            combat[name] = self.write(pile)
        card = self.card_in_play()
        if card is not None:
            combat["card_in_play"] = self.write([card])[0]
        monsters: list[Json] = []
        for place in range(len(self.fight.monsters)):
            monsters.append(self.write_monster(place))
        return {**combat, "monsters": monsters}

    def card_in_play(self) -> Held | None:
        """Returns the card that waits for a choice."""
        if not self.is_asking() or not self.fight.agenda:
            return None
        task = self.fight.agenda[0]
        waiting = [card for card in self.cards.gone if card.number == task.card]
        return waiting[0] if waiting and task.kind == CARD_TASK else None

    def write_monster(self, place: int) -> dict[str, Json]:
        """Writes a monster; its intent may be unread or hidden."""
        item = Writer(self.fight).monster(place)
        if self.fight.has(gear.RUNIC_DOME):
            item["intent"] = NO_INTENT
            for name in MOVE_FIELDS:
                item.pop(name, None)
        elif self.unread and "move_id" in item:
            item["intent"] = DEBUG
            item["move_adjusted_damage"] = -1
        return item

    def write_potions(self) -> list[Json]:
        """Writes the belt; no potion can be used while a card is to be chosen."""
        found = Writer(self.fight).potions()
        for item in found:
            if isinstance(item, dict) and self.is_asking():
                item["can_use"] = False
        return found
