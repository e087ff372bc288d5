"""What a match keeps besides the state of the game: ids of cards, its progress, and the history.

An id such as `P1-017` names one card among equal ones. The rules know only what a card is, not
which one. A ledger follows the cards from outside: after each action it compares where cards are
now with where they were, and lets the ids move with them.

Ids give nothing away. A card in a deck or among Prizes has an id, but no place: its owner knows
that `P1-017` is a Pikachu, because both deck lists are known, and not where it is. Equal cards
leave the deck with random ids, and a shuffle gives all hidden cards of a player new ids.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from kibitz.core.randomness import Rng, seeded
from kibitz.core.value import Json
from kibitz.games.pokemon import cards, state
from kibitz.games.pokemon.actions import schema
from kibitz.games.pokemon.actions.schema import MatchState, TurnPhase
from kibitz.games.pokemon.actions.schema import PlayerActionType as Kind
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.rules.turn import GoFirst, TakePrizes
from kibitz.games.pokemon.state import Pokemon, PokemonMove, PokemonState
from kibitz.kit.catalogue import UNKNOWN

# An id, and the card; for attached Energy the number that the Pokémon holds.
Item: TypeAlias = tuple[str, int]
# The items of one player by place. Deck and Prizes are one place, `DECK`.
Side: TypeAlias = dict[int, list[Item]]

# Places on a Pokémon, by its serial number.
STACK: Final = 0
ENERGY: Final = 1
TRAINERS: Final = 2
FIRST_IN_PLAY: Final = 16


def on_pokemon(pokemon: Pokemon, part: int) -> int:
    """Returns the place of the cards of a Pokémon: `STACK`, `ENERGY` or `TRAINERS`."""
    return FIRST_IN_PLAY + pokemon.serial * 4 + part


def card_id(seat: int, number: int) -> str:
    """Writes the id of a card, such as `P1-017`."""
    return f"P{seat + 1}-{number:03}"


def places(s: PokemonState, seat: int) -> dict[int, list[int]]:
    """Returns the cards of a player by place; those of a Pokémon from the Basic up."""
    found = {
        state.DECK: sorted(state.pile(s, state.DECK, seat) + state.pile(s, state.PRIZES, seat)),
        state.HAND: state.pile(s, state.HAND, seat)[:],
        state.DISCARD: state.pile(s, state.DISCARD, seat)[:],
        state.FACE_DOWN: state.pile(s, state.FACE_DOWN, seat)[:],
        state.PLAYED: state.pile(s, state.PLAYED, seat)[:],
    }
    for pokemon in state.pokemon_of(s, seat):
        found[on_pokemon(pokemon, STACK)] = [*pokemon.under, pokemon.kind]
        found[on_pokemon(pokemon, ENERGY)] = pokemon.energy[:]
        found[on_pokemon(pokemon, TRAINERS)] = pokemon.trainers[:]
    return found


@dataclass(eq=False)
class Ledger:
    """Which card has which id.

    Attributes:
        rng: where ids come from; not the dice of the match.
        sides: the items of each player.
        decks: the decks as they were, to notice a shuffle.
        sudden: how many sudden deaths there were; each deals all ids anew.
        drawn: the ids that came into each hand in the last action.
    """

    rng: Rng
    sides: list[Side]
    decks: list[list[int]]
    sudden: int
    drawn: list[list[str]]

    def clone(self) -> "Ledger":
        sides: list[Side] = [
            {place: items[:] for place, items in side.items()} for side in self.sides
        ]
        drawn = [ids[:] for ids in self.drawn]
        return Ledger(self.rng.clone(), sides, [deck[:] for deck in self.decks], self.sudden, drawn)

    def items(self, seat: int, place: int) -> list[Item]:
        """Returns the items at a place, in the order of ids; those of a Pokémon as they lie."""
        return self.sides[seat].get(place, [])

    def top(self, pokemon: Pokemon, seat: int) -> str:
        """Returns the id of the card on top of a Pokémon."""
        return self.items(seat, on_pokemon(pokemon, STACK))[-1][0]

    def find(self, wanted: str) -> tuple[int, int, int]:
        """Returns the seat, the place and the card of an id; (-1, -1, 0) if there is none."""
        for seat in (0, 1):
            for place, items in self.sides[seat].items():
                for item, card in items:
                    if item == wanted:
                        return seat, place, card
        return -1, -1, 0

    def all_ids(self, seat: int) -> list[str]:
        """Lists all ids of a player, sorted."""
        return sorted([item for items in self.sides[seat].values() for item, _ in items])

    # Following the cards.

    def follow(self, s: PokemonState, chosen: set[str], replaced: list[bool]) -> None:
        """Lets the ids move to where their cards are now.

        `chosen` are the ids that an action named: of equal cards, those have moved.
        `replaced` tells whether a player has given up the whole hand for another.
        """
        if s.board.sudden != self.sudden:
            self.sudden = s.board.sudden
            deal_ids(self, s)
            return
        for seat in (0, 1):
            self.follow_side(s, seat, chosen, replaced[seat])

    def follow_side(self, s: PokemonState, seat: int, chosen: set[str], replaced: bool) -> None:
        """Lets the ids of a player move."""
        before, now = self.sides[seat], places(s, seat)
        side: Side = {}
        loose: list[tuple[int, str, int]] = []
        for place, items in before.items():
            side[place] = self.keep(place, items, now.get(place, []), chosen, replaced, loose)
        stayed = [item for item, _ in side[state.HAND]]
        returned = settle_loose(side, now, loose)
        deck = state.pile(s, state.DECK, seat)
        if returned or replaced or deck != self.decks[seat][: len(deck)]:
            # What was chosen from the deck is known; it came to the hand before the shuffle.
            found = [item for item, _ in before[state.DECK] if item in chosen]
            self.mix(side, [item for item, _ in side[state.HAND] if item not in stayed + found])
        self.drawn[seat] = sorted([item for item, _ in side[state.HAND] if item not in stayed])
        self.sides[seat] = {
            place: arranged(place, side.get(place, []), held) for place, held in now.items()
        }
        self.decks[seat] = deck[:]

    def keep(
        self,
        place: int,
        items: list[Item],
        there: list[int],
        chosen: set[str],
        replaced: bool,
        loose: list[tuple[int, str, int]],
    ) -> list[Item]:
        """Returns the items that stay at a place; the others are loose."""
        staying = there[:]
        # Those that are asked for last stay; equal cards leave the deck in any order.
        order = sorted(items, reverse=True)
        if place == state.DECK:
            self.rng.shuffle(order)
        forced = place in (state.HAND, state.DISCARD, state.DECK)
        kept: list[Item] = []
        for item in sorted(order, key=lambda item: item[0] in chosen):
            named = item[0] in chosen and forced
            if item[1] in staying and not named and not (replaced and place == state.HAND):
                staying.remove(item[1])
                kept.append(item)
            else:
                loose.append((place, item[0], item[1] & cards.CARD_MASK))
        return kept

    def mix(self, side: Side, came: list[str]) -> None:
        """Gives the hidden cards new ids, and those that came to the hand from among them."""
        hidden, hand = side[state.DECK], side[state.HAND]
        ids = [item for item, _ in hidden] + came
        self.rng.shuffle(ids)
        side[state.DECK] = [(ids.pop(), card) for _, card in hidden]
        side[state.HAND] = [(ids.pop() if item in came else item, card) for item, card in hand]


def settle_loose(side: Side, now: dict[int, list[int]], loose: list[tuple[int, str, int]]) -> bool:
    """Puts loose items where cards are missing; tells whether the deck got some of the hand.

    The hand comes last: what is left for it is what was drawn. It gets an item of its own back if
    an equal card was drawn for one that was shuffled into the deck.
    """
    returned = False
    for place in sorted(now, key=lambda place: (place == state.HAND, place == state.DECK, -place)):
        held = side.setdefault(place, [])
        missing = now[place][:]
        for _, card in held:
            missing.remove(card)
        for card in missing:
            source, item = take_loose(loose, place, card & cards.CARD_MASK)
            held.append((item, card))
            returned = returned or (source == state.HAND and place == state.DECK)
    return returned


def take_loose(loose: list[tuple[int, str, int]], place: int, card: int) -> tuple[int, str]:
    """Takes a loose item of a card: not one of the same place, and not one of the deck, if it can.

    A card that is discarded from the hand may be equal to one that is drawn.
    """
    found = [item for item in loose if item[2] == card]
    best = min(found, key=lambda item: (item[0] == place, item[0] == state.DECK))
    loose.remove(best)
    return best[0], best[1]


def arranged(place: int, items: list[Item], order: list[int]) -> list[Item]:
    """Returns items in the order of the ids, those of a Pokémon in the order of its cards."""
    if place < FIRST_IN_PLAY and place != state.FACE_DOWN:
        return sorted(items)
    rest = sorted(items)
    found: list[Item] = []
    for card in order:
        at = next(at for at, item in enumerate(rest) if item[1] == card)
        found.append(rest.pop(at))
    return found


def deal_ids(ledger: Ledger, s: PokemonState) -> None:
    """Gives all cards of both players new ids."""
    for seat in (0, 1):
        now = places(s, seat)
        numbers = list(range(1, sum([len(held) for held in now.values()]) + 1))
        ledger.rng.shuffle(numbers)
        ledger.sides[seat] = {
            place: arranged(place, [(card_id(seat, numbers.pop()), card) for card in held], held)
            for place, held in now.items()
        }
        ledger.decks[seat] = state.pile(s, state.DECK, seat)[:]
        ledger.drawn[seat] = [item for item, _ in ledger.sides[seat][state.HAND]]


def new_ledger(s: PokemonState, rng: Rng) -> Ledger:
    """Gives all cards of a match ids."""
    ledger = Ledger(rng, [{}, {}], [[], []], s.board.sudden, [[], []])
    deal_ids(ledger, s)
    return ledger


# Where a match is.

# What is done before the first turn; each player does it once, in any order.
SETUP_ACTIONS: Final[dict[MatchState, list[Kind]]] = {
    MatchState.MATCH_APPROVAL: [Kind.APPROVE_MATCH],
    MatchState.DRAWING_CARDS: [Kind.DRAW_INITIAL_CARDS],
    MatchState.SET_PRIZE_CARDS: [Kind.SET_PRIZE_CARDS],
    MatchState.SELECT_ACTIVE_POKEMON: [Kind.SET_ACTIVE_POKEMON],
    MatchState.SELECT_BENCH_POKEMON: [Kind.PLAY_POKEMON, Kind.COMPLETE_INITIAL_SETUP],
    MatchState.FIRST_PLAYER_SELECTION: [Kind.CONFIRM_FIRST_PLAYER],
}
MAIN_ACTIONS: Final = [
    *(Kind.PLAY_POKEMON, Kind.ATTACH_ENERGY, Kind.PLAY_TRAINER, Kind.EVOLVE_POKEMON),
    *(Kind.RETREAT, Kind.USE_ABILITY, Kind.ATTACK, Kind.END_TURN),
]
PRIZE_ACTIONS: Final = [Kind.SELECT_PRIZE, Kind.DRAW_PRIZE]
PHASE_ACTIONS: Final[dict[TurnPhase, list[Kind]]] = {
    TurnPhase.DRAW: [Kind.DRAW_CARD],
    TurnPhase.MAIN_PHASE: MAIN_ACTIONS,
    TurnPhase.ATTACK: [Kind.GENERATE_COIN_FLIP],
    TurnPhase.END: [Kind.END_TURN],
    TurnPhase.SELECT_ACTIVE_POKEMON: [Kind.SET_ACTIVE_POKEMON],
}
TURN_ACTIONS: Final = [
    *MAIN_ACTIONS,
    *PRIZE_ACTIONS,
    *(Kind.DRAW_CARD, Kind.SET_ACTIVE_POKEMON, Kind.GENERATE_COIN_FLIP),
]


class Unfinished(NamedTuple):
    """An action that waits: for a second action, or in interactive mode for coins.

    Attributes:
        dto: the action.
        chosen: the ids that it named.
        first: its first move.
        card: the id of the card that was played.
        specs: the fields that are still to come.
        shown: in interactive mode, the coins that were flipped so far.
    """

    dto: schema.ExecuteActionDto
    chosen: set[str]
    first: PokemonMove
    card: str = ""
    specs: tuple[schema.FieldSpec, ...] = ()
    shown: tuple[int, ...] = ()


@dataclass(eq=False)
class Snapshot:
    """All of a match that actions change; an action works on a copy.

    Attributes:
        fight: the state of the game.
        ledger: the ids of the cards.
        stage: the state of the match, as far as it is not decided by the game.
        done: whether each player has done what the stage asks for.
        open: an action that waits for the second part of its choices.
        declared: an attack that waits for coins.
    """

    fight: PokemonState
    ledger: Ledger
    stage: MatchState
    done: list[bool]
    open: Unfinished | None = None
    declared: Unfinished | None = None

    def clone(self) -> "Snapshot":
        fight, ledger = self.fight.clone(), self.ledger.clone()
        return Snapshot(fight, ledger, self.stage, self.done[:], self.open, self.declared)

    def state(self) -> MatchState:
        """Returns the state of the match."""
        return MatchState.MATCH_ENDED if self.fight.over else self.stage

    def phase(self) -> TurnPhase | None:
        """Returns the phase of the turn; None outside of turns."""
        s = self.fight
        if self.state() is not MatchState.PLAYER_TURN:
            return None
        if self.declared is not None:
            return TurnPhase.ATTACK
        asked = asked_of(s, s.seat)
        if isinstance(asked, TakePrizes):
            return TurnPhase.END
        if asked is not None and self.open is None:
            return TurnPhase.SELECT_ACTIVE_POKEMON
        if s.phase == state.DRAW:
            return TurnPhase.DRAW
        return TurnPhase.MAIN_PHASE if s.phase == state.MAIN else TurnPhase.END

    def advance(self, seat: int, following: MatchState) -> bool:
        """Notes that a player is done; tells whether the match goes on to the next stage."""
        self.done[seat] = True
        if not all(self.done):
            return False
        self.stage, self.done = following, [False, False]
        return True


def snapshot_at(fight: PokemonState, seed: int | str) -> Snapshot:
    """Returns where a match stands that goes on from a state, which is copied.

    The ids of cards that a player sees depend on the seed and on what the player sees.
    """
    s = fight.clone()
    s.board.rules = state.asking(s.board.rules)
    stage, done = MatchState.PLAYER_TURN, [False, False]
    if s.phase in (state.CHOOSE_ACTIVE, state.CHOOSE_BENCH):
        first = s.phase == state.CHOOSE_ACTIVE
        stage = MatchState.SELECT_ACTIVE_POKEMON if first else MatchState.SELECT_BENCH_POKEMON
        done[0] = s.seat == 1
        if isinstance(asked_of(s, s.seat), GoFirst):
            stage = MatchState.FIRST_PLAYER_SELECTION
            done = [s.seat == 1, s.seat == 0]
    return Snapshot(s, new_ledger(s, seeded(f"{seed}/ids")), stage, done)


def turn_number(now: Snapshot | None) -> int:
    """Returns the number of the turn; 0 before the first one is confirmed."""
    if now is None or now.stage is not MatchState.PLAYER_TURN:
        return 0
    return now.fight.turn


def phase_actions(now: Snapshot, seat: int) -> list[Kind]:
    """Lists the types of action of a phase."""
    if now.open is not None:
        return [Kind.PLAY_TRAINER]
    phase = now.phase()
    if phase is TurnPhase.END and isinstance(asked_of(now.fight, seat), TakePrizes):
        return PRIZE_ACTIONS
    return [] if phase is None else PHASE_ACTIONS[phase]


# The history.

# What stands for an id that a player must not see.
HIDDEN: Final = "HIDDEN"


class Entry:
    """An action that was carried out, and what came of it.

    Attributes:
        dto: the action.
        number: its number, from 1.
        turn: the number of the turn in which it was made; 0 before the first one.
        results: what came of it: coins, damage, knock outs.
        drawn: the ids of the cards that came to each player's hand; only the owner sees them.
        shown: the ids of cards that lay open before or after it.
        players: the ids of the players.
    """

    def __init__(self, dto: schema.ExecuteActionDto, number: int, turn: int) -> None:
        self.dto: Final = dto
        self.number: Final = number
        self.turn: Final = turn
        self.results: dict[str, Json] = {"coinFlips": [], "damage": [], "knockOuts": []}
        self.drawn: dict[str, list[str]] = {}
        self.shown: set[str] = set()
        self.players: list[str] = []

    def tell(self, players: list[str], before: Snapshot, after: Snapshot, coins: list[int]) -> None:
        """Notes the results: how the match was before, and how it is after the action."""
        old, new = before.ledger, after.ledger
        self.players = players
        moved = new.rng.key() != old.rng.key() or new.sides != old.sides
        flips: list[Json] = ["HEADS" if coin else "TAILS" for coin in coins]
        damage: list[Json] = []
        knocked: list[Json] = []
        for seat in (0, 1):
            self.drawn[players[seat]] = new.drawn[seat] if moved else []
            self.shown.update(public_ids(old, seat) + public_ids(new, seat))
            if before.fight.board.sudden == after.fight.board.sudden:
                damage += damage_of(players[seat], before, after, seat)
                removed = str(self.dto.action_data.get("cardId", ""))
                knocked += knocked_out(before, after, seat, removed)
        self.results = {"coinFlips": flips, "damage": damage, "knockOuts": knocked}

    def to_json(self, seat: int) -> dict[str, Json]:
        """Writes the entry as a player may see it."""
        mine = self.players[seat] if self.players else ""
        data: Json = self.dto.action_data
        if self.dto.player_id != mine:
            data = redacted(data, self.shown)
        drawn: list[Json] = [*self.drawn.get(mine, [])]
        counts: dict[str, Json] = {player: len(ids) for player, ids in self.drawn.items()}
        results: dict[str, Json] = {**self.results, "drawn": drawn, "drawnCounts": counts}
        return {
            "actionId": self.number,
            "playerId": self.dto.player_id,
            "actionType": str(self.dto.action_type),
            "actionData": data,
            "turnNumber": self.turn,
            "results": results,
        }

    def __repr__(self) -> str:
        return f"{self.number}. {self.dto!r} {self.results} {self.drawn}"


def public_ids(ledger: Ledger, seat: int) -> list[str]:
    """Lists the ids of the cards that lie open."""
    return [
        item
        for place, items in ledger.sides[seat].items()
        if place in (state.DISCARD, state.PLAYED) or place >= FIRST_IN_PLAY
        for item, _ in items
    ]


def redacted(value: Json, shown: set[str]) -> Json:
    """Returns data without the ids that a player must not see."""
    if isinstance(value, dict):
        return {name: redacted(item, shown) for name, item in value.items()}
    if isinstance(value, list):
        return [redacted(item, shown) for item in value]
    if isinstance(value, str) and value[:1] == "P" and value[2:3] == "-" and value not in shown:
        return HIDDEN
    return value


def by_serial(s: PokemonState, seat: int) -> dict[int, Pokemon]:
    """Returns the Pokémon of a player by their serial numbers."""
    return {pokemon.serial: pokemon for pokemon in state.pokemon_of(s, seat)}


def damage_of(player: str, before: Snapshot, after: Snapshot, seat: int) -> list[Json]:
    """Lists the damage of Pokémon that are still in play; healing is less than 0."""
    found: list[Json] = []
    now = by_serial(after.fight, seat)
    first = 0 if state.has_active(before.fight, seat) else 1
    for at, pokemon in enumerate(state.pokemon_of(before.fight, seat)):
        if pokemon.serial in now and now[pokemon.serial].damage != pokemon.damage:
            hit: dict[str, Json] = {
                "playerId": player,
                "cardId": before.ledger.top(pokemon, seat),
                "position": schema.POSITIONS[first + at],
                "amount": now[pokemon.serial].damage - pokemon.damage,
            }
            found.append(hit)
    return found


def knocked_out(before: Snapshot, after: Snapshot, seat: int, removed: str) -> list[Json]:
    """Lists the Pokémon that were knocked out, by the cards on top.

    They have left play for the discard pile. Scoop Up returns the lowest card to the hand, and a
    doll that its owner discards is named by the action (`removed`).
    """
    found: list[Json] = []
    now = by_serial(after.fight, seat)
    for pokemon in state.pokemon_of(before.fight, seat):
        stack = before.ledger.items(seat, on_pokemon(pokemon, STACK))
        top = stack[-1][0]
        gone = pokemon.serial not in now and stack[0] not in after.ledger.items(seat, state.HAND)
        if gone and not (cards.IS_DOLL[pokemon.kind] and top == removed):
            found.append(top)
    return found


# What a player sees, as JSON.


def card_json(item: Item) -> dict[str, Json]:
    """Writes a card with its id."""
    card = cards.CARDS[item[1] & cards.CARD_MASK]
    return {"cardId": item[0], "name": card.name, "number": card.code}


def cards_json(items: list[Item]) -> list[Json]:
    """Writes cards with their ids."""
    return [card_json(item) for item in items]


def player_json(
    sight: PokemonState, ledger: Ledger, viewer: int, owner: int, hides: bool
) -> dict[str, Json]:
    """Writes what a player sees of a player; `hides` tells that nothing is drawn yet."""
    own = viewer == owner
    hand = state.pile(sight, state.HAND, owner)
    deck, prizes = (
        len(state.pile(sight, state.DECK, owner)),
        len(state.pile(sight, state.PRIZES, owner)),
    )
    shown = [] if hides else known_items(hand, ledger.items(owner, state.HAND))
    face_down = state.pile(sight, state.FACE_DOWN, owner)
    found: dict[str, Json] = {
        "handCount": 0 if hides else len(hand),
        "deckCount": deck + (len(hand) if hides else 0),
        "prizeCount": prizes,
        "hand" if own else "revealedHand": cards_json(shown),
        "discard": cards_json(ledger.items(owner, state.DISCARD)),
        "played": cards_json(ledger.items(owner, state.PLAYED)),
        "faceDownCount": len(face_down),
        "pokemon": [
            pokemon_json(sight, ledger, owner, spot, pokemon)
            for spot, pokemon in enumerate(state.pokemon_of(sight, owner))
        ],
        "mulligans": [] if hides else mulligans_json(sight, owner),
        "hasAttachedEnergyThisTurn": sight.active == owner and sight.marks & state.ATTACHED > 0,
    }
    if own:
        # Its place is not known, only that it is in the deck or among the Prizes.
        hidden = ledger.items(owner, state.DECK) + (
            ledger.items(owner, state.HAND) if hides else []
        )
        found["deckAndPrizes"] = cards_json(sorted(hidden))
        found["faceDown"] = cards_json(ledger.items(owner, state.FACE_DOWN))
    return found


def known_items(pile: list[int], items: list[Item]) -> list[Item]:
    """Returns items for the cards of a pile that a player knows; of equal ones the lowest ids."""
    rest = items[:]
    found: list[Item] = []
    for card in pile:
        if card != UNKNOWN:
            at = next(at for at, item in enumerate(rest) if item[1] == card)
            found.append(rest.pop(at))
    return sorted(found)


def mulligans_json(sight: PokemonState, owner: int) -> list[Json]:
    """Writes the hands that were shown before the match, by name: the cards have new ids now."""
    found: list[Json] = []
    for shown in sight.board.mulligans:
        if shown[0] == owner:
            names: list[Json] = [cards.CARDS[card].name for card in shown[1:]]
            found.append(names)
    return found


def pokemon_json(
    sight: PokemonState, ledger: Ledger, owner: int, spot: int, pokemon: Pokemon
) -> dict[str, Json]:
    """Writes a Pokémon in play; its id stays the same when it evolves."""
    stack = ledger.items(owner, on_pokemon(pokemon, STACK))
    placed = spot if sight.rows[owner * 2] else spot + 1
    conditions: list[Json] = []
    if pokemon.condition:
        conditions.append(str(schema.StatusEffect(state.CONDITIONS[pokemon.condition].upper())))
    if pokemon.poison:
        conditions.append(str(schema.StatusEffect.POISONED))
    return {
        **card_json(stack[-1]),
        "pokemonId": stack[0][0],
        "position": schema.POSITIONS[placed],
        "stage": schema.STAGES[cards.STAGE[pokemon.kind]],
        "type": schema.ELEMENT_TYPES[cards.ELEMENT[pokemon.kind]],
        "hp": cards.HP[pokemon.kind],
        "damage": pokemon.damage,
        "conditions": conditions,
        "poison": pokemon.poison,
        "enteredOrEvolvedTurn": pokemon.since,
        "cards": cards_json(stack),
        "energy": [energy_json(item) for item in ledger.items(owner, on_pokemon(pokemon, ENERGY))],
        "trainers": cards_json(ledger.items(owner, on_pokemon(pokemon, TRAINERS))),
    }


def energy_json(item: Item) -> dict[str, Json]:
    """Writes an attached Energy card."""
    element, units = (
        schema.ELEMENT_TYPES[cards.energy_element(item[1])],
        cards.energy_units(item[1]),
    )
    return {**card_json(item), "type": element, "units": units}
