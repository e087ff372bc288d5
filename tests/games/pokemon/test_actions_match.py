"""Matches of the Pokémon TCG that are played by actions: states, ids, views, logs."""

import json
from collections.abc import Iterator

import pytest

from kibitz.core import seeded
from kibitz.core.errors import IllegalMoveError, RecordError
from kibitz.core.state import state_hash
from kibitz.core.value import Json
from kibitz.games.pokemon.actions.ledger import Entry, deal_ids
from kibitz.games.pokemon.actions.lines import is_outside
from kibitz.games.pokemon.actions.match import Match, match_at, new_match, replay
from kibitz.games.pokemon.actions.schema import (
    ActionValidationError,
    ExecuteActionDto,
    MatchResult,
    MatchState,
    PlayerActionType,
    Refusal,
    WinCondition,
)
from kibitz.games.pokemon.cards import IS_BASIC, IS_ENERGY
from kibitz.games.pokemon.moves import asked_of
from kibitz.games.pokemon.state import DECK, DRAW, HAND, PRIZES, PokemonState, pile
from tests.games.pokemon.duel import PLAYERS, Duel
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import Table

RULES = ActionValidationError.RULE_VIOLATION
STATE = ActionValidationError.INVALID_STATE
PHASE = ActionValidationError.INVALID_PHASE
TURN = ActionValidationError.NOT_PLAYER_TURN


def dto(kind: str, seat: int = 0, /, **data: Json) -> ExecuteActionDto:
    return ExecuteActionDto("match", PLAYERS[seat], PlayerActionType(kind), data)


def refuse(match: Match, kind: str, seat: int = 0, /, **data: Json) -> ActionValidationError:
    before = match.fingerprint()
    done = match.execute(dto(kind, seat, **data))
    assert isinstance(done, Refusal)
    assert match.fingerprint() == before
    return done.code


def both(match: Match, kind: str, order: tuple[int, int] = (0, 1)) -> None:
    for seat in order:
        match.play(dto(kind, seat))


def place(match: Match, seat: int) -> None:
    """Chooses the first possible Active Pokémon."""
    match.play(match.legal_actions(PLAYERS[seat])[0])


def begin(match: Match, order: tuple[int, int] = (0, 1)) -> Match:
    """Plays a match up to its first turn; each step is done by the players in this order."""
    for kind in ("APPROVE_MATCH", "DRAW_INITIAL_CARDS", "SET_PRIZE_CARDS"):
        both(match, kind, order)
    for seat in order:
        place(match, seat)
    for seat in order:
        while match.available_actions(PLAYERS[seat])[0] is PlayerActionType.PLAY_POKEMON:
            place(match, seat)
        match.play(dto("COMPLETE_INITIAL_SETUP", seat))
    both(match, "CONFIRM_FIRST_PLAYER", order)
    return match


def play_out(match: Match, seed: int = 0, most: int = 3000) -> Iterator[Match]:
    """Plays random actions to the end, and stops after each; types of action are equally likely."""
    rng = seeded(f"players/{seed}")
    for _ in range(most):
        waiting = match.waiting_for()
        if not waiting:
            return
        legal = match.legal_actions(waiting[rng.below(len(waiting))])
        kinds = list(dict.fromkeys(each.action_type for each in legal))
        kind = kinds[rng.below(len(kinds))]
        fitting = [each for each in legal if each.action_type is kind]
        match.play(fitting[rng.below(len(fitting))])
        yield match
    raise AssertionError("every match ends")


def part(view: dict[str, Json], name: str) -> dict[str, Json]:
    found = view[name]
    assert isinstance(found, dict)
    return found


# Before the match.


def test_match_waits_for_two_players() -> None:
    match = Match("m")
    assert match.state == "CREATED"
    match.join("ann", "zap")
    assert match.state == "WAITING_FOR_PLAYERS"
    assert match.available_actions("ann") == [PlayerActionType.CONCEDE]
    with pytest.raises(ValueError, match="there is a player 'ann' already"):
        match.join("ann", "zap")
    match.join("bob", "brushfire")
    assert match.state == "MATCH_APPROVAL"
    with pytest.raises(ValueError, match="cannot join a match in state MATCH_APPROVAL"):
        match.join("eve", "zap")


def test_illegal_deck_cancels_the_match() -> None:
    match = Match("m")
    match.join("ann", "zap")
    match.join("bob", "59 fire, abra, abra")
    assert match.state == "CANCELLED"
    assert match.result is MatchResult.CANCELLED
    assert match.problem == "the deck of bob: it has 61 cards: expected 60"
    assert match.available_actions("bob") == []


def test_deck_with_a_slash_and_unknown_options_cancel_the_match() -> None:
    wrong = Match("m", options={"bench": 3})
    wrong.join("ann", "zap")
    wrong.join("bob", "zap")
    assert wrong.state == "CANCELLED"
    assert "bench" in wrong.problem


def test_conceding_alone_cancels_the_match() -> None:
    match = Match("match")
    match.join("PLAYER1", "zap")
    match.play(dto("CONCEDE"))
    assert match.state == "CANCELLED"


def test_cancelled_match_takes_no_actions() -> None:
    match = new_match(seed=0)
    match.cancel()
    assert refuse(match, "APPROVE_MATCH") == STATE
    assert refuse(match, "CONCEDE") == STATE
    assert match.legal_actions("PLAYER1") == []
    assert match.view("PLAYER1")["state"] == "CANCELLED"


# a mulligan.


def seed_with_mulligan() -> int:
    for seed in range(200):
        match = new_match("overgrowth / zap", seed)
        both(match, "APPROVE_MATCH")
        shown = match.now.fight.board.mulligans
        if [each[0] for each in shown] == [0]:
            return seed
    raise AssertionError("one of seven hands is a mulligan")


def test_given_a_hand_without_basics_when_drawn_then_it_is_shown_and_drawn_again() -> None:
    match = new_match("overgrowth / zap", seed_with_mulligan())
    both(match, "APPROVE_MATCH")
    other = part(match.view("PLAYER2"), "opponent")
    assert (other["mulligans"], other["handCount"], other["deckCount"]) == ([], 0, 60)
    match.play(dto("DRAW_INITIAL_CARDS"))
    mine = part(match.view("PLAYER1"), "you")
    assert (mine["handCount"], mine["deckCount"]) == (7, 53)
    shown = part(match.view("PLAYER2"), "opponent")["mulligans"]
    assert isinstance(shown, list)
    assert [len(hand) for hand in shown if isinstance(hand, list)] == [7]
    (cards,) = [each[1:] for each in match.now.fight.board.mulligans]
    assert not any(IS_BASIC[card] for card in cards)
    match.play(dto("DRAW_INITIAL_CARDS", 1))
    assert match.state == "SET_PRIZE_CARDS"
    assert part(match.view("PLAYER2"), "you")["handCount"] == 9, "two cards for the mulligan"


# the order of the set-up.


def test_states_pass_in_order() -> None:
    match = new_match("brushfire / blackout", 5)
    seen = [match.state]
    for kind in ("APPROVE_MATCH", "DRAW_INITIAL_CARDS", "SET_PRIZE_CARDS"):
        assert refuse(match, "DRAW_CARD") == STATE
        match.play(dto(kind))
        assert refuse(match, kind) == STATE, "once is enough"
        assert match.available_actions("PLAYER1") == [PlayerActionType.CONCEDE]
        match.play(dto(kind, 1))
        seen.append(match.state)
    for seat in (0, 1):
        place(match, seat)
    seen.append(match.state)
    both(match, "COMPLETE_INITIAL_SETUP")
    seen.append(match.state)
    winner = match.first_player
    assert match.turn == 0
    assert match.current_player is None
    both(match, "CONFIRM_FIRST_PLAYER")
    assert [str(state) for state in seen] == [
        "MATCH_APPROVAL",
        "DRAWING_CARDS",
        "SET_PRIZE_CARDS",
        "SELECT_ACTIVE_POKEMON",
        "SELECT_BENCH_POKEMON",
        "FIRST_PLAYER_SELECTION",
    ]
    assert match.state == "PLAYER_TURN"
    assert match.phase == "DRAW"
    assert match.turn == 1
    assert match.current_player == winner
    assert [len(pile(match.now.fight, PRIZES, seat)) for seat in (0, 1)] == [6, 6]


@pytest.mark.parametrize("seed", range(5))
def test_result_of_the_set_up_does_not_depend_on_the_order_of_actions(seed: int) -> None:
    one = begin(new_match(seed=seed), (0, 1))
    other = begin(new_match(seed=seed), (1, 0))
    assert state_hash(one.now.fight) == state_hash(other.now.fight)
    assert one.now.ledger.sides == other.now.ledger.sides


def test_what_is_placed_stays_hidden_until_both_are_done() -> None:
    match = new_match(seed=2)
    for kind in ("APPROVE_MATCH", "DRAW_INITIAL_CARDS", "SET_PRIZE_CARDS"):
        both(match, kind)
    place(match, 1)
    seen = match.view("PLAYER1")
    other = part(seen, "opponent")
    assert (other["faceDownCount"], other["pokemon"]) == (1, [])
    assert "faceDown" not in other
    (chosen,) = [item for item, _ in match.now.ledger.items(1, 4)]
    assert chosen not in json.dumps(seen)
    assert chosen in json.dumps(match.view("PLAYER2"))
    place(match, 0)
    for kind in ("COMPLETE_INITIAL_SETUP", "CONFIRM_FIRST_PLAYER"):
        both(match, kind)
    assert chosen in json.dumps(match.view("PLAYER1")["opponent"]), "it is turned face up"


def test_only_basic_pokemon_of_the_hand_are_placed() -> None:
    match = new_match(seed=2)
    for kind in ("APPROVE_MATCH", "DRAW_INITIAL_CARDS", "SET_PRIZE_CARDS"):
        both(match, kind)
    energy = next(i for i, card in match.now.ledger.items(0, HAND) if not IS_BASIC[card])
    deck = match.now.ledger.items(0, DECK)[0][0]
    assert refuse(match, "SET_ACTIVE_POKEMON", cardId=energy) == "INVALID_ACTION"
    for wrong in (deck, "P1-999", match.now.ledger.items(1, HAND)[0][0]):
        assert refuse(match, "SET_ACTIVE_POKEMON", cardId=wrong) == "INVALID_TARGET"


def test_winner_of_the_toss_may_choose() -> None:
    for first in (True, False):
        match = new_match(seed=1, options={"coin_toss": "chooses"})
        for kind in ("APPROVE_MATCH", "DRAW_INITIAL_CARDS", "SET_PRIZE_CARDS"):
            both(match, kind)
        for seat in (0, 1):
            place(match, seat)
        both(match, "COMPLETE_INITIAL_SETUP")
        winner = match.now.fight.seat
        assert refuse(match, "CONFIRM_FIRST_PLAYER", 1 - winner, goFirst=True) == "INVALID_ACTION"
        match.play(dto("CONFIRM_FIRST_PLAYER", winner, goFirst=first))
        match.play(dto("CONFIRM_FIRST_PLAYER", 1 - winner))
        assert (match.current_player == PLAYERS[winner]) == first


#


def test_given_the_first_turn_when_attacking_then_it_is_accepted() -> None:
    duel = Duel(Table("machop [F]", hand="machoke", turn=1, phase=DRAW))
    duel.act("DRAW_CARD")
    machoke = duel.held("machoke")
    assert duel.refuses("EVOLVE_POKEMON", evolutionCardId=machoke, target="ACTIVE") == RULES
    duel.act("ATTACK", attackIndex=0)
    duel.act("END_TURN")
    duel.act("DRAW_CARD", 1)
    assert duel.refuses("DRAW_CARD", 1) == PHASE


def test_given_the_second_turn_when_evolving_then_it_is_refused() -> None:
    duel = Duel(Table("machop", hand="machoke", turn=2))
    machoke = duel.held("machoke")
    assert duel.refuses("EVOLVE_POKEMON", evolutionCardId=machoke, target="ACTIVE") == RULES


def test_evolving_keeps_the_id_of_the_pokemon() -> None:
    duel = Duel(Table("machop [F]", bench=["machop new"], hand="2 machoke"))
    machoke, basic = duel.held("machoke", at=1), duel.top()
    assert duel.refuses("EVOLVE_POKEMON", evolutionCardId=machoke, target="BENCH_0") == RULES
    duel.act("EVOLVE_POKEMON", evolutionCardId=machoke, target="ACTIVE")
    pokemon = part(duel.match.view("PLAYER2"), "opponent")["pokemon"]
    assert isinstance(pokemon, list)
    assert isinstance(pokemon[0], dict)
    assert (pokemon[0]["cardId"], pokemon[0]["pokemonId"]) == (machoke, basic)


def test_given_one_energy_attached_when_attaching_again_then_rule_violation() -> None:
    duel = Duel(Table(hand="3 fire"))
    first = duel.held("fire", at=2)
    duel.act("ATTACH_ENERGY", energyCardId=first, target="ACTIVE")
    assert list(duel.part("energy")) == [first]
    again = duel.held("fire")
    assert duel.refuses("ATTACH_ENERGY", energyCardId=again, target="ACTIVE") == RULES


def test_retreat_payment() -> None:
    duel = Duel(Table("hitmonchan [FD]", bench=["abra"]))
    double, single = duel.energy("double colorless"), duel.energy("fighting")
    target = "BENCH_0"
    assert duel.legal("RETREAT") == [{"target": target, "selectedEnergyIds": [double]}]
    wrong = ActionValidationError.INVALID_ACTION
    assert duel.refuses("RETREAT", target=target, selectedEnergyIds=[double, single]) == wrong
    poor = ActionValidationError.INSUFFICIENT_RESOURCES
    assert duel.refuses("RETREAT", target=target, selectedEnergyIds=[single]) == poor
    assert duel.refuses("RETREAT", target=target, selectedEnergyIds=[]) == poor
    assert duel.refuses("RETREAT", target="ACTIVE", selectedEnergyIds=[double]) == "INVALID_TARGET"
    duel.act("RETREAT", target=target, selectedEnergyIds=[double])
    assert list(duel.zone("discard")) == [double]


def test_free_retreat_has_an_empty_payment() -> None:
    duel = Duel(Table("abra [P]", bench=["rattata"]))
    assert duel.legal("RETREAT") == [{"target": "BENCH_0", "selectedEnergyIds": []}]
    duel.act("RETREAT", target="BENCH_0", selectedEnergyIds=[])


def test_retreat_without_energy_lacks_resources() -> None:
    duel = Duel(Table("onix", bench=["rattata"]))
    poor = ActionValidationError.INSUFFICIENT_RESOURCES
    assert duel.refuses("RETREAT", target="BENCH_0", selectedEnergyIds=[]) == poor
    assert duel.refuses("ATTACK", attackIndex=0) == poor


def test_given_three_equal_cards_when_hyper_beam_discards_one_then_two_remain() -> None:
    duel = Duel(Table("dragonair [WWWW]", against="chansey [WWW]"))
    chosen = duel.energy("water", seat=1, at=1)
    done = duel.act("ATTACK", attackIndex=1, choices={"discardEnergyId": chosen})
    assert len(duel.part("energy", seat=1)) == 2
    assert list(duel.zone("discard", 1)) == [chosen]
    (damage,) = json.loads(json.dumps(done.results["damage"]))
    assert (damage["playerId"], damage["amount"]) == ("PLAYER2", 20)


def test_turns_and_phases_are_kept() -> None:
    duel = Duel(Table("machop [F]", hand="fire"))
    assert duel.refuses("END_TURN", 1) == TURN
    assert duel.refuses("DRAW_CARD") == PHASE
    assert duel.refuses("SELECT_PRIZE", prizeIndex=0) == PHASE
    assert duel.refuses("APPROVE_MATCH") == STATE
    assert duel.refuses("GENERATE_COIN_FLIP") == PHASE


@pytest.mark.parametrize(
    ("active", "hand", "kinds"),
    [
        ("onix", "", "END_TURN"),
        ("machop [F]", "fire, bill", "ATTACH_ENERGY PLAY_TRAINER ATTACK END_TURN"),
        ("abra", "machoke, switch", "END_TURN"),
    ],
)
def test_only_types_with_a_legal_action_are_listed(active: str, hand: str, kinds: str) -> None:
    duel = Duel(Table(active, hand=hand, deck="5 water"))
    legal = {str(each.action_type) for each in duel.match.legal_actions("PLAYER1")}
    listed = [str(kind) for kind in duel.match.available_actions("PLAYER1")]
    assert set(listed) == {*kinds.split(), "CONCEDE"} == {*legal, "CONCEDE"}
    assert len(listed) == len(set(listed))
    assert duel.match.available_actions("PLAYER2") == [PlayerActionType.CONCEDE]


# Knock outs, Prizes, the end.


def test_prizes_then_promotion_then_the_end_of_the_turn() -> None:
    duel = Duel(Table("machop [F]", against="rattata 10", their_bench=["abra", "onix"]))
    done = duel.act("ATTACK", attackIndex=0)
    assert len(json.loads(json.dumps(done.results["knockOuts"]))) == 1
    assert duel.match.phase == "END"
    assert len(duel.legal("SELECT_PRIZE")) == 6
    assert duel.refuses("END_TURN") == PHASE
    assert duel.refuses("SELECT_PRIZE", prizeIndex=6) == "INVALID_TARGET"
    duel.act("DRAW_PRIZE", prizeIndex=5)
    assert duel.match.phase == "SELECT_ACTIVE_POKEMON"
    assert duel.refuses("END_TURN") == TURN
    assert duel.refuses("SET_ACTIVE_POKEMON", 1, cardId=duel.top()) == "INVALID_TARGET"
    onix = list(duel.part("stack", 1, seat=1))[-1]
    duel.act("SET_ACTIVE_POKEMON", 1, cardId=onix)
    assert duel.match.phase == "END"
    duel.act("END_TURN")
    assert duel.match.current_player == "PLAYER2"


def test_prize_index_takes_that_prize() -> None:
    table = Table("machop [F]", against="rattata 10", their_bench=["abra"], prizes=3)
    table.fight.cards[PRIZES][1] = table.fight.cards[DECK][0]
    duel = Duel(table)
    duel.act("ATTACK", attackIndex=0)
    duel.act("SELECT_PRIZE", prizeIndex=1)
    assert list(duel.zone("hand").values()) == ["fighting"]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (Table("machop [F]", against="rattata", prizes=1, their_bench=["abra"]), "PRIZE_CARDS"),
        (Table("machop [F]", against="rattata"), "NO_POKEMON"),
    ],
)
def test_match_is_won(table: Table, reason: str) -> None:
    duel = Duel(table)
    duel.act("ATTACK", attackIndex=0)
    duel.act("SELECT_PRIZE", prizeIndex=0)
    assert duel.match.state == "MATCH_ENDED"
    assert duel.match.result is MatchResult.PLAYER1_WIN
    assert duel.match.win_condition is WinCondition(reason)
    assert duel.match.available_actions("PLAYER1") == []
    assert duel.refuses("CONCEDE") == STATE


def test_drawing_from_an_empty_deck_loses() -> None:
    duel = Duel(Table(deck="", phase=DRAW))
    assert duel.legal("DRAW_CARD") == [{}]
    duel.act("DRAW_CARD")
    assert duel.match.result is MatchResult.PLAYER2_WIN
    assert duel.match.win_condition is WinCondition.DECK_OUT


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_can_concede_at_any_time(seat: int) -> None:
    for duel in (Duel(Table()), Duel(Table(phase=DRAW))):
        duel.act("CONCEDE", seat)
        assert duel.match.result is (MatchResult.PLAYER2_WIN, MatchResult.PLAYER1_WIN)[seat]
        assert duel.match.win_condition is WinCondition.CONCEDE
    match = new_match(seed=0)
    match.play(dto("CONCEDE", seat))
    assert match.state == "MATCH_ENDED"


def test_sudden_death_begins_with_new_pokemon() -> None:
    duel = Duel(
        Table(
            "magnemite [LL]",
            against="magnemite",
            prizes=1,
            their_prizes=1,
            bench=["abra"],
            their_bench=["abra"],
            deck="20 abra",
            their_deck="20 abra",
        )
    )
    old = list(duel.zone("deck"))
    duel.act("ATTACK", attackIndex=1)
    duel.act("SELECT_PRIZE", prizeIndex=0)
    duel.act("SELECT_PRIZE", 1, prizeIndex=0)
    assert duel.match.state == "SELECT_ACTIVE_POKEMON"
    assert duel.match.turn == 0
    assert list(duel.zone("deck")) != old
    for seat in (1, 0):
        place(duel.match, seat)
    both(duel.match, "COMPLETE_INITIAL_SETUP")
    both(duel.match, "CONFIRM_FIRST_PLAYER")
    assert duel.match.phase == "DRAW"
    assert duel.match.turn == 1


# Coins by action.


def test_interactive_attack_waits_for_its_coins() -> None:
    duel = Duel(Table("beedrill [GGG]", against="chansey", flips="HT"), interactive=True)
    duel.act("ATTACK", attackIndex=0)
    assert duel.match.phase == "ATTACK"
    waiting: dict[str, Json] = {"status": "READY_TO_FLIP", "context": "ATTACK", "results": []}
    assert duel.match.view("PLAYER2")["coinFlip"] == waiting
    assert duel.match.legal_actions("PLAYER1") == [dto("GENERATE_COIN_FLIP")]
    assert duel.refuses("END_TURN") == PHASE
    assert duel.refuses("GENERATE_COIN_FLIP", 1) == TURN
    done = duel.act("GENERATE_COIN_FLIP")
    assert done.results["coinFlips"] == ["HEADS"]
    assert duel.fight.rows[2][0].damage == 0
    assert part(duel.match.view("PLAYER1"), "coinFlip")["results"] == ["HEADS"]
    done = duel.act("GENERATE_COIN_FLIP")
    assert done.results["coinFlips"] == ["TAILS"]
    assert duel.fight.rows[2][0].damage == 30
    assert duel.match.phase == "END"


def test_interactive_attack_without_coins_happens_at_once() -> None:
    duel = Duel(Table("machop [F]", against="chansey"), interactive=True)
    duel.act("ATTACK", attackIndex=0)
    assert duel.match.phase == "END"


def test_interactive_match_comes_out_as_any_other() -> None:
    one = Duel(Table("beedrill [GGG]", against="chansey"))
    two = Duel(Table("beedrill [GGG]", against="chansey"), interactive=True)
    one.act("ATTACK", attackIndex=0)
    two.act("ATTACK", attackIndex=0)
    two.act("GENERATE_COIN_FLIP")
    two.act("GENERATE_COIN_FLIP")
    assert state_hash(one.fight) == state_hash(two.fight)


# Ids.


def test_shuffled_hand_gets_new_ids() -> None:
    """What was seen of a hand before a shuffle tells nothing about the hand after it."""
    kept = total = 0
    for seed in range(30):
        table = Table(hand="impostor professor oak", their_hand="7 water", their_deck="40 water")
        match = match_at(table.game, table.fight, seed)
        old = [item for item, _ in match.now.ledger.items(1, HAND)]
        card = match.now.ledger.items(0, HAND)[0][0]
        match.play(dto("PLAY_TRAINER", cardId=card))
        new = [item for item, _ in match.now.ledger.items(1, HAND)]
        assert len(new) == 7
        kept += len(set(old) & set(new))
        total += 7
    # By chance 7 of 53 ids are the same.
    assert kept < total * 0.3


def test_cards_leave_the_deck_with_random_ids() -> None:
    drawn = set()
    for seed in range(12):
        table = Table(deck="20 fire", phase=DRAW)
        match = match_at(table.game, table.fight, seed)
        ids = [item for item, card in match.now.ledger.items(0, DECK) if card == pile_top(match)]
        match.play(dto("DRAW_CARD"))
        drawn.add(ids.index(match.now.ledger.items(0, HAND)[0][0]))
    assert len(drawn) > 3


def pile_top(match: Match) -> int:
    return pile(match.now.fight, DECK, 0)[-1]


def test_professor_oak_draws_other_cards() -> None:
    duel = Duel(Table(hand="professor oak, 2 fire", deck="9 fire"))
    fires = [duel.held("fire"), duel.held("fire", at=1)]
    duel.act("PLAY_TRAINER", cardId=duel.held("professor oak"))
    assert set(fires) < set(duel.zone("discard"))
    assert len(duel.zone("hand")) == 7


def test_maintenance_gives_up_the_very_cards() -> None:
    same = 0
    for seed in range(20):
        table = Table(hand="maintenance, 2 fire", deck="20 fire")
        match = match_at(table.game, table.fight, seed)
        cards = dict(match.now.ledger.items(0, HAND))
        played = next(item for item, card in cards.items() if not IS_ENERGY[card])
        fires: list[Json] = [item for item in cards if item != played]
        match.play(dto("PLAY_TRAINER", cardId=played, handCardIds=fires))
        (left,) = [item for item, _ in match.now.ledger.items(0, HAND)]
        same += left in fires
    # By chance 2 of 28 ids are the same.
    assert same < 10


# Views.


def test_view_shows_nothing_hidden() -> None:
    match = begin(new_match("brushfire / zap", 4))
    for _ in zip(range(40), play_out(match, 4), strict=False):
        for seat in (0, 1):
            text = json.dumps(match.view(PLAYERS[seat]))
            hidden = match.now.ledger.items(1 - seat, DECK)
            revealed = part(match.view(PLAYERS[seat]), "opponent")["revealedHand"]
            assert isinstance(revealed, list)
            if not revealed:
                hidden = hidden + match.now.ledger.items(1 - seat, HAND)
            assert not [item for item, _ in hidden if item in text]
            words = [str(word) for word in match.now.fight.rng.key() if word > 100_000]
            assert not [word for word in words if word in text]


def test_view_does_not_depend_on_what_is_hidden() -> None:
    match = begin(new_match("brushfire / zap", 6))
    for _ in zip(range(20), play_out(match, 6), strict=False):
        pass
    before = match.view("PLAYER1"), match.legal_actions("PLAYER1")
    s, rng = match.now.fight, seeded(1)
    for seat in (0, 1):
        for zone in (DECK, PRIZES):
            rng.shuffle(pile(s, zone, seat))
    deck, prizes = pile(s, DECK, 0), pile(s, PRIZES, 0)
    deck[0], prizes[0] = prizes[0], deck[0]
    hand, other = pile(s, HAND, 1), pile(s, DECK, 1)
    hand[0], other[0] = other[0], hand[0]
    s.arrange(s.index(HAND, 1))
    ids = match.now.ledger.clone()
    deal_ids(match.now.ledger, s)
    match.now.ledger.sides[0] = ids.sides[0]
    for place in match.now.ledger.sides[1]:
        if place not in (DECK, HAND):
            match.now.ledger.sides[1][place] = ids.sides[1][place]
    after = match.view("PLAYER1"), match.legal_actions("PLAYER1")
    assert json.dumps(before[0]) == json.dumps(after[0])
    assert before[1] == after[1]


def test_view_names_all_own_cards_once() -> None:
    match = begin(new_match("brushfire / zap", 9))
    for _ in zip(range(60), play_out(match, 9), strict=False):
        you = part(match.view("PLAYER1"), "you")
        text = json.dumps(you)
        assert all(item in text for item in match.now.ledger.all_ids(0))


def test_history_hides_what_the_other_player_must_not_see() -> None:
    duel = Duel(Table(hand="computer search, 2 fire", deck="pikachu, abra"))
    fires = [duel.held("fire"), duel.held("fire", at=1)]
    wanted = next(item for item, name in duel.zone("deck").items() if name == "pikachu")
    card = duel.held("computer search")
    done = duel.act("PLAY_TRAINER", cardId=card, handCardIds=[*fires], selectedCardIds=[wanted])
    assert part(done.to_json(0), "actionData")["selectedCardIds"] == [wanted]
    seen = part(done.to_json(1), "actionData")
    assert seen == {"cardId": card, "handCardIds": fires, "selectedCardIds": ["HIDDEN"]}


# Moves as actions.


def test_moves_become_actions_and_choices_without_a_move_the_default() -> None:
    duel = Duel(Table("charizard [RRRR]", hand="bill"))
    attack = duel.match.to_dto(duel.match.game.read_move("attack fire spin"))
    lowest = sorted(duel.part("energy"))[:2]
    assert attack.action_data == {"attackIndex": 0, "selectedEnergyIds": lowest}
    assert duel.match.to_dto(duel.match.game.read_move("end")) == dto("END_TURN")


def test_moves_of_the_game_play_the_same_match_as_their_actions() -> None:
    match = begin(new_match("blackout / overgrowth", 0))
    rng = seeded("moves")
    for _ in range(150):
        if match.state is MatchState.MATCH_ENDED:
            break
        fight = match.now.fight.clone()
        legal = match.game.legal(fight)
        line = [legal[rng.below(len(legal))]]
        action = match.to_dto(*line)
        match.game.play(fight, line[0])
        while asks_on(match, fight, action):
            legal = match.game.legal(fight)
            line.append(legal[rng.below(len(legal))])
            match.game.play(fight, line[-1])
            action = match.to_dto(*line)
        match.play(action)
        assert state_hash(match.now.fight) == state_hash(fight)


def asks_on(match: Match, fight: PokemonState, action: ExecuteActionDto) -> bool:
    """Tells whether a choice of an action is still to be made."""
    asked = asked_of(fight, PLAYERS.index(action.player_id))
    return asked is not None and not is_outside(asked)


# Logs.


@pytest.mark.parametrize("seed", range(3))
def test_replay_gives_identical_states(seed: int) -> None:
    match = new_match(random_decks(seeded(seed)), seed, strict=seed == 1, interactive=seed == 2)
    prints = [each.fingerprint() for each in play_out(match, seed)]
    log = json.loads(json.dumps(match.log()))
    again = replay({**log, "actions": []})
    for action, expected in zip(log["actions"], prints, strict=True):
        again.play(action)
        assert again.fingerprint() == expected


def test_log_is_replayed() -> None:
    match = begin(new_match(seed=3))
    assert replay(json.loads(json.dumps(match.log()))).fingerprint() == match.fingerprint()


def test_log_with_a_wrong_action_is_refused() -> None:
    match = begin(new_match(seed=0))
    log = match.log()
    actions = log["actions"]
    assert isinstance(actions, list)
    with pytest.raises(RecordError, match="action 2 is refused: INVALID_STATE"):
        replay({**log, "actions": [actions[0], actions[0]]})
    for name in ("matchId", "seed", "options", "players", "actions"):
        with pytest.raises(RecordError, match="log: expected"):
            replay({each: value for each, value in log.items() if each != name})


def test_match_from_a_position_has_no_log() -> None:
    with pytest.raises(RecordError, match="began in the middle of a game"):
        Duel(Table()).match.log()


def test_playing_a_refused_action_raises() -> None:
    with pytest.raises(IllegalMoveError, match="INVALID_STATE: DRAW_CARD in state MATCH_APPROVAL"):
        new_match(seed=0).play(dto("DRAW_CARD"))


# Random matches.


def check_match(match: Match) -> None:
    """Checks what holds after every action."""
    for seat in (0, 1):
        assert match.now.ledger.all_ids(seat) == [f"P{seat + 1}-{n:03}" for n in range(1, 61)]
    waiting = match.waiting_for()
    if match.state is MatchState.MATCH_ENDED:
        assert waiting == []
    elif match.state is MatchState.PLAYER_TURN:
        assert len(waiting) == 1
    else:
        assert waiting
    for player in PLAYERS:
        acts = [kind for kind in match.available_actions(player) if str(kind) != "CONCEDE"]
        assert bool(acts) == (player in waiting)
        json.dumps(match.view(player))


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_end(seed: int) -> None:
    match = new_match(random_decks(seeded(seed)), seed, strict=seed % 3 == 1)
    for at, each in enumerate(play_out(match, seed)):
        if at % 25 == 0 or at < 16:
            check_match(each)
    check_match(match)
    assert match.result is not None


def try_all(match: Match, most: int) -> int:
    """Carries out legal actions of a position, each from the same position."""
    start, entries = match._now, len(match.history)
    tried = 0
    for player in match.waiting_for():
        legal = match.legal_actions(player)
        assert len({json.dumps(each.to_json()) for each in legal}) == len(legal)
        for each in legal[:: max(1, len(legal) // most)]:
            done = match.execute(each)
            assert isinstance(done, Entry), (each, done)
            tried += 1
            match._now = start
            del match.history[entries:]
    return tried


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_is_carried_out(seed: int) -> None:
    match = new_match(random_decks(seeded(f"try/{seed}")), seed, strict=seed == 3)
    tried = sum(try_all(each, 8) for each in play_out(match, seed))
    assert tried > 500


@pytest.mark.slow
def test_every_legal_action_of_many_matches_is_carried_out() -> None:
    tried = 0
    for seed in range(10, 22):
        match = new_match(random_decks(seeded(seed)), seed, strict=seed % 2 == 1)
        tried += sum(try_all(each, 40) for each in play_out(match, seed))
    assert tried > 10_000
