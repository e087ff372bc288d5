"""One module for each released schema."""
