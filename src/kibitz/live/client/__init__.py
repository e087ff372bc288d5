"""A client that plays Slay the Spire through CommunicationMod.

`player` answers one message after the other and knows no pipes; `session` connects it to the mod.
In fights the agents of `kibitz.games.spire` decide (`combat`), everywhere else a plain policy does
(`screens`, with `route`, `events` and `worth`). `log` keeps every message and answer.
"""
