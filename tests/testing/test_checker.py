import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.coin_game import Coins, Pot
from kibitz.agents import RandomAgent
from kibitz.core import Agent, Move, OpenGame, Policy, Rng, leads
from kibitz.core.game import Game
from kibitz.testing import LAWS, LawBroken, check_game, check_hash_seeds
from kibitz.testing.checker import LAW_TEXTS, QUICK_LAWS
from kibitz.testing.laws import law_name
from tests.testing import broken, broken_ends, broken_scenes, broken_states, broken_views
from tests.testing.good import Duet, DuetState, all_cards
from tests.testing.raid import Raid, RaidState

ROOT = Path(__file__).parents[2]

Duets = type[Game[DuetState, DuetState]]
Raids = type[Game[RaidState, RaidState]]

# Each broken game with the law that it breaks.
BROKEN: list[tuple[Duets, str]] = [
    (broken.MissingMove, "legal agrees with check"),
    (broken.OtherOrder, "legal agrees with check"),
    (broken.FailingLegal, "legal agrees with check"),
    (broken.MutatingLegal, "asking changes nothing"),
    (broken.MutatingCheck, "asking changes nothing"),
    (broken.GrowingCheck, "asking changes nothing"),
    (broken.AlternatingCheck, "asking changes nothing"),
    (broken.PausingCheck, "asking changes nothing"),
    (broken.WritingProducer, "asking changes nothing"),
    (broken.RaisingCheck, "producers and checks work"),
    (broken.Stall, "somebody can move"),
    (broken.Afterlife, "legal agrees with check"),
    (broken.NoSeat, "the seat exists"),
    (broken.IllegalListed, "listed moves execute"),
    (broken.FailingEffect, "listed moves execute"),
    (broken.OpenGate, "enumeration agrees"),
    (broken.SeatToMove, "moves act for their seat"),
    (broken.SilentRefusal, "unlisted moves are refused"),
    (broken.FickleRefusal, "unlisted moves are refused"),
    (broken.Incomplete, "unlisted moves are refused"),
    (broken.Ambiguous, "notation reads back"),
    (broken.Unreadable, "notation reads back"),
    (broken.Misread, "notation reads back"),
    (broken.LossyJson, "json reads back"),
    (broken_states.ShallowClone, "clones are independent"),
    (broken_states.UnequalClone, "clones are equal"),
    (broken_states.LossyClone, "clones are equal"),
    (broken_states.OtherClone, "clones are equal"),
    (broken_states.Unpicklable, "pickles read back"),
    (broken_states.PoorPickle, "pickles read back"),
    (broken_states.OutsideChance, "same move same state"),
    (broken_states.OutsideDeal, "seeds repeat"),
    (broken_states.FickleReason, "records replay"),
    (broken_states.OutsideNumber, "options make the game again"),
    (broken_states.Endless, "games end"),
    (broken_states.SilentEnd, "returns are finite"),
    (broken_ends.ThirdSeat, "returns are finite"),
    (broken_ends.Infinite, "returns are finite"),
    (broken_ends.LoneStanding, "returns are finite"),
    (broken_ends.EndlessLead, "returns are finite"),
    (broken_ends.FewWeights, "policies are sound"),
    (broken_ends.EndlessWeight, "policies are sound"),
    (broken_ends.LoneEstimate, "policies are sound"),
    (broken_ends.EndlessEstimate, "policies are sound"),
    (broken_ends.WritingEstimate, "policies are sound"),
    (broken_ends.IllegalChoice, "policies are sound"),
    (broken_ends.FewestPoints, "the winner has the highest return"),
    (broken_ends.DrawnLead, "the winner has the highest return"),
    (broken_ends.OtherReturns, "the winner has the highest return"),
    (broken_ends.NoOutcome, "the winner has the highest return"),
    (broken_ends.PointsOnly, "conceding never wins"),
    (broken_ends.Unheard, "conceding never wins"),
    (broken_states.LostCard, "cards are conserved"),
    (broken_states.WrongPosition, "positions read back"),
    (broken_views.LeakyView, "views survive sampling"),
    (broken_views.NosySpectator, "views survive sampling"),
    (broken_views.TruthfulSample, "sampling does not reveal the state"),
    (broken_views.GeneratorInView, "views hide the generator"),
    (broken_views.SmuggledGenerator, "views hide the generator"),
    (broken_views.ViewGenerator, "sampled worlds have their own generator"),
    (broken_views.MatchGenerator, "sampled worlds have their own generator"),
    (broken_views.HiddenMoves, "moves follow from the view"),
    (broken_views.OtherSeat, "moves follow from the view"),
    (broken_views.TalkativeRefusal, "refusals follow from the view"),
    (broken_views.SharedView, "views are independent"),
    (broken_views.SharedViews, "views are independent"),
    (broken_views.SharedSample, "views are independent"),
    (broken_views.BlankSample, "sampled worlds can be played"),
    (broken_views.TalkativeDrawing, "views can be shown"),
    (broken_views.TalkativeMoves, "views can be shown"),
    (broken_scenes.UnknownSymbol, "scenes use known words"),
    (broken_scenes.TalkativeScene, "scenes follow from the view"),
    (broken_scenes.WritingScene, "scenes follow from the view"),
    (broken_scenes.TalkativeTouches, "scenes follow from the view"),
    (broken_scenes.MissingPiece, "clicks lead to every move"),
    (broken_scenes.OnePiece, "clicks lead to every move"),
    (broken_scenes.OneWord, "clicks lead to every move"),
]

BROKEN_TABLES: list[tuple[Raids, str]] = [
    (broken_ends.LastPoints, "the winner has the highest return"),
    (broken_views.LostAttachment, "cards are conserved"),
    (broken_views.OpenCard, "views show what may be seen"),
    (broken_views.ClosedCard, "views show what may be seen"),
    (broken_views.ForgetfulView, "views show what may be seen"),
    (broken_views.OpenBoard, "views show what may be seen"),
    (broken_views.TellingBlur, "twins stay alike"),
    (broken_views.LoosePile, "masks fit their piles"),
    (broken_views.RawNumber, "numbers have words"),
    (broken_views.IndexedHand, "moves mean the same"),
    (broken_views.IndexedText, "moves mean the same"),
    (broken_scenes.ForgottenHand, "scenes show every card"),
    (broken_views.WrongTablePosition, "positions read back"),
    (broken_views.PoorTablePosition, "positions read back"),
]


def test_check_game_passes_a_game_that_keeps_every_law() -> None:
    report = check_game(Duet, conserved=all_cards)
    assert report.games == 20
    assert report.states > 100
    assert 0 < report.full <= report.states
    assert report.longest <= 6
    assert report.kinds["play"] > 0
    assert report.kinds["swap"] > 0
    assert report.kinds["concede"] == 0
    assert min(report.guessed) > 0
    assert "20 games" in repr(report)


def test_check_game_passes_a_card_game_that_keeps_every_law() -> None:
    report = check_game(Raid(), games=6)
    assert report.kinds["answer"] > 0
    assert min(report.guessed) > 0


@settings(max_examples=20)
@given(st.integers(0, 2**31))
def test_check_game_passes_a_good_game_with_any_seed(seed: int) -> None:
    check_game(
        Duet,
        games=1,
        seed=seed,
        every=1,
        skip=["sampling does not reveal the state"],
        conserved=all_cards,
    )


def test_check_game_knows_a_game_without_hidden_information() -> None:
    report = check_game(broken.SetOrder)
    assert report.hidden == [0, 0]


@pytest.mark.parametrize(("game", "law"), BROKEN, ids=[game.__name__ for game, _ in BROKEN])
def test_check_game_catches_a_broken_law_by_name(game: Duets, law: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(game, conserved=all_cards)
    assert caught.value.law == law


@pytest.mark.parametrize(
    ("game", "law"), BROKEN_TABLES, ids=[game.__name__ for game, _ in BROKEN_TABLES]
)
def test_check_game_catches_a_broken_law_of_card_games_by_name(game: Raids, law: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(game)
    assert caught.value.law == law


def test_only_the_law_of_twins_finds_what_forgetting_gives_away() -> None:
    check_game(broken_views.ShownRaid, games=10)
    check_game(broken_views.TellingBlur, games=10, skip=["twins stay alike"])
    with pytest.raises(LawBroken, match=r"bury \w+ looks like bury \w+ to seat \d, but its views"):
        check_game(broken_views.TellingBlur, games=10)


@pytest.mark.expects_errors
def test_check_game_catches_an_always_allowed_move_that_fails() -> None:
    with pytest.raises(LawBroken, match="concede 0 failed: never give up") as caught:
        check_game(broken.NoSurrender)
    assert caught.value.law == "listed moves execute"


@pytest.mark.expects_errors
def test_check_game_catches_a_producer_that_raises() -> None:
    with pytest.raises(LawBroken, match="no cards today") as caught:
        check_game(broken.RaisingProducer)
    assert caught.value.law == "producers and checks work"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (broken_states.OutsideNumber(4), r"{\"number\": 4}: \['number'\]: \d+ instead of \d+"),
        (broken_states.Nameless(1), "Nameless cannot be made again: 1 has no name"),
        (broken_states.Unwritten(object()), "Unwritten cannot be made again: deck=<object .* JSON"),
    ],
)
def test_check_game_says_why_a_game_cannot_be_made_again(
    game: Game[DuetState, DuetState], words: str
) -> None:
    with pytest.raises(LawBroken, match=words):
        check_game(game, conserved=all_cards)


def test_check_game_passes_options_that_the_constructor_keeps_to_itself() -> None:
    check_game(broken_states.Unwritten(), games=1, conserved=all_cards)
    check_game(broken_states.Unwritten(["one", {"two": 3}]), games=1, conserved=all_cards)
    check_game(broken_states.Nameless(), games=1, conserved=all_cards)


def test_every_law_is_broken_by_some_game() -> None:
    # Undoing restores whole states, which a game cannot break without breaking clones first.
    caught = {law for _, law in BROKEN} | {law for _, law in BROKEN_TABLES}
    assert set(LAWS) - caught == {"undo restores"}


def test_a_broken_law_says_where_and_how() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(broken.MissingMove, seed=7)
    broken_law = caught.value
    assert isinstance(broken_law, LawBroken)
    assert (broken_law.subject, broken_law.seed, broken_law.ply) == ("duet", 7, 0)
    assert str(broken_law) == (
        "duet breaks the law 'legal agrees with check' (seed 7, ply 0):"
        " legal() differs from enumerate and check: missing ['swap'], extra []"
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (broken.AlternatingCheck, r"the check of play 1 for seat \d changed the state: points\["),
        (broken.PausingCheck, r"the check of play \d for seat 0 changed the state: points\["),
        (broken.WritingProducer, r"the producer of play for seat 0 changed the state: points\["),
    ],
)
def test_a_check_or_producer_that_writes_is_named_with_what_it_wrote(
    game: Duets, words: str
) -> None:
    with pytest.raises(LawBroken, match=words):
        check_game(game)


def test_a_move_that_acts_for_another_seat_is_named_with_both_seats() -> None:
    words = r"play\(\) applies concede 1 of seat 1 for seats \[0\], expected \[1\]"
    with pytest.raises(LawBroken, match=words):
        check_game(broken.SeatToMove)


def test_a_win_that_the_returns_do_not_show_is_named_with_the_returns() -> None:
    words = r"outcome\(\) names the winner \d, but the returns are \[-?\d\.0, -?\d\.0\]$"
    with pytest.raises(LawBroken, match=words):
        check_game(broken_ends.FewestPoints)
    words = r"concede \d, the state names the winner \d, but the returns are \[\d\.0, \d\.0\]$"
    with pytest.raises(LawBroken, match=words):
        check_game(broken_ends.LastPoints)


def test_a_concession_that_wins_is_named_with_the_seat() -> None:
    words = r"seat (\d) plays concede \1 and wins: Outcome\(winner=\1, reason='concession'"
    with pytest.raises(LawBroken, match=words):
        check_game(broken_ends.PointsOnly)


def test_a_lost_card_is_named_with_the_move_that_lost_it() -> None:
    with pytest.raises(LawBroken, match=r"after play_card rat p\d.field.\d: lost 1 rat$"):
        check_game(broken_views.LostAttachment)


def test_chance_from_outside_is_found_when_a_seed_is_played_twice() -> None:
    with pytest.raises(LawBroken, match="played twice, swap and swap lead to different") as caught:
        check_game(broken_states.OutsideChance, skip=["same move same state"])
    assert caught.value.law == "seeds repeat"


def test_skip_leaves_a_law_out() -> None:
    check_game(broken_states.WrongPosition, games=2, skip=["positions read back"])
    check_game(broken_states.Endless, games=1, max_plies=20, skip=["games end"])
    check_game(broken.MutatingLegal, games=1, skip=["asking changes nothing"])
    check_game(broken.Stall, games=1, skip=["somebody can move", "sampled worlds can be played"])
    again = ["seeds repeat", "records replay", "options make the game again"]
    check_game(broken_states.OutsideDeal, games=1, skip=again)
    check_game(broken_states.LostCard, games=2, skip=["cards are conserved"], conserved=all_cards)


def test_skip_refuses_an_unknown_law() -> None:
    with pytest.raises(
        ValueError, match=r"unknown law 'game ends' in skip; did you mean 'games end'"
    ):
        check_game(Duet, skip=["game ends"])


def test_check_hash_seeds_passes_good_games() -> None:
    check_hash_seeds("tests.testing.good:Duet")
    check_hash_seeds("tests.testing.raid:Raid")


def test_check_hash_seeds_catches_what_depends_on_set_order() -> None:
    with pytest.raises(LawBroken, match="PYTHONHASHSEED=2 gives") as caught:
        check_hash_seeds("tests.testing.broken:SetOrder")
    assert caught.value.law == "nothing depends on set order"


def test_check_hash_seeds_finds_installed_games_by_id() -> None:
    check_hash_seeds("leduc")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "tests.testing.good:CARDS",
            "invalid game tests.testing.good:CARDS: expected a Game, got 6",
        ),
        ("tests.testing.good:Quartet", "Quartet"),
        ("no-such-game", "there is no game 'no-such-game'"),
    ],
)
def test_check_hash_seeds_says_why_a_game_cannot_be_run(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check_hash_seeds(name)


# Notes.


class Unsaid(OpenGame[Pot]):
    """A pot of coins; the game does not say how the seats stand."""

    id = "unsaid"

    def kinds(self) -> list[type[Move[Pot]]]:
        return Coins().kinds()

    def setup(self, rng: Rng) -> Pot:
        return Coins().setup(rng)

    def returns(self, state: Pot) -> list[float]:
        return Coins().returns(state)


class Said(Unsaid):
    def standing(self, state: Pot) -> list[float]:
        return leads([float(state.coins % 4), 0.0], 4.0)


class Advised(Unsaid):
    def policy(self) -> Policy[Pot]:
        return Policy()


class Played(Unsaid):
    def agents(self) -> dict[str, Callable[..., Agent[Pot, Pot]]]:
        return {"lucky": RandomAgent}


def test_report_notes_that_the_game_does_not_say_how_the_seats_stand() -> None:
    report = check_game(Unsaid, games=2)
    assert len(report.notes) == 1
    found = f"standing() is 0 for every seat in all {report.middle} states before the end"
    assert report.notes[0].startswith(found)
    assert report.notes[0].endswith("define Game.standing")
    assert report.notes[0] in repr(report)


@pytest.mark.parametrize("game", [Said, Advised, Played])
def test_report_has_no_note_if_agents_have_something_to_go_by(game: type[Unsaid]) -> None:
    assert check_game(game, games=2).notes == []


def test_page_of_laws_lists_each_law_with_what_it_says() -> None:
    page = (ROOT / "docs" / "reference" / "game-laws.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)`( \(quick\))? \| (.+) \|$", page, re.MULTILINE)
    assert [(name, text) for name, _, text in rows] == list(LAW_TEXTS.items())
    assert {name for name, quick, _ in rows if quick} == set(map(law_name, QUICK_LAWS))
