"""The mod's side of the protocol, played from our simulator, to try clients without the game."""
