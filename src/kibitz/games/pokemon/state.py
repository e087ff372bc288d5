"""The state of a match: the layout of the table, the Pokémon in play, and the options of the rules.

Everything is small numbers and lists of them, because searches copy states all the time. Cards are
the numbers of `kibitz.games.pokemon.cards`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.value import Value
from kibitz.games.pokemon.cards import CARD_MASK, CATALOGUE, HP
from kibitz.kit.modifiers import Modifier

# Zones of cards. A Pokémon chosen before the first turn lies face down, the Active Pokémon first.
HAND: Final = 0
DECK: Final = 1
PRIZES: Final = 2
DISCARD: Final = 3
FACE_DOWN: Final = 4
# A Trainer while it does what it does.
PLAYED: Final = 5
ZONES: Final = 6
# Rows of Pokémon in play.
ACTIVE: Final = 0
BENCH: Final = 1

# Phases. In the first two the seats choose their first Pokémon, one after the other.
CHOOSE_ACTIVE: Final = 0
CHOOSE_BENCH: Final = 1
DRAW: Final = 2
MAIN: Final = 3
END: Final = 4
PHASES: Final = ("choose_active", "choose_bench", "draw", "main", "end")

# What was done this turn.
ATTACHED: Final = 1

LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("prizes", "none", ordered=True),
        kit.Zone("discard"),
        kit.Zone("face_down", "owner", ordered=True),
        kit.Zone("played"),
    ),
    ("active", "bench"),
    phases=PHASES,
    marks=("attached",),
)

# Special conditions; poison is beside them.
HEALTHY: Final = 0
ASLEEP: Final = 1
CONFUSED: Final = 2
PARALYZED: Final = 3
CONDITIONS: Final = ("", "asleep", "confused", "paralyzed")

# What a shield blocks.
NO_SHIELD: Final = 0
BLOCKS_DAMAGE: Final = 1
BLOCKS_UP_TO: Final = 2
BLOCKS_ALL: Final = 3

# What an attack did besides damage, for Mirror Move.
HIT_ENERGY: Final = 1
HIT_DISABLED: Final = 2
HIT_BLIND: Final = 4

# Where a Pokémon stands, as its owner says it: 0 is the Active, then the Bench from 1 on. The same
# on the other side is `FOE` more.
FOE: Final = 16
NO_SPOT: Final = -1
MOST_BENCH: Final = 8

# How a match ends.
BY_PRIZES: Final = "prizes"
BY_NO_POKEMON: Final = "no pokemon"
BY_DECK: Final = "deck out"
BY_DRAW: Final = "draw"


class Pokemon(kit.InPlay):
    """A Pokémon in play, with all that hangs on it.

    A turn that is 0 means never. What an attack does to a Pokémon lasts until the end of the next
    turn.

    Attributes:
        kind: the card on top.
        under: the cards under it, the Basic first.
        damage: the damage on it.
        energy: the attached Energy, sorted; see `energy_element`.
        trainers: the attached Trainers, sorted.
        condition: asleep, confused or paralyzed, if it is.
        poison: the damage that poison does after every turn; 0 without.
        paralyzed: the turn in which it was paralyzed.
        since: the turn in which it came into play, evolved or devolved.
        shield: what is prevented.
        shield_most: the damage up to which a shield prevents it.
        shield_turn: the turn in which the shield was made.
        disabled: the number of the attack that it cannot use, plus 1; 0 for none.
        disabled_turn: the turn in which that was said.
        blind_turn: the turn in which it was hit by Sand-attack.
        bond_turn: the turn in which it used Destiny Bond.
        used: whether it has used an attack that it can use only once.
        weakness: its changed Weakness, plus 1; 0 as printed.
        resistance: its changed Resistance, plus 1; 0 as printed.
        burn_turn: the turn for which all its Energy is Fire.
        stuck_turn: the turn in which it failed to retreat.
        hit_turn: the turn in which an attack last hit it.
        hit_damage: the damage it received then.
        hit_condition: the condition it received then.
        hit_poison: the poison it received then.
        hit_flags: what else it received then.
        hit_weakness: the Weakness it received then, plus 1.
    """

    __match_args__ = (
        *("kind", "serial", "mods", "under", "damage", "energy", "trainers", "condition"),
        *("poison", "paralyzed", "since", "shield", "shield_most", "shield_turn", "disabled"),
        *("disabled_turn", "blind_turn", "bond_turn", "used", "weakness", "resistance"),
        *("burn_turn", "stuck_turn", "hit_turn", "hit_damage", "hit_condition", "hit_poison"),
        *("hit_flags", "hit_weakness"),
    )
    words: ClassVar[Mapping[str, str]] = {"under": "card", "trainers": "card"}

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[Modifier, ...] = (),
        under: list[int] | None = None,
        damage: int = 0,
        energy: list[int] | None = None,
        trainers: list[int] | None = None,
        condition: int = HEALTHY,
        poison: int = 0,
        paralyzed: int = 0,
        since: int = 0,
        shield: int = NO_SHIELD,
        shield_most: int = 0,
        shield_turn: int = 0,
        disabled: int = 0,
        disabled_turn: int = 0,
        blind_turn: int = 0,
        bond_turn: int = 0,
        used: bool = False,
        weakness: int = 0,
        resistance: int = 0,
        burn_turn: int = 0,
        stuck_turn: int = 0,
        hit_turn: int = 0,
        hit_damage: int = 0,
        hit_condition: int = HEALTHY,
        hit_poison: int = 0,
        hit_flags: int = 0,
        hit_weakness: int = 0,
    ) -> None:
        super().__init__(kind, serial, mods)
        self.under: list[int] = [] if under is None else under
        self.damage = damage
        self.energy: list[int] = [] if energy is None else energy
        self.trainers: list[int] = [] if trainers is None else trainers
        self.condition = condition
        self.poison = poison
        self.paralyzed = paralyzed
        self.since = since
        self.shield = shield
        self.shield_most = shield_most
        self.shield_turn = shield_turn
        self.disabled = disabled
        self.disabled_turn = disabled_turn
        self.blind_turn = blind_turn
        self.bond_turn = bond_turn
        self.used = used
        self.weakness = weakness
        self.resistance = resistance
        self.burn_turn = burn_turn
        self.stuck_turn = stuck_turn
        self.hit_turn = hit_turn
        self.hit_damage = hit_damage
        self.hit_condition = hit_condition
        self.hit_poison = hit_poison
        self.hit_flags = hit_flags
        self.hit_weakness = hit_weakness

    def clone(self) -> "Pokemon":
        return Pokemon(
            self.kind,
            self.serial,
            self.mods,
            self.under[:],
            self.damage,
            self.energy[:],
            self.trainers[:],
            self.condition,
            self.poison,
            self.paralyzed,
            self.since,
            self.shield,
            self.shield_most,
            self.shield_turn,
            self.disabled,
            self.disabled_turn,
            self.blind_turn,
            self.bond_turn,
            self.used,
            self.weakness,
            self.resistance,
            self.burn_turn,
            self.stuck_turn,
            self.hit_turn,
            self.hit_damage,
            self.hit_condition,
            self.hit_poison,
            self.hit_flags,
            self.hit_weakness,
        )

    def cards(self) -> list[int]:
        """Returns all cards that leave play with it."""
        energy = [each & CARD_MASK for each in self.energy]
        return [*self.under, self.kind, *energy, *self.trainers]

    def left(self) -> int:
        """Returns the HP that are left; 0 or less if it is knocked out."""
        return HP[self.kind] - self.damage


class RuleSet(Value):
    """The options of the rules; the defaults are those of the time of the Base Set.

    A limit of 0 means that there is none.

    Attributes:
        first_player_draws: whether the first player draws in the first turn.
        first_player_may_attack: whether the first player may attack in the first turn.
        trainers_per_turn: how many Trainers a player may play in a turn.
        mulligan_bonus: how many cards a player draws for each mulligan of the other.
        retreats_per_turn: how often a player may retreat in a turn.
        confusion_self_damage: 20 with Weakness, Resistance and Defender, or 30 flat.
        confusion_blocks_retreat: whether a confused Pokémon flips a coin to retreat.
        winner_chooses: whether the winner of the toss chooses who plays first.
        sudden_death: whether a tie is played out with one Prize each.
        prize_count: the number of Prizes.
        bench_size: how many Pokémon a Bench holds.
        opening_hand: the number of cards in the first hand.
        deck_size: the number of cards in a deck.
    """

    __match_args__ = (
        *("first_player_draws", "first_player_may_attack", "trainers_per_turn", "mulligan_bonus"),
        *("retreats_per_turn", "confusion_self_damage", "confusion_blocks_retreat"),
        *("winner_chooses", "sudden_death", "prize_count", "bench_size", "opening_hand"),
        *("deck_size",),
    )
    # Whether a choice with only one option is asked for, too.
    asks_always: ClassVar[bool] = False

    def __init__(
        self,
        first_player_draws: bool = True,
        first_player_may_attack: bool = True,
        trainers_per_turn: int = 0,
        mulligan_bonus: int = 2,
        retreats_per_turn: int = 0,
        confusion_self_damage: int = 20,
        confusion_blocks_retreat: bool = True,
        winner_chooses: bool = False,
        sudden_death: bool = True,
        prize_count: int = 6,
        bench_size: int = 5,
        opening_hand: int = 7,
        deck_size: int = 60,
    ) -> None:
        self.first_player_draws: Final = first_player_draws
        self.first_player_may_attack: Final = first_player_may_attack
        self.trainers_per_turn: Final = trainers_per_turn
        self.mulligan_bonus: Final = mulligan_bonus
        self.retreats_per_turn: Final = retreats_per_turn
        self.confusion_self_damage: Final = confusion_self_damage
        self.confusion_blocks_retreat: Final = confusion_blocks_retreat
        self.winner_chooses: Final = winner_chooses
        self.sudden_death: Final = sudden_death
        self.prize_count: Final = prize_count
        self.bench_size: Final = bench_size
        self.opening_hand: Final = opening_hand
        self.deck_size: Final = deck_size


class AskingRules(RuleSet):
    """The same rules, but every choice is asked for, also one with only one option.

    Matches that are played by actions use it, because an action names every choice.
    """

    asks_always: ClassVar[bool] = True


def asking(rules: RuleSet) -> AskingRules:
    """Returns rules under which every choice is asked for."""
    return AskingRules(*[getattr(rules, name) for name in RuleSet.__match_args__])


class Field(kit.Board):
    """What is neither a card nor a Pokémon.

    Attributes:
        rules: the options of the rules.
        first: the seat that took the first turn; -1 before the toss.
        trainers: how many Trainers were played this turn.
        retreats: how often the player retreated this turn.
        idle: how many moves in a row only moved damage, Energy or Pokémon about, for nothing.
        sudden: how many sudden deaths there were.
        mulligans: the hands that were shown and shuffled back: the seat, then its cards.
        strikes: the damage that Strikes Back is about to do to the attacker.
        coins: how the coins of the last move fell; 1 is heads.
        flips: how the next coins fall, for tests; nobody sees it.
    """

    __match_args__ = (
        *("rules", "first", "trainers", "retreats", "idle", "sudden", "mulligans", "strikes"),
        *("coins", "flips"),
    )
    visibility: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("rules", "first", "trainers", "retreats", "idle", "sudden"), "public"),
        **dict.fromkeys(("mulligans", "strikes", "coins"), "public"),
        "flips": "server",
    }
    records: ClassVar[tuple[type[Value], ...]] = (RuleSet, AskingRules)

    def __init__(
        self,
        rules: RuleSet,
        first: int = -1,
        trainers: int = 0,
        retreats: int = 0,
        idle: int = 0,
        sudden: int = 0,
        mulligans: list[tuple[int, ...]] | None = None,
        strikes: int = 0,
        coins: list[int] | None = None,
        flips: list[int] | None = None,
    ) -> None:
        self.rules = rules
        self.first = first
        self.trainers = trainers
        self.retreats = retreats
        self.idle = idle
        self.sudden = sudden
        self.mulligans: list[tuple[int, ...]] = [] if mulligans is None else mulligans
        self.strikes = strikes
        self.coins: list[int] = [] if coins is None else coins
        self.flips: list[int] = [] if flips is None else flips

    def clone(self) -> "Field":
        return Field(
            self.rules,
            self.first,
            self.trainers,
            self.retreats,
            self.idle,
            self.sudden,
            self.mulligans[:],
            self.strikes,
            self.coins[:],
            self.flips[:],
        )


PokemonState: TypeAlias = kit.TableState[Pokemon, Field]
PokemonMove: TypeAlias = Move[PokemonState]
PokemonGame: TypeAlias = Game[PokemonState, PokemonState]


# Where things are.


def active(s: PokemonState, seat: int) -> Pokemon:
    """Returns the Active Pokémon of a seat, which must have one."""
    return s.rows[seat * 2][0]


def bench(s: PokemonState, seat: int) -> list[Pokemon]:
    """Returns the Bench of a seat."""
    return s.rows[seat * 2 + BENCH]


def has_active(s: PokemonState, seat: int) -> bool:
    """Tells whether a seat has an Active Pokémon."""
    return len(s.rows[seat * 2]) > 0


def at_spot(s: PokemonState, seat: int, spot: int) -> Pokemon:
    """Returns the Pokémon at a spot, as a seat says it."""
    if spot >= FOE:
        seat, spot = 1 - seat, spot - FOE
    return s.rows[seat * 2][0] if spot == 0 else s.rows[seat * 2 + BENCH][spot - 1]


def is_spot(s: PokemonState, seat: int, spot: int) -> bool:
    """Tells whether a Pokémon stands at a spot."""
    if spot < 0:
        return False
    if spot >= FOE:
        seat, spot = 1 - seat, spot - FOE
    if spot == 0:
        return len(s.rows[seat * 2]) > 0
    return spot <= len(s.rows[seat * 2 + BENCH])


def pokemon_of(s: PokemonState, seat: int) -> list[Pokemon]:
    """Lists the Pokémon of a seat, the Active first."""
    return s.rows[seat * 2] + s.rows[seat * 2 + BENCH]


def pile(s: PokemonState, zone: int, seat: int) -> list[int]:
    """Returns the cards of a zone; the top of the deck is the last."""
    return s.cards[zone + seat * ZONES]


def flip(s: PokemonState) -> bool:
    """Flips a coin; True is heads."""
    field = s.board
    heads = field.flips.pop(0) > 0 if field.flips else s.rng.flip()
    field.coins.append(1 if heads else 0)
    return heads
