"""The players made for Jaipur."""
