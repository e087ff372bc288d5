"""Attacks, in the order of section 1.6 of the rules: from the declaration to the knock outs.

The damage is computed apart from the rest, and without changing the state, so an AI can ask what
an attack would do: `forecast` counts every way the coins can fall, `estimate` sums that up as the
worst, the best or the expected damage.
"""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.cards import Step
from kibitz.games.pokemon.rules import in_play
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
from kibitz.games.pokemon.rules.turn import knock_outs
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
    NO_SHIELD,
    PARALYZED,
    Field,
    Pokemon,
    PokemonState,
    active,
    at_spot,
    bench,
    flip,
)

# The base damage of an attack that fails: no damage and no effects.
FAILED: Final = -1
RESISTED: Final = 30
PLUS_POWER_DAMAGE: Final = 10
DEFENDER_BLOCK: Final = 20

# How an estimate takes coins.
WORST: Final = 0
BEST: Final = 1
EXPECTED: Final = 2


# Damage: from the printed number to what lands on the Defending Pokémon (steps 5 to 10).


def happens(step: Step, heads: int) -> bool:
    """Tells whether the coins let a step happen."""
    if step.coin == cards.ALWAYS:
        return True
    return (heads > 0) == (step.coin == cards.IF_HEADS)


def counted(s: PokemonState, seat: int, step: Step, paid: cards.Attack, heads: int) -> int:
    """Counts what a step is multiplied by."""
    if step.count == cards.HEADS:
        return heads
    subject = active(s, seat if step.on == cards.ON_SELF else 1 - seat)
    if step.count == cards.EXTRA_ENERGY:
        return min(step.most, in_play.extra_units(s, subject, paid, step.element))
    if step.count == cards.ENERGY_CARDS:
        return len(subject.energy)
    return subject.damage // 10 if step.count == cards.COUNTERS else 1


def base_damage(
    s: PokemonState, seat: int, attack: cards.Attack, paid: cards.Attack, heads: int
) -> int:
    """Returns the damage before Weakness (steps 5 and 6), or `FAILED`.

    Args:
        s: the state.
        seat: the seat that attacks.
        attack: the attack.
        paid: the attack that Energy was needed for; Metronome if it was copied. That Metronome
            leaves Energy over as if its own cost had been paid is our reading of the cards.
        heads: how many coins show heads.
    """
    damage = attack.damage
    for step in attack.before:
        if not happens(step, heads):
            continue
        code = step.code
        if code == cards.FAIL:
            return FAILED
        if code == cards.PLUS:
            damage += step.amount * counted(s, seat, step, paid, heads)
        elif code == cards.MINUS:
            damage -= step.amount * counted(s, seat, step, paid, heads)
        elif code == cards.TIMES:
            damage = attack.damage * counted(s, seat, step, paid, heads)
        elif code == cards.HALF_HP:
            damage = half_hp(active(s, 1 - seat))
        elif code == cards.MIRROR:
            user = active(s, seat)
            damage = user.hit_damage if user.hit_turn == s.turn - 1 else 0
    return max(0, damage)


def half_hp(pokemon: Pokemon) -> int:
    """Returns half the HP left, rounded up to tens (R-28)."""
    return (pokemon.left() + 10) // 20 * 10


def landed_damage(s: PokemonState, attacker: Pokemon, defender: Pokemon, base: int) -> int:
    """Returns what is left of base damage on the Defending Pokémon (steps 7 to 10)."""
    damage = weighted(attacker, defender, base)
    if damage > 0:
        for card in attacker.trainers:
            if card == cards.PLUS_POWER:
                damage += PLUS_POWER_DAMAGE
    return shielded(s, defender, defended(defender, damage))


def weighted(attacker: Pokemon, defender: Pokemon, base: int) -> int:
    """Applies Weakness, then Resistance."""
    if base <= 0:
        return 0
    element = cards.ELEMENT[attacker.kind]
    if weakness_of(defender) == element:
        base *= 2
    if resistance_of(defender) == element:
        base -= RESISTED
    return max(0, base)


def weakness_of(pokemon: Pokemon) -> int:
    """Returns the type that a Pokémon is weak to, as it is now."""
    return pokemon.weakness - 1 if pokemon.weakness else cards.WEAKNESS[pokemon.kind]


def resistance_of(pokemon: Pokemon) -> int:
    """Returns the type that a Pokémon resists, as it is now."""
    return pokemon.resistance - 1 if pokemon.resistance else cards.RESISTANCE[pokemon.kind]


def defended(target: Pokemon, damage: int) -> int:
    """Applies the Defenders on a Pokémon."""
    for card in target.trainers:
        if card == cards.DEFENDER:
            damage -= DEFENDER_BLOCK
    return max(0, damage)


def shielded(s: PokemonState, target: Pokemon, damage: int) -> int:
    """Applies a shield; one for small damage does nothing against more."""
    if not has_shield(s, target):
        return damage
    if target.shield == BLOCKS_UP_TO and damage > target.shield_most:
        return damage
    return 0


def has_shield(s: PokemonState, pokemon: Pokemon) -> bool:
    """Tells whether a shield works; it was made in the turn before."""
    return pokemon.shield != NO_SHIELD and pokemon.shield_turn == s.turn - 1


def blocks_effects(s: PokemonState, pokemon: Pokemon) -> bool:
    """Tells whether all effects of attacks on a Pokémon are prevented."""
    return pokemon.shield == BLOCKS_ALL and has_shield(s, pokemon)


# Forecasts.


def forecast(
    s: PokemonState, seat: int, attack: cards.Attack, paid: cards.Attack | None = None
) -> list[tuple[float, int]]:
    """Lists how likely each damage to the Defending Pokémon is.

    Sand-attack and confusion of the attacker are left out. `paid` is Metronome for an attack that
    it copies.
    """
    found: list[tuple[float, int]] = []
    attacker, defender = active(s, seat), active(s, 1 - seat)
    ways = 1
    for heads in range(attack.coins + 1):
        base = base_damage(s, seat, attack, paid or attack, heads)
        found.append((ways / 2.0**attack.coins, landed_damage(s, attacker, defender, base)))
        ways = ways * (attack.coins - heads) // (heads + 1)
    return found


def estimate(s: PokemonState, seat: int, attack: cards.Attack, policy: int) -> float:
    """Returns the worst, best or expected damage of an attack to the Defending Pokémon."""
    found = forecast(s, seat, attack)
    if policy == EXPECTED:
        return sum([chance * damage for chance, damage in found])
    amounts = [float(damage) for _, damage in found]
    return min(amounts) if policy == WORST else max(amounts)


def is_knocked_out(pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon has no HP left."""
    return pokemon.damage >= cards.HP[pokemon.kind]


FLAT_CONFUSION: Final = 30
# Steps that concern the Defending Pokémon: a full shield prevents them.
DEFENDING: Final = [
    *("asleep", "confused", "paralyzed", "poisoned", "discard_energy", "lure", "whirlwind"),
    *("disable", "blind", "change_weakness"),
]
ON_DEFENDING: Final[list[bool]] = [name in DEFENDING for name in cards.STEP_NAMES]


# Step 1: may it be used?


def can_attack(s: PokemonState, seat: int) -> bool:
    """Tells whether the Active Pokémon of a seat may attack at all."""
    condition = active(s, seat).condition
    if condition in (ASLEEP, PARALYZED):
        return False
    return s.turn > 1 or s.board.rules.first_player_may_attack


def can_use(s: PokemonState, seat: int, number: int) -> bool:
    """Tells whether an attack of the Active Pokémon may be used; `can_attack` was asked."""
    user = active(s, seat)
    attack = cards.ATTACKS[number]
    if user.disabled == number + 1 and user.disabled_turn == s.turn - 1:
        return False
    if attack.needs_asleep and active(s, 1 - seat).condition != ASLEEP:
        return False
    if attack.needs_unused and user.used:
        return False
    if attack.mirrors and not can_mirror(s, user):
        return False
    return in_play.can_pay(s, user, attack)


def can_mirror(s: PokemonState, user: Pokemon) -> bool:
    """Tells whether an attack has done something to a Pokémon in the turn before."""
    received = user.hit_damage + user.hit_condition + user.hit_poison + user.hit_flags
    return user.hit_turn == s.turn - 1 and received + user.hit_weakness > 0


# Steps 2 to 4: Sand-attack, costs, confusion.


def declare(s: PokemonState, seat: int, index: int) -> None:
    """Attacks with the Active Pokémon."""
    user = active(s, seat)
    number = cards.CARD_ATTACKS[user.kind][index]
    attack = cards.ATTACKS[number]
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

    def resolve(self, state: PokemonState) -> None:
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

    def options(self, state: PokemonState) -> list[int]:
        ways = in_play.discard_ways(state, active(state, self.seat), self.count, self.element)
        return next_of(ways, self.held)

    def pick(self, s: PokemonState, option: int) -> None:
        pay_energy(s, self.seat, self.count, self.element, (*self.held, option))


def pay_energy(s: PokemonState, seat: int, count: int, element: int, held: tuple[int, ...]) -> None:
    """Discards Energy of the Active Pokémon; asks which where there is a choice."""
    user = active(s, seat)
    ways = in_play.discard_ways(s, user, count, element)
    ways = [way for way in ways if way[: len(held)] == held]
    # Where all of it is discarded there is nothing to choose.
    asks = s.board.rules.asks_always and count > 0 and len(ways[0]) > len(held)
    if len(ways) > 1 or asks:
        ask(s, PayEnergy(seat, count, element, held))
        return
    for energy in ways[0]:
        in_play.discard_energy(s, seat, user, energy)


def strike(s: PokemonState, seat: int, number: int) -> None:
    """Flips for confusion, then carries the attack out."""
    user = active(s, seat)
    if user.condition == CONFUSED and not flip(s):
        user.damage += confusion_damage(s, user)
        finish_attack(s, seat)
    elif cards.ATTACKS[number].copies:
        s.stack.append(AttackOver(seat))
        ask(s, Metronome(seat, number))
    else:
        s.stack.append(AttackOver(seat))
        carry_out(s, seat, cards.ATTACKS[number], cards.ATTACKS[number])


def confusion_damage(s: PokemonState, user: Pokemon) -> int:
    """Returns what a confused Pokémon does to itself (R-21)."""
    damage = s.board.rules.confusion_self_damage
    if damage == FLAT_CONFUSION:
        return damage
    element = cards.ELEMENT[user.kind]
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
        return AN_ATTACK

    def options(self, state: PokemonState) -> list[int]:
        """Returns the attacks of the Defending Pokémon, without Metronome itself."""
        attacks = cards.CARD_ATTACKS[active(state, 1 - self.seat).kind]
        return [ATTACK_WORD[number] for number in attacks if not cards.ATTACKS[number].copies]

    def pick(self, s: PokemonState, option: int) -> None:
        """Carries it out, without its costs and requirements."""
        for number in cards.CARD_ATTACKS[active(s, 1 - self.seat).kind]:
            if ATTACK_WORD[number] == option:
                carry_out(s, self.seat, cards.ATTACKS[number], cards.ATTACKS[self.attack])
                return


# Steps 5 to 11: coins, damage, and what follows it.


def carry_out(s: PokemonState, seat: int, attack: cards.Attack, paid: cards.Attack) -> None:
    """Flips the coins, deals the damage and lets the other steps happen."""
    heads = 0
    for _ in range(attack.coins):
        if flip(s):
            heads += 1
    land(s, seat, attack, paid, heads)


def land(s: PokemonState, seat: int, attack: cards.Attack, paid: cards.Attack, heads: int) -> None:
    """Deals the damage and lets the other steps happen, after `heads` coins showed heads."""
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


def hit(s: PokemonState, target: Pokemon, damage: int) -> None:
    """Puts the damage of an attack on an opposing Pokémon; Machamp strikes back for it later."""
    target.damage += damage
    if cards.STRIKES_BACK[target.kind] > 0 and in_play.power_works(target):
        s.board.strikes += cards.STRIKES_BACK[target.kind]


def note_hit(s: PokemonState, target: Pokemon, dealt: int) -> None:
    """Remembers an attack on a Pokémon for Mirror Move (step 13)."""
    target.hit_turn = s.turn
    target.hit_damage = dealt
    target.hit_condition = 0
    target.hit_poison = 0
    target.hit_flags = 0
    target.hit_weakness = 0


def mirror(s: PokemonState, seat: int, dealt: int) -> None:
    """Does to the Defending Pokémon what the user received in the turn before."""
    user, target = active(s, seat), active(s, 1 - seat)
    if user.hit_condition:
        in_play.inflict(s, target, user.hit_condition)
    if user.hit_poison:
        in_play.inflict_poison(target, user.hit_poison)
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

    def resolve(self, state: PokemonState) -> None:
        finish_attack(state, self.seat)


def finish_attack(s: PokemonState, seat: int) -> None:
    """Lets Machamp strike back and Destiny Bond work, then resolves knock outs."""
    strike_back(s, seat)
    s.phase = END
    knock_outs(s)


def strike_back(s: PokemonState, seat: int) -> None:
    """Lets Machamp strike back and Destiny Bond work."""
    user, target = active(s, seat), active(s, 1 - seat)
    user.damage += s.board.strikes
    s.board.strikes = 0
    if target.bond_turn > 0 and target.bond_turn == s.turn - 1:
        attacked = target.hit_turn == s.turn and target.hit_damage > 0
        if attacked and is_knocked_out(target):
            user.damage = max(user.damage, cards.HP[user.kind])


# The steps after the damage, one function a name.


def asleep(s: PokemonState, run: Run) -> None:
    """Puts the Defending Pokémon asleep."""
    in_play.inflict(s, active(s, 1 - run.seat), ASLEEP)


def confused(s: PokemonState, run: Run) -> None:
    """Confuses the Defending Pokémon."""
    in_play.inflict(s, active(s, 1 - run.seat), CONFUSED)


def paralyzed(s: PokemonState, run: Run) -> None:
    """Paralyzes the Defending Pokémon."""
    in_play.inflict(s, active(s, 1 - run.seat), PARALYZED)


def poisoned(s: PokemonState, run: Run) -> None:
    """Poisons the Defending Pokémon."""
    in_play.inflict_poison(active(s, 1 - run.seat), run.step.amount)


def hurt_self(s: PokemonState, run: Run) -> None:
    """Damages the attacker; Defender helps, PlusPower does not count (R-25)."""
    user = active(s, run.seat)
    user.damage += defended(user, run.step.amount)


def hurt_bench(s: PokemonState, run: Run) -> None:
    """Damages each benched Pokémon, without Weakness and Resistance."""
    for pokemon in bench(s, run.seat):
        pokemon.damage += defended(pokemon, run.step.amount)
    if run.step.on == cards.ON_BOTH:
        for pokemon in bench(s, 1 - run.seat):
            damage = defended(pokemon, run.step.amount)
            if damage > 0:
                hit(s, pokemon, damage)


def heal(s: PokemonState, run: Run) -> None:
    """Removes damage; all of it if the step names no amount."""
    pokemon = at_spot(s, run.seat, run.spot())
    pokemon.damage = max(0, pokemon.damage - run.step.amount) if run.step.amount else 0


def leech(s: PokemonState, run: Run) -> None:
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
        return A_WORD

    def optional(self, s: PokemonState) -> bool:
        """Nobody has to."""
        return True

    def options(self, state: PokemonState) -> list[int]:
        return [HEAL]

    def pick(self, s: PokemonState, option: int) -> None:
        user = active(s, self.seat)
        user.damage = max(0, user.damage - self.amount)


def shield(s: PokemonState, run: Run) -> None:
    """Prevents damage in the next turn."""
    make_shield(s, run.seat, BLOCKS_DAMAGE, 0)


def harden(s: PokemonState, run: Run) -> None:
    """Prevents small damage in the next turn."""
    make_shield(s, run.seat, BLOCKS_UP_TO, run.step.amount)


def barrier(s: PokemonState, run: Run) -> None:
    """Prevents damage and effects of attacks in the next turn."""
    make_shield(s, run.seat, BLOCKS_ALL, 0)


def make_shield(s: PokemonState, seat: int, blocks: int, most: int) -> None:
    """Notes what the attacker is protected from, and since which turn."""
    user = active(s, seat)
    user.shield = blocks
    user.shield_most = most
    user.shield_turn = s.turn


def lure(s: PokemonState, run: Run) -> None:
    """Lets the attacker choose a benched Pokémon that becomes the Defending one."""
    if not is_knocked_out(active(s, 1 - run.seat)):
        ask(s, Switching(run.seat, 1 - run.seat))


def whirlwind(s: PokemonState, run: Run) -> None:
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
        return A_SPOT

    def options(self, state: PokemonState) -> list[int]:
        """Returns the Bench, as the seat that chooses says it."""
        first = 1 if self.side == self.seat else FOE + 1
        return list(range(first, first + len(bench(state, self.side))))

    def pick(self, s: PokemonState, option: int) -> None:
        in_play.switch_active(s, self.side, option % FOE - 1)


def disable(s: PokemonState, run: Run) -> None:
    """Lets the attacker name an attack that the Defending Pokémon cannot use next turn."""
    ask(s, Amnesia(run.seat))


class Amnesia(Ask):
    """Which attack can the Defending Pokémon not use?"""

    id: ClassVar[str] = "amnesia"

    def asks(self) -> int:
        return AN_ATTACK

    def options(self, state: PokemonState) -> list[int]:
        return [ATTACK_WORD[n] for n in cards.CARD_ATTACKS[active(state, 1 - self.seat).kind]]

    def pick(self, s: PokemonState, option: int) -> None:
        target = active(s, 1 - self.seat)
        for number in cards.CARD_ATTACKS[target.kind]:
            if ATTACK_WORD[number] == option:
                target.disabled = number + 1
                target.disabled_turn = s.turn
        target.hit_flags |= HIT_DISABLED


def blind(s: PokemonState, run: Run) -> None:
    """Makes the attacks of the Defending Pokémon depend on a coin next turn."""
    make_blind(s, active(s, 1 - run.seat))


def make_blind(s: PokemonState, target: Pokemon) -> None:
    """Throws sand at a Pokémon."""
    target.blind_turn = s.turn
    target.hit_flags |= HIT_BLIND


def bond(s: PokemonState, run: Run) -> None:
    """Knocks out whoever knocks the attacker out in the next turn."""
    active(s, run.seat).bond_turn = s.turn


def change_weakness(s: PokemonState, run: Run) -> None:
    """Lets the attacker change the Weakness of the Defending Pokémon, if it has one."""
    if cards.WEAKNESS[active(s, 1 - run.seat).kind] >= 0:
        ask(s, NewElement(run.seat, True))


def change_resistance(s: PokemonState, run: Run) -> None:
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
        return AN_ELEMENT

    def optional(self, s: PokemonState) -> bool:
        """A Weakness may stay as it is."""
        return self.weakness

    def options(self, state: PokemonState) -> list[int]:
        return [0, 1, 2, 3, 4, 5]

    def pick(self, s: PokemonState, option: int) -> None:
        if self.weakness:
            change_weakness_to(active(s, 1 - self.seat), option)
        else:
            active(s, self.seat).resistance = option + 1


def change_weakness_to(target: Pokemon, element: int) -> None:
    """Changes the Weakness of a Pokémon that has one."""
    if cards.WEAKNESS[target.kind] >= 0:
        target.weakness = element + 1
        target.hit_weakness = element + 1


def discard_energy(s: PokemonState, run: Run) -> None:
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
        """Asks `seat` for `left` cards at `spot`; `last` is the card chosen before.

        `may` allows fewer cards, and `attacks` tells Mirror Move that an attack does this.
        """
        super().__init__(seat)
        self.spot: Final = spot
        self.left: Final = left
        self.may: Final = may
        self.last: Final = last
        self.attacks: Final = attacks

    def optional(self, s: PokemonState) -> bool:
        """The first card must be chosen; `may` makes the others optional."""
        return self.may and self.last > 0

    def options(self, state: PokemonState) -> list[int]:
        held = at_spot(state, self.seat, self.spot).energy
        found: list[int] = []
        for energy in held:
            if energy >= self.last and energy not in found:
                found.append(energy)
        return found

    def pick(self, s: PokemonState, option: int) -> None:
        owner = self.seat if self.spot < FOE else 1 - self.seat
        pokemon = at_spot(s, self.seat, self.spot)
        in_play.discard_energy(s, owner, pokemon, option)
        if self.attacks:
            pokemon.hit_flags |= HIT_ENERGY
        if self.left > 1:
            left = self.left - 1
            ask(s, DiscardEnergy(self.seat, self.spot, left, self.may, option, self.attacks))


add_steps(
    *(asleep, confused, paralyzed, poisoned, hurt_self, hurt_bench, discard_energy, heal, leech),
    *(shield, harden, barrier, lure, whirlwind, disable, blind, bond),
    *(change_weakness, change_resistance),
)


def step_of_attacks(name: str) -> Step:
    """Returns a step of some attack by its name, for Mirror Move."""
    code = cards.STEP_NAMES.index(name)
    return next(step for attack in cards.ATTACKS for step in attack.after if step.code == code)


REMOVAL: Final = step_of_attacks("discard_energy")
AMNESIA: Final = step_of_attacks("disable")
