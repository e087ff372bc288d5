"""The rules, by the chapters of the rule book."""
