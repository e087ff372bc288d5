"""The events of act 3, and the end of it."""

from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.acts import encounters_of
from kibitz.communicationmod.host.deck import upgrade_random
from kibitz.communicationmod.host.events.event import LEAVE, Event, by_ascension, part_of
from kibitz.communicationmod.host.fights import win
from kibitz.communicationmod.host.rewards import BOSS_ODDS, MONSTER_ODDS, collect, gain_named
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Option, Reward, Story
from kibitz.communicationmod.host.stock import Held
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import face


def falling(event: Event, run: Run) -> Story[None]:
    """One of three cards is lost."""
    yield from event.ask("The ground is gone, and you fall.", Option("Continue"))
    kinds = (
        ("Land", catalogue.SKILL),
        ("Channel", catalogue.POWER),
        ("Strike", catalogue.ATTACK),
    )
    lost: list[Held | None] = []
    for _, kind in kinds:
        fitting = [card for card in run.removable() if card.type == kind]
        lost.append(run.dice.pick(fitting) if fitting else None)
    if not any(lost):
        yield from event.end("You land softly.")
        return
    answer = yield from event.ask(
        "You have to let go of something.",
        *(
            Option(label, f"Lose {card.name}." if card else "", card is not None)
            for (label, _), card in zip(kinds, lost, strict=True)
        ),
    )
    chosen = lost[answer]
    assert chosen is not None
    run.remove(chosen)
    yield from event.end("You land softly.")


# Floors of acts 1 to 3, from which on the third choice of Mind Bloom heals.
RICH_BELOW: Final = 41


def mind_bloom(event: Event, run: Run) -> Story[None]:
    """A boss to fight, knowledge, or a wish."""
    rich = run.floor < RICH_BELOW
    answer = yield from event.ask(
        "Your thoughts become real.",
        Option("I am War", "Fight a boss of act 1. Obtain a rare relic."),
        Option("I am Awake", "Upgrade all cards. You can no longer heal."),
        Option("I am Rich", "Gain 999 Gold. Become cursed with 2 Normality.")
        if rich
        else Option("I am Healthy", "Heal to full HP. Become cursed with Doubt."),
    )
    if answer == 0:
        yield from event.ask("You remember this one.", Option("Fight"))
        relic = Reward("RELIC", relic=run.next_relic(stock.RARE))
        gold = by_ascension(run, 50, 25)
        boss = run.dice.pick([*encounters_of(1, "boss")])
        yield from win(run, boss, (gold, gold), BOSS_ODDS, [relic])
        return
    if answer == 1:
        upgrade_random(run, len(run.deck))
        yield from gain_named(run, "Mark of the Bloom")
    elif rich:
        run.gain_gold(999)
        for _ in range(2):
            run.gain_card(face("Normality"))
    else:
        run.heal(run.max_hp)
        run.gain_card(catalogue.DOUBT)
    yield from event.end("Your thoughts are your own again.")


def moai_head(event: Event, run: Run) -> Story[None]:
    """Health for the most HP, or gold for an idol."""
    loss = part_of(run.max_hp, by_ascension(run, 125, 180) / 10)
    answer = yield from event.ask(
        "A head of stone with an open mouth.",
        Option("Jump Inside", f"Heal to full HP. Lose {loss} Max HP."),
        Option("Offer", "Give the Golden Idol: gain 333 Gold.", run.has("Golden Idol")),
        LEAVE,
    )
    if answer == 0:
        run.change_max_hp(-loss)
        run.heal(run.max_hp)
    elif answer == 1:
        run.lose_relic("Golden Idol")
        run.gain_gold(333)
    else:
        return
    yield from event.end("The mouth is closed.")


def mysterious_sphere(event: Event, run: Run) -> Story[None]:
    """A rare relic and who guards it."""
    answer = yield from event.ask(
        "Something shines within a sphere.",
        Option("Open Sphere", "Fight. Obtain a rare relic."),
        LEAVE,
    )
    if answer == 0:
        yield from event.ask("They were waiting for this.", Option("Fight"))
        relic = Reward("RELIC", relic=run.next_relic(stock.RARE))
        yield from win(run, "2 orb walker", (45, 55), MONSTER_ODDS, [relic])


def sensory_stone(event: Event, run: Run) -> Story[None]:
    """Colorless cards, for HP."""
    yield from event.ask("A stone shows you what others remember.", Option("Focus"))
    damages = (0, 5, 10)
    answer = yield from event.ask(
        "How much do you want to see?",
        *(
            Option(
                f"Recall {count}",
                f"{count} colorless card{'s' if count > 1 else ''}."
                + (f" Lose {damage} HP." if damage else ""),
            )
            for count, damage in enumerate(damages, 1)
        ),
    )
    if damages[answer]:
        run.lose_hp(damages[answer])
    rewards = [Reward("CARD", cards=run.roll_colorless(3)) for _ in range(answer + 1)]
    yield from collect(run, rewards)


def tomb(event: Event, run: Run) -> Story[None]:
    """The lord of the red masks."""
    answer = yield from event.ask(
        "Here lies the lord of the bandits.",
        Option("Don the Red Mask", "Gain 222 Gold.", run.has("Red Mask")),
        Option("Offer Gold", "Lose all Gold: obtain Red Mask.", not run.has("Red Mask")),
        LEAVE,
    )
    if answer == 0:
        run.gain_gold(222)
    elif answer == 1:
        run.gold = 0
        yield from gain_named(run, "Red Mask")
    else:
        return
    yield from event.end("The tomb is quiet.")


def winding_halls(event: Event, run: Run) -> Story[None]:
    """A way out of a maze."""
    damage = part_of(run.max_hp, by_ascension(run, 125, 180) / 10)
    healing = part_of(run.max_hp, by_ascension(run, 25, 20))
    loss = part_of(run.max_hp, 5)
    yield from event.ask("All halls look the same.", Option("Proceed"))
    answer = yield from event.ask(
        "You have been here before.",
        Option("Embrace Madness", f"Obtain 2 Madness. Lose {damage} HP."),
        Option("Press On", f"Become cursed with Writhe. Heal {healing} HP."),
        Option("Retrace Your Steps", f"Lose {loss} Max HP."),
    )
    if answer == 0:
        run.lose_hp(damage)
        for _ in range(2):
            run.gain_card(face("Madness"))
    elif answer == 1:
        run.heal(healing)
        run.gain_card(face("Writhe"))
    else:
        run.change_max_hp(-loss)
    yield from event.end("There is the way out.")


def wants_moai(run: Run) -> bool:
    """Tells whether the head is met: with its idol, or with half of the HP or less."""
    return run.has("Golden Idol") or 2 * run.hp <= run.max_hp


EVENTS: Final = (
    Event("Falling", "Falling", falling, acts=(3,)),
    Event("MindBloom", "Mind Bloom", mind_bloom, acts=(3,)),
    Event("The Moai Head", "The Moai Head", moai_head, wants_moai, acts=(3,)),
    Event("Mysterious Sphere", "Mysterious Sphere", mysterious_sphere, acts=(3,)),
    Event("SensoryStone", "Sensory Stone", sensory_stone, acts=(3,)),
    Event("Tomb of Lord Red Mask", "Tomb of Lord Red Mask", tomb, acts=(3,)),
    Event("Winding Halls", "Winding Halls", winding_halls, acts=(3,)),
)


# After the boss.


def meet_heart(run: Run) -> Story[None]:
    """Plays what comes after the last boss of act 3: the Heart, or the door to it."""
    heart = Event("Spire Heart", "Spire Heart", lambda event, run: meet_heart(run))
    yield from heart.ask("Something beats in the dark.", Option("Continue"))
    open_door = run.has_all_keys()
    text = "The keys turn in the door." if open_door else "You strike, and fall asleep."
    yield from heart.ask(text, Option("Continue"))
