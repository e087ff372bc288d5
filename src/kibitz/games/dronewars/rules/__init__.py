"""What happens in a battle: set-up, phases, deployment, attacks, movement, cards and abilities."""
