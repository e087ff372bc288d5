"""The described action generator.

- `scoring`: what a card is worth, what a Trainer is for, and the settings.
- `situation`: the attacks of both sides and the threats, computed once for each decision.
- `cards`: what to attach, what to play.
- `flow`: the order of the steps.
- `player`: the agent, and its answers where a card asks.
"""
