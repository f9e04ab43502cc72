"""Retrieval under a prefix tree: titles are spelt token by token, and only titles that exist can be spelt (AdMIRaL)."""
