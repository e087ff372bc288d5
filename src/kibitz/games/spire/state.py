"""The state of a fight: the player, the monsters, the piles, and what is still to be done.

Everything is small numbers and lists of them, because searches copy states all the time. Cards,
powers, relics, potions and kinds of monsters are the numbers of `kibitz.games.spire.cards`.
"""

from typing import Final

from kibitz.core.randomness import Rng
from kibitz.core.state import Part, State
from kibitz.core.value import Value
from kibitz.games.spire.cards import IRONCLAD
from kibitz.games.spire.gear import NOT_OWNED, RELICS, Label
from kibitz.games.spire.monsters import FROM_MEMORY, NO_MOVE, NORMAL
from kibitz.games.spire.powers import MONSTER_POWERS, POWERS, STRENGTH

HAND_LIMIT: Final = 10
MOST_BLOCK: Final = 999

# How a fight ends.
WON: Final = "won"
LOST: Final = "lost"
FLED: Final = "fled"

# A move or a number that a view does not show.
HIDDEN: Final = -9
# Which moves of a monster a view does not show, as bits: a move keeps its bit as it grows older.
HIDES_MOVE: Final = 1
HIDES_LAST: Final = 2
HIDES_LAST_TWO: Final = 4
ALL_MOVES: Final = 7

# What the player is asked to choose.
NOTHING: Final = 0
TO_EXHAUST: Final = 1
TO_UPGRADE: Final = 2
TO_DRAW_TOP: Final = 3
TO_DRAW_BOTTOM: Final = 4
TO_HAND: Final = 5
TO_COPY: Final = 6
TO_TAKE: Final = 7  # one of the cards that are offered
TO_GAMBLE: Final = 8
TO_SHUFFLE_IN: Final = 9  # one of the cards that are offered, into the draw pile
TO_ENTER: Final = 10  # a stance
TO_DISCARD: Final = 11
TO_RETAIN: Final = 12  # at the end of the turn
TO_REPEAT: Final = 13  # copies of it come next turn
CHOICES: Final = 14

# Stances.
NEUTRAL: Final = 0
CALM: Final = 1
WRATH: Final = 2
DIVINITY: Final = 3

# Kinds of tasks.
CARD_TASK: Final = 0
POTION_TASK: Final = 1
COPIES_TASK: Final = 2
PLAY_TOP_TASK: Final = 3
TURN_START_TASK: Final = 4
TURN_END_TASK: Final = 5

# How a card is played: it is exhausted in any case, it is a copy, it comes from the draw pile.
EXHAUSTED_AFTER: Final = 1
IS_COPY: Final = 2
FROM_DRAW_PILE: Final = 4

NO_TARGET: Final = -1


class Task(Value):
    """Something that is still to be done after the player has chosen.

    Attributes:
        kind: what it is.
        card: the card that is being played, or another number.
        target: the place of the monster it is played on; -1 for none.
        x: the energy that a card with cost X was played with.
        step: the step to go on with.
        flags: how the card is played.
    """

    __match_args__ = ("kind", "card", "target", "x", "step", "flags")

    def __init__(self, kind: int, card: int, target: int, x: int, step: int, flags: int) -> None:
        self.kind: Final = kind
        self.card: Final = card
        self.target: Final = target
        self.x: Final = x
        self.step: Final = step
        self.flags: Final = flags


class Monster(Part):
    """One monster; dead ones keep their place.

    Attributes:
        kind: the number of its kind; `len(MONSTER_KINDS)` or more for one that is not known.
        hp: its HP; 0 if it is dead.
        max_hp: the most HP it can have.
        block: its block.
        powers: the amount of each power.
        move: the move it has announced, as a place in the moves of its kind; for one that is not
            known, as a place in `INTENTS`.
        last: its last move.
        last_two: the move before that.
        memory: what its kind remembers: the bite of a louse, the threshold of the Guardian.
        count: what its kind counts: moves, charges, turns of sleep.
        alive: whether it is alive and here.
        half_dead: whether it is not alive, but will come back; the fight goes on meanwhile.
        pending: block that it gets when the card in play is done.
        fresh: whether Ritual was applied in this turn of the monsters, and so gives nothing yet.
        damage: the base damage announced for a move that is not known; -1 if it does not attack.
        hits: how often that move hits.
        hidden: which of its moves the player has not seen, as bits: with Runic Dome, an announced
            move that chance has decided, and one that was given up before it was made.
    """

    __match_args__ = (
        "kind", "hp", "max_hp", "block", "powers", "move", "last", "last_two", "memory", "count",
        "alive", "pending", "fresh", "damage", "hits", "half_dead", "hidden",
    )  # fmt: skip

    def __init__(
        self,
        kind: int,
        hp: int,
        max_hp: int,
        block: int = 0,
        powers: list[int] | None = None,
        move: int = NO_MOVE,
        last: int = NO_MOVE,
        last_two: int = NO_MOVE,
        memory: int = 0,
        count: int = 0,
        alive: bool = True,
        pending: int = 0,
        fresh: bool = False,
        damage: int = -1,
        hits: int = 1,
        half_dead: bool = False,
        hidden: int = 0,
    ) -> None:
        self.kind = kind
        self.hp = hp
        self.max_hp = max_hp
        self.block = block
        self.powers: list[int] = [0] * MONSTER_POWERS if powers is None else powers
        self.move = move
        self.last = last
        self.last_two = last_two
        self.memory = memory
        self.count = count
        self.alive = alive
        self.pending = pending
        self.fresh = fresh
        self.damage = damage
        self.hits = hits
        self.half_dead = half_dead
        self.hidden = hidden

    def remembered(self, number: int) -> int:
        """Returns a number of the table, or what the monster remembers in its place."""
        return self.memory if number == FROM_MEMORY else number

    def announce(self, move: int, hides: bool = False) -> None:
        """Lets the monster announce a move; `hides` if the player can neither see nor tell it."""
        self.move = move
        self.hidden = self.hidden & ~HIDES_MOVE | int(hides)

    def clone(self) -> "Monster":
        """Returns an independent copy."""
        return Monster(
            self.kind, self.hp, self.max_hp, self.block, self.powers.copy(), self.move, self.last,
            self.last_two, self.memory, self.count, self.alive, self.pending, self.fresh,
            self.damage, self.hits, self.half_dead, self.hidden,
        )  # fmt: skip


class Fight(State):
    """A fight at one moment; a view is one too, with hidden numbers in place of secrets.

    Attributes:
        rng: the dice of cards, relics and potions.
        ai: the dice of the monsters' moves.
        shuffles: the dice of shuffles.
        spawns: the dice of HP and of what monsters start with.
        ascension: the ascension level, 0 to 20.
        act: the act, from 1.
        room: whether this is a normal fight, an elite or a boss.
        hp: the player's HP.
        max_hp: the most HP the player can have.
        block: the player's block.
        energy: the energy left in this turn.
        powers: the amount of each of the player's powers.
        fresh: debuffs of the player that do not decay at the end of this round, as bits.
        relics: the counter of each relic, or `NOT_OWNED`.
        moments: at which moments the relics act.
        potions: the potion in each slot.
        stance: the stance, for potions of other classes.
        orb_slots: the number of orb slots.
        orbs: the damage of each Dark orb, the oldest first.
        gold: the gold won in this fight; negative for gold that was stolen.
        hand: the cards in hand, in order.
        draw: the draw pile; the next card is last.
        discard: the discard pile.
        exhaust: the exhaust pile.
        known_top: how many of the next cards of the draw pile the player knows.
        known_bottom: the same for its last cards.
        bombs: turns left and damage of each Bomb.
        monsters: the monsters, from left to right.
        monsters_turn: whether the monsters are moving.
        turn: the number of the turn, from 1.
        cards_played: how many cards were played in this turn.
        attacks_played: how many of them were attacks.
        skills_played: how many were skills.
        powers_played: how many were powers.
        discarded: how many cards were discarded by choice in this turn.
        potions_used: how many potions were used in this turn.
        cards_drawn: how many cards were drawn in this turn.
        cards_exhausted: how many cards were exhausted in this turn.
        damage_instances: how often monsters were dealt damage in this turn.
        energy_gained: the energy gained in this turn, beside what every turn gives.
        energy_saved: how much less than printed the cards of this turn have cost.
        cards_before: how many cards were played in the turn before.
        attacks_before: how many of them were attacks.
        times_damaged: how often HP was lost in this fight.
        dealt: unblocked damage of the card in play.
        killed: whether the card in play has killed a monster that is not a minion.
        exhausted: how many cards the card in play has exhausted, or discarded all at once.
        growth: how much the card in play has grown, or Glass Knife has worn.
        draws_due: cards to draw when the card in play is done: Evolve, Dark Embrace, Reflex.
        strength_due: Strength to gain when the card in play is done: Rupture.
        choice: what the player is asked; `NOTHING` for a free move.
        picks: how many more cards can be chosen.
        optional: whether the player may choose fewer.
        picks_type: the only type of card that can be chosen.
        picks_from: the pile to choose from.
        lasts: how long a chosen card costs 0.
        chosen: the cards chosen so far, in order of their numbers.
        offered: the cards that are offered.
        copies: how many of the chosen card to make.
        agenda: what is still to be done after the choice, the next first.
        unknown: what a message has named that is not in the tables, as JSON text; see
            `kibitz.games.spire.position.message`.
        labels: what a message has said about the potion in each slot; empty if it was nothing that
            the tables do not say.
        character: the class of the player.
        nightmares: the cards that Nightmare adds to the hand next turn.
        turn_over: whether Time Warp ends this turn as soon as the card in play is done.
        gained: the cards that monsters have added to the deck, which are not in this fight.
    """

    __match_args__ = (
        "rng", "seat", "over", "reason", "ai", "shuffles", "spawns", "ascension", "act", "room",
        "hp", "max_hp", "block", "energy", "powers", "fresh", "relics", "moments", "potions",
        "stance", "orb_slots", "orbs", "gold", "hand", "draw", "discard", "exhaust", "known_top",
        "known_bottom", "bombs", "monsters", "monsters_turn", "turn", "cards_played",
        "attacks_played", "skills_played", "powers_played", "discarded", "potions_used",
        "cards_drawn", "cards_exhausted", "damage_instances", "energy_gained", "energy_saved",
        "cards_before", "attacks_before", "times_damaged", "dealt", "killed", "exhausted", "growth",
        "draws_due", "strength_due", "choice", "picks", "optional", "picks_type", "picks_from",
        "lasts", "chosen", "offered", "copies", "agenda", "unknown", "labels", "character",
        "nightmares", "turn_over", "gained",
    )  # fmt: skip

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        ai: Rng,
        shuffles: Rng,
        spawns: Rng,
        ascension: int = 0,
        act: int = 1,
        room: int = NORMAL,
        hp: int = 80,
        max_hp: int = 80,
        block: int = 0,
        energy: int = 3,
        powers: list[int] | None = None,
        fresh: int = 0,
        relics: list[int] | None = None,
        moments: int = 0,
        potions: list[int] | None = None,
        stance: int = NEUTRAL,
        orb_slots: int = 0,
        orbs: list[int] | None = None,
        gold: int = 0,
        hand: list[int] | None = None,
        draw: list[int] | None = None,
        discard: list[int] | None = None,
        exhaust: list[int] | None = None,
        known_top: int = 0,
        known_bottom: int = 0,
        bombs: list[int] | None = None,
        monsters: list[Monster] | None = None,
        monsters_turn: bool = False,
        turn: int = 1,
        cards_played: int = 0,
        attacks_played: int = 0,
        skills_played: int = 0,
        powers_played: int = 0,
        discarded: int = 0,
        potions_used: int = 0,
        cards_drawn: int = 0,
        cards_exhausted: int = 0,
        damage_instances: int = 0,
        energy_gained: int = 0,
        energy_saved: int = 0,
        cards_before: int = 0,
        attacks_before: int = 0,
        times_damaged: int = 0,
        dealt: int = 0,
        killed: bool = False,
        exhausted: int = 0,
        growth: int = 0,
        draws_due: int = 0,
        strength_due: int = 0,
        choice: int = NOTHING,
        picks: int = 0,
        optional: bool = False,
        picks_type: int = -1,
        picks_from: int = 0,
        lasts: int = 0,
        chosen: list[int] | None = None,
        offered: list[int] | None = None,
        copies: int = 1,
        agenda: list[Task] | None = None,
        unknown: str = "",
        labels: tuple[Label | None, ...] = (),
        character: int = IRONCLAD,
        nightmares: tuple[int, ...] = (),
        turn_over: bool = False,
        gained: tuple[int, ...] = (),
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.ai = ai
        self.shuffles = shuffles
        self.spawns = spawns
        self.ascension = ascension
        self.act = act
        self.room = room
        self.hp = hp
        self.max_hp = max_hp
        self.block = block
        self.energy = energy
        self.powers: list[int] = [0] * POWERS if powers is None else powers
        self.fresh = fresh
        self.relics: list[int] = [NOT_OWNED] * RELICS if relics is None else relics
        self.moments = moments
        self.potions: list[int] = [] if potions is None else potions
        self.stance = stance
        self.orb_slots = orb_slots
        self.orbs: list[int] = [] if orbs is None else orbs
        self.gold = gold
        self.hand: list[int] = [] if hand is None else hand
        self.draw: list[int] = [] if draw is None else draw
        self.discard: list[int] = [] if discard is None else discard
        self.exhaust: list[int] = [] if exhaust is None else exhaust
        self.known_top = known_top
        self.known_bottom = known_bottom
        self.bombs: list[int] = [] if bombs is None else bombs
        self.monsters: list[Monster] = [] if monsters is None else monsters
        self.monsters_turn = monsters_turn
        self.turn = turn
        self.cards_played = cards_played
        self.attacks_played = attacks_played
        self.skills_played = skills_played
        self.powers_played = powers_played
        self.discarded = discarded
        self.potions_used = potions_used
        self.cards_drawn = cards_drawn
        self.cards_exhausted = cards_exhausted
        self.damage_instances = damage_instances
        self.energy_gained = energy_gained
        self.energy_saved = energy_saved
        self.cards_before = cards_before
        self.attacks_before = attacks_before
        self.times_damaged = times_damaged
        self.dealt = dealt
        self.killed = killed
        self.exhausted = exhausted
        self.growth = growth
        self.draws_due = draws_due
        self.strength_due = strength_due
        self.choice = choice
        self.picks = picks
        self.optional = optional
        self.picks_type = picks_type
        self.picks_from = picks_from
        self.lasts = lasts
        self.chosen: list[int] = [] if chosen is None else chosen
        self.offered: list[int] = [] if offered is None else offered
        self.copies = copies
        self.agenda: list[Task] = [] if agenda is None else agenda
        self.unknown = unknown
        self.labels = labels
        self.character = character
        self.nightmares = nightmares
        self.turn_over = turn_over
        self.gained = gained

    def clone(self) -> "Fight":
        """Returns an independent copy."""
        return Fight(
            self.rng.clone(), self.seat, self.over, self.reason, self.ai.clone(),
            self.shuffles.clone(), self.spawns.clone(), self.ascension, self.act, self.room,
            self.hp, self.max_hp, self.block, self.energy, self.powers.copy(), self.fresh,
            self.relics.copy(), self.moments, self.potions.copy(), self.stance, self.orb_slots,
            self.orbs.copy(), self.gold, self.hand.copy(), self.draw.copy(), self.discard.copy(),
            self.exhaust.copy(), self.known_top, self.known_bottom, self.bombs.copy(),
            [monster.clone() for monster in self.monsters], self.monsters_turn, self.turn,
            self.cards_played, self.attacks_played, self.skills_played, self.powers_played,
            self.discarded, self.potions_used, self.cards_drawn, self.cards_exhausted,
            self.damage_instances, self.energy_gained, self.energy_saved, self.cards_before,
            self.attacks_before, self.times_damaged, self.dealt, self.killed, self.exhausted,
            self.growth, self.draws_due, self.strength_due, self.choice, self.picks, self.optional,
            self.picks_type, self.picks_from, self.lasts, self.chosen.copy(), self.offered.copy(),
            self.copies, self.agenda.copy(), self.unknown, self.labels, self.character,
            self.nightmares, self.turn_over, self.gained,
        )  # fmt: skip

    # The names that the planner's description gives them.

    @property
    def player_hp(self) -> int:
        """The player's HP."""
        return self.hp

    @property
    def player_block(self) -> int:
        """The player's block."""
        return self.block

    @property
    def player_strength(self) -> int:
        """The player's Strength."""
        return self.powers[STRENGTH]

    def living(self) -> int:
        """Returns how many monsters are left: those that are alive, and those that come back."""
        count = 0
        for monster in self.monsters:
            if monster.alive or monster.half_dead:
                count += 1
        return count

    def has(self, relic: int) -> bool:
        """Tells whether the player owns a relic."""
        return self.relics[relic] != NOT_OWNED

    # Potions.

    def label(self, slot: int) -> Label | None:
        """Returns what a message has said about the potion in a slot; None for nothing new."""
        return self.labels[slot] if 0 <= slot < len(self.labels) else None

    def slot_of(self, potion: int) -> int:
        """Returns the first slot with a potion that can be used; -1 if there is none."""
        for slot in range(len(self.potions)):
            if self.potions[slot] == potion:
                label = self.label(slot)
                if label is None or label.usable:
                    return slot
        return -1

    def remove_label(self, slot: int) -> None:
        """Forgets what a message has said about the potion in a slot."""
        if self.label(slot) is not None:
            left = (*self.labels[:slot], None, *self.labels[slot + 1 :])
            self.labels = left if any(left) else ()
