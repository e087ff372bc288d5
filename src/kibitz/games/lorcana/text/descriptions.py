"""Cards and moves in words, and what follows a move, as the seat of a view sees it.

What cards do is written from their data: `PHRASES` has a phrase for each operation, so that a new
card has words without code. Numbers are those of this moment.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from kibitz import kit
from kibitz.games.lorcana import cards, moves, state
from kibitz.games.lorcana.cards import CARDS, NAME, TITLE, Ability, Condition, Operation, Target
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May, Resolution
from kibitz.games.lorcana.rules.challenge import strength_in_challenge
from kibitz.games.lorcana.rules.in_play import keyword, lore_value, strength
from kibitz.games.lorcana.rules.operations import Amount, Discard, TakeCards
from kibitz.games.lorcana.state import LAYOUT, LorcanaMove, LorcanaState
from kibitz.kit import drawing
from kibitz.kit.effects import Order, Question
from kibitz.kit.state import TRUTH

Asked: TypeAlias = Question[state.CardInPlay, state.Table]
# What operations do. `target` is the card that it happens to, `who` the player if it is the other.
PHRASES: Final = {
    "draw": "draw {cards}",
    "heal": "remove up to {up_to} damage from {target}",
    "damage": "deal {amount} damage to {target}",
    "exert": "exert {target}",
    "ready": "ready {target}",
    "cannot": "{subject} cannot {ban} {until}",
    "strength": "{subject} get{s} {signed} strength {until}{instead}",
    "lore_value": "{subject} get{s} {signed} lore {until}",
    "gain": "{subject} gain{s} {keywords} {until}",
    "banish": "banish {target}",
    "to_hand": "return {target} to its owner's hand",
    "to_inkwell": "put {target} into its owner's inkwell{exerted}",
    "this_card_to_hand": "return this card from the discard to your hand",
    "this_card_to_inkwell": "put this card from the discard into your inkwell{exerted}",
    "top_to_inkwell": "put the top card of your deck into your inkwell{exerted}",
    "hand_to_inkwell": "put a card from your hand into your inkwell",
    "gain_lore": "{who}gain{es} {count} lore",
    "lose_lore": "{who}lose{es} {count} lore",
    "discard": "{who}discard{es} {cards}",
    "shuffle_from_discard": "shuffle a card from any discard into its owner's deck",
    "look": "look at the top {count} cards of your deck, take {take} and put the rest under it",
}
UNTIL: Final = ("this turn", "until the start of your next turn", "in its owner's next turn")
# In the order of `OCCASIONS`.
WHEN: Final = (
    *("when played", "when you play a character that costs {n} or less", "when it quests"),
    *("when it is challenged", "when it is challenged and banished"),
    *("when it is banished in a challenge", "when it banishes another character in a challenge"),
    *("when it is banished", "at the start of your turn", "at the end of your turn"),
)
IN_TURN: Final = ("", "in your turn, ", "in the opponent's turn, ")
# In the order of `BANS`.
BANNED: Final = ("questing", "challenging")
# What answers that pick cards mean, and those that pick nothing.
ANSWERS: Final = {
    "alter": "put {cards} back",
    "take": "take {cards}",
    "bottom": "put {cards} under your deck next",
    "discard": "discard {cards}",
    "ink_card": "put {cards} into your inkwell",
}
NOTHING: Final = {"alter": "keep your hand", "take": "take nothing"}
# Questions about cards that only the player who answers sees.
SECRETS: Final = ("alter", "bottom", "ink_card")
# What a text for the player who moves is to the opponent.
FOR_OPPONENT: Final = (
    (r"\bthe opponent's\b", "your"),
    (r"\bthe opponent has\b", "you have"),
    (r"\bthe opponent (\w+)s\b", r"you \1"),
    (r"\bthe opposing\b", "your"),
    (r"\ban opposing (\w+)", r"one of your \1s"),
    (r"\beach opposing (\w+)", r"each of your \1s"),
)

CALLED: Final = {card.name_key: first_name(card.number) for card in CARDS}


# Cards.


def card_text(card: int) -> str:
    """Says what a card does; empty for a card without keywords and abilities."""
    printed = CARDS[card]
    return "; ".join([*keyword_words(printed.keywords), *map(ability_text, printed.abilities)])


def card_line(card: int) -> str:
    """Says in a line what a card is called, what it costs and what it does."""
    facts = f"{CARDS[card].id} {TITLE[card]}: {CARDS[card].ink}, cost {CARDS[card].cost}"
    return "; ".join([text for text in (f"{facts}, {card_facts(card)}", card_text(card)) if text])


def card_facts(card: int) -> str:
    """Writes the numbers of a card: `3/5/3` for strength, willpower and lore, or its type."""
    printed = CARDS[card]
    if printed.kind == cards.CHARACTER:
        return f"{printed.strength}/{printed.willpower}/{printed.lore}"
    return "song" if printed.song else cards.TYPES[printed.kind]


def keyword_words(keywords: Sequence[int]) -> list[str]:
    """Writes keywords, with their numbers: `Resist +1`."""
    found: list[str] = []
    for number, amount in enumerate(keywords):
        if amount > 0:
            sign = " +" if number <= cards.RESIST else " "
            end = f"{sign}{amount}" if number >= cards.CHALLENGER else ""
            found.append(f"{cards.KEYWORDS[number].replace('_', ' ').title()}{end}")
    return found


def ability_text(ability: Ability) -> str:
    """Says when an ability works, what it costs, and what it does."""
    if ability.kind == cards.STATIC:
        return static_text(ability)
    text = f"you may {effect_text(ability.do)}" if ability.may else effect_text(ability.do)
    if ability.condition is not None:
        text = f"if {condition_text(ability.condition)}, {text}"
    if ability.cost is not None:
        return f"{cost_text(ability.cost)}: {text}"
    if ability.kind != cards.TRIGGERED:
        return text
    return f"{IN_TURN[ability.turn]}{WHEN[ability.on].format(n=ability.max_cost)}, {text}"


def cost_text(cost: cards.Cost) -> str:
    """Says what an ability costs."""
    ink = f"pay {cost.ink} ink" if cost.ink else ""
    words = ["exert it" if cost.exert else "", ink, "banish it" if cost.banish_self else ""]
    return " and ".join([word for word in words if word])


def static_text(ability: Ability) -> str:
    """Says what an ability does as long as its card is in play."""
    target = "this card" if ability.affects is None else target_text(ability.affects)
    words = keyword_words(ability.gain)
    does = [f"{target} has {' and '.join(words)}"] if words else []
    if ability.ban >= 0:
        does.append(f"it keeps {target} from {BANNED[ability.ban - cards.CANNOT_QUEST]}")
    start = "" if ability.while_ is None else f"while {condition_text(ability.while_)}, "
    return f"{start}{' and '.join(does)}"


def condition_text(condition: Condition) -> str:
    """Says what must hold."""
    found = [
        (condition.exerted, "this card is exerted"),
        (condition.no_trait, f"you have no {condition.no_trait}"),
        (condition.fewer_cards, "the opponent has more cards in hand than you"),
        (condition.visited, "a character of yours is here"),
        (condition.turn == cards.MY_TURN, "it is your turn"),
        (condition.turn == cards.THEIR_TURN, "it is the opponent's turn"),
    ]
    return " and ".join([text for holds, text in found if holds])


def effect_text(
    do: Sequence[Operation], names: Mapping[int, str] | None = None, amount: int | None = None
) -> str:
    """Says what operations do, one after the other.

    The cards that are meant have names, by how they are picked; without names, any that fit are.
    The amount is what the first operation adds, where that depends on the state.
    """
    text, plural, known = "", False, dict(names or {})
    for at, operation in enumerate(do):
        target, who = operation.target, ""
        if target is not None:
            who = known.get(target.pick, "") or target_text(target, plural)
            plural = target.pick == cards.EACH or (plural and target.pick == cards.SAME)
        known.pop(cards.CHOOSE, None)  # each choice is another one
        # What stops the rest if it cannot happen is the price of the rest.
        joint = "" if at == 0 else " to " if do[at - 1].or_stop else " and "
        text = f"{text}{joint}{operation_text(operation, who, amount if at == 0 else None)}"
    return text.replace("this card", known.get(cards.SELF, "this card"))


def operation_text(operation: Operation, target: str, amount: int | None) -> str:
    """Says what an operation does to a card, which is in words already."""
    given = operation.amount if amount is None else amount
    other, count, take = operation.who == cards.OPPONENT, operation.count, operation.take
    instead = operation.instead if amount is None else None
    taken = "" if take is None else f"{'' if take.least == take.most else 'up to '}{take.most}"
    return PHRASES[operation.word].format(
        target="them" if target == "they" else target,
        subject=target,
        s="" if target == "they" else "s",
        who="the opponent " if other else "",
        es="s" if other else "",
        amount=given,
        signed="its own" if operation.own_strength and amount is None else f"{given:+}",
        instead=f", {instead.amount:+} if it is {CALLED[instead.name_key]}" if instead else "",
        up_to=operation.up_to,
        count=count,
        cards="a card for each damage removed"
        if count == cards.HEALED
        else drawing.some_cards(count),
        ban=cards.BANS[operation.ban - cards.CANNOT_QUEST],
        until=UNTIL[operation.until],
        keywords=" and ".join(keyword_words(operation.keywords)),
        exerted=", exerted" if operation.exerted else "",
        take=f"{taken} {take.trait}" if take is not None and take.trait else taken,
    )


def target_text(target: Target, plural: bool = False) -> str:
    """Says which cards are meant; `plural` tells whether the operation before meant several."""
    if target.pick == cards.SELF:
        return "this card"
    if target.pick in (cards.SUBJECT, cards.SAME):
        return "they" if plural else "it"
    mine, each = target.side == cards.MINE, target.pick == cards.EACH
    types = [word for word, meant in zip(cards.TYPES, target.types, strict=True) if meant]
    ends = [f"{word}s" if mine else word for word in (["card"] if all(target.types) else types)]
    marks = [
        (target.side == cards.THEIRS, "opposing"),
        (target.other, "other"),
        (target.exerted, "exerted"),
        (target.trait, target.trait),
    ]
    words = " ".join([*[word for holds, word in marks if holds], " or ".join(ends)])
    if mine:
        text = f"{'each' if each else 'one'} of your {words}"
    else:
        article = "each" if each else "an" if words[0] in "aeio" else "a"
        text = f"{article} {words}".replace("an other", "another")
    return f"{text} here" if target.here else text


# Names.


def place_name(view: LorcanaState, place: int, short: bool = False) -> str:
    """Names a card in play, with its number in the row if there are several like it."""
    index, row = place // view.layout.spots, view.rows[place % view.layout.spots]
    card = row[index].kind
    same_name = {part.kind for part in row if NAME[part.kind] == NAME[card]}
    name = first_name(card) if short and len(same_name) == 1 else TITLE[card]
    several = len([part for part in row if part.kind == card]) > 1
    return f"{name} ({index + 1})" if several else name


# Moves.


def describe_move(view: LorcanaState, move: LorcanaMove) -> str:
    """Says what a move of the seat to decide does; what the viewer cannot see is not named."""
    return drawing.seen_text(view, move, action_text, answer_text, FOR_OPPONENT)


def action_text(view: LorcanaState, seat: int, move: LorcanaMove) -> str:
    """Says what a turn action does."""
    if isinstance(move, moves.Ink):
        return f"Put {TITLE[move.card]} into your inkwell"
    if isinstance(move, moves.Play):
        text = f"Play {TITLE[move.card]} for {CARDS[move.card].cost} ink"
        return f"{text}{', exerted' if move.exerted else ''}{played_text(move.card)}"
    if isinstance(move, moves.Shift):
        text = f"Shift {TITLE[move.card]} onto {place_name(view, move.onto)}"
        return f"{text} for {CARDS[move.card].keywords[cards.SHIFT]} ink{played_text(move.card)}"
    if isinstance(move, moves.Sing):
        singers = drawing.join_names([place_name(view, place, True) for place in move.singers])
        return f"Sing {TITLE[move.card]} with {singers}{played_text(move.card)}"
    if isinstance(move, moves.Quest):
        lore = lore_value(view, view.at(move.character))
        wins = " and win" if view.board.lore[seat] + lore >= state.WINNING_LORE else ""
        return f"Quest with {place_name(view, move.character)} for {lore} lore{wins}"
    if isinstance(move, moves.Challenge):
        text = f"Challenge {place_name(view, move.defender)}"
        numbers = damage_text(view, seat, move)
        return f"{text} with {place_name(view, move.attacker, True)} ({numbers})"
    if isinstance(move, moves.Use):
        ability = cards.ability_of(view.at(move.card).kind, CARDS[view.at(move.card).kind].use)
        price = "" if ability.cost is None else f" ({cost_text(ability.cost)})"
        return f"Use {place_name(view, move.card)}{price}: {effect_text(ability.do)}"
    if isinstance(move, moves.MoveTo):
        cost = CARDS[view.at(move.to).kind].move
        names = place_name(view, move.character), place_name(view, move.to)
        return f"Move {names[0]} to {names[1]} for {cost} ink"
    return move.title()


def played_text(card: int) -> str:
    """Says what happens at once when a card is played."""
    texts: list[str] = []
    for ability in CARDS[card].abilities:
        if ability.kind == cards.EFFECT or ability.on == cards.PLAYED:
            texts.append(ability_text(ability).removeprefix(f"{WHEN[cards.PLAYED]}, "))
    return f": {'; '.join(texts)}" if texts else ""


def damage_text(view: LorcanaState, seat: int, move: moves.Challenge) -> str:
    """Says how much damage a challenge does to both, and who is banished by it."""
    attacker, defender = view.at(move.attacker), view.at(move.defender)
    resist = keyword(view, defender, 1 - seat, cards.RESIST)
    dealt = max(0, strength_in_challenge(view, attacker, seat) - resist)
    text, received = f"{dealt} damage", 0
    if cards.KIND[defender.kind] == cards.CHARACTER:
        resist = keyword(view, attacker, seat, cards.RESIST)
        received = max(0, strength(view, defender) - resist)
        text = f"{text} against {received}"
    fallen = [
        first_name(part.kind)
        for part, damage in ((defender, dealt), (attacker, received))
        if part.damage + damage >= cards.WILLPOWER[part.kind]
    ]
    if len(fallen) == 2:
        return f"{text}, both are banished"
    return f"{text}, {fallen[0]} is banished" if fallen else text


# Questions and answers.


def question_text(view: LorcanaState) -> str:
    """Writes the question that waits, with the card that asks it; empty if none does."""
    return drawing.asked_text(view, about_text, FOR_OPPONENT)


def about_text(view: LorcanaState, asked: Asked) -> str:
    """Says which card asks a question, and why."""
    if not isinstance(asked, kit.AbilityQuestion):
        return ""
    return f"{TITLE[asked.run.card]}: {run_text(view, asked.run)}"


def answer_text(view: LorcanaState, asked: Asked, picks: tuple[int, ...]) -> str:
    """Says what an answer means, to the player who gives it."""
    if isinstance(asked, May):
        return "no" if picks[0] else f"yes, {run_text(view, asked.run)}"
    if not picks:
        return NOTHING.get(asked.id, "choose nothing")
    if asked.id in ANSWERS:
        hidden = is_secret(view, asked)
        return ANSWERS[asked.id].format(
            cards=drawing.some_cards(len(picks)) if hidden else drawing.card_names(TITLE, picks)
        )
    if isinstance(asked, Order):
        return f"first {waiting_text(view, asked, picks[0])}"
    if isinstance(asked, Amount):
        return f"remove {picks[0]} damage from {drawing.serial_name(view, asked.waiting[0], TITLE)}"
    if isinstance(asked, ChooseTarget):
        return run_text(view, asked.run, picks[0])
    card, owner = LAYOUT.owned_card(picks[0])
    whose = "your" if owner == asked.seat else "the opponent's"
    return f"shuffle {TITLE[card]} into {whose} deck"


def is_secret(view: LorcanaState, asked: Asked) -> bool:
    """Tells whether the viewer does not see which cards an answer names."""
    if view.viewer in (asked.seat, TRUTH):
        return False
    if isinstance(asked, TakeCards):
        take = asked.run.operation().take
        return take is None or not take.show
    return asked.id in SECRETS


def run_text(view: LorcanaState, run: Resolution, place: int | None = None) -> str:
    """Says what is left of an ability, with the names of the cards that it is about."""
    do = cards.ability_of(run.card, run.ability).do[run.step :]
    source, amount = view.part(run.serial), None
    names = {cards.SELF: drawing.serial_name(view, run.serial, TITLE, run.card)}
    if view.part(run.subject) is not None:
        names[cards.SUBJECT] = drawing.serial_name(view, run.subject, TITLE)
    if do[0].own_strength:
        amount = run.count if source is None else strength(view, source)
    if place is not None:
        whose = "your" if view.owner(place) == run.seat else "the opposing"
        names[cards.CHOOSE] = f"{whose} {place_name(view, place)}"
        instead, chosen = do[0].instead, CARDS[view.at(place).kind]
        if instead is not None:
            amount = instead.amount if chosen.name_key == instead.name_key else do[0].amount
    return effect_text(do, names, amount)


def waiting_text(view: LorcanaState, asked: Order[state.CardInPlay, state.Table], at: int) -> str:
    """Names an ability that waits: its card, and what it does."""
    run = asked.waiting[at]
    assert isinstance(run, Resolution)
    number = drawing.waiting_number(view, asked, at)
    name = f"{TITLE[run.card]} ({number})" if number else TITLE[run.card]
    if run.ability >= 0:
        return f"{name}: {ability_text(cards.ability_of(run.card, run.ability))}"
    word = cards.SUPPORT if run.ability == cards.SUPPORTS else cards.VANISH
    return f"{name}: {cards.KEYWORDS[word].title()}"


# What follows a move.


def news_of(before: LorcanaState, after: LorcanaState) -> list[str]:
    """Says what followed a move, as a viewer saw it: cards that moved, damage, lore, the turn."""
    return drawing.table_news(before, after, (part_news,), (seat_news,), question_text)


def seat_news(before: LorcanaState, after: LorcanaState, seat: int) -> list[str]:
    """Says which cards a seat has got or lost, and how much lore."""
    found = pile_news(before, after, seat)
    change = after.board.lore[seat] - before.board.lore[seat]
    if change:
        does = f"{'gain' if change > 0 else 'lose'}{{s}} {abs(change)} lore"
        total = f"{after.board.lore[seat]} of {state.WINNING_LORE}"
        found.append(f"{drawing.doing(after, seat, does)}: {total}")
    return found


def stacks(view: LorcanaState, seat: int) -> Counter[int]:
    """Counts the cards of a seat that are in play, with those under others."""
    return Counter([card for part in drawing.parts_of(view, seat) for card in part.cards()])


def part_news(before: LorcanaState, after: LorcanaState, seat: int) -> list[str]:
    """Says which cards of a seat have left play, and how, and which have more or less damage."""
    found: list[str] = []
    goals = [
        (drawing.gained(before, after, state.DISCARD, seat), "is banished"),
        (drawing.gained(before, after, state.HAND, seat), "returns to the hand"),
        (drawing.gained(before, after, state.INKWELL, seat), "goes into the inkwell"),
    ]
    for part in drawing.parts_of(before, seat):
        now = after.part(part.serial)
        name = f"{drawing.owner_word(after, seat)} {TITLE[part.kind]}"
        if now is None:
            ways = [(there, what) for there, what in goals if there[part.kind] > 0]
            for there, what in ways[:1]:
                there[part.kind] -= 1
                found.append(f"{name} {what}")
        elif now.damage != part.damage:
            most = cards.WILLPOWER[now.kind]
            found.append(f"{name} {drawing.damage_text(part.damage, now.damage, most)}")
    return found


def pile_news(before: LorcanaState, after: LorcanaState, seat: int) -> list[str]:
    """Says which cards a seat has put back, looked at, drawn or had to discard."""
    own, asked = seat == after.viewer, before.question()
    back = after.board.altered[seat] - before.board.altered[seat]
    if back:
        hand = f"your hand is now {drawing.card_names(TITLE, after.pile(state.HAND, seat))}"
        return [
            hand
            if own
            else f"{drawing.doing(after, seat, 'put{s} back')} {drawing.some_cards(back)}"
        ]
    inked = 0
    if isinstance(asked, May) and asked.run.operation().word == "top_to_inkwell":
        inked = after.count(state.INKWELL, seat) - before.count(state.INKWELL, seat)
    left_play = stacks(before, seat) - stacks(after, seat)
    zones = (state.HAND, state.DECK, state.LOOKED)
    found = drawing.draw_news(before, after, seat, TITLE, zones, (inked, left_play))
    thrown = drawing.gained(before, after, state.DISCARD, seat) - left_play
    # An action goes into the discard by itself, and whoever chose a card to discard has said so.
    if seat == before.seat:
        thrown -= Counter([card for card in thrown.elements() if cards.KIND[card] == cards.ACTION])
    if thrown and not isinstance(asked, Discard):
        names = drawing.card_names(TITLE, list(thrown.elements()))
        found.append(f"{drawing.doing(after, seat, 'discard{s}')} {names}")
    return found
