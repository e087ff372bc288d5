"""Attacks, in the order of section 1.6 of the rules: from the declaration to the knock outs."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon.cards.catalogue import (
    ATTACKS,
    CARD_ATTACKS,
    ELEMENT,
    HP,
    STEP_NAMES,
    STRIKES_BACK,
    WEAKNESS,
    Attack,
    Step,
)
from kibitz.games.pokemon.cards.catalogue import ON_BOTH as BOTH_SIDES
from kibitz.games.pokemon.rules.damage import (
    FAILED,
    RESISTED,
    base_damage,
    blocks_effects,
    defended,
    happens,
    is_knocked_out,
    landed_damage,
    resistance_of,
    weakness_of,
)
from kibitz.games.pokemon.rules.energy import can_pay, discard_energy, discard_ways
from kibitz.games.pokemon.rules.in_play import (
    inflict,
    inflict_poison,
    power_works,
    switch_active,
)
from kibitz.games.pokemon.rules.knockouts import knock_outs
from kibitz.games.pokemon.rules.steps import (
    A_SPOT,
    A_WORD,
    AN_ATTACK,
    AN_ELEMENT,
    ATTACK_WORD,
    HEAL,
    Ask,
    Run,
    add_steps,
    ask,
    next_of,
    run_steps,
)
from kibitz.games.pokemon.state import (
    ASLEEP,
    BLOCKS_ALL,
    BLOCKS_DAMAGE,
    BLOCKS_UP_TO,
    CONFUSED,
    END,
    FOE,
    HIT_BLIND,
    HIT_DISABLED,
    HIT_ENERGY,
    PARALYZED,
    Field,
    Fight,
    Pokemon,
    active,
    at_spot,
    bench,
    flip,
)

FLAT_CONFUSION: Final = 30
# Steps that concern the Defending Pokémon: a full shield prevents them.
DEFENDING: Final = [
    *("asleep", "confused", "paralyzed", "poisoned", "discard_energy", "lure", "whirlwind"),
    *("disable", "blind", "change_weakness"),
]
ON_DEFENDING: Final[list[bool]] = [name in DEFENDING for name in STEP_NAMES]


# Step 1: may it be used?


def can_attack(s: Fight, seat: int) -> bool:
    """Tells whether the Active Pokémon of a seat may attack at all."""
    condition = active(s, seat).condition
    if condition in (ASLEEP, PARALYZED):
        return False
    return s.turn > 1 or s.board.rules.first_player_may_attack


def can_use(s: Fight, seat: int, number: int) -> bool:
    """Tells whether an attack of the Active Pokémon may be used; `can_attack` was asked."""
    user = active(s, seat)
    attack = ATTACKS[number]
    if user.disabled == number + 1 and user.disabled_turn == s.turn - 1:
        return False
    if attack.needs_asleep and active(s, 1 - seat).condition != ASLEEP:
        return False
    if attack.needs_unused and user.used:
        return False
    if attack.mirrors and not can_mirror(s, user):
        return False
    return can_pay(s, user, attack)


def can_mirror(s: Fight, user: Pokemon) -> bool:
    """Tells whether an attack has done something to a Pokémon in the turn before."""
    received = user.hit_damage + user.hit_condition + user.hit_poison + user.hit_flags
    return user.hit_turn == s.turn - 1 and received + user.hit_weakness > 0


# Steps 2 to 4: Sand-attack, costs, confusion.


def declare(s: Fight, seat: int, index: int) -> None:
    """Attacks with the Active Pokémon."""
    user = active(s, seat)
    number = CARD_ATTACKS[user.kind][index]
    attack = ATTACKS[number]
    s.board.strikes = 0
    if attack.needs_unused:
        user.used = True
    if user.blind_turn > 0 and user.blind_turn == s.turn - 1 and not flip(s):
        finish_attack(s, seat)
    elif attack.pay is None:
        strike(s, seat, number)
    else:
        s.stack.append(Strike(seat, number))
        pay_energy(s, seat, attack.pay.amount, attack.pay.element, ())


class Strike(kit.Effect[Pokemon, Field]):
    """Goes on with an attack after its cost was paid."""

    id: ClassVar[str] = "strike"
    __match_args__ = ("seat", "attack")

    def __init__(self, seat: int, attack: int) -> None:
        self.seat: Final = seat
        self.attack: Final = attack

    def resolve(self, state: Fight) -> None:
        """Goes on."""
        strike(state, self.seat, self.attack)


class PayEnergy(Ask):
    """Which Energy do you discard for the attack?"""

    id: ClassVar[str] = "pay_energy"
    __match_args__ = ("seat", "count", "element", "held")

    def __init__(self, seat: int, count: int, element: int, held: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.count: Final = count
        self.element: Final = element
        self.held: Final = held

    def options(self, state: Fight) -> list[int]:
        """Returns the Energy that can come next."""
        ways = discard_ways(state, active(state, self.seat), self.count, self.element)
        return next_of(ways, self.held)

    def pick(self, s: Fight, option: int) -> None:
        """Asks for the next one, or discards all of them."""
        pay_energy(s, self.seat, self.count, self.element, (*self.held, option))


def pay_energy(s: Fight, seat: int, count: int, element: int, held: tuple[int, ...]) -> None:
    """Discards Energy of the Active Pokémon; asks which where there is a choice."""
    user = active(s, seat)
    ways = discard_ways(s, user, count, element)
    ways = [way for way in ways if way[: len(held)] == held]
    # Where all of it is discarded there is nothing to choose.
    asks = s.board.rules.asks_always and count > 0 and len(ways[0]) > len(held)
    if len(ways) > 1 or asks:
        ask(s, PayEnergy(seat, count, element, held))
        return
    for energy in ways[0]:
        discard_energy(s, seat, user, energy)


def strike(s: Fight, seat: int, number: int) -> None:
    """Flips for confusion, then carries the attack out."""
    user = active(s, seat)
    if user.condition == CONFUSED and not flip(s):
        user.damage += confusion_damage(s, user)
        finish_attack(s, seat)
    elif ATTACKS[number].copies:
        s.stack.append(AttackOver(seat))
        ask(s, Metronome(seat, number))
    else:
        s.stack.append(AttackOver(seat))
        carry_out(s, seat, ATTACKS[number], ATTACKS[number])


def confusion_damage(s: Fight, user: Pokemon) -> int:
    """Returns what a confused Pokémon does to itself (R-21)."""
    damage = s.board.rules.confusion_self_damage
    if damage == FLAT_CONFUSION:
        return damage
    element = ELEMENT[user.kind]
    if weakness_of(user) == element:
        damage *= 2
    if resistance_of(user) == element:
        damage -= RESISTED
    return defended(user, max(0, damage))


class Metronome(Ask):
    """Which attack does Metronome copy?"""

    id: ClassVar[str] = "metronome"
    __match_args__ = ("seat", "attack")

    def __init__(self, seat: int, attack: int) -> None:
        super().__init__(seat)
        self.attack: Final = attack

    def asks(self) -> int:
        """Asks for an attack."""
        return AN_ATTACK

    def options(self, state: Fight) -> list[int]:
        """Returns the attacks of the Defending Pokémon, without Metronome itself."""
        attacks = CARD_ATTACKS[active(state, 1 - self.seat).kind]
        return [ATTACK_WORD[number] for number in attacks if not ATTACKS[number].copies]

    def pick(self, s: Fight, option: int) -> None:
        """Carries it out, without its costs and requirements."""
        for number in CARD_ATTACKS[active(s, 1 - self.seat).kind]:
            if ATTACK_WORD[number] == option:
                carry_out(s, self.seat, ATTACKS[number], ATTACKS[self.attack])
                return


# Steps 5 to 11: coins, damage, and what follows it.


def carry_out(s: Fight, seat: int, attack: Attack, paid: Attack) -> None:
    """Flips the coins, deals the damage and lets the other steps happen."""
    heads = 0
    for _ in range(attack.coins):
        if flip(s):
            heads += 1
    land(s, seat, attack, paid, heads)


def land(s: Fight, seat: int, attack: Attack, paid: Attack, heads: int) -> None:
    """Deals the damage and lets the other steps happen, after so many heads."""
    base = base_damage(s, seat, attack, paid, heads)
    if base == FAILED:
        return
    user, target = active(s, seat), active(s, 1 - seat)
    blocked = blocks_effects(s, target)
    dealt = landed_damage(s, user, target, base)
    note_hit(s, target, dealt)
    if dealt > 0:
        hit(s, target, dealt)
    if attack.mirrors:
        if not blocked and can_mirror(s, user):
            mirror(s, seat, dealt)
    elif attack.after:
        steps = [
            step.number
            for step in attack.after
            if happens(step, heads) and not (blocked and ON_DEFENDING[step.code])
        ]
        if steps:
            run_steps(s, seat, tuple(steps), FOE, dealt)


def hit(s: Fight, target: Pokemon, damage: int) -> None:
    """Puts the damage of an attack on an opposing Pokémon; Machamp strikes back for it later."""
    target.damage += damage
    if STRIKES_BACK[target.kind] > 0 and power_works(target):
        s.board.strikes += STRIKES_BACK[target.kind]


def note_hit(s: Fight, target: Pokemon, dealt: int) -> None:
    """Remembers an attack on a Pokémon for Mirror Move (step 13)."""
    target.hit_turn = s.turn
    target.hit_damage = dealt
    target.hit_condition = 0
    target.hit_poison = 0
    target.hit_flags = 0
    target.hit_weakness = 0


def mirror(s: Fight, seat: int, dealt: int) -> None:
    """Does to the Defending Pokémon what the user received in the turn before."""
    user, target = active(s, seat), active(s, 1 - seat)
    if user.hit_condition:
        inflict(s, target, user.hit_condition)
    if user.hit_poison:
        inflict_poison(target, user.hit_poison)
    if user.hit_weakness:
        change_weakness_to(target, user.hit_weakness - 1)
    flags = user.hit_flags
    if flags & HIT_BLIND:
        make_blind(s, target)
    steps: list[int] = []
    if flags & HIT_ENERGY:
        steps.append(REMOVAL.number)
    if flags & HIT_DISABLED:
        steps.append(AMNESIA.number)
    run_steps(s, seat, tuple(steps), FOE, dealt)


# Steps 12 to 14.


class AttackOver(kit.Effect[Pokemon, Field]):
    """Ends an attack: Strikes Back, Destiny Bond, knock outs."""

    id: ClassVar[str] = "attack_over"
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def resolve(self, state: Fight) -> None:
        """Ends it."""
        finish_attack(state, self.seat)


def finish_attack(s: Fight, seat: int) -> None:
    """Lets Machamp strike back and Destiny Bond work, then resolves knock outs."""
    strike_back(s, seat)
    s.phase = END
    knock_outs(s)


def strike_back(s: Fight, seat: int) -> None:
    """Lets Machamp strike back and Destiny Bond work."""
    user, target = active(s, seat), active(s, 1 - seat)
    user.damage += s.board.strikes
    s.board.strikes = 0
    if target.bond_turn > 0 and target.bond_turn == s.turn - 1:
        attacked = target.hit_turn == s.turn and target.hit_damage > 0
        if attacked and is_knocked_out(target):
            user.damage = max(user.damage, HP[user.kind])


# The steps after the damage, one function a name.


def asleep(s: Fight, run: Run) -> None:
    """Puts the Defending Pokémon asleep."""
    inflict(s, active(s, 1 - run.seat), ASLEEP)


def confused(s: Fight, run: Run) -> None:
    """Confuses the Defending Pokémon."""
    inflict(s, active(s, 1 - run.seat), CONFUSED)


def paralyzed(s: Fight, run: Run) -> None:
    """Paralyzes the Defending Pokémon."""
    inflict(s, active(s, 1 - run.seat), PARALYZED)


def poisoned(s: Fight, run: Run) -> None:
    """Poisons the Defending Pokémon."""
    inflict_poison(active(s, 1 - run.seat), run.step.amount)


def hurt_self(s: Fight, run: Run) -> None:
    """Damages the attacker; Defender helps, PlusPower does not count (R-25)."""
    user = active(s, run.seat)
    user.damage += defended(user, run.step.amount)


def hurt_bench(s: Fight, run: Run) -> None:
    """Damages each benched Pokémon, without Weakness and Resistance."""
    for pokemon in bench(s, run.seat):
        pokemon.damage += defended(pokemon, run.step.amount)
    if run.step.on == BOTH_SIDES:
        for pokemon in bench(s, 1 - run.seat):
            damage = defended(pokemon, run.step.amount)
            if damage > 0:
                hit(s, pokemon, damage)


def heal(s: Fight, run: Run) -> None:
    """Removes damage; all of it if the step names no amount."""
    pokemon = at_spot(s, run.seat, run.spot())
    pokemon.damage = max(0, pokemon.damage - run.step.amount) if run.step.amount else 0


def leech(s: Fight, run: Run) -> None:
    """Lets the attacker heal if the attack did damage."""
    if run.dealt > 0 and active(s, run.seat).damage > 0:
        ask(s, Leech(run.seat, run.step.amount))


class Leech(Ask):
    """Do you remove damage from the attacker?"""

    id: ClassVar[str] = "leech"
    __match_args__ = ("seat", "amount")

    def __init__(self, seat: int, amount: int) -> None:
        super().__init__(seat)
        self.amount: Final = amount

    def asks(self) -> int:
        """Asks for a word."""
        return A_WORD

    def optional(self, s: Fight) -> bool:
        """Nobody has to."""
        return True

    def options(self, state: Fight) -> list[int]:
        """Returns the only choice."""
        return [HEAL]

    def pick(self, s: Fight, option: int) -> None:
        """Heals."""
        user = active(s, self.seat)
        user.damage = max(0, user.damage - self.amount)


def shield(s: Fight, run: Run) -> None:
    """Prevents damage in the next turn."""
    make_shield(s, run.seat, BLOCKS_DAMAGE, 0)


def harden(s: Fight, run: Run) -> None:
    """Prevents small damage in the next turn."""
    make_shield(s, run.seat, BLOCKS_UP_TO, run.step.amount)


def barrier(s: Fight, run: Run) -> None:
    """Prevents damage and effects of attacks in the next turn."""
    make_shield(s, run.seat, BLOCKS_ALL, 0)


def make_shield(s: Fight, seat: int, blocks: int, most: int) -> None:
    """Gives the attacker a shield."""
    user = active(s, seat)
    user.shield = blocks
    user.shield_most = most
    user.shield_turn = s.turn


def lure(s: Fight, run: Run) -> None:
    """Lets the attacker choose a benched Pokémon that becomes the Defending one."""
    if not is_knocked_out(active(s, 1 - run.seat)):
        ask(s, Switching(run.seat, 1 - run.seat))


def whirlwind(s: Fight, run: Run) -> None:
    """Lets the other player switch the Defending Pokémon, if it is still there."""
    if not is_knocked_out(active(s, 1 - run.seat)):
        ask(s, Switching(1 - run.seat, 1 - run.seat))


class Switching(Ask):
    """Which benched Pokémon becomes the Active one?"""

    id: ClassVar[str] = "switching"
    __match_args__ = ("seat", "side")

    def __init__(self, seat: int, side: int) -> None:
        super().__init__(seat)
        self.side: Final = side

    def asks(self) -> int:
        """Asks for a Pokémon."""
        return A_SPOT

    def options(self, state: Fight) -> list[int]:
        """Returns the Bench, as the seat that chooses says it."""
        first = 1 if self.side == self.seat else FOE + 1
        return list(range(first, first + len(bench(state, self.side))))

    def pick(self, s: Fight, option: int) -> None:
        """Switches."""
        switch_active(s, self.side, option % FOE - 1)


def disable(s: Fight, run: Run) -> None:
    """Lets the attacker name an attack that the Defending Pokémon cannot use next turn."""
    ask(s, Amnesia(run.seat))


class Amnesia(Ask):
    """Which attack can the Defending Pokémon not use?"""

    id: ClassVar[str] = "amnesia"

    def asks(self) -> int:
        """Asks for an attack."""
        return AN_ATTACK

    def options(self, state: Fight) -> list[int]:
        """Returns the attacks of the Defending Pokémon."""
        return [ATTACK_WORD[n] for n in CARD_ATTACKS[active(state, 1 - self.seat).kind]]

    def pick(self, s: Fight, option: int) -> None:
        """Disables it."""
        target = active(s, 1 - self.seat)
        for number in CARD_ATTACKS[target.kind]:
            if ATTACK_WORD[number] == option:
                target.disabled = number + 1
                target.disabled_turn = s.turn
        target.hit_flags |= HIT_DISABLED


def blind(s: Fight, run: Run) -> None:
    """Makes the attacks of the Defending Pokémon depend on a coin next turn."""
    make_blind(s, active(s, 1 - run.seat))


def make_blind(s: Fight, target: Pokemon) -> None:
    """Throws sand at a Pokémon."""
    target.blind_turn = s.turn
    target.hit_flags |= HIT_BLIND


def bond(s: Fight, run: Run) -> None:
    """Knocks out whoever knocks the attacker out in the next turn."""
    active(s, run.seat).bond_turn = s.turn


def change_weakness(s: Fight, run: Run) -> None:
    """Lets the attacker change the Weakness of the Defending Pokémon, if it has one."""
    if WEAKNESS[active(s, 1 - run.seat).kind] >= 0:
        ask(s, NewElement(run.seat, True))


def change_resistance(s: Fight, run: Run) -> None:
    """Lets the attacker change its own Resistance."""
    ask(s, NewElement(run.seat, False))


class NewElement(Ask):
    """Which type is it?"""

    id: ClassVar[str] = "new_element"
    __match_args__ = ("seat", "weakness")

    def __init__(self, seat: int, weakness: bool) -> None:
        super().__init__(seat)
        self.weakness: Final = weakness

    def asks(self) -> int:
        """Asks for a type."""
        return AN_ELEMENT

    def optional(self, s: Fight) -> bool:
        """The Weakness need not be changed."""
        return self.weakness

    def options(self, state: Fight) -> list[int]:
        """Returns all types but Colorless."""
        return [0, 1, 2, 3, 4, 5]

    def pick(self, s: Fight, option: int) -> None:
        """Changes it."""
        if self.weakness:
            change_weakness_to(active(s, 1 - self.seat), option)
        else:
            active(s, self.seat).resistance = option + 1


def change_weakness_to(target: Pokemon, element: int) -> None:
    """Changes the Weakness of a Pokémon that has one."""
    if WEAKNESS[target.kind] >= 0:
        target.weakness = element + 1
        target.hit_weakness = element + 1


def discard_from(s: Fight, run: Run) -> None:
    """Lets the player discard Energy from the Defending Pokémon of an attack, or the target."""
    spot = run.spot()
    if run.dealt > 0 and is_knocked_out(at_spot(s, run.seat, spot)):
        return  # all of it is going to be discarded
    by_attack = run.dealt >= 0
    ask(s, DiscardEnergy(run.seat, spot, run.step.amount, run.step.may, 0, by_attack))


class DiscardEnergy(Ask):
    """Which Energy is discarded?"""

    id: ClassVar[str] = "discard_energy"
    __match_args__ = ("seat", "spot", "left", "may", "last", "attacks")

    def __init__(
        self, seat: int, spot: int, left: int, may: bool, last: int, attacks: bool
    ) -> None:
        """Takes who chooses, from where, how many, whether fewer will do, the last one chosen.

        The last argument tells whether an attack does it, for Mirror Move.
        """
        super().__init__(seat)
        self.spot: Final = spot
        self.left: Final = left
        self.may: Final = may
        self.last: Final = last
        self.attacks: Final = attacks

    def optional(self, s: Fight) -> bool:
        """After the first one, where fewer will do."""
        return self.may and self.last > 0

    def options(self, state: Fight) -> list[int]:
        """Returns the different Energy cards."""
        held = at_spot(state, self.seat, self.spot).energy
        found: list[int] = []
        for energy in held:
            if energy >= self.last and energy not in found:
                found.append(energy)
        return found

    def pick(self, s: Fight, option: int) -> None:
        """Discards it, and asks for the next one."""
        owner = self.seat if self.spot < FOE else 1 - self.seat
        pokemon = at_spot(s, self.seat, self.spot)
        discard_energy(s, owner, pokemon, option)
        if self.attacks:
            pokemon.hit_flags |= HIT_ENERGY
        if self.left > 1:
            left = self.left - 1
            ask(s, DiscardEnergy(self.seat, self.spot, left, self.may, option, self.attacks))


add_steps(
    {
        "asleep": asleep,
        "confused": confused,
        "paralyzed": paralyzed,
        "poisoned": poisoned,
        "hurt_self": hurt_self,
        "hurt_bench": hurt_bench,
        "discard_energy": discard_from,
        "heal": heal,
        "leech": leech,
        "shield": shield,
        "harden": harden,
        "barrier": barrier,
        "lure": lure,
        "whirlwind": whirlwind,
        "disable": disable,
        "blind": blind,
        "bond": bond,
        "change_weakness": change_weakness,
        "change_resistance": change_resistance,
    }
)


def step_of_attacks(name: str) -> Step:
    """Returns a step of some attack by its name, for Mirror Move."""
    code = STEP_NAMES.index(name)
    return next(step for attack in ATTACKS for step in attack.after if step.code == code)


REMOVAL: Final = step_of_attacks("discard_energy")
AMNESIA: Final = step_of_attacks("disable")
