"""Fictional worlds: how fast they are drawn and proved, what live statistics do, and what breaks a policy."""
