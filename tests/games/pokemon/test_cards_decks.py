"""Deck lists as people and programs write them, in options, files, positions and matches."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.games import load
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.actions.match import new_match, replay
from kibitz.games.pokemon.actions.schema import MatchState
from kibitz.games.pokemon.cards import (
    CARDS,
    COUNT,
    DECKS,
    IS_BASIC,
    IS_BASIC_ENERGY,
    IS_ENERGY,
    IS_POKEMON,
    KNOWN,
    MOST_TEXT,
    THEMES,
    WORD_NUMBERS,
    WORDS,
    assume_deck,
    deck_problems,
    read_deck,
    read_decks,
    read_list,
    split_decks,
    write_list,
)
from tests.games.pokemon.random_decks import random_deck

ZAP = read_deck("zap", 60)
LIVE = """Pokémon: 21
4 Pikachu BS 58
3 Abra BS 43
1 Kadabra BS 32
3 Gastly BS 50
2 Haunter BS 29
2 Jynx BS 31
3 Magnemite BS 53
1 Mewtwo BS 10
2 Drowzee BS 49

Trainer: 11
2 Bill BS 91
1 Computer Search BS 71
1 Defender BS 80
1 Gust of Wind BS 93
1 Potion BS 94
1 Professor Oak BS 88
1 Super Potion BS 90
2 Switch BS 95
1 Energy Removal BS 92

Energy: 28
12 Lightning Energy BS 100
16 Psychic Energy BS 101

Total Cards: 60
"""
LIST = read_list(LIVE)


def restyled(*changes: tuple[str, str]) -> str:
    """Returns the list in another style."""
    text = LIVE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_list_of_the_usual_format_is_read() -> None:
    assert len(LIST) == 60
    counts = Counter(LIST)
    assert counts[WORD_NUMBERS["pikachu"]] == 4
    assert counts[WORD_NUMBERS["psychic"]] == 16
    assert read_deck(LIVE, 60) == sorted(LIST)


@pytest.mark.parametrize(
    "text",
    [
        LIVE.replace("\n", "\r\n"),
        LIVE.replace("\n", "\r"),
        "\ufeff" + LIVE,
        LIVE.replace("Pokémon", "Poke\u0301mon"),
        LIVE.upper(),
        LIVE.replace("\n", "  \n\t"),
        restyled(("Pokémon: 21", "##Pokémon - 21"), ("Trainer: 11", "##Trainer Cards - 11")),
        restyled(("Pokémon: 21", "Pokemon (21)"), ("Trainer: 11", "Trainers"), ("Energy: 28", "")),
        restyled(("Pokémon: 21", "21 Pokémon"), ("Energy: 28", "28 Energy")),
        restyled(("Total Cards: 60", "Total Cards - 60"), ("Energy: 28", "Energy:")),
        "****** Deck List ******\n\n" + LIVE.replace("\n4 ", "\n* 4 ").replace("\n1 ", "\n- 1 "),
        LIVE.replace(" BS ", " Base Set "),
        LIVE.replace(" BS ", " base1-"),
        LIVE.replace("BS 58", "BS 058").replace("BS 43", "43/102").replace("BS 32", "#32"),
        LIVE.replace("BS 58", "(BS 58)").replace("BS 43", "[Base]").replace("BS 32", "BS 32 PH"),
        LIVE.replace("4 Pikachu BS 58", "Pikachu x4").replace("3 Abra BS 43", "Abra 3x"),
        LIVE.replace("4 Pikachu", "4x Pikachu").replace("3 Abra", "3 \u00d7 Abra"),
        LIVE.replace("4 Pikachu BS 58", "2 Pikachu\n2 pikachu # two more\n// no more"),
        LIVE.replace("4 Pikachu BS 58", "4 BS 58").replace("3 Abra BS 43", "3 base1-43"),
        LIVE.replace("12 Lightning Energy BS 100", "12 Basic {L} Energy SVE 4"),
        LIVE.replace("12 Lightning Energy BS 100", "12 Lightning Energy Energy 4"),
        LIVE.replace("12 Lightning Energy BS 100", "12 basic lightning energy"),
        "\n".join(f"{count} {WORDS[card]}" for card, count in Counter(LIST).items()),
        ", ".join(f"{count} {WORDS[card]}" for card, count in Counter(LIST).items()),
    ],
)
def test_styles_of_lists_read_the_same(text: str) -> None:
    assert read_deck(text, 60) == sorted(LIST)


@pytest.mark.parametrize(
    ("entry", "card"),
    [
        ("4 Nidoran♂", "nidoran m"),
        ("4 Nidoran ♂ BS 55", "nidoran m"),
        ("4 Nidoran (M)", "nidoran m"),
        ("4 Farfetch\u2019d BS 27", "farfetchd"),
        ("4 Farfetch'd", "farfetchd"),
        ("4 Pokédex BS 87", "pokedex"),
        ("4 Pokemon Breeder", "pokemon breeder"),
        ("4 Imposter Professor Oak", "impostor professor oak"),
        ("4 Plus Power", "pluspower"),
        ("4 Double Colorless Energy BS 96", "double colorless"),
        ("4 energy-retrieval", "energy retrieval"),
        ("4 {W} Energy", "water"),
    ],
)
def test_names_are_read_as_they_are_spelt_elsewhere(entry: str, card: str) -> None:
    assert read_list(entry) == [WORD_NUMBERS[card]] * 4


def test_every_card_is_read_by_word_name_code_and_number() -> None:
    for card in CARDS[1:]:
        number = card.code.rpartition("-")[2]
        for text in (card.word, card.name, card.code, f"{card.name} BS {number}", f"BS {number}"):
            assert read_list(f"2 {text}") == [card.number] * 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4 Pikachuu BS 58", "there is no card 'pikachuu' in the Base Set, did you mean 'pikachu'"),
        ("4 Scyther JU 10", "there is no card 'scyther' in the Base Set"),
        ("4 Pikachu JU 60", "Pikachu of the set JU: there is only the Base Set"),
        ("4 Pikachu BS 60", "Pikachu is number 58 of the Base Set, not 60"),
        ("4 Pikachu with wings", "cannot read 'with wings' behind Pikachu"),
        ("0 Pikachu", "0 copies in '0 Pikachu': expected 1 to 999"),
        ("1000 Pikachu", "1000 copies"),
        ("4", "there is no card in '4'"),
        ("4 x", "there is no card in '4 x'"),
        ("a" * 70_000, "70,000 characters: expected 65,536 at most"),
    ],
)
def test_entry_that_cannot_be_read_is_named(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_list(text)


def test_unknown_card_does_not_list_all_cards() -> None:
    for name in ("pikachoo", "zzzzzz", "energy", "mew", "professor"):
        with pytest.raises(ValueError, match="no card") as caught:
            read_list(f"4 {name}, 1 abra")
        assert str(caught.value).count("'") <= 8
        assert len(str(caught.value)) < 160


def test_all_problems_of_both_decks_come_in_one_refusal() -> None:
    bad = restyled(
        ("4 Pikachu BS 58", "5 Pikachu BS 58"),
        ("3 Abra BS 43", "3 Abraa BS 43"),
        ("1 Mewtwo BS 10", "1 Mewtwo BS 11"),
    )
    with pytest.raises(ValueError, match="invalid decks") as caught:
        PokemonTcg(decks=f"{bad} / 4 abra, 50 psychic")
    text = str(caught.value)
    for problem in (
        "deck 1: line 3: there is no card 'abraa' in the Base Set, did you mean 'abra'",
        "line 9: Mewtwo is number 10 of the Base Set, not 11",
        "it has 61 cards: expected 60",
        "it has 5 copies of Pikachu: expected 4 at most",
        "deck 2: it has 54 cards: expected 60",
    ):
        assert problem in text


def test_very_many_problems_are_counted() -> None:
    with pytest.raises(ValueError, match=r"line 12: .*; and 29 problems more$"):
        read_deck("\n".join(["1 nothing"] * 40), 60)


# Two decks in one text.


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("zap / brushfire", ["zap", "brushfire"]),
        ("zap/brushfire", ["zap", "brushfire"]),
        ("Zap!, Brushfire", ["Zap!", "Brushfire"]),
        ("zap", ["zap"]),
        ("4 pikachu 58/102, 56 fire / zap", ["4 pikachu 58/102, 56 fire", "zap"]),
        ("4 pikachu 58/102, 56 fire/zap", ["4 pikachu 58/102, 56 fire", "zap"]),
        ("4 pikachu // best\n/\nzap # 1 / 2", ["4 pikachu", "zap"]),
        ("@decks/mine.txt / zap", ["@decks/mine.txt", "zap"]),
        ("@decks/mine.txt", ["@decks/mine.txt"]),
        ("zap / brushfire / starter", ["zap", "brushfire", "starter"]),
    ],
)
def test_decks_are_split(text: str, parts: list[str]) -> None:
    assert [part.strip() for part in split_decks(text)] == parts


# Files.


def test_deck_is_read_from_a_file_and_recorded_as_a_list(tmp_path: Path) -> None:
    path = tmp_path / "my deck.txt"
    path.write_bytes(LIVE.replace("\n", "\r\n").encode("utf-8-sig"))
    game = PokemonTcg(decks=f"@{path} / Zap!")
    assert game.decks == [sorted(LIST), ZAP]
    recorded = game.options["decks"]
    assert isinstance(recorded, str)
    assert recorded.startswith("1 mewtwo, ")
    assert recorded.endswith(" / zap")
    path.unlink()
    assert load("pokemon", decks=recorded).decks == game.decks  # type: ignore[attr-defined]  # a PokemonTcg
    assert PokemonTcg(decks="overgrowth/ZAP!").options["decks"] == "overgrowth/ZAP!"


def test_problems_of_a_file_name_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("4 Pikachu\n4 Raichuu\n", encoding="utf-8")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe4\x00")
    (tmp_path / "large.txt").write_bytes(b"# much\n" * MOST_TEXT)
    for name, problem in (
        ("bad.txt", r"deck 1 \(bad.txt\): line 2: there is no card 'raichuu' .* it has 8 cards"),
        ("none.txt", r"deck 1 \(none.txt\): cannot read it: no such file"),
        ("binary.txt", r"deck 1 \(binary.txt\): it is not a text in UTF-8"),
        ("large.txt", r"deck 1 \(large.txt\): it has 458,752 bytes: expected 65,536 at most"),
        (".", "cannot read it: it is not a file"),
        ("/dev/zero", "cannot read it: it is not a file"),
        ("~nobody-at-all/x", "cannot read it"),
        ("\x00", "cannot read it"),
    ):
        with pytest.raises(ValueError, match=problem):
            PokemonTcg(decks=f"@{name} / zap")
    with pytest.raises(ValueError, match=r"there is no deck 'bad.txt'; .*; for a file write @bad"):
        PokemonTcg(decks="bad.txt / zap")


def test_only_the_option_reads_files(tmp_path: Path) -> None:
    """Positions and matches can come from somebody else; they never open a file."""
    path = tmp_path / "mine.txt"
    path.write_text(LIVE, encoding="utf-8")
    with pytest.raises(ValueError, match="is a file; expected the list itself here"):
        PokemonTcg().read_position({"viewer": 0, "decks": f"@{path} / zap", "seats": []})
    match = new_match(f"@{path} / zap")
    assert match.state is MatchState.CANCELLED
    assert "is a file; expected the list itself here" in match.problem


def test_match_takes_lists_with_headings_and_comments() -> None:
    match = new_match(f"{LIVE}# the end\n / zap")
    assert match.state is MatchState.MATCH_APPROVAL
    assert match.game.decks == [sorted(LIST), ZAP]
    assert replay(match.log()).fingerprint() == match.fingerprint()


def test_deck_that_is_not_known_is_for_positions_only() -> None:
    with pytest.raises(ValueError, match="deck 2: only a position can have a deck that is not"):
        PokemonTcg(decks="zap / ?")


# Any text.

NOISE = st.text(
    st.sampled_from([*"0123456789xX*#/@,;:-()[]{} \n\r\té♂'?!", *"pikachufirenergybs"]),
    max_size=60,
)
PIECES = st.sampled_from(
    [
        *("4 Pikachu BS 58", "Pokémon: 20", "Trainer", "20 fire", "/", "//", "x", "\n", "\r\n"),
        *("Total Cards: 60", "999 water", "base1-4", "@mine", "?", ",", "zap", "# no", "é", "♂"),
    ]
)


@given(text=NOISE | st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=40))
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_list, lambda each: read_deck(each, 60), lambda each: read_decks(each, 60)):
        refusal = ""
        try:
            assert isinstance(read(text), list)
        except ValueError as error:
            refusal = str(error) or "no words"
        assert len(refusal) < 4_000
        assert refusal != "no words"


@st.composite
def written(draw: st.DrawFn) -> tuple[list[int], str]:
    """Draws a deck, and a list of it in a mixture of styles."""
    deck = read_list(random_deck(seeded(draw(st.integers(0, 50)))))
    lines: list[str] = []
    for card, count in sorted(Counter(deck).items(), key=lambda _: draw(st.integers(0, 99))):
        own = CARDS[card]
        number = own.code.rpartition("-")[2]
        name = draw(st.sampled_from([own.name, own.word, own.name.upper(), own.code]))
        printed = ["", f" BS {number}", f" Base Set {number}/102", f" (BS {number})", f" #{number}"]
        behind = draw(st.sampled_from(printed)) if name != own.code else ""
        style = draw(st.sampled_from(["{n} {c}", "{n}x {c}", "* {n} {c}", "{c} x{n}", "{n} x {c}"]))
        lines.append(style.replace("{n}", str(count)).replace("{c}", f"{name}{behind}"))
        other = ["", "# more", "// more", "Energy: 9", "Trainer Cards - 3", "  ", "Total: 60"]
        lines.append(draw(st.sampled_from(other)))
    return (deck, draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines))


@given(deck_and_text=written())
@settings(max_examples=150, deadline=None)
def test_deck_in_any_mixture_of_styles_is_read(deck_and_text: tuple[list[int], str]) -> None:
    deck, text = deck_and_text
    assert read_deck(text, 60) == sorted(deck)
    assert read_decks(f"{text}\n/ zap", 60) == [sorted(deck), ZAP]
    assert read_list(write_list(deck)) == sorted(deck)


def test_no_word_for_a_card_is_a_heading() -> None:
    for word, card in KNOWN.items():
        assert read_list(word) == [card]
        assert read_list(f"2 {word}\n1 abra") == [card, card, WORD_NUMBERS["abra"]]


# Decks that nobody has told.


def test_theme_deck_that_showed_all_cards_is_assumed() -> None:
    for name, deck in THEMES.items():
        rng = seeded(name)
        for size in (8, 20, 40):
            cards = deck[:]
            rng.shuffle(cards)
            seen = Counter(cards[:size])
            found = assume_deck(seen, 60)
            assert seen <= Counter(found)
            if size > 8:
                assert found == sorted(THEMES[name])
    assert assume_deck({}, 60) == read_deck("overgrowth", 60)


def test_likelier_theme_deck_is_assumed() -> None:
    # Both have Pikachu: Zap! four of them.
    pikachu = WORD_NUMBERS["pikachu"]
    having = {name: deck.count(pikachu) for name, deck in THEMES.items() if pikachu in deck}
    best = max(having, key=lambda name: having[name])
    assert assume_deck({pikachu: 1}, 60) == read_deck(best, 60)


@given(seed=st.integers(0, 500), shown=st.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_assumed_deck_is_legal_and_depends_on_what_was_seen_alone(seed: int, shown: int) -> None:
    rng = seeded(seed)
    cards = read_list(random_deck(rng))
    rng.shuffle(cards)
    seen = Counter(cards[:shown])
    deck = assume_deck(seen, 60)
    assert deck_problems(deck, 60) == []
    assert seen <= Counter(deck)
    turned = dict(reversed(list(seen.items())))
    assert assume_deck(turned, 60) == deck


def test_assumed_deck_fits_the_pokemon_that_were_seen() -> None:
    mewtwo, charizard = WORD_NUMBERS["mewtwo"], WORD_NUMBERS["charizard"]
    deck = Counter(assume_deck({mewtwo: 2, charizard: 1, WORD_NUMBERS["fire"]: 3}, 60))
    for word in ("charmander", "charmeleon", "psychic", "bill"):
        assert deck[WORD_NUMBERS[word]] >= 2, word
    assert deck[WORD_NUMBERS["water"]] == 0
    kinds = (IS_POKEMON, IS_ENERGY, IS_BASIC)
    totals = [sum(deck[card] for card in range(COUNT) if kind[card]) for kind in kinds]
    assert 18 <= totals[0] <= 26
    assert 20 <= totals[1] <= 30
    assert totals[2] >= 8
    basic = [card for card in deck if IS_BASIC_ENERGY[card]]
    assert sorted(WORDS[card] for card in basic) == ["fire", "psychic"]


def test_cards_that_no_deck_can_have_are_refused() -> None:
    with pytest.raises(ValueError, match="5 copies of Mewtwo"):
        assume_deck({WORD_NUMBERS["mewtwo"]: 5}, 60)
    with pytest.raises(ValueError, match="61 cards are shown: expected 60 at most"):
        assume_deck({WORD_NUMBERS["fire"]: 61}, 60)


def test_theme_decks_are_read() -> None:
    assert sorted(DECKS) == sorted(THEMES)
