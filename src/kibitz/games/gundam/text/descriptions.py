"""Cards and moves in words, and what follows a move, as the seat of a view sees it.

What cards do is written from their data: `PHRASES` has a phrase for each operation, so that a new
card has words without code. Numbers are those of this moment.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from kibitz import kit
from kibitz.games.gundam import cards, moves, state
from kibitz.games.gundam.cards import CARDS, PILOT_NAME, TITLE, WORDS, Ability, Operation, Wanted
from kibitz.games.gundam.rules.abilities import ChooseTarget, Resolution
from kibitz.games.gundam.rules.battle import fight_damage
from kibitz.games.gundam.rules.destruction import Burst, FallenShield
from kibitz.games.gundam.rules.in_play import ap, guarded, hp_left, linked, number
from kibitz.games.gundam.rules.playing import Room, activated
from kibitz.games.gundam.state import CardInPlay, GundamMove, GundamState, base_of, units
from kibitz.kit import drawing
from kibitz.kit.effects import Order, Question

Asked: TypeAlias = Question[CardInPlay, state.Table]
# What operations do. `target` is what it happens to, `subject` the same as who does something.
PHRASES: Final = WORDS.texts("operations")
# By number, in the order of `DURATIONS`, `CONDITIONS`, `TIMINGS` and `ABILITIES`.
UNTIL: Final = WORDS.lists("numbered")["until"]
WHILE: Final = WORDS.lists("numbered")["while"]
TIMING: Final = WORDS.lists("numbered")["timing"]
WHEN: Final = WORDS.lists("numbered")["when"]
# In the order of `SIDES`, and for several.
ONE: Final = WORDS.lists("numbered")["one"]
SOME: Final = WORDS.lists("numbered")["some"]
# What answers that pick cards mean, and those that pick nothing.
ANSWERS: Final = WORDS.texts("answers")
NOTHING: Final = WORDS.texts("nothing")
# Moves that need no more words.
PLAIN: Final = WORDS.texts("plain")
# What a text for the player who moves is to the opponent.
FOR_OPPONENT: Final = (
    (r"\bthe opponent (\w+)s\b", r"you \1"),
    (r"\ban enemy (\w+)", r"one of your \1s"),
    (r"\bthe top enemy\b", "your top"),
    (r"\b(the )?enemy\b", "your"),
)
KEYWORD_NAMES: Final[list[str]] = [
    word.replace("_", " ").title().replace("High M", "High-M") for word in cards.KEYWORDS
]


# Cards.


def card_text(card: int) -> str:
    """Says what a card does; empty for a card without keywords and abilities."""
    printed = CARDS[card]
    return "; ".join([*keyword_words(printed.keywords), *map(ability_text, printed.abilities)])


def card_line(card: int) -> str:
    """Says in a line what a card is called, what it costs and what it does."""
    printed, link = CARDS[card], CARDS[card].link
    words = [] if printed.token else [printed.colour, f"level {printed.level}, cost {printed.cost}"]
    words += [card_facts(card), *card_words(card)[: int(printed.kind == cards.COMMAND)]]
    if link is not None:
        words.append(f"links with {link.name or f'a {link.trait} Pilot'}")
    traits = f"traits {', '.join(printed.traits)}" if printed.traits else ""
    start = f"{printed.id} {TITLE[card]}: {', '.join(words)}"
    return "; ".join([text for text in (start, traits, card_text(card)) if text])


def card_facts(card: int) -> str:
    """Writes the numbers of a card: `3/4` for AP and HP, `pilot +2/+1`, `base, 5 HP`."""
    printed = CARDS[card]
    if printed.kind == cards.UNIT:
        return f"{printed.ap}/{printed.hp}"
    if printed.kind == cards.BASE:
        return f"base, {printed.hp} HP"
    numbers = f" +{printed.ap}/+{printed.hp}" if printed.kind == cards.PILOT else ""
    return f"{cards.TYPES[printed.kind]}{numbers}"


def card_words(card: int) -> list[str]:
    """Writes what a Command is as a Pilot, or the keywords of a Unit."""
    printed = CARDS[card]
    if printed.kind == cards.COMMAND and printed.pilot is not None:
        return [f"or pilot {PILOT_NAME[card]} +{printed.ap}/+{printed.hp}"]
    return keyword_words(printed.keywords)


def keyword_words(keywords: Sequence[int]) -> list[str]:
    """Writes keywords, with their numbers: `Repair 2`."""
    return [
        f"{KEYWORD_NAMES[at]} {amount}" if at < cards.BLOCKER else KEYWORD_NAMES[at]
        for at, amount in enumerate(keywords)
        if amount > 0
    ]


def ability_text(ability: Ability) -> str:
    """Says when an ability works, what it costs, and what it does."""
    does = static_text(ability) if ability.kind == cards.STATIC else effect_text(ability.do)
    starts = [WHILE[condition] for condition in ability.conditions]
    if WHEN[ability.kind]:
        starts.append(WHEN[ability.kind].format(pilot=pilot_text(ability)))
    starts += ["once per turn"] if ability.once else []
    if not ability.timing:
        mark = ": " if ability.kind == cards.BURST else ", "
        return mark.join([", ".join(starts), does] if starts else [does])
    timing = " or ".join([TIMING[each] for each in ability.timing])
    return f"{', '.join([timing, *starts, *cost_words(ability)])}: {does}"


def pilot_text(ability: Ability) -> str:
    """Says which Pilot an ability needs."""
    wanted = ability.pilot
    if wanted is None:
        return ""
    traits = f" {' or '.join(wanted.traits_any)}" if wanted.traits_any else ""
    level = f" of level {wanted.level_min} or more" if wanted.level_min else ""
    return f" with a{traits} Pilot{level}"


def cost_words(ability: Ability) -> list[str]:
    """Says what an ability costs."""
    pay = [f"pay {ability.resources}"] if ability.resources else []
    return [*pay, "rest it"] if ability.rest else pay


def static_text(ability: Ability) -> str:
    """Says what an ability does as long as its conditions hold."""
    gives = ability.gives
    numbers = [
        f"{gives[at]:+} {cards.STATS[at].upper()}" for at in (cards.AP, cards.HP) if gives[at]
    ]
    keywords = keyword_words(gives[: len(cards.KEYWORDS)])
    does = [f"gets {' and '.join(numbers)}"] if numbers else []
    does += [f"has {' and '.join(keywords)}"] if keywords else []
    does += rule_words(gives[cards.NO_PLAYER_ATTACK], gives[cards.ATTACK_ACTIVE])
    return f"{'each of your Units' if ability.to_mine else 'this Unit'} {' and '.join(does)}"


def rule_words(no_player: int, active: int) -> list[str]:
    """Says what else a Unit may attack, and what not."""
    words = ["cannot attack the player"] if no_player > 0 else []
    if active > 0:
        words.append(f"may attack active Units of level {active} or less")
    return words


def effect_text(
    do: Sequence[Operation], names: Mapping[int, str] | None = None, count: int = 0
) -> str:
    """Says what operations do, one after the other; `count` is the number of a keyword.

    What is meant has names, by `TARGETS`; without a name, any Unit that fits is.
    """
    known = {cards.SELF: "this Unit", cards.MINE_LINKED: "each of your Link Units", **(names or {})}
    texts: list[str] = []
    for operation in do:
        if operation.word == "choose":
            known.setdefault(cards.CHOSEN, target_text(operation))
            continue
        target = known.get(operation.to, "it")
        text = operation_text(operation, target, count)
        if target in text:  # from now on it is known
            known[operation.to] = "they" if is_several(target) else "it"
        if operation.condition >= 0:
            text = f"{WHILE[operation.condition].replace('while', 'if')}, {text}"
        texts.append(text)
    return " and ".join(texts)


def is_several(target: str) -> bool:
    """Tells whether a target is several Units."""
    return target == "they" or target[0].isdigit() or " and " in target


def operation_text(operation: Operation, target: str, count: int) -> str:
    """Says what an operation does to what is in words already."""
    n = count if operation.n == cards.COUNT else operation.n
    names = [f"a {TITLE[token]}" for token in operation.tokens or (operation.token,)]
    last = len(names) - 1
    by_units = [
        f"with {at} {'or more' if at == last else 'Unit'} {names[at]}" for at in range(1, last + 1)
    ]
    return PHRASES[operation.word].format(
        target="them" if target == "they" else target,
        subject=target,
        s="" if is_several(target) else "s",
        n=n,
        signed=f"{n:+}",
        until=UNTIL[operation.until],
        keyword=KEYWORD_NAMES[operation.keyword],
        ap_max=operation.ap_max,
        level_max=operation.level_max,
        cards=drawing.some_cards(n),
        tokens=names[0] if n == 1 else f"{n} {names[0][2:]}s",
        by_units=f" ({', '.join(by_units)})",
        rested=", rested" if operation.rested else "",
        wanted="" if operation.take is None else wanted_text(operation.take),
        resources="a rested Resource" if n == 1 else f"{n} rested Resources",
        ex="an EX Resource" if n == 1 else f"{n} EX Resources",
    )


def wanted_text(wanted: Wanted) -> str:
    """Says which cards can be picked."""
    traits = f"{' or '.join(wanted.traits_any)} " if wanted.traits_any else ""
    level = f" of level {wanted.level_max} or less" if wanted.level_max < cards.ANY else ""
    return f"a {traits}{cards.TYPES[wanted.kind].title()}{level}"


def target_text(operation: Operation) -> str:
    """Says which Units can be chosen."""
    text, wanted = ONE[operation.who], operation.filter
    if operation.most > 1:
        count = " or ".join(map(str, range(operation.least, operation.most + 1)))
        text = f"{count} {SOME[operation.who]}"
    if wanted is None:
        return text
    if wanted.rested:
        text = f"rested {text.removeprefix('an ')}"
        text = f"a {text}" if operation.most == 1 else text
    words = [KEYWORD_NAMES[wanted.keyword]] if wanted.keyword >= 0 else []
    limits = ((wanted.hp_max, "HP"), (wanted.ap_max, "AP"))
    words += [f"{most} {stat} or less" for most, stat in limits if most < cards.ANY]
    text = f"{text} with {' and '.join(words)}" if words else text
    level = f" of level {wanted.level_max} or less" if wanted.level_max < cards.ANY else ""
    return f"{text}{level}"


# Names.


def place_name(view: GundamState, place: int) -> str:
    """Names a card in play, with its number in the row if there are several like it."""
    return drawing.place_name(view, place, TITLE)


# Moves.


def describe_move(view: GundamState, move: GundamMove) -> str:
    """Says what a move of the seat to decide does."""
    return drawing.seen_text(view, move, action_text, answer_text, FOR_OPPONENT)


def action_text(view: GundamState, seat: int, move: GundamMove) -> str:
    """Says what a move does that is not an answer."""
    if isinstance(move, (moves.DeployUnit, moves.DeployBase)):
        base, full = base_of(view, seat), len(units(view, seat)) == state.MOST_UNITS
        old = "another Unit" if full else ""
        if isinstance(move, moves.DeployBase):
            old = "" if base is None else TITLE[base.kind]
        text = f"Deploy {paid(move.card)}{f' in the place of {old}' if old else ''}"
        return f"{text}{set_off_text(cards.DEPLOY, move.card)}"
    if isinstance(move, moves.PairPilot):
        return pair_text(view, seat, move)
    if isinstance(move, moves.PlayCommand):
        effect = cards.ability_of(move.card, cards.COMMAND_EFFECT[move.card])
        return f"Play {paid(move.card)}: {effect_text(effect.do)}"
    if isinstance(move, moves.Activate):
        return activate_text(view, move)
    if isinstance(move, moves.Attack):
        return attack_text(view, seat, move)
    if isinstance(move, moves.Block):
        attacker = view.part(view.board.attacker)
        text = f"Block with {place_name(view, move.unit)}"
        if attacker is None:
            return text
        return f"{text} ({battle_text(view, 1 - seat, attacker, view.at(move.unit))})"
    return PLAIN.get(move.id, move.title())


def activate_text(view: GundamState, move: moves.Activate) -> str:
    """Says what an ability costs and does."""
    for run in activated(view, move.card):
        if run.printed().id == move.ability:
            price = " and ".join(cost_words(run.printed()))
            text = f"Activate {place_name(view, move.card)}{f' ({price})' if price else ''}"
            return f"{text}: {run_text(view, run)}"
    return str(move)


def paid(card: int) -> str:
    """Names a card with its cost."""
    return f"{TITLE[card]} for {cards.COST[card]}"


def set_off_text(kind: int, *sources: int) -> str:
    """Says what cards do at once when they are deployed or paired."""
    found = [each for card in sources for each in CARDS[card].abilities if each.kind == kind]
    pilot = sources[-1]
    works = [each for each in found if each.pilot is None or each.pilot.fits(pilot)]
    texts = [effect_text(ability.do) for ability in works]
    return f": {'; '.join(texts)}" if texts else ""


def pair_text(view: GundamState, seat: int, move: moves.PairPilot) -> str:
    """Says what the Unit is with the Pilot, and what that sets off."""
    later = view.clone()
    part = later.at(move.unit)
    part.pilot = move.card
    link = ", linked" if linked(part) else ""
    numbers = f"{ap(later, part, seat)}/{number(later, part, seat, cards.HP)}{link}"
    effects = set_off_text(cards.PAIRED, part.kind, move.card)
    name = PILOT_NAME[move.card]
    by = f" as {name}" if name != TITLE[move.card] else ""
    cost = cards.COST[move.card]
    unit = place_name(view, move.unit)
    return f"Pair {TITLE[move.card]}{by} with {unit} for {cost} ({numbers}){effects}"


def attack_text(view: GundamState, seat: int, move: moves.Attack) -> str:
    """Says what an attack hits, if nobody does anything about it."""
    attacker, name = view.at(move.unit), place_name(view, move.unit)
    if move.target >= 0:
        numbers = battle_text(view, seat, attacker, view.at(move.target))
        return f"Attack {place_name(view, move.target)} with {name} ({numbers})"
    return f"Attack the player with {name} ({strike_text(view, seat, attacker)})"


def strike_text(view: GundamState, seat: int, attacker: CardInPlay) -> str:
    """Says what an attack on the player hits (R-35)."""
    foe, dealt = 1 - seat, ap(view, attacker, seat)
    base, shields = base_of(view, foe), view.count(state.SHIELDS, foe)
    if dealt == 0:
        return "no damage"
    if base is None and shields == 0:
        return "wins the game"
    if guarded(view, foe, attacker.kind):
        return "no damage"
    if base is not None:
        ends = ", which is destroyed" if dealt >= hp_left(view, base, foe) else ""
        return f"{dealt} damage to {TITLE[base.kind]}{ends}"
    both = shields > 1 and number(view, attacker, seat, cards.SUPPRESSION) > 0
    return "destroys 2 Shields" if both else "destroys a Shield"


def battle_text(view: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay) -> str:
    """Says how much damage two Units do to each other, and which of them is destroyed (R-36)."""
    dealt, received = fight_damage(view, seat, attacker, target)
    killed = dealt >= hp_left(view, target, 1 - seat)
    lost = received >= hp_left(view, attacker, seat)
    text = f"{dealt} damage against {received}"
    if killed and lost:
        return f"{text}, both are destroyed"
    fallen = target if killed else attacker
    return f"{text}, {TITLE[fallen.kind]} is destroyed" if killed or lost else text


# Questions and answers.


def question_text(view: GundamState) -> str:
    """Writes the question that waits, with the card that asks it; empty if none does."""
    return drawing.asked_text(view, about_text, FOR_OPPONENT)


def about_text(view: GundamState, asked: Asked) -> str:
    """Says which card asks a question, and why."""
    if isinstance(asked, kit.AbilityQuestion):
        return f"{TITLE[asked.run.card]}: {run_text(view, asked.run)}"
    if isinstance(asked, Burst):
        return f"{TITLE[asked.card]}: {burst_text(asked.card)}"
    return f"{TITLE[asked.card]} is deployed" if isinstance(asked, Room) else ""


def answer_text(view: GundamState, asked: Asked, picks: tuple[int, ...]) -> str:
    """Says what an answer means, to the player who gives it."""
    if not picks:
        return NOTHING.get(asked.id, "choose nothing")
    if asked.id in ANSWERS:
        return ANSWERS[asked.id].format(cards=drawing.card_names(TITLE, picks))
    if isinstance(asked, Burst):
        trash = f"no, put {TITLE[asked.card]} into the trash"
        return trash if picks[0] else f"yes, {burst_text(asked.card)}"
    if isinstance(asked, ChooseTarget):
        return run_text(view, asked.run, picks)
    if isinstance(asked, Room):
        return f"put {place_name(view, picks[0])} into the trash for {TITLE[asked.card]}"
    if isinstance(asked, Order):
        return f"first {waiting_text(view, asked, picks[0])}"
    if asked.id == "first":
        return "you begin" if view.owner(picks[0]) == asked.seat else "the opponent begins"
    return f"{asked.choices[picks[0]]} your hand"


def burst_text(card: int) -> str:
    """Says what the Burst of a card does."""
    do = cards.ability_of(card, cards.BURST_EFFECT[card]).do
    if do[0].word == "do_command":
        do = cards.ability_of(card, cards.COMMAND_EFFECT[card]).do
    return effect_text(do).replace("this card", TITLE[card])


def run_text(view: GundamState, run: Resolution, picks: tuple[int, ...] = ()) -> str:
    """Says what is left of an ability, with the names of the Units that it is about."""
    names: dict[int, str] = {}
    if run.serial:
        names[cards.SELF] = drawing.serial_name(view, run.serial, TITLE, run.card)
    if picks:
        whose = "your" if view.owner(picks[0]) == run.seat else "the enemy"
        chosen = [f"{whose} {place_name(view, at)}" for at in picks]
        names[cards.CHOSEN] = drawing.join_names(chosen)
    return effect_text(operations_left(run), names, run.count)


def operations_left(run: Resolution) -> list[Operation]:
    """Returns the operations of an ability that are still to come."""
    return run.printed().do[max(run.step, 0) :]


def waiting_text(view: GundamState, asked: Order[CardInPlay, state.Table], at: int) -> str:
    """Names an ability that waits: its card, and what it does."""
    run, count = asked.waiting[at], drawing.waiting_number(view, asked, at)
    if isinstance(run, FallenShield):
        return f"{TITLE[run.card]}: Burst, {burst_text(run.card)}"
    assert isinstance(run, Resolution)
    name = f"{TITLE[run.card]} ({count})" if count else TITLE[run.card]
    return f"{name}: {run_text(view, run)}"


# What follows a move.


def news_of(before: GundamState, after: GundamState) -> list[str]:
    """Says what followed a move, as a viewer saw it: cards that moved, damage, the turn."""
    tell = (part_news, shield_news), (pile_news,)
    return drawing.table_news(before, after, *tell, question_text)


def left_play(before: GundamState, after: GundamState, seat: int) -> "Counter[int]":
    """Counts the cards of a seat, with Pilots, that have left play."""
    gone = [part for part in drawing.parts_of(before, seat) if after.part(part.serial) is None]
    return Counter([card for part in gone for card in part.cards()])


def part_news(before: GundamState, after: GundamState, seat: int) -> list[str]:
    """Says which cards of a seat have left play, and how, and which have more or less damage."""
    found: list[str] = []
    asked, base = before.question(), base_of(after, seat)
    replaced = base is not None and before.part(base.serial) is None
    rest = operations_left(asked.run) if isinstance(asked, ChooseTarget) else []
    returns = any(operation.word == "return" for operation in rest)
    for part in drawing.parts_of(before, seat):
        now, name = after.part(part.serial), f"{drawing.owner_word(after, seat)} {TITLE[part.kind]}"
        if now is None:
            # Whoever makes room, or deploys another Base, has said so.
            if not (isinstance(asked, Room) or (cards.KIND[part.kind] == cards.BASE and replaced)):
                back = "leaves the game" if cards.TOKEN[part.kind] else "returns to the hand"
                found.append(f"{name} {back if returns else 'is destroyed'}")
        elif now.damage != part.damage:
            hp = number(after, now, seat, cards.HP)
            found.append(f"{name} {drawing.damage_text(part.damage, now.damage, hp)}")
    old = [part.serial for part in drawing.parts_of(before, seat)]
    for part in units(after, seat):
        if cards.TOKEN[part.kind] and part.serial not in old:
            found.append(f"{drawing.doing(after, seat, 'get{s}')} a {TITLE[part.kind]}")
    return found


def shown_cards(view: GundamState, seat: int) -> "Counter[int]":
    """Counts the cards where a fallen Shield goes."""
    return Counter([*view.pile(state.TRASH, seat), *view.pile(state.RESOLVING, seat)])


def shield_news(before: GundamState, after: GundamState, seat: int) -> list[str]:
    """Says which Shields of a seat have fallen, and which one it has taken into the hand."""
    left = after.count(state.SHIELDS, seat)
    lost = before.count(state.SHIELDS, seat) - left
    if lost <= 0:
        return []
    fallen = shown_cards(after, seat) - shown_cards(before, seat) - left_play(before, after, seat)
    rest = f"{left} left"
    if fallen.total() == lost:
        names = drawing.card_names(TITLE, list(fallen.elements()))
        shields = "a Shield" if lost == 1 else f"{lost} Shields"
        return [f"{drawing.doing(after, seat, 'lose{s}')} {shields}, {names}: {rest}"]
    new = drawing.gained(before, after, state.HAND, seat)
    seen = seat == after.viewer and new.total() == lost
    name = drawing.card_names(TITLE, list(new.elements())) if seen else "a Shield"
    return [f"{drawing.doing(after, seat, 'take{s}')} {name} into the hand, Shields: {rest}"]


def pile_news(before: GundamState, after: GundamState, seat: int) -> list[str]:
    """Says which cards a seat has drawn or looked at, and which EX Resources it has got."""
    if before.phase == state.SET_UP:
        new = seat == after.viewer and drawing.gained(before, after, state.HAND, seat)
        names = drawing.card_names(TITLE, after.pile(state.HAND, seat))
        return [f"your hand is {names}"] if new else []
    zones = (state.HAND, state.DECK, state.LOOKED)
    found = drawing.draw_news(
        before, after, seat, TITLE, zones, (0, left_play(before, after, seat))
    )
    ex = after.board.ex[seat]
    if ex > before.board.ex[seat]:
        found.append(f"{drawing.doing(after, seat, 'get{s}')} an EX Resource: {ex}")
    return found
