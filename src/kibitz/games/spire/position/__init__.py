"""Positions, which are the messages of CommunicationMod, and what a fight begins with as text.

`message` knows the fields of a message, `reading` makes a fight of them and `writing` writes one.
`loadout` reads decks, relics, potions and encounters.
"""
