"""The order in which a turn is played: the first step that finds something decides (F-5, F-6)."""

from typing import Final

from kibitz.core.agent import Option, Reason
from kibitz.games.pokemon import moves
from kibitz.games.pokemon.agents.generator import cards
from kibitz.games.pokemon.agents.generator.cards import Attachment, Verdict
from kibitz.games.pokemon.agents.generator.scoring import DEVELOP_FIRST
from kibitz.games.pokemon.agents.generator.situation import BURNS, Hit, Knockout, Situation
from kibitz.games.pokemon.cards import CARDS
from kibitz.games.pokemon.rules.trainers import bred_cards
from kibitz.games.pokemon.state import PokemonMove, PokemonState, at_spot
from kibitz.games.pokemon.text.descriptions import name_at

# The steps, in order, and what a proposal of each counts. A later place in the list of a step costs
# a point.
KNOCKOUT: Final = "knockout"
DEFENCE: Final = "defence"
ENERGY_FOR_KNOCKOUT: Final = "energy for a knockout"
TRAINER: Final = "trainer"
ENERGY: Final = "energy"
BENCHING: Final = "bench"
EVOLUTION: Final = "evolution"
ATTACK: Final = "attack"
ENDING: Final = "end"
STEPS: Final = (
    *(KNOCKOUT, DEFENCE, ENERGY_FOR_KNOCKOUT, TRAINER, ENERGY),
    *(BENCHING, EVOLUTION, ATTACK, ENDING),
)
STEP_POINTS: Final[dict[str, float]] = {
    step: 100.0 * (len(STEPS) - at) for at, step in enumerate(STEPS)
}
# What a move is called that no step proposes; it counts nothing.
NO_STEP: Final = "no step"
# What comes before a knockout in the policy that develops first, and what does not count then.
FIRST: Final = "develop first"
FIRST_POINTS: Final = 1000.0
HARMLESS: Final = (cards.BILL, cards.POKEDEX, cards.PROFESSOR_OAK, cards.IMPOSTOR_OAK, cards.REVIVE)


class Proposal:
    """A move that a step proposes.

    Attributes:
        move: the move.
        step: the step.
        place: its place in the list of the step, from 0.
        tier: how urgent it is (F-9).
        text: why.
    """

    def __init__(self, move: PokemonMove, step: str, place: int, tier: str, text: str) -> None:
        self.move: Final = move
        self.step: Final = step
        self.place: Final = place
        self.tier: Final = tier
        self.text: Final = text

    def option(self, first: bool) -> Option[PokemonState]:
        """Returns it as an option whose reasons add up; `first` puts it before knockouts."""
        reasons = [Reason(self.step, STEP_POINTS[self.step] - self.place, self.text)]
        if first:
            reasons.append(Reason(FIRST, FIRST_POINTS, "the knockout stays possible"))
        return Option(self.move, sum([reason.amount for reason in reasons]), tuple(reasons))


class Flow:
    """All that the steps of one decision propose.

    Attributes:
        now: the situation.
        energy: the attachments of use, best first.
        defences: what is said about the Trainers under a threat.
        routine: what is said about the Trainers at any time.
        proposals: what the steps propose, in their order; each move once.
    """

    def __init__(self, now: Situation) -> None:
        self.now: Final = now
        self.energy: Final[list[Attachment]] = cards.attachments(now)
        self.defences: Final[list[Verdict]] = cards.defences(now)
        self.routine: Final[list[Verdict]] = cards.routine(now)
        self.proposals: Final[list[Proposal]] = []
        self.known: Final[list[PokemonMove]] = []
        self.knock_out()
        self.play_trainers(self.defences, DEFENCE)
        self.attach(True)
        self.play_trainers(self.routine, TRAINER)
        self.attach(False)
        self.put_on_bench()
        self.evolve()
        self.attack()
        for move in now.menu.ends:
            self.propose(move, ENDING, cards.LOW, "nothing else is of use")

    def propose(self, move: PokemonMove, step: str, tier: str, text: str) -> None:
        """Adds a proposal, unless the move was proposed before."""
        for other in self.known:
            if other is move:
                return
        place = 0
        for made in self.proposals:
            if made.step == step:
                place += 1
        self.known.append(move)
        self.proposals.append(Proposal(move, step, place, tier, text))

    def knock_out(self) -> None:
        """Proposes what leads to a sure knockout (F-5a)."""
        for each in self.now.knockouts:
            move = self.way_to(each.hit)
            if move is not None:
                self.propose(move, KNOCKOUT, cards.HIGHEST, knockout_text(self.now, each))

    def way_to(self, hit: Hit) -> PokemonMove | None:
        """Returns the next move towards an attack: it, Energy Burn, Switch or a retreat."""
        menu = self.now.menu
        if hit.spot > 0:
            played = menu.play(cards.SWITCH, hit.spot)
            return menu.retreat(hit.spot) if played is None else played
        for attack in menu.attacks:
            if attack.attack == hit.attack.word:
                return attack
        for power in menu.powers:
            if power.spot == 0 and BURNS[self.now.own[0].kind]:
                return power
        return None

    def play_trainers(self, verdicts: list[Verdict], step: str) -> None:
        """Proposes the Trainers that are worth playing (F-5b, F-5d)."""
        for verdict in verdicts:
            move = self.now.menu.play(verdict.card, verdict.spot) if verdict.plays else None
            if move is not None:
                text = f"{CARDS[verdict.card].name}: {verdict.text}"
                self.propose(move, step, verdict.tier, text)

    def attach(self, knockout: bool) -> None:
        """Proposes the attachments, those for a knockout or the others (F-5c, F-5e)."""
        for each in self.energy:
            if (each.knockout is not None) == knockout:
                step, tier = (
                    (ENERGY_FOR_KNOCKOUT, cards.HIGHEST) if knockout else (ENERGY, cards.MEDIUM)
                )
                self.propose(each.move, step, tier, attachment_text(self.now, each))

    def put_on_bench(self) -> None:
        """Proposes the Basic Pokémon for the Bench, the highest score first."""
        scores = self.now.scores
        benchings = self.now.menu.benchings
        for move in sorted(benchings, key=lambda each: (-scores[each.number], each.number)):
            text = f"{CARDS[move.number].name} has a score of {scores[move.number]:.4g}"
            self.propose(move, BENCHING, cards.MEDIUM, text)

    def evolve(self) -> None:
        """Proposes evolutions, also by Pokémon Breeder, the highest score first."""
        found = [(self.evolved(move), move.spot, 0, move) for move in self.now.menu.evolutions]
        ways: list[tuple[float, int, int, PokemonMove]] = [*found]
        for play in self.now.menu.plays:
            if play.number == cards.BREEDER:
                ways.append((self.bred(play), play.spot, 1, play))
        ways.sort(key=lambda way: (-way[0], way[1], way[2]))
        for score, spot, _, move in ways:
            now = self.now.score(self.now.own[spot])
            if score > now or not self.now.settings.evolve_if_better:
                name = name_at(self.now.view, self.now.seat, spot)
                text = f"the score of {name} goes from {now:.4g} to {score:.4g}"
                self.propose(move, EVOLUTION, cards.MEDIUM, text)

    def evolved(self, move: moves.Evolve) -> float:
        """Returns the score of an evolved Pokémon."""
        return self.now.scores[move.number]

    def bred(self, move: moves.PlayTrainer) -> float:
        """Returns the best score that Pokémon Breeder gives at a spot."""
        now = self.now
        found = bred_cards(now.view, now.seat, at_spot(now.view, now.seat, move.spot))
        return max([now.scores[card] for card in found], default=0.0)

    def attack(self) -> None:
        """Proposes the best attack of the Active, if it does something (F-5e, C-10)."""
        for hit in self.now.active_attacks()[:1]:
            move = self.way_to(hit)
            if move is not None and (hit.expected > 0.0 or hit.foe_effect):
                text = attack_text(hit)
                self.propose(move, ATTACK, cards.MEDIUM, text)

    def options(self) -> list[tuple[Option[PokemonState], str]]:
        """Returns the proposals as options with their tiers, best first."""
        develops = self.now.settings.policy == DEVELOP_FIRST and len(self.now.knockouts) > 0
        found = [
            (each.option(develops and is_harmless(each.move)), each.tier) for each in self.proposals
        ]
        if develops:
            found.sort(key=lambda pair: -pair[0].score)
        return found

    # Moves that no step proposes, for somebody who asks about them.

    def other(self, move: PokemonMove) -> Option[PokemonState]:
        """Returns a move that was not proposed as an option, with what speaks against it."""
        if isinstance(move, moves.Attack):
            for place, hit in enumerate(self.now.active_attacks()):
                if hit.attack.word == move.attack and (hit.expected > 0.0 or hit.foe_effect):
                    text = f"{attack_text(hit)}; another attack comes first"
                    return Proposal(move, ATTACK, place, cards.MEDIUM, text).option(False)
        return Option(move, 0.0, (Reason(NO_STEP, 0.0, self.objection(move)),))

    def objection(self, move: PokemonMove) -> str:
        """Says why no step proposes a move."""
        view, seat = self.now.view, self.now.seat
        if isinstance(move, moves.Attack):
            if any(hit.attack.word == move.attack for hit in self.now.active_attacks()):
                return "it does no damage, and nothing else to the opponent"
            return "it could lose the match by what it does to its own side"
        if isinstance(move, moves.Attach):
            return f"no attack of {name_at(view, seat, move.spot)} needs it"
        if isinstance(move, moves.PlayTrainer) and move.number != cards.BREEDER:
            return self.trainer_objection(move)
        if isinstance(move, (moves.Evolve, moves.PlayTrainer)):
            score = self.evolved(move) if isinstance(move, moves.Evolve) else self.bred(move)
            own = self.now.score(self.now.own[move.spot])
            name = name_at(view, seat, move.spot)
            return f"the score of {name} would go from {own:.4g} to {score:.4g}"
        if isinstance(move, moves.Retreat):
            return "a retreat is proposed only to a Pokémon that is sure to knock out"
        if isinstance(move, moves.UsePower):
            return "no Power is used but Energy Burn, right before an attack that needs it"
        return "no step proposes it"

    def trainer_objection(self, move: moves.PlayTrainer) -> str:
        """Says why a Trainer is not played, or not on this Pokémon."""
        judged = self.defences + self.routine
        own = [
            each for each in judged + cards.unjudged(self.now, judged) if each.card == move.number
        ]
        for verdict in own:
            if verdict.plays and verdict.spot >= 0:
                target = name_at(self.now.view, self.now.seat, verdict.spot)
                return f"it is of more use on {target}: {verdict.text}"
        return own[0].text if own else "no step proposes it"


def is_harmless(move: PokemonMove) -> bool:
    """Tells whether a move leaves a knockout possible: it changes neither Active Pokémon."""
    if isinstance(move, moves.Evolve):
        return move.spot > 0
    if isinstance(move, moves.PlayTrainer):
        return move.number in HARMLESS or (move.number == cards.BREEDER and move.spot > 0)
    return isinstance(move, (moves.Attach, moves.Bench))


# Words.


def knockout_text(now: Situation, each: Knockout) -> str:
    """Says what a knockout does."""
    target = name_at(now.view, now.seat, each.target)
    left = at_spot(now.ours, now.seat, each.target).left()
    does = f"{each.hit.attack.name} does {each.damage} damage"
    if each.hit.spot == 0:
        return f"{does} to {target}, which has {left} HP left: a sure knockout"
    own = name_at(now.view, now.seat, each.hit.spot)
    return f"from the front, {own} is sure to knock out {target}: {does}, and {left} HP are left"


def attack_text(hit: Hit) -> str:
    """Says what an attack without a knockout does."""
    average = "" if hit.sure == hit.expected else " on average"
    does = f"{hit.expected:.4g} damage{average}" if hit.expected > 0.0 else "no damage"
    effect = ", and affects the opponent in other ways" if hit.foe_effect else ""
    return f"{hit.attack.name} does {does}{effect}"


def attachment_text(now: Situation, each: Attachment) -> str:
    """Says what an attachment is for."""
    name, attack = name_at(now.view, now.seat, each.move.spot), each.attack.name
    if each.knockout is not None:
        target = name_at(now.view, now.seat, each.knockout.target)
        left = at_spot(now.ours, now.seat, each.knockout.target).left()
        does = f"{each.knockout.hit.attack.name} does {each.knockout.damage}"
        return f"with it, {name} is sure to knock out {target}: {does}, and {left} HP are left"
    if each.gain > 0:
        text = f"with it, {name} does {each.gain} more damage, by {attack}"
    else:
        text = f"{name} needs it for {attack}"
    return text if each.overflow <= 0 else f"{text}, and {each.overflow} unit of it is left over"
