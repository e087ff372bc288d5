"""Playing the real game: clients, and hosts to try them with."""
