"""The own attacks: what is payable, what knocks out, what does most damage (P-2 to P-5, F-8)."""

from typing import Final

from kibitz.games.pokemon.agents.generator.scoring import (
    COPY_SELF_EFFECT,
    FOE_EFFECT,
    HURT_BENCH,
    SELF_EFFECT,
    hurts_their_bench,
)
from kibitz.games.pokemon.agents.generator.trial import exchange
from kibitz.games.pokemon.cards.catalogue import (
    ALWAYS,
    ATTACKS,
    CARD_ATTACKS,
    FAIL,
    IS_DOLL,
    STRIKES_BACK,
    Attack,
)
from kibitz.games.pokemon.rules.attacks import (
    can_attack,
    can_use,
    confusion_damage,
    land,
    strike_back,
)
from kibitz.games.pokemon.rules.damage import defended, forecast, is_knocked_out
from kibitz.games.pokemon.state import (
    CONFUSED,
    FOE,
    HEALTHY,
    PRIZES,
    Fight,
    Pokemon,
    active,
    bench,
    pile,
    pokemon_of,
)


class Hit:
    """An attack that a Pokémon can pay for, and what it does to the Defending Pokémon.

    Attributes:
        spot: where the attacker stands.
        index: which attack of its card it is.
        attack: the attack.
        copied: the attack that is carried out; another one for Metronome.
        sure: the damage if every coin falls badly.
        best: the damage if every coin falls well.
        expected: the damage on average.
        self_effect: whether it harms its own side.
        foe_effect: whether it does more to the opponent than damage to the Active.
    """

    def __init__(self, spot: int, index: int, attack: Attack, copied: Attack) -> None:
        number = copied.number
        copies = attack is not copied
        self.spot: Final = spot
        self.index: Final = index
        self.attack: Final = attack
        self.copied: Final = copied
        self.sure = 0
        self.best = 0
        self.expected = 0.0
        self.self_effect: Final = COPY_SELF_EFFECT[number] if copies else SELF_EFFECT[number]
        self.foe_effect: Final = FOE_EFFECT[number]

    def measure(self, s: Fight, seat: int) -> None:
        """Computes the damage; confusion and Sand-attack are coins as well."""
        damages = forecast(s, seat, self.copied, self.attack)
        user = active(s, seat)
        self.sure = self.best = damages[0][1]
        for chance, damage in damages:
            self.sure = min(self.sure, damage)
            self.best = max(self.best, damage)
            self.expected += chance * damage
        for hampered in (user.condition == CONFUSED, is_blind(s, user)):
            if hampered:
                self.sure = 0
                self.expected /= 2

    def damage_order(self) -> tuple[bool, float, int, bool, int, int, int]:
        """Returns what attacks are sorted by for damage (P-2)."""
        return (
            self.spot > 0,
            -self.expected,
            -self.sure,
            self.self_effect,
            self.attack.size,
            self.index,
            self.spot,
        )


def is_blind(s: Fight, pokemon: Pokemon) -> bool:
    """Tells whether the attacks of a Pokémon depend on a coin this turn, by Sand-attack."""
    return pokemon.blind_turn > 0 and pokemon.blind_turn == s.turn - 1


def is_sure(s: Fight, user: Pokemon) -> bool:
    """Tells whether an attacker hits without a coin of its own."""
    return user.condition == HEALTHY and not is_blind(s, user)


def copied_attacks(s: Fight, seat: int, attack: Attack) -> list[Attack]:
    """Lists what an attack can turn out to be: itself, or for Metronome what it can copy."""
    if not attack.copies:
        return [attack]
    theirs = CARD_ATTACKS[active(s, 1 - seat).kind]
    return [ATTACKS[number] for number in theirs if not ATTACKS[number].copies]


def payable_hits(s: Fight, seat: int, spot: int) -> list[Hit]:
    """Lists the attacks that a Pokémon can pay for and use, as if it were Active."""
    exchange(s, seat, spot)
    found: list[Hit] = []
    for index, number in enumerate(CARD_ATTACKS[active(s, seat).kind]):
        if can_use(s, seat, number):
            for copied in copied_attacks(s, seat, ATTACKS[number]):
                hit = Hit(spot, index, ATTACKS[number], copied)
                hit.measure(s, seat)
                found.append(hit)
    exchange(s, seat, spot)
    return found


def usable_hits(s: Fight, seat: int, spot: int) -> list[Hit]:
    """Lists the attacks that a Pokémon could use this turn without losing the match by it."""
    exchange(s, seat, spot)
    allowed = can_attack(s, seat)
    exchange(s, seat, spot)
    if not allowed:
        return []
    return [hit for hit in payable_hits(s, seat, spot) if not loses(s, seat, hit)]


# Knockouts.


class Knockout:
    """An attack that is sure to knock out.

    Attributes:
        hit: the attack.
        target: the spot of the Pokémon that is knocked out.
        damage: the damage to it.
    """

    def __init__(self, hit: Hit, target: int, damage: int) -> None:
        self.hit: Final = hit
        self.target: Final = target
        self.damage: Final = damage

    def order(self) -> tuple[bool, bool, bool, bool, int, int, int, int]:
        """Returns what knockouts are sorted by (P-4)."""
        hit = self.hit
        return (
            hit.spot > 0,
            self.target > FOE,
            not hit.foe_effect,
            hit.self_effect,
            hit.attack.size,
            hit.index,
            hit.spot,
            self.target,
        )


def knockouts_of(s: Fight, seat: int, hits: list[Hit]) -> list[Knockout]:
    """Lists the sure knockouts of some attacks, best first.

    A benched Pokémon is knocked out only by damage to the Bench (C-12).
    """
    found: list[Knockout] = []
    left = active(s, 1 - seat).left()
    for hit in hits:
        if hit.sure >= left:
            found.append(Knockout(hit, FOE, hit.sure))
        exchange(s, seat, hit.spot)
        sure = is_sure(s, active(s, seat))
        exchange(s, seat, hit.spot)
        amount = bench_damage(hit.copied, True) if sure else 0
        if amount > 0:
            for at, pokemon in enumerate(bench(s, 1 - seat)):
                damage = defended(pokemon, amount)
                if damage >= pokemon.left():
                    found.append(Knockout(hit, FOE + 1 + at, damage))
    found.sort(key=Knockout.order)
    return found


def bench_damage(attack: Attack, unlucky: bool) -> int:
    """Returns what an attack does to each benched Pokémon of the other side."""
    if unlucky and attack.coins and any(step.code == FAIL for step in attack.before):
        return 0
    total = 0
    for step in attack.after:
        if hurts_their_bench(step) and (step.coin == ALWAYS or not unlucky):
            total += step.amount
    return total


# The guard: an attack that loses the match is never used (F-8).


def loses(s: Fight, seat: int, hit: Hit) -> bool:
    """Tells whether an attack can lose or tie the match at once, by what it does to its own side.

    That is damage to itself and to the own Bench, Strikes Back, Destiny Bond and confusion; coins
    count at their worst.
    """
    own = len(bench(s, seat)) + 1
    victims = own if any(step.code == HURT_BENCH for step in hit.copied.after) else 1
    if victims < own and victims < len(pile(s, PRIZES, 1 - seat)):
        return False
    exchange(s, seat, hit.spot)
    lost = can_backfire(s, seat, hit) and backfires(s, seat, hit)
    exchange(s, seat, hit.spot)
    return lost


def can_backfire(s: Fight, seat: int, hit: Hit) -> bool:
    """Tells whether an attack could knock out a Pokémon of its own side."""
    if active(s, seat).condition == CONFUSED or active(s, 1 - seat).bond_turn > 0:
        return True
    if COPY_SELF_EFFECT[hit.copied.number]:
        return True
    return any(STRIKES_BACK[pokemon.kind] > 0 for pokemon in pokemon_of(s, 1 - seat))


def backfires(s: Fight, seat: int, hit: Hit) -> bool:
    """Tells whether the match is lost or tied after an attack, for one way the coins can fall."""
    if active(s, seat).condition == CONFUSED:
        after = s.clone()
        user = active(after, seat)
        user.damage += confusion_damage(after, user)
        if is_lost(after, seat):
            return True
    for heads in range(hit.copied.coins + 1):
        after = s.clone()
        after.board.strikes = 0
        land(after, seat, hit.copied, hit.attack, heads)
        strike_back(after, seat)
        if is_lost(after, seat):
            return True
    return False


def is_lost(s: Fight, seat: int) -> bool:
    """Tells whether a seat has lost or tied once the knocked out Pokémon are gone."""
    theirs = achieved(s, 1 - seat)
    return theirs > 0 and achieved(s, seat) <= theirs


def achieved(s: Fight, seat: int) -> int:
    """Counts the conditions for winning that a seat is going to meet."""
    prizes, alive = 0, 0
    for pokemon in pokemon_of(s, 1 - seat):
        if not is_knocked_out(pokemon):
            alive += 1
        elif not IS_DOLL[pokemon.kind]:
            prizes += 1
    return (prizes >= len(pile(s, PRIZES, seat))) + (alive == 0)
