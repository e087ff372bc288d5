"""Positions: a view as a JSON document that a person can write.

```json
{"viewer": 0, "decks": "brushfire / zap", "turn": 5,
 "seats": [
   {"active": {"pokemon": "charmander", "energy": ["fire"], "damage": 30,
               "conditions": ["confused"]},
    "bench": ["weedle"], "hand": ["potion", "fire"]},
   {"active": "abra", "hand": 6}]}
```

Cards have the words of moves; printed names and codes such as `base1-46` are read, too. Everything
but `viewer` and `seats` can be left out. An evolved Pokémon has its lower stages under it unless
`under` says otherwise, and the deck holds what is left of the deck list. A deck that is not known
is `?`: it is assumed from the cards that were seen, see `kibitz.games.pokemon.cards`. The
rest is as in `kibitz.kit.position`: a number stands for that many hidden cards, `known_to` says who
knows one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.pokemon import cards, state
from kibitz.games.pokemon.rules.steps import ENERGY_WORDS
from kibitz.games.pokemon.state import Field, Pokemon, PokemonState
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.decks import SEPARATOR
from kibitz.kit.position import FIELDS, Fields, Position
from kibitz.kit.state import TRUTH

if TYPE_CHECKING:
    from kibitz.games.pokemon.game import PokemonTcg


SEATS: Final = "seats"
# The fields of the document; those of the kit for zones and rows are not among them.
NAMES: Final = (
    *[name for name in FIELDS if name not in ("zones", "rows")],
    *("decks", SEATS, "mulligans", "coins", "serials"),
)
ZONES: Final = [zone.id for zone in state.LAYOUT.zones]
ALWAYS_WRITTEN: Final = ("hand", "deck", "prizes")
COIN_WORDS: Final = ("tails", "heads")
POISONS: Final = {"poisoned": 10, "toxic": 20}
SHIELDS: Final = ("none", "damage", "small damage", "everything")
HIT_EFFECTS: Final = {
    "energy": state.HIT_ENERGY,
    "disabled": state.HIT_DISABLED,
    "blind": state.HIT_BLIND,
}
# Fields of a Pokémon that are a turn, and how the state calls them.
TURNS: Final = {
    "since": "since",
    "blind": "blind_turn",
    "bond": "bond_turn",
    "burn": "burn_turn",
    "stuck": "stuck_turn",
}
POKEMON_FIELDS: Final = (
    *("pokemon", "under", "damage", "energy", "trainers", "conditions", "paralyzed", "used"),
    *("weakness", "resistance", "shield", "disabled", "hit"),
    *TURNS,
)
MOST_DAMAGE: Final = 9990
MOST_SERIAL: Final = 999_999


def write_match(game: "PokemonTcg", view: PokemonState) -> dict[str, Json]:
    """Writes a view, or a whole state."""
    return TablePosition(game, view).write()


def read_match(game: "PokemonTcg", document: object) -> PokemonState:
    """Reads a view.

    Raises:
        PositionError: if content is missing, extra or impossible; lists all problems.
    """
    root = Document(document)
    view = game.empty(hidden_rng())
    TablePosition(game, view).read(root)
    root.finish(PositionError, "position of pokemon")
    return view


class Words(Fields):
    """The words for cards: those of moves."""

    def card_word(self, card: int) -> str:
        return cards.CARDS[card].word if card != UNKNOWN else super().card_word(card)

    def find_card(self, word: str) -> int:
        """Reads a card by its word, its printed name or its code."""
        found = cards.LISTS.find(word)
        if not found:
            raise ValueError(cards.LISTS.unknown_card(word))
        return found


class TablePosition(Position[Pokemon, Field]):
    """Writes a view side by side, or reads one."""

    def __init__(self, game: "PokemonTcg", view: PokemonState) -> None:
        words = Words(view.layout, game.effects(), view.board.records)
        super().__init__(game, view, words)
        self.decks: Final[list[list[int]]] = game.decks[:]
        # Whose deck the document tells, and whose it says that nobody knows.
        self.told: Final = [False, False]
        self.unknown: Final = [False, False]
        self.deck_size: Final = game.rules.deck_size
        self.deck_words: Final = str(game.options["decks"])

    def names(self) -> tuple[str, ...]:
        return NAMES

    def stock(self) -> list[list[int]]:
        return self.decks

    # The document.

    def write_board(self) -> dict[str, Json]:
        """Writes the board without what has words of its own."""
        found = super().write_board()
        found.pop("mulligans", None)
        found.pop("coins", None)
        return found

    def write_table(self) -> dict[str, Json]:
        """Writes the decks, the two sides and what has happened."""
        board = self.view.board
        shown: list[Json] = [
            {"seat": hand[0], "hand": [self.fields.card_word(card) for card in hand[1:]]}
            for hand in board.mulligans
        ]
        serials = self.serials()
        usual = list(range(1, len(serials) + 1))
        return {
            "decks": self.deck_words,
            SEATS: [self.write_side(seat) for seat in (0, 1)],
            "mulligans": shown,
            "coins": [COIN_WORDS[coin] for coin in board.coins],
            "serials": [] if serials == usual else [*serials],
        }

    def serials(self) -> list[int]:
        """Lists the numbers of the Pokémon in play, side by side."""
        return [each.serial for seat in (0, 1) for each in state.pokemon_of(self.view, seat)]

    def read_table(self, root: Document) -> None:
        """Reads the decks, the two sides and what has happened."""
        if root.has("decks"):
            self.read_deck_lists(root.field("decks"))
        sides = self.by_seat(root.field(SEATS))
        for seat, side in enumerate(sides):
            self.read_side(side, seat)
        self.read_serials(root.optional("serials", []))
        board = self.view.board
        for item in root.optional("mulligans", []).items():
            item.only(("seat", "hand"))
            hand = [self.fields.read_card(card) for card in item.field("hand").items()]
            board.mulligans.append((self.read_seat(item.field("seat")), *hand))
        coins = root.optional("coins", []).items()
        board.coins = [COIN_WORDS.index(coin.choice(COIN_WORDS)) for coin in coins]

    def read(self, root: Document) -> None:
        """Reads everything; what fits together is checked last. A match is in its main phase."""
        usual = Document(
            {"phase": state.PHASES[state.MAIN], **root.value}
            if isinstance(root.value, dict)
            else root.value,
            root.path,
            root.problems,
        )
        super().read(usual)
        if not root.problems:
            self.check(usual)

    def check(self, root: Document) -> None:
        """Notes what cannot be on the table."""
        view = self.view
        if view.over or view.stack or view.phase <= state.CHOOSE_BENCH:
            return
        sides = root.field(SEATS).items()
        for seat, side in enumerate(sides):
            if not state.has_active(view, seat):
                side.note("expected an Active Pokémon")
            for spot, pokemon in enumerate(state.pokemon_of(view, seat)):
                if pokemon.left() <= 0 and state.has_active(view, seat):
                    named = f"bench[{spot - 1}].damage" if spot else "active.damage"
                    word = self.fields.card_word(pokemon.kind)
                    text = f"{word} has {cards.HP[pokemon.kind]} HP: expected less damage"
                    Document(None, side.place(named), side.problems).note(text)

    # Deck lists, from which hidden cards follow.

    def read_deck_lists(self, place: Document) -> None:
        """Reads the two deck lists; one is for both seats, and `?` is one that is not known."""
        text = place.text()
        if not text.strip():
            return
        parts = cards.split_decks(text)
        if len(parts) > 2:
            place.note(f"expected one or two decks, with {SEPARATOR} between them")
            return
        for seat in (0, 1):
            part = parts[min(seat, len(parts) - 1)]
            self.unknown[seat] = part.strip() == cards.NOT_KNOWN
            self.told[seat] = not self.unknown[seat]
            if self.told[seat] and seat < len(parts):
                try:
                    self.decks[seat] = cards.read_deck(part, self.deck_size)
                except ValueError as error:
                    place.note(f"deck {seat + 1}: {error}")
            elif self.told[seat]:
                self.decks[seat] = self.decks[0]

    def read_unseen(self, place: Document) -> None:
        """Reads the unseen cards, or derives them from the deck lists."""
        if not place.problems and self.view.viewer != TRUTH:
            hidden = dict(self.hidden())
            for seat in (0, 1):
                pool = self.layout.home(seat)
                if pool in hidden and not place.has(self.pool_names()[pool]):
                    self.settle_deck(place, seat, hidden[pool])
        super().read_unseen(place)

    def settle_deck(self, place: Document, seat: int, hidden: int) -> None:
        """Assumes a deck that nobody has told; notes what does not fit one that was told.

        A deck that the document does not mention is that of the game, if that can have shown the
        cards of this side.
        """
        side = Document(None, f"{SEATS}[{seat}]", place.problems)
        seen, shown = self.shown(seat)
        total = sum(seen.values()) + hidden + self.inside(seat)
        if total != self.deck_size:
            side.note(
                f"{total} cards in all, with deck, hand and prizes: expected {self.deck_size}"
            )
            return
        missing = shown - Counter(self.decks[seat])
        if self.told[seat]:
            lists = Document(None, "decks", place.problems)
            for card, more in sorted(missing.items()):
                word, has = self.fields.card_word(card), shown[card] - more
                have = f"has {has} {word}" if has else f"has no {word}"
                lists.note(f"deck {seat + 1} {have}, but {side.path} shows {shown[card]}")
        elif missing or self.unknown[seat]:
            try:
                self.decks[seat] = cards.assume_deck(shown, self.deck_size)
            except ValueError as error:
                side.note(str(error))

    def shown(self, seat: int) -> tuple[Counter[int], Counter[int]]:
        """Counts the cards of a seat that the viewer knows now, and has ever seen."""
        now = Counter(self.view.known()[self.layout.home(seat)])
        ever = Counter(now)
        for hand in self.view.board.mulligans:
            if hand[0] == seat:
                ever |= Counter(hand[1:])
        return (now, ever)

    def inside(self, seat: int) -> int:
        """Counts the hidden cards of piles whose content the viewer knows."""
        first = len(self.layout.pools)
        own = [self.view.index(zone, seat) for zone in range(len(ZONES))]
        return sum([count for pool, count in self.hidden() if pool - first in own])

    def read_serials(self, place: Document) -> None:
        """Reads the numbers of the Pokémon in play, or numbers them as they stand."""
        own = [each for seat in (0, 1) for each in state.pokemon_of(self.view, seat)]
        numbers = [item.integer(1, MOST_SERIAL) for item in place.items()]
        if numbers and (len(numbers) != len(own) or len(set(numbers)) != len(numbers)):
            place.wanted(f"{len(own)} different numbers, one for each Pokémon in play")
        for at, pokemon in enumerate(own):
            pokemon.serial = numbers[at] if at < len(numbers) else at + 1
        self.view.serial = max([0, *[pokemon.serial for pokemon in own]]) + 1

    # A side.

    def write_side(self, seat: int) -> dict[str, Json]:
        """Writes what a seat has."""
        found: dict[str, Json] = {}
        own = [self.write_pokemon(pokemon, seat) for pokemon in state.pokemon_of(self.view, seat)]
        if state.has_active(self.view, seat):
            found["active"] = own.pop(0)
        if own:
            found["bench"] = [*own]
        for zone, name in enumerate(ZONES):
            pile = self.write_pile(self.view.index(zone, seat))
            if pile or name in ALWAYS_WRITTEN:
                found[name] = pile
        return found

    def read_side(self, side: Document, seat: int) -> None:
        """Reads what a seat has; the deck comes last, because it can follow from the rest."""
        view, rules = self.view, self.view.board.rules
        side.only(("active", "bench", *ZONES))
        if side.has("active"):
            self.enter(self.read_pokemon(side.field("active"), seat, True), state.ACTIVE, seat)
        places = side.optional("bench", [])
        items = places.items()
        if len(items) > rules.bench_size:
            places.note(f"the Bench holds {rules.bench_size} Pokémon")
        for item in items:
            self.enter(self.read_pokemon(item, seat, False), state.BENCH, seat)
        for zone, name in enumerate(ZONES):
            if zone != state.DECK and side.has(name):
                self.read_pile(side.field(name), view.index(zone, seat))
        if not side.has("prizes"):
            self.lay_down(view.index(state.PRIZES, seat), rules.prize_count)
        deck = view.index(state.DECK, seat)
        if side.has("deck"):
            self.read_pile(side.field("deck"), deck)
        else:
            elsewhere = sum([len(view.cards[view.index(zone, seat)]) for zone in range(len(ZONES))])
            elsewhere += sum([len(each.cards()) for each in state.pokemon_of(view, seat)])
            self.lay_down(deck, max(0, len(self.decks[seat]) - elsewhere))

    def lay_down(self, p: int, count: int) -> None:
        """Puts hidden cards into a pile that the document does not mention."""
        self.view.cards[p] = [UNKNOWN] * count

    def enter(self, pokemon: Pokemon | None, row: int, seat: int) -> None:
        """Puts a Pokémon that was read into play."""
        if pokemon is not None:
            self.view.row(row, seat).append(pokemon)

    # A Pokémon.

    def paralyzed_turn(self, seat: int) -> int:
        """Returns the turn in which a Pokémon of a seat that is paralyzed usually became so."""
        return max(1, self.view.turn - 1 if self.view.active == seat else self.view.turn)

    def write_pokemon(self, pokemon: Pokemon, seat: int) -> Json:
        """Writes a Pokémon: its card alone if there is nothing on it."""
        word = self.fields.card_word
        found: dict[str, Json] = {"pokemon": word(pokemon.kind)}
        if pokemon.under != lower_stages(pokemon.kind):
            found["under"] = [word(card) for card in pokemon.under]
        parts: dict[str, Json] = {
            "damage": pokemon.damage,
            "energy": [ENERGY_WORDS[each] for each in pokemon.energy],
            "trainers": [word(card) for card in pokemon.trainers],
            "conditions": write_conditions(pokemon.condition, pokemon.poison),
            "used": pokemon.used,
            "weakness": write_element(pokemon.weakness),
            "resistance": write_element(pokemon.resistance),
            "shield": write_shield(pokemon),
            "disabled": write_disabled(pokemon),
            "hit": write_hit(pokemon),
        }
        usual = self.paralyzed_turn(seat) if pokemon.condition == state.PARALYZED else 0
        if pokemon.paralyzed != usual:
            found["paralyzed"] = pokemon.paralyzed
        for name, attribute in TURNS.items():
            turn: int = getattr(pokemon, attribute)
            parts[name] = turn
        found |= {name: part for name, part in parts.items() if part}
        return found if len(found) > 1 else found["pokemon"]

    def read_pokemon(self, place: Document, seat: int, front: bool) -> Pokemon | None:
        """Reads a Pokémon; None if its card cannot be in play."""
        whole = isinstance(place.value, dict)
        named = place.field("pokemon") if whole else place
        before = len(place.problems)
        card = self.fields.read_card(named)
        if len(place.problems) > before:
            return None
        if cards.HP[card] == 0:
            named.note(f"{self.fields.card_word(card)} cannot be in play")
            return None
        made = Pokemon(card, under=lower_stages(card))
        if whole:
            place.only(POKEMON_FIELDS)
            self.read_attached(place, made)
            self.read_condition(place, made, seat, front)
            read_lasting(place, made)
        return made

    def read_attached(self, place: Document, made: Pokemon) -> None:
        """Reads damage and the cards on and under a Pokémon."""
        damage = place.optional("damage", 0)
        made.damage = damage.integer(0, MOST_DAMAGE)
        if made.damage % 10:
            damage.wanted("a multiple of 10")
        if place.has("under"):
            made.under = [self.fields.read_card(item) for item in place.field("under").items()]
        made.energy = sorted(
            [self.read_energy(item) for item in place.optional("energy", []).items()]
        )
        for item in place.optional("trainers", []).items():
            card = self.fields.read_card(item)
            if card != UNKNOWN and not cards.IS_TRAINER[card]:
                item.note(f"{self.fields.card_word(card)} is not a Trainer")
            made.trainers.append(card)
        made.trainers.sort()

    def read_energy(self, place: Document) -> int:
        """Reads attached Energy: a card, or a Pokémon that has become one."""
        value = cards.plain_word(place.value) if isinstance(place.value, str) else ""
        for number, word in ENERGY_WORDS.items():
            if number > cards.CARD_MASK and word == value:
                return number
        card = self.fields.read_card(place)
        if card != UNKNOWN and not cards.IS_ENERGY[card]:
            place.note(f"{self.fields.card_word(card)} is not an Energy card")
        return card

    def read_condition(self, place: Document, made: Pokemon, seat: int, front: bool) -> None:
        """Reads special conditions, which a benched Pokémon has none of."""
        there = place.optional("conditions", [])
        made.condition, made.poison = read_conditions(there)
        if (made.condition or made.poison) and not front:
            there.note("a benched Pokémon has no conditions")
        usual = self.paralyzed_turn(seat) if made.condition == state.PARALYZED else 0
        made.paralyzed = place.optional("paralyzed", usual).integer(0)


def lower_stages(card: int) -> list[int]:
    """Returns what a Pokémon card usually lies on, the Basic first."""
    found: list[int] = []
    lower = cards.CARDS[card].evolves
    while lower:
        found.insert(0, lower)
        lower = cards.CARDS[lower].evolves
    return found


# Conditions and types.


def write_conditions(condition: int, poison: int) -> list[Json]:
    """Writes special conditions as words."""
    found: list[Json] = [state.CONDITIONS[condition]] if condition else []
    return found + [word for word, amount in POISONS.items() if amount == poison]


def read_conditions(place: Document) -> tuple[int, int]:
    """Reads special conditions: the one of three, and the poison."""
    condition = poison = 0
    for item in place.items():
        word = item.choice((*state.CONDITIONS[1:], *POISONS))
        if word in POISONS:
            poison = POISONS[word]
        elif condition:
            item.note(f"a Pokémon that is {state.CONDITIONS[condition]} is not {word}")
        else:
            condition = state.CONDITIONS.index(word)
    return (condition, poison)


def write_element(changed: int) -> str:
    """Writes a changed Weakness or Resistance; empty where it is as printed."""
    return cards.ELEMENT_NAMES[changed - 1] if changed else ""


def read_element(place: Document, name: str) -> int:
    """Reads a changed Weakness or Resistance; 0 where it is as printed."""
    if not place.has(name):
        return 0
    return 1 + cards.ELEMENT_NAMES.index(place.field(name).choice(cards.ELEMENT_NAMES))


# What attacks have done to a Pokémon.


def filled(parts: Mapping[str, Json]) -> dict[str, Json]:
    """Leaves out what is empty."""
    return {name: part for name, part in parts.items() if part}


def write_shield(pokemon: Pokemon) -> dict[str, Json]:
    """Writes what is prevented."""
    blocks = SHIELDS[pokemon.shield] if pokemon.shield else ""
    return filled({"blocks": blocks, "most": pokemon.shield_most, "turn": pokemon.shield_turn})


def write_disabled(pokemon: Pokemon) -> dict[str, Json]:
    """Writes the attack that it cannot use."""
    attack = cards.ATTACKS[pokemon.disabled - 1].word if pokemon.disabled else ""
    return filled({"attack": attack, "turn": pokemon.disabled_turn})


def write_hit(pokemon: Pokemon) -> dict[str, Json]:
    """Writes what the last attack did, for Mirror Move."""
    effects: list[Json] = [word for word, bit in HIT_EFFECTS.items() if pokemon.hit_flags & bit]
    return filled(
        {
            "turn": pokemon.hit_turn,
            "damage": pokemon.hit_damage,
            "conditions": write_conditions(pokemon.hit_condition, pokemon.hit_poison),
            "effects": effects,
            "weakness": write_element(pokemon.hit_weakness),
        }
    )


def read_lasting(place: Document, made: Pokemon) -> None:
    """Reads what attacks and turns have done to a Pokémon."""
    for name, attribute in TURNS.items():
        setattr(made, attribute, place.optional(name, 0).integer(0))
    made.used = place.optional("used", False).flag()
    made.weakness = read_element(place, "weakness")
    made.resistance = read_element(place, "resistance")
    if place.has("shield"):
        shield = place.field("shield")
        shield.only(("blocks", "most", "turn"))
        made.shield = SHIELDS.index(shield.optional("blocks", SHIELDS[0]).choice(SHIELDS))
        made.shield_most = shield.optional("most", 0).integer(0)
        made.shield_turn = shield.optional("turn", 0).integer(0)
    if place.has("disabled"):
        disabled = place.field("disabled")
        disabled.only(("attack", "turn"))
        made.disabled = read_attack(disabled, cards.CARD_ATTACKS[made.kind])
        made.disabled_turn = disabled.optional("turn", 0).integer(0)
    if place.has("hit"):
        read_hit(place.field("hit"), made)


def read_attack(place: Document, numbers: Sequence[int]) -> int:
    """Reads one of the attacks of a Pokémon as its number plus 1; 0 for none."""
    words = [cards.ATTACKS[number].word for number in numbers]
    if not place.has("attack"):
        return 0
    word = place.field("attack").choice(words)
    return numbers[words.index(word)] + 1 if word else 0


def read_hit(place: Document, made: Pokemon) -> None:
    """Reads what the last attack did."""
    place.only(("turn", "damage", "conditions", "effects", "weakness"))
    made.hit_turn = place.optional("turn", 0).integer(0)
    made.hit_damage = place.optional("damage", 0).integer(0)
    made.hit_condition, made.hit_poison = read_conditions(place.optional("conditions", []))
    for item in place.optional("effects", []).items():
        made.hit_flags |= HIT_EFFECTS[item.choice(HIT_EFFECTS)]
    made.hit_weakness = read_element(place, "weakness")
