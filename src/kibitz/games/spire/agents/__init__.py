"""The players of Slay the Spire."""
