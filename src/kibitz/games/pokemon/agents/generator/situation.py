"""The situation: all that one decision of a turn is based on, computed once.

That is the own attacks (P-2 to P-5, F-8), and what the opponent can do in its next turn: sure and
risk damage, and threats (O-1 to O-6, P-6).

The generator never changes what it was given. It tries things out on copies of its own, and takes
each change back before the next one.
"""

from typing import Final

from kibitz.games.pokemon import cards, moves, state
from kibitz.games.pokemon.agents.generator.scoring import (
    COPY_SELF_EFFECT,
    FOE_EFFECT,
    HURT_BENCH,
    SELF_EFFECT,
    Settings,
    hurts_their_bench,
)
from kibitz.games.pokemon.rules import attacks
from kibitz.games.pokemon.rules.in_play import attach_energy, power_works
from kibitz.games.pokemon.rules.steps import unique
from kibitz.games.pokemon.state import Pokemon, PokemonMove, PokemonState
from kibitz.kit.catalogue import UNKNOWN

# Whether a Pokémon can turn all its Energy into Fire, by its own Power.
BURNS: Final[list[bool]] = [
    any(power.name == "Energy Burn" for power in card.powers) for card in cards.CARDS
]


def copy_table(s: PokemonState, seat: int, turn: int, conditions: bool) -> PokemonState:
    """Returns a copy in a given turn, in which a seat has used every Energy Burn it can use.

    Args:
        s: what is copied.
        seat: the seat that attacks in the copy.
        turn: the turn of the copy.
        conditions: whether special conditions prevent Energy Burn.
    """
    copy = s.clone()
    copy.turn = turn
    for pokemon in state.pokemon_of(copy, seat):
        if BURNS[pokemon.kind] and (power_works(pokemon) or not conditions):
            pokemon.burn_turn = turn
    return copy


def exchange(s: PokemonState, seat: int, spot: int) -> None:
    """Exchanges the Active Pokémon of a seat with the one at a spot; a second time undoes it.

    Nothing ends by that, unlike in a match.
    """
    if spot > 0:
        row, benched = s.rows[seat * 2], s.rows[seat * 2 + state.BENCH]
        row[0], benched[spot - 1] = benched[spot - 1], row[0]


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

    def __init__(self, spot: int, index: int, attack: cards.Attack, copied: cards.Attack) -> None:
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

    def measure(self, s: PokemonState, seat: int) -> None:
        """Computes the damage; confusion and Sand-attack are coins as well."""
        damages = attacks.forecast(s, seat, self.copied, self.attack)
        user = state.active(s, seat)
        self.sure = self.best = damages[0][1]
        for chance, damage in damages:
            self.sure = min(self.sure, damage)
            self.best = max(self.best, damage)
            self.expected += chance * damage
        for hampered in (user.condition == state.CONFUSED, is_blind(s, user)):
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


def is_blind(s: PokemonState, pokemon: Pokemon) -> bool:
    """Tells whether the attacks of a Pokémon depend on a coin this turn, by Sand-attack."""
    return pokemon.blind_turn > 0 and pokemon.blind_turn == s.turn - 1


def is_sure(s: PokemonState, user: Pokemon) -> bool:
    """Tells whether an attacker hits without a coin of its own."""
    return user.condition == state.HEALTHY and not is_blind(s, user)


def copied_attacks(s: PokemonState, seat: int, attack: cards.Attack) -> list[cards.Attack]:
    """Lists what an attack can turn out to be: itself, or for Metronome what it can copy."""
    if not attack.copies:
        return [attack]
    theirs = cards.CARD_ATTACKS[state.active(s, 1 - seat).kind]
    return [cards.ATTACKS[number] for number in theirs if not cards.ATTACKS[number].copies]


def payable_hits(s: PokemonState, seat: int, spot: int) -> list[Hit]:
    """Lists the attacks that a Pokémon can pay for and use, as if it were Active."""
    exchange(s, seat, spot)
    found: list[Hit] = []
    for index, number in enumerate(cards.CARD_ATTACKS[state.active(s, seat).kind]):
        if attacks.can_use(s, seat, number):
            for copied in copied_attacks(s, seat, cards.ATTACKS[number]):
                hit = Hit(spot, index, cards.ATTACKS[number], copied)
                hit.measure(s, seat)
                found.append(hit)
    exchange(s, seat, spot)
    return found


def usable_hits(s: PokemonState, seat: int, spot: int) -> list[Hit]:
    """Lists the attacks that a Pokémon could use this turn without losing the match by it."""
    exchange(s, seat, spot)
    allowed = attacks.can_attack(s, seat)
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
            self.target > state.FOE,
            not hit.foe_effect,
            hit.self_effect,
            hit.attack.size,
            hit.index,
            hit.spot,
            self.target,
        )


def knockouts_of(s: PokemonState, seat: int, hits: list[Hit]) -> list[Knockout]:
    """Lists the sure knockouts of some attacks, best first.

    A benched Pokémon is knocked out only by damage to the Bench (C-12).
    """
    found: list[Knockout] = []
    left = state.active(s, 1 - seat).left()
    for hit in hits:
        if hit.sure >= left:
            found.append(Knockout(hit, state.FOE, hit.sure))
        exchange(s, seat, hit.spot)
        sure = is_sure(s, state.active(s, seat))
        exchange(s, seat, hit.spot)
        amount = bench_damage(hit.copied, True) if sure else 0
        if amount > 0:
            for at, pokemon in enumerate(state.bench(s, 1 - seat)):
                damage = attacks.defended(pokemon, amount)
                if damage >= pokemon.left():
                    found.append(Knockout(hit, state.FOE + 1 + at, damage))
    found.sort(key=Knockout.order)
    return found


def bench_damage(attack: cards.Attack, unlucky: bool) -> int:
    """Returns what an attack does to each benched Pokémon of the other side."""
    if unlucky and attack.coins and any(step.code == cards.FAIL for step in attack.before):
        return 0
    total = 0
    for step in attack.after:
        if hurts_their_bench(step) and (step.coin == cards.ALWAYS or not unlucky):
            total += step.amount
    return total


# The guard: an attack that loses the match is never used (F-8).


def loses(s: PokemonState, seat: int, hit: Hit) -> bool:
    """Tells whether an attack can lose or tie the match at once, by what it does to its own side.

    That is damage to itself and to the own Bench, Strikes Back, Destiny Bond and confusion; coins
    count at their worst.
    """
    own = len(state.bench(s, seat)) + 1
    victims = own if any(step.code == HURT_BENCH for step in hit.copied.after) else 1
    if victims < own and victims < len(state.pile(s, state.PRIZES, 1 - seat)):
        return False
    exchange(s, seat, hit.spot)
    lost = can_backfire(s, seat, hit) and backfires(s, seat, hit)
    exchange(s, seat, hit.spot)
    return lost


def can_backfire(s: PokemonState, seat: int, hit: Hit) -> bool:
    """Tells whether an attack could knock out a Pokémon of its own side."""
    if state.active(s, seat).condition == state.CONFUSED or state.active(s, 1 - seat).bond_turn > 0:
        return True
    if COPY_SELF_EFFECT[hit.copied.number]:
        return True
    return any(cards.STRIKES_BACK[pokemon.kind] > 0 for pokemon in state.pokemon_of(s, 1 - seat))


def backfires(s: PokemonState, seat: int, hit: Hit) -> bool:
    """Tells whether the match is lost or tied after an attack, for one way the coins can fall."""
    if state.active(s, seat).condition == state.CONFUSED:
        after = s.clone()
        user = state.active(after, seat)
        user.damage += attacks.confusion_damage(after, user)
        if is_lost(after, seat):
            return True
    for heads in range(hit.copied.coins + 1):
        after = s.clone()
        after.board.strikes = 0
        attacks.land(after, seat, hit.copied, hit.attack, heads)
        attacks.strike_back(after, seat)
        if is_lost(after, seat):
            return True
    return False


def is_lost(s: PokemonState, seat: int) -> bool:
    """Tells whether a seat has lost or tied once the knocked out Pokémon are gone."""
    theirs = achieved(s, 1 - seat)
    return theirs > 0 and achieved(s, seat) <= theirs


def achieved(s: PokemonState, seat: int) -> int:
    """Counts the conditions for winning that a seat is going to meet."""
    prizes, alive = 0, 0
    for pokemon in state.pokemon_of(s, 1 - seat):
        if not attacks.is_knocked_out(pokemon):
            alive += 1
        elif not cards.IS_DOLL[pokemon.kind]:
            prizes += 1
    return (prizes >= len(state.pile(s, state.PRIZES, seat))) + (alive == 0)


# What the opponent can do in its next turn.

BASIC_ENERGY: Final = [
    card for card in range(len(cards.IS_BASIC_ENERGY)) if cards.IS_BASIC_ENERGY[card]
]

SURE: Final = "SURE"
RISK: Final = "RISK"


def damages(s: PokemonState, foe: int, hits: list[Hit], unlucky: bool) -> list[int]:
    """Returns the most damage of some attacks to each Pokémon of the other side."""
    targets = state.pokemon_of(s, 1 - foe)
    found = [0] * len(targets)
    for hit in hits:
        found[0] = max(found[0], hit.sure if unlucky else hit.best)
        amount = bench_damage(hit.copied, unlucky)
        if amount > 0:
            for spot in range(1, len(targets)):
                found[spot] = max(found[spot], attacks.defended(targets[spot], amount))
    return found


def sure_damages(s: PokemonState, foe: int) -> list[int]:
    """Returns the sure damage to each Pokémon of the other side, the Active first (O-1 to O-3)."""
    if not is_sure(s, state.active(s, foe)):
        return [0] * len(state.pokemon_of(s, 1 - foe))
    return damages(s, foe, payable_hits(s, foe, 0), True)


def sure_damage_from(s: PokemonState, foe: int, spot: int) -> int:
    """Returns the sure damage to the opposing Active of a Pokémon as if it were Active."""
    exchange(s, foe, spot)
    damage = sure_damages(s, foe)[0]
    exchange(s, foe, spot)
    return damage


def risk_damages(s: PokemonState, foe: int, hidden_energy: bool) -> list[int]:
    """Returns the risk damage to each Pokémon of the other side (O-4)."""
    user = state.active(s, foe)
    if user.condition == state.PARALYZED:
        return [0] * len(state.pokemon_of(s, 1 - foe))
    found = damages(s, foe, payable_hits(s, foe, 0), False)
    for energy in possible_energy(s, foe, hidden_energy):
        attach_energy(user, energy)
        more = damages(s, foe, payable_hits(s, foe, 0), False)
        user.energy.remove(energy)
        found = [max(pair) for pair in zip(found, more, strict=True)]
    return found


def possible_energy(s: PokemonState, foe: int, hidden_energy: bool) -> list[int]:
    """Lists the Energy cards that the opponent may attach in its next turn."""
    hand = state.pile(s, state.HAND, foe)
    found = [card for card in unique(sorted(hand)) if card != UNKNOWN and cards.IS_ENERGY[card]]
    if hidden_energy and UNKNOWN in hand:
        found += [card for card in BASIC_ENERGY if card not in found]
    return found


class Threat:
    """A Pokémon of the own side that the opponent can knock out in its next turn (O-5).

    Attributes:
        spot: where it stands.
        left: the HP it has left.
        sure: the sure damage to it.
        risk: the risk damage to it.
        tag: `SURE` or `RISK`.
    """

    def __init__(self, spot: int, left: int, sure: int, risk: int) -> None:
        self.spot: Final = spot
        self.left: Final = left
        self.sure: Final = sure
        self.risk: Final = risk
        self.tag: Final = SURE if sure >= left else RISK


def threats_of(s: PokemonState, seat: int, sure: list[int], risk: list[int]) -> list[Threat]:
    """Lists the Pokémon of a seat that can be knocked out, the Active first."""
    found: list[Threat] = []
    for spot, pokemon in enumerate(state.pokemon_of(s, seat)):
        if risk[spot] >= pokemon.left():
            found.append(Threat(spot, pokemon.left(), sure[spot], risk[spot]))
    return found


def is_sure_threat(s: PokemonState, seat: int) -> bool:
    """Tells whether a Pokémon of a seat is knocked out for sure in the opponent's next turn."""
    sure = sure_damages(s, 1 - seat)
    return any(
        sure[spot] >= pokemon.left() for spot, pokemon in enumerate(state.pokemon_of(s, seat))
    )


# All of it.


class Menu:
    """The legal moves of a main phase, by kind."""

    def __init__(self, legal: list[PokemonMove]) -> None:
        self.attaches: Final = [move for move in legal if isinstance(move, moves.Attach)]
        self.attacks: Final = [move for move in legal if isinstance(move, moves.Attack)]
        self.benchings: Final = [move for move in legal if isinstance(move, moves.Bench)]
        self.ends: Final = [move for move in legal if isinstance(move, moves.End)]
        self.evolutions: Final = [move for move in legal if isinstance(move, moves.Evolve)]
        self.plays: Final = [move for move in legal if isinstance(move, moves.PlayTrainer)]
        self.powers: Final = [move for move in legal if isinstance(move, moves.UsePower)]
        self.retreats: Final = [move for move in legal if isinstance(move, moves.Retreat)]

    def play(self, card: int, spot: int) -> moves.PlayTrainer | None:
        """Returns the move that plays a Trainer on a spot, if it is legal."""
        for move in self.plays:
            if move.number == card and move.spot == spot:
                return move
        return None

    def can_play(self, card: int) -> bool:
        """Tells whether a Trainer can be played at all."""
        return any(move.number == card for move in self.plays)

    def retreat(self, spot: int) -> moves.Retreat | None:
        """Returns the move that retreats to a spot, if it is legal."""
        for move in self.retreats:
            if move.spot == spot:
                return move
        return None


class Situation:
    """What a seat knows in its main phase, and what follows from it.

    Attributes:
        view: what the seat knows.
        seat: who decides.
        settings: how the generator is set.
        scores: the score of every card.
        menu: the legal moves.
        ours: a copy to try own attacks on.
        theirs: a copy of the opponent's next turn.
        own: the own Pokémon, the Active first.
        hand: the own hand, sorted.
        payable: what the Active could use if no condition kept it from attacking.
        attacks: the maximum-damage list, of the whole side (P-5).
        knockouts: the knockout list (P-4).
        sure: the sure damage to each own Pokémon.
        risk: the risk damage to each own Pokémon.
        threats: the own Pokémon that can be knocked out.
    """

    def __init__(
        self, view: PokemonState, seat: int, legal: list[PokemonMove], settings: Settings
    ) -> None:
        self.view: Final = view
        self.seat: Final = seat
        self.settings: Final = settings
        self.scores: Final[list[float]] = settings.scores
        self.menu: Final = Menu(legal)
        self.ours: Final[PokemonState] = copy_table(view, seat, view.turn, True)
        self.theirs: Final[PokemonState] = copy_table(view, 1 - seat, view.turn + 1, False)
        self.own: Final[list[Pokemon]] = state.pokemon_of(self.ours, seat)
        self.hand: Final[list[int]] = state.pile(view, state.HAND, seat)
        self.payable: Final[list[Hit]] = payable_hits(self.ours, seat, 0)
        self.attacks: Final[list[Hit]] = []
        for spot in range(len(self.own)):
            self.attacks.extend(usable_hits(self.ours, seat, spot))
        self.attacks.sort(key=Hit.damage_order)
        self.knockouts: Final[list[Knockout]] = knockouts_of(self.ours, seat, self.attacks)
        self.sure: Final[list[int]] = sure_damages(self.theirs, 1 - seat)
        self.risk: Final[list[int]] = risk_damages(self.theirs, 1 - seat, settings.hidden_energy)
        self.threats: Final[list[Threat]] = threats_of(view, seat, self.sure, self.risk)

    def active_attacks(self) -> list[Hit]:
        """Returns the attacks of the Active Pokémon, the best first."""
        return [hit for hit in self.attacks if hit.spot == 0]

    def bench_attacks(self) -> list[Hit]:
        """Returns the attacks of the benched Pokémon, the best first."""
        return [hit for hit in self.attacks if hit.spot > 0]

    def best_sure(self) -> int:
        """Returns the best sure damage of the Active Pokémon to the Defending one."""
        return max([hit.sure for hit in self.attacks if hit.spot == 0], default=0)

    def foe(self) -> Pokemon:
        """Returns the opponent's Active Pokémon."""
        return state.active(self.ours, 1 - self.seat)

    def score(self, pokemon: Pokemon) -> float:
        """Returns the score of a Pokémon in play."""
        return self.scores[pokemon.kind]

    def is_surely_threatened(self) -> bool:
        """Tells whether an own Pokémon is knocked out for sure in the opponent's next turn."""
        return any(threat.tag == SURE for threat in self.threats)
