"""The report of a decision (X2): as data for `Advice.trace`, and in the words of a player."""

from collections.abc import Mapping
from typing import Final

from kibitz.core.agent import Advice
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.strategic.assessment import NEVER, Assessment
from kibitz.games.dronewars.agents.strategic.execution import Plan
from kibitz.games.dronewars.agents.strategic.goal import (
    APPROACH,
    MODE_WORDS,
    OUTCOMES,
    PREVENT_DAMAGE,
    PRIORITY_WORDS,
    STRATEGY_WORDS,
    Goal,
    Mode,
)
from kibitz.games.dronewars.agents.strategic.goal import CONFIDENCES as RACE_CONFIDENCES
from kibitz.games.dronewars.agents.strategic.path import KIND_WORDS, Path
from kibitz.games.dronewars.agents.strategic.settings import VALUES
from kibitz.games.dronewars.cards.catalogue import counted
from kibitz.games.dronewars.state import Battle

# How many paths are reported with their reasons.
TOP: Final = 3
# Why the tactical AI decides (X3).
NO_GOAL: Final = "there is no goal"
NO_PATH: Final = "no plan leads to the goal"
NOT_EXECUTABLE: Final = "no plan can begin now"
NOT_STRONG: Final = "no plan is worth more than a good single action"
OTHER_PHASE: Final = "this is no decision about the goal"
LANE_NAMES: Final = ("left", "middle", "right")


# As data.


def trace_of(plan: Plan, chosen: Path | None, fallback: str) -> dict[str, Json]:
    """Writes what each layer found, the path that was chosen, and whether tactics decide."""
    top: list[Json] = [path_report(path) for path in plan.paths[:TOP]]
    return {
        "assessment": assessment_report(plan.assessment),
        "mode": mode_report(plan.mode),
        "goal": None if plan.goal is None else goal_report(plan.goal, plan.mode),
        "paths": {
            "found": len(plan.generated),
            "types": [*plan.generated],
            "evaluated": len(plan.paths),
            "dropped": [
                {
                    "type": each.path.kind,
                    "text": each.path.text,
                    "handler": each.handler,
                    "reason": each.reason,
                    "drone": each.blocker,
                }
                for each in plan.dropped
            ],
        },
        "top": top,
        "chosen": None if chosen is None else chosen_report(chosen),
        "fallback": fallback or None,
    }


def assessment_report(found: Assessment) -> dict[str, Json]:
    """Writes layer 1."""
    return {
        "own": len(found.own),
        "enemy": len(found.enemy),
        "own_shields": found.own_shields,
        "enemy_shields": found.enemy_shields,
        "own_rounds": None if found.own_rounds == NEVER else found.own_rounds,
        "enemy_rounds": None if found.enemy_rounds == NEVER else found.enemy_rounds,
        "tempo": found.tempo(),
        "threatened": [each.lane + 1 for each in found.own if each.under_threat],
    }


def mode_report(mode: Mode) -> dict[str, Json]:
    """Writes the mode."""
    return {
        "mode": mode.name,
        "priority": mode.priority,
        "text": mode.text,
        "emergency": mode.emergency or None,
        "focus": [each.lane + 1 for each in mode.focus],
        "protect": [each.lane + 1 for each in mode.protect],
    }


def goal_report(goal: Goal, mode: Mode) -> dict[str, Json]:
    """Writes the goal."""
    found: dict[str, Json] = {"type": goal.kind, "outcome": OUTCOMES[goal.kind]}
    if goal.sections:
        found["approach"] = APPROACH
        found["lanes"] = [each.target.lane + 1 for each in goal.sections]
    if goal.offence is not None:
        offence = goal.offence
        found["lane"] = offence.target.lane + 1
        found["need"] = offence.target.need
        found["avail"] = offence.avail
        found["can_win_this_turn"] = offence.can_win
        found["guardians"] = len(offence.guardians)
        found["jammers"] = len(offence.jammers)
    if goal.defence is not None:
        section = goal.defence.section
        found["protect"] = section.lane + 1
        found["potential"] = section.potential
        found["emergency"] = mode.emergency or None
        found["threats"] = [each.word() for each in goal.defence.threats]
    if goal.strategy:
        found["strategy"] = goal.strategy
        found["confidence"] = RACE_CONFIDENCES[goal.strategy]
    return found


def path_report(path: Path) -> dict[str, Json]:
    """Writes a path with the reasons of its score."""
    return {
        "type": path.kind,
        "score": path.score,
        "value": VALUES[path.value],
        "outcome": path.outcome,
        "text": path.text,
        "reasons": [reason.to_json() for reason in path.reasons],
    }


def chosen_report(path: Path) -> dict[str, Json]:
    """Writes the path that was chosen: its step, and the others as future context."""
    steps: list[Json] = [
        {"text": step.text, "when": note}
        for step, note in zip(path.steps, path.notes(), strict=True)
    ]
    return {
        "type": path.kind,
        "score": path.score,
        "value": VALUES[path.value],
        "step": steps[0] if steps else None,
        "future": steps[1:],
    }


# In words.


def explain_plan(advice: Advice[Battle]) -> list[str]:
    """Explains strategic advice, one thought in each text; other advice gets none."""
    trace = advice.trace
    mode, assessment = part(trace, "mode"), part(trace, "assessment")
    if not mode:
        return []
    goal, chosen = part(trace, "goal"), part(trace, "chosen")
    found = [mode_text(mode), goal_text(goal), tempo_text(assessment)]
    fallback = trace.get("fallback")
    if fallback is not None:
        found.append(f"The tactical AI decides: {fallback}.")
    else:
        found.append(step_text(chosen))
        found.append(others_text(trace.get("top"), chosen))
    found.extend(dropped_texts(part(trace, "paths")))
    return [text for text in found if text]


def part(trace: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """Returns a part of the trace; empty if it is missing."""
    value = trace.get(name)
    return value if isinstance(value, dict) else {}


def sentence(text: str) -> str:
    """Begins a text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def lane_name(lane: Json) -> str:
    """Names the section of a lane."""
    return f"the {LANE_NAMES[lane - 1]} section" if isinstance(lane, int) else "a section"


def mode_text(mode: Mapping[str, Json]) -> str:
    """Says what the plan is about, and why."""
    name, priority = str(mode.get("mode")), str(mode.get("priority"))
    words = f"{MODE_WORDS[name]} {PRIORITY_WORDS[priority]}"
    return f"{sentence(words)}: {mode.get('text')}."


def goal_text(goal: Mapping[str, Json]) -> str:
    """Says what the plan is for; a race has two goals, the first one first."""
    if not goal:
        return ""
    parts: list[str] = []
    if "lane" in goal:
        figures = f"{goal.get('need')} damage needed, {goal.get('avail')} ready"
        parts.append(f"damage {lane_name(goal.get('lane'))} of the enemy ({figures})")
    if "protect" in goal:
        danger = f"{goal.get('potential')} damage can reach its hull"
        parts.append(f"protect {lane_name(goal.get('protect'))} of your ship ({danger})")
    if goal.get("type") == PREVENT_DAMAGE:
        parts.reverse()
    lanes = goal.get("lanes")
    if isinstance(lanes, list):
        parts.append(f"press on {counted(len(lanes), 'section')} of the enemy")
    text = f"Goal: {', then '.join(parts)}"
    strategy = goal.get("strategy")
    return f"{text}; {STRATEGY_WORDS[str(strategy)]}." if strategy else f"{text}."


def tempo_text(found: Mapping[str, Json]) -> str:
    """Says how many rounds both sides need as the lanes stand."""
    own, enemy = found.get("own_rounds"), found.get("enemy_rounds")
    if own is None and enemy is None:
        return ""
    yours = f"you win in {counted(own, 'round')}" if isinstance(own, int) else "you cannot win"
    theirs = "cannot"
    if isinstance(enemy, int):
        theirs = f"{'wins ' if own is None else ''}in {counted(enemy, 'round')}"
    return f"As the lanes stand, {yours}, the enemy {theirs}."


def step_text(chosen: Mapping[str, Json]) -> str:
    """Says the plan, its first step and those that follow."""
    if not chosen:
        return ""
    plan = f"Plan: {KIND_WORDS[str(chosen.get('type'))]}."
    first = part(chosen, "step").get("text")
    if first is None:
        return plan
    future = chosen.get("future")
    later = [
        str(step.get("text"))
        for step in (future if isinstance(future, list) else [])
        if isinstance(step, dict)
    ]
    then = f"; then {', then '.join(later)}" if later else ""
    return f"{plan} First step: {first}{then}."


def others_text(top: Json, chosen: Mapping[str, Json]) -> str:
    """Names the other plans with the highest scores."""
    others = [
        f"{each.get('text')} ({score(each)})"
        for each in (top if isinstance(top, list) else [])
        if isinstance(each, dict) and not same_plan(each, chosen)
    ]
    return f"Other plans: {'; '.join(others)}." if others else ""


def same_plan(each: Mapping[str, Json], chosen: Mapping[str, Json]) -> bool:
    """Tells whether a plan of the top three is the chosen one."""
    return each.get("type") == chosen.get("type") and each.get("score") == chosen.get("score")


def score(each: Mapping[str, Json]) -> str:
    """Writes the score of a plan."""
    value = each.get("score")
    return f"{value:.0f} points" if isinstance(value, (int, float)) else ""


def dropped_texts(paths: Mapping[str, Json]) -> list[str]:
    """Says which plans are not possible, and why; each reason once."""
    dropped = paths.get("dropped")
    texts = [
        f"Not possible: {each.get('reason')} ({each.get('drone')})."
        for each in (dropped if isinstance(dropped, list) else [])
        if isinstance(each, dict)
    ]
    return list(dict.fromkeys(texts))
