"""Policies: what chooses the next query, and baselines that do not search."""
