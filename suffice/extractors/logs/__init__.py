"""Logs of text games: what was done at each turn, read from the text or from a record, and the program of a log."""
