"""What drones, cards and moves do, in words.

Moves are described with the numbers of the moment: the move is tried on a copy of the view, and
what changes is told. `your bridge 10/3 to 8/0` are hull and shields before and after.
"""

from collections import Counter
from typing import Final

from kibitz.core.move import Move
from kibitz.games.dronewars import cards, moves, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.abilities import use_ability
from kibitz.games.dronewars.rules.attacks import Interception, interceptors, resolve
from kibitz.games.dronewars.rules.drones import attack, change_lane, cost, speed
from kibitz.games.dronewars.rules.effects import EFFECT_RULES, PlayedCard, SearchDeck
from kibitz.games.dronewars.rules.phases import asked_of
from kibitz.games.dronewars.rules.sections import (
    count_damaged,
    count_standing,
    has_lost,
    ship_stat,
    standing,
)
from kibitz.games.dronewars.rules.targets import (
    BOARD_WORDS,
    OWN,
    SECTION_CODE,
    code_at,
    index_of,
    lane_codes,
)
from kibitz.games.dronewars.state import Battle, Drone
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TRUTH

# Effects that are told by what they change; the others are told in general.
TRIED: Final = (
    *(cards.DAMAGE, cards.DESTROY, cards.GAIN_ENERGY, cards.READY, cards.HEAL_HULL),
    *(cards.HEAL_SHIELDS, cards.MODIFY, cards.MOVE_ONE, cards.TOKENS, cards.RAILGUN),
    cards.BARRAGE,
)
AGAIN: Final = "go again"


# Seats.


def seat_word(view: Battle, seat: int) -> str:
    """Names a seat: you, the enemy, or its number for somebody who only watches."""
    if view.viewer not in (0, 1):
        return f"seat {seat}"
    return "you" if seat == view.viewer else "the enemy"


def whose(view: Battle, seat: int) -> str:
    """Names a seat as the owner of something."""
    if view.viewer not in (0, 1):
        return f"seat {seat}'s"
    return "your" if seat == view.viewer else "their"


# Drones and cards.


def drone_text(printed: cards.DroneType) -> str:
    """Says what a type of drone is like."""
    numbers = f"class {printed.cost}, attack {printed.attack}, speed {printed.speed}"
    words = [f"{numbers}, hull {printed.hull}, shields {printed.shields}"]
    return "; ".join([*words, *ability_texts(printed)])


def ability_texts(printed: cards.DroneType) -> list[str]:
    """Says what is special about a type of drone."""
    words = [text for bit, text in enumerate(KEYWORD_TEXTS) if (printed.keywords >> bit) & 1]
    for name, text in PASSIVE_TEXTS.items():
        amount: int = getattr(printed, name)
        if amount:
            words.append(text.format(n=amount))
    if printed.ability:
        price, amount = printed.ability_cost, printed.ability_amount
        words.append(f"for {price} energy: {ABILITY_TEXTS[printed.ability].format(n=amount)}")
    return words


# In the order of `KEYWORDS`.
KEYWORD_TEXTS: Final = (
    "while ready, its section cannot be attacked",
    "while ready, it is all that enemy cards can choose in its lane",
    "ignores shields",
    "intercepting does not exhaust it",
    "always intercepts",
)
# What types of drones do by themselves, by the field of `DroneType`.
PASSIVE_TEXTS: Final = {
    "ship_bonus": "+{n} damage to sections",
    "aura_shields": "max shields of others in its lane +{n}",
    "attack_destroys": "is destroyed by its own attack",
    "attack_gains_attack": "+{n} attack after each attack",
    "move_gains_attack": "+{n} attack after each move",
    "move_gains_speed": "+{n} speed after each move",
    "lane_damaged_attack": "+{n} attack while its own section has hull 5 or less",
    "each_damaged_attack": "+{n} attack for each own section with hull 5 or less",
    "outer_attack": "+{n} attack in lanes 1 and 3",
    "outer_speed": "+{n} speed in lanes 1 and 3",
    "per_lane": "{n} a lane at most",
}
ABILITY_TEXTS: Final = {
    cards.HEAL_ONE: "{n} hull to an own drone in its lane",
    cards.HEAL_LANE: "{n} hull to each own drone in its lane",
    cards.SNIPE: "{n} damage to any enemy drone",
}
EFFECT_TEXTS: Final = {
    cards.DAMAGE: "{n} damage",
    cards.DESTROY: "destroys",
    cards.DRAW: "draws {n}",
    cards.GAIN_ENERGY: "+{n} energy",
    cards.READY: "readies",
    cards.HEAL_HULL: "+{n} hull",
    cards.HEAL_SHIELDS: "+{n} shields",
    cards.REPEAT: "draws {n} and +{n} energy, once more for each damaged section",
    cards.MOVE_ONE: "moves, and it stays ready",
    cards.MOVE_MANY: "moves up to {count} drones, which stay ready",
    cards.DESTROY_UPGRADE: "destroys",
    cards.SEARCH: "takes one of the top {count} cards",
    cards.SEARCH_UPGRADES: "takes an upgrade from the deck",
    cards.TOKENS: "a {makes} in each own lane",
    cards.RAILGUN: "{n} damage, {special} if marked; the rest hits the section",
    cards.BARRAGE: "{n} damage to it and its neighbours, {special} with {count} own drones there",
}


def card_text(card: int, patched: bool) -> str:
    """Says what a card does, as printed."""
    printed, table = cards.CARDS[card], cards.BOOKS[1 if patched else 0]
    amount = table.amount[card]
    if printed.effect in (cards.MODIFY, cards.UPGRADE):
        brief = printed.effect == cards.MODIFY and not printed.permanent
        text = f"{change_text(amount, printed.stat)}{' this round' if brief else ''}"
    else:
        text = EFFECT_TEXTS[printed.effect].format(
            n=amount, count=printed.count, special=printed.special_amount, makes=printed.makes
        )
    words = [f"{table.cost[card]} energy", text]
    if printed.piercing:
        words.append("piercing")
    if printed.target:
        words[1] += f" ({cards.TARGETS[printed.target]})"
    if printed.slowest > cards.SLOWEST:
        words.append(f"speed {printed.slowest} or more")
    if printed.fastest < cards.FASTEST:
        words.append(f"speed {printed.fastest} or less")
    return ", ".join([*words, AGAIN] if printed.go_again else words)


def change_text(amount: int, stat: int) -> str:
    """Says how a number or the piercing of a drone changes."""
    if stat == cards.PIERCING_STAT:
        return "piercing attacks"
    return f"max shields {amount:+}" if stat == cards.SHIELDS else f"{amount:+} {cards.STATS[stat]}"


# What changes.


class Trial:
    """A copy of a view on which a move is tried, to tell what it changes."""

    def __init__(self, view: Battle, seat: int) -> None:
        """Takes the seat that moves."""
        self.before: Final = view
        self.after: Final = view.clone()
        self.seat: Final = seat
        self.after.stack.clear()
        self.after.active = seat
        self.after.board.again = 0
        # Seat, lane and drone in the view, and its copy; the other side comes first.
        self.drones: Final[list[tuple[int, int, Drone, Drone]]] = []
        for side in (1 - seat, seat):
            for lane in range(LANES):
                at = side * LANES + lane
                for drone, twin in zip(view.rows[at], self.after.rows[at], strict=True):
                    self.drones.append((side, lane, drone, twin))

    def texts(self, actor: Drone | None = None) -> list[str]:
        """Says what has changed, except that the acting drone is now exhausted."""
        found = self.section_texts()
        gone = [self.name(*each) for each in self.drones if self.place(each[3]) < 0]
        if gone:
            found.append(f"destroys {', '.join(gone)}")
        for seat, lane, old, new in self.drones:
            if self.place(new) >= 0:
                changes = self.changes(seat, lane, old, new, new is actor)
                if changes:
                    found.append(f"{self.name(seat, lane, old, new)}: {', '.join(changes)}")
        found += self.arrivals() + self.energy_texts()
        if has_lost(self.after, 1 - self.seat):
            found.append("wins the battle")
        return found

    def place(self, drone: Drone) -> int:
        """Returns the row in which a drone of the copy stands; -1 if it is gone."""
        for row, drones in enumerate(self.after.rows):
            if any(each is drone for each in drones):
                return row
        return -1

    def name(self, seat: int, lane: int, old: Drone, new: Drone) -> str:
        """Names a drone of the view, and whose it is."""
        row = self.before.rows[seat * LANES + lane]
        index = [each is old for each in row].index(True)
        word = BOARD_WORDS[code_at(self.before, seat, lane, index)]
        return f"{whose(self.before, seat)} {word}"

    def changes(self, seat: int, lane: int, old: Drone, new: Drone, acting: bool) -> list[str]:
        """Lists what has changed of a drone."""
        now = self.place(new) % LANES
        found: list[str] = []
        if (old.hull, old.shields) != (new.hull, new.shields):
            found.append(f"{old.hull}/{old.shields} to {new.hull}/{new.shields}")
        for word, was, becomes in (
            ("attack", attack(self.before, seat, lane, old), attack(self.after, seat, now, new)),
            ("speed", speed(self.before, seat, lane, old), speed(self.after, seat, now, new)),
        ):
            if was != becomes:
                found.append(f"{word} {was} to {becomes}")
        if old.ready != new.ready and not acting:
            found.append("ready" if new.ready else "exhausted")
        return found

    def section_texts(self) -> list[str]:
        """Lists the sections that have changed."""
        one, two = self.before.board, self.after.board
        found: list[str] = []
        for at in range(2 * LANES):
            if (one.hull[at], one.shields[at]) != (two.hull[at], two.shields[at]):
                seat, lane = at // LANES, at % LANES
                word = f"{whose(self.before, seat)} {cards.SECTION_WORDS[one.sections[at]]}"
                text = f"{one.hull[at]}/{one.shields[at]} to {two.hull[at]}/{two.shields[at]}"
                found.append(f"{word} {text}{self.standing_text(seat, lane)}")
        return found

    def standing_text(self, seat: int, lane: int) -> str:
        """Says that a section is now lost, or stands again."""
        was, now = standing(self.before, seat, lane), standing(self.after, seat, lane)
        return "" if was == now else (", stands again" if now else ", lost")

    def arrivals(self) -> list[str]:
        """Lists the drones that are new."""
        found: list[str] = []
        for row, drones in enumerate(self.after.rows):
            for drone in drones:
                if not any(drone is twin for _, _, _, twin in self.drones):
                    found.append(f"{cards.DRONES[drone.kind].word} in lane {row % LANES + 1}")
        return found

    def energy_texts(self) -> list[str]:
        """Lists the changes of energy."""
        found: list[str] = []
        for seat in (self.seat, 1 - self.seat):
            was, now = self.before.board.energy[seat], self.after.board.energy[seat]
            if was != now:
                found.append(f"{whose(self.before, seat)} energy {was} to {now}")
        return found


# Moves.


def describe_move(view: Battle, move: Move[Battle]) -> str:
    """Says what a move of the seat to decide does; what the viewer cannot see is not named."""
    if view.viewer not in (view.seat, TRUTH) and is_secret(view, move):
        return f"{move.id}: in secret"
    text = move_text(view, view.seat, move)
    return f"{move} ({text})" if text else str(move)


def is_secret(view: Battle, move: Move[Battle]) -> bool:
    """Tells whether a move names what only its player knows."""
    if isinstance(move, moves.Discard):
        return view.phase == state.MANDATORY_DISCARD
    if isinstance(move, moves.Choose):
        return move.card > 0
    return isinstance(move, (moves.Keep, moves.Place))


def move_text(view: Battle, seat: int, move: Move[Battle]) -> str:
    """Says what comes of a move."""
    if isinstance(move, moves.Attack):
        return attack_text(view, seat, move)
    if isinstance(move, (moves.Intercept, moves.Decline)):
        return answer_text(view, seat, move)
    if isinstance(move, moves.Play):
        return "; ".join(play_texts(view, seat, move))
    if isinstance(move, moves.MoveDrone):
        return movement_text(view, seat, move)
    if isinstance(move, moves.Use):
        return use_text(view, seat, move)
    if isinstance(move, moves.Deploy):
        return deploy_text(view, seat, move)
    return small_text(view, seat, move)


def attack_text(view: Battle, seat: int, move: moves.Attack) -> str:
    """Says what an attack does, and who can intercept it."""
    index, target = index_of(view, seat, move.code), move.target_index(view, seat)
    if index < 0 or target < state.SECTION:
        return ""
    trial = Trial(view, seat)
    actor = trial.after.rows[seat * LANES + move.lane][index]
    resolve(trial.after, seat, move.lane, index, target, state.SECTION)
    words = trial.texts(actor) or ["no effect"]
    able = interceptors(view, 1 - seat, move.lane, index, target)
    if able:
        codes = lane_codes(view, 1 - seat, move.lane)
        names = " or ".join([BOARD_WORDS[codes[each]] for each in able])
        words.append(f"{names} can intercept")
    return "; ".join(words)


def answer_text(view: Battle, seat: int, move: Move[Battle]) -> str:
    """Says what an attack does if it is intercepted, or let through."""
    asked = asked_of(view, seat)
    if not isinstance(asked, Interception):
        return ""
    option = state.SECTION
    if isinstance(move, moves.Intercept):
        option = index_of(view, seat, move.code_in(asked.lane))
        if option < 0:
            return ""
    trial = Trial(view, seat)
    trial.after.active = 1 - seat
    actor = trial.after.rows[(1 - seat) * LANES + asked.lane][asked.attacker]
    resolve(trial.after, 1 - seat, asked.lane, asked.attacker, asked.target, option)
    words = trial.texts(actor)
    if has_lost(trial.after, seat):
        words.append("the battle is lost")
    return "; ".join(words) or "no effect"


def play_texts(view: Battle, seat: int, move: moves.Play) -> list[str]:
    """Says what a card costs and does."""
    card, table = move.number, state.book(view)
    printed = cards.CARDS[card]
    words = [f"{table.cost[card]} energy"]
    if printed.effect in TRIED:
        trial = Trial(view, seat)
        rule = EFFECT_RULES[printed.effect]
        rule(trial.after, PlayedCard(seat, card, table.amount[card], move.code))
        words += trial.texts() or ["no effect"]
    elif printed.effect == cards.REPEAT:
        times = table.amount[card] * (1 + count_damaged(view, seat))
        words.append(f"draws {times} and +{times} energy")
    elif printed.effect == cards.UPGRADE:
        words.append(f"{change_text(table.amount[card], printed.stat)} for every {move.to}")
    else:
        words.append(EFFECT_TEXTS[printed.effect].format(n=table.amount[card], count=printed.count))
    return [*words, AGAIN] if printed.go_again else words


def movement_text(view: Battle, seat: int, move: moves.MoveDrone) -> str:
    """Says what a move to another lane changes."""
    index = index_of(view, seat, move.code)
    if index < 0 or not 1 <= move.to <= LANES:
        return ""
    trial = Trial(view, seat)
    actor = trial.after.rows[seat * LANES + move.lane][index]
    actor.ready = False
    change_lane(trial.after, seat, move.lane, index, move.to - 1)
    return "; ".join(["exhausts it", *trial.texts(actor)])


def use_text(view: Battle, seat: int, move: moves.Use) -> str:
    """Says what an ability does."""
    index = index_of(view, seat, move.code)
    if index < 0:
        return ""
    trial = Trial(view, seat)
    actor = trial.after.rows[seat * LANES + move.lane][index]
    use_ability(trial.after, seat, move.lane, index, move.target)
    return "; ".join(trial.texts(actor))


def deploy_text(view: Battle, seat: int, move: moves.Deploy) -> str:
    """Says what a drone costs and is like."""
    price = cost(view, seat, move.kind)
    budget = min(price, view.board.budget[seat])
    paid = [f"{budget} budget"] if budget or not price else []
    paid += [f"{price - budget} energy"] if price > budget else []
    printed = cards.DRONES[move.kind]
    numbers = f"attack {printed.attack}, speed {printed.speed}, {printed.hull}/{printed.shields}"
    return "; ".join([" and ".join(paid), numbers, *ability_texts(printed)])


def small_text(view: Battle, seat: int, move: Move[Battle]) -> str:
    """Says what comes of the moves that need few words."""
    if isinstance(move, moves.Keep):
        kinds = [drone for drone in cards.DRONES if drone.word == move.drone]
        return drone_text(kinds[0]) if kinds else ""
    if isinstance(move, moves.Place):
        return placement_text(view, seat, move.sections)
    if isinstance(move, (moves.Shield, moves.Reallocate)):
        return shield_text(view, seat, move)
    if isinstance(move, moves.Recalculate):
        left = len(state.pile(view, state.DECK, seat))
        return f"1 energy; draws a card of {left}, then discards one"
    if isinstance(move, (moves.Recall, moves.Remove)):
        return removal_text(move)
    if isinstance(move, moves.Pass):
        return "for the rest of this phase"
    return "choose no more" if isinstance(move, moves.Done) else ""


def removal_text(move: moves.DroneMove) -> str:
    """Says what becomes of a drone that leaves the board."""
    if isinstance(move, moves.Recall):
        return "1 energy; takes it off the board, to be deployed again"
    return "destroys it"


def shield_text(view: Battle, seat: int, move: moves.Shield | moves.Reallocate) -> str:
    """Says what becomes of the sections between which shields move."""
    trial = Trial(view, seat)
    shields = trial.after.board.shields
    if isinstance(move, moves.Reallocate):
        shields[seat * LANES + move.lane - 1] -= 1
        shields[seat * LANES + move.to - 1] += 1
    else:
        shields[seat * LANES + move.lane - 1] += 1
    return "; ".join(trial.section_texts())


def placement_text(view: Battle, seat: int, sections: str) -> str:
    """Says what a ship gives with a placement."""
    trial = view.clone()
    trial.board.sections[seat * LANES : seat * LANES + LANES] = moves.PLACEMENTS[sections]
    numbers = [
        f"{word} {ship_stat(trial, seat, stat)}"
        for word, stat in (
            ("hand", cards.HAND_LIMIT),
            ("discards", cards.DISCARDS),
            ("energy", cards.ENERGY),
            ("shields", cards.SHIELDS_PER_ROUND),
            ("deployment", cards.INITIAL_DEPLOYMENT),
            ("then", cards.DEPLOYMENT_BUDGET),
            ("drones", cards.CPU_LIMIT),
        )
    ]
    return ", ".join(numbers)


# Moves as advice: what to do, in the words of a player.


def move_words(view: Battle, move: Move[Battle]) -> str:
    """Says what a move does, in the words of a player."""
    if isinstance(move, moves.Attack):
        return attack_words(view, move)
    if isinstance(move, moves.MoveDrone):
        return f"move {move.drone} to lane {move.to}"
    if isinstance(move, moves.Deploy):
        return f"deploy {move.drone} to lane {move.lane}"
    if isinstance(move, moves.Play):
        return play_words(view, move)
    if isinstance(move, moves.Intercept):
        return f"intercept with {move.drone}"
    if isinstance(move, moves.Decline):
        return "let the attack through"
    return str(move)


def attack_words(view: Battle, move: moves.Attack) -> str:
    """Says who attacks what."""
    target = move.target
    if move.target_code == SECTION_CODE:
        section = view.board.sections[(1 - view.seat) * LANES + move.lane]
        target = f"the {cards.SECTION_WORDS[section]}"
    return f"attack {target} with {move.drone}"


def play_words(view: Battle, move: moves.Play) -> str:
    """Says which card is played on what."""
    target, code = cards.CARDS[move.number].target, move.code
    text = f"play {move.card}"
    if target == cards.LANE_TO_LANE:
        return f"{text} from lane {code // LANES + 1} to lane {code % LANES + 1}"
    if target == cards.DRONE_AND_LANE:
        return f"{text} on {BOARD_WORDS[code // LANES]}, which goes to lane {code % LANES + 1}"
    if target == cards.OWN_SECTION:
        return f"{text} on the {cards.SECTION_WORDS[view.board.sections[view.seat * LANES + code]]}"
    if target in (cards.OWN_LANE, cards.ENEMY_LANE, cards.BOTH_LANES):
        return f"{text} on lane {code + 1}"
    if target == cards.ANY_DRONE and code >= OWN:
        return f"{text} on your own {BOARD_WORDS[code % OWN]}"
    return f"{text} on {move.to}" if move.to else text


# What follows a move by itself.


def tell_news(before: Battle, after: Battle) -> list[str]:
    """Says what followed a move by itself, as the viewer saw it."""
    found = [*interception_news(before, after), *section_news(before, after)]
    if after.over:
        return found
    if before.turn != after.turn:
        found += round_news(before, after)
    elif before.phase == state.DEPLOYMENT and after.phase == state.ACTION:
        counts = [f"{owns(after, seat)} {drone_count(after, seat)}" for seat in seats(after)]
        found.append(f"Deployment is over: {', '.join(counts)}.")
    return [*found, *reveal_news(before, after), *draw_news(before, after)]


def seats(view: Battle) -> tuple[int, int]:
    """Returns the seats, the viewer's own first."""
    return (1, 0) if view.viewer == 1 else (0, 1)


def owns(view: Battle, seat: int) -> str:
    """Begins a sentence about what a seat has."""
    word = seat_word(view, seat)
    return f"{word} have" if word == "you" else f"{word} has"


def be(view: Battle, seat: int) -> str:
    """Begins a sentence about what a seat is."""
    word = seat_word(view, seat)
    return f"{word} are" if word == "you" else f"{word} is"


def drone_count(view: Battle, seat: int) -> str:
    """Counts the drones of a seat."""
    return cards.counted(state.count_drones(view, seat), "drone")


def interception_news(before: Battle, after: Battle) -> list[str]:
    """Says who may intercept an attack, who did, or that nobody did."""
    asked = after.stack[-1] if after.stack and not before.stack else None
    if isinstance(asked, Interception) and asked.seat != after.viewer:
        codes = lane_codes(after, asked.seat, asked.lane)
        names = [BOARD_WORDS[codes[index]] for index in asked.options(after)]
        who = sentence(seat_word(after, asked.seat))
        return [f"{who} may intercept with {listing(names, 'or')}."]
    answered = before.stack[-1] if before.stack and not after.stack else None
    return attack_news(before, after, answered) if isinstance(answered, Interception) else []


def attack_news(before: Battle, after: Battle, asked: Interception) -> list[str]:
    """Says whether an attack was intercepted: what it then does is what happened."""
    lane, foe = asked.lane, 1 - asked.seat
    attacker = BOARD_WORDS[code_at(before, foe, lane, asked.attacker)]
    attacker = f"{whose(before, foe)} {attacker}"
    for option in [state.SECTION, *asked.options(before)]:
        trial = before.clone()
        trial.stack.clear()
        resolve(trial, foe, lane, asked.attacker, asked.target, option)
        if same_board(trial, after):
            if option == state.SECTION:
                return [f"Nobody intercepts {attacker}."]
            name = BOARD_WORDS[code_at(before, asked.seat, lane, option)]
            return [f"{sentence(whose(before, asked.seat))} {name} intercepts {attacker}."]
    return []


def same_board(one: Battle, other: Battle) -> bool:
    """Tells whether the drones and ships of two states are alike."""
    if (one.board.hull, one.board.shields) != (other.board.hull, other.board.shields):
        return False
    keys = [[[drone.key() for drone in row] for row in each.rows] for each in (one, other)]
    return keys[0] == keys[1]


def section_news(before: Battle, after: Battle) -> list[str]:
    """Says which sections are lost now or stand again, and how many are left."""
    found: list[str] = []
    if before.turn == 0:
        return found
    for seat in seats(after):
        left = count_standing(after, seat)
        for lane in range(LANES):
            was, now = standing(before, seat, lane), standing(after, seat, lane)
            if was != now:
                word = cards.SECTION_WORDS[after.board.sections[seat * LANES + lane]]
                verb = "stands again" if now else "is lost"
                rest = f"{left} of {LANES} {'stands' if left == 1 else 'stand'}"
                found.append(f"{sentence(whose(after, seat))} {word} {verb}: {rest}.")
    return found


def round_news(before: Battle, after: Battle) -> list[str]:
    """Says how a round ended: sections, hull and drones of both, and who begins the next one."""
    found: list[str] = []
    if before.turn:
        counts = [f"{owns(before, seat)} {tally(before, seat)}" for seat in seats(before)]
        found.append(f"Round {before.turn} is over: {'; '.join(counts)}.")
    first = after.board.first
    why = ", having passed first" if before.turn else ""
    return [*found, f"Round {after.turn} begins: {be(after, first)} the first player{why}."]


def tally(view: Battle, seat: int) -> str:
    """Counts the sections, the hull, the drones and the unspent energy of a seat."""
    board = view.board
    hull = sum(board.hull[seat * LANES : seat * LANES + LANES])
    sections = f"{count_standing(view, seat)} of {LANES} sections"
    parts = [sections, f"{hull} hull", drone_count(view, seat)]
    unspent = board.energy[seat]
    return listing([*parts, f"{unspent} unspent energy"] if unspent else parts)


def reveal_news(before: Battle, after: Battle) -> list[str]:
    """Says what both players show at the same time: drones, ships, cards above the hand limit."""
    found: list[str] = []
    for seat in seats(after):
        if seat == after.viewer:
            continue
        owner = f"{sentence(seat_word(after, seat))}"
        if after.board.pools[seat] and not before.board.pools[seat]:
            kinds = [cards.DRONES[kind].word for kind in after.board.pools[seat]]
            found.append(f"{owner} has chosen {listing(kinds)}.")
        first = seat * LANES
        if after.board.sections[first] and not before.board.sections[first]:
            placed = after.board.sections[first : first + LANES]
            words = listing([cards.SECTION_WORDS[each] for each in placed])
            found.append(f"{owner} has placed {words} in lanes 1, 2 and 3.")
        if before.phase == state.MANDATORY_DISCARD and after.phase != state.MANDATORY_DISCARD:
            shown = new_cards(before, after, state.DISCARD, seat)
            if shown:
                found.append(f"{owner} has discarded {listing(card_words(shown))}.")
    return found


def draw_news(before: Battle, after: Battle) -> list[str]:
    """Says which cards the viewer has drawn; what a search found is part of the move."""
    viewer = after.viewer
    if viewer not in (0, 1) or (before.stack and isinstance(before.stack[-1], SearchDeck)):
        return []
    words = card_words(new_cards(before, after, state.HAND, viewer))
    return [f"You draw {listing(words)}."] if words else []


def new_cards(before: Battle, after: Battle, zone: int, seat: int) -> Counter[int]:
    """Counts the cards that have come to a pile."""
    return Counter(state.pile(after, zone, seat)) - Counter(state.pile(before, zone, seat))


def card_words(counts: Counter[int]) -> list[str]:
    """Lists cards that are known: `2 nuke`, `out think`."""
    known = [(cards.CARD_WORDS[card], counts[card]) for card in sorted(counts) if card != UNKNOWN]
    return [word if count == 1 else f"{count} {word}" for word, count in known]


def listing(words: list[str], last: str = "and") -> str:
    """Lists words: `scout, bomber and swarm`."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(words: str) -> str:
    """Begins words with a capital letter."""
    return f"{words[:1].upper()}{words[1:]}"
