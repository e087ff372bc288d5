"""Words: moves as they are written and typed."""
