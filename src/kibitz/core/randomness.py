"""The generator of chance: sfc32, a few 32-bit integers that live inside a state.

Python's own generators are large to copy and differ in what they promise between versions. This
one clones in nanoseconds and draws the same numbers on every Python, interpreted or compiled.
sfc32 is Chris Doty-Humphrey's "small fast counting" generator from PractRand (public domain);
64-bit generators gain nothing from compiling, because integers above 2**62 are boxed.
"""

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from string import ascii_lowercase
from typing import Final, SupportsIndex, TypeVar

from mypy_extensions import i64, mypyc_attr

from kibitz.core.value import brief, check_text

T = TypeVar("T")

MASK: Final = 0xFFFFFFFF
# The letters of a random seed: 26**14 is more than 2**65, which nobody can try out. Letters only,
# so that it is never read as a number, and can stand in a file name and on a command line.
SEED_LETTERS: Final = 14
# The bytes of a generator's three words; its counter starts at 1.
SEED_BYTES: Final = 12
# Sets what is derived for agents apart from everything else that is derived from a seed.
AGENTS: Final = b"kibitz agents"


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """Draws the numbers of one stream of chance; its four words are its whole state.

    `seeded` makes one. The constructor is for copies and pickle: it takes the words as they are,
    and poor ones draw poor numbers for a while.
    """

    __match_args__ = ("a", "b", "c", "counter")

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def clone(self) -> "Rng":
        """Copies the generator; both copies draw the same numbers from here."""
        return Rng(self.a, self.b, self.c, self.counter)

    def key(self) -> tuple[int, int, int, int]:
        """Returns the four words, for equality and hashing."""
        return (self.a, self.b, self.c, self.counter)

    def word(self) -> i64:
        """Draws 32 random bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        total: i64 = (a + b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = (((c << 21) | (c >> 11)) + total) & MASK
        return total

    def below(self, bound: i64) -> i64:
        """Draws uniformly from 0 to `bound` - 1; `bound` is at most 2**32.

        Words that would favour small results are drawn again, so that no result is likelier.
        """
        # The shift asks for a whole number, too: interpreted, a fraction would draw fractions.
        if bound <= 0 or (bound - 1) >> 32:
            raise ValueError(f"cannot draw below {bound}; the bound is 1 to 2**32")
        fair: i64 = 4294967296 - 4294967296 % bound
        word: i64 = self.word()
        while word >= fair:
            word = self.word()
        return word % bound

    def between(self, low: int, high: int) -> int:
        """Draws uniformly from `low` to `high`, both included."""
        if high < low:
            raise ValueError(f"cannot draw between {low} and {high}; the first must be the lower")
        return low + self.below(high - low + 1)

    def random(self) -> float:
        """Draws uniformly from [0, 1), in steps of 2**-32."""
        return float(self.word()) / 4294967296.0

    def flip(self, bias: float = 0.5) -> bool:
        """Flips a coin that shows heads (True) with probability `bias`."""
        return self.random() < bias

    def roll(self, sides: int, count: int = 1) -> list[int]:
        """Rolls `count` dice with faces 1 to `sides`."""
        return [1 + self.below(sides) for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        """Draws one item; an empty sequence is refused with `ValueError`."""
        if len(items) == 0:
            raise ValueError("cannot pick from nothing")
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffles a list in place (Fisher-Yates); a single draw for each item but one."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def fork(self) -> "Rng":
        """Makes another generator from the next draws of this one."""
        return Rng(self.word(), self.word(), self.word(), 1)

    def child(self, name: str) -> "Rng":
        """Derives a named stream; draws nothing, so the same name gives the same stream again."""
        check_text("name", name)
        return seeded(f"{self.key()}:{name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Rng({self.a}, {self.b}, {self.c}, {self.counter})"

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.key())


def check_seed(name: str, seed: object) -> None:
    """Refuses a seed that no record could hold.

    Raises:
        TypeError: if it is neither a whole number nor a text.
        ValueError: if it cannot be written down, such as a number of thousands of digits.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise TypeError(f"invalid {name} {brief(seed)}: expected a whole number or a text")
    try:
        str(seed).encode()
    except ValueError:
        wanted = "expected fewer than 4300 digits, or a text in Unicode"
        raise ValueError(f"invalid {name} {brief(seed)}: {wanted}") from None


def seeded(seed: SupportsIndex | str) -> Rng:
    """Makes the generator of a seed, a whole number or a text: the same everywhere.

    Raises:
        TypeError: if the seed is neither a whole number nor a text.
        ValueError: if it cannot be written down, such as a number of thousands of digits.
    """
    check_seed("seed", seed)
    return generator_of(blake2b(str(seed).encode(), digest_size=SEED_BYTES).digest())


def generator_of(digest: bytes) -> Rng:
    """Makes a generator whose seed is the first 12 bytes of a hash."""
    rng = Rng(
        int.from_bytes(digest[0:4], "little"),
        int.from_bytes(digest[4:8], "little"),
        int.from_bytes(digest[8:12], "little"),
        1,
    )
    for _ in range(12):  # the author's own warm-up length
        rng.word()
    return rng


def random_seed() -> str:
    """Draws a seed that nobody can guess or find by trying: 14 letters, more than 65 bits."""
    return "".join([secrets.choice(ascii_lowercase) for _ in range(SEED_LETTERS)])


def agent_hash(seed: int | str) -> blake2b:
    """Starts the hash of which `agent_rng` makes the generators of all agents of a match.

    It is one-way, so the random numbers of agents reveal nothing about the seed, and it differs
    from all other uses of the seed. But a seed that can be guessed is not secret.
    """
    return blake2b(str(seed).encode(), person=AGENTS, digest_size=SEED_BYTES)


def agent_rng(start: blake2b, seat: int, ply: int) -> Rng:
    """Makes the generator of an agent for one decision; it tells nothing about any other."""
    found = start.copy()  # takes half as long as a new hash
    found.update(f"/{seat}/{ply}".encode())
    return generator_of(found.digest())


def hidden_rng() -> Rng:
    """Returns the generator of views: all zeros, so that it reveals nothing."""
    return Rng(0, 0, 0, 0)
