"""Facts stated in passing, of a thing that a sentence names, whatever the passage is about."""

from suffice.extractors.open.mentions.reading import read_mentions
from suffice.extractors.open.mentions.roles import read_actor

__all__ = ["read_actor", "read_mentions"]
