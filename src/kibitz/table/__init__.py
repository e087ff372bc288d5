"""The table: matches between people and agents, as a web service."""
