"""What happens in a match: setup, turns, attacks, Trainers, Powers and knock outs."""
