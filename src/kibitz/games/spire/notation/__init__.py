"""How moves, the options of a fight, and positions are written.

`typed` reads moves as a player types them and `loadout` decks, relics, potions and encounters.
`message` and `unknown` read positions, which are the messages of CommunicationMod; `writing` writes
them.
"""
