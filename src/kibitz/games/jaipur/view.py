"""What each seat of Jaipur sees, and the worlds that fit a view.

Open are the market, the tokens left, all herds, the sizes of hands, deck and bonus stacks, what
was sold, and every card taken from the market. Hidden are the goods that were dealt to the other
hand, the order of the deck, and the value of a bonus token to all but its owner.
"""

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import TRUTH
from kibitz.games.jaipur.cards import BONUSES, CAMEL, CARDS, GOODS, class_of
from kibitz.games.jaipur.state import JaipurState, Merchant

# What a seat sees.


def view_of(state: JaipurState, seat: int) -> JaipurState:
    """Returns what a seat (or `SPECTATOR`) sees."""
    view = state.clone()
    view.rng = hidden_rng()
    view.viewer = seat
    view.deck = ()
    view.stacks = ()
    # The tokens are turned up when the match is over: the last round has been scored.
    for other in range(2):
        if other != seat:
            hide(view.merchants[other], state.over)
    return view


def hide(merchant: Merchant, scored: bool) -> None:
    """Hides what the other player has not seen of a merchant."""
    merchant.hand = merchant.known.copy()
    if not scored:
        merchant.bonuses = tuple([-1 - class_of(bonus) for bonus in merchant.bonuses])


def unseen_cards(view: JaipurState) -> list[int]:
    """Counts the cards of each kind that a view does not show: in a hidden hand or in the deck."""
    unseen = [*CARDS]
    for kind in range(CAMEL + 1):
        unseen[kind] -= view.market[kind]
    for good in range(len(GOODS)):
        unseen[good] -= view.sold[good]
    for merchant in view.merchants:
        unseen[CAMEL] -= merchant.herd
        for good in range(len(GOODS)):
            unseen[good] -= merchant.hand[good]
    return unseen


# The worlds that fit a view.


def sample_world(view: JaipurState, rng: Rng) -> JaipurState:
    """Returns a full state with this view: every way to deal what is unseen is equally likely."""
    world = view.clone()
    goods: list[int] = []
    unseen = unseen_cards(view)
    for good in range(CAMEL):
        for _ in range(unseen[good]):
            goods.append(good)
    for merchant in world.merchants:
        for _ in range(merchant.hidden()):
            # Any of them, without shuffling all: the deck is shuffled anyway.
            place = rng.below(len(goods))
            merchant.hand[goods[place]] += 1
            goods[place] = goods[-1]
            goods.pop()
    # Hidden slots hold goods only, so all unseen camels are in the deck.
    deck = goods + [CAMEL] * unseen[CAMEL]
    rng.shuffle(deck)
    world.deck = tuple(deck)
    sample_bonuses(world, rng)
    world.rng = rng.fork()
    world.viewer = TRUTH
    return world


def sample_bonuses(world: JaipurState, rng: Rng) -> None:
    """Deals the bonus tokens whose value is unseen, to the merchants and to the stacks."""
    stacks: list[tuple[int, ...]] = []
    for kind in range(len(BONUSES)):
        values = [*BONUSES[kind]]
        for merchant in world.merchants:
            for bonus in merchant.bonuses:
                if bonus > 0 and class_of(bonus) == kind:
                    values.remove(bonus)
        rng.shuffle(values)
        for merchant in world.merchants:
            if -1 - kind in merchant.bonuses:
                merchant.bonuses = tuple(
                    [values.pop() if bonus == -1 - kind else bonus for bonus in merchant.bonuses]
                )
        stacks.append(tuple(values))
    world.stacks = tuple(stacks)
