"""Fictional worlds: a poisoning benchmark whose labels are right by construction."""
