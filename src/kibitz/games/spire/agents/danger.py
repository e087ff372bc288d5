"""How dangerous a fight is, which monster threatens most, and whom to hit."""

from collections.abc import Sequence
from typing import Final

from kibitz.core.move import Move
from kibitz.games.spire.agents.poison import dies_of_poison, poison_loss
from kibitz.games.spire.agents.weights import DESCRIBED, Weights
from kibitz.games.spire.agents.worth import announced, incoming
from kibitz.games.spire.cards import monsters, powers
from kibitz.games.spire.cards.monsters import MONSTER_KINDS, NORMAL, Effect
from kibitz.games.spire.moves import Play, UsePotion, list_moves
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.state import Fight, Monster

# Monsters that grow stronger the longer a fight lasts, whatever they do next.
SCALERS: Final = frozenset(
    [
        monsters.GREMLIN_NOB,
        monsters.JAW_WORM,
        monsters.FUNGI_BEAST,
        monsters.RED_LOUSE,
        monsters.HEXAGHOST,
        monsters.THE_GUARDIAN,
    ]
)
SCALING_POWERS: Final = (powers.RITUAL, powers.ENRAGE, powers.ANGRY)
# The intents of unknown monsters that debuff the player.
DEBUFFING: Final = frozenset(
    [place for place, intent in enumerate(monsters.INTENTS) if "DEBUFF" in intent]
)
# Moves that raise one of these make their monster stronger for good.
RAISED: Final = (powers.STRENGTH, powers.RITUAL, powers.ENRAGE, powers.ANGRY)


# Danger.


def unblocked(s: Fight) -> int:
    """Returns how much of the announced damage the block does not stop."""
    return max(0, incoming(s) - s.block)


def danger(s: Fight, weights: Weights = DESCRIBED) -> float:
    """Returns how dangerous a fight is, from 0 to 1."""
    w = weights
    found = min(w.danger_monster * s.living(), w.danger_share)
    found += min(incoming(s) / s.max_hp, w.danger_share)
    if s.hp < w.danger_hurt_below * s.max_hp:
        found += w.danger_hurt
    if s.room != NORMAL:
        found += w.danger_room
    if unblocked(s) >= s.hp:
        found = max(found, w.danger_lethal)
    return min(1.0, found)


# Threat.


def shown_effects(s: Fight, monster: Monster) -> list[Effect]:
    """Lists what the announced move does besides attacking."""
    if monster.kind >= len(MONSTER_KINDS) or monster.move < 0:
        return []
    move = MONSTER_KINDS[monster.kind].moves[monster.move]
    return [effect for effect in move.before + move.effects if effect.least <= s.ascension]


def threat(s: Fight, monster: Monster, weights: Weights = DESCRIBED) -> float:
    """Returns how much a monster threatens: its attack, debuffs, growth, and help for others.

    One that dies of poison before it acts does not threaten.
    """
    if not monster.alive or dies_of_poison(monster):
        return 0.0
    helps = False
    weakens = monster.kind >= len(MONSTER_KINDS) and monster.move in DEBUFFING
    scales = monster.kind in SCALERS
    for power in SCALING_POWERS:
        scales = scales or monster.powers[power] > 0
    for effect in shown_effects(s, monster):
        applies = effect.code == monsters.APPLY
        weakens = weakens or (applies and effect.to == monsters.PLAYER)
        scales = scales or (applies and effect.to == monsters.SELF and effect.power in RAISED)
        helps = helps or effect.to == monsters.ALLY
    return (
        announced(s, monster)
        + weights.threat_debuff * weakens
        + weights.threat_scales * scales
        + weights.threat_helps * helps
    )


# Targets.


def plays_by_card(s: Fight) -> dict[int, list[Move[Fight]]]:
    """Lists the legal plays of each card."""
    found: dict[int, list[Move[Fight]]] = {}
    for move in list_moves(s):
        if isinstance(move, Play):
            found.setdefault(move.number, []).append(move)
    return found


def target_of(move: Move[Fight]) -> int:
    """Returns the place of the monster that a move aims at; -1 for none."""
    return move.target if isinstance(move, (Play, UsePotion)) else -1


def after(s: Fight, move: Move[Fight]) -> Fight:
    """Returns the fight after a legal move; the one given stays as it is."""
    trial = s.clone()
    move.apply(trial, 0)
    return trial


def kills(s: Fight, move: Move[Fight]) -> bool:
    """Tells whether a move leaves its target dead, or dead of poison before it acts."""
    target = after(s, move).monsters[target_of(move)]
    return not target.alive or dies_of_poison(target)


def most_poisoned(s: Fight, uses: Sequence[Move[Fight]]) -> list[Move[Fight]]:
    """Sorts uses of one thing on different monsters, the most poison that does not kill first."""
    keys: list[tuple[int, int]] = []
    for index, use in enumerate(uses):
        monster = s.monsters[target_of(use)]
        poison = 0 if dies_of_poison(monster) else monster.powers[powers.POISON]
        keys.append((-poison, index))
    return [uses[key[1]] for key in sorted(keys)]


def by_threat(
    s: Fight, uses: Sequence[Move[Fight]], weights: Weights = DESCRIBED
) -> list[Move[Fight]]:
    """Sorts uses of one thing on different monsters, the most threatening monster first."""
    keys: list[tuple[float, int, int, int]] = []
    for index, use in enumerate(uses):
        monster = s.monsters[target_of(use)]
        left = monster.hp + monster.block
        keys.append((-threat(s, monster, weights), left, target_of(use), index))
    return [uses[key[3]] for key in sorted(keys)]


def best_targets(
    s: Fight, uses: Sequence[Move[Fight]], weights: Weights = DESCRIBED
) -> list[Move[Fight]]:
    """Picks the best of the uses of one damaging card or potion, and two alternatives to it.

    The best hits the monster that threatens most, or one that it kills and that threatens nearly
    as much. The first alternative is the best kill, or else the next in threat; the second hits
    the monster that threatens most for its HP.
    """
    ranked = by_threat(s, uses, weights)
    if len(ranked) < 2:
        return ranked
    best, other = ranked[0], ranked[1]
    most = threat(s, s.monsters[target_of(best)], weights)
    for use in ranked:
        if kills(s, use):
            if threat(s, s.monsters[target_of(use)], weights) >= weights.kill_ratio * most:
                best, other = use, ranked[1] if use is ranked[0] else ranked[0]
            else:
                other = use
            break
    rest = [use for use in ranked if use is not best and use is not other]
    rest.sort(key=lambda use: -threat_for_hp(s, s.monsters[target_of(use)], weights))
    return [best, other, *rest[:1]]


def threat_for_hp(s: Fight, monster: Monster, weights: Weights) -> float:
    """Returns how much a monster threatens for each HP that it takes to kill it."""
    return threat(s, monster, weights) / max(1, monster.hp + monster.block)


def healthiest(s: Fight, uses: Sequence[Move[Fight]]) -> Move[Fight]:
    """Picks the use on the monster with the most HP; among equals that with less block."""
    best = uses[0]
    for use in uses[1:]:
        monster, other = s.monsters[target_of(use)], s.monsters[target_of(best)]
        if (monster.hp, -monster.block) > (other.hp, -other.block):
            best = use
    return best


def debuff_target(s: Fight, uses: Sequence[Move[Fight]]) -> Move[Fight]:
    """Picks the use of a debuffing potion: on the most HP, but it saves the player's life first."""
    if unblocked(s) >= s.hp:
        saving: list[Move[Fight]] = []
        for use in uses:
            trial = after(s, use)
            if unblocked(trial) < trial.hp:
                saving.append(use)
        if saving:
            return healthiest(s, saving)
    return healthiest(s, uses)


# Close to lethal.


def left_to_kill(s: Fight) -> int:
    """Returns the HP and block of all living monsters, without what poison takes this turn.

    Minions leave with the others, so they count only where nobody else is left.
    """
    total = minions = 0
    led = False
    for monster in s.monsters:
        if monster.alive:
            left = monster.hp - poison_loss(monster, 1) + monster.block
            if dies_of_poison(monster):
                left = 0
            if monster.powers[powers.MINION]:
                minions += left
            else:
                led = True
                total += left
    return total if led else minions


def dealt_by(s: Fight, uses: Sequence[Move[Fight]]) -> int:
    """Returns how much the best of some uses takes from the monsters."""
    before = left_to_kill(s)
    most = 0
    for use in uses:
        most = max(most, before - left_to_kill(after(s, use)))
    return most


def hand_damage(s: Fight) -> int:
    """Returns the damage of the best cards that the energy pays for, each as played alone."""
    dealt: dict[int, int] = {}
    for card, plays in plays_by_card(s).items():
        dealt[card] = dealt_by(s, plays)
    # The most damage for each amount of energy.
    best = [0] * (s.energy + 1)
    for card in s.hand:
        damage = dealt.get(card, 0)
        cost = cost_of(s, card)
        if cost < 0:  # X: all there is
            cost = s.energy
        if damage > 0:
            for energy in range(s.energy, cost - 1, -1):
                best[energy] = max(best[energy], best[energy - cost] + damage)
    return best[s.energy]


def close_to_lethal(s: Fight, uses: Sequence[Move[Fight]]) -> bool:
    """Tells whether the hand alone does not kill all monsters, but does with one of the uses."""
    missing = left_to_kill(s) - hand_damage(s)
    return 0 < missing <= dealt_by(s, uses)
