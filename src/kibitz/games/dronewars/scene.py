"""A battle of Drone Wars as a scene: three lanes, with the sections of the ships behind them.

Groups begin with `own` or `foe`: `own:scout 1.2` is a drone, `foe.section:3` a section and
`own.lane:2` the lane itself. Abilities are lines that can be touched themselves.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core import scene
from kibitz.core.move import Move
from kibitz.core.scene import Area, Badge, Bar, Counter, Figure, Line, Piece, Scene, Side, Touches
from kibitz.games.dronewars import cards, moves, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules import targets
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.drones import attack, cost, limit, ship_bonus, speed
from kibitz.games.dronewars.rules.effects import SearchDeck
from kibitz.games.dronewars.rules.phases import asked_of
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat, standing, status
from kibitz.games.dronewars.state import Battle
from kibitz.games.dronewars.text.descriptions import card_text, seat_word
from kibitz.games.dronewars.text.drawing import headline, task_lines
from kibitz.kit.catalogue import UNKNOWN

OWN: Final = "own"
ENEMY: Final = "foe"
HAND: Final = "hand:"
POOL: Final = "pool:"
ABILITY: Final = "ability:"
USE: Final = "use:"
SECTION_TONES: Final = {"bridge": "blue", "powercell": "amber", "hub": "teal"}
# By the ability of a drone.
ABILITY_WORDS: Final = ("", "repair a drone", "repair the lane", "snipe")
# The buttons of moves that touch nothing.
VERBS: Final = {"done": "Done", "pass": "Pass", "decline": "Let it through"}


# What is shown.


def show_battle(view: Battle) -> Scene:
    """Shows the lanes, both ships and the cards."""
    viewer = max(scene.SHARED, view.viewer)
    areas: list[Area] = []
    for seat in (0, 1):
        areas += lane_areas(view, seat) if view.board.sections[seat * LANES] else []
        areas += card_areas(view, seat)
        areas += drone_areas(view, seat)
    question = ""
    if view.seat == viewer:
        question = " ".join(task_lines(view))
        if view.phase == state.PLACEMENT:
            question = "Click the sections in the order of lanes 1, 2 and 3."
    return Scene(
        headline(view),
        question,
        (show_side(view, 0), show_side(view, 1)),
        tuple(areas),
        viewer,
        scene.SHARED if view.over else view.seat,
        view.over,
        "blue",
        "space",
    )


def whose(view: Battle, seat: int) -> str:
    """Returns how the groups of a seat begin; empty for somebody who only watches."""
    if view.viewer < 0:
        return ""
    return OWN if seat == view.viewer else ENEMY


def grouped(view: Battle, seat: int, rest: str) -> str:
    """Returns a group of a seat; empty for somebody who only watches."""
    side = whose(view, seat)
    return f"{side}{rest}" if side else ""


def show_side(view: Battle, seat: int) -> Side:
    """Shows the energy, the budget and the drones of a seat, and whether it has passed."""
    board = view.board
    counters = [
        Counter("energy", board.energy[seat], "energy", ship_stat(view, seat, cards.MAX_ENERGY)),
        Counter(
            "drones",
            state.count_drones(view, seat),
            "drone",
            ship_stat(view, seat, cards.CPU_LIMIT),
        ),
    ]
    if view.phase <= state.DEPLOYMENT:
        counters.insert(1, Counter("budget", board.budget[seat], "coin"))
    badges = [Badge("first player")] if board.first == seat else []
    if state.has_passed(view, seat) and not view.over:
        badges.append(Badge("passed", "amber"))
    name = seat_word(view, seat).removeprefix("the ").capitalize()
    return Side(seat, name, tuple(counters), badges=tuple(badges))


def lane_areas(view: Battle, seat: int) -> list[Area]:
    """Shows the lanes of a seat: its drones, and its section at the edge."""
    found: list[Area] = []
    for lane in range(LANES):
        count = len(view.rows[seat * LANES + lane])
        pieces = [show_drone(view, seat, lane, at) for at in range(count)]
        pieces.append(show_section(view, seat, lane))
        found.append(
            Area(
                f"p{seat}.lane{lane + 1}",
                f"Lane {lane + 1}",
                seat,
                "lane",
                pieces=tuple(pieces),
                group=grouped(view, seat, f".lane:{lane + 1}"),
                column=lane + 1,
            )
        )
    return found


def show_drone(view: Battle, seat: int, lane: int, index: int) -> Piece:
    """Shows a drone in its lane."""
    drone = view.rows[seat * LANES + lane][index]
    printed = cards.DRONES[drone.kind]
    word = targets.BOARD_WORDS[targets.code_at(view, seat, lane, index)]
    power, pace = attack(view, seat, lane, drone), speed(view, seat, lane, drone)
    bonus = ship_bonus(drone)
    badges = [Badge(keyword) for keyword in keywords(drone.kind)]
    if drone.marked:
        badges.append(Badge("marked", "red"))
    mine = whose(view, seat) == OWN
    lines: tuple[Line, ...] = ()
    if printed.ability != cards.NO_ABILITY:
        group = f"{USE}{word}" if mine else ""
        lines = (
            Line(ABILITY_WORDS[printed.ability], f"{printed.ability_cost}", ("energy",), group),
        )
    return Piece(
        printed.name,
        printed.word,
        grouped(view, seat, f":{word}"),
        "unit",
        tone="blue" if mine else "red",
        symbol="drone",
        figures=(
            Figure(
                "attack",
                f"{power}+{bonus}" if bonus else power,
                scene.trend_of(power, printed.attack),
            ),
            Figure("speed", pace, scene.trend_of(pace, printed.speed)),
        ),
        bars=(Bar("hull", drone.hull, max(drone.hull, printed.hull), drone.shields),),
        badges=tuple(badges),
        lines=lines,
        marks=() if drone.ready else ("exhausted",),
    )


def keywords(kind: int) -> list[str]:
    """Lists the keywords of a type."""
    held = cards.DRONES[kind].keywords
    return [word for at, word in enumerate(cards.KEYWORDS) if held & 1 << at]


def show_section(view: Battle, seat: int, lane: int) -> Piece:
    """Shows a section of a ship; its ability can be touched in the action phase."""
    board, at = view.board, seat * LANES + lane
    section = cards.SECTIONS[board.sections[at]]
    ability = cards.SHIP_ABILITIES[section.ability]
    lines: tuple[Line, ...] = ()
    if view.phase == state.ACTION:
        group = f"{ABILITY}{ability}" if whose(view, seat) == OWN else ""
        lines = (Line(ability, f"{section.ability_cost}", ("energy",), group),)
    lost = not standing(view, seat, lane)
    return Piece(
        section.word.title(),
        section.word,
        grouped(view, seat, f".section:{lane + 1}"),
        "unit",
        "lost" if lost else cards.STATUSES[status(view, seat, lane)],
        SECTION_TONES.get(section.word, "blue"),
        "ship",
        figures=(Figure("shields", f"{board.shields[at]}/{shield_cap(view, seat, lane)}"),),
        bars=(Bar("hull", board.hull[at], state.MAX_HULL, board.shields[at]),),
        lines=lines,
        marks=("base", "gone") if lost else ("base",),
    )


def card_areas(view: Battle, seat: int) -> list[Area]:
    """Shows the hand and the piles of a seat, and its upgrades."""
    mine = seat == view.viewer
    hand = show_cards(view, state.pile(view, state.HAND, seat), HAND if mine else "")
    found = [Area(f"p{seat}.hand", "Hand", seat, "fan", "hand", tuple(hand), size=5)]
    piles = {"deck": state.DECK, "discard": state.DISCARD, "aside": state.ASIDE}
    for name, zone in piles.items():
        pieces = scene.piled(show_cards(view, state.pile(view, zone, seat)))
        if pieces or zone != state.ASIDE:
            label = name.capitalize()
            found.append(Area(f"p{seat}.{name}", label, seat, "pile", "side", pieces, size=1))
    if view.board.upgrades[seat]:
        upgrades = tuple([show_upgrade(view, seat, each) for each in view.board.upgrades[seat]])
        found.append(Area(f"p{seat}.upgrades", "Upgrades", seat, "row", "side", upgrades))
    return found


def show_cards(view: Battle, pile: Sequence[int], place: str = "") -> list[Piece]:
    """Shows the cards of a pile; with a place they can be touched."""
    return [
        scene.hidden_piece() if card == UNKNOWN else show_card(view, card, place) for card in pile
    ]


def show_card(view: Battle, card: int, place: str = "") -> Piece:
    """Shows a card with its cost; what it does, where it can be touched."""
    printed = cards.CARDS[card]
    detail = card_text(card, view.board.rules.balance_patch) if place else ""
    return Piece(
        printed.name,
        printed.id,
        f"{place}{printed.word}" if place else "",
        detail=detail,
        tone="violet" if cards.IS_UPGRADE[card] else "indigo",
        symbol="up" if cards.IS_UPGRADE[card] else "bolt",
        figures=(Figure("cost", state.book(view).cost[card]),),
    )


def show_upgrade(view: Battle, seat: int, upgrade: int) -> Piece:
    """Shows an upgrade of a type of drone."""
    kind, card = upgrade // state.UPGRADE_BASE, upgrade % state.UPGRADE_BASE
    return Piece(
        cards.CARDS[card].name,
        f"upgrade:{upgrade}",
        grouped(view, seat, f".upgrade:{upgrade}"),
        "token",
        f"on {cards.DRONE_WORDS[kind]}",
        "violet",
        "up",
    )


def drone_areas(view: Battle, seat: int) -> list[Area]:
    """Shows the types of drones: before the first round the choice of them, then the pool."""
    board, mine = view.board, seat == view.viewer
    pool = board.pools[seat]
    found: list[Area] = []
    if not pool:
        kept = board.chosen[seat] if view.phase == state.SELECTION else ()
        shown = [*kept, *board.offered[seat]]
        rest = [kind for kind in board.fleets[seat] if kind not in shown]
        for name, kinds in (("Kept", kept), ("To come" if mine else "Fleet", rest)):
            pieces = tuple([show_type(view, seat, kind) for kind in kinds])
            if pieces:
                word = name.lower().replace(" ", "_")
                found.append(Area(f"p{seat}.{word}", name, seat, "row", "side", pieces))
    if view.phase == state.PLACEMENT and board.chosen[seat]:
        ship = tuple([section_token(cards.SECTION_WORDS[each]) for each in board.chosen[seat]])
        found.append(Area(f"p{seat}.ship", "Ship", seat, "row", "side", ship))
    deploys = view.phase <= state.DEPLOYMENT
    upgrades = [card for card in state.pile(view, state.HAND, seat) if cards.IS_UPGRADE[card]]
    if pool and (deploys or (mine and upgrades)):
        pieces = tuple([pool_piece(view, seat, kind, deploys) for kind in pool])
        label = "Drones to deploy" if deploys else "Drone types"
        found.append(Area(f"p{seat}.pool", label, seat, "row", "hand" if mine else "side", pieces))
    return found


def pool_piece(view: Battle, seat: int, kind: int, deploys: bool) -> Piece:
    """Shows a type of the pool, with how many of it are left to deploy."""
    piece = show_type(view, seat, kind, POOL if seat == view.viewer else "")
    left = limit(view, seat, kind) - state.count_kind(view, seat, kind)
    if not deploys or left > 0:
        return piece.changed(count=left) if deploys else piece
    return piece.changed(marks=("gone",), detail="none left")


def show_type(view: Battle, seat: int, kind: int, place: str = "") -> Piece:
    """Shows a type of drone as printed; its cost is that of this moment."""
    printed = cards.DRONES[kind]
    price = cost(view, seat, kind)
    return Piece(
        printed.name,
        printed.word,
        f"{place}{printed.word}" if place else "",
        detail=", ".join(keywords(kind)),
        tone="slate",
        symbol="drone",
        figures=(
            Figure("cost", price, scene.trend_of(price, printed.cost)),
            Figure("attack", printed.attack),
            Figure("speed", printed.speed),
            Figure("health", printed.hull),
            Figure("shield", printed.shields),
        ),
    )


def section_token(word: str, group: str = "") -> Piece:
    """Shows a section that is not placed yet."""
    return Piece(word.title(), word, group, "token", "", SECTION_TONES.get(word, "blue"), "ship")


# What a move touches.


def touched(view: Battle, move: Move[Battle]) -> Touches:
    """Says which drones, sections, lanes and cards a move touches."""
    if isinstance(move, moves.Play):
        return scene.touch("Play", f"{HAND}{move.card}", *target_groups(move))
    if isinstance(move, moves.Discard):
        return scene.touch("Discard", f"{HAND}{move.card}")
    if isinstance(move, moves.DroneMove):
        return drone_touches(move)
    if isinstance(move, moves.Answer):
        return answer_touches(view, move)
    if isinstance(move, moves.Recalculate):
        return scene.touch("Use", f"{ABILITY}recalculate")
    if isinstance(move, moves.Reallocate):
        # Further shields are moved by the same ability.
        first = "" if asked_of(view, view.seat) else f"{ABILITY}reallocate"
        return scene.touch("Reallocate", first, *[section_group(at) for at in (move.lane, move.to)])
    return setup_touches(move)


def setup_touches(move: Move[Battle]) -> Touches:
    """Says what the moves before the action phase touch."""
    if isinstance(move, moves.Keep):
        return scene.touch("Keep", f"{scene.OFFER}{move.drone}")
    if isinstance(move, moves.Place):
        return scene.touch(
            "Place the ship", *[f"{scene.OFFER}{word}" for word in move.sections.split()]
        )
    if isinstance(move, moves.Shield):
        return scene.touch("Shield", section_group(move.lane))
    if isinstance(move, moves.Deploy):
        return scene.touch("Deploy", f"{POOL}{move.drone}", f"{OWN}.lane:{move.lane}")
    return Touches(verb=VERBS.get(move.id, move.title()))


def drone_touches(move: moves.DroneMove) -> Touches:
    """Says what a move of a drone touches: the drone, then its target."""
    drone = drone_group(OWN, move.code)
    if move.code < 0:
        return Touches(verb=move.title())
    if isinstance(move, moves.Attack):
        target = section_group(move.lane + 1, ENEMY)
        if move.target_code != targets.SECTION_CODE:
            target = drone_group(ENEMY, move.target_code)
        return scene.touch("Attack", drone, target)
    if isinstance(move, moves.MoveDrone):
        return scene.touch("Move", drone, f"{OWN}.lane:{move.to}")
    if isinstance(move, moves.Use):
        snipes = cards.DRONES[targets.kind_of(move.code)].ability == cards.SNIPE
        target = drone_group(ENEMY if snipes else OWN, move.target) if move.to else ""
        return scene.touch("Use", f"{USE}{targets.BOARD_WORDS[move.code]}", target)
    if isinstance(move, moves.Recall):
        return scene.touch("Recall", f"{ABILITY}recall", drone)
    if isinstance(move, moves.Mark):
        return scene.touch("Mark", f"{ABILITY}mark", drone_group(ENEMY, move.code))
    return scene.touch(move.title(), drone)


def answer_touches(view: Battle, move: moves.Answer) -> Touches:
    """Says what an answer touches."""
    asked = asked_of(view, view.seat)
    if isinstance(move, moves.Intercept):
        lane = asked.lane if isinstance(asked, Interception) else 0
        return scene.touch("Intercept", drone_group(OWN, move.code_in(lane)))
    if isinstance(move, moves.Choose):
        if isinstance(asked, SearchDeck):
            return scene.touch("Choose", f"{scene.OFFER}{move.item}")
        return scene.touch("Choose", drone_group(OWN, move.drone))
    return Touches(verb=VERBS.get(move.id, move.title()))


def drone_group(side: str, code: int) -> str:
    """Returns the group of a drone by its code; none for a target that is none."""
    return f"{side}:{targets.BOARD_WORDS[code]}" if code >= 0 else ""


def section_group(lane: int, side: str = OWN) -> str:
    """Returns the group of the section in a lane, counted from 1."""
    return f"{side}.section:{lane}"


def target_groups(move: moves.Play) -> list[str]:
    """Returns the groups of what a card is played on."""
    target, code = cards.CARDS[move.number].target, move.code
    if code < 0 or target == cards.NO_TARGET:
        return []
    if targets.is_drone_target(target):
        side = OWN if targets.side_of(target, code, 0) == 0 else ENEMY
        return [drone_group(side, code % targets.OWN)]
    if target == cards.DRONE_TYPE:
        return [f"{POOL}{cards.DRONE_WORDS[code]}"]
    if target == cards.ENEMY_UPGRADE:
        return [f"{ENEMY}.upgrade:{code}"]
    if target == cards.OWN_SECTION:
        return [section_group(code + 1)]
    end = f"{OWN}.lane:{code % LANES + 1}"
    if target == cards.LANE_TO_LANE:
        return [f"{OWN}.lane:{code // LANES + 1}", end]
    if target == cards.DRONE_AND_LANE:
        return [drone_group(OWN, code // LANES), end]
    return [f"{ENEMY if target == cards.ENEMY_LANE else OWN}.lane:{code + 1}"]


def show_offer(view: Battle, group: str) -> Piece:
    """Shows a type of drone, a card or a section that is offered."""
    word = group.removeprefix(scene.OFFER)
    if word in cards.DRONE_NUMBERS:
        return show_type(view, view.seat, cards.DRONE_NUMBERS[word], scene.OFFER)
    if word in cards.CARD_NUMBERS:
        return show_card(view, cards.CARD_NUMBERS[word], scene.OFFER)
    return section_token(word, group)
