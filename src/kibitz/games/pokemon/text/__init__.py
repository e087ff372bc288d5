"""Words: moves as players type them, what moves do, and the drawing of a match."""
