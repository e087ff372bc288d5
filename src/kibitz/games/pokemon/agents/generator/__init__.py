"""The described action generator, one module for each of its components.

- `scoring`: what a card is worth, and which attacks have side effects.
- `categories`: the categories of Trainers.
- `trial`: copies of the table to try things out on.
- `attacks`: the own attacks, knockouts, and the guard against losing by one's own attack.
- `opponent`: sure damage, risk damage and threats.
- `situation`: all of that for one decision, computed once.
- `energy`, `trainers`: what to attach, what to play.
- `flow`: the order of the steps.
- `answers`: what is chosen where a card asks.
- `player`: the agent.
"""

from kibitz.games.pokemon.agents.generator.player import GeneratorAgent as GeneratorAgent
from kibitz.games.pokemon.agents.generator.player import make_generator as make_generator
from kibitz.games.pokemon.agents.generator.settings import Settings as Settings
